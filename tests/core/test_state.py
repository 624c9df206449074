"""A game as one record whose every byte has a name."""

import numpy as np
import pytest

from sea_envs.core.state import HEADER, blank, clockwise, record, rotated

SEATS = 4
STATE = record(
    ("hands", "i1", (SEATS, 3)),
    ("points", "i2", (SEATS,)),
    ("dealer_seat", "i1"),
    ("asked_seats", "i1", (2,)),
    ("deck", "i1", (5,)),
    options=("target", "expert"),
    notes=3,
)


def test_the_header_comes_first_then_the_options_then_the_games_own_fields() -> None:
    header = [field[0] for field in HEADER]
    named = [name for name in STATE.names or () if not name.startswith("gap_")]
    assert named[: len(header)] == header
    assert named[len(header) :] == [
        "target",
        "expert",
        "hands",
        "points",
        "dealer_seat",
        "asked_seats",
        "deck",
        "notes",
    ]


def test_no_byte_is_without_a_name() -> None:
    assert STATE.fields is not None
    taken = np.zeros(STATE.itemsize, int)
    for form, start, *_ in STATE.fields.values():
        taken[start : start + form.itemsize] += 1
    assert (taken == 1).all()


def test_copying_a_row_copies_every_byte() -> None:
    noise = np.random.default_rng(1).integers(0, 256, STATE.itemsize, dtype=np.uint8).tobytes()
    states = blank(STATE, 2)
    states[1] = np.frombuffer(noise, STATE)[0]
    assert states[1].tobytes() == noise
    assert states[1].copy().tobytes() == noise


def test_fields_are_attributes_of_a_row_and_writing_them_writes_the_table() -> None:
    states = blank(STATE, 3)
    states[1].points[2] = 9
    assert states["points"][1].tolist() == [0, 0, 9, 0]


def test_a_blank_state_is_all_zero() -> None:
    assert not any(blank(STATE, 4).tobytes())
    assert blank(STATE, 4).shape == (4,)


@pytest.mark.parametrize("name", ["copy", "shape"])
def test_names_that_numpy_uses_itself_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        record((name, "i1"), options=(), notes=1)
    with pytest.raises(ValueError, match=name):
        record(("hand", "i1"), options=[name], notes=1)


def test_clockwise_goes_round_the_table() -> None:
    for seats in range(1, 7):
        for seat in range(seats):
            for steps in range(seats + 1):
                assert clockwise(seat, steps, seats) == (seat + steps) % seats


def test_rotating_moves_everybody_and_leaves_the_rest() -> None:
    state = blank(STATE, 1)[0]
    state.seats, state.seat, state.dealer_seat = 3, 2, 0
    state.asked_seats[:] = (1, -1)
    state.points[:] = (10, 11, 12, 0)
    state.hands[1, 2] = 5
    state.deck[:] = (1, 2, 3, 4, 5)
    turned = rotated(state, 1, SEATS)
    assert (turned.seat, turned.dealer_seat) == (0, 1)
    assert turned.asked_seats.tolist() == [2, -1], "nobody stays nobody"
    assert turned.points.tolist() == [12, 10, 11, 0]
    assert turned.hands[2, 2] == 5 and turned.hands.sum() == 5
    assert turned.deck.tolist() == [1, 2, 3, 4, 5]
    assert state.points.tolist() == [10, 11, 12, 0], "the state itself is untouched"


def test_rotating_once_round_changes_nothing() -> None:
    state = blank(STATE, 1)[0]
    state.seats, state.seat = 3, 1
    state.points[:3] = (4, 5, 6)
    assert rotated(state, 3, SEATS).tobytes() == state.tobytes()
