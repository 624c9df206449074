"""RLlib's PPO on our games: its settings, its updates, and what a checkpoint holds."""

import json
import logging
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import torch
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core import COMPONENT_LEARNER, COMPONENT_OPTIMIZER, COMPONENT_RL_MODULE
from ray.rllib.core.rl_module import MultiRLModuleSpec, RLModuleSpec
from ray.rllib.utils.metrics import ENV_RUNNER_RESULTS, NUM_ENV_STEPS_SAMPLED_LIFETIME

from sea_envs.adapters.spaces import action_space, observation_space
from sea_envs.core.game import Setup
from sea_envs.core.learned import FILE, Policy
from training.checkpoint import array_bytes, arrays_from, policy_bytes, policy_of
from training.config import TrainConfig
from training.network import exported
from training.rllib.config import RllibConfig
from training.rllib.face import Face
from training.rllib.module import POLICY, Module, make_policy

SHARED = "shared"
"""RLlib's name for the one policy that sits in every seat."""
LEARNER = "learner.npz"
PROGRESS = "progress.json"
_WEIGHT, _OPTIMISER = "weight/", "optimiser/"


def settings(setup: Setup, config: RllibConfig) -> PPOConfig:
    """What our configuration says, in RLlib's words."""
    game, ppo = setup.game, config.ppo
    spec = RLModuleSpec(
        module_class=Module,
        observation_space=observation_space(game, flat=False),
        action_space=action_space(game),
        model_config={"game": game.name, "network": config.network.model_dump()},
    )
    given = {
        "game": game.name,
        "players": setup.players,
        "reward": config.reward,
        "options": config.options,
    }
    return (
        PPOConfig()
        # RLlib would check the face with actions of its own, which need not be legal.
        .environment(Face, env_config=given, disable_env_checking=True)
        .env_runners(num_env_runners=config.runners, num_envs_per_env_runner=config.rows)
        .learners(num_learners=config.learners)
        .multi_agent(policies={SHARED}, policy_mapping_fn=lambda *_, **__: SHARED)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={SHARED: spec}))
        .training(
            train_batch_size_per_learner=config.learner_decisions,
            minibatch_size=ppo.batch,
            num_epochs=ppo.epochs,
            lr=ppo.learning_rate,
            gamma=ppo.gamma,
            lambda_=ppo.gae_lambda,
            clip_param=ppo.clip,
            entropy_coeff=ppo.entropy,
            vf_loss_coeff=ppo.value,
            # By default an error beyond 3.2 teaches nothing; margins are paid in points.
            vf_clip_param=float("inf"),
            grad_clip=ppo.gradient_norm,
            grad_clip_by="global_norm",
            use_kl_loss=False,
        )
        # What fails, fails: the run goes on from its checkpoint when it is started again.
        .fault_tolerance(restart_failed_env_runners=False)
        .debugging(seed=config.seed, log_level="ERROR")
    )


class Trainer:
    """Lets RLlib collect and learn in turn. decisions: taken so far."""

    def __init__(self, setup: Setup, config: RllibConfig) -> None:
        """Start the processes on the Ray cluster to which this one is connected."""
        self.decisions = 0
        self._counted = 0
        self._setup = setup
        self._config = config
        # Every start would be told that RLlib has a new interface, the one that is used here.
        logging.getLogger("ray.rllib").setLevel(logging.ERROR)
        self._algorithm: Algorithm = settings(setup, config).build_algo()
        with suppress(OSError):
            Path(self._algorithm.logdir).rmdir()  # in the home folder, and never used
        self._policy = make_policy(setup.game, config.network)

    def update(self) -> None:
        """Collect once and learn from it."""
        counted = int(self._algorithm.train()[ENV_RUNNER_RESULTS][NUM_ENV_STEPS_SAMPLED_LIFETIME])
        self.decisions += counted - self._counted
        self._counted = counted

    def policy(self) -> Policy:
        """The policy as it is now."""
        config = self._config
        state = {
            name.removeprefix(POLICY): torch.from_numpy(np.array(weight))
            for name, weight in self._weights().items()
        }
        self._policy.load_state_dict(state)
        ours = TrainConfig(game=config.game, network=config.network)
        policy = policy_of(exported(self._policy), ours, self._setup, decisions=self.decisions)
        return Policy({**policy.facts, "config": config.model_dump(mode="json")}, policy.weights)

    def files(self) -> dict[str, bytes]:
        """What the run goes on from, and the policy for players."""
        (optimiser,) = self._state()[COMPONENT_OPTIMIZER].values()
        arrays = {_WEIGHT + name: weight for name, weight in self._weights().items()}
        for number, moments in optimiser["state"]["state"].items():
            for name, moment in moments.items():
                arrays[f"{_OPTIMISER}{number}/{name}"] = np.asarray(moment)
        return {
            FILE: policy_bytes(self.policy()),
            LEARNER: array_bytes(arrays),
            PROGRESS: json.dumps({"decisions": self.decisions}).encode(),
        }

    def restore(self, files: dict[str, bytes]) -> None:
        """Go on from what `files` gave: the same weights and optimiser, but games of its own."""
        self.decisions = json.loads(files[PROGRESS])["decisions"]
        state = self._state()
        (optimiser,) = state[COMPONENT_OPTIMIZER].values()
        for name, array in arrays_from(files[LEARNER]).items():
            if name.startswith(_WEIGHT):
                state[COMPONENT_RL_MODULE][SHARED][name.removeprefix(_WEIGHT)] = array
            else:
                number, moment = name.removeprefix(_OPTIMISER).split("/")
                optimiser["state"]["state"].setdefault(int(number), {})[moment] = array
        group = self._algorithm.learner_group
        group.set_state({COMPONENT_LEARNER: state})
        # By default RLlib would not wait until the runners have them.
        self._algorithm.env_runner_group.sync_weights(
            from_worker_or_learner_group=group, timeout_seconds=None
        )

    def stop(self) -> None:
        """End the processes."""
        self._algorithm.stop()

    def _state(self) -> Any:
        wanted = (COMPONENT_RL_MODULE, COMPONENT_OPTIMIZER)
        paths = [f"{COMPONENT_LEARNER}/{part}" for part in wanted]
        return self._algorithm.learner_group.get_state(paths)[COMPONENT_LEARNER]

    def _weights(self) -> Any:
        return self._algorithm.learner_group.get_weights()[SHARED]
