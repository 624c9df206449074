"""The only list of games anywhere."""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from sea_envs.core.errors import UnknownGame, unknown
from sea_envs.core.game import Game

GAMES = ("snorkeling", "ocean", "sea_life", "kuna_yala", "australis")
"""The games that ship with sea_envs: each the name of a folder in `sea_envs/games`."""

ENTRY_POINTS = "sea_envs.games"
"""Entry-point group in which other packages register a `Game` of theirs."""


@cache
def load(name: str) -> Game:
    """The game of that name; UnknownGame names the possible ones."""
    if name in GAMES:
        game: Game = import_module(f"sea_envs.games.{name}").GAME
        return game
    others = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    if name in others:
        found: Game = others[name].load()
        return found
    raise UnknownGame(unknown("game", name, (*GAMES, *others)))
