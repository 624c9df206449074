"""From an observation to a network's input, by its layout alone."""

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.jit import kernel
from sea_envs.core.layout import Layout, Slot

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Encoding:
    """How an observation becomes a network's input, from the layout alone.

    numbers: cells taken as they are. codes, tops, places: cells that hold a category c as c / top;
    each puts a 1 at its place + c. width: of both together. boards: the grid slots, which a
    convolution reads.
    """

    numbers: Array
    codes: Array
    tops: Array
    places: Array
    width: int
    boards: tuple[Slot, ...]

    @property
    def parts(self) -> tuple[Array, Array, Array, Array]:
        """What `encode_rows` and `used_columns` need of it."""
        return self.numbers, self.codes, self.tops, self.places


def encoding(layout: Layout) -> Encoding:
    """The encoding of a layout's observations."""
    numbers: list[int] = []
    codes: list[tuple[int, int]] = []
    for slot in layout:
        cells = range(layout.start(slot.name), layout.stop(slot.name))
        if slot.grid:
            continue
        if slot.categories > 2:
            codes += [(cell, slot.categories) for cell in cells]
        else:
            numbers += cells
    sizes = np.array([size for _, size in codes], np.int64)
    places = len(numbers) + np.cumsum(sizes) - sizes
    return Encoding(
        numbers=np.array(numbers, np.int64),
        codes=np.array([cell for cell, _ in codes], np.int64),
        tops=sizes - 1,
        places=places.astype(np.int64),
        width=len(numbers) + int(sizes.sum()),
        boards=tuple(slot for slot in layout if slot.grid),
    )


def boards_in(slot: Slot) -> int:
    """How many boards a grid slot holds."""
    return prod(slot.shape[:-2])


@kernel
def code_in(cell: float, top: int) -> int:
    """The category that a cell holds; always one of 0 to top."""
    return min(max(int(cell * top + 0.5), 0), top)


@kernel
def used_columns(
    observations: Any, numbers: Any, codes: Any, tops: Any, places: Any, columns: Any
) -> int:
    """Number the inputs that some of the observations use, the others get -1; returns how many.

    columns [width]: the numbers.
    """
    columns[:] = -1
    for row in range(observations.shape[0]):
        observation = observations[row]
        for place in range(numbers.shape[0]):
            if observation[numbers[place]] != 0:
                columns[place] = 0
        for place in range(codes.shape[0]):
            columns[places[place] + code_in(observation[codes[place]], tops[place])] = 0
    count = 0
    for place in range(columns.shape[0]):
        if columns[place] == 0:
            columns[place] = count
            count += 1
    return count


@kernel
def encode_rows(
    observations: Any, numbers: Any, codes: Any, tops: Any, places: Any, columns: Any, inputs: Any
) -> None:
    """Write the encoding of observations [k, cells] into inputs [k, ...], which come as zeros.

    columns [width]: the column of inputs for every part of the encoding, -1 for none.
    """
    for row in range(observations.shape[0]):
        observation = observations[row]
        for place in range(numbers.shape[0]):
            if columns[place] >= 0:
                inputs[row, columns[place]] = observation[numbers[place]]
        for place in range(codes.shape[0]):
            column = columns[places[place] + code_in(observation[codes[place]], tops[place])]
            if column >= 0:
                inputs[row, column] = 1
