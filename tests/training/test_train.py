"""Training from a configuration file to an agent, through mistakes and interruptions."""

import dataclasses
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sea_envs.core.learned import FILE, read_policy
from sea_envs.players import player
from sea_envs.registry import GAMES, load
from training import runs, train
from training.cli import main
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
UPDATE = 16 * 32


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "small.yaml"
    path.write_text(TEXT)
    return str(path)


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
    assert policy.facts["decisions"] == 4096
    assert policy.facts["config"]["ppo"]["rows"] == 16
    history = from_csv((run / runs.HISTORY).read_text())
    assert [entry.decisions for entry in history] == [0, 2048, 4096]
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
    assert [scalar.step for scalar in events.Scalars("train/approx_kl")] == [
        UPDATE * number for number in range(1, 9)
    ]


def test_the_run_is_named_after_the_configuration(config, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["train", config, f"decisions={UPDATE}"]) == 0
    assert (tmp_path / "runs" / "small" / FILE).is_file()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["game=chess"], "unknown game 'chess'"),
        (["players=99"], "players=99"),
        (["options.taget=3"], "unknown option 'taget'"),
        (["options.target=-3"], "option target=-3"),
        (["ppo.entrpy=1"], "unknown key 'ppo.entrpy'; did you mean 'ppo.entropy'?"),
        (["evaluation.opponents=[hueristic]"], "unknown player 'hueristic'"),
        (["evaluation.opponents=['checkpoint:/nowhere']"], "/nowhere"),
        (["algorithm=maskable_ppo", "opponents=[randm]"], "unknown player 'randm'"),
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
    main(arguments(config, run, f"decisions={UPDATE}"))
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    capsys.readouterr()
    assert main(arguments(config, run)) == 2
    assert f"--resume {run}" in capsys.readouterr().err
    assert before == {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}


def test_an_interrupt_leaves_a_checkpoint_from_which_the_run_goes_on(
    config, tmp_path, monkeypatch, capsys
):
    whole, run = tmp_path / "whole", tmp_path / "run"
    assert main(arguments(config, whole)) == 0
    update = train.SelfPlay.update

    def interrupted(self):
        update(self)
        if self.decisions == 3 * UPDATE:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(train.SelfPlay, "update", interrupted)
    assert main(arguments(config, run)) == 130
    assert f"go on with: python -m training train --resume {run}" in capsys.readouterr().err
    assert read_policy(run, load(GAMES[0])).facts["decisions"] == 3 * UPDATE
    monkeypatch.setattr(train.SelfPlay, "update", update)
    assert main(["train", "--resume", str(run)]) == 0
    assert same_weights(run, whole)
    assert (run / runs.HISTORY).read_bytes() == (whole / runs.HISTORY).read_bytes()


def killed_and_resumed(config, run, seconds):
    """Kill -9 so long after the first checkpoint lies there; then go on to the end."""
    going = process(arguments(config, run, "checkpoint_every=1"))
    home = run / runs.CHECKPOINTS
    while going.poll() is None and not any(home.glob("0*")):
        time.sleep(0.01)
    time.sleep(seconds)
    going.kill()
    going.communicate()
    resumed = process(["train", "--resume", str(run)])
    told, _ = resumed.communicate()
    assert resumed.returncode == 0, told


def test_a_killed_run_goes_on_to_the_same_weights(config, tmp_path):
    whole, run = tmp_path / "whole", tmp_path / "run"
    assert main(arguments(config, whole)) == 0
    killed_and_resumed(config, run, 0.1)
    assert same_weights(run, whole)


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0, 0.03, 0.2, 0.35, 0.6])
def test_it_does_not_matter_when_a_run_is_killed(config, tmp_path, seconds):
    whole, run = tmp_path / "whole", tmp_path / "run"
    assert main(arguments(config, whole)) == 0
    killed_and_resumed(config, run, seconds)
    assert same_weights(run, whole)


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
    assert read_policy(run, load(GAMES[0])).facts["decisions"] == 10 * UPDATE


def test_a_run_of_another_version_of_the_game_is_refused(config, tmp_path, monkeypatch, capsys):
    run = tmp_path / "run"
    main(arguments(config, run, f"decisions={UPDATE}"))
    newer = dataclasses.replace(load(GAMES[0]), version=99)
    monkeypatch.setattr(train, "load", lambda name: newer)
    capsys.readouterr()
    assert main(["train", "--resume", str(run), f"decisions={2 * UPDATE}"]) == 2
    assert "version is 0, this needs 99" in capsys.readouterr().err


def test_a_disk_that_refuses_is_one_line(config, tmp_path, monkeypatch, capsys):
    def refuse(*_, **__):
        raise BadRun("cannot write into run directory")

    monkeypatch.setattr(runs, "keep", refuse)
    assert main(arguments(config, tmp_path / "run")) == 2
    assert capsys.readouterr().err.splitlines()[-1] == "error: cannot write into run directory"


def test_maskable_ppo_against_fixed_opponents_trains_and_resumes(config, tmp_path):
    run = tmp_path / "run"
    words = ["algorithm=maskable_ppo", "opponents=[random]", f"decisions={2 * UPDATE}"]
    assert main(arguments(config, run, *words)) == 0
    assert main(["train", "--resume", str(run), f"decisions={3 * UPDATE}"]) == 0
    assert read_policy(run, load(GAMES[0])).facts["decisions"] == 3 * UPDATE
