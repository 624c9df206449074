"""Self-play: one policy in every seat, or in a league, learning from the decisions of its seats."""

import io
import json
from time import perf_counter

import numpy as np
from stable_baselines3.common.logger import Logger

from sea_envs.core.game import Setup
from sea_envs.core.learned import FILE, Learned, Policy
from sea_envs.core.table import Table
from training.checkpoint import array_bytes, arrays_from, policy_bytes, policy_of
from training.config import TrainConfig
from training.imitation import Imitation
from training.league import League
from training.network import exported
from training.ppo import Buffer, load_parameters, make_learner, update
from training.rollout import Collector

LEARNER = "learner.zip"
TABLE = "table.npz"
PROGRESS = "progress.json"


class SelfPlay:
    """Collects and learns in turn. decisions: taken so far."""

    def __init__(self, setup: Setup, config: TrainConfig, logger: Logger) -> None:
        """Begin at the beginning. Scalars of every update go to `logger`."""
        self.decisions = 0
        self._setup = setup
        self._config = config
        self._logger = logger
        self._model = make_learner(setup.game, config.ppo, config.network, seed=config.seed)
        self._model.set_logger(logger)
        self._chance = np.random.default_rng(config.seed)
        self._imitation = Imitation(setup, config) if config.imitation.decisions else None
        alone = config.selfplay == "mirror"
        table = Table(setup, config.ppo.rows, reward=config.reward, redeal=alone)
        self._league = None if alone else League(table, config.league, seed=config.seed)
        self._collector = Collector(
            table,
            steps=config.ppo.steps,
            seed=config.seed,
            threads=config.threads,
            company=self._league,
            residual=config.network.residual > 0,
        )

    def update(self) -> None:
        """Collect once and learn from it; in the beginning take a lesson instead, where asked."""
        if self._imitation and self.decisions < self._config.imitation.decisions:
            count, losses = self._imitation.teach(self._model, taken=self.decisions)
            self.decisions += count
            for name, loss in losses.items():
                self._logger.record(name, loss)
            return
        ppo, collector, began = self._config.ppo, self._collector, perf_counter()
        decisions = collector.collect(Learned(self.policy(), self._setup))
        collected = perf_counter()
        buffer = Buffer(decisions, gamma=ppo.gamma, gae_lambda=ppo.gae_lambda, chance=self._chance)
        weighed = perf_counter()
        update(self._model, buffer, progress=self.decisions / self._config.decisions)
        updated = perf_counter()
        before, self.decisions = self.decisions, self.decisions + collector.taken
        if self._league:
            self._league.close(before, self.decisions, self.policy)
        shares = {
            **collector.seconds,
            "collect": collected - began,
            "advantage": weighed - collected,
            "update": updated - weighed,
        }
        for name, seconds in shares.items():
            self._logger.record(f"time/share_{name}", seconds / (updated - began))
        if collector.finished:
            self._logger.record("rollout/ep_len_mean", float(np.mean(collector.finished)))
            self._logger.record("rollout/games", len(collector.finished))
        collector.seconds.clear()
        collector.finished.clear()

    def policy(self) -> Policy:
        """The policy as it is now."""
        weights = exported(self._model.policy)
        return policy_of(weights, self._config, self._setup, decisions=self.decisions)

    def files(self) -> dict[str, bytes]:
        """All that the run depends on from here, and the policy for players."""
        learner = io.BytesIO()
        self._model.save(learner)
        progress = {
            "decisions": self.decisions,
            "updates": self._model._n_updates,
            "chance": self._chance.bit_generator.state,
        }
        return {
            FILE: policy_bytes(self.policy()),
            LEARNER: learner.getvalue(),
            TABLE: array_bytes(self._collector.saved()),
            PROGRESS: json.dumps(progress).encode(),
            **(self._league.files() if self._league else {}),
        }

    def restore(self, files: dict[str, bytes]) -> None:
        """Go on from what `files` gave: every later update is the same to the bit."""
        progress = json.loads(files[PROGRESS])
        self.decisions = progress["decisions"]
        self._model._n_updates = progress["updates"]
        self._chance.bit_generator.state = progress["chance"]
        if self._league:
            self._league.restore_files(files)
        self._collector.restore(arrays_from(files[TABLE]))
        load_parameters(self._model, files[LEARNER])
