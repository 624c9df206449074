"""Exact play: the whole tree of a small game of two, its equilibrium, and what any policy loses.

For games in which nothing is left to chance after the deal. A tree is grown through a table; what a
seat knows is what the table showed it, never what lies in the state. A policy here is an array
[views, actions] of probabilities: like a learned one, it goes by what it sees now. The best reply
to it remembers all that it was ever shown, so that there is no stronger opponent.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.game import Setup
from sea_envs.core.table import Table

Array = npt.NDArray[Any]

NOBODY = NOTHING = -1
SEATS = np.arange(2)


@dataclass(frozen=True)
class Tree:
    """Every history of a game of two, n of them: first the deals, then level by level what follows.

    parents, actions [n]: after which history and decision, NOTHING for deals; seats [n]: who is to
    move, NOBODY at an end; pays [n]: what seat 1 pays seat 0 at an end; views [n]: the number of
    what the seat to move sees; memories [n]: of all that it was ever shown and did. likelihood
    [deals]. levels: where the histories of one length lie, the deals' first. movers [views]: whose
    view it is; examples [views]: a state in which it is seen; observations [views, cells], masks
    [views, actions]: what is seen.
    """

    parents: Array
    actions: Array
    seats: Array
    pays: Array
    views: Array
    memories: Array
    likelihood: Array
    levels: list[slice]
    movers: Array
    examples: Array
    observations: Array
    masks: Array


def grow(setup: Setup, deals: Array, likelihood: Array, *, reward: str = "win") -> Tree:
    """The tree of a game from its deals: states [deals], and how likely each of them is.

    Raises ValueError where chance has a hand in what follows a decision.
    """
    deals = deals.copy()
    deals["rng"] = 1  # four zeros would stay zeros, however much chance is asked
    table = _table_of(setup, deals, reward)
    parents, actions = np.full((2, table.rows), NOTHING)
    known = np.full((table.rows, len(SEATS)), NOTHING)
    chosen = known
    views: dict[Any, int] = {}
    memories: dict[Any, int] = {}
    histories: list[tuple[Array, ...]] = []
    levels: list[slice] = []
    shown: list[tuple[Array, ...]] = []
    while True:
        seats = np.where(table.states["over"], NOBODY, table.seats)
        known = _memories_of(table, seats, np.stack([known, chosen], axis=2), memories)
        mine = np.where(seats == NOBODY, NOTHING, known[table.all_rows, table.seats])
        before = len(views)
        seen = _views_of(table, seats, views)
        numbers, first = np.unique(seen, return_index=True)
        first = first[numbers >= before]
        shown.append(
            (table.seats[first], table.states[first], table.observations[first], table.masks[first])
        )
        start = levels[-1].stop if levels else 0
        levels.append(slice(start, start + table.rows))
        pays = table.pays[:, 0].astype(float)
        histories.append((parents, actions, seats, pays, seen, mine))
        rows, actions = np.nonzero(table.masks)
        if not len(rows):
            break
        parents, known = start + rows, known[rows]
        chosen = np.where(seats[rows, None] == SEATS, actions[:, None], NOTHING)
        table = _decided(table, rows, actions)
    return Tree(*_joined(histories), likelihood, levels, *_joined(shown))


def _joined(parts: list[tuple[Array, ...]]) -> Iterator[Array]:
    return (np.concatenate(column) for column in zip(*parts, strict=True))


def _table_of(setup: Setup, states: Array, reward: str) -> Table:
    table = Table(setup, len(states), reward=reward, on_illegal="raise")
    table.states[:] = states
    table.refresh()
    return table


def _decided(table: Table, rows: Array, actions: Array) -> Table:
    """A table with one row for every decision that can be taken in these rows."""
    after = _table_of(table.setup, table.states[rows], table.reward)
    chance = after.states["rng"].copy()
    after.step(actions)
    if not np.array_equal(chance, after.states["rng"]):
        raise ValueError("chance has a hand in what follows a decision")
    return after


def _views_of(table: Table, seats: Array, numbers: dict[Any, int]) -> Array:
    """The number of each mover's view."""
    return np.array(
        [
            NOTHING
            if seat == NOBODY
            else numbers.setdefault((int(seat), cells.tobytes(), mask.tobytes()), len(numbers))
            for seat, cells, mask in zip(seats, table.observations, table.masks, strict=True)
        ]
    )


def _memories_of(table: Table, movers: Array, before: Array, numbers: dict[Any, int]) -> Array:
    """Numbers [rows, seats] of what each seat knows; before [rows, seats, 2]: of what it knew a
    decision ago, and what it has done since."""
    known = np.empty((table.rows, len(SEATS)), np.int64)
    for seat in SEATS:
        shown = table.observe(table.all_rows, np.full(table.rows, seat))
        for row in table.all_rows:
            mask = table.masks[row].tobytes() if movers[row] == seat else b""
            key = (int(seat), *before[row, seat].tolist(), shown[row].tobytes(), mask)
            known[row, seat] = numbers.setdefault(key, len(numbers))
    return known


def evenly(tree: Tree) -> Array:
    """The policy that takes every legal action equally often."""
    return tree.masks / tree.masks.sum(axis=1, keepdims=True)


def masked(tree: Tree, logits: Array) -> Array:
    """The policy of a network's logits [views, actions]."""
    legal = np.where(tree.masks, logits, -np.inf)
    weights: Array = np.exp(legal - legal.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def surest(policy: Array) -> Array:
    """The policy that always takes the likeliest action."""
    return np.eye(policy.shape[1])[policy.argmax(axis=1)]


def seated(tree: Tree, policy: Array, other: Array) -> Array:
    """The policy that is `policy` in seat 0 and `other` in seat 1."""
    return np.where(tree.movers[:, None] == 0, policy, other)


def value(tree: Tree, policy: Array) -> float:
    """What seat 0 wins on average when both seats play the policy."""
    return float(tree.likelihood @ _worth(tree, _shares(tree, policy))[tree.levels[0]])


def best_reply(tree: Tree, policy: Array, seat: int) -> float:
    """The most that `seat` can win on average of a policy in the other one."""
    shares = _shares(tree, policy)
    reach = _reach(tree, np.where(tree.seats[tree.parents] == seat, 1.0, shares))
    worth = tree.pays.copy() if seat == 0 else -tree.pays
    actions = tree.masks.shape[1]
    for level in reversed(tree.levels[1:]):
        above = tree.parents[level]
        mine = tree.seats[above] == seat
        share = shares[level].copy()
        if mine.any():
            memories, places = np.unique(tree.memories[above[mine]], return_inverse=True)
            slots = places * actions + tree.actions[level][mine]
            size = len(memories) * actions
            gains = np.bincount(slots, (reach[level] * worth[level])[mine], size)
            gains[np.bincount(slots, minlength=size) == 0] = -np.inf
            best = gains.reshape(-1, actions).argmax(axis=1)
            share[mine] = best[places] == tree.actions[level][mine]
        _gather(worth, above, share * worth[level])
    return float(tree.likelihood @ worth[tree.levels[0]])


def exploitability(tree: Tree, policy: Array) -> float:
    """What a best reply wins of the policy, on average of both seats; 0 in an equilibrium."""
    return (best_reply(tree, policy, 0) + best_reply(tree, policy, 1)) / 2


def bounds(tree: Tree, policy: Array) -> tuple[float, float]:
    """Between which two numbers the value of the game for seat 0 lies, as this policy shows."""
    return -best_reply(tree, policy, 1), best_reply(tree, policy, 0)


def solve(tree: Tree, rounds: int) -> Array:
    """A policy near the equilibrium: the average of `rounds` of CFR+ (Tammelin, 2014).

    Whether it is near, only `exploitability` can tell: where a view forgets what mattered, this
    need not converge.
    """
    legal = tree.masks > 0
    regrets, total = np.zeros((2, *legal.shape))
    nodes = slice(tree.levels[0].stop, None)
    above = tree.parents[nodes]
    slots = tree.views[above] * legal.shape[1] + tree.actions[nodes]
    for turn in range(1, rounds + 1):
        for seat in SEATS:
            mine = tree.seats[above] == seat
            policy = _matched(regrets, legal)
            shares = _shares(tree, policy)
            worth = _worth(tree, shares) * (1 if seat == 0 else -1)
            others = _reach(tree, np.where(tree.seats[tree.parents] == seat, 1.0, shares))
            gains = others[above] * (worth[nodes] - worth[above]) * mine
            regrets += np.bincount(slots, gains, legal.size).reshape(legal.shape)
            np.maximum(regrets, 0, out=regrets)
            own = _reach(tree, np.where(tree.seats[tree.parents] == seat, shares, 1.0))
            total += turn * np.bincount(slots, own[nodes] * mine, legal.size).reshape(legal.shape)
    sums = total.sum(axis=1, keepdims=True)
    return np.where(sums > 0, total / np.where(sums > 0, sums, 1), evenly(tree))


def _matched(regrets: Array, legal: Array) -> Array:
    """Regret matching: in proportion to the regrets, evenly where there are none."""
    sums = regrets.sum(axis=1, keepdims=True)
    even = legal / legal.sum(axis=1, keepdims=True)
    return np.where(sums > 0, regrets / np.where(sums > 0, sums, 1), even)


def _shares(tree: Tree, policy: Array) -> Array:
    """How often the policy goes on to each history [n] from its parent; 1 for deals."""
    shares = policy[tree.views[tree.parents], tree.actions]
    shares[tree.levels[0]] = 1
    return shares


def _reach(tree: Tree, shares: Array) -> Array:
    """How likely each history [n] is if each follows its parent with these shares [n]."""
    reach = np.empty(len(tree.parents))
    reach[tree.levels[0]] = tree.likelihood
    for level in tree.levels[1:]:
        reach[level] = reach[tree.parents[level]] * shares[level]
    return reach


def _worth(tree: Tree, shares: Array) -> Array:
    """What seat 0 wins on average after each history [n]."""
    worth = tree.pays.copy()
    for level in reversed(tree.levels[1:]):
        _gather(worth, tree.parents[level], shares[level] * worth[level])
    return worth


def _gather(worth: Array, above: Array, parts: Array) -> None:
    """Add to the worth of each parent the parts that come from what follows it."""
    low = above[0]
    high = above[-1] + 1
    worth[low:high] += np.bincount(above - low, parts, high - low)
