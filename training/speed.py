"""How fast self-play learns: `python -m training speed GAME [players=N] [threads=N]`."""

from collections.abc import Sequence
from statistics import median
from time import perf_counter

import torch
from stable_baselines3.common.logger import Logger

from sea_envs.registry import load
from training.config import BadConfig, TrainConfig
from training.selfplay import SelfPlay

UPDATES = 5


def main(words: Sequence[str]) -> int:
    """Print decisions per second, collected and learnt from: the median of a few updates."""
    chosen = {"players": 2, "threads": 1}
    games = [word for word in words if "=" not in word]
    for word in words:
        name, equals, value = word.partition("=")
        if equals:
            if name not in chosen or not value.isdigit() or value == "0":
                raise BadConfig(f"{word!r}: possible: players=N, threads=N with N from 1")
            chosen[name] = int(value)
    if len(games) != 1:
        raise BadConfig(f"{len(games)} games given; wanted speed GAME [players=N] [threads=N]")
    print(f"{decisions_per_second(games[0], chosen['players'], chosen['threads']):.0f}")
    return 0


def decisions_per_second(game: str, players: int, threads: int, updates: int = UPDATES) -> float:
    """Self-play PPO with the default network and hyperparameters, after one warming update."""
    torch.set_num_threads(threads)
    config = TrainConfig(game=game, players=players, threads=threads)
    trainer = SelfPlay(load(game).setup(players), config, Logger(None, []))
    rates = []
    for number in range(updates + 1):
        before, began = trainer.decisions, perf_counter()
        trainer.update()
        if number:
            rates.append((trainer.decisions - before) / (perf_counter() - began))
    return median(rates)
