"""Kuna Yala: lay one card at home and one in another's shoal, and hide whose fish you breed."""

from sea_envs.core.game import Game
from sea_envs.games.kuna_yala import (
    actions,
    components,
    heuristics,
    observation,
    render,
    rules,
)

GAME = Game(
    name="kuna_yala",
    title="Kuna Yala",
    version=0,
    span=components.MOST_POINTS,
    max_decisions=components.MAX_DECISIONS,
    components=components,
    actions=actions,
    rules=rules,
    observation=observation,
    heuristics=heuristics,
    render=render,
)
