"""Random legal rule options, for games that the reference follows."""

import random
from typing import Any

from sea_envs.games.australis.components import OPTIONS

WORDS = {option.name: option.values for option in OPTIONS if option.stored}
BOARDS: tuple[dict[str, Any], ...] = (
    {  # a short current, many cards to pick from a small deck, few corals
        "white": [[0, 2], [1, 1], [1, 2], [2, 0], [3, 0], [4, 0]],
        "yellow": [[0, 0], [1, 0], [3, 1], [3, 2], [9, 1], [30, 0]],
        "last": 21,
        "sector_starts": [0, 4, 8, 12, 16, 20],
        "food_at": [4, 9, 21],
        "corals": 3,
        "slot_max": 2,
        "slot_copies": {"2": 1, "3": 1, "4": 1},
        "contest_copies": {"2": 1, "3": 0, "4": 2},
    },
    {  # other tables, and a second place worth more than the first
        "blue": [0, 1, 2, 4, 8, 16],
        "red": [9, 1, 1, 5, 3, 9],
        "band": [0, 0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89],
        "reef_first": [1, 0, 7, 2, 2, 9],
        "reef_second": [3, 0, 7, 1, 0, 20],
        "capacity": [0, 1, 2, 3, 5, 8, 13, 21],
        "gold": [1, 9, 2, 8, 3],
        "silver": [9, 1, 8, 2, 7],
        "silver_food": [0, 1, 0, 1, 1],
        "start_tile": 30,
        "slot_max": 4,
    },
    {  # a display that runs dry
        "white": [[2, 0], [2, 0], [3, 0], [3, 0], [6, 0], [6, 5]],
        "slot_copies": {"2": 0, "3": 1, "4": 0},
        "contest_copies": {"2": 1, "3": 1, "4": 3},
        "corals": 0,
        "last": 6,
        "sector_starts": [0, 1, 2, 3, 4, 6],
        "food_at": [4, 5, 6],
    },
)


def draw(rng: random.Random, players: int) -> dict[str, Any]:
    """A random choice of options; a third of them the defaults."""
    if rng.random() < 0.33:
        return {}
    options: dict[str, Any] = {name: rng.choice(values) for name, values in WORDS.items()}
    if rng.random() < 0.5:
        options["board"] = rng.choice(BOARDS)
    return options


def reference_options(options: dict[str, Any]) -> dict[str, Any]:
    """What `Reference` takes for these options: the same."""
    return options
