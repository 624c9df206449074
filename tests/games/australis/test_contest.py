"""Rules 7: the contest of blue, purple and red dice, and its tiles."""

from fractions import Fraction
from itertools import product

import pytest

from sea_envs.core.errors import BadDeck
from sea_envs.core.state import blank
from sea_envs.games.australis import GAME
from sea_envs.games.australis.components import STANDARD
from sea_envs.games.australis.rules.dice import hold_contest
from tests.games.australis.setting import (
    leave_one_turn,
    play,
    put_cards,
    put_turtles,
    set_table,
)

LAST = ("yellow 1", "white 1")
NEXT_ROLL = "chance roll white 1 1 1, yellow 1 1 1, blue 2 2 2, purple 1 1 1"


def contest(players, dice, *lines, turtles=(), **options):
    """A round's last die is taken, and these contest lines follow. dice: each seat's."""
    table = set_table(players, rolls=lines, **options)
    if turtles:
        put_turtles(table, *turtles)
    leave_one_turn(table, dice, LAST)
    assert play(table, "take yellow 1") == [line for line in lines if "contest" in line]
    assert table.legal_texts() == ["tile gold", "tile silver"]
    return table


def test_e9_dice_drop_not_seats_and_equal_dice_roll_again():
    table = set_table(
        3,
        rolls=(
            "chance contest 0 blue 3, 0 purple 2, 1 red 5, 2 blue 6",
            "chance contest 1 red 6, 2 blue 6",
            "chance contest 1 red 4, 2 blue 7",
            NEXT_ROLL,
        ),
    )
    put_cards(table, 0, "purple-CONTEST")
    table.state.rounds = 2
    leave_one_turn(table, ("blue purple", "red", "blue"), LAST)
    assert len(play(table, "take yellow 1")) == 3
    assert (table.seat, table.state.second_seat) == (2, 1)
    play(table, "tile silver")
    assert list(table.state.tile_points[:3]) == [0, 6, 4]
    assert list(table.state.food[:3]) == [1, 1, 2]


def test_r7_2_a_contest_card_adds_one_to_dice_of_its_colour_only():
    table = set_table(2, rolls=("chance contest 0 blue 4, 0 purple 4, 1 blue 5",))
    put_cards(table, 0, "blue-CONTEST")
    leave_one_turn(table, ("blue purple", "blue"), LAST)
    lines = play(table, "take yellow 1")
    assert lines[0] == "chance contest 0 blue 4, 0 purple 4, 1 blue 5"
    assert lines[1].startswith("chance contest 0 blue ")
    assert "purple" not in lines[1]


def test_e10_a_tie_for_second_goes_to_the_turtle_ahead_r13():
    line = "chance contest 0 blue 2, 1 purple 2, 2 red 5"
    table = contest(3, ("blue", "purple", "red"), line, turtles=(9, 12, 4))
    assert (table.seat, table.state.second_seat) == (2, 1)


def test_r13_with_second_tie_none_the_other_tile_leaves_the_game():
    line = "chance contest 0 blue 2, 1 purple 2, 2 red 5"
    options = {"second_tie": "none", "no_second": "winner_takes_both"}
    table = contest(3, ("blue", "purple", "red"), line, turtles=(9, 12, 4), **options)
    play(table, "tile gold")
    assert list(table.state.tile_points[:3]) == [0, 0, 5]


def test_r7_4_second_is_who_left_latest_not_who_is_ahead():
    table = contest(
        3,
        ("blue", "blue", "red"),
        "chance contest 0 blue 3, 1 blue 2, 2 red 5",
        "chance contest 0 blue 3, 2 red 5",
        turtles=(4, 12, 9),
    )
    assert (table.seat, table.state.second_seat) == (2, 0)


def test_r7_3_a_winner_may_have_several_dice_left():
    line = "chance contest 0 blue 2, 1 blue 5, 1 purple 3, 1 red 8"
    table = contest(2, ("blue", "blue purple red"), line)
    assert (table.seat, table.state.second_seat) == (1, 0)


def test_r12_where_all_dice_are_equal_nobody_drops():
    lines = ("chance contest 0 blue 4, 1 blue 4", "chance contest 0 blue 2, 1 blue 3")
    assert contest(2, ("blue", "blue"), *lines).seat == 1


def test_r12b_the_lowest_die_drops_not_the_lowest_total():
    lines = (
        "chance contest 0 blue 2, 0 blue 7, 1 blue 6",
        "chance contest 0 blue 5, 1 blue 4",
    )
    assert contest(2, ("blue blue", "blue"), *lines).seat == 0


def test_r7_1_white_and_yellow_dice_never_take_part():
    table = contest(2, ("blue", "blue"), "chance contest 0 blue 2, 1 blue 3")
    assert table.state.taken.sum() == 2


def test_e11_who_enters_alone_wins_without_a_roll_and_the_other_tile_goes_r14():
    table = contest(2, ("blue blue purple purple", ""))
    assert (table.seat, table.state.second_seat) == (0, -1)
    play(table, "tile gold")
    assert list(table.state.tile_points[:2]) == [5, 0]
    assert list(table.state.food[:2]) == [1, 1]
    assert table.state.start_tile_seat == 0


def test_r7_5_r14_with_winner_takes_both_the_other_tile_is_the_winners_too():
    table = contest(2, ("blue blue purple purple", ""), no_second="winner_takes_both")
    play(table, "tile gold")
    assert list(table.state.tile_points[:2]) == [8, 0]
    assert list(table.state.food[:2]) == [2, 1]


def test_r17_food_from_a_tile_counts_from_the_next_scoring():
    table = set_table(2, rolls=("chance contest 0 blue 2, 1 blue 3",))
    put_turtles(table, 0, 4)
    table.state.fish[1] = 9 - 2
    leave_one_turn(table, ("blue", "blue"), LAST)
    play(table, "take yellow 1")
    assert table.scores()[1] == 1 + 2 + 2 + 4
    play(table, "tile silver")
    assert table.state.food[1] == 2


@pytest.mark.parametrize(
    ("rounds", "gold", "silver", "food"),
    [(1, 5, 3, 1), (2, 6, 4, 1), (3, 7, 5, 1), (4, 8, 6, 0)],
)
def test_r2_6_the_tiles_rise_and_the_first_three_silver_ones_carry_food(rounds, gold, silver, food):
    table = set_table(2, rolls=("chance contest 0 blue 2, 1 blue 3",))
    table.state.rounds = rounds
    leave_one_turn(table, ("blue", "blue"), LAST)
    play(table, "take yellow 1", "tile gold")
    assert list(table.state.tile_points[:2]) == [silver, gold]
    assert list(table.state.food[:2]) == [1 + food, 1]


def exact_odds(one, other):
    """The chance that a die with these numbers beats the other one, equal rolls repeated."""
    wins = sum(a > b for a, b in product(one, other))
    losses = sum(a < b for a, b in product(one, other))
    return Fraction(wins, wins + losses)


@pytest.mark.parametrize(
    ("mine", "theirs", "odds"),
    [("blue", "purple", (21, 31)), ("red", "blue", (21, 31)), ("red", "purple", (13, 16))],
)
def test_e16_a_duel_has_its_exact_odds(mine, theirs, odds):
    expected = Fraction(*odds)
    assert exact_odds(getattr(STANDARD, mine), getattr(STANDARD, theirs)) == expected
    colours = ("blue", "purple", "red")
    states = blank(GAME.rules.STATE, 1)
    states[0] = GAME.setup(2).template[0]
    state = states[0]
    state.rng[:] = (1, 2, 3, 4)
    state.taken[0, colours.index(mine)] = 1
    state.taken[1, colours.index(theirs)] = 1
    duels, wins = 8000, 0
    for _ in range(duels):
        state.noted = 0
        wins += hold_contest(state) == 0
    spread = float(expected * (1 - expected) / duels) ** 0.5
    assert abs(wins / duels - float(expected)) < 4 * spread


@pytest.mark.parametrize(
    "lines",
    [
        ("chance contest 0 blue 2, 1 purple 3",),
        ("chance contest 0 blue 2, 0 blue 2, 1 blue 3",),
        (NEXT_ROLL.replace(" 1 1 1", " 1 1").replace(" 2 2 2", " 2 2"),),
    ],
)
def test_r17_8_a_stacked_line_that_does_not_fit_the_dice_is_an_error(lines):
    table = set_table(2, rolls=lines)
    leave_one_turn(table, ("blue", "blue"), LAST)
    with pytest.raises(BadDeck, match="does not fit the dice"):
        play(table, "take yellow 1")


def test_r17_8_a_contest_line_where_a_round_begins_is_an_error():
    table = set_table(2, rolls=("chance contest 0 blue 2, 1 blue 3",))
    leave_one_turn(table, ("blue blue", ""), LAST)
    play(table, "take yellow 1")
    with pytest.raises(BadDeck, match="does not fit the dice"):
        play(table, "tile gold")
