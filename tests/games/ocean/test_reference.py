"""The plain reference of Ocean: every worked example of the rules page, then random games."""

import random
from collections import Counter
from copy import deepcopy
from itertools import combinations

import pytest

from tests.games.chance import Fresh, Told
from tests.games.ocean.reference import (
    ANIMALS,
    CELL_SIZES,
    CHOICES,
    COLOURS,
    DECKS,
    Reference,
    number_of,
)


def at_table(friends, hands, centre="", rows=None, piles=None, leftover="stock", **options):
    """A game in phase PLAY of seat 0, zones written as words; other cards lie in the stock.

    With `leftover="pile"` they lie on the last seat's pile, so that the deal under way is the last.
    """
    friends = friends.split()
    game = Reference(len(friends), friend_choice="fixed", friends=friends, **options)
    game.friends, game.phase = friends, "PLAY"
    game.centre = centre.split()
    game.hands = [hand.split() for hand in hands]
    for seat, cards in (rows or {}).items():
        for card in cards.split():
            colour = next(colour for colour in COLOURS if colour[0] == card[1])
            game.rows[seat][colour] = card
    for seat, cards in (piles or {}).items():
        game.piles[seat] = cards.split()
    zones = [game.centre, *game.hands, *game.piles, *(list(row.values()) for row in game.rows)]
    rest = Counter(game.all_cards()) - Counter(card for zone in zones for card in zone)
    (game.stock if leftover == "stock" else game.piles[-1]).extend(rest.elements())
    game.check()
    return game


def play(game, *texts):
    for text in texts:
        game.play(text, None)
        game.check()


def row(game, seat):
    return set(game.rows[seat].values())


def added(game, seat, before=()):
    """What the pile of a seat holds beyond the cards it held before."""
    return Counter(game.piles[seat]) - Counter(before)


def capture_sets(game):
    """Every set that some way of picking ends with, once per way; laying is the empty set."""
    if game.phase != "CAPTURE":
        return []
    found = []
    for text in sorted(game.legal()):
        if text == "stop":
            found.append(frozenset(game.closed_cards()))
            continue
        further = deepcopy(game)
        further.play(text, None)
        found += capture_sets(further)
    return found


def sets(*words):
    return {frozenset(word.split()) for word in words}


def started(game, chance):
    game.begin(chance)
    game.check()
    return game


# ---- the worked examples (section 11)


def test_example_1_an_equal_number_is_captured():
    game = at_table("turtle crab", ["To4", "Cb1"], "Cg4 Sb10 Or2 Tr7")
    play(game, "play To4")
    assert game.legal() == {"pick Cg4", "stop"}
    play(game, "pick Cg4", "stop")
    assert row(game, 0) == {"To4"}
    assert added(game, 0) == Counter(["Cg4"])
    assert game.centre == ["Sb10", "Or2", "Tr7"]
    assert game.seat == 1


def test_example_2_a_sum_is_captured():
    game = at_table("starfish crab", ["So9", "Cb1"], "Tb5 Cg4 Cr11")
    play(game, "play So9")
    assert game.legal() == {"pick Tb5", "stop"}
    play(game, "pick Tb5", "pick Cg4", "stop")
    assert row(game, 0) == {"So9"}
    assert added(game, 0) == Counter(["Tb5", "Cg4"])
    assert game.centre == ["Cr11"]


def test_example_3_several_groups_are_captured_at_once_or_any_of_them():
    game = at_table("octopus crab", ["Tr10", "Cb1"], "Tr3 Cg4 Sb6 Or7 Cg10")
    play(game, "play Tr10")
    ten, three, four = "Cg10", "Tr3 Or7", "Cg4 Sb6"
    families = sets("", ten, three, four, f"{ten} {three}", f"{ten} {four}", f"{three} {four}")
    families |= sets(f"{ten} {three} {four}")
    assert len(families) == 7 + 1
    assert set(capture_sets(game)) == families
    play(game, "pick Tr3", "pick Or7", "pick Cg4", "pick Sb6", "pick Cg10", "stop")
    assert row(game, 0) == {"Or7"}
    assert added(game, 0) == Counter(["Tr10", "Cg10", "Tr3", "Cg4", "Sb6"])
    assert game.centre == []


def test_example_4_the_example_as_printed_leaves_three_and_six():
    for rule, families in {
        "free": sets("", "Sg11", "Cg4 Or7", "Sg11 Cg4 Or7"),
        "all": sets("", "Sg11 Cg4 Or7"),
    }.items():
        game = at_table("octopus crab", ["Tg11", "Cb1"], "Tr3 Cg4 Sb6 Or7 Sg11", capture_rule=rule)
        play(game, "play Tg11")
        assert set(capture_sets(game)) == families


def test_example_5_conflicting_groups_are_picked_in_ascending_order():
    centre = "To4 Tr3 Cr2 Sg1 Og5"
    for rule in ("free", "all"):
        game = at_table("turtle crab", ["Sb6", "Cb1"], centre, capture_rule=rule)
        play(game, "play Sb6")
        assert game.legal() == {"pick To4", "pick Tr3", "pick Sg1", "stop"}
        families = sets("", "Sg1 Og5 Cr2 To4", "Sg1 Cr2 Tr3")
        families |= sets("Sg1 Og5", "Cr2 To4") if rule == "free" else set()
        assert set(capture_sets(game)) == families
        play(game, "pick To4")
        assert game.legal() == {"pick Cr2"}
        play(game, "pick Cr2")
        assert game.legal() == {"pick Sg1"} | ({"stop"} if rule == "free" else set())
        play(game, "pick Sg1")
        assert game.legal() == {"pick Og5"}
        play(game, "pick Og5")
        assert game.legal() == {"stop"}
        play(game, "stop")
        assert game.centre == ["Tr3"]


def test_example_6_nobody_has_to_capture_and_a_friend_laid_is_not_in_the_row():
    game = at_table("crab turtle", ["Cb1 Sg5", "Tr3"], "Oo1")
    play(game, "play Cb1", "stop")
    assert game.centre == ["Oo1", "Cb1"]
    assert row(game, 0) == set()


def test_example_6_with_a_duty_to_capture_the_card_cannot_be_laid():
    game = at_table("crab turtle", ["Cb1 Sg5", "Tr3"], "Oo1", capture_mandatory=True)
    play(game, "play Cb1")
    assert game.legal() == {"pick Oo1"}
    play(game, "pick Oo1", "stop", "play Tr3")
    assert game.legal() == {"stop"}


def test_example_7_of_two_friends_of_one_colour_the_higher_is_shown():
    game = at_table("turtle crab", ["Tb9", "Cb1"], "Tb2 Or7 Sg5")
    play(game, "play Tb9", "pick Tb2", "pick Or7", "stop")
    assert row(game, 0) == {"Tb9"}
    assert added(game, 0) == Counter(["Tb2", "Or7"])
    assert game.centre == ["Sg5"]


def test_example_8_a_later_duplicate_is_piled_and_replaces_a_stolen_friend():
    game = at_table(
        "turtle crab",
        ["sack Or9", "sword sword Cr2"],
        "Tb5",
        rows={0: "Tb9"},
        piles={0: "Tb2 Or7"},
    )
    play(game, "play sack", "pick Tb5")
    assert row(game, 0) == {"Tb9"}
    assert added(game, 0) == Counter(["sack", "Tb2", "Or7", "Tb5"])
    play(game, "play sword", "steal blue from +1")
    assert row(game, 0) == {"Tb5"}
    assert added(game, 0) == Counter(["sack", "Tb2", "Or7"])
    assert added(game, 1) == Counter(["sword", "Tb9"])
    play(game, "play Or9", "stop", "play sword", "steal blue from +1")
    assert row(game, 0) == {"Tb2"}


def test_example_8_with_best_stays_the_row_shows_the_highest_card():
    for shown, collected, kept in (("Tb5", "Tb9", "Tb9"), ("Tb9", "Tb5", "Tb9")):
        game = at_table(
            "turtle crab",
            ["sack", "Cr2"],
            collected,
            rows={0: shown},
            dup_policy="best_stays",
        )
        play(game, "play sack", f"pick {collected}")
        assert row(game, 0) == {kept}
        assert added(game, 0) == Counter(["sack", "Tb5"])


def test_example_9_a_sack_that_brings_the_fourth_colour_wins_at_once():
    game = at_table("turtle crab", ["sack Or9", "Cr2"], "To4 Cr11 Sg7", rows={0: "Tg11 Tr10 Tb9"})
    play(game, "play sack", "pick To4")
    assert game.over
    assert game.winners() == [0]
    assert game.scores() == pytest.approx([4.34, 0])


def test_example_10_a_chest_takes_the_whole_centre_as_one_event():
    game = at_table("crab turtle", ["chest", "Tb2"], "Cg7 Cg10 Co3 Ob4 Tr6")
    play(game, "play chest")
    assert row(game, 0) == {"Cg10", "Co3"}
    assert added(game, 0) == Counter(["Cg7", "Ob4", "Tr6", "chest"])
    assert game.centre == []


def four_at_the_sword(**options):
    return at_table(
        "octopus turtle crab starfish",
        ["sword", "Cb1", "Cr2", "Cr5"],
        rows={1: "Tg3 Tr7", 3: "So9 Sb11"},
        piles={1: "Tr4"},
        **options,
    )


def test_example_11_a_sword_visits_every_other_row_clockwise():
    game = four_at_the_sword()
    play(game, "play sword")
    assert game.legal() == {"steal green from +1", "steal red from +1"}
    instead = deepcopy(game)
    play(game, "steal green from +1")
    assert game.legal() == {"steal orange from +3", "steal blue from +3"}
    play(game, "steal blue from +3")
    assert [row(game, seat) for seat in range(4)] == [set(), {"Tr7"}, set(), {"So9"}]
    assert added(game, 0) == Counter(["sword", "Tg3", "Sb11"])
    assert game.seat == 1
    play(instead, "steal red from +1")
    assert row(instead, 1) == {"Tg3", "Tr4"}


def test_example_11_under_one_the_attacker_makes_a_single_choice():
    game = four_at_the_sword(sword="one")
    play(game, "play sword")
    assert game.legal() == {
        "steal green from +1",
        "steal red from +1",
        "steal orange from +3",
        "steal blue from +3",
    }
    play(game, "steal blue from +3")
    assert row(game, 1) == {"Tg3", "Tr7"}
    assert game.phase == "PLAY"
    assert game.seat == 1


def test_example_12_a_skull_opens_all_hands_until_its_player_has_no_cards():
    game = at_table(
        "crab turtle starfish",
        ["skull Cb8 Sg5 sack", "Co3 Sr4 chest", "Tg1 Or9 sword"],
        "Tr3",
        rows={0: "Cr5"},
    )
    game.starter = 1
    play(game, "play skull", "play Cb8")
    assert game.seat == 0
    assert set(capture_sets(game)) == sets("", "Tr3 Sr4 Tg1", "Co3 Sr4 Tg1")
    play(game, "pick Tg1", "pick Co3", "pick Sr4", "stop")
    assert row(game, 0) == {"Cr5", "Co3", "Cb8"}
    assert added(game, 0) == Counter(["skull", "Sr4", "Tg1"])
    play(game, "play Sg5")
    assert game.legal() == {"stop"}
    play(game, "stop", "play sack")
    assert game.legal() == {
        "pick Tr3",
        "pick Or9",
        "pick Sg5",
        "pick chest from +1",
        "pick sword from +2",
    }
    play(game, "pick chest from +1")
    assert added(game, 0) == Counter(["skull", "Sr4", "Tg1", "sack", "chest"])
    assert game.centre == ["Tr3", "Sg5"]
    assert game.hands == [[], [], ["Or9", "sword"]]
    assert game.seat == 2
    play(game, "play Or9", "stop")
    assert game.seat == 2
    play(game, "play sword", "steal red from +1")
    assert [len(hand) for hand in game.hands] == [4, 4, 4]
    assert game.seat == game.starter == 1


def test_example_13_sacks_and_chests_are_thrown_away_only_if_nothing_else_is_left():
    for hand, legal in {
        "sack": {"play sack"},
        "chest Tr3": {"play Tr3"},
        "sack chest": {"play sack", "play chest"},
        "sword": {"play sword"},
        "skull sack": {"play skull"},
    }.items():
        game = at_table("turtle crab", [hand, "Cb1 sword"])
        assert game.legal() == legal
        play(game, sorted(legal)[0])
        if hand == "skull sack":
            play(game, "play sack")
            assert game.legal() == {"pick Cb1", "pick sword from +1"}
        elif hand != "chest Tr3":
            assert game.seat == 1
            assert added(game, 0) == Counter([hand.split()[-1] if " " in hand else hand])


@pytest.mark.parametrize("final_tie", CHOICES["final_tie"])
def test_example_14_the_count_looks_at_friends_before_numbers(final_tie):
    game = at_table(
        "turtle crab starfish",
        ["Oo1", "", ""],
        rows={0: "Tg11 Tr10", 1: "Cg3 Co2 Cb5", 2: "Sg1 So9 Sr8"},
        leftover="pile",
        final_tie=final_tie,
    )
    play(game, "play Oo1", "stop")
    assert game.over
    assert game.winners() == [2]
    # Nothing was tied, so `latest_seat` has no thousandth to give.
    assert game.scores() == pytest.approx([2.21, 3.10, 3.18])


def stacked(opening):
    """A deck that begins with these cards and goes on with animals before action cards."""
    rest = Counter(Reference(2).all_cards()) - Counter(opening)
    return Told([f"chance deck {', '.join([*opening, *rest.elements()])}"])


def lay_everything(game):
    """The sizes of the hands at each deal, when all animals are laid and the skull comes last."""
    sizes = []
    while not game.over:
        dealt = len(game.stock)
        legal = sorted(game.legal(), key=lambda text: (text == "play skull", text))
        play(game, "stop" if "stop" in legal else legal[0])
        if len(game.stock) < dealt:
            sizes.append([len(hand) for hand in game.hands])
    return sizes


def test_example_15_an_action_card_in_the_opening_goes_under_the_stock_and_stays_there():
    hands = "chest chest chest chest sword sack sack sack"
    chance = stacked(f"{hands} To4 sack Cg7 Sb1 Or9".split())
    friends = ["turtle", "crab"]
    game = started(Reference(2, friend_choice="fixed", friends=friends), chance)
    assert game.centre == ["To4", "Cg7", "Sb1", "Or9"]
    assert len(game.stock) == 73
    assert lay_everything(game) == [[4, 4]] * 9
    assert game.stock == ["sack"]


def test_example_16_three_players_share_the_last_nine_cards():
    for last_deal, last in (("equal_part", [[3, 3, 3]]), ("full_only", [])):
        hands = "chest chest chest chest sack sack sack sack sword sword sword sword"
        friends = ["turtle", "crab", "starfish"]
        game = Reference(3, friend_choice="fixed", friends=friends, last_deal=last_deal)
        started(game, stacked(hands.split()))
        assert lay_everything(game) == [[4, 4, 4]] * 5 + last
        assert len(game.stock) == (0 if last else 9)


# ---- rulings and options beyond the examples


def test_the_number_tables_are_as_flat_as_section_2_2_says():
    doubled = {"low": range(1, 8), "mid": range(3, 10), "high": range(5, 12)}
    for deck in DECKS:
        cards = Reference(2, deck=deck).animals
        assert len(set(cards)) == 72
        assert set(Counter(card[1] for card in cards).values()) == {18}
        for animal in "TCSO":
            numbers = Counter(number_of(card) for card in cards if card[0] == animal)
            twice = {number for number, copies in numbers.items() if copies == 2}
            assert set(numbers) == set(range(1, 12))
            assert len(twice) == 7
            assert twice == set(doubled.get(deck, twice))
    balanced = Reference(2).animals
    for place in (0, 1):
        totals = Counter()
        for card in balanced:
            totals[card[place]] += number_of(card)
        assert set(totals.values()) == {108}
    assert [balanced.index(card) for card in ("Tr10", "To4", "Sb6", "Og5")] == [13, 6, 51, 55]


def test_a_parsed_deck_file_gives_the_numbers():
    table = {
        animal: {
            colour: list(range(size, 0, -1)) for colour, size in zip(COLOURS, sizes, strict=True)
        }
        for animal, sizes in CELL_SIZES.items()
    }
    assert Reference(2, deck=table).animals[3:7] == ["Tg4", "Tg5", "To1", "To2"]
    table["crab"]["red"] = [1, 2, 2, 3]
    with pytest.raises(AssertionError):
        Reference(2, deck=table)


def test_options_outside_the_page_are_refused():
    for wrong in ({"capture_rule": "one_group"}, {"skul": True}, {"dup_policy": "choose"}):
        with pytest.raises(AssertionError):
            Reference(2, **wrong)


def test_a_told_deck_must_be_the_whole_deck():
    lines = ["chance deck " + ", ".join(Reference(2).all_cards()[1:] + ["skull"])]
    with pytest.raises(AssertionError):
        Reference(2, friend_choice="fixed", friends=["turtle", "crab"]).begin(Told(lines))


def test_without_the_skull_the_deck_has_84_cards():
    assert len(Reference(2).all_cards()) == 85
    assert Counter(Reference(2).all_cards()) - Counter(Reference(2, skull=False).all_cards()) == {
        "skull": 1
    }


def test_the_draft_asks_seat_by_seat_and_deals_after_the_last_choice():
    chance = Fresh(1)
    game = started(Reference(4), chance)
    for seat, animal in enumerate(("crab", "octopus", "turtle", "starfish")):
        assert game.seat == seat
        assert len(game.legal()) == 4 - seat
        assert chance.lines == []
        game.play(f"choose {animal}", chance)
        game.check()
    assert [line.split()[1] for line in chance.lines] == ["deck"]
    assert game.friends == ["crab", "octopus", "turtle", "starfish"]
    assert game.seat == 0
    assert game.phase == "PLAY"


def test_random_friends_are_announced_before_the_deck():
    chance = Fresh(1)
    game = started(Reference(3, friend_choice="random"), chance)
    assert [line.split()[1] for line in chance.lines] == ["friends", "deck"]
    assert chance.lines[0] == f"chance friends {', '.join(game.friends)}"


def test_a_later_action_card_of_the_opening_lies_deeper():
    hands, opening = "Tg1 Tg3 Tg6 Tg9 Cg3 Cg4 Cg7 Cg10", "sack skull Sg1 chest Sg5 Sg7 Sg11"
    chance = stacked(f"{hands} {opening}".split())
    friends = ["turtle", "crab"]
    game = started(Reference(2, friend_choice="fixed", friends=friends), chance)
    assert game.hands == [["Tg1", "Tg3", "Tg6", "Tg9"], ["Cg3", "Cg4", "Cg7", "Cg10"]]
    assert game.centre == ["Sg1", "Sg5", "Sg7", "Sg11"]
    assert game.stock[-3:] == ["sack", "skull", "chest"]


@pytest.mark.parametrize(("starter", "first"), [("same", 0), ("rotate", 1), ("continue", 2)])
def test_the_next_round_starts_as_the_starter_option_says(starter, first):
    game = at_table("turtle crab starfish", ["Oo1", "Oo5", ""], starter=starter, centre="Sg1 Sg5")
    stock = list(game.stock)
    play(game, "play Oo1", "stop", "play Oo5", "stop")
    assert game.seat == game.starter == first
    for step in range(3):
        assert game.hands[(first + step) % 3] == stock[4 * step : 4 * step + 4]
    assert game.stock == stock[12:]


def test_a_skull_as_the_last_card_opens_no_hand():
    game = at_table("turtle crab", ["skull", "Cb1 sword"])
    play(game, "play skull")
    assert game.lying() == []
    assert game.seat == 1


def test_a_win_in_a_skull_turn_ends_the_game_on_the_spot():
    game = at_table(
        "turtle crab", ["skull chest Sg5", "To4 sword"], "Sg1", rows={0: "Tg11 Tr10 Tb9"}
    )
    play(game, "play skull", "play chest")
    assert game.over
    assert game.winners() == [0]
    assert game.hands == [["Sg5"], []]
    assert added(game, 0) == Counter(["skull", "chest", "Sg1", "sword"])


def test_a_win_with_the_last_card_of_a_round_deals_nothing_and_gives_nothing_back():
    game = at_table("turtle crab", ["sack", ""], "To4", rows={0: "Tg11 Tr10 Tb9"})
    undealt = list(game.stock)
    play(game, "play sack", "pick To4")
    assert game.stock == undealt
    game = at_table("turtle crab", ["skull sack", "To4 sword"], rows={0: "Tg11 Tr10 Tb9"})
    play(game, "play skull", "play sack", "pick To4")
    assert game.winners() == [0]
    assert game.hands == [[], []]


def test_a_chest_counts_exposed_cards_as_a_centre():
    game = at_table("turtle crab", ["skull chest Sg5", "sword"])
    play(game, "play skull")
    assert game.legal() == {"play chest", "play Sg5"}
    play(game, "play chest")
    assert added(game, 0) == Counter(["skull", "chest", "sword"])


def test_a_sword_without_a_victim_is_used_up():
    game = at_table("turtle crab", ["sword", "Cb1"], rows={0: "Tg3"})
    play(game, "play sword")
    assert added(game, 0) == Counter(["sword"])
    assert game.seat == 1


@pytest.mark.parametrize(
    ("final_tie", "winners", "points"),
    [("shared", [0, 1], [1.03, 1.03, 0]), ("latest_seat", [1], [1.03, 1.031, 0])],
)
def test_a_tie_is_shared_or_goes_to_the_latest_seat(final_tie, winners, points):
    game = at_table(
        "turtle crab starfish",
        ["Oo1", "", ""],
        rows={0: "Tg3", 1: "Cg3"},
        leftover="pile",
        final_tie=final_tie,
    )
    assert game.scores() == pytest.approx([1.03, 1.03, 0])
    play(game, "play Oo1", "stop")
    assert game.winners() == winners
    assert game.scores() == pytest.approx(points)


def test_in_gold_the_highest_sum_wins_even_against_four_friends():
    game = at_table(
        "crab turtle", ["sack", "Oo1"], "Cb1", rows={0: "Cg3 Co2 Cr2", 1: "Tg11"}, variant="gold"
    )
    play(game, "play sack", "pick Cb1")
    assert game.over
    assert game.winners() == [1]
    assert game.scores() == [8, 11]


def families_of_disjoint_groups(centre, value):
    """By brute force over all subsets: the unions that can be captured, once per family."""
    groups = [
        frozenset(cards)
        for size in range(1, len(centre) + 1)
        for cards in combinations(centre, size)
        if sum(map(number_of, cards)) == value
    ]
    unions = [frozenset()]
    for group in groups:
        unions += [union | group for union in unions if not union & group]
    return unions, groups


@pytest.mark.parametrize("seed", range(30))
def test_section_5_3_the_picks_reach_each_family_of_disjoint_groups_once(seed):
    rng = random.Random(seed)
    hand, other, *centre = rng.sample(Reference(2).animals, 10)
    unions, groups = families_of_disjoint_groups(centre, number_of(hand))
    free, full = (
        at_table("turtle crab", [hand, other], " ".join(centre), capture_rule=rule)
        for rule in ("free", "all")
    )
    play(free, f"play {hand}")
    assert Counter(capture_sets(free)) == Counter(unions)
    play(full, f"play {hand}")
    maximal = {union for union in unions if all(union & group for group in groups)}
    assert set(capture_sets(full)) == maximal | {frozenset()}


# ---- random games


def random_options(rng):
    options = {name: rng.choice(values) for name, values in CHOICES.items()}
    return options | {"deck": rng.choice(sorted(DECKS))}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(36))
def test_random_games_keep_every_invariant_and_end(players, seed):
    rng, chance = random.Random(seed), Fresh(seed)
    options = random_options(rng) if seed % 3 else {}
    if options.get("friend_choice") == "fixed":
        options["friends"] = rng.sample(ANIMALS, players)
    game = started(Reference(players, **options), chance)
    history = []
    while not game.over:
        before = [len(friends) for friends in game.rows]
        history.append((game.seat, game.legal(), game.scores()))
        text = rng.choice(sorted(game.legal()))
        history[-1] += (text,)
        game.play(text, chance)
        game.check()
        if text.startswith("steal"):
            after = [len(friends) for friends in game.rows]
            assert all(now <= then for now, then in zip(after, before, strict=True))
    assert set(game.winners()) <= set(range(players))
    assert max(game.scores()) == game.scores()[game.winners()[-1]]

    told = Told(chance.lines)
    again = started(Reference(players, **options), told)
    for seat, legal, scores, text in history:
        assert (again.seat, again.legal(), again.scores()) == (seat, legal, scores)
        again.play(text, told)
    assert again.over
    assert told.lines == []
    assert again.winners() == game.winners()
