"""The policy's network in torch: built from a layout alone, inside sb3-contrib's policy."""

from math import prod
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.type_aliases import Schedule
from torch import nn
from torch.nn import functional as F

from sea_envs.core.encoding import boards_in, encode_rows, encoding, used_columns
from sea_envs.core.forward import KERNEL, STRIDE
from sea_envs.core.layers import entering, leaving, seen_from, sighted
from sea_envs.core.layout import Layout, Slot
from sea_envs.core.weights import Weights
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
        if self.embedding is not None and not self.convolutions:
            looked_up: torch.Tensor = self.activation(self._looked_up(boards.flatten(0, 1)))
            return looked_up.reshape(count, self.features)
        # Boards of seats where nobody sits are alike in all rows: one empty one stands for them.
        used = torch.nonzero(boards.any(3).any(2).any(0))[:, 0]
        shown = torch.cat([boards[:, used].reshape(-1, *rest), boards.new_zeros(1, *rest)])
        found = self.activation(self.out(self.convolutions(self._embedded(shown)).flatten(1)))
        features = found[-1].expand(count, boards.shape[1], -1).clone()
        features[:, used] = found[:-1].reshape(count, len(used), self.out.out_features)
        flat: torch.Tensor = features.reshape(count, self.features)
        return flat

    def _looked_up(self, boards: torch.Tensor) -> torch.Tensor:
        """Boards [k, rows, columns] -> [k, board]: `out` over what is embedded.

        Whatever can lie in a cell adds the same numbers wherever it lies there: they are worked out
        once for all boards, most of whose cells are empty.
        """
        assert self.embedding is not None
        kinds = self.embedding.weight
        given = self.out.out_features
        weights = self.out.weight.reshape(given, kinds.shape[1], -1)
        table = torch.einsum("kp,opc->cko", kinds, weights).reshape(-1, given)
        cells = boards.flatten(1)
        board, cell = torch.nonzero(cells, as_tuple=True)
        codes = torch.round(cells[board, cell] * (self.slot.categories - 1)).long()
        places = cell * len(kinds) + codes - 1
        counts = torch.bincount(board, minlength=len(boards))
        starts = counts.cumsum(0) - counts
        return F.embedding_bag(places, table, starts, mode="sum") + self.out.bias

    def _embedded(self, boards: torch.Tensor) -> torch.Tensor:
        """Boards [k, rows, columns] -> [k, planes, rows, columns]."""
        if self.embedding is None:
            return boards[:, None]
        codes = torch.round(boards.flatten() * (self.slot.categories - 1)).long()
        held = torch.nonzero(codes)[:, 0]
        cells = boards.new_zeros(len(codes), self.embedding.embedding_dim)
        cells = cells.index_put((held,), self.embedding(codes[held] - 1))
        return cells.reshape(*boards.shape, -1).permute(0, 3, 1, 2)


class Sight(nn.Module):
    """Lets what a slot tells of a thing, or of a cell of a board and those around it, speak for the
    action that names it.

    Each category stands for a few numbers, whichever the thing or cell, and what these are worth
    depends on what policy and value share: on whose turn it is, and what for.
    """

    def __init__(self, slot: Slot, start: int, width: int, sight: int) -> None:
        """start: the slot's first cell in an observation; width: of what is shared."""
        super().__init__()
        self.slot = slot
        self.start = start
        around, self.boards, self.rows, self.columns = seen_from(slot)
        self.table = nn.Parameter(0.1 * torch.randn(around, around, slot.categories - 1, sight))
        self.context = nn.Linear(width, self.boards * sight)
        self.cells = self.rows * self.columns

    def forward(self, observations: torch.Tensor, shared: torch.Tensor) -> torch.Tensor:
        """Observations [k, cells], shared [k, width] -> logits [k, cells of a board]."""
        slot, count = self.slot, len(observations)
        height, width, around = self.rows, self.columns, len(self.table)
        cells = observations[:, self.start : self.start + slot.size]
        boards = cells.reshape(-1, height, width)
        contexts = self.context(shared).reshape(len(boards), -1)
        worth = (contexts @ self.table.flatten(0, 2).T).flatten()
        board, down, across = torch.nonzero(boards, as_tuple=True)
        code = torch.round(boards[board, down, across] * (slot.categories - 1)).long() - 1
        places = torch.arange(around * around, device=code.device)
        # The cells from which one lies at every place around them, where they are on the board.
        to = down[:, None] + around // 2 - places // around
        at = across[:, None] + around // 2 - places % around
        kinds = places * (slot.categories - 1) + code[:, None]
        found = board[:, None] * self.table[..., 0].numel() + kinds
        row = board[:, None] // self.boards
        named = (row * height + to) * width + at
        there = (to >= 0) & (to < height) & (at >= 0) & (at < width)
        logits = shared.new_zeros(count * height * width)
        spoken = torch.gather(worth, 0, found[there])
        return logits.scatter_add(0, named[there], spoken).reshape(count, -1)


class Heads(nn.Module):
    """The policy's last layer: a plain one over what is shared, and what the cells say."""

    def __init__(
        self, shared: nn.Linear, sights: list[tuple[int, int]], config: NetworkConfig
    ) -> None:
        """sights: first action and number of cells of each part behind what is shared."""
        super().__init__()
        self.shared = shared
        self.sights = sights
        self.trust = None
        if config.residual:
            self.trust = nn.Linear(shared.in_features, 1)
            nn.init.zeros_(self.trust.weight)
            nn.init.constant_(self.trust.bias, config.residual)
            self.trust.requires_grad_(config.trust == "learnt")

    def forward(self, latent: torch.Tensor) -> torch.Tensor:
        """Latent [k, width + cells + advice] -> logits [k, actions]."""
        at = self.shared.in_features
        logits: torch.Tensor = self.shared(latent[:, :at])
        for first, cells in self.sights:
            rest = logits.shape[1] - first - cells
            logits = logits + F.pad(latent[:, at : at + cells], (first, rest))
            at += cells
        if self.trust is not None:
            trust = self.trust(latent[:, : self.shared.in_features])
            advice = torch.round(latent[:, at:] * (logits.shape[1] - 1)).long()
            logits = logits.scatter_add(1, advice, trust)
        return logits


class Value(nn.Module):
    """The value's last layer, over what is shared alone."""

    def __init__(self, shared: nn.Linear) -> None:
        """Keep the layer."""
        super().__init__()
        self.shared = shared

    def forward(self, latent: torch.Tensor) -> torch.Tensor:
        """Latent [k, width + more] -> values [k, 1]."""
        found: torch.Tensor = self.shared(latent[:, : self.shared.in_features])
        return found


class SightedPolicy(MaskableActorCriticPolicy):
    """Sb3-contrib's policy with last layers that tell what is shared from what comes behind it."""

    def _build(self, lr_schedule: Schedule) -> None:
        super()._build(lr_schedule)
        trunk: Any = self.features_extractor
        if not trunk.sights and not trunk.config.residual:
            return
        width, cells = trunk.width, [(int(s.slot.actions), s.cells) for s in trunk.sights]
        plain: Any = self.action_net
        policy = nn.Linear(width, plain.out_features)
        value = nn.Linear(width, 1)
        nn.init.orthogonal_(policy.weight, 0.01)
        nn.init.orthogonal_(value.weight, 1.0)
        self.action_net = Heads(policy, cells, trunk.config)
        self.value_net = Value(value)  # type: ignore[assignment]  # called, and nothing more
        make: Any = self.optimizer_class
        self.optimizer = make(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class Trunk(BaseFeaturesExtractor):
    """From observations to what policy and value share; behind it what the cells of boards say, and
    what the heuristic would do."""

    def __init__(
        self, observation_space: spaces.Space[Any], layout: Layout, config: NetworkConfig
    ) -> None:
        """Build encoding and layers from the layout."""
        plan = encoding(layout)
        seeing = sighted(layout, config.model_dump())
        said = sum(prod(seen_from(slot)[2:]) for slot in seeing)
        self.width = config.trunk[-1] + config.wide
        self.config = config
        super().__init__(observation_space, self.width + said + (1 if config.residual else 0))
        self.plan = plan
        self.starts = [layout.start(slot.name) for slot in plan.boards]
        boards = [Board(slot, config) for slot in plan.boards]
        self.boards = nn.ModuleList(boards)
        features = sum(board.features for board in boards)
        self.layers = mlp(plan.width + features, config.trunk, config)
        self.wide = nn.Linear(plan.width + features, config.wide) if config.wide else None
        self.sights = nn.ModuleList(
            Sight(slot, layout.start(slot.name), self.width, config.sight) for slot in seeing
        )

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Observations [k, cells] -> [k, last width + wide + cells that speak]."""
        seen = observations.detach().cpu().numpy()
        columns = np.empty(self.plan.width, np.int64)
        # With fewer players than seats, and options that never change, half of the inputs are zero
        # throughout. The first layer, by far the largest, does without them; it comes out the same.
        inputs = np.zeros((len(seen), used_columns(seen, *self.plan.parts, columns)), np.float32)
        encode_rows(seen, *self.plan.parts, columns, inputs)
        used = torch.from_numpy(np.flatnonzero(columns >= 0))
        parts = [torch.from_numpy(inputs).to(observations.device)]
        parts += [
            board(observations[:, start : start + slot.size])
            for start, slot, board in zip(self.starts, self.plan.boards, self.boards, strict=True)
        ]
        joined = torch.cat(parts, 1) if self.boards else parts[0]
        first = self.layers[0]
        assert isinstance(first, nn.Linear)
        # One product for both layers that read the observation.
        read = [first] if self.wide is None else [first, self.wide]
        weights = torch.cat([self._kept(layer.weight, used) for layer in read])
        found = F.linear(joined, weights, torch.cat([layer.bias for layer in read]))
        width = first.out_features
        deep: torch.Tensor = self.layers[1:](found[:, :width])
        shared = deep if self.wide is None else torch.cat([deep, found[:, width:]], 1)
        said = [sight(observations, shared) for sight in self.sights]
        if self.config.residual:
            said.append(observations[:, -1:])
        return torch.cat([shared, *said], 1) if said else shared

    def _kept(self, weights: torch.Tensor, used: torch.Tensor) -> torch.Tensor:
        """The columns of a first layer's weights whose inputs are there."""
        if not self.boards:
            return weights[:, used]
        return torch.cat([weights[:, used], weights[:, self.plan.width :]], 1)


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
    if trunk.wide is not None:
        named |= _layers("wide", [trunk.wide])
    for sight in trunk.sights:
        name = f"sight.{sight.slot.name}"
        named[f"{name}.table"] = sight.table
        named |= _layers(f"{name}.context", [sight.context])
    heads: list[Any] = [policy.action_net, policy.value_net]
    if trunk.sights or trunk.config.residual:
        heads = [head.shared for head in heads]
    if trunk.config.residual:
        named |= _layers("trust", [policy.action_net.trust])
    named |= _layers("policy", [*policy.mlp_extractor.policy_net, heads[0]])
    named |= _layers("value", [*policy.mlp_extractor.value_net, heads[1]])
    return named


def _layers(name: str, modules: Any) -> dict[str, torch.Tensor]:
    weighted = [module for module in modules if isinstance(module, nn.Linear | nn.Conv2d)]
    found: dict[str, torch.Tensor] = {}
    for number, module in enumerate(weighted):
        found[f"{name}.{number}.weight"] = module.weight
        assert module.bias is not None
        found[f"{name}.{number}.bias"] = module.bias
    return found
