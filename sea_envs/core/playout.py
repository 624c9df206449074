# ruff: noqa: F821
"""Imagined play for any game: worlds that a seat cannot tell apart, played on to their end."""

from collections.abc import Callable
from typing import Any

from sea_envs.core.game import Game
from sea_envs.core.jit import bind, kernel
from sea_envs.core.pay import settle
from sea_envs.core.rng import WORDS, below_from, next_word

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
    while taken < most and not world.over:
        mask[:] = 0
        legal(world, mask)
        advance(world, pick(mask, words))
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


@kernel
def pick(mask: Any, words: Any) -> int:
    """One of the marked actions, every one equally likely."""
    marked = 0
    for action in range(mask.shape[0]):
        marked += int(mask[action])
    left = below_from(words, marked)
    action = 0
    while left >= 0:
        left -= int(mask[action])
        action += 1
    return action - 1


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
