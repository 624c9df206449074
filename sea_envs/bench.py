"""Speed, measured: the same loops on every game and, in the same run, on others' games."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import count
from typing import Any

import numpy as np

from sea_envs import peers
from sea_envs.adapters import aec
from sea_envs.adapters.single import SingleEnv
from sea_envs.adapters.vector import SeaVectorEnv
from sea_envs.core.game import Game
from sea_envs.core.play import Play
from sea_envs.core.rng import seed_words
from sea_envs.core.search import Plan, Searcher
from sea_envs.core.table import Table, random_words
from sea_envs.registry import GAMES, load

BATCH = 1024
SECONDS = 0.5
REPEATS = 5

PART = "%"
"""The unit of the parts of self-play's time."""


@dataclass(frozen=True)
class Figure:
    """One measured number: the median of `runs` measurements."""

    name: str
    game: str
    players: int
    value: float
    unit: str
    runs: int


Loop = Callable[[], int]
"""Plays a while and answers how many decisions that were."""


def rate(loop: Loop, repeats: int = REPEATS, seconds: float = SECONDS) -> float:
    """Median decisions per second over `repeats` stretches of `seconds`, after one warming call."""
    loop()
    rates = []
    for _ in range(repeats):
        played, start = 0, time.perf_counter()
        while (passed := time.perf_counter() - start) < seconds:
            played += loop()
        rates.append(played / passed)
    return statistics.median(rates)


def batched(game: Game, players: int) -> Loop:
    """Random play of a whole table, masks and observations included; games begin anew in it."""
    table = Table(game.setup(players), BATCH, redeal=True)
    table.seed(0)
    table.deal()
    words = random_words(BATCH, 1)

    def loop() -> int:
        for _ in range(20):
            table.step(table.random_actions(words))
        return 20 * BATCH

    return loop


def aec_loop(env: Any, seed: int = 0) -> Loop:
    """PettingZoo's loop as its documentation writes it, with random actions; one game a call."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)

    def loop() -> int:
        played = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            action = None
            if not (ended or cut):
                legal = np.flatnonzero(observation["action_mask"])
                action = int(legal[int(rng.random() * len(legal))])
                played += 1
            env.step(action)
        return played

    return loop


def single_loop(game: Game, players: int) -> Loop:
    """Gymnasium's loop with random opponents; counts the learner's decisions."""
    env = SingleEnv(game.name, players)
    rng = np.random.default_rng(0)
    env.reset(seed=0)

    def loop() -> int:
        observation, _ = env.reset()
        played, over = 0, False
        while not over:
            legal = np.flatnonzero(observation["action_mask"])
            observation, _, ended, cut, _ = env.step(int(legal[int(rng.random() * len(legal))]))
            over = ended or cut
            played += 1
        return played

    return loop


def vector_loop(game: Game, players: int) -> Loop:
    """Gymnasium's vector loop with random opponents; counts the learners' decisions."""
    env = SeaVectorEnv(game.name, players, num_envs=BATCH)
    env.reset(seed=0)
    words = random_words(BATCH, 1)

    def loop() -> int:
        for _ in range(5):
            env.step(env.table.random_actions(words))
        return 5 * BATCH

    return loop


def clone_loop(game: Game, players: int) -> Loop:
    """Copies of a state, one after another."""
    play = Play(game.setup(players))
    play.begin(0)
    state, kept = play.table.states, play.saved()

    def loop() -> int:
        for _ in range(1000):
            kept[0] = state[0]
        return 1000

    return loop


def search_loop(game: Game, players: int) -> Loop:
    """Information-set tree search from the deal; counts every decision in tree and playouts."""
    play = Play(game.setup(players))
    play.begin(0)
    searcher = Searcher(play.setup, Plan(simulations=500))
    seeds = count()

    def loop() -> int:
        return searcher.think(play.state, play.seat, seed_words(next(seeds))).decisions

    return loop


def start_seconds(game: str, *, cold: bool) -> float:
    """Import to first step in a new process, with no compiled code yet (cold) or with all."""
    script = (
        "import time; start = time.perf_counter(); import sea_envs.adapters.aec as aec; "
        f"env = aec.make({game!r}); env.reset(seed=0); "
        "env.step(int(env.last()[0]['action_mask'].argmax())); print(time.perf_counter() - start)"
    )
    with tempfile.TemporaryDirectory() as empty:
        environment = {**os.environ, **({"SEA_ENVS_CACHE_DIR": empty} if cold else {})}
        run = [sys.executable, "-c", script]
        out = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    return float(out.stdout)


def learning(game: str, players: int) -> Iterable[Figure]:
    """Self-play PPO on one core: decisions/s, and where the time goes in per cent.

    Nothing where the extra `train` is missing.
    """
    printed = _speed(game, players, "--profile")
    if printed:
        yield Figure("self-play PPO", game, players, float(printed[0]), "decisions/s", 1)
    for line in printed[1:]:
        name, part, _ = line.split()
        yield Figure(name, game, players, float(part), PART, 1)


def tutorial_rate(module: str, players: int) -> float | None:
    """MaskablePPO as PettingZoo's tutorial has it, on a module's `env()`, with the same network.

    On one core, decisions/s; None where the extra `train` or the module is missing.
    """
    if find_spec(module) is None:
        return None
    printed = _speed(f"tutorial={module}", players)
    return float(printed[0]) if printed else None


def _speed(what: str, players: int, *flags: str) -> list[str]:
    """The lines that `training speed` prints; none where the extra `train` is missing."""
    if find_spec("training") is None or find_spec("sb3_contrib") is None:
        return []
    run = [sys.executable, "-m", "training", "speed", what, f"players={players}", *flags]
    out = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    return out.splitlines()


def figures(games: Iterable[str], *, with_peers: bool) -> Iterable[Figure]:
    """Every figure, one after another; peers come first, so that ratios are of one run."""
    if with_peers:
        installed = list(peers.installed())
        for peer in installed:
            yield Figure(
                peer.name, peer.game, peer.players, rate(peer.loop()), "decisions/s", REPEATS
            )
        if any(peer.game == peers.TUTORIAL_GAME for peer in installed):
            yield from _tutorial(peers.TUTORIAL, peers.TUTORIAL_GAME, 2, peers.TUTORIAL_MODULE)
    for name in games:
        game = load(name)
        for players in sorted({game.min_seats, game.max_seats}):
            yield from _of_a_table(game, players)
        yield from learning(name, game.min_seats)
        if with_peers and name in GAMES:
            module = f"sea_envs.{name}_v{game.version}"
            yield from _tutorial(peers.OWN_TUTORIAL, name, game.min_seats, module)
        for cold, runs in ((True, 1), (False, 3)):
            seconds = statistics.median(start_seconds(name, cold=cold) for _ in range(runs))
            yield Figure("first use" if cold else "warm start", name, 2, seconds, "s", runs)


def _tutorial(name: str, game: str, players: int, module: str) -> Iterable[Figure]:
    found = tutorial_rate(module, players)
    if found is not None:
        yield Figure(name, game, players, found, "decisions/s", 1)


def _of_a_table(game: Game, players: int) -> Iterable[Figure]:
    loops: dict[str, Loop] = {
        "batched random play": batched(game, players),
        "AEC loop": aec_loop(aec.make(game.name, players)),
        "single loop": single_loop(game, players),
        "vector loop": vector_loop(game, players),
        "search": search_loop(game, players),
    }
    for name, loop in loops.items():
        yield Figure(name, game.name, players, rate(loop), "decisions/s", REPEATS)
    yield Figure("clone", game.name, players, 1e9 / rate(clone_loop(game, players)), "ns", REPEATS)
