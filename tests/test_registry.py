"""The list of games."""

from importlib.metadata import EntryPoint

import pytest

from sea_envs import registry
from sea_envs.core.errors import UnknownGame


def test_every_game_loads_under_its_own_name() -> None:
    for name in registry.GAMES:
        assert registry.load(name).name == name


def test_an_unknown_game_names_the_nearest_and_all_possible_ones() -> None:
    with pytest.raises(UnknownGame, match="'snorkling'.*Did you mean 'snorkeling'.*possible: "):
        registry.load("snorkling")


def test_other_packages_games_are_found_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("my_game", "sea_envs.games.snorkeling:GAME", registry.ENTRY_POINTS)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    assert registry.load("my_game") is registry.load("snorkeling")
    registry.load.cache_clear()
