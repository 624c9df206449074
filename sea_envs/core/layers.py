"""The layers of a policy's network in numpy, and the sizes that its description gives them."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.encoding import boards_in, encoding
from sea_envs.core.forward import (
    KERNEL,
    NONE,
    convolve_rows,
    convolved,
    dense_rows,
    look_up_rows,
    speak_rows,
)
from sea_envs.core.layout import Layout, Slot
from sea_envs.core.weights import Weights

Array = npt.NDArray[Any]


def shapes(layout: Layout, actions: int, network: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    """Every weight of a network with its shape; network: as in the facts of a policy."""
    found: dict[str, tuple[int, ...]] = {}

    def dense(name: str, taken: int, widths: list[int]) -> int:
        for number, width in enumerate(widths):
            found[f"{name}.{number}.weight"] = (width, taken)
            found[f"{name}.{number}.bias"] = (width,)
            taken = width
        return taken

    plan = encoding(layout)
    width = plan.width
    for slot in plan.boards:
        name, planes = f"boards.{slot.name}", entering(slot, network)
        if slot.categories:
            found[f"{name}.embedding"] = (slot.categories - 1, planes)
        for number, channels in enumerate(network["channels"]):
            found[f"{name}.conv.{number}.weight"] = (channels, planes, KERNEL, KERNEL)
            found[f"{name}.conv.{number}.bias"] = (channels,)
            planes = channels
        taken = prod(leaving(slot, network))
        width += boards_in(slot) * dense(f"{name}.out", taken, [network["board"]])
    seen = width
    width = dense("trunk", seen, network["trunk"])
    if network.get("wide"):
        width += dense("wide", seen, [network["wide"]])
    for slot in sighted(layout, network):
        name, sight = f"sight.{slot.name}", network["sight"]
        around, boards, _, _ = seen_from(slot)
        found[f"{name}.table"] = (around, around, slot.categories - 1, sight)
        dense(f"{name}.context", width, [boards * sight])
    if network.get("residual"):
        dense("trust", width, [1])
    dense("policy", width, [*network["policy"], actions])
    dense("value", width, [*network["value"], 1])
    return found


def sighted(layout: Layout, network: Mapping[str, Any]) -> list[Slot]:
    """The slots whose cells speak for actions."""
    return [slot for slot in layout if slot.actions is not None and network.get("sight")]


def seen_from(slot: Slot) -> tuple[int, int, int, int]:
    """Rows of cells that an action looks at, boards, and the rows and columns of one.

    On a grid it sees the cells around its own, elsewhere its own alone.
    """
    if slot.grid:
        rows, columns = slot.shape[-2:]
        return KERNEL, boards_in(slot), rows, columns
    return 1, 1, 1, slot.size


def entering(slot: Slot, network: Mapping[str, Any]) -> int:
    """How many planes a board has before the convolutions."""
    return int(network["embedding"]) if slot.categories else 1


def leaving(slot: Slot, network: Mapping[str, Any]) -> tuple[int, int, int]:
    """Planes, rows and columns of a board after the convolutions."""
    planes, (rows, columns) = entering(slot, network), slot.shape[-2:]
    for channels in network["channels"]:
        planes, rows, columns = channels, convolved(rows), convolved(columns)
    return planes, rows, columns


@dataclass(frozen=True)
class Board:
    """The convolutions over one grid slot; all its boards share them.

    things [cells, categories - 1, numbers]: without convolutions, what a thing in a cell adds to
    the numbers that stand for its board.
    """

    slot: Slot
    start: int
    embedding: Array | None
    layers: tuple[tuple[Array, Array], ...]
    out: tuple[Array, Array]
    things: Array | None

    def write(self, observations: Array, inputs: Array, at: int, activation: int) -> int:
        """Write the features of every board into inputs from column `at`; gives the next column."""
        slot = self.slot
        height, width = slot.shape[-2:]
        given = int(self.out[1][-1])
        stop = at + boards_in(slot) * given
        if self.things is not None:
            biases = self.out[0][-given:]
            room = inputs[:, at:stop]
            look_up_rows(observations, self.start, self.things, biases, activation, room)
            return stop
        cells = observations[:, self.start : self.start + slot.size]
        if self.embedding is None:
            planes = cells.astype(np.float32).reshape(-1, height, width, 1)
        else:
            planes = self.embedding[_codes(slot, cells)].reshape(
                -1, height, width, self.embedding.shape[1]
            )
        for weights, biases in self.layers:
            count, rows, columns, _ = planes.shape
            size = (count, convolved(rows), convolved(columns), len(biases))
            result = np.empty(size, np.float32)
            convolve_rows(planes, weights, biases, activation, result)
            planes = result
        features = np.empty((len(planes), given), np.float32)
        flat = np.ascontiguousarray(planes.reshape(len(planes), -1))
        dense_rows(flat, *self.out, activation, activation, features)
        inputs[:, at:stop] = features.reshape(len(observations), -1)
        return stop


@dataclass(frozen=True)
class Sight:
    """What the cells of one slot say for the actions that name them."""

    slot: Slot
    start: int
    table: Array
    context: tuple[Array, Array]

    def speak(self, observations: Array, shared: Array, logits: Array) -> None:
        """Add to the logits [k, actions] of the slot's actions. shared: [k, width]."""
        slot = self.slot
        count, (_, boards, height, width) = len(observations), seen_from(slot)
        cells = observations[:, self.start : self.start + slot.size]
        codes = _codes(slot, cells).reshape(count, boards, height, width)
        contexts = np.empty((count, boards * self.table.shape[3]), np.float32)
        dense_rows(shared, *self.context, NONE, NONE, contexts)
        first = int(slot.actions or 0)
        speak_rows(
            codes,
            self.table,
            contexts.reshape(count, boards, -1),
            logits[:, first : first + height * width],
        )


def _codes(slot: Slot, cells: Array) -> Array:
    """The categories in cells of a slot."""
    return (cells * (slot.categories - 1) + 0.5).astype(np.int64)


def board_of(slot: Slot, layout: Layout, weights: Weights, network: Mapping[str, Any]) -> Board:
    """The board of a slot with its weights, as the compiled loops take them."""
    name = f"boards.{slot.name}"
    layers = tuple(
        (
            np.ascontiguousarray(weights[f"{name}.conv.{number}.weight"].transpose(2, 3, 1, 0)),
            weights[f"{name}.conv.{number}.bias"],
        )
        for number in range(len(network["channels"]))
    )
    # Stored as [out, planes, rows, columns]; the boards here have their planes last.
    weight = weights[f"{name}.out.0.weight"].reshape(-1, *leaving(slot, network))
    turned = weight.transpose(0, 2, 3, 1).reshape(len(weight), -1)
    embedding = things = None
    if slot.categories:
        kinds = weights[f"{name}.embedding"]
        # Category 0, nothing there, stands as zeros.
        embedding = np.pad(kinds, ((1, 0), (0, 0)))
        if not layers:
            cells = weight.reshape(len(weight), kinds.shape[1], -1)
            things = np.ascontiguousarray(np.einsum("kp,opc->cko", kinds, cells))
    return Board(
        slot,
        layout.start(slot.name),
        embedding,
        layers,
        packed({"out.0.weight": turned, "out.0.bias": weights[f"{name}.out.0.bias"]}, "out"),
        things,
    )


def packed(weights: Weights, name: str) -> tuple[Array, Array]:
    """A stack of dense layers as `dense_rows` takes it: one flat array, and the widths."""
    flat: list[Array] = []
    widths: list[int] = []
    while f"{name}.{len(flat) // 2}.weight" in weights:
        weight = weights[f"{name}.{len(flat) // 2}.weight"]
        bias = weights[f"{name}.{len(flat) // 2}.bias"]
        widths = widths or [weight.shape[1]]
        widths.append(len(bias))
        flat += [weight.T.ravel(), bias]
    return np.concatenate(flat).astype(np.float32), np.array(widths, np.int64)
