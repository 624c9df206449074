"""Plays deals of a pairing, in as many processes as there are cores."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.game import Setup
from sea_envs.players import AnyPlayer, player
from sea_envs.registry import load
from training.engine import plain_deaths, processes
from training.evaluation import play, rotations
from training.ladder.plan import Pairing

Array = npt.NDArray[Any]
Span = tuple[int, int]
"""The first deal and how many."""
Work = Callable[[Pairing, Sequence[Span]], Iterator[list[float]]]
"""Plays spans of deals; the first player's shares come span by span, in their order."""

SEED = 1
"""Every pairing at a table plays the same deals."""


def shares(pairing: Pairing, span: Span) -> list[float]:
    """The first player's part of the wins on each deal, over all the seats it can have."""
    setup, players = _seated(pairing)
    first, count = span
    seating = np.tile((rotations(setup.players) != 0).astype(np.int64), (count, 1))
    deals = np.repeat(np.arange(first, first + count), setup.players)
    games = play(setup, players, seating, deals=deals, seed=SEED)
    mine = games.shares[seating == 0]
    return [float(share) for share in mine.reshape(count, setup.players).mean(axis=1)]


def seconds_per_game(game: str, players: int, name: str) -> float:
    """What one seat of this player costs in a game against the game's heuristic, once compiled."""
    setup = load(game).setup(players)
    seating = (np.arange(setup.players) != 0).astype(np.int64)[None]
    times: list[float] = []

    def note(games: Array, actions: Array) -> None:
        times.append(perf_counter())

    someone = [player(name, setup), player("heuristic", setup)]
    play(setup, someone, seating, deals=np.zeros(1, np.int64), seed=SEED, watch=note)
    late = min(2 * setup.players, len(times) // 2)  # what compiles does so in its first decisions
    return (times[-1] - times[late]) * len(times) / (len(times) - late)


@contextmanager
def working(workers: int) -> Iterator[Work]:
    """Processes that play; with one worker, this process."""
    if workers == 1:
        yield lambda pairing, spans: (shares(pairing, span) for span in spans)
        return
    with processes(workers) as pool:
        yield lambda pairing, spans: _in_pool(pool, pairing, spans)


def _in_pool(
    pool: ProcessPoolExecutor, pairing: Pairing, spans: Sequence[Span]
) -> Iterator[list[float]]:
    with plain_deaths():
        for future in [pool.submit(shares, pairing, span) for span in spans]:
            yield future.result()


@lru_cache(maxsize=4)
def _seated(pairing: Pairing) -> tuple[Setup, list[AnyPlayer]]:
    setup = load(pairing.game).setup(pairing.players)
    return setup, [player(pairing.first, setup), player(pairing.second, setup)]
