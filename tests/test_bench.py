"""The benchmark measures what it says."""

import time

import pytest

from sea_envs import bench, peers


def test_a_rate_is_decisions_over_seconds() -> None:
    def loop() -> int:
        time.sleep(0.002)
        return 10

    assert 100 < bench.rate(loop, repeats=3, seconds=0.05) <= 5000


def test_every_peer_has_a_loop_of_ours_to_compare_with(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = {"batched random play", "AEC loop", "search", "self-play PPO"}
    tutorials = {peers.TUTORIAL, peers.OWN_TUTORIAL}
    assert {peer.name for peer in peers.PEERS} | tutorials == set(peers.LIKE)
    assert set(peers.LIKE.values()) <= ours


def test_a_start_is_measured_in_a_process_of_its_own() -> None:
    assert 0 < bench.start_seconds("snorkeling", cold=False) < 120


def test_tutorials_are_measured_beside_the_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def speed(what: str, players: int, *flags: str) -> list[str]:
        asked.append((what, players, *flags))
        return ["7", "environment    0.4 %", "update        71.3 %"] if flags else ["7"]

    here = peers.Peer("PettingZoo connect_four_v3", "connect_four", 2, "os", lambda: lambda: 1)
    monkeypatch.setattr(bench, "SECONDS", 0.001)
    monkeypatch.setattr(bench, "rate", lambda loop: 1.0)
    monkeypatch.setattr(bench, "_of_a_table", lambda game, players: [])
    monkeypatch.setattr(bench, "start_seconds", lambda game, cold: 1.0)
    monkeypatch.setattr(bench, "_speed", speed)
    monkeypatch.setattr(bench, "find_spec", lambda module: True)
    monkeypatch.setattr(peers, "installed", lambda: [here])
    found = {f.name: (f.value, f.unit) for f in bench.figures(["ocean"], with_peers=True)}
    speeds = ("self-play PPO", peers.TUTORIAL, peers.OWN_TUTORIAL)
    assert {found[name] for name in speeds} == {(7.0, "decisions/s")}
    assert (found["environment"], found["update"]) == ((0.4, "%"), (71.3, "%"))
    assert asked == [
        (f"tutorial={peers.TUTORIAL_MODULE}", 2),
        ("ocean", 2, "--profile"),
        ("tutorial=sea_envs.ocean_v0", 2),
    ]
    asked.clear()
    assert peers.OWN_TUTORIAL not in {f.name for f in bench.figures(["ocean"], with_peers=False)}
    assert asked == [("ocean", 2, "--profile")]


def test_without_the_extra_nothing_is_said_of_learning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "find_spec", lambda module: None)
    assert list(bench.learning("ocean", 2)) == []
    assert bench.tutorial_rate(peers.TUTORIAL_MODULE, 2) is None
