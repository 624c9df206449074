"""The benchmark measures what it says."""

import json
import time

import pytest

from sea_envs import bench, peers
from sea_envs.bench import Figure


def test_a_rate_is_decisions_over_seconds() -> None:
    def loop() -> int:
        time.sleep(0.002)
        return 10

    assert 100 < bench.rate(loop, repeats=3, seconds=0.05) <= 5000


def test_ratios_compare_loops_of_the_same_kind_only() -> None:
    found = [
        Figure("PettingZoo connect_four_v3", "connect_four", 2, 10.0, "decisions/s", 1),
        Figure("AEC loop", "snorkeling", 2, 50.0, "decisions/s", 1),
        Figure("search", "snorkeling", 2, 70.0, "decisions/s", 1),
    ]
    assert bench.ratios(found) == [("snorkeling (2) AEC loop / PettingZoo connect_four_v3", 5.0)]
    written = json.loads(bench.as_json(found))
    assert written["ratios"][0]["value"] == 5.0
    assert written["figures"][1]["unit"] == "decisions/s"


def test_every_peer_has_a_loop_of_ours_to_compare_with(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = {"batched random play", "AEC loop", "search", "self-play PPO"}
    tutorials = {peers.TUTORIAL, peers.OWN_TUTORIAL}
    assert {peer.name for peer in peers.PEERS} | tutorials == set(peers.LIKE)
    assert set(peers.LIKE.values()) <= ours


def test_a_start_is_measured_in_a_process_of_its_own() -> None:
    assert 0 < bench.start_seconds("snorkeling", cold=False) < 120


def test_a_tutorial_on_a_game_of_ours_is_compared_with_that_game_only() -> None:
    def learning(name: str, game: str, value: float) -> Figure:
        return Figure(name, game, 2, value, "decisions/s", 1)

    found = [
        learning(peers.TUTORIAL, "connect_four", 10.0),
        learning("self-play PPO", "ocean", 300.0),
        learning(peers.OWN_TUTORIAL, "ocean", 15.0),
        learning("self-play PPO", "snorkeling", 500.0),
        learning(peers.OWN_TUTORIAL, "snorkeling", 5.0),
    ]
    assert bench.ratios(found) == [
        (f"ocean (2) self-play PPO / {peers.TUTORIAL}", 30.0),
        (f"snorkeling (2) self-play PPO / {peers.TUTORIAL}", 50.0),
        (f"ocean (2) self-play PPO / {peers.OWN_TUTORIAL}", 20.0),
        (f"snorkeling (2) self-play PPO / {peers.OWN_TUTORIAL}", 100.0),
    ]


def test_tutorials_are_measured_beside_the_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def speed(what: str, players: int) -> float:
        asked.append((what, players))
        return 7.0

    here = peers.Peer("PettingZoo connect_four_v3", "connect_four", 2, "os", lambda: lambda: 1)
    monkeypatch.setattr(bench, "SECONDS", 0.001)
    monkeypatch.setattr(bench, "rate", lambda loop: 1.0)
    monkeypatch.setattr(bench, "_of_a_table", lambda game, players: [])
    monkeypatch.setattr(bench, "start_seconds", lambda game, cold: 1.0)
    monkeypatch.setattr(bench, "_speed", speed)
    monkeypatch.setattr(bench, "find_spec", lambda module: True)
    monkeypatch.setattr(peers, "installed", lambda: [here])
    found = {figure.name for figure in bench.figures(["ocean"], with_peers=True)}
    assert {peers.TUTORIAL, peers.OWN_TUTORIAL} <= found
    assert asked == [
        (f"tutorial={peers.TUTORIAL_MODULE}", 2),
        ("ocean", 2),
        ("tutorial=sea_envs.ocean_v0", 2),
    ]
    asked.clear()
    assert peers.OWN_TUTORIAL not in {f.name for f in bench.figures(["ocean"], with_peers=False)}
    assert asked == [("ocean", 2)]
