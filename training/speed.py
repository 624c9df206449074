"""How fast learning is: self-play here, and the tutorial loop that it is compared with.

`python -m training speed GAME [players=N] [threads=N] [--profile]` times self-play PPO.
`python -m training speed tutorial=MODULE [players=N] [threads=N]` times MaskablePPO on a module
with `env()`, as PettingZoo's documentation joins the two: one game at a time, its masks asked one
by one, whoever is to move taken for one learner.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from statistics import median
from time import perf_counter
from typing import Any

import gymnasium
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3.common.logger import KVWriter, Logger

from sea_envs.registry import load
from training.config import NetworkConfig, TrainConfig
from training.help import helped
from training.selfplay import SelfPlay
from training.yaml_config import BadConfig

UPDATES = 5
TUTORIAL_UPDATES = 2
"""Collections of MaskablePPO's own size, each with its learning."""
SHARES = ("environment", "inference", "advantage", "update")
"""Where the time of self-play goes; the rest is taking notes of what was played."""
USAGE = "usage: python -m training speed GAME|tutorial=MODULE [players=N] [threads=N] [--profile]"
ABOUT = (
    "Prints how many decisions a second self-play collects and learns from in a game, by "
    "default with two players on one thread; --profile says where the time goes. "
    "tutorial=MODULE: the same for MaskablePPO as PettingZoo's tutorial has it, on that "
    "module's env()."
)


@dataclass(frozen=True)
class Speed:
    """Decisions per second, and the share of the time for each of SHARES: medians of updates."""

    decisions: float
    shares: dict[str, float]


def main(words: Sequence[str]) -> int:
    """Print decisions per second, collected and learnt from; with `--profile` the shares, too."""
    if (status := helped(words, USAGE, ABOUT)) is not None:
        return status
    chosen = {"players": 2, "threads": 1}
    tutorial = None
    games = [word for word in words if "=" not in word and not word.startswith("-")]
    flags = [word for word in words if word.startswith("-")]
    for word in words:
        name, equals, value = word.partition("=")
        if name == "tutorial" and value:
            tutorial = value
        elif equals:
            if name not in chosen or not value.isdigit() or value == "0":
                raise BadConfig(f"{word!r}: possible: players=N, threads=N with N from 1")
            chosen[name] = int(value)
    if len(games) + (tutorial is not None) != 1 or not set(flags) <= {"--profile"}:
        raise BadConfig(f"speed {' '.join(words)}: {USAGE}; N from 1")
    if tutorial is not None:
        print(f"{tutorial_speed(tutorial, chosen['players'], chosen['threads']):.0f}")
        return 0
    found = self_play_speed(games[0], chosen["players"], chosen["threads"])
    print(f"{found.decisions:.0f}")
    if flags:
        for name in SHARES:
            print(f"{name:12} {100 * found.shares[name]:5.1f} %")
    return 0


def self_play_speed(game: str, players: int, threads: int, updates: int = UPDATES) -> Speed:
    """Self-play PPO with the default network and hyperparameters, after one warming update."""
    torch.set_num_threads(threads)
    config = TrainConfig(game=game, players=players, threads=threads)
    noted = _Noted()
    logger = Logger(None, [noted])
    trainer = SelfPlay(load(game).setup(players), config, logger)
    rates = []
    shares = defaultdict[str, list[float]](list)
    for number in range(updates + 1):
        before, began = trainer.decisions, perf_counter()
        trainer.update()
        if number:
            rates.append((trainer.decisions - before) / (perf_counter() - began))
            logger.dump(number)
            for name in SHARES:
                shares[name].append(noted.last[f"time/share_{name}"])
    return Speed(median(rates), {name: median(found) for name, found in shares.items()})


def tutorial_speed(
    module: str, players: int, threads: int, updates: int = TUTORIAL_UPDATES
) -> float:
    """Decisions per second of MaskablePPO's `learn` in the tutorial's loop, with our network.

    module: its `env()` makes the game. Raises BadConfig if there is none.
    """
    torch.set_num_threads(threads)
    model = MaskablePPO(
        MaskableActorCriticPolicy,
        ActionMasker(Tutorial(_made(module, players)), _mask),
        policy_kwargs={"net_arch": NetworkConfig().trunk},
        device="cpu",
        seed=0,
    )
    model.learn(model.n_steps)  # warming
    decisions, began = updates * model.n_steps, perf_counter()
    model.learn(decisions)
    return decisions / (perf_counter() - began)


class Tutorial(gymnasium.Env[Any, Any]):
    """A PettingZoo game as one Gymnasium environment that moves for whoever is to move.

    It shows what PettingZoo's tutorial shows: after an action, view and reward of the next to move.
    """

    def __init__(self, env: Any) -> None:
        """Look at the first observation of a game for the spaces."""
        self._env = env
        env.reset(seed=0)
        observation = env.last()[0]
        cells = observation["observation"]
        self.observation_space = spaces.Box(0, 1, cells.shape, cells.dtype.type)
        self.action_space = spaces.Discrete(len(observation["action_mask"]))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Begin a game."""
        self._env.reset(seed=seed)
        return self._env.last()[0]["observation"], {}

    def step(self, action: Any) -> Any:
        """Play the decision of whoever is to move."""
        self._env.step(int(action))
        observation, reward, ended, cut, info = self._env.last()
        return observation["observation"], float(reward), ended, cut, info

    def action_mask(self) -> Any:
        """What may be chosen now."""
        return self._env.last()[0]["action_mask"]


class _Noted(KVWriter):
    """Keeps the scalars of the last update."""

    def __init__(self) -> None:
        self.last: dict[str, Any] = {}

    def write(self, key_values: dict[str, Any], key_excluded: Any, step: int = 0) -> None:
        """As Stable-Baselines3's logger calls it."""
        self.last = dict(key_values)

    def close(self) -> None:
        """Nothing is open."""


def _mask(env: Any) -> Any:
    return env.action_mask()


def _made(module: str, players: int) -> Any:
    try:
        make = import_module(module).env
    except (ImportError, AttributeError, ValueError) as error:
        raise BadConfig(f"tutorial={module}: {error}; wanted a module with env()") from error
    return make() if players == 2 else make(players=players)
