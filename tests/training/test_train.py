"""Training from a configuration file to an agent, through mistakes and interruptions."""

import dataclasses
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from stable_baselines3.common.logger import TensorBoardOutputFormat

from sea_envs.core.learned import FILE, read_policy
from sea_envs.players import player
from sea_envs.registry import GAMES, load
from tests.training.interrupting import interrupting
from training import runs, train
from training.cli import main
from training.ledger import from_jsonl
from training.monitor import from_csv
from training.runs import BadRun

TEXT = f"""
game: {GAMES[0]}
decisions: 4096
threads: 1
checkpoint_every: 1024
evaluation: {{every: 2048, deals: 2, opponents: [random]}}
network: {{trunk: [16]}}
ppo: {{rows: 16, steps: 32, batch: 128}}
"""
ROWS, STEPS = 16, 32
LEAGUE = [
    *("selfplay=league", "league.every=700", "league.admission=always", "league.size=3"),
    *("league.fixed=[heuristic]", "options.target=1"),
]


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "small.yaml"
    path.write_text(TEXT)
    return str(path)


def is_after(decisions, updates):
    """Whether so many decisions are those of so many updates: of each as asked, or a few more."""
    return updates * ROWS * STEPS <= decisions <= updates * ROWS * (STEPS + 1)


def weights(run):
    return read_policy(Path(run), load(GAMES[0])).weights


def same_weights(one, other):
    return all((weights(one)[name] == weights(other)[name]).all() for name in weights(one))


def arguments(config, run, *more):
    return ["train", config, f"run={run}", *more]


def process(words):
    return subprocess.Popen(
        [sys.executable, "-m", "training", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=Path(train.__file__).parents[1],
    )


def test_a_run_ends_with_an_agent_a_history_and_a_curve(config, tmp_path, capsys):
    run = tmp_path / "run"
    assert main(arguments(config, run)) == 0
    policy = read_policy(run, load(GAMES[0]))
    assert is_after(policy.facts["decisions"], 8)
    assert policy.facts["config"]["ppo"]["rows"] == 16
    history = from_csv((run / runs.HISTORY).read_text())
    for entry, updates in zip(history, (0, 4, 8), strict=True):
        assert is_after(entry.decisions, updates)
    assert all(entry.low <= entry.win_share <= entry.high for entry in history)
    assert (run / runs.CURVE).read_bytes().startswith(b"\x89PNG")
    assert "run: " + str(run) in (run / runs.CONFIG).read_text()
    assert "win share against random" in capsys.readouterr().err
    player(f"checkpoint:{run}", load(GAMES[0]).setup(2))


def test_the_field_finds_its_scalars(config, tmp_path):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    run = tmp_path / "run"
    main(arguments(config, run))
    events = EventAccumulator(str(run / runs.TENSORBOARD))
    events.Reload()
    assert set(events.Tags()["scalars"]) >= {
        "rollout/ep_len_mean",
        "train/approx_kl",
        "train/entropy_loss",
        "train/explained_variance",
        "train/learning_rate",
        "train/value_loss",
        "time/fps",
        "eval/win_share_vs_random",
    }
    for updates, scalar in enumerate(events.Scalars("train/approx_kl"), 1):
        assert is_after(scalar.step, updates)
    assert updates == 8


def test_the_run_is_named_after_the_configuration(config, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["train", config, f"decisions={ROWS * STEPS}"]) == 0
    assert (tmp_path / "runs" / "small" / FILE).is_file()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["game=chess"], "unknown game 'chess'"),
        (["players=99"], "players=99"),
        (["options.taget=3"], "unknown option 'taget'"),
        (["options.target=-3"], "option target=-3"),
        (["options.players=3"], "options: wanted no key players among them"),
        (["league.fixed=[json.decoder:nobody]", "selfplay=league"], "has no attribute 'nobody'"),
        (["ppo.entrpy=1"], "unknown key 'ppo.entrpy'; did you mean 'ppo.entropy'?"),
        (["evaluation.opponents=[hueristic]"], "unknown player 'hueristic'"),
        (["evaluation.opponents=['checkpoint:/nowhere']"], "/nowhere"),
        (["algorithm=maskable_ppo", "opponents=[randm]"], "unknown player 'randm'"),
        (["selfplay=league", "league.fixed=[randm]"], "unknown player 'randm'"),
        (["selfplay=leage"], "selfplay='leage': wanted 'mirror' or 'league'"),
        (["--resmue"], "unknown flag '--resmue'; possible: --resume RUN"),
        (["other.yaml"], "2 configuration files given"),
        (["--resume"], "--resume: which run?"),
        (["--resume", "/nowhere"], "'/nowhere' is no run directory"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing_behind(config, tmp_path, capsys, words, told):
    run = tmp_path / "run"
    assert main(arguments(config, run, *words)) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and told in error and error.count("\n") == 1
    assert not run.exists()


def test_a_run_that_exists_is_left_alone(config, tmp_path, capsys):
    run = tmp_path / "run"
    main(arguments(config, run, f"decisions={ROWS * STEPS}"))
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    capsys.readouterr()
    assert main(arguments(config, run)) == 2
    assert f"--resume {run}" in capsys.readouterr().err
    assert before == {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}


def test_an_interrupt_leaves_a_checkpoint_from_which_the_run_goes_on(config, tmp_path, capsys):
    whole, run = tmp_path / "whole", tmp_path / "run"
    assert main(arguments(config, whole)) == 0
    with interrupting(train.SelfPlay, after=3):
        assert main(arguments(config, run)) == 130
    assert f"go on with: python -m training train --resume {run}" in capsys.readouterr().err
    assert is_after(read_policy(run, load(GAMES[0])).facts["decisions"], 3)
    assert main(["train", "--resume", str(run)]) == 0
    assert same_weights(run, whole)
    assert (run / runs.HISTORY).read_bytes() == (whole / runs.HISTORY).read_bytes()


def lasting(run):
    """What of a run must not depend on interruptions, beside the weights."""
    names = [runs.HISTORY, runs.LEDGER]
    found = {name: (run / name).read_bytes() for name in names if (run / name).exists()}
    newest = sorted((run / runs.CHECKPOINTS).iterdir())[-1]
    pool = [newest / "league.json", *(run / runs.LEAGUE).glob("*")]
    return found | {path.name: path.read_bytes() for path in pool if path.exists()}


def reached(run):
    """The decisions of the newest finished checkpoint; -1 before there is a run."""
    if not run.exists():
        return -1
    folders = (run / runs.CHECKPOINTS).glob("0*")
    return max((int(path.name) for path in folders if path.name.isdigit()), default=0)


def killed_and_resumed(config, run, words, *, updates, seconds):
    """Kill -9 so long after the checkpoint of so many updates lies there; then go on to the end."""
    going = process(arguments(config, run, "checkpoint_every=1", *words))
    while going.poll() is None and reached(run) < updates * ROWS * STEPS:
        time.sleep(0.005)
    time.sleep(seconds)
    going.kill()
    told, _ = going.communicate()
    assert going.returncode == -signal.SIGKILL, told
    assert main(["train", "--resume", str(run)]) == 0


either = pytest.mark.parametrize("words", [[], LEAGUE], ids=["mirror", "league"])


@either
def test_a_killed_run_goes_on_to_the_same_weights(config, tmp_path, words):
    whole, run = tmp_path / "whole", tmp_path / "run"
    assert main(arguments(config, whole, "checkpoint_every=1", *words)) == 0
    killed_and_resumed(config, run, words, updates=3, seconds=0.02)
    assert same_weights(run, whole)
    assert lasting(run) == lasting(whole)


@pytest.mark.slow
@either
@pytest.mark.parametrize(
    ("updates", "seconds"), [(0, 0), (0, 0.1), (1, 0), (2, 0.05), (4, 0.1), (5, 0.02)]
)
def test_it_does_not_matter_when_a_run_is_killed(config, tmp_path, words, updates, seconds):
    whole, run = tmp_path / "whole", tmp_path / "run"
    assert main(arguments(config, whole, "checkpoint_every=1", *words)) == 0
    killed_and_resumed(config, run, words, updates=updates, seconds=seconds)
    assert same_weights(run, whole)
    assert lasting(run) == lasting(whole)


def test_a_league_run_leaves_a_ledger_a_picture_and_snapshots_that_play(config, tmp_path):
    run = tmp_path / "run"
    assert main(arguments(config, run, *LEAGUE)) == 0
    matches = from_jsonl((run / runs.LEDGER).read_text())
    assert {"heuristic"} < {match.member for match in matches}
    assert (run / runs.LEAGUE_PICTURE).read_bytes().startswith(b"\x89PNG")
    generations = {match.member for match in matches if match.generation}
    for name in generations:
        player(f"checkpoint:{run / runs.snapshot_file(name)}", load(GAMES[0]).setup(2))
    assert len(generations) > 3  # of which the pool has room for three


def test_a_damaged_snapshot_costs_only_what_came_after_the_checkpoint_before(
    config, tmp_path, capsys
):
    whole, run = tmp_path / "whole", tmp_path / "run"
    for each in (whole, run):
        main(arguments(config, each, "checkpoint_every=1", *LEAGUE))
    newest = max((run / runs.LEAGUE).iterdir(), key=lambda path: path.stat().st_mtime_ns)
    newest.write_bytes(b"")
    capsys.readouterr()
    assert main(["train", "--resume", str(run)]) == 0
    told = capsys.readouterr().err
    assert newest.name in told and "is not what was written" in told
    assert same_weights(run, whole)
    assert lasting(run) == lasting(whole)


def test_a_damaged_newest_checkpoint_costs_only_what_came_after_the_one_before(
    config, tmp_path, capsys
):
    whole, run = tmp_path / "whole", tmp_path / "run"
    main(arguments(config, whole))
    main(arguments(config, run))
    newest = sorted((run / runs.CHECKPOINTS).iterdir())[-1]
    content = (newest / "table.npz").read_bytes()
    (newest / "table.npz").write_bytes(content[: len(content) // 2])
    capsys.readouterr()
    assert main(["train", "--resume", str(run)]) == 0
    assert "is damaged" in capsys.readouterr().err
    assert same_weights(run, whole)


def test_a_finished_run_can_be_made_longer(config, tmp_path):
    run = tmp_path / "run"
    main(arguments(config, run))
    assert main(["train", "--resume", str(run), "decisions=5000"]) == 0
    assert is_after(read_policy(run, load(GAMES[0])).facts["decisions"], 10)


def test_a_run_of_another_version_of_the_game_is_refused(config, tmp_path, monkeypatch, capsys):
    run = tmp_path / "run"
    main(arguments(config, run, f"decisions={ROWS * STEPS}"))
    newer = dataclasses.replace(load(GAMES[0]), version=99)
    monkeypatch.setattr(train, "load", lambda name: newer)
    capsys.readouterr()
    assert main(["train", "--resume", str(run), f"decisions={2 * ROWS * STEPS}"]) == 2
    assert "version is 0, this needs 99" in capsys.readouterr().err


def test_a_disk_that_refuses_is_one_line(config, tmp_path, monkeypatch, capsys):
    def refuse(*_, **__):
        raise BadRun("cannot write into run directory")

    monkeypatch.setattr(runs, "keep", refuse)
    assert main(arguments(config, tmp_path / "run")) == 2
    assert capsys.readouterr().err.splitlines()[-1] == "error: cannot write into run directory"


def test_a_disk_that_refuses_the_curve_is_one_line(config, tmp_path, monkeypatch, capsys):
    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(train, "write_bytes", refuse)
    assert main(arguments(config, tmp_path / "run")) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith("error: cannot write into run directory")
    assert error.endswith("No space left on device")


def test_a_disk_that_refuses_the_log_stops_nothing(config, tmp_path, monkeypatch, capsys):
    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(TensorBoardOutputFormat, "write", refuse)
    run = tmp_path / "run"
    assert main(arguments(config, run)) == 0
    said = capsys.readouterr().err
    assert said.count("warning: no more scalars for TensorBoard: No space left") == 1
    assert (run / FILE).is_file()


def test_a_run_does_not_go_on_with_other_opponents_of_the_same_name(config, tmp_path, capsys):
    whole, other, copy = tmp_path / "whole", tmp_path / "other", tmp_path / "copy.safetensors"
    main(arguments(config, tmp_path / "first", f"decisions={ROWS * STEPS}"))
    main(arguments(config, other, "seed=1", f"decisions={ROWS * STEPS}"))
    copy.write_bytes((tmp_path / "first" / FILE).read_bytes())
    words = ["selfplay=league", f"league.fixed=['checkpoint:{copy}']"]
    main(arguments(config, whole, *words, f"decisions={ROWS * STEPS}"))
    before = (whole / FILE).read_bytes()
    copy.write_bytes((other / FILE).read_bytes())
    capsys.readouterr()
    assert main(["train", "--resume", str(whole), "decisions=4096"]) == 2
    assert f"learnt from 'checkpoint:{copy}' with other weights" in capsys.readouterr().err
    assert (whole / FILE).read_bytes() == before
    copy.write_bytes((tmp_path / "first" / FILE).read_bytes())
    assert main(["train", "--resume", str(whole), "decisions=4096"]) == 0


def test_maskable_ppo_against_fixed_opponents_trains_and_resumes(config, tmp_path):
    run = tmp_path / "run"
    words = ["algorithm=maskable_ppo", "opponents=[random]", f"decisions={2 * ROWS * STEPS}"]
    assert main(arguments(config, run, *words)) == 0
    assert main(["train", "--resume", str(run), f"decisions={3 * ROWS * STEPS}"]) == 0
    assert read_policy(run, load(GAMES[0])).facts["decisions"] == 3 * ROWS * STEPS
