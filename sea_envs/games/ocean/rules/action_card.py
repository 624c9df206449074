"""Sack, chest, sword and skull, step by step (6)."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.games.ocean.actions import CARD, OTHERS, PHASE_STEAL, PICK_ACTION, STEAL
from sea_envs.games.ocean.components import ANIMAL_CARDS, HUES, ONE, SACK, SKULL
from sea_envs.games.ocean.rules.centre import add_to_centre, clear_centre, count_sums
from sea_envs.games.ocean.rules.hand import lift_action, lift_animal, seat_after
from sea_envs.games.ocean.rules.round import end_card, end_collection
from sea_envs.games.ocean.rules.row import collect, friends_in_row, steal
from sea_envs.games.ocean.rules.state import NO_SEAT, SHOWN


@kernel
def centre_is_empty(state: Any) -> bool:
    """Nothing lies in the centre, open hands included."""
    if state.lying > 0:
        return False
    if state.skull_seat != NO_SEAT:
        for seat in range(state.seats):
            if seat != state.skull_seat and state.held[seat] > 0:
                return False
    return True


@kernel
def mark_sack(state: Any, mask: Any) -> None:
    """Any one card of the centre (6.1)."""
    for position in range(state.lying):
        mask[CARD + state.centre[position]] = 1
    if state.skull_seat == NO_SEAT:
        return
    for step in range(1, state.seats):
        owner = seat_after(state, state.seat, step)
        for kind in range(SKULL - SACK):
            mask[PICK_ACTION + OTHERS * kind + step - 1] = state.hand_actions[owner, kind] > 0


@kernel
def mark_thefts(state: Any, mask: Any) -> None:
    """A friend of the row to be robbed, or of any row (6.3)."""
    for step in range(1, state.seats):
        victim = seat_after(state, state.seat, step)
        if state.victim_seat == NO_SEAT or state.victim_seat == victim:
            for colour in range(HUES):
                mask[STEAL + HUES * (step - 1) + colour] = state.rows[victim, colour] > 0


@kernel
def pick_action(state: Any, place: int) -> None:
    """Take an exposed action card with a sack; it lies dead in the pile (6.4)."""
    kind, step = place // OTHERS, place % OTHERS + 1
    lift_action(state, seat_after(state, state.seat, step), kind)
    state.piled_actions[state.seat, kind] += 1
    end_card(state)


@kernel
def play_chest(state: Any) -> None:
    """Collect the whole centre as one event (6.2)."""
    seat = state.seat
    for position in range(state.lying - 1, -1, -1):
        card = state.centre[position]
        lift_animal(state, card)
        collect(state, seat, card)
    clear_centre(state)
    if state.skull_seat != NO_SEAT:
        for step in range(1, state.seats):
            owner = seat_after(state, seat, step)
            for kind in range(SKULL - SACK):
                while state.hand_actions[owner, kind] > 0:
                    lift_action(state, owner, kind)
                    state.piled_actions[seat, kind] += 1
    end_collection(state)


@kernel
def play_sword(state: Any) -> None:
    """Look for the first row to rob (6.3)."""
    state.phase = PHASE_STEAL
    _seek_victim(state, 1)
    if state.victim_seat == NO_SEAT:
        end_card(state)
    elif state.sword == ONE:
        state.victim_seat = NO_SEAT


@kernel
def _seek_victim(state: Any, first_step: int) -> None:
    """The next seat with a friend to steal, from `first_step` places clockwise of the thief on."""
    for step in range(first_step, state.seats):
        victim = seat_after(state, state.seat, step)
        if friends_in_row(state, victim) > 0:
            state.victim_seat = victim
            return
    state.victim_seat = NO_SEAT


@kernel
def steal_friend(state: Any, place: int) -> None:
    """Rob the row `step` places clockwise and look for the next one."""
    step, colour = place // HUES + 1, place % HUES
    steal(state, state.seat, seat_after(state, state.seat, step), colour)
    count_sums(state)
    if state.victim_seat != NO_SEAT:
        _seek_victim(state, step + 1)
    if state.victim_seat == NO_SEAT:
        end_card(state)


@kernel
def play_skull(state: Any) -> None:
    """All other hands lie open in the centre until this seat's hand is played out (6.4)."""
    if state.held[state.seat] > 0:
        state.skull_seat = state.seat
        for card in range(ANIMAL_CARDS):
            owner = state.owner_seats[card]
            if owner != NO_SEAT and owner != state.seat and state.place[card] <= SHOWN:
                add_to_centre(state, card)
        for step in range(1, state.seats):
            owner = seat_after(state, state.seat, step)
            for kind in range(SKULL - SACK):
                state.shown_actions[owner, kind] = state.hand_actions[owner, kind]
    end_card(state)
