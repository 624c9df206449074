"""Players with weights are known by them."""

import hashlib

import pytest

from sea_envs import players
from sea_envs.core.learned import FILE
from sea_envs.core.weights import BadPolicy
from sea_envs.players import player
from sea_envs.registry import load
from tests.weights import shipped
from training.identity import changed, digests, other_rules, weights_digest

SETUP = load("snorkeling").setup(2)


def test_only_players_with_weights_have_a_digest(tmp_path, monkeypatch):
    monkeypatch.setattr(players, "PRETRAINED", tmp_path)
    shipped(tmp_path, "snorkeling", 2)
    file = tmp_path / "snorkeling_2.safetensors"
    (tmp_path / "run" / FILE).write_bytes(b"another")
    own = hashlib.sha256(file.read_bytes()).hexdigest()
    assert weights_digest("pretrained", SETUP) == weights_digest("pretrained:sample", SETUP) == own
    assert weights_digest(f"checkpoint:{file}:best", SETUP) == own
    run = f"checkpoint:{tmp_path / 'run'}"
    known = digests(["random", run, "search:5", "somewhere:maker"], SETUP)
    assert known == {run: hashlib.sha256(b"another").hexdigest()}
    with pytest.raises(BadPolicy, match="cannot read checkpoint"):
        weights_digest(f"checkpoint:{tmp_path / 'gone'}", SETUP)


def test_what_is_new_or_gone_has_not_changed():
    assert changed({"a": "1", "b": "2", "gone": "3"}, {"a": "1", "b": "5", "new": "4"}) == ["b"]


def test_it_is_told_by_which_other_rules_a_player_learnt(tmp_path):
    path = shipped(tmp_path, "ocean", 2, options={"starter": "rotate"})
    for starter, told in (("rotate", ""), ("same", "starter=rotate, not same")):
        setup = load("ocean").setup(2, starter=starter)
        assert other_rules(player(f"checkpoint:{path}", setup), setup) == told
    assert other_rules(player("heuristic", SETUP), SETUP) == ""
