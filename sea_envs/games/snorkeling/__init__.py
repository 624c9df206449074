"""Snorkeling: shed cards, weigh the others' piles down, end the round while yours is high."""

from sea_envs.core.game import Game
from sea_envs.games.snorkeling import (
    actions,
    components,
    heuristics,
    observation,
    render,
    rules,
)

GAME = Game(
    name="snorkeling",
    title="Snorkeling",
    version=0,
    span=components.LANTERNFISH * components.MOST_ROUNDS,
    max_decisions=components.MAX_DECISIONS,
    components=components,
    actions=actions,
    rules=rules,
    observation=observation,
    heuristics=heuristics,
    render=render,
    # A round or two ahead. Random play to a far end of the game says less about a decision of now:
    # with as many simulations, search thus wins four games in five against search to the end.
    horizon=100,
)
