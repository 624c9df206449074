"""Learned players: a policy's weights in one file, played without any learning library.

The file is a safetensors file of float32 weights; its header also holds a JSON text that says for which game,
version and layout the policy was trained and how its network is built. Reading it executes nothing.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.errors import SeaError
from sea_envs.core.game import Game, Setup
from sea_envs.core.jit import kernel
from sea_envs.core.layout import Layout, Slot

Array = npt.NDArray[Any]
Weights = dict[str, Array]

FILE = "agent.safetensors"
"""The name under which training writes a policy into a directory."""
FACTS = "sea_envs"
"""The key of the JSON text in the file's header."""
FORMAT = 1
KERNEL = 3
ACTIVATIONS = ("relu", "tanh")
_LONGEST_HEADER = 1 << 24
_RELU, _TANH, _NONE = range(3)


class BadPolicy(SeaError):
    """A file that holds no whole policy, or one for another game, version or layout."""


@dataclass(frozen=True)
class Encoding:
    """How an observation becomes a network's input, from the layout alone.

    numbers: cells taken as they are. codes, tops, places: cells that hold a category c as c / top; each puts
    a 1 at its place + c. width: of both together. boards: the grid slots, which a convolution reads.
    """

    numbers: Array
    codes: Array
    tops: Array
    places: Array
    width: int
    boards: tuple[Slot, ...]


@dataclass(frozen=True)
class Policy:
    """A network's weights and what they are for."""

    facts: Mapping[str, Any]
    weights: Weights


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


def shapes(layout: Layout, actions: int, network: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    """Every weight of a network with its shape. network: the section `network` of a training configuration."""
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
        planes = network["embedding"] if slot.categories else 1
        if slot.categories:
            found[f"boards.{slot.name}.embedding"] = (slot.categories, planes)
        for number, channels in enumerate(network["channels"]):
            found[f"boards.{slot.name}.conv.{number}.weight"] = (channels, planes, KERNEL, KERNEL)
            found[f"boards.{slot.name}.conv.{number}.bias"] = (channels,)
            planes = channels
        taken = planes * prod(slot.shape[-2:])
        width += boards_in(slot) * dense(f"boards.{slot.name}.out", taken, [network["board"]])
    width = dense("trunk", width, network["trunk"])
    dense("policy", width, [*network["policy"], actions])
    dense("value", width, [*network["value"], 1])
    return found


class Learned:
    """Plays a policy. A decision depends on its own observation, mask and chance, never on the batch."""

    def __init__(self, policy: Policy, setup: Setup, *, best: bool = False) -> None:
        """best: play the likeliest action instead of drawing from the policy's probabilities."""
        network = policy.facts["network"]
        weights = policy.weights
        self.facts = policy.facts
        self.best = best
        self._plan = encoding(setup.game.layout)
        self._layout = setup.game.layout
        self._actions = setup.game.actions.COUNT
        self._activation = ACTIVATIONS.index(network["activation"])
        self._boards = [_board(slot, setup.game.layout, weights, network) for slot in self._plan.boards]
        self._width = shapes(self._layout, self._actions, network)["trunk.0.weight"][1]
        self._trunk = _packed(weights, "trunk")
        self._policy = _packed(weights, "policy")
        self._value = _packed(weights, "value")

    def reset(self, rows: Array) -> None:
        """Remembers nothing."""

    def choose(
        self, observations: Array, masks: Array, *, seats: Array, chance: Array, rows: Array
    ) -> Array:
        """An action for each of k decisions: int64 [k]; the arguments are those of training's players."""
        logits, _ = self.outputs(observations)
        actions = np.empty(len(masks), np.int64)
        logs = np.empty(len(masks), np.float32)
        draw_rows(logits, masks, chance, self.best, actions, logs)
        return actions

    def outputs(self, observations: Array) -> tuple[Array, Array]:
        """Logits [k, actions] and values [k], float32; the mask is not applied."""
        count = len(observations)
        inputs = np.zeros((count, self._width), np.float32)
        plan = self._plan
        encode_rows(observations, plan.numbers, plan.codes, plan.tops, plan.places, inputs)
        at = plan.width
        for board in self._boards:
            at = board.write(observations, inputs, at, self._activation)
        shared = np.empty((count, self._trunk[1][-1]), np.float32)
        logits = np.empty((count, self._actions), np.float32)
        values = np.empty((count, 1), np.float32)
        dense_rows(inputs, *self._trunk, self._activation, self._activation, shared)
        dense_rows(shared, *self._policy, self._activation, _NONE, logits)
        dense_rows(shared, *self._value, self._activation, _NONE, values)
        return logits, values[:, 0]


def load_player(path: Path, setup: Setup, *, best: bool = False) -> Learned:
    """The player in a file, or in a directory that training wrote. Raises BadPolicy."""
    return Learned(read_policy(path, setup.game), setup, best=best)


def read_policy(path: Path, game: Game) -> Policy:
    """The policy in a file, or in a directory that training wrote. BadPolicy if it does not fit the game."""
    file = path / FILE if path.is_dir() else path
    try:
        content = file.read_bytes()
    except OSError as error:
        raise BadPolicy(f"cannot read checkpoint {str(file)!r}: {error.strerror}") from error
    facts, weights = _parsed(content, str(file))
    check_facts(facts, game, str(file))
    try:
        wanted = shapes(game.layout, game.actions.COUNT, facts["network"])
        ACTIVATIONS.index(facts["network"]["activation"])
    except (KeyError, TypeError, ValueError) as error:
        raise BadPolicy(f"checkpoint {file}: its network is not described: {error!r}") from error
    given = {name: weight.shape for name, weight in weights.items()}
    if given != wanted:
        name = sorted(name for name in given.keys() | wanted if given.get(name) != wanted.get(name))[0]
        raise BadPolicy(
            f"checkpoint {file}: weight {name!r} is {given.get(name)}, its network needs {wanted.get(name)}"
        )
    return Policy(facts, weights)


def check_facts(facts: Mapping[str, Any], game: Game, source: str) -> None:
    """BadPolicy unless these facts of a checkpoint fit the game."""
    wanted = {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "layout": game.layout.digest(),
        "actions": game.actions.COUNT,
    }
    for name, value in wanted.items():
        if facts.get(name) != value:
            raise BadPolicy(
                f"checkpoint {source}: {name} is {facts.get(name)!r}, this needs {value!r} ({game.name})"
            )


@kernel
def encode_rows(
    observations: Any, numbers: Any, codes: Any, tops: Any, places: Any, inputs: Any
) -> None:
    """Write the encoding of observations [k, cells] into inputs [k, width], which come as zeros."""
    for row in range(observations.shape[0]):
        observation = observations[row]
        for place in range(numbers.shape[0]):
            inputs[row, place] = observation[numbers[place]]
        for place in range(codes.shape[0]):
            code = int(observation[codes[place]] * tops[place] + 0.5)
            inputs[row, places[place] + code] = 1


@kernel
def dense_rows(
    inputs: Any, flat: Any, widths: Any, inner: int, last: int, outputs: Any
) -> None:
    """Layers of a network, row by row. flat: each layer's weights [in, out] and then its biases."""
    widest = 0
    for width in widths:
        widest = max(widest, width)
    one = np.zeros(widest, np.float32)
    two = np.zeros(widest, np.float32)
    found = np.zeros(widest, np.int64)
    layers = widths.shape[0] - 1
    for row in range(inputs.shape[0]):
        for place in range(widths[0]):
            one[place] = inputs[row, place]
        at = 0
        for layer in range(layers):
            taken, given = widths[layer], widths[layer + 1]
            weights = flat[at : at + taken * given].reshape((taken, given))
            at += taken * given
            dense(one, weights, flat[at : at + given], found, two)
            at += given
            activate(two, widths[layer + 1], inner if layer < layers - 1 else last)
            one, two = two, one
        for place in range(widths[layers]):
            outputs[row, place] = one[place]


@kernel
def dense(values: Any, weights: Any, biases: Any, found: Any, out: Any) -> None:
    """One layer. values [in or more]; weights [in, out]; biases [out]; found: room for [in]; out [out or more].

    Most of an observation is zero, and half of what relu lets through: only the rest is worth a pass over
    `out`, and four at a time are one pass. The order of the sums depends on nothing but the values.
    """
    given = weights.shape[1]
    for target in range(given):
        out[target] = biases[target]
    count = 0
    for place in range(weights.shape[0]):
        found[count] = place
        count += values[place] != 0
    fours = count - count % 4
    for start in range(0, fours, 4):
        a, b, c, d = found[start], found[start + 1], found[start + 2], found[start + 3]
        p, q, r, s = values[a], values[b], values[c], values[d]
        for target in range(given):
            out[target] += (
                p * weights[a, target]
                + q * weights[b, target]
                + r * weights[c, target]
                + s * weights[d, target]
            )
    for start in range(fours, count):
        a = found[start]
        p = values[a]
        for target in range(given):
            out[target] += p * weights[a, target]


@kernel
def activate(values: Any, count: int, activation: int) -> None:
    """Apply an activation to the first `count` values, in place."""
    if activation == _RELU:
        for place in range(count):
            values[place] = max(values[place], np.float32(0))
    elif activation == _TANH:
        for place in range(count):
            values[place] = np.tanh(values[place])


@kernel
def draw_rows(
    logits: Any, masks: Any, chance: Any, best: bool, actions: Any, logs: Any
) -> None:
    """Choose a legal action in every row and note the logarithm of its probability.

    chance [k] in [0, 1) picks from the probabilities; best: the likeliest, the first of equals.
    """
    for row in range(logits.shape[0]):
        top = -1
        for action in range(logits.shape[1]):
            if masks[row, action] and (top < 0 or logits[row, action] > logits[row, top]):
                top = action
        total = 0.0
        for action in range(logits.shape[1]):
            if masks[row, action]:
                total += np.exp(float(logits[row, action] - logits[row, top]))
        chosen = top
        if not best:
            left = chance[row] * total
            for action in range(logits.shape[1]):
                if masks[row, action]:
                    left -= np.exp(float(logits[row, action] - logits[row, top]))
                    if left < 0:
                        chosen = action
                        break
        actions[row] = chosen
        logs[row] = float(logits[row, chosen] - logits[row, top]) - np.log(total)


@kernel
def convolve_rows(
    boards: Any, weights: Any, biases: Any, activation: int, outputs: Any
) -> None:
    """A convolution that keeps a board's size. boards [k, rows, columns, in]; weights [3, 3, in, out]."""
    _, height, width, planes = boards.shape
    given = biases.shape[0]
    sums = np.zeros(given, np.float32)
    for number in range(boards.shape[0]):
        for row in range(height):
            for column in range(width):
                for target in range(given):
                    sums[target] = biases[target]
                for down in range(max(0, 1 - row), min(KERNEL, height + 1 - row)):
                    for across in range(max(0, 1 - column), min(KERNEL, width + 1 - column)):
                        for plane in range(planes):
                            value = boards[number, row + down - 1, column + across - 1, plane]
                            if value != 0:
                                for target in range(given):
                                    sums[target] += value * weights[down, across, plane, target]
                activate(sums, given, activation)
                for target in range(given):
                    outputs[number, row, column, target] = sums[target]


@dataclass(frozen=True)
class _Board:
    """The convolutions over one grid slot; all its boards share them."""

    slot: Slot
    start: int
    embedding: Array | None
    layers: tuple[tuple[Array, Array], ...]
    out: tuple[Array, Array]

    def write(self, observations: Array, inputs: Array, at: int, activation: int) -> int:
        """Write the features of every board into inputs from column `at`; returns the next column."""
        slot, count = self.slot, len(observations)
        height, width = slot.shape[-2:]
        cells = observations[:, self.start : self.start + slot.size]
        if self.embedding is None:
            planes = cells.astype(np.float32).reshape(-1, height, width, 1)
        else:
            codes = (cells * (slot.categories - 1) + 0.5).astype(np.int64)
            planes = self.embedding[codes].reshape(-1, height, width, self.embedding.shape[1])
        for weights, biases in self.layers:
            result = np.empty((*planes.shape[:3], len(biases)), np.float32)
            convolve_rows(planes, weights, biases, activation, result)
            planes = result
        features = np.empty((len(planes), self.out[1][-1]), np.float32)
        flat = np.ascontiguousarray(planes.reshape(len(planes), -1))
        dense_rows(flat, *self.out, activation, activation, features)
        stop = at + boards_in(slot) * features.shape[1]
        inputs[:, at:stop] = features.reshape(count, -1)
        return stop


def _board(slot: Slot, layout: Layout, weights: Weights, network: Mapping[str, Any]) -> _Board:
    name = f"boards.{slot.name}"
    layers = tuple(
        (
            np.ascontiguousarray(weights[f"{name}.conv.{number}.weight"].transpose(2, 3, 1, 0)),
            weights[f"{name}.conv.{number}.bias"],
        )
        for number in range(len(network["channels"]))
    )
    # Stored as [out, planes, rows, columns]; the boards here have their planes last.
    planes = network["channels"][-1] if network["channels"] else network["embedding"] if slot.categories else 1
    weight = weights[f"{name}.out.0.weight"].reshape(-1, planes, *slot.shape[-2:])
    turned = weight.transpose(0, 2, 3, 1).reshape(len(weight), -1)
    return _Board(
        slot,
        layout.start(slot.name),
        weights.get(f"{name}.embedding"),
        layers,
        _packed({"out.0.weight": turned, "out.0.bias": weights[f"{name}.out.0.bias"]}, "out"),
    )


def _packed(weights: Weights, name: str) -> tuple[Array, Array]:
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


def _parsed(content: bytes, source: str) -> tuple[Mapping[str, Any], Weights]:
    """Facts and weights of a safetensors file; BadPolicy if it is cut off or something else."""
    size = int.from_bytes(content[:8], "little")
    if len(content) < 8 or size > min(_LONGEST_HEADER, len(content) - 8):
        raise BadPolicy(f"checkpoint {source}: no whole safetensors file ({len(content)} bytes)")
    try:
        header = json.loads(content[8 : 8 + size])
        facts = json.loads(header.pop("__metadata__")[FACTS])
        spans = {
            name: (entry["dtype"], tuple(entry["shape"]), *entry["data_offsets"])
            for name, entry in header.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadPolicy(f"checkpoint {source}: not a policy's safetensors file: {error!r}") from error
    data = content[8 + size :]
    weights = {}
    for name, (dtype, shape, start, stop) in spans.items():
        if dtype != "F32" or not all(type(n) is int and n >= 0 for n in (*shape, start, stop)):
            raise BadPolicy(f"checkpoint {source}: weight {name!r} is {dtype}, wanted F32")
        if stop - start != 4 * prod(shape) or stop > len(data):
            raise BadPolicy(
                f"checkpoint {source}: cut off: weight {name!r} ends at byte {stop} of {len(data)}"
            )
        weights[name] = np.frombuffer(data[start:stop], "<f4").reshape(shape).astype(np.float32)
        if not np.isfinite(weights[name]).all():
            raise BadPolicy(f"checkpoint {source}: weight {name!r} holds infinite numbers or none")
    return facts, weights
