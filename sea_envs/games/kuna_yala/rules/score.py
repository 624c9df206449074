"""The count at the end (rule 5)."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.games.kuna_yala.components import (
    HUES,
    MAJORITY_POINTS,
    MOST_CARDS,
    SHARK_POINTS,
    STRICT,
    TIED_OK,
)

_MORE_THAN_ANY_SHOAL_HOLDS = 2 * MOST_CARDS


@kernel
def count_points(state: Any, out: Any) -> None:
    """Points of each seat, as the count would give them now."""
    most_sharks = 0
    for seat in range(state.seats):
        most_sharks = max(most_sharks, int(state.sharks[seat]))
    for seat in range(state.seats):
        colour = state.colours[seat]
        points = int(state.octopuses[seat])
        for shoal in range(state.seats):
            points += state.fish[shoal, colour]
        if _has_majority(state, seat):
            points += MAJORITY_POINTS
        if state.sharks[seat] == most_sharks and (most_sharks > 0 or state.shark_zero):
            points += SHARK_POINTS
        out[seat] = points


@kernel
def _has_majority(state: Any, seat: int) -> bool:
    colour = state.colours[seat]
    own = int(state.fish[seat, colour])
    strongest_other = 0
    for other in range(HUES):
        if other != colour:
            strongest_other = max(strongest_other, int(state.fish[seat, other]))
    if state.majority == TIED_OK:
        return own > 0 and own >= strongest_other
    if state.majority == STRICT:
        return own > strongest_other
    return 2 * own > fish_at_home(state, seat)


@kernel
def fish_at_home(state: Any, seat: int) -> int:
    """Living fish of every colour in the own shoal."""
    total = 0
    for colour in range(HUES):
        total += state.fish[seat, colour]
    return total


@kernel
def rank(state: Any, out: Any) -> None:
    """Points first; a tie goes to the seat with more fish at home."""
    count_points(state, out)
    for seat in range(state.seats):
        out[seat] = out[seat] * _MORE_THAN_ANY_SHOAL_HOLDS + fish_at_home(state, seat)
