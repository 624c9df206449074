"""Spec sheets: the tables in them are the code's."""

import pytest

from sea_envs import GAMES, load
from sea_envs.spec import filled, missing, sheet_path, tables

BLOCKS = ("facts", "options", "actions", "observation", "measured", "ladder")


@pytest.mark.parametrize("name", GAMES)
def test_the_tables_of_a_sheet_are_what_the_code_prints(name: str) -> None:
    game = load(name)
    text = sheet_path(game).read_text(encoding="utf-8")
    assert missing(text, BLOCKS) == []
    assert filled(text, tables(game)) == text, f"renew it: sea-envs spec {name} --write"


def test_only_the_named_blocks_are_filled() -> None:
    text = "a\n<!-- begin:one -->\nold\n<!-- end:one -->\nb\n<!-- begin:two -->\n<!-- end:two -->\n"
    assert filled(text, {"one": "new \\1"}) == text.replace("old", "new \\1")
    assert missing(text, ("one", "three")) == ["three"]
