"""Rectangles that know their size and how to paint themselves, set side by side or stacked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from sea_envs.drawing.theme import DARK_INK, GAP, Rgb

Point = tuple[float, float]
LINE_HEIGHT = 1.25
SMALLEST_LETTER = 2.0
LONG_WORD = 9


class Pen(Protocol):
    """What a picture is painted with; lengths in pixels of a picture at scale 1."""

    def text_width(self, words: str, size: float, *, bold: bool = False) -> float:
        """Measure one line of letters."""

    def write(
        self, at: Point, words: str, *, size: float, ink: Rgb = DARK_INK, bold: bool = False
    ) -> None:
        """Write one line, LINE_HEIGHT times the size high, from its top left corner."""

    def rectangle(
        self,
        at: Point,
        size: Point,
        *,
        fill: Rgb | None = None,
        outline: Rgb | None = None,
        radius: float = 0.0,
        line: float = 1.5,
    ) -> None:
        """Paint a rectangle with round corners; the outline lies inside."""

    def oval(self, centre: Point, radii: Point, *, fill: Rgb) -> None:
        """Paint an ellipse."""

    def polygon(self, points: Sequence[Point], *, fill: Rgb) -> None:
        """Paint a filled polygon."""

    def stroke(self, points: Sequence[Point], *, width: float, ink: Rgb) -> None:
        """Paint a line through points with round ends."""


Paint = Callable[[Pen, float, float], None]


@dataclass(frozen=True)
class Block:
    """Something to paint with its top left corner at a place (x, y); it stays within its size."""

    width: float
    height: float
    paint: Paint


def nothing(width: float = 0.0, height: float = 0.0) -> Block:
    """Return empty room."""
    return Block(width, height, lambda pen, x, y: None)


def placed(blocks: Sequence[tuple[Block, float, float]], width: float, height: float) -> Block:
    """Put blocks at places of a larger one, the first one at the bottom."""

    def paint(pen: Pen, x: float, y: float) -> None:
        for block, right, down in blocks:
            block.paint(pen, x + right, y + down)

    return Block(width, height, paint)


def beside(blocks: Sequence[Block], *, gap: float = GAP, align: float = 0.5) -> Block:
    """Set blocks in a row; `align` 0 is at the top, 1 at the bottom."""
    height = max((block.height for block in blocks), default=0.0)
    places, x = [], 0.0
    for block in blocks:
        places.append((block, x, (height - block.height) * align))
        x += block.width + gap
    return placed(places, max(x - gap, 0.0), height)


def stacked(blocks: Sequence[Block], *, gap: float = GAP, align: float = 0.0) -> Block:
    """Set blocks below one another; `align` 0 is at the left, 1 at the right."""
    width = max((block.width for block in blocks), default=0.0)
    places, y = [], 0.0
    for block in blocks:
        places.append((block, (width - block.width) * align, y))
        y += block.height + gap
    return placed(places, width, max(y - gap, 0.0))


def flow(blocks: Sequence[Block], width: float, *, gap: float = GAP, align: float = 0.5) -> Block:
    """Set blocks in rows, a new one where the width ends; `align` as in `beside`."""
    rows: list[list[Block]] = []
    used = 0.0
    for block in blocks:
        if not rows or used + gap + block.width > width:
            rows.append([block])
            used = block.width
        else:
            rows[-1].append(block)
            used += gap + block.width
    return stacked([beside(row, gap=gap, align=align) for row in rows], gap=gap)


def padded(block: Block, margin: float) -> Block:
    """Leave room on all four sides."""
    return placed([(block, margin, margin)], block.width + 2 * margin, block.height + 2 * margin)


def line(pen: Pen, words: str, *, size: float, ink: Rgb = DARK_INK, bold: bool = False) -> Block:
    """Return one line of letters."""

    def paint(pen: Pen, x: float, y: float) -> None:
        pen.write((x, y), words, size=size, ink=ink, bold=bold)

    return Block(pen.text_width(words, size, bold=bold), size * LINE_HEIGHT, paint)


def broken(pen: Pen, words: str, *, size: float, width: float, bold: bool = False) -> list[str]:
    """Break words into lines of at most a width; a longer word has a line of its own."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and pen.text_width(longer, size, bold=bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def paragraph(
    pen: Pen, words: str, *, size: float, width: float, ink: Rgb = DARK_INK, bold: bool = False
) -> Block:
    """Return words broken into lines."""
    lines = broken(pen, words, size=size, width=width, bold=bold)
    return stacked([line(pen, part, size=size, ink=ink, bold=bold) for part in lines], gap=0.0)


def fitted(
    pen: Pen,
    words: str,
    *,
    room: Point,
    largest: float,
    ink: Rgb = DARK_INK,
    bold: bool = False,
    align: float = 0.5,
) -> Block:
    """Write words as large as their room (width, height) allows; the block has that room.

    Long words are broken where they would be small otherwise. `align` 0 is at the left, 0.5 in the
    middle. Room too small for any letter stays empty.
    """
    size = largest
    while size > SMALLEST_LETTER:
        if size < largest * 0.5:
            words = " ".join(_halved(word) for word in words.split())
        lines = broken(pen, words, size=size, width=room[0], bold=bold)
        wide = max((pen.text_width(part, size, bold=bold) for part in lines), default=0.0)
        if wide <= room[0] and len(lines) * size * LINE_HEIGHT <= room[1]:
            rows = [line(pen, part, size=size, ink=ink, bold=bold) for part in lines]
            block = stacked(rows, gap=0.0, align=align)
            places = [(block, (room[0] - block.width) * align, (room[1] - block.height) / 2)]
            return placed(places, *room)
        size *= 0.93
    return nothing(*room)


def _halved(word: str) -> str:
    """Break a long word in two."""
    if len(word) < LONG_WORD or not word.isalpha():
        return word
    half = (len(word) + 1) // 2
    return f"{word[:half]}- {word[half:]}"
