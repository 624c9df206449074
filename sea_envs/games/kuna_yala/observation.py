"""What a seat sees: its colour, every shoal and slot, and what the deck list lets it count.

The game treats all colours alike, so each seat sees them in the order in which its own comes first:
what it has learnt about its own colour then holds whichever that is.
"""

from typing import Any

import numpy as np

from sea_envs.core.jit import kernel
from sea_envs.core.layout import Layout, Slot
from sea_envs.games.kuna_yala.actions import CELL, PHASES, SLOT
from sea_envs.games.kuna_yala.components import (
    BONE,
    CELLS,
    CORAL,
    CORALS,
    EMPTY,
    FISH,
    GRID,
    HUES,
    KINDS,
    MAX_SEATS,
    MIN_SEATS,
    MOST_COPIES,
    MOST_FISH,
    MOST_STACK,
    OCTOPUSES,
    OPTIONS,
    SHARK,
    SHARKS,
    SLOTS,
)
from sea_envs.games.kuna_yala.rules.state import STOP, TOP

_CHOICES = {option.name: len(option.values) for option in OPTIONS}
COUNTED = [code for code in range(KINDS) if code not in (EMPTY, BONE)]
"""The kinds of cards that the stacks may hold, in the order of the slot `unseen`."""

LAYOUT = Layout(
    Slot(
        "shoals",
        (MAX_SEATS, GRID, GRID),
        "what lies where in each shoal, mine first, then clockwise: empty, coral, octopus, shark, "
        "bone, then the fish, my colour first: with red R/s R2/s R/t ... B2/n",
        categories=KINDS,
        grid=True,
        actions=CELL,
    ),
    Slot("slots", (SLOTS,), "the face-up cards, coded as in the shoals", KINDS, actions=SLOT),
    Slot("my_colour", (1,), "my secret colour: R Y G B", categories=HUES),
    Slot(
        "phase",
        (1,),
        "what is decided: " + "own slot, own cell, give slot, give to, give cell, octopus, discard",
        categories=len(PHASES),
    ),
    Slot(
        "chosen_slot",
        (1,),
        "0 none, else 1 + the slot chosen, or of the octopus",
        categories=SLOTS + 1,
    ),
    Slot(
        "target",
        (1,),
        "0 none, else 1 + the seat that gets the card, from me clockwise",
        categories=MAX_SEATS + 1,
    ),
    Slot("to_move", (1,), "the seat whose decision it is, from me clockwise", categories=MAX_SEATS),
    Slot("on_turn", (1,), "the seat whose turn it is, from me clockwise", categories=MAX_SEATS),
    Slot("first", (1,), "the seat that began, from me clockwise", categories=MAX_SEATS),
    Slot("emptied", (SLOTS,), "1 if this turn took a card from the slot"),
    Slot("stacks", (SLOTS,), f"face-down cards / {MOST_STACK}"),
    Slot("corals", (MAX_SEATS,), f"corals in sight of each shoal / {CORALS}"),
    Slot("octopuses", (MAX_SEATS,), f"octopuses / {OCTOPUSES}"),
    Slot("sharks", (MAX_SEATS,), f"sharks / {SHARKS}"),
    Slot(
        "fish",
        (MAX_SEATS, HUES),
        f"living fish of each colour, mine first, in each shoal / {MOST_FISH}",
    ),
    Slot(
        "laid",
        (MAX_SEATS, HUES),
        f"fish of each colour, mine first, that the seat has laid in any shoal / {MOST_FISH}",
    ),
    Slot(
        "ruined",
        (MAX_SEATS, HUES),
        f"the same of fish that the seat has had eaten or flipped / {MOST_FISH}",
    ),
    Slot(
        "unseen",
        (len(COUNTED),),
        "cards of each kind in the stacks (coral, octopus, shark, fish; my colour first) / the "
        "most there are",
    ),
    Slot("seats", (1,), "players", categories=MAX_SEATS - MIN_SEATS + 1),
    Slot("deck", (1,), "the option", categories=_CHOICES["deck"]),
    Slot("fish_adjacency", (1,), "the option", categories=_CHOICES["fish_adjacency"]),
    Slot("coral_count", (1,), "the option", categories=_CHOICES["coral_count"]),
    Slot("end", (1,), "the option", categories=_CHOICES["end"]),
    Slot("end_round", (1,), "the option", categories=_CHOICES["end_round"]),
    Slot("majority", (1,), "the option", categories=_CHOICES["majority"]),
    Slot("shark_zero", (1,), "the option", categories=_CHOICES["shark_zero"]),
    Slot("octopus_choice", (1,), "the option", categories=_CHOICES["octopus_choice"]),
    Slot("narrow", (1,), f"1 with walls closer than {GRID} x {GRID}"),
)

SHOALS = LAYOUT.start("shoals")
SHOWN = LAYOUT.start("slots")
MY_COLOUR = LAYOUT.start("my_colour")
PHASE = LAYOUT.start("phase")
CHOSEN_SLOT = LAYOUT.start("chosen_slot")
TARGET = LAYOUT.start("target")
TO_MOVE = LAYOUT.start("to_move")
ON_TURN = LAYOUT.start("on_turn")
FIRST = LAYOUT.start("first")
EMPTIED = LAYOUT.start("emptied")
STACK_SIZES = LAYOUT.start("stacks")
CORALS_SEEN = LAYOUT.start("corals")
OCTOPUSES_HELD = LAYOUT.start("octopuses")
SHARKS_HELD = LAYOUT.start("sharks")
FISH_ALIVE = LAYOUT.start("fish")
LAID = LAYOUT.start("laid")
RUINED = LAYOUT.start("ruined")
UNSEEN = LAYOUT.start("unseen")
SEATS = LAYOUT.start("seats")
DECK = LAYOUT.start("deck")
FISH_ADJACENCY = LAYOUT.start("fish_adjacency")
CORAL_COUNT = LAYOUT.start("coral_count")
END = LAYOUT.start("end")
END_ROUND = LAYOUT.start("end_round")
MAJORITY = LAYOUT.start("majority")
SHARK_ZERO = LAYOUT.start("shark_zero")
OCTOPUS_CHOICE = LAYOUT.start("octopus_choice")
NARROW = LAYOUT.start("narrow")

_PER_HUE = (KINDS - FISH) // HUES
_KIND = np.float32(1 / (KINDS - 1))
_LAST_HUE = np.float32(HUES - 1)
_LAST_PHASE = np.float32(len(PHASES) - 1)
_LAST_SEAT = np.float32(MAX_SEATS - 1)
_MOST_SEATS = np.float32(MAX_SEATS)
_MOST_SLOTS = np.float32(SLOTS)
_MOST_STACK = np.float32(MOST_STACK)
_CORALS, _OCTOPUSES, _SHARKS = np.float32(CORALS), np.float32(OCTOPUSES), np.float32(SHARKS)
_FISH = np.float32(1 / MOST_FISH)
_COPIES = np.array([1 / max(copies, 1) for copies in MOST_COPIES], np.float32)
_SEAT_CHOICES = np.float32(MAX_SEATS - MIN_SEATS)
_LAST_DECK = np.float32(_CHOICES["deck"] - 1)
_LAST_MAJORITY = np.float32(_CHOICES["majority"] - 1)


@kernel
def observe(state: Any, seat: int, out: Any) -> None:
    """Write what `seat` sees into `out` [LAYOUT.size], which comes filled with zeros."""
    mine = int(state.colours[seat])
    other = seat
    for step in range(state.seats):
        _observe_shoal(state, other, mine, out[SHOALS + CELLS * step :])
        _observe_seat(state, other, mine, step, out)
        other += 1
        if other == state.seats:
            other = 0
    out[MY_COLOUR] = mine / _LAST_HUE
    out[SEATS] = (state.seats - MIN_SEATS) / _SEAT_CHOICES
    _observe_turn(state, seat, out)
    _observe_cards(state, mine, out)
    _observe_options(state, out)


@kernel
def _seen(code: Any, mine: Any) -> Any:
    """The code of a card for a seat whose colour is `mine`: of the fish, that colour comes first.

    A free cell looks empty.
    """
    turned = FISH + ((code - FISH - _PER_HUE * mine) & (HUES * _PER_HUE - 1))
    return turned if code >= FISH else max(code, EMPTY)


@kernel
def _observe_shoal(state: Any, seat: int, mine: int, out: Any) -> None:
    cells = state.cells[seat]
    for cell in range(CELLS):
        out[cell] = _seen(np.int32(cells[cell]), np.int32(mine)) * _KIND


@kernel
def _observe_seat(state: Any, other: int, mine: int, step: int, out: Any) -> None:
    out[CORALS_SEEN + step] = state.corals[other] / _CORALS
    out[OCTOPUSES_HELD + step] = state.octopuses[other] / _OCTOPUSES
    out[SHARKS_HELD + step] = state.sharks[other] / _SHARKS
    for hue in range(HUES):
        place = HUES * step + ((hue - mine) & (HUES - 1))
        out[FISH_ALIVE + place] = state.fish[other, hue] * _FISH
        out[LAID + place] = state.laid[other, hue] * _FISH
        out[RUINED + place] = state.ruined[other, hue] * _FISH


@kernel
def _observe_turn(state: Any, seat: int, out: Any) -> None:
    out[PHASE] = state.phase / _LAST_PHASE
    out[CHOSEN_SLOT] = (state.slot + 1) / _MOST_SLOTS
    if state.target_seat >= 0:
        out[TARGET] = (_steps_to(state, seat, state.target_seat) + 1) / _MOST_SEATS
    out[TO_MOVE] = _steps_to(state, seat, state.seat) / _LAST_SEAT
    out[ON_TURN] = _steps_to(state, seat, state.turn_seat) / _LAST_SEAT
    out[FIRST] = _steps_to(state, seat, state.first_seat) / _LAST_SEAT


@kernel
def _steps_to(state: Any, seat: int, other: int) -> int:
    return other - seat if other >= seat else other - seat + state.seats


@kernel
def _observe_cards(state: Any, mine: int, out: Any) -> None:
    for slot in range(SLOTS):
        out[SHOWN + slot] = _seen(int(state.shown[slot]), mine) * _KIND
        out[EMPTIED + slot] = (state.emptied >> slot) & 1
        out[STACK_SIZES + slot] = (state.stacks[STOP, slot] - state.stacks[TOP, slot]) / _MOST_STACK
    for code in range(CORAL, BONE):
        out[UNSEEN + code - CORAL] = state.unseen[code] * _COPIES[code]
    for code in range(FISH, KINDS):
        out[UNSEEN + SHARK + _seen(code, mine) - FISH] = state.unseen[code] * _COPIES[code]


@kernel
def _observe_options(state: Any, out: Any) -> None:
    out[DECK] = state.deck / _LAST_DECK
    out[FISH_ADJACENCY] = state.fish_adjacency
    out[CORAL_COUNT] = state.coral_count
    out[END] = state.end
    out[END_ROUND] = state.end_round
    out[MAJORITY] = state.majority / _LAST_MAJORITY
    out[SHARK_ZERO] = state.shark_zero
    out[OCTOPUS_CHOICE] = state.octopus_choice
    out[NARROW] = state.grid != GRID
