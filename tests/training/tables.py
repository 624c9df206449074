"""Tables in the middle of games."""

from sea_envs.core.game import Game
from sea_envs.core.table import Table, random_words


def some_table(game: Game, players: int, *, rows: int, decisions: int) -> Table:
    """A table that random players have played at for so many decisions a row."""
    table = Table(game.setup(players), rows, redeal=True)
    table.seed(1)
    table.deal()
    words = random_words(rows, 2)
    for _ in range(decisions):
        table.step(table.random_actions(words))
    return table
