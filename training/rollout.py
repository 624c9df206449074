"""Self-play decisions as learner data: every seat's own trajectory, rewards and advantages.

A seat's trajectory in a game is the chain of its own decisions; what the others do in between is
part of the world. A decision is learner data as soon as it is known what came of it: the seat's
next decision, or the end of the game. The last decision of a seat in a game that goes on is held
back until the next collection knows. So no reward is lost or credited to another seat, and where a
collection cuts a trajectory, the value that stands for the rest is that of a decision of the
seat's own, a view on which the value is trained. (What the seat sees while the others decide would
stand for the rest as well, but no training ever shows such views.)
"""

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.forward import draw_rows
from sea_envs.core.jit import kernel
from sea_envs.core.learned import Learned
from sea_envs.core.rng import luck_rows
from sea_envs.core.table import Table, random_words

Array = npt.NDArray[Any]

NONE = -1


@dataclass(frozen=True)
class Decisions:
    """Decisions as they were taken, n of them, a seat's next one with a higher number.

    observations [n, cells], masks [n, actions], actions [n]: what was seen and chosen; logs,
    values [n]: its log-probability and the policy's value then; seats [n]: whose; rewards [n]:
    what that seat was paid until its next decision. next [n]: the number of that decision, NONE if
    there is none; over [n]: the game ended before there was one.
    """

    observations: Array
    masks: Array
    actions: Array
    logs: Array
    values: Array
    seats: Array
    rewards: Array
    next: Array
    over: Array

    def known(self) -> Array:
        """The numbers of the decisions of which it is known what came of them: the learner data."""
        return np.flatnonzero((self.next != NONE) | self.over)

    def held(self) -> Array:
        """The numbers of the others: the last of a seat in a game that goes on."""
        return np.flatnonzero((self.next == NONE) & ~self.over)


class Collector:
    """A table at which one policy sits in every seat. finished: decisions of each ended game.

    seconds: spent since it was last emptied, by what they were spent on.
    """

    def __init__(self, table: Table, *, steps: int, seed: int, threads: int = 1) -> None:
        """Deal. table: one that deals anew by itself; steps: decisions of a row in a collection."""
        self.table = table
        self.steps = steps
        self.finished: list[int] = []
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._words = random_words(table.rows, seed)
        table.seed([(seed << 64) + row for row in range(table.rows)])
        table.deal()
        self._last = np.full((table.rows, table.setup.players), NONE, np.int64)
        self._store = _room(table, table.rows * (table.setup.players + steps))
        self._count = 0
        self._parts = np.array_split(table.all_rows, threads)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def collect(self, policy: Learned) -> Decisions:
        """Play. The decisions, those held back first; the next collection overwrites them."""
        self._keep_held()
        for _ in range(self.steps):
            self._step(policy)
        return self._taken()

    def saved(self) -> dict[str, Array]:
        """All that the following collections depend on; what was collected is given up."""
        self._keep_held()
        columns = {f"held.{name}": column.copy() for name, column in _columns(self._taken())}
        return {
            "states": np.frombuffer(self.table.states.tobytes(), np.uint8),
            "words": self._words.copy(),
            "last": self._last.copy(),
            "finished": np.array(self.finished, np.int64),
            **columns,
        }

    def restore(self, saved: dict[str, Array]) -> None:
        """Go on from what `saved` of a collector of the same kind gave."""
        table = self.table
        table.states[:] = np.frombuffer(saved["states"].tobytes(), table.states.dtype)
        table.refresh()
        self._words[:] = saved["words"]
        self._last[:] = saved["last"]
        self.finished = saved["finished"].tolist()
        self._count = len(saved["held.actions"])
        for name, column in _columns(self._taken()):
            column[:] = saved[f"held.{name}"]

    def _step(self, policy: Learned) -> None:
        table, store, start = self.table, self._store, self._count
        self._count += table.rows
        here = slice(start, self._count)
        store.observations[here] = table.observations
        store.masks[here] = table.masks
        store.seats[here] = table.seats
        store.rewards[here] = 0
        store.next[here] = NONE
        store.over[here] = False
        began = perf_counter()
        self._choose(policy, start)
        chosen = perf_counter()
        link(table.seats, start, self._last, store.next)
        lengths = table.states["decisions"] + 1
        played = perf_counter()
        table.step(store.actions[here])
        self.seconds["inference"] += chosen - began
        self.seconds["environment"] += perf_counter() - played
        ended = np.flatnonzero(table.ended)
        # A game cut off at its cap is paid by its points so far: an end like any other.
        credit(ended, table.pays, self._last, store.rewards, store.over)
        self.finished += lengths[ended].tolist()

    def _choose(self, policy: Learned, start: int) -> None:
        store = self._store
        chance = luck_rows(self.table.all_rows, self._words)

        def choose(rows: Array) -> None:
            here = slice(start + rows[0], start + rows[-1] + 1)
            logits, store.values[here] = policy.outputs(store.observations[here])
            draw_rows(
                logits,
                store.masks[here],
                chance[rows],
                False,
                store.actions[here],
                store.logs[here],
            )

        if self._pool is None:
            choose(self.table.all_rows)
        else:
            list(self._pool.map(choose, self._parts))

    def _keep_held(self) -> None:
        held = self._taken().held()
        for _, column in _columns(self._store):
            column[: len(held)] = column[held]
        self._last[self._last != NONE] = np.searchsorted(held, self._last[self._last != NONE])
        self._count = len(held)

    def _taken(self) -> Decisions:
        return Decisions(**{name: column[: self._count] for name, column in _columns(self._store)})


@kernel
def link(seats: Any, start: int, last: Any, following: Any) -> None:
    """Let the decisions from number `start` on, one per row, follow the last one of their seat.

    last [rows, seats]: its number, NONE for none.
    """
    for row in range(seats.shape[0]):
        before = last[row, seats[row]]
        if before != NONE:
            following[before] = start + row
        last[row, seats[row]] = start + row


@kernel
def credit(rows: Any, pays: Any, last: Any, rewards: Any, over: Any) -> None:
    """Pay the last decision of every seat in rows whose game ended, and forget it.

    pays [all rows, seats]; last as in `link`.
    """
    for row in rows:
        for seat in range(last.shape[1]):
            decision = last[row, seat]
            if decision != NONE:
                rewards[decision] += pays[row, seat]
                over[decision] = True
                last[row, seat] = NONE


@kernel
def advantages(
    rewards: Any, values: Any, following: Any, over: Any, gamma: float, trace: float, out: Any
) -> None:
    """Generalised advantages along each seat's own decisions, as in `Decisions`; 0 for those held
    back.

    trace: how far they look ahead, lambda of the literature; out: float32 [n].
    """
    for number in range(rewards.shape[0] - 1, -1, -1):
        out[number] = 0
        if over[number]:
            out[number] = rewards[number] - values[number]
        elif following[number] != NONE:
            after = following[number]
            surprise = rewards[number] + gamma * values[after] - values[number]
            out[number] = surprise + gamma * trace * out[after]


def _room(table: Table, size: int) -> Decisions:
    return Decisions(
        observations=np.zeros((size, table.game.layout.size), np.float32),
        masks=np.zeros((size, table.game.actions.COUNT), np.int8),
        actions=np.zeros(size, np.int64),
        logs=np.zeros(size, np.float32),
        values=np.zeros(size, np.float32),
        seats=np.zeros(size, np.int64),
        rewards=np.zeros(size, np.float32),
        next=np.full(size, NONE, np.int64),
        over=np.zeros(size, np.bool_),
    )


def _columns(decisions: Decisions) -> list[tuple[str, Array]]:
    return [(field.name, getattr(decisions, field.name)) for field in fields(decisions)]
