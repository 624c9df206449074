"""The command line: `python -m training COMMAND CONFIG.yaml key=value ...`."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from sea_envs.core.errors import SeaError, unknown

COMMANDS = {
    "train": "training.train:main",
    "exploit": "training.exploit:main",
    "rllib": "training.rllib.command:main",
    "tournament": "training.tournament:main",
    "measure": "training.measure:main",
    "speed": "training.speed:main",
    "ladder": "training.ladder.command:main",
    "ship": "training.ship:main",
}
"""Command -> `module:function`, which takes the words after the command and returns the status."""

BAD_INPUT = 2
INTERRUPTED = 130

OWN = ("training", "sea_envs")
MORE = 'training needs what comes with: pip install -c constraints.txt -e ".[train]"'

USAGE = """usage: python -m training COMMAND ...

  train CONFIG.yaml [key=value ...] [--resume RUN]    train a policy by self-play
  tournament CONFIG.yaml [key=value ...]              let players meet, and rate them
  exploit AGENT [key=value ...] [--resume RUN]        train a best response to a policy
  ladder [GAME ...] [key=value ...] [--write]         how strong the built-in players are
  rllib CONFIG.yaml [key=value ...]                   train on a Ray cluster
  ship RUN ...                                        make agents the player `pretrained`
  measure GAME [--write]                              a heuristic's strength, and the seats'
  speed GAME|tutorial=MODULE [players=N] [threads=N] [--profile]
                                                      decisions per second of learning

COMMAND --help explains each, with every key of its configuration. A key inside a section is
written section.key=value."""


def main(words: Sequence[str] | None = None) -> int:
    """Run a command: 0 when it is done, 2 with one line for bad input, 130 when interrupted."""
    given = list(sys.argv[1:] if words is None else words)
    if not given or given[0] in ("-h", "--help"):
        print(USAGE)
        return 0 if given else BAD_INPUT
    try:
        return _command(given[0])(given[1:])
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in OWN:
            raise
        print(f"error: {error}; {MORE}", file=sys.stderr)
        return BAD_INPUT
    except SeaError as error:
        print(f"error: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED


def _command(name: str) -> Callable[[list[str]], int]:
    if name not in COMMANDS:
        raise SeaError(unknown("command", name, COMMANDS))
    # A command loads its own libraries: torch for training alone, none of it for the others.
    module, _, function = COMMANDS[name].partition(":")
    found: Callable[[list[str]], int] = getattr(import_module(module), function)
    return found
