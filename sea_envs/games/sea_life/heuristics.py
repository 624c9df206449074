"""A player that weighs what every column is likely to be worth, and to whom, as the row stands.

Each column has a chance for every creature (certain if its face is known), what it counts with its
food, the total its chain has gathered up to it, and the worth of a point in it: 1 if the point
should end with this seat, below 0 if with another, 0 if the Shark wipes it out. Every creature and
food is judged by what it does to that, less what the same card does on average, since all cards
must be laid sooner or later.
"""

from typing import Any

import numpy as np

from sea_envs.core.jit import kernel
from sea_envs.games.sea_life.actions import (
    COLUMN,
    CREATURE,
    FOOD,
    LEFT,
    NO_PEEK,
    PEEK_CREATURE,
    PEEK_FOOD,
    RIGHT,
)
from sea_envs.games.sea_life.components import (
    ALONE,
    CFCF,
    COLUMNS,
    CREATURES,
    EATS,
    FOODS,
    LUCKY,
    LUCKY_OPEN,
    MAX_SEATS,
    MIN_SEATS,
    MOST_TURNS,
    VARIANTS,
)
from sea_envs.games.sea_life.observation import (
    CARD,
    CARD_CODES,
    CARD_COUNTS,
    DOUBLE_ORDER,
    HELD,
    MY_COUNTS,
    MY_FOODS,
    PER_ROUND,
    ROW_COUNT,
    ROW_CREATURE,
    ROW_FEEDER,
    ROW_FOOD,
    ROW_OWNER,
    SEATS,
    STARTER,
    TURN,
    UNKNOWN,
    VALUES,
    VARIANT,
    WEB,
)

OTHERS_WEIGHT = 1.0
"""What all the others' points together weigh against one's own."""
OWN_FED, FOREIGN_FED = 0.3, -0.3
"""What an unknown food adds on average, as a share of a usual creature's value."""
PATIENCE_WITH_CREATURES, PATIENCE_WITH_FOODS = 1.0, 0.6
"""How much of a card's usual use is given up by laying it now."""
HUNT = 3.0
"""In lucky_open a creature that can eat the end of the row is so much likelier to be laid there."""
EXTENDED, EXTENDED_OPEN = 0.6, 1.2
"""The chance that a lucky row goes on at an end: this times the share of columns still to come."""
STRANGER = -0.4
"""What a point is worth that goes to whoever lays the next creature at an end."""
WHIM = 0.5
"""How far luck may raise a creature, in usual values: foreseeable creatures are eaten."""
CHANCE, COUNTS, TOTAL, WORTH = range(4)


@kernel
def choose(observation: Any, mask: Any, luck: float) -> int:
    """The action with the best value; `luck` in [0, 1) decides between equals."""
    plan = np.zeros((4, COLUMNS, CREATURES))
    columns = _read_row(observation, plan)
    _weigh_row(observation, plan, columns)
    best = NO_PEEK
    best_value = -1e9
    ties = 1
    for action in range(NO_PEEK):
        if mask[action]:
            value = _value(observation, plan, columns, action)
            if action < FOOD:
                value += WHIM * _usual(observation) * (luck * 7919.0 * (action + 1) % 1.0)
            ties = ties + 1 if value == best_value else 1
            # The k-th of several equals replaces the earlier ones with chance 1 / k.
            if value > best_value or (value == best_value and luck * ties % 1.0 * ties < 1.0):
                best, best_value = action, value
    return best


@kernel
def _value(observation: Any, plan: Any, columns: int, action: int) -> float:
    if action < FOOD:
        return _value_of_creature(observation, plan, columns, action - CREATURE)
    if action < LEFT:
        return _value_of_food(observation, plan, columns, action - FOOD)
    if action < PEEK_CREATURE:
        chosen = int(float(observation[CARD]) / CARD_CODES + 0.5) - 3
        if chosen < FOOD:
            return _creature_at(observation, plan, columns, chosen, action)
        return _food_at(observation, plan, columns, CARD_COUNTS, action)
    return _value_of_peek(observation, plan, columns, action)


@kernel
def _code(observation: Any, cell: int, categories: int) -> int:
    return int(float(observation[cell]) * (categories - 1) + 0.5)


@kernel
def _count(observation: Any, cell: int) -> float:
    return float(observation[cell]) - 0.5


@kernel
def _link(observation: Any, left: int, right: int) -> int:
    return _code(observation, WEB + CREATURES * left + right, 3)


@kernel
def _seats(observation: Any) -> int:
    return MIN_SEATS + _code(observation, SEATS, MAX_SEATS - MIN_SEATS + 1)


@kernel
def _stake(observation: Any, step: int) -> float:
    """What a point of the seat `step` seats further on is worth; of nobody yet, nothing."""
    if step < 0:
        return 0.0
    return 1.0 if step == 0 else -OTHERS_WEIGHT / (_seats(observation) - 1)


@kernel
def _owner(observation: Any, column: int) -> int:
    return _code(observation, ROW_OWNER + column, MAX_SEATS + 1) - 1


@kernel
def _usual(observation: Any) -> float:
    """The mean value of a creature."""
    whole = 0.0
    for kind in range(CREATURES):
        whole += _count(observation, VALUES + kind)
    return whole / CREATURES


@kernel
def _read_row(observation: Any, plan: Any) -> int:
    """Chances and counts of every column; how many columns there are."""
    usual = _usual(observation)
    columns = 0
    for column in range(COLUMNS):
        creature = _code(observation, ROW_CREATURE + column, CREATURES + 2)
        feeder = _code(observation, ROW_FEEDER + column, MAX_SEATS + 1) - 1
        owner = _owner(observation, column)
        if owner < 0 and feeder < 0:
            break
        columns += 1
        held = 0.0
        for kind in range(CREATURES):
            may = owner < 0 or float(observation[HELD + CREATURES * owner + kind]) > 0
            if creature > UNKNOWN:
                may = kind == creature - UNKNOWN - 1
            plan[CHANCE, column, kind] = 1.0 if may else 0.0
            held += plan[CHANCE, column, kind]
        added = (FOREIGN_FED if owner == 0 else OWN_FED) * usual
        if feeder >= 0:
            added = (OWN_FED if owner == feeder else FOREIGN_FED) * usual
        counted = creature > UNKNOWN and float(observation[ROW_FOOD + column]) * 49 > 1.5
        for kind in range(CREATURES):
            plan[CHANCE, column, kind] /= held
            plan[COUNTS, column, kind] = _count(observation, VALUES + kind) + added
            if counted:
                plan[COUNTS, column, kind] = _count(observation, ROW_COUNT + column)
    return columns


@kernel
def _weigh_row(observation: Any, plan: Any, columns: int) -> None:
    """Totals from right to left, then the worth of a point in each column from left to right."""
    for column in range(columns):
        for kind in range(CREATURES):
            plan[TOTAL, column, kind] = plan[COUNTS, column, kind] + _prey(
                observation, plan, columns, kind, column - 1
            )
    for column in range(columns - 1, -1, -1):
        for kind in range(CREATURES):
            plan[WORTH, column, kind] = _worth(
                observation, plan, columns, kind, _owner(observation, column), column + 1
            )


@kernel
def _prey(observation: Any, plan: Any, columns: int, kind: int, column: int) -> float:
    """What a creature takes over from the column on its right."""
    taken = 0.0
    if column < 0:
        for prey in range(CREATURES):
            if _link(observation, kind, prey) == EATS:
                taken += _count(observation, VALUES + prey) / CREATURES
        return taken * _extended(observation, columns, RIGHT)
    for prey in range(CREATURES):
        chance = plan[CHANCE, column, prey]
        if chance > 0 and _link(observation, kind, prey) == EATS:
            taken += chance * plan[TOTAL, column, prey]
    return taken


@kernel
def _worth(observation: Any, plan: Any, columns: int, kind: int, owner: int, column: int) -> float:
    """The worth of a point gathered by a creature of `owner` whose left neighbour is `column`."""
    kept = _stake(observation, owner)
    if column < columns:
        worth = 0.0
        for hunter in range(CREATURES):
            chance = plan[CHANCE, column, hunter]
            if chance > 0:
                link = _link(observation, hunter, kind)
                if link == EATS:
                    worth += chance * plan[WORTH, column, hunter]
                elif link == ALONE:
                    worth += chance * kept
        return worth
    extended = _extended(observation, columns, LEFT)
    if extended <= 0:
        return kept
    step = _next_creature(observation)
    lucky_open = _variant(observation) == LUCKY_OPEN
    whole = 0.0
    worth = 0.0
    for hunter in range(CREATURES):
        if step < 0 or float(observation[HELD + CREATURES * step + hunter]) > 0:
            link = _link(observation, hunter, kind)
            weight = 1.0 + (HUNT if lucky_open and link != ALONE else 0.0)
            whole += weight
            if link == EATS:
                worth += weight * (_stake(observation, step) if step >= 0 else STRANGER)
            elif link == ALONE:
                worth += weight * kept
    if whole == 0:
        return kept
    return extended * worth / whole + (1 - extended) * kept


@kernel
def _variant(observation: Any) -> int:
    return _code(observation, VARIANT, len(VARIANTS))


@kernel
def _next_creature(observation: Any) -> int:
    """Steps to the seat that lays the next creature at the left end; -1 for nobody or anybody."""
    if _variant(observation) >= LUCKY:
        return -1
    seats = _seats(observation)
    laps = 1 + _code(observation, PER_ROUND, 2)
    turn = int(float(observation[TURN]) * MOST_TURNS + 0.5) + 1
    lap = turn // seats
    if _code(observation, DOUBLE_ORDER, 2) == CFCF:
        if lap % 2 == 0 and lap < 2 * laps:
            return 1
        return _code(observation, STARTER, MAX_SEATS) if lap + 1 < 2 * laps else -1
    return 1 if lap < laps else -1


@kernel
def _extended(observation: Any, columns: int, end: int) -> float:
    """The chance that another creature will be laid at this end of the row."""
    variant = _variant(observation)
    if variant >= LUCKY:
        whole = _seats(observation) * (1 + _code(observation, PER_ROUND, 2))
        chance = EXTENDED_OPEN if variant == LUCKY_OPEN else EXTENDED
        return min(1.0, chance * (whole - columns) / whole)
    return 1.0 if end == LEFT and _next_creature(observation) >= 0 else 0.0


@kernel
def _creature_at(observation: Any, plan: Any, columns: int, kind: int, place: int) -> float:
    """What a creature of this seat changes at a place of the row."""
    column = place - COLUMN
    if place == LEFT:
        column = columns
    elif place == RIGHT:
        column = -1
    count = _count(observation, VALUES + kind) + OWN_FED * _usual(observation)
    if place >= COLUMN:
        count = _count(observation, VALUES + kind)
    right = column - 1 if column >= 0 else -1
    total = count + _prey(observation, plan, columns, kind, right)
    value = total * _worth(observation, plan, columns, kind, 0, column + 1)
    if right >= 0:
        # A right neighbour left alone keeps what it has gathered; a ruined one loses it.
        stake = _stake(observation, _owner(observation, right))
        for prey in range(CREATURES):
            chance = plan[CHANCE, right, prey]
            if chance > 0 and _link(observation, kind, prey) == ALONE:
                value += chance * plan[TOTAL, right, prey] * stake
    return value


@kernel
def _value_of_creature(observation: Any, plan: Any, columns: int, kind: int) -> float:
    """Laying a creature at its best place, less what it brings among strangers."""
    best = _creature_at(observation, plan, columns, kind, LEFT)
    if _variant(observation) >= LUCKY:
        gap = -1
        for column in range(columns):
            if _owner(observation, column) < 0:
                value = _creature_at(observation, plan, columns, kind, COLUMN + column)
                best = value if gap < 0 else max(best, value)
                gap = column
        if gap < 0:
            best = max(best, _creature_at(observation, plan, columns, kind, RIGHT))
    total = _count(observation, VALUES + kind) + OWN_FED * _usual(observation)
    worth = 0.0
    for other in range(CREATURES):
        if _link(observation, kind, other) == EATS:
            total += _count(observation, VALUES + other) / CREATURES
        link = _link(observation, other, kind)
        if link == EATS:
            worth += _stake(observation, 1) / CREATURES
        elif link == ALONE:
            worth += 1 / CREATURES
    return best - PATIENCE_WITH_CREATURES * total * worth


@kernel
def _food_at(observation: Any, plan: Any, columns: int, counts: int, place: int) -> float:
    """What a food changes at a place; `counts` is the first of its cells."""
    if place < COLUMN:
        value = 0.0
        for kind in range(CREATURES):
            value -= _count(observation, counts + kind) - _count(observation, VALUES + kind)
        end = columns - 1 if place == LEFT else 0
        return 0.1 * value / CREATURES - 0.01 * _stake(observation, _owner(observation, end))
    column = place - COLUMN
    value = 0.0
    for kind in range(CREATURES):
        chance = plan[CHANCE, column, kind]
        if chance > 0:
            gain = _count(observation, counts + kind) - plan[COUNTS, column, kind]
            value += chance * gain * plan[WORTH, column, kind]
    return value


@kernel
def _value_of_food(observation: Any, plan: Any, columns: int, food: int) -> float:
    """Laying a food at its best place, less the use it may have in a later round."""
    place = 0
    for kind in range(food):
        place += int(float(observation[MY_FOODS + kind]) * FOODS + 0.5)
    counts = MY_COUNTS + CREATURES * place
    best = -1e6
    for column in range(columns):
        if float(observation[ROW_FEEDER + column]) == 0:
            best = max(best, _food_at(observation, plan, columns, counts, COLUMN + column))
    if best == -1e6:
        best = _food_at(observation, plan, columns, counts, LEFT)
    own = 0.0
    foreign = 0.0
    for kind in range(CREATURES):
        added = _count(observation, counts + kind) - _count(observation, VALUES + kind)
        if float(observation[HELD + kind]) > 0:
            own = max(own, added)
        foreign += added * _stake(observation, 1) / CREATURES
    return best - PATIENCE_WITH_FOODS * max(0.7 * own, foreign)


@kernel
def _value_of_peek(observation: Any, plan: Any, columns: int, action: int) -> float:
    """Creatures that still wait for food or stand at an end first, then the food of open ends."""
    column = action - PEEK_FOOD if action >= PEEK_FOOD else action - PEEK_CREATURE
    end = 1.0 if column == 0 or column == columns - 1 else 0.0
    if action >= PEEK_FOOD:
        return 0.5 * end
    doubt = 1.0
    for kind in range(CREATURES):
        doubt -= plan[CHANCE, column, kind] ** 2
    hungry = 1.0 if float(observation[ROW_FEEDER + column]) == 0 else 0.0
    return doubt * (1.0 + 2.0 * hungry + end)
