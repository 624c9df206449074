"""The rules of Sea Life, numbered as in README.md, as compiled functions over one record."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.core.rng import below, note, shuffle
from sea_envs.games.sea_life.actions import CREATURE, FOOD, LEFT, PEEK_CREATURE
from sea_envs.games.sea_life.components import (
    CFCF,
    CREATURES,
    DECK_SIZE,
    FOODS,
    LUCKY,
    LUCKY_PEEK,
)
from sea_envs.games.sea_life.rules.chain import score_row
from sea_envs.games.sea_life.rules.hand import leave_food, take_food
from sea_envs.games.sea_life.rules.row import lay, mark_peeks, mark_places, peek
from sea_envs.games.sea_life.rules.state import (
    NO_CARD,
    NO_SEAT,
    PHASE_CARD,
    PHASE_PEEK,
    PHASE_PLACE,
    STATE,
)
from sea_envs.games.sea_life.rules.unseen import reshuffle_unseen

__all__ = ["STATE", "apply", "deal", "legal", "reshuffle_unseen", "scores", "standing"]


@kernel
def deal(state: Any) -> None:
    """Begin a game: name the dealer, deal the foods (rule 4)."""
    dealer = int(state.given_dealer_seat)
    if dealer == NO_SEAT:
        dealer = below(state, state.seats)
    note(state, dealer)
    if not state.stacked:
        shuffle(state, state.deck, 0, DECK_SIZE)
    for place in range(DECK_SIZE):
        note(state, state.deck[place])
    state.foods[:, :] = NO_CARD
    for seat in range(state.seats):
        state.creatures[seat, :] = 1
        for place in range(FOODS * seat, FOODS * (seat + 1)):
            take_food(state, seat, state.deck[place])
            state.deck[place] = NO_CARD
    state.per_round = 2 if state.seats <= state.double_max else 1
    state.last_round = CREATURES // state.per_round
    if 0 < state.rounds < state.last_round:
        state.last_round = state.rounds
    state.row_creatures[:] = NO_CARD
    state.row_foods[:] = NO_CARD
    state.owner_seats[:] = NO_SEAT
    state.feeder_seats[:] = NO_SEAT
    state.last_seats[:] = NO_SEAT
    state.starter_seat = dealer
    _begin_round(state)


@kernel
def _begin_round(state: Any) -> None:
    for seat in range(state.seats):
        state.creatures_laid[seat] = 0
        state.foods_laid[seat] = 0
        state.peeked_creatures[seat] = 0
        state.peeked_foods[seat] = 0
    state.lap = 0
    state.turn = 0
    _begin_turn(state, state.starter_seat)


@kernel
def _begin_turn(state: Any, seat: int) -> None:
    state.seat = seat
    state.card = NO_CARD
    state.phase = PHASE_PEEK if state.variant == LUCKY_PEEK else PHASE_CARD


@kernel
def legal(state: Any, mask: Any) -> None:
    """Mark the choices of the seat to move (rules 5 and 8)."""
    if state.phase == PHASE_PEEK:
        mark_peeks(state, mask)
    elif state.phase == PHASE_PLACE:
        mark_places(state, mask)
    else:
        if _may_lay_creature(state):
            for kind in range(CREATURES):
                mask[CREATURE + kind] = state.creatures[state.seat, kind]
        if _may_lay_food(state):
            for place in range(FOODS):
                kind = int(state.foods[state.seat, place])
                if kind == NO_CARD:
                    break
                mask[FOOD + kind] = 1


@kernel
def _is_creature_lap(state: Any) -> bool:
    """In normal and open every lap is for cards of one sort (rule 5.5)."""
    if state.double_order == CFCF:
        return bool(state.lap & 1 == 0)
    return bool(state.lap < state.per_round)


@kernel
def _may_lay_creature(state: Any) -> bool:
    if state.variant < LUCKY:
        return _is_creature_lap(state)
    return bool(state.creatures_laid[state.seat] < state.per_round)


@kernel
def _may_lay_food(state: Any) -> bool:
    if state.variant < LUCKY:
        return not _is_creature_lap(state)
    if state.foods_laid[state.seat] == state.per_round:
        return False
    # With no creature waiting only a seat that has laid all its own has a place: an orphan's (8.1).
    return bool(state.hungry or state.creatures_laid[state.seat] == state.per_round)


@kernel
def apply(state: Any, action: int) -> None:
    """One decision of the seat to move."""
    if action < LEFT:
        _choose_card(state, action)
    elif action < PEEK_CREATURE:
        lay(state, action)
        _end_turn(state)
    else:
        peek(state, action)
        state.phase = PHASE_CARD


@kernel
def _choose_card(state: Any, action: int) -> None:
    seat = state.seat
    state.card = action
    state.phase = PHASE_PLACE
    if action >= FOOD:
        leave_food(state, seat, action - FOOD)
        return
    state.creatures[seat, action - CREATURE] = 0
    if state.variant < LUCKY:
        lay(state, LEFT)  # the only place (rule 5.3)
        _end_turn(state)


@kernel
def _end_turn(state: Any) -> None:
    seat = state.seat + 1
    if seat == state.seats:
        seat = 0
    state.turn += 1
    if seat == state.starter_seat:
        state.lap += 1
        if state.lap == 2 * state.per_round:
            _end_round(state)
            return
    _begin_turn(state, seat)


@kernel
def _end_round(state: Any) -> None:
    score_row(state)
    state.rounds_scored += 1
    if state.rounds_scored == state.last_round:
        state.over = 1
        return
    starter = state.starter_seat + 1
    state.starter_seat = 0 if starter == state.seats else starter
    _begin_round(state)


@kernel
def scores(state: Any, out: Any) -> None:
    """Running totals."""
    for seat in range(state.seats):
        out[seat] = state.points[seat]


standing = scores
