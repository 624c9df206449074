"""A turn from the choice of a slot to the end of the game (rules 4, 4.6 and 5)."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.games.kuna_yala.actions import (
    CELL,
    DISCARD,
    GIVE_CELL,
    GIVE_SLOT,
    GIVE_TO,
    OCTOPUS_CELL,
    OWN_CELL,
    OWN_SLOT,
    SEAT,
    SLOT,
)
from sea_envs.games.kuna_yala.components import EMPTY, SHARK, SLOTS
from sea_envs.games.kuna_yala.rules.shoal import (
    cover_coral,
    has_prey,
    has_room,
    lay,
    mark_cells,
    mark_corals,
)
from sea_envs.games.kuna_yala.rules.stacks import fill, stack_left, take
from sea_envs.games.kuna_yala.rules.state import (
    FLOWING,
    HAND,
    NO_HOME,
    NO_PAIR,
    NO_PLACE,
    NO_SEAT,
    NO_SLOT,
)

USED_UP = 3


@kernel
def begin_turn(state: Any, seat: int) -> None:
    """Let a seat begin its turn, stuck or not."""
    state.seat = seat
    state.turn_seat = seat
    state.emptied = 0
    _choose_anew(state, OWN_SLOT)
    home, away = home_slots(state), away_slots(state)
    state.stuck = _how_stuck(home, away)
    if state.stuck >= NO_HOME:
        state.phase = DISCARD


@kernel
def _choose_anew(state: Any, phase: int) -> None:
    state.phase = phase
    state.slot = NO_SLOT
    state.target_seat = NO_SEAT


@kernel
def _how_stuck(home: int, away: int) -> int:
    if home == 0:
        return NO_PLACE if away == 0 else NO_HOME
    both = home | away
    # With two slots or more between them, one can always go home and another one away.
    return NO_PAIR if away == 0 or both & (both - 1) == 0 else FLOWING


@kernel
def home_slots(state: Any) -> int:
    """Bits of the slots whose card has a legal cell in the own shoal."""
    bits = 0
    for slot in range(SLOTS):
        if has_room(state, state.turn_seat, state.shown[slot]):
            bits |= 1 << slot
    return bits


@kernel
def away_slots(state: Any) -> int:
    """Bits of the slots whose card has a legal cell in some opponent's shoal."""
    bits = 0
    for slot in range(SLOTS):
        for other in range(state.seats):
            if other != state.turn_seat and _may_get(state, other, state.shown[slot]):
                bits |= 1 << slot
                break
    return bits


@kernel
def _may_get(state: Any, seat: int, card: int) -> bool:
    return has_prey(state, seat) if card == SHARK else has_room(state, seat, card)


@kernel
def shown_slots(state: Any) -> int:
    """Bits of the slots that show a card."""
    bits = 0
    for slot in range(SLOTS):
        if state.shown[slot] != EMPTY:
            bits |= 1 << slot
    return bits


@kernel
def mark_choices(state: Any, mask: Any) -> None:
    """Mark the legal actions of the seat to move."""
    phase = state.phase
    if phase == OWN_SLOT:
        _mark_own_slots(state, mask)
    elif phase == OWN_CELL:
        mark_cells(state, state.seat, state.shown[state.slot], mask[CELL:])
    elif phase == GIVE_SLOT:
        _mark_slots(away_slots(state), mask)
    elif phase == GIVE_TO:
        for step in range(1, state.seats):
            other = _clockwise(state, state.seat, step)
            mask[SEAT + step - 1] = _may_get(state, other, state.shown[state.slot])
    elif phase == GIVE_CELL:
        mark_cells(state, state.target_seat, state.shown[state.slot], mask[CELL:])
    elif phase == OCTOPUS_CELL:
        mark_corals(state, state.seat, mask[CELL:])
    else:
        _mark_discards(state, mask)


@kernel
def _mark_slots(bits: int, mask: Any) -> None:
    for slot in range(SLOTS):
        mask[SLOT + slot] = (bits >> slot) & 1


@kernel
def _mark_own_slots(state: Any, mask: Any) -> None:
    away = away_slots(state)
    _mark_slots(home_slots(state), mask)
    if state.stuck == FLOWING and away & (away - 1) == 0:
        for slot in range(SLOTS):
            if away == 1 << slot:
                mask[SLOT + slot] = 0  # the only card that can be given must be left


@kernel
def _mark_discards(state: Any, mask: Any) -> None:
    _mark_slots(shown_slots(state), mask)
    if state.stuck == NO_HOME:
        away = away_slots(state)
        for slot in range(SLOTS):
            if away == 1 << slot:
                mask[SLOT + slot] = 0  # the only card that can be given must be left


@kernel
def decide(state: Any, action: int) -> None:
    """Carry out one decision, and everything that follows from it."""
    phase = state.phase
    if phase == OWN_SLOT:
        state.slot = action - SLOT
        state.phase = OWN_CELL
    elif phase == OWN_CELL:
        lay(state, state.turn_seat, action - CELL, take(state, state.slot))
        _choose_anew(state, DISCARD if state.stuck == NO_PAIR else GIVE_SLOT)
    elif phase == GIVE_SLOT:
        state.slot = action - SLOT
        state.phase = GIVE_TO
        if state.seats == 2:  # there is nobody else
            _give_to(state, 1)
    elif phase == GIVE_TO:
        _give_to(state, action - SEAT + 1)
    elif phase == GIVE_CELL:
        lay(state, state.target_seat, action - CELL, take(state, state.slot))
        _refill(state)
    elif phase == OCTOPUS_CELL:
        state.shown[HAND] = EMPTY
        cover_coral(state, state.seat, action - CELL)
        _refill(state)
    else:
        _discard(state, action - SLOT)


@kernel
def _give_to(state: Any, step: int) -> None:
    state.target_seat = _clockwise(state, state.turn_seat, step)
    state.phase = GIVE_CELL


@kernel
def _discard(state: Any, slot: int) -> None:
    first_of_turn = state.emptied == 0
    take(state, slot)
    if state.stuck == NO_HOME:
        _choose_anew(state, GIVE_SLOT)
    elif not (state.stuck == NO_PLACE and first_of_turn):
        _refill(state)


@kernel
def _refill(state: Any) -> None:
    if not fill(state):
        return
    state.seat = state.turn_seat
    if _is_finished(state):
        _choose_anew(state, OWN_SLOT)
        state.over = 1
        return
    begin_turn(state, _clockwise(state, state.turn_seat, 1))


@kernel
def _is_finished(state: Any) -> bool:
    """Three stacks are used up, and with finish_round the round is complete too (rule 5)."""
    used_up = 0
    for slot in range(SLOTS):
        gone = stack_left(state, slot) == 0
        if state.end:
            gone = gone and state.shown[slot] == EMPTY
        used_up += gone
    if used_up < USED_UP:
        return False
    if not state.end_round:
        return True
    shown = shown_slots(state)
    return (
        _clockwise(state, state.turn_seat, 1) == state.first_seat
        or shown & (shown - 1) == 0  # fewer than two cards to take
    )


@kernel
def _clockwise(state: Any, seat: int, step: int) -> int:
    other = seat + step
    return other - state.seats if other >= state.seats else other
