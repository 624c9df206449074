"""Sb3-contrib's MaskablePPO as the learning rule, fed with decisions that we collect ourselves."""

import io
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBufferSamples
from stable_baselines3.common.save_util import load_from_zip_file
from stable_baselines3.common.utils import LinearSchedule
from torch.distributions import Distribution

from sea_envs.core.game import Game
from training.config import NetworkConfig, PpoConfig
from training.network import SightedPolicy, policy_arguments
from training.rollout import Decisions, advantages

Array = npt.NDArray[Any]


class Buffer:
    """Learner data in the form in which MaskablePPO.train reads its rollout buffer."""

    def __init__(
        self, decisions: Decisions, *, gamma: float, gae_lambda: float, chance: Any
    ) -> None:
        """Take the decisions whose outcome is known. chance: the generator that shuffles them."""
        trace = np.empty(len(decisions.rewards), np.float32)
        advantages(
            decisions.rewards,
            decisions.values,
            decisions.next,
            decisions.over,
            gamma,
            gae_lambda,
            trace,
        )
        self._decisions = decisions
        self._advantages = trace
        self._returns = trace + decisions.values
        self._chance = chance
        self.known = decisions.known()

    @property
    def values(self) -> Array:
        """The values [k] of the learner data when it was collected."""
        return self._decisions.values[self.known]

    @property
    def returns(self) -> Array:
        """What the values [k] should have been."""
        return self._returns[self.known]

    def get(self, batch_size: int) -> Iterator[MaskableRolloutBufferSamples]:
        """Minibatches of the learner data in random order."""
        order = self._chance.permutation(self.known)
        # A few left over would make a noisy step of their own: they join the others.
        parts = min(round(len(order) / batch_size), len(order) // 2)
        for part in np.array_split(order, max(1, parts)):
            yield self._samples(part)

    def _samples(self, part: Array) -> MaskableRolloutBufferSamples:
        taken = self._decisions
        return MaskableRolloutBufferSamples(
            observations=torch.from_numpy(taken.observations[part]),
            actions=torch.from_numpy(taken.actions[part]),
            old_values=torch.from_numpy(taken.values[part]),
            old_log_prob=torch.from_numpy(taken.logs[part]),
            advantages=torch.from_numpy(self._advantages[part]),
            returns=torch.from_numpy(self._returns[part]),
            action_masks=torch.from_numpy(taken.masks[part]),
        )


def learner_arguments(game: Game, ppo: PpoConfig, network: NetworkConfig) -> dict[str, Any]:
    """What our configuration says, in the words of MaskablePPO."""
    return {
        "policy": SightedPolicy,
        "learning_rate": LinearSchedule(ppo.learning_rate, ppo.final_learning_rate, 1.0),
        "batch_size": ppo.batch,
        "n_epochs": ppo.epochs,
        "gamma": ppo.gamma,
        "gae_lambda": ppo.gae_lambda,
        "clip_range": ppo.clip,
        "ent_coef": ppo.entropy,
        "vf_coef": ppo.value,
        "max_grad_norm": ppo.gradient_norm,
        "target_kl": ppo.target_kl,
        "policy_kwargs": policy_arguments(game.layout, network),
        "device": "cpu",
    }


def make_learner(game: Game, ppo: PpoConfig, network: NetworkConfig, *, seed: int) -> MaskablePPO:
    """A MaskablePPO without an environment: `train()` and `policy` are what we use of it."""
    # Its checks of every batch cost a tenth of an update; a policy that is no numbers any more is
    # refused by `policy_of`.
    Distribution.set_default_validate_args(False)
    model = MaskablePPO(
        env=None,  # type: ignore[arg-type]
        seed=seed,
        n_steps=2,
        _init_setup_model=False,
        **learner_arguments(game, ppo, network),
    )
    cells = game.layout.size + (1 if network.residual else 0)
    model.observation_space = spaces.Box(0.0, 1.0, (cells,), np.float32)
    model.action_space = spaces.Discrete(game.actions.COUNT)
    model.n_envs = 1
    model._setup_model()
    return model


def update(model: MaskablePPO, buffer: Buffer, *, progress: float) -> None:
    """One round of MaskablePPO's own training. progress: the part of the whole run that is done.

    A single decision teaches nothing: advantages are measured against one another.
    """
    if len(buffer.known) < 2:
        return
    model.rollout_buffer = buffer  # type: ignore[assignment]
    model._current_progress_remaining = 1.0 - progress
    model.train()


def load_parameters(model: MaskablePPO, saved: bytes) -> None:
    """Weights and optimiser from what `model.save` wrote; nothing in it is unpickled."""
    _, parameters, _ = load_from_zip_file(io.BytesIO(saved), load_data=False, device="cpu")
    model.set_parameters(parameters, exact_match=True, device="cpu")
