"""Chance: the published generator, evenly spread, and owing nothing to anybody else's."""

from itertools import permutations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from sea_envs.core.errors import BadOption
from sea_envs.core.rng import (
    below,
    below_from,
    luck_rows,
    next_word,
    note,
    seed_words,
    shuffle,
    shuffle_afresh,
    words_from,
)
from sea_envs.core.state import blank, record

STATE = record(("items", "i1", (8,)), options=(), notes=4)
UNLIKELY = 1e-4  # chance of a fair generator's failing; seeds are fixed, so it either does or not

# The first outputs of Blackman and Vigna's own xoshiro128plusplus.c from the words 1, 2, 3, 4.
PUBLISHED = (
    641,
    1573767,
    3222811527,
    3517856514,
    836907274,
    4247214768,
    3867114732,
    1355841295,
    495546011,
    621204420,
)


def words_of(*values: int) -> Any:
    return np.array(values, np.uint32)


def state_of(seed: int) -> Any:
    state = blank(STATE, 1)[0]
    state.rng[:] = seed_words(seed)
    return state


def plain(words: list[int]) -> int:
    """Xoshiro128++ once more, as the paper writes it."""

    def turned(value: int, by: int) -> int:
        return ((value << by) | (value >> (32 - by))) & 0xFFFFFFFF

    a, b, c, d = words
    result = (turned((a + d) & 0xFFFFFFFF, 7) + a) & 0xFFFFFFFF
    c ^= a
    d ^= b
    words[:] = [a ^ d, b ^ c, c ^ (b << 9) & 0xFFFFFFFF, turned(d, 11)]
    return result


def test_the_published_values_come_out() -> None:
    words = words_of(1, 2, 3, 4)
    assert [next_word(words) for _ in PUBLISHED] == list(PUBLISHED)


@given(st.lists(st.integers(0, 2**32 - 1), min_size=4, max_size=4))
def test_any_words_move_on_as_in_a_plain_implementation(start: list[int]) -> None:
    words, others = words_of(*start), list(start)
    for _ in range(5):
        assert next_word(words) == plain(others)
    assert words.tolist() == others


@pytest.mark.parametrize("bound", [2, 3, 5, 6, 7, 75, 1000])
def test_numbers_below_a_bound_are_equally_likely(bound: int) -> None:
    words = seed_words(bound)
    counts = np.bincount([below_from(words, bound) for _ in range(200 * bound)], minlength=bound)
    assert len(counts) == bound
    assert chisquare(counts).pvalue > UNLIKELY


def test_a_bound_that_does_not_divide_the_words_is_still_fair() -> None:
    """Without rejection every third of 3 * 2**30 numbers would come twice as often."""
    words, bound = seed_words(9), 3 << 30
    thirds = np.bincount([below_from(words, bound) % 3 for _ in range(3000)], minlength=3)
    assert chisquare(thirds).pvalue > UNLIKELY


@pytest.mark.parametrize("bound", [1, 0])
def test_where_there_is_no_choice_no_chance_is_used(bound: int) -> None:
    words = words_of(1, 2, 3, 4)
    assert below_from(words, bound) == 0
    assert words.tolist() == [1, 2, 3, 4]


def test_small_numpy_types_do_not_overflow() -> None:
    words, again = seed_words(4), seed_words(4)
    assert [below_from(words, np.int8(100)) for _ in range(50)] == [
        below_from(again, 100) for _ in range(50)
    ]


def test_below_takes_its_chance_from_the_state() -> None:
    state, words = state_of(3), seed_words(3)
    assert [below(state, 10) for _ in range(20)] == [below_from(words, 10) for _ in range(20)]


def test_every_order_is_equally_likely_after_a_shuffle() -> None:
    state, orders = state_of(11), dict.fromkeys(permutations(range(4)), 0)
    for _ in range(100 * len(orders)):
        state.items[:4] = range(4)
        shuffle(state, state.items, 0, 4)
        orders[tuple(state.items[:4].tolist())] += 1
    assert chisquare(list(orders.values())).pvalue > UNLIKELY


def test_a_shuffle_leaves_alone_what_lies_outside_its_range() -> None:
    for seed in range(20):
        state = state_of(seed)
        state.items[:] = range(8)
        shuffle(state, state.items, 2, 6)
        assert state.items[[0, 1, 6, 7]].tolist() == [0, 1, 6, 7]
        assert sorted(state.items[2:6]) == [2, 3, 4, 5]


def test_shuffling_afresh_forgets_the_order_before() -> None:
    results = set()
    for order in permutations((5, 5, 1, 2)):
        state = state_of(6)
        state.items[2:6] = order
        shuffle_afresh(state, state.items, 2, 6)
        results.add(state.tobytes())
    assert len(results) == 1


def test_shuffling_afresh_still_shuffles() -> None:
    orders = set()
    for seed in range(60):
        state = state_of(seed)
        state.items[:4] = (3, 1, 2, 0)
        shuffle_afresh(state, state.items, 0, 4)
        orders.add(tuple(state.items[:4].tolist()))
    assert len(orders) > 15


def test_a_seed_always_gives_the_same_words_and_another_seed_others() -> None:
    assert seed_words(7).tolist() == seed_words(7).tolist() == seed_words(np.int64(7)).tolist()
    assert len({seed_words(seed).tobytes() for seed in range(1000)}) == 1000
    assert seed_words(2**200).any()


def test_no_seed_means_fresh_chance() -> None:
    assert seed_words(None).tolist() != seed_words(None).tolist()


@pytest.mark.parametrize("seed", [-1, 1.5, "7"])
def test_a_bad_seed_is_refused_with_what_was_possible(seed: Any) -> None:
    with pytest.raises(BadOption, match="possible: a whole number from 0, or None") as caught:
        seed_words(seed)
    assert repr(seed) in str(caught.value)


def test_words_from_a_generator_are_its_own_and_never_zero() -> None:
    one, other = (words_from(np.random.default_rng(5)) for _ in range(2))
    assert one.tolist() == other.tolist()
    chance = np.random.default_rng(6)
    assert all(words_from(chance).all() for _ in range(1000))


def test_luck_is_each_rows_own() -> None:
    words = np.array([seed_words(seed) for seed in range(6)])
    before = words.copy()
    alone = luck_rows(np.array([4]), before.copy())
    luck = luck_rows(np.array([1, 4]), words)
    assert luck[1] == alone[0] and luck[0] != luck[1]
    assert (words[[0, 2, 3, 5]] == before[[0, 2, 3, 5]]).all()
    assert (words[[1, 4]] != before[[1, 4]]).any(axis=1).all()


def test_luck_fills_the_numbers_from_0_to_1_evenly() -> None:
    words = np.array([seed_words(1)])
    luck = np.array([luck_rows(np.array([0]), words)[0] for _ in range(5000)])
    assert luck.min() >= 0 and luck.max() < 1
    assert chisquare(np.histogram(luck, 10, (0, 1))[0]).pvalue > UNLIKELY


def test_notes_are_written_one_after_the_other() -> None:
    state = SimpleNamespace(notes=np.zeros(4, np.int16), noted=0)
    writer = getattr(note, "py_func", note)
    for value in (7, 8, 9):
        writer(state, value)
    assert state.notes.tolist() == [7, 8, 9, 0] and state.noted == 3
