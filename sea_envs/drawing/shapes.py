"""Shapes in a square of side 1 (x right, y down), and a few that come up again and again."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Point = tuple[float, float]
Tone = Literal["body", "light", "dark"]


@dataclass(frozen=True)
class Oval:
    """An ellipse around a centre with two radii."""

    centre: Point
    radii: Point
    tone: Tone = "body"


@dataclass(frozen=True)
class Outline:
    """A filled polygon."""

    points: tuple[Point, ...]
    tone: Tone = "body"


@dataclass(frozen=True)
class Stroke:
    """A line through points, with its width."""

    points: tuple[Point, ...]
    width: float
    tone: Tone = "body"


Shape = Oval | Outline | Stroke


def ring(
    centre: Point, radius: float, *, corners: int, start: float = 0.0, inner: float = 1.0
) -> tuple[Point, ...]:
    """Place points around a centre; with `inner` below 1 every second one lies nearer (a star)."""
    return tuple(
        (
            centre[0] + radius * (inner if index % 2 else 1) * math.cos(start + angle),
            centre[1] + radius * (inner if index % 2 else 1) * math.sin(start + angle),
        )
        for index, angle in enumerate(2 * math.pi * step / corners for step in range(corners))
    )


def wave(start: Point, end: Point, *, swing: float, bends: int) -> tuple[Point, ...]:
    """Return a winding line from one point to another."""
    return tuple(
        (
            start[0] + (end[0] - start[0]) * part + (0 if horizontal else bow),
            start[1] + (end[1] - start[1]) * part + (bow if horizontal else 0),
        )
        for horizontal in [abs(end[0] - start[0]) > abs(end[1] - start[1])]
        for part in (step / 16 for step in range(17))
        for bow in [swing * math.sin(part * bends * math.pi)]
    )


def eye(x: float, y: float, size: float = 0.045) -> tuple[Shape, ...]:
    """Draw an eye that looks at you."""
    return (
        Oval((x, y), (size, size), "light"),
        Oval((x, y), (size * 0.55, size * 0.55), "dark"),
    )
