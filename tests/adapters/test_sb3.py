"""The Stable-Baselines3 face."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

stable_baselines3 = pytest.importorskip("stable_baselines3", reason="comes with the extra `train`")
sb3_contrib = pytest.importorskip("sb3_contrib", reason="comes with the extra `train`")

from sb3_contrib import MaskablePPO  # noqa: E402
from sb3_contrib.common.maskable.utils import (  # noqa: E402
    get_action_masks,
    is_masking_supported,
)
from stable_baselines3.common.vec_env import VecMonitor  # noqa: E402

from sea_envs.adapters.sb3 import SeaVecEnv  # noqa: E402
from sea_envs.adapters.single import SingleEnv  # noqa: E402
from sea_envs.core.errors import BadDeck, BadOption, IllegalAction  # noqa: E402

ROWS = 3
QUICK = {"target": 1}


def made(rows: int = ROWS, players: int = 3, **settings: Any) -> SeaVecEnv:
    return SeaVecEnv("snorkeling", rows, players, **{**QUICK, **settings})


def started(seed: int = 1, **settings: Any) -> tuple[SeaVecEnv, Any]:
    env = made(**settings)
    env.seed(seed)
    return env, env.reset()


def some(env: SeaVecEnv, count: int = 0) -> Any:
    choices = [np.flatnonzero(mask) for mask in env.action_masks()]
    return np.array([c[(7 * count + 3) % len(c)] for c in choices])


@pytest.mark.parametrize("flat", [True, False])
def test_a_row_is_the_single_environment_of_its_seed_the_next_games_too(flat: bool) -> None:
    env, observations = started(20, flat=flat, learner_seat="random")
    singles = [
        SingleEnv("snorkeling", 3, flat=flat, learner_seat="random", **QUICK) for _ in range(ROWS)
    ]
    shown = [single.reset(seed=20 + row)[0] for row, single in enumerate(singles)]
    ends = 0
    for count in range(50):
        for row, one in enumerate(shown):
            if flat:
                assert observations[row].tobytes() == one.tobytes()
            else:
                assert all((observations[key][row] == one[key]).all() for key in one)
        actions = some(env, count)
        observations, rewards, done, infos = env.step(actions)
        for row, single in enumerate(singles):
            one, reward, end, cut, info = single.step(actions[row])
            assert (rewards[row], done[row]) == (reward, end or cut)
            assert infos[row]["illegal_action"] == info["illegal_action"]
            shown[row] = one
            if end or cut:
                ends += 1
                last = infos[row]["terminal_observation"]
                pairs = [(last, one)] if flat else [(last[key], one[key]) for key in one]
                assert all((mine == theirs).all() for mine, theirs in pairs)
                shown[row] = single.reset()[0]
            else:
                assert "terminal_observation" not in infos[row]
    assert ends > 3


def test_a_cut_off_game_is_told_apart_from_one_that_ended(short: str) -> None:
    env = SeaVecEnv(short, 2)
    env.seed(1)
    env.reset()
    _, _, done, infos = env.step(some(env))
    assert done.all() and [info["TimeLimit.truncated"] for info in infos] == [True, True]
    env.reset()
    _, _, done, infos = env.step(np.array([99, 99]))
    assert done.all() and [info["TimeLimit.truncated"] for info in infos] == [False, False]
    assert [info["illegal_action"] for info in infos] == [1, 1]


def test_maskable_ppo_finds_the_masks() -> None:
    env, observations = started(flat=False)
    assert is_masking_supported(env)
    assert get_action_masks(env).tolist() == observations["action_mask"].astype(bool).tolist()
    assert env.env_method("action_masks", indices=[2])[0].tolist() == env.action_masks()[2].tolist()
    assert not env.has_attr("nothing")


@pytest.mark.parametrize(("flat", "policy"), [(True, "MlpPolicy"), (False, "MultiInputPolicy")])
def test_maskable_ppo_learns_on_it_without_ever_choosing_an_illegal_action(
    flat: bool, policy: str
) -> None:
    env = VecMonitor(made(4, flat=flat, on_illegal="raise", opponents="heuristic"))
    small = {"net_arch": [8]}
    agent = MaskablePPO(
        policy, env, n_steps=32, batch_size=64, n_epochs=1, seed=1, policy_kwargs=small
    )
    agent.learn(256)
    assert agent.num_timesteps == 256
    episodes = [info["r"] for info in agent.ep_info_buffer or ()]
    assert episodes and set(episodes) <= {1.0, -0.5, 0.25, 0.0}


def test_observations_and_rewards_are_the_callers_to_keep() -> None:
    env, first = started(flat=False)
    told = [first]
    kept = [{key: value.tobytes() for key, value in first.items()}]
    for count in range(20):
        observations, _, _, _ = env.step(some(env, count))
        told.append(observations)
        kept.append({key: value.tobytes() for key, value in observations.items()})
    for observations, before in zip(told, kept, strict=True):
        assert {key: value.tobytes() for key, value in observations.items()} == before


def test_seeds_hold_for_one_reset_and_then_chance_goes_on() -> None:
    env, first = started(4)
    env.seed(4)
    assert env.reset().tobytes() == first.tobytes()
    assert env.reset().tobytes() != first.tobytes()


def test_options_given_before_a_reset_stack_the_decks(pearls: str) -> None:
    env = SeaVecEnv(pearls, 2)
    env.set_options({"deck": [7, 3, 5, 2, 1, 4, 6]})
    env.seed(1)
    env.reset()
    assert [np.flatnonzero(mask).tolist() for mask in env.action_masks()] == [[2, 6]] * 2
    env.set_options([{}, {"deck": [6, 5, 4, 3, 2, 1, 7]}])
    env.reset()
    assert np.flatnonzero(env.action_masks()[1]).tolist() == [4, 5]
    env.set_options({"deck": [1]})
    with pytest.raises(BadDeck):
        env.reset()


def test_strict_mode_refuses_illegal_actions() -> None:
    env, _ = started(on_illegal="raise")
    with pytest.raises(IllegalAction):
        env.step(np.full(ROWS, 99))


def test_rows_have_no_attributes_and_methods_of_their_own() -> None:
    env = made()
    assert env.get_attr("num_envs", [0, 1]) == [ROWS, ROWS]
    assert env.env_is_wrapped(object) == [False] * ROWS  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match="share one table"):
        env.set_attr("target", 3)
    with pytest.raises(AttributeError, match="possible: action_masks"):
        env.env_method("render")


def test_all_rows_are_drawn_in_one_picture() -> None:
    env, _ = started(render_mode="rgb_array", learner_seat="random")
    picture = env.render()
    assert picture is not None and picture.dtype == np.uint8 and picture.shape[2] == 3
    assert len(env.get_images()) == ROWS
    env.close()
    with pytest.raises(BadOption, match="possible: rgb_array"):
        made(render_mode="human")


def test_without_the_library_the_door_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['stable_baselines3'] = None\n"
        "try:\n    import sea_envs.adapters.sb3\n"
        "except ModuleNotFoundError as error:\n    print(error)"
    )
    run = [sys.executable, "-c", script]
    told = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    assert 'pip install "sea-envs[train]"' in told
