"""RLlib's module: our network, under the mask."""

import numpy as np
import pytest

from sea_envs.adapters.spaces import action_space, observation_space
from sea_envs.core.learned import Learned
from sea_envs.core.table import Table, random_words
from sea_envs.registry import GAMES, load
from training.checkpoint import policy_of
from training.config import NetworkConfig, TrainConfig
from training.network import exported

pytest.importorskip(
    "ray.rllib", reason="RLlib is not installed: the extra `ray` brings it", exc_type=ImportError
)
import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.distribution.torch.torch_distribution import TorchCategorical

from training.rllib.module import Module

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # RLlib's of its own
NETWORK = NetworkConfig(trunk=[16, 8], policy=[8], value=[8])


def made(game):
    torch.manual_seed(1)
    return Module(
        observation_space=observation_space(game, flat=False),
        action_space=action_space(game),
        model_config={"game": game.name, "network": NETWORK.model_dump()},
    )


def shown(setup, rows=16, decisions=12):
    """Games under way, and what RLlib would ask about them."""
    table = Table(setup, rows, redeal=True)
    table.seed(3)
    table.deal()
    words = random_words(rows, seed=3)
    for _ in range(decisions):
        table.step(table.random_actions(words))
    seen, masks = torch.from_numpy(table.observations), torch.from_numpy(table.masks)
    return table, {Columns.OBS: {"observation": seen, "action_mask": masks}}


@pytest.mark.parametrize("name", GAMES)
def test_an_exported_policy_has_the_logits_and_values_of_the_module(name):
    setup = load(name).setup(2)
    module, (table, batch) = made(setup.game), shown(setup)
    config = TrainConfig(game=name, network=NETWORK)
    policy = policy_of(exported(module.policy), config, setup, decisions=0)
    logits, values = Learned(policy, setup).outputs(table.observations)
    told = module.forward_inference(batch)[Columns.ACTION_DIST_INPUTS].numpy()
    legal = table.masks > 0
    np.testing.assert_allclose(told[legal], logits[legal], atol=1e-5)
    np.testing.assert_allclose(module.compute_values(batch).detach(), values, atol=1e-5)


def test_only_what_is_legal_has_a_probability():
    setup = load(GAMES[0]).setup(2)
    module, (table, batch) = made(setup.game), shown(setup)
    logits = module.forward_exploration(batch)[Columns.ACTION_DIST_INPUTS]
    chances = torch.softmax(logits, 1).numpy()
    assert (chances[table.masks == 0] == 0).all()
    assert (chances[table.masks > 0] > 0).all()


def test_where_nothing_is_legal_the_loss_stays_a_number():
    setup = load(GAMES[0]).setup(2)
    module, (_, batch) = made(setup.game), shown(setup)
    batch[Columns.OBS]["action_mask"] = torch.zeros_like(batch[Columns.OBS]["action_mask"])
    choices = TorchCategorical.from_logits(module.forward_train(batch)[Columns.ACTION_DIST_INPUTS])
    assert torch.isfinite(choices.entropy()).all()
    assert torch.isfinite(choices.logp(torch.zeros(16))).all()


def test_training_works_out_once_what_policy_and_value_share():
    setup = load(GAMES[0]).setup(2)
    module, (_, batch) = made(setup.game), shown(setup)
    told = module.forward_train(batch)
    again = module.compute_values(batch, embeddings=told[Columns.EMBEDDINGS])
    torch.testing.assert_close(again, module.compute_values(batch))
