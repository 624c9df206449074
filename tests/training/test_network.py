"""The network in torch and the exported one are the same function."""

from math import prod

import numpy as np
import pytest
import torch
from gymnasium import spaces

from sea_envs.core.layers import shapes
from sea_envs.core.learned import Learned, Policy
from sea_envs.registry import GAMES, load
from tests.training.matching import GAME as MATCHING
from tests.training.tables import some_table
from training.config import NetworkConfig
from training.network import SightedPolicy, exported, policy_arguments

BUNDLES = [MATCHING, *map(load, GAMES)]
CONFIGS = [
    NetworkConfig(trunk=[16, 12], channels=[3, 2], board=5, embedding=2),
    NetworkConfig(trunk=[9], policy=[7], value=[8, 6], activation="tanh", channels=[], board=3),
    NetworkConfig(trunk=[9], channels=[], board=3, wide=6, sight=4),
    NetworkConfig(trunk=[9], channels=[], board=3, wide=6, sight=4, residual=2.5),
]


def make_policy(game, config, seed=0):
    torch.manual_seed(seed)
    policy = SightedPolicy(
        spaces.Box(0, 1, (game.layout.size + bool(config.residual),), np.float32),
        spaces.Discrete(game.actions.COUNT),
        lambda _: 1e-3,
        **policy_arguments(game.layout, config),
    )
    with torch.no_grad():
        # It begins near zero, where everything agrees.
        getattr(policy.action_net, "shared", policy.action_net).weight.mul_(100)
        if config.residual:
            torch.nn.init.normal_(policy.action_net.trust.weight)
    return policy


def some_observations(game, players):
    return some_table(game, players, rows=12, decisions=17).observations


@pytest.mark.parametrize("config", CONFIGS)
@pytest.mark.parametrize("game", BUNDLES, ids=[game.name for game in BUNDLES])
def test_an_exported_policy_computes_what_torch_computes(game, config):
    policy = make_policy(game, config)
    weights = exported(policy)
    network = config.model_dump()
    assert {name: weight.shape for name, weight in weights.items()} == shapes(
        game.layout, game.actions.COUNT, network
    )
    # With the fewest players some boards stay empty.
    observations = np.concatenate(
        [some_observations(game, players) for players in (game.min_seats, game.max_seats)]
    )
    if config.residual:
        moves = np.random.default_rng(3).integers(game.actions.COUNT, size=(len(observations), 1))
        cells = (moves / (game.actions.COUNT - 1)).astype(np.float32)
        observations = np.concatenate([observations, cells], axis=1)
    for rows in (observations, observations[:12]):
        agree(policy, network, weights, game, rows)


def agree(policy, network, weights, game, observations):
    played = Learned(Policy({"network": network}, weights), game.setup(game.max_seats))
    logits, values = played.outputs(observations)
    with torch.no_grad():
        seen = torch.from_numpy(observations)
        wanted = policy.get_distribution(seen).distribution.logits.numpy()
        wanted_values = policy.predict_values(seen).numpy()[:, 0]
    logits = logits - np.log(np.exp(logits.astype(float)).sum(axis=1, keepdims=True))
    np.testing.assert_allclose(logits, wanted, atol=1e-4)
    np.testing.assert_allclose(values, wanted_values, atol=1e-4)


def test_columns_left_out_change_neither_output_nor_gradient():
    game = load(GAMES[0])
    policy = make_policy(game, CONFIGS[0])
    observations = torch.from_numpy(some_observations(game, game.min_seats))
    trunk = policy.features_extractor
    alone = trunk(observations[:1])
    # Beside a row that uses every cell, no column is left out.
    crowd = torch.cat([observations[:1], torch.ones_like(observations[:1])])
    torch.testing.assert_close(alone[0], trunk(crowd)[0])
    first = trunk.layers[0]
    gradients = []
    for rows in (observations[:1], crowd):
        first.weight.grad = None
        trunk(rows)[0].sum().backward()
        gradients.append(first.weight.grad.clone())
    torch.testing.assert_close(*gradients)


def test_what_lies_around_a_cell_moves_the_actions_there_alone():
    game = load("kuna_yala")
    slot = game.layout.slot("shoals")
    policy = make_policy(game, CONFIGS[2])
    bare = torch.zeros(1, game.layout.size)
    cells = torch.arange(slot.size).reshape(slot.shape) + game.layout.start(slot.name)
    laid = bare.clone()
    laid[0, cells[0, 4, 5]] = 1.0
    trunk = policy.features_extractor
    here = slice(trunk.width, trunk.width + prod(slot.shape[-2:]))
    said = [trunk(rows)[0, here].reshape(slot.shape[-2:]) for rows in (bare, laid)]
    assert (said[0] == 0).all()
    moved = torch.nonzero(said[1])
    assert sorted(map(tuple, moved.tolist())) == [(y, x) for y in (3, 4, 5) for x in (4, 5, 6)]


def test_a_board_that_is_looked_up_is_a_linear_layer_over_what_is_embedded():
    game = load("kuna_yala")
    board = make_policy(game, CONFIGS[2]).features_extractor.boards[0]
    start = game.layout.start(board.slot.name)
    observations = torch.from_numpy(some_observations(game, game.max_seats))
    cells = observations[:, start : start + board.slot.size]
    found = board(cells)
    boards = cells.reshape(-1, *board.slot.shape[-2:])
    plain = torch.relu(board.out(board._embedded(boards).flatten(1)))
    torch.testing.assert_close(found, plain.reshape(len(cells), -1))
    assert (cells > 0).any()
    gradients = []
    for result in (found, plain):
        board.zero_grad()
        (result**2).sum().backward()
        gradients.append([weight.grad.clone() for weight in board.parameters()])
    torch.testing.assert_close(*gradients)
