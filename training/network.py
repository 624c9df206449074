"""The policy's network in torch: built from a layout alone, inside sb3-contrib's policy."""

from math import prod
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn
from torch.nn import functional as F

from sea_envs.core.encoding import boards_in, encode_rows, encoding, used_columns
from sea_envs.core.forward import KERNEL, STRIDE
from sea_envs.core.layout import Layout, Slot
from sea_envs.core.learned import Weights, entering, leaving
from training.config import NetworkConfig

ACTIVATIONS: dict[str, type[nn.Module]] = {"relu": nn.ReLU, "tanh": nn.Tanh}


class Board(nn.Module):
    """Embeds the codes of a grid slot and convolves each of its boards with the same weights.

    Category 0, nothing there, stands as zeros: most of a board is empty.
    """

    def __init__(self, slot: Slot, config: NetworkConfig) -> None:
        """Build the layers; features: numbers for all boards together."""
        super().__init__()
        self.slot = slot
        self.features = boards_in(slot) * config.board
        network = config.model_dump()
        planes = entering(slot, network)
        self.embedding = None
        if slot.categories:
            self.embedding = nn.Embedding(slot.categories - 1, planes)
        layers: list[nn.Module] = []
        for channels in config.channels:
            layers.append(nn.Conv2d(planes, channels, KERNEL, STRIDE, padding=KERNEL // 2))
            layers.append(ACTIVATIONS[config.activation]())
            planes = channels
        self.convolutions = nn.Sequential(*layers)
        self.out = nn.Linear(prod(leaving(slot, network)), config.board)
        self.activation = ACTIVATIONS[config.activation]()

    def forward(self, cells: torch.Tensor) -> torch.Tensor:
        """Cells [k, slot size] -> [k, features]."""
        count, rest = len(cells), self.slot.shape[-2:]
        boards = cells.reshape(count, -1, *rest)
        # Boards of seats where nobody sits are alike in all rows: one empty one stands for them.
        used = torch.nonzero(boards.any(3).any(2).any(0))[:, 0]
        shown = torch.cat([boards[:, used].reshape(-1, *rest), boards.new_zeros(1, *rest)])
        found = self.activation(self.out(self.convolutions(self._embedded(shown)).flatten(1)))
        features = found[-1].expand(count, boards.shape[1], -1).clone()
        features[:, used] = found[:-1].reshape(count, len(used), -1)
        flat: torch.Tensor = features.reshape(count, self.features)
        return flat

    def _embedded(self, boards: torch.Tensor) -> torch.Tensor:
        """Boards [k, rows, columns] -> [k, planes, rows, columns]."""
        if self.embedding is None:
            return boards[:, None]
        codes = torch.round(boards.flatten() * (self.slot.categories - 1)).long()
        held = torch.nonzero(codes)[:, 0]
        cells = boards.new_zeros(len(codes), self.embedding.embedding_dim)
        cells = cells.index_put((held,), self.embedding(codes[held] - 1))
        return cells.reshape(*boards.shape, -1).permute(0, 3, 1, 2)


class Trunk(BaseFeaturesExtractor):
    """From observations to what policy and value share."""

    def __init__(
        self, observation_space: spaces.Space[Any], layout: Layout, config: NetworkConfig
    ) -> None:
        """Build encoding and layers from the layout."""
        super().__init__(observation_space, config.trunk[-1])
        plan = encoding(layout)
        self.plan = plan
        self.starts = [layout.start(slot.name) for slot in plan.boards]
        boards = [Board(slot, config) for slot in plan.boards]
        self.boards = nn.ModuleList(boards)
        features = sum(board.features for board in boards)
        self.layers = mlp(plan.width + features, config.trunk, config)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Observations [k, cells] -> [k, last width]."""
        seen = observations.detach().cpu().numpy()
        columns = np.empty(self.plan.width, np.int64)
        # With fewer players than seats, and options that never change, half of the inputs are zero
        # throughout. The first layer, by far the largest, does without them; it comes out the same.
        inputs = np.zeros((len(seen), used_columns(seen, *self.plan.parts, columns)), np.float32)
        encode_rows(seen, *self.plan.parts, columns, inputs)
        used = torch.from_numpy(np.flatnonzero(columns >= 0))
        first = self.layers[0]
        assert isinstance(first, nn.Linear)
        weights = first.weight[:, used]
        parts = [torch.from_numpy(inputs).to(observations.device)]
        if self.boards:
            weights = torch.cat([weights, first.weight[:, self.plan.width :]], 1)
            parts += [
                board(observations[:, start : start + slot.size])
                for start, slot, board in zip(
                    self.starts, self.plan.boards, self.boards, strict=True
                )
            ]
        shared: torch.Tensor = self.layers[1:](
            F.linear(torch.cat(parts, 1) if self.boards else parts[0], weights, first.bias)
        )
        return shared


def mlp(taken: int, widths: list[int], config: NetworkConfig) -> nn.Sequential:
    """Dense layers, each followed by the activation."""
    layers: list[nn.Module] = []
    for width in widths:
        layers += [nn.Linear(taken, width), ACTIVATIONS[config.activation]()]
        taken = width
    return nn.Sequential(*layers)


def policy_arguments(layout: Layout, config: NetworkConfig) -> dict[str, Any]:
    """The `policy_kwargs` with which sb3-contrib builds this network."""
    return {
        "net_arch": {"pi": list(config.policy), "vf": list(config.value)},
        "activation_fn": ACTIVATIONS[config.activation],
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"layout": layout, "config": config},
    }


def exported(policy: MaskableActorCriticPolicy) -> Weights:
    """Copies of the weights under the names of `sea_envs.core.learned.shapes`, float32."""
    return {
        name: value.detach().cpu().numpy().astype(np.float32)
        for name, value in _named(policy).items()
    }


def _named(policy: MaskableActorCriticPolicy) -> dict[str, torch.Tensor]:
    trunk: Any = policy.features_extractor
    named: dict[str, torch.Tensor] = {}
    for board in trunk.boards:
        name = f"boards.{board.slot.name}"
        if board.embedding is not None:
            named[f"{name}.embedding"] = board.embedding.weight
        named |= _layers(f"{name}.conv", board.convolutions)
        named |= _layers(f"{name}.out", [board.out])
    named |= _layers("trunk", trunk.layers)
    named |= _layers("policy", [*policy.mlp_extractor.policy_net, policy.action_net])
    named |= _layers("value", [*policy.mlp_extractor.value_net, policy.value_net])
    return named


def _layers(name: str, modules: Any) -> dict[str, torch.Tensor]:
    weighted = [module for module in modules if isinstance(module, nn.Linear | nn.Conv2d)]
    found: dict[str, torch.Tensor] = {}
    for number, module in enumerate(weighted):
        found[f"{name}.{number}.weight"] = module.weight
        assert module.bias is not None
        found[f"{name}.{number}.bias"] = module.bias
    return found
