"""Rules 6, 8 and 9: the scoring of a round, the end, whole rounds."""

import numpy as np
import pytest

from sea_envs.core.table import Table, random_words
from sea_envs.games.australis import GAME
from sea_envs.games.australis.components import CARDS, STANDARD
from tests.games.australis.setting import (
    held,
    leave_one_turn,
    play,
    put_corals,
    put_turtles,
    set_table,
)

LAST = ("yellow 1", "white 1")


def score(table):
    """Take the round's last die, which brings two fish and two points to the last seat."""
    before = table.scores()
    dice = ("blue", "blue", "blue")[: table.setup.players]
    leave_one_turn(table, dice, LAST)
    table.state.fish[table.setup.players - 1] -= 2
    before[-1] += 2
    play(table, "take yellow 1")
    return [after - now for after, now in zip(table.scores(), before, strict=True)]


def test_e7_r2_3_reefs_go_by_corals_and_ties_to_the_turtle_ahead():
    table = set_table(3)
    put_turtles(table, 14, 17, 20)
    put_corals(table, 0, reef_5=2, reef_6=1, reef_1=1)
    put_corals(table, 1, reef_5=2)
    put_corals(table, 2, reef_5=1, reef_6=1)
    turtles = [3, 3, 4]
    assert [gain - at for gain, at in zip(score(table), turtles, strict=True)] == [7, 4, 5]


def test_r10_the_tied_loser_is_second():
    table = set_table(2)
    put_turtles(table, 4, 5)
    put_corals(table, 0, reef_3=1)
    put_corals(table, 1, reef_3=1)
    assert score(table) == [2 + 1, 2 + 3]


def test_r10b_the_turtles_count_where_they_stand_at_the_scoring():
    table = set_table(2, rolls=("chance contest 0 blue 2, 1 blue 3",))
    put_turtles(table, 4, 1)
    put_corals(table, 0, reef_3=1)
    put_corals(table, 1, reef_3=1)
    leave_one_turn(table, ("blue", ""), ("blue 4", "white 1"))
    play(table, "take blue 4")
    assert table.scores() == [0 + 2 + 1, 1 + 2 + 3]


def test_r6_1_a_reef_without_a_second_value_pays_the_first_only():
    table = set_table(2)
    put_turtles(table, 4, 5)
    put_corals(table, 0, reef_2=2)
    put_corals(table, 1, reef_2=1)
    assert score(table) == [2 + 2, 2]


def test_r6_1_corals_stay_on_the_reefs():
    table = set_table(2)
    put_corals(table, 0, reef_2=2)
    score(table)
    assert table.state.reefs[0, 1] == 2


@pytest.mark.parametrize(
    ("fish", "food", "points"),
    [(11, 2, 6), (11, 3, 7), (14, 3, 8), (0, 7, 0), (30, 7, 16), (24, 6, 14)],
)
def test_e8_r6_3_fish_bring_points_as_far_as_the_food_goes(fish, food, points):
    table = set_table(2)
    put_turtles(table, 4, 5)
    table.state.fish[0], table.state.food[0] = fish, food
    assert score(table)[0] == 2 + points
    assert table.state.fish[0] == fish


@pytest.mark.parametrize(
    ("space", "value"),
    [(0, 1), (4, 2), (11, 2), (12, 3), (27, 5), (28, 6), (43, 8), (44, 9), (48, 10), (51, 10)],
)
def test_r2_2_r6_2_the_turtle_scores_the_value_of_its_space(space, value):
    table = set_table(2)
    put_turtles(table, space, 5)
    assert score(table)[0] == value


def last_round(**options):
    """Round 5; its first dice lie in the pool."""
    table = set_table(2, **options)
    table.state.rounds = 5
    return table


def test_e12_final_scoring_and_the_tie_r16():
    table = last_round(rolls=("chance contest 0 blue 2, 1 blue 3",))
    put_turtles(table, 33, 27)
    table.state.points[:2] = (98 - 6, 101 - 6)
    table.state.tile_points[:2] = (13 - 7, 6)
    table.state.supply[:2] = (16 - 8, 16 - 7)
    leave_one_turn(table, ("blue", ""), ("blue 2", "white 1"))
    play(table, "take blue 2")
    assert (table.scores(), table.state.spaces[1]) == ([98, 101], 29)
    play(table, "tile gold")
    assert table.over
    assert table.scores() == [98 + 13 + 8 + 4, 101 + 15 + 7] == [123, 123]
    assert table.winners() == [0]


def test_r16_a_final_tie_may_be_shared():
    table = last_round(final_tie="shared")
    table.state.phase = 6
    table.state.points[:2] = (20, 24 + 9)
    table.state.seat = 0
    table.state.second_seat = -1
    table.table.refresh()
    play(table, "tile gold")
    assert table.scores() == [33, 33]
    assert table.winners() == [0, 1]


def finish(table):
    """The last tile of the game, taken by seat 0: gold 9."""
    table.state.phase = 6
    table.state.rounds = 5
    table.state.seat = 0
    table.state.second_seat = -1
    table.table.refresh()
    before = table.scores()
    play(table, "tile gold")
    assert table.over
    return [after - now for after, now in zip(table.scores(), before, strict=True)]


def test_r2_7_r8_the_start_tile_brings_four_points_to_its_holder():
    table = set_table(2)
    assert finish(table) == [9 + 4, 0]
    table = set_table(2)
    table.state.start_tile_seat = 1
    assert finish(table) == [9, 4]


def test_r8_each_coral_on_a_reef_brings_one_point():
    table = set_table(2)
    put_corals(table, 1, reef_1=2, reef_6=3)
    assert finish(table) == [13, 5]


def test_r15_fish_are_not_scored_again_at_the_end():
    table = set_table(2)
    table.state.fish[1] = 9
    assert finish(table) == [13, 0]


@pytest.mark.parametrize(("fish", "food", "points"), [(9, 1, 6), (5, 1, 5), (9, 2, 9)])
def test_r15_with_one_per_fed_fish_each_fed_fish_brings_a_point(fish, food, points):
    table = set_table(2, end_fish="one_per_fed_fish")
    table.state.fish[1], table.state.food[1] = fish, food
    assert finish(table) == [13, points]


def test_r19_a_red_die_of_round_5_moves_the_start_tile_before_the_end():
    table = last_round(rolls=("chance contest 0 blue 2, 1 red 3",))
    leave_one_turn(table, ("blue", ""), ("red", "white 1"))
    play(table, "take red")
    assert table.seat == 1
    before = table.scores()
    play(table, "tile gold")
    assert [now - then for now, then in zip(table.scores(), before, strict=True)] == [7, 9 + 4]


def test_r17_5_pass_left_moves_the_start_tile_in_round_5_too():
    table = last_round(red_untaken="pass_left", rolls=("chance contest 0 blue 2, 1 blue 3",))
    leave_one_turn(table, ("blue", "blue"), ("yellow 1", "red"))
    play(table, "take yellow 1")
    before = table.scores()
    play(table, "tile gold")
    assert [now - then for now, then in zip(table.scores(), before, strict=True)] == [7, 9 + 4]


def test_r20_tiles_count_only_at_the_end():
    table = set_table(2, rolls=("chance contest 0 blue 2, 1 blue 3",))
    leave_one_turn(table, ("blue", "blue"), LAST)
    play(table, "take yellow 1")
    before = table.scores()
    play(table, "tile gold")
    assert table.scores() == before
    assert list(table.state.tile_points[:2]) == [3, 5]


def test_e15_a_whole_round_for_two():
    first = "chance contest 0 blue 4, 0 purple 2, 1 blue 6, 1 purple 2, 1 red 3"
    second = "chance contest 0 blue 3, 1 blue 5, 1 red 7"
    third = "chance roll white 1 1, yellow 1 1, blue 2 2, purple 1 1"
    table = set_table(2, display=("blue-FISH",), rolls=(first, second, third))
    play(table, "take blue 5", "take purple 4", "reef 4", "take yellow 6", "take yellow 3")
    play(table, "take purple 1", "reef 1", "take blue 2", "take white 2", "pick 1", "keep")
    assert (table.scores(), held(table, 0)) == ([1, 2], {"blue-FISH"})
    assert play(table, "take red") == [first, second]
    assert table.scores() == [9, 8]
    assert table.seat == 1
    assert play(table, "tile gold") == [third]
    assert list(table.state.tile_points[:2]) == [3, 5]
    assert list(table.state.food[:2]) == [2, 1]
    assert (table.seat, table.state.rounds) == (1, 2)
    assert table.events()[-3:] == [second, "seat 1: tile gold", third]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r13_at_every_step_of_random_play_everything_is_in_one_place(players):
    rows = 40
    setup = GAME.setup(players)
    table = Table(setup, rows)
    table.seed(7)
    table.deal()
    words = random_words(rows, 7)
    box = sorted(setup.words.cards(players))
    alive = np.arange(rows)
    spaces = table.states["spaces"].copy()
    while len(alive):
        for row in alive:
            check(table.states[row], players, box)
        assert (table.states["spaces"] >= spaces).all()
        spaces = table.states["spaces"].copy()
        table.step(table.random_actions(words, alive), alive)
        alive = alive[table.ended[alive] == 0]
    handed = table.states["tile_points"][:, :players].sum(axis=1)
    assert (handed <= 60).all()
    assert players == 2 or (handed == 60).all()


def check(state, players, box):
    slots = [
        4 * colour + kind
        for seat in range(players)
        for colour in range(4)
        for kind in range(4)
        if state.slots[seat, colour] >> kind & 1
    ]
    strips = [
        16 + bit for seat in range(players) for bit in range(3) if state.strips[seat] >> bit & 1
    ]
    deck = [int(card) for card in state.deck[state.drawn : state.decked]]
    display = [int(card) for card in state.display if card >= 0]
    used = [card for card in range(16) for _ in range(state.discards[card])]
    picked = [int(state.card)] if state.card >= 0 else []
    assert sorted(slots + strips + deck + display + used + picked) == box
    assert set(state.deck[: state.drawn].tolist()) <= {-1}
    assert state.phase or -1 not in state.display
    assert all(bin(cards).count("1") <= 3 for row in state.slots for cards in row)
    below = [space for space in state.spaces[:players] if space < 51]
    assert len(set(below)) == len(below)
    for seat in range(players):
        assert state.reefs[seat].sum() + state.supply[seat] == 16
        taken = sum(state.spaces[seat] >= at for at in STANDARD.food_at)
        assert 1 + taken <= state.food[seat] <= 7
    assert state.pool.sum() == 4 * players + 1 - state.turn - (state.die > 0)
    assert state.phase != 6 or state.taken.sum() >= 2 * players
    assert len(CARDS) == 19
