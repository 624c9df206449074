"""A careful one-turn player: calls what is worth most, lays what gives least away."""

from typing import Any

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
from sea_envs.games.ocean.rules.state import CENTRE, OPEN, PLAYED

NEVER = -1e9
WIN = 1000.0
HALF_CARD = 36
"""Cards are remembered as bits of two whole numbers, this many in each."""


@kernel
def choose(observation: Any, mask: Any, luck: float) -> int:
    """The action with the best value; `luck` in [0, 1) decides between equals."""
    best = -1
    best_value = 2 * NEVER
    ties = 1
    for action in range(COUNT):
        if mask[action]:
            value = _value(observation, action)
            ties = ties + 1 if value == best_value else 1
            # The k-th of several equals replaces the earlier ones with chance 1 / k.
            if value > best_value or (value == best_value and luck * ties % 1.0 * ties < 1.0):
                best, best_value = action, value
    return best


@kernel
def _value(observation: Any, action: int) -> float:
    if action == STOP:
        return NEVER  # whatever can be called is worth calling
    if action >= CHOOSE:
        return 0.0
    if action >= STEAL:
        return _value_of_theft(observation, (action - STEAL) // HUES + 1, (action - STEAL) % HUES)
    if action >= PICK_ACTION:
        return EXPOSED_ACTION
    phase = int(observation[PHASE] * 4 + 0.5)
    card = action - CARD
    if phase == PHASE_SACK:
        return _worth(observation, card)
    if phase == PHASE_CAPTURE:
        return _value_of_pick(observation, card)
    if card < ANIMAL_CARDS:
        return _value_of_animal(observation, card)
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
def _value_of_animal(observation: Any, card: int) -> float:
    number = _number(observation, card)
    if observation[SUMS + number - 1] > 0:
        return _worth(observation, card) + _best_family(observation, number, 0, -1, -1, 0, 0)
    return -_cost_of_laying(observation, card) + _partner(observation, card, number)


@kernel
def _partner(observation: Any, card: int, number: int) -> float:
    """A second card of the number in hand could call this one next turn."""
    for other in range(ANIMAL_CARDS):
        held = MINE <= _code(observation, other) <= MINE_SHOWN
        if held and other != card and _number(observation, other) == number:
            return 1.0
    return 0.0


@kernel
def _best_family(
    observation: Any, number: int, missing: int, last: int, first: int, low: int, high: int
) -> float:
    """The most that further groups of `number` are worth; NEVER if the open group cannot be closed.

    missing: what the open group lacks, 0 between groups; last, first: the cards after which the
    next card, or the first card of the next group, must come; low, high: the cards used so far.
    """
    best = NEVER if missing else 0.0
    wanted = missing if missing else number
    for card in range((last if missing else first) + 1, ANIMAL_CARDS):
        if not _lies(observation, card):
            continue
        left = wanted - _number(observation, card)
        used = low >> card if card < HALF_CARD else high >> (card - HALF_CARD)
        if left < 0 or used & 1:
            continue
        lower = low | (1 << card if card < HALF_CARD else 0)
        higher = high | (1 << (card - HALF_CARD) if card >= HALF_CARD else 0)
        begun = first if missing else card
        value = _worth(observation, card) + _best_family(
            observation, number, left, card, begun, lower, higher
        )
        best = max(best, value)
    return best


@kernel
def _value_of_pick(observation: Any, card: int) -> float:
    number = 0
    first = -1
    low = 0
    for other in range(ANIMAL_CARDS):
        code = _code(observation, other)
        if code == PLAYED - 1:
            number = _number(observation, other)
        if code == OPEN - 1 and first < 0:
            first = other
    wanted = int(observation[WANTED] * MOST_NUMBER + 0.5)
    if first < 0:
        first = card
    if card < HALF_CARD:
        low = 1 << card
    high = 1 << (card - HALF_CARD) if card >= HALF_CARD else 0
    left = wanted - _number(observation, card)
    return _worth(observation, card) + _best_family(
        observation, number, left, card, first, low, high
    )


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
