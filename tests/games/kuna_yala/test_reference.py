"""The reference against the worked examples of the rules page (section 10) and against itself."""

import random
from collections import Counter

import pytest

from tests.games.chance import Fresh, Told
from tests.games.kuna_yala.reference import (
    BONE,
    CORAL,
    OCTOPUS,
    OPTIONS,
    SHARK,
    Place,
    Reference,
    full_deck,
)

GAMES_PER_PLAYER_COUNT = 24

ROW_AND_COLUMN = {  # example 6, before the card on (0,3)
    (0, 0): CORAL,
    (0, 1): "R/s",
    (0, 2): "Y/s",
    (0, 4): "G/s",
    (0, 5): "B/s",
    (1, 3): "R/s",
    (2, 3): "Y/s",
    (1, 2): CORAL,
    (1, 4): CORAL,
}
CROSS = {  # example 13: red on sand on all four sides of the start coral
    (0, 0): CORAL,
    (-1, 0): "R/s",
    (1, 0): "R/s",
    (0, -1): "R/s",
    (0, 1): "R/s",
}


def begun(players: int, **options) -> Reference:
    game = Reference(players, **options)
    game.begin(Fresh(1))
    return game


def facing(game: Reference, *cards: str | None) -> Reference:
    """The turn of seat 0 with these cards face up in the slots."""
    game.slots = [*cards] + [None] * (4 - len(cards))
    game.start_turn(0)
    return game


def play(game: Reference, *texts: str) -> None:
    for text in texts:
        game.play(text, Told([]))


def in_a_row(cards: str) -> dict[Place, str]:
    names = {"C": CORAL, "S": SHARK, "O": OCTOPUS, "X": BONE}
    return {(0, column): names.get(card, card) for column, card in enumerate(cards.split())}


def corals(*numbers: int) -> list[dict[Place, str]]:
    return [in_a_row("C " * number) for number in numbers]


def cells(shoal: dict[Place, str], card: str) -> set[Place]:
    """Where seat 1 may lay the card in its own shoal, or a shark in that of seat 0."""
    game = begun(2)
    game.shoals[0] = game.shoals[1] = shoal
    game.turn_seat = 1
    return set(game.places(card, 0 if card == SHARK else 1))


def given(shoal: dict[Place, str], card: str, place: str) -> dict[Place, str]:
    """The shoal after an opponent has laid the card there."""
    game = begun(2)
    game.shoals[1] = dict(shoal)
    facing(game, card, CORAL)
    play(game, "own slot 1", "own cell (1,0)", "give slot 0", f"give cell {place}")
    return game.shoals[1]


def counted(colours: str, *shoals: str, **options) -> Reference:
    game = begun(len(shoals), **options)
    game.colours = colours.split()
    game.shoals = [in_a_row(shoal) for shoal in shoals]
    return game


def stacked(players: int, *tops: list[str], sizes: list[int]) -> Told:
    """Chance lines for a deck with these cards on top of its four stacks."""
    rest = Counter(full_deck("A")) - Counter([CORAL] * players + sum(tops, []))
    others = list(rest.elements())
    deck = []
    for top, size in zip(tops, sizes, strict=True):
        missing = size - len(top)
        deck += top + others[:missing]
        others = others[missing:]
    colours = ["Red", "Yellow", "Green", "Blue"][:players]
    return Told([f"chance colours {', '.join(colours)}", f"chance deck {', '.join(deck)}"])


# The worked examples of section 10.


def test_example_1_an_octopus_of_the_set_up_is_discarded_and_replaced():
    game = Reference(3)
    tops = [["R/s"], ["R/t"], [OCTOPUS, "G/v"], ["R/n"]]
    game.begin(stacked(3, *tops, sizes=[25, 24, 24, 24]))
    assert game.slots == ["R/s", "R/t", "G/v", "R/n"]
    assert game.discards == [OCTOPUS]
    assert [len(stack) for stack in game.stacks] == [24, 23, 22, 23]
    game.check()


TWO_NEIGHBOURS = {(0, 0): CORAL, (0, 1): "R/s", (1, 0): "B/t"}


@pytest.mark.parametrize(
    ("card", "places"),
    [
        ("R/s", {(-1, 0), (-1, 1), (0, -1), (0, 2)}),
        ("R/t", {(-1, 0), (-1, 1), (0, -1), (0, 2), (1, 1), (1, -1), (2, 0)}),
        ("Y/v", {(-1, 0), (0, -1)}),
    ],
)
def test_example_2_a_fish_must_suit_every_neighbour(card, places):
    assert cells(TWO_NEIGHBOURS, card) == places


def test_example_3_a_double_is_laid_like_a_single():
    assert cells(TWO_NEIGHBOURS, "R2/v") == cells(TWO_NEIGHBOURS, "R/s")


def test_example_4_beside_bones_only_corals_are_laid():
    shoal = {(0, 0): CORAL, (0, 1): BONE, (0, -1): "G/n"}
    beside_bone = {(-1, 1), (1, 1), (0, 2)}
    fish_cells = {(-1, 0), (1, 0), (-1, -1), (1, -1), (0, -2)}
    assert cells(shoal, "G/n") == fish_cells
    assert cells(shoal, CORAL) == fish_cells | beside_bone
    assert cells(shoal, SHARK) == {(0, -1)}


def test_example_5_three_of_one_floor_are_cursed_whatever_their_colours():
    shoal = {(0, 0): CORAL, (0, 1): "R/s", (0, 2): "R2/s"}
    after = given(shoal, "Y/s", "(0,3)")
    assert after == {(0, 0): CORAL, (0, 1): BONE, (0, 2): BONE, (0, 3): BONE}


def test_example_6_a_row_of_five_and_a_column_of_three_are_flipped_at_once():
    after = given(ROW_AND_COLUMN, "G/s", "(0,3)")
    flipped = {place for place, card in after.items() if card == BONE}
    assert flipped == {(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 3), (2, 3)}


@pytest.mark.parametrize(
    ("shoal", "card", "place"),
    [
        ({(0, 0): CORAL, (0, 1): "R/s", (0, 2): SHARK}, "R/s", "(0,3)"),
        ({(0, 0): CORAL, (0, 1): "R/s", (1, 2): "Y/s"}, "G/s", "(0,2)"),
    ],
)
def test_example_7_a_broken_line_or_a_corner_is_not_cursed(shoal, card, place):
    assert BONE not in given(shoal, card, place).values()


def test_example_8_sharks_go_on_living_fish_only_and_eat_them():
    shoal = in_a_row("C R/s X") | {(1, 0): SHARK, (0, -1): OCTOPUS, (-1, 0): "B2/v", (1, 1): CORAL}
    assert cells(shoal, SHARK) == {(0, 1), (-1, 0)}
    game = begun(2)
    game.shoals[1] = dict(shoal)
    facing(game, SHARK, CORAL)
    play(game, "own slot 1", "own cell (0,1)", "give slot 0", "give cell (-1,0)")
    assert game.under[1] == {(-1, 0): "B2/v"}
    assert game.fish(1, "B") == 0
    assert game.count(1, SHARK) == 2


def test_example_9_the_octopus_is_awarded_and_ties_discard_it():
    game = begun(3)
    game.shoals = corals(3, 2, 1)
    game.slots[0] = None
    game.stacks[0] = [OCTOPUS, OCTOPUS, OCTOPUS, "R/s", "R/s"]
    game.discards = []
    game.turn_seat = game.seat = 1
    game.steps = []
    assert not game.fill_slots()
    assert game.seat == 0
    assert game.legal() == {"octopus on (0,0)", "octopus on (0,1)", "octopus on (0,2)"}
    play(game, "octopus on (0,1)")
    assert game.shoals[0] == in_a_row("C O C")
    assert game.discards == [OCTOPUS, OCTOPUS]
    assert game.slots[0] == "R/s"
    assert game.stacks[0] == ["R/s"]
    assert game.seat == 2


def test_example_9_a_leader_by_two_gets_the_second_octopus_too():
    game = begun(3, octopus_choice="auto")
    game.shoals = corals(3, 1, 1)
    game.slots[0] = None
    game.stacks[0] = [OCTOPUS, OCTOPUS, OCTOPUS, "R/s"]
    game.discards = []
    game.steps = []
    assert game.fill_slots()
    assert game.shoals[0] == in_a_row("O O C")
    assert game.discards == [OCTOPUS]


def test_example_10_sharks_are_replaced_until_something_else_shows():
    game = begun(2)
    game.slots = [SHARK] * 4
    game.stacks = [["R/s"], [SHARK, SHARK, "B/n"], ["R/s"], ["R/s"]]
    game.discards = []
    game.emptied = [0, 1]
    game.steps = []
    assert game.fill_slots()
    assert game.slots == [SHARK, "B/n", SHARK, SHARK]
    assert game.discards == [SHARK] * 3
    assert [len(stack) for stack in game.stacks] == [1, 0, 1, 1]


def test_example_11_without_fish_sharks_cannot_be_chosen():
    game = facing(begun(2), SHARK, SHARK, CORAL, "R/s")
    assert game.legal() == {"own slot 2", "own slot 3"}
    play(game, "own slot 2", "own cell (0,1)")
    assert game.legal() == {"give slot 3"}


def test_example_11_the_only_placeable_card_goes_home_and_a_shark_is_discarded():
    game = facing(begun(2), SHARK, SHARK, SHARK, "R/s")
    assert game.legal() == {"own slot 3"}
    play(game, "own slot 3", "own cell (0,1)")
    assert game.legal() == {"discard slot 0", "discard slot 1", "discard slot 2"}
    sharks = game.discards.count(SHARK)
    play(game, "discard slot 1")
    assert game.discards.count(SHARK) == sharks + 1
    assert game.turn_seat == 1


def test_example_12_with_two_players_no_seat_is_asked_for():
    game = facing(begun(2), "R/s", SHARK, CORAL, SHARK)
    play(game, "own slot 2", "own cell (0,1)", "give slot 0", "give cell (-1,0)")
    assert game.shoals[0] == {(0, 0): CORAL, (0, 1): CORAL}
    assert game.shoals[1] == {(0, 0): CORAL, (-1, 0): "R/s"}


def test_example_13_nothing_fits_at_home_so_one_card_is_discarded_and_one_given():
    game = begun(2)
    game.shoals[0] = dict(CROSS)
    facing(game, "B/t", "G/v")
    assert game.own_slots() == []
    assert game.legal() == {"discard slot 0", "discard slot 1"}
    play(game, "discard slot 0")
    assert game.legal() == {"give slot 1"}
    play(game, "give slot 1")
    assert "give cell (0,1)" in game.legal()


def test_example_13_a_pair_is_forced_when_there_is_one():
    game = begun(2)
    game.shoals[0] = dict(CROSS)
    facing(game, "B/t", "B/s")
    assert game.legal() == {"own slot 1"}
    play(game, "own slot 1")
    assert len(game.legal()) == 8


def test_example_14_scoring():
    game = counted("R G Y", "R2/s R/t G/t B2/v S S O", "G/s R/s Y2/n S S", "Y/t G2/t R/n S O O")
    assert game.scores() == [11, 6, 5]
    assert game.winners() == [0]


def test_example_15_equal_points_are_settled_by_the_fish_in_the_own_shoal():
    game = counted("R Y", "R2/s Y/s S", "Y/t R/t Y/t B/t S")
    assert game.scores() == [8, 8]
    assert game.winners() == [1]


def test_example_16_a_tied_majority_is_none():
    game = counted("R Y", "R2/s B2/s", "Y/t G/v")
    assert game.scores() == [2, 1]
    assert game.winners() == [0]


def test_example_17_bones_are_no_fish():
    assert counted("R Y", "X X X R/t", "Y/v S").scores() == [4, 6]


def near_the_end(*stacks: list[str], **options) -> Reference:
    """Seat 0 has one decision left in a turn that takes the cards of slots 0 and 3."""
    game = begun(2, **options)
    facing(game, CORAL, "R/s", "R/s", CORAL)
    game.stacks = list(stacks)
    play(game, "own slot 0", "own cell (0,1)", "give slot 3")
    return game


FIVE = ["Y/s"] * 5


@pytest.mark.parametrize(
    ("stack", "over"),
    [(["B/s"], True), (["B/s", "B/s"], False), ([OCTOPUS, "B/s"], True)],
)
def test_example_18_the_game_ends_with_the_third_empty_stack(stack, over):
    game = near_the_end(stack, [], [], list(FIVE))
    play(game, "give cell (0,1)")
    assert game.slots == ["B/s", "R/s", "R/s", "Y/s"]
    assert game.over == over
    assert bool(game.legal()) != over


# Set-up, phases and stuck turns that no example reaches.


@pytest.mark.parametrize(
    ("players", "deck", "sizes"),
    [
        (2, "A", [25, 25, 24, 24]),
        (3, "A", [25, 24, 24, 24]),
        (4, "A", [24, 24, 24, 24]),
        (2, "floors3", [24, 24, 23, 23]),
        (2, "doubles2", [25, 25, 24, 24]),
    ],
)
def test_section_3_the_larger_stacks_come_first(players, deck, sizes):
    game = Reference(players, deck=deck)
    game.deal_cards(Fresh(1))
    assert [len(stack) for stack in game.stacks] == sizes


@pytest.mark.parametrize(("deck", "fish"), [("A", 80), ("floors3", 72), ("doubles2", 96)])
def test_section_2_the_decks_hold_the_fish_of_the_table(deck, fish):
    cards = [card for card in full_deck(deck) if "/" in card]
    assert sum(2 if "2" in card else 1 for card in cards) == fish


def test_section_13_chance_is_asked_in_the_order_of_the_page():
    chance = Fresh(3)
    game = Reference(3, first="random")
    game.begin(chance)
    assert [line.split()[1] for line in chance.lines] == ["colours", "deck", "first"]
    again = Reference(3, first="random")
    again.begin(Told(chance.lines))
    assert (again.stacks, again.slots, again.seat) == (game.stacks, game.slots, game.first)


def test_a_told_deck_with_a_wrong_card_is_refused():
    chance = Fresh(3)
    Reference(2).begin(chance)
    lines = [chance.lines[0], chance.lines[1].replace(SHARK, CORAL, 1)]
    with pytest.raises(AssertionError):
        Reference(2).begin(Told(lines))


def test_an_illegal_action_is_refused():
    game = facing(begun(2), SHARK, SHARK, CORAL, "R/s")
    with pytest.raises(AssertionError):
        play(game, "own slot 0")


def test_section_6_only_opponents_with_a_place_for_the_card_are_offered():
    game = begun(3)
    game.shoals[2] = in_a_row("C R/s")
    facing(game, SHARK, CORAL)
    play(game, "own slot 1", "own cell (0,1)", "give slot 0")
    assert game.legal() == {"give to +2"}
    play(game, "give to +2", "give cell (0,1)")
    assert game.shoals[2] == in_a_row("C S")


def test_section_6_the_only_card_for_an_opponent_cannot_go_home():
    game = begun(2)
    game.shoals[1] = dict(CROSS)
    facing(game, "R/t", "G/v")
    assert (game.own_slots(), game.away_slots()) == ([0, 1], [0])
    assert game.legal() == {"own slot 1"}


def test_section_4_6_a_discard_leaves_a_card_to_give():
    game = begun(2)
    game.shoals[0] = dict(CROSS)
    game.shoals[1] = in_a_row("X X")
    game.shoals[1][0, 2] = "B/v"
    facing(game, "G/t", SHARK)
    assert game.legal() == {"discard slot 0"}
    play(game, "discard slot 0", "give slot 1")
    assert game.legal() == {"give cell (0,2)"}


def test_section_4_6_two_cards_are_discarded_when_nothing_fits_anywhere():
    game = begun(2)
    game.shoals = [dict(CROSS), dict(CROSS)]
    facing(game, "G/t", "B/v", "Y/n")
    play(game, "discard slot 1")
    assert game.legal() == {"discard slot 0", "discard slot 2"}
    play(game, "discard slot 2")
    assert (game.discards[-2:], game.turn_seat) == (["B/v", "Y/n"], 1)


def test_section_14_the_receiver_is_asked_before_anything_else_is_revealed():
    game = near_the_end([OCTOPUS, "B/s"], ["R/s"], ["R/s"], ["Y/s"])
    game.shoals[1] = in_a_row("C C C")
    play(game, "give cell (1,0)")
    assert (game.seat, game.turn_seat) == (1, 0)
    assert game.slots == [None, "R/s", "R/s", None]
    assert game.hand == [OCTOPUS]
    play(game, "octopus on (0,2)")
    assert game.slots == ["B/s", "R/s", "R/s", "Y/s"]


def test_section_14_a_single_visible_coral_is_covered_without_asking():
    game = begun(2)
    game.shoals = [in_a_row("O C"), in_a_row("O O")]
    game.slots[0] = None
    game.stacks[0] = [OCTOPUS, "R/s"]
    game.steps = []
    assert game.fill_slots()
    assert game.shoals[0] == in_a_row("O O")


@pytest.mark.parametrize(
    ("emptied", "stacks", "slot"),
    [
        ([0, 2], [1, 1, 1, 1], 2),
        ([0, 2], [1, 1, 0, 1], 0),
        ([0, 2], [0, 1, 0, 1], 3),
        ([0, 2], [0, 1, 0, 0], 1),
        ([0, 2], [0, 0, 0, 0], None),
        ([3, 1], [1, 1, 1, 0], 1),
    ],
)
def test_section_4_5_which_shark_is_replaced(emptied, stacks, slot):
    game = begun(2)
    game.slots = [SHARK] * 4
    game.emptied = emptied
    game.stacks = [["R/s"] * number for number in stacks]
    assert game.shark_to_replace() == slot


# The options.


def test_fish_adjacency_any_needs_one_fitting_neighbour_and_no_bone():
    game = begun(2, fish_adjacency="any")
    game.shoals[0] = dict(TWO_NEIGHBOURS) | {(0, -1): BONE}
    assert set(game.places("R/s", 0)) == {(-1, 0), (-1, 1), (0, 2), (1, 1)}


def test_small_grid_has_its_wall_six_cells_from_the_start():
    game = begun(2, grid=13)
    game.shoals[0] = in_a_row("C C C C C C C")
    assert (0, 6) in game.shoals[0]
    assert (0, 7) not in game.places(CORAL, 0)
    game.radius = 8
    assert (0, 7) in game.places(CORAL, 0)


@pytest.mark.parametrize(
    ("shoals", "visible", "every"),
    [
        (["C C", "C O O"], 0, 1),
        (["C", "O O"], 0, None),
        (["C C", "C O"], 0, None),
    ],
)
def test_coral_count_all_counts_covered_corals_too(shoals, visible, every):
    for value, receiver in [("visible", visible), ("all", every)]:
        game = counted("R Y", *shoals, coral_count=value)
        assert game.octopus_receiver() == receiver


@pytest.mark.parametrize(
    ("shoal", "strict", "tied_ok", "absolute"),
    [
        ("R2/s B/t", 3, 3, 3),
        ("R2/s B2/t", 0, 3, 0),
        ("R2/s B/t Y/n", 3, 3, 0),
        ("B/t", 0, 0, 0),
        ("C", 0, 0, 0),
    ],
)
def test_majority_readings(shoal, strict, tied_ok, absolute):
    for value, points in [("strict", strict), ("tied_ok", tied_ok), ("absolute", absolute)]:
        game = counted("R Y", shoal, "C", majority=value)
        assert game.points(0) - game.fish(0, "R") == points, value


def test_shark_zero_all_rewards_everybody_when_no_shark_lies_anywhere():
    assert counted("R Y", "C", "C", shark_zero="all").scores() == [2, 2]
    assert counted("R Y", "C", "C S", shark_zero="all").scores() == [0, 2]


def test_equal_points_and_fish_share_the_victory():
    assert counted("R Y", "R/s", "Y/s").winners() == [0, 1]


def test_slot_empty_goes_on_while_cards_beside_the_stacks_are_left():
    game = near_the_end([], [], [], list(FIVE), end="slot_empty")
    play(game, "give cell (0,1)")
    assert (game.over, game.slots) == (False, [None, "R/s", "R/s", "Y/s"])
    play(game, "own slot 1", "own cell (1,0)", "give slot 2", "give cell (1,0)")
    assert game.over


def test_finish_round_gives_every_seat_the_same_number_of_turns():
    game = near_the_end([], [], [], list(FIVE), end_round="finish_round")
    play(game, "give cell (0,1)")
    assert (game.over, game.seat) == (False, 1)
    play(game, "own slot 1", "own cell (1,0)", "give slot 2", "give cell (1,0)")
    assert game.over


def test_finish_round_stops_when_fewer_than_two_cards_show():
    game = near_the_end([], [], [], [], end_round="finish_round")
    game.slots[2] = None
    play(game, "give cell (0,1)")
    assert (game.over, game.slots) == (True, [None, "R/s", None, None])


# Whole games.


def random_options(rng: random.Random) -> dict:
    return {name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 0.5}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_every_invariant_and_end(players):
    for seed in range(GAMES_PER_PLAYER_COUNT):
        rng = random.Random(seed)
        chance = Fresh(seed)
        game = Reference(players, **random_options(rng))
        game.begin(chance)
        game.check()
        while not game.over:
            game.play(rng.choice(sorted(game.legal())), chance)
            game.check()
        assert game.legal() == set()
        assert game.winners()
        if game.options["end"] == "stack_empty":
            assert sum(not stack for stack in game.stacks) >= 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_section_12_the_coral_an_octopus_covers_changes_no_later_choice(players):
    """Two games from one deck, played alike but for the corals that are covered."""
    rng = random.Random(players)
    for seed in range(4):
        chance = Fresh(seed)
        games = [Reference(players), Reference(players)]
        games[0].begin(chance)
        games[1].begin(Told(chance.lines))
        while not games[0].over:
            choices = [sorted(game.legal()) for game in games]
            if choices[0][0].startswith("octopus"):
                assert len(choices[0]) == len(choices[1])
                texts = [choices[0][0], choices[1][-1]]
            else:
                assert choices[0] == choices[1]
                texts = [rng.choice(choices[0])] * 2
            for game, text in zip(games, texts, strict=True):
                game.play(text, Told([]))
        assert games[1].over
        assert games[0].scores() == games[1].scores()
