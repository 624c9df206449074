"""Snapshots join the pool by rule, are known by their content and met by the matchmaking."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from sea_envs.core.layers import shapes
from sea_envs.core.weights import BadPolicy
from sea_envs.players import UnknownPlayer, player
from tests.training.matching import GAME
from training import runs
from training.checkpoint import policy_of
from training.config import LeagueConfig, TrainConfig
from training.pool import Pool
from training.yaml_config import make_config

SETUP = GAME.setup(2)
CONFIG = make_config(
    TrainConfig,
    {"game": "matching", "network": {"trunk": [8], "channels": [2], "board": 4}},
    source="test",
)


def policy(seed=0, config=CONFIG, decisions=0):
    chance = np.random.default_rng(seed)
    network = config.network.model_dump()
    weights = {
        name: chance.standard_normal(shape).astype(np.float32)
        for name, shape in shapes(GAME.layout, GAME.actions.COUNT, network).items()
    }
    return policy_of(weights, config, SETUP, decisions=decisions)


def pool(**settings):
    return Pool(SETUP, LeagueConfig(**settings))


def filled(count, **settings):
    one = pool(admission="always", **settings)
    for number in range(count):
        assert one.consider(policy(number))
    return one


def shares(one, draws=20_000):
    """How often each member takes a seat, in the order of their numbers."""
    numbers = one.draw((draws // 2, 2), np.random.default_rng(1)).ravel()
    return np.bincount(numbers, minlength=max(one.members) + 1) / draws


def generations(one):
    return [one.members[number].generation for number in one.saved()["within"]]


def test_an_empty_pool_has_nobody_to_draw():
    assert pool().draw((3, 2), np.random.default_rng(0)) is None


def test_fixed_players_are_there_from_the_beginning_and_met_equally_often():
    one = pool(fixed=["random", "heuristic"])
    np.testing.assert_allclose(shares(one), [0.5, 0.5], atol=0.02)


def test_a_fixed_player_that_is_none_is_refused():
    with pytest.raises(UnknownPlayer, match="hueristic"):
        pool(fixed=["hueristic"])


def test_a_snapshot_is_a_players_file_known_by_its_content(tmp_path):
    one = filled(1)
    ((name, content),) = one.files().items()
    assert name == runs.snapshot_file(hashlib.sha256(content).hexdigest())
    path = tmp_path / Path(name).name
    path.write_bytes(content)
    player(f"checkpoint:{path}", SETUP)


def test_a_snapshot_is_the_same_wherever_and_however_long_the_run_is():
    settings = {"run": "elsewhere", "decisions": 7, "keep": 9, "checkpoint_every": 5}
    one, other = filled(0), filled(0)
    one.consider(policy(config=CONFIG))
    other.consider(policy(config=CONFIG.model_copy(update=settings)))
    assert one.files() == other.files()
    other.consider(policy(config=CONFIG.model_copy(update={"seed": 1})))
    assert len(other.files()) == 2


def test_when_the_pool_is_full_the_oldest_but_the_first_leaves():
    assert generations(filled(5, size=3)) == [1, 4, 5]


def test_a_pool_of_one_keeps_the_newest():
    assert generations(filled(3, size=1)) == [3]


def test_a_pool_of_none_takes_no_snapshot():
    one = pool(size=0, admission="always")
    assert not one.consider(policy()) and not one.files()


@pytest.mark.parametrize(("won", "joins"), [(49, False), (50, False), (51, True)])
def test_a_snapshot_joins_only_if_the_learner_is_ahead(won, joins):
    one = pool(fixed=["random"], ahead_of=0.5)
    assert one.consider(policy(1))  # nobody to be ahead of yet
    one.note({0: (1000.0, 0.0), 1: (100.0, float(won))})  # fixed players do not count
    assert one.consider(policy(2)) == joins
    assert generations(one) == ([1, 2] if joins else [1])


def test_being_ahead_is_judged_anew_for_every_snapshot():
    one = pool()
    one.consider(policy(1))
    one.note({0: (100.0, 0.0)})
    assert not one.consider(policy(2))
    one.note({0: (10.0, 6.0)})
    assert one.consider(policy(3))


def test_uniform_matchmaking_meets_all_snapshots_equally_often():
    np.testing.assert_allclose(shares(filled(4, matchmaking="uniform")), [0.25] * 4, atol=0.02)


def test_recent_matchmaking_meets_newer_snapshots_more_often():
    found = shares(filled(4, matchmaking="recent"))
    np.testing.assert_allclose(found, [0.1, 0.2, 0.3, 0.4], atol=0.02)


def test_prioritised_matchmaking_meets_harder_snapshots_more_often_and_gives_none_up():
    one = filled(3)
    np.testing.assert_allclose(shares(one), [1 / 3] * 3, atol=0.02)
    one.note({0: (500.0, 500.0), 1: (500.0, 250.0), 2: (500.0, 100.0)})
    easy, even, hard = shares(one)
    assert 0 < easy < even < hard and hard > 2 * even


def test_old_results_fade():
    one = filled(2)
    one.note({0: (50.0, 50.0), 1: (50.0, 25.0)})
    before = shares(one)[0]
    for _ in range(100):
        one.note({})
    assert before < 0.1 and shares(one)[0] > 0.4


def test_fixed_players_take_their_share_of_seats():
    one = filled(2, fixed=["random", "heuristic"], fixed_share=0.3, matchmaking="uniform")
    np.testing.assert_allclose(shares(one), [0.15, 0.15, 0.35, 0.35], atol=0.02)


def test_who_has_left_is_forgotten_once_its_games_are_over():
    one = filled(4, size=2)
    one.release([1])
    assert sorted(one.members) == [0, 1, 3]
    one.release([])
    assert sorted(one.members) == [0, 3]


def test_a_restored_pool_is_the_same_pool():
    one = filled(5, size=3, fixed=["random"])
    one.release([2])
    one.note({1: (10.0, 4.5), 5: (7.0, 7.0)})
    saved, files = json.loads(json.dumps(one.saved())), one.files()
    other = pool(size=3, admission="always", fixed=["random"])
    other.restore(saved, files)
    assert other.saved() == one.saved() and other.files() == files
    for _ in range(2):
        draws = [each.draw((50, 2), np.random.default_rng(4)) for each in (one, other)]
        assert (draws[0] == draws[1]).all()
        for each in (one, other):
            each.consider(policy(17))


def test_a_snapshot_of_another_game_is_refused():
    one = filled(1)
    facts = {**policy().facts, "version": 99}
    with pytest.raises(BadPolicy, match="version is 99"):
        one.consider(type(policy())(facts, policy().weights))
