"""What a run tells: a progress bar, TensorBoard scalars, a history, a learning curve."""

import csv
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Protocol

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat

from training.console import say
from training.evaluation import Evaluation


@dataclass(frozen=True)
class Milestone:
    """An evaluation after so many decisions: against whom, and the win share with its interval."""

    decisions: int
    opponent: str
    games: int
    win_share: float
    low: float
    high: float
    points: float
    lead: float


class Bar(Protocol):
    """Where a run shows how far it is."""

    def move(self, decisions: int, speed: float) -> None:
        """So many decisions are taken, so many a second."""

    def say(self, text: str) -> None:
        """A line that stays."""


class _RichBar:
    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def move(self, decisions: int, speed: float) -> None:
        self._progress.update(self._task, completed=decisions, speed=f"{speed:,.0f}/s")

    def say(self, text: str) -> None:
        say(self._progress.console, text)


@contextmanager
def bar(console: Console, *, total: int, done: int) -> Iterator[Bar]:
    """Show a progress bar of `total` decisions."""
    columns = (
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} decisions"),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        yield _RichBar(progress, progress.add_task("", total=total, completed=done, speed=""))


def show_in_tensorboard(logger: Logger, folder: Path) -> None:
    """From now on the logger's scalars go into files that TensorBoard reads."""
    logger.output_formats.append(TensorBoardOutputFormat(str(folder)))


def milestone(decisions: int, opponent: str, found: Evaluation) -> Milestone:
    """An evaluation as a line of the history."""
    share = found.win_share
    return Milestone(
        decisions=decisions,
        opponent=opponent,
        games=found.games,
        win_share=share.mean,
        low=share.low,
        high=share.high,
        points=found.points.mean,
        lead=found.lead.mean,
    )


def to_csv(history: Sequence[Milestone]) -> str:
    """The history as a table."""
    room = io.StringIO()
    writer = csv.DictWriter(room, [field.name for field in fields(Milestone)], lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(entry) for entry in history)
    return room.getvalue()


def from_csv(text: str) -> list[Milestone]:
    """The history that `to_csv` wrote."""
    kinds: dict[str, Any] = {field.name: field.type for field in fields(Milestone)}
    rows = csv.DictReader(io.StringIO(text))
    return [Milestone(**{name: kind(row[name]) for name, kind in kinds.items()}) for row in rows]


def _seen(history: Sequence[Milestone], fair_share: float) -> tuple[float, float]:
    """The part of the win shares in which something happens: at large tables all are small."""
    low = min([fair_share, *(entry.low for entry in history)])
    high = max([fair_share, *(entry.high for entry in history)])
    edge = max(0.02, 0.05 * (high - low))
    return low - edge, high + edge


def curve(history: Sequence[Milestone], fair_share: float, title: str) -> bytes:
    """The learning curve as a PNG: win share with its interval against every opponent."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for opponent in dict.fromkeys(entry.opponent for entry in history):
        mine = [entry for entry in history if entry.opponent == opponent]
        millions = [entry.decisions / 1e6 for entry in mine]
        (line,) = axes.plot(
            millions, [entry.win_share for entry in mine], marker="o", label=f"against {opponent}"
        )
        axes.fill_between(
            millions,
            [entry.low for entry in mine],
            [entry.high for entry in mine],
            color=line.get_color(),
            alpha=0.2,
        )
    axes.axhline(fair_share, color="grey", linestyle="--", label="fair share")
    axes.set(xlabel="decisions in millions", ylabel="win share", title=title)
    axes.set_ylim(*_seen(history, fair_share))
    axes.legend()
    axes.grid(alpha=0.3)
    room = io.BytesIO()
    figure.savefig(room, format="png")
    return room.getvalue()
