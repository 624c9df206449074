"""MaskablePPO against fixed opponents, through the Stable-Baselines3 face."""

import sys
from types import SimpleNamespace

import pytest
from stable_baselines3.common.logger import Logger

from sea_envs.core.errors import BadOption
from sea_envs.registry import GAMES, load
from training.config import TrainConfig
from training.fixed import AgainstFixed
from training.yaml_config import make_config


def config(**given):
    return make_config(
        TrainConfig,
        {
            "game": GAMES[0],
            "algorithm": "maskable_ppo",
            "decisions": 1024,
            "network": {"trunk": [8]},
            "ppo": {"rows": 8, "steps": 16, "batch": 64, "epochs": 1},
            **given,
        },
        source="test",
    )


def learner(one):
    return AgainstFixed(load(one.game).setup(one.players, **one.options), one, Logger(None, []))


class Lowest:
    """Plays the lowest legal action, and counts."""

    asked = 0

    def reset(self, rows):
        pass

    def choose(self, observations, masks, *, seats, chance, rows):
        assert len(chance) == len(rows) == len(seats) == len(masks)
        type(self).asked += len(masks)
        return masks.argmax(axis=1)


def test_an_update_learns_and_counts_the_learners_decisions():
    one = learner(config())
    before = one.policy().weights
    one.update()
    assert one.decisions == 8 * 16
    after = one.policy().weights
    assert not all((before[name] == after[name]).all() for name in before)


def test_any_player_may_be_an_opponent(monkeypatch):
    monkeypatch.setitem(sys.modules, "others", SimpleNamespace(lowest=lambda setup: Lowest()))
    learner(config(players=3, opponents=["random", "others:lowest"])).update()
    assert Lowest.asked > 0


def test_a_restored_learner_has_the_same_policy_and_goes_on():
    one, other = learner(config()), learner(config(seed=5))
    one.update()
    other.restore(one.files())
    assert other.decisions == one.decisions
    for name, weight in one.policy().weights.items():
        assert (other.policy().weights[name] == weight).all()
    other.update()
    assert other.decisions == 2 * one.decisions


def test_a_number_of_opponents_that_does_not_fit_is_refused():
    with pytest.raises(BadOption, match="2 opponents for 4 players"):
        learner(config(players=4, opponents=["random", "heuristic"]))
