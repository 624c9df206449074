# ruff: noqa: F821
"""Imagined play for any game: worlds that a seat cannot tell apart, played on to their end."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.game import Game
from sea_envs.core.jit import bind, kernel
from sea_envs.core.pay import settle
from sea_envs.core.rng import WORDS, below_from, next_word

EIGHT = 8
"""Actions, a byte each, in one of a mask's uint64."""
_BYTE = np.uint64(8)
_EVEN = np.uint64(0x00FF00FF00FF00FF)
_TOP = np.uint64(0x8080808080808080)

# The game's functions; `bind` gives every game a copy of the functions below in which these names
# are its own. (That is why F821 is off in this file: nothing is assigned to them here.)
legal: Callable[..., Any]
apply: Callable[..., Any]
scores: Callable[..., Any]
standing: Callable[..., Any]
observe: Callable[..., Any]
choose: Callable[..., Any]
reshuffle_unseen: Callable[..., Any]


def imagine(known: Any, worlds: Any, words: Any) -> None:
    """Make worlds[0] one that the seat to move cannot tell from known[0]; its chance is fresh."""
    worlds[0] = known[0]
    world = worlds[0]
    for place in range(WORDS):
        world.rng[place] = next_word(words)
    reshuffle_unseen(world, world.seat)


def advance(world: Any, action: int) -> None:
    """One decision, counted against the cap as at the table."""
    world.noted = 0
    apply(world, action)
    world.decisions += 1
    if not world.over and world.decisions >= world.max_decisions:
        world.over = 1
        world.truncated = 1


def settle_world(world: Any, scheme: int, work: Any, pays: Any) -> None:
    """Pay each seat for the points as they stand. work: [2, max seats]; pays: [max seats]."""
    work[:, :] = 0
    scores(world, work[0])
    standing(world, work[1])
    settle(scheme, world.seats, work[0], work[1], pays)


def random_playout(world: Any, most: int, mask: Any, observation: Any, words: Any) -> int:
    """Play on by random legal actions, at most `most` decisions. Returns how many."""
    taken = 0
    eights = mask.view(np.uint64)
    while taken < most and not world.over:
        mask[:] = 0
        legal(world, mask)
        advance(world, pick(eights, words))
        taken += 1
    return taken


def heuristic_playout(world: Any, most: int, mask: Any, observation: Any, words: Any) -> int:
    """Play on as the game's heuristic does, at most `most` decisions. Returns how many."""
    taken = 0
    while taken < most and not world.over:
        mask[:] = 0
        legal(world, mask)
        observation[:] = 0
        observe(world, world.seat, observation)
        advance(world, choose(observation, mask, next_word(words) / 4294967296.0))
        taken += 1
    return taken


PLAYOUTS = {"random": random_playout, "heuristic": heuristic_playout}


def room_for(actions: int) -> npt.NDArray[np.int8]:
    """A mask with room for so many actions that `pick` can look at eight at a time.

    ValueError for more than 2,040: `pick` counts them in bytes.
    """
    if actions > EIGHT * 255:
        raise ValueError(f"a mask of {actions} actions: possible: up to {EIGHT * 255}")
    return np.zeros(-(-actions // EIGHT) * EIGHT, np.int8)


@kernel
def pick(eights: Any, words: Any) -> int:
    """One of the marked actions, every one equally likely. eights: a mask as uint64, little-endian.

    Half of the time of a random playout would go into looking at actions one by one.
    """
    marked = np.uint64(0)
    for eight in eights:
        marked += eight  # eight sums, one in each byte
    marked = (marked & _EVEN) + ((marked >> _BYTE) & _EVEN)
    marked += marked >> np.uint64(32)
    marked += marked >> np.uint64(16)
    left = below_from(words, int(marked & np.uint64(0xFFFF)))
    place = 0
    while True:
        eight = eights[place]
        if eight != 0:  # most are empty
            here = count_in(eight)
            if left < here:
                return EIGHT * place + nth_in(eight, left)
            left -= here
        place += 1


@kernel
def nth_in(eight: Any, left: int) -> int:
    """Which of eight actions is marked after `left` other marked ones. Without a branch."""
    sums = eight  # in each byte the marked actions up to its own
    sums += sums << _BYTE
    sums += sums << np.uint64(16)
    sums += sums << np.uint64(32)
    enough = np.uint64(left)
    enough |= enough << _BYTE
    enough |= enough << np.uint64(16)
    enough |= enough << np.uint64(32)
    before = ((enough | _TOP) - sums) & _TOP  # a bit where the sum is not beyond `left`
    return count_in(before >> np.uint64(7))


@kernel
def count_in(eight: Any) -> int:
    """How many of eight actions are marked."""
    eight += eight >> np.uint64(32)
    eight += eight >> np.uint64(16)
    eight += eight >> _BYTE
    return int(eight & np.uint64(0xFF))


def parts(game: Game, playouts: str) -> dict[str, Callable[..., Any]]:
    """The game's functions for a search loop, by the names that it calls them."""
    rules, home = game.rules, game.rules.deal
    step = bind(advance, game.name, home, apply=rules.apply)
    playout = bind(
        PLAYOUTS[playouts],
        game.name,
        home,
        legal=rules.legal,
        observe=game.observation.observe,
        choose=game.heuristics.choose,
        advance=step,
    )
    settled = bind(settle_world, game.name, home, scores=rules.scores, standing=rules.standing)
    return {
        "legal": rules.legal,
        "advance": step,
        "playout_world": playout,
        "settle_world": settled,
        "imagine": bind(imagine, game.name, home, reshuffle_unseen=rules.reshuffle_unseen),
    }
