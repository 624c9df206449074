"""The command `sea-envs`: look at, play, record and time the games."""

import argparse
import os
import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from sea_envs.core.errors import BadOption, SeaError
from sea_envs.core.files import write_bytes, write_text
from sea_envs.registry import GAMES, load

BAD_INPUT = 2
INTERRUPTED = 130

WHO = (
    "each is random, heuristic, pretrained, search:N, flat:N, checkpoint:PATH, module:factory or"
    " another package's"
)
"""Written out, for the players' own list brings the compiler with it."""


def main(words: Sequence[str] | None = None) -> int:
    """Run a command: 0 when done, 2 with one clear line for bad input, 130 when interrupted."""
    given = _parser().parse_args(words)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):  # no letter that a terminal lacks shall end a game
            stream.reconfigure(errors="replace")
    try:
        given.run(given)
        sys.stdout.flush()
    except BrokenPipeError:
        # Who read it has seen enough, as `head` has; what is left to write goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (SeaError, ModuleNotFoundError, OSError) as error:
        print(f"sea-envs: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return INTERRUPTED
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sea-envs", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    listing = commands.add_parser("list", help="the games, their ids and numbers of players")
    listing.set_defaults(run=_list)
    spec = commands.add_parser(
        "spec", help="a game's spec sheet: rules, options, actions, observation"
    )
    spec.add_argument("game")
    spec.add_argument(
        "--write", action="store_true", help="renew the printed tables in the sheet's file"
    )
    spec.set_defaults(run=_spec)
    play = commands.add_parser("play", help="play a game in the terminal")
    _add_table(play)
    play.add_argument(
        "--opponents", default="heuristic", help=f"one for all, or one per other seat: a,b; {WHO}"
    )
    play.add_argument("--seat", type=int, default=0, help="your seat (default 0)")
    play.add_argument("--save", type=Path, help="where `save` and quitting write the game")
    play.add_argument("--resume", type=Path, help="go on with a saved game")
    play.set_defaults(run=_play)
    watch = commands.add_parser("watch", help="watch players play")
    _add_table(watch)
    watch.add_argument(
        "--seats", default="heuristic", help=f"one player for all, or one per seat: a,b; {WHO}"
    )
    watch.add_argument("--delay", type=float, default=0.0, help="seconds between decisions")
    watch.set_defaults(run=_watch)
    transcript = commands.add_parser("transcript", help="let players play a game and write it down")
    _add_table(transcript)
    transcript.add_argument(
        "--seats", default="random", help=f"one player for all, or one per seat: a,b; {WHO}"
    )
    transcript.add_argument("--to", type=Path, help="the file to write (default: print)")
    transcript.set_defaults(run=_transcript)
    picture = commands.add_parser("picture", help="draw a table in the middle of a game")
    _add_table(picture)
    picture.add_argument(
        "--seats", default="heuristic", help=f"one player for all, or one per seat: a,b; {WHO}"
    )
    picture.add_argument(
        "--after", type=int, default=40, help="decisions before the picture is drawn"
    )
    picture.add_argument("--viewer", type=int, help="whose eyes (default: the seat to move)")
    picture.add_argument("--to", type=Path, required=True, help="the PNG file to write")
    picture.set_defaults(run=_picture)
    replay = commands.add_parser("replay", help="verify a transcript against the rules")
    replay.add_argument("file", type=Path)
    replay.add_argument("--show", action="store_true", help="show the table after every decision")
    replay.set_defaults(run=_replay)
    bench = commands.add_parser("bench", help="measure speed")
    bench.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    bench.add_argument("--peers", action="store_true", help="and other libraries' games, as ratios")
    bench.add_argument("--json", type=Path, help="write the figures to this file")
    bench.add_argument("--write", action="store_true", help="print them into the README of a clone")
    bench.set_defaults(run=_bench)
    return parser


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, help="fixes the deal and every chance after it")
    parser.add_argument(
        "--options", nargs="*", default=[], metavar="NAME=VALUE", help="rule options"
    )


def _list(given: argparse.Namespace) -> None:
    from sea_envs.registration import gymnasium_id

    for name in GAMES:
        game = load(name)
        print(f"{name:12} {gymnasium_id(name):26} {game.min_seats}-{game.max_seats} players")


def _spec(given: argparse.Namespace) -> None:
    from sea_envs.spec import filled, renew, sheet_path, tables

    game = load(given.game)
    path = sheet_path(game)
    if given.write:
        renew(path, tables(game))
    else:
        print(filled(path.read_text(encoding="utf-8"), tables(game)))


def _play(given: argparse.Namespace) -> None:
    from sea_envs.terminal import play_in_terminal

    play_in_terminal(
        load(given.game).setup(given.players, **_options(given.options)),
        opponents=given.opponents.split(","),
        seat=given.seat,
        seed=given.seed,
        save=given.save,
        resume=given.resume,
    )


def _watch(given: argparse.Namespace) -> None:
    from sea_envs.terminal import watch

    setup = load(given.game).setup(given.players, **_options(given.options))
    watch(setup, players=given.seats.split(","), seed=given.seed, delay=given.delay)


def _transcript(given: argparse.Namespace) -> None:
    from sea_envs.core.transcript import written
    from sea_envs.terminal import played

    setup = load(given.game).setup(given.players, **_options(given.options))
    text = written(played(setup, given.seats.split(","), given.seed))
    if given.to:
        write_text(given.to, text)
    else:
        print(text, end="")


def _picture(given: argparse.Namespace) -> None:
    from sea_envs.drawing.image import to_png
    from sea_envs.terminal import played

    setup = load(given.game).setup(given.players, **_options(given.options))
    play = played(setup, given.seats.split(","), given.seed, most=given.after)
    viewer = play.seat if given.viewer is None else given.viewer
    write_bytes(given.to, to_png(setup.game.render.scene(setup, play.state, viewer)))


def _replay(given: argparse.Namespace) -> None:
    from sea_envs.terminal import reopened, show_history

    play = reopened(given.file)
    if given.show:
        show_history(play)
    ending = f"scores {play.scores()}" if play.over else "unfinished"
    print(f"{given.file}: {len(play.actions)} decisions agree with the rules; {ending}")


def _bench(given: argparse.Namespace) -> None:
    from sea_envs.bench import figures
    from sea_envs.bench_tables import BLOCK, as_json, as_markdown, ratios
    from sea_envs.spec import README, no_block, renew

    if given.write and (trouble := no_block(README, BLOCK)):
        raise SeaError(trouble)
    found = []
    for figure in figures(given.games or GAMES, with_peers=given.peers):
        found.append(figure)
        print(
            f"{figure.game:12} {figure.players} players  {figure.name:28} "
            f"{figure.value:>14,.1f} {figure.unit}",
            flush=True,
        )
    for ratio in ratios(found):
        print(f"{f'{ratio.ours} {ratio.loop}':60} {ratio.times:>10,.1f} times")
    if given.json:
        write_text(given.json, as_json(found))
    if given.write:
        words = ["sea-envs bench", *given.games, *(["--peers"] if given.peers else []), "--write"]
        renew(README, {BLOCK: as_markdown(" ".join(words), found)})


def _options(words: Sequence[str]) -> dict[str, Any]:
    """Rule options from NAME=VALUE words."""
    options: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadOption(f"{word!r}: options are written NAME=VALUE")
        options[name] = _value(value)
    return options


def _value(word: str) -> Any:
    """What it looks like: true, false, a whole number, several with commas between, or a word."""
    if "," in word:
        return tuple(_value(part) for part in word.split(",") if part)
    if word.lower() in ("true", "false"):
        return word.lower() == "true"
    return int(word) if re.fullmatch(r"-?[0-9]{1,18}", word) else word
