"""The course of a turn, being stuck, and the end (rules 4, 4.6 and 5)."""

import numpy as np
import pytest

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

CROSS = {(0, 0): "C", (-1, 0): "R/s", (1, 0): "R/s", (0, -1): "R/s", (0, 1): "R/s"}
FULL = ("C C", "C C", "C C", "C C")


def test_e11_on_the_first_turn_sharks_have_no_place() -> None:
    play = set_table(shown="S S C R/s")
    assert may(play) == {"own slot 2", "own slot 3"}
    do(play, "own slot 2", "own cell (0,1)")
    assert may(play) == {"give slot 3"}
    play = set_table(shown="S S C R/s")
    do(play, "own slot 3", "own cell (0,1)")
    assert may(play) == {"give slot 2"}


def test_e11_with_three_sharks_the_fish_goes_home_and_a_shark_is_discarded() -> None:
    play = set_table(shown="S S S R/s", stacks=FULL)
    assert may(play) == {"own slot 3"}
    do(play, "own slot 3", "own cell (0,1)")
    assert may(play) == {"discard slot 0", "discard slot 1", "discard slot 2"}
    do(play, "discard slot 1")
    assert shown(play) == "shark coral shark coral"
    assert left(play) == [2, 1, 2, 1]
    assert play.seat == 1


def test_e13_with_no_place_at_home_one_card_is_discarded_and_the_other_given() -> None:
    play = set_table((CROSS, LONE_CORAL), shown="B/t G/v - -", stacks=("C C", "C C", "", ""))
    assert may(play) == {"discard slot 0", "discard slot 1"}
    do(play, "discard slot 0")
    assert may(play) == {"give slot 1"}
    do(play, "give slot 1", "give cell (0,1)")
    assert shoal(play, 1)[(0, 1)] == "G/v"
    assert shoal(play, 0) == {
        place: "coral" if card == "C" else card for place, card in CROSS.items()
    }
    assert play.seat == 1 and shown(play) == "coral coral - -"


def test_e13_a_fish_of_the_same_floor_fits_at_home_and_the_pair_is_forced() -> None:
    play = set_table((CROSS, LONE_CORAL), shown="B/t B/s - -", stacks=("C C", "C C", "", ""))
    assert may(play) == {"own slot 1"}
    do(play, "own slot 1")
    assert len(may(play)) == 8
    do(play, "own cell (0,2)")
    assert may(play) == {"give slot 0"}


def test_r4_6_case_2_keeps_a_card_that_can_be_given() -> None:
    enemy = {**CROSS, (0, 2): "C"}
    play = set_table((CROSS, enemy), shown="S B/t - -", stacks=("C C", "C C", "", ""))
    do(play, "discard slot 0")
    assert may(play) == {"give slot 1"}
    play = set_table((CROSS, CROSS), shown="S B/t - -", stacks=("C C", "C C", "", ""))
    assert may(play) == {"discard slot 1"}, "only the shark can be given"
    do(play, "discard slot 1", "give slot 0")
    assert len(may(play)) == 4


def test_r4_6_case_2_with_three_players_asks_for_the_opponent() -> None:
    play = set_table((CROSS, CROSS, LONE_CORAL), shown="B/t G/v - -", stacks=("C", "C", "", ""))
    do(play, "discard slot 0", "give slot 1")
    assert may(play) == {"give to +2"}
    do(play, "give to +2", "give cell (1,0)")
    assert shoal(play, 2)[(1, 0)] == "G/v"


def test_r4_6_case_3_discards_two_cards() -> None:
    play = set_table((CROSS, CROSS), shown="B/t G/v Y/n -", stacks=("R/s C", "C C", "C C", "C C"))
    assert may(play) == {"discard slot 0", "discard slot 1", "discard slot 2"}
    do(play, "discard slot 2")
    assert play.seat == 0
    assert may(play) == {"discard slot 0", "discard slot 1"}
    do(play, "discard slot 0")
    assert play.seat == 1
    assert shown(play) == "R/s G/v coral coral"


def test_r4_6_case_1_when_the_only_card_for_home_is_the_only_one_to_give() -> None:
    play = set_table((CROSS, CROSS), shown="B/t B/s G/v -", stacks=FULL)
    assert may(play) == {"own slot 1"}
    do(play, "own slot 1", "own cell (0,2)")
    assert may(play) == {"discard slot 0", "discard slot 2"}


def test_r4_6_a_slot_for_home_must_leave_a_card_to_give() -> None:
    play = set_table((LONE_CORAL, CROSS), shown="B/t B/s G/v Y/n")
    assert may(play) == {"own slot 0", "own slot 2", "own slot 3"}, "slot 1 is the only one to give"


def test_r4_two_players_are_not_asked_for_the_opponent_three_are() -> None:
    play = set_table(shown="C C C C", stacks=FULL)
    do(play, "own slot 0", "own cell (0,1)", "give slot 1")
    assert "give cell (0,1)" in may(play)
    play = set_table((LONE_CORAL,) * 3, shown="C C C C", stacks=FULL)
    do(play, "own slot 0", "own cell (0,1)", "give slot 1")
    assert may(play) == {"give to +1", "give to +2"}


def test_r4_an_opponent_without_a_legal_cell_cannot_be_chosen() -> None:
    shoals = (LONE_CORAL, LONE_CORAL, in_a_row("C R/s"), in_a_row("C X"))
    play = set_table(shoals, shown="S C C C", stacks=FULL)
    do(play, "own slot 1", "own cell (0,1)", "give slot 0")
    assert may(play) == {"give to +2"}


def test_r4_the_seat_after_the_last_is_seat_0() -> None:
    play = set_table((LONE_CORAL,) * 3, shown="R/s C C C", stacks=FULL, turn=2)
    do(play, "own slot 1", "own cell (0,1)", "give slot 0", "give to +1", "give cell (0,1)")
    assert shoal(play, 0)[(0, 1)] == "R/s"
    assert play.seat == 0


def test_r4_a_slot_just_emptied_cannot_be_given() -> None:
    play = set_table(shown="C C C C", stacks=FULL)
    do(play, "own slot 2", "own cell (0,1)")
    assert may(play) == {"give slot 0", "give slot 1", "give slot 3"}


def finished(
    stacks: tuple[str, ...], home: int, away: int, shown: str = "C C C C", **options
) -> bool:
    play = set_table(shown=shown, stacks=stacks, **options)
    do(play, f"own slot {home}", "own cell (0,1)", f"give slot {away}", "give cell (0,1)")
    return play.over


def test_e18_three_empty_stacks_end_the_game_after_the_turn() -> None:
    assert finished(("C", "", "", "C C C C C"), 0, 3)
    assert not finished(("C C", "", "", "C C C C C"), 0, 3)
    assert finished(("O C", "", "", "C C C C C"), 0, 3)


def test_e18_leftover_face_up_cards_do_not_count() -> None:
    play = set_table(
        shown="C C R/s Y/t", stacks=("C", "", "", "C C C"), colours="Red Yellow Green Blue"
    )
    do(play, "own slot 0", "own cell (0,1)", "give slot 1", "give cell (0,1)")
    assert play.over and play.scores() == [0, 0]
    assert not play.legal()


def test_r5_a_receiver_is_asked_though_the_game_is_certain_to_end() -> None:
    play = set_table(shown="C C C C", stacks=("O C", "", "", "C C C"))
    do(play, "own slot 0", "own cell (0,1)", "give slot 3", "give cell (0,1)")
    assert play.over, "two corals each: a tie"
    play = set_table(
        (in_a_row("C C"), LONE_CORAL), shown="C C C C", stacks=("O C", "", "", "C C C")
    )
    do(play, "own slot 0", "own cell (1,0)", "give slot 3", "give cell (0,1)")
    assert not play.over and play.seat == 0
    do(play, "octopus on (1,0)")
    assert play.over and play.scores() == [1, 0]


def test_ruling_20_with_slot_empty_the_slots_must_be_empty_too() -> None:
    assert not finished(("C", "", "", "C C C"), 0, 3, end="slot_empty")
    assert not finished(("", "", "", "C C C"), 0, 3, "C C - C", end="slot_empty")
    assert finished(("", "", "", "C C C"), 0, 1, "C C - C", end="slot_empty")


def test_ruling_21_finish_round_goes_on_until_the_last_seat_has_had_its_turn() -> None:
    play = set_table(
        (LONE_CORAL,) * 3, shown="C C C C", stacks=("C", "", "", "C C C C C C"),
        turn=1, end_round="finish_round",
    )  # fmt: skip
    turn = ("own slot 0", "own cell (0,1)", "give slot 3", "give to +1", "give cell (1,0)")
    do(play, *turn)
    assert not play.over and play.seat == 2
    do(play, "own slot 0", "own cell (0,1)", "give slot 3", "give to +2", "give cell (1,0)")
    assert play.over


def test_ruling_21_finish_round_stops_when_fewer_than_two_cards_show() -> None:
    play = set_table(
        (LONE_CORAL,) * 3, shown="C C C -", stacks=("", "", "", ""),
        turn=0, end_round="finish_round",
    )  # fmt: skip
    do(play, "own slot 0", "own cell (0,1)", "give slot 1", "give to +1", "give cell (1,0)")
    assert play.over and shown(play) == "- - coral -"


def test_ruling_21_finish_round_is_over_at_once_after_the_last_seat() -> None:
    play = set_table(
        (LONE_CORAL,) * 2, shown="C C C C", stacks=("C", "", "", "C C"),
        turn=1, end_round="finish_round",
    )  # fmt: skip
    do(play, "own slot 0", "own cell (0,1)", "give slot 3", "give cell (1,0)")
    assert play.over


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r4_laid_and_ruined_fish_are_remembered_for_the_seat_that_laid_them(players: int) -> None:
    play = set_table((LONE_CORAL,) * players, shown="R2/s Y/t C C", stacks=FULL)
    do(play, "own slot 0", "own cell (0,1)", "give slot 1")
    if players > 2:
        do(play, "give to +1")
    do(play, "give cell (0,1)")
    assert np.array_equal(play.state.laid[0], [2, 1, 0, 0])
    assert not play.state.laid[1:].any() and not play.state.ruined.any()
