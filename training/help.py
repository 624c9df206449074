"""What `--help` tells of a command: what it does, and every key of its configuration."""

from collections.abc import Iterator, Sequence
from math import inf
from textwrap import fill
from typing import get_origin

import yaml
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from training.cli import BAD_INPUT
from training.yaml_config import sections_in

_WIDTH = 100


def helped(
    words: Sequence[str],
    usage: str,
    about: str,
    kind: type[BaseModel] | None = None,
    *,
    alone: bool = False,
) -> int | None:
    """Print help if it is asked for, or usage if no word is given: the status, else None.

    about: what the command does, in sentences; kind: its configuration; alone: whether it may be
    called without words.
    """
    if any(word in ("-h", "--help") for word in words):
        print(usage, "", fill(about, _WIDTH), sep="\n")
        if kind is not None:
            print("", "Keys, with their defaults:", "", keys(kind), sep="\n")
        return 0
    if words or alone:
        return None
    print(usage)
    return BAD_INPUT


def keys(kind: type[BaseModel]) -> str:
    """Every key of a configuration, with its default and its sentence."""
    return "\n".join(_lines(kind, ""))


def _lines(kind: type[BaseModel], prefix: str) -> Iterator[str]:
    for name, field in kind.model_fields.items():
        inner = sections_in(field.annotation)
        if not inner or inner[0] is not field.annotation:
            yield f"  {prefix}{name}{_default(field)}"
            yield fill(
                field.description or "", _WIDTH, initial_indent="      ", subsequent_indent="      "
            )
        several = get_origin(field.annotation) is list
        for section in inner:
            yield from _lines(section, f"{prefix}{name}{'[].' if several else '.'}")


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "  (needed)"
    shown: str = yaml.safe_dump(field.default, default_flow_style=True, width=inf)
    return f"={shown.splitlines()[0]}"  # what follows says that the text ends
