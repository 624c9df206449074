"""Who sits in the seats that the learner does not have."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.errors import BadOption
from sea_envs.core.game import Setup
from sea_envs.players import AnyPlayer, is_player, player

Array = npt.NDArray[Any]

Opponents = str | AnyPlayer | Sequence[str | AnyPlayer]


class Seating:
    """The players of a learner's opponents; `players` holds each of them once."""

    def __init__(self, opponents: Opponents, setup: Setup) -> None:
        """opponents: one for all seats, or a list.

        A list of `setup.players` names one per seat (the learner's own is not used); a list of one
        less seats them clockwise from the learner. Names are those of `sea_envs.players.player`.
        """
        alone = isinstance(opponents, str) or is_player(opponents)
        given = [opponents] if alone else list(opponents)  # type: ignore[arg-type]
        sizes = (setup.players - 1, setup.players)
        if not alone and len(given) not in sizes:
            raise BadOption(
                f"{len(given)} opponents for {setup.players} players: possible: one for all, a "
                f"list of {sizes[0]} (clockwise from the learner) or of {sizes[1]} (by seat)"
            )
        self.players: list[AnyPlayer] = []
        self._seats = setup.players
        self._by_seat = len(given) == setup.players
        self._numbers = self._numbered(given, setup)

    def takers(self, seats: Array, learner_seats: Array) -> Array:
        """Which of `players` decides for seats [k] in games with learner_seats [k]: int64 [k]."""
        if len(self.players) == 1:
            return np.zeros(len(seats), np.int64)
        places = seats if self._by_seat else (seats - learner_seats) % self._seats - 1
        numbers: Array = self._numbers[places]
        return numbers

    def _numbered(self, given: Sequence[Any], setup: Setup) -> Array:
        """The place in `players` of each that is given; the same word is the same player."""
        known: dict[Any, int] = {}
        numbers = []
        for one in given:
            if not isinstance(one, str) and not is_player(one):
                raise BadOption(
                    f"opponent {one!r}: possible: the name of a player, or an object with the "
                    "methods `reset` and `choose`"
                )
            key = one if isinstance(one, str) else id(one)
            if key not in known:
                known[key] = len(self.players)
                self.players.append(player(one, setup) if isinstance(one, str) else one)
            numbers.append(known[key])
        return np.array(numbers, np.int64)
