"""Ids under which the games are known elsewhere."""

import subprocess
import sys

import gymnasium
import pettingzoo
import pytest

from sea_envs import GAMES, load
from sea_envs.registration import gymnasium_id, pettingzoo_id, version


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_and_pettingzoo_make_every_game(name: str) -> None:
    single = gymnasium.make(gymnasium_id(name))
    assert single.unwrapped.game is load(name)  # type: ignore[attr-defined]
    aec = pettingzoo.make("aec", pettingzoo_id(name), players=load(name).max_seats)
    assert len(aec.possible_agents) == load(name).max_seats


@pytest.mark.parametrize("name", GAMES)
def test_the_module_form_has_the_games_version(name: str) -> None:
    assert version(name) == load(name).version


def test_an_id_can_bring_its_package_with_it() -> None:
    script = "import gymnasium; print(gymnasium.make('sea_envs:sea_envs/Snorkeling-v0').spec.id)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "sea_envs/Snorkeling-v0"


def test_importing_sea_envs_brings_no_heavy_library() -> None:
    heavy = {"torch", "stable_baselines3", "pygame", "PIL"}
    script = f"import sys, sea_envs; print(sorted({heavy} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
