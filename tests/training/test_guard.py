"""What a player does wrong costs it single games."""

import numpy as np
import pytest

from sea_envs.players import BadPlayer, Random, Searcher, player
from sea_envs.registry import GAMES, load
from training.evaluation import FORFEIT, play, rotations
from training.guard import NO_ACTION, Care, GuardedPlayer, guarded

SETUP = load(GAMES[0]).setup(2)
ROWS = np.arange(6)


class Fussy:
    """Plays 7 everywhere, but fails at some games."""

    def __init__(self, *failing):
        self.failing = set(failing)
        self.asked = 0

    def reset(self, rows):
        if None in self.failing:
            raise RuntimeError("cannot begin")

    def choose(self, observations, masks, *, seats, chance, rows):
        self.asked += 1
        if self.failing & set(map(int, rows)):
            raise RuntimeError("cannot play")
        return np.full(len(rows), 7)


def answers(care, someone, rows=ROWS):
    def ask(part):
        empty = np.zeros(len(part))
        return someone.choose(empty, empty, seats=empty, chance=empty, rows=rows[part])

    return care.answers(rows, ask).tolist()


def test_a_player_that_answers_is_asked_once_for_all_games():
    care, someone = Care(patience=10), Fussy()
    assert answers(care, someone) == [7] * 6
    assert someone.asked == 1
    assert care.faults == {}


def test_of_many_games_only_those_are_lost_in_which_the_player_fails():
    care = Care(patience=10)
    assert answers(care, Fussy(1, 4)) == [7, NO_ACTION, 7, 7, NO_ACTION, 7]
    assert care.faults == dict.fromkeys((1, 4), "RuntimeError: cannot play")


def test_a_player_that_fails_too_often_is_not_asked_again():
    care, someone = Care(patience=2), Fussy(*ROWS)
    assert answers(care, someone) == [NO_ACTION] * 6
    assert someone.asked == 1 + 2
    assert care.faults[5] == "retired for its forfeits"


def test_patience_begins_anew_with_new_games():
    care, someone = Care(patience=1), Fussy(0)
    answers(care, someone)
    care.reset(someone, ROWS)
    assert answers(care, Fussy()) == [7] * 6


def test_a_player_that_cannot_begin_loses_every_game():
    care, someone = Care(patience=10), Fussy(None)
    care.reset(someone, ROWS)
    assert answers(care, someone) == [NO_ACTION] * 6
    assert set(care.faults.values()) == {"RuntimeError: cannot begin"}


@pytest.mark.parametrize(
    "garbage", ["word", None, 3, [1.5] * 6, [[1] * 6], [1] * 5, [2**70] * 6, [True] * 6]
)
def test_garbage_is_a_fault(garbage):
    care = Care(patience=10)
    assert care.answers(ROWS, lambda part: garbage).tolist() == [NO_ACTION] * 6
    assert all("answered 1 decisions with" in reason for reason in care.faults.values())


def test_a_reason_is_one_line_of_bearable_length():
    care = Care(patience=10)

    def ask(part):
        raise BadPlayer("one\ntwo " + "long " * 1000)

    care.answers(ROWS[:1], ask)
    assert care.faults[0].startswith("one two long")
    assert len(care.faults[0]) == 200


def test_a_guarded_searcher_is_still_asked_as_a_searcher():
    class Thinker:
        def reset(self, rows):
            pass

        def choose_worlds(self, states, *, seats, chance, rows):
            return np.zeros(len(states), int)

    assert isinstance(guarded(Thinker(), 1), Searcher)
    assert not isinstance(guarded(Fussy(), 1), Searcher)


def test_guarded_games_are_the_same_games():
    seating, deals = np.tile(rotations(2), (20, 1)), np.repeat(np.arange(20), 2)
    plain = [player("heuristic", SETUP), Random()]
    careful = [GuardedPlayer(someone, Care(5)) for someone in plain]
    first = play(SETUP, plain, seating, deals=deals, seed=3)
    second = play(SETUP, careful, seating, deals=deals, seed=3)
    assert first.points.tolist() == second.points.tolist()


def test_a_fault_in_a_game_is_a_forfeit_of_that_game():
    seating, deals = np.tile(rotations(2), (3, 1)), np.repeat(np.arange(3), 2)
    someone = guarded(Fussy(2), 5)
    games = play(SETUP, [Random(), someone], seating, deals=deals, seed=3)
    assert games.ended[2] == FORFEIT
    assert games.pays[2, seating[2] == 1] == -1
    assert someone.care.faults == {2: "RuntimeError: cannot play"}
