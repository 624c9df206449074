"""Turtles in the current (rules 5.2): landing, stones of food, and who is ahead."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.games.australis.components import LEAPFROG, MAX_SEATS
from sea_envs.games.australis.rules.state import STATE

FOOD_STONES = STATE["food_at"].shape[0]


@kernel
def swim(state: Any, seat: int, steps: int) -> None:
    """Move a turtle, and take the own stones it reaches or passes."""
    start = int(state.spaces[seat])
    last = int(state.last)
    if start == last:
        return
    space = _landing(state, seat, start, steps)
    state.spaces[seat] = space
    if space == last:
        there = 0
        for other in range(state.seats):
            there += state.arrived[other] > 0
        state.arrived[seat] = there + 1
    for stone in range(FOOD_STONES):
        state.food[seat] += start < state.food_at[stone] <= space


@kernel
def _landing(state: Any, seat: int, start: int, steps: int) -> int:
    last = int(state.last)
    if state.landing == LEAPFROG:
        space = start
        for _ in range(steps):
            space = _next_free(state, seat, min(last, space + 1))
        return space
    return _next_free(state, seat, min(last, start + steps))


@kernel
def _next_free(state: Any, seat: int, space: int) -> int:
    """The first space from this one on without another turtle; the last space has room for all."""
    at = space
    while at < state.last and _is_taken(state, seat, at):
        at += 1
    return at


@kernel
def _is_taken(state: Any, seat: int, space: int) -> bool:
    taken = False
    for other in range(state.seats):
        taken |= other != seat and state.spaces[other] == space
    return taken


@kernel
def lead(state: Any, seat: int) -> int:
    """The higher, the farther ahead; on the last space who came earlier is ahead (R9)."""
    return int(state.spaces[seat]) * (MAX_SEATS + 1) - int(state.arrived[seat])


@kernel
def sector(state: Any, seat: int) -> int:
    """The sector of a seat's turtle, 1 to 6."""
    return int(state.sectors[state.spaces[seat]])
