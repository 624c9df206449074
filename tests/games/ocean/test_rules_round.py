"""Set-up, rounds and both ends by the numbers of the rules."""

from collections import Counter
from typing import Any

import pytest

from sea_envs.core.play import Play
from sea_envs.games.ocean import GAME
from tests.games.ocean.position import (
    begun,
    centre,
    go,
    hand,
    legal,
    set_table,
    stacked,
    stock,
)

ACTIONS = "chest chest chest chest sack sack sack sack sword sword sword sword"


def test_r3_2_the_draft_asks_seat_by_seat_and_deals_after_the_last_choice() -> None:
    play = Play(GAME.setup(4), on_illegal="raise")
    play.begin(1)
    for seat, animal in enumerate(("crab", "octopus", "turtle", "starfish")):
        assert play.seat == seat
        assert len(play.legal()) == 4 - seat
        assert play.events() == [f"seat {s}: {t}" for s, t in told(play)]
        go(play, f"choose {animal}")
    assert [line.split(" ")[1] for line in play.events() if line.startswith("chance")] == ["deck"]
    assert play.state.friends.tolist() == [1, 3, 0, 2]
    assert play.seat == 0
    assert [hand(play, seat).total() for seat in range(4)] == [4, 4, 4, 4]


def test_r3_1_seat_0_starts() -> None:
    play = begun("turtle crab starfish")
    assert play.seat == play.state.starter_seat == play.state.first_seat == 0


@pytest.mark.parametrize(("friends", "left"), [(2, 73), (3, 69), (4, 65)])
def test_r3_5_the_rest_is_the_stock(friends: int, left: int) -> None:
    play = begun(" ".join(("turtle", "crab", "starfish", "octopus")[:friends]))
    assert len(stock(play)) == left


def told(play: Play) -> list[tuple[int, str]]:
    names = ("turtle", "crab", "starfish", "octopus")
    return [
        (seat, f"choose {names[animal]}")
        for seat, animal in enumerate(play.state.friends)
        if animal >= 0
    ]


def test_a21_random_friends_are_announced_before_the_deck() -> None:
    play = Play(GAME.setup(3, friend_choice="random"), on_illegal="raise")
    play.begin(1)
    assert [line.split(" ")[1] for line in play.events()] == ["friends", "deck"]
    play.begin(1, friends=["octopus", "crab", "turtle"])
    assert play.events()[0] == "chance friends octopus, crab, turtle"
    assert play.state.friends.tolist() == [3, 1, 0, -1]


def test_r3_3_a_stacked_deck_is_dealt_in_blocks_from_seat_0() -> None:
    play = begun("turtle crab", "Tg1 Tg3 Tg6 Tg9 Cg3 Cg4 Cg7 Cg10 Sg1 Sg5 Sg7 Sg11")
    assert hand(play, 0) == Counter(["Tg1", "Tg3", "Tg6", "Tg9"])
    assert hand(play, 1) == Counter(["Cg3", "Cg4", "Cg7", "Cg10"])
    assert centre(play) == {"Sg1", "Sg5", "Sg7", "Sg11"}
    assert len(stock(play)) == 73


def lay_everything(play: Play) -> list[list[int]]:
    """The sizes of the hands at each deal, when all animals are laid and the skull comes last."""
    sizes = []
    while not play.over:
        before = int(play.state.drawn)
        texts = sorted(play.legal_texts(), key=lambda text: (text == "play skull", text))
        go(play, "stop" if "stop" in texts else texts[0])
        if play.state.drawn > before:
            sizes.append([hand(play, seat).total() for seat in range(play.setup.players)])
    return sizes


def test_e15_an_action_card_in_the_opening_goes_under_the_stock_and_stays_there() -> None:
    hands = "chest chest chest chest sword sack sack sack"
    play = begun("turtle crab", f"{hands} To4 sack Cg7 Sb1 Or9")
    assert centre(play) == {"To4", "Cg7", "Sb1", "Or9"}
    assert len(stock(play)) == 73
    assert lay_everything(play) == [[4, 4]] * 9
    assert stock(play) == ["sack"]


def test_r3_4_a_later_action_card_of_the_opening_lies_deeper() -> None:
    hands, opening = "Tg1 Tg3 Tg6 Tg9 Cg3 Cg4 Cg7 Cg10", "sack skull Sg1 chest Sg5 Sg7 Sg11"
    play = begun("turtle crab", f"{hands} {opening}")
    assert centre(play) == {"Sg1", "Sg5", "Sg7", "Sg11"}
    assert stock(play)[-3:] == ["sack", "skull", "chest"]


@pytest.mark.parametrize(("last_deal", "last"), [("equal_part", [[3, 3, 3]]), ("full_only", [])])
def test_e16_three_players_share_the_last_nine_cards(last_deal: str, last: list[Any]) -> None:
    play = begun("turtle crab starfish", ACTIONS, last_deal=last_deal)
    assert lay_everything(play) == [[4, 4, 4]] * 5 + last
    assert len(stock(play)) == (0 if last else 9)


def test_a18_four_players_leave_one_card_undealt() -> None:
    play = begun("turtle crab starfish octopus", ACTIONS)
    assert lay_everything(play) == [[4, 4, 4, 4]] * 4
    assert len(stock(play)) == 1


def test_a1_without_the_skull_the_deck_has_84_cards() -> None:
    play = begun("turtle crab", skull=False)
    assert len(stock(play)) + 12 == 84
    assert "skull" not in stock(play)


@pytest.mark.parametrize(("starter", "first"), [("same", 0), ("rotate", 1), ("continue", 2)])
def test_a17_the_next_round_starts_as_the_option_says(starter: str, first: int) -> None:
    play = set_table("turtle crab starfish", ["Oo1", "Oo5", ""], "Sg1 Sg5", starter=starter)
    undealt = stock(play)
    go(play, "play Oo1", "stop", "play Oo5", "stop")
    assert play.seat == play.state.starter_seat == first
    for step in range(3):
        assert hand(play, (first + step) % 3) == Counter(undealt[4 * step : 4 * step + 4])
    assert stock(play) == undealt[12:]
    assert centre(play) == {"Sg1", "Sg5", "Oo1", "Oo5"}, "the centre stays as it is"


def test_a16_a_seat_without_cards_is_passed_over() -> None:
    play = set_table("turtle crab starfish", ["Oo1 Or1", "", "Oo5"])
    go(play, "play Oo1", "stop")
    assert play.seat == 2
    go(play, "play Oo5", "stop")
    assert play.seat == 0


def test_r7_a_win_with_the_last_card_of_a_round_deals_nothing_and_gives_nothing_back() -> None:
    play = set_table("turtle crab", ["skull sack", "To4 sword"], rows={0: "Tg11 Tr10 Tb9"})
    undealt = stock(play)
    go(play, "play skull", "play sack", "pick To4")
    assert play.winners() == [0]
    assert stock(play) == undealt
    assert hand(play, 1) == Counter(["sword"])


@pytest.mark.parametrize("final_tie", ["shared", "latest_seat"])
def test_e14_the_count_looks_at_friends_before_numbers(final_tie: str) -> None:
    play = set_table(
        "turtle crab starfish",
        ["Oo1", "", ""],
        rows={0: "Tg11 Tr10", 1: "Cg3 Co2 Cb5", 2: "Sg1 So9 Sr8"},
        stock="",
        final_tie=final_tie,
    )
    go(play, "play Oo1", "stop")
    assert play.over
    assert play.winners() == [2]
    assert play.scores() == pytest.approx([2.21, 3.10, 3.18])


@pytest.mark.parametrize(
    ("final_tie", "winners", "points"),
    [("shared", [0, 1], [1.03, 1.03, 0]), ("latest_seat", [1], [1.03, 1.031, 0])],
)
def test_a20_a_tie_is_shared_or_goes_to_the_latest_seat(
    final_tie: str, winners: list[int], points: list[float]
) -> None:
    play = set_table(
        "turtle crab starfish",
        ["Oo1", "", ""],
        rows={0: "Tg3", 1: "Cg3"},
        stock="",
        final_tie=final_tie,
    )
    assert play.scores() == pytest.approx([1.03, 1.03, 0])
    go(play, "play Oo1", "stop")
    assert play.winners() == winners
    assert play.scores() == pytest.approx(points)


def test_s12_in_gold_the_highest_sum_wins_even_against_four_friends() -> None:
    play = set_table(
        "crab turtle", ["sack", "Oo1"], "Cb1", rows={0: "Cg3 Co2 Cr2", 1: "Tg11"}, variant="gold"
    )
    go(play, "play sack", "pick Cb1")
    assert play.over
    assert play.winners() == [1]
    assert play.scores() == [8, 11]


@pytest.mark.parametrize("variant", ["basic", "gold"])
def test_e14_in_gold_the_number_of_friends_does_not_count(variant: str) -> None:
    play = set_table(
        "turtle crab starfish",
        ["Oo1", "", ""],
        rows={0: "Tg11 Tr10", 1: "Cg3 Co2 Cb5", 2: "Sg1 So9 Sr8"},
        stock="",
        variant=variant,
    )
    go(play, "play Oo1", "stop")
    assert play.winners() == [2 if variant == "basic" else 0]


def test_s15_the_longest_game_stays_within_the_cap() -> None:
    play = begun("turtle crab starfish octopus", ACTIONS)
    lay_everything(play)
    assert play.state.decisions <= 241
    assert not play.state.truncated


def test_legal_plays_are_the_cards_of_the_hand() -> None:
    play = begun("turtle crab", "Tg1 sack chest sword skull Cg4 Cg7 Cg10 Sg1 Sg5 Sg7 Sg11")
    assert legal(play) == {"play Tg1", "play sack", "play chest", "play sword"}
    assert stacked("skull")[0] == "skull"
