"""Games as bytes: a line that says what they belong to, then the record."""

import hashlib
import json
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.errors import BadRecord
from sea_envs.core.game import Setup


def _head(setup: Setup) -> dict[str, Any]:
    return {
        "game": setup.game.name,
        "version": setup.game.version,
        "setup": hashlib.sha256(setup.template.tobytes()).hexdigest()[:16],
        "players": setup.players,
        "size": setup.template.itemsize,
    }


def to_bytes(setup: Setup, states: npt.NDArray[Any]) -> bytes:
    """One game's state [1] with what it belongs to and a checksum."""
    body = states.tobytes()
    head = {**_head(setup), "checksum": hashlib.sha256(body).hexdigest()[:16]}
    return json.dumps(head).encode() + b"\n" + body


def from_bytes(setup: Setup, data: bytes) -> npt.NDArray[Any]:
    """The state [1] in `data`; BadRecord if it is damaged or of another game, version, size or options."""
    line, found, body = data.partition(b"\n")
    try:
        head = json.loads(line)
        checksum = head.pop("checksum")
    except (ValueError, KeyError, AttributeError) as error:
        raise BadRecord("these bytes do not begin with the line of a saved game") from error
    wanted = _head(setup)
    for name, value in wanted.items():
        if head.get(name) != value:
            raise BadRecord(
                f"the saved game has {name} {head.get(name)!r}, this environment {value!r}; "
                "it can only go on with the same game, version, players and options"
            )
    if not found or hashlib.sha256(body).hexdigest()[:16] != checksum:
        raise BadRecord(f"the saved game is damaged: {len(body)} bytes do not fit their checksum")
    return np.frombuffer(body, setup.game.rules.STATE).copy()
