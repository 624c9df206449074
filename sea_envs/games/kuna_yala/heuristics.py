"""A one-turn planner: its own fish in safe water, the others' fish under sharks and curses.

It weighs the best card for home together with the best gift. Whose colour is whose it guesses from
what each seat has laid and ruined so far.
"""

from math import exp
from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.games.kuna_yala.actions import (
    CELL,
    DISCARD,
    GIVE_CELL,
    GIVE_SLOT,
    GIVE_TO,
    OWN_CELL,
    OWN_SLOT,
    SEAT,
    SLOT,
)
from sea_envs.games.kuna_yala.components import (
    BONE,
    CELLS,
    CENTRE,
    CORAL,
    CORALS,
    EMPTY,
    FISH,
    GRID,
    HUES,
    KINDS,
    MAJORITY_POINTS,
    MAX_SEATS,
    MIN_SEATS,
    MOST_FISH,
    MOST_STACK,
    OCTOPUS,
    OCTOPUSES,
    SHARK,
    SHARK_POINTS,
    SHARKS,
    SLOTS,
    SMALL_GRID,
)
from sea_envs.games.kuna_yala.observation import (
    CHOSEN_SLOT,
    CORALS_SEEN,
    FISH_ADJACENCY,
    FISH_ALIVE,
    LAID,
    NARROW,
    PHASE,
    RUINED,
    SEATS,
    SHARKS_HELD,
    SHOALS,
    SHOWN,
    STACK_SIZES,
    TARGET,
    UNSEEN,
)
from sea_envs.games.kuna_yala.rules.shoal import (
    CURSED_RUN,
    DOWN,
    LEFT,
    NEIGHBOURS,
    UP,
    WALL,
    fish_colour,
    fish_count,
    fish_floor,
)

BELIEF = 0.35  # how much a fish laid speaks for a colour
SPITE = 1.0  # worth of a point that an opponent loses, shared among the opponents
DANGER = 0.25  # chance that two fish of a floor with a free cell in their line are cursed
NEVER = -1e9
MINE = 0  # a seat sees its own colour first


@kernel
def choose(observation: Any, mask: Any, luck: float) -> int:
    """The action with the best value; `luck` in [0, 1) decides between equals."""
    phase = _whole(observation[PHASE], DISCARD)
    worths = _worths(observation)
    gifts = _gifts(observation, phase, worths)
    best = 0
    best_value = 2 * NEVER
    ties = 1
    for action in range(mask.shape[0]):
        if mask[action]:
            value = _value(observation, phase, action, worths, gifts)
            ties = ties + 1 if value == best_value else 1
            # The k-th of several equals replaces the earlier ones with chance 1 / k.
            if value > best_value or (value == best_value and luck * ties % 1.0 * ties < 1.0):
                best, best_value = action, value
    return best


@kernel
def _value(observation: Any, phase: int, action: int, worths: Any, gifts: Any) -> float:
    if phase == OWN_SLOT:
        return _value_of_pair(observation, action - SLOT, worths, gifts)
    if phase == GIVE_SLOT:
        return float(gifts[action - SLOT])
    card = _shown(observation, _whole(observation[CHOSEN_SLOT], SLOTS) - 1)
    if phase == OWN_CELL:
        return _value_of_cell(observation, 0, action - CELL, card, worths[0])
    if phase == GIVE_TO:
        return _best_cell(observation, action - SEAT + 1, card, worths)
    if phase == GIVE_CELL:
        step = _whole(observation[TARGET], MAX_SEATS) - 1
        return _value_of_cell(observation, step, action - CELL, card, worths[step])
    if phase == DISCARD:
        card = _shown(observation, action - SLOT)
        return -_fish_worth(card, worths[0]) if card >= FISH else 0.0
    return 0.0  # which coral an octopus covers makes no difference


@kernel
def _value_of_pair(observation: Any, slot: int, worths: Any, gifts: Any) -> float:
    """The best place at home for one card, and the best gift among the others."""
    gift = NEVER
    for other in range(SLOTS):
        if other != slot:
            gift = max(gift, gifts[other])
    return _best_cell(observation, 0, _shown(observation, slot), worths) + gift


@kernel
def _gifts(observation: Any, phase: int, worths: Any) -> Any:
    """What the card of each slot is worth as a gift, where one is to be chosen."""
    if phase != OWN_SLOT and phase != GIVE_SLOT:
        return NEVER, NEVER, NEVER, NEVER
    return (
        _best_gift(observation, _shown(observation, 0), worths),
        _best_gift(observation, _shown(observation, 1), worths),
        _best_gift(observation, _shown(observation, 2), worths),
        _best_gift(observation, _shown(observation, 3), worths),
    )


@kernel
def _best_gift(observation: Any, card: int, worths: Any) -> float:
    best = NEVER
    for step in range(1, _seats(observation)):
        best = max(best, _best_cell(observation, step, card, worths))
    return best


@kernel
def _best_cell(observation: Any, step: int, card: int, worths: Any) -> float:
    best = NEVER
    if card == EMPTY or (card == SHARK and step == 0):
        return best
    for cell in range(CELLS):
        if _may_lie(observation, step, cell, card):
            best = max(best, _value_of_cell(observation, step, cell, card, worths[step]))
    return best


@kernel
def _may_lie(observation: Any, step: int, cell: int, card: int) -> bool:
    """Rules 4.1 and 4.2, from what can be seen."""
    lying = _at(observation, step, cell)
    if card == SHARK:
        return lying >= FISH
    if lying != EMPTY:
        return False
    fitting, clashing = 0, 0
    for side in range(4):
        other = _beside(observation, step, cell, side, EMPTY)
        if other == BONE and card >= FISH:
            return False
        if card >= FISH and other >= FISH:
            alike = fish_colour(card) == fish_colour(other) or fish_floor(card) == fish_floor(other)
            fitting += alike
            clashing += not alike
        else:
            fitting += other != EMPTY
    if fitting + clashing == 0 or not _inside(observation, cell):
        return False
    return fitting > 0 if observation[FISH_ADJACENCY] > 0 else clashing == 0


@kernel
def _inside(observation: Any, cell: int) -> bool:
    radius = SMALL_GRID // 2 if observation[NARROW] > 0 else CENTRE
    down, right = cell // GRID - CENTRE, cell % GRID - CENTRE
    return -radius <= down <= radius and -radius <= right <= radius


@kernel
def _value_of_cell(observation: Any, step: int, cell: int, card: int, worth: Any) -> float:
    """What laying a card there changes for me, fish of that shoal being worth `worth` by colour."""
    if card == SHARK:
        prey = _at(observation, step, cell)
        return _value_of_shark(observation, step) - _fish_worth(prey, worth)
    value = _value_of_line(observation, step, cell, card, worth, UP)
    value += _value_of_line(observation, step, cell, card, worth, LEFT)
    if card == CORAL:
        return value + _value_of_coral(observation, step)
    lost = _cursed(observation, step, cell, card, worth)
    return value + _fish_worth(card, worth) - lost


@kernel
def _fish_worth(card: int, worth: Any) -> float:
    return float(worth[fish_colour(card)] * fish_count(card))


@kernel
def _value_of_line(
    observation: Any, step: int, cell: int, card: int, worth: Any, side: int
) -> float:
    """Threats of a curse in a row or column that the card ends, less those that it begins."""
    opposite = DOWN - side
    near = _beside(observation, step, cell, side, BONE)
    far = _beside(observation, step, cell, opposite, BONE)
    value = _value_of_three(card, near, far, worth)
    for direction, first in ((side, near), (opposite, far)):
        place = NEIGHBOURS[cell, direction]
        if place != WALL:
            second = _beside(observation, step, place, direction, BONE)  # a wall ends a line
            value += _value_of_three(card, first, second, worth)
    return value


@kernel
def _beside(observation: Any, step: int, cell: int, side: int, wall: int) -> int:
    """What lies on that side of a cell; beyond the board it is `wall`."""
    place = NEIGHBOURS[cell, side]
    return wall if place == WALL else _at(observation, step, place)


@kernel
def _value_of_three(card: int, one: int, other: int, worth: Any) -> float:
    """The card and two cells in its line: a threat to their fish ends, or one to its own begins."""
    if one >= FISH and other >= FISH:
        if fish_floor(one) == fish_floor(other):
            return DANGER * (_fish_worth(one, worth) + _fish_worth(other, worth))
        return 0.0
    if card < FISH or (one != EMPTY and other != EMPTY):
        return 0.0
    mate = max(one, other)
    if mate >= FISH and fish_floor(mate) == fish_floor(card):
        return -DANGER * (_fish_worth(card, worth) + _fish_worth(mate, worth))
    return 0.0


@kernel
def _cursed(observation: Any, step: int, cell: int, card: int, worth: Any) -> float:
    """Worth of all the fish that the card would have flipped, its own among them."""
    total = 0.0
    for side in (UP, LEFT):
        length, line = 1, 0.0
        for direction in (side, DOWN - side):
            place = NEIGHBOURS[cell, direction]
            while place != WALL:
                other = _at(observation, step, place)
                if other < FISH or fish_floor(other) != fish_floor(card):
                    break
                length += 1
                line += _fish_worth(other, worth)
                place = NEIGHBOURS[place, direction]
        if length >= CURSED_RUN:
            total += line + (_fish_worth(card, worth) if total == 0.0 else 0.0)
    return total


@kernel
def _value_of_coral(observation: Any, step: int) -> float:
    """Octopuses to come, for whoever leads in corals."""
    coming = _awards_to_come(observation)
    lead = _lead(observation, CORALS_SEEN, CORALS, step)
    gain = coming * _slope(lead + 0.5, 1.0)
    return gain if step == 0 else -SPITE * gain


@kernel
def _value_of_shark(observation: Any, step: int) -> float:
    """A shark helps the shoal it lies in towards the points for most sharks."""
    lead = _lead(observation, SHARKS_HELD, SHARKS, step)
    return -SPITE * SHARK_POINTS * _slope(lead + 0.5, 1.0 + 0.02 * _cards_left(observation))


@kernel
def _awards_to_come(observation: Any) -> float:
    return 0.6 * _whole(observation[UNSEEN + OCTOPUS - CORAL], OCTOPUSES)


@kernel
def _lead(observation: Any, start: int, scale: int, step: int) -> float:
    """By how much a shoal leads over the best other one."""
    best = 0
    for other in range(_seats(observation)):
        if other != step:
            best = max(best, _whole(observation[start + other], scale))
    return float(_whole(observation[start + step], scale) - best)


@kernel
def _cards_left(observation: Any) -> int:
    total = 0
    for slot in range(SLOTS):
        total += _whole(observation[STACK_SIZES + slot], MOST_STACK)
    return total


@kernel
def _worths(observation: Any) -> Any:
    """What one living fish of each colour in each shoal is worth to me."""
    beliefs = (
        (0.0, 0.0, 0.0, 0.0),
        _belief(observation, 1),
        _belief(observation, 2),
        _belief(observation, 3),
    )
    return (
        _worths_in(observation, 0, beliefs),
        _worths_in(observation, 1, beliefs),
        _worths_in(observation, 2, beliefs),
        _worths_in(observation, 3, beliefs),
    )


@kernel
def _worths_in(observation: Any, step: int, beliefs: Any) -> Any:
    return (
        _worth(observation, step, beliefs, 0),
        _worth(observation, step, beliefs, 1),
        _worth(observation, step, beliefs, 2),
        _worth(observation, step, beliefs, 3),
    )


@kernel
def _worth(observation: Any, step: int, beliefs: Any, hue: int) -> float:
    """A point for whoever owns the colour, and a step to or from the majority in that shoal."""
    own = 1.0 if hue == MINE else 0.0
    if step == 0:
        own += _majority_worth(observation, 0, MINE, hue)
    others = 0.0
    rivals = _seats(observation) - 1
    for rival in range(1, rivals + 1):
        others += beliefs[rival][hue]
    if step > 0:
        for guess in range(HUES):
            others += beliefs[step][guess] * _majority_worth(observation, step, guess, hue)
    return own - SPITE * others / rivals


@kernel
def _majority_worth(observation: Any, step: int, owned: int, hue: int) -> float:
    """What a fish more of a colour does for the majority of the owned colour in a shoal."""
    own = _fish(observation, step, owned)
    best, worth = 0, 0.0
    for other in range(HUES):
        if other != owned:
            best = max(best, _fish(observation, step, other))
    slope = MAJORITY_POINTS * _slope(own - best, 0.8 + 0.03 * _cards_left(observation))
    if hue == owned:
        worth = slope
    elif _fish(observation, step, hue) == best:
        worth = -slope
    return worth


@kernel
def _belief(observation: Any, step: int) -> Any:
    """How likely each colour is that of a seat; mine is not."""
    odds = (
        _odds(observation, step, 0),
        _odds(observation, step, 1),
        _odds(observation, step, 2),
        _odds(observation, step, 3),
    )
    total = odds[0] + odds[1] + odds[2] + odds[3]
    return odds[0] / total, odds[1] / total, odds[2] / total, odds[3] / total


@kernel
def _odds(observation: Any, step: int, hue: int) -> float:
    if hue == MINE:
        return 0.0
    place = HUES * step + hue
    laid = _whole(observation[LAID + place], MOST_FISH)
    return exp(BELIEF * (laid - _whole(observation[RUINED + place], MOST_FISH)))


@kernel
def _slope(lead: float, width: float) -> float:
    """How fast a lead turns into a win near this lead."""
    share = 1.0 / (1.0 + exp(-lead / width))
    return share * (1.0 - share) / width


@kernel
def _whole(cell: float, most: int) -> int:
    """The whole number behind a cell that holds it / most."""
    return int(cell * most + 0.5)


@kernel
def _at(observation: Any, step: int, cell: int) -> int:
    return _whole(observation[SHOALS + CELLS * step + cell], KINDS - 1)


@kernel
def _shown(observation: Any, slot: int) -> int:
    return _whole(observation[SHOWN + slot], KINDS - 1)


@kernel
def _fish(observation: Any, step: int, hue: int) -> int:
    return _whole(observation[FISH_ALIVE + HUES * step + hue], MOST_FISH)


@kernel
def _seats(observation: Any) -> int:
    return MIN_SEATS + _whole(observation[SEATS], MAX_SEATS - MIN_SEATS)
