"""A residual policy begins as the heuristic, and is told what that would do wherever it decides."""

import numpy as np
import pytest
from stable_baselines3.common.logger import Logger

from sea_envs.core.learned import Learned, advice, advised
from sea_envs.players import Heuristic
from sea_envs.registry import GAMES, load
from tests.training.tables import some_table
from training.config import TrainConfig
from training.evaluation import evaluate
from training.imitation import lesson
from training.rllib.config import RllibConfig
from training.selfplay import SelfPlay
from training.yaml_config import BadConfig, make_config

PPO = {"rows": 32, "steps": 8, "batch": 64, "epochs": 1}


def trainer(game="snorkeling", players=2, trust="learnt", **given):
    network = {"trunk": [16], "channels": [], "board": 4, "sight": 4, "residual": 6.0}
    network["trust"] = trust
    config = TrainConfig(game=game, players=players, network=network, ppo=PPO, **given)
    return SelfPlay(load(game).setup(players), config, Logger(None, []))


def some_decisions(game, players):
    table = some_table(game, players, rows=24, decisions=30)
    chance = np.random.default_rng(3).random(24)
    return table.observations.copy(), table.masks.copy(), table.seats.copy(), chance


@pytest.mark.parametrize("game", GAMES)
def test_it_begins_as_the_heuristic(game):
    bundle = load(game)
    players = bundle.max_seats
    learner = trainer(game, players)
    policy = Learned(learner.policy(), bundle.setup(players))
    observations, masks, seats, chance = some_decisions(bundle, players)
    chosen = policy.choose(
        observations, masks, seats=seats, chance=chance, rows=np.arange(len(masks))
    )
    seen = advised(bundle, observations, masks, chance)
    assert (chosen == advice(seen, bundle.actions.COUNT)).all()
    assert np.take_along_axis(masks, chosen[:, None], 1).all()
    assert (seen[:, :-1] == observations).all()
    luck = chance * 65536 % 1
    heuristic = Heuristic(bundle.setup(players)).choose(
        observations, masks, seats=seats, chance=luck, rows=np.arange(len(masks))
    )
    assert (chosen == heuristic).all()


def test_its_advice_depends_on_its_own_row_alone():
    bundle = load("kuna_yala")
    observations, masks, _, chance = some_decisions(bundle, 2)
    together = advised(bundle, observations, masks, chance)
    for row in range(len(masks)):
        own = slice(row, row + 1)
        assert (advised(bundle, observations[own], masks[own], chance[own]) == together[own]).all()


@pytest.mark.parametrize("selfplay", ["mirror", "league"])
def test_its_decisions_are_stored_with_what_the_heuristic_would_do(selfplay):
    learner = trainer(selfplay=selfplay, league={"fixed": ["heuristic"], "mirror_share": 0.5})
    bundle = load("snorkeling")
    taken = learner._collector.collect(Learned(learner.policy(), bundle.setup(2)))
    assert taken.observations.shape[1] == bundle.layout.size + 1
    told = advice(taken.observations, bundle.actions.COUNT)
    assert np.take_along_axis(taken.masks, told[:, None], 1).all()
    # A lead of 6 over a handful of others: nearly always done, but not quite.
    assert 0.9 < (taken.actions == told).mean() < 1


def test_what_it_learns_moves_it_away_from_the_heuristic():
    learner = trainer()
    before = learner.policy().weights["trust.0.bias"].copy()
    learner.update()
    weights = learner.policy().weights
    assert weights["trust.0.bias"] != before
    assert (weights["trust.0.weight"] != 0).any()


def test_a_fixed_trust_stays_what_it_was_while_the_rest_learns():
    learner = trainer(trust="fixed")
    before = learner.policy().weights
    before = {name: weight.copy() for name, weight in before.items()}
    learner.update()
    after = learner.policy().weights
    assert after["trust.0.bias"] == 6
    assert (after["trust.0.weight"] == 0).all()
    assert (after["policy.0.weight"] != before["policy.0.weight"]).any()


def test_lessons_are_told_it_too():
    setup = load("snorkeling").setup(2)
    given = lesson(setup, Heuristic(setup), rows=16, reward="win", gamma=1, seed=3, residual=True)
    told = advice(given.observations, setup.game.actions.COUNT)
    assert np.take_along_axis(given.masks, told[:, None], 1).all()
    # Between actions that are worth the same it advises by another draw.
    assert 0.8 < (given.actions == told).mean() < 1
    learner = trainer(imitation={"decisions": 2000})
    learner.update()
    found = evaluate(setup, Learned(learner.policy(), setup), [Heuristic(setup)], deals=50)
    assert found.win_share.low < 0.5 < found.win_share.high


@pytest.mark.parametrize("trust", ["learnt", "fixed"])
def test_a_run_that_goes_on_is_the_same_to_the_bit(trust):
    straight, resumed = trainer(trust=trust), trainer(trust=trust)
    straight.update()
    files = straight.files()
    straight.update()
    resumed.restore(files)
    resumed.update()
    one, two = straight.policy().weights, resumed.policy().weights
    assert all((one[name] == two[name]).all() for name in one)


@pytest.mark.parametrize(
    ("kind", "given", "wanted"),
    [
        (TrainConfig, {"algorithm": "maskable_ppo"}, "network.residual: 0 where algorithm is not"),
        (TrainConfig, {"network": {"residual": 1.0, "policy": [8]}}, "policy: [] and value: []"),
        (TrainConfig, {"network": {"residual": -1.0}}, "network.residual=-1.0: wanted"),
        (RllibConfig, {}, "network.residual: 0, since RLlib's processes"),
    ],
)
def test_where_it_cannot_be_is_told(kind, given, wanted):
    whole = {"game": "snorkeling", "network": {"residual": 1.0}} | given
    with pytest.raises(BadConfig, match="x.yaml") as caught:
        make_config(kind, whole, source="x.yaml")
    assert wanted in str(caught.value)
