"""What points are worth: all schemes sum to zero, ties share, a forfeit is the worst of all."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sea_envs.core.pay import MARGIN, RANK, SCHEMES, WIN, forfeit, settle

SPAN = 40.0
every_scheme = pytest.mark.parametrize("scheme", range(len(SCHEMES)))
some_points = st.lists(st.integers(0, int(SPAN)), min_size=2, max_size=6)


def paid(scheme: int, points: list[float], standing: list[float] | None = None) -> list[float]:
    out = np.full(len(points) + 1, 99.0)
    places = points if standing is None else standing
    settle(scheme, len(points), np.array(points, float), np.array(places, float), out)
    assert out[-1] == 99, "seats that are not there are not paid"
    return [float(value) for value in out[:-1]]


@every_scheme
@given(points=some_points)
def test_pay_sums_to_zero(scheme: int, points: list[float]) -> None:
    assert sum(paid(scheme, points)) == pytest.approx(0, abs=1e-9)


@every_scheme
@given(points=some_points)
def test_equals_are_paid_alike_and_better_ones_never_less(scheme: int, points: list[float]) -> None:
    pays = paid(scheme, points)
    for mine, my_pay in zip(points, pays, strict=True):
        for other, other_pay in zip(points, pays, strict=True):
            if mine == other:
                assert my_pay == pytest.approx(other_pay)
            if mine > other:
                assert my_pay >= other_pay - 1e-9


@pytest.mark.parametrize(
    ("points", "pays"),
    [
        ([5, 3], [1, -1]),
        ([3, 3], [0, 0]),
        ([9, 4, 4, 1], [1, -1 / 3, -1 / 3, -1 / 3]),
        ([9, 9, 1], [1 / 4, 1 / 4, -1 / 2]),
    ],
)
def test_winners_share_what_the_losers_pay(points: list[float], pays: list[float]) -> None:
    assert paid(WIN, points) == pytest.approx(pays)


@pytest.mark.parametrize(
    ("points", "pays"),
    [([9, 5, 1], [1, 0, -1]), ([9, 9, 1, 0], [2 / 3, 2 / 3, -1 / 3, -1]), ([1, 9], [-1, 1])],
)
def test_ranks_go_in_equal_steps_and_ties_are_averaged(
    points: list[float], pays: list[float]
) -> None:
    assert paid(RANK, points) == pytest.approx(pays)


def test_the_margin_is_over_the_mean_of_the_others() -> None:
    assert paid(MARGIN, [10, 4, 1]) == pytest.approx([7.5, -1.5, -6])


def test_places_go_by_standing_and_margins_by_points() -> None:
    assert paid(WIN, [5, 5], [0, 1]) == [-1, 1]
    assert paid(RANK, [5, 5], [0, 1]) == [-1, 1]
    assert paid(MARGIN, [5, 5], [0, 1]) == [0, 0]


@every_scheme
@given(points=some_points, data=st.data())
def test_nothing_is_worse_than_a_forfeit(scheme: int, points: list[float], data: Any) -> None:
    loser = data.draw(st.integers(0, len(points) - 1))
    out = np.zeros(len(points))
    forfeit(scheme, len(points), loser, SPAN, out)
    assert out.sum() == pytest.approx(0, abs=1e-9)
    assert out[loser] == out.min() < 0
    assert out[loser] <= min(paid(scheme, points)) + 1e-9
