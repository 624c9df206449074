"""What `sea-envs bench` measured as Markdown, for the README."""

from collections.abc import Iterable, Sequence

from sea_envs import peers
from sea_envs.bench import PART, Figure, machine, ratios

BLOCK = "figures"
PEER_HEAD = ("library", "game (players)", "decisions/s")

Cell = tuple[str, str, str]
"""A row, a column, and what stands there."""


def as_markdown(command: str, found: Sequence[Figure]) -> str:
    """The block: our figures, a row for each table; the peers'; and how many times faster we are.

    command: what printed it.
    """
    here = machine()
    peer_names = {*peers.LIKE}
    ours = [figure for figure in found if figure.name not in peer_names]
    theirs = [figure for figure in found if figure.name in peer_names]
    parts = [figure for figure in ours if figure.unit == PART]
    whole = [figure for figure in ours if figure.unit != PART]
    lines = [
        f"`{command}`: medians on one core of {here['cores']} ({here['processor']}, Python "
        f"{here['python']}, numpy {here['numpy']}), in decisions per second where no unit stands.",
        "",
        *_grid("game (players)", ((_table(f), _head(f), _number(f)) for f in whole)),
    ]
    if parts:
        cells = ((_table(f), f.name, f"{f.value:.1f} %") for f in parts)
        lines += ["", "Where the time of self-play PPO goes:", "", *_grid("game (players)", cells)]
    if theirs:
        peers_rows = (_row([f.name, _table(f), _number(f)]) for f in theirs)
        times = ((ratio.ours, ratio.loop, f"{ratio.times:.1f}") for ratio in ratios(found))
        lines += [
            *("", "Other libraries in the same run:", ""),
            *(_row(PEER_HEAD), "|---" * len(PEER_HEAD) + "|", *peers_rows),
            *("", "How many times faster the same kind of loop is here:", ""),
            *_grid("game (players)", times),
        ]
    return "\n".join(lines)


def _grid(corner: str, cells: Iterable[Cell]) -> list[str]:
    """A table with rows and columns in the order in which they first come."""
    texts = {(row, column): text for row, column, text in cells}
    rows = list(dict.fromkeys(row for row, _ in texts))
    columns = list(dict.fromkeys(column for _, column in texts))
    lines = [_row([corner, *columns]), "|---" * (len(columns) + 1) + "|"]
    return lines + [_row([row, *(texts.get((row, c), "") for c in columns)]) for row in rows]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _table(figure: Figure) -> str:
    return f"{figure.game} ({figure.players})"


def _head(figure: Figure) -> str:
    return figure.name if figure.unit == "decisions/s" else f"{figure.name}, {figure.unit}"


def _number(figure: Figure) -> str:
    return f"{figure.value:,.1f}" if figure.unit == "s" else f"{figure.value:,.0f}"
