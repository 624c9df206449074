"""People at the table: play against players, watch them, and look at games gone by."""

import os
import pydoc
import sys
import textwrap
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote
from shutil import get_terminal_size

import numpy as np

from sea_envs.core.errors import BadOption, BadRecord, BadSeats, SeaError
from sea_envs.core.files import write_text
from sea_envs.core.game import Setup
from sea_envs.core.play import Play
from sea_envs.core.transcript import replayed, written
from sea_envs.drawing.text import to_text
from sea_envs.drawing.theme import TEXT_WIDTH
from sea_envs.players import AnyPlayer, ask, player
from sea_envs.registry import load
from sea_envs.spec import sheet_path

HELP = """Answer with the number or the words of a decision, or with
  look     the table again           know     all that your seat knows, in words
  events   what happened so far      rules    the game's spec sheet
  save     write the game to a file  quit     stop (the game is saved if --save is given)"""
LAST_EVENTS = 6
WIDEST = 120
"""Letters in a line, however wide the window; in a longer one the eye loses its way."""


def played(
    setup: Setup, players: Sequence[str], seed: int | None, *, most: int | None = None
) -> Play:
    """A whole game among these players, or its first `most` decisions."""
    play = Play(setup, on_illegal="raise")
    play.begin(seed)
    seated = _seated(setup, players)
    chance = np.random.default_rng(seed)
    while not play.over and (most is None or len(play.actions) < most):
        _let(seated[play.seat], play, chance)
    return play


def watch(setup: Setup, *, players: Sequence[str], seed: int | None, delay: float) -> None:
    """Show a game among these players, decision by decision, as the referee sees it."""
    play = Play(setup, on_illegal="raise")
    play.begin(seed)
    seated = _seated(setup, players)
    chance = np.random.default_rng(seed)
    while not play.over:
        seat = play.seat
        text = _let(seated[seat], play, chance)
        print(f"\nseat {seat} ({players[seat % len(players)]}): {text}")
        print(_view(play, None))
        time.sleep(delay)
    _tell_end(play)


def show_history(play: Play) -> None:
    """Show every table that a game went through, as the referee sees it."""
    again = Play(play.setup, on_illegal="raise")
    start, actions = play.history()
    again.restore(start)
    print(_view(again, None))
    for action in actions:
        print(f"\nseat {again.seat}: {again.text(action)}")
        again.act(action)
        print(_view(again, None))


def play_in_terminal(
    setup: Setup,
    *,
    opponents: Sequence[str],
    seat: int,
    seed: int | None,
    save: Path | None,
    resume: Path | None,
) -> None:
    """Play one seat by hand until the game ends or the person quits.

    opponents: one for all other seats, or one for each of them in seat order. save: where the game
    is written when it ends and however it is left.
    """
    if save and not save.parent.is_dir():
        raise BadOption(f"--save {save}: {str(save.parent)!r} is no directory")
    play = Play(setup, on_illegal="raise")
    if resume is None:
        play.begin(seed)
    else:
        play = reopened(resume)
        if play.setup.game is not setup.game:
            raise BadRecord(f"{resume} is a game of {play.setup.game.name}, not {setup.game.name}")
        setup = play.setup
    if not 0 <= seat < setup.players:
        raise BadSeats(f"seat={seat}: possible: 0 to {setup.players - 1}")
    others = _others(setup, opponents, seat)
    chance = np.random.default_rng(seed)
    print(f"{setup.game.title}: you are seat {seat}. Type `help` for help.")
    try:
        _take_turns(play, seat, others, chance, save)
    finally:
        if save:
            _save(play, seat, save)


def reopened(path: Path) -> Play:
    """The game of a transcript's file. Raises BadRecord, or OSError for what cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(f"{path}: no text, so no transcript") from error
    return replayed(text, load)


def _take_turns(
    play: Play,
    seat: int,
    others: dict[int, AnyPlayer],
    chance: np.random.Generator,
    save: Path | None,
) -> None:
    told = len(play.events(seat))
    while not play.over:
        if play.seat != seat:
            _let(others[play.seat], play, chance)
            continue
        told = _tell_news(play, seat, told)
        print(_view(play, seat))
        if not _person_decides(play, seat, save):
            return
    _tell_news(play, seat, told)
    print(_view(play, seat))
    _tell_end(play)


def _person_decides(play: Play, seat: int, save: Path | None) -> bool:
    """Ask until an action is played; False if the person quits."""
    legal = play.legal()
    for number, action in enumerate(legal, 1):
        print(f"  {number:>2}  {play.text(action)}")
    while True:
        answer = _answer()
        if answer == "quit":
            return False
        if answer == "save":
            _try_to_save(play, seat, save or Path(f"{play.setup.game.name}.txt"))
        elif answer in ("help", "?"):
            print(HELP)
        elif answer == "look":
            print(_view(play, seat))
        elif answer == "know":
            print(_wrapped(play.setup.game.render.describe(play.setup, play.state, seat)))
        elif answer == "events":
            print("\n".join(play.events(seat)))
        elif answer == "rules":
            pydoc.pager(sheet_path(play.setup.game).read_text(encoding="utf-8"))
        elif answer.isdecimal() and 1 <= int(answer) <= len(legal):
            play.act(legal[int(answer) - 1])
            return True
        elif answer:
            try:
                play.act(play.parse(answer))
                return True
            except SeaError as error:
                print(_wrapped(f"{error}\nor: a number from 1 to {len(legal)}, help"))


def _answer() -> str:
    try:
        return input("> ").strip()
    except KeyboardInterrupt:
        print()  # what follows begins a line of its own
        raise
    except EOFError:
        print()
        return "quit"


def _try_to_save(play: Play, seat: int, path: Path) -> None:
    try:
        _save(play, seat, path)
    except OSError as error:
        print(f"not saved: {path}: {error.strerror}")


def _save(play: Play, seat: int, path: Path) -> None:
    write_text(path, written(play))
    again = f"sea-envs play {play.setup.game.name} --seat {seat} --resume {quote(str(path))}"
    print(f"saved: {path} ({again})")


def _seated(setup: Setup, players: Sequence[str]) -> list[AnyPlayer]:
    if len(players) not in (1, setup.players):
        raise BadOption(
            f"{len(players)} players for {setup.players} seats: possible: 1 or {setup.players}"
        )
    return [player(players[seat % len(players)], setup) for seat in range(setup.players)]


def _others(setup: Setup, opponents: Sequence[str], seat: int) -> dict[int, AnyPlayer]:
    if len(opponents) not in (1, setup.players - 1):
        rest = setup.players - 1
        raise BadOption(f"{len(opponents)} opponents for {rest} seats: possible: 1 or {rest}")
    seats = [other for other in range(setup.players) if other != seat]
    return {
        other: player(opponents[place % len(opponents)], setup) for place, other in enumerate(seats)
    }


def _let(someone: AnyPlayer, play: Play, chance: np.random.Generator) -> str:
    """Let a player decide; answers the words of its action."""
    action = int(ask(someone, play.table, play.table.all_rows, chance.random(1))[0])
    text = play.text(action)
    play.act(action)
    return text


def _view(play: Play, viewer: int | None) -> str:
    scene = play.setup.game.render.scene(play.setup, play.state, viewer)
    recent = tuple(play.events(viewer)[-LAST_EVENTS:]) if viewer is not None else ()
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return to_text(replace(scene, events=recent), colour=colour, width=_width())


def _width() -> int:
    """Letters in a line: as the window has them, if there is one."""
    return min(get_terminal_size().columns, WIDEST) if sys.stdout.isatty() else TEXT_WIDTH


def _wrapped(text: str) -> str:
    filler = textwrap.TextWrapper(_width(), subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(filler.fill(line) for line in text.splitlines())


def _tell_news(play: Play, seat: int, told: int) -> int:
    events = play.events(seat)
    for line in events[told:]:
        print(line)
    return len(events)


def _tell_end(play: Play) -> None:
    points = ", ".join(f"seat {seat}: {value:g}" for seat, value in enumerate(play.scores()))
    winners = " and ".join(f"seat {seat}" for seat in play.winners())
    print(
        f"\nThe game is over. {points}. {winners} {'win' if len(play.winners()) > 1 else 'wins'}."
    )
