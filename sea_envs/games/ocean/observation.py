"""What a seat sees: where every card is, as far as a perfect memory could know."""

from typing import Any

import numpy as np

from sea_envs.core.jit import kernel
from sea_envs.core.layout import Layout, Slot
from sea_envs.games.ocean.actions import CARD
from sea_envs.games.ocean.components import (
    ACTION_COPIES,
    ANIMAL_CARDS,
    ANIMALS,
    DECK_SIZE,
    HAND,
    HUES,
    MAX_SEATS,
    MIN_SEATS,
    MOST_NUMBER,
    SACK,
    SKULL,
)
from sea_envs.games.ocean.rules.hand import seat_after
from sea_envs.games.ocean.rules.state import CENTRE, GONE, NO_SEAT, SHOWN, UNSEEN

MINE = GONE
MINE_SHOWN = MINE + 1
"""Places from CENTRE on have the code below their own; MINE_SHOWN + k: known, in the hand of +k."""
CARD_CODES = MINE_SHOWN + MAX_SEATS

CALL_NOTHING, LAY_FOR_OTHER, LAY_FOR_ME = range(1, 4)
CALL_SOME, CALL_FOR_OTHER, CALL_FOR_ME = range(4, 7)
CALL_CODES = CALL_FOR_ME + 1

SKULL_UNSEEN, SKULL_MINE, SKULL_SHOWN = range(3)
SKULL_USED = SKULL_SHOWN + MAX_SEATS
SKULL_ABSENT = SKULL_USED + 1

HAND_CODES = 2 * HAND
"""0 to HAND cards of any kind, then 1 to HAND - 1 cards that can only be sacks and chests."""

KINDS_HELD = SKULL - SACK
COPIES = ACTION_COPIES[0]
NOBODY_OR_SEAT = MAX_SEATS + 1

LAYOUT = Layout(
    Slot(
        "cards",
        (ANIMAL_CARDS,),
        "where each animal card is: 0 unseen, 1 centre, 2 open group, 3 closed group, "
        "4 just played, 5 row, 6 spare in the pile of the seat whose friend it is, 7 gone in "
        "another pile, 8 my hand, 9 my hand and known to all, 10-12 known in the hand of "
        "+1, +2, +3 (during another's skull turn it lies open in the centre)",
        categories=CARD_CODES,
    ),
    Slot(
        "calls",
        (ANIMAL_CARDS,),
        "what each animal in my hand can call from the centre: 0 not in my hand, 1 nothing, "
        "2 nothing, and another's row lacks the card, 3 nothing, and mine lacks it, 4 something, "
        "5 what another's row lacks, 6 what mine lacks",
        categories=CALL_CODES,
        actions=CARD,
    ),
    Slot("numbers", (ANIMAL_CARDS,), f"number on each animal card / {MOST_NUMBER}"),
    Slot(
        "friends",
        (MAX_SEATS,),
        "animal of each seat, from mine clockwise: 0 none yet, turtle, crab, starfish, octopus",
        categories=len(ANIMALS) + 1,
    ),
    Slot("rows", (MAX_SEATS, HUES), f"number of the friend in each colour / {MOST_NUMBER}, 0 none"),
    Slot("spares", (MAX_SEATS, HUES), f"highest spare of each colour / {MOST_NUMBER}, 0 none"),
    Slot(
        "hands",
        (MAX_SEATS,),
        f"0-{HAND} cards in hand; {HAND + 1}-{HAND_CODES - 1}: 1-{HAND - 1} cards, all known to be "
        "sacks or chests",
        categories=HAND_CODES,
    ),
    Slot("my_actions", (KINDS_HELD,), f"sacks, chests, swords in my hand / {COPIES}"),
    Slot(
        "shown_actions",
        (MAX_SEATS, KINDS_HELD),
        f"sacks, chests, swords known to all in each hand / {COPIES}",
    ),
    Slot("used_actions", (KINDS_HELD,), f"sacks, chests, swords in piles / {COPIES}"),
    Slot(
        "skull",
        (1,),
        "0 unseen, 1 my hand, 2 my hand and known to all, 3-5 known in the hand of +1, +2, +3, "
        "6 used, 7 not in this game",
        categories=SKULL_ABSENT + 1,
    ),
    Slot(
        "tucked",
        (KINDS_HELD + 1,),
        "sacks, chests, swords, skull put under the stock: the first to be drawn counts 1/2, "
        "the next 1/4, ...",
    ),
    Slot("sums", (MOST_NUMBER,), "1 if some animals in the centre add up to 1, 2, ..."),
    Slot("phase", (1,), "choose, play, capture, sack, steal", categories=5),
    Slot("wanted", (1,), f"what the open group still has to add up to / {MOST_NUMBER}"),
    Slot("after", (1,), f"1 + the card after which picks must come / {ANIMAL_CARDS}"),
    Slot("victim", (1,), "seat to be robbed: 0 any, 1 me, 2 +1, ...", categories=NOBODY_OR_SEAT),
    Slot(
        "skull_turn", (1,), "whose skull turn: 0 none, 1 me, 2 +1, ...", categories=NOBODY_OR_SEAT
    ),
    Slot("to_move", (1,), "steps from me to the seat to move", categories=MAX_SEATS),
    Slot("starter", (1,), "steps from me to the starter of the round", categories=MAX_SEATS),
    Slot("first", (1,), "steps from me to the first starter", categories=MAX_SEATS),
    Slot("seats", (1,), "players", categories=MAX_SEATS - MIN_SEATS + 1),
    Slot("stock", (1,), f"cards in the stock / {DECK_SIZE}"),
    Slot("capture_rule", (1,), "1 if a capture must go on until no group is left"),
    Slot("capture_mandatory", (1,), "1 if a card that can capture may not be laid"),
    Slot("dup_policy", (1,), "1 if the row shows the highest collected"),
    Slot("sword_one", (1,), "1 if a sword robs a single row"),
    Slot("starter_rule", (1,), "same, rotate, continue", categories=3),
    Slot("full_only", (1,), "1 if there is no smaller last deal"),
    Slot("latest_seat", (1,), "1 if the latest seat wins a tie"),
    Slot("gold", (1,), "1 if the highest sum of the row wins"),
)

CARDS = LAYOUT.start("cards")
CALLS = LAYOUT.start("calls")
NUMBERS = LAYOUT.start("numbers")
FRIENDS = LAYOUT.start("friends")
ROWS = LAYOUT.start("rows")
SPARES = LAYOUT.start("spares")
HANDS = LAYOUT.start("hands")
MY_ACTIONS = LAYOUT.start("my_actions")
SHOWN_ACTIONS = LAYOUT.start("shown_actions")
USED_ACTIONS = LAYOUT.start("used_actions")
SKULL_CELL = LAYOUT.start("skull")
TUCKED = LAYOUT.start("tucked")
SUMS = LAYOUT.start("sums")
PHASE = LAYOUT.start("phase")
WANTED = LAYOUT.start("wanted")
AFTER = LAYOUT.start("after")
VICTIM = LAYOUT.start("victim")
SKULL_TURN = LAYOUT.start("skull_turn")
TO_MOVE = LAYOUT.start("to_move")
STARTER = LAYOUT.start("starter")
FIRST = LAYOUT.start("first")
SEATS = LAYOUT.start("seats")
STOCK = LAYOUT.start("stock")
CAPTURE_RULE = LAYOUT.start("capture_rule")
CAPTURE_MANDATORY = LAYOUT.start("capture_mandatory")
DUP_POLICY = LAYOUT.start("dup_policy")
SWORD_ONE = LAYOUT.start("sword_one")
STARTER_RULE = LAYOUT.start("starter_rule")
FULL_ONLY = LAYOUT.start("full_only")
LATEST_SEAT = LAYOUT.start("latest_seat")
GOLD = LAYOUT.start("gold")

# Shares as float32: the compiled loops then stay in single precision.
_BY_CARD_CODE = np.float32(1 / (CARD_CODES - 1))
_BY_CALL_CODE = np.float32(1 / (CALL_CODES - 1))
_BY_NUMBER = np.float32(1 / MOST_NUMBER)
_BY_COPIES = np.float32(1 / COPIES)
_BY_HAND_CODE = np.float32(1 / (HAND_CODES - 1))
_BY_SKULL = np.float32(1 / SKULL_ABSENT)
_BY_SEAT = np.float32(1 / (MAX_SEATS - 1))
_BY_NOBODY_OR_SEAT = np.float32(1 / MAX_SEATS)
_BY_ANIMAL = np.float32(1 / len(ANIMALS))
_LAST_BIT = np.uint32(1)
_BY_PHASE = np.float32(1 / 4)
_BY_CARD = np.float32(1 / ANIMAL_CARDS)
_BY_DECK = np.float32(1 / DECK_SIZE)


@kernel
def observe(state: Any, seat: int, out: Any) -> None:
    """Write what `seat` sees into `out` [LAYOUT.size], which comes filled with zeros."""
    _observe_animals(state, seat, out)
    for number in range(MOST_NUMBER):
        out[SUMS + number] = (state.sums >> (number + 1)) & 1
    if not state.skull:
        out[SKULL_CELL] = 1
    for step in range(state.seats):
        _observe_seat(state, seat_after(state, seat, step), step, out)
    for kind in range(KINDS_HELD):
        out[MY_ACTIONS + kind] = state.hand_actions[seat, kind] * _BY_COPIES
        used = 0
        for other in range(MAX_SEATS):
            used += state.piled_actions[other, kind]
        out[USED_ACTIONS + kind] = used * _BY_COPIES
    if state.hand_actions[seat, KINDS_HELD] and not state.shown_actions[seat, KINDS_HELD]:
        out[SKULL_CELL] = SKULL_MINE * _BY_SKULL
    share = 0.5
    for position in range(state.stocked - state.tucked, state.stocked):
        out[TUCKED + int(state.deck[position]) - SACK] += share
        share *= 0.5
    out[PHASE] = state.phase * _BY_PHASE
    out[WANTED] = state.wanted * _BY_NUMBER
    out[AFTER] = (state.after + 1) * _BY_CARD
    if state.victim_seat != NO_SEAT:
        out[VICTIM] = (1 + _steps_to(state, seat, state.victim_seat)) * _BY_NOBODY_OR_SEAT
    if state.skull_seat != NO_SEAT:
        out[SKULL_TURN] = (1 + _steps_to(state, seat, state.skull_seat)) * _BY_NOBODY_OR_SEAT
    out[TO_MOVE] = _steps_to(state, seat, state.seat) * _BY_SEAT
    out[STARTER] = _steps_to(state, seat, state.starter_seat) * _BY_SEAT
    out[FIRST] = _steps_to(state, seat, state.first_seat) * _BY_SEAT
    out[SEATS] = (state.seats - MIN_SEATS) * np.float32(1 / (MAX_SEATS - MIN_SEATS))
    out[STOCK] = (state.stocked - state.drawn) * _BY_DECK
    out[CAPTURE_RULE] = state.capture_rule
    out[CAPTURE_MANDATORY] = state.capture_mandatory
    out[DUP_POLICY] = state.dup_policy
    out[SWORD_ONE] = state.sword
    out[STARTER_RULE] = state.starter * np.float32(1 / 2)
    out[FULL_ONLY] = state.last_deal
    out[LATEST_SEAT] = state.final_tie
    out[GOLD] = state.variant


@kernel
def _steps_to(state: Any, seat: int, other: int) -> int:
    steps = int(other) - int(seat)
    return steps + int(state.seats) if steps < 0 else steps


@kernel
def _observe_animals(state: Any, seat: int, out: Any) -> None:
    # Without branches and in words of 32 bits, so that it becomes vector instructions; a branch
    # for the cards in hand, which are never the same, would cost more than all of this.
    one_bit, two_bit = _calls(state, seat)
    me = np.float32(seat)
    seats = np.float32(state.seats)
    unseen, shown, centre = np.float32(UNSEEN), np.float32(SHOWN), np.float32(CENTRE)
    mine = np.float32(MINE)
    some = np.float32(CALL_SOME - 1)
    nothing = np.float32(CALL_NOTHING)
    for_other, for_me = np.float32(LAY_FOR_OTHER), np.float32(LAY_FOR_ME)
    one = np.float32(1)
    zero = np.float32(0)
    for card in range(ANIMAL_CARDS):
        place = np.float32(state.place[card])
        owner = np.float32(state.owner_seats[card])
        steps = owner - me
        steps = steps + (seats if owner < me else zero)
        code = place - one
        code = (mine if owner == me else zero) if place == unseen else code
        known = (place == shown) | ((place == centre) & (owner >= zero))
        code = steps + mine + one if known else code
        out[CARDS + card] = code * _BY_CARD_CODE
        lacking = np.float32(state.lacking_seats[card])
        laid = for_other if lacking >= zero else nothing
        laid = for_me if lacking == me else laid
        number = np.uint32(state.numbers[card])
        call = np.uint32(np.uint32(one_bit >> number) & _LAST_BIT)
        call |= np.uint32(np.uint32(np.uint32(two_bit >> number) & _LAST_BIT) << np.uint32(1))
        called = np.float32(np.int32(np.uint32(call)))
        called = called + some if called > zero else laid
        held = (place <= shown) & (owner == me)
        out[CALLS + card] = called * _BY_CALL_CODE if held else zero
        out[NUMBERS + card] = np.float32(np.int32(state.numbers[card])) * _BY_NUMBER


@kernel
def _calls(state: Any, seat: int) -> Any:
    """What an animal in my hand can call, 0 for nothing, else code - CALL_SOME + 1: the two bits of
    these numbers, each as the set of the animals' numbers for which it is 1."""
    every, mine = int(state.sums), int(state.sums_lacked[seat])
    others = 0
    for other in range(state.seats):
        others |= int(state.sums_lacked[other]) if other != seat else 0
    # What is lacked is among the sums; what mine lacks counts most.
    return np.uint32((every & ~others) | mine), np.uint32(others | mine)


@kernel
def _observe_seat(state: Any, other: int, step: int, out: Any) -> None:
    out[FRIENDS + step] = (state.friends[other] + 1) * _BY_ANIMAL
    for colour in range(HUES):
        out[ROWS + HUES * step + colour] = state.rows[other, colour] * _BY_NUMBER
        out[SPARES + HUES * step + colour] = state.spares[other, colour] * _BY_NUMBER
    for kind in range(KINDS_HELD):
        out[SHOWN_ACTIONS + KINDS_HELD * step + kind] = (
            state.shown_actions[other, kind] * _BY_COPIES
        )
    if state.piled_actions[other, KINDS_HELD]:
        out[SKULL_CELL] = SKULL_USED * _BY_SKULL
    if state.shown_actions[other, KINDS_HELD]:
        out[SKULL_CELL] = (SKULL_SHOWN + step) * _BY_SKULL
    held = state.held[other]
    wasteful = state.wasteful[other] and held > 0
    out[HANDS + step] = (held + HAND if wasteful else held) * _BY_HAND_CODE
