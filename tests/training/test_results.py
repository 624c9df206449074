"""The results file: whole blocks, one writer, clear refusals."""

import sqlite3

import pytest

from training.results import CUT_OFF, ENDINGS, FORFEITED, SCORED, BadResults, Game, opened


def game(deal, number=0, **changes):
    facts = {
        "seating": (0, 1),
        "points": (12.0, 3.5),
        "pay": (1.0, -1.0),
        "shares": (1.0, 0.0),
        "decisions": 7,
        "ending": SCORED,
    }
    return Game(deal=deal, number=number, **(facts | changes))


def test_games_come_back_in_the_order_of_the_plan_whatever_order_they_were_finished_in(tmp_path):
    with opened(tmp_path / "results.sqlite") as results:
        results.add(0, [game(5, 1), game(5, 0)])
        results.add(0, [game(2, seating=(1, 0), ending=CUT_OFF)])
        results.add(1, [game(0)])
        record = results.record(0, seats=2, end=6)
    assert record.deals.tolist() == [2, 5, 5]
    assert record.numbers.tolist() == [0, 0, 1]
    assert record.seating.tolist() == [[1, 0], [0, 1], [0, 1]]
    assert record.points.tolist() == [[12.0, 3.5]] * 3
    assert [ENDINGS[ending] for ending in record.endings] == [CUT_OFF, SCORED, SCORED]


def test_later_deals_are_left_out(tmp_path):
    with opened(tmp_path / "results.sqlite") as results:
        results.add(0, [game(0), game(1), game(2)])
        assert len(results.record(0, seats=2, end=2)) == 2
        assert results.deals(0) == {0, 1, 2}


def test_an_event_without_games_has_an_empty_record(tmp_path):
    with opened(tmp_path / "results.sqlite") as results:
        record = results.record(0, seats=3, end=10)
    assert len(record) == 0
    assert record.seating.shape == (0, 3)


def test_games_survive_closing_the_file(tmp_path):
    kept = game(0, actions=(3, 1), lines=("chance starter 0", "seat 0: end"))
    with opened(tmp_path / "results.sqlite") as results:
        results.describe({"seed": "0"})
        results.add(0, [kept, game(1)])
    with opened(tmp_path / "results.sqlite") as results:
        assert results.about() == {"seed": "0"}
        assert list(results.recorded(0, end=9)) == [kept]


def test_a_block_with_a_game_played_already_is_not_written_at_all(tmp_path):
    with opened(tmp_path / "results.sqlite") as results:
        results.add(0, [game(3)])
        with pytest.raises(sqlite3.IntegrityError):
            results.add(0, [game(2), game(3)])
        assert results.deals(0) == {3}


def test_forfeits_are_counted_by_player_and_reason(tmp_path):
    lost = {"ending": FORFEITED, "forfeiter": 1}
    with opened(tmp_path / "results.sqlite") as results:
        results.add(0, [game(0), game(1, reason="hung", **lost), game(2, reason="hung", **lost)])
        results.add(0, [game(3, reason="illegal action 9", **lost)])
        assert results.forfeits(0, end=9) == [(1, "hung", 2), (1, "illegal action 9", 1)]
        assert results.forfeits(0, end=2) == [(1, "hung", 1)]


def test_a_file_in_use_is_refused(tmp_path):
    path = tmp_path / "results.sqlite"
    with (
        opened(path),
        pytest.raises(BadResults, match="in use by another run"),
        opened(path),
    ):
        pass


def test_something_else_than_a_results_file_is_refused(tmp_path):
    (tmp_path / "results.sqlite").write_text("no database, but long enough to be looked at " * 30)
    with (
        pytest.raises(BadResults, match="not a results file"),
        opened(tmp_path / "results.sqlite"),
    ):
        pass


def test_a_file_in_a_missing_directory_is_refused(tmp_path):
    with (
        pytest.raises(BadResults, match="cannot open results file"),
        opened(tmp_path / "missing" / "results.sqlite"),
    ):
        pass
