"""A policy learns to do as another player does, and what its games come to."""

import numpy as np
import pytest
from stable_baselines3.common.logger import Logger

from sea_envs.core.learned import Learned
from sea_envs.players import BadPlayer, Heuristic, UnknownPlayer
from sea_envs.registry import load
from training.config import TrainConfig
from training.evaluation import evaluate
from training.imitation import lesson
from training.selfplay import SelfPlay
from training.yaml_config import make_config

GIVEN = {
    "game": "snorkeling",
    "decisions": 40_000,
    "network": {"trunk": [32]},
    "ppo": {"rows": 64, "steps": 16, "batch": 256},
    "imitation": {"decisions": 30_000},
}
SETUP = load("snorkeling").setup()


def trainer(**changes):
    config = make_config(TrainConfig, {**GIVEN, **changes}, source="test")
    return SelfPlay(SETUP, config, Logger(None, []))


def shown(seed=3, gamma=1.0):
    return lesson(SETUP, Heuristic(SETUP), rows=8, reward="win", gamma=gamma, seed=seed)


def test_a_lesson_shows_legal_actions_where_there_is_a_choice():
    given = shown()
    rows = np.arange(len(given.actions))
    assert given.masks[rows, given.actions].all()
    assert (given.masks.sum(axis=1) > 1).all()


def test_a_lesson_tells_what_the_games_came_to():
    given = shown()
    assert set(np.unique(given.returns)) <= {-1.0, 0.0, 1.0}
    assert (given.returns == 1).any()
    assert (given.returns == -1).any()


def test_a_discount_counts_the_own_decisions_still_to_come():
    plain, discounted = shown(), shown(gamma=0.9)
    decided = plain.returns != 0
    powers = np.log(plain.returns[decided] / discounted.returns[decided]) / np.log(1 / 0.9)
    # Every winner and every loser has a last decision, one before it, and so on.
    values, counts = np.unique(powers.round().astype(int), return_counts=True)
    assert values[0] == 0
    assert np.array_equal(values, np.arange(len(values)))
    assert (np.diff(counts) <= 0).all()


def test_a_policy_that_imitates_plays_far_better_than_one_that_has_not_begun():
    learner = trainer()
    before = share(learner)
    while learner.decisions < 30_000:
        learner.update()
    after = share(learner)
    assert before.win_share.high < after.win_share.low


def share(learner):
    played = Learned(learner.policy(), SETUP)
    return evaluate(SETUP, played, [Heuristic(SETUP)], deals=100)


def test_self_play_follows_the_lessons():
    learner = trainer(imitation={"decisions": 1})
    learner.update()
    lessons = learner.decisions
    learner.update()
    assert lessons > 1
    # A collection stops at the first step that brings enough.
    assert 64 * 16 <= learner.decisions - lessons < 64 * 17


def test_a_run_that_goes_on_between_two_lessons_is_the_same_to_the_bit():
    straight = trainer()
    straight.update()
    files = straight.files()
    straight.update()
    resumed = trainer()
    resumed.restore(files)
    resumed.update()
    assert resumed.decisions == straight.decisions
    wanted = straight.policy().weights
    for name, weight in resumed.policy().weights.items():
        assert (weight == wanted[name]).all()


def test_an_unknown_teacher_is_named():
    with pytest.raises(UnknownPlayer, match="nobody"):
        trainer(imitation={"player": "nobody", "decisions": 10})


@pytest.mark.parametrize("action", [-1, 10_000])
def test_nobody_learns_from_illegal_actions(action):
    class Wrong:
        def reset(self, rows):
            pass

        def choose(self, observations, masks, *, seats, chance, rows):
            return np.where(rows == 3, action, masks.argmax(axis=1))

    with pytest.raises(BadPlayer, match=f"answered {action}, which is not legal"):
        lesson(SETUP, Wrong(), rows=8, reward="win", gamma=1.0, seed=0)
