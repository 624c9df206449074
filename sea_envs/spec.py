"""The parts of a game's spec sheet that are printed from its code."""

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path

from sea_envs.core.files import write_text
from sea_envs.core.game import Game
from sea_envs.core.pay import SCHEMES
from sea_envs.registration import gymnasium_id, pettingzoo_id

README = Path(__file__).parents[1] / "README.md"
"""In a clone; an installed package has none."""

_BLOCK = r"<!-- begin:{name} -->\n.*?<!-- end:{name} -->"


def sheet_path(game: Game) -> Path:
    """Where the spec sheet of a game lies."""
    return Path(str(import_module(game.home).__file__)).parent / "README.md"


def tables(game: Game) -> dict[str, str]:
    """Markdown by the name of its block: facts, options, actions, observation."""
    return {
        "facts": _facts(game),
        "options": _options(game),
        "actions": table(("number", "text", "meaning"), game.actions.TABLE),
        "observation": game.layout.table(),
    }


def filled(text: str, blocks: dict[str, str]) -> str:
    """The text with its blocks `<!-- begin:NAME -->` ... `<!-- end:NAME -->` filled by name."""
    for name, content in blocks.items():
        pattern = re.compile(_BLOCK.format(name=name), re.DOTALL)
        block = f"<!-- begin:{name} -->\n{content}\n<!-- end:{name} -->"
        text = pattern.sub(lambda _: block, text)  # noqa: B023 - called at once
    return text


def missing(text: str, names: tuple[str, ...]) -> list[str]:
    """The blocks that a text does not have."""
    return [name for name in names if not re.search(_BLOCK.format(name=name), text, re.DOTALL)]


def no_block(path: Path, name: str) -> str:
    """Why this block of a page cannot be renewed; empty where it can."""
    if path.is_file() and not missing(path.read_text(encoding="utf-8"), (name,)):
        return ""
    return f"--write: no block {name!r} in {path}; possible: in a clone"


def renew(path: Path, blocks: dict[str, str]) -> None:
    """Fill the blocks of a page by name; whatever happens, the old page or the new one is there."""
    write_text(path, filled(path.read_text(encoding="utf-8"), blocks))


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def _facts(game: Game) -> str:
    module = f"sea_envs.{game.name}_v{game.version}"
    rows = (
        ("players", f"{game.min_seats} to {game.max_seats}"),
        ("Gymnasium id", f"`{gymnasium_id(game.name)}`"),
        ("PettingZoo id", f"`{pettingzoo_id(game.name)}`, module `{module}`"),
        ("actions", f"`Discrete({game.actions.COUNT})`, a mask with every observation"),
        ("observation", f"`Box(0, 1, ({game.layout.size},), float32)`"),
        ("rewards", ", ".join(f"`{scheme}`" for scheme in SCHEMES)),
        ("cap on decisions", f"{game.max_decisions} (a game that reaches it is truncated)"),
        ("size of a state", f"{game.rules.STATE.itemsize} bytes"),
    )
    return table(("fact", "value"), rows)


def _options(game: Game) -> str:
    rows = [
        (f"`{option.name}`", f"`{option.default!r}`", option.spoken(), option.meaning)
        for option in game.components.OPTIONS
    ]
    return table(("option", "default", "possible", "meaning"), rows)
