"""Random legal rule options for games that two implementations play side by side."""

import random
from typing import Any

VALUES: dict[str, tuple[Any, ...]] = {
    "deck": ("A", "floors3", "doubles2"),
    "first": ("seat0", "random"),
    "fish_adjacency": ("all", "any"),
    "coral_count": ("visible", "all"),
    "end": ("stack_empty", "slot_empty"),
    "end_round": ("immediate", "finish_round"),
    "majority": ("strict", "tied_ok", "absolute"),
    "shark_zero": ("none", "all"),
    "octopus_choice": ("player", "auto"),
    "grid": (17, 13),
}


def draw(rng: random.Random, players: int) -> dict[str, Any]:
    """Mostly defaults, sometimes anything: every value of every option comes up."""
    share = rng.choice((0.0, 0.2, 1.0))
    return {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < share}


def reference_options(options: dict[str, Any]) -> dict[str, Any]:
    """The plain reference takes the same options."""
    return options
