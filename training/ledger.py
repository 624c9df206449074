"""The league's ledger: a line of JSON for every match, and a picture of them all.

A match is all games of one collection against one member of the pool.
"""

import io
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

BINS = 48
"""Columns of the picture."""
LAST = 100
"""Games over which the picture says how it stands now."""
MOST_LABELS = 40
LOWEST = 3.4
"""Inches, of the plot of one member: the words at its sides need them."""


@dataclass(frozen=True)
class Match:
    """The learner against a member, seat against seat.

    decisions: the learner's until then; member, generation: a snapshot's SHA-256 and number, or a
    fixed player's name and None. games: as many as the member had seats in; wins, ties: how often
    the learner came out ahead of that seat, or even with it; share: wins with half of the ties per
    game, 0.5 is even; lead: the learner's points less the member's, a mean.
    """

    decisions: int
    member: str
    generation: int | None
    games: int
    wins: int
    ties: int
    share: float
    lead: float


def to_jsonl(matches: Sequence[Match]) -> str:
    """A line for every match."""
    return "".join(f"{json.dumps(asdict(match), ensure_ascii=False)}\n" for match in matches)


def from_jsonl(text: str) -> list[Match]:
    """The matches that `to_jsonl` wrote."""
    return [Match(**json.loads(line)) for line in text.splitlines()]


def picture(matches: Sequence[Match], title: str) -> bytes:
    """A PNG: the learner's win share against every fixed player and generation, over time.

    A row is a member, a column a stretch of the run, its colour the share in all games of it; at
    the end of a row stands the share in the last games, LAST of them or a few more.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    by_member: dict[str, list[Match]] = {}
    for match in matches:
        by_member.setdefault(match.member, []).append(match)
    members = sorted(by_member.values(), key=lambda theirs: theirs[0].generation or 0)
    end = max((match.decisions for match in matches), default=1)
    games, won = np.zeros((2, max(1, len(members)), BINS))
    for row, theirs in enumerate(members):
        for match in theirs:
            column = match.decisions * BINS // (end + 1)
            games[row, column] += match.games
            won[row, column] += match.wins + match.ties / 2
    shares = np.divide(won, games, out=np.full(games.shape, np.nan), where=games > 0)

    step = -(-len(members) // MOST_LABELS) or 1
    height = max(LOWEST, 2 + 0.22 * min(len(members), MOST_LABELS))
    figure = Figure(figsize=(9, height), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.set_facecolor("0.92")
    # Shares far from even are rare, and the differences between the others worth a colour each.
    shown = axes.imshow(
        shares,
        cmap="RdYlBu",
        vmin=0.2,
        vmax=0.8,
        aspect="auto",
        interpolation="nearest",
        extent=(0, end / 1e6, len(shares) - 0.5, -0.5),
    )
    names = [_label(theirs[0]) for theirs in members]
    axes.set_yticks(range(0, len(names), step), names[::step], fontsize=8)
    axes.set_ylabel("fixed players; generations: snapshots")
    latest = axes.secondary_yaxis("right")
    ends = [f"{_latest(theirs):.2f}" for theirs in members]
    latest.set_yticks(range(0, len(ends), step), ends[::step], fontsize=8)
    latest.set_ylabel(f"share in the last {LAST} games")
    axes.set(xlabel="decisions in millions", title=title)
    figure.colorbar(shown, label="the learner's win share", extend="both")
    room = io.BytesIO()
    figure.savefig(room, format="png")
    return room.getvalue()


def _latest(theirs: Sequence[Match]) -> float:
    games, won = 0, 0.0
    for match in reversed(theirs):
        games += match.games
        won += match.wins + match.ties / 2
        if games >= LAST:
            break
    return won / games


def _label(match: Match) -> str:
    if match.generation is None:
        return match.member if len(match.member) <= 24 else f"...{match.member[-21:]}"
    return f"{match.generation}: {match.member[:6]}"
