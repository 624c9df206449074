"""Sea Life: build a row of creatures, feed them, and own the left end of every food chain."""

from sea_envs.core.game import Game
from sea_envs.games.sea_life import (
    actions,
    components,
    heuristics,
    observation,
    render,
    rules,
)

GAME = Game(
    name="sea_life",
    title="Sea Life",
    version=0,
    span=components.SPAN,
    max_decisions=components.MAX_DECISIONS,
    components=components,
    actions=actions,
    rules=rules,
    observation=observation,
    heuristics=heuristics,
    render=render,
)
