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
    ours = {"batched random play", "AEC loop", "search"}
    assert {peer.name for peer in peers.PEERS} == set(peers.LIKE)
    assert set(peers.LIKE.values()) <= ours


def test_a_start_is_measured_in_a_process_of_its_own() -> None:
    assert 0 < bench.start_seconds("snorkeling", cold=False) < 120
