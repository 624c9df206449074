"""Turns: the choices of the seat to move and all that follows from one, numbered as in README.md."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.core.rng import below, note
from sea_envs.games.ocean.actions import (
    CARD,
    CHOOSE,
    NOTE_FRIENDS,
    OTHERS,
    PHASE_CAPTURE,
    PHASE_CHOOSE,
    PHASE_PLAY,
    PHASE_SACK,
    PHASE_STEAL,
    PICK_ACTION,
    STEAL,
    STOP,
)
from sea_envs.games.ocean.components import (
    ANIMAL_CARDS,
    ANIMALS,
    CHEST,
    CONTINUE,
    DRAFT,
    HUES,
    ONE,
    RANDOM,
    ROTATE,
    SACK,
    SKULL,
    SWORD,
)
from sea_envs.games.ocean.rules.centre import (
    add_to_centre,
    begin_capture,
    clear_centre,
    end_capture,
    mark_picks,
    pick_for_group,
)
from sea_envs.games.ocean.rules.hand import (
    holds_only_sacks_and_chests,
    lift_action,
    lift_animal,
    seat_after,
)
from sea_envs.games.ocean.rules.row import collect, friends_in_row, steal
from sea_envs.games.ocean.rules.state import NO_ANIMAL, NO_SEAT, SHOWN
from sea_envs.games.ocean.rules.stock import deal_hands, open_centre, shuffle_stock

# ---- set-up (3)


@kernel
def deal(state: Any) -> None:
    """Begin a game: friends, and unless they are still to be chosen, the cards."""
    if state.friend_choice == DRAFT:
        state.phase = PHASE_CHOOSE
        return
    for seat in range(state.seats):
        state.friends[seat] = state.given_friends[seat]
    if state.friend_choice == RANDOM:
        _deal_friends(state)
    _deal_cards(state)


@kernel
def _deal_friends(state: Any) -> None:
    note(state, NOTE_FRIENDS)
    note(state, state.seats)
    for seat in range(state.seats):
        if state.friends[seat] == NO_ANIMAL:
            left = below(state, len(ANIMALS) - seat)
            for animal in range(len(ANIMALS)):
                if not _is_taken(state, animal):
                    if left == 0:
                        state.friends[seat] = animal
                        break
                    left -= 1
        note(state, state.friends[seat])


@kernel
def _is_taken(state: Any, animal: int) -> bool:
    for seat in range(state.seats):
        if state.friends[seat] == animal:
            return True
    return False


@kernel
def _deal_cards(state: Any) -> None:
    shuffle_stock(state)
    deal_hands(state, state.first_seat)
    open_centre(state)
    state.seat = state.first_seat
    state.phase = PHASE_PLAY


# ---- choices (4)


@kernel
def legal(state: Any, mask: Any) -> None:
    """Mark the choices of the seat to move."""
    if state.phase == PHASE_PLAY:
        _mark_plays(state, mask)
    elif state.phase == PHASE_CAPTURE:
        mark_picks(state, mask)
    elif state.phase == PHASE_SACK:
        _mark_sack(state, mask)
    elif state.phase == PHASE_STEAL:
        _mark_thefts(state, mask)
    else:
        for animal in range(len(ANIMALS)):
            mask[CHOOSE + animal] = not _is_taken(state, animal)


@kernel
def _mark_plays(state: Any, mask: Any) -> None:
    seat = state.seat
    for card in range(ANIMAL_CARDS):
        mask[CARD + card] = (state.owner_seats[card] == seat) & (state.place[card] <= SHOWN)
    useful = not _centre_is_empty(state) or holds_only_sacks_and_chests(state, seat)
    mask[CARD + SACK] = useful & (state.hand_actions[seat, 0] > 0)
    mask[CARD + CHEST] = useful & (state.hand_actions[seat, CHEST - SACK] > 0)
    mask[CARD + SWORD] = state.hand_actions[seat, SWORD - SACK] > 0
    mask[CARD + SKULL] = state.hand_actions[seat, SKULL - SACK] > 0


@kernel
def _centre_is_empty(state: Any) -> bool:
    if state.lying > 0:
        return False
    if state.skull_seat != NO_SEAT:
        for seat in range(state.seats):
            if seat != state.skull_seat and state.held[seat] > 0:
                return False
    return True


@kernel
def _mark_sack(state: Any, mask: Any) -> None:
    for position in range(state.lying):
        mask[CARD + state.centre[position]] = 1
    if state.skull_seat == NO_SEAT:
        return
    for step in range(1, state.seats):
        owner = seat_after(state, state.seat, step)
        for kind in range(SKULL - SACK):
            mask[PICK_ACTION + OTHERS * kind + step - 1] = state.hand_actions[owner, kind] > 0


@kernel
def _mark_thefts(state: Any, mask: Any) -> None:
    for step in range(1, state.seats):
        victim = seat_after(state, state.seat, step)
        if state.victim_seat == NO_SEAT or state.victim_seat == victim:
            for colour in range(HUES):
                mask[STEAL + HUES * (step - 1) + colour] = state.rows[victim, colour] > 0


# ---- what follows (5, 6)


@kernel
def apply(state: Any, action: int) -> None:
    """One decision of the seat to move."""
    if action < PICK_ACTION:
        if state.phase == PHASE_PLAY:
            _play(state, action - CARD)
        elif state.phase == PHASE_CAPTURE:
            pick_for_group(state, action - CARD)
        else:
            _pick_animal(state, action - CARD)
    elif action < STOP:
        _pick_action(state, action - PICK_ACTION)
    elif action == STOP:
        end_capture(state)
        _end_collection(state)
    elif action < CHOOSE:
        _steal(state, action - STEAL)
    else:
        _choose(state, action - CHOOSE)


@kernel
def _choose(state: Any, animal: int) -> None:
    state.friends[state.seat] = animal
    state.seat = seat_after(state, state.seat, 1)
    if state.seat == state.first_seat:
        _deal_cards(state)


@kernel
def _play(state: Any, card: int) -> None:
    seat = state.seat
    if card < ANIMAL_CARDS:
        lift_animal(state, card)
        begin_capture(state, card)
        return
    lift_action(state, seat, card - SACK)
    state.piled_actions[seat, card - SACK] += 1
    if card == SWORD:
        _play_sword(state)
    elif card == SKULL:
        _play_skull(state)
    elif _centre_is_empty(state):
        state.wasteful[seat] = 1  # only a hand without any other card may throw it away (A9)
        _end_card(state)
    elif card == SACK:
        state.phase = PHASE_SACK
    else:
        _play_chest(state)


@kernel
def _pick_animal(state: Any, card: int) -> None:
    lift_animal(state, card)
    collect(state, state.seat, card)
    clear_centre(state)
    _end_collection(state)


@kernel
def _pick_action(state: Any, place: int) -> None:
    kind, step = place // OTHERS, place % OTHERS + 1
    lift_action(state, seat_after(state, state.seat, step), kind)
    state.piled_actions[state.seat, kind] += 1
    _end_card(state)


@kernel
def _play_chest(state: Any) -> None:
    seat = state.seat
    for position in range(state.lying - 1, -1, -1):
        card = state.centre[position]
        lift_animal(state, card)
        collect(state, seat, card)
    clear_centre(state)
    if state.skull_seat != NO_SEAT:
        for step in range(1, state.seats):
            owner = seat_after(state, seat, step)
            for kind in range(SKULL - SACK):
                while state.hand_actions[owner, kind] > 0:
                    lift_action(state, owner, kind)
                    state.piled_actions[seat, kind] += 1
    _end_collection(state)


@kernel
def _play_sword(state: Any) -> None:
    state.phase = PHASE_STEAL
    _seek_victim(state, 1)
    if state.victim_seat == NO_SEAT:
        _end_card(state)
    elif state.sword == ONE:
        state.victim_seat = NO_SEAT


@kernel
def _seek_victim(state: Any, first_step: int) -> None:
    """The next seat with a friend to steal, from `first_step` places clockwise of the thief on."""
    for step in range(first_step, state.seats):
        victim = seat_after(state, state.seat, step)
        if friends_in_row(state, victim) > 0:
            state.victim_seat = victim
            return
    state.victim_seat = NO_SEAT


@kernel
def _steal(state: Any, place: int) -> None:
    step, colour = place // HUES + 1, place % HUES
    steal(state, state.seat, seat_after(state, state.seat, step), colour)
    if state.victim_seat != NO_SEAT:
        _seek_victim(state, step + 1)
    if state.victim_seat == NO_SEAT:
        _end_card(state)


@kernel
def _play_skull(state: Any) -> None:
    """All other hands lie open in the centre until this seat's hand is played out (6.4)."""
    if state.held[state.seat] > 0:
        state.skull_seat = state.seat
        for card in range(ANIMAL_CARDS):
            owner = state.owner_seats[card]
            if owner != NO_SEAT and owner != state.seat and state.place[card] <= SHOWN:
                add_to_centre(state, card)
        for step in range(1, state.seats):
            owner = seat_after(state, state.seat, step)
            for kind in range(SKULL - SACK):
                state.shown_actions[owner, kind] = state.hand_actions[owner, kind]
    _end_card(state)


@kernel
def _take_back_hands(state: Any) -> None:
    for position in range(state.lying):
        card = state.centre[position]
        if state.owner_seats[card] != NO_SEAT:
            state.place[card] = SHOWN
    clear_centre(state)
    state.skull_seat = NO_SEAT


# ---- turns, rounds, end (7)


@kernel
def _end_collection(state: Any) -> None:
    """Four colours end the game on the spot (7, A19)."""
    if friends_in_row(state, state.seat) == HUES:
        state.over = 1
        return
    _end_card(state)


@kernel
def _end_card(state: Any) -> None:
    state.phase = PHASE_PLAY
    if state.skull_seat != NO_SEAT:
        if state.held[state.seat] > 0:
            return
        _take_back_hands(state)
    following = seat_after(state, state.seat, 1)
    for step in range(state.seats):
        seat = seat_after(state, following, step)
        if state.held[seat] > 0:
            state.seat = seat
            return
    starter = state.starter_seat
    if state.starter == ROTATE:
        starter = seat_after(state, starter, 1)
    elif state.starter == CONTINUE:
        starter = following
    if deal_hands(state, starter):
        state.seat = starter
        return
    state.over = 1
