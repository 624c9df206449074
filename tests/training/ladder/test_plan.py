"""Who meets whom on the ladder, and for how many deals."""

from dataclasses import replace

import numpy as np
import pytest

from sea_envs import players
from sea_envs.core.errors import SeaError
from sea_envs.registry import load
from tests.weights import shipped
from training.evaluation import share_estimate
from training.ladder.plan import (
    EARLY_DEALS,
    LadderConfig,
    Pairing,
    aim,
    expected_deals,
    half_width,
    key,
    pairings,
    seats,
    wanted_deals,
)
from training.yaml_config import BadConfig, make_config

CONFIG = LadderConfig()


def played(deals, config=CONFIG, block=10_000, known=()):
    """How many deals a pairing takes whose shares come from this list, in blocks."""
    shares = list(known)
    while (wanted := wanted_deals(shares, config)) > len(shares):
        shares += deals[len(shares) : min(wanted, len(shares) + block)]
    return len(shares)


def coins(count=5000, odds=0.5):
    return list((np.random.default_rng(3).random((count, 2)) < odds).mean(axis=1))


@pytest.fixture
def chest(tmp_path, monkeypatch):
    monkeypatch.setattr(players, "PRETRAINED", tmp_path)
    return tmp_path


def test_everybody_meets_everybody_below_at_the_smallest_and_the_largest_table(chest):
    plan = pairings(["snorkeling"], CONFIG)
    assert len(plan) == 2 * 6
    assert {(pairing.players, pairing.first) for pairing in plan} == {
        (count, name) for count in (2, 6) for name in ("heuristic", "search:200", "search:1000")
    }
    assert Pairing("snorkeling", 6, "search:1000", "heuristic") in plan


def test_pretrained_stands_on_the_ladder_of_the_games_that_have_it(chest):
    shipped(chest, "snorkeling", 2)
    plan = pairings(["snorkeling", "ocean"], CONFIG)
    assert [game for game in ("snorkeling", "ocean") if _pretrained(plan, game)] == ["snorkeling"]
    assert len(_pretrained(plan, "snorkeling")) == 2 * 4


def _pretrained(plan, game):
    return [pairing for pairing in plan if (pairing.game, pairing.first) == (game, "pretrained")]


def test_tables_may_be_chosen():
    game = load("snorkeling")
    assert seats(game, LadderConfig(players="all")) == [2, 3, 4, 5, 6]
    assert seats(game, LadderConfig(players=3)) == [3]
    with pytest.raises(SeaError, match="possible: 2 to 6"):
        seats(game, LadderConfig(players=7))


@pytest.mark.parametrize("word", ["players=some", "half_width=0", "max_deals=1", "deals=3"])
def test_what_cannot_be_chosen_is_refused(word):
    with pytest.raises(BadConfig, match=r"^ladder: "):
        make_config(LadderConfig, {}, [word], source="ladder")


def test_games_are_kept_under_the_weights_that_played_them(chest):
    file = shipped(chest, "snorkeling", 2)
    with_weights = Pairing("snorkeling", 2, "pretrained", "random")
    without = Pairing("snorkeling", 2, "heuristic", "random")
    before = key(with_weights), key(without)
    assert len(set(before)) == 2
    file.write_bytes(file.read_bytes() + b"\0")
    assert key(with_weights) != before[0] and key(without) == before[1]


def test_games_of_search_are_kept_under_its_horizon(monkeypatch):
    def keys():
        return [key(Pairing("snorkeling", 2, name, "random")) for name in ("search:200", "random")]

    before = keys()
    shorter = replace(load("snorkeling"), horizon=7)
    monkeypatch.setattr("training.ladder.plan.load", lambda name: shorter)
    assert keys()[0] != before[0] and keys()[1] == before[1]


def test_every_pairing_has_a_key_of_its_own():
    plan = pairings(["snorkeling", "ocean"], LadderConfig(players="all"))
    assert len({key(pairing) for pairing in plan}) == len(plan)


def test_a_clear_case_is_short_and_a_close_one_long():
    assert played([1.0] * 5000) < 200
    assert 600 < played(coins()) < 1000


def test_a_pairing_ends_with_a_narrow_interval_or_at_the_most_deals():
    deals = coins()
    enough = played(deals)
    assert half_width(share_estimate(np.array(deals[:enough]))) <= 0.025
    assert played(deals, LadderConfig(max_deals=300)) == 300
    assert played(deals, LadderConfig(max_deals=10)) == 10


def test_pairings_without_search_are_measured_more_finely():
    slow = [Pairing("ocean", 2, *names) for names in (("search:200", "random"), ("b", "search:1"))]
    quick = Pairing("ocean", 2, "pretrained", "heuristic")
    assert all(aim(pairing, CONFIG) == CONFIG for pairing in slow)
    assert aim(quick, CONFIG).half_width == CONFIG.quick_half_width < CONFIG.half_width
    assert aim(quick, LadderConfig(half_width=0.005)).half_width == 0.005
    assert played(coins(9000), aim(quick, CONFIG)) > 4 * played(coins(9000), CONFIG)


@pytest.mark.parametrize("block", [1, 7, 100])
def test_blocks_do_not_change_how_long_it_takes(block):
    for odds in (0.5, 0.9):
        deals = coins(odds=odds)
        assert played(deals, block=block) == played(deals)


@pytest.mark.parametrize("left_off", [0, 1, EARLY_DEALS, 333])
def test_an_interrupted_pairing_ends_where_it_would_have_ended(left_off):
    deals = coins()
    assert played(deals, known=deals[:left_off]) == played(deals)


def test_more_deals_than_needed_are_enough():
    deals = coins()
    assert wanted_deals(deals, LadderConfig(half_width=0.1)) < len(deals)


def test_what_equals_need_is_foreseen():
    assert expected_deals(2, CONFIG) == 769
    assert expected_deals(6, CONFIG) == 143
    assert expected_deals(2, LadderConfig(max_deals=50)) == 50
