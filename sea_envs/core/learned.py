"""Learned players: a policy's weights in one file, played without any learning library.

The header of its file (`sea_envs.core.weights`) says for which game, version and layout the policy
was trained and how its network is built.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.encoding import boards_in, encode_rows, encoding
from sea_envs.core.forward import (
    ACTIVATIONS,
    KERNEL,
    NONE,
    convolve_rows,
    convolved,
    dense_rows,
    draw_rows,
    speak_rows,
)
from sea_envs.core.game import Game, Setup
from sea_envs.core.layout import Layout, Slot
from sea_envs.core.weights import BadPolicy, Weights, parsed

Array = npt.NDArray[Any]

FILE = "agent.safetensors"
"""The name under which training writes a policy into a directory."""
FORMAT = 1


@dataclass(frozen=True)
class Policy:
    """A network's weights and what they are for."""

    facts: Mapping[str, Any]
    weights: Weights


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


class Learned:
    """Plays a policy. A decision depends on its own row, never on the others of the batch."""

    def __init__(self, policy: Policy, setup: Setup, *, best: bool = True) -> None:
        """best: play the likeliest action; else draw from the policy's probabilities."""
        network = policy.facts["network"]
        weights = policy.weights
        self.facts = policy.facts
        self.best = best
        self._plan = encoding(setup.game.layout)
        self._layout = setup.game.layout
        self._actions = setup.game.actions.COUNT
        self._activation = ACTIVATIONS.index(network["activation"])
        self._boards = [
            _board(slot, setup.game.layout, weights, network) for slot in self._plan.boards
        ]
        self._width = shapes(self._layout, self._actions, network)["trunk.0.weight"][1]
        self._columns = np.arange(self._plan.width)
        self._trunk = _packed(weights, "trunk")
        self._wide = _packed(weights, "wide") if network.get("wide") else None
        self._sights = [
            _Sight(
                slot,
                self._layout.start(slot.name),
                np.ascontiguousarray(weights[f"sight.{slot.name}.table"]),
                _packed(weights, f"sight.{slot.name}.context"),
            )
            for slot in sighted(self._layout, network)
        ]
        self._policy = _packed(weights, "policy")
        self._value = _packed(weights, "value")

    def reset(self, rows: Array) -> None:
        """Remembers nothing."""

    def choose(
        self, observations: Array, masks: Array, *, seats: Array, chance: Array, rows: Array
    ) -> Array:
        """An action for each of k decisions: int64 [k], as `sea_envs.players.Player` promises."""
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
        encode_rows(observations, *plan.parts, self._columns, inputs)
        at = plan.width
        for board in self._boards:
            at = board.write(observations, inputs, at, self._activation)
        last = int(self._trunk[1][-1])
        wide = 0 if self._wide is None else int(self._wide[1][-1])
        shared = np.empty((count, last + wide), np.float32)
        logits = np.empty((count, self._actions), np.float32)
        values = np.empty((count, 1), np.float32)
        dense_rows(inputs, *self._trunk, self._activation, self._activation, shared)
        if self._wide is not None:
            dense_rows(inputs, *self._wide, self._activation, NONE, shared[:, last:])
        dense_rows(shared, *self._policy, self._activation, NONE, logits)
        for sight in self._sights:
            sight.speak(observations, shared, logits)
        dense_rows(shared, *self._value, self._activation, NONE, values)
        return logits, values[:, 0]


def load_player(path: Path, setup: Setup, *, best: bool = True) -> Learned:
    """The player in a file, or in a directory that training wrote. Raises BadPolicy."""
    return Learned(read_policy(path, setup.game), setup, best=best)


def read_policy(path: Path, game: Game) -> Policy:
    """The policy in a file, or in a directory that training wrote.

    Raises BadPolicy for a file that is damaged or does not fit the game.
    """
    file = path / FILE if path.is_dir() else path
    try:
        content = file.read_bytes()
    except OSError as error:
        raise BadPolicy(f"cannot read checkpoint {str(file)!r}: {error.strerror}") from error
    return policy_from(content, game, source=str(file))


def policy_from(content: bytes, game: Game, *, source: str) -> Policy:
    """The policy in the content of a file; `source` names the file where BadPolicy is raised."""
    facts, weights = parsed(content, source)
    _check_facts(facts, game, source)
    try:
        wanted = shapes(game.layout, game.actions.COUNT, facts["network"])
        ACTIVATIONS.index(facts["network"]["activation"])
    except (KeyError, TypeError, ValueError) as error:
        raise BadPolicy(f"checkpoint {source}: its network is not described: {error!r}") from error
    given = {name: weight.shape for name, weight in weights.items()}
    for name in sorted(given.keys() | wanted):
        if given.get(name) != wanted.get(name):
            raise BadPolicy(
                f"checkpoint {source}: weight {name!r} is {given.get(name)}, "
                f"its network needs {wanted.get(name)}"
            )
    return Policy(facts, weights)


def _check_facts(facts: Mapping[str, Any], game: Game, source: str) -> None:
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
                f"checkpoint {source}: {name} is {facts.get(name)!r}, "
                f"this needs {value!r} ({game.name})"
            )


@dataclass(frozen=True)
class _Board:
    """The convolutions over one grid slot; all its boards share them."""

    slot: Slot
    start: int
    embedding: Array | None
    layers: tuple[tuple[Array, Array], ...]
    out: tuple[Array, Array]

    def write(self, observations: Array, inputs: Array, at: int, activation: int) -> int:
        """Write the features of every board into inputs from column `at`; gives the next column."""
        slot = self.slot
        height, width = slot.shape[-2:]
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
        features = np.empty((len(planes), self.out[1][-1]), np.float32)
        flat = np.ascontiguousarray(planes.reshape(len(planes), -1))
        dense_rows(flat, *self.out, activation, activation, features)
        stop = at + boards_in(slot) * int(features.shape[1])
        inputs[:, at:stop] = features.reshape(len(observations), -1)
        return stop


@dataclass(frozen=True)
class _Sight:
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
    weight = weights[f"{name}.out.0.weight"].reshape(-1, *leaving(slot, network))
    turned = weight.transpose(0, 2, 3, 1).reshape(len(weight), -1)
    embedding = None
    if slot.categories:
        # Category 0, nothing there, stands as zeros.
        embedding = np.pad(weights[f"{name}.embedding"], ((1, 0), (0, 0)))
    return _Board(
        slot,
        layout.start(slot.name),
        embedding,
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
