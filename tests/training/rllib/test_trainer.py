"""RLlib on a real local Ray: it learns, stops and goes on."""

import os
import sys

import pytest

from sea_envs.core.learned import FILE, Learned, load_player
from sea_envs.players import player
from sea_envs.registry import GAMES, load
from training.checkpoint import policy_bytes
from training.config import NetworkConfig
from training.engine import ray_at
from training.evaluation import difference, evaluate

pytest.importorskip(
    "ray.rllib", reason="RLlib is not installed: the extra `ray` brings it", exc_type=ImportError
)
from training.rllib.config import RllibConfig, RllibPpoConfig
from training.rllib.trainer import SHARED, Trainer, settings

pytestmark = pytest.mark.filterwarnings("ignore")  # RLlib's of its own, of many kinds
SETUP = load(GAMES[0]).setup(2)
CONFIG = RllibConfig(
    game=GAMES[0],
    runners=2,
    rows=16,
    seed=3,
    network=NetworkConfig(trunk=[64]),
    ppo=RllibPpoConfig(decisions=4096, batch=512),
)
UPDATES = 6


@pytest.fixture(scope="module")
def with_ray():
    with pytest.MonkeyPatch.context() as patch:
        # Ray's processes inherit it, and find what this one finds.
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        with ray_at("local", 2):
            yield


def test_no_value_is_too_wrong_to_learn_from():
    assert settings(SETUP, CONFIG).vf_clip_param == float("inf")


def against_random(policy):
    return evaluate(SETUP, Learned(policy, SETUP, best=False), [player("random", SETUP)], deals=300)


def test_a_few_updates_with_two_runners_improve_the_policy_and_a_new_start_goes_on(
    with_ray, tmp_path
):
    trainer = Trainer(SETUP, CONFIG)
    before = against_random(trainer.policy())
    for _ in range(UPDATES):
        trainer.update()
    assert trainer.decisions >= UPDATES * CONFIG.ppo.decisions
    after = against_random(trainer.policy())
    assert difference(after, before).low > 0, f"{before.win_share} -> {after.win_share}"

    files, weights = trainer.files(), trainer.policy()
    trainer.stop()
    (tmp_path / FILE).write_bytes(files[FILE])
    assert load_player(tmp_path, SETUP).facts["decisions"] == trainer.decisions

    again = Trainer(SETUP, CONFIG)
    assert policy_bytes(again.policy()) != policy_bytes(weights)
    again.restore(files)
    assert policy_bytes(again.policy()) == policy_bytes(weights)
    assert again.files()["learner.npz"] == files["learner.npz"]
    there = again._algorithm.env_runner_group.foreach_env_runner(
        lambda runner: runner.module[SHARED].get_state(), local_env_runner=False
    )
    assert len(there) == 2
    for state in there:
        for name, weight in again._weights().items():
            assert (state[name] == weight).all(), name
    again.update()
    assert again.decisions >= trainer.decisions + CONFIG.ppo.decisions
    again.stop()
