"""Scoring a row: food chains, read from right to left."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.games.sea_life.components import ALONE, CREATURES, EATS
from sea_envs.games.sea_life.rules.state import NO_CARD, NO_SEAT


@kernel
def score_row(state: Any) -> None:
    """Credit every chain to its left end (rule 6), turn all cards up and take them away."""
    total = 0
    for column in range(state.columns):
        creature = int(state.row_creatures[column])
        count = int(state.counts[CREATURES * int(state.row_foods[column]) + creature])
        if column:
            link = state.web[CREATURES * creature + int(state.row_creatures[column - 1])]
            if link == EATS:
                count += total
            elif link == ALONE:
                state.points[state.owner_seats[column - 1]] += total
        total = count
    state.points[state.owner_seats[state.columns - 1]] += total
    _clear(state)


@kernel
def _clear(state: Any) -> None:
    for column in range(state.columns):
        state.last_creatures[column] = state.row_creatures[column]
        state.last_foods[column] = state.row_foods[column]
        state.last_seats[column] = state.owner_seats[column]
        state.foods_left[state.row_foods[column]] -= 1
        state.row_creatures[column] = NO_CARD
        state.row_foods[column] = NO_CARD
        state.owner_seats[column] = NO_SEAT
        state.feeder_seats[column] = NO_SEAT
        state.creature_turns[column] = 0
        state.food_turns[column] = 0
    state.last_columns = state.columns
    state.columns = 0
