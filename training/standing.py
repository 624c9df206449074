"""What the games of a tournament say about its players: shares, points, differences, ratings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from training.evaluation import Estimate, estimate, share_estimate
from training.rating import NOBODY, Outcomes, Ratings, rate
from training.results import Record
from training.transitivity import Meetings, meetings

Array = npt.NDArray[Any]

_DEALS_APART = 1 << 40


@dataclass(frozen=True)
class Line:
    """One player's record.

    share: its part of the wins in its games; points: per game, None where games of several kinds
    are thrown together; pay: per game; behind: how much less it scored than the leader on the deals
    both played, in win share if that is what was played for, else in pay; None for the leader.
    """

    player: int
    games: int
    deals: int
    share: Estimate
    points: Estimate | None
    pay: Estimate
    behind: Estimate | None
    rating: Estimate
    forfeits: int


@dataclass(frozen=True)
class Standing:
    """A table of players, best first, and what it rests on. players: their numbers in `ratings`."""

    title: str
    lines: tuple[Line, ...]
    players: tuple[int, ...]
    ratings: Ratings
    meetings: Meetings


def standing(title: str, records: Sequence[Record], *, reward: str, samples: int) -> Standing:
    """The table of these events together. Needs games on two deals at least."""
    seen = np.unique(np.concatenate([record.seating.ravel() for record in records]))
    together = outcomes(records, seen)
    ratings = rate(together, whole_order=reward != "win", samples=samples)
    shares = by_deal(records, seen, "shares")
    pays = by_deal(records, seen, "pay")
    points = by_deal(records, seen, "points") if len(records) == 1 else None
    scores = shares if reward == "win" else pays
    low, high = ratings.low, ratings.high
    # Rounded, so that players of equal record stand in the order in which they were named.
    order = list(np.argsort(-np.round(ratings.ratings, 6), kind="stable"))
    leader = order[0]
    lines = [
        Line(
            player=int(seen[place]),
            games=sum(int((record.seating == seen[place]).any(axis=1).sum()) for record in records),
            deals=int((~np.isnan(shares[:, place])).sum()),
            share=share_estimate(_known(shares[:, place])),
            points=None if points is None else estimate(_known(points[:, place])),
            pay=estimate(_known(pays[:, place])),
            behind=None
            if place == leader
            else _difference(scores[:, leader] - scores[:, place], reward),
            rating=Estimate(float(ratings.ratings[place]), float(low[place]), float(high[place])),
            forfeits=sum(int((record.forfeiters == seen[place]).sum()) for record in records),
        )
        for place in order
    ]
    met = meetings(together, samples=samples)
    return Standing(title, tuple(lines), tuple(map(int, seen)), ratings, met)


def outcomes(records: Sequence[Record], players: Array) -> Outcomes:
    """Who came before whom by pay, player numbers as places in `players`."""
    seats = max(record.seating.shape[1] for record in records)
    seated, places, deals = [], [], []
    for event, record in enumerate(records):
        spare = ((0, 0), (0, seats - record.seating.shape[1]))
        ahead = (record.pay[:, None, :] > record.pay[:, :, None]).sum(axis=2)
        numbers = np.searchsorted(players, record.seating)
        seated.append(np.pad(numbers, spare, constant_values=NOBODY))
        places.append(np.pad(ahead, spare))
        deals.append(event * _DEALS_APART + record.deals)
    return Outcomes(
        len(players), np.concatenate(seated), np.concatenate(places), np.concatenate(deals)
    )


def by_deal(records: Sequence[Record], players: Array, what: str) -> Array:
    """Each player's mean over its games of a deal: [deals of all events, players], NaN for none."""
    found = []
    for record in records:
        deals, which = np.unique(record.deals, return_inverse=True)
        cells = which[:, None] * len(players) + np.searchsorted(players, record.seating)
        size = len(deals) * len(players)
        sums = np.bincount(cells.ravel(), getattr(record, what).ravel(), minlength=size)
        counts = np.bincount(cells.ravel(), minlength=size)
        means = np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)
        found.append(means.reshape(len(deals), len(players)))
    return np.concatenate(found)


def _known(values: Array) -> Array:
    return values[~np.isnan(values)]


def _difference(differences: Array, reward: str) -> Estimate | None:
    known = _known(differences)
    if len(known) < 2:
        return None
    if reward != "win":
        return estimate(known)
    # A difference of shares lies in [-1, 1]: taken as a share its interval ends there, too.
    half = share_estimate((known + 1) / 2)
    return Estimate(2 * half.mean - 1, 2 * half.low - 1, 2 * half.high - 1)
