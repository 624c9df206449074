"""What a round is framed by: the roll, the scoring, the contest's tiles, the end (rules 6 to 8)."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.games.australis.actions import TAKE_RED
from sea_envs.games.australis.components import (
    CONTESTS,
    GOLD,
    ONE_PER_FED_FISH,
    PASS_LEFT,
    REEFS,
    ROUNDS,
    SILVER,
)
from sea_envs.games.australis.rules.current import lead
from sea_envs.games.australis.rules.dice import hold_contest, roll_pool
from sea_envs.games.australis.rules.state import NO_SEAT, PHASE_TAKE, PHASE_TILE


@kernel
def begin_round(state: Any) -> None:
    """Roll; the holder of the start tile leads."""
    state.rounds += 1
    state.turn = 0
    state.phase = PHASE_TAKE
    state.seat = state.start_tile_seat
    state.second_seat = NO_SEAT
    for seat in range(state.seats):
        for colour in range(CONTESTS):
            state.taken[seat, colour] = 0
    roll_pool(state)


@kernel
def end_dice(state: Any) -> None:
    """After the last die: the start tile, the scoring, the contest, and the winner's choice."""
    if state.pool[TAKE_RED] and state.red_untaken == PASS_LEFT:
        after = state.start_tile_seat + 1
        state.start_tile_seat = after if after < state.seats else 0
    _score_round(state)
    state.seat = hold_contest(state)
    state.phase = PHASE_TILE


@kernel
def take_tile(state: Any, metal: int) -> None:
    """The winner takes one tile, the second the other; then the next round or the end."""
    _give_tile(state, state.seat, metal)
    if state.second_seat != NO_SEAT:
        _give_tile(state, state.second_seat, GOLD + SILVER - metal)
    if state.rounds == ROUNDS:
        _end_game(state)
        return
    begin_round(state)


@kernel
def _give_tile(state: Any, seat: int, metal: int) -> None:
    tile = state.rounds - 1
    state.tile_points[seat] += state.tiles[metal, tile]
    if metal == SILVER:
        state.food[seat] += state.silver_food[tile]


@kernel
def _score_round(state: Any) -> None:
    for reef in range(REEFS):
        _score_reef(state, reef)
    for seat in range(state.seats):
        state.points[seat] += state.values[state.spaces[seat]]
        state.points[seat] += state.school[fed(state, seat)]


@kernel
def _score_reef(state: Any, reef: int) -> None:
    """First and second by corals, ties to the turtle ahead (R10)."""
    first_seat, second_seat = NO_SEAT, NO_SEAT
    for seat in range(state.seats):
        if state.reefs[seat, reef]:
            if first_seat == NO_SEAT or _is_before(state, seat, first_seat, reef):
                first_seat, second_seat = seat, first_seat
            elif second_seat == NO_SEAT or _is_before(state, seat, second_seat, reef):
                second_seat = seat
    if first_seat != NO_SEAT:
        state.points[first_seat] += state.reef_first[reef]
    if second_seat != NO_SEAT:
        state.points[second_seat] += state.reef_second[reef]


@kernel
def _is_before(state: Any, seat: int, other: int, reef: int) -> bool:
    mine, theirs = state.reefs[seat, reef], state.reefs[other, reef]
    return mine > theirs or (mine == theirs and lead(state, seat) > lead(state, other))


@kernel
def fed(state: Any, seat: int) -> int:
    """Fish that the seat's food stones can feed."""
    return min(int(state.fish[seat]), int(state.capacity[state.food[seat]]))


@kernel
def _end_game(state: Any) -> None:
    for seat in range(state.seats):
        state.points[seat] += state.tile_points[seat]
        state.points[seat] += state.corals - state.supply[seat]
        if state.end_fish == ONE_PER_FED_FISH:
            state.points[seat] += fed(state, seat)
    state.points[state.start_tile_seat] += state.start_tile
    state.over = 1
