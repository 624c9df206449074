"""The spaces and observations that all faces share."""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from sea_envs.core.game import Game

Array = npt.NDArray[Any]


def action_space(game: Game) -> spaces.Discrete:
    """Action numbers 0 to k - 1, the same for every seat and number of players."""
    return spaces.Discrete(game.actions.COUNT)


def observation_space(game: Game, *, flat: bool) -> spaces.Space[Any]:
    """A Dict of `observation` and `action_mask`; with flat=True the observation's Box alone."""
    cells = spaces.Box(0.0, 1.0, (game.layout.size,), np.float32)
    if flat:
        return cells
    mask = spaces.Box(0, 1, (game.actions.COUNT,), np.int8)
    return spaces.Dict({"observation": cells, "action_mask": mask})


def shown(observation: Array, mask: Array, *, flat: bool) -> Any:
    """An observation in the form of `observation_space`; the arrays are taken as they are."""
    if flat:
        return observation
    return {"observation": observation, "action_mask": mask}
