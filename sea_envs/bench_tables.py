"""What `sea-envs bench` measured as Markdown, for the README."""

from collections.abc import Iterable, Sequence

from sea_envs import peers
from sea_envs.bench import PART, Figure, machine, ratios
from sea_envs.spec import table

BLOCK = "figures"
TABLE = "game (players)"
PEER_HEAD = ("library", TABLE, "decisions/s")

Cell = tuple[str, str, str]
"""A row, a column, and what stands there."""


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
