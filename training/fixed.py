"""Plain MaskablePPO in one seat against fixed opponents, through the Stable-Baselines3 face."""

import io
import json

from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import safe_mean
from stable_baselines3.common.vec_env import VecMonitor

from sea_envs.adapters.sb3 import SeaVecEnv
from sea_envs.core.game import Setup
from sea_envs.core.learned import FILE, Policy
from training.checkpoint import policy_bytes, policy_of
from training.config import TrainConfig
from training.network import exported
from training.ppo import learner_arguments, load_parameters

LEARNER = "learner.zip"
PROGRESS = "progress.json"


class AgainstFixed:
    """MaskablePPO's own collecting and training. decisions: the learner's, so far."""

    def __init__(self, setup: Setup, config: TrainConfig, logger: Logger) -> None:
        """Begin at the beginning. Scalars of every update go to `logger`."""
        self.decisions = 0
        self._setup = setup
        self._config = config
        face = SeaVecEnv(
            setup.game.name,
            config.ppo.rows,
            config.players,
            opponents=config.opponents if len(config.opponents) > 1 else config.opponents[0],
            learner_seat="random",
            reward=config.reward,
            **config.options,
        )
        self._env = VecMonitor(face)
        self._model = MaskablePPO(
            env=self._env,
            seed=config.seed,
            n_steps=config.ppo.steps,
            **learner_arguments(setup.game, config.ppo, config.network),
        )
        self._model.set_logger(logger)
        _, self._callback = self._model._setup_learn(config.decisions)

    def update(self) -> None:
        """Collect once and learn from it."""
        model, steps = self._model, self._config.ppo.steps
        model.collect_rollouts(self._env, self._callback, model.rollout_buffer, steps)
        model._update_current_progress_remaining(self.decisions, self._config.decisions)
        model.train()
        self.decisions += steps * self._config.ppo.rows
        if model.ep_info_buffer:
            for name, key in (("ep_rew_mean", "r"), ("ep_len_mean", "l")):
                mean = safe_mean([info[key] for info in model.ep_info_buffer])
                model.logger.record(f"rollout/{name}", mean)

    def policy(self) -> Policy:
        """The policy as it is now."""
        weights = exported(self._model.policy)
        return policy_of(weights, self._config, self._setup, decisions=self.decisions)

    def files(self) -> dict[str, bytes]:
        """Learner and progress; the games on the table are not kept, a resumed run deals anew."""
        learner = io.BytesIO()
        self._model.save(learner)
        progress = {"decisions": self.decisions, "updates": self._model._n_updates}
        return {
            FILE: policy_bytes(self.policy()),
            LEARNER: learner.getvalue(),
            PROGRESS: json.dumps(progress).encode(),
        }

    def restore(self, files: dict[str, bytes]) -> None:
        """Go on learning from what `files` gave, with games of another seed."""
        progress = json.loads(files[PROGRESS])
        self.decisions = progress["decisions"]
        self._model._n_updates = progress["updates"]
        load_parameters(self._model, files[LEARNER])
        self._model.set_random_seed(self._config.seed + self.decisions)
        self._model._setup_learn(self._config.decisions)
