"""The rules of Kuna Yala, numbered as in README.md, as compiled functions over one record."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.core.rng import below, note, shuffle
from sea_envs.games.kuna_yala.actions import NOTE_COLOURS, NOTE_DECK, NOTE_FIRST
from sea_envs.games.kuna_yala.components import EMPTY, HUES, KINDS, SLOTS
from sea_envs.games.kuna_yala.rules.score import count_points, rank
from sea_envs.games.kuna_yala.rules.shoal import found
from sea_envs.games.kuna_yala.rules.stacks import fill
from sea_envs.games.kuna_yala.rules.state import ALL_SLOTS, NO_SEAT, STATE, STOP, TOP
from sea_envs.games.kuna_yala.rules.turn import begin_turn, decide, mark_choices

__all__ = ["STATE", "apply", "deal", "legal", "reshuffle_unseen", "scores", "standing"]

legal = mark_choices
apply = decide
scores = count_points
standing = rank


@kernel
def deal(state: Any) -> None:
    """Set up a game (rule 3); chance is asked for colours, cards and who begins, in this order."""
    _deal_colours(state)
    _make_stacks(state)
    _choose_first(state)
    for seat in range(state.seats):
        found(state, seat)
    state.emptied = ALL_SLOTS
    fill(state)  # an octopus goes to nobody: everybody has one coral
    begin_turn(state, state.first_seat)


@kernel
def _deal_colours(state: Any) -> None:
    if not state.coloured:
        shuffle(state, state.colours, 0, HUES)
    state.coloured = 0
    note(state, NOTE_COLOURS)
    note(state, state.seats)
    for seat in range(state.seats):
        note(state, state.colours[seat])


@kernel
def _make_stacks(state: Any) -> None:
    """Four stacks as equal as can be, the larger ones first (rule 3.3)."""
    if not state.stacked:
        shuffle(state, state.cards, 0, state.carded)
    state.stacked = 0
    place = 0
    for slot in range(SLOTS):
        state.stacks[TOP, slot] = place
        place += (state.carded + SLOTS - 1 - slot) // SLOTS
        state.stacks[STOP, slot] = place
    note(state, NOTE_DECK)
    note(state, state.carded)
    for place in range(state.carded):
        note(state, state.cards[place])
        state.unseen[state.cards[place]] += 1


@kernel
def _choose_first(state: Any) -> None:
    state.first_seat = 0
    if not state.first:
        return
    state.first_seat = state.given_first_seat
    if state.first_seat == NO_SEAT:
        state.first_seat = below(state, state.seats)
    note(state, NOTE_FIRST)
    note(state, 1)
    note(state, state.first_seat)


@kernel
def reshuffle_unseen(state: Any, seat: int) -> None:
    """Deal anew the stacks, and the colours of all seats but this one among the other tiles.

    Both begin in the order of the box: what this seat cannot know must not steer the shuffle.
    """
    _restock(state)
    own = state.colours[seat]
    last = HUES - 1
    for place in range(last):
        state.colours[place] = place if place < own else place + 1
    shuffle(state, state.colours, 0, last)
    state.colours[last] = state.colours[seat]
    state.colours[seat] = own


@kernel
def _restock(state: Any) -> None:
    held = 0
    for card in range(KINDS):
        for _ in range(state.unseen[card]):
            state.cards[held] = card
            held += 1
    shuffle(state, state.cards, 0, held)
    # Each stack takes its cards from the last one on: none is overwritten before it is moved.
    for slot in range(SLOTS - 1, -1, -1):
        start = state.stacks[STOP, slot - 1] if slot else 0
        for place in range(state.stacks[STOP, slot] - 1, start - 1, -1):
            if place < state.stacks[TOP, slot]:
                state.cards[place] = EMPTY
            else:
                held -= 1
                state.cards[place] = state.cards[held]
