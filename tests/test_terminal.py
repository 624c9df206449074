"""A person at the terminal."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sea_envs.cli import main

Answer = Callable[..., None]


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Answer:
    def answer(*words: str) -> None:
        given = iter(words)

        def take(prompt: str = "") -> str:
            try:
                return next(given)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", take)

    return answer


GAME = ["play", "snorkeling", "--seed", "3", "--opponents", "random"]


def test_a_person_sees_the_table_and_numbered_decisions(
    answering: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answering("know", "help", "rules", "events", "look", "nonsense", "end", "quit")
    assert main(GAME) == 0
    out = capsys.readouterr().out
    assert "Your hand" in out and "  1  " in out
    assert "You are seat 0" in out, "know"
    assert "## Rules" in out, "rules"
    assert "'nonsense' is not legal now; possible: " in out
    assert "seat 0: end" in out, "the decision was played and told"


def test_the_opponents_hands_and_the_deck_are_not_told(
    answering: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answering("events", "know", "end", "quit")
    main(GAME)
    assert "chance deck" not in capsys.readouterr().out


def test_a_game_that_is_left_is_saved_and_goes_on_where_it_was(
    answering: Answer, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "saved.txt"
    answering("end", "end", "quit")
    main([*GAME, "--save", str(file)])
    before = [
        line for line in file.read_text(encoding="utf-8").splitlines() if "seat 0: end" in line
    ]
    assert len(before) == 2
    capsys.readouterr()
    answering("events", "quit")
    assert main(["play", "snorkeling", "--resume", str(file)]) == 0
    assert capsys.readouterr().out.count("seat 0: end") >= 2


def test_a_whole_game_ends_with_its_result(
    answering: Answer, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    answering(*["1"] * 2000)
    options = ["--options", "max_laps=2", "max_rounds=1", "--save", str(tmp_path / "game.txt")]
    assert main([*GAME, *options]) == 0
    assert "The game is over." in capsys.readouterr().out
    assert main(["replay", str(tmp_path / "game.txt"), "--show"]) == 0


def test_a_saved_game_of_another_kind_is_refused(
    answering: Answer, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "broken.txt"
    file.write_text("something else", encoding="utf-8")
    assert main(["play", "snorkeling", "--resume", str(file)]) == 2
    assert "line 1" in capsys.readouterr().err


def test_a_seat_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*GAME, "--seat", "2"]) == 2
    assert "seat=2: possible: 0 to 1" in capsys.readouterr().err
