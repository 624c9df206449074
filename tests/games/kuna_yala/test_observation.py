"""What a seat sees of a table set by hand, and that every square of every board can be reached."""

import random

import numpy as np
import pytest

from sea_envs.core.layout import decoded
from sea_envs.core.play import Play
from sea_envs.games.kuna_yala import GAME
from sea_envs.games.kuna_yala.components import CELLS, COLOURS, GRID, NAMES
from tests.games.kuna_yala.position import LONE_CORAL, do, in_a_row, place_of, set_table

LAYOUT = GAME.layout


def codes(play: Play, name: str, viewer: int) -> np.ndarray:
    cells = LAYOUT.view(play.table.observe((0,), (viewer,))[0], name)
    return decoded(LAYOUT.slot(name), cells)


def numbers(play: Play, name: str, viewer: int, most: int) -> list:
    cells = LAYOUT.view(play.table.observe((0,), (viewer,))[0], name)
    return np.rint(cells * most).astype(int).tolist()


def test_the_own_shoal_comes_first_and_a_free_cell_looks_empty() -> None:
    play = set_table((in_a_row("C R/s"), in_a_row("C O X S B2/n")))
    assert list(codes(play, "shoals", 0)[0, 8, 7:11]) == [0, 1, NAMES.index("R/s"), 0]
    assert list(codes(play, "shoals", 0)[1, 8, 8:14]) == [1, 2, 4, 3, NAMES.index("B2/n"), 0]
    assert not codes(play, "shoals", 0)[2:].any(), "absent seats have no shoal"


@pytest.mark.parametrize(
    ("own", "seen"), [("Red", "B2/n"), ("Yellow", "G2/n"), ("Green", "Y2/n"), ("Blue", "R2/n")]
)
def test_a_seat_sees_its_own_colour_first(own: str, seen: str) -> None:
    others = [colour for colour in COLOURS if colour != own]
    play = set_table(
        (in_a_row("C B2/n"), LONE_CORAL),
        shown="B2/n R/s - -",
        colours=" ".join([own, *others]),
    )
    blue = (COLOURS.index("Blue") - COLOURS.index(own)) % 4
    assert codes(play, "shoals", 0)[0, 8, 9] == NAMES.index(seen)
    assert codes(play, "slots", 0)[0] == NAMES.index(seen)
    alive = LAYOUT.view(play.table.observe((0,), (0,))[0], "fish")[0]
    assert np.flatnonzero(alive).tolist() == [blue]


def test_a_seat_sees_its_own_colour_and_no_other() -> None:
    one = set_table((LONE_CORAL,) * 3, colours="Red Blue Green Yellow")
    two = set_table((LONE_CORAL,) * 3, colours="Red Green Yellow Blue")
    assert (one.table.observations == two.table.observations).all()
    assert [int(codes(one, "my_colour", seat)[0]) for seat in range(3)] == [0, 3, 2]


def test_slots_stacks_and_counts_of_the_stacks_are_seen() -> None:
    play = set_table(shown="S - B2/n C", stacks=("O R/s R/s", "", "C C", "S"))
    assert list(codes(play, "slots", 0)) == [3, 0, NAMES.index("B2/n"), 1]
    assert numbers(play, "stacks", 1, 25) == [3, 0, 2, 1]
    unseen = LAYOUT.view(play.table.observations[0], "unseen")
    assert np.allclose(unseen[:4], [2 / 20, 1 / 6, 1 / 10, 2 / 4])
    assert not unseen[4:].any()


def test_a_turn_is_seen_from_phase_to_phase_by_everybody() -> None:
    play = set_table((LONE_CORAL,) * 3, shown="R/s C C C", turn=1)
    do(play, "own slot 2", "own cell (0,1)", "give slot 0", "give to +1")
    assert [int(codes(play, "to_move", seat)[0]) for seat in range(3)] == [1, 0, 2]
    assert [int(codes(play, "target", seat)[0]) for seat in range(3)] == [3, 2, 1]
    assert codes(play, "chosen_slot", 0)[0] == 1
    assert codes(play, "phase", 0)[0] == 4
    assert LAYOUT.view(play.table.observations[0], "emptied").tolist() == [0, 0, 1, 0]


def test_a_receiver_on_another_seats_turn_sees_whose_turn_it_is() -> None:
    play = set_table(
        (LONE_CORAL, in_a_row("C C C")), shown="C C C C", stacks=("O C", "C", "C", "C")
    )
    do(play, "own slot 0", "own cell (0,1)", "give slot 1", "give cell (0,3)")
    assert codes(play, "to_move", 1)[0] == 0 and codes(play, "on_turn", 1)[0] == 1
    assert codes(play, "chosen_slot", 1)[0] == 1 and codes(play, "phase", 1)[0] == 5


def test_shoals_are_counted_and_what_seats_did_is_remembered() -> None:
    play = set_table((in_a_row("C R2/s O"), in_a_row("C R/s R/s S")), shown="Y2/s C C C")
    do(play, "own slot 1", "own cell (0,-1)", "give slot 0", "give cell (-1,0)")
    assert numbers(play, "corals", 0, 20)[:2] == [2, 1]
    assert numbers(play, "octopuses", 0, 6)[:2] == [1, 0]
    assert numbers(play, "sharks", 0, 10)[:2] == [0, 1]
    assert numbers(play, "fish", 0, 24)[:2] == [[2, 0, 0, 0], [2, 2, 0, 0]]
    assert numbers(play, "laid", 0, 24)[:2] == [[0, 2, 0, 0], [0, 0, 0, 0]]
    assert not any(map(any, numbers(play, "ruined", 0, 24)))


@pytest.mark.parametrize("row", range(GRID))
def test_every_square_of_every_board_is_reached_by_play_that_heads_for_it(row: int) -> None:
    for cell in range(GRID * row, GRID * (row + 1)):
        play = Play(GAME.setup(4))
        play.begin(cell)
        rng = random.Random(cell)
        while not play.state.cells[0, cell] > 0:
            assert not play.over, f"{place_of(cell)} was not reached"
            play.act(towards(play, cell, rng))
        for viewer in range(4):
            assert codes(play, "shoals", viewer).reshape(4, CELLS)[-viewer % 4, cell] > 0


def towards(play: Play, target: int, rng: random.Random) -> int:
    """Of the legal actions one that brings a card nearer to a cell of seat 0's shoal."""
    actions = play.legal()
    if actions[0] >= 7:
        row, column = place_of(target)
        return min(
            actions,
            key=lambda action: (
                abs(place_of(action - 7)[0] - row) + abs(place_of(action - 7)[1] - column),
                rng.random(),
            ),
        )
    if actions[0] >= 4:
        to_seat_0 = 3 + -play.seat % 4
        return to_seat_0 if to_seat_0 in actions else actions[0]
    return max(actions, key=lambda slot: (NAMES[play.state.shown[slot]] == "coral", rng.random()))
