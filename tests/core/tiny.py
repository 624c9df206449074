"""Pearls: a whole game small enough to be computed, for tests of whatever works with any game.

Seven pearls, worth 1 to 7. Each round every seat is dealt two in secret. In turn each lays one of
them openly and keeps the other. Then every seat scores the pearl it kept, and whoever laid the
highest scores BONUS more; with the option `storm` a die of three sides is rolled first, and on a 3
the bonus goes to the lowest pearl instead. Seat 0 begins the first round, the next seat the next
one. Most points after the last round win.
"""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np

from sea_envs.core.errors import BadDeck
from sea_envs.core.game import Game, Option, Setup
from sea_envs.core.jit import kernel
from sea_envs.core.layout import Layout, Slot
from sea_envs.core.rng import below, note, shuffle, shuffle_afresh
from sea_envs.core.state import clockwise, record
from sea_envs.drawing.scene import Scene

MIN_SEATS, MAX_SEATS = 2, 3
PEARLS = 7
HAND = 2
BONUS = 4
DIE = 3
MOST_ROUNDS = 5
BEST_ROUND = PEARLS + BONUS

OPTIONS = (
    Option("rounds", 2, range(1, MOST_ROUNDS + 1), "rounds in a game"),
    Option("storm", False, (False, True), "a die may give the bonus to the lowest pearl"),
)
STACKS = {"deck": "the pearls of round 1 as they are dealt: two to seat 0, two to seat 1, ..."}

NOTE_DECK, NOTE_ROLL = 1, 2

STATE = record(
    ("hands", "i1", (MAX_SEATS, PEARLS)),
    ("laid", "i1", (MAX_SEATS,)),  # worth of the pearl laid this round, 0 none
    ("points", "i2", (MAX_SEATS,)),
    ("deck", "i1", (PEARLS,)),  # what nobody was dealt lies at the end, after empty places
    ("drawn", "i1"),
    ("stacked", "i1"),
    ("turns", "i1"),
    ("dealt", "i2"),  # rounds begun
    ("first_seat", "i1"),
    options=[option.name for option in OPTIONS],
    notes=PEARLS + 4,
)

LAYOUT = Layout(
    Slot("my_hand", (PEARLS,), "1 for each pearl I hold"),
    Slot("laid", (MAX_SEATS,), "pearl laid, seats from mine clockwise", categories=PEARLS + 1),
    Slot("present", (MAX_SEATS,), "1 if somebody sits there"),
    Slot("to_move", (MAX_SEATS,), "1 for the seat to move"),
    Slot("points", (MAX_SEATS,), f"points / {BEST_ROUND * MOST_ROUNDS}"),
    Slot("dealt", (1,), "rounds begun / rounds"),
    Slot("storm", (1,), "the option"),
)
MY_HAND, LAID, PRESENT, TO_MOVE, POINTS, DEALT, STORM = (LAYOUT.start(slot.name) for slot in LAYOUT)


def prepare(players: int, options: Mapping[str, Any]) -> tuple[dict[str, Any], None]:
    return {}, None


def stack(setup: Setup, given: Mapping[str, Any]) -> dict[str, Any]:
    if sorted(given["deck"]) != list(range(1, PEARLS + 1)):
        raise BadDeck(f"stacked deck {given['deck']}: possible: any order of 1 to {PEARLS}")
    return {"deck": np.array(given["deck"], np.int8), "stacked": 1}


def text(setup: Setup, state: Any, action: int, viewer: int | None = None) -> str:
    return f"lay {action + 1}"


def chance_lines(setup: Setup, state: Any, viewer: int | None = None) -> list[str]:
    notes = [int(cell) for cell in state["notes"][: state["noted"]]]
    lines = []
    while notes:
        kind = notes.pop(0)
        if kind == NOTE_ROLL:
            lines.append(f"chance roll {notes.pop(0)}")
        else:
            deck, notes = notes[:PEARLS], notes[PEARLS:]
            if viewer is None:
                lines.append("chance deck " + ", ".join(str(pearl) for pearl in deck))
    return lines


@kernel
def deal(state: Any) -> None:
    state.first_seat = 0
    _deal_round(state)


@kernel
def _deal_round(state: Any) -> None:
    if not state.stacked:
        for place in range(PEARLS):
            state.deck[place] = place + 1
        shuffle(state, state.deck, 0, PEARLS)
    state.stacked = 0
    note(state, NOTE_DECK)
    for place in range(PEARLS):
        note(state, state.deck[place])
    state.drawn = 0
    state.laid[:] = 0
    state.hands[:, :] = 0
    for seat in range(state.seats):
        for _ in range(HAND):
            _draw(state, seat)
    state.turns = 0
    state.dealt += 1
    state.seat = state.first_seat


@kernel
def _draw(state: Any, seat: int) -> None:
    state.hands[seat, state.deck[state.drawn] - 1] = 1
    state.deck[state.drawn] = 0
    state.drawn += 1


@kernel
def legal(state: Any, mask: Any) -> None:
    for pearl in range(PEARLS):
        mask[pearl] = state.hands[state.seat, pearl]


@kernel
def apply(state: Any, action: int) -> None:
    state.hands[state.seat, action] = 0
    state.laid[state.seat] = action + 1
    state.turns += 1
    if state.turns < state.seats:
        state.seat = clockwise(state.seat, 1, state.seats)
        return
    _score_round(state)
    if state.dealt == state.rounds:
        state.over = 1
        return
    state.first_seat = clockwise(state.first_seat, 1, state.seats)
    _deal_round(state)


@kernel
def _score_round(state: Any) -> None:
    sign = 1
    if state.storm:
        roll = 1 + below(state, DIE)
        note(state, NOTE_ROLL)
        note(state, roll)
        if roll == DIE:
            sign = -1
    best = 0
    for seat in range(state.seats):
        if sign * state.laid[seat] > sign * state.laid[best]:
            best = seat
        for pearl in range(PEARLS):
            if state.hands[seat, pearl]:
                state.points[seat] += pearl + 1
    state.points[best] += BONUS


@kernel
def scores(state: Any, out: Any) -> None:
    for seat in range(state.seats):
        out[seat] = state.points[seat]


@kernel
def reshuffle_unseen(state: Any, seat: int) -> None:
    first = int(state.drawn)
    for other in range(state.seats):
        if other != seat:
            for pearl in range(PEARLS):
                if state.hands[other, pearl]:
                    first -= 1
                    state.deck[first] = pearl + 1
                    state.hands[other, pearl] = 0
    state.drawn, drawn = first, int(state.drawn)
    shuffle_afresh(state, state.deck, first, PEARLS)
    for other in range(state.seats):
        if other != seat:
            for _ in range(HAND - (state.laid[other] > 0)):
                if state.drawn < drawn:
                    _draw(state, other)


@kernel
def observe(state: Any, seat: int, out: Any) -> None:
    for pearl in range(PEARLS):
        out[MY_HAND + pearl] = state.hands[seat, pearl]
    for step in range(state.seats):
        other = clockwise(seat, step, state.seats)
        out[LAID + step] = state.laid[other] / PEARLS
        out[PRESENT + step] = 1
        out[TO_MOVE + step] = other == state.seat
        out[POINTS + step] = state.points[other] / (BEST_ROUND * MOST_ROUNDS)
    out[DEALT] = state.dealt / state.rounds
    out[STORM] = state.storm


@kernel
def choose(observation: Any, mask: Any, luck: float) -> int:
    """Lays the higher pearl, always."""
    action = PEARLS - 1
    while not mask[action]:
        action -= 1
    return action


def scene(setup: Setup, state: Any, viewer: int | None) -> Scene:
    return Scene(
        title="Pearls",
        status=describe(setup, state, int(state["seat"]) if viewer is None else viewer),
        to_move=None if state["over"] else int(state["seat"]),
        viewer=viewer,
    )


def describe(setup: Setup, state: Any, viewer: int) -> str:
    laid = ", ".join(str(pearl) for pearl in state["laid"][: setup.players])
    held = " and ".join(str(pearl + 1) for pearl in np.flatnonzero(state["hands"][viewer]))
    points = ", ".join(str(value) for value in state["points"][: setup.players])
    return f"You hold {held or 'nothing'}. Laid by seat: {laid}. Points by seat: {points}."


def _module(name: str, **members: Any) -> Any:
    module = ModuleType(f"{__name__}.{name}")
    vars(module).update(members)
    return module


GAME = Game(
    name="pearls",
    title="Pearls",
    version=0,
    span=BEST_ROUND * MOST_ROUNDS,
    max_decisions=MAX_SEATS * MOST_ROUNDS,
    components=_module(
        "components",
        MIN_SEATS=MIN_SEATS,
        MAX_SEATS=MAX_SEATS,
        OPTIONS=OPTIONS,
        STACKS=STACKS,
        prepare=prepare,
        stack=stack,
    ),
    actions=_module(
        "actions",
        COUNT=PEARLS,
        TABLE=((f"0-{PEARLS - 1}", "`lay 5`", "lay that pearl: its worth less 1"),),
        text=text,
        chance_lines=chance_lines,
    ),
    rules=_module(
        "rules",
        STATE=STATE,
        deal=deal,
        legal=legal,
        apply=apply,
        scores=scores,
        standing=scores,
        reshuffle_unseen=reshuffle_unseen,
    ),
    observation=_module("observation", LAYOUT=LAYOUT, observe=observe),
    heuristics=_module("heuristics", choose=choose),
    render=_module("render", scene=scene, describe=describe),
)
