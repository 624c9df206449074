"""What a seat sees: the whole table. The deck's order and the future are hidden from all."""

from typing import Any

import numpy as np

from sea_envs.core.jit import kernel
from sea_envs.core.layout import Layout, Slot
from sea_envs.games.australis.actions import TAKE_RED
from sea_envs.games.australis.components import (
    CARDS,
    CONTESTS,
    DISPLAY,
    KINDS,
    MAX_SEATS,
    MIN_SEATS,
    MOST_CARDS,
    MOST_FED,
    MOST_FOOD,
    PICKS,
    REEFS,
    ROUNDS,
    SLOT_CARDS,
    SLOTS,
    SPACES,
)
from sea_envs.games.australis.rules.state import NO_CARD, NO_SEAT, PHASE_TILE, PHASES

DICE = TAKE_RED + 1
TURNS = PICKS * MAX_SEATS
_KINDS = len(KINDS)
_CARD_CODES = len(CARDS) + 1

LAYOUT = Layout(
    Slot("pool", (DICE,), f"dice not taken yet, by colour and face as in `take` / {MAX_SEATS}"),
    Slot(
        "display", (DISPLAY,), "card on each place; 0 none, else 1 + card", categories=_CARD_CODES
    ),
    Slot("discards", (SLOT_CARDS,), "discarded cards of each kind / copies in the deck"),
    Slot("spaces", (MAX_SEATS,), f"the turtle's space / {SPACES - 1}; seats from mine clockwise"),
    Slot(
        "arrived",
        (MAX_SEATS,),
        "on the last space as the first, second, ...; 0 not there",
        categories=MAX_SEATS + 1,
    ),
    Slot("points", (MAX_SEATS,), "points / most that can be had"),
    Slot("tile_points", (MAX_SEATS,), "points of the tiles held / points of all tiles"),
    Slot("food", (MAX_SEATS,), f"food stones / {MOST_FOOD}"),
    Slot("fish", (MAX_SEATS,), f"fish / {MOST_FED}; no more than that can ever be fed"),
    Slot("reefs", (MAX_SEATS, REEFS), "corals on each reef / corals of a seat"),
    Slot("slots", (MAX_SEATS, SLOTS, _KINDS), "1 for a card of that kind in that slot"),
    Slot("strips", (MAX_SEATS, CONTESTS), "1 for the contest card of that colour"),
    Slot("taken", (MAX_SEATS, CONTESTS), f"blue, purple, red dice of this round / {MAX_SEATS}"),
    Slot("to_move", (1,), "the seat to move, counted from mine", categories=MAX_SEATS),
    Slot(
        "start_tile", (1,), "the holder of the start tile, counted from mine", categories=MAX_SEATS
    ),
    Slot(
        "second",
        (1,),
        "at `tile`: who gets the other tile; 0 nobody, else 1 + the seat counted from mine",
        categories=MAX_SEATS + 1,
    ),
    Slot(
        "phase",
        (1,),
        "take, reef for a card of the slot, reef for the die, pick, keep or use, "
        "reef for a used card, tile",
        categories=PHASES,
    ),
    Slot("die", (1,), "the die being resolved; 0 none, else 1 + die", categories=DICE + 1),
    Slot("card", (1,), "the picked card; 0 none, else 1 + card", categories=SLOT_CARDS + 1),
    Slot("symbols", (1,), f"cards that the white die still gives / {MOST_CARDS}"),
    Slot("limit", (1,), f"the highest reef for the coral to be placed / {REEFS}"),
    Slot("round", (1,), f"rounds begun / {ROUNDS}"),
    Slot("turn", (1,), f"dice taken this round / {TURNS}"),
    Slot("seats", (1,), "players", categories=MAX_SEATS - MIN_SEATS + 1),
    Slot("refill", (1,), "the option", categories=2),
    Slot("landing", (1,), "the option", categories=2),
    Slot("second_tie", (1,), "the option", categories=2),
    Slot("no_second", (1,), "the option", categories=2),
    Slot("red_untaken", (1,), "the option", categories=2),
    Slot("final_tie", (1,), "the option", categories=2),
    Slot("end_fish", (1,), "the option", categories=2),
    Slot("coral_order", (1,), "the option", categories=2),
)

POOL = LAYOUT.start("pool")
DISPLAYED = LAYOUT.start("display")
DISCARDS = LAYOUT.start("discards")
TURTLES = LAYOUT.start("spaces")
ARRIVED = LAYOUT.start("arrived")
POINTS = LAYOUT.start("points")
TILE_POINTS = LAYOUT.start("tile_points")
FOOD = LAYOUT.start("food")
SCHOOLS = LAYOUT.start("fish")
CORALS = LAYOUT.start("reefs")
HELD = LAYOUT.start("slots")
STRIPS = LAYOUT.start("strips")
TAKEN = LAYOUT.start("taken")
TO_MOVE = LAYOUT.start("to_move")
START_TILE = LAYOUT.start("start_tile")
SECOND = LAYOUT.start("second")
PHASE = LAYOUT.start("phase")
DIE = LAYOUT.start("die")
CARD = LAYOUT.start("card")
SYMBOLS = LAYOUT.start("symbols")
LIMIT = LAYOUT.start("limit")
ROUND = LAYOUT.start("round")
TURN = LAYOUT.start("turn")
SEATS = LAYOUT.start("seats")
REFILL = LAYOUT.start("refill")
LANDING = LAYOUT.start("landing")
SECOND_TIE = LAYOUT.start("second_tie")
NO_SECOND = LAYOUT.start("no_second")
RED_UNTAKEN = LAYOUT.start("red_untaken")
FINAL_TIE = LAYOUT.start("final_tie")
END_FISH = LAYOUT.start("end_fish")
CORAL_ORDER = LAYOUT.start("coral_order")

_ONE = np.float32(1)
_PER_SEAT = np.float32(1 / MAX_SEATS)
_PER_SEAT_STEP = np.float32(1 / (MAX_SEATS - 1))
_PER_CARD = np.float32(1 / (_CARD_CODES - 1))
_PER_PICKED = np.float32(1 / SLOT_CARDS)
_PER_SPACE = np.float32(1 / (SPACES - 1))
_PER_FOOD = np.float32(1 / MOST_FOOD)
_PER_FISH = np.float32(1 / MOST_FED)
_PER_PHASE = np.float32(1 / (PHASES - 1))
_PER_DIE = np.float32(1 / DICE)
_PER_SYMBOL = np.float32(1 / MOST_CARDS)
_PER_REEF = np.float32(1 / REEFS)
_PER_ROUND = np.float32(1 / ROUNDS)
_PER_TURN = np.float32(1 / TURNS)


@kernel
def observe(state: Any, seat: int, out: Any) -> None:
    """Write what `seat` sees into `out` [LAYOUT.size], which comes filled with zeros."""
    for die in range(DICE):
        out[POOL + die] = state.pool[die] * _PER_SEAT
    for place in range(DISPLAY):
        out[DISPLAYED + place] = (state.display[place] + 1) * _PER_CARD
    per_copy = _ONE / np.float32(max(1, state.slot_copies))
    for card in range(SLOT_CARDS):
        out[DISCARDS + card] = state.discards[card] * per_copy
    per_point = _ONE / np.float32(state.most_points)
    per_tile_point = _ONE / np.float32(state.most_tile_points)
    per_coral = _ONE / np.float32(max(1, state.corals))
    other = seat
    for step in range(state.seats):
        out[TURTLES + step] = state.spaces[other] * _PER_SPACE
        out[ARRIVED + step] = state.arrived[other] * _PER_SEAT
        out[POINTS + step] = state.points[other] * per_point
        out[TILE_POINTS + step] = state.tile_points[other] * per_tile_point
        out[FOOD + step] = state.food[other] * _PER_FOOD
        out[SCHOOLS + step] = min(int(state.fish[other]), MOST_FED) * _PER_FISH
        for reef in range(REEFS):
            out[CORALS + REEFS * step + reef] = state.reefs[other, reef] * per_coral
        for slot in range(SLOTS):
            for kind in range(_KINDS):
                out[HELD + _KINDS * (SLOTS * step + slot) + kind] = (
                    state.slots[other, slot] >> kind
                ) & 1
        for colour in range(CONTESTS):
            out[STRIPS + CONTESTS * step + colour] = (state.strips[other] >> colour) & 1
            out[TAKEN + CONTESTS * step + colour] = state.taken[other, colour] * _PER_SEAT
        other = other + 1 if other + 1 < state.seats else 0
    out[TO_MOVE] = _steps(state, seat, state.seat) * _PER_SEAT_STEP
    out[START_TILE] = _steps(state, seat, state.start_tile_seat) * _PER_SEAT_STEP
    _observe_decision(state, seat, out)
    out[ROUND] = state.rounds * _PER_ROUND
    out[TURN] = state.turn * _PER_TURN
    out[SEATS] = (state.seats - MIN_SEATS) / (MAX_SEATS - MIN_SEATS)
    out[REFILL] = state.refill
    out[LANDING] = state.landing
    out[SECOND_TIE] = state.second_tie
    out[NO_SECOND] = state.no_second
    out[RED_UNTAKEN] = state.red_untaken
    out[FINAL_TIE] = state.final_tie
    out[END_FISH] = state.end_fish
    out[CORAL_ORDER] = state.coral_order


@kernel
def _observe_decision(state: Any, seat: int, out: Any) -> None:
    """What the turn still holds."""
    out[PHASE] = state.phase * _PER_PHASE
    if state.phase == PHASE_TILE:
        if state.second_seat != NO_SEAT:
            out[SECOND] = (1 + _steps(state, seat, state.second_seat)) * _PER_SEAT
        return
    out[DIE] = state.die * _PER_DIE
    if state.card != NO_CARD:
        out[CARD] = (state.card + 1) * _PER_PICKED
    out[SYMBOLS] = state.symbols * _PER_SYMBOL
    out[LIMIT] = state.limit * _PER_REEF


@kernel
def _steps(state: Any, seat: int, other: int) -> int:
    """How many seats clockwise from `seat` `other` sits."""
    steps = int(other) - int(seat)
    return steps if steps >= 0 else steps + int(state.seats)
