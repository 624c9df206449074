"""A shoal: where cards may lie, sharks, and the curse (rules 4.1 to 4.3)."""

from typing import Any

import numpy as np

from sea_envs.core.jit import kernel
from sea_envs.games.kuna_yala.components import (
    BONE,
    CELLS,
    CENTRE,
    CORAL,
    EMPTY,
    FISH,
    FREE,
    GRID,
    GROUNDS,
    KINDS,
    OCTOPUS,
    PAIRS,
    SHARK,
    START,
)

CURSED_RUN = 3
UP, LEFT, RIGHT, DOWN = SIDES = range(4)
WALL = -1

_ANY_FISH = (1 << PAIRS) - 1


def _neighbours() -> Any:
    table = np.full((CELLS, len(SIDES)), WALL, np.int64)
    for cell in range(CELLS):
        row, column = divmod(cell, GRID)
        for side, (down, right) in enumerate(((-1, 0), (0, -1), (0, 1), (1, 0))):
            if 0 <= row + down < GRID and 0 <= column + right < GRID:
                table[cell, side] = cell + GRID * down + right
    return table


def _allowed() -> Any:
    """Bits of the fish that may lie beside each kind, from FREE on."""
    table = np.full(KINDS - FREE, _ANY_FISH, np.int64)
    table[BONE - FREE] = 0
    for code in range(FISH, KINDS):
        colour, floor = divmod((code - FISH) // 2, GROUNDS)
        pairs = [
            pair for pair in range(PAIRS) if pair // GROUNDS == colour or pair % GROUNDS == floor
        ]
        table[code - FREE] = sum(1 << pair for pair in pairs)
    return table


NEIGHBOURS = _neighbours()
ALLOWED = _allowed()


@kernel
def fish_pair(card: int) -> int:
    """Colour and floor of a fish card in one number, the bit of `fits` that stands for it."""
    return (int(card) - FISH) >> 1


@kernel
def fish_colour(card: int) -> int:
    """Colour of the fish on a card."""
    return (int(card) - FISH) >> 3


@kernel
def fish_floor(card: int) -> int:
    """Sea floor of a fish card."""
    return ((int(card) - FISH) >> 1) & (GROUNDS - 1)


@kernel
def fish_count(card: int) -> int:
    """One or two fish."""
    return 1 + ((int(card) - FISH) & 1)


@kernel
def found(state: Any, seat: int) -> None:
    """Begin a shoal with its first coral (rule 3.2)."""
    state.cells[seat, START] = CORAL
    state.corals[seat] = 1
    look_around(state, seat, START)
    find_room(state, seat)


@kernel
def lay(state: Any, seat: int, cell: int, card: int) -> None:
    """Put the card of the seat on turn on a cell of the shoal of `seat`, with all that follows."""
    if card == SHARK:
        _ruin(state, seat, cell)
        state.sharks[seat] += 1
    state.cells[seat, cell] = card
    state.fits[seat, cell] = 0
    if card == CORAL:
        state.corals[seat] += 1
    look_around(state, seat, cell)
    if card >= FISH:
        colour = fish_colour(card)
        state.fish[seat, colour] += fish_count(card)
        state.fish_cards[seat] += 1
        state.laid[state.turn_seat, colour] += fish_count(card)
        _curse(state, seat, cell)
    find_room(state, seat)


@kernel
def cover_coral(state: Any, seat: int, cell: int) -> None:
    """Put an octopus on a coral; the neighbours are as free as before (rule 4.4)."""
    state.cells[seat, cell] = OCTOPUS
    state.corals[seat] -= 1
    state.octopuses[seat] += 1


@kernel
def _curse(state: Any, seat: int, cell: int) -> None:
    """Flip every run of three or more fish cards of one floor through the new one (rule 4.3)."""
    floor = fish_floor(state.cells[seat, cell])
    up, down = _reach(state, seat, cell, UP, floor), _reach(state, seat, cell, DOWN, floor)
    left, right = _reach(state, seat, cell, LEFT, floor), _reach(state, seat, cell, RIGHT, floor)
    upright = up + 1 + down >= CURSED_RUN
    level = left + 1 + right >= CURSED_RUN
    if upright:
        _flip(state, seat, cell, UP, up)
        _flip(state, seat, cell, DOWN, down)
    if level:
        _flip(state, seat, cell, LEFT, left)
        _flip(state, seat, cell, RIGHT, right)
    if upright or level:
        _flip_one(state, seat, cell)


@kernel
def _reach(state: Any, seat: int, cell: int, side: int, floor: int) -> int:
    """How many fish cards of that floor lie in a row on one side of a cell."""
    length = 0
    place = NEIGHBOURS[cell, side]
    while place != WALL:
        card = state.cells[seat, place]
        if card < FISH or fish_floor(card) != floor:
            break
        length += 1
        place = NEIGHBOURS[place, side]
    return length


@kernel
def _flip(state: Any, seat: int, cell: int, side: int, length: int) -> None:
    place = cell
    for _ in range(length):
        place = NEIGHBOURS[place, side]
        _flip_one(state, seat, place)


@kernel
def _flip_one(state: Any, seat: int, cell: int) -> None:
    _ruin(state, seat, cell)
    state.cells[seat, cell] = BONE
    look_around(state, seat, cell)


@kernel
def _ruin(state: Any, seat: int, cell: int) -> None:
    card = state.cells[seat, cell]
    state.fish[seat, fish_colour(card)] -= fish_count(card)
    state.fish_cards[seat] -= 1
    state.ruined[state.turn_seat, fish_colour(card)] += fish_count(card)


@kernel
def look_around(state: Any, seat: int, cell: int) -> None:
    """Renew what may be laid beside a cell whose card has changed."""
    for side in range(4):
        place = NEIGHBOURS[cell, side]
        if place != WALL and state.cells[seat, place] <= EMPTY and is_inside(state, place):
            state.cells[seat, place] = FREE
            state.fits[seat, place] = _fish_allowed(state, seat, place)


@kernel
def is_inside(state: Any, cell: int) -> bool:
    """Whether a cell lies within the walls."""
    radius: int = state.grid // 2
    down, right = cell // GRID - CENTRE, cell % GRID - CENTRE
    return -radius <= down <= radius and -radius <= right <= radius


@kernel
def _fish_allowed(state: Any, seat: int, cell: int) -> int:
    """Bits of the fish that a cell's neighbours admit (rule 4.1)."""
    every = _ANY_FISH
    some = 0
    for side in range(4):
        place = NEIGHBOURS[cell, side]
        if place != WALL and state.cells[seat, place] > EMPTY:
            allowed = ALLOWED[state.cells[seat, place] - FREE]
            if allowed == 0:
                return 0  # beside a bone no fish may lie, whatever the option says
            every &= allowed
            some |= allowed
    return some if state.fish_adjacency else every


@kernel
def find_room(state: Any, seat: int) -> None:
    """Renew which fish have a place anywhere in a shoal."""
    fits = state.fits[seat]
    union = 0
    for cell in range(CELLS):
        union |= fits[cell]
    state.room[seat] = union


@kernel
def has_room(state: Any, seat: int, card: int) -> bool:
    """Whether a coral or fish card has a legal cell in a shoal; a coral always has one."""
    if card >= FISH:
        return (int(state.room[seat]) >> fish_pair(card)) & 1 == 1
    return card == CORAL


@kernel
def has_prey(state: Any, seat: int) -> bool:
    """Whether a shark can be laid in a shoal."""
    return int(state.fish_cards[seat]) > 0


@kernel
def mark_cells(state: Any, seat: int, card: int, mask: Any) -> None:
    """Set mask [CELLS] to the legal cells for a card in a shoal."""
    cells = state.cells[seat]
    if card == CORAL:
        for cell in range(CELLS):
            mask[cell] = cells[cell] == FREE
    elif card == SHARK:
        for cell in range(CELLS):
            mask[cell] = cells[cell] >= FISH
    else:
        fits = state.fits[seat]
        bit = 1 << fish_pair(card)
        for cell in range(CELLS):
            mask[cell] = (fits[cell] & bit) != 0


@kernel
def mark_corals(state: Any, seat: int, mask: Any) -> None:
    """Set mask [CELLS] to the corals in sight of a shoal."""
    cells = state.cells[seat]
    for cell in range(CELLS):
        mask[cell] = cells[cell] == CORAL
