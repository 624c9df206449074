"""A game's bundle, and the choices that make one game of it."""

import copy
import pickle
from typing import Any

import pytest

from sea_envs import load
from sea_envs.core.errors import BadDeck, BadOption, BadSeats, UnknownOption
from sea_envs.core.game import Option
from tests.core.tiny import GAME

COUNTED = Option("rounds", 2, range(1, 6), "")
WORDED = Option("rule", "soft", ("soft", "hard"), "")
MARKED = Option("storm", False, (False, True), "")


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [(COUNTED, 5, 5), (WORDED, "hard", 1), (MARKED, True, 1), (MARKED, False, 0)],
)
def test_an_options_value_has_a_number_in_the_state(option: Option, value: Any, code: int) -> None:
    assert option.code(value) == code


@pytest.mark.parametrize(
    ("option", "value"),
    [(COUNTED, 0), (COUNTED, 6), (COUNTED, True), (COUNTED, "2"), (COUNTED, 2.0)]
    + [(WORDED, "Soft"), (WORDED, 0), (MARKED, 1), (MARKED, "yes"), (MARKED, None)],
)
def test_other_values_are_refused_with_the_possible_ones(option: Option, value: Any) -> None:
    with pytest.raises(BadOption) as caught:
        option.code(value)
    assert str(caught.value) == f"option {option.name}={value!r}: possible: {option.spoken()}"


def test_possible_values_are_spoken() -> None:
    assert COUNTED.spoken() == "a whole number from 1 to 5"
    assert WORDED.spoken() == "'soft', 'hard'"


def test_a_setup_keeps_its_choices_and_the_defaults_of_the_others() -> None:
    setup = GAME.setup(3, rounds=4)
    assert setup.players == 3 and setup.options == {"rounds": 4, "storm": False}
    state = setup.template[0]
    assert (state.seats, state.rounds, state.storm) == (3, 4, 0)
    assert state.max_decisions == GAME.max_decisions


@pytest.mark.parametrize("players", [1, 4, 2.0, "2", True, None])
def test_a_number_of_players_that_the_game_does_not_have_is_refused(players: Any) -> None:
    with pytest.raises(BadSeats) as caught:
        GAME.setup(players)
    assert str(caught.value) == f"pearls with players={players!r}: possible: 2 to 3"


def test_an_unknown_option_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(
        UnknownOption, match=r"pearls: unknown option 'round'; Did you mean 'rounds'"
    ):
        GAME.setup(2, round=3)


def test_an_unknown_stack_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(BadDeck, match="pearls: unknown stack 'dek'; Did you mean 'deck'"):
        GAME.setup(2).stacked(dek=[1])


def test_stacking_leaves_the_setup_as_it_was() -> None:
    setup = GAME.setup(2)
    before = setup.template.tobytes()
    assert setup.stacked(deck=[7, 6, 5, 4, 3, 2, 1]).tobytes() != before
    assert setup.template.tobytes() == before


def test_setups_are_copied_and_pickled_by_their_choices_and_games_by_their_home() -> None:
    setup = load("snorkeling").setup(3, expert=True)
    for twin in (copy.deepcopy(setup), pickle.loads(pickle.dumps(setup))):
        assert twin.game is setup.game
        assert (twin.players, twin.options) == (3, setup.options)
        assert twin.template.tobytes() == setup.template.tobytes()
    assert len(pickle.dumps(setup)) < 1000, "a game is code, and is not carried about"


def test_the_bundle_answers_from_its_modules() -> None:
    assert (GAME.min_seats, GAME.max_seats) == (2, 3)
    assert GAME.layout is GAME.observation.LAYOUT
    assert list(GAME.options) == ["rounds", "storm"]
    assert GAME.home == "tests.core.tiny"
