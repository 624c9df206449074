"""Players in processes of their own, and what their faults do."""

import os
import time
from pathlib import Path

import numpy as np
import pytest

from sea_envs.players import BadPlayer, Random
from sea_envs.registry import GAMES, load
from training.evaluation import play, rotations
from training.foreign import Foreign, Gone, TooSlow

SETUP = load(GAMES[0]).setup(2)
CELLS, ACTIONS = SETUP.game.layout.size, SETUP.game.actions.COUNT


@pytest.fixture(autouse=True)
def faulty_players(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))


@pytest.fixture
def made():
    players = []

    def make(factory, *, seconds=20.0, memory=512):
        players.append(Foreign(f"faulty:{factory}", SETUP, seconds=seconds, memory=memory))
        return players[-1]

    yield make
    for someone in players:
        someone.stop()


def ask(someone, count=3, first=0):
    masks = np.zeros((count, ACTIONS), np.int8)
    masks[:, 5] = 1
    return someone.choose(
        np.zeros((count, CELLS), np.float32),
        masks,
        seats=np.zeros(count, np.int64),
        chance=np.zeros(count),
        rows=np.arange(first, first + count),
    ).tolist()


def test_a_foreign_player_plays_whole_games(made):
    seating, deals = rotations(2), np.zeros(2, np.int64)
    someone = made("proper")
    games = play(SETUP, [Random(), someone], seating, deals=deals, seed=1)
    assert set(games.ended) == {1}
    assert ask(someone, 50) == [5] * 50


def test_what_a_player_raises_comes_back_as_one_line_and_it_plays_on(made):
    someone = made("raising")
    with pytest.raises(BadPlayer, match="RuntimeError: no idea"):
        ask(someone, 3)
    assert ask(someone, 2, first=1) == [5, 5]


def test_garbage_comes_back_as_an_error(made):
    with pytest.raises(BadPlayer, match="answered 3 decisions with"):
        ask(made("garbage"))
    with pytest.raises(BadPlayer, match=r"answered 3 decisions with int64 \[6\]"):
        ask(made("wrong_shape"))


def test_a_player_may_not_write_into_what_it_is_shown(made):
    with pytest.raises(BadPlayer, match="read-only"):
        ask(made("writing"))


def test_a_player_that_hangs_is_stopped_and_started_again(made):
    someone = made("hanging", seconds=0.2)
    someone.start()
    began = time.monotonic()
    with pytest.raises(TooSlow, match="no answer within 0.6 seconds"):
        ask(someone)
    assert time.monotonic() - began < 10
    with pytest.raises(TooSlow):
        ask(someone, 1)


def test_a_player_whose_process_ends_is_gone_and_started_again(made):
    someone = made("leaving")
    for _ in range(2):
        with pytest.raises(Gone):
            ask(someone)


def test_a_player_that_exits_has_failed(made):
    with pytest.raises(BadPlayer):
        ask(made("exiting"))


def test_a_player_that_wants_too_much_memory_fails_alone(made):
    with pytest.raises(BadPlayer):
        ask(made("greedy", memory=64))


def test_a_player_that_prints_does_not_disturb(made, capfd):
    assert ask(made("talking")) == [5, 5, 5]
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize(
    ("factory", "said"),
    [
        ("unmakeable", "not today"),
        ("shapeless", "has neither .reset. and .choose. nor .act."),
        ("missing", "missing"),
    ],
)
def test_a_player_that_cannot_be_made_says_why(made, factory, said):
    with pytest.raises(BadPlayer, match=said):
        made(factory).start()


def test_stopping_ends_the_process(made):
    someone = made("proper")
    ask(someone)
    process = someone._stop.peek()[2][0]
    someone.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(process.pid, 0)
