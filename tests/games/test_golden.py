"""Golden transcripts: one game of each kind; a change of it needs a new version of the game."""

from pathlib import Path

import numpy as np
import pytest

from sea_envs import GAMES, load
from sea_envs.core.errors import BadRecord
from sea_envs.core.transcript import replayed, written
from tests.games.play import play_out, tasted

every_game = pytest.mark.parametrize("name", GAMES)


def golden(name: str) -> Path:
    return Path(__file__).parent / name / "transcript.txt"


def game(name: str) -> str:
    """The game that the golden file holds: as many seats as fit, default options, random play."""
    play = tasted(name, load(name).max_seats, 0)
    for _ in play_out(play, np.random.default_rng(0)):
        pass
    return written(play)


@every_game
def test_the_golden_game_is_played_as_it_stands(name: str) -> None:
    assert golden(name).read_text(encoding="utf-8") == game(name), (
        "the rules, texts or chance changed: raise the game's version, then write the file anew "
        "with `python -m tests.games.test_golden`"
    )


@every_game
def test_the_golden_game_verifies_itself_and_a_changed_line_is_found(name: str) -> None:
    text = golden(name).read_text(encoding="utf-8")
    assert replayed(text, load).over
    lines = text.splitlines()
    place = next(n for n, line in enumerate(lines) if n > 40 and line.startswith("seat "))
    lines[place] = lines[place].replace("seat ", "seat 1", 1)
    with pytest.raises(BadRecord, match=f"line {place + 1}:"):
        replayed("\n".join(lines), load)


if __name__ == "__main__":
    for each in GAMES:
        golden(each).write_text(game(each), encoding="utf-8")
