"""Cards as blocks to paint, and what all pieces are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sea_envs.drawing import theme
from sea_envs.drawing.blocks import (
    Block,
    Pen,
    Point,
    beside,
    fitted,
    line,
    nothing,
    placed,
    stacked,
)
from sea_envs.drawing.scene import Card, Mark, Size, Stripe
from sea_envs.drawing.shapes import Oval, Shape, Stroke
from sea_envs.drawing.symbols import symbol
from sea_envs.drawing.theme import Rgb
from sea_envs.drawing.words import seat_name

RING = 3.0
FADED = 0.62
RIM = 0.022
OWNER_BAND = 0.15
READABLE = 2.5

Tint = Callable[[Rgb], Rgb]


def tint(mark: Mark) -> Tint:
    """Return what a mark does to every colour."""
    if mark == "dim":
        return lambda rgb: theme.blend(rgb, theme.PANEL, FADED)
    return lambda rgb: rgb


def box(
    size: Point,
    *,
    fill: Rgb | None = None,
    outline: Rgb | None = None,
    radius: float = 0.0,
    line: float = 1.5,
) -> Block:
    """Return a rectangle."""

    def paint(pen: Pen, x: float, y: float) -> None:
        pen.rectangle((x, y), size, fill=fill, outline=outline, radius=radius, line=line)

    return Block(*size, paint)


def picture(name: str, side: float, body: Rgb) -> Block:
    """Return a symbol in a square, in tones of one colour, with an edge that any ground shows."""
    shapes = symbol(name)
    edge = theme.blend(body, theme.ink(body), 0.75)
    light = theme.blend(body, theme.LIGHT_INK, 0.72)
    dark = theme.blend(body, theme.DARK_INK, 0.5)
    tones = {"body": body, "light": light, "dark": dark}
    rim = side * RIM

    def paint(pen: Pen, x: float, y: float) -> None:
        for grow, inks in ((rim, dict.fromkeys(tones, edge)), (0.0, tones)):
            for shape in shapes:
                _paint_shape(pen, shape, (x, y), side, grow=grow, ink=inks[shape.tone])

    return Block(side, side, paint)


def _paint_shape(pen: Pen, shape: Shape, at: Point, side: float, *, grow: float, ink: Rgb) -> None:
    x, y = at
    if isinstance(shape, Oval):
        (right, down), (wide, tall) = shape.centre, shape.radii
        radii = (wide * side + grow, tall * side + grow)
        pen.oval((x + right * side, y + down * side), radii, fill=ink)
        return
    points = [(x + right * side, y + down * side) for right, down in shape.points]
    if isinstance(shape, Stroke):
        pen.stroke(points, width=shape.width * side + 2 * grow, ink=ink)
        return
    pen.polygon(points, fill=ink)
    if grow:
        pen.stroke([*points, points[0]], width=2 * grow, ink=ink)


def pill(pen: Pen, words: str, *, size: float, fill: Rgb, bold: bool = False) -> Block:
    """Return words on a coloured ground with round ends."""
    text = line(pen, words, size=size, ink=theme.ink(fill), bold=bold)
    margin = size * 0.5
    ground = box((text.width + 2 * margin, text.height), fill=fill, radius=text.height / 2)
    return placed([(ground, 0, 0), (text, margin, 0)], ground.width, ground.height)


def ringed(block: Block, mark: Mark, *, radius: float) -> Block:
    """Leave room around a piece, and fill it with a bright ring where it is highlighted."""
    width, height = block.width + 2 * RING, block.height + 2 * RING
    if mark != "highlight":
        return placed([(block, RING, RING)], width, height)
    ring = box((width, height), fill=theme.MARK_RING, radius=radius + RING)
    return placed([(ring, 0, 0), (block, RING, RING)], width, height)


def card(pen: Pen, item: Card, size: Size = "normal") -> Block:
    """Return a card: a header with its text, its symbol, its caption, stripes and owner."""
    room = theme.CARD_SIZES[size]
    face = _back(pen, item, room) if item.face_down else _front(pen, item, room)
    return ringed(face, item.mark, radius=room[1] * 0.08)


def _back(pen: Pen, item: Card, room: Point) -> Block:
    width, height = room
    tinted = tint(item.mark)
    owned = item.owner is not None
    colour = theme.seat_colour(item.owner).rgb if item.owner is not None else theme.CARD_BACK
    ground = tinted(theme.blend(colour, theme.DARK_INK, 0.35 if owned else 0.0))
    wave = tinted(theme.blend(colour, theme.LIGHT_INK, 0.25))

    def paint(pen: Pen, x: float, y: float) -> None:
        radius = height * 0.08
        edge = tinted(theme.LIGHT_INK)
        pen.rectangle((x, y), room, fill=ground, outline=edge, radius=radius, line=height * 0.025)
        for row in range(5):
            down = y + height * (0.16 + 0.14 * row)
            steps = [
                (x + width * (0.14 + 0.09 * i), down + height * 0.03 * (i % 2)) for i in range(9)
            ]
            pen.stroke(steps, width=height * 0.02, ink=wave)

    back = Block(width, height, paint)
    return _owned(pen, back, item, room)


def _owned(pen: Pen, block: Block, item: Card, room: Point) -> Block:
    """Write the owner on a band at the foot of a card."""
    if item.owner is None:
        return block
    width, height = room
    fill = tint(item.mark)(theme.seat_colour(item.owner).rgb)
    band = (width - 4, height * OWNER_BAND)
    name = fitted(
        pen,
        seat_name(item.owner),
        room=(band[0] - 4, band[1]),
        largest=height * 0.12,
        ink=theme.ink(fill),
        bold=True,
    )
    down = height - band[1] - 2
    return placed(
        [(block, 0, 0), (box(band, fill=fill, radius=height * 0.06), 2, down), (name, 4, down)],
        width,
        height,
    )


def _front(pen: Pen, item: Card, room: Point) -> Block:
    """Lay the parts of a face from the edges inwards; the symbol has what is left."""
    width, height = room
    tinted = tint(item.mark)
    colour = tinted(theme.colour(item.colour).rgb)
    paper = tinted(theme.colour(item.ground or "white").rgb)
    radius, edge = height * 0.08, height * 0.028
    parts: list[tuple[Block, float, float]] = [
        (box(room, fill=colour, radius=radius), 0, 0),
        (
            box((width - 2 * edge, height * 0.72 - edge), fill=paper, radius=radius - edge),
            edge,
            height * 0.28,
        ),
        (box(room, outline=theme.blend(colour, theme.DARK_INK, 0.45), radius=radius, line=1), 0, 0),
        *_header(pen, item, (width, height * 0.28), colour),
    ]
    left, top, right, bottom = edge + 1, height * 0.3, width - edge - 1, height * 0.98 - edge
    if item.owner is not None:
        bottom = height - 2 - height * OWNER_BAND
    strip = height * 0.135
    sides = {
        side: [stripe for stripe in item.stripes if stripe.side == side]
        for side in ("left", "right", "top", "bottom")
    }
    if sides["top"]:
        parts.append((_stripes(pen, sides["top"], (right - left, strip), tinted), left, top))
        top += strip
    if sides["bottom"]:
        bottom -= strip
        parts.append((_stripes(pen, sides["bottom"], (right - left, strip), tinted), left, bottom))
    if item.caption:
        tall = height * (0.17 if item.symbol else 0.4)
        bottom -= tall
        caption = fitted(
            pen,
            item.caption,
            room=(right - left, tall),
            largest=height * 0.15,
            ink=tinted(theme.ink(paper)),
        )
        parts.append((caption, left, bottom))
    room_down = bottom - top
    for side in ("left", "right"):
        if sides[side]:
            bar = _bar(pen, sides[side], (strip, room_down), tinted)
            parts.append((bar, left if side == "left" else right - strip, top))
    inside = [right - left - strip * (2 if sides["left"] or sides["right"] else 0), room_down]
    middle = _middle(pen, item, (inside[0], inside[1]), tinted)
    parts.append((middle, (width - middle.width) / 2, top + (room_down - middle.height) / 2))
    return _owned(pen, placed(parts, width, height), item, room)


def _header(pen: Pen, item: Card, room: Point, colour: Rgb) -> list[tuple[Block, float, float]]:
    ink = theme.ink(colour)
    width, height = room
    margin = height * 0.16
    badge_width = 0.0
    parts = []
    if item.badge:
        badge = line(pen, item.badge, size=height * 0.62, ink=ink, bold=True)
        badge_width = badge.width + margin
        parts.append((badge, width - badge_width, (height - badge.height) / 2))
    words = (width - 2 * margin - badge_width, height * 0.94)
    text = fitted(pen, item.text, room=words, largest=height * 0.74, ink=ink, bold=True, align=0)
    return [*parts, (text, margin, height * 0.03)]


def _middle(pen: Pen, item: Card, room: Point, tinted: Tint) -> Block:
    """Return the symbol, or a short text once more and large."""
    colour = theme.colour(item.colour).rgb
    if item.symbol:
        return picture(item.symbol, max(min(room) * 0.94, 0.0), tinted(colour))
    if len(item.text) > 3:
        return nothing(*room)
    ink = tinted(_readable(colour, on=theme.colour(item.ground or "white").rgb))
    return fitted(pen, item.text, room=room, largest=room[1] * 0.7, ink=ink, bold=True)


def _readable(colour: Rgb, *, on: Rgb) -> Rgb:
    """Darken or lighten a colour until letters of it stand out from their ground."""
    while theme.contrast(colour, on) < READABLE:
        colour = theme.blend(colour, theme.ink(on), 0.25)
    return colour


def _stripes(pen: Pen, stripes: Sequence[Stripe], room: Point, tinted: Tint) -> Block:
    """Set the stripes of the top or bottom edge side by side over its whole width."""
    width = room[0] / len(stripes)
    marks = [_stripe(pen, stripe, (width - 1, room[1] - 1), tinted) for stripe in stripes]
    return beside(marks, gap=1)


def _bar(pen: Pen, stripes: Sequence[Stripe], room: Point, tinted: Tint) -> Block:
    """Set the stripes of the left or right edge below one another."""
    height = room[1] / len(stripes)
    marks = [_stripe(pen, stripe, (room[0], height - 1), tinted) for stripe in stripes]
    return stacked(marks, gap=1)


def _stripe(pen: Pen, stripe: Stripe, room: Point, tinted: Tint) -> Block:
    fill = tinted(theme.colour(stripe.colour).rgb)
    word = fitted(
        pen, stripe.text, room=room, largest=min(room[1], 13) * 0.8, ink=theme.ink(fill), bold=True
    )
    return placed([(box(room, fill=fill, radius=2), 0, 0), (word, 0, 0)], *room)
