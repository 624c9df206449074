"""Makes the games known to Gymnasium and PettingZoo by their ids."""

import re
from pathlib import Path

import gymnasium
import pettingzoo

from sea_envs.registry import GAMES

NAMESPACE = "sea_envs"


def version(game: str) -> int:
    """The newest version of a game, by its module `<game>_v<version>.py`, without importing it."""
    modules = Path(__file__).parent.glob("*_v*.py")
    found = [re.fullmatch(rf"{game}_v(\d+)", path.stem) for path in modules]
    return max(int(match[1]) for match in found if match)


def gymnasium_id(game: str) -> str:
    """Such as `sea_envs/SeaLife-v0`."""
    title = "".join(word.capitalize() for word in game.split("_"))
    return f"{NAMESPACE}/{title}-v{version(game)}"


def pettingzoo_id(game: str) -> str:
    """Such as `sea_envs/sea_life-v0`."""
    return f"{NAMESPACE}/{game}-v{version(game)}"


def register_all() -> None:
    """Register every game; entry points are words: nothing is imported before it is made."""
    for game in GAMES:
        gymnasium.register(
            gymnasium_id(game),
            entry_point="sea_envs.adapters.single:SingleEnv",
            vector_entry_point="sea_envs.adapters.vector:SeaVectorEnv",
            kwargs={"game": game},
        )
        pettingzoo.register(
            "aec", pettingzoo_id(game), "sea_envs.adapters.aec:make", kwargs={"game": game}
        )
