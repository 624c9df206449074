"""One seat learns, the others are played for it: the table under the Gymnasium and Stable-Baselines3 faces."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.adapters.opponents import Opponents, choose, seated
from sea_envs.core.errors import BadSeats
from sea_envs.core.game import Setup
from sea_envs.core.rng import WORDS, below_from
from sea_envs.core.table import Rows, Table

Array = npt.NDArray[Any]

_OWN_STREAM = 1  # spawn key that parts the opponents' chance from the game's


class LearnerTable:
    """A table whose rows rest only where the learner has to decide or the game is over.

    rewards [rows]: what the learner was paid by the last step; ended [rows]: as in `Table`; learner_seats [rows].
    """

    def __init__(
        self,
        setup: Setup,
        rows: int = 1,
        *,
        opponents: Opponents = "random",
        learner_seat: int | str = 0,
        reward: str = "win",
        on_illegal: str = "lose",
    ) -> None:
        """opponents: "random", "heuristic", a player, or a list of these; learner_seat: a seat or "random"."""
        if learner_seat != "random" and (
            type(learner_seat) is not int or not 0 <= learner_seat < setup.players
        ):
            raise BadSeats(f"learner_seat={learner_seat!r}: possible: 0 to {setup.players - 1}, 'random'")
        self.table = Table(setup, rows, reward=reward, on_illegal=on_illegal)
        self.rewards = np.zeros(rows, np.float32)
        self.learner_seats = np.zeros(rows, np.int64)
        self._opponents = seated(opponents, setup.players)
        self._learner_seat = learner_seat
        self._words = np.zeros((rows, WORDS), np.uint32)
        self._chance = np.random.default_rng()

    def deal(
        self,
        rows: Rows | None = None,
        *,
        seeds: Sequence[int | None] | None = None,
        template: Array | None = None,
    ) -> None:
        """Begin new games and play on to the learner's first decision.

        seeds: one per row; None, as a whole or for a row, goes on with the row's chance. A game that is over
        before the learner's first decision is dealt again: there is nothing to learn in it.
        """
        table = self.table
        places = table.all_rows if rows is None else np.asarray(rows, np.int64)
        for place, row in enumerate(places):
            seed = None if seeds is None else seeds[place]
            if seed is not None or not table.states["rng"][row].any():
                self._seed(int(row), seed)
        if seeds is not None and any(seed is not None for seed in seeds):
            # Players that draw from this generator repeat themselves after the same seeds.
            self._chance = np.random.default_rng([0 if seed is None else seed for seed in seeds])
        if self._learner_seat == "random":
            for row in places:
                self.learner_seats[row] = below_from(self._words[row], table.setup.players)
        else:
            self.learner_seats[places] = self._learner_seat
        self.rewards[places] = 0
        while places.size:
            table.deal(places, template)
            table.ended[places] = 0
            self._play_on(places)
            places = places[table.ended[places] > 0]

    def step(self, actions: Array, rows: Rows | None = None) -> None:
        """Play the learner's actions [len(rows)], then the others' until it is the learner's turn again.

        Raises as `Table.step` does, with nothing changed.
        """
        table = self.table
        places = table.all_rows if rows is None else np.asarray(rows, np.int64)
        table.step(np.asarray(actions, np.int64), places)
        self._play_on(places)
        self.rewards[places] = table.pays[places, self.learner_seats[places]]

    def views(self, rows: Rows | None = None) -> tuple[Array, Array]:
        """The learner's observations [k, cells] and masks [k, actions], fresh; masks are zero where a game is over."""
        table = self.table
        places = table.all_rows if rows is None else np.asarray(rows, np.int64)
        observations = table.observations[places]
        masks = table.masks[places]
        over = np.flatnonzero(table.ended[places])
        if over.size:
            done = places[over]
            observations[over] = table.observe(done, self.learner_seats[done])
            masks[over] = 0
        return observations, masks

    def illegal(self, rows: Rows | None = None) -> Array:
        """1 where the learner ended the game by an illegal action [k]."""
        places = self.table.all_rows if rows is None else np.asarray(rows, np.int64)
        lost = self.table.ended[places] == 3
        return (lost & (self.table.seats[places] == self.learner_seats[places])).astype(np.int8)

    def _seed(self, row: int, seed: int | None) -> None:
        source = np.random.SeedSequence(seed)
        self.table.states["rng"][row] = source.generate_state(WORDS, np.uint32)
        own = np.random.SeedSequence(source.entropy, spawn_key=(_OWN_STREAM,))
        self._words[row] = own.generate_state(WORDS, np.uint32)

    def _play_on(self, rows: Array) -> None:
        table = self.table
        waiting = rows[(table.ended[rows] == 0) & (table.seats[rows] != self.learner_seats[rows])]
        while waiting.size:
            actions = np.empty(len(waiting), np.int64)
            takers = self._takers(waiting)
            for taker in np.unique(takers):
                mine = np.flatnonzero(takers == taker)
                actions[mine] = choose(
                    self._opponents[taker], table, waiting[mine], self._words, self._chance
                )
            table.step(actions, waiting)
            still = (table.ended[waiting] == 0) & (table.seats[waiting] != self.learner_seats[waiting])
            waiting = waiting[still]

    def _takers(self, rows: Array) -> Array:
        """Which of the opponents decides in each row."""
        seats = self.table.seats[rows]
        players = self.table.setup.players
        if len(self._opponents) == players:
            return seats if len(set(map(id, self._opponents))) > 1 else np.zeros_like(seats)
        return (seats - self.learner_seats[rows]) % players - 1
