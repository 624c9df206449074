"""Rows and piles: where collected cards go, what a sword takes, what a row counts."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.games.ocean.components import (
    ANIMAL_CARDS,
    ANIMAL_OF,
    BEST_STAYS,
    CELL_STARTS,
    COLOUR_OF,
    GOLD,
    HUES,
    LATEST_SEAT,
    TIE_POINTS,
)
from sea_envs.games.ocean.rules.hand import seat_after
from sea_envs.games.ocean.rules.state import GONE, NO_ANIMAL, NO_CARD, NO_SEAT, ROW, SPARE


@kernel
def mark_lacking(state: Any) -> None:
    """Find anew for every animal card whose row has a gap for it."""
    for card in range(ANIMAL_CARDS):
        state.lacking_seats[card] = NO_SEAT
    for seat in range(state.seats):
        for colour in range(HUES):
            if state.friends[seat] != NO_ANIMAL and state.rows[seat, colour] == 0:
                _mark_cell(state, seat, colour, seat)


@kernel
def _mark_cell(state: Any, seat: int, colour: int, lacking_seat: int) -> None:
    """Set who lacks the cards of a colour of the seat's own animal."""
    cell = HUES * int(state.friends[seat]) + int(colour)
    for card in range(CELL_STARTS[cell], CELL_STARTS[cell + 1]):
        state.lacking_seats[card] = lacking_seat


@kernel
def collect(state: Any, seat: int, card: int) -> None:
    """Take an animal card for good (5.2). Of cards taken at once the highest must come first."""
    state.owner_seats[card] = seat
    if ANIMAL_OF[card] != state.friends[seat]:
        state.place[card] = GONE
        return
    colour = COLOUR_OF[card]
    number = state.numbers[card]
    shown = state.rows[seat, colour]
    if shown == 0:
        _put_in_row(state, seat, card)
    elif state.dup_policy == BEST_STAYS and number > shown:
        _put_by(state, seat, friend_card(state, seat, colour, shown))
        _put_in_row(state, seat, card)
    else:
        _put_by(state, seat, card)


@kernel
def _put_in_row(state: Any, seat: int, card: int) -> None:
    state.place[card] = ROW
    state.rows[seat, COLOUR_OF[card]] = state.numbers[card]
    _mark_cell(state, seat, COLOUR_OF[card], NO_SEAT)


@kernel
def _put_by(state: Any, seat: int, card: int) -> None:
    colour = COLOUR_OF[card]
    state.place[card] = SPARE
    state.spares[seat, colour] = max(state.spares[seat, colour], state.numbers[card])


@kernel
def friend_card(state: Any, seat: int, colour: int, number: int) -> int:
    """The card of a seat's own animal with that colour and number; no number comes twice there."""
    cell = HUES * int(state.friends[seat]) + int(colour)
    for card in range(CELL_STARTS[cell], CELL_STARTS[cell + 1]):
        if state.numbers[card] == number:
            return card
    return NO_CARD


@kernel
def steal(state: Any, thief: int, victim: int, colour: int) -> None:
    """Move a friend to the thief's pile; the victim's highest spare fills the gap (6.3)."""
    stolen = friend_card(state, victim, colour, state.rows[victim, colour])
    state.place[stolen] = GONE
    state.owner_seats[stolen] = thief
    state.rows[victim, colour] = 0
    _mark_cell(state, victim, colour, victim)
    if state.spares[victim, colour] == 0:
        return
    spare = friend_card(state, victim, colour, state.spares[victim, colour])
    _put_in_row(state, victim, spare)
    state.spares[victim, colour] = 0
    # Numbers ascend with the cards of an animal's colour.
    for card in range(CELL_STARTS[HUES * int(state.friends[victim]) + colour], spare):
        if state.place[card] == SPARE:
            state.spares[victim, colour] = state.numbers[card]


@kernel
def friends_in_row(state: Any, seat: int) -> int:
    """Colours that the row shows."""
    count = 0
    for colour in range(HUES):
        count += state.rows[seat, colour] > 0
    return count


@kernel
def scores(state: Any, out: Any) -> None:
    """Friends plus a hundredth of their sum, in gold the sum; their order ranks the seats."""
    for seat in range(state.seats):
        total = 0
        for colour in range(HUES):
            total += state.rows[seat, colour]
        out[seat] = total if state.variant == GOLD else friends_in_row(state, seat) + total / 100
    if state.over and not state.illegal and state.final_tie == LATEST_SEAT:
        _break_tie(state, out)


@kernel
def _break_tie(state: Any, out: Any) -> None:
    best = state.first_seat
    level = 0
    for step in range(state.seats):
        seat = seat_after(state, state.first_seat, step)
        if out[seat] > out[best]:
            level = 0
        if out[seat] >= out[best]:
            best = seat
            level += 1
    if level > 1:
        out[best] += TIE_POINTS
