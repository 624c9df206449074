"""Search for any game: thinks in worlds that the seat to move cannot tell apart, never in the real one.

`search` is information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012): one tree for the
searching seat, grown over many sampled worlds. A node stands for the decisions since the root, not for what
chance did between them, so it is met in many worlds with other cards and other dice; its actions are compared
by how often they were available. Every seat is taken to maximise its own pay. `flat` plays every legal action
equally often to the end, in the same worlds, and grows no tree.

What a seat learns by chance or in secret after the root does not split the nodes: later decisions of the
imagined game are made as if by the decisions so far and the legal choices alone, and by seats that have seen
each other's decisions.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import inf, log, sqrt
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core import pay, playout
from sea_envs.core.errors import BadOption, BadRecord, BadSeats, GameOver, unknown
from sea_envs.core.game import Game, Setup
from sea_envs.core.jit import bind, kernel
from sea_envs.core.playout import PLAYOUTS, pick
from sea_envs.core.rng import seed_words
from sea_envs.core.state import blank

Array = npt.NDArray[Any]

METHODS = ("search", "flat")

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

_CHUNK = 16  # simulations between two looks at the clock
_NARROW = 1e-9  # a width of pays to explore with while all pays have been equal
_NO_END = 2**31 - 1

# The game's functions; `bind` gives every game a copy of the loops below in which these names are its own.
legal: Callable[..., Any]
imagine: Callable[..., Any]
advance: Callable[..., Any]
settle_world: Callable[..., Any]
playout_world: Callable[..., Any]
descend: Callable[..., Any]


@dataclass(frozen=True)
class Plan:
    """How to search.

    method: `search` or `flat`. simulations: worlds played out per decision (flat: rounded down to equally
    many per legal action, at least one each). seconds: think this long instead; the choice then depends on
    the machine. playouts: `random` or `heuristic`. horizon: decisions after which a playout is cut off and
    paid by the points as they stand; None plays to the end. exploration: weight of what was tried seldom, in
    units of the spread of pays seen. nodes: most the tree holds; a full tree is used but grows no more.
    """

    method: str = "search"
    simulations: int = 1000
    seconds: float | None = None
    playouts: str = "random"
    horizon: int | None = None
    exploration: float = 0.7
    nodes: int = 100_000

    def __post_init__(self) -> None:
        """Refuse what cannot be done with BadOption."""
        if self.method not in METHODS:
            raise BadOption(unknown("method", self.method, METHODS))
        if self.playouts not in PLAYOUTS:
            raise BadOption(unknown("playouts", self.playouts, PLAYOUTS))
        for name, fewest in (("simulations", 1), ("horizon", 0), ("nodes", 2)):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or not fewest <= value < _NO_END):
                raise BadOption(f"{name}={value!r}: possible: a whole number from {fewest}")
        if self.seconds is not None and not 0 < self.seconds < inf:
            raise BadOption(f"seconds={self.seconds!r}: possible: a number above 0")
        if not 0 <= self.exploration < inf:
            raise BadOption(f"exploration={self.exploration!r}: possible: a number from 0")


@dataclass(frozen=True)
class Thought:
    """What a search found for the legal actions [k] of a seat.

    actions, visits [k]; values [k]: mean pay of the seat after each action, 0 without visits. best: the
    choice. simulations: worlds played out. decisions: decisions taken in them, in the tree and after it.
    """

    actions: Array
    visits: Array
    values: Array
    best: int
    simulations: int
    decisions: int


def grow(
    known: Any,
    worlds: Any,
    nodes: Any,
    held: Any,
    extremes: Any,
    mask: Any,
    observation: Any,
    words: Any,
    work: Any,
    pays: Any,
    scheme: int,
    most: int,
    exploration: float,
    simulations: int,
) -> int:
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
    node = ROOT
    while not world.over:
        mask[:] = 0
        legal(world, mask)
        untried, best = weigh(nodes, node, world.seat, mask, width)
        if untried and held[0] < nodes.shape[0]:
            action = pick(mask, words)
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
    words: Any,
    work: Any,
    pays: Any,
    scheme: int,
    most: int,
    rounds: int,
) -> int:
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


def mark_choices(known: Any, mask: Any) -> None:
    mask[:] = 0
    legal(known[0], mask)


@kernel
def weigh(nodes: Any, node: int, seat: int, mask: Any, width: float) -> tuple[int, int]:
    """How many marked actions have no child here yet, and the child of the others to follow.

    Takes the marks off the actions that have a child, and counts these as available once more.
    """
    untried = 0
    for action in range(mask.shape[0]):
        untried += mask[action]
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
def add_node(nodes: Any, held: Any, parent: int, seat: int, action: int) -> int:
    """A new child; held [1]: nodes in use."""
    number = held[0]
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
    bound = [
        bind(function, name, home, descend=descend_bound, **parts)
        for function in (grow, sweep, mark_choices)
    ]
    return Loops(*bound)


def player(setup: Setup, method: str, simulations: int) -> "Searcher":
    """The searcher that a word such as `search:1000` or `flat:200` stands for."""
    return Searcher(setup, Plan(method=method, simulations=simulations))


class Searcher:
    """Chooses by search. Its memory is allocated once; it keeps nothing from one decision to the next.

    One searcher serves one thread; the loops let go of Python's lock.
    """

    def __init__(self, setup: Setup, plan: Plan | None = None, *, reward: str = "win") -> None:
        """reward: the scheme under which every seat is taken to maximise its pay."""
        if reward not in pay.SCHEMES:
            raise BadOption(unknown("reward scheme", reward, pay.SCHEMES))
        game = setup.game
        self.setup = setup
        self.plan = plan or Plan()
        self.reward = reward
        # Every action of the root needs room; beyond that a simulation adds one node at most.
        wanted = self.plan.nodes
        if self.plan.seconds is None:
            wanted = min(wanted, self.plan.simulations + 1)
        self._nodes = np.zeros(max(wanted, game.actions.COUNT + 1), NODE)
        self._held = np.zeros(1, np.int64)
        self._extremes = np.zeros(2)
        self._known = blank(game.rules.STATE, 1)
        self._worlds = blank(game.rules.STATE, 2)
        self._mask = np.zeros(game.actions.COUNT, np.int8)
        self._observation = np.zeros(game.layout.size, np.float32)
        self._work = np.zeros((2, game.max_seats))
        self._pays = np.zeros(game.max_seats)
        self._loops = loops(game, self.plan.playouts)
        self._scheme = pay.SCHEMES.index(reward)
        self._most = _NO_END if self.plan.horizon is None else self.plan.horizon

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled and copied by its choices."""
        return _searcher, (self.setup, self.plan, self.reward)

    def reset(self, rows: Array) -> None:
        """New games begin in `rows`; nothing was remembered of the old ones."""

    def choose_worlds(self, states: Array, *, seats: Array, chance: Array, rows: Array) -> Array:
        """One action for each of k decisions: int64 [k].

        states [k] records; seats [k]: who chooses, each the seat to move; chance [k] in [0, 1): all that the
        choices depend on besides what these seats know.
        """
        actions = np.empty(len(states), np.int64)
        for place in range(len(states)):
            words = seed_words(int(chance[place] * 2**53))
            actions[place] = self.think(states[place], int(seats[place]), words).best
        return actions

    def think(self, state: Any, seat: int, words: Array) -> Thought:
        """Search for `seat`, which is to move in this state. words: uint32 [4] of chance, moves on.

        Raises GameOver, BadSeats for another seat than the one to move, BadRecord for another game's state.
        """
        self._look(state, seat)
        self._loops.mark_choices(self._known, self._mask)
        choices = np.flatnonzero(self._mask)
        simulations = decisions = 0
        if len(choices) > 1:
            simulations, decisions = self._spend(choices, words)
        visits = np.zeros(len(choices), np.int64)
        values = np.zeros(len(choices))
        for node in self._nodes[1 : self._held[0]]:
            if node.parent == ROOT:
                place = int(np.searchsorted(choices, node.action))
                visits[place] = node.visits
                values[place] = node.total / max(node.visits, 1)
        first = visits if self.plan.method == "search" else values
        best = int(choices[max(range(len(choices)), key=lambda at: (first[at], values[at], -at))])
        return Thought(choices, visits, values, best, simulations, decisions)

    def _look(self, state: Any, seat: int) -> None:
        """Take in the state, but not its chance: neither what it did nor what it will do."""
        if state.dtype != self._known.dtype:
            raise BadRecord(f"a state with other fields than {self.setup.game.name} has")
        if state["over"]:
            raise GameOver("the game is over; nothing is left to choose")
        if seat != state["seat"]:
            raise BadSeats(f"search for seat {seat}: possible: {state['seat']}, the seat to move")
        self._known[0] = state
        self._known["rng"] = 0
        self._known["noted"] = 0
        self._known["notes"] = 0
        self._nodes[ROOT] = 0
        self._held[0] = 1
        self._extremes[:] = inf, -inf

    def _spend(self, choices: Array, words: Array) -> tuple[int, int]:
        """Use up the budget; simulations and decisions made."""
        run: Callable[[Array, int], int] = self._grow
        share = 1
        if self.plan.method == "flat":
            for action in choices[::-1]:
                add_node(self._nodes, self._held, ROOT, int(self._known["seat"][0]), int(action))
            run, share = self._sweep, len(choices)
        made = decisions = 0
        chunk = max(1, _CHUNK // share)
        left = max(1, self.plan.simulations // share)
        until = None if self.plan.seconds is None else perf_counter() + self.plan.seconds
        while (left if until is None else perf_counter() < until) or not made:
            count = chunk if until is not None else min(chunk, left)
            decisions += run(words, count)
            made += count * share
            left -= count
        return made, decisions

    def _grow(self, words: Array, simulations: int) -> int:
        return self._loops.grow(
            self._known,
            self._worlds,
            self._nodes,
            self._held,
            self._extremes,
            self._mask,
            self._observation,
            words,
            self._work,
            self._pays,
            self._scheme,
            self._most,
            self.plan.exploration,
            simulations,
        )

    def _sweep(self, words: Array, rounds: int) -> int:
        return self._loops.sweep(
            self._known,
            self._worlds,
            self._nodes,
            self._extremes,
            self._mask,
            self._observation,
            words,
            self._work,
            self._pays,
            self._scheme,
            self._most,
            rounds,
        )


def _searcher(setup: Setup, plan: Plan, reward: str) -> Searcher:
    return Searcher(setup, plan, reward=reward)
