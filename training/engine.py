"""Where the blocks of a tournament are played; every engine gives the same games."""

import os
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from sea_envs.core.errors import SeaError
from training.match import play_block
from training.results import Game
from training.schedule import Block, TournamentConfig

Finished = Iterator[tuple[Block, list[Game]]]
Work = Callable[[Sequence[Block]], Finished]
"""Plays blocks and hands each over when it is finished, in any order."""


_AHEAD = 2  # blocks given out per core, so that none waits for the next


class WorkerDied(SeaError):
    """A process that played games is gone."""


class NoEngine(SeaError):
    """An engine that is not installed, or that cannot be reached."""


@contextmanager
def local(config: TournamentConfig) -> Iterator[Work]:
    """The processor cores of this machine."""
    workers = config.workers or cores()
    if workers == 1:
        yield lambda blocks: ((block, play_block(config, block)) for block in blocks)
        return
    with processes(workers) as pool:
        yield lambda blocks: _in_pool(pool, config, blocks)


@contextmanager
def processes(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that play. When they are let go they leave at once, whatever they are playing."""
    # Spawned, not forked: a copy of a process with threads in it may hang.
    context = get_context("spawn")
    leash, held = context.Pipe(duplex=False)
    with leash, ProcessPoolExecutor(workers, context, _begin_work, (leash,)) as pool, held:
        yield pool


@contextmanager
def plain_deaths() -> Iterator[None]:
    """Raises WorkerDied where a process of `processes` is gone."""
    try:
        yield
    except BrokenProcessPool as error:
        raise WorkerDied(
            "a worker process died, perhaps for want of memory; the same command goes on from here"
        ) from error


@contextmanager
def cluster(config: TournamentConfig) -> Iterator[Work]:
    """The processor cores of a Ray cluster, whose machines have sea_envs and the players' files.

    Raises NoEngine without Ray or without the cluster.
    """
    with ray_at(config.cluster, config.workers or cores()) as ray:
        yield lambda blocks: _on_cluster(ray, config, blocks)


@contextmanager
def ray_at(address: str, workers: int) -> Iterator[Any]:
    """Ray, connected to the cluster at this address.

    `auto` finds one; `local` starts one here, for so many workers. Raises NoEngine without Ray or
    without the cluster.
    """
    ray = _ray()
    own = address == "local"
    try:
        _reach(address)
        ray.init(
            address,
            num_cpus=workers if own else None,
            include_dashboard=False if own else None,
            log_to_driver=False,
            logging_level="ERROR",
        )
    except (OSError, RuntimeError, ValueError) as error:
        raise NoEngine(
            f"no Ray cluster at {address!r}: {' '.join(str(error).split())};"
            " possible: cluster=ADDRESS of one that runs, or cluster=local to start one"
        ) from error
    try:
        yield ray
    finally:
        ray.shutdown()


ENGINES: dict[str, Callable[[TournamentConfig], AbstractContextManager[Work]]] = {
    "local": local,
    "ray": cluster,
}


def cores() -> int:
    """How many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _in_pool(
    pool: ProcessPoolExecutor, config: TournamentConfig, blocks: Sequence[Block]
) -> Finished:
    waiting = {pool.submit(play_block, config, block): block for block in blocks}
    with plain_deaths():
        for future in as_completed(waiting):
            yield waiting.pop(future), future.result()


def _ray() -> Any:
    # Ray would report its use to its makers, and mind devices that no game uses.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ModuleNotFoundError as error:
        raise NoEngine(
            "Ray is not installed; possible: pip install 'sea-envs[ray]', or, for a tournament,"
            " engine=local"
        ) from error
    return ray


def _reach(address: str) -> None:
    # Ray itself goes on trying for many minutes.
    host, _, port = address.rpartition("/")[2].rpartition(":")
    if port.isdecimal() and host:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()


def _on_cluster(ray: Any, config: TournamentConfig, blocks: Sequence[Block]) -> Finished:
    remote = ray.remote(play_block)
    started = ((remote.remote(config, block), block) for block in blocks)
    most = config.workers or _AHEAD * int(ray.cluster_resources().get("CPU", 1))
    waiting = dict(islice(started, most))
    with plain_errors(ray):
        while waiting:
            (done,), _ = ray.wait(list(waiting), num_returns=1)
            waiting.update(islice(started, 1))
            yield waiting.pop(done), ray.get(done)


@contextmanager
def plain_errors(ray: Any) -> Iterator[None]:
    """What fails on a Ray cluster fails here with the words that it had there.

    Raises WorkerDied for a process that is gone.
    """
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        raise error.cause from error
    except ray.exceptions.RayError as error:
        raise WorkerDied(
            "a worker of the cluster died; the same command goes on from here"
        ) from error


def _begin_work(leash: Connection) -> None:
    # Ctrl-C is for the parent. When it lets go of the leash, or is killed, its workers leave at
    # once and do not finish what they were playing.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with, args=(leash,), daemon=True).start()


def _leave_with(leash: Connection) -> None:
    connection.wait([leash])
    os._exit(0)
