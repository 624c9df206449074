# ruff: noqa: F821
"""The tree of a search, and the loops that grow it; how it is used stands in `search`.

A node stands for the decisions since the root, not for what chance did between them: it is met in
many worlds.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import inf, log, sqrt
from typing import Any

import numpy as np

from sea_envs.core import playout
from sea_envs.core.game import Game
from sea_envs.core.jit import bind, kernel
from sea_envs.core.playout import pick

ROOT = 0
NO_NODE = 0  # the root is nobody's child, so its number is free to say that there is none
NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("total", "f8"),  # pays, summed over visits, of the seat that chose the action
                ("action", "i4"),  # what leads here from the parent
                ("seat", "i4"),  # who chose it
                ("parent", "i4"),
                ("first", "i4"),  # child; the others follow by `next`
                ("next", "i4"),
                ("visits", "i4"),
                ("available", "i4"),  # visits to the parent in which the action was legal
            ],
            align=True,
        ),
    )
)

_NARROW = 1e-9  # a width of pays to explore with while all pays have been equal

# The game's functions; `bind` gives every game a copy of the loops below in which these names
# are its own. (That is why F821 is off in this file: nothing is assigned to them here.)
legal: Callable[..., Any]
imagine: Callable[..., Any]
advance: Callable[..., Any]
settle_world: Callable[..., Any]
playout_world: Callable[..., Any]
descend: Callable[..., Any]


def grow(
    known: Any,
    worlds: Any,
    nodes: Any,
    extremes: Any,
    mask: Any,
    observation: Any,
    work: Any,
    pays: Any,
    scheme: int,
    most: int,
    words: Any,
    held: Any,
    exploration: float,
    simulations: int,
) -> int:
    """Play `simulations` worlds through the tree and on to their end. Returns the decisions taken.

    known [1]: the state, of which only what its seat to move knows survives `imagine`. extremes [2]
    are lowest and highest pay seen. most: decisions in a playout. held [1]: nodes in use. worlds
    [2], mask, observation, work, pays: room to think in.
    """
    decisions = 0
    for _ in range(simulations):
        imagine(known, worlds, words)
        world = worlds[0]
        before = world.decisions
        node = descend(world, nodes, held, extremes, mask, words, exploration)
        decisions += world.decisions - before
        decisions += playout_world(world, most, mask, observation, words)
        settle_world(world, scheme, work, pays)
        back_up(nodes, node, pays, world.seats, extremes)
    return decisions


def descend_tree(
    world: Any, nodes: Any, held: Any, extremes: Any, mask: Any, words: Any, exploration: float
) -> int:
    """Follow the tree through this world and add one node where it ends. Returns the last node."""
    width = exploration * max(extremes[1] - extremes[0], _NARROW)
    eights = mask.view(np.uint64)
    node = ROOT
    while not world.over:
        mask[:] = 0
        legal(world, mask)
        untried, best = weigh(nodes, node, world.seat, mask, width)
        if untried and held[0] < nodes.shape[0]:
            action = pick(eights, words)
            node = add_node(nodes, held, node, world.seat, action)
            advance(world, action)
            return node
        if best == NO_NODE:
            return node
        node = best
        advance(world, nodes[node].action)
    return node


def sweep(
    known: Any,
    worlds: Any,
    nodes: Any,
    extremes: Any,
    mask: Any,
    observation: Any,
    work: Any,
    pays: Any,
    scheme: int,
    most: int,
    words: Any,
    rounds: int,
) -> int:
    """Play every child of the root in the same `rounds` worlds. Returns the decisions taken."""
    decisions = 0
    for _ in range(rounds):
        imagine(known, worlds, words)
        child = nodes[ROOT].first
        while child != NO_NODE:
            worlds[1] = worlds[0]
            world = worlds[1]
            advance(world, nodes[child].action)
            decisions += 1 + playout_world(world, most, mask, observation, words)
            settle_world(world, scheme, work, pays)
            back_up(nodes, child, pays, world.seats, extremes)
            child = nodes[child].next
    return decisions


def mark_choices(known: Any, worlds: Any, mask: Any, words: Any) -> None:
    """Mark the legal actions of the seat to move, as it sees them in any of its worlds."""
    imagine(known, worlds, words)
    mask[:] = 0
    legal(worlds[0], mask)


@kernel
def weigh(nodes: Any, node: int, seat: int, mask: Any, width: float) -> tuple[int, int]:
    """How many marked actions have no child here yet, and which child of the others to follow.

    Takes the marks off the actions that have a child, and counts these as available once more.
    """
    untried = 0
    for action in range(mask.shape[0]):
        untried += int(mask[action])
    best = NO_NODE
    best_value = -inf
    number = nodes[node].first
    while number != NO_NODE:
        child = nodes[number]
        if child.seat == seat and mask[child.action]:
            mask[child.action] = 0
            untried -= 1
            child.available += 1
            value = child.total / child.visits
            value += width * sqrt(log(child.available) / child.visits)
            if value > best_value:
                best, best_value = number, value
        number = child.next
    return untried, best


@kernel
def lead_at_root(nodes: Any) -> int:
    """How many visits more the most visited action has than the next one."""
    first = second = 0
    number = nodes[ROOT].first
    while number != NO_NODE:
        visits = nodes[number].visits
        second = max(second, min(first, visits))
        first = max(first, visits)
        number = nodes[number].next
    return first - second


@kernel
def add_node(nodes: Any, held: Any, parent: int, seat: int, action: int) -> int:
    """A new child, for which there is room; held [1]: nodes in use."""
    number: int = held[0]
    held[0] += 1
    node = nodes[number]
    node.total = 0.0
    node.action = action
    node.seat = seat
    node.parent = parent
    node.first = NO_NODE
    node.next = nodes[parent].first
    node.visits = 0
    node.available = 1
    nodes[parent].first = number
    return number


@kernel
def back_up(nodes: Any, node: int, pays: Any, seats: int, extremes: Any) -> None:
    """Credit every decision on the way to `node` with the pay of the seat that took it."""
    for seat in range(seats):
        extremes[0] = min(extremes[0], pays[seat])
        extremes[1] = max(extremes[1], pays[seat])
    while node != ROOT:
        nodes[node].visits += 1
        nodes[node].total += pays[nodes[node].seat]
        node = nodes[node].parent


@dataclass(frozen=True)
class Loops:
    """A game's compiled search loops."""

    grow: Callable[..., int]
    sweep: Callable[..., int]
    mark_choices: Callable[..., None]


@cache
def loops(game: Game, playouts: str) -> Loops:
    """The search loops of a game with these playouts; compiled once, then loaded from disk."""
    home = game.rules.deal
    name = f"{game.name}_{playouts}"
    parts = playout.parts(game, playouts)
    descend_bound = bind(descend_tree, game.name, home, **parts)
    return Loops(
        bind(grow, name, home, descend=descend_bound, **parts),
        bind(sweep, name, home, **parts),
        bind(mark_choices, name, home, **parts),
    )
