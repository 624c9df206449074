"""Matching: one decision for every seat, with a hidden card, and one best answer to each card.

Every seat holds a card of its own, 0, 1 or 2, and in turn names a number. Who names its own card
gets two points; the last seat to decide gets one more for naming what the first one named. Most
points win. Naming the own card is best whatever the others do.
"""

from types import ModuleType
from typing import Any

from sea_envs.core.game import Game, Setup
from sea_envs.core.jit import kernel
from sea_envs.core.layout import Layout, Slot
from sea_envs.core.rng import below
from sea_envs.core.state import record

MIN_SEATS, MAX_SEATS = 2, 3
CARDS = 3

STATE = record(
    ("cards", "i1", (MAX_SEATS,)),
    ("named", "i1", (MAX_SEATS,)),
    ("first_seat", "i1"),
    ("turns", "i1"),
    options=[],
    notes=1,
)

LAYOUT = Layout(
    Slot("turns", (1,), "decisions taken / 3"),
    Slot("named", (MAX_SEATS,), "1 + number named; 0 none", categories=CARDS + 1),
    Slot("card", (2, CARDS, CARDS), "my card's place, on two boards", categories=3, grid=True),
    Slot("board", (CARDS, CARDS), "1 in my card's row", grid=True),
)
TURNS, NAMED, CARD, BOARD = (LAYOUT.start(slot.name) for slot in LAYOUT)


@kernel
def deal(state: Any) -> None:
    for seat in range(state.seats):
        state.cards[seat] = below(state, CARDS)
    state.first_seat = below(state, state.seats)
    state.seat = state.first_seat


@kernel
def legal(state: Any, mask: Any) -> None:
    mask[:] = 1


@kernel
def apply(state: Any, action: int) -> None:
    state.named[state.seat] = action + 1
    state.turns += 1
    state.seat = (state.seat + 1) % state.seats
    if state.turns == state.seats:
        state.over = 1


@kernel
def scores(state: Any, out: Any) -> None:
    for seat in range(state.seats):
        out[seat] = 2 * (state.named[seat] == state.cards[seat] + 1)
    last = (state.first_seat + state.seats - 1) % state.seats
    out[last] += state.named[last] == state.named[state.first_seat]


@kernel
def reshuffle_unseen(state: Any, seat: int) -> None:
    for other in range(state.seats):
        if other != seat:
            state.cards[other] = below(state, CARDS)


@kernel
def observe(state: Any, seat: int, out: Any) -> None:
    out[TURNS] = state.turns / MAX_SEATS
    card = state.cards[seat]
    for step in range(state.seats):
        out[NAMED + step] = state.named[(seat + step) % state.seats] / CARDS
    for place in range(CARDS):
        out[BOARD + CARDS * card + place] = 1
        out[CARD + CARDS * card + place] = 1
        out[CARD + CARDS * CARDS + CARDS * place + card] = 0.5


@kernel
def choose(observation: Any, mask: Any, luck: float) -> int:
    return int(luck * CARDS)


def _module(name: str, **members: Any) -> Any:
    module = ModuleType(f"{__name__}.{name}")
    vars(module).update(members)
    return module


def _text(setup: Setup, state: Any, action: int, viewer: int | None = None) -> str:
    return f"name {action}"


GAME = Game(
    name="matching",
    title="Matching",
    version=0,
    span=3,
    max_decisions=MAX_SEATS,
    components=_module(
        "components",
        MIN_SEATS=MIN_SEATS,
        MAX_SEATS=MAX_SEATS,
        OPTIONS=(),
        STACKS={},
        prepare=lambda players, options: ({}, None),
        stack=lambda setup, given: {},
    ),
    actions=_module("actions", COUNT=CARDS, TABLE=(), text=_text, chance_lines=lambda *_: []),
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
    render=_module("render", scene=None, describe=None),
)
