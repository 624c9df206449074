"""Who sits in the seats that the learner does not have."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from sea_envs.core.errors import BadOption, unknown
from sea_envs.core.rng import luck_rows
from sea_envs.core.table import Table

Array = npt.NDArray[Any]


@runtime_checkable
class Player(Protocol):
    """Anything that chooses for many games at once."""

    def choose(
        self, observations: Array, masks: Array, seats: Array, chance: np.random.Generator
    ) -> Array:
        """An action for each of k decisions.

        observations [k, cells] float32, masks [k, actions] int8, seats [k] of the deciding seats, all of them
        fresh copies; returns k whole numbers, each legal under its mask.
        """


NAMES = ("random", "heuristic")

Opponents = str | Player | Sequence[str | Player]


def seated(opponents: Opponents, players: int) -> tuple[str | Player, ...]:
    """One opponent per seat: the same in all seats, or a list with one for every seat.

    A list as long as there are opponents (players - 1) seats them clockwise from the learner; that is told
    apart by its length.
    """
    each = (opponents,) * players if isinstance(opponents, str | Player) else tuple(opponents)
    if len(each) not in (players - 1, players):
        raise BadOption(
            f"{len(each)} opponents for {players} players: possible: one for all, {players - 1} "
            f"(clockwise from the learner) or {players} (by seat, the learner's own unused)"
        )
    for one in each:
        if isinstance(one, str) and one not in NAMES:
            raise BadOption(unknown("opponent", one, NAMES))
        if not isinstance(one, str | Player):
            raise BadOption(f"opponent {one!r}: possible: {', '.join(NAMES)}, or an object with a method `choose`")
    return each


def choose(
    player: str | Player, table: Table, rows: Array, words: Array, chance: np.random.Generator
) -> Array:
    """The player's actions for the seats to move in `rows`. words [all rows, 4]: each row's own chance."""
    if player == "random":
        return table.random_actions(words, rows)
    if player == "heuristic":
        return table.heuristic_actions(luck_rows(rows, words), rows)
    assert not isinstance(player, str)
    actions = player.choose(
        table.observations[rows], table.masks[rows], table.seats[rows], chance
    )
    return np.asarray(actions, np.int64)
