"""The rules of Australis, numbered as in README.md, as compiled functions over one record."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.core.rng import shuffle
from sea_envs.games.australis.actions import (
    KEEP,
    PASS,
    PICK,
    REEF,
    TAKE,
    TAKE_RED,
    TILE,
    USE,
)
from sea_envs.games.australis.components import (
    DISPLAY,
    FINAL_TURTLE,
    KINDS,
    METALS,
    ROLLS_ROOM,
    SLOT_CARDS,
    START_FOOD,
)
from sea_envs.games.australis.rules.cards import make_deck, sort_deck
from sea_envs.games.australis.rules.current import lead
from sea_envs.games.australis.rules.round import begin_round, take_tile
from sea_envs.games.australis.rules.state import (
    NO_CARD,
    PHASE_HOW,
    PHASE_PICK,
    PHASE_TAKE,
    PHASE_TILE,
    STATE,
)
from sea_envs.games.australis.rules.turn import keep, pass_symbol, pick, place_coral, take, use

__all__ = ["STATE", "apply", "deal", "legal", "reshuffle_unseen", "scores", "standing"]

_KINDS = len(KINDS)
_METALS = len(METALS)
_LEAD_ROOM = 512  # above every `lead`


@kernel
def deal(state: Any) -> None:
    """Begin a game (rules 3): staggered starts, one food each, the display, the first roll."""
    for seat in range(state.seats):
        state.points[seat] = seat
        state.spaces[seat] = seat
        state.food[seat] = START_FOOD
        state.supply[seat] = state.corals
    state.card = NO_CARD
    make_deck(state)
    begin_round(state)


@kernel
def legal(state: Any, mask: Any) -> None:
    """Mark the choices of the seat to move (rules 5.3)."""
    if state.phase == PHASE_TAKE:
        for die in range(TAKE_RED + 1):
            mask[TAKE + die] = state.pool[die] > 0
    elif state.phase == PHASE_PICK:
        _mark_picks(state, mask)
    elif state.phase == PHASE_HOW:
        mask[KEEP] = _may_keep(state)
        mask[USE] = 1
    elif state.phase == PHASE_TILE:
        for metal in range(_METALS):
            mask[TILE + metal] = 1
    else:
        for reef in range(state.limit):
            mask[REEF + reef] = 1


@kernel
def _mark_picks(state: Any, mask: Any) -> None:
    strip = state.strips[state.seat]
    none = 1
    for place in range(DISPLAY):
        card = state.display[place]
        # A contest card of a colour already held may not be picked (R7b).
        if card != NO_CARD and (card < SLOT_CARDS or not (strip >> (card - SLOT_CARDS)) & 1):
            mask[PICK + place] = 1
            none = 0
    mask[PASS] = none


@kernel
def _may_keep(state: Any) -> bool:
    cards = state.slots[state.seat, state.card // _KINDS]
    held = 0
    for kind in range(_KINDS):
        held += (cards >> kind) & 1
    return held < state.slot_max and not (cards >> (state.card % _KINDS)) & 1


@kernel
def apply(state: Any, action: int) -> None:
    """One decision of the seat to move."""
    if action <= TAKE_RED:
        take(state, action - TAKE)
    elif action < KEEP:
        pick(state, action - PICK)
    elif action == KEEP:
        keep(state)
    elif action == USE:
        use(state)
    elif action < TILE:
        place_coral(state, action - REEF)
    elif action < PASS:
        take_tile(state, action - TILE)
    else:
        pass_symbol(state)


@kernel
def scores(state: Any, out: Any) -> None:
    """Points so far; those of tiles, start tile and corals come at the end (rules 8)."""
    for seat in range(state.seats):
        out[seat] = state.points[seat]


@kernel
def standing(state: Any, out: Any) -> None:
    """Points, then the turtle ahead (R16)."""
    for seat in range(state.seats):
        out[seat] = state.points[seat]
        if state.final_tie == FINAL_TURTLE:
            out[seat] += lead(state, seat) / _LEAD_ROOM


@kernel
def reshuffle_unseen(state: Any, seat: int) -> None:
    """Shuffle the deck and forget stacked dice: nothing else is hidden, from any seat."""
    sort_deck(state)  # so that the real order leaves no trace in the new one
    shuffle(state, state.deck, state.drawn, state.decked)
    for place in range(ROLLS_ROOM):
        state.rolls[place] = 0
    state.rolls_left = 0
    state.rolls_used = 0
