"""Whole tournaments: continued after a kill, ended when known, complete whoever plays."""

import csv
import io
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from rich.console import Console

from sea_envs import players
from sea_envs.core.errors import SeaError
from sea_envs.registry import GAMES
from tests.training.interrupting import interrupt_that_is_dropped
from tests.weights import shipped
from training.cli import main
from training.schedule import BadPlan, TournamentConfig, events
from training.tournament import CSV, JSON, PAIRS, RESULTS, TABLE, _play_blocks, facts, hold
from training.yaml_config import make_config

GAME = GAMES[0]
TABLES = (TABLE, CSV, PAIRS, JSON)


def tournament(*names, **keys):
    given = {
        "players": list(names or ("random", "heuristic")),
        "events": [{"game": GAME}],
        "deals": 30,
        "workers": 1,
        "replays": 0,
        **keys,
    }
    return make_config(TournamentConfig, given, source="test")


def held(config, directory):
    return hold(config, directory, Console(file=io.StringIO()))


def tables(directory):
    return {name: (directory / name).read_bytes() for name in TABLES}


def games(directory):
    query = "SELECT event, deal, number, seating, points, decisions FROM games"
    with sqlite3.connect(directory / RESULTS) as connection:
        return connection.execute(query + " ORDER BY event, deal, number").fetchall()


def lines(directory):
    return list(csv.DictReader(io.StringIO((directory / CSV).read_text())))


@pytest.fixture
def faulty_players(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))


def test_a_tournament_ends_with_a_table_of_its_players(tmp_path):
    outcome = held(tournament(), tmp_path)
    assert [line.player for line in outcome.standings[0].lines] == [1, 0]
    assert outcome.ends == (30,)
    assert len(games(tmp_path)) == 60
    assert "heuristic is better than random" in (tmp_path / TABLE).read_text()


def test_a_complete_tournament_is_not_played_again(tmp_path):
    held(tournament(), tmp_path)
    before = tables(tmp_path), games(tmp_path)
    held(tournament(), tmp_path)
    assert (tables(tmp_path), games(tmp_path)) == before


def test_the_number_of_workers_changes_nothing(tmp_path):
    for workers in (1, 2):
        held(tournament(workers=workers, batch=8), tmp_path / str(workers))
    assert tables(tmp_path / "1") == tables(tmp_path / "2")


def test_more_deals_continue_a_tournament(tmp_path):
    held(tournament(deals=20), tmp_path / "longer")
    played = games(tmp_path / "longer")
    held(tournament(deals=30), tmp_path / "longer")
    held(tournament(deals=30), tmp_path / "at once")
    assert set(played) < set(games(tmp_path / "longer"))
    assert tables(tmp_path / "longer") == tables(tmp_path / "at once")


def test_fewer_deals_are_a_table_of_fewer_deals(tmp_path):
    held(tournament(deals=30), tmp_path / "cut")
    held(tournament(deals=20), tmp_path / "cut")
    held(tournament(deals=20), tmp_path / "short")
    assert tables(tmp_path / "cut") == tables(tmp_path / "short")


def test_another_tournament_in_the_same_directory_is_refused(tmp_path):
    held(tournament(), tmp_path)
    before = games(tmp_path)
    with pytest.raises(BadPlan, match="seed=0, not 1.*run=ANOTHER_DIRECTORY"):
        held(tournament(seed=1), tmp_path)
    assert games(tmp_path) == before


def test_a_checkpoint_that_changed_makes_another_tournament(tmp_path):
    file = tmp_path / "agent"
    config = tournament("random", f"checkpoint:{file}:best")
    file.write_bytes(b"one")
    before = facts(config, events(config))
    file.write_bytes(b"two")
    after = facts(config, events(config))
    assert {key for key in before if before[key] != after[key]} == {"checkpoint files"}


def test_pretrained_weights_that_changed_make_another_tournament(tmp_path, monkeypatch):
    monkeypatch.setattr(players, "PRETRAINED", tmp_path)
    file = tmp_path / f"{GAME}_2.safetensors"
    config = tournament("random", "pretrained:sample")
    file.write_bytes(b"one")
    before = facts(config, events(config))
    file.write_bytes(b"two")
    after = facts(config, events(config))
    assert {key for key in before if before[key] != after[key]} == {"pretrained files"}


def test_who_learnt_by_other_rules_is_named_beforehand(tmp_path, capsys):
    agent = shipped(tmp_path, "ocean", 2, options={"starter": "rotate"})
    cup = tmp_path / "cup.yaml"
    entrants = ["random", {"name": "agent", "player": f"checkpoint:{agent}"}]
    cup.write_text(yaml.safe_dump({"players": entrants, "events": [{"game": "ocean"}]}))
    words = [str(cup), "deals=2", f"run={tmp_path / 'run'}"]
    assert main(["tournament", *words]) == 0
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "warning: agent learnt Ocean with starter=rotate, not same"
    assert told[-1] == f"the report is {tmp_path / 'run' / 'report.html'}"


def test_it_stops_when_every_win_share_is_known_well_enough(tmp_path):
    config = tournament(until={"half_width": 0.05, "max_deals": 5000}, batch=64)
    outcome = held(config, tmp_path)
    shares = [line.share for line in outcome.standings[0].lines]
    assert 50 < outcome.ends[0] < 1000
    assert all(share.high - share.low <= 0.1 for share in shares)


def test_a_retired_player_does_not_keep_it_from_stopping(tmp_path, faulty_players):
    config = tournament(
        "random",
        "heuristic",
        "faulty:raising_always",
        until={"half_width": 0.06, "max_deals": 5000},
        batch=64,
        retire_after=3,
        seconds=20.0,
    )
    outcome = held(config, tmp_path)
    assert outcome.retired == (2,)
    assert outcome.ends[0] < 1000


def test_it_stops_at_the_most_deals_in_any_case(tmp_path):
    config = tournament(until={"half_width": 0.0001, "max_deals": 40}, batch=16)
    assert held(config, tmp_path).ends == (40,)


def test_several_events_have_a_table_each_and_one_together(tmp_path):
    config = tournament(
        "random",
        "heuristic",
        {"name": "other", "player": "random"},
        events=[{"game": GAME, "seats": [2, 3]}],
        deals=12,
    )
    outcome = held(config, tmp_path)
    titles = [standing.title for standing in outcome.standings]
    assert titles[-1] == "All events"
    assert len(titles) == 3
    assert {line["event"] for line in lines(tmp_path)} == set(titles)


FAULTS = (
    *("raising_always", "illegal", "garbage", "wrong_shape"),
    *("leaving", "exiting", "greedy", "hanging"),
)


@pytest.mark.parametrize("factory", FAULTS)
def test_a_tournament_is_completed_whatever_a_player_does(tmp_path, faulty_players, factory):
    config = tournament(
        "random",
        "heuristic",
        {"name": "faulty", "player": f"faulty:{factory}"},
        deals=40,
        batch=24,
        retire_after=3,
        seconds=0.5 if factory == "hanging" else 20.0,
        memory=256,
    )
    outcome = held(config, tmp_path)
    by_name = {line["player"]: line for line in lines(tmp_path)}
    assert outcome.retired == (2,)
    assert by_name["faulty"]["retired"] == "1"
    assert int(by_name["faulty"]["forfeits"]) >= 3
    assert by_name["heuristic"]["deals"] == "40"
    assert by_name["faulty"]["deals"] == "4"


def test_a_player_that_fails_now_and_then_stays(tmp_path, faulty_players):
    config = tournament("random", "faulty:illegal", deals=8, retire_after=100, seconds=20.0)
    outcome = held(config, tmp_path)
    assert outcome.retired == ()
    with sqlite3.connect(tmp_path / RESULTS) as connection:
        reasons = connection.execute("SELECT DISTINCT forfeiter, reason FROM games").fetchall()
    assert sorted(reasons, key=str) == [(1, "illegal action 10000"), (None, None)]


def begun(tmp_path, name, *more):
    config = tmp_path / "tournament.yaml"
    config.write_text(
        f"players: [random, heuristic]\nevents: [{{game: {GAME}, seats: [2, 3]}}]\n"
        "deals: 400\nbatch: 96\nrecord_every: 50\nreplays: 0\n"
    )
    command = [sys.executable, "-m", "training", "tournament", config, f"run={tmp_path / name}"]
    return subprocess.Popen(
        [*command, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finished(process):
    output, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    return output


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    directory = tmp_path_factory.mktemp("undisturbed")
    return finished(begun(directory, "run", "workers=1")), directory / "run"


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_again_and_again_it_ends_like_an_undisturbed_one(tmp_path, undisturbed, workers):
    printed, whole = undisturbed
    file, seen = tmp_path / "killed" / RESULTS, {}
    for number in range(3):
        process = begun(tmp_path, "killed", f"workers={workers}")
        size = file.stat().st_size if file.exists() else 0
        while process.poll() is None and (
            not file.exists() or file.stat().st_size < size + 20_000 * (number + 1)
        ):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        played = games(tmp_path / "killed")
        assert set(seen) <= set(played)
        seen = dict.fromkeys(played)
    assert 0 < len(seen) < len(games(whole))
    assert finished(begun(tmp_path, "killed", f"workers={workers}")) == printed
    assert tables(tmp_path / "killed") == tables(whole)
    assert games(tmp_path / "killed") == games(whole)


def test_ctrl_c_loses_nothing_that_was_written_down(tmp_path):
    process = begun(tmp_path, "interrupted", "workers=2", "deals=100000")
    file = tmp_path / "interrupted" / RESULTS
    while process.poll() is None and (not file.exists() or file.stat().st_size < 30_000):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert games(tmp_path / "interrupted")


def test_an_interrupt_that_a_callback_drops_is_not_lost():
    blocks = [SimpleNamespace(event=0)] * 3
    results = SimpleNamespace(add=lambda event, games: None)
    seen = []

    def dropping(games):
        seen.append(games)
        interrupt_that_is_dropped()

    with pytest.raises(KeyboardInterrupt):
        _play_blocks(blocks, lambda todo: ((block, []) for block in todo), results, dropping)
    assert len(seen) == 1


def complaint(capsys, *words):
    assert main(["tournament", *map(str, words)]) == 2
    said = capsys.readouterr().err
    assert re.fullmatch(r"error: [^\n]+\n", said)
    return said


def test_bad_input_is_one_clear_line(tmp_path, capsys):
    config = tmp_path / "cup.yaml"
    given = {"players": ["random", "heuristic"], "events": [{"game": GAME}]}
    config.write_text(yaml.safe_dump(given))
    out = f"run={tmp_path / 'run'}"
    assert "did you mean 'deals'" in complaint(capsys, config, "deal=5", out)
    assert "deals='many'" in complaint(capsys, config, "deals=many", out)
    assert GAME in complaint(capsys, config, "events=[{game: chess}]", out)
    assert "heuristic" in complaint(capsys, config, "players=[random, heuristc]", out)
    assert "cannot read" in complaint(capsys, tmp_path / "missing.yaml")
    (tmp_path / "file").write_text("")
    assert "cannot write" in complaint(capsys, config, f"run={tmp_path / 'file' / 'run'}")
    assert not (tmp_path / "run").exists()


def test_the_command_prints_the_table(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = {"players": ["random", "heuristic"], "events": [{"game": GAME}]}
    (tmp_path / "cup.yaml").write_text(yaml.safe_dump(given))
    assert main(["tournament", "cup.yaml", "deals=10", "workers=1"]) == 0
    assert "heuristic" in capsys.readouterr().out
    assert (tmp_path / "runs" / "tournament" / "cup" / CSV).exists()


def test_without_a_configuration_it_says_how_it_is_called(capsys):
    assert main(["tournament"]) == 2
    assert "CONFIG.yaml" in capsys.readouterr().out


def test_an_unwritable_directory_is_an_error_of_ours(tmp_path):
    (tmp_path / "run").write_text("a file")
    with pytest.raises(SeaError, match="cannot write into"):
        held(tournament(), tmp_path / "run")
