"""Learned players: a policy's weights in one file, played without any learning library.

The header of its file (`sea_envs.core.weights`) says for which game, version and layout the policy
was trained and how its network is built.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.encoding import encode_rows, encoding
from sea_envs.core.forward import ACTIVATIONS, NONE, dense_rows, draw_rows
from sea_envs.core.game import Game, Setup
from sea_envs.core.layers import Sight, board_of, packed, shapes, sighted
from sea_envs.core.loops import loops
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


class Learned:
    """Plays a policy. A decision depends on its own row, never on the others of the batch."""

    def __init__(self, policy: Policy, setup: Setup, *, best: bool = True) -> None:
        """best: play the likeliest action; else draw from the policy's probabilities."""
        network = policy.facts["network"]
        weights = policy.weights
        layout = setup.game.layout
        self.facts = policy.facts
        self.best = best
        self._game = setup.game
        self._plan = encoding(layout)
        self._actions = setup.game.actions.COUNT
        self._activation = ACTIVATIONS.index(network["activation"])
        self._boards = [board_of(slot, layout, weights, network) for slot in self._plan.boards]
        self._width = shapes(layout, self._actions, network)["trunk.0.weight"][1]
        self._columns = np.arange(self._plan.width)
        self._trunk = packed(weights, "trunk")
        self._wide = packed(weights, "wide") if network.get("wide") else None
        self._sights = [
            Sight(
                slot,
                layout.start(slot.name),
                np.ascontiguousarray(weights[f"sight.{slot.name}.table"]),
                packed(weights, f"sight.{slot.name}.context"),
            )
            for slot in sighted(layout, network)
        ]
        self._trust = packed(weights, "trust") if network.get("residual") else None
        self._policy = packed(weights, "policy")
        self._value = packed(weights, "value")

    def reset(self, rows: Array) -> None:
        """Remembers nothing."""

    def choose(
        self, observations: Array, masks: Array, *, seats: Array, chance: Array, rows: Array
    ) -> Array:
        """An action for each of k decisions: int64 [k], as `sea_envs.players.Player` promises."""
        if self._trust is not None:
            observations = advised(self._game, observations, masks, chance)
        logits, _ = self.outputs(observations)
        actions = np.empty(len(masks), np.int64)
        logs = np.empty(len(masks), np.float32)
        draw_rows(logits, masks, chance, self.best, actions, logs)
        return actions

    def outputs(self, observations: Array) -> tuple[Array, Array]:
        """Logits [k, actions] and values [k], float32; the mask is not applied.

        observations: [k, cells]; as `advised` gives them for a residual policy.
        """
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
        if self._trust is not None:
            trust = np.empty((count, 1), np.float32)
            dense_rows(shared, *self._trust, NONE, NONE, trust)
            logits[np.arange(count), advice(observations, self._actions)] += trust[:, 0]
        dense_rows(shared, *self._value, self._activation, NONE, values)
        return logits, values[:, 0]


def advised(game: Game, observations: Array, masks: Array, chance: Array) -> Array:
    """Observations [k, cells + 1] for a residual policy: the last cell is what the heuristic would
    do, the number of the action / the highest one.

    chance [k] in [0, 1), as for `Learned.choose`: it draws the action and, with its lower digits,
    breaks the heuristic's ties.
    """
    count, cells = observations.shape
    seen = np.empty((count, cells + 1), np.float32)
    seen[:, :cells] = observations
    actions = np.empty(count, np.int64)
    loops(game).choose_rows(np.arange(count), observations, masks, chance * 65536 % 1, actions)
    seen[:, cells] = actions / np.float32(masks.shape[1] - 1)
    return seen


def advice(observations: Array, actions: int) -> Array:
    """The heuristic's actions [k] in observations that `advised` gave, for a game of so many."""
    return (observations[:, -1] * (actions - 1) + 0.5).astype(np.int64)


def load_player(path: Path, setup: Setup, *, best: bool = True) -> Learned:
    """The player in a file, or in a directory that training wrote. Raises BadPolicy."""
    return Learned(read_policy(path, setup.game), setup, best=best)


def read_policy(path: Path, game: Game) -> Policy:
    """The policy in a file, or in a directory that training wrote.

    Raises BadPolicy for a file that is damaged or does not fit the game.
    """
    content, file = policy_content(path)
    return policy_from(content, game, source=str(file))


def policy_content(path: Path) -> tuple[bytes, Path]:
    """The bytes of a policy's file, and the file: the path, or what training wrote into it.

    Raises BadPolicy for one that cannot be read.
    """
    file = path / FILE if path.is_dir() else path
    try:
        return file.read_bytes(), file
    except OSError as error:
        raise BadPolicy(f"cannot read checkpoint {str(file)!r}: {error.strerror}") from error


def policy_from(content: bytes, game: Game, *, source: str) -> Policy:
    """The policy in the content of a file; `source` names the file where BadPolicy is raised."""
    return fitting(*parsed(content, source), game, source=source)


def fitting(facts: Mapping[str, Any], weights: Weights, game: Game, *, source: str) -> Policy:
    """The policy of facts and weights from a file. Raises BadPolicy if it is not for this game."""
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
