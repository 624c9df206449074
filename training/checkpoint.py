"""Checkpoints: folders that are there whole or not at all, and policy files for players."""

import hashlib
import io
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors.numpy import save

from sea_envs.core.errors import SeaError
from sea_envs.core.files import write_bytes
from sea_envs.core.game import Setup
from sea_envs.core.learned import FORMAT, Policy, fitting, policy_content
from sea_envs.core.weights import FACTS, BadPolicy, Weights, parsed
from sea_envs.registry import load
from training.config import TrainConfig

Array = npt.NDArray[Any]
Files = Mapping[str, bytes]

MANIFEST = "manifest.json"
_UNFINISHED = ".unfinished"


class BadCheckpoint(SeaError):
    """A checkpoint that is damaged or not there."""


def policy_of(weights: Weights, config: TrainConfig, setup: Setup, *, decisions: int) -> Policy:
    """A policy with the facts that its file has to tell.

    Raises BadCheckpoint if its weights are no numbers any more.
    """
    if not all(np.isfinite(weight).all() for weight in weights.values()):
        raise BadCheckpoint(
            f"the weights are no numbers any more after {decisions} decisions; "
            "a smaller ppo.learning_rate or ppo.gradient_norm may help"
        )
    game = setup.game
    facts = {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "layout": game.layout.digest(),
        "actions": game.actions.COUNT,
        "network": config.network.model_dump(mode="json"),
        "decisions": decisions,
        "config": config.model_dump(mode="json"),
    }
    return Policy(facts, weights)


def policy_bytes(policy: Policy) -> bytes:
    """A policy as a safetensors file, its facts as JSON in the header."""
    return save(dict(policy.weights), {FACTS: json.dumps(policy.facts)})


def policy_of_run(path: Path) -> tuple[Policy, bytes]:
    """The policy that a run wrote, of the game that it names itself, and the bytes of its file.

    path: its file, or its directory. Raises BadPolicy for a file that is damaged or not a run's,
    and what loading an unknown game raises.
    """
    content, file = policy_content(path)
    facts, weights = parsed(content, str(file))
    try:
        name, _, _ = str(facts["game"]), int(facts["decisions"]), int(facts["config"]["players"])
    except (ValueError, KeyError, TypeError) as error:
        raise BadPolicy(f"no policy of a run in {str(file)!r}: {error!r}") from error
    return fitting(facts, weights, load(name), source=str(file)), content


def array_bytes(arrays: Mapping[str, Array]) -> bytes:
    """Plain arrays as an npz file."""
    room = io.BytesIO()
    np.savez_compressed(room, allow_pickle=False, **arrays)
    return room.getvalue()


def arrays_from(content: bytes) -> dict[str, Array]:
    """The arrays of an npz file; nothing in it is unpickled."""
    with np.load(io.BytesIO(content), allow_pickle=False) as opened:
        return dict(opened)


def write_checkpoint(home: Path, decisions: int, files: Files, *, keep: int) -> Path:
    """Write a checkpoint folder with a manifest of digests; of those before, `keep` - 1 stay.

    A sound one of the same number of decisions stays: it is the same run at the same point. Only
    sound ones count; those of more decisions, from which a run had to go back, are not touched.
    """
    home.mkdir(exist_ok=True)
    folder = home / f"{decisions:015d}"
    if folder.exists() and _is_sound(folder):
        return folder
    unfinished = home / (folder.name + _UNFINISHED)
    for old in (unfinished, folder):
        shutil.rmtree(old, ignore_errors=True)
    unfinished.mkdir()
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    for name, content in files.items():
        write_bytes(unfinished / name, content)
    write_bytes(unfinished / MANIFEST, json.dumps(digests, indent=1).encode())
    unfinished.rename(folder)
    _settle(home)
    older = [other for other in checkpoints(home) if other < folder]
    kept = [other for other in older if _is_sound(other)][1 - keep :] if keep > 1 else []
    for other in set(older) - set(kept):
        shutil.rmtree(other, ignore_errors=True)
    return folder


def checkpoints(home: Path) -> list[Path]:
    """The finished checkpoint folders, oldest first."""
    if not home.is_dir():
        return []
    return sorted(path for path in home.iterdir() if path.is_dir() and path.name.isdigit())


def read_checkpoint(folder: Path) -> dict[str, bytes]:
    """The files of a checkpoint; BadCheckpoint names the one that is missing or changed."""
    try:
        digests = json.loads((folder / MANIFEST).read_bytes())
        files = {name: (folder / name).read_bytes() for name in digests}
    except (OSError, ValueError, TypeError) as error:
        raise BadCheckpoint(f"checkpoint {folder} is damaged: {error}") from error
    for name, content in files.items():
        if hashlib.sha256(content).hexdigest() != digests[name]:
            raise BadCheckpoint(f"checkpoint {folder} is damaged: {name} is not what was written")
    return files


def _is_sound(folder: Path) -> bool:
    try:
        read_checkpoint(folder)
    except BadCheckpoint:
        return False
    return True


def _settle(folder: Path) -> None:
    """Make the names in a folder durable, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
