"""Weights files as training writes them, of chance numbers."""

from pathlib import Path
from typing import Any

import numpy as np

from sea_envs.core.layers import shapes
from sea_envs.core.learned import FILE
from sea_envs.registry import load
from training.checkpoint import policy_bytes, policy_of
from training.config import TrainConfig
from training.ship import ship
from training.yaml_config import make_config

SMALL = {"trunk": [8], "channels": [2], "board": 4}


def run(folder: Path, game: str, players: int, **config: Any) -> Path:
    """A run's directory with nothing but its weights."""
    chosen = {"game": game, "players": players, "network": SMALL, "run": str(folder), **config}
    whole = make_config(TrainConfig, chosen, source="test")
    setup = load(game).setup(players)
    chance = np.random.default_rng(players)
    network = whole.network.model_dump(mode="json")
    weights = {
        name: chance.standard_normal(shape).astype(np.float32)
        for name, shape in shapes(setup.game.layout, setup.game.actions.COUNT, network).items()
    }
    folder.mkdir(exist_ok=True)
    content = policy_bytes(policy_of(weights, whole, setup, decisions=1234))
    (folder / FILE).write_bytes(content)
    return folder


def shipped(folder: Path, game: str, players: int, **config: Any) -> Path:
    """Weights as they lie in the package, but in this folder."""
    return ship(run(folder / "run", game, players, **config), folder)[0]
