"""A person at the terminal."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sea_envs import GAMES, terminal
from sea_envs.cli import main
from sea_envs.drawing.theme import TEXT_WIDTH

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


def test_a_seat_that_is_resumed_is_named_by_the_line_that_says_how(
    answering: Answer, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "a game.txt"
    answering("quit")
    main([*GAME, "--seat", "1", "--save", str(file)])
    line = f"sea-envs play snorkeling --seat 1 --resume '{file}'"
    assert line in capsys.readouterr().out


def test_ctrl_c_saves_the_game_and_ends_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    file = tmp_path / "game.txt"
    assert main([*GAME, "--save", str(file)]) == 130
    said = capsys.readouterr()
    assert "\nsaved: " in said.out and said.err == "\ninterrupted\n"
    assert main(["replay", str(file)]) == 0


def test_a_place_where_nothing_can_be_saved_is_refused_before_the_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([*GAME, "--save", str(tmp_path / "nowhere" / "game.txt")]) == 2
    assert "nowhere' is no directory" in capsys.readouterr().err


def test_a_game_goes_on_when_it_could_not_be_saved(
    answering: Answer,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(terminal, "write_text", full)
    answering("save", "end", "quit")
    assert main(GAME) == 0
    out = capsys.readouterr().out
    assert "not saved: snorkeling.txt: No space left" in out
    assert "seat 0: end" in out


@pytest.mark.parametrize("answer", ["0", "99", "²", "１", "-1", "\udcff", "\x1b[A", "end end"])
def test_an_answer_that_is_no_decision_is_asked_again(
    answer: str, answering: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answering(answer, "", "quit")
    assert main(GAME) == 0
    out = capsys.readouterr().out
    if answer == "１":  # a 1 in another script is a 1
        assert "seat 0: " in out
    else:
        assert "is not legal now" in out and "a number from 1 to " in out


def piped(words: list[str], *, answers: bytes = b"", **environment: str) -> Any:
    return subprocess.run(
        [sys.executable, "-m", "sea_envs", *words],
        input=answers,
        capture_output=True,
        env=os.environ | environment,
        timeout=120,
    )


def test_bytes_that_are_no_text_do_not_end_the_game() -> None:
    run = piped(GAME, answers=b"\xff\xfe\nend\nquit\n")
    assert run.returncode == 0 and run.stderr == b""
    assert b"is not legal now" in run.stdout and b"seat 0: end" in run.stdout


def test_a_terminal_that_lacks_letters_shows_what_it_can() -> None:
    run = piped(GAME, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert run.returncode == 0 and run.stderr == b""
    assert b"Your hand" in run.stdout


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_coloured_where_no_terminal_is(
    name: str, answering: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answering("1", "know", "events", "1", "quit")
    assert main(["play", name, "--seed", "3", "--opponents", "random"]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= TEXT_WIDTH


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("columns", [50, 80, 200])
def test_a_table_fits_the_window_and_is_coloured_in_it(
    name: str,
    columns: int,
    answering: Answer,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    answering(*["1", "know"] * 6, "quit")
    game = ["play", name, "--seed", "3", "--players", "4", "--opponents", "random"]
    assert main(game) == 0
    plain = capsys.readouterr().out
    frames = [len(line) for line in plain.splitlines() if line.startswith(("┌", "╔"))]
    assert max(frames) == min(columns, terminal.WIDEST)
    assert "\x1b" not in plain, "as NO_COLOR asks"
    monkeypatch.delenv("NO_COLOR")
    answering("quit")
    main(game)
    assert "\x1b[" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_search_sits_at_the_table_of_every_game(
    name: str, answering: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answering(*["1"] * 8, "quit")
    game = ["play", name, "--seed", "3", "--seat", "1", "--opponents", "search:20"]
    assert main(game) == 0
    assert "\nseat 0: " in capsys.readouterr().out
