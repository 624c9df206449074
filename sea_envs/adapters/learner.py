"""One seat learns, the others are played for it: the table under the learners' faces."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.adapters.opponents import Opponents, Seating
from sea_envs.core.errors import BadOption, BadSeats
from sea_envs.core.game import Setup
from sea_envs.core.loops import FORFEITED, GOING
from sea_envs.core.rng import WORDS, below_from, luck_rows, sequence, words_of
from sea_envs.core.table import Rows, Table, each_seed
from sea_envs.players import ask

Array = npt.NDArray[Any]

MOST_DEALS = 1000
"""How often a game is dealt again that ends before the learner has anything to decide."""

_OWN_STREAM = 1  # spawn key that parts the opponents' chance from the game's


class LearnerTable:
    """A table whose rows rest only where the learner has to decide or the game is over.

    rewards [rows]: what the learner was paid by the last step; learner_seats [rows].
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
        """opponents: a player's name, a player, or a list; learner_seat: a seat or "random"."""
        if learner_seat != "random" and (
            type(learner_seat) is not int or not 0 <= learner_seat < setup.players
        ):
            raise BadSeats(
                f"learner_seat={learner_seat!r}: possible: 0 to {setup.players - 1}, 'random'"
            )
        self.table = Table(setup, rows, reward=reward, on_illegal=on_illegal)
        self.rewards = np.zeros(rows, np.float32)
        self.learner_seats = np.zeros(rows, np.int64)
        self._seating = Seating(opponents, setup)
        self._learner_seat = learner_seat
        self._words = np.zeros((rows, WORDS), np.uint32)

    def deal(
        self,
        rows: Rows | None = None,
        *,
        seeds: Sequence[int | None] | None = None,
        template: Array | None = None,
    ) -> None:
        """Begin new games and play on to the learner's first decision.

        seeds: one per row; None, as a whole or for a row, goes on with the row's chance. A game
        that is over before the learner's first decision is dealt again: there is nothing to learn
        in it. Raises BadOption if no deal lets the learner decide.
        """
        table = self.table
        places = table.all_rows if rows is None else np.asarray(rows, np.int64)
        self._seed(places, seeds)
        if self._learner_seat == "random":
            for row in places:
                self.learner_seats[row] = below_from(self._words[row], table.setup.players)
        else:
            self.learner_seats[places] = self._learner_seat
        self.rewards[places] = 0
        for _ in range(MOST_DEALS):
            table.deal(places, template)
            for player in self._seating.players:
                player.reset(places)
            self._play_on(places)
            places = places[table.ended[places] > 0]
            if not places.size:
                return
        raise BadOption(
            f"{MOST_DEALS} deals in row {places[0]} ended before the first decision of seat "
            f"{self.learner_seats[places[0]]}"
        )

    def step(self, actions: Array, rows: Rows | None = None) -> None:
        """Play the learner's actions [len(rows)], then the others' until it is the learner's turn.

        Raises as `Table.step` does, with nothing changed.
        """
        table = self.table
        places = table.all_rows if rows is None else np.asarray(rows, np.int64)
        table.step(actions, places)
        self._play_on(places)
        self.rewards[places] = table.pays[places, self.learner_seats[places]]

    def views(self, rows: Rows | None = None) -> tuple[Array, Array]:
        """Fresh: the learner's observations [k, cells], masks [k, actions], all zero when over."""
        table = self.table
        places = table.all_rows if rows is None else np.asarray(rows, np.int64)
        observations = table.observations[places]
        masks = table.masks[places]
        over = np.flatnonzero(table.ended[places])
        if over.size:
            done = places[over]
            observations[over] = table.observe(done, self.learner_seats[done])
        return observations, masks

    def illegal(self, rows: Rows | None = None) -> Array:
        """1 where the learner ended the game by an illegal action: int8 [k]."""
        places = self.table.all_rows if rows is None else np.asarray(rows, np.int64)
        lost = self.table.ended[places] == FORFEITED
        marks: Array = lost & (self.table.seats[places] == self.learner_seats[places])
        return marks.astype(np.int8)

    def _seed(self, rows: Array, seeds: Sequence[int | None] | None) -> None:
        """Seed the chance of game and opponents in rows with a seed and in rows without any."""
        given = each_seed(seeds, len(rows))
        chance = self.table.states["rng"]
        sources = {
            int(row): sequence(seed)
            for row, seed in zip(rows, given, strict=True)
            if seed is not None or not chance[row].any()
        }
        for row, source in sources.items():
            own = np.random.SeedSequence(source.entropy, spawn_key=(_OWN_STREAM,))
            chance[row], self._words[row] = words_of(source), words_of(own)

    def _play_on(self, rows: Array) -> None:
        """Let the others decide until in all rows it is the learner's turn or the game is over."""
        table = self.table
        waiting = self._waiting(rows)
        while waiting.size:
            luck = luck_rows(waiting, self._words)
            takers = self._seating.takers(table.seats[waiting], self.learner_seats[waiting])
            actions = np.empty(len(waiting), np.int64)
            for number, player in enumerate(self._seating.players):
                mine = np.flatnonzero(takers == number)
                if mine.size:
                    actions[mine] = ask(player, table, waiting[mine], luck[mine])
            table.step(actions, waiting)
            waiting = self._waiting(waiting)

    def _waiting(self, rows: Array) -> Array:
        table = self.table
        others = table.seats[rows] != self.learner_seats[rows]
        waiting: Array = rows[others & (table.ended[rows] == GOING)]
        return waiting
