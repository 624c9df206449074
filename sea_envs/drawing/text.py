"""A scene as text for terminals, in colour or plain."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from sea_envs.drawing import theme
from sea_envs.drawing.scene import Panel, Scene, Score
from sea_envs.drawing.words import Crayon, beside, content_lines, flow, length, pad, seat_name

NARROWEST_PANEL = 26
TURN = "> "
_SINGLE, _DOUBLE = tuple("┌─┐│└┘"), tuple("╔═╗║╚╝")


def to_text(scene: Scene, *, colour: bool = True, width: int = theme.TEXT_WIDTH) -> str:
    """Write a scene in lines of at most `width` letters, unless one piece alone is wider.

    Face-down cards are ##, empty places __; * stands before what is highlighted, ~ before what
    is dimmed. Without `colour` there are no escape codes; no word depends on them.
    """
    crayon = Crayon(colour)
    lines = _banner(scene, crayon, width)
    for panels in scene.panels:
        lines += _panel_rows(panels, scene, crayon, width)
    if scene.hand is not None:
        lines += _panel(scene.hand, scene, crayon, width)
    if scene.events:
        lines.append(crayon.faint("last events"))
        for event in scene.events:
            lines += flow([["-", *event.split()]], width, indent="  ")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _banner(scene: Scene, crayon: Crayon, width: int) -> list[str]:
    mover = scene.to_move
    turn = "game over" if mover is None else f"{TURN}{seat_name(mover)} to move"
    eyes = "all cards seen" if scene.viewer is None else f"seen by {seat_name(scene.viewer)}"
    groups = [
        [crayon.bold(scene.title)],
        [crayon.turn(turn)],
        scene.status.split(),
        [crayon.faint(eyes)],
    ]
    lines = flow([group for group in groups if group], width, gap=" | ")
    if scene.scores:
        scores = [_score(score, scene, crayon) for score in scene.scores]
        lines += flow([[crayon.faint("points:")], *scores], width, gap="   ", indent="  ")
    return lines


def _score(score: Score, scene: Scene, crayon: Crayon) -> list[str]:
    who = crayon.on(seat_name(score.seat), theme.seat_colour(score.seat))
    pointer = crayon.turn(TURN) if score.seat == scene.to_move else ""
    note = f" ({score.note})" if score.note else ""
    return [f"{pointer}{who} {crayon.bold(str(score.points))}{note}"]


def _panel_rows(panels: Sequence[Panel], scene: Scene, crayon: Crayon, width: int) -> list[str]:
    """Set panels side by side, in as few rows as their widest pieces allow."""
    lines: list[str] = []
    for rows in range(1, len(panels) + 1):
        count = -(-len(panels) // rows)
        lines = []
        narrowest = width
        for start in range(0, len(panels), count):
            row = panels[start : start + count]
            sides = _shares(row, width - len(row) + 1)
            narrowest = min(narrowest, *sides)
            lines += _beside(
                [_panel(panel, scene, crayon, side) for panel, side in zip(row, sides, strict=True)]
            )
        if narrowest >= NARROWEST_PANEL and all(length(line) <= width for line in lines):
            break
    return lines


def _shares(panels: Sequence[Panel], width: int) -> list[int]:
    """Split the width by weight, to the last letter."""
    total = sum(panel.weight for panel in panels)
    ends = [width * part // total for part in accumulate(panel.weight for panel in panels)]
    return [end - start for start, end in pairwise([0, *ends])]


def _beside(frames: Sequence[Sequence[str]]) -> list[str]:
    """Join framed panels; the shorter ones are lengthened above their bottom line."""
    height = max(len(frame) for frame in frames)
    tall = []
    for frame in frames:
        edge = _DOUBLE[3] if frame[0].startswith(_DOUBLE[0]) else _SINGLE[3]
        filler = f"{edge}{' ' * (length(frame[0]) - 2)}{edge}"
        tall.append([*frame[:-1], *[filler] * (height - len(frame)), frame[-1]])
    return beside(tall, gap=" ")


def _panel(panel: Panel, scene: Scene, crayon: Crayon, width: int) -> list[str]:
    """Frame a panel: a double line around the seat to move, a single one around the others."""
    moves = panel.seat is not None and panel.seat == scene.to_move
    heading = f" {panel.heading} "
    if panel.seat is not None:
        heading = crayon.on(heading, theme.seat_colour(panel.seat))
        if moves:
            heading += crayon.turn(f" {TURN}to move ")
        if panel.seat == scene.viewer:
            heading += " (you) "
    room = max(width - 4, length(heading))
    body = [line for content in panel.contents for line in content_lines(content, crayon, room)]
    note = f" {panel.note} " if panel.note else ""
    if length(heading) + length(note) >= room:
        body = flow([panel.note.split()], room) + body
        note = ""
    room = max([room, *(length(line) for line in body)])
    left, across, right, side, low_left, low_right = _DOUBLE if moves else _SINGLE
    fill = across * (room - length(heading) - length(note))
    return [
        f"{left}{across}{heading}{fill}{note}{across}{right}",
        *(f"{side} {pad(line, room)} {side}" for line in body),
        f"{low_left}{across * (room + 2)}{low_right}",
    ]
