"""Colours and sizes of every drawing: the one place that says what "red" looks like.

The hues keep their distance for the common kinds of colour blindness, and differ in lightness too.
"""

from __future__ import annotations

from dataclasses import dataclass

Rgb = tuple[int, int, int]


@dataclass(frozen=True)
class Colour:
    """One colour in a picture (red, green, blue: 0..255) and in a terminal (256-colour code)."""

    rgb: Rgb
    ansi: int


COLOURS = {
    "red": Colour((206, 58, 48), 160),
    "yellow": Colour((242, 200, 48), 220),
    "green": Colour((52, 168, 110), 35),
    "blue": Colour((24, 80, 172), 25),
    "purple": Colour((178, 84, 180), 133),
    "orange": Colour((236, 136, 34), 208),
    "violet": Colour((156, 134, 222), 104),
    "turquoise": Colour((96, 200, 200), 80),
    "sand": Colour((232, 210, 160), 187),
    "night": Colour((38, 52, 92), 17),
    "black": Colour((44, 46, 54), 236),
    "white": Colour((250, 250, 246), 255),
    "paper": Colour((246, 240, 224), 230),
    "grey": Colour((140, 150, 158), 246),
    "gold": Colour((214, 166, 40), 178),
    "silver": Colour((186, 194, 204), 251),
    "coral": Colour((238, 128, 108), 209),
    "sky": Colour((92, 172, 230), 74),
    "lime": Colour((150, 190, 60), 149),
    "pink": Colour((240, 156, 200), 218),
    "brown": Colour((124, 78, 44), 94),
    "slate": Colour((84, 104, 128), 60),
}
SEAT_COLOURS = ("coral", "sky", "lime", "pink", "brown", "slate")

DARK_INK: Rgb = (26, 38, 56)
LIGHT_INK: Rgb = (255, 255, 255)
FAINT_INK: Rgb = (92, 108, 124)
SEA_TOP: Rgb = (150, 208, 226)
SEA_BOTTOM: Rgb = (34, 96, 140)
PANEL: Rgb = (238, 246, 248)
PANEL_LINE: Rgb = (120, 160, 180)
CARD_BACK: Rgb = (48, 92, 132)
MARK_RING: Rgb = (250, 120, 0)
TURN_RING: Rgb = (255, 196, 0)

DARK_ANSI, LIGHT_ANSI, FAINT_ANSI, TURN_ANSI = 16, 231, 245, 220

PICTURE_WIDTH, PICTURE_HEIGHT = 1280, 960
TEXT_WIDTH = 100
CARD_SIZES = {"small": (44.0, 60.0), "normal": (62.0, 86.0), "large": (84.0, 116.0)}
DIE_SIDES = {"small": 26.0, "normal": 36.0, "large": 46.0}
TILE_SIDE = 52.0
FONT = {"small": 11.0, "normal": 13.0, "large": 15.0, "heading": 16.0, "title": 26.0}
GAP = 8.0


def colour(name: str) -> Colour:
    """Look a colour up; ValueError names the possible ones."""
    if name not in COLOURS:
        raise ValueError(f"no colour {name!r}; there are {', '.join(COLOURS)}")
    return COLOURS[name]


def seat_colour(seat: int) -> Colour:
    """Return the colour of a seat, 0 to 5; ValueError outside."""
    if not 0 <= seat < len(SEAT_COLOURS):
        raise ValueError(f"no colour for seat {seat}; seats are 0 to {len(SEAT_COLOURS) - 1}")
    return COLOURS[SEAT_COLOURS[seat]]


def luminance(rgb: Rgb) -> float:
    """Return the relative luminance (sRGB), 0 for black to 1 for white."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in rgb)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast ratio of two colours, 1 (equal) to 21 (black on white)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def ink_is_dark(on: Rgb) -> bool:
    """Tell whether dark letters are easier to read on a ground than light ones."""
    return contrast(DARK_INK, on) >= contrast(LIGHT_INK, on)


def ink(on: Rgb) -> Rgb:
    """Return the letter colour that is easier to read on a ground."""
    return DARK_INK if ink_is_dark(on) else LIGHT_INK


def blend(one: Rgb, other: Rgb, share: float) -> Rgb:
    """Mix two colours; `share` (0..1) is the part of the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
