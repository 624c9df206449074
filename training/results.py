"""The games of a tournament in one SQLite file, written block by block: all of it or nothing."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.errors import SeaError

Array = npt.NDArray[Any]

SCORED, CUT_OFF, FORFEITED = "scored", "cut off", "forfeited"
ENDINGS = (SCORED, CUT_OFF, FORFEITED)
"""By the rules; by the cap on decisions; by the fault of one player."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (
    event INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seating TEXT NOT NULL,
    points TEXT NOT NULL,
    pay TEXT NOT NULL,
    shares TEXT NOT NULL,
    decisions INTEGER NOT NULL,
    ending TEXT NOT NULL,
    forfeiter INTEGER,
    reason TEXT,
    actions TEXT,
    lines TEXT,
    PRIMARY KEY (event, deal, number)
) WITHOUT ROWID;
"""


class BadResults(SeaError):
    """A results file that is in use, damaged, or another tournament's."""


@dataclass(frozen=True)
class Game:
    """One finished game.

    number: its place among the games of its deal. seating: the player in each seat. shares: each
    seat's part of the win. forfeiter: the player whose fault ended it, for this `reason`. actions
    and lines: the numbers of its decisions and its event lines, where they were kept.
    """

    deal: int
    number: int
    seating: tuple[int, ...]
    points: tuple[float, ...]
    pay: tuple[float, ...]
    shares: tuple[float, ...]
    decisions: int
    ending: str
    forfeiter: int | None = None
    reason: str | None = None
    actions: tuple[int, ...] | None = None
    lines: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Record:
    """The games of one event in the order of the plan, as arrays.

    deals, numbers, decisions, endings, forfeiters [games], endings as places in ENDINGS, forfeiters
    -1 for nobody; seating, points, pay, shares [games, seats].
    """

    deals: Array
    numbers: Array
    seating: Array
    points: Array
    pay: Array
    shares: Array
    decisions: Array
    endings: Array
    forfeiters: Array

    def __len__(self) -> int:
        """How many games."""
        return len(self.deals)


class Results:
    """An open results file; nobody else may write to it meanwhile."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Wrap a connection made by `opened`."""
        self._connection = connection

    def about(self) -> dict[str, str]:
        """What was written down about the tournament."""
        return dict(self._connection.execute("SELECT key, value FROM about ORDER BY key"))

    def describe(self, facts: dict[str, str]) -> None:
        """Write down what the tournament is."""
        with self._connection:
            self._connection.executemany("INSERT INTO about VALUES (?, ?)", facts.items())

    def add(self, event: int, games: Iterable[Game]) -> None:
        """Write down the games of a block; if the process dies meanwhile, none of them."""
        rows = [
            (
                event,
                game.deal,
                game.number,
                *map(json.dumps, (game.seating, game.points, game.pay, game.shares)),
                game.decisions,
                game.ending,
                game.forfeiter,
                game.reason,
                None if game.actions is None else json.dumps(game.actions),
                None if game.lines is None else "\n".join(game.lines),
            )
            for game in games
        ]
        with self._connection:
            self._connection.executemany(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows
            )

    def deals(self, event: int) -> set[int]:
        """The deals of an event that were played."""
        query = "SELECT DISTINCT deal FROM games WHERE event = ?"
        found = self._connection.execute(query, (event,))
        return {deal for (deal,) in found}

    def record(self, event: int, *, seats: int, end: int) -> Record:
        """The games of an event on deals before `end`."""
        columns = "deal, number, decisions, ending, forfeiter, seating, points, pay, shares"
        rows = self._connection.execute(
            f"SELECT {columns} FROM games WHERE event = ? AND deal < ? ORDER BY deal, number",
            (event, end),
        ).fetchall()
        by_column: Sequence[Sequence[Any]] = list(zip(*rows, strict=True)) or [()] * 9
        deals, numbers, decisions, endings, forfeiters, seating, points, pay, shares = by_column
        return Record(
            np.array(deals, np.int64),
            np.array(numbers, np.int64),
            _cells(seating, seats, np.int64),
            _cells(points, seats, np.float64),
            _cells(pay, seats, np.float64),
            _cells(shares, seats, np.float64),
            np.array(decisions, np.int64),
            np.array([ENDINGS.index(ending) for ending in endings], np.int64),
            np.array([-1 if player is None else player for player in forfeiters], np.int64),
        )

    def forfeits(self, event: int, *, end: int) -> list[tuple[int, str, int]]:
        """Who forfeited games on deals before `end`, why, and how many."""
        return self._connection.execute(
            "SELECT forfeiter, reason, count(*) FROM games"
            " WHERE event = ? AND deal < ? AND forfeiter IS NOT NULL"
            " GROUP BY forfeiter, reason ORDER BY forfeiter, reason",
            (event, end),
        ).fetchall()

    def recorded(self, event: int, *, end: int) -> Iterator[Game]:
        """The games on deals before `end` whose decisions were kept, in the order of the plan."""
        rows = self._connection.execute(
            "SELECT deal, number, seating, points, pay, shares, decisions, ending, forfeiter,"
            " reason, actions, lines FROM games"
            " WHERE event = ? AND deal < ? AND actions IS NOT NULL ORDER BY deal, number",
            (event, end),
        )
        for row in rows:
            yield _game(*row)


@contextmanager
def opened(path: Path) -> Iterator[Results]:
    """Open a results file, made anew if there is none. Raises BadResults."""
    try:
        connection = sqlite3.connect(path, timeout=0)
    except sqlite3.Error as error:
        raise BadResults(f"cannot open results file {str(path)!r}: {error}") from error
    try:
        # One lock for as long as the file is open: two runs of one tournament play games twice.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA synchronous = FULL")
        connection.executescript("BEGIN EXCLUSIVE;" + _SCHEMA + "COMMIT;")
        yield Results(connection)
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise BadResults(f"results file {str(path)!r} is in use by another run") from error
        raise BadResults(f"results file {str(path)!r}: {error}") from error
    except sqlite3.DatabaseError as error:
        raise BadResults(f"{str(path)!r} is not a results file, or damaged: {error}") from error
    finally:
        connection.close()


def _game(
    deal: int,
    number: int,
    seating: str,
    points: str,
    pay: str,
    shares: str,
    decisions: int,
    ending: str,
    forfeiter: int | None,
    reason: str | None,
    actions: str,
    lines: str,
) -> Game:
    return Game(
        deal=deal,
        number=number,
        seating=tuple(json.loads(seating)),
        points=tuple(json.loads(points)),
        pay=tuple(json.loads(pay)),
        shares=tuple(json.loads(shares)),
        decisions=decisions,
        ending=ending,
        forfeiter=forfeiter,
        reason=reason,
        actions=tuple(json.loads(actions)),
        lines=tuple(lines.split("\n")),
    )


def _cells(texts: Sequence[str], seats: int, kind: Any) -> Array:
    """JSON lists of numbers as an array [games, seats]; parsed all at once, for speed."""
    return np.array(json.loads(f"[{','.join(texts)}]"), kind).reshape(-1, seats)
