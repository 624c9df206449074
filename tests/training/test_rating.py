"""Ratings: what they recover, what they ignore, and how far their intervals can be believed."""

import numpy as np
import pytest

from training.rating import NOBODY, SCALE, Outcomes, expected_share, rate


def games(*lines, players=None):
    """Outcomes from lines (deal, then the players by place, those tied in one tuple)."""
    seats = max(sum(map(len, order)) for _, *order in lines)
    seated, places, deals = [], [], []
    for deal, *order in lines:
        flat = [(player, place) for place, tied in enumerate(order) for player in tied]
        flat += [(NOBODY, 0)] * (seats - len(flat))
        seated.append([player for player, _ in flat])
        places.append([place for _, place in flat])
        deals.append(deal)
    count = players or 1 + max(map(max, seated))
    return Outcomes(count, np.array(seated), np.array(places), np.array(deals))


def duels(times, *order, first_deal=0):
    """Lines for `games`: the same result on so many deals."""
    return [(first_deal + deal, *order) for deal in range(times)]


def pairs(chance, logits, deals):
    """Every pair plays every deal twice; on half of them one piece of luck decides both games."""
    first, second = np.triu_indices(len(logits), 1)
    p = 1 / (1 + np.exp(logits[second] - logits[first]))
    tie = 0.6 * np.minimum(p, 1 - p)
    luck = chance.random((deals, len(first), 2))
    luck[..., 1] = np.where(luck[..., 0] % 0.01 < 0.005, luck[..., 0], luck[..., 1])
    place = (luck > (p - tie / 2)[:, None]).astype(int) + (luck > (p + tie / 2)[:, None])
    seated = np.stack(np.broadcast_arrays(first[:, None], second[:, None]), -1)
    return Outcomes(
        len(logits),
        np.broadcast_to(seated, (deals, len(first), 2, 2)).reshape(-1, 2),
        np.stack((place >= 1, place <= 1), -1).astype(int).reshape(-1, 2),
        np.repeat(np.arange(deals), 2 * len(first)),
    )


def tables(chance, logits, *, deals, seats):
    """Random tables of several seats, ordered as Plackett and Luce's model says."""
    everybody = np.argsort(chance.random((deals, len(logits))), axis=1)
    seated = everybody[:, :seats]
    merit = logits[seated] + chance.gumbel(size=seated.shape)
    places = np.argsort(np.argsort(-merit, axis=1), axis=1)
    return Outcomes(len(logits), seated, places, np.arange(deals))


def truth(logits):
    """Strengths as ratings: 0 scores one half against the field."""
    centre = np.median(logits)
    for _ in range(200):
        centre += (1 / (1 + np.exp(centre - logits)) - 0.5).sum() / len(logits)
    return SCALE * (logits - centre)


def shuffled(outcomes, chance):
    order = chance.permutation(len(outcomes.deals))
    seats = chance.permutation(outcomes.seated.shape[1])
    return Outcomes(
        outcomes.players,
        outcomes.seated[order][:, seats],
        outcomes.places[order][:, seats],
        outcomes.deals[order],
    )


def covered(tournament, logits, *, times, whole_order=False):
    """How often the 95 % intervals held the true ratings, over many simulated tournaments."""
    known = truth(logits)
    hits = []
    for number in range(times):
        ratings = rate(
            tournament(np.random.default_rng(number)), whole_order=whole_order, seed=number
        )
        hits.append(np.mean((ratings.low <= known) & (known <= ratings.high)))
    return np.mean(hits)


LOGITS = np.array([-1.2, -0.2, 0.3, 1.1])
FIVE = np.array([-1.0, -0.3, 0.0, 0.4, 0.9])


def test_two_players_are_rated_by_their_score():
    ratings = rate(games(*duels(300, (0,), (1,)), *duels(100, (1,), (0,), first_deal=300)))
    assert ratings.ratings[0] - ratings.ratings[1] == pytest.approx(SCALE * np.log(3), rel=0.01)


def test_a_tie_is_half_a_win_for_each():
    tied = rate(games((0, (0,), (1,)), (0, (0,), (1,)), (1, (0, 1)), (1, (0, 1))))
    won = rate(games((0, (0,), (1,)), (0, (0,), (1,)), (1, (0,), (1,)), (1, (1,), (0,))))
    assert tied.ratings == pytest.approx(won.ratings)


@pytest.mark.parametrize("whole_order", [False, True])
def test_players_of_equal_record_have_equal_ratings(whole_order):
    ratings = rate(
        games((0, (0, 1), (2,)), (1, (0,), (1, 2)), (2, (1,), (0, 2)), (3, (2,), (0, 1))),
        whole_order=whole_order,
    )
    assert ratings.ratings[0] == pytest.approx(ratings.ratings[1], abs=1e-6)
    assert ratings.ratings[0] > ratings.ratings[2]


def test_a_player_who_won_everything_has_a_finite_rating_with_a_wide_interval():
    ratings = rate(games(*duels(50, (0,), (1,))))
    assert 300 < ratings.ratings[0] - ratings.ratings[1] < 3000
    assert ratings.high[0] - ratings.low[0] > 100
    assert ratings.better[0, 1] > 0.999


def test_a_hopeless_player_does_not_widen_the_intervals_of_the_others():
    chance = np.random.default_rng(5)
    even = [(deal, *((0,), (1,))[:: 1 if chance.random() < 0.5 else -1]) for deal in range(400)]
    hopeless = [(deal, (winner,), (2,)) for deal in range(400) for winner in (0, 1)]
    alone, joined = rate(games(*even)), rate(games(*even, *hopeless))
    assert joined.high[0] - joined.low[0] < 1.5 * (alone.high[0] - alone.low[0])


@pytest.mark.parametrize("whole_order", [False, True])
def test_shuffling_games_and_seats_changes_nothing(whole_order):
    outcomes = tables(np.random.default_rng(1), FIVE, deals=120, seats=4)
    other = rate(shuffled(outcomes, np.random.default_rng(2)), whole_order=whole_order)
    ratings = rate(outcomes, whole_order=whole_order)
    assert ratings.ratings.tobytes() == other.ratings.tobytes()
    assert ratings.samples.tobytes() == other.samples.tobytes()


def test_a_clone_has_the_rating_of_the_original_within_its_interval():
    logits = np.array([-0.8, 0.0, 0.7, 0.7])
    ratings = rate(pairs(np.random.default_rng(11), logits, 300))
    assert ratings.low[2] < ratings.ratings[3] < ratings.high[2]
    assert 0.01 < ratings.better[2, 3] < 0.99
    without = rate(pairs(np.random.default_rng(11), logits[:3], 300))
    gap, gap_before = (r.ratings[2] - r.ratings[0] for r in (ratings, without))
    assert gap == pytest.approx(gap_before, abs=60)


def test_more_wins_at_a_table_of_three_are_a_higher_rating():
    outcomes = tables(np.random.default_rng(3), FIVE, deals=900, seats=3)
    wins = [((outcomes.seated == player) & (outcomes.places == 0)).sum() for player in range(5)]
    shares = wins / np.array([(outcomes.seated == player).sum() for player in range(5)])
    assert list(np.argsort(rate(outcomes).ratings)) == list(np.argsort(shares))


def test_the_whole_order_gives_narrower_intervals_than_the_winners_alone():
    outcomes = tables(np.random.default_rng(4), FIVE, deals=300, seats=4)
    first, whole = rate(outcomes), rate(outcomes, whole_order=True)
    assert np.all(whole.high - whole.low < first.high - first.low)


def test_games_on_one_deal_count_as_one_piece_of_evidence():
    apart = games(*duels(60, (0,), (1,)), *duels(40, (1,), (0,), first_deal=60))
    together = Outcomes(2, apart.seated, apart.places, apart.deals // 10)
    width = [r.high[0] - r.low[0] for r in (rate(apart), rate(together))]
    assert width[1] > 2 * width[0]


def test_a_player_may_hold_two_seats():
    won, lost = duels(40, (0,), (0,), (1,)), duels(20, (1,), (0,), (0,), first_deal=40)
    ratings = rate(games(*won, *lost))
    assert ratings.ratings[0] == pytest.approx(ratings.ratings[1], abs=5)


def test_more_deals_says_how_many_would_separate_two_players():
    logits = np.array([0.0, 0.2])
    few = rate(pairs(np.random.default_rng(8), logits, 100))
    needed = few.more_deals(0, 1)
    assert needed is None or needed > 0
    many = rate(pairs(np.random.default_rng(8), logits, 4000))
    assert many.more_deals(0, 1) == 0
    drawn = rate(games(*duels(20, (0, 1))))
    assert drawn.more_deals(0, 1) is None


def test_more_deals_shrink_the_estimate_in_proportion():
    logits = np.array([0.0, 0.15])
    ratings = rate(pairs(np.random.default_rng(2), logits, 150))
    needed = ratings.more_deals(0, 1)
    spread = (ratings.samples[:, 0] - ratings.samples[:, 1]).std()
    gap = abs(ratings.ratings[0] - ratings.ratings[1])
    assert (1.96 + 0.84) * spread * np.sqrt(150 / (150 + needed)) == pytest.approx(gap, rel=0.02)


def test_expected_share_follows_from_the_ratings():
    assert expected_share(np.array([400.0, 0.0])) == pytest.approx([10 / 11, 1 / 11])
    assert expected_share(np.zeros(3)) == pytest.approx([1 / 3] * 3)


def test_the_intervals_hold_the_truth_as_often_as_they_say():
    assert 0.93 <= covered(lambda chance: pairs(chance, LOGITS, 100), LOGITS, times=300) <= 0.97


@pytest.mark.slow
@pytest.mark.parametrize("deals", [60, 400])
def test_the_intervals_hold_the_truth_between_pairs_in_many_tournaments(deals):
    share = covered(lambda chance: pairs(chance, LOGITS, deals), LOGITS, times=2000)
    assert 0.93 <= share <= 0.97


@pytest.mark.slow
@pytest.mark.parametrize("whole_order", [False, True])
@pytest.mark.parametrize("seats", [3, 5])
def test_the_intervals_hold_the_truth_at_larger_tables(seats, whole_order):
    share = covered(
        lambda chance: tables(chance, FIVE, deals=400, seats=seats),
        FIVE,
        times=500,
        whole_order=whole_order,
    )
    assert 0.93 <= share <= 0.97
