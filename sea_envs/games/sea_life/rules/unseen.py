"""Dealing anew what a seat cannot know."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.core.rng import shuffle_afresh
from sea_envs.games.sea_life.actions import FOOD
from sea_envs.games.sea_life.components import CREATURES, DECK_SIZE, FOODS
from sea_envs.games.sea_life.rules.hand import take_food
from sea_envs.games.sea_life.rules.row import faces_up, knows_creature, knows_food
from sea_envs.games.sea_life.rules.state import NO_CARD


@kernel
def reshuffle_unseen(state: Any, seat: int) -> None:
    """Mix all foods that `seat` has not seen, and each other seat's creatures among themselves."""
    _reshuffle_foods(state, seat)
    for other in range(state.seats):
        if other != seat:
            _reshuffle_creatures(state, seat, other)


@kernel
def _hides_choice(state: Any, seat: int) -> bool:
    """A card is chosen, not laid yet, and `seat` does not see it."""
    return state.card != NO_CARD and state.seat != seat and not faces_up(state)


@kernel
def _reshuffle_foods(state: Any, seat: int) -> None:
    # The free cells of the deck, before the undealt foods, hold the others while all are mixed.
    undealt = FOODS * int(state.seats)
    first = undealt
    for other in range(state.seats):
        if other != seat:
            for place in range(FOODS):
                if state.foods[other, place] != NO_CARD:
                    first -= 1
                    state.deck[first] = state.foods[other, place]
    for column in range(state.columns):
        if state.row_foods[column] != NO_CARD and not knows_food(state, seat, column):
            first -= 1
            state.deck[first] = state.row_foods[column]
    chosen = _hides_choice(state, seat) and state.card >= FOOD
    if chosen:
        first -= 1
        state.deck[first] = state.card - FOOD
    shuffle_afresh(state, state.deck, first, DECK_SIZE)
    if chosen:
        state.card = FOOD + int(state.deck[first])
        first += 1
    for column in range(state.columns):
        if state.row_foods[column] != NO_CARD and not knows_food(state, seat, column):
            state.row_foods[column] = state.deck[first]
            first += 1
    for other in range(state.seats):
        if other != seat:
            held = 0
            while held < FOODS and state.foods[other, held] != NO_CARD:
                state.foods[other, held] = NO_CARD
                held += 1
            for _ in range(held):
                take_food(state, other, state.deck[first])
                first += 1
    for place in range(undealt):
        state.deck[place] = NO_CARD


@kernel
def _reshuffle_creatures(state: Any, seat: int, other: int) -> None:
    pool = state.deck  # its first cells are free: the foods there were dealt
    size = 0
    for kind in range(CREATURES):
        if state.creatures[other, kind]:
            pool[size] = kind
            size += 1
    for column in range(state.columns):
        if state.owner_seats[column] == other and not knows_creature(state, seat, column):
            pool[size] = state.row_creatures[column]
            size += 1
    chosen = _hides_choice(state, seat) and state.seat == other and state.card < FOOD
    if chosen:
        pool[size] = state.card
        size += 1
    shuffle_afresh(state, pool, 0, size)
    if chosen:
        size -= 1
        state.card = pool[size]
    for column in range(state.columns):
        if state.owner_seats[column] == other and not knows_creature(state, seat, column):
            size -= 1
            state.row_creatures[column] = pool[size]
    for kind in range(CREATURES):
        state.creatures[other, kind] = 0
    for place in range(size):
        state.creatures[other, pool[place]] = 1
    for place in range(CREATURES):
        pool[place] = NO_CARD
