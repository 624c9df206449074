"""Who sits where at a learner's table: it alone, or one of it among the members of a pool.

Everybody keeps a seat for a whole game. Part of the games are mirror games, with the learner in
every seat, and all of them while the pool is empty; in the others a drawn seat is the learner's and
every other seat gets a member of its own, drawn by the matchmaking. A member that leaves the pool
plays its games to the end.
"""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.learned import Policy
from sea_envs.core.loops import FORFEITED
from sea_envs.core.table import Table
from sea_envs.players import ask
from training import runs
from training.config import LeagueConfig
from training.ledger import Match, from_jsonl, to_jsonl
from training.pool import Pool

Array = npt.NDArray[Any]

LEARNER = -1
STATE = "league.json"
_CHANCE = 1  # apart from what else is drawn from a run's seed


class League:
    """Members in the seats of a table that deals nothing anew by itself.

    pool: who they are; ledger: what came of it. A player that remembers earlier decisions of its
    game is not restored with its memory.
    """

    def __init__(self, table: Table, config: LeagueConfig, *, seed: int) -> None:
        """Begin with the fixed players. Raises what making one of them raises."""
        self.pool = Pool(table.setup, config)
        self.ledger: list[Match] = []
        self._table = table
        self._config = config
        self._chance = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(_CHANCE,)))
        self._seated = np.full((table.rows, table.setup.players), LEARNER, np.int64)
        self._met: list[tuple[Array, Array, Array]] = []
        self._seat(table.all_rows)

    def answer(self, chance: Array, actions: Array) -> Array:
        """Write the members' actions into `actions` [rows]; the rows [k] where the learner decides.

        chance: [rows] in [0, 1).
        """
        table = self._table
        deciding = self._seated[table.all_rows, table.seats]
        for number in np.unique(deciding):
            if number != LEARNER:
                rows = np.flatnonzero(deciding == number)
                someone = self.pool.members[int(number)].player
                actions[rows] = ask(someone, table, rows, chance[rows])
        return np.flatnonzero(deciding == LEARNER)

    def finish(self, rows: Array) -> None:
        """Write down how the games in rows [k] ended, and deal and seat anew there."""
        if len(rows):
            self._note(rows)
            self._table.deal(rows)
            self._seat(rows)

    def close(self, before: int, decisions: int, policy: Callable[[], Policy]) -> None:
        """End a collection that led from `before` to `decisions` decisions of the learner.

        What it brought goes into the ledger, and the learner's policy, if it is time, perhaps into
        the pool.
        """
        results = {}
        for number, match in self._matches(decisions).items():
            self.ledger.append(match)
            results[number] = (float(match.games), match.wins + match.ties / 2)
        self.pool.note(results)
        if runs.passed(self._config.every, before, decisions):
            self.pool.consider(policy())

    def saved(self) -> dict[str, Array]:
        """Who sits where."""
        return {"seated": self._seated.copy()}

    def restore(self, saved: dict[str, Array]) -> None:
        """Sit as in `saved`; the pool must be restored before."""
        self._seated[:] = saved["seated"]
        self._welcome(self._table.all_rows)

    def files(self) -> dict[str, bytes]:
        """Pool, ledger and chance; who sits where belongs to the table.

        A snapshot that has left the pool is handed out once more, and then forgotten.
        """
        snapshots = self.pool.files()
        self.pool.release(set(self._seated.ravel().tolist()))
        state = {"chance": self._chance.bit_generator.state, "pool": self.pool.saved()}
        return {
            STATE: json.dumps(state).encode(),
            runs.LEDGER: to_jsonl(self.ledger).encode(),
            **snapshots,
        }

    def restore_files(self, files: dict[str, bytes]) -> None:
        """Go on from what `files` gave."""
        state = json.loads(files[STATE])
        self._chance.bit_generator.state = state["chance"]
        self.pool.restore(state["pool"], files)
        self.ledger = from_jsonl(files[runs.LEDGER].decode())

    def _seat(self, rows: Array) -> None:
        """Draw who sits where in rows [k]."""
        count, players = len(rows), self._table.setup.players
        drawn = self.pool.draw((count, players), self._chance)
        if drawn is None:
            self._seated[rows] = LEARNER
            return
        drawn[np.arange(count), self._chance.integers(players, size=count)] = LEARNER
        drawn[self._chance.random(count) < self._config.mirror_share] = LEARNER
        self._seated[rows] = drawn
        self._welcome(rows)

    def _welcome(self, rows: Array) -> None:
        """Tell the members in rows [k] that new games begin there."""
        seated = self._seated[rows]
        for number in np.unique(seated):
            if number != LEARNER:
                theirs = rows[(seated == number).any(axis=1)]
                self.pool.members[int(number)].player.reset(theirs)

    def _note(self, rows: Array) -> None:
        """Write down who came out ahead, the learner or each member, in rows [k]."""
        table, seated = self._table, self._seated[rows]
        points, standings = table.scores(rows)
        forfeits = np.flatnonzero(table.ended[rows] == FORFEITED)
        standings[forfeits] = 0
        standings[forfeits, table.seats[rows[forfeits]]] = -1
        games, others = np.nonzero(seated != LEARNER)
        mine = (seated == LEARNER).argmax(axis=1)[games]
        ahead = np.sign(standings[games, mine] - standings[games, others])
        self._met.append(
            (seated[games, others], ahead, points[games, mine] - points[games, others])
        )

    def _matches(self, decisions: int) -> dict[int, Match]:
        """The games since the last time, by the number of the member, and forgets them."""
        if not self._met:
            return {}
        whom, ahead, leads = (np.concatenate(column) for column in zip(*self._met, strict=True))
        self._met.clear()
        found = {}
        for number in np.unique(whom).tolist():
            member, these = self.pool.members[number], whom == number
            games = int(these.sum())
            wins, ties = (int((ahead[these] == sign).sum()) for sign in (1, 0))
            found[number] = Match(
                decisions=decisions,
                member=member.name,
                generation=member.generation,
                games=games,
                wins=wins,
                ties=ties,
                share=round((wins + ties / 2) / games, 4),
                lead=round(float(leads[these].mean()), 4),
            )
        return found
