"""The Gymnasium vector face."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from sea_envs.adapters.single import SingleEnv
from sea_envs.adapters.vector import SeaVectorEnv
from sea_envs.core.errors import BadDeck, BadOption, BadRows, GameOver, IllegalAction
from tests.adapters.scripted import Lucky

ID = "sea_envs/Snorkeling-v0"
ROWS = 4
QUICK = {"players": 3, "target": 1, "learner_seat": "random"}


@pytest.fixture(autouse=True)
def all_warnings_are_errors() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def made(mode: Any = "SAME_STEP", *, rows: int = ROWS, **settings: Any) -> SeaVectorEnv:
    return SeaVectorEnv("snorkeling", num_envs=rows, autoreset_mode=mode, **{**QUICK, **settings})


def some(masks: Any, count: int = 0) -> Any:
    """A legal action for every mask, or 0 where nothing is legal; another one for another count."""
    choices = [np.flatnonzero(mask) for mask in masks]
    return np.array([c[(7 * count + 3) % len(c)] if len(c) else 0 for c in choices])


def both(cells: Any, masks: Any, row: int) -> tuple[bytes, bytes]:
    return cells[row].tobytes(), masks[row].tobytes()


def test_it_is_made_by_the_id_and_knows_its_mode() -> None:
    env = gymnasium.make_vec(ID, num_envs=ROWS, vectorization_mode="vector_entry_point", players=3)
    assert isinstance(env.unwrapped, SeaVectorEnv) and env.num_envs == ROWS
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    assert infos["illegal_action"].tolist() == [0] * ROWS
    assert env.single_action_space == gymnasium.make(ID).action_space
    assert env.action_space.contains(some(observations["action_mask"]))


@pytest.mark.parametrize("opponents", ["random", "heuristic", ["heuristic", "random"], Lucky()])
@pytest.mark.parametrize("flat", [False, True])
def test_row_i_of_seed_s_is_the_single_environment_of_seed_s_plus_i(
    opponents: Any, flat: bool
) -> None:
    settings = {**QUICK, "opponents": opponents, "flat": flat}
    env = made(**settings)
    singles = [SingleEnv("snorkeling", **settings) for _ in range(ROWS)]
    observations, infos = env.reset(seed=20)
    shown = [single.reset(seed=20 + row) for row, single in enumerate(singles)]
    ended = 0
    for count in range(60):
        cells = observations if flat else observations["observation"]
        masks = infos["action_mask"] if flat else observations["action_mask"]
        for row, (one, info) in enumerate(shown):
            assert cells[row].tobytes() == (one if flat else one["observation"]).tobytes()
            mask = info["action_mask"] if flat else one["action_mask"]
            assert masks[row].tobytes() == mask.tobytes()
            assert infos["learner_seat"][row] == info["learner_seat"]
        actions = some(masks, count)
        observations, rewards, ends, cuts, infos = env.step(actions)
        for row, single in enumerate(singles):
            one, reward, end, cut, info = single.step(actions[row])
            assert (reward, end, cut) == (rewards[row], ends[row], cuts[row])
            shown[row] = (one, info)
            if end or cut:
                ended += 1
                last = infos["final_obs"][row]
                assert (last if flat else last["observation"]).tobytes() == (
                    one if flat else one["observation"]
                ).tobytes()
                assert infos["final_info"]["learner_seat"][row] == info["learner_seat"]
                assert infos["final_info"]["illegal_action"][row] == info["illegal_action"]
                shown[row] = single.reset()
    assert ended > 3


def test_a_row_that_ends_begins_anew_in_the_same_step_and_tells_its_end() -> None:
    env = made()
    observations, infos = env.reset(seed=1)
    keys = set(infos)
    while True:
        observations, rewards, ends, cuts, infos = env.step(some(observations["action_mask"]))
        assert observations["action_mask"].any(axis=1).all(), "a decision in every row"
        assert infos["illegal_action"].tolist() == [0] * ROWS
        if ends.any():
            break
        assert set(infos) == keys and not rewards.any()
    assert (infos["_final_obs"] == ends).all() and (infos["_final_info"] == ends).all()
    assert [last is not None for last in infos["final_obs"]] == ends.tolist()
    assert rewards[~ends].tolist() == [0] * (~ends).sum()
    last = infos["final_obs"][int(ends.argmax())]
    assert env.single_observation_space.contains(last) and not last["action_mask"].any()


def test_an_illegal_action_is_told_in_the_final_info() -> None:
    env = made()
    masks = env.reset(seed=1)[0]["action_mask"]
    actions = some(masks)
    actions[2] = masks[2].argmin()
    _, rewards, ends, cuts, infos = env.step(actions)
    assert ends.tolist() == [False, False, True, False] and not cuts.any()
    assert rewards.tolist() == [0, 0, -1, 0]
    assert infos["final_info"]["illegal_action"].tolist() == [0, 0, 1, 0]
    assert infos["illegal_action"].tolist() == [0, 0, 0, 0]


def test_next_step_mode_deals_with_the_step_after_the_end_and_ignores_the_action() -> None:
    env, same = made("NEXT_STEP"), made()
    observations, _ = env.reset(seed=3)
    wanted, _ = same.reset(seed=3)
    actions = some(observations["action_mask"])
    actions[1] = 99
    observations, rewards, ends, _, infos = env.step(actions)
    after, *_ = same.step(actions)
    assert ends.tolist() == [False, True, False, False] and rewards[1] == -1
    assert "final_obs" not in infos and infos["illegal_action"].tolist() == [0, 1, 0, 0]
    assert not observations["action_mask"][1].any()
    observations, rewards, ends, _, infos = env.step(some(observations["action_mask"]))
    assert not ends[1] and rewards[1] == 0 and infos["illegal_action"][1] == 0
    assert observations["observation"][1].tobytes() == after["observation"][1].tobytes()
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


def test_disabled_mode_waits_for_a_reset_of_the_row() -> None:
    env = made(AutoresetMode.DISABLED)
    observations, _ = env.reset(seed=3)
    actions = some(observations["action_mask"])
    actions[1] = actions[3] = 99
    observations, _, ends, _, _ = env.step(actions)
    assert ends.tolist() == [False, True, False, True]
    others = both(*observations.values(), 0), both(*observations.values(), 2)
    with pytest.raises(GameOver, match=r"the games of rows \[1, 3\] are over; .*reset_mask"):
        env.step(actions)
    observations, _ = env.reset(options={"reset_mask": ends})
    assert (both(*observations.values(), 0), both(*observations.values(), 2)) == others
    assert observations["action_mask"].any(axis=1).all()
    _, _, ends, _, _ = env.step(some(observations["action_mask"]))
    assert not ends[[1, 3]].any()


def test_a_reset_of_some_rows_takes_their_seeds_only() -> None:
    env, whole = made(), made()
    env.reset(seed=1)
    mask = np.array([False, True, False, False])
    observations, _ = env.reset(seed=50, options={"reset_mask": mask})
    wanted, _ = whole.reset(seed=50)
    first, _ = made().reset(seed=1)
    assert both(*observations.values(), 1) == both(*wanted.values(), 1)
    assert both(*observations.values(), 2) == both(*first.values(), 2)


@pytest.mark.parametrize("mask", [[True], np.ones(ROWS), np.ones(ROWS + 1, bool), 1])
def test_a_reset_mask_that_does_not_fit_is_refused(mask: Any) -> None:
    with pytest.raises(BadRows, match=r"reset_mask is .*: possible: bool \[4\]"):
        made().reset(options={"reset_mask": mask})


@pytest.mark.parametrize("flat", [False, True])
def test_what_was_returned_is_never_overwritten_later(flat: bool) -> None:
    env = made(flat=flat)
    observations, infos = env.reset(seed=1)
    kept: list[Any] = []
    for count in range(40):
        masks = infos["action_mask"] if flat else observations["action_mask"]
        told = env.step(some(masks, count))
        observations, *_, infos = told
        leaves = arrays_in(told)
        kept.append((leaves, [array.tobytes() for array in leaves]))
    for leaves, before in kept:
        assert [array.tobytes() for array in leaves] == before


def arrays_in(thing: Any) -> list[Any]:
    if isinstance(thing, dict):
        return [leaf for value in thing.values() for leaf in arrays_in(value)]
    if isinstance(thing, np.ndarray) and thing.dtype.kind != "O":
        return [thing]
    if isinstance(thing, tuple | np.ndarray):
        return [leaf for value in thing for leaf in arrays_in(value)]
    return []


def test_without_copies_the_same_arrays_come_every_time_with_the_same_contents() -> None:
    env, safe = made(copy=False), made()
    first, _ = env.reset(seed=1)
    wanted, _ = safe.reset(seed=1)
    for count in range(20):
        actions = some(wanted["action_mask"], count)
        observations, rewards, *_ = env.step(actions)
        wanted, pays, *_ = safe.step(actions)
        assert observations["observation"] is first["observation"]
        assert all((observations[key] == wanted[key]).all() for key in wanted)
        assert (rewards == pays).all()


def test_seeds_may_be_one_a_list_or_none() -> None:
    env = made()
    one = env.reset(seed=7)[0]["observation"].tobytes()
    assert env.reset(seed=np.int64(7))[0]["observation"].tobytes() == one
    assert env.reset(seed=[7, 8, 9, 10])[0]["observation"].tobytes() == one
    chained = env.reset()[0]["observation"].tobytes()
    assert chained != one
    env.reset(seed=7)
    assert env.reset()[0]["observation"].tobytes() == chained, "reset continues the chain"
    with pytest.raises(BadRows, match="2 seeds for 4 rows"):
        env.reset(seed=[1, 2])


def test_a_stacked_deck_is_dealt_in_every_row(pearls: str) -> None:
    env = SeaVectorEnv(pearls, num_envs=3)
    masks = env.reset(seed=1, options={"deck": [7, 3, 5, 2, 1, 4, 6]})[0]["action_mask"]
    assert [np.flatnonzero(mask).tolist() for mask in masks] == [[2, 6]] * 3
    with pytest.raises(BadDeck):
        env.reset(options={"dek": []})


def test_the_cap_truncates(short: str) -> None:
    env = SeaVectorEnv(short, num_envs=2)
    observations, _ = env.reset(seed=1)
    _, _, ends, cuts, _ = env.step(some(observations["action_mask"]))
    assert cuts.all() and not ends.any()


def test_strict_mode_refuses_with_nothing_changed() -> None:
    env = made(on_illegal="raise")
    env.reset(seed=1)
    before = env.table.states.tobytes()
    with pytest.raises(IllegalAction):
        env.step([99] * ROWS)
    assert env.table.states.tobytes() == before


@pytest.mark.parametrize("actions", [[0], [0.5] * ROWS, None])
def test_actions_that_do_not_fit_are_refused(actions: Any) -> None:
    env = made()
    env.reset(seed=1)
    with pytest.raises(BadRows):
        env.step(actions)


def test_masks_are_offered_as_stable_baselines_wants_them() -> None:
    env = made()
    observations, _ = env.reset(seed=1)
    assert env.action_masks().dtype == bool
    assert (env.action_masks() == observations["action_mask"]).all()


def test_every_row_is_drawn_through_its_learners_eyes() -> None:
    env = made(render_mode="ansi", rows=3)
    _, infos = env.reset(seed=1)
    pictures = env.render()
    assert pictures is not None and len(pictures) == 3
    for seat, picture in zip(infos["learner_seat"], pictures, strict=True):
        assert f"seen by seat {seat}" in picture
    with pytest.raises(BadOption, match="unknown render_mode 'human'; possible: ansi, rgb_array"):
        made(render_mode="human")


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_mode_may_be_given_by_its_name_or_value(mode: AutoresetMode) -> None:
    for given in (mode, mode.name, mode.value):
        assert made(given).metadata["autoreset_mode"] is mode


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"mode": "same_step"}, "unknown autoreset_mode 'same_step'; .*SAME_STEP"),
        ({"rows": 0}, "0 rows: possible: a whole number from 1"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        made(**settings)


def test_the_wrapper_that_counts_episodes_works_on_it() -> None:
    env = RecordEpisodeStatistics(made())
    observations, _ = env.reset(seed=1)
    ended = 0
    for count in range(80):
        observations, rewards, ends, cuts, infos = env.step(
            some(observations["action_mask"], count)
        )
        if (ends | cuts).any():
            ended += 1
            assert (infos["episode"]["r"][ends] == rewards[ends].astype(np.float32)).all()
    assert ended
