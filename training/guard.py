"""Asks players with care: whatever one does wrong costs it single games and nothing else."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.errors import reason
from sea_envs.players import AnyPlayer, BadPlayer, Heuristic, Player, Random, Searcher

Array = npt.NDArray[Any]
Ask = Callable[[Array], Any]

NO_ACTION = -1  # legal nowhere: the table ends the game, and its seat has the worst of it
_LONGEST_REASON = 200


@dataclass
class Care:
    """How to ask one player.

    patience: after so many faults since the last reset it is not asked again. faults: by the number
    of the game, why there was no proper answer.
    """

    patience: int
    faults: dict[int, str] = field(default_factory=dict)
    broken: str = ""

    def reset(self, player: AnyPlayer, rows: Array) -> None:
        """New games begin; a player that cannot even do that forfeits them all."""
        self.faults, self.broken = {}, ""
        try:
            player.reset(rows)
        except (Exception, SystemExit) as error:
            self.broken = told(error)

    def answers(self, rows: Array, ask: Ask) -> Array:
        """Actions [k] for the games `rows` [k], NO_ACTION for a fault.

        ask: puts those of the k decisions to the player whose places it is given.
        """
        if self.broken or len(self.faults) >= self.patience:
            self.faults |= dict.fromkeys(map(int, rows), self.broken or "retired for its forfeits")
            return np.full(len(rows), NO_ACTION)
        try:
            return checked(ask(np.arange(len(rows))), len(rows))
        except (Exception, SystemExit) as error:
            if len(rows) == 1:
                self.faults[int(rows[0])] = told(error)
                return np.full(1, NO_ACTION)
        # One of many games made it fail: asked one by one, only those are lost that fail alone.
        return np.concatenate([self._alone(rows, place, ask) for place in range(len(rows))])

    def _alone(self, rows: Array, place: int, ask: Ask) -> Array:
        return self.answers(rows[place : place + 1], lambda _: ask(np.array([place])))


@dataclass(frozen=True)
class GuardedPlayer:
    """A Player asked with care."""

    player: Player
    care: Care

    def reset(self, rows: Array) -> None:
        """See Care.reset."""
        self.care.reset(self.player, rows)

    def choose(
        self, observations: Array, masks: Array, *, seats: Array, chance: Array, rows: Array
    ) -> Array:
        """See Care.answers."""

        def ask(part: Array) -> Any:
            return self.player.choose(
                observations[part],
                masks[part],
                seats=seats[part],
                chance=chance[part],
                rows=rows[part],
            )

        return self.care.answers(rows, ask)


@dataclass(frozen=True)
class GuardedSearcher:
    """A Searcher asked with care."""

    player: Searcher
    care: Care

    def reset(self, rows: Array) -> None:
        """See Care.reset."""
        self.care.reset(self.player, rows)

    def choose_worlds(self, states: Array, *, seats: Array, chance: Array, rows: Array) -> Array:
        """See Care.answers."""

        def ask(part: Array) -> Any:
            return self.player.choose_worlds(
                states[part], seats=seats[part], chance=chance[part], rows=rows[part]
            )

        return self.care.answers(rows, ask)


def guarded(player: AnyPlayer, patience: int) -> AnyPlayer:
    """The same player, asked with care; those two that cannot fail stay as they are."""
    if isinstance(player, Random | Heuristic):  # at the table they have a shorter way
        return player
    care = Care(patience)
    if isinstance(player, Searcher):
        return GuardedSearcher(player, care)
    return GuardedPlayer(player, care)


def told(error: BaseException) -> str:
    """Why it failed, not too long for the table of forfeits."""
    return reason(error)[:_LONGEST_REASON]


def checked(given: Any, count: int) -> Array:
    """A player's answer to so many decisions as int64 [count]. Raises BadPlayer for garbage."""
    actions = np.asarray(given)
    if actions.shape != (count,) or not np.issubdtype(actions.dtype, np.integer):
        shape = list(actions.shape)
        raise BadPlayer(f"answered {count} decisions with {actions.dtype} {shape}")
    return actions.astype(np.int64, copy=False)
