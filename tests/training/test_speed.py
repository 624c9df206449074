"""The speed of self-play, as the benchmark asks for it."""

import pytest

from training.config import BadConfig
from training.speed import decisions_per_second, main


def test_a_rate_is_printed_as_one_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("training.speed.decisions_per_second", lambda *given: 12345.6)
    assert main(["snorkeling", "players=3"]) == 0
    assert capsys.readouterr().out == "12346\n"


def test_updates_are_timed() -> None:
    assert decisions_per_second("snorkeling", 2, 1, updates=1) > 100


@pytest.mark.parametrize("words", [[], ["a", "b"], ["snorkeling", "players=x"], ["a", "rows=3"]])
def test_bad_words_are_refused(words: list[str]) -> None:
    with pytest.raises(BadConfig, match="players=N"):
        main(words)
