"""The one place that knows numba: compiles kernels and keeps the compiled code in a folder of its own.

Numba's disk cache notices that a function's own file changed, but neither a changed constant nor a changed
function that it imports. The folder is therefore named by a hash of every source the kernel may stand on.
"""

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import numba
from numba import njit

F = TypeVar("F", bound=Callable[..., Any])

COMPILED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
_CORE = Path(__file__).parent
_STALE_AFTER = 7 * 24 * 3600  # seconds; another process may still run from an older folder


def kernel(function: F) -> F:
    """Compile `function` at its first call; later processes load the machine code from disk."""
    return _compiled(function, _unit(function.__code__.co_filename))


def bind(function: F, name: str, home: Callable[..., Any], /, **parts: Any) -> F:
    """A compiled copy of `function` in which the global names `parts` stand for the functions given.

    A closure over compiled functions would never be found in numba's disk cache; a copy with names of its
    own is. `name` keeps copies for different games apart; `home` is a function of the game, whose sources
    then count for the cache folder.
    """
    source = home.py_func if hasattr(home, "py_func") else home
    bound = FunctionType(
        function.__code__,
        {**function.__globals__, **parts},
        f"{function.__name__}_{name}",
        function.__defaults__,
    )
    bound.__qualname__ = bound.__name__
    bound.__module__ = function.__module__
    return _compiled(bound, _unit(source.__code__.co_filename))  # type: ignore[return-value]


def _compiled(function: F, unit: Path) -> F:
    if not COMPILED:
        return function
    with _caching_in(_folder(unit)):
        return njit(cache=True, nogil=True, error_model="numpy")(function)  # type: ignore[no-any-return]


@contextmanager
def _caching_in(folder: Path) -> Iterator[None]:
    # Numba reads this setting when a function starts to cache; other packages' kernels keep their own place.
    before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before  # type: ignore[attr-defined]


def _unit(filename: str) -> Path:
    """The folder whose sources a kernel of this file may stand on: a game's own, or a whole package."""
    path = Path(filename)
    for folder in path.parents:
        if folder.parent == _CORE.parent / "games":
            return folder
    while (path.parent / "__init__.py").exists():
        path = path.parent
    return path


@cache
def _folder(unit: Path) -> Path:
    digest = hashlib.sha256(numba.__version__.encode())
    for source in (*sorted(_CORE.glob("*.py")), *_sources(unit)):
        digest.update(source.read_bytes())
    root = cache_root()
    folder = root / f"{unit.stem}-{digest.hexdigest()[:16]}"
    if not folder.exists():
        _sweep(root, unit.stem)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _sources(unit: Path) -> list[Path]:
    return sorted(unit.rglob("*.py")) if unit.is_dir() else [unit]


def _sweep(root: Path, stem: str) -> None:
    """Remove compiled code of sources long gone."""
    for old in root.glob(f"{stem}-*"):
        if time.time() - old.stat().st_mtime > _STALE_AFTER:
            shutil.rmtree(old, ignore_errors=True)


@cache
def cache_root() -> Path:
    """The first writable of: $SEA_ENVS_CACHE_DIR, the package's `__pycache__`, the user's cache, a temporary folder."""
    named = os.environ.get("SEA_ENVS_CACHE_DIR")
    user = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    choices = [
        *([Path(named)] if named else []),
        _CORE.parent / "__pycache__" / "kernels",
        Path(user) / "sea_envs" / "kernels",
    ]
    for folder in choices:
        if _writable(folder):
            return folder
    return Path(tempfile.mkdtemp(prefix="sea_envs-kernels-"))


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
