"""Standings for people and for programs: a table in the terminal, CSV, JSON."""

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from training.evaluation import Estimate
from training.standing import Line, Standing

WIDTH = 100  # columns of the written table, whatever the terminal
_MEASURES = ("win_share", "points", "pay", "behind", "rating")
_COLUMNS = (
    *("event", "rank", "player", "games", "deals"),
    *(f"{name}{end}" for name in _MEASURES for end in ("", "_low", "_high")),
    *("forfeits", "retired"),
)
_PAIR_COLUMNS = (
    *("event", "player", "opponent", "meetings"),
    *("ahead", "ahead_low", "ahead_high", "better", "more_deals"),
)


def show(
    standings: Sequence[Standing], names: Sequence[str], retired: Sequence[int], console: Console
) -> None:
    """Print the tables, and below each what its players' order is worth."""
    for standing in standings:
        console.print(_table(standing, names, retired))
        for note in notes(standing, names):
            console.print(f"  {note}", highlight=False, markup=False)


def as_text(standings: Sequence[Standing], names: Sequence[str], retired: Sequence[int]) -> str:
    """What `show` prints, without colours."""
    page = io.StringIO()
    show(standings, names, retired, Console(file=page, width=WIDTH, color_system=None))
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines()) + "\n"


def notes(standing: Standing, names: Sequence[str]) -> list[str]:
    """How sure the order of neighbours is, and whether it is an order at all."""
    ratings, met = standing.ratings, standing.meetings
    lines = []
    for upper, lower in zip(standing.lines, standing.lines[1:], strict=False):
        first, second = (standing.players.index(line.player) for line in (upper, lower))
        lines.append(
            f"{names[upper.player]} is better than {names[lower.player]} with probability "
            f"{ratings.better[first, second]:.3f}{_needed(ratings.more_deals(first, second))}"
        )
    if met.triples:
        share, low, high = met.cycle_share
        lines.append(
            f"cycles among {met.triples} threes of players: {share:.3f} [{low:.3f}, {high:.3f}], "
            f"{len(met.certain_cycles)} of them certain"
        )
    mixture = [
        f"{names[player]} {part:.2f}"
        for player, part in zip(standing.players, met.nash, strict=True)
        if part >= 0.005
    ]
    lines.append(f"Nash average: {', '.join(mixture)}")
    return lines


def as_csv(standings: Sequence[Standing], names: Sequence[str], retired: Sequence[int]) -> str:
    """A line per table and player."""
    page = io.StringIO()
    writer = csv.DictWriter(page, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for standing in standings:
        for rank, line in enumerate(standing.lines, 1):
            writer.writerow({"event": standing.title, "rank": rank, **_facts(line, names, retired)})
    return page.getvalue()


def pairs_as_csv(standings: Sequence[Standing], names: Sequence[str]) -> str:
    """A line per table and ordered pair of players."""
    page = io.StringIO()
    writer = csv.DictWriter(page, _PAIR_COLUMNS, lineterminator="\n")
    writer.writeheader()
    for standing in standings:
        for pair in _pairs(standing, names):
            writer.writerow({"event": standing.title, **pair})
    return page.getvalue()


def as_json(
    standings: Sequence[Standing],
    names: Sequence[str],
    retired: Sequence[int],
    config: dict[str, Any],
) -> str:
    """Everything in the tables, with the configuration."""
    whole = {
        "config": config,
        "tables": [
            {
                "event": standing.title,
                "players": [
                    {"rank": rank, **_facts(line, names, retired)}
                    for rank, line in enumerate(standing.lines, 1)
                ],
                "pairs": _pairs(standing, names),
                "cycles": [
                    [names[standing.players[player]] for player in cycle]
                    for cycle in standing.meetings.cycles
                ],
                "certain_cycles": len(standing.meetings.certain_cycles),
                "cycle_share": list(standing.meetings.cycle_share),
                "nash": {
                    names[player]: round(float(part), 6)
                    for player, part in zip(standing.players, standing.meetings.nash, strict=True)
                },
            }
            for standing in standings
        ],
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _table(standing: Standing, names: Sequence[str], retired: Sequence[int]) -> Table:
    columns = {
        "": [str(rank) for rank in range(1, len(standing.lines) + 1)],
        "player": [escape(names[line.player]) for line in standing.lines],
        "win share": [escape(str(line.share)) for line in standing.lines],
        "points": [f"{line.points.mean:.2f}" if line.points else "" for line in standing.lines],
        "behind": [_spread(line.behind) for line in standing.lines],
        "rating": [_rating(line.rating) for line in standing.lines],
        "forfeits": [_forfeits(line, line.player in retired) for line in standing.lines],
    }
    told = {name: cells for name, cells in columns.items() if any(cells)}
    table = Table(
        box=SIMPLE_HEAD,
        title=standing.title,
        title_justify="left",
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    for heading in told:
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for row in zip(*told.values(), strict=True):
        table.add_row(*row)
    return table


def _rating(rating: Estimate) -> str:
    return escape(f"{rating.mean:+.0f} [{rating.low:+.0f}, {rating.high:+.0f}]")


def _forfeits(line: Line, retired: bool) -> str:
    return f"{line.forfeits or ''}{', retired' if retired else ''}"


def _spread(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    return f"{estimate.mean:.3f} ±{(estimate.high - estimate.low) / 2:.3f}"


def _needed(deals: int | None) -> str:
    if deals == 0:
        return ""
    if deals is None:
        return "; they are level"
    return f"; about {float(f'{deals:.2g}'):,.0f} more deals would separate them"


def _facts(line: Line, names: Sequence[str], retired: Sequence[int]) -> dict[str, Any]:
    return {
        "player": names[line.player],
        "games": line.games,
        "deals": line.deals,
        **_estimate("win_share", line.share),
        **_estimate("points", line.points),
        **_estimate("pay", line.pay),
        **_estimate("behind", line.behind),
        **_estimate("rating", line.rating),
        "forfeits": line.forfeits,
        "retired": int(line.player in retired),
    }


def _estimate(name: str, estimate: Estimate | None) -> dict[str, float | None]:
    if estimate is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    low, high = round(estimate.low, 6), round(estimate.high, 6)
    return {name: round(estimate.mean, 6), f"{name}_low": low, f"{name}_high": high}


def _pairs(standing: Standing, names: Sequence[str]) -> list[dict[str, Any]]:
    met, low, high = standing.meetings, standing.meetings.low, standing.meetings.high
    better = standing.ratings.better
    return [
        {
            "player": names[standing.players[first]],
            "opponent": names[standing.players[second]],
            "meetings": int(met.games[first, second]),
            "ahead": round(float(met.shares[first, second]), 6),
            "ahead_low": round(float(low[first, second]), 6),
            "ahead_high": round(float(high[first, second]), 6),
            "better": round(float(better[first, second]), 6),
            "more_deals": standing.ratings.more_deals(first, second),
        }
        for first in range(len(standing.players))
        for second in range(len(standing.players))
        if first != second
    ]
