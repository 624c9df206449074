"""What lies on a table for one pair of eyes, told apart from how text or pixels will show it.

A colour is a name from `theme.COLOURS`, a symbol one from `symbols.SYMBOLS`, a seat its number.
Colour only repeats what the words say: the text of a red card says that it is red ("R2").
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace
from typing import Literal

Mark = Literal["plain", "highlight", "dim"]
Size = Literal["small", "normal", "large"]
Side = Literal["left", "right", "top", "bottom"]


@dataclass(frozen=True, kw_only=True)
class Stripe:
    """A coloured mark with a word on one edge of a card."""

    side: Side
    text: str
    colour: str


@dataclass(frozen=True)
class Card:
    """A card, a tile or whatever else fills a cell."""

    text: str = ""
    colour: str = "paper"
    _: KW_ONLY
    ground: str = ""
    """Second colour, behind the symbol (a sea floor)."""
    symbol: str = ""
    caption: str = ""
    badge: str = ""
    """Two or three letters in the corner ("x2", "+1")."""
    stripes: tuple[Stripe, ...] = ()
    owner: int | None = None
    """Seat whose colour and number the card wears, also when it lies face down."""
    face_down: bool = False
    mark: Mark = "plain"

    def __post_init__(self) -> None:
        """Forget the face of a card that lies face down, so that no drawing can leak it."""
        if self.face_down:
            blank: dict[str, object] = {"text": "", "colour": "paper", "stripes": ()}
            blank |= dict.fromkeys(("ground", "symbol", "caption", "badge"), "")
            for name, value in blank.items():
                object.__setattr__(self, name, value)


@dataclass(frozen=True)
class Place:
    """An empty place where a card may come to lie; its caption and colour say which."""

    caption: str = ""
    colour: str = "paper"
    _: KW_ONLY
    mark: Mark = "plain"


@dataclass(frozen=True)
class Pile:
    """A stack of which at most the top card can be seen; without `top` it lies face down."""

    count: int
    top: Card | None = None
    _: KW_ONLY
    label: str = ""

    def __post_init__(self) -> None:
        """Refuse a negative count with ValueError."""
        if self.count < 0:
            raise ValueError(f"a pile holds 0 or more cards, not {self.count}")


@dataclass(frozen=True)
class Fan:
    """Cards lying one over another, first at the bottom; only the last one is seen whole."""

    cards: tuple[Card, ...]
    label: str = ""

    @property
    def seen(self) -> tuple[Card, ...]:
        """The cards as they can be seen: of the covered ones nothing but their text."""
        covered = (replace(card, caption="", badge="", stripes=()) for card in self.cards[:-1])
        return (*covered, *self.cards[-1:])


@dataclass(frozen=True)
class Die:
    """A die and what it shows; "" when it has not been rolled."""

    text: str
    colour: str = "white"
    _: KW_ONLY
    caption: str = ""
    mark: Mark = "plain"


@dataclass(frozen=True)
class Token:
    """A pip, stone or figure, `count` times."""

    colour: str = "paper"
    text: str = ""
    """What it is, in a word or a letter; without it the colour's name is written."""
    _: KW_ONLY
    count: int = 1
    symbol: str = ""
    owner: int | None = None
    """Seat whose colour it has instead of `colour`; the seat's number is written on it."""
    mark: Mark = "plain"

    def __post_init__(self) -> None:
        """Refuse a negative count with ValueError."""
        if self.count < 0:
            raise ValueError(f"a token lies there 0 or more times, not {self.count}")


Item = Card | Place | Pile | Fan | Die | Token | str


@dataclass(frozen=True)
class Line:
    """Items side by side behind a label, broken where the panel ends. A string is plain text."""

    items: tuple[Item, ...] = ()
    label: str = ""
    _: KW_ONLY
    size: Size = "normal"


@dataclass(frozen=True)
class Column:
    """Items below one another, with a word above and one below."""

    items: tuple[Item, ...]
    _: KW_ONLY
    heading: str = ""
    note: str = ""


@dataclass(frozen=True)
class Columns:
    """A row of columns, from left to right."""

    columns: tuple[Column, ...]
    label: str = ""
    _: KW_ONLY
    size: Size = "normal"


@dataclass(frozen=True)
class Cell:
    """A card on a grid; rows grow downwards, columns to the right, both may be negative.

    A picture has room for the card's text, badge, symbol and colours only.
    """

    card: Card | Place
    _: KW_ONLY
    row: int
    column: int


@dataclass(frozen=True)
class Grid:
    """Cells shown from the first to the last occupied row and column, with coordinates."""

    cells: tuple[Cell, ...]
    label: str = ""

    def __post_init__(self) -> None:
        """Refuse two cards on one cell with ValueError."""
        places = [(cell.row, cell.column) for cell in self.cells]
        if len(set(places)) < len(places):
            twice = sorted({place for place in places if places.count(place) > 1})
            raise ValueError(f"a cell of a grid holds one card, but several lie on {twice}")


@dataclass(frozen=True)
class Space:
    """One step of a track, with the pieces on it.

    A picture shows a piece by its symbol and its owner's number, or else by one letter.
    """

    label: str
    _: KW_ONLY
    figures: tuple[Token, ...] = ()
    stones: tuple[Token, ...] = ()
    note: str = ""
    """A word at its foot, such as what the space is worth."""


@dataclass(frozen=True)
class Stretch:
    """Consecutive spaces of a track that share a name and a colour."""

    label: str
    spaces: tuple[Space, ...]
    _: KW_ONLY
    colour: str = "turquoise"


@dataclass(frozen=True)
class Track:
    """Stretches one after another, read like the lines of a page."""

    stretches: tuple[Stretch, ...]
    label: str = ""


Content = Line | Columns | Grid | Track


@dataclass(frozen=True)
class Panel:
    """One area of the table: what lies before a seat, or (seat None) a part common to all."""

    heading: str
    contents: tuple[Content, ...] = ()
    _: KW_ONLY
    note: str = ""
    seat: int | None = None
    weight: int = 1
    """Share of the width among the panels beside it."""

    def __post_init__(self) -> None:
        """Refuse a weight below 1 with ValueError."""
        if self.weight < 1:
            raise ValueError(f"a panel has a weight of 1 or more, not {self.weight}")


@dataclass(frozen=True)
class Score:
    """Points of a seat as they stand."""

    seat: int
    points: int | str
    _: KW_ONLY
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """All that a viewer sees of a table; panels of the mover and of the viewer mark themselves."""

    title: str
    status: str
    """Round, phase and what else a glance should catch; the seat to move is written beside it."""
    panels: tuple[tuple[Panel, ...], ...] = ()
    """Rows of panels from the top; a panel alone in its row has the full width."""
    hand: Panel | None = None
    """What the viewer holds; drawn below the other panels."""
    scores: tuple[Score, ...] = ()
    events: tuple[str, ...] = ()
    """The last few things that happened, oldest first."""
    to_move: int | None = None
    """The seat to move; None when the game is over."""
    viewer: int | None = None
    """The seat whose eyes these are; None sees all."""
