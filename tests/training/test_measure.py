"""The measured block of the spec sheets."""

import pytest

from sea_envs.core.errors import SeaError
from sea_envs.registry import load
from training.measure import main, measured


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.measure.SEARCH", "search:5")


def test_a_row_for_every_option_set_and_number_of_players() -> None:
    game = load("snorkeling")
    rows = [
        line
        for line in measured(game, deals=4, search_deals=2).splitlines()
        if line.startswith("| ") and not line.startswith("| options")
    ]
    assert len(rows) == len(game.components.MEASURED) * 5
    assert rows[0].startswith("| default | 2 | ") and "| 50.0 % |" in rows[0]


def test_the_heuristic_is_measured_against_random_players() -> None:
    row = measured(load("snorkeling"), deals=60, search_deals=2).splitlines()[4]
    assert float(row.split(" | ")[2].split()[0]) > 70


def test_seat_shares_add_up_to_one() -> None:
    row = measured(load("snorkeling"), deals=10, search_deals=2).splitlines()[6]
    shares = [float(part.split()[0]) for part in row.split(" | ")[4].split(" / ")]
    assert len(shares) == 4 and abs(sum(shares) - 100) < 0.3


def test_search_is_measured_against_the_heuristic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.measure.SEARCH", "search:20")
    last = measured(load("snorkeling"), deals=4, search_deals=3).splitlines()[-1]
    assert last.startswith("`search:20` against the heuristic, 2 players") and "3 deals" in last


def test_unknown_words_are_refused() -> None:
    with pytest.raises(SeaError, match="measure GAME"):
        main(["snorkeling", "--wirte"])
