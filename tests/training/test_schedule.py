"""The plan: who meets whom, in which seats, on which deals."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest

from sea_envs.core.errors import BadSeats, UnknownOption
from sea_envs.registry import GAMES
from training.schedule import (
    BadPlan,
    Block,
    TournamentConfig,
    block_deals,
    blocks,
    events,
    groups,
    seatings,
    specification,
    stages,
)
from training.yaml_config import BadConfig, make_config

GAME = GAMES[0]


def plan(count, *, seats=2, **keys):
    given = {
        "players": [{"name": f"player {number}", "player": "random"} for number in range(count)],
        "events": [{"game": GAME, "seats": seats}],
        **keys,
    }
    return make_config(TournamentConfig, given, source="test")


def only_event(players, *, seats=2, **keys):
    config = plan(players, seats=seats, **keys)
    return config, events(config)[0]


def meetings(event, deals):
    pairs = Counter()
    for deal in range(deals):
        for group in groups(event, deal, event.entrants):
            for place, player in enumerate(group):
                for other in group[place + 1 :]:
                    pairs[frozenset((int(player), int(other)))] += 1
    return pairs


@pytest.mark.parametrize(
    ("players", "seats"), [(2, 2), (5, 2), (4, 3), (6, 4), (30, 4), (2, 3), (3, 5)]
)
def test_on_every_deal_everybody_sits_in_every_seat_equally_often(players, seats):
    _, event = only_event(players, seats=seats)
    table = seatings(event, 3, event.entrants)
    counts = [Counter(map(int, column)) for column in table.T]
    assert len({frozenset(count.items()) for count in counts}) == 1
    assert set(counts[0]) == set(range(players))
    assert len(set(counts[0].values())) == 1


def test_few_players_meet_in_all_combinations_on_every_deal():
    _, event = only_event(5, seats=3)
    assert len(groups(event, 0, event.entrants)) == 10
    assert set(meetings(event, 4).values()) == {4 * 3}


def test_many_players_meet_about_equally_often():
    _, event = only_event(20, seats=4)
    assert len(groups(event, 0, event.entrants)) == 20
    times = meetings(event, 300)
    assert len(times) == 20 * 19 / 2
    assert min(times.values()) / max(times.values()) > 0.8


def test_fewer_players_than_seats_hold_several():
    _, event = only_event(2, seats=3)
    assert sorted(Counter(map(int, group))[0] for group in groups(event, 0, (0, 1))) == [1, 2]


def test_the_order_round_the_table_changes_from_deal_to_deal():
    _, event = only_event(4, seats=4)
    orders = {
        tuple(np.roll(group, -int(np.argmin(group))))
        for deal in range(40)
        for group in groups(event, deal, event.entrants)
    }
    assert len(orders) == 6


def test_a_plan_is_the_same_every_time():
    (_, one), (_, two) = only_event(20, seats=4, seed=7), only_event(20, seats=4, seed=7)
    assert seatings(one, 5, one.entrants).tolist() == seatings(two, 5, two.entrants).tolist()
    _, other = only_event(20, seats=4, seed=8)
    assert seatings(one, 5, one.entrants).tolist() != seatings(other, 5, other.entrants).tolist()


def test_stages_follow_one_another_up_to_the_last_deal():
    config, event = only_event(2, deals=10_000, batch=100)
    spans = list(islice(stages(config, event), 12))
    assert spans[:2] == [(0, 50), (50, 9 * 50)]
    assert all(end == first for (_, end), (first, _) in zip(spans, spans[1:], strict=False))
    assert all(first % 50 == 0 for first, _ in spans)
    assert spans[-1][1] == 10_000


def test_the_first_stage_is_long_enough_for_an_interval():
    config, event = only_event(2, batch=1)
    assert list(islice(stages(config, event), 2)) == [(0, 2), (2, 10)]


def test_an_event_that_is_over_has_empty_stages():
    config, event = only_event(2, deals=100)
    assert list(islice(stages(config, event), 3)) == [(0, 100), (100, 100), (100, 100)]


def test_blocks_are_small_where_somebody_thinks_long():
    config, event = only_event(2)
    assert block_deals(config, event) == 512
    config = make_config(
        TournamentConfig,
        {"players": ["random", "search:10"], "events": [{"game": GAME}]},
        source="test",
    )
    assert block_deals(config, events(config)[0]) == 16


def test_a_block_is_never_less_than_a_deal():
    config, event = only_event(30, seats=4, batch=1)
    assert block_deals(config, event) == 1


def test_deals_are_put_into_blocks_that_do_not_depend_on_what_was_played_already():
    config, event = only_event(2, batch=20)
    every = blocks(config, event, range(30), (0, 1))
    assert every == [Block(0, first, 10, (0, 1)) for first in (0, 10, 20)]
    assert blocks(config, event, range(10, 30), (0, 1)) == every[1:]
    assert blocks(config, event, [*range(10), *range(20, 30)], (0, 1)) == [every[0], every[2]]


def test_several_seat_counts_are_several_events():
    config = plan(3, events=[{"game": GAME, "seats": [2, 3]}, {"game": GAME}])
    assert [event.setup.players for event in events(config)] == [2, 3, 2]
    assert len({event.seed for event in events(config)}) == 3


def test_an_event_may_be_for_some_players_only():
    config = plan(4, events=[{"game": GAME, "players": ["player 3", "player 1"]}])
    assert events(config)[0].entrants == (1, 3)


def test_an_event_is_called_by_what_differs_from_the_default():
    option = next(o for o in events(plan(2))[0].setup.game.components.OPTIONS if o.values != (0,))
    other = next(value for value in option.values if value != option.default)
    config = plan(2, events=[{"game": GAME, "options": {option.name: other}}])
    assert events(config)[0].title.endswith(f"2 seats, {option.name}={other}")
    assert events(plan(2))[0].title.endswith("2 seats")


def test_game_and_seats_are_filled_into_a_players_specification():
    config = plan(2, players=["random", {"name": "agent", "player": "checkpoint:{game}/{seats}"}])
    event = events(config)[0]
    assert specification(config.entrants[1], event) == f"checkpoint:{GAME}/2"


def test_two_players_of_one_name_are_refused():
    config = plan(2, players=["heuristic", "heuristic"])
    with pytest.raises(BadPlan, match="two players are called 'heuristic'.*another name"):
        events(config)


def test_a_stranger_in_an_event_is_refused():
    config = plan(2, events=[{"game": GAME, "players": ["player 0", "nobody"]}])
    with pytest.raises(BadPlan, match="'nobody'.*two or more of player 0, player 1"):
        events(config)


def test_an_event_for_one_player_is_refused():
    config = plan(2, events=[{"game": GAME, "players": ["player 0"]}])
    with pytest.raises(BadPlan, match="two or more of"):
        events(config)


def test_seats_and_options_that_the_game_does_not_have_are_refused():
    with pytest.raises(BadSeats):
        events(plan(2, seats=99))
    with pytest.raises(UnknownOption):
        events(plan(2, events=[{"game": GAME, "options": {"no such option": 1}}]))


def test_an_unknown_key_is_refused_and_the_right_one_named():
    with pytest.raises(BadConfig, match="unknown key 'until.halfwidth'.*'until.half_width'"):
        plan(2, until={"halfwidth": 0.02, "max_deals": 100})
    with pytest.raises(BadConfig, match="unknown key 'deal'.*'deals'"):
        plan(2, deal=3)
