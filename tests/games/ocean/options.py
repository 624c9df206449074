"""Random legal rule options for games that two implementations play."""

import random

from sea_envs.games.ocean.components import ANIMALS, CELL_SIZES, COLOURS, DECKS, MOST_NUMBER
from tests.games.ocean.reference import CHOICES


def draw(rng: random.Random, players: int) -> dict:
    """Rule options for a game, each at its default more often than not."""
    options = {}
    for name, values in CHOICES.items():
        if rng.random() < 0.4:
            options[name] = rng.choice(values)
    if options.get("friend_choice") == "fixed":
        options["friends"] = rng.sample(ANIMALS, players)
    kind = rng.choice(("default", "default", "named", "table"))
    if kind == "named":
        options["deck"] = rng.choice(tuple(DECKS))
    if kind == "table":
        options["deck"] = random_table(rng)
    return options


def random_table(rng: random.Random) -> dict:
    """A number table as a deck file would hold it: no number twice in a cell, in any order."""
    return {
        animal: {
            colour: rng.sample(range(1, MOST_NUMBER + 1), size)
            for colour, size in zip(COLOURS, sizes, strict=True)
        }
        for animal, sizes in zip(ANIMALS, CELL_SIZES, strict=True)
    }


def reference_options(options: dict) -> dict:
    """The same options as the reference names them."""
    return options
