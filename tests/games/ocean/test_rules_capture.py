"""Captures, rows and piles by the numbers of the rules, on tables set by hand."""

import random
from collections import Counter
from itertools import combinations

import pytest

from sea_envs.games.ocean import GAME
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


def test_e1_an_equal_number_is_captured() -> None:
    play = set_table("turtle crab", ["To4", "Cb1"], "Cg4 Sb10 Or2 Tr7")
    go(play, "play To4")
    assert legal(play) == {"pick Cg4", "stop"}
    go(play, "pick Cg4", "stop")
    assert row(play, 0) == {"To4"}
    assert pile(play, 0) == Counter(["Cg4"])
    assert centre(play) == {"Sb10", "Or2", "Tr7"}
    assert play.seat == 1


def test_e2_a_sum_is_captured() -> None:
    play = set_table("starfish crab", ["So9", "Cb1"], "Tb5 Cg4 Cr11")
    go(play, "play So9", "pick Tb5", "pick Cg4", "stop")
    assert row(play, 0) == {"So9"}
    assert pile(play, 0) == Counter(["Tb5", "Cg4"])
    assert centre(play) == {"Cr11"}


def test_e3_several_groups_are_captured_at_once_or_any_of_them() -> None:
    play = set_table("octopus crab", ["Tr10", "Cb1"], "Tr3 Cg4 Sb6 Or7 Cg10")
    go(play, "play Tr10")
    ten, three, four = "Cg10", "Tr3 Or7", "Cg4 Sb6"
    pairs = (f"{ten} {three}", f"{ten} {four}", f"{three} {four}")
    assert set(capture_sets(play)) == sets("", ten, three, four, *pairs, f"{ten} {three} {four}")
    go(play, "pick Tr3", "pick Or7", "pick Cg4", "pick Sb6", "pick Cg10", "stop")
    assert row(play, 0) == {"Or7"}
    assert pile(play, 0) == Counter(["Tr10", "Cg10", "Tr3", "Cg4", "Sb6"])
    assert centre(play) == set()


@pytest.mark.parametrize(
    ("rule", "families"),
    [("free", ("", "Sg11", "Cg4 Or7", "Sg11 Cg4 Or7")), ("all", ("", "Sg11 Cg4 Or7"))],
)
def test_e4_the_example_as_printed_leaves_three_and_six(
    rule: str, families: tuple[str, ...]
) -> None:
    play = set_table("octopus crab", ["Tg11", "Cb1"], "Tr3 Cg4 Sb6 Or7 Sg11", capture_rule=rule)
    go(play, "play Tg11")
    assert set(capture_sets(play)) == sets(*families)


@pytest.mark.parametrize("rule", ["free", "all"])
def test_e5_conflicting_groups_are_picked_in_ascending_order(rule: str) -> None:
    play = set_table("turtle crab", ["Sb6", "Cb1"], "To4 Tr3 Cr2 Sg1 Og5", capture_rule=rule)
    go(play, "play Sb6")
    assert legal(play) == {"pick To4", "pick Tr3", "pick Sg1", "stop"}
    families = ["", "Sg1 Og5 Cr2 To4", "Sg1 Cr2 Tr3"]
    families += ["Sg1 Og5", "Cr2 To4"] if rule == "free" else []
    assert set(capture_sets(play)) == sets(*families)
    go(play, "pick To4")
    assert legal(play) == {"pick Cr2"}
    go(play, "pick Cr2")
    assert legal(play) == {"pick Sg1"} | ({"stop"} if rule == "free" else set())
    go(play, "pick Sg1")
    assert legal(play) == {"pick Og5"}
    go(play, "pick Og5")
    assert legal(play) == {"stop"}
    go(play, "stop")
    assert centre(play) == {"Tr3"}
    assert pile(play, 0) == Counter(["Sb6", "Cr2", "Sg1", "Og5"])
    assert row(play, 0) == {"To4"}


def test_e6_nobody_has_to_capture_and_a_friend_laid_is_not_in_the_row() -> None:
    play = set_table("crab turtle", ["Cb1 Sg5", "Tr3"], "Oo1")
    go(play, "play Cb1", "stop")
    assert centre(play) == {"Oo1", "Cb1"}
    assert row(play, 0) == set()


def test_a5_with_capture_mandatory_a_card_that_can_capture_is_not_laid() -> None:
    play = set_table("crab turtle", ["Cb1 Sg5", "Tr3"], "Oo1", capture_mandatory=True)
    go(play, "play Cb1")
    assert legal(play) == {"pick Oo1"}
    go(play, "pick Oo1", "stop", "play Tr3")
    assert legal(play) == {"stop"}


def test_a4_under_all_a_second_group_is_not_skipped() -> None:
    play = set_table("crab turtle", ["Cb5 Sg5", "Tr3"], "Sg1 Og5 Ob4", capture_rule="all")
    go(play, "play Cb5", "pick Og5")
    assert legal(play) == {"pick Sg1"}


def test_a6_an_equal_card_does_not_exclude_sums() -> None:
    play = set_table("crab turtle", ["Cb5 Sg5", "Tr3"], "Sg1 Og5 Ob4")
    go(play, "play Cb5", "pick Sg1", "pick Ob4", "stop")
    assert centre(play) == {"Og5"}


def test_e7_of_two_friends_of_one_colour_the_higher_is_shown() -> None:
    play = set_table("turtle crab", ["Tb9", "Cb1"], "Tb2 Or7 Sg5")
    go(play, "play Tb9", "pick Tb2", "pick Or7", "stop")
    assert row(play, 0) == {"Tb9"}
    assert pile(play, 0) == Counter(["Tb2", "Or7"])
    assert centre(play) == {"Sg5"}


def test_r5_2_the_higher_friend_is_shown_also_when_it_was_captured_by_the_lower() -> None:
    play = set_table("turtle crab", ["Tg6", "Cb1"], "Tg1 Ob3 Cr2")
    go(play, "play Tg6", "pick Tg1", "pick Cr2", "pick Ob3", "stop")
    assert row(play, 0) == {"Tg6"}
    play = set_table("turtle crab", ["chest", "Cb1"], "Tr3 Tr10 Tr4")
    go(play, "play chest")
    assert row(play, 0) == {"Tr10"}


def test_e8_a_later_duplicate_is_piled_and_replaces_a_stolen_friend() -> None:
    play = set_table(
        "turtle crab",
        ["sack Or9", "sword sword Cr2"],
        "Tb5",
        rows={0: "Tb9"},
        piles={0: "Tb2 Or7"},
    )
    go(play, "play sack", "pick Tb5")
    assert row(play, 0) == {"Tb9"}
    assert pile(play, 0) == Counter(["sack", "Tb2", "Or7", "Tb5"])
    go(play, "play sword", "steal blue from +1")
    assert row(play, 0) == {"Tb5"}
    assert pile(play, 0) == Counter(["sack", "Tb2", "Or7"])
    assert pile(play, 1) == Counter(["sword", "Tb9"])
    go(play, "play Or9", "stop", "play sword", "steal blue from +1")
    assert row(play, 0) == {"Tb2"}


@pytest.mark.parametrize(("shown", "collected"), [("Tb5", "Tb9"), ("Tb9", "Tb5")])
def test_a7_under_best_stays_the_row_shows_the_highest_collected(
    shown: str, collected: str
) -> None:
    play = set_table(
        "turtle crab", ["sack", "Cr2"], collected, rows={0: shown}, dup_policy="best_stays"
    )
    go(play, "play sack", f"pick {collected}")
    assert row(play, 0) == {"Tb9"}
    assert pile(play, 0) == Counter(["sack", "Tb5"])


def test_r5_1_colours_and_animals_do_not_matter_and_others_friends_stay_in_the_pile() -> None:
    play = set_table("turtle crab", ["Cb5", "Tr3"], "Cg3 Cr2")
    go(play, "play Cb5", "pick Cg3", "pick Cr2", "stop")
    assert row(play, 0) == row(play, 1) == set()
    assert pile(play, 0) == Counter(["Cb5", "Cg3", "Cr2"])


def test_s16_the_win_comes_at_stop_and_not_when_a_group_closes() -> None:
    play = set_table("turtle crab", ["Oo8", "Cr2"], "To8", rows={0: "Tg11 Tr10 Tb9"})
    go(play, "play Oo8", "pick To8")
    assert not play.over
    go(play, "stop")
    assert play.over
    assert play.winners() == [0]
    assert hand(play, 1) == Counter(["Cr2"])


@pytest.mark.parametrize("seed", range(25))
def test_r5_3_the_picks_reach_each_family_of_disjoint_groups_once(seed: int) -> None:
    rng = random.Random(seed)
    numbers = dict(zip(GAME.setup().words.cards, GAME.setup().words.numbers, strict=False))
    mine, other, *lying = rng.sample(list(numbers), 9)
    groups = [
        frozenset(cards)
        for size in range(1, len(lying) + 1)
        for cards in combinations(lying, size)
        if sum(numbers[card] for card in cards) == numbers[mine]
    ]
    unions = [frozenset[str]()]
    for group in groups:
        unions += [union | group for union in unions if not union & group]
    free, full = (
        set_table("turtle crab", [mine, other], " ".join(lying), capture_rule=rule)
        for rule in ("free", "all")
    )
    go(free, f"play {mine}")
    assert Counter(capture_sets(free)) == Counter(unions)
    go(full, f"play {mine}")
    maximal = {union for union in unions if all(union & group for group in groups)}
    assert set(capture_sets(full)) == maximal | {frozenset()}
