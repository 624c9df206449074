"""`python -m training ship RUN ...`: what runs have trained becomes the player `pretrained`.

The weights are kept with half of their digits, which is half of the bytes. Of the facts in a run's
weights file those go that tell of the machine: where the run was, and the
folders of other players' files.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Any

import numpy as np

from sea_envs.core.errors import SeaError
from sea_envs.core.files import write_bytes
from sea_envs.core.learned import Policy
from sea_envs.players import PRETRAINED
from training.checkpoint import policy_bytes, policy_of_run
from training.help import helped

MOST_BYTES = 1_000_000
"""What a file may have: whoever installs the package gets all of them."""

USAGE = "usage: python -m training ship RUN ..."
ABOUT = (
    "Makes the agents of these runs, or these files, the player `pretrained`: "
    "sea_envs/pretrained/GAME_PLAYERS.safetensors, in place of what ships for that table so "
    "far."
)


class BadShipment(SeaError):
    """Weights that cannot ship: too large, or nowhere to put them."""


def main(words: Sequence[str]) -> int:
    """Ship the weights of these runs, or of these files; 0 when all are written."""
    if (status := helped(words, USAGE, ABOUT)) is not None:
        return status
    for word in words:
        path, size = ship(Path(word))
        print(f"{word}: shipped as {path.name}, {size:,} bytes")
    return 0


def ship(run: Path, folder: Path = PRETRAINED) -> tuple[Path, int]:
    """Copy a run's weights under the name that `pretrained` looks for: the path, and its bytes.

    Raises BadShipment, or what reading a damaged or outdated file raises; then nothing is written.
    """
    whole, _ = policy_of_run(run)
    facts = shippable(whole.facts)
    halved = {name: weight.astype(np.float16) for name, weight in whole.weights.items()}
    content = policy_bytes(Policy(facts, halved))
    if len(content) > MOST_BYTES:
        raise BadShipment(
            f"{str(run)!r} has {len(content):,} bytes; possible: up to {MOST_BYTES:,}, "
            "as with a smaller network"
        )
    path = folder / f"{facts['game']}_{facts['players']}.safetensors"
    try:
        write_bytes(path, content)
    except OSError as error:
        raise BadShipment(f"cannot write {str(path)!r}: {error.strerror}") from error
    return path, len(content)


def shippable(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a policy with the number of players among them and nothing of the machine."""
    config = {name: value for name, value in facts["config"].items() if name != "run"}
    return {**facts, "players": config["players"], "config": _placeless(config)}


def _placeless(value: Any) -> Any:
    """The same without the folders of any path in it: `checkpoint:PATH` keeps the last name."""
    if isinstance(value, dict):
        return {name: _placeless(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_placeless(part) for part in value]
    if not isinstance(value, str):
        return value
    return ":".join(_last(part) for part in value.split(":"))


def _last(part: str) -> str:
    pure: type[PurePath] = PureWindowsPath if "\\" in part else PurePosixPath
    return pure(part).name
