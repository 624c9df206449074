"""The common row: where cards may go, laying them, and who knows a face."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.games.sea_life.actions import (
    COLUMN,
    FOOD,
    LEFT,
    NO_PEEK,
    PEEK_CREATURE,
    PEEK_FOOD,
    RIGHT,
)
from sea_envs.games.sea_life.components import LUCKY_OPEN, LUCKY_PEEK, OPEN
from sea_envs.games.sea_life.rules.state import NO_CARD, NO_SEAT


@kernel
def faces_up(state: Any) -> bool:
    """Cards are laid face up (rule 8)."""
    return bool(state.variant == OPEN or state.variant == LUCKY_OPEN)


@kernel
def knows_creature(state: Any, seat: int, column: int) -> bool:
    """`seat` laid that creature, looked at it, or all see it (rule 5.1)."""
    if faces_up(state) or state.owner_seats[column] == seat:
        return True
    return bool((state.peeked_creatures[seat] >> column) & 1)


@kernel
def knows_food(state: Any, seat: int, column: int) -> bool:
    """`seat` laid that food, looked at it, or all see it (rule 5.1)."""
    if faces_up(state) or state.feeder_seats[column] == seat:
        return True
    return bool((state.peeked_foods[seat] >> column) & 1)


@kernel
def mark_places(state: Any, mask: Any) -> None:
    """Mark where the chosen card may go (rules 5.4 and 8.1)."""
    if state.card < FOOD:
        if state.gaps:
            for column in range(state.columns):
                mask[COLUMN + column] = state.row_creatures[column] == NO_CARD
            return
    elif state.hungry:
        for column in range(state.columns):
            mask[COLUMN + column] = state.row_foods[column] == NO_CARD
        return
    mask[LEFT] = 1
    mask[RIGHT] = state.columns > 0  # for the first card both ends are one place


@kernel
def mark_peeks(state: Any, mask: Any) -> None:
    """Mark every face in the row that the seat to move does not know (rule 8.2)."""
    seat = state.seat
    for column in range(state.columns):
        if state.row_creatures[column] != NO_CARD:
            mask[PEEK_CREATURE + column] = not knows_creature(state, seat, column)
        if state.row_foods[column] != NO_CARD:
            mask[PEEK_FOOD + column] = not knows_food(state, seat, column)
    mask[NO_PEEK] = 1


@kernel
def peek(state: Any, action: int) -> None:
    """The seat to move looks at a card, or not."""
    if action < PEEK_FOOD:
        state.peeked_creatures[state.seat] |= 1 << (action - PEEK_CREATURE)
    elif action < NO_PEEK:
        state.peeked_foods[state.seat] |= 1 << (action - PEEK_FOOD)


@kernel
def lay(state: Any, place: int) -> None:
    """The chosen card of the seat to move goes to its place."""
    if place == RIGHT:
        _make_room(state)
        column = 0
    elif place == LEFT:
        column = int(state.columns)
    else:
        column = place - COLUMN
    ends = place < COLUMN
    if ends:
        _open_column(state, column)
    seat = state.seat
    if state.card < FOOD:
        state.row_creatures[column] = state.card
        state.owner_seats[column] = seat
        state.creature_turns[column] = state.turn + 1
        state.creatures_laid[seat] += 1
        state.gaps -= 1
    else:
        state.row_foods[column] = state.card - FOOD
        state.feeder_seats[column] = seat
        state.food_turns[column] = state.turn + 1
        state.foods_laid[seat] += 1
        state.hungry -= 1
    state.card = NO_CARD


@kernel
def _open_column(state: Any, column: int) -> None:
    state.row_creatures[column] = NO_CARD
    state.row_foods[column] = NO_CARD
    state.owner_seats[column] = NO_SEAT
    state.feeder_seats[column] = NO_SEAT
    state.creature_turns[column] = 0
    state.food_turns[column] = 0
    state.columns += 1
    state.gaps += 1
    state.hungry += 1


@kernel
def _make_room(state: Any) -> None:
    """Every column moves one to the left, and what seats know of it with it."""
    for column in range(state.columns, 0, -1):
        state.row_creatures[column] = state.row_creatures[column - 1]
        state.row_foods[column] = state.row_foods[column - 1]
        state.owner_seats[column] = state.owner_seats[column - 1]
        state.feeder_seats[column] = state.feeder_seats[column - 1]
        state.creature_turns[column] = state.creature_turns[column - 1]
        state.food_turns[column] = state.food_turns[column - 1]
    if state.variant == LUCKY_PEEK:
        for seat in range(state.seats):
            state.peeked_creatures[seat] <<= 1
            state.peeked_foods[seat] <<= 1
