"""What a seat sees: its hand, the table, and every card it could have kept track of."""

from typing import Any

import numpy as np

from sea_envs.core.jit import kernel
from sea_envs.core.layout import Layout, Slot
from sea_envs.core.state import clockwise
from sea_envs.games.snorkeling.components import (
    COLOURS,
    COPIES,
    DECK_SIZE,
    KINDS,
    LANTERNFISH,
    MAX_SEATS,
    MIN_SEATS,
    OPTIONS,
    VALUES,
)

_CHOICES = {option.name: len(option.values) for option in OPTIONS}
_PILED = VALUES - 1  # a Beach ends the round, so piles show values 4 to 1

LAYOUT = Layout(
    Slot("my_hand", (KINDS,), f"copies of each card I hold / {COPIES}"),
    Slot("centre_top", (1,), "card on top of the centre", categories=KINDS),
    Slot("centre_below", (KINDS,), f"copies of each card under it / {COPIES}"),
    Slot("present", (MAX_SEATS,), "1 if somebody sits there; seats from mine clockwise"),
    Slot("to_move", (MAX_SEATS,), "1 for the seat whose decision it is"),
    Slot("starter", (MAX_SEATS,), "1 for the seat that started the round"),
    Slot("first", (MAX_SEATS,), "1 for the seat that started the game"),
    Slot("pile_value", (MAX_SEATS,), "value on top of the pile", categories=LANTERNFISH + 1),
    Slot(
        "pile_colours",
        (MAX_SEATS, _PILED),
        "colour of the pile's card of value 1, 2, 3, 4; 0 none, then R Y G B P",
        categories=len(COLOURS) + 1,
    ),
    Slot("hand_size", (MAX_SEATS,), f"cards in hand / {DECK_SIZE}"),
    Slot("points", (MAX_SEATS,), "running total / (target + 20), at most 1"),
    Slot(
        "known",
        (MAX_SEATS, len(COLOURS), _PILED),
        f"copies of each colour's 1 to 4 taken back from a pile, still in that hand / {COPIES}",
    ),
    Slot("deck_left", (1,), f"cards in the deck / {DECK_SIZE}"),
    Slot("centre_held", (1,), f"cards in the centre / {DECK_SIZE}"),
    Slot("played", (1,), "cards put on the centre this turn: 0, 1, more", categories=3),
    Slot("mode", (1,), "the turn's first card: none yet, single, colour", categories=3),
    Slot("hue", (1,), "colour of the turn's first card", categories=len(COLOURS)),
    Slot("phase", (1,), "act, placed (Expert), take", categories=3),
    Slot("seats", (1,), "players", categories=MAX_SEATS - MIN_SEATS + 1),
    Slot("expert", (1,), "1 in Expert Diving"),
    Slot("start_rule", (1,), "the option", categories=_CHOICES["start_rule"]),
    Slot("take_rule", (1,), "the option", categories=_CHOICES["take_rule"]),
    Slot("expert_place", (1,), "the option", categories=_CHOICES["expert_place"]),
    Slot("target", (1,), "the option / 60"),
    Slot("laps", (1,), "laps of this round / max_laps"),
    Slot("rounds", (1,), "rounds begun / max_rounds"),
    Slot("frozen", (1,), f"passes in a row without a draw / {MAX_SEATS}"),
)

MY_HAND = LAYOUT.start("my_hand")
CENTRE_TOP = LAYOUT.start("centre_top")
CENTRE_BELOW = LAYOUT.start("centre_below")
PRESENT = LAYOUT.start("present")
TO_MOVE = LAYOUT.start("to_move")
STARTER = LAYOUT.start("starter")
FIRST = LAYOUT.start("first")
PILE_VALUE = LAYOUT.start("pile_value")
PILE_COLOURS = LAYOUT.start("pile_colours")
HAND_SIZE = LAYOUT.start("hand_size")
POINTS = LAYOUT.start("points")
KNOWN = LAYOUT.start("known")
DECK_LEFT = LAYOUT.start("deck_left")
CENTRE_HELD = LAYOUT.start("centre_held")
PLAYED = LAYOUT.start("played")
MODE = LAYOUT.start("mode")
HUE = LAYOUT.start("hue")
PHASE = LAYOUT.start("phase")
SEATS = LAYOUT.start("seats")
EXPERT = LAYOUT.start("expert")
START_RULE = LAYOUT.start("start_rule")
TAKE_RULE = LAYOUT.start("take_rule")
EXPERT_PLACE = LAYOUT.start("expert_place")
TARGET = LAYOUT.start("target")
LAPS = LAYOUT.start("laps")
ROUNDS = LAYOUT.start("rounds")
FROZEN = LAYOUT.start("frozen")

_LAST_START_RULE = _CHOICES["start_rule"] - 1
_LAST_TAKE_RULE = _CHOICES["take_rule"] - 1
POINTS_BEYOND = 20  # room above the target: winners of tie rounds run past it


_COPY = np.float32(1 / COPIES)
_HUES = len(COLOURS)


@kernel
def observe(state: Any, seat: int, out: Any) -> None:
    """Write what `seat` sees into `out` [LAYOUT.size], which comes filled with zeros."""
    hand = state.hands[seat]
    below_top = state.below_top
    for card in range(KINDS):
        out[MY_HAND + card] = hand[card] * _COPY
        out[CENTRE_BELOW + card] = below_top[card] * _COPY
    out[CENTRE_TOP] = state.top / (KINDS - 1)
    other = seat
    for step in range(state.seats):
        out[PRESENT + step] = 1
        out[TO_MOVE + step] = other == state.seat
        out[STARTER + step] = other == state.starter_seat
        out[FIRST + step] = other == state.first_seat
        _observe_seat(state, other, step, out)
        other = clockwise(other, 1, state.seats)
    out[DECK_LEFT] = (state.decked - state.drawn) / DECK_SIZE
    out[CENTRE_HELD] = (state.below_held + 1) / DECK_SIZE
    if state.played:
        out[PLAYED] = min(state.played, 2) / 2
        out[HUE] = state.hue / (_HUES - 1)
    out[MODE] = state.mode / 2
    out[PHASE] = state.phase / 2
    out[SEATS] = (state.seats - MIN_SEATS) / (MAX_SEATS - MIN_SEATS)
    out[EXPERT] = state.expert
    out[START_RULE] = state.start_rule / _LAST_START_RULE
    out[TAKE_RULE] = state.take_rule / _LAST_TAKE_RULE
    out[EXPERT_PLACE] = state.expert_place
    out[TARGET] = state.target / 60
    out[LAPS] = state.turns / (state.max_laps * state.seats)
    out[ROUNDS] = state.rounds / state.max_rounds
    out[FROZEN] = state.frozen / MAX_SEATS


@kernel
def _observe_seat(state: Any, other: int, step: int, out: Any) -> None:
    out[PILE_VALUE + step] = (LANTERNFISH - state.above[other]) / LANTERNFISH
    colours = state.pile_colours[other]
    for place in range(_PILED):
        out[PILE_COLOURS + _PILED * step + place] = colours[place + 1] / _HUES
    known = state.known[other]
    start = KNOWN + _HUES * _PILED * step
    for hue in range(_HUES):
        for place in range(_PILED):
            out[start + _PILED * hue + place] = known[VALUES * hue + place + 1] * _COPY
    hand = state.hands[other]
    held = 0
    for card in range(KINDS):
        held += hand[card]
    out[HAND_SIZE + step] = held / DECK_SIZE
    out[POINTS + step] = min(state.points[other] / (state.target + POINTS_BEYOND), 1)
