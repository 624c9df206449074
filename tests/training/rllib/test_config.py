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
