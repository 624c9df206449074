"""Run directories: made whole, never overwritten, gone on with after any interruption."""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sea_envs.core.errors import SeaError
from sea_envs.core.files import write_bytes
from sea_envs.core.learned import FILE
from training.checkpoint import (
    BadCheckpoint,
    checkpoints,
    read_checkpoint,
    write_checkpoint,
)
from training.config import TrainConfig
from training.yaml_config import BadConfig, load_config, to_yaml

CONFIG = "config.yaml"
HISTORY = "history.csv"
CURVE = "curve.png"
CHECKPOINTS = "checkpoints"
LEDGER = "ledger.jsonl"
LEAGUE = "league"
LEAGUE_PICTURE = "league.png"
SNAPSHOTS = "snapshots.json"
PLAYERS = "players.json"
TENSORBOARD = "tensorboard"

MAY_CHANGE = ("run", "decisions", "checkpoint_every", "keep", "evaluation")
"""What a resumed run may be told anew; anything else would make it another run."""


class BadRun(SeaError):
    """A run directory that is in the way, cannot be written, or is none."""


def create(path: Path, config: TrainConfig, files: Mapping[str, bytes] | None = None) -> None:
    """Make a run directory that holds the resolved configuration and `files`, by name.

    BadRun if something is there.
    """
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise BadRun(
            f"run directory {str(path)!r} already exists; choose another with run=PATH, "
            f"or go on with --resume {path}"
        )
    made = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{path.name}-", dir=path.parent))
        made.chmod(0o755)
        for name, content in {**(files or {}), CONFIG: to_yaml(config).encode()}.items():
            write_bytes(made / name, content)
        made.rename(path)
    except OSError as error:
        if made is not None:
            shutil.rmtree(made, ignore_errors=True)
        raise BadRun(f"cannot make run directory {str(path)!r}: {error.strerror}") from error


def resolve(path: Path, given: TrainConfig | None, overrides: list[str]) -> TrainConfig:
    """The configuration with which a run goes on: its own, with the changes that a run may see.

    given: a configuration that the user named as well; it must be of the same run. Raises BadRun,
    BadConfig.
    """
    if not (path / CONFIG).is_file():
        raise BadRun(f"{str(path)!r} is no run directory: it holds no {CONFIG}")
    own = load_config(TrainConfig, path / CONFIG)
    asked = given if given is not None else load_config(TrainConfig, path / CONFIG, overrides)
    before, now = _leaves(own.model_dump()), _leaves(asked.model_dump())
    for key in sorted(before.keys() | now):
        if key.split(".")[0] not in MAY_CHANGE and before.get(key) != now.get(key):
            raise BadConfig(
                f"{key}={now.get(key)!r} for run {str(path)!r}, which has {before.get(key)!r}; "
                f"a run that goes on may change: {', '.join(MAY_CHANGE)}"
            )
    return asked.model_copy(update={"run": str(path)})


def lasting(config: Mapping[str, Any]) -> dict[str, Any]:
    """What of a configuration stays the same while a run goes on."""
    return {name: value for name, value in config.items() if name not in MAY_CHANGE}


def snapshot_file(name: str) -> str:
    """Where in a run directory a snapshot lies that is known by the SHA-256 `name`."""
    return f"{LEAGUE}/{name}.safetensors"


def newest(path: Path, warn: Callable[[str], None]) -> dict[str, bytes] | None:
    """The files of the newest sound checkpoint, the snapshots that it names among them.

    None where there is no checkpoint yet; `warn` hears of damaged ones. Raises BadRun if all are.
    """
    folders = checkpoints(path / CHECKPOINTS)
    while folders:
        folder = folders.pop()
        try:
            files = read_checkpoint(folder)
            for name in json.loads(files.pop(SNAPSHOTS, b"[]")):
                files[snapshot_file(name)] = _snapshot(path, name, folder)
        except BadCheckpoint as error:
            if not folders:
                raise BadRun(
                    f"{error}, and no other is whole; possible: another "
                    f"directory with run=PATH; what was learnt last may be in {path / FILE}"
                ) from error
            warn(f"{error}; going back to the one before")
        else:
            return files
    return None


def keep(path: Path, decisions: int, files: dict[str, bytes], *, count: int) -> None:
    """Write a checkpoint, and its policy where players look for it. BadRun if the disk refuses.

    Snapshots lie beside the checkpoints, once and for good; a checkpoint only names them.
    """
    names = [Path(name).stem for name in files if name.startswith(f"{LEAGUE}/")]
    own = {name: content for name, content in files.items() if Path(name).stem not in names}
    if names:
        own[SNAPSHOTS] = json.dumps(names).encode()
    with writing(path):
        for name in names:
            (path / LEAGUE).mkdir(exist_ok=True)
            if not _is_sound(path / snapshot_file(name)):
                write_bytes(path / snapshot_file(name), files[snapshot_file(name)])
        write_checkpoint(path / CHECKPOINTS, decisions, own, keep=count)
        write_bytes(path / FILE, files[FILE])


def renew(path: Path, config: TrainConfig) -> None:
    """Write down the configuration with which a run goes on. BadRun if the disk refuses."""
    with writing(path):
        write_bytes(path / CONFIG, to_yaml(config).encode())


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Says in one line, as a BadRun, that the disk refuses to have something in a run directory."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise BadRun(f"cannot write into run directory {str(path)!r}: {reason}") from error


def passed(every: int, before: int, now: int) -> bool:
    """Whether something was due, on the way, that is due every so many decisions."""
    return now // every > before // every


def _snapshot(path: Path, name: str, folder: Path) -> bytes:
    place = path / snapshot_file(name)
    if not place.exists():
        raise BadCheckpoint(f"checkpoint {folder} is damaged: its snapshot {place} is not there")
    if not _is_sound(place):
        raise BadCheckpoint(
            f"checkpoint {folder} is damaged: its snapshot {place} is not what was written"
        )
    return place.read_bytes()


def _is_sound(place: Path) -> bool:
    """Whether a snapshot is there and has the content that its name says."""
    return place.is_file() and hashlib.sha256(place.read_bytes()).hexdigest() == place.stem


def _leaves(section: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Every value of a nested mapping under its dotted key."""
    found: dict[str, Any] = {}
    for name, value in section.items():
        key = f"{prefix}{name}"
        found |= _leaves(value, f"{key}.") if isinstance(value, dict) else {key: value}
    return found
