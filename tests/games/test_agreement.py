"""The compiled rules and the plain reference of every game agree decision by decision."""

import random
from importlib import import_module

import pytest

from sea_envs import GAMES, load
from tests.games.follow import follow

QUICK, MANY = 120, 5_000


def agree(name: str, games: range) -> None:
    reference = import_module(f"tests.games.{name}.reference").Reference
    options = import_module(f"tests.games.{name}.options")
    fewest, most = load(name).min_seats, load(name).max_seats
    for seed in games:
        rng = random.Random(seed)
        players = fewest + seed % (most - fewest + 1)
        drawn = options.draw(rng, players)
        follow(
            name,
            lambda players, drawn=drawn, **_: reference(
                players, **options.reference_options(drawn)
            ),
            players,
            drawn,
            seed,
        )


@pytest.mark.parametrize("name", GAMES)
def test_some_games_agree_in_every_decision(name: str) -> None:
    agree(name, range(QUICK))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_thousands_of_games_agree_in_every_decision(name: str) -> None:
    agree(name, range(QUICK, QUICK + MANY))
