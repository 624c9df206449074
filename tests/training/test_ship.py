"""A run's weights become the player `pretrained`."""

import json

import numpy as np
import pytest

from sea_envs import players
from sea_envs.core.learned import FILE, read_policy
from sea_envs.core.weights import BadPolicy
from sea_envs.players import player
from sea_envs.registry import load
from tests.weights import run
from training import ship as module
from training.ship import BadShipment, main, ship, shippable


@pytest.fixture
def chest(tmp_path, monkeypatch):
    folder = tmp_path / "chest"
    folder.mkdir()
    monkeypatch.setattr(players, "PRETRAINED", folder)
    return folder


def test_what_ships_is_played_as_pretrained_with_the_same_weights(tmp_path, chest):
    source = run(tmp_path / "run", "snorkeling", 3)
    path, size = ship(source, chest)
    assert path == chest / "snorkeling_3.safetensors" and size == path.stat().st_size
    game = load("snorkeling")
    before, after = read_policy(source, game), read_policy(path, game)
    assert before.weights.keys() == after.weights.keys()
    for name, weight in before.weights.items():
        np.testing.assert_allclose(after.weights[name], weight, rtol=1e-3, atol=1e-6)
    setup = game.setup(2)
    cells = np.zeros((1, game.layout.size), np.float32)
    someone = player("pretrained", setup)
    wanted = player(f"checkpoint:{source}", setup).outputs(cells)[0]
    np.testing.assert_allclose(someone.outputs(cells)[0], wanted, rtol=1e-2, atol=1e-3)


def test_facts_name_the_players_and_nothing_of_the_machine(tmp_path, chest):
    opponents = ["heuristic", "checkpoint:/home/me/runs/a.safetensors:sample", "search:5"]
    evaluation = {"opponents": ["checkpoint:/home/me/runs/first", r"checkpoint:C:\me\second"]}
    source = run(tmp_path / "run", "snorkeling", 4, opponents=opponents, evaluation=evaluation)
    facts = read_policy(ship(source, chest)[0], load("snorkeling")).facts
    assert facts["players"] == 4 and facts["decisions"] == 1234
    assert "run" not in facts["config"]
    assert facts["config"]["opponents"] == [
        "heuristic",
        "checkpoint:a.safetensors:sample",
        "search:5",
    ]
    assert facts["config"]["evaluation"]["opponents"] == ["checkpoint:first", "checkpoint:C:second"]
    assert "home" not in json.dumps(facts) and str(tmp_path) not in json.dumps(facts)


def test_the_facts_that_were_given_stay_as_they_were():
    facts = {"config": {"players": 2, "run": "/here", "deep": {"path": "/a/b"}}}
    kept = json.dumps(facts)
    assert shippable(facts)["config"] == {"players": 2, "deep": {"path": "b"}}
    assert json.dumps(facts) == kept


def test_a_run_ships_again_over_what_shipped_before(tmp_path, chest):
    for width in (4, 8):
        network = {"trunk": [width], "channels": [2], "board": 4}
        ship(run(tmp_path / "run", "snorkeling", 2, network=network), chest)
    (path,) = chest.iterdir()
    assert read_policy(path, load("snorkeling")).facts["network"]["trunk"] == [8]


def test_what_is_too_large_does_not_ship(tmp_path, chest, monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", 1000)
    with pytest.raises(BadShipment, match=r"bytes; possible: up to 1,000"):
        ship(run(tmp_path / "run", "snorkeling", 2), chest)
    assert not list(chest.iterdir())


def test_what_is_no_run_is_refused(tmp_path, chest):
    (tmp_path / FILE).write_bytes(b"nothing")
    for place, said in ((tmp_path, "no whole safetensors"), (tmp_path / "gone", "cannot read")):
        with pytest.raises(BadPolicy, match=said):
            ship(place, chest)
    whole = (run(tmp_path / "run", "snorkeling", 2) / FILE).read_bytes()
    damaged = tmp_path / "run" / FILE
    damaged.write_bytes(whole.replace(b"game", b"gone"))
    with pytest.raises(BadPolicy, match="no policy of a run in .*'game'"):
        ship(damaged, chest)
    digest = load("snorkeling").layout.digest().encode()
    damaged.write_bytes(whole.replace(digest, digest[::-1]))
    with pytest.raises(BadPolicy, match="layout is"):
        ship(damaged, chest)
    assert not list(chest.iterdir())


def test_the_command_tells_what_it_shipped(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(module, "ship", lambda path: (path / "ocean_2.safetensors", 1234))
    assert main(["runs/ocean", "runs/other"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "runs/ocean: shipped as ocean_2.safetensors, 1,234 bytes"
    assert second.startswith("runs/other")


def test_without_a_run_the_command_says_how_it_is_used(capsys):
    assert main([]) == 2 and main(["--help"]) == 0
    assert capsys.readouterr().out.count("ship RUN") == 2
