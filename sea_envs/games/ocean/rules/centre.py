"""The centre: animals in ascending order, and the picks of a capture (5.3)."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.games.ocean.actions import CARD, PHASE_CAPTURE, STOP
from sea_envs.games.ocean.components import ALL, MOST_NUMBER
from sea_envs.games.ocean.rules.hand import lift_animal
from sea_envs.games.ocean.rules.row import collect
from sea_envs.games.ocean.rules.state import CENTRE, CLOSED, NO_CARD, OPEN, PLAYED

_UP_TO_MOST = (1 << (MOST_NUMBER + 1)) - 1


@kernel
def add_to_centre(state: Any, card: int) -> None:
    """Lay an animal in the centre."""
    _put_on_table(state, card)
    state.place[card] = CENTRE
    _count_in(state, card)


@kernel
def _put_on_table(state: Any, card: int) -> None:
    position = int(state.lying)
    while position > 0 and state.centre[position - 1] > card:
        state.centre[position] = state.centre[position - 1]
        position -= 1
    state.centre[position] = card
    state.lying += 1


@kernel
def _count_in(state: Any, card: int) -> None:
    sums, number = int(state.sums), int(state.numbers[card])
    for seat in range(state.seats):
        lacked = int(state.sums_lacked[seat])
        more = sums if state.lacking_seats[card] == seat else lacked
        state.sums_lacked[seat] = (lacked | more << number) & _UP_TO_MOST
    state.sums = (sums | sums << number) & _UP_TO_MOST


@kernel
def clear_centre(state: Any) -> None:
    """Close the gaps that cards left which no longer have their place in the centre."""
    kept = 0
    for position in range(state.lying):
        card = state.centre[position]
        if state.place[card] == CENTRE:
            state.centre[kept] = card
            kept += 1
    for position in range(kept, state.lying):
        state.centre[position] = NO_CARD
    state.lying = kept
    count_sums(state)


@kernel
def count_sums(state: Any) -> None:
    """Find anew what the animals of the centre can add up to, as far as a number goes."""
    state.sums = 1
    for seat in range(state.seats):
        state.sums_lacked[seat] = 0
    for position in range(state.lying):
        card = state.centre[position]
        if state.place[card] == CENTRE:
            _count_in(state, card)


@kernel
def begin_capture(state: Any, card: int) -> None:
    """An animal has been played: its groups are picked next, or it is laid."""
    _put_on_table(state, card)
    state.place[card] = PLAYED
    state.played = card
    state.phase = PHASE_CAPTURE
    state.wanted = state.numbers[card]
    state.after = NO_CARD
    state.closed = 0


@kernel
def mark_picks(state: Any, mask: Any) -> None:
    """The next card of the open group, or the first of another; or stop."""
    wanted = int(state.wanted)
    after = state.after
    # From the last card down: bit s of `sums` tells whether the cards seen so far can add s.
    sums = 1
    for position in range(state.lying - 1, -1, -1):
        card = state.centre[position]
        number = int(state.numbers[card])
        lies = state.place[card] == CENTRE
        # A card above what is wanted asks for the bit below 0, which is never set.
        rest = max(wanted - number, -1) + 1
        mask[CARD + card] = lies & (card > after) & ((sums << 1) >> rest)
        sums |= sums << (number * lies)
        sums &= _UP_TO_MOST
    if wanted < state.numbers[state.played]:
        return
    more = (sums >> wanted) & 1
    if state.closed == 0:
        mask[STOP] = not (state.capture_mandatory and more)
    else:
        mask[STOP] = not (state.capture_rule == ALL and more)


@kernel
def pick_for_group(state: Any, card: int) -> None:
    """Add a card to the open group; close the group when it adds up."""
    if state.wanted == state.numbers[state.played]:
        state.group_first = card
    state.place[card] = OPEN
    lift_animal(state, card)
    count_sums(state)
    state.wanted -= state.numbers[card]
    state.after = card
    if state.wanted > 0:
        return
    for position in range(state.lying):
        if state.place[state.centre[position]] == OPEN:
            state.place[state.centre[position]] = CLOSED
    state.closed += 1
    state.wanted = state.numbers[state.played]
    # In `free` groups ascend by their first cards, so that each family is reached in one way; in
    # `all` that order could end where a group is left that may no longer be begun.
    state.after = NO_CARD if state.capture_rule == ALL else state.group_first


@kernel
def end_capture(state: Any) -> None:
    """Lay the played card, or collect it and the groups (5.2)."""
    if state.closed == 0:
        state.place[state.played] = CENTRE
        _count_in(state, state.played)
    else:
        for position in range(state.lying - 1, -1, -1):
            card = state.centre[position]
            if state.place[card] != CENTRE:
                collect(state, state.seat, card)
        clear_centre(state)
    state.played = NO_CARD
    state.wanted = 0
    state.after = NO_CARD
    state.group_first = 0
    state.closed = 0
