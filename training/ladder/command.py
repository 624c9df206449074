"""`python -m training ladder`: how strong random, heuristic, search and pretrained players are.

It plays until every interval is narrow, or the most deals are played; interrupted, the same command
goes on from there.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from sea_envs.core.errors import SeaError
from sea_envs.registry import GAMES, load
from sea_envs.spec import README, no_block, renew, sheet_path
from training.console import say
from training.engine import cores
from training.evaluation import share_estimate
from training.help import helped
from training.interrupts import heard
from training.ladder.plan import (
    LadderConfig,
    Pairing,
    aim,
    expected_deals,
    half_width,
    key,
    pairings,
    wanted_deals,
)
from training.ladder.play import Span, Work, seconds_per_game, working
from training.ladder.results import BadLadder, Shares, read, write
from training.ladder.tables import BLOCK, essence, known, sheet
from training.yaml_config import make_config

USAGE = "usage: python -m training ladder [GAME ...] [key=value ...] [--write]"
ABOUT = (
    "Plays random, heuristic, search and pretrained players against each other, by default in "
    "every game, and prints the tables; --write puts them into the README and the spec sheets "
    "of a clone. Says beforehand how long it takes: hours for all games, most of them for "
    "search. What was stopped goes on by the same command."
)

_SPAN_SECONDS, _SPAN_DEALS = 4.0, 256
"""About so long a process plays between two looks, and at most so many deals."""

Costs = Mapping[Pairing, float]
"""Seconds for a deal."""


def main(words: Sequence[str]) -> int:
    """Run the command; 0 when every pairing is done. Raises SeaError for bad input."""
    if (status := helped(words, USAGE, ABOUT, LadderConfig, alone=True)) is not None:
        return status
    flags = [word for word in words if word.startswith("-")]
    if not set(flags) <= {"--write"}:
        raise SeaError(f"ladder {' '.join(words)}: {USAGE}")
    games = [word for word in words if "=" not in word and word not in flags] or list(GAMES)
    config = make_config(LadderConfig, {}, [word for word in words if "=" in word], source="ladder")
    plan = pairings(games, config)
    homes = [README, *(sheet_path(load(game)) for game in games)] if flags else []
    _check(homes)
    path = Path(config.results)
    shares = read(path)
    play_out(plan, shares, path, config, Console(stderr=True))
    found = known(plan, shares, config)
    for game in games:
        block = sheet(game, found, config)
        if flags:
            renew(sheet_path(load(game)), {BLOCK: block})
        else:
            print(block)
    if flags:
        everywhere = pairings(GAMES, config.model_copy(update={"players": None}))
        # Whoever asks for narrower intervals in one game does not take the others off the page.
        done = known(everywhere, shares, LadderConfig()) | known(everywhere, shares, config)
        renew(README, {BLOCK: essence(GAMES, done, config)})
    return 0


def play_out(
    plan: Sequence[Pairing], shares: Shares, path: Path, config: LadderConfig, console: Console
) -> None:
    """Play what is still to be played of a plan, into `shares` and the file that keeps them."""
    left = [pairing for pairing in plan if _left(pairing, shares, config)]
    if not left:
        return
    write(path, shares)  # what stands in the way of it does so before anything is played
    workers = config.workers or cores()
    costs = estimated(left, config, workers, console)
    with working(workers) as work, _bar(console, left, costs, config) as progress:
        for pairing in left:
            began = perf_counter()
            _play(pairing, shares, path, config, costs[pairing], work, progress)
            deals = shares[key(pairing)]
            share = share_estimate(np.array(deals))
            wide = half_width(share) > aim(pairing, config).half_width
            say(
                progress.console,
                f"{pairing}: {share}, {len(deals)} deals, {perf_counter() - began:.0f} s"
                f"{', still wide' if wide else ''}",
            )


def estimated(
    left: Sequence[Pairing], config: LadderConfig, workers: int, console: Console
) -> dict[Pairing, float]:
    """What a deal of each pairing costs, from one game of every player; prints the whole sum."""
    alone: dict[tuple[str, int, str], float] = {}
    costs: dict[Pairing, float] = {}
    with console.status("timing a game of every player"):
        for pairing in left:
            for name in (pairing.first, pairing.second):
                place = (pairing.game, pairing.players, name)
                if place not in alone:
                    alone[place] = seconds_per_game(*place)
            game, players = pairing.game, pairing.players
            one, other = alone[game, players, pairing.first], alone[game, players, pairing.second]
            costs[pairing] = players * (one + (players - 1) * other)
    for game, players in dict.fromkeys((pairing.game, pairing.players) for pairing in left):
        here = [p for p in left if (p.game, p.players) == (game, players)]
        console.print(f"{game}, {players} players: {_duration(here, costs, config, workers)}")
    together = _duration(left, costs, config, workers)
    console.print(f"together {together}, if nobody is better; the clearer the sooner")
    return costs


def _play(
    pairing: Pairing,
    shares: Shares,
    path: Path,
    config: LadderConfig,
    cost: float,
    work: Work,
    progress: Progress,
) -> None:
    """Play a pairing to its end, stage by stage."""
    deals = shares.setdefault(key(pairing), [])
    task, done = progress.task_ids[0], progress.tasks[0].completed
    whole = _weight(pairing, cost, config)
    expected = expected_deals(pairing.players, aim(pairing, config))
    with heard() as interrupted:
        while (further := _left(pairing, shares, config)) > 0:
            for part in work(pairing, _spans(len(deals), further, cost, config)):
                deals += part
                write(path, shares)
                share = share_estimate(np.array(deals)) if len(deals) > 1 else ""
                progress.update(
                    task,
                    completed=done + min(1.0, len(deals) / expected) * whole,
                    now=f"{pairing} {share}, {len(deals)} deals",
                )
                interrupted()
    progress.update(task, completed=done + whole)


def _left(pairing: Pairing, shares: Shares, config: LadderConfig) -> int:
    """How many deals more, as far as one knows."""
    deals = shares.get(key(pairing), [])
    return max(0, wanted_deals(deals, aim(pairing, config)) - len(deals))


def _spans(first: int, count: int, cost: float, config: LadderConfig) -> list[Span]:
    """The deals from `first` on, in portions that keep every process busy."""
    even = -(-count // (config.workers or cores()))
    size = max(1, min(even, _SPAN_DEALS, int(_SPAN_SECONDS / max(cost, 1e-9))))
    return [(at, min(size, first + count - at)) for at in range(first, first + count, size)]


def _weight(pairing: Pairing, cost: float, config: LadderConfig) -> float:
    return cost * expected_deals(pairing.players, aim(pairing, config))


def _duration(part: Sequence[Pairing], costs: Costs, config: LadderConfig, workers: int) -> str:
    seconds = sum(_weight(pairing, costs[pairing], config) for pairing in part) / workers
    minutes = round(seconds / 60)
    about = f"{minutes // 60} h {minutes % 60} min" if minutes else f"{seconds:.0f} s"
    return f"{len(part)} pairings, about {about}"


@contextmanager
def _bar(
    console: Console, left: Sequence[Pairing], costs: Costs, config: LadderConfig
) -> Iterator[Progress]:
    columns = (
        BarColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[now]}", markup=False),
    )
    with Progress(*columns, console=console) as progress:
        total = sum(_weight(pairing, costs[pairing], config) for pairing in left)
        progress.add_task("", total=total, now="")
        yield progress


def _check(homes: Sequence[Path]) -> None:
    """Whether the blocks can be written, asked before hours of play."""
    for path in homes:
        if trouble := no_block(path, BLOCK):
            raise BadLadder(trouble)
