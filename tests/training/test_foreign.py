"""Players in processes of their own, and what their faults do."""

import os
import time
from binascii import crc32
from pathlib import Path

import numpy as np
import pytest

from sea_envs.core.play import Play
from sea_envs.players import BadPlayer, Random, player
from sea_envs.registry import GAMES, load
from training.evaluation import play, rotations
from training.foreign import Foreign, Gone, TooSlow, dealt_anew
from training.match import play_block
from training.results import SCORED
from training.schedule import Block, TournamentConfig
from training.yaml_config import make_config

SETUP = load(GAMES[0]).setup(2)
CELLS, ACTIONS = SETUP.game.layout.size, SETUP.game.actions.COUNT


class Tell:
    """A searcher that answers with a sum over all that it was shown."""

    def reset(self, rows):
        pass

    def choose_worlds(self, states, *, seats, chance, rows):
        return [crc32(state.tobytes()) for state in states]


def telling(setup):
    return Tell()


def thinking(setup):
    return player("search:20", setup)


@pytest.fixture(autouse=True)
def faulty_players(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))


@pytest.fixture
def made():
    players = []

    def make(factory, *, module="faulty", setup=SETUP, seconds=20.0, memory=512):
        spec = f"{module}:{factory}"
        players.append(Foreign(spec, setup, seconds=seconds, memory=memory))
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


def test_a_searcher_is_shown_a_world_dealt_anew_and_never_the_game(made):
    game = Play(SETUP)
    game.begin(4)
    states, seats, rows = game.saved(), np.array([game.seat]), np.arange(1)
    others = states.copy()
    others["rng"][0] = 1, 2, 3, 4
    SETUP.game.rules.reshuffle_unseen(others[0], game.seat)
    assert others.tobytes() != states.tobytes()
    someone = made("telling", module="test_foreign")

    def shown(games, chance):
        luck = np.array([chance])
        world = dealt_anew(SETUP, games, seats=seats, chance=luck)
        (told,) = someone.choose_worlds(games, seats=seats, chance=luck, rows=rows)
        assert told == crc32(world.tobytes())
        return told

    assert shown(states, 0.25) == shown(others, 0.25) != shown(states, 0.5)


def test_a_searcher_plays_a_tournament():
    config = make_config(
        TournamentConfig,
        {
            "players": ["random", "test_foreign:thinking", "faulty:proper"],
            "events": [{"game": GAMES[0]}],
            "seconds": 20.0,
        },
        source="test",
    )
    games = play_block(config, Block(0, 0, 4, (0, 1, 2)))
    assert {game.ending for game in games} == {SCORED}
    won = sum(game.shares[game.seating.index(1)] for game in games if 1 in game.seating)
    assert won > sum(1 in game.seating for game in games) / 2
