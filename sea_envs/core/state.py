"""One game is one fixed-size record: a header that every game has, and the game's own fields."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.jit import kernel

Field = tuple[str, str] | tuple[str, str, tuple[int, ...]]

HEADER: tuple[Field, ...] = (
    ("rng", "u4", (4,)),
    ("decisions", "i4"),
    ("max_decisions", "i4"),
    ("seats", "i1"),
    ("seat", "i1"),
    ("over", "i1"),
    ("truncated", "i1"),
    ("illegal", "i1"),
    ("noted", "i2"),
)
"""rng: the words of chance. decisions, max_decisions: taken, and the cap at which a game is cut
off. seats: how many; seat: whose decision it is. over, truncated, illegal: 1 when the game has
ended, by the cap, or by an illegal action of `seat`. noted: how many cells of `notes` the last
decision filled."""


def record(*fields: Field, options: Iterable[str], notes: int) -> np.dtype[Any]:
    """The dtype of a game's state. options: names of the rule options kept in it; notes: room for
    what chance does in one decision.

    Use int16 for whatever is computed with and int8 only for small counts and names: uncompiled
    runs keep numpy's types, and there 100 + 100 does not fit an int8.
    """
    options = list(options)
    choices = [(name, "i2") for name in options]
    own = (*options, *(field[0] for field in fields))
    taken = [name for name in own if hasattr(np.record, name)]
    if taken:
        raise ValueError(f"numpy records have attributes of these names: {', '.join(taken)}")
    whole = [*HEADER, *choices, *fields, ("notes", "i2", (notes,))]
    return np.dtype((np.record, _filled(np.dtype(whole, align=True))))


def _filled(aligned: np.dtype[Any]) -> np.dtype[Any]:
    """The same dtype with its gaps named: numpy does not copy the nameless bytes of a record."""
    assert aligned.names is not None and aligned.fields is not None
    fields: list[tuple[Any, ...]] = []
    stop = 0
    for name in aligned.names:
        form, start = aligned.fields[name][:2]
        if start > stop:
            fields.append((f"gap_{stop}", "u1", (start - stop,)))
        fields.append((name, form))
        stop = start + form.itemsize
    if aligned.itemsize > stop:
        fields.append((f"gap_{stop}", "u1", (aligned.itemsize - stop,)))
    filled = np.dtype(fields, align=True)
    assert filled.itemsize == aligned.itemsize
    return filled


def blank(dtype: np.dtype[Any], rows: int) -> npt.NDArray[Any]:
    """States [rows], every byte zero; each row is a record whose fields are attributes."""
    return np.zeros(rows, dtype)


@kernel
def clockwise(seat: int, steps: int, seats: int) -> int:
    """The seat `steps` (0 to seats) further on, without a division: that would cost the most."""
    place = seat + steps
    return place - seats if place >= seats else place


def rotated(state: Any, steps: int, max_seats: int) -> Any:
    """A copy of the record in which everybody sits `steps` seats further on.

    Fields whose first size is max_seats belong to seats; a scalar `..._seat` or an array
    `..._seats` holds seats (below 0: nobody).
    """
    turned = state.copy()
    seats = int(state["seats"])
    for name in state.dtype.names:
        value = state[name]
        if name == "seat" or name.endswith(("_seat", "_seats")):
            moved = np.where(np.asarray(value) < 0, value, (np.asarray(value) + steps) % seats)
            turned[name] = moved.astype(np.asarray(value).dtype)
        elif np.ndim(value) and value.shape[0] == max_seats:
            turned[name][:seats] = np.roll(value[:seats], steps, axis=0)
    return turned
