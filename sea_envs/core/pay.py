"""From the points of a finished game to what each seat is paid; all schemes sum to zero."""

from typing import Any

from sea_envs.core.jit import kernel

SCHEMES = ("win", "rank", "margin")
"""win: each loser -1 / (n - 1), the winners share as much. rank: from +1 for the first to -1 for
the last in equal steps, ties averaged. margin: own points less the mean of the others' points."""

WIN, RANK, MARGIN = range(3)


@kernel
def settle(scheme: int, seats: int, points: Any, standing: Any, out: Any) -> None:
    """Pay a finished game. points, standing, out: [seats or more]; higher standings are better."""
    if scheme == MARGIN:
        total = 0.0
        for seat in range(seats):
            total += points[seat]
        for seat in range(seats):
            out[seat] = points[seat] - (total - points[seat]) / (seats - 1)
        return
    for seat in range(seats):
        above = 0
        level = 0
        for other in range(seats):
            above += standing[other] > standing[seat]
            level += standing[other] == standing[seat]
        if scheme == WIN:
            out[seat] = -1.0 / (seats - 1) if above else (seats - level) / (level * (seats - 1))
        else:
            out[seat] = 1.0 - (2.0 * above + (level - 1)) / (seats - 1)


@kernel
def forfeit(scheme: int, seats: int, loser: int, span: float, out: Any) -> None:
    """Pay a game that `loser` lost by an illegal action: the scheme's worst, for margin -span."""
    worst = span if scheme == MARGIN else 1.0
    for seat in range(seats):
        out[seat] = worst / (seats - 1)
    out[loser] = -worst
