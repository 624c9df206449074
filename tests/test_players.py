"""Players are found by their names and asked in one way."""

import hashlib
import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from sea_envs import players
from sea_envs.adapters.single import SingleEnv
from sea_envs.core.learned import read_policy
from sea_envs.core.table import Table
from sea_envs.players import (
    BadPlayer,
    OneByOne,
    UnknownPlayer,
    ask,
    is_player,
    names,
    player,
    pretrained_file,
    pretrained_files,
)
from sea_envs.registry import load
from tests.adapters.scripted import Fixed, Lucky, Peeping
from tests.core.tiny import GAME
from tests.weights import shipped

SETUP = GAME.setup(2)


def dealt(rows: int = 4) -> Table:
    table = Table(SETUP, rows, on_illegal="raise")
    table.seed(1)
    table.deal()
    return table


def luck(rows: int) -> Any:
    return np.random.default_rng(2).random(rows)


def example() -> str:
    """The player that the module's docstring shows."""
    text = str(players.__doc__)
    return textwrap.dedent(text[text.index("    class ") :])


@pytest.mark.parametrize("name", ["random", "heuristic", "search:4", "flat:14"])
def test_a_player_found_by_its_name_plays_legally_and_by_its_chance_alone(name: str) -> None:
    table, chance = dealt(), luck(4)
    someone = player(name, SETUP)
    someone.reset(table.all_rows)
    for _ in range(4):
        actions = ask(someone, table, table.all_rows, chance)
        assert actions.dtype == np.int64
        backwards = ask(player(name, SETUP), table, table.all_rows[::-1].copy(), chance[::-1])
        assert backwards[::-1].tolist() == actions.tolist(), "whatever else is asked with it"
        table.step(actions)


def test_random_and_heuristic_answer_alike_whether_they_see_the_table_or_copies() -> None:
    table, chance, rows = dealt(20), luck(20), np.arange(20)
    for name in ("random", "heuristic"):
        someone: Any = player(name, SETUP)
        copies = table.observations[rows], table.masks[rows]
        told = someone.choose(*copies, seats=table.seats[rows], chance=chance, rows=rows)
        assert told.tolist() == ask(someone, table, rows, chance).tolist()


def test_the_random_player_likes_all_legal_actions_alike() -> None:
    masks = np.tile(np.array([1, 0, 1, 1, 0], np.int8), (3000, 1))
    rows = np.arange(3000)
    actions = player("random", SETUP).choose(  # type: ignore[union-attr]
        np.zeros((3000, 2)), masks, seats=rows, chance=luck(3000), rows=rows
    )
    counts = np.bincount(actions, minlength=5)
    assert counts[[1, 4]].sum() == 0 and chisquare(counts[[0, 2, 3]]).pvalue > 1e-3


def test_the_example_of_the_module_is_a_player_and_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(example(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    someone: Any = player("mine:Stubborn", SETUP)
    every = np.ones((2, 7), np.int8)
    rows, seats, chance = np.array([5, 6]), np.array([0, 1]), np.array([0.2, 0.9])

    def choose(masks: Any) -> list[int]:
        cells = np.zeros((2, 3), np.float32)
        told = someone.choose(cells, masks, seats=seats, chance=chance, rows=rows)
        return [int(action) for action in told]

    someone.reset(rows)
    assert choose(every) == [1, 6]
    chance[:] = 0
    assert choose(every) == [1, 6], "stubborn"
    without = every.copy()
    without[0, 1] = 0
    assert choose(without) == [0, 6], "but never illegal"
    someone.reset(np.array([6]))
    assert choose(every) == [0, 0], "and forgetful where a new game begins"


def test_the_example_is_no_longer_than_it_was_promised_to_be() -> None:
    assert len(example().strip().splitlines()) <= 20


def test_players_that_think_in_worlds_get_copies_of_the_states() -> None:
    table, someone = dealt(), Peeping()
    before = table.states.tobytes()
    actions = ask(someone, table, np.array([2, 0]), luck(2))
    assert table.states.tobytes() == before
    assert actions.tolist() == table.masks[[2, 0]].argmax(axis=1).tolist()
    assert someone.shown[0]["decisions"].tolist() == [0, 0]


def test_a_player_is_told_rows_seats_and_each_decisions_own_chance() -> None:
    table, someone, chance = dealt(), Lucky(), luck(3)
    table.step(table.masks[1:2].argmax(axis=1), [1])
    ask(someone, table, np.array([3, 1, 0]), chance)
    assert someone.asked == [(3, 0, chance[0]), (1, 1, chance[1]), (0, 0, chance[2])]


@pytest.mark.parametrize("answer", [None, "go", [1], [1.0, 2.0], [[1, 2]], [True, True], 3])
def test_an_answer_that_is_not_one_whole_number_each_is_refused(answer: Any) -> None:
    with pytest.raises(
        BadPlayer, match=r"answered 2 decisions with .*; wanted whole numbers \[2\]"
    ):
        ask(Fixed(answer), dealt(), np.array([0, 1]), luck(2))


def test_whatever_a_player_raises_is_said_in_one_line() -> None:
    class Lost(Fixed):
        def choose(self, *_: Any, **__: Any) -> Any:
            raise KeyError("a\nb")

    with pytest.raises(BadPlayer, match=r"failed: KeyError: 'a\\nb'") as caught:
        ask(Lost(None), dealt(), np.array([0, 1]), luck(2))
    assert isinstance(caught.value.__cause__, KeyError)


def test_whatever_a_players_module_raises_is_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half_written.py").write_text("def maker(:", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownPlayer, match="player 'half_written:maker': SyntaxError: "):
        player("half_written:maker", SETUP)


def test_any_list_of_whole_numbers_will_do() -> None:
    assert ask(Fixed([1, 2]), dealt(), np.array([0, 1]), luck(2)).tolist() == [1, 2]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("randm", "unknown player 'randm'; Did you mean 'random'"),
        ("", "unknown player ''"),
        ("nowhere:maker", "player 'nowhere:maker': ModuleNotFoundError: No module named 'nowhere'"),
        ("json:maker", "has no attribute 'maker'"),
    ],
)
def test_an_unknown_player_is_refused_with_the_possible_ones(name: str, message: str) -> None:
    with pytest.raises(UnknownPlayer, match=message) as caught:
        player(name, SETUP)
    assert "random" in str(caught.value) and "module:factory" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("random:2", "random takes nothing after the colon"),
        ("heuristic:", None),
        ("search", "search: possible: search:N with N simulations, from 1"),
        ("search:0", "search:N"),
        ("search:-5", "search:N"),
        ("flat:x", "flat:N"),
        ("checkpoint:", "wanted checkpoint:PATH"),
        ("pretrained:worst", "possible: pretrained, pretrained:best, pretrained:sample"),
        ("json:loads", "could not be made: TypeError"),
        ("builtins:id", "has neither `reset` and `choose` nor `act`"),
    ],
)
def test_a_player_that_cannot_be_made_is_refused(name: str, message: str | None) -> None:
    if message is None:
        assert is_player(player(name, SETUP))
        return
    with pytest.raises(BadPlayer, match=re.escape(message)):
        player(name, SETUP)


def test_other_packages_can_register_players(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        name = "octopus"

        @staticmethod
        def load() -> Any:
            return lambda setup: Fixed([setup.players])

    def points(*, group: str) -> list[Any]:
        return [Point] if group == "sea_envs.players" else []

    monkeypatch.setattr(players, "entry_points", points)
    assert isinstance(player("octopus", SETUP), Fixed)
    with pytest.raises(UnknownPlayer, match="Did you mean 'octopus'"):
        player("octopuss", SETUP)


def test_built_in_players_are_listed_with_what_they_take() -> None:
    listed = ("random", "heuristic", "pretrained", "checkpoint:PATH", "search:N", "flat:N")
    assert names() == listed


def test_a_player_has_reset_and_one_way_to_choose() -> None:
    assert is_player(Lucky()) and is_player(Peeping())
    assert not is_player(object()) and not is_player("random")


class Noting:
    """An agent that takes the last legal action and keeps what it is shown."""

    def __init__(self, setup: Any = None) -> None:
        self.shown: list[Any] = []
        self.told: list[dict[str, Any]] = []

    def act(self, observation: dict[str, Any], info: dict[str, Any]) -> int:
        self.shown.append(observation)
        self.told.append(info)
        return int(np.flatnonzero(observation["action_mask"])[-1])


def test_an_agent_that_is_asked_one_by_one_sees_what_each_seat_sees() -> None:
    table, agent, chance = dealt(), Noting(), luck(2)
    cells, masks = table.observations[[3, 1]], table.masks[[3, 1]]
    actions = ask(OneByOne(agent), table, np.array([3, 1]), chance)
    assert actions.tolist() == [int(np.flatnonzero(mask)[-1]) for mask in masks]
    assert agent.told == [
        {"game": 3, "seat": 0, "first": 1, "chance": chance[0]},
        {"game": 1, "seat": 0, "first": 1, "chance": chance[1]},
    ]
    table.step(table.masks.argmax(axis=1))
    for place, seen in enumerate(agent.shown):
        assert sorted(seen) == ["action_mask", "observation"]
        assert seen["observation"].tolist() == cells[place].tolist(), "and may keep it"
        assert seen["action_mask"].tolist() == masks[place].tolist()


def test_an_agent_is_told_each_seats_first_decision_in_a_game() -> None:
    agent, cells, masks = Noting(), np.zeros((3, 2), np.float32), np.ones((3, 4), np.int8)
    someone, rows, seats = OneByOne(agent), np.array([7, 7, 8]), np.array([0, 1, 0])

    def firsts() -> list[int]:
        agent.told.clear()
        someone.choose(cells, masks, seats=seats, chance=luck(3), rows=rows)
        return [info["first"] for info in agent.told]

    assert firsts() == [1, 1, 1]
    assert firsts() == [0, 0, 0]
    someone.reset(np.array([8]))
    assert firsts() == [0, 0, 1]


@pytest.mark.parametrize("answer", [None, "go", 1.5, [1], 1 << 70])
def test_an_agents_answer_that_is_no_action_is_refused(answer: Any) -> None:
    class Odd:
        def act(self, observation: Any, info: Any) -> Any:
            return answer

    with pytest.raises(BadPlayer, match="wanted the number of an action"):
        ask(OneByOne(Odd()), dealt(), np.array([0]), luck(1))


def test_a_factory_may_make_an_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "octopus", SimpleNamespace(agent=Noting))
    someone = player("octopus:agent", SETUP)
    assert isinstance(someone, OneByOne) and isinstance(someone.agent, Noting)
    assert is_player(someone)


PLAYED = """
import sys
from pathlib import Path
for name in ("torch", "stable_baselines3", "sb3_contrib", "safetensors", "scipy", "pydantic"):
    sys.modules[name] = None
from sea_envs import players
from sea_envs.registry import load
from sea_envs.terminal import played
players.PRETRAINED = Path(sys.argv[1])
for path in sorted(players.PRETRAINED.glob("*.safetensors")):
    game, _, seats = path.stem.rpartition("_")
    play = played(load(game).setup(int(seats)), ["pretrained"], 1)
    print(path.name, play.over)
"""
"""Every game for which weights lie in a folder, played by them alone."""


def finished(folder: Path) -> list[str]:
    run = [sys.executable, "-c", PLAYED, str(folder)]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.fixture
def chest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in the place of the one that ships."""
    monkeypatch.setattr(players, "PRETRAINED", tmp_path)
    return tmp_path


def test_pretrained_plays_without_any_learning_library(chest: Path) -> None:
    shipped(chest, "snorkeling", 2)
    assert finished(chest) == ["snorkeling_2.safetensors True"]


def test_all_weights_that_ship_are_small_fit_their_game_and_say_how_they_were_made() -> None:
    for (name, count), path in pretrained_files().items():
        assert path.stat().st_size < 1_000_000, path.name
        facts = read_policy(path, load(name)).facts
        assert facts["players"] == facts["config"]["players"] == count, path.name
        assert facts["config"]["game"] == name and facts["decisions"] > 0, path.name
        told = json.dumps(facts)
        assert "run" not in facts["config"] and "/" not in told and "\\\\" not in told, path.name


def test_all_weights_that_ship_play_their_games_to_the_end_without_a_learning_library() -> None:
    names = [f"{path.name} True" for path in pretrained_files().values()]
    assert sorted(finished(players.PRETRAINED)) == sorted(names)


ADVISERS = {
    "australis 4": "0a7789770a826b4c",
    "kuna_yala 2": "3f9ee6c1a6068fdf",
    "kuna_yala 4": "bf4ae9e7e6586092",
    "ocean 2": "17777b00f05f1086",
    "ocean 4": "fcf9e5993f85b952",
    "snorkeling 6": "8679263e1c1ed64d",
}
"""What the heuristics choose, as a digest, where residual policies that ship were trained on it."""


def test_heuristics_choose_as_they_did_when_policies_that_ship_were_trained_on_them() -> None:
    """After a change here: train these policies anew, ship them, and renew the digest."""
    found = {}
    for (name, count), path in pretrained_files().items():
        if read_policy(path, load(name)).facts["network"].get("residual"):
            table = Table(load(name).setup(count), 64, redeal=True)
            table.seed(5)
            table.deal()
            chance, digest = np.random.default_rng(6), hashlib.sha256()
            for _ in range(100):
                actions = table.heuristic_actions(chance.random(table.rows))
                digest.update(actions.tobytes())
                table.step(actions)
            found[f"{name} {count}"] = digest.hexdigest()[:16]
    assert found == ADVISERS


@pytest.mark.parametrize(("seats", "file"), [(2, 2), (3, 4), (4, 4), (5, 4), (6, 4)])
def test_pretrained_is_of_the_next_larger_table_or_else_of_the_largest(
    seats: int, file: int, chest: Path
) -> None:
    for count in (2, 4):
        (chest / f"sea_life_{count}.safetensors").write_bytes(b"")
    (chest / "sea_6.safetensors").write_bytes(b"")
    assert pretrained_file("sea_life", seats) == chest / f"sea_life_{file}.safetensors"


def test_a_game_without_weights_names_those_that_have_some(chest: Path) -> None:
    with pytest.raises(BadPlayer, match="no pretrained player for pearls; .* have one: none"):
        player("pretrained", SETUP)
    for name in ("ocean_2", "sea_life_4", "sea_life_2"):
        (chest / f"{name}.safetensors").write_bytes(b"")
    with pytest.raises(BadPlayer, match=r"games that have one: ocean, sea_life$"):
        player("pretrained", SETUP)


def test_pretrained_may_play_its_best_or_draw(chest: Path) -> None:
    shipped(chest, "snorkeling", 2)
    setup = load("snorkeling").setup(2)
    someone: Any = player("pretrained:sample", setup)
    assert not someone.best
    for name in ("pretrained", "pretrained:best"):
        someone = player(name, setup)
        assert someone.best


def test_a_learner_may_have_pretrained_opponents(chest: Path) -> None:
    shipped(chest, "snorkeling", 2)
    env = SingleEnv("snorkeling", 3, opponents="pretrained")
    observation, _ = env.reset(seed=3)
    for _ in range(5):
        observation, *_ = env.step(int(observation["action_mask"].argmax()))
    assert observation["action_mask"].any()
