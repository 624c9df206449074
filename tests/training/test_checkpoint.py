"""A checkpoint is there whole or not at all."""

import json
import os

import numpy as np
import pytest
from safetensors.numpy import load as load_safetensors

from sea_envs.core.learned import FILE, read_policy
from sea_envs.core.weights import FACTS
from tests.training.matching import GAME
from training.checkpoint import (
    BadCheckpoint,
    array_bytes,
    arrays_from,
    checkpoints,
    policy_bytes,
    policy_of,
    read_checkpoint,
    write_checkpoint,
)
from training.config import NetworkConfig, TrainConfig
from training.network import exported
from training.ppo import make_learner

CONFIG = TrainConfig(game="matching", network=NetworkConfig(trunk=[4], channels=[], board=2))
FILES = {"one": b"first", "two": b"second"}


def some_policy():
    learner = make_learner(GAME, CONFIG.ppo, CONFIG.network, seed=0)
    return policy_of(exported(learner.policy), CONFIG, GAME.setup(2), decisions=17)


def test_a_policy_file_is_safetensors_and_says_what_it_is_for(tmp_path):
    policy = some_policy()
    (tmp_path / FILE).write_bytes(policy_bytes(policy))
    read = read_policy(tmp_path, GAME)
    theirs = load_safetensors((tmp_path / FILE).read_bytes())
    assert theirs.keys() == read.weights.keys()
    for name, weight in theirs.items():
        assert (read.weights[name] == weight).all()
    facts = json.loads(json.dumps(policy.facts))
    assert read.facts == facts
    assert facts["game"] == "matching" and facts["layout"] == GAME.layout.digest()
    assert facts["decisions"] == 17 and facts["config"]["seed"] == CONFIG.seed
    assert FACTS.encode() in (tmp_path / FILE).read_bytes()[:1000]


def test_weights_that_are_no_numbers_are_not_saved():
    weights = dict(some_policy().weights)
    weights["value.0.bias"] = np.array([np.nan], np.float32)
    with pytest.raises(BadCheckpoint, match=r"no numbers any more after 17 decisions"):
        policy_of(weights, CONFIG, GAME.setup(2), decisions=17)


def test_arrays_come_back_as_they_went():
    arrays = {"a": np.arange(6, dtype=np.uint8).reshape(2, 3), "b": np.zeros(0)}
    back = arrays_from(array_bytes(arrays))
    for name, array in arrays.items():
        assert back[name].dtype == array.dtype and (back[name] == array).all()


def test_what_was_written_is_read(tmp_path):
    folder = write_checkpoint(tmp_path / "home", 12, FILES, keep=3)
    assert read_checkpoint(folder) == FILES


def test_only_the_newest_are_kept(tmp_path):
    for decisions in (5, 20, 100, 1000):
        write_checkpoint(tmp_path, decisions, FILES, keep=2)
    assert [int(folder.name) for folder in checkpoints(tmp_path)] == [100, 1000]


@pytest.mark.parametrize("keep", [1, 2, 3])
def test_damaged_checkpoints_take_no_places(tmp_path, keep):
    for decisions in (1, 2, 3, 20, 30):
        write_checkpoint(tmp_path, decisions, FILES, keep=5)
    for decisions in (3, 20, 30):
        (tmp_path / f"{decisions:015d}" / "one").write_bytes(b"")
    write_checkpoint(tmp_path, 4, FILES, keep=keep)
    kept = [int(folder.name) for folder in checkpoints(tmp_path)]
    assert kept == [*(1, 2)[3 - keep :], 4, 20, 30]
    write_checkpoint(tmp_path, 40, FILES, keep=keep)
    kept = [int(folder.name) for folder in checkpoints(tmp_path)]
    assert kept == [*(1, 2, 4)[4 - keep :], 40]


def test_a_sound_checkpoint_is_never_taken_away_to_write_it_again(tmp_path):
    folder = write_checkpoint(tmp_path, 12, FILES, keep=1)
    write_checkpoint(tmp_path, 12, {"one": b"again"}, keep=1)
    assert read_checkpoint(folder) == FILES
    (folder / "one").write_bytes(b"damaged")
    write_checkpoint(tmp_path, 12, {"one": b"again"}, keep=1)
    assert read_checkpoint(folder) == {"one": b"again"}


@pytest.mark.parametrize("name", ["one", "manifest.json"])
@pytest.mark.parametrize("content", [None, b"", b"firsT"])
def test_a_missing_or_changed_file_is_noticed(tmp_path, name, content):
    folder = write_checkpoint(tmp_path, 12, FILES, keep=3)
    (folder / name).unlink()
    if content is not None:
        (folder / name).write_bytes(content)
    with pytest.raises(BadCheckpoint, match="is damaged"):
        read_checkpoint(folder)


def test_a_crash_at_any_moment_leaves_the_old_checkpoint_or_the_new_one(tmp_path, monkeypatch):
    fsync, moment = os.fsync, 0

    class Crash(BaseException):
        pass

    def crash(handle):
        nonlocal left
        left -= 1
        if left < 0:
            raise Crash
        fsync(handle)

    write_checkpoint(tmp_path, 1, {"one": b"old"}, keep=3)
    monkeypatch.setattr(os, "fsync", crash)
    while True:
        left, moment = moment, moment + 1
        try:
            write_checkpoint(tmp_path, 2, FILES, keep=3)
        except Crash:
            newest = checkpoints(tmp_path)[-1]
            wanted = FILES if int(newest.name) == 2 else {"one": b"old"}
            assert read_checkpoint(newest) == wanted
        else:
            break
    assert moment > 4
    assert read_checkpoint(checkpoints(tmp_path)[-1]) == FILES
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        folder.name for folder in checkpoints(tmp_path)
    ]
