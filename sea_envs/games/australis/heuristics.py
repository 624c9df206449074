"""A one-turn player: weighs each die by what it adds to all the scorings that are still to come.

It counts with the standard board, whatever board is played on.
"""

from typing import Any

import numpy as np

from sea_envs.core.jit import kernel
from sea_envs.games.australis.actions import (
    KEEP,
    PASS,
    PICK,
    REEF,
    TAKE,
    TAKE_RED,
    TILE,
    USE,
)
from sea_envs.games.australis.components import (
    BAND,
    BLUE,
    CARDS,
    CONTESTS,
    DISPLAY,
    FACES,
    FISH,
    GOLD,
    KINDS,
    MAX_SEATS,
    METALS,
    MIN_SEATS,
    MOST_FED,
    MOST_FOOD,
    MOVE,
    PICKS,
    POINT,
    REEFS,
    ROUNDS,
    SILVER,
    SLOT_CARDS,
    SPACES,
    STANDARD,
    WHITE,
    YELLOW,
)
from sea_envs.games.australis.observation import (
    CARD,
    CORALS,
    DISPLAYED,
    FOOD,
    HELD,
    LANDING,
    POOL,
    ROUND,
    SCHOOLS,
    SEATS,
    SECOND,
    STRIPS,
    TAKEN,
    TURN,
    TURNS,
    TURTLES,
)

_KINDS = len(KINDS)
_CARDS = len(CARDS)
_METALS = len(METALS)
_SUPPLY = STANDARD.corals
_LAST = STANDARD.last
_START_TILE = STANDARD.start_tile
_SLOT_MAX = STANDARD.slot_max
_WHITE = np.array(STANDARD.white)
_YELLOW = np.array(STANDARD.yellow)
_BLUE = np.array(STANDARD.blue)
_FIRST = np.array(STANDARD.reef_first)
_SECOND = np.array(STANDARD.reef_second)
_SECTOR_STARTS = np.array(STANDARD.sector_starts)
_FOOD_AT = np.array(STANDARD.food_at)
_CAPACITY = np.array(STANDARD.capacity)
_BANDS = np.array(STANDARD.band)
_TILES = np.array([STANDARD.gold, STANDARD.silver])
_SILVER_FOOD = np.array(STANDARD.silver_food)

# Estimates, found by playing variants of this player against one another.
_POINTS_A_FISH = 0.64
_POINTS_A_SPACE = 0.6
_FISH_A_ROUND = 3.3
_CAPACITY_A_ROUND = 2.0
_REEF_LASTS = 0.45  # how much of a place on a reef is still there in a later round
_REEF_LEAD = 0.08
_RIVAL = 0.1  # what a point less for all others is worth
_FIRES_A_ROUND = 0.65  # dice of a slot's colour that one takes in a round
_LEADING = 1.0  # taking the first die of a round
_TILE_LASTS = 0.35  # chance that a start tile gained before the last round is kept to the end
_WEIGHTS = np.array([2.1, 1.0, 4.4])  # a blue, purple, red die in the contest
_CARD_LIFTS = 2.1
_CONTEST_CARD = 0.35


@kernel
def choose(observation: Any, mask: Any, luck: float) -> int:
    """The action with the best value; `luck` in [0, 1) decides between equals."""
    best = PASS
    best_value = -1e9
    ties = 1
    for action in range(PASS):
        if mask[action]:
            value = _value(observation, action)
            ties = ties + 1 if value == best_value else 1
            # The k-th of several equals replaces the earlier ones with chance 1 / k.
            if value > best_value or (value == best_value and luck * ties % 1.0 * ties < 1.0):
                best, best_value = action, value
    return best


@kernel
def _value(observation: Any, action: int) -> float:
    if action < TAKE_RED:
        return _value_of_die(observation, action - TAKE)
    if action == TAKE_RED:
        return _value_of_red(observation)
    if action < KEEP:
        return _value_of_card(observation, _card(observation, action - PICK))
    card = _read(observation, CARD, SLOT_CARDS) - 1
    if action == KEEP:
        return _value_of_keeping(observation, card)
    if action == USE:
        return _value_of_unit(observation, card % _KINDS)
    if action < TILE:
        return _value_of_coral(observation, action - REEF)
    return _value_of_tile(observation, action - TILE)


@kernel
def _read(observation: Any, cell: int, scale: int) -> int:
    return int(observation[cell] * scale + 0.5)


@kernel
def _card(observation: Any, place: int) -> int:
    return _read(observation, DISPLAYED + place, _CARDS) - 1


@kernel
def _seats(observation: Any) -> int:
    return MIN_SEATS + _read(observation, SEATS, MAX_SEATS - MIN_SEATS)


@kernel
def _scorings(observation: Any) -> int:
    """Scorings to come, this round's among them (at `tile` it is over, and one less is)."""
    return ROUNDS + 1 - _read(observation, ROUND, ROUNDS)


@kernel
def _value_of_die(observation: Any, die: int) -> float:
    colour, face = die // FACES, die % FACES
    value = _contest(observation, colour) + _value_of_slot(observation, colour)
    if colour == WHITE:
        value += _value_of_symbols(observation, _WHITE[face, 0])
        return value + float(_WHITE[face, 1])
    if colour == YELLOW:
        value += _value_of_fish(observation, _YELLOW[face, 0], 0)
        return value + float(_YELLOW[face, 1])
    if colour == BLUE:
        return value + _value_of_move(observation, _BLUE[face])
    return value + _best_coral(observation, face + 1)


@kernel
def _value_of_red(observation: Any) -> float:
    value = _contest(observation, BLUE + CONTESTS - 1)
    if _scorings(observation) == 1:
        return value + _START_TILE
    return value + _LEADING + _TILE_LASTS * _START_TILE


@kernel
def _value_of_slot(observation: Any, colour: int) -> float:
    value = 0.0
    for kind in range(_KINDS):
        if observation[HELD + _KINDS * colour + kind] > 0:
            value += _value_of_unit(observation, kind)
    return value


@kernel
def _value_of_unit(observation: Any, kind: int) -> float:
    """One effect of a card."""
    if kind == POINT:
        return 1.0
    if kind == FISH:
        return _value_of_fish(observation, 1, 0)
    if kind == MOVE:
        return _value_of_move(observation, 1)
    return _best_coral(observation, _sector(observation))


@kernel
def _sector(observation: Any) -> int:
    space = _read(observation, TURTLES, SPACES - 1)
    sector = 0
    while sector < REEFS and _SECTOR_STARTS[sector] <= space:
        sector += 1
    return sector


@kernel
def _value_of_symbols(observation: Any, symbols: int) -> float:
    """The best cards on display, as many as there are symbols (two at most)."""
    first, second = 0.0, 0.0
    for place in range(DISPLAY):
        card = _card(observation, place)
        if card >= 0:
            value = _value_of_card(observation, card)
            if value > first:
                first, second = value, first
            elif value > second:
                second = value
    return first + second if symbols > 1 else first


@kernel
def _value_of_card(observation: Any, card: int) -> float:
    if card >= SLOT_CARDS:
        colour = card - SLOT_CARDS
        if observation[STRIPS + colour] > 0:
            return 0.0
        return _CONTEST_CARD * _scorings(observation)
    used = _value_of_unit(observation, card % _KINDS)
    held = 0.0
    for kind in range(_KINDS):
        held += observation[HELD + card // _KINDS * _KINDS + kind]
    if held >= _SLOT_MAX or observation[HELD + card] > 0:
        return used
    return max(used, _value_of_keeping(observation, card))


@kernel
def _value_of_keeping(observation: Any, card: int) -> float:
    """A card fires with each later die of its colour; the later, the less it is worth."""
    seats = _seats(observation)
    lap = _read(observation, TURN, TURNS) // seats
    scorings = _scorings(observation)
    unit = _value_of_unit(observation, card % _KINDS)
    fires = _FIRES_A_ROUND * (PICKS - 1 - lap) / PICKS
    value = fires * unit
    for later in range(1, scorings):
        share = 1.0 if card % _KINDS == POINT else (scorings - later) / scorings
        value += _FIRES_A_ROUND * share * unit
    return value


@kernel
def _value_of_fish(observation: Any, fish: int, food: int) -> float:
    """What more fish and more food stones add to the scorings to come."""
    school = _read(observation, SCHOOLS, MOST_FED)
    stones = _read(observation, FOOD, MOST_FOOD)
    more_stones = min(stones + food, MOST_FOOD)
    value = 0.0
    for later in range(_scorings(observation)):
        grown = school + _FISH_A_ROUND * later
        room = _CAPACITY_A_ROUND * later
        before = min(grown, _CAPACITY[stones] + room)
        after = min(grown + fish, _CAPACITY[more_stones] + room)
        value += _POINTS_A_FISH * (after - before)
    return value


@kernel
def _value_of_move(observation: Any, steps: int) -> float:
    start = _read(observation, TURTLES, SPACES - 1)
    space = _landing(observation, start, steps)
    if space == start:
        return 0.0
    stones = 0
    for stone in range(_FOOD_AT.shape[0]):
        stones += start < _FOOD_AT[stone] <= space
    now = float(_BANDS[space // BAND] - _BANDS[start // BAND])
    later = (_scorings(observation) - 1) * _POINTS_A_SPACE * (space - start)
    return now + later + _value_of_fish(observation, 0, stones)


@kernel
def _landing(observation: Any, start: int, steps: int) -> int:
    if observation[LANDING] == 0:
        return _next_free(observation, min(start + steps, _LAST))
    space = start
    for _ in range(steps):
        space = _next_free(observation, min(space + 1, _LAST))
    return space


@kernel
def _next_free(observation: Any, space: int) -> int:
    taken = True
    while taken and space < _LAST:
        taken = False
        for step in range(1, _seats(observation)):
            if _read(observation, TURTLES + step, SPACES - 1) == space:
                taken = True
        space += taken
    return space


@kernel
def _best_coral(observation: Any, limit: int) -> float:
    placed = 0
    for reef in range(REEFS):
        placed += _read(observation, CORALS + reef, _SUPPLY)
    if placed == _SUPPLY:
        return 0.0
    best = 0.0
    for reef in range(limit):
        best = max(best, _value_of_coral(observation, reef))
    return best


@kernel
def _value_of_coral(observation: Any, reef: int) -> float:
    """A point at the end, and a better place on the reef for me, a worse one for the others."""
    weight = 1.0 + _REEF_LASTS * (_scorings(observation) - 1)
    seats = _seats(observation)
    value = 1.0
    value += weight * (_place(observation, reef, 0, 1) - _place(observation, reef, 0, 0))
    for step in range(1, seats):
        lost = _place(observation, reef, step, 0) - _place(observation, reef, step, 1)
        value += weight * _RIVAL / (seats - 1) * lost
    return value + _REEF_LEAD * float(_FIRST[reef]) * (_scorings(observation) - 1)


@kernel
def _place(observation: Any, reef: int, step: int, more: int) -> float:
    """Points of a seat on a reef, if I place that many corals more."""
    mine = _rank(observation, reef, step, more)
    if mine < SPACES:
        return 0.0
    ahead = 0
    for other in range(_seats(observation)):
        ahead += _rank(observation, reef, other, more) > mine
    if ahead > 1:
        return 0.0
    return float(_SECOND[reef] if ahead else _FIRST[reef])


@kernel
def _rank(observation: Any, reef: int, step: int, more: int) -> int:
    corals = _read(observation, CORALS + REEFS * step + reef, _SUPPLY) + (more if step == 0 else 0)
    return SPACES * corals + _read(observation, TURTLES + step, SPACES - 1)


@kernel
def _weight(observation: Any, step: int, colour: int) -> float:
    """How strongly a die of that contest colour counts for a seat."""
    lift = _CARD_LIFTS if observation[STRIPS + CONTESTS * step + colour] > 0 else 1.0
    return float(_WEIGHTS[colour]) * lift


@kernel
def _strength(observation: Any, step: int, colour: int) -> float:
    """A seat's dice in the contest and its share of those to be taken, once I took `colour`."""
    seats = _seats(observation)
    turn = _read(observation, TURN, TURNS)
    lap = turn // seats
    moved = turn - lap * seats
    picks = PICKS - 1 - lap + (1 if 0 < step < seats - moved else 0)
    left = PICKS * seats - turn - 1
    strength = 0.0
    for contest in range(CONTESTS):
        dice = 0.0
        if contest == CONTESTS - 1:
            dice = observation[POOL + TAKE_RED] * MAX_SEATS
        else:
            for face in range(FACES):
                dice += observation[POOL + FACES * (BLUE + contest) + face] * MAX_SEATS
        mine = observation[TAKEN + CONTESTS * step + contest] * MAX_SEATS
        if contest == colour - BLUE:
            dice -= 1
            if step == 0:
                mine += 1
        # One die is left over at the end.
        strength += _weight(observation, step, contest) * (mine + dice * picks / (left + 1))
    return strength


@kernel
def _contest(observation: Any, colour: int) -> float:
    """Tiles that I may expect once I took a die of that colour, by strength."""
    seats = _seats(observation)
    mine = _strength(observation, 0, colour) + 1e-6
    total = mine
    for step in range(1, seats):
        total += _strength(observation, step, colour)
    first = mine / total
    second = 0.0
    for step in range(1, seats):
        other = _strength(observation, step, colour)
        second += other / total * mine / (total - other)
    gold = _prize(observation, GOLD)
    silver = _prize(observation, SILVER)
    return first * max(gold, silver) + second * min(gold, silver)


@kernel
def _prize(observation: Any, metal: int) -> float:
    tile = _read(observation, ROUND, ROUNDS) - 1
    value = float(_TILES[metal, tile])
    if metal == SILVER and _SILVER_FOOD[tile]:
        scorings = _scorings(observation)
        value += _value_of_fish(observation, 0, 1) * (scorings - 1) / scorings
    return value


@kernel
def _value_of_tile(observation: Any, metal: int) -> float:
    value = _prize(observation, metal)
    if _read(observation, SECOND, MAX_SEATS) > 1:
        value -= _RIVAL / (_seats(observation) - 1) * _prize(observation, GOLD + SILVER - metal)
    return value
