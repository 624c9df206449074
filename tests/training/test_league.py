"""In a league everybody keeps a seat for a game, and only the learner's decisions are its data."""

import numpy as np
import pytest

from sea_envs.core.layers import shapes
from sea_envs.core.learned import Learned
from sea_envs.core.table import Table
from sea_envs.registry import GAMES, load
from tests.training.matching import GAME
from training.checkpoint import policy_of
from training.config import LeagueConfig, TrainConfig
from training.league import LEARNER, League
from training.rollout import Collector
from training.yaml_config import make_config

REAL = load(GAMES[0])
CONFIG = make_config(
    TrainConfig,
    {"game": "any", "network": {"trunk": [8], "channels": [2], "board": 4}},
    source="test",
)


def some_policy(setup, seed=0):
    chance = np.random.default_rng(seed)
    game, network = setup.game, CONFIG.network.model_dump()
    weights = {
        name: (chance.standard_normal(shape) * 0.3).astype(np.float32)
        for name, shape in shapes(game.layout, game.actions.COUNT, network).items()
    }
    return policy_of(weights, CONFIG, setup, decisions=0)


def league(setup, *, rows=8, seed=3, reward="margin", **settings):
    table = Table(setup, rows, reward=reward)
    return League(table, LeagueConfig(**settings), seed=seed)


def collector(one, *, steps=16, seed=3):
    return Collector(one._table, steps=steps, seed=seed, company=one)


def told_of_steps(one):
    """Make a league's table tell of every step: who decided, and whose seats it paid how much."""
    table, step, told = one._table, one._table.step, []

    def recorded(actions):
        rows, seats = table.all_rows, table.seats.copy()
        seated = one._seated.copy()
        step(actions)
        told.append((seats, seated, seated[rows, seats], table.pays.copy(), table.ended.copy()))

    table.step = recorded
    return told


@pytest.mark.parametrize("players", [2, 3])
def test_one_seat_of_a_league_game_is_the_learners_any_of_them(players):
    one = league(GAME.setup(players), rows=600, mirror_share=0.0, fixed=["random", "heuristic"])
    learners = one._seated == LEARNER
    assert (learners.sum(axis=1) == 1).all()
    np.testing.assert_allclose(learners.mean(axis=0), 1 / players, atol=0.07)


def test_the_share_of_mirror_games_is_as_asked_for():
    one = league(GAME.setup(2), rows=1000, mirror_share=0.3, fixed=["random"])
    mirror = (one._seated == LEARNER).all(axis=1)
    assert mirror.mean() == pytest.approx(0.3, abs=0.05)


def test_while_the_pool_is_empty_all_games_are_mirror_games():
    one = league(GAME.setup(2), mirror_share=0.0)
    assert (one._seated == LEARNER).all()


def test_an_opponent_keeps_its_seat_for_a_whole_game():
    one = league(REAL.setup(3), fixed=["random", "heuristic"])
    told = told_of_steps(one)
    collector(one, steps=200).collect(Learned(some_policy(REAL.setup(3)), REAL.setup(3)))
    moved = False
    for before, after in zip(told, told[1:], strict=False):
        kept = before[4] == 0
        assert (before[1][kept] == after[1][kept]).all()
        moved |= (before[1] != after[1]).any()
    assert moved  # in the games that ended


@pytest.mark.parametrize("players", [2, 3])
def test_only_the_learners_decisions_are_its_data(players):
    setup = GAME.setup(players)
    one = league(setup, mirror_share=0.3, fixed=["random", "heuristic"])
    told = told_of_steps(one)
    own = collector(one)
    taken = own.collect(Learned(some_policy(setup), setup))
    seats = np.concatenate([seats[who == LEARNER] for seats, _, who, *_ in told])
    assert (taken.seats == seats).all()
    assert own.taken == len(seats) and 0 <= len(seats) - 16 * 8 < 8
    assert len(seats) < len(told) * 8


@pytest.mark.parametrize("players", [2, 3])
def test_stored_rewards_are_what_the_table_paid_the_learners_seats(players):
    setup = GAME.setup(players)
    one = league(setup, mirror_share=0.4, fixed=["random"])
    told = told_of_steps(one)
    own, policy = collector(one), Learned(some_policy(setup), setup)
    stored = 0.0
    for _ in range(3):
        taken = own.collect(policy)
        stored += taken.rewards[taken.known()].sum()
        assert not taken.rewards[taken.held()].any()
    paid = sum(
        (pays[:, : setup.players] * (seated == LEARNER))[ended > 0].sum()
        for _, seated, _, pays, ended in told
    )
    assert abs(paid) > 1
    assert stored == pytest.approx(paid, abs=1e-3)


def test_with_mirror_games_alone_a_league_collects_what_a_mirror_does():
    setup = REAL.setup(2)
    policy = Learned(some_policy(setup), setup)
    one = collector(league(setup, mirror_share=1.0, fixed=["heuristic"]))
    alone = Collector(Table(setup, 8, reward="margin", redeal=True), steps=16, seed=3)
    for _ in range(3):
        mine, theirs = one.collect(policy), alone.collect(policy)
        for name, column in vars(mine).items():
            assert (column == getattr(theirs, name)).all(), name
    assert one.finished == alone.finished


def test_a_searching_member_plays():
    setup = REAL.setup(2)
    one = league(setup, rows=4, mirror_share=0.0, fixed=["search:3"])
    taken = collector(one, steps=4).collect(Learned(some_policy(setup), setup))
    assert len(taken.actions) >= 16


def test_a_member_is_told_of_the_games_that_begin_for_it():
    class Remembering:
        def __init__(self):
            self.games = []

        def reset(self, rows):
            self.games += rows.tolist()

        def choose(self, observations, masks, **_):
            return masks.argmax(axis=1)

    setup = GAME.setup(2)
    one = league(setup, rows=6, mirror_share=0.5, fixed=["random", "random"])
    someone = Remembering()
    one.pool.members[1] = type(one.pool.members[1])("mine", None, someone, None)
    told = told_of_steps(one)
    collector(one, steps=30).collect(Learned(some_policy(setup), setup))
    begun = sum(((seated == 1).any(axis=1) & (ended > 0)).sum() for _, seated, *_, ended in told)
    now = (one._seated == 1).any(axis=1).sum()
    first = (told[0][1] == 1).any(axis=1).sum()
    assert len(someone.games) == begun + now - first > 20


def hand(named, *, cards, seated):
    """A game of Matching, played by hand to its end in a league in which `random` sits."""
    one = league(GAME.setup(len(cards)), rows=1, mirror_share=0.0, fixed=["random", "heuristic"])
    table = one._table
    table.seed(0)
    table.deal()
    table.states["cards"][0, : len(cards)] = cards
    table.states["first_seat"] = table.states["seat"] = 0
    table.refresh()
    one._seated[0] = seated
    for action in named:
        table.step([action])
    one.finish(table.all_rows)
    return one


def test_the_ledger_says_who_came_out_ahead_and_by_how_much():
    # The learner, seat 1, names its card; seat 0 does not. Seat 1 has 2 points, seat 0 none.
    one = hand([2, 1], cards=[0, 1], seated=[0, LEARNER])
    one.close(0, 40, None)
    (match,) = one.ledger
    assert (match.decisions, match.member, match.generation) == (40, "random", None)
    assert (match.games, match.wins, match.ties, match.share, match.lead) == (1, 1, 0, 1.0, 2.0)


def test_each_seat_is_met_apart():
    # The learner, seat 0, has 2 points as seat 1 has; seat 2 has none.
    one = hand([0, 1, 1], cards=[0, 1, 2], seated=[LEARNER, 1, 0])
    one.close(0, 9, None)
    random, heuristic = one.ledger
    assert (random.member, random.wins, random.ties, random.lead) == ("random", 1, 0, 2.0)
    assert (heuristic.member, heuristic.wins, heuristic.ties, heuristic.share) == (
        *("heuristic", 0, 1),
        0.5,
    )


def test_who_forfeits_loses_to_the_learner():
    one = hand([0, 99], cards=[1, 2], seated=[LEARNER, 0])
    one.close(0, 9, None)
    assert (one.ledger[0].wins, one.ledger[0].games) == (1, 1)


def test_a_collection_is_entered_once_and_mirror_games_never():
    one = hand([2, 1], cards=[0, 1], seated=[0, LEARNER])
    one.close(0, 40, None)
    one.close(40, 80, None)
    assert len(one.ledger) == 1
    mirror = hand([2, 1], cards=[0, 1], seated=[LEARNER, LEARNER])
    mirror.close(0, 40, None)
    assert mirror.ledger == []


def test_snapshots_join_when_so_many_decisions_are_taken():
    setup = GAME.setup(2)
    one = league(setup, every=100, admission="always")
    one._table.seed(0)
    for before, after in ((0, 99), (99, 205), (205, 250), (250, 300)):
        one.close(before, after, lambda: some_policy(setup, seed=1))
    assert len(one.pool.members) == 2
    one.finish(one._table.all_rows)
    assert (one._seated != LEARNER).any()


def test_a_snapshot_that_leaves_plays_its_games_to_the_end():
    setup = REAL.setup(2)
    one = league(setup, every=1, size=1, mirror_share=0.0, admission="always")
    own, policy = collector(one, steps=10), Learned(some_policy(setup), setup)
    one.close(0, 1, lambda: some_policy(setup, seed=1))
    one.finish(one._table.all_rows)
    one.close(1, 2, lambda: some_policy(setup, seed=2))
    one.files()
    assert (one._seated == 0).any() and one.pool.saved()["within"] == [1]
    told = told_of_steps(one)
    own.collect(policy)
    assert any((who == 0).any() for _, _, who, *_ in told)


def test_a_restored_league_goes_on_identically():
    setup = REAL.setup(3)
    settings = {"fixed": ["heuristic"], "every": 100, "size": 2, "admission": "always"}
    policy = Learned(some_policy(setup), setup)

    def go_on(one, own, times):
        for _ in range(times):
            before = len(one.ledger)
            own.collect(policy)
            snapshot = some_policy(setup, seed=before)
            one.close(before, before + 150, lambda snapshot=snapshot: snapshot)

    one = league(setup, **settings)
    own = collector(one, steps=150)
    go_on(one, own, 3)
    saved, files = own.saved(), one.files()
    other = league(setup, seed=99, **settings)
    theirs = collector(other, steps=150, seed=99)
    other.restore_files(files)
    theirs.restore(saved)
    for each, its in ((one, own), (other, theirs)):
        go_on(each, its, 3)
    assert one.files() == other.files()
    assert len(one.ledger) > 3
    for name, column in own.saved().items():
        assert (column == theirs.saved()[name]).all(), name
