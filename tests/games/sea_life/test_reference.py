"""The worked examples of rules/sea_life.md on the plain reference, and checked random games."""

import copy
import random
from collections import Counter

import pytest

from tests.games.chance import Fresh, Told
from tests.games.sea_life.reference import CREATURES, DEFAULT_CARDS, FOODS, VARIANTS, Reference

NOTHING = Told([])  # after the deal no chance may be asked for


def score_of(players, cards, **options):
    """Points of a row laid by hand: (seat, creature, food), from right to left."""
    game = Reference(players, **options)
    game.row = [
        {"creature_by": seat, "creature": creature, "food": food} for seat, creature, food in cards
    ]
    return game.score_row()


def stacked(players, *hands):
    """A deck whose first cards of every hand are these foods, the rest in the order of the box."""
    rest = [name for name, _, _, copies in FOODS for _ in range(copies)]
    for food in (food for hand in hands for food in hand):
        rest.remove(food)
    deck = []
    for seat in range(players):
        wanted = list(hands[seat]) if seat < len(hands) else []
        filling = 8 - len(wanted)
        deck += wanted + rest[:filling]
        rest = rest[filling:]
    return deck + rest


def game_with(players, *hands, dealer=0, **options):
    game = Reference(players, **options)
    deck = ", ".join(stacked(players, *hands))
    game.begin(Told([f"chance dealer {dealer}", f"chance deck {deck}"]))
    return game


def play_all(game, *texts):
    for text in texts:
        game.play(text, NOTHING)
        game.check()


def play_at_random(game, rng, check=True):
    decisions = 0
    while not game.over:
        game.play(rng.choice(sorted(game.legal())), NOTHING)
        decisions += 1
        assert decisions <= 48 * game.players  # sixteen turns of a look, a card and a place
        if check:
            game.check()
    return decisions


# --- §3: the cards ------------------------------------------------------------------------------

FOOD_WEB = """
Crab: Shark, Blue Whale
Perch: Crab, Octopus
Octopus: Crab, Perch, Shark
Barracuda: Crab, Perch, Octopus
Sea Lion: Crab, Perch, Octopus, Barracuda
Shark: Octopus, Barracuda, Sea Lion, Blue Whale
Blue Whale: Crab, Perch
Angler: Perch, Octopus, Barracuda, Sea Lion
"""

TAKERS = """
Phytoplankton: Crab +1, Perch +1, Blue Whale +3
Krill: Crab +2, Perch +2, Blue Whale +6
Fish Larvae: Crab +1, Perch +1, Octopus +2, Blue Whale +3
Mussel: Crab +2, Perch +2, Octopus +4
Lobster: Crab +4, Perch +4, Octopus +8
Shrimp: Crab +2, Perch +2, Octopus +4, Barracuda +4
Clownfish: Perch +2, Octopus +2, Barracuda +4
Parrotfish: Perch +4, Octopus +4, Barracuda +8
Flying Fish: Perch +2, Octopus +2, Barracuda +4, Sea Lion +4, Angler +2
Sardine: Barracuda +2, Sea Lion +4, Angler +2
Herring: Barracuda +4, Sea Lion +8, Angler +4
Mackerel: Barracuda +3, Sea Lion +6, Shark +6, Angler +3
Squid: Sea Lion +3, Shark +6, Angler +3
Tuna: Sea Lion +5, Shark +10, Angler +5
Ray: Crab +6, Sea Lion +3, Shark +6, Angler +3
Jellyfish: Crab +4, Shark +2, Angler +2
Carcass: Crab +8, Shark +4, Angler +4
Marine Snow: Crab +2, Perch +1, Shark +1, Blue Whale +3, Angler +1
Chemical Foam: Crab -2, Perch -2, Blue Whale -6
Sewage: Crab -3, Perch -3, Octopus -6
Fish Hook: Perch -3, Octopus -3, Barracuda -6
Tin Can: Barracuda -3, Sea Lion -6, Angler -3
Mercury Tuna: Sea Lion -4, Shark -8, Angler -4
Plastic Bag: Crab -6, Shark -3, Angler -3
Oil Slick: Crab -4, Perch -2, Shark -2, Blue Whale -6, Angler -2
Toxic Barrel: Crab -4, Perch -4, Octopus -8, Sea Lion -4, Shark -8, Angler -4
Ghost Net: Perch -3, Octopus -3, Barracuda -6, Sea Lion -6, Angler -3
"""


def listed(block):
    lines = [line.split(": ") for line in block.strip().splitlines()]
    return {name: entries.split(", ") for name, entries in lines}


def test_the_creatures_eat_each_other_as_the_food_web_of_3_2_shows():
    game = Reference(2)
    names = [creature[0] for creature in CREATURES]
    web = {
        hunter: [prey for prey in names if game.link(hunter, prey) == "EATS"] for hunter in names
    }
    assert web == listed(FOOD_WEB)
    zeroers = [(a, b) for a in names for b in names if game.link(a, b) == "ZERO"]
    assert zeroers == [("Shark", "Angler")]


def test_every_food_gives_its_takers_what_the_table_of_3_3_shows():
    game = Reference(2)
    gains = {}
    for food, _, top, _ in FOODS:
        takers = [card for card in CREATURES if set(top) & set(card[4])]
        gains[food] = [f"{c[0]} {game.own(c[0], food) - c[1]:+d}" for c in takers]
        others = [card for card in CREATURES if card not in takers]
        assert all(game.own(card[0], food) == card[1] for card in others)
    assert gains == listed(TAKERS)


def test_the_foods_are_counted_as_below_the_table_of_3_3():
    deck = [food for food in FOODS for _ in range(food[3])]
    assert (len(FOODS), len(deck)) == (27, 48)
    assert sum(value for _, value, _, _ in deck if value > 0) == 94
    assert sum(value for _, value, _, _ in deck if value < 0) == -36
    assert Counter(len(top) for _, _, top, _ in deck) == {1: 36, 2: 12}
    assert Counter(stripe for _, _, top, _ in deck for stripe in top) == dict.fromkeys("BGOYRV", 10)
    bad = Counter(stripe for _, value, top, _ in deck for stripe in top if value < 0)
    assert bad == dict.fromkeys("BGOYRV", 3)


# --- §6.1: the worked examples of the scoring ---------------------------------------------------


def test_e1_without_links_everybody_scores_and_food_that_does_not_fit_is_dropped():
    row = [(0, "Perch", "Squid"), (1, "Shark", "Tuna"), (2, "Perch", "Ghost Net")]
    assert score_of(3, row) == [6, 12, 3]


E2 = [
    (0, "Crab", "Mussel"),
    (1, "Perch", "Clownfish"),
    (2, "Sea Lion", "Herring"),
    (3, "Blue Whale", "Sardine"),
]
E3 = [(0, "Octopus", "Lobster"), (1, "Barracuda", "Tuna"), (2, "Shark", "Plastic Bag")]
E4 = [
    (0, "Barracuda", "Parrotfish"),
    (1, "Angler", "Sardine"),
    (2, "Shark", "Squid"),
    (3, "Octopus", "Shrimp"),
]
E5 = [
    (0, "Blue Whale", "Oil Slick"),
    (1, "Crab", "Oil Slick"),
    (2, "Shark", "Mercury Tuna"),
    (3, "Octopus", "Fish Hook"),
    (4, "Angler", "Jellyfish"),
]
E6 = [
    (0, "Sea Lion", "Mackerel"),
    (1, "Angler", "Squid"),
    (0, "Barracuda", "Flying Fish"),
    (1, "Shark", "Carcass"),
]
E7 = [
    (0, "Angler", "Tin Can"),
    (1, "Shark", "Phytoplankton"),
    (1, "Crab", "Jellyfish"),
    (0, "Blue Whale", "Krill"),
]


def test_e2_a_chain_of_three_pays_its_left_end_and_then_breaks():
    assert score_of(4, E2) == [0, 0, 27, 4]


def test_e3_a_food_that_does_not_fit_leaves_the_chain_whole():
    assert score_of(3, E3) == [0, 0, 16]


def test_e3_with_unfed_zero_the_barracuda_brings_nothing_of_its_own():
    assert score_of(3, E3, unfed="zero") == [0, 0, 12]


def test_e4_the_shark_wipes_out_the_angler_on_its_right():
    assert score_of(4, E4) == [0, 0, 0, 17]


def test_e5_factors_and_forced_meals_count_for_negative_food_too():
    assert score_of(5, E5) == [0, 0, 0, 0, -1]


def test_e6_in_a_double_round_a_seat_may_score_two_chains():
    assert score_of(2, E6) == [0, 27]


def test_e7_zero_wipes_a_negative_total_and_an_own_creature_may_be_eaten():
    assert score_of(2, E7) == [22, 0]


def test_e8_the_shark_must_stand_directly_left_of_the_angler():
    row = [(0, "Angler", "Ray"), (1, "Crab", "Toxic Barrel"), (2, "Shark", "Marine Snow")]
    assert score_of(3, row) == [4, 2, 3]


def test_r13_an_angler_directly_left_of_the_shark_does_nothing_special():
    assert score_of(2, [(0, "Shark", "Krill"), (1, "Angler", "Krill")]) == [2, 1]


@pytest.mark.parametrize(
    ("cards", "result"), [(E2, [0, 0, 27, 4]), (E4, [0, 0, 0, 17]), (E5, [0, 0, 0, 0, -1])]
)
def test_e2_e4_and_e5_played_from_the_deal_end_with_the_same_points(cards, result):
    hands = [[food] for _, _, food in cards]
    game = game_with(len(cards), *hands, double_max=3, rounds=1)
    play_all(game, *(f"creature {creature}" for _, creature, _ in cards))
    assert game.scores() == [0.0] * len(cards)
    for seat, _, food in cards:
        play_all(game, f"food {food}", str(seat))
    assert game.over
    assert game.scores() == result
    assert game.winners() == [seat for seat, _, _ in cards if result[seat] == max(result)]


def test_e6_played_from_the_deal_ends_with_the_same_points():
    game = game_with(2, ["Mackerel", "Flying Fish"], ["Squid", "Carcass"], rounds=1)
    play_all(game, *(f"creature {creature}" for _, creature, _ in E6))
    # Foods may go under any column: here each seat feeds its own ones, the later column first.
    play_all(game, "food Flying Fish", "2", "food Carcass", "3", "food Mackerel", "0")
    assert game.legal() == {f"food {food}" for food in game.foods[1]}
    play_all(game, "food Squid", "1")
    assert game.scores() == [0, 27]


def test_e7_played_by_the_lucky_rule_ends_with_the_same_points():
    hands = ["Tin Can", "Krill"], ["Phytoplankton", "Jellyfish"]
    game = game_with(2, *hands, variant="lucky", rounds=1)
    play_all(game, "creature Angler", "left", "creature Shark", "left", "food Tin Can", "0")
    play_all(game, "creature Crab", "left", "creature Blue Whale", "left")
    play_all(game, "food Phytoplankton", "1", "food Krill", "3", "food Jellyfish", "2")
    assert game.over
    assert game.scores() == [22, 0]


# --- §4, §5, §7: deal, turns, end ---------------------------------------------------------------


def test_13_the_deal_asks_for_the_dealer_and_then_for_the_deck_and_for_nothing_else():
    chance = Fresh(1)
    game = Reference(4, dealer=3)
    game.begin(chance)
    assert [line.split(" ")[1] for line in chance.lines] == ["dealer", "deck"]
    assert chance.lines[0] == "chance dealer 3"
    deck = chance.lines[1].removeprefix("chance deck ").split(", ")
    assert game.foods == [deck[0:8], deck[8:16], deck[16:24], deck[24:32]]
    assert game.undealt == deck[32:]
    again = Reference(4)
    again.begin(Told(chance.lines))
    assert vars(again) | {"dealer_option": 3} == vars(game)


@pytest.mark.parametrize(
    "lines",
    [
        ["chance dealer 2", "chance deck " + ", ".join(stacked(2))],
        ["chance dealer 0", "chance deck " + ", ".join(stacked(2)[:47])],
        ["chance dealer 0", "chance deck " + ", ".join(["Krill"] + stacked(2)[1:])],
        ["chance deck " + ", ".join(stacked(2)), "chance dealer 0"],
    ],
)
def test_4_a_dealer_or_deck_that_cannot_be_is_refused(lines):
    with pytest.raises(AssertionError):
        Reference(2).begin(Told(lines))


def test_4_1_a_dealer_other_than_the_option_says_is_refused():
    assert game_with(3, dealer=1).dealer == 1
    lines = ["chance dealer 1", "chance deck " + ", ".join(stacked(3))]
    with pytest.raises(AssertionError):
        Reference(3, dealer=0).begin(Told(lines))


@pytest.mark.parametrize(
    ("players", "options", "per_round", "rounds"),
    [
        (2, {}, 2, 4),
        (4, {}, 2, 4),
        (5, {}, 1, 8),
        (6, {}, 1, 8),
        (3, {"double_max": 3}, 2, 4),
        (4, {"double_max": 3}, 1, 8),
        (4, {"rounds": 3}, 2, 3),
        (4, {"rounds": 8}, 2, 4),
        (6, {"rounds": 1}, 1, 1),
    ],
)
def test_4_5_and_8_4_set_the_cards_per_round_and_the_number_of_rounds(
    players, options, per_round, rounds
):
    game = Reference(players, **options)
    assert (game.cards_per_round, game.rounds) == (per_round, rounds)
    game.begin(Fresh(2))
    play_at_random(game, random.Random(2))
    assert [len(hand) for hand in game.foods] == [8 - per_round * rounds] * players


@pytest.mark.parametrize(
    ("order", "sorts"),
    [("CCFF", ["creature"] * 4 + ["food"] * 4), ("CFCF", (["creature"] * 2 + ["food"] * 2) * 2)],
)
def test_r15_two_circles_of_each_sort_follow_in_the_order_of_the_option(order, sorts):
    game = game_with(2, double_order=order, dealer=1)
    seen = []
    for _ in range(8):
        seen.append((game.seat, min(game.legal()).split(" ")[0]))
        play_all(game, min(game.legal()))
        if game.asked == "place":
            play_all(game, min(game.legal()))
    assert seen == list(zip([1, 0] * 4, sorts, strict=True))


def test_5_a_food_goes_under_any_column_that_has_none():
    game = game_with(3, dealer=2, double_order="CFCF")
    play_all(game, "creature Crab", "creature Crab", "creature Perch")
    assert game.seat == 2
    assert game.legal() == {f"food {food}" for food in game.foods[2]}
    play_all(game, f"food {game.foods[2][0]}")
    assert (game.seat, game.legal()) == (2, {"0", "1", "2"})
    play_all(game, "1", f"food {game.foods[0][0]}")
    assert (game.seat, game.legal()) == (0, {"0", "2"})
    play_all(game, "0", f"food {game.foods[1][0]}")
    assert (game.seat, game.legal()) == (1, {"2"})
    play_all(game, "2")
    creatures = {f"creature {c[0]}" for c in CREATURES}
    assert (game.seat, game.legal()) == (2, creatures - {"creature Crab"})


def test_5_an_action_that_is_not_legal_is_refused():
    game = game_with(2)
    with pytest.raises(AssertionError):
        game.play("food Krill", NOTHING)


@pytest.mark.parametrize("variant", ["normal", "lucky"])
def test_r19_the_start_of_the_rounds_passes_clockwise_from_the_dealer_and_wraps_around(variant):
    game = game_with(5, dealer=3, variant=variant)
    rng, starters = random.Random(5), []
    while not game.over:
        if not game.row and game.chosen is None:
            starters.append(game.seat)
        play_all(game, rng.choice(sorted(game.legal())))
    assert starters == [3, 4, 0, 1, 2, 3, 4, 0]


def test_r21_all_seats_with_the_highest_total_win():
    game = game_with(3)
    game.over, game.points = True, [7, -2, 7]
    assert game.winners() == [0, 2]


@pytest.mark.parametrize(
    ("variant", "decisions"), [("normal", 24), ("open", 24), ("lucky", 32), ("lucky_peek", 48)]
)
def test_13_the_decisions_of_a_full_game_are_counted(variant, decisions):
    for players in (3, 6):
        game = game_with(players, variant=variant)
        assert play_at_random(game, random.Random(3)) == decisions * players


# --- §8: lucky, orphans, peeks ------------------------------------------------------------------


def test_8_1_short_example_orphans_are_laid_and_their_gaps_filled():
    game = game_with(2, ["Krill", "Tuna"], ["Squid", "Ray"], variant="lucky", rounds=1)
    assert all(text.startswith("creature ") for text in game.legal())
    play_all(game, "creature Shark")
    assert game.legal() == {"left"}
    play_all(game, "left")
    creatures = {f"creature {c[0]}" for c in CREATURES}
    assert game.legal() == creatures | {f"food {food}" for food in game.foods[1]}
    play_all(game, "food Squid")
    assert game.legal() == {"0"}
    play_all(game, "0")
    # No creature is free, but seat 0 still has creatures to lay: no orphan yet.
    assert game.legal() == creatures - {"creature Shark"}
    play_all(game, "creature Perch")
    assert game.legal() == {"left", "right"}
    play_all(game, "left", "food Ray", "1")
    # Seat 0 has only foods left and no creature is free.
    assert game.legal() == {f"food {food}" for food in game.foods[0]}
    play_all(game, "food Krill")
    assert game.legal() == {"left", "right"}
    play_all(game, "right")
    # Seat 1 has only creatures left, and the gap is their only place.
    assert game.legal() == creatures
    play_all(game, "creature Crab")
    assert game.legal() == {"gap 0"}
    play_all(game, "gap 0", "food Tuna", "left", "creature Octopus")
    assert game.legal() == {"gap 3"}
    play_all(game, "gap 3")
    assert game.over
    # Crab + Krill 8; Shark + Squid 8; Perch + Ray 6; Octopus + Tuna 5 eats the Perch.
    assert game.scores() == [8, 19]


def six_seats_after_one_circle(last_move):
    """Creatures of seats 0, 1 and 4 and foods of seats 2 and 3 lie; seat 5 makes the last move."""
    game = game_with(6, ["Krill"], ["Squid"], ["Ray"], ["Tuna"], [], ["Mussel"], variant="lucky")
    play_all(game, "creature Shark", "left", "creature Perch", "left", "food Ray", "0")
    play_all(game, "food Tuna", "1", "creature Crab", "left", *last_move)
    return game


def test_r17_no_orphan_may_be_laid_while_a_creature_has_no_food():
    game = six_seats_after_one_circle(["creature Sea Lion", "right"])
    assert [column["creature"] for column in game.row] == ["Sea Lion", "Shark", "Perch", "Crab"]
    play_all(game, "food Krill")
    assert game.legal() == {"0", "3"}


def test_r17_r18_orphans_may_follow_each_other_while_creatures_go_into_gaps_only():
    game = six_seats_after_one_circle(["food Mussel", "2"])
    play_all(game, "food Krill", "right")
    assert game.legal() == {f"food {food}" for food in game.foods[1]}
    play_all(game, "food Squid")
    assert game.legal() == {"left", "right"}
    play_all(game, "left")
    assert game.legal() == {f"creature {creature[0]}" for creature in CREATURES}
    play_all(game, "creature Angler")
    assert game.legal() == {"gap 0", "gap 4"}
    play_all(game, "gap 4", "creature Crab")
    assert game.legal() == {"gap 0"}


def test_8_2_a_seat_may_look_at_one_card_of_the_row_that_it_does_not_know():
    game = game_with(2, ["Krill", "Tuna"], ["Squid", "Ray"], variant="lucky_peek", rounds=1)
    assert game.legal() == {"no peek"}
    play_all(game, "no peek", "creature Shark", "left")
    assert game.legal() == {"no peek", "peek creature 0"}
    play_all(game, "peek creature 0")
    assert "no peek" not in game.legal()  # one look per turn
    play_all(game, "food Squid", "0")
    assert game.legal() == {"no peek", "peek food 0"}
    play_all(game, "no peek", "creature Perch", "right")
    # What was seen stays known where it lies now; the new card is column 0.
    assert game.legal() == {"no peek", "peek creature 0"}
    play_all(game, "no peek", "food Ray", "0")
    assert game.legal() == {"no peek", "peek food 0", "peek food 1"}
    play_all(game, "peek food 1", "food Krill", "left")
    assert game.legal() == {"no peek", "peek creature 0", "peek food 2"}  # orphans included


def test_8_2_no_peek_is_asked_for_in_the_other_variants():
    for variant in ("normal", "open", "lucky", "lucky_open"):
        assert all("peek" not in text for text in game_with(3, variant=variant).legal())


# --- §13: other cards ---------------------------------------------------------------------------


def test_13_a_table_of_other_cards_is_used_in_place_of_the_default():
    cards = copy.deepcopy(DEFAULT_CARDS) | {"zero_stripe": "Z"}
    cards["creatures"][0] |= {"name": "Lobster King", "value": 9, "left": ["Z"]}
    cards["creatures"][1] |= {"right": ["Z", "G"]}
    cards["foods"][0] |= {"name": "Dust", "value": -1}
    game = Reference(2, cards=cards)
    game.begin(Fresh(4))
    assert "creature Lobster King" in game.legal()
    assert game.link("Perch", "Lobster King") == "ZERO"
    assert game.link("Shark", "Angler") == "EATS"  # K is a stripe like any other in this table
    assert game.own("Lobster King", "Dust") == 8
    play_at_random(game, random.Random(4))


# --- random games -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_with_random_options_keep_every_invariant_to_the_end(players, variant):
    for seed in range(5):
        rng = random.Random(f"{players} {variant} {seed}")
        game = Reference(
            players,
            variant=variant,
            unfed=rng.choice(["printed", "zero"]),
            double_max=rng.choice([3, 4]),
            double_order=rng.choice(["CCFF", "CFCF"]),
            rounds=rng.choice(["all", "all", rng.randint(1, 8)]),
            dealer=rng.choice(["random", rng.randrange(players)]),
        )
        game.begin(Fresh(seed))
        game.check()
        play_at_random(game, rng)
        assert game.legal() == set()
        assert set(game.winners()) <= set(range(players))


@pytest.mark.parametrize(
    ("players", "variant", "unfed", "mean"),
    [(2, "normal", "printed", 34.7), (4, "lucky", "printed", 34.7), (4, "normal", "zero", 17.3)],
)
def test_10_random_play_scores_on_average_what_the_page_measured(players, variant, unfed, mean):
    rng, points = random.Random(10), []
    for seed in range(60 if players == 4 else 120):
        game = Reference(players, variant=variant, unfed=unfed)
        game.begin(Fresh(seed))
        play_at_random(game, rng, check=False)
        points += game.scores()
    # A seat's score spreads by about 14, so the mean of 240 seats by about 0.9.
    assert abs(sum(points) / len(points) - mean) < 2.7
