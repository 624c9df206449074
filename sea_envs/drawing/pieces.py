"""Piles, dice, tokens and the tiles of a grid as blocks to paint."""

from __future__ import annotations

from sea_envs.drawing import theme
from sea_envs.drawing.blocks import Block, Pen, beside, fitted, line, nothing, placed, stacked
from sea_envs.drawing.cards import RING, box, card, picture, ringed, tint
from sea_envs.drawing.scene import Card, Die, Fan, Mark, Pile, Place, Size, Token
from sea_envs.drawing.theme import FONT
from sea_envs.drawing.words import EMPTY, UNROLLED

TINY_TILE = 18.0
LABEL_GAP = 5.0


def place(pen: Pen, item: Place, size: Size = "normal") -> Block:
    """Return the outline of a card that is not there."""
    room = theme.CARD_SIZES[size]
    colour = tint(item.mark)(theme.blend(theme.colour(item.colour).rgb, theme.FAINT_INK, 0.35))
    frame = box(room, outline=colour, radius=room[1] * 0.08, line=2)
    caption = fitted(
        pen,
        item.caption,
        room=(room[0] - 8, room[1] - 8),
        largest=room[1] * 0.14,
        ink=theme.FAINT_INK,
    )
    return ringed(placed([(frame, 0, 0), (caption, 4, 4)], *room), item.mark, radius=room[1] * 0.08)


def pile(pen: Pen, item: Pile, size: Size = "normal") -> Block:
    """Return a stack, its edges showing, with its label and count below."""
    room = theme.CARD_SIZES[size]
    below = " ".join(filter(None, (item.label, f"x{item.count}")))
    label = line(pen, below, size=FONT["small"], bold=True)
    if item.count == 0:
        return stacked([place(pen, Place("empty"), size), label], gap=LABEL_GAP, align=0.5)
    top = card(pen, item.top if item.top is not None else Card(face_down=True), size)
    under = box(
        room,
        fill=theme.blend(theme.CARD_BACK, theme.LIGHT_INK, 0.3),
        outline=theme.LIGHT_INK,
        radius=room[1] * 0.08,
        line=1,
    )
    depth = min(item.count - 1, 2)
    edges = [(under, RING + 3.0 * step, RING + 2.0 * step) for step in range(depth, 0, -1)]
    stack = placed([*edges, (top, 0, 0)], top.width + 6, top.height + 4)
    return stacked([stack, label], gap=LABEL_GAP - 4, align=0.5)


def fan(pen: Pen, item: Fan, size: Size = "normal") -> Block:
    """Return overlapping cards; of the covered ones the text in the header stays in sight."""
    height = theme.CARD_SIZES[size][1]
    places, x = [], 0.0
    for each in item.seen:
        block = card(pen, each, size)
        places.append((block, x, 0.0))
        written = pen.text_width(each.text, height * 0.28 * 0.74, bold=True)
        x += min(RING + height * 0.1 + written, block.width)
    if not places:
        places.append((place(pen, Place("empty"), size), 0.0, 0.0))
    last, start, _ = places[-1]
    cards = placed(places, start + last.width, last.height)
    if not item.label:
        return cards
    below = line(pen, item.label, size=FONT["small"], bold=True)
    return stacked([cards, below], gap=LABEL_GAP, align=0.5)


def die(pen: Pen, item: Die, size: Size = "normal") -> Block:
    """Return a die with its colour's name and its caption below."""
    side = theme.DIE_SIDES[size]
    fill = tint(item.mark)(theme.colour(item.colour).rgb)
    edge = theme.blend(fill, theme.DARK_INK, 0.5)
    face = box((side, side), fill=fill, outline=edge, radius=side * 0.2, line=1.5)
    shown = fitted(
        pen,
        item.text or UNROLLED,
        room=(side - 6, side - 4),
        largest=side * 0.62,
        ink=theme.ink(fill),
        bold=True,
    )
    cube = ringed(placed([(face, 0, 0), (shown, 3, 2)], side, side), item.mark, radius=side * 0.2)
    names = [
        line(pen, word, size=9.5, ink=theme.FAINT_INK)
        for word in (item.colour, item.caption)
        if word
    ]
    return stacked([cube, *names], gap=0, align=0.5)


def token(pen: Pen, item: Token) -> Block:
    """Return a figure with its word and count beside it."""
    named = item.text or (item.colour if item.owner is None else "")
    words = f"{named} x{item.count}" if item.count != 1 else named
    text = line(pen, words, size=FONT["normal"]) if words else nothing()
    return ringed(beside([figure(pen, item, 20), text], gap=4), item.mark, radius=8)


def figure(pen: Pen, item: Token, side: float) -> Block:
    """Return a token alone, in a square: with its owner's number, or else a letter or symbol."""
    colour = theme.colour(item.colour) if item.owner is None else theme.seat_colour(item.owner)
    rgb = tint(item.mark)(colour.rgb)
    edge = theme.blend(rgb, theme.DARK_INK, 0.5)
    if item.symbol:
        base = picture(item.symbol, side, rgb)
    else:
        base = box((side, side), fill=rgb, outline=edge, radius=side / 2)
    if item.owner is None and item.symbol:
        return base
    letter = (item.text or item.colour)[0] if item.owner is None else str(item.owner)
    written = fitted(
        pen, letter, room=(side, side), largest=side * 0.6, ink=theme.ink(rgb), bold=True
    )
    if not item.symbol:
        return placed([(base, 0, 0), (written, 0, 0)], side, side)
    disc = box((side * 0.56, side * 0.56), fill=rgb, outline=edge, radius=side, line=1)
    return placed([(base, 0, 0), (disc, side * 0.22, side * 0.22), (written, 0, 0)], side, side)


def tile(pen: Pen, item: Card | Place, side: float) -> Block:
    """Return a card as a square of a grid: its symbol, and its text on a band below."""
    room = (side, side)
    tinted = tint(item.mark)
    if isinstance(item, Place):
        frame = box(room, outline=theme.FAINT_INK, radius=side * 0.12)
        words = fitted(
            pen, item.caption or EMPTY, room=room, largest=side * 0.3, ink=theme.FAINT_INK
        )
        return _marked_tile(placed([(frame, 0, 0), (words, 0, 0)], *room), item.mark, side)
    if item.face_down:
        fill = theme.CARD_BACK if item.owner is None else theme.seat_colour(item.owner).rgb
        back = box(room, fill=tinted(fill), outline=theme.LIGHT_INK, radius=side * 0.12)
        owner = "" if item.owner is None else str(item.owner)
        words = fitted(pen, owner, room=room, largest=side * 0.4, ink=theme.ink(fill), bold=True)
        return _marked_tile(placed([(back, 0, 0), (words, 0, 0)], *room), item.mark, side)
    colour, ground = (
        tinted(theme.colour(name).rgb) for name in (item.colour, item.ground or "white")
    )
    edge = theme.blend(ground, theme.DARK_INK, 0.4)
    inset = max(side * 0.06, 1.0)
    pictured = item.symbol != "" and side >= TINY_TILE
    band = (side - 2 * inset, side * (0.3 if pictured else 0.6))
    top = side - inset - band[1]
    words = fitted(
        pen,
        " ".join(filter(None, (item.text, item.badge))),
        room=band,
        largest=side * 0.3,
        ink=theme.ink(colour),
        bold=True,
    )
    parts = [
        (box(room, fill=ground, outline=edge, radius=side * 0.12, line=1), 0.0, 0.0),
        (box(band, fill=colour, radius=side * 0.08), inset, top),
        (words, inset, top),
    ]
    if pictured:
        free = top - inset * 0.5
        parts.append((picture(item.symbol, free, colour), (side - free) / 2, inset * 0.5))
    return _marked_tile(placed(parts, *room), item.mark, side)


def _marked_tile(block: Block, mark: Mark, side: float) -> Block:
    if mark != "highlight":
        return block
    ring = box((side, side), outline=theme.MARK_RING, radius=side * 0.12, line=max(side * 0.09, 2))
    return placed([(block, 0, 0), (ring, 0, 0)], side, side)
