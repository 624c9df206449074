"""A careful one-turn player: calls what is worth most, lays what gives least away."""

from typing import Any

import numpy as np

from sea_envs.core.jit import kernel
from sea_envs.games.ocean.actions import (
    CARD,
    CHOOSE,
    COUNT,
    PHASE_CAPTURE,
    PHASE_SACK,
    PICK_ACTION,
    STEAL,
    STOP,
)
from sea_envs.games.ocean.components import (
    ANIMAL_CARDS,
    ANIMAL_OF,
    ANIMALS,
    CHEST,
    COLOUR_OF,
    HUES,
    MAX_SEATS,
    MIN_SEATS,
    MOST_NUMBER,
    SACK,
    SKULL,
    SWORD,
)
from sea_envs.games.ocean.observation import (
    AFTER,
    CARD_CODES,
    CARDS,
    FRIENDS,
    GOLD,
    HAND_CODES,
    HANDS,
    MINE,
    MINE_SHOWN,
    MY_ACTIONS,
    NUMBERS,
    PHASE,
    ROWS,
    SEATS,
    SKULL_TURN,
    SPARES,
    SUMS,
    SWORD_ONE,
    WANTED,
)
from sea_envs.games.ocean.rules.state import CENTRE, OPEN

NEVER = -1e9
WIN = 1000.0
HALF = 36
"""Sets of cards are bits of two whole numbers, this many in each."""


@kernel
def choose(observation: Any, mask: Any, luck: float) -> int:
    """The action with the best value; `luck` in [0, 1) decides between equals."""
    best_sums = np.empty(MOST_NUMBER + 1)
    groups = np.empty((MOST_NUMBER + 1, 2), np.int64)
    if int(observation[PHASE] * 4 + 0.5) == PHASE_CAPTURE:
        return _pick(observation, best_sums, groups)
    best = -1
    best_value = 2 * NEVER
    ties = 1
    for action in range(COUNT):
        if mask[action]:
            value = _value(observation, action, best_sums, groups)
            ties = ties + 1 if value == best_value else 1
            # The k-th of several equals replaces the earlier ones with chance 1 / k.
            if value > best_value or (value == best_value and luck * ties % 1.0 * ties < 1.0):
                best, best_value = action, value
    return best


@kernel
def _value(observation: Any, action: int, best_sums: Any, groups: Any) -> float:
    if action >= CHOOSE:
        return 0.0
    if action >= STEAL:
        return _value_of_theft(observation, (action - STEAL) // HUES + 1, (action - STEAL) % HUES)
    if action >= PICK_ACTION:
        return EXPOSED_ACTION
    card = action - CARD
    if int(observation[PHASE] * 4 + 0.5) == PHASE_SACK:
        return _worth(observation, card)
    if card < ANIMAL_CARDS:
        return _value_of_animal(observation, card, best_sums, groups)
    return _value_of_action_card(observation, card)


# ---- what the cells say


@kernel
def _code(observation: Any, card: int) -> int:
    return int(observation[CARDS + card] * (CARD_CODES - 1) + 0.5)


@kernel
def _lies(observation: Any, card: int) -> bool:
    code = _code(observation, card)
    return code == CENTRE - 1 or (code > MINE_SHOWN and observation[SKULL_TURN] > 0)


@kernel
def _number(observation: Any, card: int) -> int:
    return int(observation[NUMBERS + card] * MOST_NUMBER + 0.5)


@kernel
def _friend_of(observation: Any, animal: int) -> int:
    """Steps to the seat whose friend the animal is, or MAX_SEATS."""
    for step in range(MAX_SEATS):
        if int(observation[FRIENDS + step] * len(ANIMALS) + 0.5) == animal + 1:
            return step
    return MAX_SEATS


@kernel
def _friends(observation: Any, step: int) -> int:
    count = 0
    for colour in range(HUES):
        count += observation[ROWS + HUES * step + colour] > 0
    return count


@kernel
def _seats(observation: Any) -> int:
    return int(observation[SEATS] * (MAX_SEATS - MIN_SEATS) + 0.5) + MIN_SEATS


@kernel
def _hand_size(observation: Any, step: int) -> int:
    code = int(observation[HANDS + step] * (HAND_CODES - 1) + 0.5)
    return code if 2 * code <= HAND_CODES else code - HAND_CODES // 2


# ---- what cards are worth

EXPOSED_ACTION = 3.0
NEEDED = (9.0, 12.0, 18.0, WIN)
DENIED = (4.0, 6.0, 10.0, 28.0)
STOLEN = (0.0, 3.0, 5.0, 11.0)
LAID = (2.0, 3.0, 5.0, 30.0)
"""By the friends in a row: what it is worth to fill a gap in it, to deny that to another seat, to
steal from it where there is no spare, and what it costs to lay a card that fills a gap."""


@kernel
def _worth(observation: Any, card: int) -> float:
    """Collecting an animal: a new colour, a spare against swords, or what another seat lacks."""
    step = _friend_of(observation, ANIMAL_OF[card])
    number = _number(observation, card)
    if step == MAX_SEATS:
        return 0.2
    have = _friends(observation, step)
    cell = HUES * step + int(COLOUR_OF[card])
    if observation[ROWS + cell] == 0:
        others = _seats(observation) - 1
        if observation[GOLD] > 0:
            return _worth_in_gold(observation, number, have) if step == 0 else number / others
        if step == 0:
            return NEEDED[have] + 0.1 * number
        return DENIED[have] / others + 0.05 * number
    spared = observation[SPARES + cell] > 0
    if step == 0:
        return 0.4 if spared else 1.5
    return 0.3 if spared else 0.8


@kernel
def _worth_in_gold(observation: Any, number: int, have: int) -> float:
    """A new colour counts its number; the fourth ends the game, for better or worse."""
    if have < HUES - 1:
        return 2.0 + 1.5 * number
    total = number + _sum(observation, 0)
    for step in range(1, MAX_SEATS):
        if _sum(observation, step) >= total:
            return 0.1
    return WIN


@kernel
def _sum(observation: Any, step: int) -> int:
    total = 0
    for colour in range(HUES):
        total += int(observation[ROWS + HUES * step + colour] * MOST_NUMBER + 0.5)
    return total


@kernel
def _cost_of_laying(observation: Any, card: int) -> float:
    """What is given away by putting a card into the centre instead of keeping it for a capture."""
    step = _friend_of(observation, ANIMAL_OF[card])
    if step == MAX_SEATS:
        return 1.0
    have = _friends(observation, step)
    if observation[ROWS + HUES * step + int(COLOUR_OF[card])] > 0:
        return 1.2 if step == 0 else 1.4
    if step == 0:
        return 4.0 + have
    return 1.4 + LAID[have] / (_seats(observation) - 1)


@kernel
def _partner(observation: Any, card: int, number: int) -> float:
    """A second card of the number in hand could call this one next turn."""
    for other in range(ANIMAL_CARDS):
        held = MINE <= _code(observation, other) <= MINE_SHOWN
        if held and other != card and _number(observation, other) == number:
            return 1.0
    return 0.0


# ---- captures


@kernel
def _value_of_animal(observation: Any, card: int, best_sums: Any, groups: Any) -> float:
    number = _number(observation, card)
    if observation[SUMS + number - 1] > 0:
        worth, _, _ = _family(observation, number, -1, best_sums, groups)
        return _worth(observation, card) + worth
    return -_cost_of_laying(observation, card) + _partner(observation, card, number)


@kernel
def _pick(observation: Any, best_sums: Any, groups: Any) -> int:
    """The first card of the groups worth most, so that the later ones can still follow."""
    number = int(observation[WANTED] * MOST_NUMBER + 0.5)
    after = int(observation[AFTER] * ANIMAL_CARDS + 0.5) - 1
    is_open = False
    for card in range(ANIMAL_CARDS):
        is_open |= _code(observation, card) == OPEN - 1
    if is_open:
        _find_group(observation, number, after, 0, 0, best_sums, groups)
        low, high = groups[number, 0], groups[number, 1]
    else:
        _, low, high = _family(observation, number, after, best_sums, groups)
    for card in range(ANIMAL_CARDS):
        if _among(card, low, high):
            return CARD + card
    return STOP  # whatever can be called is worth calling


@kernel
def _family(
    observation: Any, number: int, after: int, best_sums: Any, groups: Any
) -> tuple[float, int, int]:
    """Disjoint groups, each the best that is left: what they are worth, and their cards as bits."""
    worth = 0.0
    low, high = 0, 0
    while _find_group(observation, number, after, low, high, best_sums, groups):
        worth += best_sums[number]
        low |= groups[number, 0]
        high |= groups[number, 1]
    return worth, low, high


@kernel
def _find_group(
    observation: Any, number: int, after: int, low: int, high: int, best_sums: Any, groups: Any
) -> bool:
    """Fill best_sums and groups: for every sum the most that cards after `after` can be worth.

    low, high: cards that are taken already. Returns whether `number` can be reached.
    """
    best_sums[:] = NEVER
    best_sums[0] = 0.0
    groups[0, 0], groups[0, 1] = 0, 0
    for card in range(after + 1, ANIMAL_CARDS):
        if not _lies(observation, card) or _among(card, low, high):
            continue
        size = _number(observation, card)
        worth = _worth(observation, card)
        for total in range(number, size - 1, -1):
            value = best_sums[total - size] + worth
            if value > best_sums[total] and value > 0:
                best_sums[total] = value
                groups[total, 0] = groups[total - size, 0]
                groups[total, 1] = groups[total - size, 1]
                groups[total, card // HALF] |= 1 << (card % HALF)
    return bool(best_sums[number] > 0)


@kernel
def _among(card: int, low: int, high: int) -> bool:
    return ((high if card >= HALF else low) >> (card % HALF)) & 1 == 1


# ---- action cards


@kernel
def _value_of_action_card(observation: Any, card: int) -> float:
    if card == SWORD:
        return _value_of_sword(observation) - 2.5
    if card == SKULL:
        return _value_of_skull(observation)
    best = 0.0
    total = 0.0
    for lying in range(ANIMAL_CARDS):
        if _lies(observation, lying):
            worth = _worth(observation, lying)
            best = max(best, worth)
            total += worth
    if card == SACK:
        return best - 6.0
    if observation[SKULL_TURN] > 0 and _hand_size(observation, 0) > 1:
        return total if total >= WIN else -50.0  # the chest sweeps at last what the others laid
    return total - 8.0


@kernel
def _value_of_sword(observation: Any) -> float:
    total = 0.0
    most = 0.0
    for step in range(1, MAX_SEATS):
        best = 0.0
        for colour in range(HUES):
            if observation[ROWS + HUES * step + colour] > 0:
                best = max(best, _value_of_theft(observation, step, colour))
        total += best
        most = max(most, best)
    return most if observation[SWORD_ONE] > 0 else total


@kernel
def _value_of_theft(observation: Any, step: int, colour: int) -> float:
    shown = int(observation[ROWS + HUES * step + colour] * MOST_NUMBER + 0.5)
    spare = int(observation[SPARES + HUES * step + colour] * MOST_NUMBER + 0.5)
    if observation[GOLD] > 0:
        return 0.5 + shown - spare
    if spare > 0:
        return 0.6 + 0.1 * (shown - spare)
    return STOLEN[_friends(observation, step)] + 0.05 * shown


@kernel
def _value_of_skull(observation: Any) -> float:
    mine = _hand_size(observation, 0) - 1
    exposed = 0
    for step in range(1, MAX_SEATS):
        exposed += _hand_size(observation, step)
    if mine == 0:
        return -1.0
    sweeping = observation[MY_ACTIONS + CHEST - SACK] > 0
    return 0.8 * exposed * (mine if not sweeping else mine + 3) / 2.0
