"""RLlib's module around our network: masks, logits and values."""

from typing import Any

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.utils.torch_utils import FLOAT_MIN

from sea_envs.adapters.spaces import action_space, observation_space
from sea_envs.core.game import Game
from sea_envs.registry import load
from training.config import NetworkConfig
from training.network import SightedPolicy, policy_arguments

POLICY = "policy."
"""What stands before the network's names among those of the module's weights."""


def make_policy(game: Game, network: NetworkConfig) -> SightedPolicy:
    """The network as our own training builds it."""
    return SightedPolicy(
        observation_space(game, flat=True),
        action_space(game),
        lambda _: 0.0,  # the step size of an optimiser that RLlib leaves aside for its own
        **policy_arguments(game.layout, network),
    )


class Module(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]  # not checked for types
    """Our network for RLlib. What it is asked about: `observation` and `action_mask`, as `Face`
    gives them; of the actions only those under the mask have a probability.
    """

    def setup(self) -> None:
        """Build the network: `model_config` has the `game` and the `network`."""
        game, network = self.model_config["game"], self.model_config["network"]
        self.policy = make_policy(load(game), NetworkConfig(**network))

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {Columns.ACTION_DIST_INPUTS: self._logits(batch, self._shared(batch))}

    def _forward_train(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        shared = self._shared(batch)
        return {
            Columns.EMBEDDINGS: shared,
            Columns.ACTION_DIST_INPUTS: self._logits(batch, shared),
        }

    def compute_values(
        self, batch: dict[str, Any], embeddings: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Values [k]. embeddings: what policy and value share, if it was computed before."""
        shared = self._shared(batch) if embeddings is None else embeddings
        values: torch.Tensor = self.policy.value_net(
            self.policy.mlp_extractor.forward_critic(shared)
        )
        return values[:, 0]

    def _shared(self, batch: dict[str, Any]) -> torch.Tensor:
        shared = self.policy.extract_features(batch[Columns.OBS]["observation"])
        assert isinstance(shared, torch.Tensor)
        return shared

    def _logits(self, batch: dict[str, Any], shared: torch.Tensor) -> torch.Tensor:
        logits = self.policy.action_net(self.policy.mlp_extractor.forward_actor(shared))
        # Not minus infinity: at the end of a game nothing is legal, and RLlib asks all the same.
        return torch.where(batch[Columns.OBS]["action_mask"] > 0, logits, FLOAT_MIN)
