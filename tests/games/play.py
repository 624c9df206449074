"""Random play for tests: with options, with tastes, and uncompiled."""

import hashlib
import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np

from sea_envs import load
from sea_envs.core.play import Play
from sea_envs.core.table import Table, random_words


def options_for(name: str, seats: int, seed: int) -> dict[str, Any]:
    """A legal set of options of that game; the defaults for seed 0."""
    if seed == 0:
        return {}
    drawn: dict[str, Any] = import_module(f"tests.games.{name}.options").draw(
        random.Random(seed), seats
    )
    return drawn


def tasted(name: str, seats: int, seed: int) -> Play:
    """A game just dealt, with options drawn by the seed."""
    play = Play(load(name).setup(seats, **options_for(name, seats, seed)), on_illegal="raise")
    play.begin(seed)
    return play


def play_out(play: Play, chance: np.random.Generator, weights: Any = None) -> Iterator[int]:
    """Before every decision yield its number, then play one at random, by weight."""
    count = 0
    while not play.over:
        yield count
        legal = play.legal()
        odds = None if weights is None else weights[legal] / weights[legal].sum()
        play.act(int(chance.choice(legal, p=odds)))
        count += 1


def digest(name: str) -> str:
    """A hash of every byte of some random games, with masks, observations and re-dealt worlds."""
    game = load(name)
    seen = hashlib.sha256()
    for seats in range(game.min_seats, game.max_seats + 1):
        for seed in range(2):
            with np.errstate(over="raise"):
                play = tasted(name, seats, seed)
                chance = np.random.default_rng(seed)
                for count in play_out(play, chance):
                    if count >= 150:
                        break
                    for part in (play.table.states, play.table.masks, play.table.observations):
                        seen.update(part.tobytes())
                    if count % 10 == 0:
                        seen.update(
                            play.sample(count % seats, np.random.default_rng(count)).tobytes()
                        )
                        action = play.table.heuristic_actions(np.array([0.25]))
                        seen.update(action.tobytes())
    return seen.hexdigest()


def heuristic_share(name: str, seats: int, deals: int) -> tuple[float, float]:
    """The heuristic's share of wins against random, in every seat of the same deals; its error."""
    wins = np.zeros(deals)
    for seat in range(seats):
        table = Table(load(name).setup(seats), deals)
        table.seed(77)
        table.deal()
        words = random_words(deals, 5 + seat)
        chance = np.random.default_rng(seat)
        rows = np.arange(deals)
        while rows.size:
            actions = table.random_actions(words, rows)
            mine = np.flatnonzero(table.seats[rows] == seat)
            actions[mine] = table.heuristic_actions(chance.random(mine.size), rows[mine])
            table.step(actions, rows)
            done = rows[table.ended[rows] > 0]
            wins[done] += (table.pays[done, seat] * (seats - 1) + 1) / seats / seats
            rows = rows[table.ended[rows] == 0]
    return float(wins.mean()), float(wins.std() / np.sqrt(deals))
