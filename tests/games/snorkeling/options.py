"""Random rule options for tests."""

import random
from typing import Any


def draw(rng: random.Random, players: int) -> dict[str, Any]:
    """A legal set of options, the defaults one time in four."""
    if rng.random() < 0.25:
        return {}
    return {
        "target": rng.choice((1, 3, 6, 12, 60)),
        "expert": rng.random() < 0.5,
        "start_rule": rng.choice(("rotate", "victim", "left_of_ender", "fixed", "lowest")),
        "take_rule": rng.choice(("may_topup", "must", "may_plain")),
        "expert_place": rng.choice(("one", "many")),
        "max_laps": rng.choice((1, 2, 10, 100)),
        "max_rounds": rng.choice((1, 2, 3, 50)),
    }


def reference_options(options: dict[str, Any]) -> dict[str, Any]:
    """The reference takes the same words."""
    return options
