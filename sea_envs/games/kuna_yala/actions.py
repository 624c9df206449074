"""The 296 decisions: number <-> parts <-> words."""

from typing import Any

from sea_envs.core.game import Setup
from sea_envs.games.kuna_yala.components import (
    CELLS,
    CENTRE,
    COLOURS,
    GRID,
    MAX_SEATS,
    NAMES,
    SLOTS,
)

SLOT = 0
SEAT = SLOT + SLOTS
CELL = SEAT + MAX_SEATS - 1
COUNT = CELL + CELLS

OWN_SLOT, OWN_CELL, GIVE_SLOT, GIVE_TO, GIVE_CELL, OCTOPUS_CELL, DISCARD = PHASES = range(7)
"""What is being decided."""

NOTE_COLOURS, NOTE_DECK, NOTE_FIRST = range(3)

_WORDS = {
    OWN_SLOT: "own slot",
    OWN_CELL: "own cell",
    GIVE_SLOT: "give slot",
    GIVE_TO: "give to",
    GIVE_CELL: "give cell",
    OCTOPUS_CELL: "octopus on",
    DISCARD: "discard slot",
}

TABLE = (
    (
        f"{SLOT}-{SEAT - 1}",
        "`own slot 2`, `give slot 0`, `discard slot 3`",
        "the face-up card for the own shoal, for an opponent's, or to be discarded",
    ),
    (
        f"{SEAT}-{CELL - 1}",
        "`give to +1`",
        f"the opponent who gets the card, clockwise from the seat to move: {SEAT - 1} + step",
    ),
    (
        f"{CELL}-{COUNT - 1}",
        "`own cell (0,1)`, `give cell (-1,0)`, `octopus on (0,0)`",
        f"a cell (row,column) seen from the start coral: {CELL} + {GRID} x (row + {CENTRE}) "
        f"+ column + {CENTRE}",
    ),
)


def cell_text(cell: int) -> str:
    """A cell as seen from the start coral, rows growing downwards."""
    return f"({cell // GRID - CENTRE},{cell % GRID - CENTRE})"


def text(setup: Setup, state: Any, action: int, viewer: int | None = None) -> str:
    """The words for an action of the seat to move; every action is public."""
    words = _WORDS[int(state["phase"])]
    if action < SEAT:
        return f"{words} {action - SLOT}"
    if action < CELL:
        return f"{words} +{action - SEAT + 1}"
    return f"{words} {cell_text(action - CELL)}"


def chance_lines(setup: Setup, state: Any, viewer: int | None = None) -> list[str]:
    """Colours, cards and who begins; a viewer is told its own colour only, and no card."""
    lines = []
    notes = [int(note) for note in state["notes"][: state["noted"]]]
    while notes:
        kind, size, *rest = notes
        values, notes = rest[:size], rest[size:]
        if kind == NOTE_COLOURS:
            told = [
                COLOURS[hue] if viewer in (None, seat) else "?" for seat, hue in enumerate(values)
            ]
            lines.append("chance colours " + ", ".join(told))
        elif kind == NOTE_FIRST:
            lines.append(f"chance first {values[0]}")
        elif viewer is None:
            lines.append("chance deck " + ", ".join(NAMES[card] for card in values))
    return lines
