"""Names every cell of an observation; offsets, bounds and tables follow from one declaration."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Slot:
    """A named run of cells, each in [0, 1].

    shape: its sizes. categories: 0 for numbers; k > 1 if each cell holds a code c in 0..k-1 as c /
    (k - 1). grid: the last two sizes are rows and columns of a board. actions: where a decision can
    name a thing of the slot, of a grid a cell of its board, the number of the action that names the
    first; the others follow.
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    categories: int = 0
    grid: bool = False
    actions: int | None = None

    def __post_init__(self) -> None:
        """Raise ValueError for a slot without cells, with one category, or a grid that is none."""
        if self.size < 1 or self.categories < 0 or self.categories == 1:
            raise ValueError(
                f"slot {self.name!r} of shape {self.shape}, {self.categories} categories"
            )
        if self.grid and len(self.shape) < 2:
            raise ValueError(f"slot {self.name!r} of shape {self.shape} is no grid: possible: a, b")
        if self.actions is not None and not self.categories:
            raise ValueError(f"slot {self.name!r}: actions name cells that hold categories")

    @property
    def size(self) -> int:
        """Number of cells."""
        return prod(self.shape)


class Layout:
    """The slots of an observation in order; `layout.size` cells in all."""

    def __init__(self, *slots: Slot) -> None:
        """Lay the slots one after the other; a name used twice raises ValueError."""
        self.slots = slots
        self._spans: dict[str, tuple[int, int]] = {}
        stop = 0
        for slot in slots:
            if slot.name in self._spans:
                raise ValueError(f"two slots are named {slot.name!r}")
            self._spans[slot.name] = (stop, stop + slot.size)
            stop += slot.size
        self.size = stop

    def __iter__(self) -> Iterator[Slot]:
        """The slots, in order."""
        return iter(self.slots)

    def start(self, name: str) -> int:
        """The first cell of a slot: the constant that `observe` writes from."""
        return self._spans[name][0]

    def stop(self, name: str) -> int:
        """The cell after the last one of a slot."""
        return self._spans[name][1]

    def slot(self, name: str) -> Slot:
        """The slot of that name."""
        return next(slot for slot in self.slots if slot.name == name)

    def view(self, observation: npt.NDArray[Any], name: str) -> npt.NDArray[Any]:
        """The cells of a slot in its shape: observation [..., size] -> [..., *shape], no copy."""
        start, stop = self._spans[name]
        return observation[..., start:stop].reshape(*observation.shape[:-1], *self.slot(name).shape)

    def named(self, observation: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Every slot of an observation by name."""
        return {slot.name: self.view(observation, slot.name) for slot in self.slots}

    def digest(self) -> str:
        """A short hash of names, shapes and kinds: policies trained on other layouts do not fit."""
        facts = [(slot.name, slot.shape, slot.categories, slot.grid) for slot in self.slots]
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]

    def table(self) -> str:
        """The layout as a Markdown table, for the spec sheet."""
        lines = ["| cells | slot | shape | meaning |", "|---|---|---|---|"]
        for slot in self.slots:
            start, stop = self._spans[slot.name]
            shape = " x ".join(str(size) for size in slot.shape)
            kind = f"; code / {slot.categories - 1}" if slot.categories else ""
            lines.append(f"| {start}-{stop - 1} | `{slot.name}` | {shape} | {slot.meaning}{kind} |")
        return "\n".join(lines)


def decoded(slot: Slot, cells: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """The codes in the cells of a categorical slot."""
    codes: npt.NDArray[np.int64] = np.rint(cells * (slot.categories - 1)).astype(np.int64)
    return codes
