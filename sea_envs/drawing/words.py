"""The things on a table as words: each piece in brackets, each content as lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from sea_envs.drawing import theme
from sea_envs.drawing.scene import (
    Card,
    Column,
    Columns,
    Content,
    Die,
    Fan,
    Grid,
    Item,
    Line,
    Mark,
    Pile,
    Place,
    Stretch,
    Token,
    Track,
)

MARKS: dict[Mark, str] = {"plain": "", "highlight": "*", "dim": "~"}
FACE_DOWN, EMPTY, UNROLLED, BARE = "##", "__", "?", "."

_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Crayon:
    """Puts words in colour, or leaves them alone."""

    in_colour: bool

    def _wrap(self, words: str, codes: str) -> str:
        return f"\x1b[{codes}m{words}\x1b[0m" if self.in_colour and words else words

    def on(self, words: str, ground: theme.Colour, *, mark: Mark = "plain") -> str:
        """Write words on a coloured ground."""
        letters = theme.DARK_ANSI if theme.ink_is_dark(ground.rgb) else theme.LIGHT_ANSI
        style = {"plain": "", "highlight": "1;", "dim": "2;"}[mark]
        return self._wrap(words, f"{style}38;5;{letters};48;5;{ground.ansi}")

    def bold(self, words: str) -> str:
        """Write words in bold."""
        return self._wrap(words, "1")

    def faint(self, words: str) -> str:
        """Write words in grey."""
        return self._wrap(words, f"38;5;{theme.FAINT_ANSI}")

    def turn(self, words: str) -> str:
        """Write words so that whose turn it is catches the eye."""
        return self._wrap(words, f"1;38;5;{theme.TURN_ANSI}")


def length(words: str) -> int:
    """Count the letters that a terminal shows."""
    return len(_ESCAPES.sub("", words))


def pad(words: str, width: int) -> str:
    """Fill up with blanks on the right."""
    return words + " " * (width - length(words))


def flow(
    groups: Iterable[Sequence[str]], width: int, *, gap: str = "  ", indent: str = ""
) -> list[str]:
    """Break groups of words into lines: a blank between the words of a group, `gap` between groups.

    A word longer than the width has a line of its own; lines after the first are indented.
    """
    lines: list[str] = []
    line = ""
    for group in groups:
        for index, word in enumerate(group):
            glue = " " if index else gap
            if not line.strip():
                line += word
            elif length(line) + len(glue) + length(word) <= width:
                line += glue + word
            else:
                lines.append(line)
                line = indent + word
    return [*lines, line] if line.strip() else lines


def seat_name(seat: int) -> str:
    """Name a seat, the same everywhere."""
    return f"seat {seat}"


def content_lines(content: Content, crayon: Crayon, width: int) -> list[str]:
    """Write one content of a panel in lines of `width` letters where its pieces allow it."""
    label = f"{content.label}:" if content.label else ""
    if isinstance(content, Line):
        groups = [_item(item, crayon) for item in content.items]
        if label:
            return flow([[crayon.faint(label)], *groups], width, indent="  ")
        return flow(groups, width)
    lines = [crayon.faint(label)] if label else []
    if isinstance(content, Columns):
        return lines + _columns(content.columns, crayon, width)
    if isinstance(content, Grid):
        return lines + _grid(content, crayon)
    return lines + _track(content, crayon, width)


def _item(item: Item, crayon: Crayon) -> list[str]:
    """Return the words of an item; a line may be broken between them."""
    match item:
        case str():
            return item.split()
        case Card():
            return [_card(item, crayon)]
        case Place():
            return [_place(item, crayon)]
        case Pile():
            top = item.top if item.top is not None else Card(face_down=True)
            shown = _card(top, crayon) if item.count else _place(Place(), crayon)
            return [*item.label.split(), f"{shown} x{item.count}"]
        case Fan():
            faces = [_card_face(card, crayon) for card in item.seen]
            return [*item.label.split(), f"[{' | '.join(faces) or EMPTY}]"]
        case Die():
            words = " ".join(filter(None, (item.colour, item.text or UNROLLED, item.caption)))
            shown = crayon.on(words, theme.colour(item.colour), mark=item.mark)
            return [f"{MARKS[item.mark]}<{shown}>"]
        case Token():
            times = "" if item.count == 1 else f" x{item.count}"
            shown = crayon.on(_token_words(item), _token_colour(item), mark=item.mark)
            return [f"{MARKS[item.mark]}({shown}){times}"]


def _card_words(card: Card) -> list[str]:
    """Return what is written on a card: its face, then its stripes edge by edge, then its owner."""
    words = [FACE_DOWN] if card.face_down else [card.text, card.badge, card.caption]
    for side in ("left", "right", "top", "bottom"):
        stripes = [stripe.text for stripe in card.stripes if stripe.side == side]
        words += [f"{side} {' '.join(stripes)}"] if stripes else []
    if card.owner is not None:
        words.append(seat_name(card.owner))
    return [word for word in words if word]


def _card_colour(card: Card) -> theme.Colour:
    if card.face_down and card.owner is not None:
        return theme.seat_colour(card.owner)
    return theme.colour("slate" if card.face_down else card.colour)


def _card_face(card: Card, crayon: Crayon) -> str:
    words = " ".join(_card_words(card))
    return MARKS[card.mark] + crayon.on(words, _card_colour(card), mark=card.mark)


def _card(card: Card, crayon: Crayon) -> str:
    words = crayon.on(" ".join(_card_words(card)), _card_colour(card), mark=card.mark)
    return f"{MARKS[card.mark]}[{words}]"


def _place_words(place: Place) -> str:
    named = place.caption or (place.colour if place.colour != "paper" else "")
    return f"{EMPTY} {named}".strip()


def _place(place: Place, crayon: Crayon) -> str:
    return f"{MARKS[place.mark]}[{crayon.faint(_place_words(place))}]"


def _token_words(token: Token) -> str:
    owner = "" if token.owner is None else seat_name(token.owner)
    return " ".join(filter(None, (token.text, owner))) or token.colour


def _token_colour(token: Token) -> theme.Colour:
    return theme.colour(token.colour) if token.owner is None else theme.seat_colour(token.owner)


def _columns(columns: Sequence[Column], crayon: Crayon, width: int) -> list[str]:
    return _bands([_column(column, crayon) for column in columns], width)


def _bands(blocks: Sequence[Sequence[str]], width: int) -> list[str]:
    """Set blocks side by side; a new band of them begins where the width ends."""
    bands: list[list[Sequence[str]]] = []
    used = width
    for block in blocks:
        room = 2 + max((length(line) for line in block), default=0)
        if used + room > width or not bands:
            bands.append([])
            used = -2
        used += room
        bands[-1].append(block)
    return [line for band in bands for line in beside(band, gap="  ")]


def _column(column: Column, crayon: Crayon) -> list[str]:
    """Write items below one another, and the words of a card too: a card is high, not wide."""
    lines = [crayon.bold(column.heading)] if column.heading else []
    for item in column.items:
        if not isinstance(item, Card):
            lines.append(" ".join(_item(item, crayon)))
            continue
        first, *others = _card_words(item) or [""]
        written = crayon.on(first, _card_colour(item), mark=item.mark)
        lines += [f"{MARKS[item.mark]}[{written}]", *(f" {words}" for words in others)]
    return [*lines, crayon.faint(column.note)] if column.note else lines


def beside(blocks: Sequence[Sequence[str]], *, gap: str) -> list[str]:
    """Join blocks of lines side by side; every line of a block has the same length."""
    widths = [max((length(line) for line in block), default=0) for block in blocks]
    return [
        gap.join(pad(part, width) for part, width in zip(parts, widths, strict=True))
        for parts in zip_longest(*blocks, fillvalue="")
    ]


def _grid(grid: Grid, crayon: Crayon) -> list[str]:
    """Write a grid as a table; a dot is a cell without a card."""
    if not grid.cells:
        return []
    cards = {(cell.row, cell.column): cell.card for cell in grid.cells}
    rows = range(min(row for row, _ in cards), max(row for row, _ in cards) + 1)
    columns = range(min(column for _, column in cards), max(column for _, column in cards) + 1)
    table = [["", *(crayon.faint(str(column)) for column in columns)]]
    for row in rows:
        cells = [_cell(cards.get((row, column)), crayon) for column in columns]
        table.append([crayon.faint(str(row)), *cells])
    return _table(table)


def _cell(card: Card | Place | None, crayon: Crayon) -> str:
    if card is None:
        return crayon.faint(BARE)
    if isinstance(card, Place):
        return MARKS[card.mark] + crayon.faint(_place_words(card))
    return _card_face(card, crayon)


def _table(table: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(length(word) for word in column) for column in zip(*table, strict=True)]
    return [
        " ".join(pad(word, width) for word, width in zip(row, widths, strict=True)) for row in table
    ]


def _track(track: Track, crayon: Crayon, width: int) -> list[str]:
    return _bands([_stretch(stretch, crayon, width) for stretch in track.stretches], width)


def _stretch(stretch: Stretch, crayon: Crayon, width: int) -> list[str]:
    """Write a ruler of the spaces with their notes, and below it what stands where."""
    ground = theme.colour(stretch.colour)
    rulers = [[crayon.on(space.label, ground), space.note] for space in stretch.spaces]
    step = 1 + max((length(word) for ruler in rulers for word in ruler), default=0)
    spaces = max(width // step, 1)
    lines = [crayon.bold(stretch.label)]
    for start in range(0, len(rulers), spaces):
        lines += _table([*zip(*rulers[start : start + spaces], strict=True)])
    standing = [
        [f"at {space.label}:", *(_item(token, crayon)[0] for token in space.figures + space.stones)]
        for space in stretch.spaces
        if space.figures or space.stones
    ]
    return lines + flow(standing, min(max(length(lines[-1]), 24), width), indent="  ")
