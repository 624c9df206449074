"""MaskablePPO learns from decisions that we collect."""

import io
import zipfile

import numpy as np
import pytest
from stable_baselines3.common.logger import Logger

from sea_envs.core.learned import Learned, Policy
from sea_envs.core.table import Table
from tests.training.matching import CARD, CARDS, GAME, NAMED
from training.config import NetworkConfig, PpoConfig
from training.network import exported
from training.ppo import Buffer, load_parameters, make_learner, update
from training.rollout import Collector

NETWORK = NetworkConfig(trunk=[32], channels=[4], board=8)
PPO = PpoConfig(rows=128, steps=8, batch=256, epochs=2, learning_rate=0.01, entropy=0.003)


def taught(players, rounds, *, seed=0):
    """A learner after some rounds of mirror play."""
    setup = GAME.setup(players)
    learner = make_learner(GAME, PPO, NETWORK, seed=seed)
    learner.set_logger(Logger(None, []))
    one = Collector(Table(setup, PPO.rows, redeal=True), steps=PPO.steps, seed=seed)
    chance = np.random.default_rng(seed)
    for done in range(rounds):
        decisions = one.collect(played(learner, setup))
        buffer = Buffer(decisions, gamma=PPO.gamma, gae_lambda=PPO.gae_lambda, chance=chance)
        update(learner, buffer, progress=done / rounds)
    return learner


def played(learner, setup):
    facts = {"network": NETWORK.model_dump()}
    return Learned(Policy(facts, exported(learner.policy)), setup)


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_with_one_best_answer_is_solved(players):
    setup = GAME.setup(players)
    player = played(taught(players, 30), setup)
    table = Table(setup, 300)
    table.seed(1)
    table.deal()
    logits, _ = player.outputs(table.observations)
    held = table.states["cards"][table.all_rows, table.seats]
    odds = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    assert odds[table.all_rows, held].min() > 0.95


def test_the_value_knows_what_a_seat_will_be_paid():
    setup = GAME.setup(2)
    player = played(taught(2, 30), setup)
    # Whoever decides last on a card that was named already matches both: more points, a sure win.
    seen = np.zeros((2, GAME.layout.size), np.float32)
    seen[:, CARD : CARD + CARDS] = 1
    seen[:, NAMED + 1] = np.array([1, 2]) / CARDS
    _, values = player.outputs(seen)
    assert values[0] > values[1]


def test_the_same_seed_gives_the_same_weights_and_another_does_not():
    one, same, other = (exported(taught(2, 3, seed=seed).policy) for seed in (7, 7, 8))
    assert all((one[name] == same[name]).all() for name in one)
    assert not all((one[name] == other[name]).all() for name in one)


def test_minibatches_hold_every_known_decision_once_and_no_held_one():
    learner = make_learner(GAME, PPO, NETWORK, seed=0)
    setup = GAME.setup(3)
    one = Collector(Table(setup, 50, redeal=True), steps=5, seed=0)
    decisions = one.collect(played(learner, setup))
    assert len(decisions.held())
    buffer = Buffer(decisions, gamma=1, gae_lambda=1, chance=np.random.default_rng(0))
    parts = list(buffer.get(40))
    assert sum(len(part.actions) for part in parts) == len(decisions.known())
    assert max(len(part.actions) for part in parts) <= 60
    np.testing.assert_allclose(
        sorted(float(value) for part in parts for value in part.returns), sorted(buffer.returns)
    )


def test_no_minibatch_holds_a_single_decision():
    learner = make_learner(GAME, PPO, NETWORK, seed=0)
    learner.set_logger(Logger(None, []))
    setup = GAME.setup(3)
    one = Collector(Table(setup, 3, redeal=True), steps=5, seed=0)
    decisions = one.collect(played(learner, setup))
    buffer = Buffer(decisions, gamma=1, gae_lambda=1, chance=np.random.default_rng(0))
    assert len(buffer.known) > 2
    assert min(len(part.actions) for part in buffer.get(2)) >= 2
    before = exported(learner.policy)
    buffer.known = buffer.known[:1]
    update(learner, buffer, progress=0.5)
    assert all((exported(learner.policy)[name] == before[name]).all() for name in before)


def test_parameters_are_read_without_unpickling_anything():
    learner = taught(2, 1)
    room = io.BytesIO()
    learner.save(room)
    poisoned = io.BytesIO()
    with zipfile.ZipFile(room) as given, zipfile.ZipFile(poisoned, "w") as made:
        for name in given.namelist():
            content = given.read(name) if name != "data" else b'{":serialized:": "poison"}'
            made.writestr(name, content)
    other = make_learner(GAME, PPO, NETWORK, seed=5)
    load_parameters(other, poisoned.getvalue())
    for name, weight in exported(learner.policy).items():
        assert (exported(other.policy)[name] == weight).all()
    moments = other.policy.optimizer.state_dict()["state"]
    assert moments.keys() == learner.policy.optimizer.state_dict()["state"].keys() != set()
