"""Ratings from all games at once: maximum likelihood, with intervals by bootstrap over deals."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, log
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

Array = npt.NDArray[Any]

NOBODY = -1
POINTS_PER_FACTOR_TEN = 400
"""As in chess: a player rated 400 more is ten times as likely to come first."""
SCALE = POINTS_PER_FACTOR_TEN / log(10)
SEPARATED, POWER = 1.96, 0.84  # quantiles: a 95 % interval clear of zero, with a chance of 80 %
LOTS = (
    2000  # more deals than this are resampled in so many lots: a larger table, no better interval
)
_STEPS = 1000
_LONGEST_STEP = 0.5  # within it Newton's method cannot climb past the top of this likelihood
_CLOSE = 1e-10


@dataclass(frozen=True)
class Outcomes:
    """Who sat in each game and how it ended; the order of the games does not matter.

    seated [games, seats]: player numbers, NOBODY in an empty chair. places [games, seats]: 0 for
    the best, equal numbers for a tie. deals [games]: games of one number share their luck and are
    resampled together. players: how many there are, seated or not.
    """

    players: int
    seated: Array
    places: Array
    deals: Array


@dataclass(frozen=True)
class Tally:
    """All that the likelihood needs to know.

    wins [lots of deals, players]: how often somebody was chosen; faced [lots of deals, choices]:
    how often out of that choice; choices [choices, players]: how many seats of whom it consists of.
    """

    wins: Any
    faced: Any
    choices: Array


@dataclass(frozen=True)
class Ratings:
    """A rating per player, 0 being the opponent against whom the whole field would score one half.

    ratings [players]; samples [samples, players]: the same with every deal weighted at random.
    deals: how many there are.
    """

    ratings: Array
    samples: Array
    deals: int

    @property
    def low(self) -> Array:
        """Lower ends of the 95 % intervals [players]."""
        return np.percentile(self.samples, 2.5, axis=0)

    @property
    def high(self) -> Array:
        """Upper ends of the 95 % intervals [players]."""
        return np.percentile(self.samples, 97.5, axis=0)

    @cached_property
    def better(self) -> Array:
        """Probability [players, players] that the row's player is better than the column's."""
        first, second = self.samples[:, :, None], self.samples[:, None, :]
        chance: Array = (first > second).mean(axis=0) + (first == second).mean(axis=0) / 2
        return chance

    def more_deals(self, first: int, second: int) -> int | None:
        """How many more deals would separate two players; None if none would.

        If the difference seen now is the true one, then after so many more deals its 95 % interval
        leaves out zero with a probability of 80 %. 0: it does already.
        """
        differences = self.samples[:, first] - self.samples[:, second]
        low, high = np.percentile(differences, [2.5, 97.5])
        if low > 0 or high < 0:
            return 0
        difference = abs(self.ratings[first] - self.ratings[second])
        if difference < _CLOSE * SCALE:
            return None
        needed = ((SEPARATED + POWER) * float(differences.std()) / difference) ** 2
        return max(1, int(np.ceil(self.deals * (needed - 1))))


def rate(
    outcomes: Outcomes, *, whole_order: bool = False, samples: int = 1000, seed: int = 0
) -> Ratings:
    """Fit Plackett and Luce's model: those left take the next place in proportion to strength.

    whole_order=False looks at who came first alone, and shares that place among those tied for it:
    where all play equally often, more wins are then always a higher rating. whole_order=True uses
    every place, and averages over the orders that a tie leaves open.

    A prior of one drawn game against an opponent rated 0 keeps the rating of a player who won
    everything finite. In the samples (a Bayesian bootstrap) every deal has a random weight, and so
    has that game: a record without a loss still has the width that its length deserves.
    """
    tally = count(outcomes, whole_order)
    lots = tally.wins.shape[0]
    chance = np.random.default_rng(seed)
    level = np.ones((1, outcomes.players))
    best = _strongest(tally, np.ones((1, lots)), level, np.zeros((1, outcomes.players)))
    weights = chance.standard_exponential((samples, lots))
    priors = chance.standard_exponential((samples, outcomes.players))
    sampled = _strongest(tally, weights, priors, np.repeat(best, samples, axis=0))
    deals = len(np.unique(outcomes.deals))
    return Ratings(SCALE * _centred(best)[0], SCALE * _centred(sampled), deals)


def expected_share(ratings: Array) -> Array:
    """The part of the wins [k] that each of players rated `ratings` [k] would have at one table."""
    strengths = np.exp((ratings - ratings.max()) / SCALE)
    return np.asarray(strengths / strengths.sum())


def count(outcomes: Outcomes, whole_order: bool) -> Tally:
    """Reduce games to a Tally that is the same, bit for bit, in whatever order they come."""
    patterns, which = np.unique(_canonical(outcomes), axis=0, return_inverse=True)
    deals, when = np.unique(outcomes.deals, return_inverse=True)
    lots = min(len(deals), LOTS)
    cells = (np.ones(len(which)), (when.ravel() % lots, which.ravel()))
    seen = csr_array(cells, shape=(lots, len(patterns)))
    seen.sum_duplicates()
    wins = np.zeros((len(patterns), outcomes.players))
    faced: list[dict[tuple[int, ...], float]] = []
    for pattern, won in zip(patterns, wins, strict=True):
        faced.append(_whole_order(_levels(pattern), won) if whole_order else _first(pattern, won))
    groups = sorted({group for part in faced for group in part})
    numbers = {group: place for place, group in enumerate(groups)}
    per_pattern = np.zeros((len(patterns), len(numbers)))
    for part, row in zip(faced, per_pattern, strict=True):
        for group, weight in part.items():
            row[numbers[group]] = weight
    choices = np.zeros((len(numbers), outcomes.players))
    for group, place in numbers.items():
        for player in group:
            choices[place, player] += 1
    return Tally(seen @ csr_array(wins), seen @ csr_array(per_pattern), choices)


def _canonical(outcomes: Outcomes) -> Array:
    """Games [games, 2 x seats]: those seated by place and number, then their places."""
    taken = outcomes.seated != NOBODY
    last = outcomes.seated.shape[1]
    places = np.where(taken, outcomes.places, last)
    order = np.lexsort((outcomes.seated, places), axis=1)
    seated = np.take_along_axis(outcomes.seated, order, axis=1)
    return np.hstack((seated, np.take_along_axis(places, order, axis=1)))


def _levels(pattern: Array) -> list[list[int]]:
    """The players of a canonical game, tied ones together, best first."""
    seated, places = np.split(pattern, 2)
    levels: dict[int, list[int]] = {}
    for player, place in zip(seated, places, strict=True):
        if player != NOBODY:
            levels.setdefault(int(place), []).append(int(player))
    return list(levels.values())


def _first(pattern: Array, wins: Array) -> dict[tuple[int, ...], float]:
    levels = _levels(pattern)
    for player in levels[0]:
        wins[player] += 1 / len(levels[0])
    return {tuple(sorted(player for level in levels for player in level)): 1.0}


def _whole_order(levels: list[list[int]], wins: Array) -> dict[tuple[int, ...], float]:
    # The mean over all orders of those tied asks only which of them are gone, not in what order.
    faced: dict[tuple[int, ...], float] = {}
    left = [player for level in levels for player in level]
    for level in levels:
        below = left[len(level) :]
        for gone in range(len(level)):
            for still in combinations(level, len(level) - gone):
                group = tuple(sorted((*still, *below)))
                if len(group) > 1:  # the last one has no choice left
                    weight = 1 / comb(len(level), gone)
                    faced[group] = faced.get(group, 0.0) + weight
                    for player in still:
                        wins[player] += weight / len(still)
        left = below
    return faced


def _strongest(tally: Tally, weights: Array, priors: Array, start: Array) -> Array:
    """Log strengths [samples, players] of greatest likelihood, by Newton's method, all at once.

    weights [samples, deals]; priors [samples, players]: how often each drew with one rated 0.
    """
    wins = np.asarray(weights @ tally.wins) + priors / 2
    faced = np.asarray(weights @ tally.faced)
    strengths = start
    for _ in range(_STEPS):
        step = _newton_step(strengths, wins, faced, priors, tally.choices)
        longest = np.abs(step).max(axis=1, keepdims=True)
        strengths = strengths + step * np.minimum(1, _LONGEST_STEP / np.maximum(longest, _CLOSE))
        if longest.max() < _CLOSE:
            return np.asarray(strengths)
    raise ArithmeticError(f"ratings did not settle within {_STEPS} steps")


def _newton_step(
    strengths: Array, wins: Array, faced: Array, priors: Array, choices: Array
) -> Array:
    powers = np.exp(strengths)
    sums = powers @ choices.T
    once = faced / sums
    chosen = powers * (once @ choices)
    lone = powers / (1 + powers)
    slope = wins - chosen - priors * lone
    players = strengths.shape[1]
    pairs = (choices[:, :, None] * choices[:, None, :]).reshape(len(choices), -1)
    both = ((once / sums) @ pairs).reshape(-1, players, players)
    curve = -both * powers[:, :, None] * powers[:, None, :]
    here = np.arange(players)
    curve[:, here, here] += chosen + priors * lone * (1 - lone)
    return np.asarray(np.linalg.solve(curve, slope[:, :, None])[:, :, 0])


def _centred(strengths: Array) -> Array:
    """Shift each sample so that an opponent of strength 0 scores one half against the whole field.

    The mean would do as well, were it not that one hopeless player of uncertain strength would then
    make everybody's rating uncertain.
    """
    shift = np.median(strengths, axis=1, keepdims=True)
    for _ in range(_STEPS):
        scores = 1 / (1 + np.exp(shift - strengths))
        slope = (scores * (1 - scores)).sum(axis=1, keepdims=True)
        change = (scores - 0.5).sum(axis=1, keepdims=True) / slope
        shift = shift + np.clip(change, -1, 1)
        if np.abs(change).max() < _CLOSE:
            break
    return np.asarray(strengths - shift)
