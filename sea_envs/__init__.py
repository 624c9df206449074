"""Sea-themed tabletop games as multi-agent, partially observed learning environments."""

from typing import Any

from sea_envs.core.table import Table
from sea_envs.registration import register_all
from sea_envs.registry import GAMES, load
from sea_envs.version import VERSION

__all__ = ["GAMES", "Table", "load", "make_table"]
__version__ = VERSION

register_all()


def make_table(game: str, rows: int = 1, *, players: int = 2, **settings: Any) -> Table:
    """`rows` games side by side: the fast face, under all the others.

    settings: `reward`, `on_illegal` and `redeal` of `Table`; the rest are the game's rule options.
    """
    words = ("reward", "on_illegal", "redeal")
    own = {word: settings.pop(word) for word in words if word in settings}
    return Table(load(game).setup(players, **settings), rows, **own)
