"""What the ladder plays: every player against each below it, as many deals as it takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any, Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field

from sea_envs.core.game import Game
from sea_envs.players import pretrained_file, pretrained_files
from sea_envs.registry import load
from training.evaluation import Estimate, share_estimate
from training.identity import file_digest
from training.yaml_config import Count, Strict

Array = npt.NDArray[Any]

PRETRAINED = "pretrained"
PLAYERS = ("random", "heuristic", "search:200", "search:1000", PRETRAINED)
"""From the lowest rung; `pretrained` stands only where weights ship for the game."""

EARLY_DEALS = 32
FURTHER_DEALS = 16
MOST_GROWTH = 2
"""Before an interval is looked at; between two looks; at most so many times as many at the next."""

_NORMAL = 1.96  # standard errors in half of a 95 % interval


class LadderConfig(Strict):
    """What may be chosen about the ladder."""

    players: Count | Literal["all"] | None = None
    """Seats at the table; `all`: every number that the game allows; by default the fewest and the
    most."""
    half_width: Annotated[float, Field(gt=0, lt=1)] = 0.025
    """A pairing ends when its win share has a 95 % interval no wider than twice this."""
    quick_half_width: Annotated[float, Field(gt=0, lt=1)] = 0.01
    """The same for pairings without search, whose games are quick."""
    max_deals: Annotated[int, Field(ge=2)] = 10_000
    """It ends after so many deals in any case."""
    workers: Count | None = None
    """Processes that play; by default one per processor core."""
    results: str = "runs/ladder.json"
    """The file in which games are kept; the command goes on from there."""


@dataclass(frozen=True)
class Pairing:
    """One `first` at a table whose other seats are all `second`'s."""

    game: str
    players: int
    first: str
    second: str

    def __str__(self) -> str:
        """As progress shows it."""
        return f"{self.game}, {self.players} players: {self.first} against {self.second}"


def aim(pairing: Pairing, config: LadderConfig) -> LadderConfig:
    """The configuration, its `half_width` the one that this pairing is to reach."""
    if _searches(pairing.first) or _searches(pairing.second):
        return config
    width = min(config.half_width, config.quick_half_width)
    return config.model_copy(update={"half_width": width})


def _searches(player: str) -> bool:
    return player.startswith("search:")


def pairings(games: Sequence[str], config: LadderConfig) -> list[Pairing]:
    """Every pairing of these games. Raises what a game says of a number of players."""
    shipped = {name for name, _ in pretrained_files()}
    found = []
    for name in games:
        rungs = [player for player in PLAYERS if player != PRETRAINED or name in shipped]
        for players in seats(load(name), config):
            found += [
                Pairing(name, players, first, second)
                for place, first in enumerate(rungs)
                for second in rungs[:place]
            ]
    return found


def seats(game: Game, config: LadderConfig) -> list[int]:
    """The numbers of players to look at. Raises BadSeats for one that the game does not have."""
    if config.players == "all":
        return list(range(game.min_seats, game.max_seats + 1))
    if config.players is None:
        return sorted({game.min_seats, game.max_seats})
    return [game.setup(config.players).players]


def key(pairing: Pairing) -> str:
    """Under which its games are kept; another version of the game or of its weights has another."""
    game = load(pairing.game)
    parts = [game.name, f"v{game.version}", game.layout.digest(), str(pairing.players)]
    for player in (pairing.first, pairing.second):
        parts.append(player)
        if _searches(player) and game.horizon is not None:
            parts.append(f"horizon {game.horizon}")
        if player == PRETRAINED:
            parts.append(file_digest(pretrained_file(game.name, pairing.players))[:16])
    return " ".join(parts)


def wanted_deals(shares: Sequence[float], config: LadderConfig) -> int:
    """How many deals a pairing needs, as far as one knows: done when that many are played.

    shares: what the first player won on each deal so far; config: with the pairing's `aim`. The
    intervals are looked at after certain deals, which follow from the shares alone: so an
    interrupted pairing ends where it would have ended, whatever blocks its deals were played in.
    """
    end = min(EARLY_DEALS, config.max_deals)
    while end <= len(shares):
        width = half_width(share_estimate(np.array(shares[:end])))
        if width <= config.half_width or end == config.max_deals:
            return end
        needed = end * (width / config.half_width) ** 2
        further = min(needed, MOST_GROWTH * end) - end
        end += FURTHER_DEALS * max(1, ceil(further / FURTHER_DEALS))
        end = min(end, config.max_deals)
    return end


def half_width(share: Estimate) -> float:
    """Half of its interval's width."""
    return (share.high - share.low) / 2


def expected_deals(players: int, config: LadderConfig) -> int:
    """What a pairing of equals needs, if games of a deal had nothing to do with one another."""
    fair = 1 / players
    games = fair * (1 - fair) * (_NORMAL / config.half_width) ** 2
    return min(config.max_deals, max(EARLY_DEALS, ceil(games / players)))
