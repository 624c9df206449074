"""Many games side by side: each row is a game of its own, whatever is played beside it."""

import copy
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sea_envs.core.errors import BadOption, BadRows, GameOver, IllegalAction
from sea_envs.core.loops import CUT_OFF, ENDED, FORFEITED, GOING
from sea_envs.core.table import Table, each_seed, random_words, whole
from tests.core.tiny import GAME, PEARLS

every_reward = pytest.mark.parametrize("reward", ["win", "rank", "margin"])


def dealt(rows: int = 1, *, players: int = 2, seed: int = 3, **settings: Any) -> Table:
    table = Table(GAME.setup(players), rows, **settings)
    table.seed(seed)
    table.deal()
    return table


def lowest(table: Table, rows: Any = None) -> Any:
    return table.masks.argmax(axis=1) if rows is None else table.masks[rows].argmax(axis=1)


def arrays(table: Table) -> list[bytes]:
    own = (table.states, table.masks, table.observations, table.seats, table.pays, table.ended)
    return [array.tobytes() for array in own]


def played(table: Table, decisions: int, seed: int = 1) -> Table:
    words = random_words(table.rows, seed)
    for _ in range(decisions):
        table.step(table.random_actions(words))
    return table


def test_a_row_of_a_table_is_the_table_of_one_with_its_seed() -> None:
    table, words = dealt(5, seed=20), random_words(5, 1)
    single, own = dealt(1, seed=23), random_words(5, 1)[3:4]
    for _ in range(3):
        table.step(table.random_actions(words))
        single.step(single.random_actions(own))
        assert [array[3:4].tobytes() for array in (table.states, table.masks, table.pays)] == [
            array.tobytes() for array in (single.states, single.masks, single.pays)
        ]
        assert table.observations[3].tobytes() == single.observations[0].tobytes()


@settings(max_examples=20)
@given(order=st.permutations(range(5)))
def test_the_order_of_rows_never_matters(order: list[int]) -> None:
    straight, mixed = dealt(5), dealt(5)
    for _ in range(3):
        actions = lowest(straight)
        straight.step(actions)
        mixed.step(actions[order], order)
        assert arrays(straight) == arrays(mixed)


def test_rows_that_are_not_named_stay_as_they_are() -> None:
    table = dealt(4)
    before = [array[[0, 2]].tobytes() for array in (table.states, table.masks, table.observations)]
    table.step(lowest(table, [3, 1]), [3, 1])
    table.deal([1])
    after = [array[[0, 2]].tobytes() for array in (table.states, table.masks, table.observations)]
    assert before == after
    assert table.states["decisions"].tolist() == [0, 0, 0, 1]


def test_actions_may_come_in_any_kind_of_whole_numbers() -> None:
    wanted = dealt(4)
    chosen = lowest(wanted)
    wanted.step(chosen)
    frozen = chosen.copy()
    frozen.flags.writeable = False
    kinds = (chosen.tolist(), chosen.astype(np.int8), chosen.astype(np.uint32), frozen)
    for given_actions in (*kinds, np.repeat(chosen, 2)[::2]):
        table = dealt(4)
        table.step(given_actions)
        assert arrays(table) == arrays(wanted)


@pytest.mark.parametrize(
    "actions", [[0.0, 1.0], [True, False], ["0", "1"], [None, None], [[0], [1]], 0]
)
def test_what_is_no_list_of_whole_numbers_is_refused(actions: Any) -> None:
    table = dealt(2)
    before = arrays(table)
    with pytest.raises(BadRows, match=r"actions are .*: possible: whole numbers \[k\]"):
        table.step(actions)
    assert arrays(table) == before


def test_as_many_actions_as_rows_are_wanted() -> None:
    with pytest.raises(BadRows, match="3 actions for 2 rows"):
        dealt(2).step([0, 0, 0])


@pytest.mark.parametrize("row", [-1, 2, 2**40])
def test_rows_that_the_table_does_not_have_are_refused_everywhere(row: int) -> None:
    table = dealt(2)
    before = arrays(table)
    calls = (
        lambda: table.step([0], [row]),
        lambda: table.deal([row]),
        lambda: table.seed(1, [row]),
        lambda: table.refresh([row]),
        lambda: table.scores([row]),
        lambda: table.observe([row], [0]),
        lambda: table.random_actions(random_words(2), [row]),
        lambda: table.lucky_actions(np.array([0.5]), [row]),
        lambda: table.heuristic_actions(np.array([0.5]), [row]),
    )
    for call in calls:
        with pytest.raises(BadRows, match=f"row {row}: possible: 0 to 1"):
            call()
    assert arrays(table) == before


def test_a_selection_by_truth_values_is_not_taken_for_row_numbers() -> None:
    with pytest.raises(BadRows, match="rows are bool"):
        dealt(2).deal(np.array([True, False]))


def test_arrays_that_do_not_fit_the_rows_are_refused() -> None:
    table = dealt(2)
    with pytest.raises(BadRows, match="words are uint32"):
        table.random_actions(random_words(3))
    with pytest.raises(BadRows, match=r"luck is \[1\]: possible: \[2\]"):
        table.heuristic_actions(np.array([0.5]))
    with pytest.raises(BadRows, match="viewers"):
        table.observe([0, 1], [0])
    with pytest.raises(BadRows, match="possible: for each row one of 0 to 1"):
        table.observe([0], [2])
    with pytest.raises(BadRows, match="possible: float32"):
        table.observe([0], [1], np.zeros((1, GAME.layout.size)))


def test_a_row_that_was_never_dealt_cannot_be_stepped() -> None:
    with pytest.raises(GameOver, match="no game in row 0 yet; deal or reset"):
        Table(GAME.setup(2)).step([0])


def test_a_finished_row_refuses_to_go_on_and_nothing_is_played_in_the_others() -> None:
    table = dealt(2, seed=5)
    while not table.ended[1]:
        table.step(lowest(table, [1]), [1])
    before = arrays(table)
    with pytest.raises(GameOver, match="the game in row 1 is over"):
        table.step([lowest(table)[0], 0])
    assert arrays(table) == before


def test_in_a_finished_row_nothing_is_legal() -> None:
    table = played(dealt(3), 4)
    assert table.ended.tolist() == [ENDED] * 3 and not table.masks.any()


@every_reward
def test_pays_come_with_the_last_decision_and_sum_to_zero(reward: str) -> None:
    table = dealt(50, players=3, reward=reward)
    for _ in range(5):
        table.step(lowest(table))
        assert not table.pays.any() and (table.ended == GOING).all()
    table.step(lowest(table))
    assert (table.ended == ENDED).all()
    assert np.abs(table.pays.sum(axis=1)).max() < 1e-5
    points = table.scores()[0]
    assert (table.pays.argmax(axis=1) == points.argmax(axis=1)).mean() > 0.8


@pytest.mark.parametrize("action", [PEARLS, -1, 10**9, "illegal"])
def test_an_illegal_action_loses_the_game(action: Any) -> None:
    table = dealt(3, players=3)
    wrong = int(table.masks[1].argmin()) if action == "illegal" else action
    before = table.states.copy()
    table.step([lowest(table)[0], wrong, lowest(table)[2]])
    assert table.ended.tolist() == [GOING, FORFEITED, GOING]
    assert table.pays[1].tolist() == [-1, 0.5, 0.5]
    for name in ("hands", "laid", "points", "rng", "decisions", "truncated"):
        assert (table.states[name][1] == before[name][1]).all(), "the rules never saw the action"


@every_reward
def test_no_end_of_a_game_pays_less_than_an_illegal_action(reward: str) -> None:
    lost = dealt(1, players=3, reward=reward)
    lost.step([-1])
    fair = played(dealt(200, players=3, reward=reward), 6)
    assert lost.pays[0].min() <= fair.pays.min()
    assert lost.pays[0].argmin() == lost.seats[0]


def test_in_strict_mode_an_illegal_action_changes_nothing_and_the_legal_ones_are_named() -> None:
    table = dealt(2, on_illegal="raise")
    before = arrays(table)
    legal = np.flatnonzero(table.masks[1])
    wrong = int(table.masks[1].argmin())
    with pytest.raises(IllegalAction, match=f"seat 0 chose action {wrong}, ") as caught:
        table.step([lowest(table)[0], wrong])
    named = ", ".join(f"{action} (lay {action + 1})" for action in legal)
    assert str(caught.value).endswith(f"possible: {named}")
    assert arrays(table) == before


def test_a_row_that_ends_is_dealt_anew_in_the_same_step() -> None:
    table, slow = dealt(3, redeal=True), dealt(3)
    for _ in range(4):
        table.step(lowest(table))
        slow.step(lowest(slow))
    assert (table.ended == ENDED).all() and (table.pays == slow.pays).all()
    assert not table.states["over"].any() and table.masks.any(axis=1).all()
    assert (table.states["decisions"] == 0).all()
    slow.deal()
    assert table.states.tobytes() == slow.states.tobytes(), "as if dealt by hand"
    assert table.observations.tobytes() == slow.observations.tobytes()


def test_a_new_deal_goes_on_with_the_rows_chance() -> None:
    table = dealt(1)
    first = table.states["hands"].tobytes()
    decks = set()
    for _ in range(20):
        table.deal()
        decks.add(table.states["hands"].tobytes())
    assert len(decks) > 10
    table.seed(3)
    table.deal()
    assert table.states["hands"].tobytes() == first


def test_a_deal_wipes_off_pay_and_end_of_the_game_before() -> None:
    table = played(dealt(2), 4)
    table.deal([1])
    assert table.ended.tolist() == [ENDED, GOING]
    assert table.pays[0].any() and not table.pays[1].any()


def test_the_cap_cuts_a_game_off_and_pays_for_the_points_so_far() -> None:
    short = replace(GAME, max_decisions=3)
    table = Table(short.setup(2), 2)
    table.seed(1)
    table.deal()
    for decision in range(3):
        assert (table.ended == GOING).all(), decision
        table.step(lowest(table))
    assert (table.ended == CUT_OFF).all() and table.states["truncated"].all()
    points = table.scores()[0]
    assert table.pays[0, 0] == np.sign(points[0, 0] - points[0, 1])


def test_a_game_that_ends_with_its_last_allowed_decision_is_not_cut_off() -> None:
    table = Table(replace(GAME, max_decisions=4).setup(2))
    table.seed(1)
    table.deal()
    played(table, 4)
    assert table.ended.tolist() == [ENDED]


def test_one_seed_stands_for_the_following_ones_too() -> None:
    table, other = Table(GAME.setup(2), 3), Table(GAME.setup(2), 3)
    table.seed(7)
    other.seed([7, 8, 9])
    assert table.states.tobytes() == other.states.tobytes()
    other.seed(9, [0])
    assert (other.states["rng"][0] == other.states["rng"][2]).all()


def test_without_a_seed_every_row_has_its_own_chance() -> None:
    table = Table(GAME.setup(2), 50)
    table.seed(None)
    assert len({words.tobytes() for words in table.states["rng"]}) == 50


def test_a_bad_seed_leaves_all_rows_as_they_were() -> None:
    table = dealt(3)
    before = arrays(table)
    with pytest.raises(BadOption, match="seed=-1"):
        table.seed([1, 2, -1])
    with pytest.raises(BadRows, match="2 seeds for 3 rows"):
        table.seed([1, 2])
    assert arrays(table) == before


def test_seeds_for_rows() -> None:
    assert list(each_seed(None, 2)) == [None, None]
    assert list(each_seed(np.int64(4), 3)) == [4, 5, 6]
    assert list(each_seed([9, None], 2)) == [9, None]


def test_a_stacked_deck_is_dealt_to_every_row_that_asks_for_it() -> None:
    table = dealt(3)
    table.deal([0, 2], table.setup.stacked(deck=[7, 6, 5, 4, 3, 2, 1]))
    assert np.flatnonzero(table.states["hands"][0, 0]).tolist() == [5, 6]
    assert table.states["hands"][0].tobytes() == table.states["hands"][2].tobytes()
    table.deal([0])
    assert not table.states["stacked"].any(), "the next deal is free again"


def test_what_a_seat_sees_can_be_asked_of_any_row() -> None:
    table = dealt(3, players=3)
    seen = table.observe([2, 0], [table.seats[2], (table.seats[0] + 1) % 3])
    assert seen[0].tobytes() == table.observations[2].tobytes()
    assert seen[1].tobytes() != table.observations[0].tobytes()
    room = np.full((2, GAME.layout.size), 9, np.float32)
    again = table.observe([2, 0], [table.seats[2], (table.seats[0] + 1) % 3], room)
    assert again is room and (again == seen).all()


def test_states_written_from_outside_are_shown_after_a_refresh() -> None:
    table, other = dealt(2), played(dealt(2, seed=9), 4)
    table.states[1] = other.states[1]
    table.refresh([1])
    assert table.masks[1].tobytes() == other.masks[1].tobytes()
    assert table.pays[1].tolist() == other.pays[1].tolist() and table.ended[1] == ENDED
    assert table.observations[1].tobytes() == other.observations[1].tobytes()


def test_copies_and_pickles_go_on_alike_and_apart() -> None:
    table = played(dealt(4), 2)
    twins = [copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
    before = arrays(table)
    for twin in twins:
        assert arrays(twin) == before
        twin.step(lowest(twin))
        assert arrays(table) == before
    table.step(lowest(table))
    assert all(arrays(twin) == arrays(table) for twin in twins)


def test_the_heuristic_sees_the_row_it_plays_in() -> None:
    table = dealt(5)
    actions = table.heuristic_actions(np.full(5, 0.5))
    assert actions.tolist() == [int(np.flatnonzero(mask)[-1]) for mask in table.masks]
    assert table.heuristic_actions(np.array([0.5]), [3]).tolist() == [actions[3]]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"reward": "points"}, "unknown reward scheme 'points'; possible: win, rank, margin"),
        ({"on_illegal": "rise"}, "Did you mean 'raise'"),
        ({"rows": 0}, "0 rows: possible: a whole number from 1"),
        ({"rows": 1.0}, "1.0 rows"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        Table(GAME.setup(2), **settings)


def test_whole_numbers_are_handed_on_without_a_copy_where_they_can_be() -> None:
    numbers = np.arange(3)
    assert whole("rows", numbers) is numbers
    assert whole("rows", range(3)).tolist() == [0, 1, 2]
    assert whole("rows", []).shape == (0,)
