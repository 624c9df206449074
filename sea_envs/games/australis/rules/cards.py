"""Deck and display of advantage cards (rules 2.5, 5.4)."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.core.rng import note, shuffle
from sea_envs.games.australis.actions import NOTE_DECK
from sea_envs.games.australis.components import CARDS, DISPLAY, SLOT_CARDS
from sea_envs.games.australis.rules.state import NO_CARD

CARD_KINDS = len(CARDS)


@kernel
def make_deck(state: Any) -> None:
    """Shuffle the deck for this number of players, or take the stacked one."""
    held = 0
    for card in range(CARD_KINDS):
        copies = state.slot_copies if card < SLOT_CARDS else state.contest_copies
        for _ in range(copies):
            if not state.stacked:
                state.deck[held] = card
            held += 1
    if not state.stacked:
        shuffle(state, state.deck, 0, held)
    state.stacked = 0
    state.decked = held
    state.drawn = 0
    _note_deck(state)
    for place in range(DISPLAY):
        state.display[place] = NO_CARD
    fill_display(state)


@kernel
def sort_deck(state: Any) -> None:
    """Put the cards that are left in the deck in the order of their numbers."""
    for place in range(state.drawn + 1, state.decked):
        card = state.deck[place]
        at = place
        while at > state.drawn and state.deck[at - 1] > card:
            state.deck[at] = state.deck[at - 1]
            at -= 1
        state.deck[at] = card


@kernel
def fill_display(state: Any) -> None:
    """Fill the empty places, the lowest first."""
    for place in range(DISPLAY):
        if state.display[place] == NO_CARD:
            state.display[place] = _next_card(state)


@kernel
def _next_card(state: Any) -> int:
    if state.drawn == state.decked:
        _shuffle_discards(state)
    if state.drawn == state.decked:
        return NO_CARD
    card = int(state.deck[state.drawn])
    state.deck[state.drawn] = NO_CARD  # a drawn card lies on the table, nowhere else
    state.drawn += 1
    return card


@kernel
def _shuffle_discards(state: Any) -> None:
    place = 0
    for card in range(SLOT_CARDS):
        for _ in range(state.discards[card]):
            state.deck[place] = card
            place += 1
        state.discards[card] = 0
    if place:
        state.drawn = 0
        state.decked = place
        shuffle(state, state.deck, 0, place)
        _note_deck(state)


@kernel
def _note_deck(state: Any) -> None:
    note(state, NOTE_DECK)
    note(state, state.decked)
    for place in range(state.decked):
        note(state, state.deck[place])
