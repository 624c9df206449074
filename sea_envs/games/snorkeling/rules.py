"""The rules of Snorkeling, numbered as in README.md, as compiled functions over one record."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.core.rng import below, note, shuffle, shuffle_afresh
from sea_envs.core.state import clockwise, record
from sea_envs.games.snorkeling.actions import (
    DECLINE,
    END,
    NOTE_DECK,
    NOTE_STARTER,
    PLACE,
    PLAY,
    TAKE,
)
from sea_envs.games.snorkeling.components import (
    BEACH,
    COLOURS,
    COPIES,
    DECK_SIZE,
    FIXED,
    HAND,
    KINDS,
    LANTERNFISH,
    LEFT_OF_ENDER,
    LOWEST,
    MANY,
    MAX_SEATS,
    MAY_TOPUP,
    MUST,
    OPTIONS,
    VALUES,
    VICTIM,
)

HUES = len(COLOURS)
NO_SEAT = -1
NO_CARD = -1

MODE_NONE, MODE_SINGLE, MODE_COLOUR = range(3)
PHASE_ACT, PHASE_PLACED, PHASE_TAKE = range(3)

STATE = record(
    ("hands", "i1", (MAX_SEATS, KINDS)),
    ("known", "i1", (MAX_SEATS, KINDS)),  # cards taken back in sight of all, still in that hand
    ("above", "i1", (MAX_SEATS,)),  # cards above the Lanternfish; pile value = 5 - above
    (
        "pile_colours",
        "i1",
        (MAX_SEATS, VALUES),
    ),  # 1 + colour of the pile's card of each value, 0 none
    ("points", "i2", (MAX_SEATS,)),
    ("top", "i1"),
    ("below_top", "i1", (KINDS,)),  # the centre under its top card; its order never matters
    ("below_held", "i1"),
    ("deck", "i1", (DECK_SIZE,)),
    ("drawn", "i1"),
    ("decked", "i1"),
    ("stacked", "i1"),
    ("given_starter_seat", "i1"),
    ("first_seat", "i1"),
    ("starter_seat", "i1"),
    ("rounds", "i2"),
    ("turns", "i4"),
    ("frozen", "i1"),  # passes in a row that drew no card
    ("phase", "i1"),
    ("played", "i1"),
    ("mode", "i1"),
    ("hue", "i1"),  # colour of the turn's first card
    options=[option.name for option in OPTIONS],
    notes=2 * DECK_SIZE + 8,
)


@kernel
def deal(state: Any) -> None:
    """Begin a game: draw the starter and deal round 1 (rules 2.5 and 2)."""
    state.first_seat = state.given_starter_seat
    if state.first_seat == NO_SEAT:
        state.first_seat = below(state, state.seats)
    note(state, NOTE_STARTER)
    note(state, 1)
    note(state, state.first_seat)
    _deal_round(state, state.first_seat)


@kernel
def _deal_round(state: Any, starter: int) -> None:
    state.rounds += 1
    if not state.stacked:
        for place in range(DECK_SIZE):
            state.deck[place] = place // COPIES
        shuffle(state, state.deck, 0, DECK_SIZE)
    state.stacked = 0
    state.decked = DECK_SIZE
    state.drawn = 0
    _note_deck(state)
    state.hands[:, :] = 0
    state.known[:, :] = 0
    state.above[:] = 0
    state.pile_colours[:, :] = 0
    state.below_top[:] = 0
    state.below_held = 0
    for seat in range(state.seats):
        for _ in range(HAND):
            state.hands[seat, _next_card(state)] += 1
    state.top = _next_card(state)
    state.turns = 0
    state.frozen = 0
    state.starter_seat = starter
    _begin_turn(state, starter)


@kernel
def _begin_turn(state: Any, seat: int) -> None:
    state.seat = seat
    state.phase = PHASE_ACT
    state.played = 0
    state.mode = MODE_NONE


@kernel
def legal(state: Any, mask: Any) -> None:
    """Mark the choices of the seat to move (rule 4.2)."""
    seat = state.seat
    if state.phase == PHASE_TAKE:
        mask[TAKE] = 1
        mask[DECLINE] = state.take_rule != MUST
        return
    mask[END] = 1
    hand = state.hands[seat]
    if state.phase == PHASE_ACT:
        _legal_plays(state, hand, mask)
    if state.played:
        for step in range(1, state.seats):
            value = LANTERNFISH - state.above[clockwise(seat, step, state.seats)] - 1
            for hue in range(HUES):
                mask[PLACE + HUES * (step - 1) + hue] = hand[VALUES * hue + value] > 0


@kernel
def _legal_plays(state: Any, hand: Any, mask: Any) -> None:
    hue = state.top // VALUES
    if state.played and not state.expert:
        if state.mode == MODE_SINGLE:
            return  # one higher card closes the centre
        hue = state.hue
    else:
        value = (state.top + 1) % VALUES  # one above the top, and a 0 above a 4
        for card in range(value, KINDS, VALUES):
            mask[PLAY + card] = hand[card] > 0
    for card in range(VALUES * hue, VALUES * hue + VALUES):
        mask[PLAY + card] = hand[card] > 0


@kernel
def apply(state: Any, action: int) -> None:
    """One decision of the seat to move (rules 4.2 and 4.3)."""
    if action < PLACE:
        _play(state, action - PLAY)
    elif action < END:
        step, hue = (action - PLACE) // HUES + 1, (action - PLACE) % HUES
        _place(state, clockwise(state.seat, step, state.seats), hue)
    elif action == END:
        _end_turn(state)
    elif action == TAKE:
        _take(state)
        _pass_turn(state)
    else:
        if state.take_rule == MAY_TOPUP:
            _draw(state, state.seat)
        _pass_turn(state)


@kernel
def _play(state: Any, card: int) -> None:
    hue = card // VALUES
    if state.played == 0:
        # A card that is both one higher and of the colour counts as a colour play (A6).
        state.mode = MODE_COLOUR if hue == state.top // VALUES else MODE_SINGLE
        state.hue = hue
    _leave_hand(state, state.seat, card)
    state.below_top[state.top] += 1
    state.below_held += 1
    state.top = card
    state.played += 1


@kernel
def _place(state: Any, target: int, hue: int) -> None:
    value = LANTERNFISH - state.above[target] - 1
    _leave_hand(state, state.seat, VALUES * hue + value)
    state.pile_colours[target, value] = hue + 1
    state.above[target] += 1
    if value == BEACH:
        _end_round(state, target, state.seat)
    elif state.expert and state.expert_place == MANY:
        state.phase = PHASE_PLACED
    else:
        _end_turn(state)


@kernel
def _leave_hand(state: Any, seat: int, card: int) -> None:
    state.hands[seat, card] -= 1
    if state.known[seat, card]:
        state.known[seat, card] -= 1


@kernel
def _end_turn(state: Any) -> None:
    seat = state.seat
    emptied = state.played > 0
    for card in range(KINDS):
        if state.hands[seat, card]:
            emptied = False
    drew = _draw(state, seat)
    state.frozen = 0 if state.played or drew else state.frozen + 1
    if emptied and state.above[seat]:
        state.phase = PHASE_TAKE
        return
    if emptied:
        _draw(state, seat)
    _pass_turn(state)


@kernel
def _take(state: Any) -> None:
    seat = state.seat
    value = LANTERNFISH - state.above[seat]
    card = VALUES * (state.pile_colours[seat, value] - 1) + value
    state.pile_colours[seat, value] = 0
    state.above[seat] -= 1
    state.hands[seat, card] += 1
    state.known[seat, card] += 1


@kernel
def _draw(state: Any, seat: int) -> bool:
    """Draw a card if there is one, out of the shuffled centre if need be (A3)."""
    if state.drawn == state.decked:
        if state.below_held == 0:
            return False
        _reshuffle(state)
    state.hands[seat, _next_card(state)] += 1
    return True


@kernel
def _next_card(state: Any) -> int:
    card = int(state.deck[state.drawn])
    state.deck[state.drawn] = NO_CARD  # a drawn card lies in a hand, nowhere else
    state.drawn += 1
    return card


@kernel
def _reshuffle(state: Any) -> None:
    place = 0
    for card in range(KINDS):
        for _ in range(state.below_top[card]):
            state.deck[place] = card
            place += 1
        state.below_top[card] = 0
    state.below_held = 0
    state.drawn = 0
    state.decked = place
    shuffle(state, state.deck, 0, place)
    _note_deck(state)


@kernel
def _note_deck(state: Any) -> None:
    note(state, NOTE_DECK)
    note(state, state.decked)
    for place in range(state.decked):
        note(state, state.deck[place])


@kernel
def _pass_turn(state: Any) -> None:
    state.turns += 1
    if state.frozen == state.seats or state.turns == state.max_laps * state.seats:
        _end_round(state, NO_SEAT, NO_SEAT)  # a safety end: nobody is a victim (rule 5)
        return
    _begin_turn(state, clockwise(state.seat, 1, state.seats))


@kernel
def _end_round(state: Any, victim: int, ender: int) -> None:
    for seat in range(state.seats):
        state.points[seat] += LANTERNFISH - state.above[seat]
    highest = 0
    leaders = 0
    for seat in range(state.seats):
        if state.points[seat] > highest:
            highest = state.points[seat]
            leaders = 0
        leaders += state.points[seat] == highest
    reached = highest >= state.target and (leaders == 1 or victim == NO_SEAT)
    if reached or state.rounds == state.max_rounds:  # rule 6.2
        state.over = 1
        return
    _deal_round(state, _next_starter(state, victim, ender))


@kernel
def _next_starter(state: Any, victim: int, ender: int) -> int:
    after_last = clockwise(state.starter_seat, 1, state.seats)
    if state.start_rule == FIXED:
        return int(state.first_seat)
    if state.start_rule == LOWEST:
        lowest = after_last
        for step in range(1, state.seats):
            seat = clockwise(after_last, step, state.seats)
            if state.points[seat] < state.points[lowest]:
                lowest = seat
        return lowest
    if victim != NO_SEAT and state.start_rule == VICTIM:
        return victim
    if victim != NO_SEAT and state.start_rule == LEFT_OF_ENDER:
        return clockwise(ender, 1, state.seats)
    return after_last


@kernel
def scores(state: Any, out: Any) -> None:
    """Running totals."""
    for seat in range(state.seats):
        out[seat] = state.points[seat]


standing = scores


@kernel
def reshuffle_unseen(state: Any, seat: int) -> None:
    """Deal anew the deck and the cards in other hands that `seat` has not seen go there."""
    pool = state.deck
    size = state.decked - state.drawn
    # The free cells of the deck's array hold the other hands while everything is mixed.
    for place in range(size):
        pool[place] = pool[state.drawn + place]
    for other in range(state.seats):
        if other != seat:
            for card in range(KINDS):
                hidden = state.hands[other, card] - state.known[other, card]
                for _ in range(hidden):
                    pool[size] = card
                    size += 1
    shuffle_afresh(state, pool, 0, size)
    for other in range(state.seats):
        if other != seat:
            hidden = 0
            for card in range(KINDS):
                hidden += state.hands[other, card] - state.known[other, card]
                state.hands[other, card] = state.known[other, card]
            for _ in range(hidden):
                size -= 1
                state.hands[other, pool[size]] += 1
    for place in range(size, DECK_SIZE):
        pool[place] = NO_CARD
    state.decked = size
    state.drawn = 0
