"""The plain reference against the worked examples of the rules page, and at random play."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from tests.games.australis.reference import BOARD, OPTIONS, Reference
from tests.games.chance import Fresh, Told

ROLLS = {
    2: "chance roll white 2 5, yellow 3 6, blue 2 5, purple 1 4",
    3: "chance roll white 1 2 6, yellow 1 3 4, blue 4 5 7, purple 1 4 6",
    4: "chance roll white 1 1 2 6, yellow 1 3 4 6, blue 2 4 5 7, purple 1 2 4 6",
}
SHORT_BOARD = {
    "white": [[0, 2], [1, 1], [1, 2], [2, 0], [3, 0], [4, 0]],
    "last": 21,
    "sector_starts": [0, 4, 8, 12, 16, 20],
    "food_at": [4, 9, 21],
    "corals": 3,
    "slot_max": 2,
    "slot_copies": {"2": 1, "3": 1, "4": 1},
    "contest_copies": {"2": 1, "3": 0, "4": 2},
}
BARE_BOARD = {
    "slot_copies": {"2": 0, "3": 0, "4": 0},
    "contest_copies": {"2": 0, "3": 1, "4": 1},
}


def set_table(players, display=(), **options):
    """Round 1 of a game whose first roll is ROLLS and whose deck starts with `display`."""
    game = Reference(players, **options)
    cards = Counter(game._all_cards()) - Counter(display)
    deck = ", ".join([*display, *sorted(cards.elements())])
    game.begin(Told([f"chance deck {deck}", ROLLS[players]]))
    return game


def play(game, *texts, lines=()):
    """Play the decisions; exactly the given chance lines must be asked for."""
    chance = Told(lines)
    for text in texts:
        game.play(text, chance)
    assert chance.lines == []


def last_die(game, taken, die, left):
    """Leave one turn of the round: `taken` per seat, `die` for the seat to act, `left` over."""
    game.taken = [list(dice) for dice in taken]
    game.pool = [die, left]
    game.turn = 4 * game.players - 1
    game.seat = game.players - 1


def set_corals(game, seat, **corals):
    """corals: reef_5=2 and so on."""
    for name, count in corals.items():
        game.corals[seat][int(name[-1])] = count
        game.supply[seat] -= count


def test_example_1_three_players_start_staggered_with_a_deck_of_38():
    game = set_table(3)
    assert game.scores() == [0, 1, 2]
    assert game.space == [0, 1, 2]
    assert game.food == [1, 1, 1]
    assert len(game.deck) == 32
    assert None not in game.display
    assert len(game.display) == 6
    assert len(game.pool) == 13
    assert game.seat == 0


@pytest.mark.parametrize(("players", "cards"), [(2, 35), (3, 38), (4, 54)])
def test_section_2_5_the_deck_is_filtered_by_the_number_of_players(players, cards):
    assert len(set_table(players).deck) + 6 == cards


@pytest.mark.parametrize(
    ("landing", "spaces", "steps", "target"),
    [
        ("next_free", [5, 9, 10], 4, 11),
        ("next_free", [5, 9, 10], 5, 11),
        ("next_free", [5, 9, 10], 6, 11),
        ("next_free", [5, 7, 10], 4, 9),
        ("leapfrog", [5, 7, 10], 4, 11),
        ("leapfrog", [5, 9, 10], 4, 11),
        ("leapfrog", [5, 9, 10], 6, 13),
    ],
)
def test_example_2_a_turtle_shifts_or_leaps_to_the_next_free_space(landing, spaces, steps, target):
    game = set_table(3, landing=landing)
    game.space = list(spaces)
    game.pool.append(f"blue {steps}")
    play(game, f"take blue {steps}")
    assert game.space[0] == target


def test_example_2_space_11_is_worth_2():
    assert set_table(3)._value(11) == 2


def test_example_3_one_move_may_take_two_stones():
    game = set_table(3)
    game.space = [11, 18, 19]
    play(game, "take blue 7")
    assert game.space[0] == 20
    assert game.food[0] == 3
    assert game.stones[0] == [28]
    assert (game._sector(20), game._value(20)) == (3, 4)


def test_example_4_purple_4_reaches_reefs_1_to_4():
    game = set_table(3)
    play(game, "take purple 4")
    assert game.legal() == {"reef 1", "reef 2", "reef 3", "reef 4"}
    play(game, "reef 3")
    assert game.corals[0][3] == 1
    assert game.supply[0] == 15
    assert game.seat == 1
    assert game.scores() == [0, 1, 2]
    game.over = True
    game.start_seat = 2
    assert game.scores()[0] == 1


def test_example_5_the_cards_of_the_slot_come_before_the_die():
    game = set_table(3)
    game.space[0] = 11
    game.slots[0]["yellow"] = ["CORAL", "MOVE", "POINT"]
    play(game, "take yellow 4")
    assert game.space[0] == 12
    assert game.food[0] == 2
    assert game.legal() == {"reef 1", "reef 2"}
    assert (game.scores()[0], game.fish[0]) == (1, 0)
    play(game, "reef 2")
    assert (game.scores()[0], game.fish[0]) == (3, 3)
    assert game.seat == 1


def test_example_5_coral_first_does_not_reach_the_new_sector():
    game = set_table(3, coral_order="coral_first")
    game.space[0] = 11
    game.slots[0]["yellow"] = ["CORAL", "MOVE", "POINT"]
    play(game, "take yellow 4")
    assert game.legal() == {"reef 1"}
    assert (game.space[0], game.scores()[0]) == (11, 0)
    play(game, "reef 1")
    assert (game.space[0], game.scores()[0], game.fish[0]) == (12, 3, 3)


EXAMPLE_6 = (
    "blue-FISH", "white-MOVE", "red-CONTEST", "yellow-POINT", "purple-CORAL", "blue-MOVE",
    "purple-POINT", "white-FISH",
)  # fmt: skip


def table_of_example_6(**options):
    game = set_table(3, EXAMPLE_6, **options)
    game.slots[0]["blue"] = ["FISH"]
    game.strip[0] = ["red"]
    play(game, "take white 6")
    return game


def test_example_6_a_second_card_of_its_kind_must_be_used():
    game = table_of_example_6()
    assert game.scores()[0] == 1
    assert game.legal() == {"pick 1", "pick 2", "pick 4", "pick 5", "pick 6"}
    play(game, "pick 1")
    assert game.legal() == {"use"}
    play(game, "use")
    assert game.fish[0] == 1
    assert game.discards == ["blue-FISH"]


def test_example_6_positions_stay_empty_until_the_turn_ends_and_a_card_kept_does_not_fire():
    game = table_of_example_6()
    play(game, "pick 1", "use")
    assert game.display[0] is None
    assert game.legal() == {"pick 2", "pick 4", "pick 5", "pick 6"}
    play(game, "pick 2")
    assert game.legal() == {"keep", "use"}
    play(game, "keep")
    assert game.slots[0]["white"] == ["MOVE"]
    assert game.space[0] == 0
    assert game.display[:2] == ["purple-POINT", "white-FISH"]
    assert (game.seat, game.phase) == (1, "TAKE")


def test_r6_immediate_refills_before_keep_or_use():
    game = table_of_example_6(refill="immediate")
    play(game, "pick 1")
    assert game.display[0] == "purple-POINT"
    assert game.phase == "HOW"


def test_r7b_a_contest_card_goes_to_the_strip_without_a_decision():
    game = set_table(2, ("red-CONTEST",))
    play(game, "take white 2", "pick 1")
    assert game.strip[0] == ["red"]
    assert (game.seat, game.phase) == (1, "TAKE")


def test_r7_a_coral_card_used_once_opens_the_reefs_of_the_turtle_and_not_of_the_card():
    game = set_table(2, ("purple-CORAL",))
    game.space[0] = 22
    play(game, "take white 2", "pick 1", "use")
    assert game.legal() == {"reef 1", "reef 2", "reef 3"}
    play(game, "reef 3")
    assert game.discards == ["purple-CORAL"]
    assert game.seat == 1


def test_section_2_4_a_fourth_card_does_not_fit_into_a_slot():
    game = set_table(2, ("purple-CORAL",))
    game.slots[0]["purple"] = ["POINT", "FISH", "MOVE"]
    play(game, "take white 2", "pick 1")
    assert game.legal() == {"use"}


def test_5_3_pass_is_for_a_display_without_a_card_that_may_be_picked():
    game = set_table(2)
    game.display = [None, "red-CONTEST", None, None, None, None]
    game.strip[0] = ["red"]
    play(game, "take white 5")
    assert game.legal() == {"pass"}
    play(game, "pass")
    assert (game.seat, game.phase, game.legal()) == (0, "PICK", {"pass"})
    play(game, "pass")
    assert (game.seat, game.phase) == (1, "TAKE")


def test_5_4_an_empty_deck_is_made_anew_from_the_discards_when_a_position_is_empty():
    game = set_table(2, ("white-FISH",))
    game.deck = []
    game.discards = ["blue-FISH", "blue-MOVE"]
    play(
        game, "take white 2", "pick 1", "use",
        lines=["chance deck white-FISH, blue-MOVE, blue-FISH"],
    )  # fmt: skip
    assert game.display[0] == "white-FISH"
    assert game.deck == ["blue-MOVE", "blue-FISH"]
    assert game.discards == []


def test_5_4_an_immediate_reshuffle_leaves_out_the_card_in_hand():
    game = set_table(2, ("white-FISH",), refill="immediate")
    game.deck = []
    game.discards = ["blue-FISH", "blue-MOVE"]
    play(game, "take white 2", "pick 1", lines=["chance deck blue-MOVE, blue-FISH"])
    assert game.display[0] == "blue-MOVE"


def test_5_4_a_position_stays_empty_when_deck_and_discards_are():
    game = set_table(2, ("white-FISH",))
    game.deck = []
    play(game, "take white 2", "pick 1", "keep")
    assert game.display[0] is None
    assert game.seat == 1


def test_example_7_the_turtle_ahead_breaks_a_tie_on_a_reef():
    game = set_table(3)
    game.space = [14, 17, 20]
    set_corals(game, 0, reef_5=2, reef_6=1, reef_1=1)
    set_corals(game, 1, reef_5=2)
    set_corals(game, 2, reef_5=1, reef_6=1)
    game._score_round()
    assert [sources["reef"] for sources in game.sources] == [7, 4, 5]
    assert [sources["turtle"] for sources in game.sources] == [3, 3, 4]


def test_reef_2_pays_no_second_place():
    game = set_table(2)
    set_corals(game, 0, reef_2=1)
    set_corals(game, 1, reef_2=3)
    game._score_round()
    assert [sources["reef"] for sources in game.sources] == [0, 2]


@pytest.mark.parametrize(("fish", "food", "points"), [(11, 2, 6), (11, 3, 7), (14, 3, 8)])
def test_example_8_food_limits_the_fish_that_score_and_no_fish_leave(fish, food, points):
    game = set_table(3)
    game.fish[0], game.food[0] = fish, food
    game._score_round()
    assert game.sources[0]["fish"] == points
    assert game.fish[0] == fish


def table_of_example_9(lines, **options):
    game = set_table(3, **options)
    game.round = 2
    game.strip[0] = ["purple"]
    taken = [["blue 4", "purple 1"], ["red"], ["blue 5"]]
    last_die(game, taken, die="yellow 1", left="white 2")
    play(game, "take yellow 1", lines=lines)
    return game


CONTEST_OF_EXAMPLE_9 = [
    "chance contest 0 blue 3, 0 purple 2, 1 red 5, 2 blue 6",
    "chance contest 1 red 6, 2 blue 6",
    "chance contest 1 red 4, 2 blue 7",
]


def test_example_9_the_lowest_dice_leave_together_and_equal_dice_roll_again():
    game = table_of_example_9(CONTEST_OF_EXAMPLE_9)
    assert (game.seat, game.second) == (2, 1)
    assert game.legal() == {"tile gold", "tile silver"}
    play(game, "tile silver", lines=[ROLLS[3]])
    assert game.tile_points == [0, 6, 4]
    assert game.food == [1, 1, 2]
    assert game.round == 3


def test_example_9_the_points_of_the_round_stand_before_the_contest():
    game = table_of_example_9(CONTEST_OF_EXAMPLE_9)
    assert game.scores() == [1, 1 + 1, 2 + 2 + 1 + 1]  # C's yellow 1: 2 points, 2 fish


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("chance contest 0 purple 2, 0 blue 3, 1 red 5, 2 blue 6", "dice by seat"),
        ("chance contest 0 blue 3, 1 red 5, 2 blue 6", "to be rolled"),
        ("chance contest 0 blue 3, 0 purple 2, 1 red 2, 2 blue 6", "no red die shows 2"),
    ],
)
def test_a_contest_line_must_fit_the_dice_still_in(line, fault):
    with pytest.raises(AssertionError, match=fault):
        table_of_example_9([line])


@pytest.mark.parametrize(("second_tie", "points"), [("turtle", [0, 3, 5]), ("none", [0, 0, 5])])
def test_example_10_a_tie_for_second_goes_to_the_turtle_ahead(second_tie, points):
    game = set_table(3, second_tie=second_tie, no_second="winner_takes_both")
    game.space = [9, 12, 4]
    taken = [["blue 4"], ["purple 1"], ["red"]]
    last_die(game, taken, die="yellow 1", left="white 2")
    play(game, "take yellow 1", lines=["chance contest 0 blue 2, 1 purple 2, 2 red 5"])
    play(game, "tile gold", lines=[ROLLS[3]])
    assert game.tile_points == points


@pytest.mark.parametrize(
    ("no_second", "points", "food", "removed"),
    [("discard", 5, 1, 3), ("winner_takes_both", 8, 2, 0)],
)
def test_example_11_an_unopposed_player_wins_without_a_roll(no_second, points, food, removed):
    game = set_table(2, no_second=no_second)
    turns = [
        "take blue 5", "take white 5", "pick 1", "use", "pick 2", "use", "take blue 2",
        "take white 2", "pick 1", "use", "take purple 4", "reef 4", "take yellow 3",
        "take purple 1", "reef 1", "take yellow 6",
    ]  # fmt: skip
    game.display = ["white-POINT"] * 6
    game.deck = ["white-POINT"] * 6
    play(game, *turns)
    assert (game.seat, game.phase, game.unopposed) == (0, "TILE", True)
    assert game.legal() == {"tile gold", "tile silver"}
    play(game, "tile gold", lines=[ROLLS[2]])
    assert game.tile_points == [points, 0]
    assert game.food == [food, 1]
    assert game.removed_points == removed
    assert game.start_seat == 0


@pytest.mark.parametrize(("red_untaken", "holder"), [("keep", 1), ("pass_left", 0)])
def test_r3_the_start_tile_stays_or_goes_left_when_red_is_left_over(red_untaken, holder):
    game = set_table(2, red_untaken=red_untaken)
    game.start_seat = 1
    last_die(game, [["purple 4"], ["blue 5", "blue 2"]], die="yellow 3", left="red")
    play(game, "take yellow 3", lines=["chance contest 0 purple 1, 1 blue 2, 1 blue 3"])
    assert game.start_seat == holder


def test_r3_pass_left_moves_nothing_when_red_was_taken():
    game = set_table(2, red_untaken="pass_left")
    last_die(game, [["purple 4"], ["blue 5"]], die="red", left="yellow 3")
    play(game, "take red", lines=["chance contest 0 purple 1, 1 blue 2, 1 red 3"])
    assert game.start_seat == 1


def table_of_example_12(**options):
    game = set_table(2, **options)
    game.round = 5
    game.score = [98, 101]
    game.space = [33, 29]
    game.tile_points = [6, 6]
    set_corals(game, 0, reef_1=8)
    set_corals(game, 1, reef_1=7)
    game.seat, game.second, game.phase = 1, 0, "TILE"
    play(game, "tile gold")
    return game


def test_example_12_tiles_corals_and_the_start_tile_count_at_the_end_and_the_turtle_decides():
    game = table_of_example_12()
    assert game.over
    assert game.legal() == set()
    assert game.scores() == [123, 123]
    assert game.winners() == [0]


def test_r16_shared_lists_all_winners():
    assert table_of_example_12(final_tie="shared").winners() == [0, 1]


def test_r15_fed_fish_may_count_once_more_at_the_end():
    game = table_of_example_12(end_fish="one_per_fed_fish")
    game.fish = [5, 7]
    assert game.scores() == [123 + 5, 123 + 6]


def test_r19_red_taken_in_round_5_moves_the_start_tile_before_the_end():
    game = set_table(2)
    game.round = 5
    last_die(game, [["blue 5"], ["purple 4"]], die="red", left="white 2")
    play(game, "take red", lines=["chance contest 0 blue 2, 1 purple 5, 1 red 3"])
    play(game, "tile gold")
    assert game.scores() == [0 + 1 + 7, 1 + 1 + 9 + 4]


def test_example_13_the_last_space_is_shared_and_the_first_arrival_stays_ahead():
    game = set_table(3)
    game.space = [47, 45, 2]
    game.pool = ["blue 7", "blue 7", "blue 5", "blue 4", "red"]
    play(game, "take blue 7", "take blue 7", "take blue 4", "take blue 5")
    assert game.space == [51, 51, 6]
    assert game._value(51) == 10
    assert game.arrivals == [0, 1]
    assert game._lead(0) > game._lead(1) > game._lead(2)
    assert "blue 5" in game.taken[0]


def test_example_14_without_corals_left_purple_opens_no_reef():
    game = set_table(3)
    set_corals(game, 0, reef_1=16)
    play(game, "take purple 6")
    assert game.seat == 1
    assert game._entered() == [(0, "purple")]


def test_example_15_a_whole_round_of_two_players():
    game = set_table(2)
    play(game, "take blue 5", "take purple 4", "reef 4", "take yellow 6", "take yellow 3")
    play(game, "take purple 1")
    assert game.legal() == {"reef 1"}
    play(game, "reef 1", "take blue 2", "take white 2", "pick 3", "keep")
    assert game.space == [5, 3]
    assert game.scores() == [1, 2]
    lines = [
        "chance contest 0 blue 4, 0 purple 2, 1 blue 6, 1 purple 2, 1 red 3",
        "chance contest 0 blue 3, 1 blue 5, 1 red 7",
    ]
    play(game, "take red", lines=lines)
    assert game.scores() == [9, 8]
    assert (game.seat, game.second) == (1, 0)
    game.check()
    play(game, "tile gold", lines=[ROLLS[2]])
    assert game.tile_points == [3, 5]
    assert game.food == [2, 1]
    assert (game.round, game.seat, game.start_seat) == (2, 1, 1)
    assert game.scores() == [9, 8]
    game.check()


@pytest.mark.parametrize(
    ("better", "worse", "odds"),
    [
        ("blue", "purple", Fraction(21, 31)),
        ("red", "blue", Fraction(21, 31)),
        ("red", "purple", Fraction(26, 32)),
    ],
)
def test_example_16_exact_duel_odds(better, worse, odds):
    wins = Counter()
    for high in BOARD[better]:
        for low in BOARD[worse]:
            game = set_table(2)
            game.taken = [[f"{better} 6"], [f"{worse} 6"]]
            if better == "red":
                game.taken[0] = ["red"]
            again = f"chance contest 0 {better} {BOARD[better][-1]}, 1 {worse} {BOARD[worse][0]}"
            chance = Told([f"chance contest 0 {better} {high}, 1 {worse} {low}", again])
            game._contest(chance)
            if chance.lines:  # decided by the first roll
                wins[game.seat] += 1
    assert Fraction(wins[0], wins.total()) == odds


def test_a_told_deck_must_hold_the_cards_to_be_shuffled():
    game = Reference(2)
    with pytest.raises(AssertionError, match="deck told"):
        game.begin(Told(["chance deck blue-FISH, blue-MOVE", ROLLS[2]]))


def test_an_unknown_option_or_value_is_refused():
    with pytest.raises(AssertionError, match="no option"):
        Reference(2, contents="totals")
    with pytest.raises(AssertionError, match="possible are"):
        Reference(2, refill="sometimes")
    with pytest.raises(AssertionError, match="cannot change"):
        Reference(2, board={"rounds": 4})


def random_game(players, seed):
    rng = random.Random(seed)
    options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    board = rng.choice([None, None, SHORT_BOARD, BARE_BOARD])
    game = Reference(players, board=board, **options)
    chance = Fresh(seed)
    game.begin(chance)
    game.check()
    played = []
    words = ("take", "pick", "keep", "use", "reef", "tile", "pass")
    tastes = {word: rng.random() for word in words}
    while not game.over:
        choices = sorted(game.legal())
        weights = [0.05 + tastes[text.split()[0]] * rng.random() for text in choices]
        text = rng.choices(choices, weights)[0]
        played.append(text)
        game.play(text, chance)
        game.check()
    return game, options, board, chance.lines, played


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("block", range(4))
def test_random_games_keep_every_invariant_and_follow_their_own_record(players, block):
    for seed in range(block * 10, block * 10 + 10):
        game, options, board, lines, played = random_game(players, seed)
        assert game.winners()
        if board is None:
            assert len(played) <= 75 * players + 5  # 5.3
            assert sum(line.startswith("chance deck") for line in lines) == 1  # 2.5
        again = Reference(players, board=board, **options)
        told = Told(lines)
        again.begin(told)
        for text in played:
            assert not again.over
            again.play(text, told)
        assert again.over
        assert told.lines == []
        assert again.scores() == game.scores()
