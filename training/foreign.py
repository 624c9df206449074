"""Players that others wrote, each in a process of its own with limits on time and memory.

Only numbers and one line of text come back from that process; nothing that it sends is unpickled.
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
from sea_envs.players import BadPlayer, Player, player
from sea_envs.registry import load
from training.guard import checked, reason

Array = npt.NDArray[Any]

MOST_AT_ONCE = 16  # decisions; a player that hangs is found out after so many decisions' time
START_SECONDS = 60.0  # for its imports and its factory
_MEGABYTE = 1 << 20
_ANSWER, _FAULT = b"a", b"f"
_RESET, _CHOOSE = b"r", b"c"


class TooSlow(BadPlayer):
    """A player that took longer than it may."""


class Gone(BadPlayer):
    """A player whose process ended."""


class Foreign:
    """A player in another process, which is started when first needed and whenever it has ended.

    seconds: for each decision asked of it, counted over up to MOST_AT_ONCE decisions. memory:
    megabytes beyond those that Python and sea_envs take. A new process remembers nothing of the
    games under way.
    """

    def __init__(self, spec: str, setup: Setup, *, seconds: float, memory: int) -> None:
        """Nothing is started yet."""
        self._spec = spec
        self._setup = setup
        self._seconds = seconds
        self._memory = memory
        self._rows: Array = np.zeros(0, np.int64)
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
            self._hear(START_SECONDS, 0)
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
        self.start()
        found = []
        for first in range(0, len(rows), MOST_AT_ONCE):
            part = slice(first, first + MOST_AT_ONCE)
            count = len(rows[part])
            self._tell(
                [_CHOOSE, observations[part], masks[part], seats[part], chance[part], rows[part]]
            )
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
        made: Any = player(spec, setup)
        if not hasattr(made, "choose"):
            raise BadPlayer(f"{made!r} has no choose")
    except BaseException as error:
        pipe.send_bytes(_FAULT + reason(error).encode())
        return
    pipe.send_bytes(_ANSWER)
    while True:
        try:
            kind = pipe.recv_bytes()
            parts = [pipe.recv_bytes() for _ in range(1 if kind == _RESET else 5)]
        except EOFError:
            return
        pipe.send_bytes(_answer(made, setup, parts))


def _answer(made: Player, setup: Setup, parts: Sequence[bytes]) -> bytes:
    try:
        if len(parts) == 1:
            made.reset(np.frombuffer(parts[0], np.int64))
            return _ANSWER
        observations, masks, seats, chance, rows = parts
        games = np.frombuffer(rows, np.int64)
        given = made.choose(
            np.frombuffer(observations, np.float32).reshape(len(games), -1),
            np.frombuffer(masks, np.int8).reshape(len(games), -1),
            seats=np.frombuffer(seats, np.int64),
            chance=np.frombuffer(chance, np.float64),
            rows=games,
        )
        return _ANSWER + checked(given, len(games)).tobytes()
    except Exception as error:
        return _FAULT + reason(error).encode()


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
