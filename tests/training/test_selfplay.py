"""A learner saved and restored at any update goes on as if nothing had happened."""

import pytest
from stable_baselines3.common.logger import Logger

from sea_envs.registry import GAMES, load
from training.config import TrainConfig
from training.selfplay import SelfPlay
from training.yaml_config import make_config

CONFIG = make_config(
    TrainConfig,
    {
        "game": GAMES[0],
        "decisions": 4096,
        "threads": 2,
        "network": {"trunk": [16]},
        "ppo": {"rows": 16, "steps": 32, "batch": 128},
    },
    source="test",
)
LEAGUE = make_config(
    TrainConfig,
    CONFIG.model_dump(),
    [
        *("selfplay=league", "options.target=1", "league.fixed=[heuristic]", "league.every=600"),
        *("league.admission=always", "league.size=2"),
    ],
    source="test",
)
SETUP = load(CONFIG.game).setup(CONFIG.players)


def beginner(config=CONFIG):
    return SelfPlay(SETUP, config, Logger(None, []))


def same_weights(one, other):
    mine, theirs = one.policy().weights, other.policy().weights
    return all((mine[name] == theirs[name]).all() for name in mine)


def test_an_update_counts_every_decision_on_the_table():
    one = beginner()
    one.update()
    assert 16 * 32 <= one.decisions < 16 * 33
    assert one.policy().facts["decisions"] == one.decisions


@pytest.mark.parametrize("config", [CONFIG, LEAGUE], ids=["mirror", "league"])
@pytest.mark.parametrize("moment", [0, 1, 3])
def test_saved_and_restored_is_uninterrupted_to_the_bit(config, moment):
    whole, first = beginner(config), beginner(config)
    for _ in range(5):
        whole.update()
    for _ in range(moment):
        first.update()
    second = beginner(config)
    for _ in range(2):
        second.update()  # whatever it began with is replaced
    second.restore(first.files())
    for _ in range(5 - moment):
        second.update()
    assert second.decisions == whole.decisions
    assert same_weights(second, whole)
    found, wanted = second.files(), whole.files()
    for name in {"table.npz", "progress.json", "league.json", "ledger.jsonl"} & found.keys():
        assert found[name] == wanted[name], name
    snapshots = {name for name in found if name.startswith("league/")}
    assert bool(snapshots) == (config is LEAGUE)
    assert all(found[name] == wanted[name] for name in snapshots)


@pytest.mark.parametrize("config", [CONFIG, LEAGUE], ids=["mirror", "league"])
def test_saving_changes_nothing(config):
    saving, silent = beginner(config), beginner(config)
    for _ in range(3):
        saving.update()
        saving.files()
        silent.update()
    assert same_weights(saving, silent)


def test_another_seed_is_another_run():
    one, other = beginner(), beginner(CONFIG.model_copy(update={"seed": 1}))
    for each in (one, other):
        each.update()
    assert not same_weights(one, other)
