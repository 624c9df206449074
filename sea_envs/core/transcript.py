"""A game as a text that people and other implementations can read, and that checks itself against the rules."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np

from sea_envs.core.errors import BadRecord, SeaError
from sea_envs.core.game import Game
from sea_envs.core.play import Play

FIRST_LINE = "sea_envs transcript 1"
_HEAD = ("game", "version", "players", "options", "chance", "stacks")


def written(play: Play) -> str:
    """The transcript of a game since its deal: a head, the event lines, and the points if it is over.

    Raises BadRecord for a game that was restored from a state in its middle: its deal is not known.
    """
    if play.dealt_from is None:
        raise BadRecord("this game was restored from a state: only a game played from its deal has a transcript")
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
        json.dumps(stacks),
    )
    lines = [FIRST_LINE, *(f"{name}: {value}" for name, value in zip(_HEAD, head, strict=True)), ""]
    lines += play.events()
    if play.over:
        lines += ["", f"scores: {_listed(play.scores())}", f"winners: {_listed(play.winners())}"]
    return "\n".join(lines) + "\n"


def replayed(text: str, load: Callable[[str], Game]) -> Play:
    """Play a transcript again, checking every line; load: finds a game by name.

    Raises BadRecord that names the first line where the transcript and the rules differ.
    """
    lines = text.splitlines()
    play = _dealt(lines, load)
    expected = play.events()
    place = len(_HEAD) + 2
    for number, line in enumerate(lines[place:], place + 1):
        if not expected and not play.over and line.startswith(f"seat {play.seat}: "):
            expected = _after(play, line, number)
        if not expected and play.over:
            expected = ["", f"scores: {_listed(play.scores())}", f"winners: {_listed(play.winners())}"]
        wanted = expected.pop(0) if expected else f"seat {play.seat}: one of {', '.join(play.legal_texts())}"
        if line != wanted:
            raise BadRecord(f"line {number}: the transcript says {line!r}, the rules say {wanted!r}")
    if expected:
        raise BadRecord(f"line {len(lines) + 1}: the transcript ends, the rules go on with {expected[0]!r}")
    return play


def _dealt(lines: list[str], load: Callable[[str], Game]) -> Play:
    if not lines or lines[0] != FIRST_LINE:
        raise BadRecord(f"line 1: {lines[0] if lines else ''!r}; a transcript begins {FIRST_LINE!r}")
    head: dict[str, str] = {}
    for number, (name, line) in enumerate(zip(_HEAD, lines[1:], strict=False), 2):
        if not line.startswith(f"{name}: "):
            raise BadRecord(f"line {number}: {line!r}; here stands `{name}: ...`")
        head[name] = line.removeprefix(f"{name}: ")
    if len(head) < len(_HEAD):
        raise BadRecord(f"line {len(lines) + 1}: the transcript ends before its head does")
    game = load(head["game"])
    if head["version"] != str(game.version):
        raise BadRecord(
            f"line 3: the transcript is of {game.name} version {head['version']}, this is version {game.version}"
        )
    try:
        players, words = int(head["players"]), bytes.fromhex(head["chance"])
        options, stacks = json.loads(head["options"]), json.loads(head["stacks"])
        play = Play(game.setup(players, **options), on_illegal="raise")
        play.begin_from(np.frombuffer(words, np.uint32), stacks)
    except SeaError:
        raise
    except (ValueError, TypeError) as error:
        raise BadRecord(f"lines 4 to 7: the transcript's head is damaged: {error}") from error
    return play


def _after(play: Play, line: str, number: int) -> list[str]:
    """Play a decision line; it and the chance lines that follow it."""
    try:
        play.act(play.parse(line.partition(": ")[2]))
    except SeaError as error:
        raise BadRecord(f"line {number}: {error}") from error
    return [line, *play.setup.game.actions.chance_lines(play.setup, play.state)]


def _listed(values: list[Any]) -> str:
    return ", ".join(f"{value:g}" for value in values)
