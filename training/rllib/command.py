"""`python -m training rllib CONFIG.yaml`: makes a run with RLlib, or goes on with it to its end."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import torch
from rich.console import Console

from sea_envs.core.files import write_bytes, write_text
from sea_envs.core.game import Setup
from sea_envs.core.learned import FILE, Learned, policy_from
from sea_envs.players import AnyPlayer, player
from sea_envs.registry import load
from training import runs
from training.config import load_config, to_yaml
from training.engine import NoEngine, cores, plain_errors, ray_at
from training.evaluation import evaluate
from training.monitor import Bar, Milestone, bar, curve, from_csv, milestone, to_csv
from training.rllib.config import RllibConfig
from training.train import EVALUATION_SEED, INTERRUPTED, interruptible

if TYPE_CHECKING:
    from training.rllib.trainer import Trainer

USAGE = "usage: python -m training rllib CONFIG.yaml [key=value ...]"
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
    if not words or words[0] in ("-h", "--help"):
        print(USAGE)
        return 0 if words else 2
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
            run = Run(setup, config, directory, opponents, trainer, Console(stderr=True))
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
    try:
        directory.mkdir(parents=True, exist_ok=True)
        write_text(directory / runs.CONFIG, to_yaml(config))
    except OSError as error:
        raise runs.BadRun(
            f"cannot write into run directory {str(directory)!r}: {error.strerror}"
        ) from error


@dataclass
class Run:
    """A run directory and the learner in it."""

    setup: Setup
    config: RllibConfig
    directory: Path
    opponents: dict[str, AnyPlayer]
    trainer: "Trainer"
    console: Console
    history: list[Milestone] = field(default_factory=list)

    def go(self) -> int:
        """Train until all decisions are taken: 0; until somebody interrupts: 130.

        Either way a checkpoint is left.
        """
        trainer, total = self.trainer, self.config.decisions
        files = runs.newest(self.directory, lambda text: self._say(f"warning: {text}"))
        if files is not None:
            policy_from(files[FILE], self.setup.game, source=f"of run {self.directory}")
            trainer.restore(files)
            self.history = from_csv(files[runs.HISTORY].decode())
        with (
            interruptible() as asked,
            bar(self.console, total=total, done=trainer.decisions) as shown,
        ):
            if not self.history:
                self._evaluate(shown)
            while trainer.decisions < total and not asked:
                self._update(shown)
            self._keep()
        if trainer.decisions < total:
            self._say(f"stopped after {trainer.decisions:,} decisions; the same command goes on")
            return INTERRUPTED
        self._say(f"the policy is in {self.directory / FILE}")
        return 0

    def _update(self, shown: Bar) -> None:
        trainer, config = self.trainer, self.config
        before, began = trainer.decisions, perf_counter()
        trainer.update()
        shown.move(trainer.decisions, (trainer.decisions - before) / (perf_counter() - began))
        last = trainer.decisions >= config.decisions
        if last or runs.passed(config.evaluation.every, before, trainer.decisions):
            self._evaluate(shown)
        if not last and runs.passed(config.checkpoint_every, before, trainer.decisions):
            self._keep()

    def _evaluate(self, shown: Bar) -> None:
        decisions, parts = self.trainer.decisions, []
        learned = Learned(self.trainer.policy(), self.setup)
        for name, opponent in self.opponents.items():
            found = evaluate(
                self.setup,
                learned,
                [opponent],
                deals=self.config.evaluation.deals,
                seed=EVALUATION_SEED,
            )
            self.history.append(milestone(decisions, name, found))
            parts.append(f"{name} {found.win_share}")
        shown.say(f"{decisions:>12,} decisions, win share against {', '.join(parts)}")

    def _keep(self) -> None:
        game, players = self.setup.game, self.config.players
        table = to_csv(self.history).encode()
        files = {**self.trainer.files(), runs.HISTORY: table}
        runs.keep(self.directory, self.trainer.decisions, files, count=self.config.keep)
        write_bytes(self.directory / runs.HISTORY, table)
        picture = curve(self.history, 1 / players, f"{game.title}, {players} players, RLlib")
        write_bytes(self.directory / runs.CURVE, picture)

    def _say(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)


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
