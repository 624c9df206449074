"""The plain reference against the rules page: its worked examples, and random games that hold."""

import math
import random
from collections import Counter

import pytest

from tests.games.chance import Fresh, Told
from tests.games.snorkeling.reference import BOX, LANTERNFISH, Reference

RANDOM_GAMES = 24
DECISIONS_LIMIT = 200_000

# 7: every word of every required option, and numbers small enough to reach the safety ends.
VALUES_OF = {
    "target": (1, 6, 12, 60),
    "expert": (False, True),
    "start_rule": ("rotate", "victim", "left_of_ender", "fixed", "lowest"),
    "take_rule": ("may_topup", "must", "may_plain"),
    "expert_place": ("one", "many"),
    "max_laps": (1, 3, 100),
    "max_rounds": (1, 4, 50),
}


def set_table(
    players, *, centre, hand, seat=0, piles=None, deck="", scores=None, starters=(0, 0), **options
):
    """A position with `seat` to act; `starters` of the first round and of this one.

    The other hands get two cards each, and what then remains of the box goes to the bottom of the
    deck. With deck=None the deck is empty and the remains go to the last other hand.
    """
    game = Reference(players, **options)
    game.seat = seat
    game.first_starter, game.starter = starters
    game.points = list(scores or [0] * players)
    game.round = 1 + math.ceil(max(game.points) / LANTERNFISH)  # The fewest that give the points.
    game.centre = centre.split()
    game.piles = [(piles or {}).get(owner, "").split() for owner in range(players)]
    game.deck = (deck or "").split()
    game.hands[seat] = hand.split()
    named = Counter(game.centre + game.deck + game.hands[seat] + sum(game.piles, []))
    spare = sorted((BOX - named).elements())
    others = [other for other in range(players) if other != seat]
    for other in others:
        game.hands[other] = [spare.pop(), spare.pop()]
    remains = game.hands[others[-1]] if deck is None else game.deck
    remains += spare
    game.check()
    return game


class NoChance:
    """For positions in which nothing may be shuffled."""

    def line(self, kind, make):
        raise AssertionError(f"chance {kind} was not to be asked for")


def play(game, *texts, chance=None):
    for text in texts:
        game.play(text, chance or NoChance())
        game.check()


def deck_line(text):
    return "chance deck " + ", ".join(text.split())


def any_deck():
    return deck_line(" ".join(BOX.elements()))


# --- 9: the worked examples ---


@pytest.mark.parametrize(("players", "left"), [(2, 64), (3, 59), (4, 54), (5, 49), (6, 44)])
def test_e1_five_cards_each_and_one_turned_up_leave_the_deck(players, left):
    game = Reference(players)
    game.begin(Fresh(0))
    game.check()
    assert len(game.deck) == left
    assert [len(hand) for hand in game.hands] == [5] * players
    assert len(game.centre) == 1


def test_e1_a_told_deck_is_dealt_seat_by_seat_then_to_the_centre_then_drawn():
    cards = list(BOX.elements())
    game = Reference(2)
    game.begin(Told(["chance starter 1", deck_line(" ".join(cards))]))
    assert game.seat == 1
    assert game.hands == [cards[:5], cards[5:10]]
    assert game.centre == [cards[10]]
    assert game.deck == cards[11:]


def test_e2_a_single_play_closes_the_centre():
    game = set_table(3, centre="R2", hand="R4 G3 G1 B3 Y0", piles={2: "P4 B3"})
    assert game.legal() == {"play R4", "play G3", "play B3", "end"}
    play(game, "play G3")
    assert game.mode == "single"
    assert game.legal() == {"place R4 on +1", "end"}


def test_e3_a_beach_follows_a_ray_in_the_centre_and_does_not_end_the_round():
    game = set_table(2, centre="B4", hand="Y0 B1 G4 P3")
    assert game.legal() == {"play Y0", "play B1", "end"}
    play(game, "play Y0")
    assert game.round == 1 and game.scores() == [0, 0]
    assert game.legal() == {"place G4 on +1", "end"}


def test_e4_a_colour_play_goes_on_in_any_order_and_its_last_card_is_the_top():
    game = set_table(2, centre="R2", hand="R0 R3 R3 G4 Y4 B1", deck="P2")
    assert game.legal() == {"play R0", "play R3", "end"}
    play(game, "play R3")
    assert game.mode == "colour"
    places = {"place G4 on +1", "place Y4 on +1"}
    assert game.legal() == {"play R0", "play R3", "end"} | places
    play(game, "play R0")
    assert game.legal() == {"play R3", "end"} | places
    play(game, "play R3", "place G4 on +1")
    assert game.centre == ["R2", "R3", "R0", "R3"]
    assert game.piles[1] == ["G4"]
    assert game.hands[0] == ["Y4", "B1", "P2"]
    assert game.seat == 1
    game.hands[1] = ["R1", "G4", "G2"]  # The next seat needs a 4 or red.
    assert game.legal() == {"play R1", "play G4", "end"}


def test_e5_each_opponent_takes_exactly_one_below_the_top_of_the_pile():
    piles = {1: "", 2: "R4 R3", 3: "G4 G3 G2 G1"}
    game = set_table(4, centre="P0", hand="P1 P1 G4 B2 Y0", piles=piles)
    assert game.legal() == {"play P1", "end"}
    play(game, "play P1")
    assert game.legal() == {
        "play P1", "place G4 on +1", "place B2 on +2", "place Y0 on +3", "end",
    }  # fmt: skip


def test_e6_a_beach_on_a_pile_ends_the_round_and_the_game_at_once():
    piles = {0: "R4", 2: "B4 B3", 3: "G4 G3 G2 G1"}
    game = set_table(4, centre="P0", hand="P1 Y0", piles=piles, scores=[4, 7, 5, 6])
    play(game, "play P1", "place Y0 on +3")
    assert game.over
    assert game.scores() == [8, 12, 8, 6]
    assert game.winners() == [1]
    assert game.hands[0] == []
    assert game.legal() == set()


def e7(**options):
    piles = {0: "Y4 G3 P2", 1: "B4 B3"}
    game = set_table(3, centre="R0", hand="R1 B2", piles=piles, deck="G4 Y1 P0", **options)
    play(game, "play R1", "place B2 on +1")
    assert game.seat == 0 and game.phase == "TAKE"
    assert game.hands[0] == ["G4"]
    assert game.piles[1] == ["B4", "B3", "B2"]
    return game


def test_e7_a_hand_played_out_may_take_the_top_of_its_own_pile():
    game = e7()
    assert game.legal() == {"take", "decline"}
    play(game, "take")
    assert game.hands[0] == ["G4", "P2"]
    assert game.piles[0] == ["Y4", "G3"]
    assert game.deck[:2] == ["Y1", "P0"]
    assert game.seat == 1


def test_e7_declining_draws_a_second_card():
    game = e7()
    play(game, "decline")
    assert game.hands[0] == ["G4", "Y1"]
    assert game.piles[0] == ["Y4", "G3", "P2"]
    assert game.deck[0] == "P0"
    assert game.seat == 1


def test_e8_a_hand_played_out_over_a_bare_lanternfish_draws_two_without_a_choice():
    game = set_table(3, centre="R0", hand="R4 R1", deck="G4 Y1 P0")
    play(game, "play R4", "play R1")
    assert game.legal() == {"end"}
    play(game, "end")
    assert game.hands[0] == ["G4", "Y1"]
    assert game.piles[0] == []
    assert game.seat == 1


def test_e9_the_four_on_the_lanternfish_can_be_taken_back():
    game = set_table(3, centre="R0", hand="R4 R1", piles={0: "Y4"}, deck="G4 Y1 P0")
    play(game, "play R1", "place R4 on +1", "take")
    assert sorted(game.hands[0]) == ["G4", "Y4"]
    assert game.piles[0] == []
    assert game.piles[1] == ["R4"]


def test_e10_a_pass_draws_one_card_and_brings_no_choice():
    game = set_table(3, centre="R0", hand="G3 P4", piles={0: "Y4"}, deck="G4 Y1 P0")
    assert game.legal() == {"end"}
    play(game, "end")
    assert game.hands[0] == ["G3", "P4", "G4"]
    assert game.seat == 1


def test_e11_a_reshuffle_leaves_the_top_of_the_centre():
    below = "R0 R1 R2 R3 R4 Y0 Y1 Y2 Y3 Y4 G0"
    game = set_table(2, centre=f"{below} B1", hand="P3 P4", deck=None)
    told = Told([deck_line("G0 Y4 Y3 Y2 Y1 Y0 R4 R3 R2 R1 R0")])
    play(game, "end", chance=told)
    assert told.lines == []
    assert game.hands[0] == ["P3", "P4", "G0"]
    assert game.deck == ["Y4", "Y3", "Y2", "Y1", "Y0", "R4", "R3", "R2", "R1", "R0"]
    assert game.centre == ["B1"]


def test_e12_a_reshuffle_falls_between_the_two_draws_of_one_end_of_turn():
    # By 4.3 no turn starts with one card here, so Y2 goes to the deck after the card is played.
    game = set_table(2, centre="R0 R1 R2 R3 R4", hand="R0 Y2", deck=None)
    play(game, "play R0")
    game.hands[0], game.deck = [], ["Y2"]
    told = Told([deck_line("R3 R0 R4 R1 R2")])
    play(game, "end", chance=told)
    assert told.lines == []
    assert game.hands[0] == ["Y2", "R3"]
    assert game.deck == ["R0", "R4", "R1", "R2"]
    assert game.centre == ["R0"]


def test_e13_a_tie_on_the_highest_total_brings_another_round_for_all():
    piles = {0: "R4 R3", 1: "Y4", 2: "B4 B3 B2 B1"}
    game = set_table(3, centre="P0", hand="P1 Y0 G4", piles=piles, scores=[10, 9, 8])
    play(game, "play P1", "place Y0 on +2", chance=Told([any_deck()]))
    assert not game.over
    assert game.scores() == [13, 13, 8]
    assert [len(hand) for hand in game.hands] == [5, 5, 5]


def test_e13_in_the_extra_round_totals_run_on_until_one_is_alone_on_top():
    piles = {0: "R4 R3 R2 R1", 1: "Y4 Y3 Y2"}
    game = set_table(3, centre="P0", hand="P1 Y0", seat=1, piles=piles, scores=[13, 13, 8])
    play(game, "play P1", "place Y0 on +2")
    assert game.over
    assert game.scores() == [13, 15, 13]
    assert game.winners() == [1]


def test_e14_of_two_over_the_target_the_higher_wins_without_another_round():
    piles = {0: "R4 R3 R2", 1: "", 2: "B4 B3 B2 B1"}
    game = set_table(3, centre="P0", hand="P1 Y0", piles=piles, scores=[10, 9, 4])
    play(game, "play P1", "place Y0 on +2")
    assert game.over
    assert game.scores() == [12, 14, 4]
    assert game.winners() == [1]


def test_e15_the_basic_game_stops_a_chain_after_its_first_higher_card():
    game = set_table(2, centre="R2", hand="G3 G1 B2 Y3 P4 G0 R4")
    play(game, "play G3")
    assert game.legal() == {"place R4 on +1", "place P4 on +1", "end"}


def test_e15_expert_diving_mixes_both_kinds_against_the_current_top():
    game = set_table(2, centre="R2", hand="G3 G1 B2 Y3 P4 G0 R4", deck="B4 B0", expert=True)
    places = {"place R4 on +1", "place P4 on +1"}
    play(game, "play G3")
    assert game.legal() == {"play R4", "play P4", "play G0", "play G1", "end"} | places
    play(game, "play G1")
    assert game.legal() == {"play G0", "play B2", "end"} | places
    play(game, "play B2", "play Y3", "play P4", "play G0", "place R4 on +1")
    assert game.piles[1] == ["R4"]
    assert game.hands[0] == ["B4", "B0"]
    assert game.seat == 1


def test_e16_a_lap_of_passes_without_a_draw_freezes_and_scores_the_round():
    game = set_table(2, centre="P0", hand="R2 R3", piles={1: "B4"}, scores=[1, 2], deck=None)
    play(game, "end")
    assert game.scores() == [1, 2]
    play(game, "end", chance=Told([any_deck()]))
    assert not game.over
    assert game.scores() == [6, 6]
    assert game.seat == game.starter == 1


def test_5_frozen_wants_an_unbroken_lap_and_a_reshuffle_of_one_card_breaks_it():
    game = set_table(2, centre="P0", hand="R2 R3", deck=None)
    told = Told(["chance deck P0", any_deck()])
    play(game, "end")
    play(game, "play P4", "end", chance=told)
    play(game, "end")
    assert game.scores() == [0, 0]
    assert len(told.lines) == 1
    play(game, "end", chance=told)
    assert game.scores() == [5, 5]


# --- what the examples leave open ---


def test_4_2_only_legal_actions_in_the_words_of_the_page_are_accepted():
    game = set_table(2, centre="R2", hand="R4 G0")
    for text in ("play G0", "place R4 on +1", "take", "pass", "play R4 "):
        with pytest.raises(AssertionError):
            game.play(text, NoChance())


def test_12_a_told_deck_must_be_what_was_shuffled():
    wrong = [*BOX.elements()][:-1] + ["R0"]
    with pytest.raises(AssertionError, match="shuffled"):
        Reference(2).begin(Told(["chance starter 0", deck_line(" ".join(wrong))]))


def test_4_3_the_turn_goes_round_clockwise():
    game = set_table(4, centre="R0", hand="G3 P4")
    actors = []
    for _ in range(5):
        actors.append(game.seat)
        play(game, "end")
    assert actors == [0, 1, 2, 3, 0]


def test_4_3_a_pass_with_an_empty_hand_has_not_played_it_out():
    game = set_table(3, centre="R0", hand="G4 Y1", piles={0: "Y4"})
    game.deck, game.hands[0] = game.hands[0] + game.deck, []
    assert game.legal() == {"end"}
    game.play("end", NoChance())
    assert game.hands[0] == ["G4"]
    assert game.seat == 1


@pytest.mark.parametrize("spoil", ["lose", "gap", "score"])
def test_3_check_notices_a_spoilt_table(spoil):
    game = set_table(3, centre="R2", hand="R4 G0", piles={1: "B4 B3"})
    if spoil == "lose":
        game.deck.pop()
    if spoil == "gap":
        game.deck.append(game.piles[1].pop(0))
    if spoil == "score":
        game.points[0] = -1
    with pytest.raises(AssertionError):
        game.check()


def test_a7_must_leaves_take_alone():
    assert e7(take_rule="must").legal() == {"take"}


def test_a7_may_plain_declines_without_a_card():
    game = e7(take_rule="may_plain")
    assert game.legal() == {"take", "decline"}
    play(game, "decline")
    assert game.hands[0] == ["G4"]
    assert game.deck[0] == "Y1"


def many(**options):
    piles = {1: "", 2: "B4 B3 B2"}
    hand = "P1 R4 G3 Y1 P2"
    return set_table(3, centre="P0", hand=hand, piles=piles, expert_place="many", **options)


def test_a11_many_goes_on_placing_until_end_but_plays_no_more():
    game = many(expert=True)
    play(game, "play P1", "place R4 on +1")
    assert game.seat == 0
    assert game.legal() == {"place G3 on +1", "place Y1 on +2", "end"}
    play(game, "place G3 on +1")
    assert game.legal() == {"place P2 on +1", "place Y1 on +2", "end"}
    play(game, "end")
    assert game.seat == 1


def test_a11_many_has_no_effect_in_the_basic_game():
    game = many(expert=False)
    play(game, "play P1", "place R4 on +1")
    assert game.seat == 1


@pytest.mark.parametrize(
    ("start_rule", "starts"),
    [("rotate", 2), ("victim", 3), ("left_of_ender", 1), ("fixed", 5), ("lowest", 4)],
)
def test_a15_the_next_starter_follows_the_start_rule(start_rule, starts):
    # Seat 0 lays the Beach on seat 3 in a round of seat 1; seats 0, 1, 4 are then lowest.
    piles = {0: "R4 R3", 1: "Y4 Y3", 3: "B4 B3 B2 B1", 4: "G4 G3"}
    game = set_table(
        6, centre="P0", hand="P1 Y0", piles=piles, scores=[0, 0, 0, 4, 0, 0], starters=(5, 1),
        start_rule=start_rule,
    )  # fmt: skip
    play(game, "play P1", "place Y0 on +3", chance=Told([any_deck()]))
    assert game.scores() == [3, 3, 5, 4, 3, 5]
    assert game.starter == game.seat == starts


@pytest.mark.parametrize(
    ("start_rule", "starts"),
    [("rotate", 2), ("victim", 2), ("left_of_ender", 2), ("fixed", 1), ("lowest", 0)],
)
def test_a15_after_a_safety_end_victim_and_ender_act_as_rotate(start_rule, starts):
    game = set_table(
        3, centre="P0", hand="R2 R3", piles={0: "B4"}, starters=(1, 1), start_rule=start_rule,
        max_laps=1,
    )  # fmt: skip
    play(game, "end", "end")
    play(game, "end", chance=Told([any_deck()]))
    assert game.scores() == [4, 5, 5]
    assert game.starter == starts


@pytest.mark.parametrize(("players", "turns"), [(2, 66), (3, 62), (4, 58), (5, 54), (6, 50)])
def test_10_a_table_that_always_passes_shares_the_win_after_three_frozen_rounds(players, turns):
    game = Reference(players)
    chance = Fresh(1)
    game.begin(chance)
    passes = 0
    while not game.over:
        game.play("end", chance)
        passes += 1
    game.check()
    assert passes == 3 * turns
    assert game.scores() == [15] * players
    assert game.winners() == list(range(players))
    assert [line.split()[1] for line in chance.lines] == ["starter", "deck", "deck", "deck"]


def test_5_the_lap_cap_counts_completed_turns_and_ends_a_tied_game():
    game = set_table(2, centre="P0", hand="P1 P2", scores=[8, 8], max_laps=1)
    play(game, "play P1", "end")
    assert not game.over
    play(game, "end")
    assert game.over
    assert game.scores() == [13, 13]
    assert game.winners() == [0, 1]


def test_6_2_the_last_round_ends_the_game_below_the_target_and_in_a_tie():
    piles = {0: "R4", 1: "B4 B3 B2 B1", 2: "G4"}
    game = set_table(3, centre="P0", hand="P1 Y0", piles=piles, max_rounds=1)
    play(game, "play P1", "place Y0 on +1")
    assert game.over
    assert game.scores() == [4, 0, 4]
    assert game.winners() == [0, 2]


# --- random games ---


def random_options(dice):
    """Every option at random, each left at its default half of the time."""
    return {name: dice.choice(values) for name, values in VALUES_OF.items() if dice.random() < 0.5}


def choose(game, dice, taste):
    """A random choice that mostly avoids `end` at some tables and mostly wants it at others."""
    texts = sorted(game.legal())
    return dice.choices(texts, [taste if text == "end" else 1.0 for text in texts])[0]


@pytest.mark.parametrize("seed", range(RANDOM_GAMES))
@pytest.mark.parametrize("players", range(2, 7))
def test_3_random_games_keep_every_invariant_to_their_end(players, seed):
    dice = random.Random(1000 * players + seed)
    options = random_options(dice)
    taste = dice.choice([0.1, 1.0, 5.0])
    chance = Fresh(seed)
    game = Reference(players, **options)
    game.begin(chance)
    game.check()
    record = []
    while not game.over:
        record.append((game.legal(), choose(game, dice, taste)))
        game.play(record[-1][1], chance)
        game.check()
        assert len(record) < DECISIONS_LIMIT

    # The same lines and choices, told to another table, lead to the same end.
    told = Told(chance.lines)
    again = Reference(players, **options)
    again.begin(told)
    for legal, text in record:
        assert again.legal() == legal
        again.play(text, told)
    assert told.lines == []
    assert again.over
    assert (again.scores(), again.winners()) == (game.scores(), game.winners())
