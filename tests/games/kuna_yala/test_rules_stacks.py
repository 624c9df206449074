"""Reveals, octopuses and the all-sharks rule (rules 4.4 and 4.5)."""

import pytest

from sea_envs.core.play import Play
from tests.games.kuna_yala.position import (
    LONE_CORAL,
    do,
    in_a_row,
    left,
    may,
    set_table,
    shoal,
    shown,
)

FULL = ("C C", "C C", "C C", "C C")
PADDED = "R/s R/s R/s R/s"


def turn_of_two(play: Play, home: int, away: int, *, to: str = "") -> Play:
    """Seat 0 lays the cards of two slots wherever they fit first."""
    do(play, f"own slot {home}")
    play.act(play.legal()[0])
    do(play, f"give slot {away}")
    if play.setup.players > 2:
        do(play, f"give to {to or '+1'}")
    play.act(play.legal()[0])
    return play


def corals(*numbers: int) -> tuple[dict, ...]:
    return tuple(in_a_row("C " * number) for number in numbers)


def held(play: Play) -> tuple[list[int], list[int]]:
    """Corals in sight and octopuses of each seat."""
    players = play.setup.players
    return list(play.state.corals[:players]), list(play.state.octopuses[:players])


def test_e9_an_award_then_ties() -> None:
    play = set_table(
        corals(3, 2, 1), shown=PADDED, stacks=("O O O R/s C", "C C", "C C", "C C"), turn=0,
        octopus_choice="auto",
    )  # fmt: skip
    turn_of_two(play, 0, 1)
    assert held(play) == ([2, 2, 1], [1, 0, 0])
    assert shown(play).split()[0] == "R/s"
    assert left(play) == [1, 1, 2, 2]


def test_e9_with_a_clear_lead_the_second_octopus_goes_to_the_same_seat() -> None:
    play = set_table(
        corals(3, 1, 1), shown=PADDED, stacks=("O O R/s C", *FULL[1:]), octopus_choice="auto"
    )
    turn_of_two(play, 0, 1)
    assert held(play) == ([1, 1, 1], [2, 0, 0]), "after the first it leads with 2, 1, 1"


def test_r4_4_slots_are_filled_in_ascending_order_each_from_its_own_stack() -> None:
    play = set_table(shown=PADDED, stacks=("Y/s C", "G/s C", "B/s C", "Y/t C"))
    turn_of_two(play, 3, 1)
    assert shown(play) == "R/s G/s R/s Y/t"
    assert left(play) == [2, 1, 2, 1]


def test_r4_4_a_slot_whose_stack_is_empty_stays_empty() -> None:
    play = set_table(shown=PADDED, stacks=("C C", "", "C C", "C C"))
    turn_of_two(play, 0, 1)
    assert shown(play) == "coral - R/s R/s"


def test_r4_4_a_coral_laid_this_turn_counts_for_the_octopus() -> None:
    play = set_table(shown="C R/s R/s R/s", stacks=("O C", "C C", "C C", "C C"))
    turn_of_two(play, 0, 1)
    assert play.seat == 0 and may(play) == {"octopus on (0,0)", "octopus on (-1,0)"}


def test_r4_4_the_receiver_chooses_the_coral_though_it_is_not_on_turn() -> None:
    play = set_table(
        (LONE_CORAL, in_a_row("C C C")), shown=PADDED, stacks=("O B/s C", "Y/s C", "C C", "C C")
    )
    turn_of_two(play, 0, 1)
    assert play.seat == 1 and play.state.turn_seat == 0
    assert may(play) == {"octopus on (0,0)", "octopus on (0,1)", "octopus on (0,2)"}
    assert shown(play) == "- - R/s R/s", "asked before anything else is revealed"
    do(play, "octopus on (0,1)")
    assert shoal(play, 1)[(0, 1)] == "octopus"
    assert shown(play) == "B/s Y/s R/s R/s"
    assert play.seat == 1 and "own slot 0" in may(play)


def test_r4_4_two_octopuses_in_one_refill_are_two_choices() -> None:
    play = set_table(
        (LONE_CORAL, in_a_row("C C C C")), shown=PADDED, stacks=("O C", "O C", "C C", "C C")
    )
    turn_of_two(play, 0, 1)
    do(play, "octopus on (0,1)")
    assert play.seat == 1 and "octopus on (0,1)" not in may(play)
    do(play, "octopus on (0,2)")
    assert held(play) == ([1, 2], [0, 2])
    assert play.seat == 1 and may(play) >= {"own slot 0"}


def test_r4_4_with_one_coral_in_sight_nobody_is_asked() -> None:
    play = set_table(
        ({(0, 0): "O", (1, 0): "R/s"}, in_a_row("C O")), shown=PADDED, stacks=("O C", *FULL[1:])
    )
    turn_of_two(play, 0, 1)
    assert held(play) == ([0, 0], [1, 2])
    assert shoal(play, 1)[(0, 0)] == "octopus"


def test_r4_4_with_octopus_choice_auto_the_top_left_coral_is_covered() -> None:
    play = set_table(
        ({(0, 0): "C", (1, -1): "C", (1, 0): "C", (-1, 0): "R/s"}, LONE_CORAL),
        shown=PADDED,
        stacks=("O C", *FULL[1:]),
        octopus_choice="auto",
    )
    turn_of_two(play, 0, 1)
    assert [place for place, card in shoal(play, 0).items() if card == "octopus"] == [(0, 0)]


def test_r4_4_an_octopus_is_like_a_coral_to_its_neighbours() -> None:
    play = set_table((in_a_row("C C"), LONE_CORAL), shown="R/s C C C", stacks=("O C", *FULL[1:]))
    do(play, "own slot 1", "own cell (0,2)", "give slot 0", "give cell (0,1)", "octopus on (0,1)")
    do(play, "own slot 0", "own cell (-1,0)", "give slot 1")
    before = may(play)
    assert {"give cell (-1,1)", "give cell (1,1)"} <= before


def test_ruling_14_covered_corals_do_not_count_unless_coral_count_is_all() -> None:
    shoals = (in_a_row("C O"), in_a_row("C O O"))
    seen = set_table(shoals, shown=PADDED, stacks=("O C", *FULL[1:]))
    turn_of_two(seen, 0, 1)
    assert held(seen) == ([1, 1], [1, 2]), "one visible coral each: a tie"
    counted = set_table(shoals, shown=PADDED, stacks=("O C", *FULL[1:]), coral_count="all")
    turn_of_two(counted, 0, 1)
    assert held(counted) == ([1, 0], [1, 3])


def test_ruling_14_a_leader_without_a_coral_in_sight_gets_nothing() -> None:
    play = set_table(
        (in_a_row("C R/s"), in_a_row("O O O")),
        shown=PADDED, stacks=("O C", *FULL[1:]), coral_count="all",
    )  # fmt: skip
    turn_of_two(play, 0, 1)
    assert held(play) == ([1, 0], [0, 3])


def test_ruling_15_with_no_coral_anywhere_the_octopus_is_discarded() -> None:
    play = set_table(
        (in_a_row("O R/s"), in_a_row("O R/s")), shown=PADDED, stacks=("O C", *FULL[1:])
    )
    turn_of_two(play, 0, 1)
    assert held(play) == ([0, 0], [1, 1])
    assert shown(play).split()[0] == "coral"


PREY = in_a_row("C R/s Y/s")


def test_e10_sharks_go_until_another_card_shows() -> None:
    play = set_table((LONE_CORAL, PREY), shown="R/s R/s S S", stacks=("S C", "S S S B/n", "C", "C"))
    turn_of_two(play, 0, 1)
    assert shown(play) == "shark B/n shark shark"
    assert left(play) == [1, 0, 1, 1]
    assert not play.over


def test_r4_5_if_the_last_slot_has_no_stack_the_other_refilled_one_is_replaced() -> None:
    play = set_table((LONE_CORAL, PREY), shown="R/s R/s S S", stacks=("S B/n C", "S", "C", "C"))
    turn_of_two(play, 0, 1)
    assert shown(play) == "B/n shark shark shark"


def test_r4_5_if_neither_has_a_stack_the_last_other_slot_is_replaced() -> None:
    play = set_table((LONE_CORAL, PREY), shown="R/s R/s S S", stacks=("S", "S", "Y/s C", "B/n C"))
    turn_of_two(play, 0, 1)
    assert shown(play) == "shark shark shark B/n"


def test_r4_5_fewer_than_four_cards_count_too() -> None:
    play = set_table(
        (LONE_CORAL, PREY), shown="R/s R/s S -", stacks=("S B/n C", "S Y/s C", "C C", "")
    )
    turn_of_two(play, 0, 1)
    assert shown(play) == "shark Y/s shark -"


def test_r4_5_without_cards_in_the_stacks_the_sharks_stay() -> None:
    play = set_table((LONE_CORAL, PREY), shown="R/s R/s S S", stacks=("S", "S", "", ""))
    turn_of_two(play, 0, 1)
    assert play.over and shown(play) == "shark shark shark shark"


def test_r4_5_a_replacement_may_be_an_octopus_and_award_it() -> None:
    play = set_table(
        (LONE_CORAL, {**PREY, (1, 0): "C"}),
        shown="R/s R/s S S",
        stacks=("S C", "S O B/n C", "C C", "C C"),
    )
    turn_of_two(play, 0, 1)
    assert play.seat == 1 and shown(play) == "shark - shark shark"
    do(play, "octopus on (1,0)")
    assert shown(play) == "shark B/n shark shark"


def test_r4_5_runs_before_the_end_is_checked() -> None:
    play = set_table((LONE_CORAL, PREY), shown="R/s R/s S S", stacks=("S", "S", "", "B/n C C"))
    turn_of_two(play, 0, 1)
    assert play.over and shown(play) == "shark shark shark B/n"


@pytest.mark.parametrize("slot", [0, 1, 2, 3])
def test_r4_5_at_a_turn_one_card_that_is_no_shark_is_enough(slot: int) -> None:
    words = ["S"] * 4
    words[slot] = "R/s"
    others = [number for number in range(4) if number != slot]
    play = set_table(
        (LONE_CORAL, PREY),
        shown=" ".join("C" if number in others[:2] else word for number, word in enumerate(words)),
        stacks=tuple("S C" for _ in range(4)),
    )
    turn_of_two(play, others[0], others[1])
    assert sorted(shown(play).split()) == ["R/s", "shark", "shark", "shark"]
