"""Who sits in the other seats."""

from typing import Any

import numpy as np
import pytest

from sea_envs.adapters.opponents import Seating
from sea_envs.core.errors import BadOption
from sea_envs.players import BadPlayer, Heuristic, Random, UnknownPlayer
from tests.adapters.scripted import Lucky
from tests.core.tiny import GAME

SETUP = GAME.setup(3)
SEATS = np.array([0, 1, 2, 1, 2, 0])
LEARNERS = np.array([1, 2, 0, 0, 1, 2])


def taking(opponents: Any) -> list[Any]:
    """The player for each of SEATS where the learners sit in LEARNERS."""
    seating = Seating(opponents, SETUP)
    return [seating.players[number] for number in seating.takers(SEATS, LEARNERS)]


def test_one_opponent_sits_in_all_seats() -> None:
    someone = Lucky()
    assert taking(someone) == [someone] * 6
    assert taking("heuristic") == [Heuristic(SETUP)] * 6


def test_as_many_as_there_are_opponents_sit_clockwise_from_the_learner() -> None:
    left, right = Lucky(), Lucky()
    assert taking([left, right]) == [right, right, right, left, left, left]


def test_as_many_as_there_are_seats_sit_by_seat() -> None:
    players = [Lucky(), Lucky(), Lucky()]
    assert taking(players) == [players[seat] for seat in SEATS]


def test_names_and_players_may_be_mixed_and_the_same_one_is_kept_once() -> None:
    someone = Lucky()
    seating = Seating(["random", someone, "random"], SETUP)
    assert seating.players == [Random(), someone]
    assert seating.takers(SEATS, LEARNERS).tolist() == [0, 1, 0, 1, 0, 0]
    assert Seating([someone, someone], SETUP).players == [someone]


@pytest.mark.parametrize("count", [0, 1, 4])
def test_a_list_of_another_length_is_refused(count: int) -> None:
    with pytest.raises(BadOption, match=f"{count} opponents for 3 players: possible: one for all"):
        Seating(["random"] * count, SETUP)


@pytest.mark.parametrize(
    ("opponents", "error", "message"),
    [
        ("randm", UnknownPlayer, "Did you mean 'random'"),
        (["random", "heuristics"], UnknownPlayer, "Did you mean 'heuristic'"),
        ("search:0", BadPlayer, "search:N"),
        ([3, "random"], BadOption, "opponent 3: possible: the name of a player, or an object with"),
        ([object, Lucky], BadOption, "`reset` and `choose`"),
    ],
)
def test_what_is_no_player_is_refused(opponents: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Seating(opponents, SETUP)
