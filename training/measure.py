"""The measured part of a spec sheet: the heuristic against random players, and seat shares."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sea_envs.core.errors import SeaError
from sea_envs.core.game import Game
from sea_envs.players import player
from sea_envs.registry import load
from sea_envs.spec import renew, sheet_path, table
from training.evaluation import Estimate, estimate, evaluate, play
from training.help import helped

DEALS = 2000
SEED = 1
BLOCK = "measured"
USAGE = "usage: python -m training measure GAME [--write]"
ABOUT = (
    "Measures what a game's heuristic wins against random players and what every seat is "
    "worth, and prints it as the block that stands on the game's sheet; --write puts it "
    "there."
)
HEAD = (
    "options",
    "players",
    "heuristic against random",
    "fair share",
    "share of wins by seat",
    "mean points by seat",
)


def main(words: Sequence[str]) -> int:
    """`measure GAME [--write]`: print the block, or renew it in the game's sheet."""
    if (status := helped(words, USAGE, ABOUT)) is not None:
        return status
    games = [word for word in words if not word.startswith("-")]
    flags = [word for word in words if word.startswith("-")]
    if len(games) != 1 or not set(flags) <= {"--write"}:
        raise SeaError(f"measure {' '.join(words)}: {USAGE}")
    game = load(games[0])
    block = measured(game)
    if "--write" in flags:
        renew(sheet_path(game), {BLOCK: block})
    else:
        print(block)
    return 0


def measured(game: Game, deals: int = DEALS) -> str:
    """Markdown: a table over measured options and numbers of players."""
    rows = [
        _row(game, players, options, deals)
        for options in game.components.MEASURED
        for players in range(game.min_seats, game.max_seats + 1)
    ]
    return (
        f"`python -m training measure {game.name} --write`: {deals} deals a row, the heuristic "
        "once in every seat of each deal against random players; seats and points are of as many "
        f"games between heuristics. In brackets 95 % intervals over deals.\n\n{table(HEAD, rows)}"
    )


def _row(game: Game, players: int, options: dict[str, Any], deals: int) -> tuple[str, ...]:
    setup = game.setup(players, **options)
    heuristic = player("heuristic", setup)
    against = evaluate(setup, heuristic, [player("random", setup)], deals=deals, seed=SEED)
    seating = np.zeros((deals, players), np.int64)
    games = play(setup, [heuristic], seating, deals=np.arange(deals), seed=SEED + 1)
    shares = " / ".join(_percent(estimate(column)) for column in games.shares.T)
    points = " / ".join(f"{value:.1f}" for value in games.points.mean(axis=0))
    named = ", ".join(f"`{name}={value!r}`" for name, value in options.items()) or "default"
    return (
        named,
        str(players),
        _percent(against.win_share),
        f"{100 / players:.1f} %",
        shares,
        points,
    )


def _percent(share: Estimate) -> str:
    return f"{100 * share.mean:.1f} [{100 * share.low:.1f}, {100 * share.high:.1f}] %"
