"""What `sea-envs bench` measured: as ratios, as JSON, and as Markdown for the README."""

import json
import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sea_envs import peers
from sea_envs.bench import PART, Figure
from sea_envs.registry import GAMES
from sea_envs.spec import table

BLOCK = "figures"
TABLE = "game (players)"
PEER_HEAD = ("library", TABLE, "decisions/s")

Cell = tuple[str, str, str]
"""A row, a column, and what stands there."""


@dataclass(frozen=True)
class Ratio:
    """How many times faster our loop was. ours: game (players); loop: what of ours / the peer."""

    ours: str
    loop: str
    times: float


def ratios(found: Sequence[Figure]) -> list[Ratio]:
    """Our loops against the peers' loops of the same kind in this run."""
    pairs = []
    others = {peer.game for peer in found if peer.name in peers.LIKE} - set(GAMES)
    for peer in found:
        kind = peers.LIKE.get(peer.name)
        for ours in found:
            if kind == ours.name and peer.game in (ours.game, *others):
                pairs.append(
                    Ratio(
                        f"{ours.game} ({ours.players})",
                        f"{ours.name} / {peer.name}",
                        ours.value / peer.value,
                    )
                )
    return pairs


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "system": platform.system(),
        "numpy": np.__version__,
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(": ")[2] for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()


def as_json(found: Sequence[Figure]) -> str:
    """The figures, the ratios and the machine as JSON."""
    return json.dumps(
        {
            "machine": machine(),
            "figures": [asdict(figure) for figure in found],
            "ratios": [
                {"name": f"{ratio.ours} {ratio.loop}", "value": ratio.times, "unit": "times"}
                for ratio in ratios(found)
            ],
        },
        indent=1,
    )


def as_markdown(command: str, found: Sequence[Figure]) -> str:
    """The block: our figures, a row for each table; the peers'; and how many times faster we are.

    command: what printed it.
    """
    here = machine()
    ours = [figure for figure in found if figure.name not in peers.LIKE]
    theirs = [figure for figure in found if figure.name in peers.LIKE]
    parts = [figure for figure in ours if figure.unit == PART]
    whole = [figure for figure in ours if figure.unit != PART]
    lines = [
        f"`{command}`: medians on one core of {here['cores']} ({here['processor']}, Python "
        f"{here['python']}, numpy {here['numpy']}), in decisions per second where no unit stands.",
        "",
        _grid((_table(f), _head(f), _number(f)) for f in whole),
    ]
    if parts:
        cells = ((_table(f), f.name, f"{f.value:.1f} %") for f in parts)
        lines += ["", "Where the time of self-play PPO goes:", "", _grid(cells)]
    if theirs:
        times = ((ratio.ours, ratio.loop, f"{ratio.times:.1f}") for ratio in ratios(found))
        lines += [
            *("", "Other libraries in the same run:", ""),
            table(PEER_HEAD, ((f.name, _table(f), _number(f)) for f in theirs)),
            *("", "How many times faster the same kind of loop is here:", ""),
            _grid(times),
        ]
    return "\n".join(lines)


def _grid(cells: Iterable[Cell]) -> str:
    """A table with rows and columns in the order in which they first come."""
    texts = {(row, column): text for row, column, text in cells}
    rows = dict.fromkeys(row for row, _ in texts)
    columns = dict.fromkeys(column for _, column in texts)
    return table(
        [TABLE, *columns], ([row, *(texts.get((row, c), "") for c in columns)] for row in rows)
    )


def _table(figure: Figure) -> str:
    return f"{figure.game} ({figure.players})"


def _head(figure: Figure) -> str:
    return figure.name if figure.unit == "decisions/s" else f"{figure.name}, {figure.unit}"


def _number(figure: Figure) -> str:
    return f"{figure.value:,.1f}" if figure.unit == "s" else f"{figure.value:,.0f}"
