"""Australis: draft a die a turn, drift with the current, feed fish, win reefs, duel for tiles."""

from sea_envs.core.game import Game
from sea_envs.games.australis import (
    actions,
    components,
    heuristics,
    observation,
    render,
    rules,
)

GAME = Game(
    name="australis",
    title="Australis",
    version=0,
    span=components.STANDARD.most_points(),
    max_decisions=components.MAX_DECISIONS,
    components=components,
    actions=actions,
    rules=rules,
    observation=observation,
    heuristics=heuristics,
    render=render,
)
