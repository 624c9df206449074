"""Plots as HTML: lengths are percentages, so that they stretch with the page and letters do not."""

from collections.abc import Sequence
from html import escape
from math import floor, log10

import numpy as np
import numpy.typing as npt

from training.evaluation import Estimate

Array = npt.NDArray[np.float64]

MARGIN = 0.04  # of the range of a plot, on either side
MOST_BARS = 30


def interval_plot(
    rows: Sequence[tuple[str, Estimate]],
    *,
    digits: int,
    reference: float | None = None,
    signed: bool = False,
) -> str:
    """A row per name: a dot for the mean, a line for the interval, both in numbers beside it.

    reference: a value to compare with, marked by a line down the plot.
    """
    ends = [end for _, estimate in rows for end in (estimate.low, estimate.high)]
    ends += [] if reference is None else [reference]
    low, high = min(ends), max(ends)
    room = (high - low or 1.0) * MARGIN
    low, high = low - room, high + room

    def at(value: float) -> str:
        return f"{100 * (value - low) / (high - low):.2f}%"

    def said(value: float) -> str:
        return f"{value:+.{digits}f}" if signed else f"{value:.{digits}f}"

    marks = ticks(low, high)
    grid = "".join(f'<line class="grid" x1="{at(m)}" x2="{at(m)}" y2="100%"/>' for m in marks)
    if reference is not None:
        place = at(reference)
        grid += f'<line class="reference" x1="{place}" x2="{place}" y2="100%"/>'
    lines = [
        f'<span class="name">{escape(name)}</span><span class="value">{said(mean.mean)} '
        f"<small>[{said(mean.low)}, {said(mean.high)}]</small></span>"
        f'<svg class="row" role="img" aria-label="{escape(name)} {said(mean.mean)}">{grid}'
        f'<line class="interval" x1="{at(mean.low)}" x2="{at(mean.high)}" y1="50%" y2="50%"/>'
        f'<circle class="mean" cx="{at(mean.mean)}" cy="50%" r="5"/></svg>'
        for name, mean in rows
    ]
    labels = "".join(f'<text x="{at(mark)}" y="12">{_short(mark)}</text>' for mark in marks)
    axis = f'<svg class="axis" aria-hidden="true">{labels}</svg>'
    return f'<div class="intervals">{"".join(lines)}{axis}</div>'


def histogram(values: Array, label: str, *, low: float, high: float, whole: bool) -> str:
    """How often values fall where, as bars between `low` and `high`; their mean in words."""
    width = _bar_width(low, high, whole)
    first = floor(low / width) * width - (width / 2 if whole else 0)
    edges = np.arange(first, high + width, width)
    edges = np.append(edges, edges[-1] + width)
    counts, _ = np.histogram(values, edges)
    step, most = 100 / len(counts), max(int(counts.max()), 1)
    bars = "".join(
        f'<rect x="{place * step:.2f}%" width="{step * 0.9:.2f}%" '
        f'y="{100 - 100 * count / most:.1f}%" height="{100 * count / most:.1f}%">'
        f"<title>{_short(edges[place])} to {_short(edges[place + 1])}: {count}</title></rect>"
        for place, count in enumerate(counts)
    )
    mean = float(values.mean()) if len(values) else 0.0
    ends = f"<span>{_short(low)}</span><span>{_short(high)}</span>"
    return (
        f'<figure class="histogram"><figcaption>{escape(label)}: mean {mean:.2f}</figcaption>'
        f'<svg role="img" aria-label="{escape(label)}">{bars}</svg>'
        f'<div class="ends">{ends}</div></figure>'
    )


def matrix(names: Sequence[str], shares: Array, low: Array, high: Array) -> str:
    """A table of who came before whom how often; colours only repeat what the numbers say."""
    heads = "".join(f"<th><span>{escape(name)}</span></th>" for name in names)
    rows = []
    for first, name in enumerate(names):
        cells = []
        for second in range(len(names)):
            if first == second:
                cells.append("<td></td>")
                continue
            share, sure = shares[first, second], low[first, second] > 0.5
            sure = sure or high[first, second] < 0.5
            cells.append(
                f'<td style="background:{_tint(share)}">{"<b>" if sure else ""}{share:.2f}'
                f"{'</b>' if sure else ''}<small>{low[first, second]:.2f} - "
                f"{high[first, second]:.2f}</small></td>"
            )
        rows.append(f"<tr><th>{escape(name)}</th>{''.join(cells)}</tr>")
    return (
        '<div class="wide"><table class="matrix"><thead><tr><th></th>'
        f"{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def ticks(low: float, high: float) -> list[float]:
    """Three to eight round numbers between two."""
    rough = (high - low) / 5
    unit = 10 ** floor(log10(rough))
    step = min((unit * part for part in (1, 2, 5, 10)), key=lambda part: abs(part - rough))
    return [float(mark) for mark in np.arange(np.ceil(low / step), high / step) * step]


def _bar_width(low: float, high: float, whole: bool) -> float:
    rough = (high - low or 1.0) / MOST_BARS
    unit = 10.0 ** floor(log10(rough))
    width = min(unit * part for part in (1, 2, 5, 10) if unit * part >= rough)
    return max(width, 1.0) if whole else width


def _short(value: float) -> str:
    return f"{round(float(value), 6):g}".replace("-", "\N{MINUS SIGN}")


def _tint(share: float) -> str:
    """From coral for 0 over white to turquoise for 1."""
    end = (96, 200, 200) if share > 0.5 else (238, 128, 108)
    part = min(1.0, 2 * abs(float(share) - 0.5))
    red, green, blue = (round(255 + (tone - 255) * part) for tone in end)
    return f"rgb({red},{green},{blue})"
