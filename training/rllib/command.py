"""`python -m training rllib CONFIG.yaml`: makes a run with RLlib, or goes on with it to its end."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from rich.console import Console

from sea_envs.core.files import write_text
from sea_envs.players import player
from sea_envs.registry import load
from training import runs
from training.engine import NoEngine, cores, plain_errors, ray_at
from training.help import helped
from training.rllib.config import RllibConfig
from training.train import Run
from training.yaml_config import load_config, to_yaml

if TYPE_CHECKING:
    from training.rllib.trainer import Trainer

USAGE = "usage: python -m training rllib CONFIG.yaml [key=value ...]"
ABOUT = (
    "Trains a policy on a Ray cluster with RLlib's PPO, into runs/rllib/CONFIG by default: "
    "the same files as `train` but for TensorBoard's. What was stopped goes on by the same "
    "command. Needs the extras train and ray. Configurations are in configs/rllib."
)
MAY_CHANGE = {
    "run",
    "decisions",
    "checkpoint_every",
    "keep",
    "evaluation",
    "cluster",
    "runners",
    "rows",
    "learners",
}
"""What may differ when a run goes on: how long it lasts, where, and how it is looked at."""


def main(words: Sequence[str]) -> int:
    """Run the command: 0 when all decisions are taken, 130 when interrupted.

    Raises SeaError for bad input.
    """
    if (status := helped(words, USAGE, ABOUT, RllibConfig)) is not None:
        return status
    path = Path(words[0])
    config = load_config(RllibConfig, path, words[1:])
    directory = Path(config.run or Path("runs", "rllib", path.stem))
    setup = load(config.game).setup(config.players, **config.options)
    opponents = {name: player(name, setup) for name in config.evaluation.opponents}
    recognise(directory, config)
    make = trainer_class()
    torch.set_num_threads(1)
    with ray_at(config.cluster, max(cores(), config.runners + config.learners)) as ray:
        trainer = make(setup, config)
        try:
            # Only now: a cluster that is not there has left nothing behind here.
            write_down(directory, config)
            run = Run(
                setup=setup,
                config=config,
                directory=directory,
                opponents=opponents,
                trainer=trainer,
                console=Console(stderr=True),
                title=f"{setup.game.title}, {setup.players} players, RLlib",
                how_on="the same command goes on",
            )
            with plain_errors(ray):
                return run.go()
        finally:
            trainer.stop()


def recognise(directory: Path, config: RllibConfig) -> None:
    """Go on only with the run that was begun in this directory. Raises BadRun for anything else."""
    file = directory / runs.CONFIG
    if file.is_file():
        old, new = _facts(load_config(RllibConfig, file)), _facts(config)
        for key in new:
            if old[key] != new[key]:
                raise runs.BadRun(
                    f"{str(directory)!r} holds a run with {key}={old[key]!r}, not {new[key]!r};"
                    " possible: run=ANOTHER_DIRECTORY, or remove that one"
                )
    elif directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise runs.BadRun(
            f"{str(directory)!r} holds something else than a run; possible: run=ANOTHER_DIRECTORY"
        )


def write_down(directory: Path, config: RllibConfig) -> None:
    """Make the run's directory, if there is none, with its configuration. Raises BadRun."""
    with runs.writing(directory):
        directory.mkdir(parents=True, exist_ok=True)
        write_text(directory / runs.CONFIG, to_yaml(config))


def trainer_class() -> "type[Trainer]":
    """RLlib's side of training, which needs all that the extra `ray` brings. Raises NoEngine."""
    try:
        from training.rllib.trainer import Trainer
    except ImportError as error:
        raise NoEngine(
            f"RLlib is not whole here: {error}; possible: pip install 'sea-envs[ray]'"
        ) from error
    return Trainer


def _facts(config: RllibConfig) -> dict[str, Any]:
    return config.model_dump(mode="json", exclude=MAY_CHANGE)
