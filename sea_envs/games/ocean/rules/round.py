"""Rounds: how one begins, when a card is done with, and how the game ends (7)."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.games.ocean.actions import PHASE_PLAY
from sea_envs.games.ocean.components import CONTINUE, HUES, ROTATE
from sea_envs.games.ocean.rules.centre import clear_centre
from sea_envs.games.ocean.rules.hand import seat_after
from sea_envs.games.ocean.rules.row import friends_in_row
from sea_envs.games.ocean.rules.state import NO_SEAT, SHOWN
from sea_envs.games.ocean.rules.stock import deal_hands, open_centre, shuffle_stock


@kernel
def deal_cards(state: Any) -> None:
    """Shuffle, deal the first hands and open the centre."""
    shuffle_stock(state)
    deal_hands(state, state.first_seat)
    open_centre(state)
    state.seat = state.first_seat
    state.phase = PHASE_PLAY


@kernel
def end_collection(state: Any) -> None:
    """Four colours end the game on the spot (7, A19)."""
    if friends_in_row(state, state.seat) == HUES:
        state.over = 1
        return
    end_card(state)


@kernel
def end_card(state: Any) -> None:
    """A card has been played out: the turn passes, or a new round begins, or the game ends."""
    state.phase = PHASE_PLAY
    if state.skull_seat != NO_SEAT:
        if state.held[state.seat] > 0:
            return
        _take_back_hands(state)
    following = seat_after(state, state.seat, 1)
    for step in range(state.seats):
        seat = seat_after(state, following, step)
        if state.held[seat] > 0:
            state.seat = seat
            return
    starter = state.starter_seat
    if state.starter == ROTATE:
        starter = seat_after(state, starter, 1)
    elif state.starter == CONTINUE:
        starter = following
    if deal_hands(state, starter):
        state.seat = starter
        return
    state.over = 1


@kernel
def _take_back_hands(state: Any) -> None:
    for position in range(state.lying):
        card = state.centre[position]
        if state.owner_seats[card] != NO_SEAT:
            state.place[card] = SHOWN
    clear_centre(state)
    state.skull_seat = NO_SEAT
