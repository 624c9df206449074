"""The rules of Snorkeling by their numbers and worked examples, on tables set by hand."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from sea_envs import load
from sea_envs.core.errors import BadDeck, BadOption, BadSeats, UnknownOption
from sea_envs.core.play import Play
from sea_envs.games.snorkeling.actions import DECLINE, END, TAKE
from sea_envs.games.snorkeling.components import CARDS, COLOURS, DECK, VALUES
from sea_envs.games.snorkeling.rules import MODE_COLOUR, MODE_SINGLE

SNORKELING = load("snorkeling")


def dealt(players: int = 2, **options: Any) -> Play:
    play = Play(SNORKELING.setup(players, **options), on_illegal="raise")
    play.begin(1, starter=0)
    return play


def set_table(
    *,
    centre: str,
    hand: str,
    piles: tuple[str, ...] = (),
    own: str = "",
    deck: str = "",
    points: tuple[int, ...] = (),
    players: int = 2,
    **options: Any,
) -> Play:
    """A table at seat 0's turn: centre from the bottom, deck from the top, piles of seats 1, ..."""
    play = dealt(players, **options)
    state = play.state
    state.hands[0] = 0
    for card in hand.split():
        state.hands[0, CARDS.index(card)] += 1
    *below, top = (CARDS.index(card) for card in centre.split())
    state.below_top[:] = 0
    for card in below:
        state.below_top[card] += 1
    state.below_held, state.top = len(below), top
    for seat, pile in enumerate((own, *piles)):
        for card in pile.split():
            state.pile_colours[seat, int(card[1])] = 1 + "RYGBP".index(card[0])
            state.above[seat] += 1
    cards = [CARDS.index(card) for card in deck.split()]
    state.deck[: len(cards)] = cards
    state.drawn, state.decked = 0, len(cards)
    for seat, total in enumerate(points):
        state.points[seat] = total
    play.table.refresh()
    return play


def go(play: Play, *texts: str) -> Play:
    for text in texts:
        play.act(play.parse(text))
    return play


def hand(play: Play, seat: int = 0) -> list[str]:
    return [CARDS[k] for k in range(len(CARDS)) for _ in range(play.state.hands[seat, k])]


def worth(play: Play) -> list[int]:
    return [5 - int(above) for above in play.state.above[: play.setup.players]]


def test_1_the_deck_has_three_copies_of_five_colours_and_values() -> None:
    assert len(DECK) == 75
    assert set(Counter(DECK).values()) == {3}
    assert Counter(card[1] for card in DECK) == Counter(dict.fromkeys("01234", 15))


@pytest.mark.parametrize(("players", "left"), [(2, 64), (3, 59), (4, 54), (5, 49), (6, 44)])
def test_e1_the_deal_leaves_so_many_cards_in_the_deck(players: int, left: int) -> None:
    """Rules 2.1, 2.2 and 2.4."""
    play = dealt(players)
    assert [len(hand(play, seat)) for seat in range(players)] == [5] * players
    assert play.state.decked - play.state.drawn == left
    assert worth(play) == [5] * players


def test_2_3_a_stacked_deck_is_dealt_seat_by_seat_then_the_centre_then_the_draws() -> None:
    play = dealt(3)
    deck = sorted(DECK)
    play.begin(1, deck=deck, starter=2)
    assert [hand(play, seat) for seat in range(3)] == [
        sorted(deck[start : start + 5], key=CARDS.index) for start in (0, 5, 10)
    ]
    assert CARDS[play.state.top] == deck[15]
    assert play.seat == 2
    go(play, "end")
    assert deck[16] in hand(play, 2)


def test_2_5_everybody_is_drawn_as_the_first_starter_as_often_as_the_others() -> None:
    play, started = dealt(4), [0, 0, 0, 0]
    for seed in range(1000):
        play.begin(seed)
        started[play.seat] += 1
    assert min(started) > 200 and max(started) < 300
    first = play.seat
    assert go(play, "end").seat == (first + 1) % 4, "clockwise"


def test_e2_a_single_play_closes_the_centre() -> None:
    play = set_table(centre="R2", hand="R4 G3 G1 B3 Y0", piles=("", "P4 B3"), players=3)
    assert play.legal() == [4, 13, 18, END]
    go(play, "play G3")
    assert play.state.mode == MODE_SINGLE
    assert play.legal_texts() == ["place R4 on +1", "end"]
    assert play.legal() == [25, 50]


def test_e3_a_beach_follows_a_ray_in_the_centre_and_ends_nothing_there() -> None:
    play = set_table(centre="B4", hand="Y0 B1 G4 P3")
    assert play.legal_texts() == ["play Y0", "play B1", "end"]
    go(play, "play Y0")
    assert play.legal() == [27, END]
    assert play.state.rounds == 1 and not play.over


def test_e4_a_colour_play_goes_on_in_any_order_and_its_last_card_is_the_top() -> None:
    play = set_table(centre="R2", hand="R0 R3 R3 G4 Y4 B1", deck="P2 P3")
    assert play.legal_texts() == ["play R0", "play R3", "end"]
    go(play, "play R3")
    assert play.state.mode == MODE_COLOUR, "both kinds at once counts as a colour play"
    assert play.legal_texts()[:2] == ["play R0", "play R3"]
    go(play, "play R0", "play R3")
    assert CARDS[play.state.top] == "R3"
    go(play, "place G4 on +1")
    assert worth(play) == [5, 4]
    assert sorted(hand(play)) == ["B1", "P2", "Y4"]
    assert play.seat == 1


def test_e5_every_opponent_is_a_target_of_its_own_value() -> None:
    piles = ("", "R4 R3", "G4 G3 G2 G1")
    play = set_table(centre="P0", hand="P1 P1 G4 B2 Y0", piles=piles, players=4)
    assert play.legal_texts() == ["play P1", "end"]
    go(play, "play P1")
    assert play.legal() == [21, 27, 33, 36, END]


def test_e6_a_beach_ends_round_and_game_before_any_draw() -> None:
    play = set_table(
        centre="P0",
        hand="P1 Y0",
        own="R4",
        piles=("", "Y4 Y3", "G4 G3 G2 G1"),
        points=(4, 7, 5, 6),
        players=4,
    )
    go(play, "play P1", "place Y0 on +3")
    assert play.over
    assert play.scores() == [8, 12, 8, 6]
    assert play.winners() == [1]
    assert hand(play) == []


def played_out() -> Play:
    play = set_table(
        centre="R0", hand="R1 B2", own="Y4 G3 P2", piles=("B4 B3", ""), deck="G4 Y1 P0", players=3
    )
    return go(play, "play R1", "place B2 on +1")


def test_e7_a_hand_played_out_draws_and_may_take_back() -> None:
    """Rule 4.3."""
    play = played_out()
    assert hand(play) == ["G4"] and worth(play)[:2] == [2, 2]
    assert play.legal() == [TAKE, DECLINE]
    go(play, "take")
    assert sorted(hand(play)) == ["G4", "P2"] and worth(play)[0] == 3
    assert play.state.decked - play.state.drawn == 2
    assert play.state.known[0, CARDS.index("P2")] == 1, "everybody saw it"


def test_e7_declining_draws_a_second_card() -> None:
    play = go(played_out(), "decline")
    assert sorted(hand(play)) == ["G4", "Y1"] and worth(play)[0] == 2
    assert play.state.decked - play.state.drawn == 1


def test_e8_a_bare_lanternfish_stays_and_two_cards_are_drawn() -> None:
    play = set_table(centre="R0", hand="R4 R1", deck="G4 Y1 P0")
    go(play, "play R4", "play R1")
    assert play.legal() == [END]
    go(play, "end")
    assert sorted(hand(play)) == ["G4", "Y1"] and worth(play) == [5, 5] and play.seat == 1


def test_e9_taking_back_the_ray_uncovers_the_lanternfish() -> None:
    play = set_table(centre="R0", hand="R4 R1", own="Y4", deck="G4 Y1 P0")
    go(play, "play R1", "place R4 on +1", "take")
    assert sorted(hand(play)) == ["G4", "Y4"] and worth(play) == [5, 4]


def test_e10_a_pass_draws_and_never_takes_back() -> None:
    play = set_table(centre="R0", hand="G3 P4", own="Y4", deck="G4 Y1")
    assert play.legal() == [END]
    go(play, "end")
    assert sorted(hand(play)) == ["G3", "G4", "P4"] and play.seat == 1


def test_4_2_one_may_pass_with_a_card_that_fits() -> None:
    play = set_table(centre="R0", hand="R1", deck="G4")
    assert "end" in play.legal_texts()
    go(play, "end")
    assert sorted(hand(play)) == ["G4", "R1"]


def test_4_2_nothing_is_placed_on_the_own_pile_nor_beyond_the_seats() -> None:
    play = set_table(centre="R0", hand="R1 R4 G4", players=3, own="B4")
    go(play, "play R1")
    assert [text for text in play.legal_texts() if text.startswith("place")] == [
        "place R4 on +1",
        "place G4 on +1",
        "place R4 on +2",
        "place G4 on +2",
    ]


def test_e11_an_empty_deck_is_replaced_by_the_centre_without_its_top() -> None:
    centre = "R0 R0 R0 R1 R1 R1 R2 R2 R2 R3 R3 B1"
    play = go(set_table(centre=centre, hand="G4 Y2"), "end")
    assert play.state.decked == 11 and play.state.decked - play.state.drawn == 10
    assert CARDS[play.state.top] == "B1" and play.state.below_held == 0
    lines = SNORKELING.actions.chance_lines(play.setup, play.state)
    assert [line.split(" ")[:2] for line in lines] == [["chance", "deck"]]
    assert sorted(lines[0].removeprefix("chance deck ").split(", ")) == sorted(centre.split()[:-1])


def test_e12_a_deck_may_run_out_between_two_draws_of_one_turn() -> None:
    play = set_table(centre="R0 R1 R2 R3 R4", hand="R0", deck="Y2")
    go(play, "play R0", "end")
    assert len(hand(play)) == 2 and "Y2" in hand(play)
    assert play.state.decked - play.state.drawn == 4
    assert CARDS[play.state.top] == "R0" and play.state.below_held == 0


def test_e13_a_tie_on_top_plays_another_round_with_everybody() -> None:
    play = set_table(
        centre="P0",
        hand="P1 Y0",
        own="R4 R3",
        piles=("B4", "G4 G3 G2 G1"),
        points=(10, 9, 8),
        players=3,
    )
    go(play, "play P1", "place Y0 on +2")
    assert not play.over and play.state.rounds == 2
    assert play.scores() == [13, 13, 8]
    assert worth(play) == [5, 5, 5]
    assert [len(hand(play, seat)) for seat in range(3)] == [5, 5, 5]


def test_e14_the_higher_of_two_above_the_target_wins_without_another_round() -> None:
    play = set_table(
        centre="P0",
        hand="P1 Y0",
        own="R4 R3 R2",
        piles=("", "G4 G3 G2 G1"),
        points=(10, 9, 4),
        players=3,
    )
    go(play, "play P1", "place Y0 on +2")
    assert play.over and play.scores() == [12, 14, 4] and play.winners() == [1]


def test_e15_expert_divers_mix_both_rules_freely() -> None:
    cards = {"centre": "R2", "hand": "G3 G1 B2 Y3 P4 G0 R4", "deck": "B4 B0 R1"}
    play = go(set_table(**cards), "play G3")
    assert play.legal_texts() == ["place R4 on +1", "place P4 on +1", "end"]
    play = go(set_table(**cards, expert=True), "play G3")
    assert [text for text in play.legal_texts() if text.startswith("play")] == [
        "play R4",
        "play G0",
        "play G1",
        "play P4",
    ]
    go(play, "play G1")
    assert play.legal_texts()[:2] == ["play G0", "play B2"]
    go(play, "play B2", "play Y3", "play P4", "play G0", "place R4 on +1")
    assert sorted(hand(play)) == ["B0", "B4"] and worth(play) == [5, 4]


def test_a11_many_placements_end_with_end_or_a_beach() -> None:
    cards = {"centre": "R2", "hand": "R3 G4 B3 B1", "deck": "B4 B0", "expert": True}
    play = go(set_table(**cards, expert_place="many"), "play R3", "place G4 on +1")
    assert play.legal_texts() == ["place B3 on +1", "end"], "no centre card follows"
    go(play, "place B3 on +1", "end")
    assert worth(play) == [5, 3] and play.seat == 1
    one = go(set_table(**cards), "play R3", "place G4 on +1")
    assert one.seat == 1


def test_a7_take_rules() -> None:
    cards: dict[str, Any] = {"centre": "R0", "hand": "R1", "own": "Y4", "deck": "G4 Y1"}
    must = go(set_table(**cards, take_rule="must"), "play R1", "end")
    assert must.legal_texts() == ["take"]
    plain = go(set_table(**cards, take_rule="may_plain"), "play R1", "end", "decline")
    assert hand(plain) == ["G4"], "declining draws nothing"


def test_e16_frozen_scores_the_round_as_it_lies() -> None:
    play = set_table(centre="P0", hand="R2", piles=("B4",), points=(1, 2))
    go(play, "end")
    assert play.state.frozen == 1 and play.state.rounds == 1
    go(play, "end")
    assert play.scores() == [6, 6] and play.state.rounds == 2 and not play.over
    assert play.state.starter_seat == 1, "a safety end rotates the starter"


def test_5_the_lap_cap_scores_when_a_turn_is_complete() -> None:
    """Below the target another round is played: rule 6.1."""
    play = dealt(3, max_laps=1, target=60)
    go(play, "end", "end")
    assert play.state.rounds == 1
    go(play, "end")
    assert play.state.rounds == 2 and play.scores() == [5, 5, 5]


def test_6_2_after_a_safety_end_the_highest_share_the_win() -> None:
    play = go(dealt(2, max_laps=1, target=5), "end", "end")
    assert play.over and play.winners() == [0, 1]
    assert not play.state.truncated
    assert play.table.pays[0].tolist()[:2] == [0, 0]


def test_6_2_the_last_round_ends_the_game_below_the_target() -> None:
    play = go(dealt(2, max_laps=1, target=60, max_rounds=1), "end", "end")
    assert play.over and play.winners() == [0, 1]


def after_a_beach(players: int = 4, **options: Any) -> Play:
    """Seat 0, who started, puts a Beach on seat 2."""
    play = set_table(
        centre="P0",
        hand="P1 Y0",
        piles=("", "G4 G3 G2 G1", "B4"),
        points=(5, 1, 9, 3),
        players=players,
        target=60,
        **options,
    )
    return go(play, "play P1", "place Y0 on +2")


@pytest.mark.parametrize(
    ("rule", "starter"),
    [("rotate", 1), ("victim", 2), ("left_of_ender", 1), ("fixed", 0), ("lowest", 1)],
)
def test_a15_who_starts_the_next_round(rule: str, starter: int) -> None:
    """Rule 6.3."""
    play = after_a_beach(start_rule=rule)
    assert play.scores() == [10, 6, 9, 7]
    assert play.seat == play.state.starter_seat == starter


def test_a15_lowest_ties_go_clockwise_from_the_seat_after_the_last_starter() -> None:
    play = go(dealt(3, max_laps=1, target=60, start_rule="lowest"), "end", "end", "end")
    assert play.seat == 1


def test_4_4_what_was_taken_back_is_known_until_it_is_played() -> None:
    play = go(played_out(), "take")
    view = SNORKELING.layout.view(play.table.observe((0,), (1,))[0], "known")
    seat_0_from_seat_1, purple, two = 2, COLOURS.index("Purple"), 2 - 1
    assert view[seat_0_from_seat_1, purple, two] == pytest.approx(1 / 3)
    assert view.sum() == pytest.approx(1 / 3)
    play.state.seat = 0
    play.state.top = CARDS.index("P0")
    play.table.refresh()
    go(play, "play P2")
    assert play.state.known.sum() == 0


def test_3_every_card_is_in_exactly_one_place_at_every_step() -> None:
    play = dealt(5)
    chance = np.random.default_rng(0)
    while not play.over:
        state = play.state
        cards = Counter(int(card) for card in state.deck[state.drawn : state.decked])
        cards[int(state.top)] += 1
        for kind in range(len(CARDS)):
            cards[kind] += int(state.hands[:, kind].sum()) + int(state.below_top[kind])
        for seat in range(5):
            for value in range(VALUES):
                if state.pile_colours[seat, value]:
                    cards[5 * (int(state.pile_colours[seat, value]) - 1) + value] += 1
        assert cards == Counter(dict.fromkeys(range(25), 3))
        assert (state.known <= state.hands).all()
        play.act(int(chance.choice(play.legal())))


def test_12_events_tell_the_starter_once_and_every_deck() -> None:
    play = after_a_beach()
    fresh = dealt(2)
    assert fresh.events()[0] == "chance starter 0"
    assert fresh.events()[1].startswith("chance deck ") and len(fresh.events()[1].split(", ")) == 75
    lines = SNORKELING.actions.chance_lines(play.setup, play.state)
    assert len(lines) == 1 and len(lines[0].split(", ")) == 75


def test_bad_input_names_what_was_given_and_what_is_possible() -> None:
    setup = SNORKELING.setup(2)
    with pytest.raises(BadSeats, match="players=7.*2 to 6"):
        SNORKELING.setup(7)
    with pytest.raises(UnknownOption, match="'exprt'.*Did you mean 'expert'"):
        SNORKELING.setup(2, exprt=True)
    with pytest.raises(BadOption, match="target=0.*from 1 to 60"):
        SNORKELING.setup(2, target=0)
    with pytest.raises(BadOption, match="expert=1"):
        SNORKELING.setup(2, expert=1)
    with pytest.raises(BadOption, match="start_rule='last'.*'rotate'"):
        SNORKELING.setup(2, start_rule="last")
    with pytest.raises(BadDeck, match="no card 'X9'"):
        setup.stacked(deck=["X9", *DECK[1:]])
    with pytest.raises(BadDeck, match="missing \\['R0'\\], too many \\['P4'\\]"):
        setup.stacked(deck=[*DECK[1:], "P4"])
    with pytest.raises(BadDeck, match="of 3 cards: 75 needed"):
        setup.stacked(deck=["R0", "R1", "R2"])
    with pytest.raises(BadSeats, match="starter=2.*0 to 1"):
        setup.stacked(starter=2)
