"""The compiled loops' small parts; what they do together stands in test_table."""

from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from sea_envs.core.loops import (
    FINE,
    FINISHED,
    ILLEGAL,
    NOTHING,
    OUTSIDE,
    UNDEALT,
    count_legal,
    first_outside,
    first_trouble,
    loops,
    lucky_rows,
    nth_legal,
    random_rows,
)
from sea_envs.core.rng import seed_words
from sea_envs.core.table import Table
from tests.core.tiny import GAME

MASK = np.array([0, 1, 0, 0, 1, 1, 0], np.int8)


def test_legal_actions_are_counted_and_found_by_their_place() -> None:
    assert count_legal(MASK) == 3
    assert [nth_legal(MASK, place) for place in range(3)] == [1, 4, 5]


@pytest.mark.parametrize(
    ("numbers", "place"), [([0, 2, 1], -1), ([0, 3], 1), ([-1, 5], 0), ([], -1)]
)
def test_the_first_number_outside_is_found(numbers: list[int], place: int) -> None:
    assert first_outside(np.array(numbers, np.int64), 3) == place


def test_random_actions_are_equally_likely() -> None:
    words, actions = np.array([seed_words(1)]), np.zeros(3000, np.int64)
    random_rows(np.zeros(3000, np.int64), MASK[None, :], words, actions)
    counts = np.bincount(actions, minlength=len(MASK))
    assert counts[MASK == 0].sum() == 0
    assert chisquare(counts[MASK == 1]).pvalue > 1e-4


def test_luck_from_0_to_1_goes_through_the_legal_actions() -> None:
    luck, actions = np.array([0.0, 0.33, 0.34, 0.66, 0.67, 0.999]), np.zeros(6, np.int64)
    lucky_rows(np.zeros(6, np.int64), MASK[None, :], luck, actions)
    assert actions.tolist() == [1, 1, 4, 4, 5, 5]


def test_where_nothing_is_legal_there_is_no_action_and_no_chance_is_used() -> None:
    masks, words = np.zeros((2, 7), np.int8), np.array([seed_words(1), seed_words(2)])
    before, rows, actions = words.copy(), np.arange(2), np.zeros(2, np.int64)
    random_rows(rows, masks, words, actions)
    assert actions.tolist() == [NOTHING, NOTHING] and (words == before).all()
    lucky_rows(rows, masks, np.array([0.0, 0.9]), actions)
    assert actions.tolist() == [NOTHING, NOTHING]
    cells = np.zeros((2, GAME.layout.size), np.float32)
    loops(GAME).choose_rows(rows, cells, masks, np.array([0.0, 0.9]), actions)
    assert actions.tolist() == [NOTHING, NOTHING]


def test_trouble_is_told_by_its_place_and_kind() -> None:
    table = Table(GAME.setup(2), 4)
    table.seed(0)
    table.deal([0, 1, 2])
    table.states["over"][2] = 1
    legal = int(table.masks[0].argmax())

    def trouble(rows: list[int], actions: list[int], *, strict: bool) -> Any:
        return first_trouble(table.states, np.array(rows), np.array(actions), table.masks, strict)

    assert trouble([0], [legal], strict=True) == (0, FINE)
    assert trouble([0, 3], [legal, 0], strict=False) == (1, UNDEALT)
    assert trouble([0, 2, 3], [legal, 0, 0], strict=False) == (1, FINISHED)
    assert trouble([0, 4], [legal, 0], strict=False) == (1, OUTSIDE)
    assert trouble([-1], [0], strict=False) == (0, OUTSIDE)
    illegal = int(table.masks[0].argmin())
    assert trouble([0, 1], [illegal, 0], strict=True) == (0, ILLEGAL)
    assert trouble([0], [99], strict=True) == (0, ILLEGAL)
    assert trouble([0], [-1], strict=True) == (0, ILLEGAL)
    assert trouble([0], [illegal], strict=False) == (0, FINE)


def test_a_games_loops_are_made_once() -> None:
    assert loops(GAME) is loops(GAME)
