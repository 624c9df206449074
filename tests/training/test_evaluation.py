"""A comparison plays every deal from every seat and says how sure it is."""

import numpy as np
import pytest

from sea_envs.core.errors import BadSeats
from sea_envs.core.play import Play
from sea_envs.players import Random, player
from sea_envs.registry import GAMES, load
from tests.training.matching import CARD, CARDS, GAME
from training import evaluation
from training.evaluation import (
    deal_seed,
    difference,
    estimate,
    evaluate,
    play,
    rotations,
    share_estimate,
)

REAL = load(GAMES[0])


class Matcher:
    """Names its card; with wrong=True another one."""

    def __init__(self, wrong=False):
        self.wrong = wrong
        self.begun = 0

    def reset(self, rows):
        self.begun += len(rows)

    def choose(self, observations, masks, *, seats, chance, rows):
        board = observations[:, CARD : CARD + CARDS * CARDS].reshape(-1, CARDS, CARDS)
        return (board.sum(axis=2).argmax(axis=1) + self.wrong) % CARDS


class Steady:
    def reset(self, rows):
        pass

    def choose(self, observations, masks, *, seats, chance, rows):
        return masks.argmax(axis=1)


class Cheat:
    def reset(self, rows):
        pass

    def choose(self, observations, masks, *, seats, chance, rows):
        return np.full(len(rows), -1)


@pytest.mark.parametrize("players", [2, 3])
def test_everybody_sits_everywhere_once(players):
    seating = rotations(players)
    assert (np.sort(seating, axis=0) == np.arange(players)[:, None]).all()
    assert (np.sort(seating, axis=1) == np.arange(players)).all()


@pytest.mark.parametrize("players", [2, 3])
def test_who_always_matches_beats_who_never_does(players):
    found = evaluate(GAME.setup(players), Matcher(), [Matcher(wrong=True)], deals=40)
    assert found.games == 40 * players and found.deals == 40
    assert found.win_share.mean == 1 and 0.8 < found.win_share.low < 1 == found.win_share.high
    assert found.lead.low > 1 and found.points.mean >= 2
    assert found.decisions == players


@pytest.mark.parametrize("players", [2, 4])
def test_the_same_player_everywhere_gets_exactly_its_fair_share(players):
    found = evaluate(REAL.setup(players), Steady(), [Steady()], deals=6)
    assert found.win_share.mean == pytest.approx(1 / players)
    assert found.lead.mean == pytest.approx(0)


def test_the_seed_fixes_everything():
    setup = REAL.setup(2)
    heuristic, random = player("heuristic", setup), player("random", setup)
    one, same, other = (evaluate(setup, heuristic, [random], deals=30, seed=s) for s in (4, 4, 5))
    assert (one.lead_by_deal == same.lead_by_deal).all()
    assert not (one.lead_by_deal == other.lead_by_deal).all()


def test_a_game_does_not_depend_on_the_games_beside_it(monkeypatch):
    setup = REAL.setup(3)
    entrants = [player("heuristic", setup), Random()]
    seating = np.tile(np.array([[0, 1, 1], [1, 0, 1]]), (15, 1))
    deals = np.repeat(np.arange(15), 2)
    whole = play(setup, entrants, seating, deals=deals, seed=2)
    monkeypatch.setattr(evaluation, "ROWS", 7)
    order = np.random.default_rng(0).permutation(30)
    mixed = play(setup, entrants, seating[order], deals=deals[order], seed=2)
    for name, column in vars(whole).items():
        assert (column[order] == getattr(mixed, name)).all(), name


def test_a_deal_can_be_played_again_by_its_seed():
    setup = REAL.setup(2)
    told = []
    entrants = [player("heuristic", setup), Random()]
    games = play(
        setup,
        entrants,
        np.array([[0, 1], [0, 1]]),
        deals=np.array([3, 8]),
        seed=6,
        watch=lambda rows, actions: told.extend(zip(rows.tolist(), actions.tolist(), strict=True)),
    )
    again = Play(setup)
    again.begin(deal_seed(6, 8))
    for row, action in told:
        if row == 1:
            again.act(action)
    assert again.over and again.scores() == games.points[1].tolist()
    assert games.decisions[1] == sum(row == 1 for row, _ in told)


def test_players_are_told_when_games_begin(monkeypatch):
    monkeypatch.setattr(evaluation, "ROWS", 16)
    one = Matcher()
    evaluate(GAME.setup(2), one, [Random()], deals=20)
    assert one.begun == 40


def test_a_forfeit_wins_nothing_and_the_others_share_it():
    games = play(
        GAME.setup(3), [Cheat(), Matcher()], np.array([[1, 0, 1]]), deals=np.zeros(1), seed=0
    )
    assert games.ended.tolist() == [3]
    assert games.shares.tolist() == [[0.5, 0, 0.5]]
    assert games.pays.tolist() == [[0.5, -1, 0.5]]


def test_paired_differences_are_over_the_same_deals():
    setup = GAME.setup(2)
    good, bad = (evaluate(setup, one, [Random()], deals=50) for one in (Matcher(), Matcher(True)))
    gap = difference(good, bad)
    assert gap.mean == pytest.approx(good.win_share.mean - bad.win_share.mean)
    assert gap.low > 0 and difference(good, good).mean == 0


def test_intervals_hold_what_they_promise():
    chance = np.random.default_rng(0)
    inside = [
        found.low <= 0.3 <= found.high
        for found in (
            share_estimate(chance.random((40, 2)).__lt__(0.3).mean(axis=1)) for _ in range(2000)
        )
    ]
    assert 0.93 < np.mean(inside) < 0.975
    inside = [
        found.low <= 1 <= found.high
        for found in (estimate(chance.normal(1, 3, 12)) for _ in range(2000))
    ]
    assert 0.935 < np.mean(inside) < 0.965


@pytest.mark.parametrize("won", [0.0, 0.5, 1.0])
def test_an_interval_keeps_a_width_when_every_deal_went_alike(won):
    found = share_estimate(np.full(30, won))
    assert 0 <= found.low <= won <= found.high <= 1 and found.high - found.low > 0.05


def test_a_number_of_opponents_that_does_not_fit_is_refused():
    with pytest.raises(BadSeats, match="2 opponents for 2 players: possible: 1"):
        evaluate(GAME.setup(2), Random(), [Random(), Random()])
    with pytest.raises(BadSeats, match="deals=1"):
        evaluate(GAME.setup(2), Random(), [Random()], deals=1)
