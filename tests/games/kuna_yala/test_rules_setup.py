"""Setting up (rule 3), stacked decks, options."""

from collections import Counter

import numpy as np
import pytest

from sea_envs.core.errors import BadDeck, BadOption, BadSeats, UnknownOption
from sea_envs.core.play import Play
from sea_envs.games.kuna_yala import GAME
from sea_envs.games.kuna_yala.components import DECKS, MOST_POINTS, NAMES, OPTIONS
from tests.games.kuna_yala.position import deck_beginning, left, shoal, shown


def begun(players: int, stacks: dict | None = None, **options) -> Play:
    play = Play(GAME.setup(players, **options))
    play.begin(3, **(stacks or {}))
    return play


def test_e1_an_octopus_of_the_set_up_is_discarded_and_the_same_stack_goes_on() -> None:
    deck = deck_beginning(3, ("R/s", "Y/t", "octopus G/v", "B/n"))
    play = begun(3, {"deck": deck})
    assert shown(play) == "R/s Y/t G/v B/n"
    assert left(play) == [24, 23, 22, 23]
    assert list(play.state.octopuses) == [0, 0, 0, 0]


def test_r2_1_r2_2_r2_3_deck_a_has_100_cards_and_the_alternatives_what_their_names_say() -> None:
    sizes = {name: len(box.cards()) for name, box in DECKS.items()}
    assert sizes == {"A": 100, "floors3": 96, "doubles2": 100}
    names = Counter(NAMES[card] for card in DECKS["A"].cards())
    assert names["coral"] == 20 and names["shark"] == 10 and names["octopus"] == 6
    assert names["R/s"] == names["B/n"] == 3 and names["Y2/v"] == 1
    doubles = Counter(NAMES[card] for card in DECKS["doubles2"].cards())
    assert doubles["R/s"] == doubles["R2/s"] == 2
    floors = Counter(NAMES[card] for card in DECKS["floors3"].cards())
    assert floors["R/v"] == 4 and floors["R2/v"] == 1 and floors["R/n"] == floors["R2/n"] == 0


def test_r3_1_colours_are_dealt_one_to_a_seat_and_all_four_come_up() -> None:
    for players in (2, 3, 4):
        met = set()
        for seed in range(40):
            play = Play(GAME.setup(players))
            play.begin(seed)
            assert sorted(play.state.colours) == [0, 1, 2, 3]
            met.add(tuple(play.state.colours[:players]))
        assert {colours[0] for colours in met} == {0, 1, 2, 3}


def test_r3_2_every_shoal_begins_with_one_coral_in_the_middle() -> None:
    play = begun(4)
    assert [shoal(play, seat) for seat in range(4)] == [{(0, 0): "coral"}] * 4


@pytest.mark.parametrize(
    ("players", "sizes"), [(2, [25, 25, 24, 24]), (3, [25, 24, 24, 24]), (4, [24, 24, 24, 24])]
)
def test_r3_3_the_larger_stacks_come_first(players: int, sizes: list[int]) -> None:
    play = begun(players, {"deck": deck_beginning(players, ("R/s", "R/s", "R/s", "Y/s"))})
    assert left(play) == [size - 1 for size in sizes]


def test_r3_4_the_top_of_each_stack_lies_in_the_slot_beside_it() -> None:
    play = begun(2, {"deck": deck_beginning(2, ("R/s R/t", "coral", "shark", "B2/n"))})
    assert shown(play) == "R/s coral shark B2/n"


def test_r3_5_four_sharks_at_the_set_up_cost_the_one_of_the_last_slot() -> None:
    play = begun(2, {"deck": deck_beginning(2, ("S", "S", "S", "S O S R/s"))})
    assert shown(play) == "shark shark shark R/s"
    assert left(play) == [24, 24, 23, 20]


def test_r3_6_seat_0_begins_or_chance_decides_and_play_is_clockwise() -> None:
    assert {begun(3).seat} == {0}
    starts = set()
    for seed in range(30):
        play = Play(GAME.setup(3, first="random"))
        play.begin(seed)
        starts.add(play.seat)
        assert play.events()[2] == f"chance first {play.seat}"
    assert starts == {0, 1, 2}
    play = begun(3, {"first": 2, "deck": deck_beginning(3, ("R/s", "C", "C", "C"))}, first="random")
    for text in ("own slot 1", "own cell (0,1)", "give slot 0", "give to +2", "give cell (0,1)"):
        play.act(play.parse(text))
    assert play.seat == 0
    assert shoal(play, 1)[(0, 1)] == "R/s", "+2 of seat 2 is seat 1"


def test_chance_lines_tell_colours_then_deck_then_first_and_a_viewer_only_its_own_colour() -> None:
    deck = deck_beginning(2, ("R/s", "C", "C", "C"))
    play = begun(2, {"deck": deck, "colours": ["Blue", "Green"], "first": 1}, first="random")
    assert play.events() == [
        "chance colours Blue, Green",
        "chance deck " + ", ".join(deck),
        "chance first 1",
    ]
    assert play.events(1) == ["chance colours ?, Green", "chance first 1"]
    assert begun(2).events()[-1].startswith("chance deck ")


def test_a_stacked_deck_is_dealt_once_and_the_next_game_is_shuffled() -> None:
    play = begun(2, {"deck": deck_beginning(2, ("R/s", "C", "C", "C")), "colours": ["Blue", "Red"]})
    assert list(play.state.colours[:2]) == [3, 0]
    first = play.events()[1]
    play.begin()
    assert play.events()[1] != first


DECK = deck_beginning(2, ("R/s", "C", "C", "C"))


@pytest.mark.parametrize(
    ("stacks", "message"),
    [
        (
            {"deck": ["R3/s", *DECK[1:]]},
            "stacked deck: unknown card 'R3/s'; Did you mean '",
        ),
        ({"deck": ["bone", *DECK[1:]]}, "stacked deck: unknown card 'bone'; possible: coral"),
        (
            {"deck": DECK[1:]},
            "stacked deck of 97 cards: 98 needed for 2 players with deck='A'; missing ['R/s'], "
            "too many []",
        ),
        (
            {"deck": ["Y2/s", *DECK[1:]]},
            "stacked deck of 98 cards: 98 needed for 2 players with deck='A'; missing ['R/s'], "
            "too many ['Y2/s']",
        ),
        ({"colours": ["Red", "Pink"]}, "stacked colours: unknown colour 'Pink'; possible: Red, "),
        (
            {"colours": ["Red", "Red"]},
            "stacked colours ['Red', 'Red']: possible: 2 different ones, one per seat",
        ),
        (
            {"colours": ["Red"]},
            "stacked colours ['Red']: possible: 2 different ones, one per seat",
        ),
        ({"first": 1}, "first=1 with first='seat0': possible: 0 to 0"),
        ({"decks": []}, "kuna_yala: unknown stack 'decks'; Did you mean 'deck'?"),
    ],
)
def test_a_bad_stack_says_what_was_given_and_what_was_possible(stacks: dict, message: str) -> None:
    with pytest.raises((BadDeck, BadSeats)) as error:
        begun(2, stacks)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_a_bad_first_seat_with_random_starts_names_the_seats() -> None:
    with pytest.raises(BadSeats, match="first=2 with first='random': possible: 0 to 1"):
        begun(2, {"first": 2}, first="random")


def test_bad_options_say_what_was_possible() -> None:
    with pytest.raises(BadOption, match="option deck='B': possible: 'A', 'floors3', 'doubles2'"):
        GAME.setup(2, deck="B")
    with pytest.raises(BadOption, match="option grid=15: possible: 17, 13"):
        GAME.setup(2, grid=15)
    with pytest.raises(UnknownOption, match="unknown option 'floors'"):
        GAME.setup(2, floors=3)
    with pytest.raises(BadSeats, match="players=5: possible: 2 to 4"):
        GAME.setup(5)


def test_the_first_value_of_every_option_is_its_default() -> None:
    assert all(option.default == option.values[0] for option in OPTIONS)


def test_the_span_covers_the_richest_deck() -> None:
    assert MOST_POINTS == 24 + 3 + 6 + 2


def test_r3_unowned_colours_stay_in_the_deck_and_their_tiles_with_nobody() -> None:
    play = begun(2)
    fish = np.array([play.state.unseen[5 + 8 * hue : 13 + 8 * hue].sum() for hue in range(4)])
    assert fish.sum() + sum(card >= 5 for card in play.state.shown) == 64
    assert set(play.state.colours[2:]) == set(range(4)) - set(play.state.colours[:2])
