"""The Gymnasium face."""

import copy
import pickle
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics

from sea_envs import GAMES
from sea_envs.adapters.single import SingleEnv
from sea_envs.core.errors import (
    BadDeck,
    BadOption,
    BadSeats,
    GameOver,
    IllegalAction,
    UnknownGame,
    UnknownOption,
)
from sea_envs.players import UnknownPlayer
from sea_envs.registration import gymnasium_id
from tests.adapters.scripted import Lucky

ID = "sea_envs/Snorkeling-v0"
DECK = [7, 3, 5, 2, 1, 4, 6]


@pytest.fixture(autouse=True)
def all_warnings_are_errors() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def legal(observation: Any) -> Any:
    return np.flatnonzero(observation["action_mask"])


def finish(env: Any, observation: Any, seed: int = 0) -> list[Any]:
    """Play at random to the end; every observation, reward and info on the way."""
    rng = np.random.default_rng(seed)
    told: list[Any] = [observation["observation"].tobytes()]
    over = False
    while not over:
        observation, reward, ended, cut, info = env.step(int(rng.choice(legal(observation))))
        told.append((observation["observation"].tobytes(), reward, ended, cut, info))
        over = ended or cut
    return told


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_made_by_its_id(name: str) -> None:
    env = gymnasium.make(gymnasium_id(name))
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert info == {"illegal_action": 0, "learner_seat": 0}
    env.step(int(legal(observation)[0]))


def test_both_spellings_of_an_id_work_the_longer_one_in_a_new_process() -> None:
    assert gymnasium.make(ID, players=3).unwrapped.table.setup.players == 3
    script = f"import gymnasium; gymnasium.make('sea_envs:{ID}', players=3).reset(seed=1)"
    subprocess.run([sys.executable, "-W", "error", "-c", script], check=True)


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("players", [2, 4])
def test_gymnasiums_check_passes_with_every_warning_an_error(
    flat: bool, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("sea_envs.adapters.pictures.FPS", 1000)
    settings = {"flat": flat, "players": players, "learner_seat": "random"}
    check_env(gymnasium.make(ID, render_mode="rgb_array", **settings).unwrapped)


@pytest.mark.parametrize("flat", [False, True])
def test_stable_baselines_check_passes_with_every_warning_an_error(flat: bool) -> None:
    check = pytest.importorskip("stable_baselines3.common.env_checker").check_env
    check(SingleEnv("snorkeling", flat=flat))


def test_wrappers_that_count_and_flatten_work_on_it() -> None:
    env = RecordEpisodeStatistics(FlattenObservation(gymnasium.make(ID, players=3)))
    observation, _ = env.reset(seed=2)
    cells = env.unwrapped.game.layout.size
    assert observation.shape == (53 + cells,) and env.observation_space.contains(observation)
    rewards, over, info = 0.0, False, {}
    while not over:
        action = int(observation[:53].argmax())  # a Dict is flattened in the order of its keys
        observation, reward, ended, cut, info = env.step(action)
        rewards, over = rewards + float(reward), ended or cut
    assert info["episode"]["r"] == rewards and info["episode"]["l"] > 1


def test_the_learner_sees_its_own_losses(pearls: str) -> None:
    env = SingleEnv(pearls, opponents="heuristic")
    last = [finish(env, env.reset(seed=seed)[0], seed)[-1][1] for seed in range(20)]
    assert {-1.0, 1.0} <= set(last) and set(last) <= {-1.0, 0.0, 1.0}


@pytest.mark.parametrize(("reward", "seats"), [("win", 2), ("rank", 3), ("margin", 3)])
def test_the_reward_is_the_learners_pay(reward: str, seats: int, pearls: str) -> None:
    env = SingleEnv(pearls, seats, reward=reward, learner_seat=1)
    observation, _ = env.reset(seed=3)
    told = finish(env, observation)
    assert [reward for _, reward, *_ in told[1:-1]] == [0.0]
    assert told[-1][1] == env.table.pays[0, 1]


def test_a_random_seat_is_told_in_the_info_and_fixed_by_the_seed() -> None:
    env = gymnasium.make(ID, players=4, learner_seat="random")
    seats = [env.reset(seed=seed)[1]["learner_seat"] for seed in range(40)]
    assert set(seats) == {0, 1, 2, 3}
    assert [env.reset(seed=seed)[1]["learner_seat"] for seed in range(40)] == seats


@pytest.mark.parametrize("opponents", ["random", "heuristic", ["random", "heuristic"], Lucky()])
def test_a_seed_fixes_the_game_the_opponents_and_what_comes_after(opponents: Any) -> None:
    def two_games(seed: int) -> list[Any]:
        env = SingleEnv("snorkeling", 3, opponents=opponents, learner_seat="random", target=3)
        first = finish(env, env.reset(seed=seed)[0])
        return [first, finish(env, env.reset()[0])]

    assert two_games(5) == two_games(5) != two_games(6)
    first, second = two_games(5)
    assert first != second


def test_options_are_never_lost() -> None:
    env = gymnasium.make(ID, expert=True)
    for seed in (1, None, 2):
        env.reset(seed=seed)
        assert env.unwrapped.table.states["expert"].tolist() == [1]


def test_flat_observations_have_the_mask_in_the_info_from_reset_on() -> None:
    env, plain = SingleEnv("snorkeling", flat=True), SingleEnv("snorkeling")
    (cells, info), (wanted, _) = env.reset(seed=3), plain.reset(seed=3)
    for _ in range(5):
        assert set(info) == {"illegal_action", "learner_seat", "action_mask"}
        assert cells.tobytes() == wanted["observation"].tobytes()
        assert info["action_mask"].tobytes() == wanted["action_mask"].tobytes()
        assert (env.action_masks() == wanted["action_mask"].astype(bool)).all()
        assert env.action_masks().dtype == bool
        action = int(legal(wanted)[0])
        (cells, _, _, _, info), (wanted, *_) = env.step(action), plain.step(action)


def test_an_illegal_action_ends_the_game_with_the_worst_reward() -> None:
    env = gymnasium.make(ID, players=3)
    observation, _ = env.reset(seed=1)
    observation, reward, ended, cut, info = env.step(int(observation["action_mask"].argmin()))
    assert (reward, ended, cut, info["illegal_action"]) == (-1.0, True, False, 1)
    assert not observation["action_mask"].any()
    assert env.reset()[1]["illegal_action"] == 0


def test_in_strict_mode_it_is_refused_and_nothing_changes() -> None:
    env = SingleEnv("snorkeling", on_illegal="raise")
    observation, _ = env.reset(seed=1)
    before = env.table.states.tobytes()
    with pytest.raises(IllegalAction, match="possible: "):
        env.step(int(observation["action_mask"].argmin()))
    assert env.table.states.tobytes() == before
    env.step(int(legal(observation)[0]))


@pytest.mark.parametrize("form", [int, np.int32, np.array, lambda a: np.array([a])])
def test_an_action_may_be_any_kind_of_whole_number(form: Any) -> None:
    env, other = SingleEnv("snorkeling"), SingleEnv("snorkeling")
    action = int(legal(env.reset(seed=1)[0])[-1])
    other.reset(seed=1)
    env.step(action)
    other.step(form(action))
    assert env.table.states.tobytes() == other.table.states.tobytes()


def test_the_cap_truncates_and_is_never_both(short: str) -> None:
    env = SingleEnv(short)
    env.reset(seed=1)
    _, reward, ended, cut, _ = env.step(int(env.action_masks().argmax()))
    assert (ended, cut) == (False, True)
    assert type(ended) is bool and type(cut) is bool and type(reward) is float


def test_a_game_that_is_over_or_was_never_dealt_refuses_to_be_stepped(short: str) -> None:
    env = SingleEnv(short)
    with pytest.raises(GameOver, match="no game in row 0 yet; deal or reset"):
        env.step(0)
    env.reset(seed=1)
    env.step(99)
    with pytest.raises(GameOver, match="is over; deal or reset"):
        env.step(0)


def test_a_deck_can_be_stacked_for_one_game(pearls: str) -> None:
    env = SingleEnv(pearls)
    observation, _ = env.reset(seed=1, options={"deck": DECK})
    assert legal(observation).tolist() == [2, 6]
    env.reset(seed=1)
    assert env.table.states["stacked"].tolist() == [0]


def test_a_bad_deck_leaves_the_game_as_it_was() -> None:
    env = SingleEnv("snorkeling")
    env.reset(seed=1)
    before = env.table.states.tobytes()
    for options in ({"deck": ["R9"]}, {"dek": []}):
        with pytest.raises(BadDeck):
            env.reset(seed=2, options=options)
    assert env.table.states.tobytes() == before


@pytest.mark.parametrize("opponents", ["random", "heuristic", "search:3", Lucky()])
def test_copies_go_on_identically_and_apart(opponents: Any) -> None:
    env = SingleEnv("snorkeling", 3, opponents=opponents, target=1)
    observation, _ = env.reset(seed=3)
    observation = env.step(int(legal(observation)[0]))[0]
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    told = finish(env, observation)
    for twin in twins:
        assert finish(twin, observation) == told


def test_pictures_are_through_the_learners_eyes() -> None:
    text = gymnasium.make(ID, render_mode="ansi", learner_seat=1)
    text.reset(seed=1)
    picture = text.render()
    assert isinstance(picture, str) and "seen by seat 1" in picture
    pixels = gymnasium.make(ID, render_mode="rgb_array")
    pixels.reset(seed=1)
    frame: Any = pixels.render()
    assert frame.dtype == np.uint8 and frame.shape[2] == 3
    pixels.close()


def test_a_window_shows_every_view_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    env = SingleEnv("snorkeling", render_mode="human")
    shown: list[Any] = []
    monkeypatch.setattr(env._pictures, "draw", lambda state, viewer: shown.append(viewer))
    observation, _ = env.reset(seed=1)
    env.step(int(legal(observation)[0]))
    assert shown == [0, 0]


@pytest.mark.parametrize(
    ("arguments", "settings", "error", "message"),
    [
        (("snorkling",), {}, UnknownGame, "Did you mean 'snorkeling'"),
        (("snorkeling", 7), {}, BadSeats, "players=7: possible: 2 to 6"),
        (("snorkeling",), {"learner_seat": 2}, BadSeats, "possible: 0 to 1, 'random'"),
        (("snorkeling",), {"targt": 3}, UnknownOption, "Did you mean 'target'"),
        (("snorkeling",), {"opponents": "randm"}, UnknownPlayer, "Did you mean 'random'"),
        (("snorkeling",), {"opponents": []}, BadOption, "0 opponents for 2 players"),
        (("snorkeling",), {"reward": "points"}, BadOption, "win, rank, margin"),
        (("snorkeling",), {"render_mode": "rgb"}, BadOption, "ansi, rgb_array, human"),
    ],
)
def test_bad_settings_are_refused(
    arguments: tuple[Any, ...], settings: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        SingleEnv(*arguments, **settings)
