"""A seat's turn: one die, the cards of its slot, what the die does (rules 4, 5)."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.games.australis.components import (
    BLUE,
    CORAL,
    CORAL_FIRST,
    FACES,
    FISH,
    IMMEDIATE,
    KINDS,
    MOVE,
    PICKS,
    POINT,
    PURPLE,
    RED,
    SLOT_CARDS,
    WHITE,
    YELLOW,
)
from sea_envs.games.australis.rules.cards import fill_display
from sea_envs.games.australis.rules.current import sector, swim
from sea_envs.games.australis.rules.round import end_dice
from sea_envs.games.australis.rules.state import (
    NO_CARD,
    PHASE_HOW,
    PHASE_PICK,
    PHASE_REEF_CARD,
    PHASE_REEF_DIE,
    PHASE_REEF_USED,
    PHASE_TAKE,
)

_KINDS = len(KINDS)
_BLUE = 0  # blue's place among the contest colours


@kernel
def take(state: Any, die: int) -> None:
    """Take a die; the cards of its slot fire before the die itself (R4b)."""
    seat = state.seat
    colour = die // FACES
    state.pool[die] -= 1
    state.die = die + 1
    if colour >= BLUE:
        state.taken[seat, colour - BLUE] += 1
    if colour == RED:
        state.start_tile_seat = seat
        _end_turn(state)
        return
    cards = state.slots[seat, colour]
    coral = (cards >> CORAL) & 1
    first = state.coral_order == CORAL_FIRST
    if coral and first and _open_reefs(state, PHASE_REEF_CARD, sector(state, seat)):
        return
    _fire(state, cards)
    if coral and not first and _open_reefs(state, PHASE_REEF_CARD, sector(state, seat)):
        return
    _resolve_die(state)


@kernel
def place_coral(state: Any, reef: int) -> None:
    """Place a coral, and go on with what the turn still holds. reef: 0 to 5."""
    seat = state.seat
    state.reefs[seat, reef] += 1
    state.supply[seat] -= 1
    state.limit = 0
    if state.phase == PHASE_REEF_DIE:
        _end_turn(state)
    elif state.phase == PHASE_REEF_USED:
        _next_symbol(state)
    else:
        if state.coral_order == CORAL_FIRST:
            _fire(state, state.slots[seat, (state.die - 1) // FACES])
        _resolve_die(state)


@kernel
def pick(state: Any, place: int) -> None:
    """Pick a displayed card; a contest card goes to the strip at once."""
    card = state.display[place]
    state.display[place] = NO_CARD
    if state.refill == IMMEDIATE:
        fill_display(state)
    state.symbols -= 1
    if card >= SLOT_CARDS:
        state.strips[state.seat] |= 1 << (card - SLOT_CARDS)
        _next_symbol(state)
        return
    state.card = card
    state.phase = PHASE_HOW


@kernel
def keep(state: Any) -> None:
    """Put the picked card into its slot; it does not fire now."""
    state.slots[state.seat, state.card // _KINDS] |= 1 << (state.card % _KINDS)
    state.card = NO_CARD
    _next_symbol(state)


@kernel
def use(state: Any) -> None:
    """Use the picked card once, and discard it (R7)."""
    kind = state.card % _KINDS
    state.discards[state.card] += 1
    state.card = NO_CARD
    if kind == CORAL:
        if _open_reefs(state, PHASE_REEF_USED, sector(state, state.seat)):
            return
    else:
        _fire(state, 1 << kind)
    _next_symbol(state)


@kernel
def pass_symbol(state: Any) -> None:
    """Give up one card symbol."""
    state.symbols -= 1
    _next_symbol(state)


@kernel
def _fire(state: Any, cards: int) -> None:
    """The effects of POINT, FISH and MOVE cards, in this order (R4). cards: bits."""
    seat = state.seat
    state.points[seat] += (cards >> POINT) & 1
    state.fish[seat] += (cards >> FISH) & 1
    if (cards >> MOVE) & 1:
        swim(state, seat, 1)


@kernel
def _open_reefs(state: Any, phase: int, limit: int) -> bool:
    """Ask for a reef, if the seat has corals left."""
    if state.supply[state.seat] == 0:
        return False
    state.phase = phase
    state.limit = limit
    return True


@kernel
def _resolve_die(state: Any) -> None:
    seat = state.seat
    die = int(state.die) - 1
    colour, face = die // FACES, die % FACES
    if colour == WHITE:
        state.points[seat] += state.white_points[face]
        state.symbols = state.white_cards[face]
        _next_symbol(state)
        return
    if colour == YELLOW:
        state.fish[seat] += state.yellow_fish[face]
        state.points[seat] += state.yellow_points[face]
    elif colour == BLUE:
        swim(state, seat, state.contest_faces[_BLUE, face])
    elif colour == PURPLE and _open_reefs(state, PHASE_REEF_DIE, face + 1):
        return
    _end_turn(state)


@kernel
def _next_symbol(state: Any) -> None:
    if state.symbols:
        state.phase = PHASE_PICK
        return
    _end_turn(state)


@kernel
def _end_turn(state: Any) -> None:
    fill_display(state)
    state.die = 0
    state.turn += 1
    state.phase = PHASE_TAKE
    if state.turn == PICKS * state.seats:
        end_dice(state)
        return
    state.seat = state.seat + 1 if state.seat + 1 < state.seats else 0
