"""The stock: shuffling, the opening, the rounds' deals, and what of it nobody can know."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.core.rng import note, shuffle
from sea_envs.games.ocean.actions import NOTE_DECK
from sea_envs.games.ocean.components import (
    ACTION_COPIES,
    ACTION_NAMES,
    ANIMAL_CARDS,
    CHEST,
    DECK_CARDS,
    DECK_SIZE,
    FULL_ONLY,
    HAND,
    OPENING,
    SACK,
    SKULL,
)
from sea_envs.games.ocean.rules.centre import add_to_centre
from sea_envs.games.ocean.rules.hand import give_card, seat_after
from sea_envs.games.ocean.rules.state import CENTRE, NO_CARD, NO_SEAT, UNSEEN


@kernel
def shuffle_stock(state: Any) -> None:
    """All cards in random order, unless the deck was stacked; the order is noted (16)."""
    state.stocked = DECK_SIZE if state.skull else DECK_SIZE - 1
    if not state.stacked:
        for position in range(state.stocked):
            state.deck[position] = DECK_CARDS[position]
        shuffle(state, state.deck, 0, state.stocked)
    note(state, NOTE_DECK)
    note(state, state.stocked)
    for position in range(state.stocked):
        note(state, state.deck[position])


@kernel
def _draw(state: Any) -> int:
    card = state.deck[state.drawn]
    state.deck[state.drawn] = NO_CARD  # a drawn card lies somewhere else, and nowhere twice
    state.drawn += 1
    return int(card)


@kernel
def open_centre(state: Any) -> None:
    """Four animals face up; action cards go under the stock, one below another (3.4)."""
    while state.lying < OPENING:
        card = _draw(state)
        if card < ANIMAL_CARDS:
            add_to_centre(state, card)
        else:
            state.deck[state.stocked] = card
            state.stocked += 1
            state.tucked += 1


@kernel
def deal_hands(state: Any, starter: int) -> bool:
    """Begin a round: equal hands in blocks from the starter on; False if the stock is short (7)."""
    left = state.stocked - state.drawn
    each = HAND if left >= HAND * state.seats else left // state.seats
    if each == 0 or (each < HAND and state.last_deal == FULL_ONLY):
        return False
    state.rounds += 1
    state.starter_seat = starter
    for step in range(state.seats):
        seat = seat_after(state, starter, step)
        state.wasteful[seat] = 0
        for _ in range(each):
            # What was put under the stock was seen, and all see who is dealt the last cards.
            known = state.stocked - state.drawn <= state.tucked
            state.tucked -= known
            give_card(state, seat, _draw(state), known)
    return True


@kernel
def reshuffle_unseen(state: Any, seat: int) -> None:
    """Deal anew the stock and the cards of other hands that `seat` cannot know.

    Known are cards shown to all, cards put under the stock, and that a hand which threw away
    a sack or chest over an empty centre holds nothing else (A9).
    """
    if state.drawn == 0:
        _forget_stacked_deck(state)
        return
    stop = int(state.stocked) - int(state.tucked)
    start = _gather_unseen(state, seat, stop)
    shuffle(state, state.deck, start, stop)
    for wasteful in (1, 0):
        for step in range(1, state.seats):
            other = seat_after(state, seat, step)
            if state.wasteful[other] == wasteful:
                while state.hidden[other] > 0:
                    if wasteful:
                        _bring_sack_or_chest(state, start, stop)
                    give_card(state, other, state.deck[start], False)
                    state.deck[start] = NO_CARD
                    state.hidden[other] -= 1
                    start += 1


@kernel
def _forget_stacked_deck(state: Any) -> None:
    if state.stacked:
        cards = DECK_SIZE if state.skull else DECK_SIZE - 1
        for position in range(cards):
            state.deck[position] = DECK_CARDS[position]
        shuffle(state, state.deck, 0, cards)


@kernel
def _gather_unseen(state: Any, seat: int, stop: int) -> int:
    """Write all cards unseen by `seat` into the stock up to `stop`; return where they begin.

    They are counted from what the seat knows, never read from where they lie: their order here
    must not depend on what is hidden. The free cells before the stock hold the other hands' share.
    """
    start = stop
    for kind in range(len(ACTION_NAMES)):
        for _ in range(_unseen_copies(state, seat, kind)):
            start -= 1
            state.deck[start] = SACK + kind
    for step in range(1, state.seats):
        other = seat_after(state, seat, step)
        state.hidden[other] = state.held[other]
        state.held[other] = 0
        for kind in range(len(ACTION_NAMES)):
            state.held[other] += state.shown_actions[other, kind]
            state.hand_actions[other, kind] = state.shown_actions[other, kind]
    for card in range(ANIMAL_CARDS):
        owner = state.owner_seats[card]
        if owner == seat or state.place[card] > CENTRE:
            continue
        if state.place[card] == UNSEEN:
            state.owner_seats[card] = NO_SEAT
            start -= 1
            state.deck[start] = card
        elif owner != NO_SEAT:
            state.held[owner] += 1
    for step in range(1, state.seats):
        other = seat_after(state, seat, step)
        state.hidden[other] -= state.held[other]
    return start


@kernel
def _unseen_copies(state: Any, seat: int, kind: int) -> int:
    copies = ACTION_COPIES[kind]
    if SACK + kind == SKULL and not state.skull:
        copies = 0
    for other in range(state.seats):
        copies -= state.piled_actions[other, kind]
        if other == seat:
            copies -= state.hand_actions[other, kind]
        else:
            copies -= state.shown_actions[other, kind]
    for position in range(state.stocked - state.tucked, state.stocked):
        copies -= state.deck[position] == SACK + kind
    return copies


@kernel
def _bring_sack_or_chest(state: Any, start: int, stop: int) -> None:
    for position in range(start, stop):
        card = state.deck[position]
        if card in (SACK, CHEST):
            state.deck[position] = state.deck[start]
            state.deck[start] = card
            return
