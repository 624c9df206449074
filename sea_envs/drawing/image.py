"""A scene as a picture: the one door for Pillow."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO

import numpy as np
import numpy.typing as npt

from sea_envs.drawing import theme
from sea_envs.drawing.blocks import Block, Point
from sea_envs.drawing.board import table
from sea_envs.drawing.scene import Scene
from sea_envs.drawing.theme import DARK_INK, Rgb

try:
    from PIL import Image, ImageDraw, ImageFont
except ModuleNotFoundError as error:
    raise ModuleNotFoundError('pictures need Pillow: pip install "sea-envs[render]"') from error

Picture = np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]

FINENESS = 2
"""Everything is painted this many times larger and then shrunk, which smooths the edges."""
# Few steps, so that the pieces do not change their size with every card that comes and goes.
SCALES = (1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2)
BOLDNESS = 0.045
WAVE_LENGTH, WAVE_GAP = 90, 44

_PLAIN = str.maketrans({"—": "-", "–": "-", "−": "-", "×": "x", "→": ">", "’": "'"})


def to_image(
    scene: Scene, *, width: int = theme.PICTURE_WIDTH, height: int | None = theme.PICTURE_HEIGHT
) -> Picture:
    """Paint a scene; returns uint8 [height, width, 3] (red, green, blue).

    The picture has the size asked for, so all pictures of a game are alike: what does not fit is
    drawn smaller. With `height` None it is as high as its contents need at full size.
    """
    if width < 1 or (height is not None and height < 1):
        raise ValueError(f"a picture has 1 pixel or more each way, not {width} x {height}")
    scale, content = _largest(scene, width, height)
    down = height if height is not None else max(round(content.height * scale), 1)
    canvas = Image.fromarray(_sea(width * FINENESS, down * FINENESS))
    right = max(width / scale - content.width, 0.0) / 2
    below = max(down / scale - content.height, 0.0) / 2
    content.paint(Brush(ImageDraw.Draw(canvas), scale * FINENESS), right, below)
    return np.array(canvas.reduce(FINENESS), dtype=np.uint8)


def to_png(scene: Scene, *, width: int = theme.PICTURE_WIDTH, height: int | None = None) -> bytes:
    """A scene as a PNG file, as high as its contents need."""
    buffer = BytesIO()
    picture = Image.fromarray(to_image(scene, width=width, height=height))
    picture.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _largest(scene: Scene, width: int, height: int | None) -> tuple[float, Block]:
    """Find the largest scale at which the contents fit, and the contents laid out for it."""
    sketch = ImageDraw.Draw(Image.new("RGB", (1, 1)))

    @lru_cache
    def laid_out(scale: float) -> Block:
        return table(Brush(sketch, scale * FINENESS), scene, width / scale)

    def fitting(scale: float) -> float:
        content = laid_out(scale)
        across, down = width / content.width, 1.0
        if height is not None:
            down = height / content.height
        return min(scale, across, down)

    scales = [scale for scale in SCALES if height is not None or scale <= 1]
    first = bisect_left(scales, True, key=lambda scale: fitting(scale) == scale)
    scale = scales[min(first, len(scales) - 1)]
    return fitting(scale), laid_out(scale)


@lru_cache(maxsize=4)
def _sea(width: int, height: int) -> npt.NDArray[np.uint8]:
    """Return the ground of a picture, uint8 [height, width, 3]: water that grows deeper."""
    depth = np.linspace(0.0, 1.0, height)[:, None, None]
    top, bottom = np.array(theme.SEA_TOP, float), np.array(theme.SEA_BOTTOM, float)
    water = np.broadcast_to(top + (bottom - top) * depth, (height, width, 3))
    across, down = np.arange(width)[None, :], np.arange(height)[:, None]
    swell = down + FINENESS * 4 * np.sin(across * 2 * np.pi / (WAVE_LENGTH * FINENESS))
    crest = (swell % (WAVE_GAP * FINENESS)) < FINENESS * 1.5
    sea: npt.NDArray[np.uint8] = (water + 14.0 * crest[:, :, None]).clip(0, 255).astype(np.uint8)
    return sea


@lru_cache(maxsize=256)
def _font(pixels: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size=pixels)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise ImportError("pictures need a Pillow that was built with FreeType")
    return font


def printable(words: str) -> str:
    """Spell words with the letters that Pillow's own font has; others become a question mark."""
    plain = unicodedata.normalize("NFKD", words.translate(_PLAIN))
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return bare.encode("ascii", "replace").decode("ascii")


@lru_cache(maxsize=4096)
def _advance(font: ImageFont.FreeTypeFont, words: str) -> float:
    return font.getlength(printable(words))


class Brush:
    """The pen of `blocks`, in Pillow's hand; every length is multiplied by `zoom`."""

    def __init__(self, draw: ImageDraw.ImageDraw, zoom: float) -> None:
        """Paint with `draw`."""
        self._draw = draw
        self._zoom = zoom

    def _letters(self, size: float, bold: bool) -> tuple[ImageFont.FreeTypeFont, int]:
        """Return the font, and by how many pixels bold letters are thicker than its own."""
        pixels = max(round(size * self._zoom), 1)
        return _font(pixels), max(round(pixels * BOLDNESS), 1) if bold else 0

    def _at(self, point: Point) -> Point:
        return point[0] * self._zoom, point[1] * self._zoom

    def text_width(self, words: str, size: float, *, bold: bool = False) -> float:
        """Measure one line of letters."""
        font, thicker = self._letters(size, bold)
        return (_advance(font, words) + thicker) / self._zoom

    def write(
        self, at: Point, words: str, *, size: float, ink: Rgb = DARK_INK, bold: bool = False
    ) -> None:
        """Write one line from its top left corner."""
        font, thicker = self._letters(size, bold)
        x, y = self._at(at)
        # The font has no bold cut: letters written twice, a little apart, stay clear when small.
        for shift in {0, thicker}:
            self._draw.text((x + shift, y), printable(words), fill=ink, font=font, anchor="la")

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
        left, top = self._at(at)
        width, height = self._at(size)
        if width < 1 or height < 1:
            return
        self._draw.rounded_rectangle(
            (round(left), round(top), round(left + width) - 1, round(top + height) - 1),
            radius=min(radius * self._zoom, width / 2, height / 2),
            fill=fill,
            outline=outline,
            width=max(round(line * self._zoom), 1),
        )

    def oval(self, centre: Point, radii: Point, *, fill: Rgb) -> None:
        """Paint an ellipse."""
        (x, y), (wide, tall) = self._at(centre), self._at(radii)
        self._draw.ellipse((x - wide, y - tall, x + wide, y + tall), fill=fill)

    def polygon(self, points: Sequence[Point], *, fill: Rgb) -> None:
        """Paint a filled polygon."""
        self._draw.polygon([self._at(point) for point in points], fill=fill)

    def stroke(self, points: Sequence[Point], *, width: float, ink: Rgb) -> None:
        """Paint a line through points with round ends."""
        path = [self._at(point) for point in points]
        thick = max(round(width * self._zoom), 1)
        self._draw.line(path, fill=ink, width=thick, joint="curve")
        if thick > 2:
            for x, y in (path[0], path[-1]):
                half = (thick - 1) / 2
                self._draw.ellipse((x - half, y - half, x + half, y + half), fill=ink)
