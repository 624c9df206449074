"""What a tournament plays: its configuration, and the deals and seatings that follow from it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import ceil, comb
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field

from sea_envs.core.errors import SeaError
from sea_envs.core.game import Setup
from sea_envs.registry import load
from training.evaluation import rotations
from training.yaml_config import Options, Strict

Array = npt.NDArray[Any]

MOST_GROUPS = 64
"""Of up to so many groups of players all play every deal; of more, some, in balance."""
ROUND = 64  # deals
_DRAWN = 40  # steps to choose from
SWIFT, SWIFT_BATCH, SLOW_BATCH = ("random", "heuristic", "checkpoint", "pretrained"), 1024, 32
EARLY_BLOCKS = 8
GROWTH = 1.5
_EVENTS_APART = 1000


class Entrant(Strict):
    """A player under a name of its own."""

    name: str
    """How tables call it."""
    player: str
    """What it is, as `sea_envs.players.player` takes it; `{game}` and `{seats}` are filled in."""


class EventConfig(Strict):
    """Games of one kind."""

    game: str
    """The game's name."""
    seats: int | list[int] = 2
    """Seats at the table; several numbers are several events."""
    options: Options = {}
    """Rule options of the game that differ from its defaults."""
    players: list[str] | None = None
    """Names of those who play here; by default everybody."""


class Until(Strict):
    """When an event has been played often enough."""

    half_width: float = Field(gt=0, lt=1)
    """It ends when no player's win share has a 95 % interval wider than twice this."""
    max_deals: int = Field(100_000, ge=2)
    """It ends after so many deals in any case."""


class TournamentConfig(Strict):
    """One tournament."""

    players: list[str | Entrant] = Field(min_length=2, max_length=500)
    """Who plays: `random`, `heuristic`, `search:N`, `checkpoint:PATH`, `module:factory` ..."""
    events: list[EventConfig] = Field(min_length=1)
    """What is played."""
    deals: int = Field(500, ge=2)
    """Deals per event; each is played in all seat rotations."""
    until: Until | None = None
    """Instead of `deals`: play until the intervals are narrow."""
    reward: Literal["win", "rank", "margin"] = "win"
    """What is played for; with `win` ratings ask who came first, otherwise for the whole order."""
    seed: int = Field(0, ge=0)
    """Fixes every deal and every player's chance."""
    batch: int | None = Field(None, ge=1, le=4096)
    """Games played side by side and kept together; by default 1024, or 32 with slow players."""
    record_every: int = Field(1000, ge=0)
    """Of every so-manieth game all decisions are kept, and of the first deal's; 0: these only."""
    retire_after: int = Field(20, ge=1)
    """A player that forfeited so many games is seated no more."""
    seconds: float = Field(1.0, gt=0)
    """Time for a decision of a player that is not built in."""
    memory: int = Field(1024, ge=16)
    """Megabytes for a player that is not built in, beyond what Python and sea_envs take."""
    replays: int = Field(10, ge=0)
    """Games to step through in the report: one for each pair of players, up to so many."""
    samples: int = Field(1000, ge=100)
    """Samples of the bootstrap."""
    engine: Literal["local", "ray"] = "local"
    """Where games are played: on this machine, or on a Ray cluster. Results do not depend on it."""
    cluster: str = "local"
    """With `engine: ray`, the cluster's address; `auto` finds one, `local` starts one here."""
    workers: int | None = Field(None, ge=1)
    """Processes; by default one per processor core. Results do not depend on it."""
    run: str | None = None
    """The run's directory; by default `runs/tournament/` and the name of the configuration file."""

    @property
    def entrants(self) -> list[Entrant]:
        """The players, each with a name."""
        return [
            Entrant(name=given, player=given) if isinstance(given, str) else given
            for given in self.players
        ]

    @property
    def most_deals(self) -> int:
        """No event has more deals."""
        return self.until.max_deals if self.until else self.deals


class BadPlan(SeaError):
    """A tournament that cannot be played as it was described."""


@dataclass(frozen=True)
class Event:
    """Games of one kind. entrants: numbers of the players; seed: of its deals."""

    number: int
    setup: Setup
    entrants: tuple[int, ...]
    seed: int

    @property
    def title(self) -> str:
        """Game, seats and options in words."""
        defaults = {name: option.default for name, option in self.setup.game.options.items()}
        changed = [
            f"{name}={value}"
            for name, value in self.setup.options.items()
            if value != defaults[name]
        ]
        return ", ".join([self.setup.game.title, f"{self.setup.players} seats", *changed])


@dataclass(frozen=True)
class Block:
    """Deals first..first + count - 1 of an event for these players, played and kept as a whole."""

    event: int
    first: int
    count: int
    entrants: tuple[int, ...]


def events(config: TournamentConfig) -> list[Event]:
    """The events of a tournament. Raises BadPlan, or what the game says of seats and options."""
    names = [entrant.name for entrant in config.entrants]
    twice = [name for place, name in enumerate(names) if name in names[:place]]
    if twice:
        possible = f"{{name: another name, player: {twice[0]}}}"
        raise BadPlan(f"two players are called {twice[0]!r}; possible: {possible}")
    found: list[Event] = []
    for part in config.events:
        wanted = names if part.players is None else part.players
        strangers = [name for name in wanted if name not in names]
        if strangers or len(set(wanted)) < 2:
            given = strangers[0] if strangers else wanted
            possible = f"two or more of {', '.join(names)}"
            raise BadPlan(f"event {part.game!r} with players {given!r}: possible: {possible}")
        entrants = tuple(names.index(name) for name in names if name in wanted)
        for seats in [part.seats] if isinstance(part.seats, int) else part.seats:
            setup = load(part.game).setup(seats, **part.options)
            seed = config.seed * _EVENTS_APART + len(found)
            found.append(Event(len(found), setup, entrants, seed))
    if len(found) > _EVENTS_APART:
        raise BadPlan(f"{len(found)} events: possible: up to {_EVENTS_APART}")
    return found


def groups(event: Event, deal: int, entrants: Sequence[int]) -> Array:
    """Who meets on a deal, in the order round the table: player numbers [groups, seats].

    Everybody holds equally many of the seats. Few players meet in all combinations. Many sit in a
    circle, and each meets those some steps further on; over a round of deals, after which the
    circle is drawn anew, all pairs meet about equally often. Too few for the table hold several
    seats each.
    """
    seats = event.setup.players
    if len(entrants) >= seats and comb(len(entrants), seats) <= MOST_GROUPS:
        found = np.array(list(combinations(entrants, seats)))
        return np.random.default_rng([event.seed, deal]).permuted(found, axis=1)
    turn, place = divmod(deal, ROUND)
    circle = np.random.default_rng([event.seed, turn]).permutation(np.array(entrants))
    steps = np.array(_steps(len(entrants), seats)[place])
    return np.asarray(circle[(np.arange(len(circle))[:, None] + steps) % len(circle)])


def seatings(event: Event, deal: int, entrants: Sequence[int]) -> Array:
    """Every game of a deal: player numbers [games, seats], the rotations of each group together."""
    turns = rotations(event.setup.players)
    return np.asarray(groups(event, deal, entrants)[:, turns].reshape(-1, event.setup.players))


def block_deals(config: TournamentConfig, event: Event) -> int:
    """How many deals make a block."""
    swift = all(
        config.entrants[player].player.partition(":")[0] in SWIFT for player in event.entrants
    )
    games = config.batch or (SWIFT_BATCH if swift else SLOW_BATCH)
    return max(1, games // len(seatings(event, 0, event.entrants)))


def stages(config: TournamentConfig, event: Event) -> Iterator[tuple[int, int]]:
    """The deals (first, end) of stage after stage, endless; empty when the most deals are reached.

    Between stages, when all their games are known, players retire and events end: so neither
    depends on which games happened to be finished first.
    """
    size, end = block_deals(config, event), 0
    while True:
        # The first stage is short: a player that fails always should not fail for long. But an
        # event may end with it, and one deal is too few for an interval.
        first_blocks = ceil(2 / size)
        further = max(EARLY_BLOCKS, ceil(end * (GROWTH - 1) / size)) if end else first_blocks
        first, end = end, min(end + further * size, config.most_deals)
        yield first, end


def blocks(
    config: TournamentConfig, event: Event, deals: Sequence[int], entrants: Sequence[int]
) -> list[Block]:
    """Blocks for these deals, ascending; consecutive ones together as far as a block goes."""
    size = block_deals(config, event)
    found: list[Block] = []
    for deal in deals:
        last = found[-1] if found else None
        if last and last.first + last.count == deal and deal % size:
            found[-1] = Block(event.number, last.first, last.count + 1, last.entrants)
        else:
            found.append(Block(event.number, deal, 1, tuple(entrants)))
    return found


@lru_cache(maxsize=64)
def _steps(players: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """For each deal of a round, how far apart those sit who meet: steps from the first of them.

    Two players so many steps apart meet as often as that number stands between two of the steps, so
    of some steps drawn at random those are taken that are still wanting.
    """
    if players < seats:
        return (tuple(range(seats)),) * ROUND
    chance = np.random.default_rng([players, seats])
    times = np.zeros(players)
    found = []
    for _ in range(ROUND):
        drawn = [chance.permutation(players)[:seats] for _ in range(_DRAWN)]
        totals = [times + _between(steps, players) for steps in drawn]
        best = min(range(_DRAWN), key=lambda draw: float((totals[draw] ** 2).sum()))
        times = totals[best]
        found.append(tuple(map(int, drawn[best])))
    return tuple(found)


def _between(steps: Array, players: int) -> Array:
    """How often each distance [players] is one between two of the steps."""
    apart = (steps[:, None] - steps)[~np.eye(len(steps), dtype=bool)] % players
    return np.bincount(apart, minlength=players)


def specification(entrant: Entrant, event: Event) -> str:
    """What a player is in an event, with the names of game and seats filled in."""
    filled = entrant.player.replace("{game}", event.setup.game.name)
    return filled.replace("{seats}", str(event.setup.players))
