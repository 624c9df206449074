"""Ocean: call friends of four colours out of the centre, by equal numbers and by sums."""

from sea_envs.core.game import Game
from sea_envs.games.ocean import actions, components, heuristics, observation, render, rules

GAME = Game(
    name="ocean",
    title="Ocean",
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
