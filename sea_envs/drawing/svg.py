"""A scene as vector shapes: small, sharp at every size, and drawn by any browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape

from sea_envs.drawing.blocks import Point
from sea_envs.drawing.board import table
from sea_envs.drawing.scene import Scene
from sea_envs.drawing.theme import DARK_INK, SEA_TOP, Rgb

WIDTH = 900.0
FONT_FAMILY = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_BASELINE = 0.95  # of a letter's size, from the top of its line
_BOLDER = 1.07
_LETTERS = {  # how wide the letters of these fonts are, in thousandths of their size
    191: "'",
    222: "ijl",
    278: " !,./:;I[]\\ft",
    333: "()-`r",
    355: '"',
    389: "*",
    500: "Jckstvxyz",
    556: "#$0123456789?L_abdeghnopqu",
    584: "+<=>~",
    611: "FTZ",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W",
}
_WIDTHS = {letter: width / 1000 for width, letters in _LETTERS.items() for letter in letters}
_OTHER_LETTER = 0.6


@dataclass(frozen=True)
class Vectors:
    """SVG elements in the order in which they are painted; lengths in pixels."""

    width: float
    height: float
    shapes: tuple[str, ...]


def to_vectors(scene: Scene, *, width: float = WIDTH) -> Vectors:
    """A scene without the sea around it, as high as its contents need."""
    pen = Quill()
    block = table(pen, scene, width)
    block.paint(pen, 0.0, 0.0)
    return Vectors(max(width, block.width), block.height, tuple(pen.shapes))


def to_svg(scene: Scene, *, width: float = WIDTH) -> str:
    """A scene as an SVG document."""
    vectors = to_vectors(scene, width=width)
    size = f"{_number(vectors.width)} {_number(vectors.height)}"
    ground = f'<rect width="100%" height="100%" fill="{colour(SEA_TOP)}"/>'
    shapes = "".join(vectors.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
        f'font-family="{FONT_FAMILY}">{ground}{shapes}</svg>'
    )


@lru_cache(maxsize=1024)
def colour(rgb: Rgb) -> str:
    """A colour as browsers write it."""
    return "#{:02x}{:02x}{:02x}".format(*rgb)


@dataclass
class Quill:
    """The pen of `blocks`: it writes shapes down instead of painting them."""

    shapes: list[str] = field(default_factory=list)

    def text_width(self, words: str, size: float, *, bold: bool = False) -> float:
        """Measure one line of letters."""
        width = _length(words) * size
        return width * _BOLDER if bold else width

    def write(
        self, at: Point, words: str, *, size: float, ink: Rgb = DARK_INK, bold: bool = False
    ) -> None:
        """Write one line from its top left corner."""
        if not words.strip():
            return
        weight = ' font-weight="bold"' if bold else ""
        # Whatever font the browser has, its letters get the room that was measured.
        room = _number(self.text_width(words, size, bold=bold))
        self.shapes.append(
            f'<text x="{_number(at[0])}" y="{_number(at[1] + _BASELINE * size)}" '
            f'font-size="{_number(size)}" textLength="{room}" lengthAdjust="spacingAndGlyphs" '
            f'fill="{colour(ink)}"{weight}>{escape(words)}</text>'
        )

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
        """Draw a rectangle with round corners; the outline lies inside."""
        inset = line / 2 if outline is not None else 0.0
        width, height = size[0] - 2 * inset, size[1] - 2 * inset
        if width <= 0 or height <= 0:
            return
        parts = [
            f'x="{_number(at[0] + inset)}" y="{_number(at[1] + inset)}" '
            f'width="{_number(width)}" height="{_number(height)}"',
            f'fill="{"none" if fill is None else colour(fill)}"',
        ]
        if radius > 0:
            parts.append(f'rx="{_number(min(radius, width / 2, height / 2))}"')
        if outline is not None:
            parts.append(f'stroke="{colour(outline)}" stroke-width="{_number(line)}"')
        self.shapes.append(f"<rect {' '.join(parts)}/>")

    def oval(self, centre: Point, radii: Point, *, fill: Rgb) -> None:
        """Draw an ellipse."""
        (x, y), (wide, tall) = centre, radii
        self.shapes.append(
            f'<ellipse cx="{_number(x)}" cy="{_number(y)}" rx="{_number(wide)}" '
            f'ry="{_number(tall)}" fill="{colour(fill)}"/>'
        )

    def polygon(self, points: Sequence[Point], *, fill: Rgb) -> None:
        """Draw a filled polygon."""
        self.shapes.append(f'<path d="{_path(points)}z" fill="{colour(fill)}"/>')

    def stroke(self, points: Sequence[Point], *, width: float, ink: Rgb) -> None:
        """Draw a line through points with round ends."""
        self.shapes.append(
            f'<path d="{_path(points)}" fill="none" stroke="{colour(ink)}" '
            f'stroke-width="{_number(width)}" stroke-linecap="round" stroke-linejoin="round"/>'
        )


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)


@lru_cache(maxsize=4096)
def _length(words: str) -> float:
    return sum(_WIDTHS.get(letter, _OTHER_LETTER) for letter in words)


@lru_cache(maxsize=65536)
def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
