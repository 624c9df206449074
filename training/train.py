"""`python -m training train CONFIG.yaml`: makes a run, or goes on with one, to its end."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Generic, Protocol, TypeVar

import torch
from rich.console import Console
from stable_baselines3.common.logger import Logger

from sea_envs.core.files import write_bytes
from sea_envs.core.game import Setup
from sea_envs.core.learned import FILE, Learned, Policy, policy_from
from sea_envs.players import AnyPlayer, player
from sea_envs.registry import load
from training import runs
from training.config import TrainConfig
from training.console import say
from training.evaluation import evaluate
from training.fixed import AgainstFixed
from training.help import helped
from training.identity import changed, digests
from training.interrupts import interruptible
from training.ledger import from_jsonl, picture
from training.monitor import (
    Bar,
    Milestone,
    bar,
    curve,
    from_csv,
    milestone,
    show_in_tensorboard,
    to_csv,
)
from training.rllib.config import RllibConfig
from training.selfplay import SelfPlay
from training.yaml_config import BadConfig, load_config

C = TypeVar("C", TrainConfig, RllibConfig)

USAGE = "usage: python -m training train CONFIG.yaml [key=value ...] [--resume RUN]"
ABOUT = (
    "Trains a policy into a run directory, runs/CONFIG by default: the agent "
    "(agent.safetensors), checkpoints, learning curve (curve.png, history.csv) and "
    "TensorBoard scalars. What was stopped goes on with --resume RUN. Configurations are in "
    "configs/train."
)
INTERRUPTED = 130
EVALUATION_SEED = 1
"""Every evaluation of every run plays the same deals: their differences are the policies'."""


class Trainer(Protocol):
    """A way to learn. decisions: the learner's, so far."""

    decisions: int

    def update(self) -> None:
        """Collect decisions and learn from them."""

    def policy(self) -> Policy:
        """The policy as it is now."""

    def files(self) -> dict[str, bytes]:
        """What a checkpoint holds."""

    def restore(self, files: dict[str, bytes]) -> None:
        """Go on from a checkpoint."""


ALGORITHMS: dict[str, Callable[[Setup, TrainConfig, Logger], Trainer]] = {
    "selfplay_ppo": SelfPlay,
    "maskable_ppo": AgainstFixed,
}


def main(words: Sequence[str]) -> int:
    """Run the command: 0 when all decisions are taken, 130 when interrupted.

    Raises SeaError for bad input.
    """
    if (status := helped(words, USAGE, ABOUT, TrainConfig)) is not None:
        return status
    paths, overrides, resumed = read(words)
    if len(paths) > 1 or not (paths or resumed):
        raise BadConfig(f"{len(paths)} configuration files given; {USAGE}")
    given = load_config(TrainConfig, paths[0], overrides) if paths else None
    if resumed is not None:
        config = runs.resolve(resumed, given, overrides)
    else:
        assert given is not None
        config = given.model_copy(update={"run": given.run or str(Path("runs", paths[0].stem))})
    run = prepare(config)
    # Only now: what the user got wrong has left nothing behind.
    if resumed is None:
        runs.create(run.directory, config)
    else:
        runs.renew(run.directory, config)
    return run.go()


def prepare(config: TrainConfig, *, command: str = "train") -> "Run[TrainConfig]":
    """The run of a configuration that names its directory, on which nothing is written yet.

    command: with which a person goes on with it. Raises SeaError for what cannot be trained.
    """
    directory = Path(str(config.run))
    setup = load(config.game).setup(config.players, **config.options)
    opponents = {name: player(name, setup) for name in config.evaluation.opponents}
    torch.set_num_threads(config.threads)
    logger = Logger(None, [])
    return Run(
        setup=setup,
        config=config,
        directory=directory,
        opponents=opponents,
        trainer=ALGORITHMS[config.algorithm](setup, config, logger),
        console=Console(stderr=True),
        title=f"{setup.game.title}, {config.players} players",
        how_on=f"go on with: python -m training {command} --resume {directory}",
        logger=logger,
        tensorboard=True,
        digests=digests(teachers(config), setup),
    )


def teachers(config: TrainConfig) -> list[str]:
    """The names of the players on which the weights of a run depend."""
    if config.algorithm == "maskable_ppo":
        return config.opponents
    members = config.league.fixed if config.selfplay == "league" else []
    return [*members, *([config.imitation.player] if config.imitation.decisions else [])]


@dataclass
class Run(Generic[C]):
    """A run directory and the learner in it.

    title: of its pictures; how_on: what a person is told who interrupts it. logger: gets the
    scalars, the learner's among them; tensorboard: they are written into the directory. digests:
    the weights of other players from which it learns, by the players' names.
    """

    setup: Setup
    config: C
    directory: Path
    opponents: dict[str, AnyPlayer]
    trainer: Trainer
    console: Console
    title: str
    how_on: str
    logger: Logger = field(default_factory=lambda: Logger(None, []))
    tensorboard: bool = False
    digests: Mapping[str, str] = field(default_factory=dict)
    history: list[Milestone] = field(default_factory=list)

    def go(self) -> int:
        """Train until all decisions are taken: 0; until somebody interrupts: 130.

        Either way a checkpoint is left. Raises BadRun if the disk refuses, if all checkpoints are
        damaged, or if a player from which the run learnt has other weights now.
        """
        trainer, total = self.trainer, self.config.decisions
        if self.tensorboard:
            with runs.writing(self.directory):
                show_in_tensorboard(self.logger, self.directory / runs.TENSORBOARD)
        files = runs.newest(self.directory, self._warn)
        if files is not None:
            policy_from(files[FILE], self.setup.game, source=f"of run {self.directory}")
            others = changed(json.loads(files.get(runs.PLAYERS, b"{}")), self.digests)
            if others:
                raise runs.BadRun(
                    f"run {str(self.directory)!r} learnt from {others[0]!r} with other weights; "
                    "possible: those weights again, or another run"
                )
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
        self._close_log()
        if trainer.decisions < total:
            self._say(f"stopped after {trainer.decisions:,} decisions; {self.how_on}")
            return INTERRUPTED
        self._say(f"the policy is in {self.directory / FILE}")
        return 0

    def _update(self, shown: Bar) -> None:
        trainer, config, record = self.trainer, self.config, self.logger.record
        before, began = trainer.decisions, perf_counter()
        trainer.update()
        speed = (trainer.decisions - before) / (perf_counter() - began)
        shown.move(trainer.decisions, speed)
        record("time/fps", speed)
        record("time/total_timesteps", trainer.decisions)
        last = trainer.decisions >= config.decisions
        if last or runs.passed(config.evaluation.every, before, trainer.decisions):
            self._evaluate(shown)
        else:
            self._dump_log()
        if not last and runs.passed(config.checkpoint_every, before, trainer.decisions):
            self._keep()

    def _evaluate(self, shown: Bar) -> None:
        trainer, logger = self.trainer, self.logger
        learned = Learned(trainer.policy(), self.setup)
        parts = []
        for name, opponent in self.opponents.items():
            found = evaluate(
                self.setup,
                learned,
                [opponent],
                deals=self.config.evaluation.deals,
                seed=EVALUATION_SEED,
            )
            self.history.append(milestone(trainer.decisions, name, found))
            logger.record(f"eval/win_share_vs_{name}", found.win_share.mean)
            logger.record(f"eval/points_vs_{name}", found.points.mean)
            parts.append(f"{name} {found.win_share}")
        self._dump_log()
        shown.say(f"{trainer.decisions:>12,} decisions, win share against {', '.join(parts)}")

    def _keep(self) -> None:
        table = to_csv(self.history).encode()
        players = json.dumps(dict(self.digests)).encode()
        files = {**self.trainer.files(), runs.HISTORY: table, runs.PLAYERS: players}
        runs.keep(self.directory, self.trainer.decisions, files, count=self.config.keep)
        with runs.writing(self.directory):
            write_bytes(self.directory / runs.HISTORY, table)
            write_bytes(
                self.directory / runs.CURVE,
                curve(self.history, 1 / self.config.players, self.title),
            )
            if runs.LEDGER in files:
                ledger = files[runs.LEDGER]
                write_bytes(self.directory / runs.LEDGER, ledger)
                write_bytes(
                    self.directory / runs.LEAGUE_PICTURE,
                    picture(from_jsonl(ledger.decode()), self.title),
                )

    def _dump_log(self) -> None:
        try:
            self.logger.dump(self.trainer.decisions)
        except OSError as error:  # what is learnt is worth more than its log
            self._warn(f"no more scalars for TensorBoard: {error.strerror or error}")
            self.logger.output_formats.clear()
            self.logger.dump(self.trainer.decisions)

    def _close_log(self) -> None:
        try:
            self.logger.close()
        except OSError as error:
            self._warn(f"the scalars for TensorBoard end early: {error.strerror or error}")

    def _warn(self, text: str) -> None:
        self._say(f"warning: {text}")

    def _say(self, text: str) -> None:
        say(self.console, text)


def read(words: Sequence[str]) -> tuple[list[Path], list[str], Path | None]:
    """Paths, overrides and the run to go on with, from the words of a command."""
    paths: list[Path] = []
    overrides: list[str] = []
    resumed: Path | None = None
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--resume" or word.startswith("--resume="):
            place = word.removeprefix("--resume").removeprefix("=") or (rest.pop(0) if rest else "")
            if not place:
                raise BadConfig("--resume: which run? wanted --resume RUN")
            resumed = Path(place)
        elif word.startswith("-"):
            raise BadConfig(f"unknown flag {word!r}; possible: --resume RUN, --help")
        elif "=" in word:
            overrides.append(word)
        else:
            paths.append(Path(word))
    return paths, overrides, resumed
