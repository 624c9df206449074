"""Whether "better than" is an order: who beats whom, the share of cycles, and the Nash average."""

from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog, minimize

from training.rating import LOTS, NOBODY, Outcomes

Array = npt.NDArray[Any]

_NOTHING = 1e-9


@dataclass(frozen=True)
class Meetings:
    """How players fared against each other in the games in which both sat.

    shares [players, players]: how often the row's player came before the column's, ties half, one
    half where they never met; samples [samples, players, players]: the same, every deal weighted
    at random; games [players, players]: how many pairs of seats that rests on.
    """

    shares: Array
    samples: Array
    games: Array

    @property
    def low(self) -> Array:
        """Lower ends of the 95 % intervals [players, players]."""
        return np.percentile(self.samples, 2.5, axis=0)

    @property
    def high(self) -> Array:
        """Upper ends of the 95 % intervals [players, players]."""
        return np.percentile(self.samples, 97.5, axis=0)

    @property
    def triples(self) -> int:
        """How many threes of players there are."""
        return comb(len(self.shares), 3)

    @cached_property
    def cycles(self) -> list[tuple[int, int, int]]:
        """The threes in which the first beats the second, that the third, and that the first."""
        return _cycles(self.shares > 0.5)

    @cached_property
    def certain_cycles(self) -> list[tuple[int, int, int]]:
        """Those cycles of which every link's 95 % interval lies above one half."""
        return _cycles(self.low > 0.5)

    @cached_property
    def cycle_share(self) -> tuple[float, float, float]:
        """The part of all threes that are cycles, and its 95 % interval; zeros for two players."""
        if not self.triples:
            return 0.0, 0.0, 0.0
        beats = (self.samples > 0.5).astype(np.float64)
        found = np.einsum("sij,sji->s", beats @ beats, beats) / 3 / self.triples
        low, high = np.percentile(found, [2.5, 97.5])
        return len(self.cycles) / self.triples, float(low), float(high)

    @cached_property
    def nash(self) -> Array:
        """The Nash average [players]: the most even of the mixtures that no player beats.

        Copies of a player share what one of them would have; who is beaten by it has nothing.
        """
        return nash_mixture(self.shares - 0.5)


def meetings(outcomes: Outcomes, *, samples: int = 1000, seed: int = 0) -> Meetings:
    """Compare every pair of players over the games in which both sat."""
    ahead, met = _pair_sums(outcomes)
    games = met.sum(axis=0)
    chance = np.random.default_rng(seed)
    weights = chance.standard_exponential((samples, len(met)))
    players = outcomes.players
    # As in the ratings, one drawn game of random weight leaves a spotless record its width.
    prior = np.triu(chance.standard_exponential((samples, players, players)), 1)
    prior += prior.transpose(0, 2, 1)
    flat = len(met), players * players
    won = (weights @ ahead.reshape(flat)).reshape(prior.shape) + prior / 2
    faced = (weights @ met.reshape(flat)).reshape(prior.shape) + prior
    sampled = np.where(games > 0, won / np.maximum(faced, _NOTHING), 0.5)
    shares = np.where(games > 0, ahead.sum(axis=0) / np.maximum(games, 1), 0.5)
    return Meetings(shares, sampled, games.astype(np.int64))


def nash_mixture(payoffs: Array) -> Array:
    """The optimal mixture of greatest entropy for an antisymmetric matrix [players, players]."""
    inside = _inner_mixture(payoffs)
    used = np.flatnonzero(inside > _NOTHING)
    part = payoffs[used]
    best = minimize(
        _negative_entropy,
        inside[used],
        jac=lambda mixture: np.log(np.maximum(mixture, _NOTHING)) + 1,
        bounds=[(0.0, 1.0)] * len(used),
        constraints=[
            {"type": "eq", "fun": lambda mixture: mixture.sum() - 1},
            {"type": "ineq", "fun": lambda mixture: part.T @ mixture, "jac": lambda _: part.T},
        ],
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 500},
    )
    mixture = inside.copy()
    if best.success:
        mixture[used] = np.clip(best.x, 0, None)
    return np.asarray(mixture / mixture.sum())


def _inner_mixture(payoffs: Array) -> Array:
    """An optimal mixture in which everybody has a part who has one in any optimal mixture."""
    players = len(payoffs)
    found = np.zeros((0, players))
    for player in range(players):
        if found[:, player].sum() <= _NOTHING:
            goal = np.zeros(players)
            goal[player] = -1
            best = linprog(
                goal,
                A_ub=-payoffs.T,
                b_ub=np.zeros(players),
                A_eq=np.ones((1, players)),
                b_eq=[1.0],
            )
            found = np.vstack((found, best.x))
    return np.asarray(found.mean(axis=0))


def _negative_entropy(mixture: Array) -> float:
    return float((mixture * np.log(np.maximum(mixture, _NOTHING))).sum())


def _pair_sums(outcomes: Outcomes) -> tuple[Array, Array]:
    """Pairs of seats with the row's player ahead, and all: each [lots, players, players]."""
    deals, when = np.unique(outcomes.deals, return_inverse=True)
    lots = min(len(deals), LOTS)
    ahead = np.zeros((lots, outcomes.players, outcomes.players))
    met = np.zeros_like(ahead)
    seats = outcomes.seated.shape[1]
    for here in range(seats):
        for there in range(seats):
            mine, other = outcomes.seated[:, here], outcomes.seated[:, there]
            both = (mine != other) & (mine != NOBODY) & (other != NOBODY)
            better = np.sign(outcomes.places[both, there] - outcomes.places[both, here])
            cells = when.ravel()[both] % lots, mine[both], other[both]
            # Halves and ones add up exactly, in whatever order the games come.
            np.add.at(ahead, cells, (1 + better) / 2)
            np.add.at(met, cells, 1.0)
    return ahead, met


def _cycles(beats: Array) -> list[tuple[int, int, int]]:
    players = len(beats)
    return [
        (first, second, third)
        for first in range(players)
        for second in range(first + 1, players)
        for third in range(first + 1, players)
        if beats[first, second] and beats[second, third] and beats[third, first]
    ]
