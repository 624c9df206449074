"""An observation becomes a network's input by its layout alone."""

import numpy as np

from sea_envs.core.encoding import boards_in, code_in, encode_rows, encoding, used_columns
from sea_envs.core.layout import Layout, Slot

LAYOUT = Layout(
    Slot("number", (2,), "as it is"),
    Slot("colour", (2,), "red, green, blue", categories=3),
    Slot("flag", (1,), "two categories are a number already", categories=2),
    Slot("board", (2, 3, 3), "pieces", categories=4, grid=True),
    Slot("end", (1,), "as it is"),
)
PLAN = encoding(LAYOUT)


def observation(number=(0.0, 0.0), colour=(0, 0), flag=0, end=0.0):
    cells = np.zeros(LAYOUT.size, np.float32)
    LAYOUT.view(cells, "number")[:] = number
    LAYOUT.view(cells, "colour")[:] = np.array(colour) / 2
    LAYOUT.view(cells, "flag")[:] = flag
    LAYOUT.view(cells, "end")[:] = end
    return cells


def encoded(rows, columns=None):
    columns = np.arange(PLAN.width) if columns is None else columns
    inputs = np.zeros((len(rows), columns.max() + 1), np.float32)
    encode_rows(np.array(rows), *PLAN.parts, columns, inputs)
    return inputs


def test_numbers_stay_and_a_category_becomes_a_one_at_its_place():
    row = observation(number=(0.25, 1), colour=(2, 0), flag=1, end=0.5)
    assert encoded([row]).tolist() == [[0.25, 1, 1, 0.5, 0, 0, 1, 1, 0, 0]]


def test_boards_are_left_to_the_convolutions():
    assert [slot.name for slot in PLAN.boards] == ["board"]
    assert boards_in(PLAN.boards[0]) == 2
    assert PLAN.width == 4 + 2 * 3


def test_columns_that_no_observation_uses_are_left_out():
    rows = [observation(number=(0.5, 0), colour=(1, 0)), observation(colour=(2, 0))]
    columns = np.empty(PLAN.width, np.int64)
    count = used_columns(np.array(rows), *PLAN.parts, columns)
    assert count == 4
    assert (encoded(rows, columns) == encoded(rows)[:, columns >= 0]).all()
    assert not encoded(rows)[:, columns < 0].any()


def test_a_cell_beyond_its_categories_counts_as_the_nearest():
    assert [code_in(cell, 2) for cell in (-3.0, 0.26, 0.76, 9.0)] == [0, 1, 2, 2]
