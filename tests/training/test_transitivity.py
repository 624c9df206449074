"""Cycles and the Nash average, on games of known answer."""

import numpy as np
import pytest

from training.rating import Outcomes
from training.transitivity import meetings, nash_mixture


def duels(*results):
    """Outcomes from results (winner, loser, times), every game a deal of its own."""
    seated = np.array([pair for *pair, times in results for _ in range(times)])
    places = np.tile([0, 1], (len(seated), 1))
    return Outcomes(1 + seated.max(), seated, places, np.arange(len(seated)))


ROCK_PAPER_SCISSORS = duels((0, 1, 70), (1, 0, 30), (1, 2, 70), (2, 1, 30), (2, 0, 70), (0, 2, 30))
A_LADDER = duels((0, 1, 70), (1, 0, 30), (1, 2, 70), (2, 1, 30), (0, 2, 90), (2, 0, 10))


def test_shares_count_who_came_first():
    met = meetings(ROCK_PAPER_SCISSORS)
    assert met.shares[0, 1] == pytest.approx(0.7)
    assert met.shares[1, 0] == pytest.approx(0.3)
    assert met.games[0, 1] == met.games[1, 0] == 100


def test_the_interval_of_a_share_is_as_wide_as_its_games_allow():
    met = meetings(ROCK_PAPER_SCISSORS)
    assert met.high[0, 1] - met.low[0, 1] == pytest.approx(2 * 1.96 * np.sqrt(0.21 / 100), rel=0.1)


def test_a_spotless_record_has_an_interval():
    met = meetings(duels((0, 1, 30)))
    assert met.shares[0, 1] == 1.0
    assert 0.8 < met.low[0, 1] < 0.99


def test_three_players_that_beat_each_other_in_turn_are_a_cycle():
    met = meetings(ROCK_PAPER_SCISSORS)
    assert met.cycles == met.certain_cycles == [(0, 1, 2)]
    assert met.cycle_share[0] == 1.0
    assert meetings(A_LADDER).cycles == []
    assert meetings(A_LADDER).cycle_share == (0.0, 0.0, 0.0)


def test_a_cycle_of_few_games_is_not_certain():
    met = meetings(duels((0, 1, 2), (1, 0, 1), (1, 2, 2), (2, 1, 1), (2, 0, 2), (0, 2, 1)))
    assert met.cycles == [(0, 1, 2)]
    assert met.certain_cycles == []
    assert met.cycle_share[1] == 0.0


def test_a_tie_for_a_place_is_half_for_each_at_a_table_of_three():
    outcomes = Outcomes(3, np.array([[0, 1, 2]]), np.array([[0, 1, 1]]), np.array([0]))
    met = meetings(outcomes)
    assert met.shares[0].tolist() == [0.5, 1.0, 1.0]
    assert met.shares[1, 2] == 0.5


def test_the_order_of_the_games_changes_nothing():
    order = np.random.default_rng(0).permutation(len(ROCK_PAPER_SCISSORS.deals))
    other = Outcomes(
        3,
        ROCK_PAPER_SCISSORS.seated[order],
        ROCK_PAPER_SCISSORS.places[order],
        ROCK_PAPER_SCISSORS.deals[order],
    )
    assert meetings(other).samples.tobytes() == meetings(ROCK_PAPER_SCISSORS).samples.tobytes()


def test_the_nash_average_of_rock_paper_scissors_is_even():
    assert meetings(ROCK_PAPER_SCISSORS).nash == pytest.approx([1 / 3] * 3, abs=1e-6)


def test_the_nash_average_of_a_ladder_is_its_top():
    assert meetings(A_LADDER).nash == pytest.approx([1, 0, 0], abs=1e-6)


def test_the_nash_average_of_uneven_rock_paper_scissors_is_the_computed_one():
    payoffs = np.array([[0, 0.1, -0.3], [-0.1, 0, 0.2], [0.3, -0.2, 0]])
    assert nash_mixture(payoffs) == pytest.approx([2 / 6, 3 / 6, 1 / 6], abs=1e-6)


def test_copies_of_a_player_share_one_part_of_the_nash_average():
    payoffs = np.zeros((4, 4))
    payoffs[:3, :3] = [[0, 0.3, -0.3], [-0.3, 0, 0.3], [0.3, -0.3, 0]]
    payoffs[3], payoffs[:, 3] = payoffs[2], payoffs[:, 2]
    payoffs[3, 3] = 0
    assert nash_mixture(payoffs) == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-6)


def test_nobody_beats_the_nash_average():
    chance = np.random.default_rng(3)
    skill, style = chance.normal(size=12), chance.normal(size=(12, 12))
    payoffs = 0.05 * (skill[:, None] - skill + style - style.T)
    mixture = nash_mixture(payoffs)
    assert (payoffs @ mixture).max() < 1e-9
    assert mixture.sum() == pytest.approx(1)
