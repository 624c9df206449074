"""A policy's file plays without a learning library; one that does not fit is refused."""

import json
import subprocess
import sys

import numpy as np
import pytest

from sea_envs.core.learned import (
    FILE,
    FORMAT,
    Learned,
    Policy,
    load_player,
    read_policy,
    shapes,
)
from sea_envs.core.table import Table
from sea_envs.core.weights import FACTS, BadPolicy
from sea_envs.registry import load

GAME = load("snorkeling")
SETUP = GAME.setup(3)
NETWORK = {
    "trunk": [6, 5],
    "policy": [4],
    "value": [],
    "activation": "tanh",
    "embedding": 2,
    "channels": [3],
    "board": 4,
}
FIT = {
    "format": FORMAT,
    "game": GAME.name,
    "version": GAME.version,
    "layout": GAME.layout.digest(),
    "actions": GAME.actions.COUNT,
    "network": NETWORK,
}


def some_weights():
    chance = np.random.default_rng(5)
    return {
        name: chance.standard_normal(shape).astype("<f4")
        for name, shape in shapes(GAME.layout, GAME.actions.COUNT, NETWORK).items()
    }


def file_bytes(facts=FIT, weights=None, dtype="F32"):
    """A safetensors file, written by hand."""
    header, data = {"__metadata__": {FACTS: json.dumps(facts)}}, b""
    for name, weight in (weights or some_weights()).items():
        span = [len(data), len(data) + weight.nbytes]
        header[name] = {"dtype": dtype, "shape": list(weight.shape), "data_offsets": span}
        data += weight.tobytes()
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


def written(tmp_path, content):
    path = tmp_path / FILE
    path.write_bytes(content)
    return path


def test_a_policy_comes_back_as_it_was_written(tmp_path):
    policy = read_policy(written(tmp_path, file_bytes()), GAME)
    assert policy.facts == FIT
    for name, weight in some_weights().items():
        assert (policy.weights[name] == weight).all()


def test_a_directory_stands_for_the_policy_in_it(tmp_path):
    written(tmp_path, file_bytes())
    assert read_policy(tmp_path, GAME).facts == FIT


def test_a_decision_depends_on_its_own_row_alone():
    table = Table(SETUP, 20)
    table.seed(4)
    table.deal()
    player = Learned(Policy(FIT, some_weights()), SETUP)
    chance = np.random.default_rng(1).random(20)

    def choose(rows):
        return player.choose(
            table.observations[rows],
            table.masks[rows],
            seats=table.seats[rows],
            chance=chance[rows],
            rows=rows,
        )

    together = choose(table.all_rows)
    assert table.masks[table.all_rows, together].all()
    for row in table.all_rows:
        assert choose(np.array([row]))[0] == together[row]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"game": "chess"}, "game is 'chess', this needs 'snorkeling'"),
        ({"version": 99}, "version is 99"),
        ({"layout": "0123"}, "layout is '0123'"),
        ({"format": 99}, "format is 99"),
        ({"network": None}, "network is not described"),
        ({"network": {**NETWORK, "activation": "sine"}}, "network is not described"),
        ({"network": {**NETWORK, "trunk": [6]}}, "its network needs"),
    ],
)
def test_a_policy_for_something_else_is_refused_by_name(tmp_path, change, named):
    path = written(tmp_path, file_bytes({**FIT, **change}))
    with pytest.raises(BadPolicy, match=named) as refused:
        load_player(path, SETUP)
    assert str(path) in str(refused.value) and "\n" not in str(refused.value)


def test_a_file_cut_off_anywhere_is_refused(tmp_path):
    whole = file_bytes()
    for size in [*range(0, 400, 7), *range(400, len(whole) - 1, 977), len(whole) - 1]:
        with pytest.raises(BadPolicy):
            read_policy(written(tmp_path, whole[:size]), GAME)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x80\x04\x95 a pickle that nobody opens",
        (1 << 60).to_bytes(8, "little") + b"{}",
        (2).to_bytes(8, "little") + b"[]",
        (4).to_bytes(8, "little") + b"null",
        file_bytes(dtype="F64"),
        file_bytes(weights={**some_weights(), "more": np.zeros(1, "<f4")}),
        file_bytes(weights={**some_weights(), "value.0.bias": np.array([np.nan], "<f4")}),
    ],
)
def test_what_is_no_policy_is_refused(tmp_path, content):
    with pytest.raises(BadPolicy):
        read_policy(written(tmp_path, content), GAME)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(BadPolicy, match="nowhere"):
        read_policy(tmp_path / "nowhere", GAME)


def test_no_learning_library_is_needed():
    blocked = "import sys; sys.modules.update(torch=None, safetensors=None, stable_baselines3=None)"
    subprocess.run([sys.executable, "-c", f"{blocked}; import sea_envs.core.learned"], check=True)
