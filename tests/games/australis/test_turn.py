"""Rules 4 and 5: the draft, the current, cards and dice, position by position."""

import pytest

from tests.games.australis.setting import (
    held,
    leave_one_turn,
    play,
    put_cards,
    put_corals,
    put_pool,
    put_turtles,
    set_table,
    shown,
)

EXAMPLE_6 = (
    "blue-FISH",
    "white-MOVE",
    "red-CONTEST",
    "yellow-POINT",
    "purple-CORAL",
    "blue-MOVE",
)


def legal(table):
    return set(table.legal_texts())


def test_e1_three_players_start_staggered_with_a_deck_of_38():
    table = set_table(3)
    assert table.scores() == [0, 1, 2]
    assert list(table.state.spaces[:3]) == [0, 1, 2]
    assert list(table.state.food[:3]) == [1, 1, 1]
    assert (table.state.decked, table.state.decked - table.state.drawn) == (38, 32)
    assert table.state.pool.sum() == 13
    assert table.seat == 0


@pytest.mark.parametrize(("players", "cards"), [(2, 35), (3, 38), (4, 54)])
def test_r2_5_the_deck_depends_on_the_number_of_players(players, cards):
    assert set_table(players).state.decked == cards


def test_r3_chance_tells_the_deck_and_the_roll():
    table = set_table(2, display=EXAMPLE_6)
    deck, roll = table.events()
    assert deck.startswith("chance deck blue-FISH, white-MOVE, red-CONTEST, ")
    assert len(deck.split(", ")) == 35
    assert roll == "chance roll white 2 5, yellow 3 6, blue 2 5, purple 1 4"
    assert table.events(viewer=0) == [roll]


def test_r2_1_the_dice_are_named_by_colour_and_face_or_number():
    whites_and_yellows = {"take white 2", "take white 5", "take yellow 3", "take yellow 6"}
    blues_and_purples = {"take blue 2", "take blue 5", "take purple 1", "take purple 4"}
    assert legal(set_table(2)) == whites_and_yellows | blues_and_purples | {"take red"}


def test_r1_seats_take_four_plain_laps_and_one_die_is_left_r2():
    table = set_table(3, rolls=("chance contest 0 blue 2, 0 blue 2, 1 red 8, 2 blue 2",))
    put_pool(table, *["yellow 1"] * 12, "white 1")
    table.state.pool[12] = 1
    order = []
    for _ in range(11):
        order.append(table.seat)
        play(table, "take yellow 1")
    assert order == [0, 1, 2] * 3 + [0, 1]
    table.state.taken[0, 0], table.state.taken[1, 2] = 2, 1
    lines = play(table, "take blue 2")
    assert lines == ["chance contest 0 blue 2, 0 blue 2, 1 red 8, 2 blue 2"]
    assert table.state.pool.sum() == 2
    assert table.legal_texts() == ["tile gold", "tile silver"]


@pytest.mark.parametrize(
    ("landing", "spaces", "steps", "target"),
    [
        ("next_free", (5, 9, 10), 4, 11),
        ("next_free", (5, 9, 10), 5, 11),
        ("next_free", (5, 9, 10), 6, 11),
        ("next_free", (5, 7, 10), 4, 9),
        ("leapfrog", (5, 7, 10), 4, 11),
        ("leapfrog", (5, 9, 10), 4, 11),
        ("leapfrog", (5, 9, 10), 6, 13),
    ],
)
def test_e2_and_r8_a_turtle_goes_on_to_the_next_free_space(landing, spaces, steps, target):
    table = set_table(3, landing=landing)
    put_turtles(table, *spaces)
    put_pool(table, f"blue {steps}", "red")
    play(table, f"take blue {steps}")
    assert table.state.spaces[0] == target


def test_e3_one_move_may_take_two_stones():
    table = set_table(3)
    put_turtles(table, 11, 18, 19)
    put_pool(table, "blue 7", "red")
    play(table, "take blue 7")
    assert table.state.spaces[0] == 20
    assert table.state.food[0] == 3
    assert (table.state.sectors[20], table.state.values[20]) == (3, 4)


def test_r5_2_a_stone_is_taken_once():
    table = set_table(2)
    put_turtles(table, 12, 1)
    put_pool(table, "blue 2", "red")
    play(table, "take blue 2")
    assert table.state.food[0] == 1


def test_e4_purple_4_reaches_reefs_1_to_4():
    table = set_table(2)
    play(table, "take purple 4")
    assert legal(table) == {"reef 1", "reef 2", "reef 3", "reef 4"}
    play(table, "reef 3")
    assert table.state.reefs[0].tolist() == [0, 0, 1, 0, 0, 0]
    assert table.state.supply[0] == 15
    assert table.seat == 1


def test_e5_r4_1_the_cards_of_a_slot_fire_before_the_die_r4b():
    table = set_table(2)
    put_turtles(table, 11, 1)
    put_cards(table, 0, "yellow-POINT", "yellow-MOVE", "yellow-CORAL")
    put_pool(table, "yellow 4", "red")
    play(table, "take yellow 4")
    assert (table.state.spaces[0], table.state.food[0], table.state.fish[0]) == (12, 2, 0)
    assert legal(table) == {"reef 1", "reef 2"}
    play(table, "reef 2")
    assert (table.scores()[0], table.state.fish[0]) == (3, 3)
    assert table.state.reefs[0, 1] == 1
    assert table.seat == 1


def test_e5_with_coral_first_only_reef_1_is_in_reach():
    table = set_table(2, coral_order="coral_first")
    put_turtles(table, 11, 1)
    put_cards(table, 0, "yellow-POINT", "yellow-MOVE", "yellow-CORAL")
    put_pool(table, "yellow 4", "red")
    play(table, "take yellow 4")
    assert legal(table) == {"reef 1"}
    assert (table.scores()[0], table.state.spaces[0]) == (0, 11)
    play(table, "reef 1")
    assert (table.scores()[0], table.state.spaces[0], table.state.fish[0]) == (3, 12, 3)


def test_r4_cards_of_other_slots_stay_quiet():
    table = set_table(2)
    put_cards(table, 0, "yellow-POINT", "purple-POINT", "white-FISH")
    play(table, "take blue 2")
    assert (table.scores()[0], table.state.fish[0]) == (0, 0)


def test_r11_a_coral_card_reaches_the_own_sector_and_all_below():
    table = set_table(2)
    put_turtles(table, 30, 50)
    put_cards(table, 0, "blue-CORAL")
    play(table, "take blue 2")
    assert legal(table) == {"reef 1", "reef 2", "reef 3", "reef 4"}


def test_r4_2_a_purple_die_with_a_coral_card_places_two_corals():
    table = set_table(2)
    put_cards(table, 0, "purple-CORAL")
    play(table, "take purple 4")
    assert legal(table) == {"reef 1"}
    play(table, "reef 1")
    assert legal(table) == {"reef 1", "reef 2", "reef 3", "reef 4"}
    play(table, "reef 1")
    assert table.state.reefs[0, 0] == 2
    assert table.seat == 1


def test_e6_a_white_die_with_two_cards():
    table = set_table(2, display=EXAMPLE_6)
    put_cards(table, 0, "blue-FISH", "red-CONTEST")
    put_pool(table, "white 6", "white 1")
    play(table, "take white 6")
    assert table.scores()[0] == 1
    assert legal(table) == {"pick 1", "pick 2", "pick 4", "pick 5", "pick 6"}
    play(table, "pick 1")
    assert legal(table) == {"use"}
    play(table, "use")
    assert table.state.fish[0] == 1
    assert shown(table)[0] == ""
    assert table.state.discards.sum() == 1
    play(table, "pick 2")
    assert legal(table) == {"keep", "use"}
    play(table, "keep")
    assert held(table, 0) == {"blue-FISH", "red-CONTEST", "white-MOVE"}
    assert table.state.spaces[0] == 0
    assert table.seat == 1
    assert "" not in shown(table)


def test_r4_3_r6_the_display_is_refilled_at_the_end_of_the_turn_lowest_place_first():
    table = set_table(2, display=(*EXAMPLE_6, "white-FISH", "purple-MOVE"))
    put_pool(table, "white 5", "white 1")
    play(table, "take white 5", "pick 4", "use", "pick 2", "keep")
    assert shown(table)[1] == "white-FISH"
    assert shown(table)[3] == "purple-MOVE"


def test_r6_with_refill_immediate_the_next_symbol_sees_the_new_card():
    table = set_table(2, display=(*EXAMPLE_6, "white-FISH", "purple-MOVE"), refill="immediate")
    put_pool(table, "white 5", "white 1")
    play(table, "take white 5", "pick 4")
    assert shown(table)[3] == "white-FISH"
    play(table, "keep", "pick 4", "keep")
    assert held(table, 0) == {"yellow-POINT", "white-FISH"}
    assert shown(table)[3] == "purple-MOVE"


@pytest.mark.parametrize(
    ("card", "gain"),
    [("purple-POINT", (1, 0, 0)), ("purple-FISH", (0, 1, 0)), ("purple-MOVE", (0, 0, 2))],
)
def test_r7_a_used_card_has_its_effect_once_whatever_its_colour(card, gain):
    table = set_table(2, display=(card,))
    put_pool(table, "white 1", "red")
    play(table, "take white 1", "pick 1", "use")
    points, fish, space = gain
    assert (table.scores()[0], table.state.fish[0], table.state.spaces[0]) == (points, fish, space)
    assert held(table, 0) == set()
    assert table.state.discards.sum() == 1


def test_r7_a_used_coral_asks_for_a_reef_before_the_next_symbol():
    table = set_table(2, display=("white-CORAL", "white-POINT"))
    put_turtles(table, 13, 1)
    put_pool(table, "white 5", "red")
    play(table, "take white 5", "pick 1", "use")
    assert legal(table) == {"reef 1", "reef 2"}
    play(table, "reef 2", "pick 2", "use")
    assert (table.state.reefs[0, 1], table.scores()[0], table.seat) == (1, 1, 1)


def test_r7b_a_contest_card_goes_to_the_strip_without_a_decision():
    table = set_table(2, display=("red-CONTEST",))
    put_pool(table, "white 1", "red")
    play(table, "take white 1", "pick 1")
    assert held(table, 0) == {"red-CONTEST"}
    assert table.seat == 1


def test_r7c_a_contest_card_adds_nothing_to_the_die_that_is_taken():
    table = set_table(2)
    put_cards(table, 0, "blue-CONTEST")
    play(table, "take blue 5")
    assert table.state.spaces[0] == 5


def test_r2_4_r5_3_a_slot_holds_three_cards():
    table = set_table(2, display=("blue-CORAL",))
    put_cards(table, 0, "blue-POINT", "blue-FISH", "blue-MOVE")
    put_pool(table, "white 1", "red")
    play(table, "take white 1", "pick 1")
    assert legal(table) == {"use"}


def test_r5_1_pass_is_only_legal_where_no_card_may_be_picked():
    table = set_table(2)
    put_pool(table, "white 5", "red")
    play(table, "take white 5")
    assert "pass" not in legal(table)
    table.state.display[:] = [-1, 16, -1, -1, -1, -1]
    put_cards(table, 0, "blue-CONTEST")
    assert legal(table) == {"pass"}
    play(table, "pass")
    assert legal(table) == {"pass"}
    play(table, "pass")
    assert table.seat == 1


def test_r5_4_an_empty_deck_is_made_of_the_discards():
    table = set_table(2, display=EXAMPLE_6)
    put_pool(table, "white 5", "red")
    table.state.drawn = table.state.decked
    table.state.deck[:] = -1
    lines = play(table, "take white 5", "pick 2", "use", "pick 4", "use")
    assert lines in (
        ["chance deck white-MOVE, yellow-POINT"],
        ["chance deck yellow-POINT, white-MOVE"],
    )
    assert sorted(shown(table)) == sorted(EXAMPLE_6)
    assert table.state.discards.sum() == 0


def test_r20_white_and_yellow_points_are_added_at_once():
    table = set_table(2)
    put_pool(table, "yellow 2", "white 4", "red")
    play(table, "take yellow 2")
    assert (table.scores(), table.state.fish[0]) == ([3, 1], 2)
    play(table, "take white 4")
    assert table.scores() == [3, 4]


def test_r4_red_gives_the_start_tile_and_leaves_this_rounds_order_alone():
    table = set_table(3)
    play(table, "take yellow 1", "take red")
    assert table.state.start_tile_seat == 1
    assert table.seat == 2
    play(table, "take yellow 3")
    assert table.seat == 0


def test_e13_the_last_space_is_shared_and_who_came_first_stays_ahead_r9():
    table = set_table(2)
    put_turtles(table, 47, 45)
    put_pool(table, "blue 7", "blue 7", "blue 5", "red")
    play(table, "take blue 7", "take blue 7")
    assert list(table.state.spaces[:2]) == [51, 51]
    assert list(table.state.arrived[:2]) == [1, 2]
    assert table.state.values[51] == 10
    table.state.points[:2] = 50
    ahead, behind = table.table.scores()[1][0, :2]
    assert ahead > behind
    play(table, "take blue 5")
    assert list(table.state.arrived[:2]) == [1, 2]
    assert table.state.taken[0, 0] == 2


def test_e14_r2_8_without_corals_left_no_reef_is_asked():
    table = set_table(2)
    put_corals(table, 0, reef_1=16)
    put_cards(table, 0, "purple-CORAL")
    put_pool(table, "purple 6", "red")
    play(table, "take purple 6")
    assert table.seat == 1
    assert table.state.taken[0, 1] == 1


def test_r18_a_reef_takes_any_number_of_corals():
    table = set_table(2)
    put_corals(table, 0, reef_1=15)
    put_corals(table, 1, reef_1=16)
    play(table, "take purple 1", "reef 1")
    assert table.state.reefs[:2, 0].tolist() == [16, 16]


def test_r4_4_r5_effects_are_compulsory():
    table = set_table(2)
    put_cards(table, 0, "yellow-CORAL")
    play(table, "take yellow 3")
    assert legal(table) == {"reef 1"}


def test_r17_2_a_decision_with_one_answer_is_still_asked():
    table = set_table(2)
    play(table, "take purple 1")
    assert table.legal_texts() == ["reef 1"]
    assert table.seat == 0


def test_r3_an_untaken_red_die_leaves_the_start_tile_where_it_is():
    table = set_table(2, rolls=("chance contest 0 blue 2, 1 blue 3",))
    leave_one_turn(table, ("blue", "blue"), ("yellow 1", "red"))
    play(table, "take yellow 1")
    assert table.state.start_tile_seat == 0


def test_r3_pass_left_moves_the_start_tile_of_an_untaken_red_die():
    table = set_table(2, red_untaken="pass_left", rolls=("chance contest 0 blue 2, 1 blue 3",))
    leave_one_turn(table, ("blue", "blue"), ("yellow 1", "red"))
    table.state.start_tile_seat = 1
    play(table, "take yellow 1")
    assert table.state.start_tile_seat == 0
    play(table, "tile gold")
    assert table.seat == 0
