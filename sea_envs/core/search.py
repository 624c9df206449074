"""Search for any game: thinks in worlds that the seat to move cannot tell apart from the real one.

`search` is information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012): one tree
for the searching seat, grown over many sampled worlds. A node is met in worlds with other cards and
other dice; its actions are compared by how often they were available. Every seat is taken to
maximise its own pay. `flat` plays every legal action equally often to the end, in the same worlds,
and grows no tree.

What it does not see: a node is known by the decisions that lead to it, so in the imagined future
nobody acts on what it draws or peeks at (beyond what that makes legal), and everybody sees every
decision, secret ones too. A secret choice is therefore judged as if the others could answer it.
"""

from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core import pay
from sea_envs.core.errors import BadOption, BadRecord, BadSeats, GameOver, unknown
from sea_envs.core.game import Setup
from sea_envs.core.playout import PLAYOUTS, room_for
from sea_envs.core.rng import seed_words
from sea_envs.core.state import blank
from sea_envs.core.tree import NODE, ROOT, add_node, lead_at_root, loops

Array = npt.NDArray[Any]

METHODS = ("search", "flat")

CHUNK = 16
"""Simulations between two looks at the clock."""
_NO_END = 2**31 - 1


@dataclass(frozen=True)
class Plan:
    """How to search.

    method: `search` or `flat`.
    simulations: worlds played out per decision (`flat`: rounded down to equally many per legal
    action, at least one each).
    seconds: think this long instead; the choice then depends on the machine.
    playouts: `random` or `heuristic`.
    horizon: decisions after which a playout is cut off and paid by the points as they then stand;
    None plays to the end (or to the game's own cap).
    exploration: weight of what was tried seldom, in units of the spread of pays seen.
    nodes: most the tree holds; at least one per action. A full tree is used, but grows no more.
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

    actions, visits [k]; values [k]: mean pay of the seat after each action, 0 without visits.
    best: the choice. simulations: worlds played out; none if only one action was legal. decisions:
    all that were taken in these worlds, in the tree and after it.
    """

    actions: Array
    visits: Array
    values: Array
    best: int
    simulations: int
    decisions: int


def player(setup: Setup, method: str, simulations: int) -> "Searcher":
    """The searcher called `search:1000`, `flat:200` and the like; it has the game's horizon."""
    plan = Plan(method=method, simulations=simulations, horizon=setup.game.horizon)
    return Searcher(setup, plan)


class Searcher:
    """Chooses by search. Its memory is allocated once; it carries nothing over between decisions.

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
        self._mask = room_for(game.actions.COUNT)
        self._loops = loops(game, self.plan.playouts)
        self._room = (
            self._known,
            self._worlds,
            self._nodes,
            self._extremes,
            self._mask,
            np.zeros(game.layout.size, np.float32),
            np.zeros((2, game.max_seats)),
            np.zeros(game.max_seats),
            pay.SCHEMES.index(reward),
            _NO_END if self.plan.horizon is None else self.plan.horizon,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled and copied by its choices."""
        return _searcher, (self.setup, self.plan, self.reward)

    @property
    def nodes_held(self) -> int:
        """How large the tree of the last decision grew, the root included."""
        return int(self._held[0])

    def reset(self, rows: Array) -> None:
        """New games begin in `rows`; nothing was remembered of the old ones."""

    def choose_worlds(self, states: Array, *, seats: Array, chance: Array, rows: Array) -> Array:
        """One action for each of k decisions: int64 [k].

        states [k] records; seats [k]: who chooses, each the seat to move; chance [k] in [0, 1): all
        that the choices depend on besides what these seats know.
        """
        actions = np.empty(len(states), np.int64)
        for place in range(len(states)):
            words = seed_words(int(chance[place] * 2**53))
            thought = self._think(states[place], int(seats[place]), words, settle=True)
            actions[place] = thought.best
        return actions

    def think(self, state: Any, seat: int, words: Array) -> Thought:
        """Search for `seat`, which is to move in this state. words: uint32 [4] of chance, moves on.

        Raises GameOver, BadSeats for another seat than the one to move, BadRecord for a state of
        another game.
        """
        return self._think(state, seat, words, settle=False)

    def _think(self, state: Any, seat: int, words: Array, *, settle: bool) -> Thought:
        """settle: stop as soon as the rest of the simulations cannot change the choice."""
        self._look(state, seat)
        self._loops.mark_choices(self._known, self._worlds, self._mask, words)
        choices = np.flatnonzero(self._mask)
        simulations = decisions = 0
        if len(choices) > 1:
            simulations, decisions = self._spend(choices, words, settle)
        visits = np.zeros(len(choices), np.int64)
        values = np.zeros(len(choices))
        held = self._nodes[1 : self._held[0]]
        tried = held[held["parent"] == ROOT]
        places = np.searchsorted(choices, tried["action"])
        visits[places] = tried["visits"]
        values[places] = tried["total"] / tried["visits"]
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

    def _spend(self, choices: Array, words: Array, settle: bool) -> tuple[int, int]:
        """Use up the budget, or what settles the choice; simulations and decisions made."""
        flat = self.plan.method == "flat"
        share = len(choices) if flat else 1
        if flat:
            for action in choices[::-1]:
                add_node(self._nodes, self._held, ROOT, int(self._known["seat"][0]), int(action))
        made = decisions = 0
        left = max(1, self.plan.simulations // share)
        chunk = max(1, CHUNK // share)
        until = None if self.plan.seconds is None else perf_counter() + self.plan.seconds
        while (left if until is None else perf_counter() < until) or not made:
            count = chunk if until is not None else min(chunk, left)
            if flat:
                decisions += self._loops.sweep(*self._room, words, count)
            else:
                decisions += self._loops.grow(
                    *self._room, words, self._held, self.plan.exploration, count
                )
            made += count * share
            left -= count
            if settle and not flat and until is None and lead_at_root(self._nodes) > left:
                break
        return made, decisions


def _searcher(setup: Setup, plan: Plan, reward: str) -> Searcher:
    return Searcher(setup, plan, reward=reward)
