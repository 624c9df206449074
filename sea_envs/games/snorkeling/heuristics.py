"""A careful player of one turn: weigh down the strongest pile, shed, end when it pays."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.games.snorkeling.actions import END, PLACE, PLAY, TAKE
from sea_envs.games.snorkeling.components import (
    COLOURS,
    COPIES,
    KINDS,
    LANTERNFISH,
    MAX_SEATS,
    VALUES,
)
from sea_envs.games.snorkeling.observation import (
    CENTRE_TOP,
    EXPERT,
    MY_HAND,
    PILE_VALUE,
    POINTS,
    POINTS_BEYOND,
    PRESENT,
    TARGET,
)

HUES = len(COLOURS)


@kernel
def choose(observation: Any, mask: Any, luck: float) -> int:
    """The action with the best value; `luck` in [0, 1) decides between equals."""
    if mask[TAKE]:
        return TAKE
    best = END
    best_value = 0.0
    ties = 1
    for action in range(END):
        if mask[action]:
            if action < PLACE:
                value = _value_of_play(observation, action - PLAY)
            else:
                value = _value_of_place(observation, action - PLACE)
            ties = ties + 1 if value == best_value else 1
            # The k-th of several equals replaces the earlier ones with chance 1 / k.
            if value > best_value or (value == best_value and luck * ties % 1.0 * ties < 1.0):
                best, best_value = action, value
    return best


@kernel
def _hand(observation: Any, card: int) -> int:
    return int(observation[MY_HAND + card] * COPIES + 0.5)


@kernel
def _pile(observation: Any, step: int) -> int:
    return int(observation[PILE_VALUE + step] * LANTERNFISH + 0.5)


@kernel
def _points(observation: Any, step: int) -> int:
    scale = int(observation[TARGET] * 60 + 0.5) + POINTS_BEYOND
    return int(observation[POINTS + step] * scale + 0.5)


@kernel
def _value_of_place(observation: Any, place: int) -> float:
    """A card for an opponent's pile: more for a leader's; a Beach by how the round would end."""
    step = place // HUES + 1
    value = _pile(observation, step) - 1
    if value == 0:
        return _value_of_ending(observation, step)
    threat = _points(observation, step) + value
    return 5.0 + 0.2 * threat + 0.1 * value


@kernel
def _value_of_ending(observation: Any, victim: int) -> float:
    target = int(observation[TARGET] * 60 + 0.5)
    mine = _points(observation, 0) + _pile(observation, 0)
    best_other = 0
    others = 0.0
    seats = 1
    for step in range(1, MAX_SEATS):
        if observation[PRESENT + step] > 0:
            gain = 0 if step == victim else _pile(observation, step)
            others += gain
            seats += 1
            best_other = max(best_other, _points(observation, step) + gain)
    if best_other >= target and best_other >= mine:
        return -100.0
    if mine >= target and mine > best_other:
        return 100.0
    margin = _pile(observation, 0) - others / (seats - 1)
    return 20.0 if margin >= 0.5 else -1.0


@kernel
def _value_of_play(observation: Any, card: int) -> float:
    """A card for the centre: shed much, keep what can be placed, empty the hand to take back."""
    hue = card // VALUES
    held = 0
    same = 0
    for other in range(KINDS):
        count = _hand(observation, other)
        held += count
        if other // VALUES == hue:
            same += count
    colour_play = (
        observation[EXPERT] > 0 or hue == int(observation[CENTRE_TOP] * (KINDS - 1) + 0.5) // VALUES
    )
    reserve = _reserve(observation, card)
    shed = same if colour_play else 1
    left = held - shed - (1 if reserve > 0 and held > shed else 0)
    value = 1.0 + 0.3 * shed + reserve
    if left <= 0 and _pile(observation, 0) < LANTERNFISH:
        value += 3.0
    if _needed(observation, card % VALUES) and _hand(observation, card) == 1:
        value -= 0.5
    return value + 10.0 if reserve > 0 or held == 1 else value


@kernel
def _reserve(observation: Any, card: int) -> float:
    """What can still be laid on an opponent once this card has gone to the centre."""
    best = 0.0
    for step in range(1, MAX_SEATS):
        if observation[PRESENT + step] > 0:
            value = _pile(observation, step) - 1
            for hue in range(HUES):
                other = VALUES * hue + value
                if _hand(observation, other) - (other == card) > 0:
                    best = max(best, 1.0 + 0.1 * _points(observation, step))
    return best


@kernel
def _needed(observation: Any, value: int) -> bool:
    for step in range(1, MAX_SEATS):
        if observation[PRESENT + step] > 0 and _pile(observation, step) - 1 == value:
            return True
    return False
