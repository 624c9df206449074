"""Games as bytes: a line that says what they belong to, then the record."""

import hashlib
import json
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.errors import BadRecord
from sea_envs.core.game import Setup


def to_bytes(setup: Setup, states: npt.NDArray[Any]) -> bytes:
    """One game's state [1] with what it belongs to and a checksum."""
    body = states.tobytes()
    head = {**_head(setup), "checksum": _digest(body)}
    return json.dumps(head).encode() + b"\n" + body


def from_bytes(setup: Setup, data: bytes) -> npt.NDArray[Any]:
    """The state [1] in `data`; BadRecord if it is damaged, or not of the same game and options."""
    line, _, body = data.partition(b"\n")
    try:
        head = dict(json.loads(line))
    except (ValueError, TypeError) as error:
        raise BadRecord("these bytes do not begin with the line of a saved game") from error
    own = _head(setup)
    for name in ("game", "version", "players"):
        if head.get(name) != own[name]:
            raise BadRecord(
                f"the saved game has {name} {head.get(name)!r}, this environment {own[name]!r}"
            )
    if head.get("setup") != own["setup"]:
        raise BadRecord(
            f"the saved game has options {head.get('options')}, this environment {own['options']}"
        )
    if len(body) != setup.template.itemsize or head.get("checksum") != _digest(body):
        raise BadRecord(
            f"the saved game is damaged: {len(body)} bytes that do not fit their checksum"
        )
    return np.frombuffer(body, setup.game.rules.STATE).copy()


def _head(setup: Setup) -> dict[str, Any]:
    return {
        "game": setup.game.name,
        "version": setup.game.version,
        "players": setup.players,
        "options": {name: str(value) for name, value in setup.options.items()},
        "setup": _digest(setup.template.tobytes()),
    }


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
