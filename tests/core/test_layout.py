"""Every cell of an observation has one name, and everything else follows from it."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sea_envs.core.layout import Layout, Slot, decoded

SLOTS = (
    Slot("hand", (3,), "copies / 4"),
    Slot("board", (2, 3, 4), "what lies there", categories=5, grid=True),
    Slot("phase", (1,), "now", categories=3),
)
LAYOUT = Layout(*SLOTS)


def test_slots_lie_one_after_the_other_without_gap_or_overlap() -> None:
    cells = [
        cell for slot in LAYOUT for cell in range(LAYOUT.start(slot.name), LAYOUT.stop(slot.name))
    ]
    assert cells == list(range(LAYOUT.size))
    assert LAYOUT.size == 3 + 24 + 1
    assert [slot.size for slot in LAYOUT] == [3, 24, 1]


def test_a_name_used_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="'hand'"):
        Layout(SLOTS[0], SLOTS[2], SLOTS[0])


@pytest.mark.parametrize(
    ("shape", "categories", "grid"),
    [((0,), 0, False), ((2,), 1, False), ((2,), -1, False), ((4,), 3, True)],
)
def test_a_slot_that_makes_no_sense_is_refused(
    shape: tuple[int, ...], categories: int, grid: bool
) -> None:
    with pytest.raises(ValueError, match="'odd'"):
        Slot("odd", shape, "", categories, grid)


def test_a_view_has_the_slots_shape_and_shares_the_observations_memory() -> None:
    observations = np.arange(2 * LAYOUT.size, dtype=np.float32).reshape(2, -1)
    board = LAYOUT.view(observations, "board")
    assert board.shape == (2, 2, 3, 4)
    assert board[1, 0, 0, 0] == LAYOUT.size + LAYOUT.start("board")
    board[0] = -1
    assert (observations[0, 3:27] == -1).all() and observations[0, 27] == 27


def test_named_gives_every_slot() -> None:
    named = LAYOUT.named(np.arange(LAYOUT.size))
    assert list(named) == ["hand", "board", "phase"]
    assert named["phase"].tolist() == [27]


def test_codes_survive_being_written_as_cells() -> None:
    codes = np.arange(5)
    assert decoded(SLOTS[1], (codes / 4).astype(np.float32)).tolist() == codes.tolist()


@pytest.mark.parametrize(
    "change",
    [{"name": "other"}, {"shape": (3, 1)}, {"categories": 4}, {"grid": True, "shape": (1, 3)}],
)
def test_the_digest_changes_with_whatever_an_agent_depends_on(change: dict[str, Any]) -> None:
    assert Layout(replace(SLOTS[0], **change), *SLOTS[1:]).digest() != LAYOUT.digest()


def test_the_digest_tells_a_board_from_other_cells() -> None:
    assert Layout(SLOTS[0], replace(SLOTS[1], grid=False), SLOTS[2]).digest() != LAYOUT.digest()


def test_the_digest_changes_with_the_order_but_not_with_the_words() -> None:
    assert Layout(*reversed(SLOTS)).digest() != LAYOUT.digest()
    assert Layout(replace(SLOTS[0], meaning="else"), *SLOTS[1:]).digest() == LAYOUT.digest()


def test_the_table_has_a_row_for_every_slot() -> None:
    assert LAYOUT.table().splitlines() == [
        "| cells | slot | shape | meaning |",
        "|---|---|---|---|",
        "| 0-2 | `hand` | 3 | copies / 4 |",
        "| 3-26 | `board` | 2 x 3 x 4 | what lies there; code / 4 |",
        "| 27-27 | `phase` | 1 | now; code / 2 |",
    ]
