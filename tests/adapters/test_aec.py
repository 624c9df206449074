"""The PettingZoo face."""

import copy
import pickle
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from sea_envs import GAMES, snorkeling_v0
from sea_envs.adapters import aec
from sea_envs.adapters.aec import RawEnv
from sea_envs.core.errors import (
    BadDeck,
    BadOption,
    BadRecord,
    BadSeats,
    GameOver,
    IllegalAction,
    UnknownGame,
    UnknownOption,
)
from sea_envs.registration import pettingzoo_id

DECK = [7, 3, 5, 2, 1, 4, 6]
LAST_TOLD = (  # what api_test says of every Dict observation that is not PettingZoo's own
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
)


@contextmanager
def all_warnings_are_errors(*, but: tuple[str, ...] = ()) -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in but:
            warnings.filterwarnings("ignore", message)
        yield


def made(
    game: str = "snorkeling", players: int = 2, seed: int | None = 1, **settings: Any
) -> RawEnv:
    env = aec.make_raw(game, players, **settings)
    env.reset(seed=seed)
    return env


def legal(env: Any) -> list[int]:
    return [int(action) for action in np.flatnonzero(env.last()[0]["action_mask"])]


def finish(env: Any, seed: int = 0) -> dict[str, float]:
    """Play at random to the end; what every agent was told it earned."""
    rng = np.random.default_rng(seed)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        earned[agent] += reward
        choices = np.flatnonzero(observation["action_mask"])
        env.step(None if ended or cut else int(rng.choice(choices)))
    return earned


def test_it_is_made_by_its_id_and_by_its_module() -> None:
    for name in GAMES:
        env = pettingzoo.make("aec", pettingzoo_id(name), players=2)
        assert env.unwrapped.game.name == name
        module = import_module(f"sea_envs.{env.metadata['name']}")
        assert str(module.env()) == str(module.raw_env()) == env.metadata["name"]
    assert snorkeling_v0.env(players=4).unwrapped.possible_agents == [
        "player_0",
        "player_1",
        "player_2",
        "player_3",
    ]
    assert isinstance(snorkeling_v0.raw_env(), RawEnv)


def test_env_adds_the_order_enforcing_wrapper_and_nothing_else() -> None:
    env = snorkeling_v0.env()
    assert isinstance(env, OrderEnforcingWrapper)
    assert type(env.env) is RawEnv


@pytest.mark.parametrize(
    "what", ["agents", "agent_selection", "rewards", "last", "step", "observe"]
)
def test_nothing_can_be_asked_before_the_first_reset(what: str) -> None:
    env = snorkeling_v0.env()
    arguments = {"step": (0,), "observe": ("player_0",)}
    with pytest.raises((AttributeError, AssertionError), match="before reset|before [a-z]*"):
        found = getattr(env, what)
        found(*arguments.get(what, ()))


def test_the_wrapped_environment_tells_what_the_raw_one_tells() -> None:
    env = snorkeling_v0.env()
    env.reset(seed=4)
    for agent in env.agent_iter(50):
        raw = env.unwrapped
        assert agent == env.agent_selection == raw.agent_selection
        assert env.agents == raw.agents and env.num_agents == len(raw.agents)
        (mine, *rest), (theirs, *others) = env.last(), raw.last()
        assert rest == others and mine["observation"].tobytes() == theirs["observation"].tobytes()
        assert env.last(observe=False)[0] is None
        env.step(None if rest[1] else legal(env)[0])


@pytest.mark.parametrize("flat", [False, True])
def test_petting_zoos_own_tests_pass_with_every_warning_an_error(flat: bool, pearls: str) -> None:
    with all_warnings_are_errors(but=() if flat else LAST_TOLD):
        for game in (pearls, "snorkeling"):
            for players in (2, 3):
                api_test(aec.make(game, players, flat=flat), num_cycles=60)
                seed_test(lambda g=game, p=players: aec.make(g, p, flat=flat), num_cycles=60)


def test_the_cap_on_decisions_cuts_off_every_agent(short: str) -> None:
    """In place of max_cycles_test: that wants a parallel environment, which these games lack."""
    env = made(short, 3)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(legal(env)[0])
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    assert sum(env.rewards.values()) == pytest.approx(0)
    finish(env)
    assert env.agents == []


def test_spaces_are_lasting_objects_alike_for_every_seat_and_number_of_players() -> None:
    envs = [aec.make_raw("snorkeling", players) for players in range(2, 7)]
    spaces = [env.observation_space(agent) for env in envs for agent in env.possible_agents]
    assert all(space == spaces[0] for space in spaces)
    assert envs[0].observation_space("player_1") is envs[0].observation_space("player_1")
    assert envs[0].action_space("player_1") is envs[0].action_space("player_1")
    assert {env.action_space("player_0").n for env in envs} == {53}


def test_flat_observations_are_plain_arrays_with_the_mask_in_the_info() -> None:
    env, plain = made(flat=True), made()
    assert isinstance(env.observation_space("player_0"), gymnasium.spaces.Box)
    for _ in range(10):
        observation, _, _, _, info = env.last()
        wanted = plain.last()[0]
        assert observation.tobytes() == wanted["observation"].tobytes()
        assert info["action_mask"].tobytes() == wanted["action_mask"].tobytes()
        waiting = next(agent for agent in env.agents if agent != env.agent_selection)
        assert not env.infos[waiting]["action_mask"].any()
        for each in (env, plain):
            each.step(int(wanted["action_mask"].argmax()))


def test_the_mask_is_in_the_observation_only_and_zero_for_all_but_the_agent_to_move() -> None:
    env = made(players=4)
    rng = np.random.default_rng(3)
    for agent in env.agent_iter(80):
        observation, _, ended, _, info = env.last()
        assert "action_mask" not in info
        mask = observation["action_mask"]
        assert mask.dtype == np.int8
        for other in env.agents:
            assert env.observe(other)["action_mask"].any() == (other == agent and not ended)
        env.step(None if ended else int(rng.choice(np.flatnonzero(mask))))


def test_infos_are_numbers_under_constant_keys_from_reset_on() -> None:
    env = made(players=3)
    keys = {agent: set(info) for agent, info in env.infos.items()}
    rng = np.random.default_rng(3)
    for agent in env.agent_iter():
        for other, info in env.infos.items():
            assert set(info) == keys[other] == {"illegal_action"}
            assert all(isinstance(value, int) for value in info.values())
        ended = env.terminations[agent]
        env.step(None if ended else int(rng.choice(legal(env))))


def test_observations_are_the_callers_to_keep() -> None:
    env = made()
    kept = env.observe("player_0"), env.last()[0]
    copies = copy.deepcopy(kept)
    env.step(legal(env)[0])
    env.step(legal(env)[0])
    for before, now in zip(copies, kept, strict=True):
        assert all((before[key] == now[key]).all() for key in before)


@pytest.mark.parametrize("action", [99, -1, None, "illegal"])
def test_an_illegal_action_loses_the_game_for_its_agent(action: Any, pearls: str) -> None:
    env = made(pearls, 3)
    env.step(legal(env)[0])
    loser = env.agent_selection
    wrong = int(env.last()[0]["action_mask"].argmin()) if action == "illegal" else action
    env.step(wrong)
    assert env.terminations == dict.fromkeys(env.agents, True)
    assert env.truncations == dict.fromkeys(env.agents, False)
    assert env.infos == {agent: {"illegal_action": int(agent == loser)} for agent in env.agents}
    assert env.rewards == {agent: -1.0 if agent == loser else 0.5 for agent in env.agents}
    assert env.winners() == [agent for agent in env.agents if agent != loser]
    assert finish(env) == {a: -1.0 if a == loser else 0.5 for a in env.possible_agents}


@pytest.mark.parametrize("action", [99, -1, "illegal", 0.5])
def test_in_strict_mode_an_illegal_action_is_refused_and_nothing_changes(action: Any) -> None:
    env = made(on_illegal="raise")
    wrong = int(env.last()[0]["action_mask"].argmin()) if action == "illegal" else action
    before, events = env.get_state().tobytes(), env.events()
    with pytest.raises(IllegalAction, match="possible: "):
        env.step(wrong)
    assert env.get_state().tobytes() == before and env.events() == events
    assert not any(env.terminations.values())
    env.step(legal(env)[0])


@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_every_agent_is_told_what_it_earned_the_losers_too(reward: str, pearls: str) -> None:
    for seed in range(5):
        env = made(pearls, 3, seed, reward=reward)
        earned = finish(env, seed)
        assert sum(earned.values()) == pytest.approx(0, abs=1e-6)
        points = dict(zip(env.possible_agents, env.scores(), strict=True))
        best, worst = max(points.values()), min(points.values())
        assert best > worst
        assert all(earned[agent] > 0 for agent in points if points[agent] == best)
        assert all(earned[agent] < 0 for agent in points if points[agent] == worst)
        if reward == "margin":
            assert earned["player_0"] == points["player_0"] - np.mean(env.scores()[1:])


def test_rewards_are_zero_until_the_game_ends(pearls: str) -> None:
    env = made(pearls)
    while not any(env.terminations.values()):
        assert set(env.rewards.values()) == {0.0}
        assert env.last()[1] == 0
        env.step(legal(env)[0])
    assert sorted(env.rewards.values()) != [0.0, 0.0]


def test_agents_leave_one_by_one_and_then_nobody_may_step() -> None:
    env = made(players=3)
    env.step(99)
    for left in (3, 2, 1):
        assert env.num_agents == left == len(env.rewards) == len(env.infos)
        with pytest.raises(ValueError, match="None"):
            env.step(0)
        env.step(None)
    with pytest.raises(GameOver, match="every agent has left; call reset"):
        env.step(None)
    env.reset()
    assert env.num_agents == 3 and not any(env.terminations.values())


def test_a_seed_fixes_the_whole_game() -> None:
    def game(seed: int) -> list[str]:
        env = made(seed=seed, players=3)
        finish(env)
        return env.events()

    assert game(5) == game(5) != game(6)


def test_reset_without_a_seed_continues_the_chain() -> None:
    def second_game(first: int) -> list[str]:
        env = made(seed=first)
        finish(env)
        env.reset()
        return env.events()

    assert second_game(5) == second_game(5) != second_game(6)
    assert second_game(5) != made(seed=5).events()


def test_without_any_seed_games_differ() -> None:
    assert len({tuple(made(seed=None).events()) for _ in range(5)}) == 5


def test_options_are_never_lost() -> None:
    env = made(expert=True, target=3)
    for seed in (4, None, 9):
        env.reset(seed=seed)
        assert env.get_state()["expert"] == 1 and env.get_state()["target"] == 3


def test_a_stacked_deck_is_dealt_once(pearls: str) -> None:
    env = made(pearls)
    env.reset(seed=1, options={"deck": DECK})
    assert env.events() == ["chance deck 7, 3, 5, 2, 1, 4, 6"]
    assert env.legal_texts() == ["lay 3", "lay 7"]
    env.reset(seed=1)
    assert env.events() == made(pearls).events()


def test_a_bad_deck_is_refused_and_the_game_goes_on() -> None:
    env = made()
    env.step(legal(env)[0])
    before = env.get_state().tobytes()
    for options, message in (
        ({"deck": ["R9"]}, "no card 'R9'; possible: R0"),
        ({"deck": ["R1"] * 75}, "75 needed, 3 of each kind; missing"),
        ({"dek": []}, "unknown reset option 'dek'; Did you mean 'deck'"),
    ):
        with pytest.raises(BadDeck, match=message):
            env.reset(seed=3, options=options)
    assert env.get_state().tobytes() == before and env.agents


@pytest.mark.parametrize("seed", [-1, 1.5])
def test_a_bad_seed_is_refused_and_the_game_goes_on(seed: Any) -> None:
    env = made()
    before = env.get_state().tobytes()
    with pytest.raises(BadOption, match="possible: a whole number from 0"):
        env.reset(seed=seed)
    assert env.get_state().tobytes() == before


@pytest.mark.parametrize("way", ["set_state", "deepcopy", "pickle", "bytes"])
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_clone_goes_on_identically_into_the_next_games_too(way: str, wrapped: bool) -> None:
    env = (aec.make if wrapped else aec.make_raw)("snorkeling", 3, expert=True)
    env.reset(seed=2)
    for _ in range(7):
        env.step(legal(env)[0])
    if way in ("set_state", "bytes"):
        twin = (aec.make if wrapped else aec.make_raw)("snorkeling", 3, expert=True)
        twin.reset(seed=99)
        if way == "bytes":
            twin.unwrapped.from_bytes(env.unwrapped.to_bytes())
        else:
            twin.unwrapped.set_state(env.unwrapped.get_state())
    else:
        twin = copy.deepcopy(env) if way == "deepcopy" else pickle.loads(pickle.dumps(env))
    for _ in range(2):
        assert finish(env, 4) == finish(twin, 4)
        assert env.unwrapped.get_state().tobytes() == twin.unwrapped.get_state().tobytes()
        env.reset()
        twin.reset()
        assert env.unwrapped.events() == twin.unwrapped.events()


def test_a_clone_of_a_finished_game_is_finished(pearls: str) -> None:
    env, other = made(pearls), made(pearls, seed=9)
    while not any(env.terminations.values()):
        env.step(legal(env)[0])
    other.set_state(env.get_state())
    assert other.terminations == env.terminations and other.rewards == env.rewards
    assert finish(other) == finish(env)


def test_a_record_is_a_copy(pearls: str) -> None:
    env = made(pearls)
    state = env.get_state()
    before = state.tobytes()
    env.step(legal(env)[0])
    assert state.tobytes() == before


def test_a_record_from_elsewhere_is_refused_and_the_game_goes_on() -> None:
    env = made()
    before = env.get_state().tobytes()
    for other in (
        made(players=3),
        made(next(name for name in GAMES if name != "snorkeling")),
        made(expert=True),
    ):
        with pytest.raises(BadRecord):
            env.set_state(other.get_state())
        with pytest.raises(BadRecord):
            env.from_bytes(other.to_bytes())
    with pytest.raises(BadRecord, match="damaged"):
        env.from_bytes(env.to_bytes()[:-1])
    assert env.get_state().tobytes() == before and env.agents


def test_a_sampled_record_looks_the_same_to_that_agent_and_can_be_played_on() -> None:
    env, other = made(players=3), made(players=3, seed=8)
    for _ in range(12):
        env.step(legal(env)[0])
    chance = np.random.default_rng(1)
    seen, events = env.observe("player_1"), env.events()
    worlds = set()
    for _ in range(5):
        world = env.sample_state("player_1", chance)
        worlds.add(world.tobytes())
        other.set_state(world)
        now = other.observe("player_1")
        assert all((seen[key] == now[key]).all() for key in seen)
        assert other.describe("player_1") == env.describe("player_1")
    assert len(worlds) == 5 and env.events() == events
    finish(other)


def test_events_and_descriptions_tell_an_agent_only_what_it_may_know(pearls: str) -> None:
    env = made(pearls)
    env.reset(seed=1, options={"deck": DECK})
    env.step(env.parse_action("lay 7"))
    assert env.events() == ["chance deck 7, 3, 5, 2, 1, 4, 6", "seat 0: lay 7"]
    assert env.events(viewer="player_1") == ["seat 0: lay 7"]
    assert env.describe("player_0").startswith("You hold 3.")
    assert env.describe("player_1").startswith("You hold 2 and 5.")


def test_actions_have_words_both_ways() -> None:
    env = made()
    for action in legal(env):
        assert env.parse_action(env.action_text(action)) == action
    assert env.legal_texts() == [env.action_text(action) for action in legal(env)]
    with pytest.raises(IllegalAction, match="'fly' is not legal now; possible: "):
        env.parse_action("fly")


@pytest.mark.parametrize("call", ["describe", "observe", "events", "sample_state", "render"])
def test_an_agent_that_is_not_there_is_refused(call: str) -> None:
    env = made(render_mode="ansi")
    more = (np.random.default_rng(1),) if call == "sample_state" else ()
    with pytest.raises(BadSeats, match="unknown agent 'player_7'; .*player_0, player_1"):
        getattr(env, call)("player_7", *more)


def test_rendering_passes_petting_zoos_test_in_every_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("sea_envs.adapters.pictures.FPS", 1000)
    with all_warnings_are_errors():
        render_test(lambda render_mode: aec.make("snorkeling", render_mode=render_mode))


def test_the_default_view_is_of_the_agent_to_move_and_others_can_be_asked_for() -> None:
    env = made("snorkeling", 2, 3, render_mode="ansi")
    assert env.agent_selection in ("player_0", "player_1")
    mine, other = env.agent_selection, env.possible_agents[1 - env._seats[env.agent_selection]]
    assert env.render() == env.render(mine) != env.render(other)
    assert "all cards seen" in env.render("all")


def test_a_window_shows_every_change_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    env = aec.make_raw("snorkeling", render_mode="human")
    shown: list[Any] = []
    monkeypatch.setattr(env._pictures, "draw", lambda state, viewer: shown.append(viewer))
    env.reset(seed=1)
    env.step(legal(env)[0])
    env.step(99)
    assert len(shown) == 3


@pytest.mark.parametrize(
    ("arguments", "settings", "error", "message"),
    [
        (("snorkling",), {}, UnknownGame, "Did you mean 'snorkeling'"),
        (("snorkeling", 7), {}, BadSeats, "players=7: possible: 2 to 6"),
        (("snorkeling",), {"targt": 3}, UnknownOption, "Did you mean 'target'"),
        (("snorkeling",), {"target": 0}, BadOption, "a whole number from 1 to 60"),
        (("snorkeling",), {"reward": "points"}, BadOption, "win, rank, margin"),
        (("snorkeling",), {"on_illegal": "die"}, BadOption, "lose, raise"),
        (("snorkeling",), {"render_mode": "rgb"}, BadOption, "possible: ansi, rgb_array, human"),
    ],
)
def test_bad_settings_are_refused(
    arguments: tuple[Any, ...], settings: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        aec.make_raw(*arguments, **settings)
