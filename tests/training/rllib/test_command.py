"""The command: runs that are made, go on, and are not mistaken for others. RLlib is played here."""

import json
import signal
import sys
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from sea_envs.core.learned import FILE, load_player
from sea_envs.registry import GAMES, load
from training.checkpoint import policy_bytes, policy_of
from training.config import TrainConfig
from training.engine import NoEngine
from training.network import exported
from training.ppo import make_learner
from training.rllib import command
from training.runs import BadRun, checkpoints
from training.yaml_config import BadConfig


class Quick:
    """A trainer that learns nothing, four hundred decisions at a time."""

    def __init__(self, setup, config):
        self.setup, self.config = setup, config
        self.decisions = 0
        self.stopped = False

    def update(self):
        self.decisions += 400

    def policy(self):
        config = TrainConfig(game=self.config.game, network=self.config.network)
        model = make_learner(self.setup.game, config.ppo, config.network, seed=0)
        return policy_of(exported(model.policy), config, self.setup, decisions=self.decisions)

    def files(self):
        return {
            FILE: policy_bytes(self.policy()),
            "progress.json": json.dumps({"decisions": self.decisions}).encode(),
        }

    def restore(self, files):
        self.decisions = json.loads(files["progress.json"])["decisions"]

    def stop(self):
        self.stopped = True


@pytest.fixture
def trainers(monkeypatch):
    """The trainers that commands made."""
    made = []

    def make(setup, config):
        made.append(Quick(setup, config))
        return made[-1]

    nothing = SimpleNamespace(RayTaskError=ZeroDivisionError, RayError=ZeroDivisionError)
    ray = nullcontext(SimpleNamespace(exceptions=nothing))
    monkeypatch.setattr(command, "ray_at", lambda address, workers: ray)
    monkeypatch.setattr(command, "trainer_class", lambda: make)
    return made


@pytest.fixture
def rllib(tmp_path, trainers):
    file = tmp_path / "run.yaml"
    file.write_text(
        f"game: {GAMES[0]}\ndecisions: 1000\nnetwork: {{trunk: [8]}}\ncheckpoint_every: 500\n"
        f"evaluation: {{every: 500, deals: 2, opponents: [random]}}\nrun: {tmp_path / 'run'}\n"
    )
    return lambda *words: command.main([str(file), *words])


def test_a_run_ends_with_a_policy_that_players_find(rllib, tmp_path, trainers):
    assert rllib() == 0
    setup = load(GAMES[0]).setup(2)
    assert load_player(tmp_path / "run", setup).facts["decisions"] == 1200
    assert trainers[0].stopped
    history = (tmp_path / "run" / "history.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in history] == ["decisions", "0", "800", "1200"]
    assert [path.name[-4:] for path in checkpoints(tmp_path / "run" / "checkpoints")] == [
        "0800",
        "1200",
    ]


def test_the_same_command_goes_on_where_the_run_was(rllib, tmp_path, trainers):
    rllib()
    assert rllib("decisions=2000", "runners=5") == 0
    assert trainers[1].decisions == 2000
    history = (tmp_path / "run" / "history.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in history[1:]] == ["0", "800", "1200", "1600", "2000"]


def test_another_run_in_the_same_place_is_refused(rllib, trainers):
    rllib()
    with pytest.raises(BadRun, match=r"holds a run with seed=0, not 1; possible: run=ANOTHER"):
        rllib("seed=1")
    assert len(trainers) == 1, "and no process is started"


def test_a_directory_of_something_else_is_left_alone(rllib, tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "letter.txt").write_text("dear")
    with pytest.raises(BadRun, match="holds something else than a run"):
        rllib()


def test_an_interrupted_run_leaves_a_checkpoint_and_says_how_to_go_on(
    rllib, tmp_path, monkeypatch, capsys
):
    def interrupted(trainer):
        trainer.decisions += 400
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Quick, "update", interrupted)
    assert rllib() == 130
    assert "stopped after 400 decisions; the same command goes on" in capsys.readouterr().err
    assert len(checkpoints(tmp_path / "run" / "checkpoints")) == 1


def test_a_misspelt_key_is_refused_before_ray_is_started(rllib):
    with pytest.raises(BadConfig, match="did you mean 'learners'"):
        rllib("learner=2")


def test_where_rllib_is_missing_its_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "training.rllib.trainer", None)
    with pytest.raises(NoEngine, match=r"sea-envs\[ray\]"):
        command.trainer_class()


def test_usage_is_told(capsys):
    assert command.main(["--help"]) == 0
    assert command.main([]) == 2
    assert "rllib CONFIG.yaml" in capsys.readouterr().out
