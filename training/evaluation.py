"""How much better a player is: deals with all seat rotations, and 95 % intervals over deals."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from sea_envs.core.errors import BadSeats
from sea_envs.core.game import Setup
from sea_envs.core.rng import WORDS, luck_rows
from sea_envs.core.table import Table
from sea_envs.players import AnyPlayer, ask

Array = npt.NDArray[Any]
Watch = Callable[[Array, Array], None]

ROWS = 4096  # games side by side; more only costs memory
_DEALS_APART = 1 << 32
FORFEIT = 3  # in `Games.ended`, as `Table.ended` counts


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        """Mean and interval, as tables show them."""
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


@dataclass(frozen=True)
class Games:
    """Finished games.

    points, shares, pays [games, seats]: what the rules count; the part of a win (ties share, who
    forfeits has none); what the table paid. decisions, ended [games], the latter as in
    `Table.ended`.
    """

    points: Array
    shares: Array
    pays: Array
    decisions: Array
    ended: Array


@dataclass(frozen=True)
class Evaluation:
    """How a player did against opponents, every deal played once from every seat.

    win_share: its part of the wins, fair share 1 / players. points: its own. lead: its points less
    the mean of the others' in the same game. share_by_deal, lead_by_deal [deals]: means over the
    rotations.
    """

    deals: int
    games: int
    win_share: Estimate
    points: Estimate
    lead: Estimate
    decisions: float
    share_by_deal: Array
    lead_by_deal: Array


def evaluate(
    setup: Setup,
    player: AnyPlayer,
    opponents: Sequence[AnyPlayer],
    *,
    deals: int = 500,
    seed: int = 0,
) -> Evaluation:
    """Play `deals` deals from every seat. opponents: one for all other seats, or one per other
    seat.

    The same seed gives the same deals whoever plays, so that two evaluations can be compared deal
    by deal.
    """
    seats = setup.players
    if len(opponents) not in (1, seats - 1):
        raise BadSeats(
            f"{len(opponents)} opponents for {seats} players: possible: 1 or {seats - 1}"
        )
    if deals < 2:
        raise BadSeats(f"deals={deals}: at least 2, or there is no interval")
    others = list(opponents) * (1 if len(opponents) == seats - 1 else seats - 1)
    seating = np.tile(rotations(seats), (deals, 1))
    games = play(
        setup, [player, *others], seating, deals=np.repeat(np.arange(deals), seats), seed=seed
    )
    mine = seating == 0
    points = games.points[mine]
    lead = points - (games.points.sum(axis=1) - points) / (seats - 1)
    share_by_deal = _by_deal(games.shares[mine], seats)
    lead_by_deal = _by_deal(lead, seats)
    return Evaluation(
        deals=deals,
        games=len(seating),
        win_share=share_estimate(share_by_deal),
        points=estimate(_by_deal(points, seats)),
        lead=estimate(lead_by_deal),
        decisions=float(games.decisions.mean()),
        share_by_deal=share_by_deal,
        lead_by_deal=lead_by_deal,
    )


def difference(first: Evaluation, second: Evaluation) -> Estimate:
    """How much larger the first win share is than the second, over the same deals."""
    return estimate(first.share_by_deal - second.share_by_deal)


def rotations(seats: int) -> Array:
    """Seatings [seats, seats] in which everybody sits everywhere once: player number by seat."""
    return (np.arange(seats)[None, :] - np.arange(seats)[:, None]) % seats


def play(
    setup: Setup,
    players: Sequence[AnyPlayer],
    seating: Array,
    *,
    deals: Array,
    seed: int,
    reward: str = "win",
    watch: Watch | None = None,
) -> Games:
    """Play a game for every row of `seating` [games, seats]: the number of the player in each seat.

    deals [games]: games with the same number begin with the same chance. Each game's outcome
    depends on the seed, its deal and its seating alone. watch: called after every decision with
    games [k] and actions [k]; the deal of a game is that of `Play.begin(deal_seed(seed, deal))`.
    """
    count = len(seating)
    games = Games(
        np.zeros((count, setup.players)),
        np.zeros((count, setup.players)),
        np.zeros((count, setup.players)),
        np.zeros(count, np.int64),
        np.zeros(count, np.int8),
    )
    for start in range(0, count, ROWS):
        part = slice(start, min(start + ROWS, count))
        told = _shifted(watch, start)
        table = Table(setup, part.stop - start, reward=reward)
        table.seed([deal_seed(seed, int(deal)) for deal in deals[part]])
        chance = np.array(
            [
                _chance_words(seed, int(deal), chairs)
                for deal, chairs in zip(deals[part], seating[part], strict=True)
            ]
        )
        _play_table(table, players, seating[part], chance, told)
        _write_down(table, games, part)
    return games


def deal_seed(seed: int, deal: int) -> int:
    """The seed with which a deal can be played again."""
    return seed * _DEALS_APART + deal


def estimate(values: Array) -> Estimate:
    """Mean and Student's 95 % interval of independent values [k], k > 1."""
    mean = float(values.mean())
    half = _quantile(len(values)) * float(values.std(ddof=1)) / sqrt(len(values))
    return Estimate(mean, mean - half, mean + half)


def share_estimate(by_deal: Array) -> Estimate:
    """Mean and 95 % interval of shares in [0, 1], one value per deal.

    Wilson's interval for as many independent games as would spread the mean that much: it never
    leaves [0, 1] and keeps a width when every game was won.
    """
    deals = len(by_deal)
    mean = float(by_deal.mean())
    variance = float(by_deal.var(ddof=1)) / deals
    size = mean * (1 - mean) / variance if variance > 0 else float(deals)
    wide = _quantile(deals) ** 2 / size
    centre = (mean + wide / 2) / (1 + wide)
    half = sqrt(wide * mean * (1 - mean) + wide * wide / 4) / (1 + wide)
    return Estimate(mean, centre - half, centre + half)


def _quantile(count: int) -> float:
    return float(stdtrit(count - 1, 0.975))


def _by_deal(values: Array, seats: int) -> Array:
    means: Array = values.reshape(-1, seats).mean(axis=1)
    return means


def _chance_words(seed: int, deal: int, chairs: Array) -> Array:
    # The players' chance follows from who sits where, never from a game's place in a batch.
    sequence = np.random.SeedSequence(seed, spawn_key=(deal, *map(int, chairs)))
    return sequence.generate_state(WORDS, np.uint32)


def _play_table(
    table: Table, players: Sequence[AnyPlayer], seating: Array, chance: Array, watch: Watch | None
) -> None:
    for someone in players:
        someone.reset(table.all_rows)
    table.deal()
    rows = table.all_rows
    while len(rows):
        whose = seating[rows, table.seats[rows]]
        luck = luck_rows(rows, chance)
        actions = np.empty(len(rows), np.int64)
        for number, someone in enumerate(players):
            places = np.flatnonzero(whose == number)
            if len(places):
                actions[places] = ask(someone, table, rows[places], luck[places])
        table.step(actions, rows)
        if watch is not None:
            watch(rows, actions)
        rows = rows[table.ended[rows] == 0]


def _write_down(table: Table, games: Games, part: slice) -> None:
    seats = table.setup.players
    points, standings = table.scores()
    games.points[part] = points[:, :seats]
    games.pays[part] = table.pays[:, :seats]
    games.decisions[part] = table.states["decisions"]
    games.ended[part] = table.ended
    won = standings[:, :seats] == standings[:, :seats].max(axis=1, keepdims=True)
    forfeits = np.flatnonzero(table.ended == FORFEIT)
    won[forfeits] = True
    won[forfeits, table.seats[forfeits]] = False
    games.shares[part] = won / won.sum(axis=1, keepdims=True)


def _shifted(watch: Watch | None, start: int) -> Watch | None:
    if watch is None:
        return None
    return lambda rows, actions: watch(rows + start, actions)
