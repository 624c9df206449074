"""Compiled code is kept where it belongs, and found again while all its sources are the same."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from sea_envs import load
from sea_envs.core import jit, rng
from sea_envs.core.jit import bind, cache_root, kernel

CORE = Path(jit.__file__).parent
ROOT = CORE.parent.parent

KERNELS = """
from sea_envs.core.jit import bind, kernel
from shells.constants import SHELLS
from shells.helpers import doubled

@kernel
def count(extra):
    return doubled(SHELLS) + extra

def wrapped(extra):
    return inner(extra)

@kernel
def less(extra):
    return -extra

bound = bind(wrapped, "shells", count, inner=count)
other = bind(wrapped, "shells", count, inner=less)
"""
HELPERS = """
from sea_envs.core.jit import kernel

@kernel
def doubled(value):
    return 2 * value
"""
SCRIPT = """
from sea_envs.core.jit import COMPILED
from shells.kernels import bound, count, other
told = [count(1), bound(2), other(3)]
hits = [sum(f.stats.cache_hits.values()) for f in (count, bound, other)] if COMPILED else "plain"
print(told, hits)
"""

REFUSING = """
import os, tempfile

real = tempfile.TemporaryFile

def refusing(dir):
    if "sea_envs-kernels-" not in str(dir):
        raise PermissionError
    return real(dir=dir)

tempfile.TemporaryFile = refusing
from sea_envs.core.jit import cache_root
"""


@pytest.fixture
def shells(tmp_path: Path) -> Path:
    """A package of its own with a kernel that stands on a constant and on another kernel."""
    package = tmp_path / "shells"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "constants.py").write_text("SHELLS = 3\n")
    (package / "helpers.py").write_text(HELPERS)
    (package / "kernels.py").write_text(KERNELS)
    return package


@pytest.fixture
def fresh_root() -> Iterator[None]:
    """Where compiled code lies is asked for anew, before and after."""
    cache_root.cache_clear()
    yield
    cache_root.cache_clear()


def run(script: str, place: Path, **environment: str) -> str:
    path = os.pathsep.join((str(ROOT), str(place)))
    given = {"SEA_ENVS_CACHE_DIR": str(place / "cache"), **environment}
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", **given},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_second_process_finds_what_the_first_compiled_until_any_source_changes(
    shells: Path,
) -> None:
    place = shells.parent
    assert run(SCRIPT, place) == "[7, 8, -3] [0, 0, 0]"
    assert run(SCRIPT, place) == "[7, 8, -3] [1, 1, 1]"
    (shells / "constants.py").write_text("SHELLS = 5\n")
    assert run(SCRIPT, place) == "[11, 12, -3] [0, 0, 0]", "a constant that is imported"
    (shells / "helpers.py").write_text(HELPERS.replace("2 *", "3 *"))
    assert run(SCRIPT, place) == "[16, 17, -3] [0, 0, 0]", "a kernel that is imported"
    folders = list((place / "cache").glob("shells-*"))
    assert len(folders) == 3, "one folder for each state of the sources"
    assert not list(place.rglob("__pycache__")), "and nothing anywhere else"


def test_uncompiled_runs_do_the_same_in_plain_python(shells: Path) -> None:
    assert run(SCRIPT, shells.parent, NUMBA_DISABLE_JIT="1") == "[7, 8, -3] plain"


def test_where_nothing_can_be_written_a_folder_is_made_for_the_time_being(shells: Path) -> None:
    script = REFUSING + SCRIPT + "print(cache_root(), os.path.isdir(cache_root()))"
    told, root = run(script, shells.parent).splitlines()
    assert told == "[7, 8, -3] [0, 0, 0]"
    folder, _, there = root.rpartition(" ")
    assert there == "True" and not Path(folder).exists(), "and goes with the process"


def test_other_packages_keep_their_own_place(shells: Path) -> None:
    script = (
        "from numba import config, njit; before = config.CACHE_DIR\n"
        "import shells.kernels; assert config.CACHE_DIR == before\n"
        "from shells import foreign; print(foreign.seven())"
    )
    text = "from numba import njit\n\n@njit(cache=True)\ndef seven():\n    return 7\n"
    (shells / "foreign.py").write_text(text)
    assert run(script, shells.parent) == "7"
    assert list((shells / "__pycache__").glob("foreign.seven*.nbi"))
    assert not list((shells.parent / "cache").rglob("foreign.seven*"))


def test_the_named_folder_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh_root: None
) -> None:
    monkeypatch.setenv("SEA_ENVS_CACHE_DIR", str(tmp_path / "named"))
    assert cache_root() == tmp_path / "named" and (tmp_path / "named").is_dir()


def test_then_the_packages_place_then_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh_root: None
) -> None:
    monkeypatch.delenv("SEA_ENVS_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_root() == CORE.parent / "__pycache__" / "kernels"
    cache_root.cache_clear()
    writable = jit._writable
    monkeypatch.setattr(jit, "_writable", lambda f: f.is_relative_to(tmp_path) and writable(f))
    assert cache_root() == tmp_path / "sea_envs" / "kernels", "a read-only installation"


def test_a_user_without_a_home_is_no_reason_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert all(folder.is_absolute() for folder in jit._choices())


@pytest.mark.parametrize("kind", ["file", "below a file"])
def test_a_place_that_is_no_folder_is_not_writable(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "taken"
    place.write_text("")
    assert not jit._writable(place if kind == "file" else place / "below")


def test_code_of_sources_long_gone_is_swept_away(tmp_path: Path) -> None:
    ages = {"reef-old": 30, "reef-new": 1, "atoll-old": 30}
    for name, days in ages.items():
        (tmp_path / name).mkdir()
        then = time.time() - days * 24 * 3600
        os.utime(tmp_path / name, (then, then))
    jit._sweep(tmp_path, "reef")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["atoll-old", "reef-new"]


def test_a_kernel_stands_on_its_own_room() -> None:
    game = load("snorkeling")
    assert jit._units(rng.next_word) == (CORE,)
    assert jit._units(game.rules.deal) == (CORE.parent / "games" / "snorkeling",)
    assert jit._units(jit.kernel(_ten)) == (Path(__file__),)


def _ten() -> int:
    return 10


def _call(number: int) -> int:
    return inner(number)  # type: ignore[name-defined,no-any-return]  # noqa: F821


@kernel
def more(number: int) -> int:
    return number + 1


@kernel
def twice(number: int) -> int:
    return 2 * number


def test_bound_copies_are_kept_apart_and_the_original_is_untouched() -> None:
    up, double = (bind(_call, "shells", more, inner=part) for part in (more, twice))
    assert (up(5), double(5), up(5)) == (6, 10, 6)
    names = {up.__name__, double.__name__}
    assert len(names) == 2 and all(name.startswith("_call_shells_") for name in names)
    with pytest.raises(NameError):
        _call(5)


def test_a_bound_copy_stands_on_the_sources_of_all_its_parts() -> None:
    game = load("snorkeling")
    mixed = bind(_call, "snorkeling", game.rules.deal, inner=more)
    again = bind(_call, "snorkeling", game.rules.deal, inner=mixed)
    assert jit._units(mixed)[0] == CORE.parent / "games" / "snorkeling"
    assert set(jit._units(again)) == set(jit._units(mixed)) > {Path(__file__)}


@kernel
def _many_ways(bytes_: Any, numbers: Any) -> int:
    return twice(bytes_[0]) + twice(7) + twice(8) + twice(numbers[0]) + twice(-(2**40))


def test_kernels_take_whole_numbers_of_any_size_with_one_compilation() -> None:
    before = set(getattr(twice, "signatures", ()))
    bytes_, numbers = np.array([100], np.int8), np.array([2**31 + 1], np.uint32)
    assert _many_ways(bytes_, numbers) == 2 * (100 + 7 + 8 + 2**31 + 1 - 2**40)
    assert len(set(getattr(twice, "signatures", ())) - before) <= 1


def test_kernels_let_go_of_the_lock_and_divide_as_numpy_does() -> None:
    options: dict[str, Any] = getattr(more, "targetoptions", {})
    if not jit.COMPILED:
        pytest.skip("uncompiled")
    assert options["nogil"] and options["error_model"] == "numpy"
    assert str(cache_root()) != numba.config.CACHE_DIR
