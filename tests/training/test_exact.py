"""Learning and search against exact play, in a game small enough to be solved."""

from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest
from stable_baselines3.common.logger import Logger

from sea_envs.core.learned import Learned
from sea_envs.core.rng import seed_words
from sea_envs.core.search import Plan, Searcher
from sea_envs.core.table import Table
from tests.core import tiny
from tests.training import exact, last_round
from tests.training.exact import NOBODY, NOTHING, Array, Tree
from training.config import TrainConfig
from training.selfplay import SelfPlay
from training.yaml_config import make_config

ROUNDS = 300
"""Of regret minimisation, for the last round: enough for an exploitability below 0.001."""


@pytest.fixture(scope="module")
def tree() -> Tree:
    return exact.grow(last_round.SETUP, *last_round.deals())


@pytest.fixture(scope="module")
def perfect(tree: Tree) -> Array:
    """The equilibrium of the last round."""
    return exact.solve(tree, ROUNDS)


def kuhn() -> Tree:
    """Kuhn's poker of three cards: both lay 1, then pass or bet 1 more, fold or call."""
    folds, shows = {"bp": 1, "pbp": -1}, {"pp": 1, "bb": 2, "pbb": 2}
    histories = [(cards, "") for cards in permutations(range(3), 2)]
    parents, actions, levels = [NOTHING] * 6, [NOTHING] * 6, [slice(0, 6)]
    for _ in range(3):
        for number in range(levels[-1].start, levels[-1].stop):
            cards, bets = histories[number]
            for action in () if bets in {**folds, **shows} else (0, 1):
                histories.append((cards, bets + "pb"[action]))
                parents.append(number)
                actions.append(action)
        levels.append(slice(levels[-1].stop, len(histories)))
    views: dict[Any, int] = {}
    seats, pays, seen = [], [], []
    for cards, bets in histories:
        going = bets not in {**folds, **shows}
        seat = len(bets) % 2
        winner = 1 if cards[0] > cards[1] else -1
        pays.append(float(folds.get(bets, shows.get(bets, 0) * winner)))
        seats.append(seat if going else NOBODY)
        seen.append(views.setdefault((cards[seat], bets), len(views)) if going else NOTHING)
    nothing = np.zeros((len(views), 0))
    return Tree(
        parents=np.array(parents),
        actions=np.array(actions),
        seats=np.array(seats),
        pays=np.array(pays),
        views=np.array(seen),
        memories=np.array(seen),
        likelihood=np.full(6, 1 / 6),
        levels=levels,
        movers=np.array([len(bets) % 2 for _, bets in views]),
        examples=nothing,
        observations=nothing,
        masks=np.ones((len(views), 2)),
    )


def pearls(rounds: int = 1) -> tuple[Any, Array, Array]:
    """The tiny game with all its deals."""
    setup = tiny.GAME.setup(2, rounds=rounds)
    pearl = range(1, tiny.PEARLS + 1)
    hands = [(a, b) for a, b in product(combinations(pearl, 2), repeat=2) if not {*a} & {*b}]
    table = Table(setup, len(hands))
    for row, (one, other) in enumerate(hands):
        rest = [worth for worth in pearl if worth not in (*one, *other)]
        table.deal([row], setup.stacked(deck=[*one, *other, *rest]))
    return setup, table.states, np.full(len(hands), 1 / len(hands))


def pearls_margin(one: tuple[int, int], other: tuple[int, int]) -> dict[int, float]:
    """What seat 0 wins in one round of pearls by the pearl it lays, against the best answer."""
    worth: dict[int, float] = {}
    for laid in one:
        margins = []
        for answer in other:
            margin = sum(one) - laid - (sum(other) - answer)
            margins.append(margin + (tiny.BONUS if laid > answer else -tiny.BONUS))
        worth[laid] = min(margins)
    return worth


# The solver, on games with known values.


def test_kuhn_poker_is_solved() -> None:
    tree = kuhn()
    policy = exact.solve(tree, 300)
    assert exact.exploitability(tree, policy) < 1e-3
    assert exact.value(tree, policy) == pytest.approx(-1 / 18, abs=1e-3)


def test_even_play_of_kuhn_poker_loses_what_is_known() -> None:
    tree = kuhn()
    assert exact.value(tree, exact.evenly(tree)) == pytest.approx(1 / 8)
    assert exact.exploitability(tree, exact.evenly(tree)) == pytest.approx(11 / 24)


def test_one_round_of_pearls_is_worth_what_a_few_lines_count() -> None:
    """Seat 1 need not guess: what it laid and kept decides, whatever seat 0 kept."""
    setup, deals, likelihood = pearls()
    tree = exact.grow(setup, deals, likelihood, reward="margin")
    assert len(tree.parents) == len(deals) * (1 + 2 + 4)
    pearl = range(1, tiny.PEARLS + 1)
    best = []
    for one in combinations(pearl, 2):
        others = list(combinations([worth for worth in pearl if worth not in one], 2))
        answers = [pearls_margin(one, other) for other in others]
        best.append(max(np.mean([answer[laid] for answer in answers]) for laid in one))
    policy = exact.solve(tree, 200)
    low, high = exact.bounds(tree, policy)
    assert high - low < 1e-2
    assert low - 1e-9 <= np.mean(best) <= high + 1e-9


def test_a_tree_is_not_grown_past_chance() -> None:
    with pytest.raises(ValueError, match="chance has a hand"):
        exact.grow(*pearls(rounds=2))


# The last round of Sea Life.


def test_the_deal_is_as_likely_as_the_tree_says() -> None:
    table = Table(last_round.SETUP, 20_000)
    table.seed(1)
    table.deal()
    expected = {hands: last_round.likelihood(hands) for hands in last_round.hands_of(table.states)}
    assert sum(expected.values()) == pytest.approx(1), "every deal has come up"
    found = dict.fromkeys(expected, 0)
    for hands in last_round.hands_of(table.states):
        found[hands] += 1
    surprise = sum(
        (found[hands] - table.rows * share) ** 2 / (table.rows * share)
        for hands, share in expected.items()
    )
    freedom = len(expected) - 1
    assert surprise < freedom + 5 * np.sqrt(2 * freedom)


def test_the_last_round_is_solved_and_whoever_remembers_more_gains_nothing(
    tree: Tree, perfect: Array
) -> None:
    assert 10_000 < len(tree.parents) < 100_000
    assert exact.exploitability(tree, perfect) < 1e-3
    low, high = exact.bounds(tree, perfect)
    assert low <= exact.value(tree, perfect) <= high


def test_in_the_last_round_one_has_to_bluff(tree: Tree, perfect: Array) -> None:
    assert exact.exploitability(tree, exact.surest(perfect)) > 0.03
    assert exact.exploitability(tree, exact.evenly(tree)) > 0.5


def test_games_at_a_table_pay_the_value_of_the_tree(tree: Tree, perfect: Array) -> None:
    table = Table(last_round.SETUP, 10_000)
    table.seed(2)
    table.deal()
    numbers = {
        (seat, cells.tobytes(), mask.tobytes()): number
        for number, (seat, cells, mask) in enumerate(
            zip(tree.movers, tree.observations, tree.masks, strict=True)
        )
    }
    chance = np.random.default_rng(3)
    while not table.states["over"].all():
        shown = zip(table.seats, table.observations, table.masks, strict=True)
        views = [numbers[seat, cells.tobytes(), mask.tobytes()] for seat, cells, mask in shown]
        ladder = perfect[views].cumsum(axis=1)
        luck = chance.random((table.rows, 1)) * ladder[:, -1:]
        table.step((ladder <= luck).sum(axis=1))
    pays = table.pays[:, 0]
    error = pays.std() / np.sqrt(table.rows)
    assert pays.mean() == pytest.approx(exact.value(tree, perfect), abs=4 * error)


# Search and learning in it.


def searched(tree: Tree, simulations: int) -> Array:
    """The policy of a searcher, with chance of its own for every view."""
    searcher = Searcher(last_round.SETUP, Plan(simulations=simulations))
    actions = [
        searcher.think(state, int(seat), seed_words(view)).best
        for view, (state, seat) in enumerate(zip(tree.examples, tree.movers, strict=True))
    ]
    return np.eye(tree.masks.shape[1])[actions]


def losses(tree: Tree, policy: Array, perfect: Array) -> tuple[float, float]:
    """How much less than the value of the game a policy wins in each seat of perfect play."""
    worth = exact.value(tree, perfect)
    first = exact.value(tree, exact.seated(tree, policy, perfect))
    return worth - first, exact.value(tree, exact.seated(tree, perfect, policy)) - worth


def test_search_loses_little_against_perfect_play(tree: Tree, perfect: Array) -> None:
    assert max(losses(tree, searched(tree, 2000), perfect)) < 0.1
    assert min(losses(tree, exact.evenly(tree), perfect)) > 0.6, "not because nothing can be lost"


def trained(tree: Tree, decisions: int) -> tuple[Array, Array]:
    """The policy of a learner before and after mirror self-play."""
    config = make_config(
        TrainConfig,
        {
            "game": last_round.GAME.name,
            "decisions": decisions,
            "network": {"trunk": [64, 64]},
            "ppo": {
                "rows": 256,
                "steps": 32,
                "batch": 1024,
                "learning_rate": 3e-3,
                "gae_lambda": 1.0,
                "entropy": 0.03,
            },
        },
        source="test",
    )
    learner = SelfPlay(last_round.SETUP, config, Logger(None, []))
    before = _learnt(tree, learner)
    while learner.decisions < decisions:
        learner.update()
    return before, _learnt(tree, learner)


def _learnt(tree: Tree, learner: SelfPlay) -> Array:
    logits, _ = Learned(learner.policy(), last_round.SETUP).outputs(tree.observations)
    return exact.masked(tree, logits)


def test_self_play_becomes_harder_to_exploit(tree: Tree) -> None:
    before, after = trained(tree, 250_000)
    start = exact.exploitability(tree, before)
    assert start > 0.7
    assert exact.exploitability(tree, after) < 0.6 * start


@pytest.mark.slow
def test_self_play_approaches_exact_play(tree: Tree, perfect: Array) -> None:
    _, after = trained(tree, 700_000)
    assert exact.exploitability(tree, after) < 0.15
    assert exact.value(tree, after) == pytest.approx(exact.value(tree, perfect), abs=0.1)
    assert max(losses(tree, after, perfect)) < 0.1
