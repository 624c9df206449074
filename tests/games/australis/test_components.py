"""Options, stacked decks and dice, boards from files: what fits, and what is said if not."""

import numpy as np
import pytest

from sea_envs.core.errors import BadDeck, BadOption, BadSeats, UnknownOption
from sea_envs.core.play import Play
from sea_envs.games.australis import GAME
from sea_envs.games.australis.components import STANDARD
from tests.games.australis.setting import FIRST_ROLL, play, put_pool, set_table, stacked_deck


def begin(players=2, **stacks):
    table = Play(GAME.setup(players))
    table.begin(1, **stacks)
    return table


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"players": 5}, BadSeats, "australis with players=5: possible: 2 to 4"),
        ({"refill": "never"}, BadOption, "refill='never': possible: 'turn_end', 'immediate'"),
        ({"landings": "leapfrog"}, UnknownOption, "Did you mean 'landing'"),
    ],
)
def test_r17_a_bad_option_is_named_with_what_is_possible(options, error, message):
    with pytest.raises(error, match=message):
        GAME.setup(**options)


def test_r17_the_defaults_are_those_of_the_rules():
    defaults = {name: option.default for name, option in GAME.options.items()}
    assert defaults == {
        "refill": "turn_end",
        "landing": "next_free",
        "second_tie": "turtle",
        "no_second": "discard",
        "red_untaken": "keep",
        "final_tie": "turtle",
        "end_fish": "no",
        "coral_order": "move_first",
        "board": "standard",
    }


def test_r16_a_stacked_deck_is_drawn_in_its_order():
    deck = stacked_deck(GAME.setup(2), ("red-CONTEST", "white-CORAL"))
    line = begin(deck=deck).events()[0]
    assert line == "chance deck " + ", ".join(deck)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda deck: ["blue-FISHES", *deck[1:]], "unknown card 'blue-FISHES'; Did you mean"),
        (lambda deck: deck[1:], r"34 cards: 35 needed; missing \['blue-CONTEST'\], too many \[\]"),
        (
            lambda deck: ["red-CONTEST", *deck[1:]],
            r"missing \['blue-CONTEST'\], too many \['red-CONTEST'\]",
        ),
    ],
)
def test_r16_a_stacked_deck_must_hold_all_cards(change, message):
    with pytest.raises(BadDeck, match=message):
        begin(deck=change(stacked_deck(GAME.setup(2))))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["chance roll white 2 5, yellow 3 6, blue 2 5"], "white, yellow, blue, purple, in this"),
        (
            ["chance roll white 2 5, yellow 3 6, blue 2 8, purple 1 4"],
            "blue 8 in .*: possible: 2, 3, 4, 5, 6, 7",
        ),
        (
            ["chance roll white 2, yellow 3 6, blue 2 5, purple 1 4"],
            "possible: 2 dice of each colour",
        ),
        (["chance contest 0 blue 4, 1 red 8"], "possible: `chance roll` first"),
        ([FIRST_ROLL[2], "chance contest 0 green 4, 1 red 8"], "'0 green 4' in .*possible: a seat"),
        ([FIRST_ROLL[2], "chance contest 0 blue 4, 2 red 8"], "'2 red 8' in .*0 to 1"),
        ([FIRST_ROLL[2], "chance contest 0 blue 4"], "possible: 2 to 5 dice"),
        ([FIRST_ROLL[2], "chance deck"], "'chance deck': possible"),
        ([7], "7: possible"),
        ([FIRST_ROLL[2]] * 60, "60 lines need 540 of 512 cells"),
        (
            [FIRST_ROLL[2], *["chance contest 0 blue 4, 1 red 4"] * 21],
            "at most 20 contest lines",
        ),
    ],
)
def test_r17_8_stacked_rolls_must_be_event_lines(lines, message):
    with pytest.raises(BadDeck, match=message):
        begin(rolls=lines)


def test_r17_8_fresh_dice_follow_when_the_stacked_ones_are_used_up():
    table = begin(rolls=[FIRST_ROLL[2]])
    assert table.events()[1] == FIRST_ROLL[2]
    assert table.state.rolls_left == 0
    while table.state.rounds == 1:
        table.act(table.legal()[0])
    assert table.state.pool.sum() == 9


def test_an_unknown_stack_is_named():
    with pytest.raises(BadDeck, match="unknown stack 'dice'"):
        begin(dice=[])


BOARD_FILE = """
white = [[0, 2], [1, 1], [1, 2], [2, 0], [3, 0], [4, 0]]
blue = [1, 2, 3, 4, 5, 9]
last = 21
sector_starts = [0, 4, 8, 12, 16, 20]
food_at = [4, 9, 21]
silver_food = [0, 0, 0, 0, 1]
slot_copies = {2 = 3, 3 = 2, 4 = 3}
"""


def test_r17_10_a_board_file_replaces_what_it_names(tmp_path):
    path = tmp_path / "my_board.toml"
    path.write_text(BOARD_FILE)
    setup = GAME.setup(2, board=str(path))
    assert setup.words.last == 21
    assert setup.words.gold == STANDARD.gold
    table = Play(setup, on_illegal="raise")
    table.begin(1, rolls=["chance roll white 1 6, yellow 1 1, blue 9 9, purple 1 1"])
    assert table.state.decked == 16 * 3 + 3
    play(table, "take blue 9")
    assert (table.state.spaces[0], table.state.food[0], table.state.sectors[9]) == (9, 3, 3)
    play(table, "take white 6")
    assert table.state.symbols == 4
    put_pool(table, "white 1", "red")
    table.state.phase = 0
    table.state.symbols = 0
    table.table.refresh()
    play(table, "take white 1")
    assert table.scores()[1] == 1 + 2


def test_r17_10_a_board_may_be_given_as_a_mapping():
    assert GAME.setup(2, board={"start_tile": 9}).words.start_tile == 9


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("colour = 3", "unknown entry 'colour'"),
        ("rounds = 4", "rounds = 4: possible: only 5"),
        ('start_space = "0"', "start_space = '0': possible: only 'seat'"),
        ("last = 52", "last = 52: possible: a whole number from 4 to 51"),
        ("corals = -1", "corals = -1: possible: a whole number from 0 to 99"),
        ("corals = 1.5", "corals = 1.5: possible"),
        ("corals = true", "corals = True: possible"),
        ("gold = [1, 2, 3, 4]", r"gold = \[1, 2, 3, 4\]: possible: a list of 5"),
        ("gold = [1, 2, 3, 4, 'x']", r"gold\[4\] = 'x': possible: a whole number"),
        ("white = [[1], [1, 1], [1, 2], [1, 3], [2, 0], [2, 1]]", r"white\[0\] = \[1\]: possible"),
        (
            "white = [[7, 0], [1, 1], [1, 2], [1, 3], [2, 0], [2, 1]]",
            r"white\[0\]\[0\] = 7: possible: a whole number from 0 to 6",
        ),
        ("blue = [2, 2, 3, 4, 5, 6]", "blue = .*: possible: numbers that rise"),
        ("purple = [1, 2, 3, 4, 5, 7]", r"purple\[5\] = 7: possible: a whole number from 1 to 6"),
        (
            "capacity = [0, 6, 9, 12, 15, 18, 21, 20]",
            "capacity = .*possible: numbers that never fall",
        ),
        ("capacity = [0, 6, 9, 12, 15, 18, 21, 25]", r"capacity\[7\] = 25: possible"),
        ("sector_starts = [1, 12, 20, 28, 36, 44]", r"sector_starts\[0\] = 1: possible: 0"),
        ("last = 30", "sector_starts reaches 44: possible: up to the last space 30"),
        ("food_at = [3, 20, 28]", r"food_at\[0\] = 3: possible: a whole number from 4"),
        ("food_at = [12, 20, 20]", "food_at = .*: possible: numbers that rise"),
        ("silver_food = [1, 1, 1, 1, 0]", "silver_food = .*: possible: food on at most 3 tiles"),
        ("silver_food = [2, 0, 0, 0, 0]", r"silver_food\[0\] = 2: possible"),
        ("slot_copies = {2 = 1}", "slot_copies = .*: possible: a table with 2, 3, 4"),
        ("slot_copies = {2 = 1, 3 = 9, 4 = 1}", "slot_copies.3 = 9: possible"),
        ("gold = [", "not a TOML file"),
    ],
)
def test_r17_10_a_bad_board_names_the_entry_and_what_is_possible(tmp_path, text, message):
    path = tmp_path / "my_board.toml"
    path.write_text(text)
    with pytest.raises(BadOption, match=message) as error:
        GAME.setup(2, board=str(path))
    assert "my_board.toml" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("given", ["nowhere.toml", 3.5, None])
def test_r17_10_a_board_that_is_no_file_is_named(given):
    with pytest.raises(BadOption, match="possible: 'standard' or a TOML file"):
        GAME.setup(2, board=given)


def test_5_5_neither_deck_nor_stacked_dice_reach_a_sampled_world():
    table = set_table(2, rolls=("chance contest 0 blue 2, 1 blue 3",))
    world = table.sample(0, np.random.default_rng(1))[0]
    assert (world.rolls_left, world.rolls.any()) == (0, False)
    left = slice(world.drawn, world.decked)
    assert world.deck[left].tolist() != table.state.deck[left].tolist()
    assert sorted(world.deck[left]) == sorted(table.state.deck[left])


def test_5_5_what_a_seat_reads_does_not_depend_on_the_decks_order():
    table = set_table(3)
    before = GAME.render.describe(table.setup, table.state, 1)
    seen = table.table.observe([0], [1]).copy()
    table.restore(table.sample(1, np.random.default_rng(2)))
    assert GAME.render.describe(table.setup, table.state, 1) == before
    assert table.table.observe([0], [1]).tobytes() == seen.tobytes()
