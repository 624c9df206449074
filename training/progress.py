"""A bar that says how far a tournament is, how fast, and who leads."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from training.evaluation import share_estimate
from training.results import Game

Watch = Callable[[Sequence[Game]], None]

_SECONDS_APART = 0.5  # between two looks at who leads


class Leader:
    """Who has the largest win share so far, deal by deal."""

    def __init__(self, names: Sequence[str], shares: Sequence[list[float]]) -> None:
        """names: of the players, by number. shares: each one's part of the win on deals so far."""
        self._names = names
        self._shares = shares

    def add(self, games: Sequence[Game]) -> None:
        """Count the games of whole deals."""
        found: dict[tuple[int, int], list[float]] = {}
        for game in games:
            for player, share in zip(game.seating, game.shares, strict=True):
                found.setdefault((game.deal, player), []).append(share)
        for (_, player), shares in found.items():
            self._shares[player].append(sum(shares) / len(shares))

    def words(self) -> str:
        """The leader's name and win share with its interval; empty before there is an interval."""
        enough = [player for player, shares in enumerate(self._shares) if len(shares) > 1]
        if not enough:
            return ""
        leader = max(enough, key=lambda player: float(np.mean(self._shares[player])))
        share = share_estimate(np.array(self._shares[leader]))
        return f"{self._names[leader]} {share}"


@contextmanager
def shown(console: Console, *, total: int, done: int, leader: Leader) -> Iterator[Watch]:
    """Show a bar of games; the function it gives counts the games of a finished block."""
    began = time.monotonic()
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games {task.fields[speed]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[leader]}", markup=False),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=total, completed=done, speed="", leader=leader.words())
        played, looked = 0, began

        def count(games: Sequence[Game]) -> None:
            nonlocal played, looked
            leader.add(games)
            played += len(games)
            progress.advance(task, len(games))
            now = time.monotonic()
            if now - looked >= _SECONDS_APART:
                looked = now
                speed = f"{played / (now - began):,.0f}/s"
                progress.update(task, speed=speed, leader=leader.words())

        yield count
