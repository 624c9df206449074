"""Other libraries on the faces, as their own documentation uses them."""

import warnings
from typing import Any

import pytest

from sea_envs import snorkeling_v0

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    torchrl_envs = pytest.importorskip(
        "torchrl.envs", reason="TorchRL comes with the extra `interop`", exc_type=ImportError
    )


@pytest.mark.filterwarnings("ignore")  # TorchRL's own, of many kinds
@pytest.mark.parametrize("players", [2, 4])
def test_torchrl_plays_whole_games_on_the_petting_zoo_face_by_its_masks(players: int) -> None:
    import torch

    torch.manual_seed(0)
    raw = snorkeling_v0.env(players=players, on_illegal="raise", target=1)
    env: Any = torchrl_envs.PettingZooWrapper(raw, use_mask=True, group_map=None)
    env.set_seed(0)
    played = env.rollout(400, break_when_any_done=False)
    done = played["next", "done"].squeeze(-1)
    assert done.any(), "games end"
    groups = [key for key in list(played.keys()) if key.startswith("player")]
    rewards = sum(played["next", group, "reward"].sum() for group in groups)
    assert abs(float(rewards)) < 1e-3, "and pay every agent alike"
