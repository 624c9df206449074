"""Players that others wrote, each in a process of its own with limits on time and memory.

Only numbers and one line of text come back from that process; nothing that it sends is unpickled.
What a seat cannot know does not go there: a player that chooses is sent what its seats see, one
that searches a world of the game in which all the rest was dealt anew.
It guards against mistakes, not against malice: the process may do whatever its user may.
"""

import os
import signal
import sys
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.game import Setup
from sea_envs.core.rng import seed_words
from sea_envs.core.table import Table
from sea_envs.players import AnyPlayer, BadPlayer, Searcher, player
from sea_envs.registry import load
from training.guard import checked, told

Array = npt.NDArray[Any]

MOST_AT_ONCE = 16  # decisions; a player that hangs is found out after so many decisions' time
START_SECONDS = 60.0  # for its imports and its factory
_MEGABYTE = 1 << 20
_ANSWER, _FAULT = b"a", b"f"
_RESET, _CHOOSE, _SEARCH = b"r", b"c", b"s"
_PARTS = {_RESET: 1, _CHOOSE: 5, _SEARCH: 4}
"""What the process is asked for, and in how many messages the arrays for it follow."""


class TooSlow(BadPlayer):
    """A player that took longer than it may."""


class Gone(BadPlayer):
    """A player whose process ended."""


class Foreign:
    """A player in another process, which is started when first needed and whenever it has ended.

    seconds: for each decision asked of it, counted over up to MOST_AT_ONCE decisions. memory:
    megabytes beyond those that Python and sea_envs take. A new process remembers nothing of the
    games under way.

    At the table it counts as a Searcher: only its process knows which of the two it is.
    """

    def __init__(self, spec: str, setup: Setup, *, seconds: float, memory: int) -> None:
        """Nothing is started yet."""
        self._spec = spec
        self._setup = setup
        self._seconds = seconds
        self._memory = memory
        self._rows: Array = np.zeros(0, np.int64)
        self._searches = False
        self._pipe: Connection | None = None
        self._stop: Any = None

    def __repr__(self) -> str:
        """Its specification."""
        return f"player {self._spec!r}"

    def start(self) -> None:
        """Start the process, if there is none. Raises BadPlayer if the player cannot be made."""
        if self._pipe is not None:
            return
        context = get_context("spawn")
        here, there = context.Pipe()
        setup = self._setup
        facts = (setup.game.name, setup.players, dict(setup.options))
        process = context.Process(
            target=serve, args=(there, self._spec, facts, self._memory), daemon=True
        )
        process.start()
        there.close()
        self._pipe, self._stop = here, weakref.finalize(self, _end, process, here)
        try:
            self._searches = bool(self._hear(START_SECONDS, 1)[0])
        except BadPlayer:
            self.stop()
            raise
        if len(self._rows):
            self.reset(self._rows)

    def stop(self) -> None:
        """End the process, if there is one."""
        if self._stop is not None:
            self._stop()
        self._pipe = None

    def reset(self, rows: Array) -> None:
        """See Player."""
        self._rows = rows
        if self._pipe is None:
            self.start()  # which comes back here
            return
        self._tell([_RESET, np.asarray(rows, np.int64)])
        self._hear(self._seconds * MOST_AT_ONCE, 0)

    def choose(
        self, observations: Array, masks: Array, *, seats: Array, chance: Array, rows: Array
    ) -> Array:
        """See Player; raises TooSlow, Gone or BadPlayer."""
        return self._ask(_CHOOSE, [observations, masks, seats, chance, rows])

    def choose_worlds(self, states: Array, *, seats: Array, chance: Array, rows: Array) -> Array:
        """See Searcher; raises as `choose` does. The process gets none of these states."""
        self.start()
        if self._searches:
            worlds = dealt_anew(self._setup, states, seats=seats, chance=chance)
            return self._ask(_SEARCH, [worlds, seats, chance, rows])
        table = Table(self._setup, len(states))
        table.states[:] = states
        table.refresh()
        return self.choose(table.observations, table.masks, seats=seats, chance=chance, rows=rows)

    def _ask(self, kind: bytes, arrays: Sequence[Array]) -> Array:
        """Actions [k]; arrays: each with k entries, as the process wants them."""
        self.start()
        found = []
        for first in range(0, len(arrays[-1]), MOST_AT_ONCE):
            parts = [array[first : first + MOST_AT_ONCE] for array in arrays]
            count = len(parts[-1])
            self._tell([kind, *parts])
            found.append(self._hear(self._seconds * count, count))
        return np.concatenate(found)

    def _tell(self, parts: Sequence[bytes | Array]) -> None:
        assert self._pipe is not None
        try:
            for part in parts:
                whole = part if isinstance(part, bytes) else np.ascontiguousarray(part).tobytes()
                self._pipe.send_bytes(whole)
        except OSError as error:
            self.stop()
            raise Gone("its process ended") from error

    def _hear(self, seconds: float, count: int) -> Array:
        """The process's answer: whole numbers [count]."""
        assert self._pipe is not None
        try:
            if not self._pipe.poll(seconds):
                self.stop()
                raise TooSlow(f"no answer within {seconds:g} seconds")
            heard = self._pipe.recv_bytes(max(8 * count, 4096) + 1)
        except (EOFError, OSError) as error:
            self.stop()
            raise Gone("its process ended") from error
        kind, content = heard[:1], heard[1:]
        if kind == _ANSWER and len(content) == 8 * count:
            return np.frombuffer(content, np.int64)
        if kind == _FAULT:
            raise BadPlayer(content.decode("utf-8", "replace"))
        self.stop()
        raise BadPlayer("its process answered something else than actions")


def dealt_anew(setup: Setup, states: Array, *, seats: Array, chance: Array) -> Array:
    """Worlds [k] that the seats [k] to move cannot tell from states [k].

    They follow from what these seats know and from chance [k] alone, to the last byte; the chance
    to come is fresh too.
    """
    worlds = states.copy()
    for place in range(len(worlds)):
        # A number of chance has 32 bits; the last bit here is none of them, or else a search that
        # seeds itself with the same number would meet this very world first.
        worlds["rng"][place] = seed_words(int(chance[place] * 2**53) | 1)
        worlds["noted"][place] = 0
        worlds["notes"][place] = 0
        setup.game.rules.reshuffle_unseen(worlds[place], int(seats[place]))
    return worlds


def serve(
    pipe: Connection, spec: str, facts: tuple[str, int, Mapping[str, Any]], memory: int
) -> None:
    """Answer for a player until the pipe is closed; the other process's part."""
    os.setsid()  # whatever the player starts is ended with it
    Thread(target=_leave_with, args=(parent_process(),), daemon=True).start()
    sys.stdout = sys.stderr  # a player that prints must not print into somebody's table
    game, players, options = facts
    setup = load(game).setup(players, **options)
    _limit_memory(memory)
    try:
        made = player(spec, setup)
    except BaseException as error:
        pipe.send_bytes(_FAULT + told(error).encode())
        return
    pipe.send_bytes(_ANSWER + np.array([isinstance(made, Searcher)], np.int64).tobytes())
    while True:
        try:
            kind = pipe.recv_bytes()
            parts = [pipe.recv_bytes() for _ in range(_PARTS[kind])]
        except EOFError:
            return
        pipe.send_bytes(_answer(made, setup, parts))


def _answer(made: AnyPlayer, setup: Setup, parts: Sequence[bytes]) -> bytes:
    *shown, rows = parts
    games = np.frombuffer(rows, np.int64)
    try:
        if not shown:
            made.reset(games)
            return _ANSWER
        return _ANSWER + checked(_chosen(made, setup, shown, games), len(games)).tobytes()
    except Exception as error:
        return _FAULT + told(error).encode()


def _chosen(made: AnyPlayer, setup: Setup, shown: Sequence[bytes], games: Array) -> Any:
    *seen, whose, luck = shown
    seats, chance = np.frombuffer(whose, np.int64), np.frombuffer(luck, np.float64)
    if isinstance(made, Searcher):
        # A copy: a searcher may play on in the worlds that it is given.
        worlds = np.frombuffer(seen[0], setup.template.dtype).copy()
        return made.choose_worlds(worlds, seats=seats, chance=chance, rows=games)
    observations, masks = seen
    return made.choose(
        np.frombuffer(observations, np.float32).reshape(len(games), -1),
        np.frombuffer(masks, np.int8).reshape(len(games), -1),
        seats=seats,
        chance=chance,
        rows=games,
    )


def _limit_memory(megabytes: int) -> None:
    """Where the system can: limit the process to what it has now and so much more."""
    statistics = Path("/proc/self/statm")
    if not statistics.exists():
        return
    import resource

    now = int(statistics.read_text().split()[0]) * resource.getpagesize()
    limit = now + megabytes * _MEGABYTE
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _leave_with(parent: BaseProcess | None) -> None:
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _end(process: SpawnProcess, pipe: Connection) -> None:
    """Close the pipe and end the process with all that it started."""
    pipe.close()
    if process.pid is not None and process.is_alive():
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    process.join()
