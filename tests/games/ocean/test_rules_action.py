"""Sack, chest, sword and skull by the numbers of the rules."""

from collections import Counter
from typing import Any

import pytest

from sea_envs.core.play import Play
from tests.games.ocean.position import (
    capture_sets,
    centre,
    go,
    hand,
    legal,
    pile,
    row,
    set_table,
    sets,
)


def test_e9_a_sack_that_brings_the_fourth_colour_wins_at_once() -> None:
    play = set_table("turtle crab", ["sack Or9", "Cr2"], "To4 Cr11 Sg7", rows={0: "Tg11 Tr10 Tb9"})
    go(play, "play sack", "pick To4")
    assert play.over
    assert play.winners() == [0]
    assert play.scores() == pytest.approx([4.34, 0])


def test_r6_1_a_sack_takes_exactly_one_card_and_lies_in_the_own_pile() -> None:
    play = set_table("turtle crab", ["sack Or9", "Cr2"], "To4 Cr11 Sg7")
    go(play, "play sack")
    assert legal(play) == {"pick To4", "pick Cr11", "pick Sg7"}
    go(play, "pick Cr11")
    assert pile(play, 0) == Counter(["sack", "Cr11"])
    assert centre(play) == {"To4", "Sg7"}
    assert play.seat == 1


def test_r6_2_e10_a_chest_takes_the_whole_centre_as_one_event() -> None:
    play = set_table("crab turtle", ["chest", "Tb2"], "Cg7 Cg10 Co3 Ob4 Tr6")
    go(play, "play chest")
    assert row(play, 0) == {"Cg10", "Co3"}
    assert pile(play, 0) == Counter(["Cg7", "Ob4", "Tr6", "chest"])
    assert centre(play) == set()


def four_at_the_sword(**options: Any) -> Play:
    return set_table(
        "octopus turtle crab starfish",
        ["sword", "Cb1", "Cr2", "Cr5"],
        rows={1: "Tg3 Tr7", 3: "So9 Sb11"},
        piles={1: "Tr4"},
        **options,
    )


def test_r6_3_e11_a_sword_visits_every_other_row_clockwise() -> None:
    play = go(four_at_the_sword(), "play sword")
    assert legal(play) == {"steal green from +1", "steal red from +1"}
    assert play.legal() == [86, 88]
    go(play, "steal green from +1")
    assert legal(play) == {"steal orange from +3", "steal blue from +3"}
    go(play, "steal blue from +3")
    assert [row(play, seat) for seat in range(4)] == [set(), {"Tr7"}, set(), {"So9"}]
    assert pile(play, 0) == Counter(["sword", "Tg3", "Sb11"])
    assert play.seat == 1
    instead = go(four_at_the_sword(), "play sword", "steal red from +1")
    assert row(instead, 1) == {"Tg3", "Tr4"}


def test_a11_under_one_the_attacker_makes_a_single_choice() -> None:
    play = go(four_at_the_sword(sword="one"), "play sword")
    both = {
        "steal green from +1",
        "steal red from +1",
        "steal orange from +3",
        "steal blue from +3",
    }
    assert legal(play) == both
    go(play, "steal blue from +3")
    assert row(play, 1) == {"Tg3", "Tr7"}
    assert play.seat == 1


def test_a10_a_sword_without_a_victim_is_used_up() -> None:
    play = set_table("turtle crab", ["sword", "Cb1"], rows={0: "Tg3"})
    go(play, "play sword")
    assert pile(play, 0) == Counter(["sword"])
    assert play.seat == 1


def test_a13_a_stolen_friend_is_replaced_by_the_highest_spare_of_its_colour_only() -> None:
    play = set_table(
        "octopus turtle", ["sword", "Cb1"], rows={1: "Tr7"}, piles={1: "Tr3 Tr6 Tg11 Or11"}
    )
    go(play, "play sword", "steal red from +1")
    assert row(play, 1) == {"Tr6"}
    assert pile(play, 1) == Counter(["Tr3", "Tg11", "Or11"])


def test_a12_a_stolen_friend_never_comes_back() -> None:
    play = set_table("octopus turtle", ["sword sword", "Cb1"], rows={1: "Tr7"}, piles={1: "Tr3"})
    go(
        play,
        "play sword",
        "steal red from +1",
        "play Cb1",
        "stop",
        "play sword",
        "steal red from +1",
    )
    assert row(play, 1) == set()
    assert pile(play, 0) == Counter(["sword", "sword", "Tr7", "Tr3"])


def test_e12_a_skull_opens_all_hands_until_its_player_has_no_cards() -> None:
    play = set_table(
        "crab turtle starfish",
        ["skull Cb8 Sg5 sack", "Co3 Sr4 chest", "Tg1 Or9 sword"],
        "Tr3",
        rows={0: "Cr5"},
        starter_seat=1,
    )
    go(play, "play skull", "play Cb8")
    assert play.seat == 0
    assert set(capture_sets(play)) == sets("", "Tr3 Sr4 Tg1", "Co3 Sr4 Tg1")
    go(play, "pick Tg1", "pick Co3", "pick Sr4", "stop")
    assert row(play, 0) == {"Cr5", "Co3", "Cb8"}
    assert pile(play, 0) == Counter(["skull", "Sr4", "Tg1"])
    go(play, "play Sg5")
    assert legal(play) == {"stop"}
    go(play, "stop", "play sack")
    exposed = {"pick chest from +1", "pick sword from +2"}
    assert legal(play) == {"pick Tr3", "pick Or9", "pick Sg5"} | exposed
    go(play, "pick chest from +1")
    assert pile(play, 0) == Counter(["skull", "Sr4", "Tg1", "sack", "chest"])
    assert centre(play) == {"Tr3", "Sg5"}
    assert [hand(play, seat) for seat in (0, 1)] == [Counter(), Counter()]
    assert hand(play, 2) == Counter(["Or9", "sword"])
    assert play.seat == 2
    go(play, "play Or9", "stop")
    assert play.seat == 2
    go(play, "play sword", "steal red from +1")
    assert [hand(play, seat).total() for seat in range(3)] == [4, 4, 4]
    assert play.seat == play.state.starter_seat == 1


def test_a15_a_skull_as_the_last_card_opens_no_hand() -> None:
    play = set_table("turtle crab", ["skull", "Cb1 sword"])
    go(play, "play skull")
    assert centre(play) == set()
    assert play.seat == 1
    assert not play.state.shown_actions.any()


def test_r6_4_a_sack_and_a_sword_copy_of_one_owner_are_one_choice() -> None:
    play = set_table("turtle crab", ["skull sack sack", "sword sword Cb1"])
    go(play, "play skull", "play sack")
    assert legal(play) == {"pick Cb1", "pick sword from +1"}
    go(play, "pick sword from +1", "play sack")
    assert legal(play) == {"pick Cb1", "pick sword from +1"}
    go(play, "pick Cb1")
    assert hand(play, 1) == Counter(["sword"])


def test_r6_4_a_chest_takes_exposed_cards_of_both_kinds_and_they_lie_dead() -> None:
    play = set_table("turtle crab", ["skull chest Sg5", "sword Tg1"])
    go(play, "play skull")
    assert legal(play) == {"play chest", "play Sg5"}
    go(play, "play chest")
    assert pile(play, 0) == Counter(["skull", "chest", "sword"])
    assert row(play, 0) == {"Tg1"}
    go(play, "play Sg5", "stop")
    assert hand(play, 1).total() == 4, "a new round: nothing came back to anybody"


def test_a19_a_win_in_a_skull_turn_ends_the_game_on_the_spot() -> None:
    play = set_table(
        "turtle crab", ["skull chest Sg5", "To4 sword"], "Sg1", rows={0: "Tg11 Tr10 Tb9"}
    )
    go(play, "play skull", "play chest")
    assert play.over
    assert play.winners() == [0]
    assert [hand(play, 0), hand(play, 1)] == [Counter(["Sg5"]), Counter()]
    assert pile(play, 0) == Counter(["skull", "chest", "Sg1", "sword"])


@pytest.mark.parametrize(
    ("held", "choices"),
    [
        ("sack", {"play sack"}),
        ("chest Tr3", {"play Tr3"}),
        ("sack chest", {"play sack", "play chest"}),
        ("sword", {"play sword"}),
        ("skull sack", {"play skull"}),
        ("chest sword", {"play sword"}),
    ],
)
def test_e13_over_an_empty_centre_sacks_and_chests_go_only_when_nothing_else_is_left(
    held: str, choices: set[str]
) -> None:
    play = set_table("turtle crab", [held, "Cb1 sword"])
    assert legal(play) == choices


def test_e13_a_card_thrown_away_has_no_effect() -> None:
    play = set_table("turtle crab", ["sack chest", "Cb1 sword"])
    go(play, "play chest")
    assert pile(play, 0) == Counter(["chest"])
    assert play.seat == 1


def test_e13_after_a_skull_a_sack_takes_from_the_open_hands() -> None:
    play = set_table("turtle crab", ["skull sack", "Cb1 sword"])
    go(play, "play skull", "play sack")
    assert legal(play) == {"pick Cb1", "pick sword from +1"}


def test_a8_an_action_card_is_never_laid() -> None:
    for name in ("sack", "chest", "sword", "skull"):
        play = set_table("turtle crab", [f"{name} Oo1", "Cb1"], "Sg1", rows={1: "Cg3"})
        go(play, f"play {name}")
        assert "stop" not in legal(play)
        assert centre(play) <= {"Sg1", "Cb1"}
