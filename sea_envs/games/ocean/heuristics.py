"""Heuristic."""
from typing import Any
from sea_envs.core.jit import kernel
@kernel
def choose(observation: Any, mask: Any, luck: float) -> int:
    """The action."""
    n = 0
    for action in range(mask.shape[0]):
        n += mask[action]
    left = int(luck * n)
    for action in range(mask.shape[0]):
        left -= mask[action]
        if left < 0:
            return action
    return 0
