"""Every source file has its test file, and every game its eight files and what belongs to them."""

from fnmatch import fnmatch
from pathlib import Path

import pytest

from sea_envs import GAMES, load
from tests.architecture.sources import ROOT, sources, tree

UNTESTED = {
    "*/__init__.py": "says what is in a package; its parts are tested",
    "*/__main__.py": "one line that starts the command line",
    "sea_envs/version.py": "one constant",
    "sea_envs/*_v?.py": "three lines; tests/adapters/test_aec.py makes every game by its module",
    "sea_envs/games/*": "tests/games: a contract for all games, and each game's own rules",
}
"""Files without a test file of their own, and why."""

SOURCELESS = {
    "tests/architecture/*": "about all files",
    "tests/games/*": "about games",
    "tests/adapters/test_interop.py": "about other libraries on the faces",
    "tests/training/test_exact.py": "about learning and search, measured against exact play",
    "tests/training/test_residual.py": "about policies that begin as the heuristic, in all rooms",
}
"""Test files without a source file of their own, and why."""

FILES = {
    "README.md",
    "__init__.py",
    "actions.py",
    "components.py",
    "heuristics.py",
    "observation.py",
    "render.py",
    "rules.py",
}
every_game = pytest.mark.parametrize("name", GAMES)


def place_of_tests(path: Path) -> Path:
    """Where the tests of a source file are."""
    inside = path.parts[1:] if path.parts[0] == "sea_envs" else path.parts
    return Path("tests", *inside[:-1], f"test_{path.name}")


def source_of(path: Path) -> Path:
    """The source file that a test file is about."""
    inside = Path(*path.parts[1:-1], path.name.removeprefix("test_"))
    return inside if inside.parts[0] == "training" else Path("sea_envs", inside)


def among(path: Path, patterns: dict[str, str]) -> bool:
    return any(fnmatch(path.as_posix(), pattern) for pattern in patterns)


def test_every_source_file_has_its_test_file() -> None:
    missing = [
        f"{path}: {place_of_tests(path)}"
        for path in sources()
        if not among(path, UNTESTED) and not (ROOT / place_of_tests(path)).exists()
    ]
    assert not missing


def test_every_test_file_has_its_source_file() -> None:
    tests = [path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py")]
    lost = [
        f"{path}: {source_of(path)}"
        for path in tests
        if not among(path, SOURCELESS) and not (ROOT / source_of(path)).exists()
    ]
    assert not lost


def test_every_game_of_the_folder_is_in_the_list() -> None:
    folder = ROOT / "sea_envs" / "games"
    assert {path.parent.name for path in folder.glob("*/__init__.py")} == set(GAMES)


@every_game
def test_a_game_has_exactly_its_eight_files(name: str) -> None:
    folder = ROOT / "sea_envs" / "games" / name
    found = {path.name for path in folder.iterdir() if path.name[0] not in "._" or path.is_file()}
    rules = {"rules"} if (folder / "rules").is_dir() else {"rules.py"}
    assert found == FILES - {"rules.py"} | rules


@every_game
def test_rules_in_a_folder_show_the_six_names_and_no_file_is_long(name: str) -> None:
    rules = load(name).rules
    assert all(
        hasattr(rules, part)
        for part in ("STATE", "deal", "legal", "apply", "scores", "reshuffle_unseen")
    )


@every_game
def test_a_game_has_its_module_of_three_lines_its_config_and_its_tests(name: str) -> None:
    module = Path("sea_envs", f"{name}_v{load(name).version}.py")
    docstring, *statements = tree(module).body
    assert len(statements) == 3, "two imports and one assignment"
    assert (ROOT / "configs" / "train" / f"{name}.yaml").exists()
    tests = ROOT / "tests" / "games" / name
    for file in ("options.py", "reference.py", "test_reference.py", "transcript.txt"):
        assert (tests / file).exists(), file
    assert [path.name for path in tests.glob("test_*.py") if path.name != "test_reference.py"]
