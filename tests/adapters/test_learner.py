"""One seat learns: the table rests where it has to decide or the game is over."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sea_envs import load
from sea_envs.adapters import learner
from sea_envs.adapters.learner import LearnerTable
from sea_envs.core.errors import BadOption, BadRows, BadSeats, GameOver, IllegalAction
from sea_envs.core.loops import CUT_OFF, ENDED, FORFEITED, GOING
from sea_envs.core.rng import luck_rows, seed_words
from sea_envs.players import BadPlayer
from tests.adapters.scripted import Fixed, Lucky
from tests.core.tiny import GAME


def dealt(rows: int = 4, players: int = 3, seed: int = 5, **settings: Any) -> LearnerTable:
    table = LearnerTable(GAME.setup(players), rows, **settings)
    table.deal(seeds=range(seed, seed + rows))
    return table


def lowest(table: LearnerTable) -> Any:
    return table.views()[1].argmax(axis=1)


@pytest.mark.parametrize("seat", [0, 1, 2, "random"])
def test_it_is_always_the_learners_turn_until_the_game_is_over(seat: int | str) -> None:
    table = dealt(20, learner_seat=seat)
    for decision in range(2):
        assert (table.table.seats == table.learner_seats).all()
        assert (table.table.ended == GOING).all()
        assert not table.rewards.any()
        assert (table.table.states["laid"][np.arange(20), table.learner_seats] == 0).all()
        table.step(lowest(table))
        assert (table.table.ended == (ENDED if decision else GOING)).all()
    wanted = table.table.pays[np.arange(20), table.learner_seats]
    assert table.rewards.tolist() == wanted.tolist() and table.rewards.any()


def test_a_random_seat_is_drawn_anew_for_every_game_and_fixed_by_the_seed() -> None:
    table, again = (dealt(60, learner_seat="random") for _ in range(2))
    first = table.learner_seats.copy()
    assert set(first) == {0, 1, 2} and (again.learner_seats == first).all()
    table.deal()
    again.deal()
    assert (table.learner_seats != first).any()
    assert (table.learner_seats == again.learner_seats).all()


@pytest.mark.parametrize("opponents", ["random", "heuristic", ["heuristic", "random"], Lucky()])
def test_a_row_is_the_table_of_one_with_its_seed_in_this_game_and_the_next(opponents: Any) -> None:
    setup = load("snorkeling").setup(3, target=3)
    many = LearnerTable(setup, 5, opponents=opponents, learner_seat="random")
    one = LearnerTable(setup, 1, opponents=opponents, learner_seat="random")
    many.deal(seeds=range(30, 35))
    one.deal(seeds=[33])
    for _ in range(60):
        assert one.table.states.tobytes() == many.table.states[3:4].tobytes()
        assert one.learner_seats[0] == many.learner_seats[3]
        one.step(lowest(one))
        many.step(lowest(many))
        assert one.rewards[0] == many.rewards[3]
        over = np.flatnonzero(many.table.ended)
        many.deal(over)
        one.deal(np.flatnonzero(one.table.ended))


def test_the_learners_own_chance_is_never_touched() -> None:
    """Opponents draw from a stream of their own, so the cards do not depend on who plays."""
    hands = set()
    for opponents in ("random", "heuristic", Lucky()):
        table = LearnerTable(GAME.setup(2), 1, opponents=opponents)
        table.deal(seeds=[4])
        for _ in range(2):
            table.step(lowest(table))
        hands.add(table.table.states["rng"].tobytes())
    assert len(hands) == 1


def test_the_opponents_chance_does_not_foretell_the_games() -> None:
    someone = Lucky()
    dealt(1, seed=5, opponents=someone, learner_seat=1)
    games_own = luck_rows(np.array([0]), seed_words(5)[None, :])
    assert someone.asked[0][2] != games_own[0]


def test_players_are_told_where_new_games_begin() -> None:
    someone = Lucky()
    table = dealt(3, opponents=someone)
    assert someone.begun == [[0, 1, 2]]
    for _ in range(2):
        table.step(lowest(table))
    table.deal([2, 0])
    assert someone.begun[1:] == [[2, 0]]


def test_every_decision_of_a_player_has_a_chance_of_its_own() -> None:
    someone = Lucky()
    table = dealt(4, opponents=someone)
    for _ in range(2):
        table.step(lowest(table))
    chances = [chance for _, _, chance in someone.asked]
    assert len(set(chances)) == len(chances) == 4 * 4


def test_views_of_finished_games_are_the_learners_with_nothing_legal() -> None:
    table = dealt(3, learner_seat=2)
    table.step(lowest(table))
    table.step(lowest(table))
    observations, masks = table.views()
    assert not masks.any()
    assert observations.tobytes() == table.table.observe([0, 1, 2], [2, 2, 2]).tobytes()


def test_views_are_the_callers_to_keep() -> None:
    table = dealt()
    observations, masks = table.views()
    kept = observations.tobytes(), masks.tobytes()
    table.step(lowest(table))
    assert (observations.tobytes(), masks.tobytes()) == kept


def test_the_learners_illegal_action_loses_and_is_marked() -> None:
    table = dealt(3)
    actions = lowest(table)
    actions[1] = -1
    table.step(actions)
    assert table.table.ended.tolist() == [GOING, FORFEITED, GOING]
    assert table.rewards.tolist() == [0, -1, 0]
    assert table.illegal().tolist() == [0, 1, 0] and table.illegal([1]).tolist() == [1]


def test_an_opponents_illegal_action_is_paid_to_the_learner_and_not_marked() -> None:
    table = dealt(2, opponents=[Fixed([99, 99]), "random"])
    table.step(lowest(table))
    assert table.table.ended.tolist() == [FORFEITED, FORFEITED]
    assert table.rewards.tolist() == [0.5, 0.5] and table.illegal().tolist() == [0, 0]


def test_strict_mode_refuses_with_nothing_changed() -> None:
    table = dealt(2, on_illegal="raise")
    before = table.table.states.tobytes()
    with pytest.raises(IllegalAction):
        table.step([lowest(table)[0], 99])
    assert table.table.states.tobytes() == before
    with pytest.raises(IllegalAction, match="seat 1 chose action 99"):
        dealt(1, on_illegal="raise", opponents=Fixed([99])).step([int(lowest(table)[0])])


def test_a_finished_game_and_a_game_never_dealt_refuse_to_be_stepped() -> None:
    table = dealt(1)
    for _ in range(2):
        table.step(lowest(table))
    with pytest.raises(GameOver, match="is over"):
        table.step([0])
    with pytest.raises(GameOver, match="no game"):
        LearnerTable(GAME.setup(2)).step([0])


def test_the_cap_cuts_off() -> None:
    table = LearnerTable(replace(GAME, max_decisions=3).setup(2), 2)
    table.deal(seeds=[1, 2])
    table.step(lowest(table))
    assert table.table.ended.tolist() == [CUT_OFF, CUT_OFF]


def test_a_game_over_before_the_learners_first_decision_is_dealt_again() -> None:
    setup = replace(GAME, max_decisions=1).setup(2, rounds=1)
    with pytest.raises(BadOption, match="1000 deals in row 0 ended before the first decision"):
        LearnerTable(setup, learner_seat=1).deal(seeds=[1])


def test_dealing_again_goes_on_with_the_rows_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learner, "MOST_DEALS", 30)
    setup = load("snorkeling").setup(6, target=1, max_laps=1)
    table = LearnerTable(setup, 40, opponents="random", learner_seat=5)
    table.deal(seeds=range(40))
    assert (table.table.seats == 5).all() and (table.table.ended == GOING).all()


def test_seeds_come_one_per_row_and_bad_ones_change_nothing() -> None:
    table = dealt(2)
    before = table.table.states.tobytes()
    with pytest.raises(BadRows, match="1 seeds for 2 rows"):
        table.deal(seeds=[1])
    with pytest.raises(BadOption, match="seed=-1"):
        table.deal(seeds=[1, -1])
    assert table.table.states.tobytes() == before


@pytest.mark.parametrize("seat", [-1, 3, "any", 1.0, True])
def test_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    with pytest.raises(BadSeats, match="possible: 0 to 2, 'random'"):
        dealt(learner_seat=seat)


def test_an_opponent_that_answers_nonsense_is_named() -> None:
    with pytest.raises(BadPlayer, match="Fixed"):
        dealt(2, opponents=Fixed(None), learner_seat=1)
