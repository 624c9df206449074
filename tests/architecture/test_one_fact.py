"""One fact, one home: what is written twice is checked by a test, or not written twice.

(The tables of the spec sheets are compared with the code by tests/test_spec.py, the ids by
tests/test_registration.py.)
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import BaseModel

from sea_envs import GAMES, load
from sea_envs.spec import sheet_path
from tests.architecture.sources import ROOT, tree
from training.config import TrainConfig
from training.schedule import TournamentConfig
from training.yaml_config import load_config

CONFIGS = {"train": TrainConfig, "tournament": TournamentConfig}
FILES = [path for kind in CONFIGS for path in sorted((ROOT / "configs" / kind).glob("*.yaml"))]


def repeated(config: BaseModel, place: str = "") -> Iterator[str]:
    """The keys of a configuration that were given the value they have anyway."""
    fields = type(config).model_fields
    for name in config.model_fields_set:
        value, where = getattr(config, name), f"{place}{name}"
        parts = value if isinstance(value, list) else [value]
        models = [part for part in parts if isinstance(part, BaseModel)]
        for part in models:
            yield from repeated(part, f"{where}.")
        if not fields[name].is_required() and value == fields[name].get_default(
            call_default_factory=True
        ):
            yield where


def numbers(name: str) -> list[str]:
    """The numbers of the rules, such as 4.2, under which a game's sheet states them."""
    sheet = sheet_path(load(name)).read_text(encoding="utf-8")
    rules = re.search(r"^## Rules\n(.*?)^## ", sheet, re.DOTALL | re.MULTILINE)
    assert rules, f"{name}: the sheet has no rules"
    return list(dict.fromkeys(re.findall(r"(?<![\w.])\d+\.\d+(?!\w)", rules[1])))


def sentences(name: str) -> str:
    """The names and docstrings of a game's tests of its rules."""
    said: list[str] = []
    for path in (ROOT / "tests" / "games" / name).glob("test_*.py"):
        if path.name == "test_reference.py":
            continue  # what the plain reference keeps says nothing about the rules that are played
        for node in ast.walk(tree(path.relative_to(ROOT))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                said += [node.name, ast.get_docstring(node) or ""]
    return "\n".join(said)


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_number_has_a_test_that_names_it(name: str) -> None:
    said = sentences(name)
    stated = numbers(name)
    assert stated, f"{name}: no rule of the sheet has a number"
    silent = [
        number
        for number in stated
        if not re.search(rf"(?<![\d.]){number.replace('.', '[._]')}(?![\d])", said)
    ]
    assert not silent, f"{name}: no test names the rules {silent}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_configuration_repeats_no_default(path: Path) -> None:
    config: Any = load_config(CONFIGS[path.parent.name], path)
    assert list(repeated(config)) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_configuration_is_plain_yaml(path: Path) -> None:
    assert isinstance(yaml.safe_load(path.read_text(encoding="utf-8")), dict)


def test_a_repeated_default_is_found(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    rows = TrainConfig.model_fields["ppo"].get_default(call_default_factory=True).rows
    path.write_text(f"game: {GAMES[0]}\nppo: {{rows: {rows}, epochs: 17}}\n", encoding="utf-8")
    assert list(repeated(load_config(TrainConfig, path))) == ["ppo.rows"]


def test_every_extra_that_a_message_names_exists() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = set(project["optional-dependencies"])
    for path in (*(ROOT / "sea_envs").rglob("*.py"), *(ROOT / "training").rglob("*.py")):
        named = set(re.findall(r"sea-envs\[(\w+)\]", path.read_text(encoding="utf-8")))
        assert named <= extras, f"{path}: {named - extras}"
