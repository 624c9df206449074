"""A pen that paints nothing and remembers what it was told to write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sea_envs.drawing.blocks import LINE_HEIGHT, Block, Point
from sea_envs.drawing.theme import DARK_INK, Rgb


@dataclass(frozen=True)
class Written:
    words: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Written) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.01 and down > 0.01


@dataclass
class Recorder:
    """Every letter is 0.55 times as wide as its size."""

    written: list[Written] = field(default_factory=list)
    rectangles: list[tuple[Point, Point]] = field(default_factory=list)
    fills: list[Rgb | None] = field(default_factory=list)

    def text_width(self, words: str, size: float, *, bold: bool = False) -> float:
        return len(words) * size * 0.55

    def write(
        self, at: Point, words: str, *, size: float, ink: Rgb = DARK_INK, bold: bool = False
    ) -> None:
        x, y = at
        right, bottom = x + self.text_width(words, size), y + size * LINE_HEIGHT
        self.written.append(Written(words, x, y, right, bottom))

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
        self.rectangles.append((at, size))
        self.fills += [fill, outline]

    def oval(self, centre: Point, radii: Point, *, fill: Rgb) -> None:
        self.fills.append(fill)

    def polygon(self, points: Sequence[Point], *, fill: Rgb) -> None:
        self.fills.append(fill)

    def stroke(self, points: Sequence[Point], *, width: float, ink: Rgb) -> None:
        self.fills.append(ink)

    @property
    def words(self) -> list[str]:
        return [word for written in self.written for word in written.words.split()]


def painted(block: Block) -> Recorder:
    """Paint a block at the origin."""
    recorder = Recorder()
    block.paint(recorder, 0.0, 0.0)
    return recorder
