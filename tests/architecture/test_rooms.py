"""Imports obey the rooms: training -> faces -> registry -> games -> drawing -> core, never back.

Each row says what of ours the files of a room may import; the first row that fits a file counts.
`@` stands for the game's own folder.
"""

import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from sea_envs import GAMES
from tests.architecture.sources import identifiers, imports, module, sources, words

OUTSIDE = ("sea_envs.*",)  # what people start sees all rooms
KERNELS = ("sea_envs.core.jit", "sea_envs.core.state")

ROOMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("sea_envs/core/*", ("sea_envs.core.*",)),
    ("sea_envs/drawing/*", ("sea_envs.drawing.*",)),
    ("sea_envs/games/__init__.py", ()),
    (
        "sea_envs/games/*/rules*",
        (
            "@.components",
            "@.actions",
            "@.rules.*",
            "sea_envs.core.errors",
            "sea_envs.core.rng",
            *KERNELS,
        ),
    ),
    ("sea_envs/games/*/__init__.py", ("@", "@.*", "sea_envs.core.game")),
    ("sea_envs/games/*/components.py", ("sea_envs.core.errors", "sea_envs.core.game")),
    ("sea_envs/games/*/actions.py", ("@.components", "sea_envs.core.game")),
    (
        "sea_envs/games/*/observation.py",
        ("@.components", "@.actions", "@.rules", "@.rules.*", "sea_envs.core.layout", *KERNELS),
    ),
    (
        "sea_envs/games/*/heuristics.py",
        ("@.components", "@.actions", "@.observation", "@.rules.*", "sea_envs.core.jit"),
    ),
    (
        "sea_envs/games/*/render.py",
        (
            "@.components",
            "@.actions",
            "@.rules",
            "@.rules.*",
            "sea_envs.core.game",
            "sea_envs.drawing.scene",
        ),
    ),
    ("sea_envs/registry.py", ("sea_envs.core.*",)),
    ("sea_envs/players.py", ("sea_envs.core.*",)),
    ("sea_envs/registration.py", ("sea_envs.registry",)),
    ("sea_envs/spec.py", ("sea_envs.core.*", "sea_envs.registration")),
    (
        "sea_envs/adapters/*",
        (
            "sea_envs.adapters.*",
            "sea_envs.players",
            "sea_envs.registry",
            "sea_envs.drawing.*",
            "sea_envs.core.*",
        ),
    ),
    ("sea_envs/*_v?.py", ("sea_envs.adapters.aec",)),
    (
        "sea_envs/__init__.py",
        ("sea_envs.registry", "sea_envs.registration", "sea_envs.version", "sea_envs.core.table"),
    ),
    ("sea_envs/version.py", ()),
    ("sea_envs/*.py", OUTSIDE),
    (
        "training/*",
        (
            "training",
            "training.*",
            "sea_envs",
            "sea_envs.adapters.aec",
            "sea_envs.adapters.sb3",
            "sea_envs.adapters.spaces",
            "sea_envs.core.*",
            "sea_envs.drawing.*",
            "sea_envs.players",
            "sea_envs.registry",
            "sea_envs.spec",
        ),
    ),
)

DOORS = {
    "numba": ("sea_envs/core/jit.py",),
    "PIL": ("sea_envs/drawing/image.py",),
    "pygame": ("sea_envs/drawing/window.py",),
    "stable_baselines3": ("sea_envs/adapters/sb3.py", "training/*"),
    "sb3_contrib": ("training/*",),
    "torch": ("training/*",),
    "safetensors": ("training/*",),
    "gymnasium": ("sea_envs/adapters/*", "sea_envs/registration.py", "training/*"),
    "pettingzoo": ("sea_envs/adapters/aec.py", "sea_envs/registration.py", "sea_envs/peers.py"),
    "pydantic": ("training/*",),
    "matplotlib": ("training/*",),
    "rich": ("training/*",),
    "scipy": ("training/*",),
    "ray": ("training/engine.py", "training/rllib/*"),
    "pyspiel": ("sea_envs/peers.py",),
    "open_spiel": ("sea_envs/peers.py",),
    "rlcard": ("sea_envs/peers.py",),
}
"""Each heavy library has one door, or one room."""

NAMING = ("sea_envs/registry.py", "sea_envs/*_v?.py", "sea_envs/games/*")
"""The only files that may name a game: the list, the modules that users import, and the games."""


def room(path: Path) -> tuple[str, ...]:
    allowed = next(row for pattern, row in ROOMS if fnmatch(path.as_posix(), pattern))
    own = ".".join(("sea_envs", "games", *path.parts[2:3]))
    return tuple(name.replace("@", own) for name in allowed)


def ours(name: str) -> bool:
    return name.partition(".")[0] in ("sea_envs", "training")


@pytest.mark.parametrize("path", sources(), ids=str)
def test_a_file_imports_only_what_its_room_may_see(path: Path) -> None:
    allowed = room(path)
    seen = {name for name in imports(path) if ours(name) and name != module(path)}
    strangers = {name for name in seen if not any(fnmatch(name, row) for row in allowed)}
    assert not strangers, f"{path} imports {sorted(strangers)}; its room may see {allowed}"


@pytest.mark.parametrize("library", DOORS)
def test_a_heavy_library_comes_in_by_its_own_door(library: str) -> None:
    users = [
        path.as_posix()
        for path in sources()
        if any(name.partition(".")[0] == library for name in imports(path))
    ]
    strangers = [path for path in users if not any(fnmatch(path, door) for door in DOORS[library])]
    assert not strangers, f"{library} is imported by {strangers}; its doors are {DOORS[library]}"


def test_every_row_of_the_rooms_is_some_files_and_every_door_is_used() -> None:
    first = {
        next(pattern for pattern, _ in ROOMS if fnmatch(path.as_posix(), pattern))
        for path in sources()
    }
    assert {pattern for pattern, _ in ROOMS} == first


@pytest.mark.parametrize("path", sources(), ids=str)
def test_a_game_is_a_word_in_a_list_and_named_nowhere_else(path: Path) -> None:
    if any(fnmatch(path.as_posix(), pattern) for pattern in NAMING):
        return
    titles = [name.replace("_", "[_ ]?") for name in GAMES]
    named = re.compile(rf"(?<![a-z])({'|'.join(titles)})(?![a-z])", re.IGNORECASE)
    found = [
        (word, line) for word, line in (*identifiers(path), *words(path)) if named.search(word)
    ]
    assert not found, f"{path} names a game: {found}"


def test_importing_sea_envs_brings_no_game_and_no_heavy_library() -> None:
    script = (
        "import sys, sea_envs\n"
        "heavy = {'torch', 'stable_baselines3', 'sb3_contrib', 'pygame', 'PIL', 'matplotlib'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
        "print([name for name in sys.modules if name.startswith('sea_envs.games.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["[]", "[]"]
