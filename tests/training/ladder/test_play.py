"""Deals of the ladder: every seat once, and the same whatever else is played."""

import numpy as np
import pytest

from sea_envs.players import player
from sea_envs.registry import load
from training.evaluation import evaluate
from training.ladder.plan import Pairing
from training.ladder.play import SEED, seconds_per_game, shares, working

CLOSE = Pairing("snorkeling", 3, "heuristic", "heuristic")
CLEAR = Pairing("snorkeling", 2, "heuristic", "random")


def test_spans_do_not_change_the_games():
    whole = shares(CLEAR, (0, 9))
    assert shares(CLEAR, (0, 2)) + shares(CLEAR, (2, 7)) == whole
    with working(1) as work:
        parts = list(work(CLEAR, [(0, 4), (4, 4), (8, 1)]))
    assert [len(part) for part in parts] == [4, 4, 1] and sum(parts, []) == whole


def test_processes_do_not_change_the_games():
    with working(2) as work:
        parts = list(work(CLEAR, [(0, 3), (3, 3), (6, 3)]))
    assert sum(parts, []) == shares(CLEAR, (0, 9))


def test_shares_are_those_of_an_evaluation_on_the_same_deals():
    setup = load("snorkeling").setup(2)
    someone, other = player("heuristic", setup), player("random", setup)
    found = evaluate(setup, someone, [other], deals=20, seed=SEED)
    assert shares(CLEAR, (0, 20)) == found.share_by_deal.tolist()


def test_among_equals_the_first_has_its_fair_share():
    assert abs(np.mean(shares(CLOSE, (0, 300))) - 1 / 3) < 0.04


@pytest.mark.parametrize("name", ["random", "search:5"])
def test_a_game_is_timed(name):
    assert 0 < seconds_per_game("snorkeling", 2, name) < 30
