"""Tables from records: shares, differences over deals, and what a rating is about."""

import numpy as np
import pytest

from tests.training.records import record, table
from training.standing import by_deal, outcomes

A_FEW = record(
    (0, (4, 7), (9, 3)),
    (0, (7, 4), (5, 5)),
    (1, (4, 7), (2, 8)),
    (1, (7, 4), (1, 6)),
    (2, (4, 7), (7, 1)),
    (2, (7, 4), (0, 6)),
)


def test_players_stand_by_their_rating_and_keep_their_numbers():
    lines = table(A_FEW).lines
    assert [line.player for line in lines] == [4, 7]
    assert lines[0].rating.mean > lines[1].rating.mean


def test_shares_and_points_are_means_over_deals_with_intervals():
    leader = table(A_FEW).lines[0]
    assert leader.share.mean == pytest.approx((0.75 + 0.5 + 1.0) / 3)
    assert leader.share.low < leader.share.mean < leader.share.high <= 1
    assert leader.points.mean == pytest.approx((9 + 5 + 2 + 6 + 7 + 6) / 6)
    assert (leader.games, leader.deals) == (6, 3)


def test_the_difference_to_the_leader_is_taken_deal_by_deal():
    first, second = table(A_FEW).lines
    assert first.behind is None
    assert second.behind.mean == pytest.approx(2 * first.share.mean - 1)
    luck = record(*[(deal, (4, 7), (9 + deal, 8 + deal)) for deal in range(20)])
    behind = table(luck, reward="margin").lines[1].behind
    assert behind.mean == pytest.approx(2)
    assert behind.high - behind.low < 0.01


def test_a_player_that_lost_everything_has_an_interval():
    lost = table(record(*[(deal, (0, 1), (1, 0)) for deal in range(10)])).lines[1]
    assert (lost.share.mean, lost.share.low) == (0, 0)
    assert lost.share.high > 0.1
    assert lost.behind.low < lost.behind.mean == 1


def test_players_of_equal_record_stand_as_they_were_named():
    even = record(
        (0, (1, 0), (3, 1)), (0, (0, 1), (3, 1)), (1, (1, 0), (3, 1)), (1, (0, 1), (3, 1))
    )
    lines = table(even).lines
    assert [line.player for line in lines] == [0, 1]
    assert lines[0].rating.mean == pytest.approx(lines[1].rating.mean, abs=1e-6)


def test_events_of_different_tables_are_rated_together_without_adding_their_points():
    three = record(
        *[(deal, (7, 9, 4), (5, 1, 3)) for deal in range(4)],
        *[(deal, (4, 7, 9), (3, 5, 1)) for deal in range(4)],
        seats=3,
    )
    whole = table(A_FEW, three)
    assert {line.player for line in whole.lines} == {4, 7, 9}
    assert all(line.points is None for line in whole.lines)
    assert next(line.games for line in whole.lines if line.player == 4) == 6 + 8
    assert next(line.deals for line in whole.lines if line.player == 9) == 4
    assert whole.lines[-1].player == 9


def test_deals_of_different_events_are_different_deals():
    together = outcomes([A_FEW, A_FEW], np.array([4, 7]))
    assert len(np.unique(together.deals)) == 6


def test_a_place_is_a_place_by_pay():
    three = record((0, (0, 1, 2), (3, 9, 3)), seats=3)
    assert outcomes([three], np.arange(3)).places.tolist() == [[1, 0, 1]]


def test_a_player_that_sat_out_a_deal_has_no_mean_there():
    games = record((0, (0, 1), (1, 0)), (0, (0, 2), (4, 5)), (1, (0, 1), (0, 1)))
    means = by_deal([games], np.arange(3), "points")
    assert means[0].tolist() == [2.5, 0.0, 5.0]
    assert means[1, :2].tolist() == [0.0, 1.0]
    assert np.isnan(means[1, 2])


def test_forfeits_are_counted_by_player():
    lines = table(record((0, (0, 1), (1, 0)), (1, (0, 1), (1, 0)), forfeiters=[(1, 1)])).lines
    assert [line.forfeits for line in lines] == [0, 1]


def test_the_prize_decides_what_ratings_ask():
    # Player 0 always comes second; 1 and 2 come first and last by turns.
    games = [(deal, (0, 1, 2), (5, *((9, 1) if deal % 2 else (1, 9)))) for deal in range(40)]
    assert table(record(*games, seats=3), reward="win").lines[-1].player == 0
    assert table(record(*games, seats=3), reward="rank").lines[0].player == 0
