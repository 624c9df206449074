"""Engines: the same games whoever plays them, and no process left behind."""

import io
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from sea_envs.registry import GAMES
from training.engine import ENGINES, NoEngine, cluster, cores, local
from training.schedule import Block, TournamentConfig
from training.tournament import CSV, JSON, PAIRS, TABLE, hold
from training.yaml_config import make_config

BLOCKS = [Block(0, first, 4, (0, 1)) for first in range(0, 24, 4)]


def tournament(**keys):
    given = {"players": ["random", "heuristic"], "events": [{"game": GAMES[0]}], **keys}
    return make_config(TournamentConfig, given, source="test")


def children(process):
    """Processes whose parent this is, and theirs."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, parent = path.parent.name, path.read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if int(parent) == process:
            found += [int(pid), *children(int(pid))]
    return found


def alive(process):
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_two_workers_play_the_same_games_as_one():
    with local(tournament(workers=1)) as work:
        alone = dict(work(BLOCKS))
    with local(tournament(workers=2)) as work:
        together = dict(work(BLOCKS))
    assert together == alone


def test_every_engine_of_the_configuration_exists():
    assert set(ENGINES) == set(TournamentConfig.model_fields["engine"].annotation.__args__)


def test_at_least_one_core_is_counted():
    assert cores() >= 1


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see processes")
def test_workers_end_with_a_parent_that_was_killed(tmp_path):
    config = tmp_path / "tournament.yaml"
    config.write_text(
        f"players: [random, heuristic]\nevents: [{{game: {GAMES[0]}}}]\n"
        "deals: 1000000\nworkers: 2\n"
    )
    command = [sys.executable, "-m", "training", "tournament", config, f"run={tmp_path / 'run'}"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 120
        workers = []
        while (
            len(workers) < 3 and time.monotonic() < deadline
        ):  # two, and python's resource tracker
            time.sleep(0.2)
            workers = children(process.pid)
        time.sleep(1)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert len(workers) >= 3
    deadline = time.monotonic() + 30
    while any(alive(worker) for worker in workers) and time.monotonic() < deadline:
        time.sleep(0.2)
    left = [worker for worker in workers if alive(worker)]
    for worker in left:
        os.kill(worker, signal.SIGKILL)
    assert left == []


def test_workers_leave_at_once_when_nobody_wants_their_games():
    def interrupt(number, frame):
        raise KeyboardInterrupt

    others = set(multiprocessing.active_children())
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.alarm(5)
    try:
        with (
            pytest.raises(KeyboardInterrupt),
            local(tournament(workers=2, players=["random", "search:20000"])) as work,
        ):
            list(work(BLOCKS))
        assert signal.alarm(0) == 0
        assert set(multiprocessing.active_children()) <= others
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.fixture
def with_ray(monkeypatch):
    pytest.importorskip("ray", reason="Ray is not installed: the extra `ray` brings it")
    # Both this process and those of Ray, which inherit it, find the players of the tests.
    here = str(Path(__file__).parent)
    monkeypatch.syspath_prepend(here)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([here, *sys.path]))


def test_a_ray_cluster_gives_the_same_tables_as_this_machine(tmp_path, with_ray):
    players = ["random", "heuristic", "search:4", "faulty:raising"]
    plain = {"players": players, "deals": 12, "batch": 8, "replays": 0, "retire_after": 5}
    for place, keys in (("here", {"workers": 1}), ("there", {"engine": "ray", "workers": 2})):
        hold(tournament(**plain, **keys), tmp_path / place, Console(file=io.StringIO()))
    for table in (TABLE, CSV, PAIRS, JSON):
        here, there = ((tmp_path / place / table).read_bytes() for place in ("here", "there"))
        assert here == there, table


def test_what_fails_on_a_ray_cluster_says_so_in_the_words_it_has_here(with_ray):
    config = tournament(engine="ray", workers=1)
    with cluster(config) as work:
        with pytest.raises(IndexError):
            list(work([Block(9, 0, 4, (0, 1))]))
        assert [block for block, _ in work(BLOCKS[:1])] == BLOCKS[:1], "and others are played"


def test_a_cluster_that_is_not_there_is_named_at_once(with_ray):
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    with (
        pytest.raises(NoEngine, match=f"no Ray cluster at '{address}'.*possible: "),
        cluster(tournament(engine="ray", cluster=address)),
    ):
        pass


def test_without_ray_its_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoEngine, match=r"sea-envs\[ray\]"), cluster(tournament(engine="ray")):
        pass
