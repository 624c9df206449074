"""Spaces and observations, alike in all faces."""

import numpy as np
import pytest
from gymnasium import spaces

from sea_envs import GAMES, load
from sea_envs.adapters.spaces import action_space, observation_space, shown
from sea_envs.core.table import Table

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_observations_lie_in_their_space_and_masks_fit_the_actions(name: str) -> None:
    game = load(name)
    table = Table(game.setup(game.min_seats), 3)
    table.seed(1)
    table.deal()
    cells, mask = table.observations[1], table.masks[1]
    assert observation_space(game, flat=False).contains(shown(cells, mask, flat=False))
    assert observation_space(game, flat=True).contains(shown(cells, mask, flat=True))
    action = action_space(game).sample(mask)
    assert mask[action] == 1


def test_the_shapes_and_kinds_are_those_of_the_contract() -> None:
    game = load("snorkeling")
    space = observation_space(game, flat=False)
    assert isinstance(space, spaces.Dict)
    assert space["observation"] == spaces.Box(0, 1, (game.layout.size,), np.float32)
    assert space["action_mask"] == spaces.Box(0, 1, (game.actions.COUNT,), np.int8)
    assert observation_space(game, flat=True) == space["observation"]
    assert action_space(game) == spaces.Discrete(game.actions.COUNT)


def test_arrays_are_shown_as_they_are_not_copied() -> None:
    cells, mask = np.zeros(3), np.ones(2)
    assert shown(cells, mask, flat=True) is cells
    told = shown(cells, mask, flat=False)
    assert told["observation"] is cells and told["action_mask"] is mask
