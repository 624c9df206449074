"""What stands behind a player's name: weights, whose file may change, and the rules they learnt."""

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from sea_envs.core.game import Setup
from sea_envs.core.learned import Learned, policy_content
from sea_envs.players import AnyPlayer, path_and_manner, pretrained_file


def weights_digest(spec: str, setup: Setup) -> str | None:
    """The SHA-256 of the weights that a player of this name has; None for one without any.

    Raises BadPolicy for a file that cannot be read, BadPlayer where no weights ship for the game.
    """
    name, _, argument = spec.partition(":")
    if name == "pretrained":
        path = pretrained_file(setup.game.name, setup.players)
    elif name == "checkpoint":
        path, _ = path_and_manner(argument)
    else:
        return None
    return file_digest(path)


def file_digest(path: Path) -> str:
    """The SHA-256 of a policy's file, or of the one in a run directory. Raises BadPolicy."""
    return hashlib.sha256(policy_content(path)[0]).hexdigest()


def digests(specs: Iterable[str], setup: Setup) -> dict[str, str]:
    """The weights of those players that have some, by name. Raises what `weights_digest` does."""
    found = {spec: weights_digest(spec, setup) for spec in specs}
    return {spec: digest for spec, digest in found.items() if digest is not None}


def changed(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The names of those that had other weights before."""
    return [spec for spec, digest in now.items() if before.get(spec, digest) != digest]


def other_rules(someone: AnyPlayer, setup: Setup) -> str:
    """By which of its rules a learned player learnt otherwise than it plays here; "" if by none."""
    if not isinstance(someone, Learned):
        return ""
    trained = someone.facts.get("config", {}).get("options", {})
    known = [name for name, option in setup.game.options.items() if option.stored]
    learnt = {name: trained.get(name, setup.game.options[name].default) for name in known}
    differing = [name for name in known if learnt[name] != setup.options[name]]
    return ", ".join(f"{name}={learnt[name]}, not {setup.options[name]}" for name in differing)
