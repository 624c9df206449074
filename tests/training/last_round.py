"""The last round of Sea Life for two, with few kinds of food: small enough to be solved exactly.

Everybody knows which creatures each seat has left; which two foods lie in a hand, only that seat
knows. Creatures and foods are laid face down, so that where a creature lies is a bluff. The rules
are the game's own; only the deal is not: it begins where three rounds have been played.
"""

from collections.abc import Iterable
from dataclasses import replace
from math import comb
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.jit import bind
from sea_envs.core.rng import shuffle
from sea_envs.core.table import Table
from sea_envs.games import sea_life
from sea_envs.games.sea_life import components, rules
from sea_envs.games.sea_life.components import DECK_SIZE, FOODS, STANDARD
from sea_envs.games.sea_life.rules.hand import take_food
from sea_envs.games.sea_life.rules.state import NO_CARD

Array = npt.NDArray[Any]

HELD = 2
"""Creatures and foods of a seat in the last round; the others are gone."""
CREATURES_LEFT = ((2, 5), (0, 6))
"""Octopus and Shark against Crab and Blue Whale."""
POINTS = (1, 0)
"""Before the last round."""
KINDS = ("Parrotfish", "Ray", "Phytoplankton")
FOODS_LEFT = 12
"""Copies of each kind that have not turned up yet; four have been laid."""


def deal(state: Any) -> None:
    """The game's own deal, and then the hands as the last round finds them."""
    deal_whole(state)
    state.noted = 0
    state.rounds_scored = state.last_round - 1
    state.starter_seat = 0
    state.seat = 0
    first = FOODS * state.seats - HELD * state.seats
    place = first
    for kind in range(len(KINDS)):
        state.foods_left[kind] = FOODS_LEFT
        for _ in range(FOODS_LEFT):
            state.deck[place] = kind
            place += 1
    shuffle(state, state.deck, first, DECK_SIZE)
    state.foods[:, :] = NO_CARD
    state.creatures[:, :] = 0
    for seat in range(state.seats):
        state.points[seat] = POINTS[seat]
        for held in range(HELD):
            state.creatures[seat, CREATURES_LEFT[seat][held]] = 1
            take_food(state, seat, state.deck[first])
            state.deck[first] = NO_CARD
            first += 1


deal_whole = rules.deal


def _cards() -> dict[str, Any]:
    """The standard creatures, and as many foods of each kind."""
    foods = {food.name: food for food in STANDARD.foods}
    copies = DECK_SIZE // len(KINDS)
    return {
        "creatures": [vars(creature) for creature in STANDARD.creatures],
        "foods": [{**vars(foods[name]), "copies": copies} for name in KINDS],
    }


def _copied(module: Any, **others: Any) -> Any:
    """A module of the game as one of this file, with other members."""
    copy = ModuleType(f"{__name__}.{module.__name__.rpartition('.')[2]}")
    own = {name: member for name, member in vars(module).items() if not name.startswith("__")}
    vars(copy).update(own | others)
    return copy


# Bound, not merely compiled: the machine code then goes when the sources of the game change.
_DEAL = bind(deal, "last_round", deal, deal_whole=rules.deal, take_food=take_food)

GAME = replace(
    sea_life.GAME,
    name="last_round",
    components=_copied(components),
    rules=_copied(rules, deal=_DEAL),
)
SETUP = GAME.setup(2, cards=_cards(), dealer=1)


def deals() -> tuple[Array, Array]:
    """Every deal that somebody could tell from the others: states [k], and how likely each is.

    The order of the foods that nobody was dealt never matters.
    """
    table = Table(SETUP, 4000)
    table.seed(0)
    table.deal()
    _, first = np.unique(table.states["foods"][:, :2], axis=0, return_index=True)
    states = table.states[first]
    return states, np.array([likelihood(hands) for hands in hands_of(states)])


def hands_of(states: Array) -> Iterable[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The kinds of food in both hands of each state."""
    for one, other in states["foods"][:, :2, :HELD].tolist():
        yield tuple(one), tuple(other)


def likelihood(hands: tuple[tuple[int, ...], tuple[int, ...]]) -> float:
    """How likely both hands are, by counting."""
    one, other = hands
    ways = 1
    for kind in range(len(KINDS)):
        mine = one.count(kind)
        ways *= comb(FOODS_LEFT, mine) * comb(FOODS_LEFT - mine, other.count(kind))
    whole = FOODS_LEFT * len(KINDS)
    return ways / (comb(whole, HELD) * comb(whole - HELD, HELD))
