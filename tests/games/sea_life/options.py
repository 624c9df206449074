"""Random rule options, for games that two implementations play together."""

import random
from typing import Any

from sea_envs.games.sea_life.components import CREATURES, DECK_SIZE, FOOD_KINDS, VARIANTS

STRIPES = "BGOYRVK"


def draw(rng: random.Random, players: int) -> dict[str, Any]:
    """Options for one game; some games are played with other cards than the standard ones."""
    options: dict[str, Any] = {"variant": rng.choice(VARIANTS)}
    if rng.random() < 0.3:
        options["unfed"] = rng.choice(("printed", "zero"))
    if rng.random() < 0.3:
        options["double_max"] = rng.choice((3, 4))
    if rng.random() < 0.4:
        options["double_order"] = rng.choice(("CCFF", "CFCF"))
    if rng.random() < 0.4:
        options["rounds"] = rng.choice(("all", *range(1, 9)))
    if rng.random() < 0.4:
        options["dealer"] = rng.choice(("random", *range(players)))
    if rng.random() < 0.3:
        options["cards"] = cards(rng)
    return options


def reference_options(options: dict[str, Any]) -> dict[str, Any]:
    """The same options as `Reference` takes them."""
    return options


def cards(rng: random.Random) -> dict[str, Any]:
    """A table of cards with other numbers; every kind of food that there is room for may occur."""
    kinds = rng.choice((1, 27, FOOD_KINDS))
    copies = [1] * kinds
    for _ in range(DECK_SIZE - kinds):
        copies[rng.randrange(kinds)] += 1
    return {
        "creatures": [
            {
                "name": f"Creature {number}",
                "value": rng.randint(-5, 20),
                "left": _stripes(rng, STRIPES),
                "right": _stripes(rng, STRIPES),
                "bottom": {stripe: rng.randint(1, 3) for stripe in _stripes(rng, STRIPES)},
            }
            for number in range(CREATURES)
        ],
        "foods": [
            {
                "name": f"Food {number}",
                "value": rng.randint(-9, 9),
                "top": _stripes(rng, STRIPES),
                "copies": copies[number],
            }
            for number in range(kinds)
        ],
        "zero_stripe": rng.choice(STRIPES),
    }


def _stripes(rng: random.Random, stripes: str) -> list[str]:
    return rng.sample(stripes, rng.randint(0, 3))
