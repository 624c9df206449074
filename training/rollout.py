"""Self-play decisions as learner data: every seat's own trajectory, rewards and advantages.

A seat's trajectory in a game is the chain of its own decisions; what the others do in between is
part of the world. A decision is learner data as soon as it is known what came of it: the seat's
next decision, or the end of the game. The last decision of a seat in a game that goes on is held
back until the next collection knows. So no reward is lost or credited to another seat, and where a
collection cuts a trajectory, the value that stands for the rest is that of a decision of the
seat's own, a view on which the value is trained. (What the seat sees while the others decide would
stand for the rest as well, but no training ever shows such views.)

Where others sit at the table too, they are part of the world, and nothing of theirs is stored.
Where one action alone is legal it is taken, and nothing is stored either.
"""

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from time import perf_counter
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from sea_envs.core.forward import draw_rows
from sea_envs.core.jit import kernel
from sea_envs.core.learned import Learned, advised
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


class Company(Protocol):
    """Others at the collector's table, which then deals no game anew by itself."""

    def answer(self, chance: Array, actions: Array) -> Array:
        """Write the others' actions into `actions` [rows]; the rows [k] where the policy decides.

        chance: [rows] in [0, 1).
        """

    def finish(self, rows: Array) -> None:
        """Deal anew in rows [k], whose games ended."""

    def saved(self) -> dict[str, Array]:
        """Who sits where."""

    def restore(self, saved: dict[str, Array]) -> None:
        """Sit as in `saved`."""


class Collector:
    """A table at which one policy sits, alone in all seats or in company.

    taken: the policy's decisions in the last collection. finished: decisions of each ended game;
    seconds: spent, by what they were spent on; both since they were last emptied.
    """

    def __init__(
        self,
        table: Table,
        *,
        steps: int,
        seed: int,
        threads: int = 1,
        company: Company | None = None,
        residual: bool = False,
    ) -> None:
        """Deal. table: without company one that deals anew by itself.

        residual: the policy is, and sees one cell more. A collection ends when it has `steps`
        decisions of the policy for every row, or a few more.
        """
        self.table = table
        self.steps = steps
        self.taken = 0
        self.finished: list[int] = []
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._company = company
        self._words = random_words(table.rows, seed)
        table.seed([(seed << 64) + row for row in range(table.rows)])
        table.deal()
        self._last = np.full((table.rows, table.setup.players), NONE, np.int64)
        # Held back, asked for, and what the last step brings beyond that.
        self._store = _room(table, table.rows * (table.setup.players + steps + 1), int(residual))
        self._residual = residual
        self._count = 0
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def collect(self, policy: Learned) -> Decisions:
        """Play. The decisions, those held back first; the next collection overwrites them."""
        self._keep_held()
        held = self._count
        while self._count < held + self.steps * self.table.rows:
            self._step(policy)
        self.taken = self._count - held
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
            **(self._company.saved() if self._company else {}),
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
        if self._company:
            self._company.restore(saved)

    def _step(self, policy: Learned) -> None:
        table, store, company = self.table, self._store, self._company
        chance = luck_rows(table.all_rows, self._words)
        rows, actions = table.all_rows, np.empty(table.rows, np.int64)
        began = perf_counter()
        if company:
            rows = company.answer(chance, actions)
            self.seconds["opponents"] += perf_counter() - began
        choices = table.masks[rows].sum(axis=1)
        # Nothing to decide, nothing to learn.
        forced = rows[choices == 1]
        actions[forced] = table.masks[forced].argmax(axis=1)
        rows = rows[choices > 1]
        here = self._write(rows, chance[rows])
        began = perf_counter()
        self._choose(policy, here, chance[rows])
        self.seconds["inference"] += perf_counter() - began
        actions[rows] = store.actions[here]
        link(rows, store.seats[here], here.start, self._last, store.next)
        lengths = table.states["decisions"] + 1
        began = perf_counter()
        table.step(actions)
        self.seconds["environment"] += perf_counter() - began
        ended = np.flatnonzero(table.ended)
        # A game cut off at its cap is paid by its points so far: an end like any other.
        credit(ended, table.pays, self._last, store.rewards, store.over)
        self.finished += lengths[ended].tolist()
        if company:
            company.finish(ended)

    def _write(self, rows: Array, chance: Array) -> slice:
        """What the seats to move in rows [k] see, as new decisions: where they stand."""
        table, store = self.table, self._store
        here = slice(self._count, self._count + len(rows))
        self._count = here.stop
        np.take(table.masks, rows, 0, store.masks[here], "clip")
        if self._residual:
            store.observations[here] = advised(
                table.game, table.observations[rows], store.masks[here], chance
            )
        else:
            np.take(table.observations, rows, 0, store.observations[here], "clip")
        store.seats[here] = table.seats[rows]
        store.rewards[here] = 0
        store.next[here] = NONE
        store.over[here] = False
        return here

    def _choose(self, policy: Learned, here: slice, chance: Array) -> None:
        store = self._store

        def choose(places: Array) -> None:
            part = slice(here.start + places[0], here.start + places[-1] + 1)
            logits, store.values[part] = policy.outputs(store.observations[part])
            draw_rows(
                logits,
                store.masks[part],
                chance[places],
                False,
                store.actions[part],
                store.logs[part],
            )

        parts = np.array_split(np.arange(len(chance)), self._threads)
        filled = [part for part in parts if len(part)]
        if self._pool is None:
            for part in filled:
                choose(part)
        else:
            list(self._pool.map(choose, filled))

    def _keep_held(self) -> None:
        held = self._taken().held()
        for _, column in _columns(self._store):
            column[: len(held)] = column[held]
        self._last[self._last != NONE] = np.searchsorted(held, self._last[self._last != NONE])
        self._count = len(held)

    def _taken(self) -> Decisions:
        return Decisions(**{name: column[: self._count] for name, column in _columns(self._store)})


@kernel
def link(rows: Any, seats: Any, start: int, last: Any, following: Any) -> None:
    """Let the decisions from number `start` on, of `seats` [k] in rows [k], follow the last ones of
    their seats.

    last [all rows, seats]: their numbers, NONE for none.
    """
    for place in range(rows.shape[0]):
        row, seat = rows[place], seats[place]
        before = last[row, seat]
        if before != NONE:
            following[before] = start + place
        last[row, seat] = start + place


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


def _room(table: Table, size: int, more: int) -> Decisions:
    return Decisions(
        observations=np.zeros((size, table.game.layout.size + more), np.float32),
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
