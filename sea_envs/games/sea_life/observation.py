"""What a seat sees: its hand, the row, the food web, and every card it could have kept track of."""

from typing import Any

import numpy as np

from sea_envs.core.jit import kernel
from sea_envs.core.layout import Layout, Slot
from sea_envs.games.sea_life.actions import FOOD, LEFT
from sea_envs.games.sea_life.components import (
    COLUMNS,
    CREATURES,
    FOOD_KINDS,
    FOODS,
    LUCKY_PEEK,
    MAX_SEATS,
    MIN_SEATS,
    MOST_ROUNDS,
    MOST_TURNS,
    RUINS,
    VARIANTS,
)
from sea_envs.games.sea_life.rules.row import faces_up, knows_creature, knows_food
from sea_envs.games.sea_life.rules.state import NO_CARD

_NEAR = 3
_CODE = "0 none, 1 unknown, then 2 + number"
_COUNT = "0.5 + count x scale, 0 unknown; the largest count of the cards is 0 or 1"

LAYOUT = Layout(
    Slot("my_foods", (FOOD_KINDS,), f"copies of each food I hold / {FOODS}"),
    Slot(
        "my_counts",
        (FOODS, CREATURES),
        f"what each creature would count with each food I hold, lowest food first: {_COUNT}",
    ),
    Slot("unseen_foods", (FOOD_KINDS,), "copies of each food I have not seen / its copies"),
    Slot(
        "creatures",
        (MAX_SEATS, CREATURES),
        "1 for a creature in my hand, for another seat's that I have not seen; seats from mine "
        "clockwise",
    ),
    Slot(
        "row_creature", (COLUMNS,), f"creature of a column, right end first: {_CODE}", CREATURES + 2
    ),
    Slot(
        "row_owner", (COLUMNS,), "its seat: 0 none, then 1 + seats clockwise from me", MAX_SEATS + 1
    ),
    Slot("row_food", (COLUMNS,), f"food of a column: {_CODE}", FOOD_KINDS + 2),
    Slot("row_feeder", (COLUMNS,), "the seat that laid it, as row_owner", MAX_SEATS + 1),
    Slot("row_count", (COLUMNS,), f"what creature and food count together: {_COUNT}"),
    Slot("creature_turn", (COLUMNS,), f"turn of the round that laid the creature / {MOST_TURNS}"),
    Slot("food_turn", (COLUMNS,), f"turn of the round that laid the food / {MOST_TURNS}"),
    Slot(
        "peeked",
        (_NEAR, COLUMNS),
        "what the next three seats looked at: nothing, the column's creature, its food, both",
        categories=4,
    ),
    Slot(
        "peeked_beyond",
        (MAX_SEATS - 1 - _NEAR, MAX_SEATS),
        "the same of the seats beyond, where a row has fewer columns",
        categories=4,
    ),
    Slot("to_move", (1,), "seats clockwise from me to the one whose decision it is", MAX_SEATS),
    Slot("starter", (1,), "the same to the one that started the round", MAX_SEATS),
    Slot(
        "points",
        (MAX_SEATS,),
        "(points + best) / (3 x best); best: most that a set with food counts",
    ),
    Slot(
        "card",
        (1,),
        "card waiting for its place: 0 none, 1 unknown creature, 2 unknown food, then 3 + action",
        LEFT + 3,
    ),
    Slot("card_counts", (CREATURES,), f"what each creature would count with that food: {_COUNT}"),
    Slot("phase", (1,), "peek, card, place", categories=3),
    Slot("turn", (1,), f"turns taken in this round / {MOST_TURNS}"),
    Slot("round", (1,), f"rounds scored / {MOST_ROUNDS}"),
    Slot("last_round", (1,), f"rounds of the game / {MOST_ROUNDS}"),
    Slot("per_round", (1,), "creatures and foods a seat lays per round: 1 or 2", categories=2),
    Slot("seats", (1,), "players", categories=MAX_SEATS - MIN_SEATS + 1),
    Slot("variant", (1,), "the option", categories=len(VARIANTS)),
    Slot("unfed", (1,), "the option", categories=2),
    Slot("double_order", (1,), "the option", categories=2),
    Slot("values", (CREATURES,), f"printed value of each creature: {_COUNT}"),
    Slot(
        "web",
        (CREATURES, CREATURES),
        "what the row's creature does to the column's standing on its right: nothing, eat, ruin",
        categories=RUINS + 1,
    ),
)

MY_FOODS = LAYOUT.start("my_foods")
MY_COUNTS = LAYOUT.start("my_counts")
UNSEEN_FOODS = LAYOUT.start("unseen_foods")
HELD = LAYOUT.start("creatures")
ROW_CREATURE = LAYOUT.start("row_creature")
ROW_OWNER = LAYOUT.start("row_owner")
ROW_FOOD = LAYOUT.start("row_food")
ROW_FEEDER = LAYOUT.start("row_feeder")
ROW_COUNT = LAYOUT.start("row_count")
CREATURE_TURN = LAYOUT.start("creature_turn")
FOOD_TURN = LAYOUT.start("food_turn")
PEEKED = LAYOUT.start("peeked")
PEEKED_BEYOND = LAYOUT.start("peeked_beyond")
TO_MOVE = LAYOUT.start("to_move")
STARTER = LAYOUT.start("starter")
POINTS = LAYOUT.start("points")
CARD = LAYOUT.start("card")
CARD_COUNTS = LAYOUT.start("card_counts")
PHASE = LAYOUT.start("phase")
TURN = LAYOUT.start("turn")
ROUND = LAYOUT.start("round")
LAST_ROUND = LAYOUT.start("last_round")
PER_ROUND = LAYOUT.start("per_round")
SEATS = LAYOUT.start("seats")
VARIANT = LAYOUT.start("variant")
UNFED = LAYOUT.start("unfed")
DOUBLE_ORDER = LAYOUT.start("double_order")
VALUES = LAYOUT.start("values")
WEB = LAYOUT.start("web")

UNKNOWN = 1
"""Code of a face-down card; 2 + number is the code of a known one."""
CREATURE_CODES = np.float32(1 / (CREATURES + 1))
FOOD_CODES = np.float32(1 / (FOOD_KINDS + 1))
SEAT_CODES = np.float32(1 / MAX_SEATS)
CARD_CODES = np.float32(1 / (LEFT + 2))
_STEP_CODES = np.float32(1 / (MAX_SEATS - 1))
_PEEK_CODES = np.float32(1 / 3)
_HALF = np.float32(0.5)
_ONE = np.float32(1)
_FOODS = np.float32(1 / FOODS)
_TURNS = np.float32(1 / MOST_TURNS)
_ROUNDS = np.float32(1 / MOST_ROUNDS)
_UNKNOWN_CREATURE, _UNKNOWN_FOOD, _FIRST_CARD = 1, 2, 3


@kernel
def observe(state: Any, seat: int, out: Any) -> None:
    """Write what `seat` sees into `out` [LAYOUT.size], which comes filled with zeros."""
    me = int(seat)
    _observe_cards(state, out)
    _observe_hand(state, me, out)
    _observe_seats(state, me, out)
    _observe_unseen(state, me, out)
    _observe_row(state, me, out)
    _observe_card(state, me, out)
    out[TO_MOVE] = np.float32(_step_to(state, me, int(state.seat))) * _STEP_CODES
    out[STARTER] = np.float32(_step_to(state, me, int(state.starter_seat))) * _STEP_CODES
    out[PHASE] = state.phase * _HALF
    out[TURN] = state.turn * _TURNS
    out[ROUND] = state.rounds_scored * _ROUNDS
    out[LAST_ROUND] = state.last_round * _ROUNDS
    out[PER_ROUND] = state.per_round - 1
    out[SEATS] = np.float32(state.seats - MIN_SEATS) / np.float32(MAX_SEATS - MIN_SEATS)
    out[VARIANT] = np.float32(state.variant) / np.float32(len(VARIANTS) - 1)
    out[UNFED] = state.unfed
    out[DOUBLE_ORDER] = state.double_order


@kernel
def _count_cell(state: Any, count: Any) -> Any:
    return _HALF + np.float32(count) * state.count_scale


@kernel
def _observe_cards(state: Any, out: Any) -> None:
    for kind in range(CREATURES):
        out[VALUES + kind] = _count_cell(state, state.values[kind])
    for pair in range(CREATURES * CREATURES):
        out[WEB + pair] = np.float32(state.web[pair]) * _HALF


@kernel
def _observe_hand(state: Any, me: int, out: Any) -> None:
    copies = 0
    last = NO_CARD
    for place in range(FOODS):
        kind = int(state.foods[me, place])
        if kind == NO_CARD:
            break
        copies = copies + 1 if kind == last else 1
        last = kind
        out[MY_FOODS + kind] = np.float32(copies) * _FOODS
        out[UNSEEN_FOODS + kind] = copies  # until _observe_unseen takes it off
    # A loop of its own: together with the one above it runs at half the speed.
    scale = state.count_scale
    for place in range(FOODS):
        kind = int(state.foods[me, place])
        if kind == NO_CARD:
            break
        for creature in range(CREATURES):
            cell = MY_COUNTS + CREATURES * place + creature
            out[cell] = _HALF + np.float32(state.counts[CREATURES * kind + creature]) * scale


@kernel
def _observe_unseen(state: Any, me: int, out: Any) -> None:
    for column in range(state.columns):
        kind = int(state.row_foods[column])
        if kind != NO_CARD and knows_food(state, me, column):
            out[UNSEEN_FOODS + kind] += _ONE
    kind = _chosen_food(state, me)
    if kind != NO_CARD:
        out[UNSEEN_FOODS + kind] += _ONE
    for kind in range(FOOD_KINDS):
        unseen = np.float32(state.foods_left[kind]) - out[UNSEEN_FOODS + kind]
        out[UNSEEN_FOODS + kind] = unseen * state.shares[kind]


@kernel
def _observe_seats(state: Any, me: int, out: Any) -> None:
    seats = int(state.seats)
    for step in range(seats):
        seat = me + step
        if seat >= seats:
            seat -= seats
        for kind in range(CREATURES):
            out[HELD + CREATURES * step + kind] = np.float32(state.creatures[seat, kind])
        points = np.float32(state.points[seat] - state.points_least) * state.points_scale
        out[POINTS + step] = min(max(points, np.float32(0)), _ONE)
        if step and state.variant == LUCKY_PEEK:
            _observe_peeks(state, seat, step, out)


@kernel
def _observe_peeks(state: Any, seat: int, step: int, out: Any) -> None:
    creatures, foods = int(state.peeked_creatures[seat]), int(state.peeked_foods[seat])
    cell = PEEKED + COLUMNS * (step - 1)
    if step > _NEAR:
        cell = PEEKED_BEYOND + MAX_SEATS * (step - 1 - _NEAR)
    while creatures or foods:
        code = (creatures & 1) + 2 * (foods & 1)
        if code:
            out[cell] = np.float32(code) * _PEEK_CODES
        creatures >>= 1
        foods >>= 1
        cell += 1


@kernel
def _step_to(state: Any, me: int, seat: int) -> int:
    step = seat - me
    return step + int(state.seats) if step < 0 else step


@kernel
def _observe_row(state: Any, me: int, out: Any) -> None:
    for column in range(state.columns):
        creature = int(state.row_creatures[column])
        food = int(state.row_foods[column])
        known = 0
        if creature != NO_CARD:
            step = _step_to(state, me, int(state.owner_seats[column]))
            out[ROW_OWNER + column] = np.float32(step + 1) * SEAT_CODES
            out[CREATURE_TURN + column] = state.creature_turns[column] * _TURNS
            code = UNKNOWN
            if knows_creature(state, me, column):
                known += 1
                code += 1 + creature
            elif step:
                out[HELD + CREATURES * step + creature] = _ONE
            out[ROW_CREATURE + column] = np.float32(code) * CREATURE_CODES
        if food != NO_CARD:
            step = _step_to(state, me, int(state.feeder_seats[column]))
            out[ROW_FEEDER + column] = np.float32(step + 1) * SEAT_CODES
            out[FOOD_TURN + column] = state.food_turns[column] * _TURNS
            code = UNKNOWN
            if knows_food(state, me, column):
                known += 1
                code += 1 + food
            out[ROW_FOOD + column] = np.float32(code) * FOOD_CODES
        if known == 2:
            count = state.counts[CREATURES * food + creature]
            out[ROW_COUNT + column] = _count_cell(state, count)


@kernel
def _sees_choice(state: Any, me: int) -> bool:
    return state.seat == me or faces_up(state)


@kernel
def _chosen_food(state: Any, me: int) -> int:
    """The food waiting for its place if `me` sees it."""
    if state.card >= FOOD and _sees_choice(state, me):
        return int(state.card) - FOOD
    return NO_CARD


@kernel
def _observe_card(state: Any, me: int, out: Any) -> None:
    card = int(state.card)
    if card == NO_CARD:
        return
    code = _UNKNOWN_FOOD if card >= FOOD else _UNKNOWN_CREATURE
    if _sees_choice(state, me):
        code = _FIRST_CARD + card
    elif card < FOOD:
        out[HELD + CREATURES * _step_to(state, me, int(state.seat)) + card] = _ONE
    out[CARD] = np.float32(code) * CARD_CODES
    kind = _chosen_food(state, me)
    if kind != NO_CARD:
        for creature in range(CREATURES):
            out[CARD_COUNTS + creature] = _count_cell(
                state, state.counts[CREATURES * kind + creature]
            )
