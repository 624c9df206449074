"""A game as a text that people and other implementations can read, and that checks itself.

It holds a head, the event lines, and for a finished game the points and who won.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from sea_envs.core.errors import BadRecord, SeaError
from sea_envs.core.game import Game
from sea_envs.core.play import Play

FIRST_LINE = "sea_envs transcript 1"
_HEAD = ("game", "version", "players", "options", "chance", "stacks")


def written(play: Play) -> str:
    """The transcript of a game since its deal.

    Raises BadRecord for a game that was restored from a state: its deal is not known.
    """
    if play.dealt_from is None:
        raise BadRecord(
            "this game was restored from a state; only a game played from its deal has a transcript"
        )
    words, stacks = play.dealt_from
    setup = play.setup
    changed = {
        name: value
        for name, value in setup.options.items()
        if value != setup.game.options[name].default
    }
    head = (
        setup.game.name,
        setup.game.version,
        setup.players,
        json.dumps(changed),
        words.tobytes().hex(),
        json.dumps(stacks, default=_plain),
    )
    lines = [
        FIRST_LINE,
        *(f"{name}: {value}" for name, value in zip(_HEAD, head, strict=True)),
        "",
        *play.events(),
    ]
    if play.over:
        lines += _end(play)
    return "\n".join(lines) + "\n"


def replayed(text: str, load: Callable[[str], Game]) -> Play:
    """Play a transcript again, checking every line; load: finds a game by name.

    Raises BadRecord that names the first line where the transcript and the rules differ.
    """
    lines = text.splitlines()
    play = _dealt(lines, load)
    expected = iter(["", *play.events()])
    for number, line in enumerate(lines[len(_HEAD) + 1 :], len(_HEAD) + 2):
        wanted = next(expected, None)
        if wanted is None and not play.over:
            expected = _after(play, line, number)
            wanted = next(expected)
        if wanted is None:
            raise BadRecord(f"line {number}: {line!r} after the end of the game")
        if line != wanted:
            raise BadRecord(
                f"line {number}: the transcript says {line!r}, the rules say {wanted!r}"
            )
    missing = next(expected, None)
    if missing is not None:
        raise BadRecord(
            f"line {len(lines) + 1}: the transcript ends, the rules go on with {missing!r}"
        )
    return play


def _dealt(lines: list[str], load: Callable[[str], Game]) -> Play:
    if not lines or lines[0] != FIRST_LINE:
        given = lines[0] if lines else ""
        raise BadRecord(f"line 1: {given!r}; a transcript begins {FIRST_LINE!r}")
    head: dict[str, str] = {}
    for number, (name, line) in enumerate(zip(_HEAD, lines[1:], strict=False), 2):
        if not line.startswith(f"{name}: "):
            raise BadRecord(f"line {number}: {line!r}; here stands `{name}: ...`")
        head[name] = line.removeprefix(f"{name}: ")
    if len(head) < len(_HEAD):
        raise BadRecord(f"line {len(lines) + 1}: the transcript ends before its head does")

    def read(name: str, reader: Callable[[str], Any]) -> Any:
        try:
            return reader(head[name])
        except (ValueError, TypeError, LookupError) as error:
            raise BadRecord(f"line {_HEAD.index(name) + 2}: {error}") from error

    game = read("game", load)
    if head["version"] != str(game.version):
        raise BadRecord(
            f"line 3: the transcript is of {game.name} version {head['version']}, "
            f"this is version {game.version}"
        )
    players = read("players", lambda given: game.setup(int(given)).players)
    setup = read("options", lambda given: game.setup(players, **json.loads(given)))
    words = read("chance", lambda given: np.frombuffer(bytes.fromhex(given), np.uint32))
    stacks = read("stacks", json.loads)
    play = Play(setup)
    read("stacks", lambda _: setup.stacked(**stacks))
    read("chance", lambda _: play.begin_from(words, stacks))
    return play


def _after(play: Play, line: str, number: int) -> Iterator[str]:
    """Play a decision line; it, and all lines that follow it before the next decision."""
    who, _, words = line.partition(": ")
    if who != f"seat {play.seat}":
        raise BadRecord(
            f"line {number}: the transcript says {line!r}, the rules say seat {play.seat}: "
            f"one of {', '.join(play.legal_texts())}"
        )
    illegal = re.fullmatch(r"illegal action (-?\d{1,18})", words)
    if illegal and int(illegal[1]) not in play.legal():
        action = int(illegal[1])
        play.act(action)
        return iter([f"{who}: illegal action {action}", *_end(play)])
    try:
        action = play.parse(words)
    except SeaError as error:
        raise BadRecord(f"line {number}: {error}") from error
    told = play.text(action)
    play.act(action)
    chance = play.setup.game.actions.chance_lines(play.setup, play.state)
    return iter([f"{who}: {told}", *chance, *_end(play)])


def _end(play: Play) -> list[str]:
    """What follows the last event of a finished game."""
    if not play.over:
        return []
    return ["", f"scores: {_listed(play.scores())}", f"winners: {_listed(play.winners())}"]


def _listed(values: list[Any]) -> str:
    return ", ".join(f"{value:g}" for value in values)


def _plain(given: Any) -> Any:
    """Numpy's arrays and numbers as JSON has them."""
    return given.tolist()
