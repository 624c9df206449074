"""The four stacks and the cards beside them: reveals, octopuses, all sharks (rules 4.4 and 4.5)."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.games.kuna_yala.actions import OCTOPUS_CELL
from sea_envs.games.kuna_yala.components import CELLS, CORAL, EMPTY, OCTOPUS, SHARK, SLOTS
from sea_envs.games.kuna_yala.rules.shoal import cover_coral
from sea_envs.games.kuna_yala.rules.state import HAND, NO_SEAT, NO_SLOT, STOP, TOP


@kernel
def stack_left(state: Any, slot: int) -> int:
    """Face-down cards of a stack."""
    return int(state.stacks[STOP, slot]) - int(state.stacks[TOP, slot])


@kernel
def take(state: Any, slot: int) -> int:
    """Take the face-up card of a slot."""
    card = int(state.shown[slot])
    state.shown[slot] = EMPTY
    state.emptied |= 1 << slot
    return card


@kernel
def fill(state: Any) -> bool:
    """Reveal cards until every slot that can be is filled and not all show sharks.

    False when an octopus waits for its receiver's choice; filling goes on after it.
    """
    while True:
        slot = _slot_to_fill(state)
        if slot == NO_SLOT:
            slot = _shark_to_replace(state)
            if slot == NO_SLOT:
                return True
            state.shown[slot] = EMPTY
        card = _draw(state, slot)
        if card != OCTOPUS:
            state.shown[slot] = card
            continue
        receiver = _octopus_receiver(state)
        if receiver == NO_SEAT:
            continue
        if state.octopus_choice or state.corals[receiver] == 1:
            cover_coral(state, receiver, _first_coral(state, receiver))
            continue
        state.shown[HAND] = OCTOPUS
        state.slot = slot
        state.seat = receiver
        state.phase = OCTOPUS_CELL
        return False


@kernel
def _slot_to_fill(state: Any) -> int:
    for slot in range(SLOTS):
        if state.shown[slot] == EMPTY and stack_left(state, slot) > 0:
            return slot
    return NO_SLOT


@kernel
def _shark_to_replace(state: Any) -> int:
    """The slot whose shark goes if all face-up cards are sharks: of this turn's slots the last one
    with cards left, otherwise the last of all."""
    refilled, other = NO_SLOT, NO_SLOT
    for slot in range(SLOTS):
        if state.shown[slot] != SHARK and state.shown[slot] != EMPTY:
            return NO_SLOT
        if stack_left(state, slot) > 0:
            if (state.emptied >> slot) & 1:
                refilled = slot
            else:
                other = slot
    return refilled if refilled != NO_SLOT else other


@kernel
def _draw(state: Any, slot: int) -> int:
    place = state.stacks[TOP, slot]
    card = int(state.cards[place])
    state.cards[place] = EMPTY  # a drawn card lies on the table, nowhere else
    state.stacks[TOP, slot] += 1
    state.unseen[card] -= 1
    return card


@kernel
def _octopus_receiver(state: Any) -> int:
    """The seat with strictly the most corals, if one of them is in sight."""
    most = -1
    receiver = NO_SEAT
    for seat in range(state.seats):
        corals = int(state.corals[seat])
        if state.coral_count:
            corals += state.octopuses[seat]
        if corals == most:
            receiver = NO_SEAT
        elif corals > most:
            most, receiver = corals, seat
    if receiver != NO_SEAT and state.corals[receiver] == 0:
        return NO_SEAT
    return receiver


@kernel
def _first_coral(state: Any, seat: int) -> int:
    for cell in range(CELLS):
        if state.cells[seat, cell] == CORAL:
            return cell
    return CELLS
