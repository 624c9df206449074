"""Where the blocks of a tournament are played; every engine gives the same games."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from threading import Thread

from sea_envs.core.errors import SeaError
from training.match import play_block
from training.results import Game
from training.schedule import Block, TournamentConfig

Finished = Iterator[tuple[Block, list[Game]]]
Work = Callable[[Sequence[Block]], Finished]
"""Plays blocks and hands each over when it is finished, in any order."""


class WorkerDied(SeaError):
    """A process that played games is gone."""


@contextmanager
def local(config: TournamentConfig) -> Iterator[Work]:
    """The processor cores of this machine."""
    workers = config.workers or cores()
    if workers == 1:
        yield lambda blocks: ((block, play_block(config, block)) for block in blocks)
        return
    # Spawned, not forked: a copy of a process with threads in it may hang.
    context = get_context("spawn")
    leash, held = context.Pipe(duplex=False)
    with leash, ProcessPoolExecutor(workers, context, _begin_work, (leash,)) as pool, held:
        yield lambda blocks: _in_pool(pool, config, blocks)


ENGINES: dict[str, Callable[[TournamentConfig], AbstractContextManager[Work]]] = {"local": local}


def cores() -> int:
    """How many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _in_pool(
    pool: ProcessPoolExecutor, config: TournamentConfig, blocks: Sequence[Block]
) -> Finished:
    waiting = {pool.submit(play_block, config, block): block for block in blocks}
    try:
        for future in as_completed(waiting):
            yield waiting.pop(future), future.result()
    except BrokenProcessPool as error:
        raise WorkerDied(
            "a worker process died, perhaps for want of memory; the same command goes on from here"
        ) from error


def _begin_work(leash: Connection) -> None:
    # Ctrl-C is for the parent. When it lets go of the leash, or is killed, its workers leave at
    # once and do not finish what they were playing.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with, args=(leash,), daemon=True).start()


def _leave_with(leash: Connection) -> None:
    connection.wait([leash])
    os._exit(0)
