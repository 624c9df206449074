"""Rolls at the start of a round (rule A.1) and in the contest (rules 7)."""

from typing import Any

from sea_envs.core.errors import BadDeck
from sea_envs.core.jit import kernel
from sea_envs.core.rng import below, note
from sea_envs.games.australis.actions import NOTE_CONTEST, NOTE_ROLL, TAKE_RED
from sea_envs.games.australis.components import (
    CONTESTS,
    DICE_IN_CONTEST,
    FACES,
    SECOND_NONE,
    SLOTS,
    WINNER_TAKES_BOTH,
)
from sea_envs.games.australis.rules.current import lead
from sea_envs.games.australis.rules.state import NO_SEAT

PER_SEAT = CONTESTS * FACES
_MISFIT = "stacked rolls: the next line does not fit the dice that are to be rolled now"


@kernel
def roll_pool(state: Any) -> None:
    """Roll the coloured dice; red lies with them."""
    stacked = state.rolls_left > 0
    if stacked and _next_stacked(state) != 0:
        raise BadDeck(_MISFIT)
    for die in range(TAKE_RED):
        state.pool[die] = 0
    for colour in range(SLOTS):
        for _ in range(state.seats):
            face = _next_stacked(state) if stacked else below(state, FACES)
            state.pool[FACES * colour + face] += 1
    state.pool[TAKE_RED] = 1
    note(state, NOTE_ROLL)
    note(state, SLOTS * state.seats)
    for die in range(TAKE_RED):
        for _ in range(state.pool[die]):
            note(state, die % FACES)


@kernel
def hold_contest(state: Any) -> int:
    """Roll until one seat's dice are left; answers its seat, and sets who is second."""
    held = _enter(state)
    winner = int(state.contest[0]) // PER_SEAT
    state.second_seat = NO_SEAT
    if state.contest[held - 1] // PER_SEAT == winner and state.no_second == WINNER_TAKES_BOTH:
        state.second_seat = winner
    while state.contest[0] // PER_SEAT != state.contest[held - 1] // PER_SEAT:
        _roll(state, held)
        held = _drop_lowest(state, held)
    winner = int(state.contest[0]) // PER_SEAT
    for place in range(DICE_IN_CONTEST):
        state.contest[place] = 0
    return winner


@kernel
def _enter(state: Any) -> int:
    held = 0
    for seat in range(state.seats):
        for colour in range(CONTESTS):
            for _ in range(state.taken[seat, colour]):
                state.contest[held] = (seat * CONTESTS + colour) * FACES
                held += 1
    return held


@kernel
def _roll(state: Any, held: int) -> None:
    stacked = state.rolls_left > 0
    if stacked and _next_stacked(state) != held:
        raise BadDeck(_MISFIT)
    for place in range(held):
        blank = state.contest[place] // FACES * FACES
        if stacked:
            die = _next_stacked(state)
            if die // FACES * FACES != blank:
                raise BadDeck(_MISFIT)
        else:
            die = blank + below(state, FACES)
        # Dice of one seat and colour lie in ascending order.
        at = place
        while at > 0 and state.contest[at - 1] > die:
            state.contest[at] = state.contest[at - 1]
            at -= 1
        state.contest[at] = die
    note(state, NOTE_CONTEST)
    note(state, held)
    for place in range(held):
        note(state, state.contest[place])


@kernel
def _drop_lowest(state: Any, held: int) -> int:
    """All dice of the lowest value drop, unless all are equal (R12); answers how many stay."""
    lowest, highest = _value(state, 0), _value(state, 0)
    for place in range(1, held):
        value = _value(state, place)
        lowest = min(lowest, value)
        highest = max(highest, value)
    if lowest == highest:
        return held
    kept = 0
    place = 0
    leavers = 0
    for seat in range(state.seats):
        first, first_kept = place, kept
        while place < held and state.contest[place] // PER_SEAT == seat:
            if _value(state, place) > lowest:
                state.contest[kept] = state.contest[place]
                kept += 1
            place += 1
        if place > first and kept == first_kept:
            # Who leaves later is before who left earlier; in one roll the turtle ahead is (R13).
            leavers += 1
            if leavers == 1 or lead(state, seat) > lead(state, state.second_seat):
                state.second_seat = seat
    if leavers > 1 and state.second_tie == SECOND_NONE:
        state.second_seat = NO_SEAT
    return kept


@kernel
def _value(state: Any, place: int) -> int:
    """A die in the contest: its number, and 1 more for the contest card of its colour."""
    die = int(state.contest[place])
    seat = die // PER_SEAT
    colour = die // FACES % CONTESTS
    return int(state.contest_faces[colour, die % FACES]) + ((int(state.strips[seat]) >> colour) & 1)


@kernel
def _next_stacked(state: Any) -> int:
    if state.rolls_left == 0:
        raise BadDeck(_MISFIT)
    code = int(state.rolls[state.rolls_used])
    state.rolls[state.rolls_used] = 0
    state.rolls_used += 1
    state.rolls_left -= 1
    return code
