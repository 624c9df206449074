"""The one place that knows numba: compiles kernels and keeps the machine code in its own folder.

Numba's disk cache notices that a function's own file changed, but neither a changed constant nor a
changed function that it imports. The folder is therefore named by a hash of every source the kernel
may stand on.
"""

import atexit
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
from numba import njit, types

F = TypeVar("F", bound=Callable[..., Any])

COMPILED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
_CORE = Path(__file__).parent
_STALE_AFTER = 7 * 24 * 3600  # seconds; another process may still run from an older folder
_STANDS_ON = "_stands_on"  # attribute of a bound function: its units, the game's own first


def kernel(function: F) -> F:
    """Compile `function` at its first call; later processes load the machine code from disk."""
    return _compiled(function, _units(function))


def bind(function: F, name: str, home: Callable[..., Any], /, **parts: Any) -> F:
    """A compiled copy of `function` in which the global names `parts` stand for functions given.

    A closure over compiled functions would never be found in numba's disk cache; a copy with a name
    of its own is. The name tells copies with other parts apart, and begins with `name` for whoever
    reads a profile. `home` is a function of the game, whose sources then count for the cache
    folder, as those of the parts do.
    """
    bound = FunctionType(
        function.__code__,
        {**function.__globals__, **parts},
        f"{function.__name__}_{name}_{_digest_of(parts)}",
        function.__defaults__,
    )
    bound.__qualname__ = bound.__name__
    bound.__module__ = function.__module__
    units = {unit for part in (home, *parts.values()) for unit in _units(part)}
    first = _units(home)[0]
    vars(bound)[_STANDS_ON] = (first, *sorted(units - {first}))
    return cast(F, _compiled(bound, _units(bound)))


def _digest_of(parts: dict[str, Callable[..., Any]]) -> str:
    named = [(name, part.__module__, part.__qualname__) for name, part in sorted(parts.items())]
    return hashlib.sha256(repr(named).encode()).hexdigest()[:8]


def _compiled(function: F, units: tuple[Path, ...]) -> F:
    if not COMPILED:
        return function
    with _caching_in(_folder(units)):
        dispatcher = njit(cache=True, nogil=True, error_model="numpy")(function)
    _take_any_whole_number(dispatcher)
    return cast(F, dispatcher)


def _take_any_whole_number(dispatcher: Any) -> None:
    """Let kernels that call this one hand it whole numbers of any size as int64.

    Numba compiles a function anew for int8, for int64, and for every constant that it is called
    with; that is half of the first start, and makes no difference to what comes out.
    """
    resolve = dispatcher.get_call_template

    def resolve_widened(args: Any, kws: Any) -> Any:
        return resolve(tuple(map(_widened, args)), {name: _widened(kws[name]) for name in kws})

    dispatcher.get_call_template = resolve_widened


def _widened(kind: Any) -> Any:
    plain: Any = types.unliteral(kind)  # type: ignore[no-untyped-call]
    whole = isinstance(plain, types.Integer)
    return types.int64 if whole and plain.bitwidth < 64 else plain


@contextmanager
def _caching_in(folder: Path) -> Iterator[None]:
    # Numba reads this when a function starts to cache; other packages' kernels keep their place.
    before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before  # type: ignore[attr-defined]


def _units(function: Callable[..., Any]) -> tuple[Path, ...]:
    """Whose sources a function may stand on, beside the core's."""
    source = getattr(function, "py_func", function)
    known: tuple[Path, ...] | None = vars(source).get(_STANDS_ON)
    return known or (_unit(source.__code__.co_filename),)


def _unit(filename: str) -> Path:
    """What a kernel of this file may stand on: the core, a game's folder, or a whole package."""
    path = Path(filename)
    for folder in path.parents:
        if folder == _CORE or folder.parent == _CORE.parent / "games":
            return folder
    while (path.parent / "__init__.py").exists():
        path = path.parent
    return path


@cache
def _folder(units: tuple[Path, ...]) -> Path:
    digest = hashlib.sha256(numba.__version__.encode())
    for unit in dict.fromkeys((_CORE, *units)):
        for source in _sources(unit):
            digest.update(source.read_bytes())
    root, stem = cache_root(), units[0].stem
    folder = root / f"{stem}-{digest.hexdigest()[:16]}"
    if not folder.exists():
        _sweep(root, stem)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _sources(unit: Path) -> list[Path]:
    return sorted(unit.rglob("*.py")) if unit.is_dir() else [unit]


def _sweep(root: Path, stem: str) -> None:
    """Remove compiled code of sources long gone."""
    for old in root.glob(f"{stem}-*"):
        with suppress(OSError):  # another process may sweep at the same time
            if time.time() - old.stat().st_mtime > _STALE_AFTER:
                shutil.rmtree(old, ignore_errors=True)


@cache
def cache_root() -> Path:
    """Where all compiled code lies: the first place that can be written to.

    $SEA_ENVS_CACHE_DIR, the package's `__pycache__`, the user's cache, or a temporary folder that
    goes when the process ends.
    """
    for folder in _choices():
        if _writable(folder):
            return folder
    temporary = tempfile.mkdtemp(prefix="sea_envs-kernels-")
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    return Path(temporary)


def _choices() -> Iterator[Path]:
    if named := os.environ.get("SEA_ENVS_CACHE_DIR"):
        yield Path(named)
    yield _CORE.parent / "__pycache__" / "kernels"
    user = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    if os.path.isabs(user):  # a user without a home stays `~`
        yield Path(user) / "sea_envs" / "kernels"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
