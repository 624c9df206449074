"""Where cards may lie, sharks, and the curse (rules 4.1 to 4.3)."""

import random

import pytest

from sea_envs.core.play import Play
from sea_envs.games.kuna_yala import GAME
from sea_envs.games.kuna_yala.components import CELLS, FREE, NAMES
from tests.games.kuna_yala.options import draw
from tests.games.kuna_yala.position import (
    LONE_CORAL,
    Place,
    cell_of,
    do,
    gift_cells,
    given,
    in_a_row,
    may,
    own_cells,
    place_of,
    places,
    set_table,
    shoal,
)

TWO_FISH = {(0, 0): "C", (0, 1): "R/s", (1, 0): "B/t"}
BONE_BESIDE = {(0, 0): "C", (0, 1): "X", (0, -1): "G/n"}
AROUND_THREE = {(0, 2), (0, -2), (-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)}


def test_e2_a_fish_must_fit_both_fish_that_it_touches() -> None:
    assert own_cells(TWO_FISH, "R/s") == {(-1, 0), (-1, 1), (0, -1), (0, 2)}
    assert len(own_cells(TWO_FISH, "R/t")) == 7
    assert own_cells(TWO_FISH, "R/t") >= {(1, 1), (1, -1), (2, 0)}
    assert own_cells(TWO_FISH, "Y/v") == {(-1, 0), (0, -1)}


def test_e3_a_double_fits_where_a_single_fits() -> None:
    assert own_cells(TWO_FISH, "R2/v") == {(-1, 0), (-1, 1), (0, -1), (0, 2)}


def test_e4_beside_a_bone_only_corals_may_be_laid() -> None:
    assert own_cells(BONE_BESIDE, "G/n") == {(-1, 0), (1, 0), (-1, -1), (1, -1), (0, -2)}
    assert own_cells(BONE_BESIDE, "coral") == AROUND_THREE
    assert gift_cells(BONE_BESIDE, "shark") == {(0, -1)}


def test_e5_three_of_one_floor_in_a_row_are_flipped_whatever_their_colours() -> None:
    before = in_a_row("C R/s R2/s")
    play = set_table((LONE_CORAL, before), shown="Y/s C C C", colours="Yellow Red Green Blue")
    do(play, "own slot 1", "own cell (0,1)", "give slot 0", "give cell (0,3)")
    assert shoal(play, 1) == in_a_row("C X X X")
    assert list(play.state.fish[1]) == [0, 0, 0, 0]
    assert play.state.fish_cards[1] == 0
    assert list(play.state.ruined[0]) == [3, 1, 0, 0]
    assert play.scores() == [0, 0]


def test_e6_a_run_of_five_and_a_column_of_three_are_flipped_at_once() -> None:
    before = {
        (0, 0): "C", (0, 1): "R/s", (0, 2): "Y/s", (0, 4): "G/s", (0, 5): "B/s",
        (1, 3): "R/s", (2, 3): "Y/s", (1, 2): "C", (1, 4): "C",
    }  # fmt: skip
    after = given(before, "G/s", (0, 3))
    bones = {place for place, card in after.items() if card == "bone"}
    assert bones == {(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 3), (2, 3)}
    assert len(after) == 10


def test_e7_a_shark_breaks_a_run_and_a_corner_is_no_run() -> None:
    assert "bone" not in given(in_a_row("C R/s S"), "R/s", (0, 3)).values()
    corner = {(0, 0): "C", (0, 1): "R/s", (1, 2): "Y/s", (1, 1): "C"}
    assert "bone" not in given(corner, "G/s", (0, 2)).values()


def test_e8_a_shark_eats_a_living_fish_of_an_opponent_and_stays_there() -> None:
    before = {
        (0, 0): "C", (0, 1): "R/s", (0, 2): "X", (1, 0): "S",
        (0, -1): "O", (-1, 0): "B2/v", (1, 1): "C",
    }  # fmt: skip
    assert gift_cells(before, "shark") == {(0, 1), (-1, 0)}
    play = set_table((LONE_CORAL, before), shown="S C C C")
    do(play, "own slot 1", "own cell (0,1)", "give slot 0", "give cell (-1,0)")
    assert shoal(play, 1)[(-1, 0)] == "shark"
    assert play.state.sharks[1] == 2 and play.state.sharks[0] == 0
    assert list(play.state.fish[1]) == [1, 0, 0, 0]
    assert list(play.state.ruined[0]) == [0, 0, 0, 2]


def test_r4_1_only_orthogonal_neighbours_count_and_a_card_must_touch_one() -> None:
    around = {(0, 1), (1, 0), (0, -1), (-1, 0)}
    assert own_cells(LONE_CORAL, "R/s") == own_cells(LONE_CORAL, "coral") == around


@pytest.mark.parametrize("wildcard", ["C", "S", "O"])
def test_r4_1_beside_coral_shark_and_octopus_any_fish_may_lie(wildcard: str) -> None:
    before = {(0, 0): "C", (0, 1): wildcard}
    assert (0, 2) in own_cells(before, "Y/v") and (0, 2) in own_cells(before, "coral")


def test_r4_1_a_fish_fits_by_fish_colour_or_by_floor() -> None:
    before = in_a_row("C R/s")
    for card, fits in (("R/n", True), ("B2/s", True), ("B/n", False), ("R2/s", True)):
        assert ((0, 2) in own_cells(before, card)) is fits


def test_r4_1_older_neighbours_are_not_asked_again_when_a_shark_or_a_bone_comes() -> None:
    before = {(0, 0): "C", (0, 1): "R/s", (0, 2): "R/t", (0, 3): "Y/t"}
    after = given(before, "shark", (0, 2))
    assert after[(0, 3)] == "Y/t" and after[(0, 1)] == "R/s"
    flipped = given({**in_a_row("C R/s R/s"), (1, 1): "R/t"}, "R/s", (0, 3))
    assert flipped[(1, 1)] == "R/t" and flipped[(0, 1)] == "bone"


def test_r4_1_with_fish_adjacency_any_one_fitting_neighbour_is_enough() -> None:
    assert (1, 1) in own_cells(TWO_FISH, "R/s", fish_adjacency="any")
    assert (1, 1) not in own_cells(TWO_FISH, "Y/v", fish_adjacency="any")
    beside_coral = {**TWO_FISH, (1, 2): "C"}
    assert (1, 1) in own_cells(beside_coral, "Y/v", fish_adjacency="any")


def test_r4_1_with_fish_adjacency_any_a_bone_still_forbids() -> None:
    assert (0, 2) not in own_cells(BONE_BESIDE, "G/n", fish_adjacency="any")
    assert (1, 1) not in own_cells({**BONE_BESIDE, (1, 0): "C"}, "G/n", fish_adjacency="any")


def test_r4_2_a_shark_is_no_choice_for_the_own_shoal() -> None:
    play = set_table((in_a_row("C R/s"), in_a_row("C R/s")), shown="S C C C")
    assert may(play) == {"own slot 1", "own slot 2", "own slot 3"}


def test_r4_2_beside_a_shark_that_ate_a_fish_everything_may_lie_again() -> None:
    before = {(0, 0): "C", (0, 1): "R/s"}
    assert (0, 2) not in own_cells(before, "Y/t")
    assert (0, 2) in own_cells(given(before, "shark", (0, 1)), "Y/t")


def test_r4_3_a_curse_strikes_in_the_own_shoal_too_and_in_a_column() -> None:
    before = {(0, 0): "C", (1, 0): "R/s", (2, 0): "G2/s"}
    play = set_table((before, LONE_CORAL), shown="B/s C C C")
    do(play, "own slot 0", "own cell (3,0)")
    assert set(shoal(play, 0).values()) == {"coral", "bone"}


def test_r4_3_a_run_of_two_is_not_cursed_and_a_gap_breaks_a_run() -> None:
    assert "bone" not in given(in_a_row("C R/s"), "R/s", (0, 2)).values()
    gap = {(0, 0): "C", (0, 1): "R/s", (1, 1): "C", (1, 2): "C", (1, 3): "C", (0, 3): "R/s"}
    assert "bone" not in given(gap, "R/s", (0, 4)).values()


def test_r4_3_bones_coral_and_octopus_break_a_run() -> None:
    for breaker in ("X", "C", "O"):
        before = {**in_a_row(f"C R/s {breaker}"), (1, 3): "C"}
        if breaker == "X":
            assert (0, 3) not in gift_cells(before, "R/s")
        else:
            assert given(before, "R/s", (0, 3))[(0, 1)] == "R/s"


def test_r4_3_no_fish_may_later_be_laid_beside_a_flipped_card() -> None:
    after = given(in_a_row("C R/s R/s"), "R/s", (0, 3))
    assert (0, 4) not in own_cells(after, "R/s") and (0, 4) in own_cells(after, "coral")


def test_r6_the_walls_of_the_small_board_stand_six_cells_from_the_start() -> None:
    line = in_a_row("C C C C C C C")
    assert (0, 7) in own_cells(line, "coral")
    assert (0, 7) not in own_cells(line, "coral", grid=13)
    assert (0, 7) not in own_cells(line, "R/s", grid=13)
    assert (1, 6) in own_cells(line, "coral", grid=13)


def test_r6_the_walls_of_the_large_board_stand_eight_cells_from_the_start() -> None:
    line = {(row, 0): "C" for row in range(-8, 9)}
    assert (8, 1) in own_cells(line, "coral")
    assert own_cells(line, "coral") == {(row, side) for row in range(-8, 9) for side in (-1, 1)}
    level = {(0, column): "C" for column in range(-8, 9)}
    assert own_cells(level, "R/s") == {
        (side, column) for column in range(-8, 9) for side in (-1, 1)
    }


def plain_fits(cards: dict[Place, str], place: Place, fish: str, any_will_do: bool) -> bool:
    """Rule 4.1 word by word."""
    row, column = place
    around = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    beside = [cards[other] for other in around if other in cards]
    if place in cards or not beside or "bone" in beside:
        return False
    verdicts = ["/" not in card or card[0] == fish[0] or card[-1] == fish[-1] for card in beside]
    return any(verdicts) if any_will_do else all(verdicts)


@pytest.mark.parametrize("seed", range(6))
def test_r4_1_what_the_record_keeps_about_free_cells_is_the_plain_rule(seed: int) -> None:
    rng = random.Random(seed)
    players = 2 + seed % 3
    options = draw(rng, players)
    play = Play(GAME.setup(players, **options))
    play.begin(seed)
    radius = options.get("grid", 17) // 2
    any_will_do = options.get("fish_adjacency") == "any"
    while not play.over:
        play.act(rng.choice(play.legal()))
        if rng.random() < 0.03:
            check_fits(play, radius, any_will_do)


def check_fits(play: Play, radius: int, any_will_do: bool) -> None:
    fish = [name for name in NAMES if "/" in name and "2" not in name]
    for seat in range(play.setup.players):
        cards = shoal(play, seat)
        union = 0
        for cell in range(CELLS):
            place = place_of(cell)
            inside = max(abs(place[0]), abs(place[1])) <= radius
            free = any(abs(place[0] - r) + abs(place[1] - c) == 1 for r, c in cards)
            expected = inside and free and place not in cards
            assert bool(play.state.cells[seat, cell] == FREE) is expected
            bits = sum(
                1 << pair
                for pair, name in enumerate(fish)
                if inside and plain_fits(cards, place, name, any_will_do)
            )
            assert play.state.fits[seat, cell] == bits
            union |= bits
        assert play.state.room[seat] == union


def test_e12_actions_have_the_numbers_of_the_page() -> None:
    play = set_table(shown="R/s C C S", stacks=("C", "C", "C", "C"))
    do(play, "own slot 2")
    assert play.parse("own cell (0,1)") == 152
    do(play, "own cell (0,1)")
    assert play.parse("give slot 0") == 0
    do(play, "give slot 0")
    assert play.parse("give cell (-1,0)") == 134
    assert 7 + cell_of((0, 0)) == 151
    assert GAME.actions.COUNT == 296


def test_places_of_gifts_are_those_of_the_opponents_shoal() -> None:
    play = set_table((LONE_CORAL, in_a_row("C C"), LONE_CORAL), shown="C C C R/s")
    do(play, "own slot 0", "own cell (0,-1)", "give slot 3", "give to +1")
    assert places(play) == {(0, 2), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1)}
