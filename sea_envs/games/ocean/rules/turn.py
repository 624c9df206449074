"""Turns: the choices of the seat to move and what follows from them, numbered as in README.md."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.core.rng import below, note
from sea_envs.games.ocean.actions import (
    CARD,
    CHOOSE,
    NOTE_FRIENDS,
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
    DRAFT,
    RANDOM,
    SACK,
    SKULL,
    SWORD,
)
from sea_envs.games.ocean.rules.action_card import (
    centre_is_empty,
    mark_sack,
    mark_thefts,
    pick_action,
    play_chest,
    play_skull,
    play_sword,
    steal_friend,
)
from sea_envs.games.ocean.rules.centre import (
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
from sea_envs.games.ocean.rules.round import deal_cards, end_card, end_collection
from sea_envs.games.ocean.rules.row import collect, mark_lacking
from sea_envs.games.ocean.rules.state import NO_ANIMAL, SHOWN

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
    mark_lacking(state)
    deal_cards(state)


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
    taken = False
    for seat in range(state.seats):
        taken |= state.friends[seat] == animal
    return taken


# ---- choices (4)


@kernel
def legal(state: Any, mask: Any) -> None:
    """Mark the choices of the seat to move."""
    if state.phase == PHASE_PLAY:
        _mark_plays(state, mask)
    elif state.phase == PHASE_CAPTURE:
        mark_picks(state, mask)
    elif state.phase == PHASE_SACK:
        mark_sack(state, mask)
    elif state.phase == PHASE_STEAL:
        mark_thefts(state, mask)
    else:
        for animal in range(len(ANIMALS)):
            mask[CHOOSE + animal] = not _is_taken(state, animal)


@kernel
def _mark_plays(state: Any, mask: Any) -> None:
    seat = state.seat
    for card in range(ANIMAL_CARDS):
        mask[CARD + card] = (state.owner_seats[card] == seat) & (state.place[card] <= SHOWN)
    useful = not centre_is_empty(state) or holds_only_sacks_and_chests(state, seat)
    mask[CARD + SACK] = useful & (state.hand_actions[seat, 0] > 0)
    mask[CARD + CHEST] = useful & (state.hand_actions[seat, CHEST - SACK] > 0)
    mask[CARD + SWORD] = state.hand_actions[seat, SWORD - SACK] > 0
    mask[CARD + SKULL] = state.hand_actions[seat, SKULL - SACK] > 0


# ---- what follows (5, 6)


@kernel
def apply(state: Any, action: int) -> None:
    """One decision of the seat to move."""
    if action == STOP:
        end_capture(state)
        end_collection(state)
    elif action < PICK_ACTION:
        if state.phase == PHASE_PLAY:
            _play(state, action - CARD)
        elif state.phase == PHASE_CAPTURE:
            pick_for_group(state, action - CARD)
        else:
            _pick_animal(state, action - CARD)
    elif action < STEAL:
        pick_action(state, action - PICK_ACTION)
    elif action < CHOOSE:
        steal_friend(state, action - STEAL)
    else:
        _choose(state, action - CHOOSE)


@kernel
def _choose(state: Any, animal: int) -> None:
    state.friends[state.seat] = animal
    state.seat = seat_after(state, state.seat, 1)
    if state.seat == state.first_seat:
        mark_lacking(state)
        deal_cards(state)


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
        play_sword(state)
    elif card == SKULL:
        play_skull(state)
    elif centre_is_empty(state):
        state.wasteful[seat] = 1  # only a hand without any other card may throw it away (A9)
        end_card(state)
    elif card == SACK:
        state.phase = PHASE_SACK
    else:
        play_chest(state)


@kernel
def _pick_animal(state: Any, card: int) -> None:
    lift_animal(state, card)
    collect(state, state.seat, card)
    clear_centre(state)
    end_collection(state)
