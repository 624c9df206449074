"""Configurations: YAML files of what differs from the defaults, checked key by key."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from sea_envs.core.errors import SeaError

M = TypeVar("M", bound=BaseModel)
Count = Annotated[int, Field(ge=1)]
Share = Annotated[float, Field(ge=0, le=1)]


def _rules_alone(options: dict[str, Any]) -> dict[str, Any]:
    if "players" in options:
        raise ValueError("no key players among them: how many there are stands beside the options")
    return options


Options = Annotated[dict[str, Any], AfterValidator(_rules_alone)]
"""Rule options of a game."""


class BadConfig(SeaError):
    """A configuration with an unknown key, a wrong value, or no YAML in it."""


class Strict(BaseModel):
    """A section of a configuration: no unknown keys, no silent conversions, no later change."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        allow_inf_nan=False,
        use_attribute_docstrings=True,
    )


def load_config(kind: type[M], path: Path, overrides: Sequence[str] = ()) -> M:
    """The configuration in a YAML file, with `key=value` and `section.key=value` put over it.

    Raises BadConfig: one line that names the file, what was given and what was possible.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        near = [*map(str, sorted(Path("configs").glob(f"*/{path.name}.yaml")))]
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise BadConfig(f"cannot read configuration {str(path)!r}: {reason}{hint}") from error
    given = _parsed(text, str(path))
    if given is None:
        given = {}
    if not isinstance(given, dict):
        raise BadConfig(f"{path}: wanted keys and values, found {type(given).__name__}")
    return make_config(kind, given, overrides, source=str(path))


def make_config(
    kind: type[M], given: Mapping[str, Any], overrides: Sequence[str] = (), *, source: str
) -> M:
    """The configuration of a mapping and overrides; `source` stands before the error, if any."""
    whole = _copied(given)
    for override in overrides:
        _put(whole, override)
    try:
        return kind.model_validate(whole)
    except ValidationError as error:
        troubles = [_sentence(kind, trouble) for trouble in error.errors()]
        raise BadConfig(f"{source}: {'; '.join(troubles)}") from None


def to_yaml(config: BaseModel) -> str:
    """Every field of a configuration, defaults included."""
    return yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False, allow_unicode=True)


class _Loader(yaml.SafeLoader):
    """Safe YAML in which no key may stand twice and 1e-3 is a number."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """As SafeLoader's, but a key given twice is an error, not a silent choice."""
        own = [key for key, _ in node.value if key.tag != "tag:yaml.org,2002:merge"]
        keys = [self.construct_object(key, deep=True) for key in own]
        twice = [key for place, key in enumerate(keys) if key in keys[:place]]
        if twice:
            raise yaml.constructor.ConstructorError(
                None, None, f"key {twice[0]!r} stands there twice", node.start_mark
            )
        return super().construct_mapping(node, deep)


# YAML 1.1 wants 1.0e-3; people write 1e-3.
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float",
    re.compile(r"^[-+]?[0-9][0-9_]*(\.[0-9_]*)?[eE][-+]?[0-9]+$"),
    list("-+0123456789"),
)


def _parsed(text: str, source: str) -> Any:
    try:
        return yaml.load(text, _Loader)  # noqa: S506 - a SafeLoader
    except (yaml.YAMLError, ValueError) as error:  # ValueError: a date that is none
        reason = " ".join(str(error).split())
        raise BadConfig(f"{source}: not YAML: {reason}") from None


def _copied(given: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: _copied(value) if isinstance(value, dict) else value for key, value in given.items()
    }


def _put(whole: dict[str, Any], override: str) -> None:
    if override.startswith("-"):
        raise BadConfig(
            f"unknown flag {override!r}; wanted key=value (what was stopped goes on by the same "
            "command)"
        )
    key, separator, text = override.partition("=")
    if not separator or not key:
        raise BadConfig(f"{override!r}: wanted key=value")
    *sections, last = key.split(".")
    target = whole
    for section in sections:
        inner = target.setdefault(section, {})
        if not isinstance(inner, dict):
            raise BadConfig(f"{override!r}: {section!r} is no section")
        target = inner
    target[last] = _parsed(text, override)


def _sentence(kind: type[BaseModel], trouble: Mapping[str, Any]) -> str:
    place = [str(part) for part in trouble["loc"]]
    key = ".".join(place)
    if trouble["type"] == "extra_forbidden":
        possible = list(_section(kind, place[:-1]).model_fields)
        return f"unknown key {key!r};{_hint(kind, place)} possible: {', '.join(possible)}"
    if trouble["type"] == "missing":
        return f"key {key!r} is needed"
    if trouble["type"] == "model_type":
        return f"{key}={trouble['input']!r}: wanted a section of keys"
    wanted = str(trouble["msg"]).removeprefix("Input should be ").removeprefix("Value error, ")
    if trouble["type"] == "value_error":  # of keys that do not go together, which it names
        return f"{key}: wanted {wanted}" if key else f"wanted {wanted}"
    if trouble["type"] == "int_type" and isinstance(trouble["input"], float):
        wanted += ", such as 1_000_000"
    return f"{key}={trouble['input']!r}: wanted {wanted}"


def _hint(kind: type[BaseModel], place: list[str]) -> str:
    """The key that was meant: one like it beside it, or those of that name in other sections."""
    beside = ".".join(place[:-1])
    found: dict[str, list[str]] = {}
    for section in dict.fromkeys([beside, *_sections(kind)]):
        path = section.split(".") if section else []
        near = get_close_matches(place[-1], _section(kind, path).model_fields, n=1)
        if near:
            found.setdefault(near[0], []).append(".".join([*path, near[0]]))
            if section == beside:
                break
    if not found:
        return ""
    meant = found.get(place[-1]) or next(iter(found.values()))
    return f" did you mean {' or '.join(map(repr, meant))}?"


def _sections(kind: type[BaseModel], prefix: str = "") -> list[str]:
    """The dotted names of the sections in a configuration."""
    found = [prefix.removesuffix(".")]
    for name, field in kind.model_fields.items():
        for inner in sections_in(field.annotation):
            found += _sections(inner, f"{prefix}{name}.")
    return found


def _section(kind: type[BaseModel], place: Iterable[str]) -> type[BaseModel]:
    for name in place:
        field = kind.model_fields.get(name)
        inner = sections_in(field.annotation) if field is not None else []
        if inner:
            kind = inner[0]
    return kind


def sections_in(annotation: Any) -> list[type[BaseModel]]:
    """The sections that an annotation speaks of: itself, a list's items, a union's choices."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    if get_origin(annotation) in (list, dict, tuple, Union, UnionType):
        return [model for part in get_args(annotation) for model in sections_in(part)]
    return []
