"""Every seat's decisions, rewards and advantages are its own."""

import numpy as np
import pytest

from sea_envs.core.layers import shapes
from sea_envs.core.learned import Learned, Policy
from sea_envs.core.table import Table
from sea_envs.registry import GAMES, load
from tests.training.matching import CARDS, GAME
from training.config import NetworkConfig
from training.rollout import NONE, Collector, Decisions, advantages

NETWORK = NetworkConfig(trunk=[8], channels=[2], board=4).model_dump()


def some_policy(setup, seed=0):
    chance = np.random.default_rng(seed)
    game = setup.game
    weights = {
        name: (chance.standard_normal(shape) * 0.3).astype(np.float32)
        for name, shape in shapes(game.layout, game.actions.COUNT, NETWORK).items()
    }
    return Learned(Policy({"network": NETWORK}, weights), setup)


def collector(setup, *, rows=8, steps=16, seed=3, threads=1, reward="margin"):
    table = Table(setup, rows, reward=reward, redeal=True)
    return Collector(table, steps=steps, seed=seed, threads=threads)


def paid_to_deciders(one):
    """Make a collector's table write down what it pays to seats that decided, by seat."""
    table, step = one.table, one.table.step
    paid = np.zeros(table.setup.players)
    decided = np.zeros((table.rows, table.setup.players), bool)

    def recorded(actions):
        decided[table.all_rows, table.seats] = True
        step(actions)
        for row in np.flatnonzero(table.ended):
            paid[:] += table.pays[row, : len(paid)] * decided[row]
            decided[row] = False

    table.step = recorded
    return paid


def column_sums(taken, players):
    known = taken.known()
    return np.bincount(taken.seats[known], taken.rewards[known], minlength=players)


@pytest.mark.parametrize("game", GAMES)
def test_stored_rewards_of_each_seat_sum_to_what_the_table_paid_it(game):
    bundle = load(game)
    for players in range(bundle.min_seats, bundle.max_seats + 1):
        setup = bundle.setup(players)
        one = collector(setup, rows=4, steps=100)
        paid, stored = paid_to_deciders(one), np.zeros(players)
        policy, finished = some_policy(setup), 0
        while finished < 4:
            stored += column_sums(one.collect(policy), players)
            finished = len(one.finished)
        assert np.abs(paid).max() > 0
        # What a seat was paid is in the data at once: a finished game holds no decision back.
        np.testing.assert_allclose(stored, paid, rtol=1e-5, atol=1e-3)


@pytest.mark.parametrize("players", [2, 3])
def test_a_reward_stands_at_the_last_decision_of_its_seat(players):
    setup = GAME.setup(players)
    one = collector(setup, rows=4, steps=players)
    taken = one.collect(some_policy(setup))
    assert taken.over.all() and (taken.next == NONE).all()  # every game: one decision a seat
    by_row = taken.rewards.reshape(players, 4)
    seats = taken.seats.reshape(players, 4)
    assert (np.sort(seats, axis=0) == np.arange(players)[:, None]).all()
    np.testing.assert_allclose(by_row.sum(axis=0), 0, atol=1e-6)


def test_the_last_decision_of_a_seat_is_held_until_it_is_known_what_came_of_it():
    setup = GAME.setup(2)
    one = collector(setup, rows=5, steps=1)
    policy = some_policy(setup)
    first = one.collect(policy)
    assert len(first.known()) == 0 and len(first.held()) == 5
    seen = first.observations.copy()
    second = one.collect(policy)
    assert len(second.actions) == 10 and len(second.known()) == 10
    assert (second.observations[:5] == seen).all()


def test_a_decision_is_followed_by_the_next_one_of_its_seat():
    setup = load(GAMES[0]).setup(3)
    one = collector(setup, rows=6, steps=40)
    for _ in range(3):
        taken = one.collect(some_policy(setup))
        linked = np.flatnonzero(taken.next != NONE)
        assert (taken.next[linked] > linked).all()
        assert (taken.seats[taken.next[linked]] == taken.seats[linked]).all()
        assert len(np.unique(taken.next[linked])) == len(linked)
        assert not (taken.over & (taken.next != NONE)).any()


def test_no_decision_is_handed_out_twice_or_lost():
    setup = load(GAMES[0]).setup(2)
    one = collector(setup, rows=6, steps=25)
    handed = taken = 0
    for _ in range(4):
        handed += len(one.collect(some_policy(setup)).known())
        taken += one.taken
        assert 25 * 6 <= one.taken < 26 * 6
    assert handed + one.saved()["held.actions"].shape[0] == taken


@pytest.mark.parametrize("game", GAMES)
def test_what_is_stored_was_a_choice(game):
    setup = load(game).setup(2)
    taken = collector(setup).collect(some_policy(setup))
    assert (taken.masks.sum(axis=1) > 1).all()


def test_log_probabilities_are_those_of_the_policy():
    setup = load(GAMES[0]).setup(2)
    policy = some_policy(setup)
    taken = collector(setup).collect(policy)
    logits, values = policy.outputs(taken.observations)
    legal = np.where(taken.masks == 1, logits.astype(float), -np.inf)
    logs = legal - np.log(np.exp(legal).sum(axis=1, keepdims=True))
    wanted = np.take_along_axis(logs, taken.actions[:, None], 1)[:, 0]
    np.testing.assert_allclose(taken.logs, wanted, atol=1e-5)
    assert (taken.values == values).all()
    assert np.take_along_axis(taken.masks, taken.actions[:, None], 1).all()


def test_threads_change_nothing():
    setup = load(GAMES[0]).setup(2)
    alone, shared = collector(setup, threads=1), collector(setup, threads=3)
    for _ in range(2):
        one, two = (each.collect(some_policy(setup)) for each in (alone, shared))
        for name, column in vars(one).items():
            assert (column == getattr(two, name)).all(), name


def test_a_restored_collector_goes_on_identically():
    setup = load(GAMES[0]).setup(3)
    policy = some_policy(setup)
    one, other = collector(setup), collector(setup, seed=99)
    one.collect(policy)
    saved = one.saved()
    other.restore(saved)
    for _ in range(3):
        mine, theirs = one.collect(policy), other.collect(policy)
        for name, column in vars(mine).items():
            assert (column == getattr(theirs, name)).all(), name
    assert one.finished == other.finished


def test_advantages_follow_a_hand_table():
    # Seat A decides 0, 2, 4 and is paid 1 at the end; seat B decides 1, 3 and its game goes on.
    decisions = Decisions(
        observations=np.zeros((5, 1), np.float32),
        masks=np.ones((5, CARDS), np.int8),
        actions=np.zeros(5, np.int64),
        logs=np.zeros(5, np.float32),
        values=np.array([0.5, 0.2, 0.25, 0.4, 0.0], np.float32),
        seats=np.array([0, 1, 0, 1, 0]),
        rewards=np.array([0, 0.1, 0, 0, 1], np.float32),
        next=np.array([2, 3, 4, NONE, NONE]),
        over=np.array([False, False, False, False, True]),
    )
    out = np.empty(5, np.float32)
    advantages(decisions.rewards, decisions.values, decisions.next, decisions.over, 0.9, 0.5, out)
    at_4 = 1 - 0.0
    at_2 = 0 + 0.9 * 0.0 - 0.25 + 0.9 * 0.5 * at_4
    at_0 = 0 + 0.9 * 0.25 - 0.5 + 0.9 * 0.5 * at_2
    at_1 = 0.1 + 0.9 * 0.4 - 0.2  # what stands for the rest is the value of B's own decision 3
    np.testing.assert_allclose(out, [at_0, at_1, at_2, 0, at_4], rtol=1e-6)
    assert decisions.known().tolist() == [0, 1, 2, 4] and decisions.held().tolist() == [3]
