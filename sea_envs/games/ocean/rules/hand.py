"""Hands: what a seat holds and what everybody knows of it."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.games.ocean.components import ANIMAL_CARDS, CHEST, SACK
from sea_envs.games.ocean.rules.state import NO_SEAT, SHOWN, UNSEEN


@kernel
def seat_after(state: Any, seat: int, steps: int) -> int:
    """The seat `steps` places clockwise; steps below the number of seats."""
    further = int(seat) + int(steps)
    return further - int(state.seats) if further >= state.seats else further


@kernel
def give_card(state: Any, seat: int, card: int, known: bool) -> None:
    """Put a card into a hand."""
    state.held[seat] += 1
    if card < ANIMAL_CARDS:
        state.place[card] = SHOWN if known else UNSEEN
        state.owner_seats[card] = seat
        return
    state.hand_actions[seat, card - SACK] += 1
    if known:
        state.shown_actions[seat, card - SACK] += 1


@kernel
def lift_animal(state: Any, card: int) -> None:
    """Take an animal out of the hand it belongs to, if it does; in a skull turn it may lie open."""
    owner = state.owner_seats[card]
    if owner != NO_SEAT:
        state.held[owner] -= 1
        state.owner_seats[card] = NO_SEAT


@kernel
def lift_action(state: Any, seat: int, kind: int) -> None:
    """Take an action card out of a hand; a known copy first, as nobody can tell them apart."""
    state.held[seat] -= 1
    state.hand_actions[seat, kind] -= 1
    if state.shown_actions[seat, kind] > 0:
        state.shown_actions[seat, kind] -= 1


@kernel
def holds_only_sacks_and_chests(state: Any, seat: int) -> bool:
    """Nothing else is left in the hand."""
    sacks = state.hand_actions[seat, 0]
    chests = state.hand_actions[seat, CHEST - SACK]
    return bool(state.held[seat] == sacks + chests)
