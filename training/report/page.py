"""Puts a tournament's tables, plots and games on one page."""

import gzip
import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from string import Template

import numpy as np

from training.evaluation import Estimate, share_estimate
from training.report.plots import histogram, interval_plot, matrix
from training.report.replays import Replay
from training.results import CUT_OFF, ENDINGS, Record
from training.schedule import Event
from training.standing import Line, Standing
from training.tables import notes

BUTTONS = (
    ("first", "|&lt;", "to the deal"),
    ("back", "&lt;", "one decision back"),
    ("play", "play", "play or pause"),
    ("next", "&gt;", "one decision on"),
    ("last", "&gt;|", "to the end"),
)


@dataclass(frozen=True)
class Report:
    """What a report tells.

    standings: the last one is of all events together, where there are several. records, events: one
    per event. forfeits: player, reason, how many. missing: pairs of players without a game.
    """

    title: str
    command: str
    config: str
    names: Sequence[str]
    retired: Sequence[int]
    standings: Sequence[Standing]
    events: Sequence[Event]
    records: Sequence[Record]
    forfeits: Sequence[tuple[int, str, int]]
    replays: Sequence[Replay]
    missing: int


def page(report: Report) -> str:
    """The whole report as one HTML document."""
    *parts, whole = report.standings
    games = sum(len(record) for record in report.records)
    summary = (
        f"{len(report.names)} players, {games:,} games; intervals are of 95 %, over deals that all"
        " play from every seat"
    )
    sections = [
        *(_standing(standing, report) for standing in (whole, *parts)),
        *map(_event, report.events, report.records, [report.names] * len(report.events)),
        _forfeits(report),
        _games(report),
        _settings(report),
    ]
    return Template(_asset("page.html")).substitute(
        title=escape(report.title),
        summary=escape(summary),
        style=_asset("page.css"),
        script=_asset("page.js"),
        sections="\n".join(sections),
        games=packed(report.replays),
    )


def packed(replays: Iterable[Replay]) -> str:
    """Games as base64 of gzip of JSON; the time of day is left out of it."""
    whole = [replay.as_json() for replay in replays]
    if not whole:
        return ""
    text = json.dumps(whole, separators=(",", ":"), ensure_ascii=False)
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def _standing(standing: Standing, report: Report) -> str:
    names = report.names
    ratings = [(names[line.player], line.rating) for line in standing.lines]
    order = [standing.players.index(line.player) for line in standing.lines]
    met, square = standing.meetings, np.ix_(order, order)
    said = "".join(f"<li>{escape(note)}</li>" for note in notes(standing, names))
    parts = [
        f"<h2>{escape(standing.title)}</h2>",
        "<h3>Rating</h3>",
        interval_plot(ratings, digits=0, reference=0.0, signed=True),
        '<p class="hint">400 more is ten times as likely to come first; 0 scores one half against'
        " the field.</p>",
        _table(standing.lines, report),
        f'<ul class="notes">{said}</ul>',
        "<h3>Who comes before whom</h3>",
        '<p class="hint">How often the player of the row comes before that of the column, ties'
        " half; bold where the interval leaves out one half.</p>",
        matrix(
            [names[line.player] for line in standing.lines],
            met.shares[square],
            met.low[square],
            met.high[square],
        ),
    ]
    return f"<section>{''.join(parts)}</section>"


def _table(lines: Sequence[Line], report: Report) -> str:
    columns = {
        "player": [
            escape(report.names[line.player]) + " (retired)" * (line.player in report.retired)
            for line in lines
        ],
        "games": [str(line.games) for line in lines],
        "win share": [_interval(line.share) for line in lines],
        "points": [_interval(line.points, digits=2) for line in lines],
        "behind the leader": [_interval(line.behind) for line in lines],
        "forfeits": [str(line.forfeits or "") for line in lines],
    }
    told = {name: cells for name, cells in columns.items() if any(cells)}
    head = "".join(f"<th>{name}</th>" for name in told)
    body = "".join(
        f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>"
        for row in zip(*told.values(), strict=True)
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead>{body}</table></div>'


def _interval(estimate: Estimate | None, digits: int = 3) -> str:
    if estimate is None:
        return ""
    low, high = f"{estimate.low:.{digits}f}", f"{estimate.high:.{digits}f}"
    return f"{estimate.mean:.{digits}f} <small>[{low}, {high}]</small>"


def _event(event: Event, record: Record, names: Sequence[str]) -> str:
    seats = event.setup.players
    cut = int((record.endings == ENDINGS.index(CUT_OFF)).sum())
    shares = [(f"seat {seat}", _seat_share(record, seat)) for seat in range(seats)]
    points = record.points
    low, high = float(points.min()), float(points.max())
    whole = bool((points == np.round(points)).all())
    players = [player for player in event.entrants if (record.seating == player).any()]
    spread = "".join(
        histogram(points[record.seating == player], names[player], low=low, high=high, whole=whole)
        for player in players
    )
    lengths = record.decisions.astype(float)
    parts = [
        f"<h2>{escape(event.title)}: seats, points, lengths</h2>",
        "<h3>Win share by seat</h3>",
        interval_plot(shares, digits=3, reference=1 / seats),
        f'<p class="hint">The broken line is the fair share, 1/{seats}; everybody sits everywhere'
        " equally often.</p>",
        f'<h3>Points per game</h3><div class="histograms">{spread}</div>',
        "<h3>Decisions per game</h3>",
        histogram(
            lengths, "all games", low=float(lengths.min()), high=float(lengths.max()), whole=True
        ),
        f'<p class="hint">{cut} games were cut off by the cap on decisions.</p>',
    ]
    return f"<section>{''.join(parts)}</section>"


def _seat_share(record: Record, seat: int) -> Estimate:
    """The win share of whoever sat there, deal by deal."""
    deals, which = np.unique(record.deals, return_inverse=True)
    sums = np.bincount(which, record.shares[:, seat], minlength=len(deals))
    return share_estimate(sums / np.bincount(which))


def _forfeits(report: Report) -> str:
    if not report.forfeits:
        return "<section><h2>Forfeits</h2><p>None: every player answered every time.</p></section>"
    rows = "".join(
        f'<tr><td>{escape(report.names[player])}</td><td class="text">{escape(reason)}</td>'
        f"<td>{count}</td></tr>"
        for player, reason, count in report.forfeits
    )
    head = '<tr><th>player</th><th class="text">reason</th><th>games</th></tr>'
    table = f'<div class="wide"><table><thead>{head}</thead>{rows}</table></div>'
    return f"<section><h2>Forfeits</h2>{table}</section>"


def _games(report: Report) -> str:
    if not report.replays:
        return "<section><h2>Games</h2><p>No game was kept.</p></section>"
    left_out = f" {report.missing} pairs of players have none here." if report.missing else ""
    buttons = "".join(
        f'<button type="button" data-part="{part}" aria-label="{label}">{sign}</button>'
        for part, sign, label in BUTTONS
    )
    return (
        '<section id="player" class="player"><h2>Games</h2>'
        '<p class="hint">Step through a game with the buttons or the keys left, right, Home, End'
        f" and space; all cards are seen.{left_out}</p>"
        '<select data-part="choice" aria-label="game"></select>'
        '<div class="stage"><div>'
        f'<div class="bar">{buttons}<input type="range" min="0" value="0" data-part="slider" '
        'aria-label="decision"><span class="count" data-part="count"></span></div>'
        '<div class="said" data-part="said" aria-live="polite"></div>'
        '<div class="picture" data-part="picture"></div></div>'
        '<ol data-part="list"></ol></div></section>'
    )


def _settings(report: Report) -> str:
    return (
        "<section><h2>How it was played</h2><h3>Command</h3>"
        f"<pre>{escape(report.command)}</pre><h3>Configuration</h3>"
        f"<pre>{escape(report.config)}</pre></section>"
    )


def _asset(name: str) -> str:
    return files("training.report").joinpath(name).read_text(encoding="utf-8")
