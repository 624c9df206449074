"""The configurations that are shipped, one for every game."""

from pathlib import Path

import pytest

from sea_envs.registry import GAMES, load
from training.rllib.config import RllibConfig
from training.yaml_config import BadConfig, load_config, make_config

SHIPPED = Path(__file__).parents[3] / "configs" / "rllib"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_configuration_that_fits_it(name):
    config = load_config(RllibConfig, SHIPPED / f"{name}.yaml")
    assert config.game == name
    assert load(name).setup(config.players, **config.options).players == config.players


def test_nothing_else_is_shipped():
    assert {path.stem for path in SHIPPED.iterdir()} == set(GAMES)


def test_a_key_of_our_own_training_that_means_nothing_here_is_refused():
    with pytest.raises(BadConfig, match=r"unknown key 'ppo.rows'; did you mean 'rows'\?"):
        make_config(RllibConfig, {"game": GAMES[0], "ppo": {"rows": 4}}, source="test")


def test_a_minibatch_fits_into_what_every_learner_gets():
    given = {"game": GAMES[0], "learners": 4, "ppo": {"decisions": 4000, "batch": 1000}}
    assert make_config(RllibConfig, given, source="test").learner_decisions == 1000
    with pytest.raises(BadConfig, match=r"wanted ppo\.batch up to 1000: ppo\.decisions shared"):
        make_config(RllibConfig, given, ["ppo.batch=1001"], source="test")
