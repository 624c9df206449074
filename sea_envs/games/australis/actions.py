"""The 42 decisions: number <-> parts <-> words."""

from typing import Any

from sea_envs.core.game import Setup
from sea_envs.games.australis.components import (
    BLUE,
    CARDS,
    COLOURS,
    CONTESTS,
    DISPLAY,
    FACES,
    METALS,
    REEFS,
    SLOTS,
    Board,
)

TAKE = 0
TAKE_RED = TAKE + SLOTS * FACES
PICK = TAKE_RED + 1
KEEP = PICK + DISPLAY
USE = KEEP + 1
REEF = USE + 1
TILE = REEF + REEFS
PASS = TILE + len(METALS)
COUNT = PASS + 1

NOTE_DECK, NOTE_ROLL, NOTE_CONTEST = 1, 2, 3

_WORDS = {KEEP: "keep", USE: "use", PASS: "pass"}

TABLE = (
    (
        f"{TAKE}-{TAKE_RED - 1}",
        "`take blue 5`",
        f"take a die: {FACES} x colour (white, yellow, blue, purple) + face - 1; white and yellow "
        "are called by face, blue and purple by the number they show",
    ),
    (f"{TAKE_RED}", "`take red`", "take the red die and the start tile"),
    (f"{PICK}-{KEEP - 1}", "`pick 3`", f"pick a card of the display: {PICK - 1} + its place"),
    (f"{KEEP}", "`keep`", "put the picked card into the slot of its colour"),
    (f"{USE}", "`use`", "use the picked card once and discard it"),
    (f"{REEF}-{TILE - 1}", "`reef 4`", f"place the coral on that reef: {REEF - 1} + reef"),
    (f"{TILE}-{PASS - 1}", "`tile gold`", "the winner of the contest takes that tile (or silver)"),
    (f"{PASS}", "`pass`", "only where no displayed card may be picked"),
)


def die_text(board: Board, die: int) -> str:
    """A die as texts write it, such as `blue 5`."""
    if die == TAKE_RED:
        return COLOURS[-1]
    colour, face = divmod(die, FACES)
    return f"{COLOURS[colour]} {board.number(colour, face)}"


def text(setup: Setup, state: Any, action: int, viewer: int | None = None) -> str:
    """The words for an action of the seat to move; every action is public."""
    if action <= TAKE_RED:
        return f"take {die_text(setup.words, action - TAKE)}"
    if action < KEEP:
        return f"pick {action - PICK + 1}"
    if REEF <= action < TILE:
        return f"reef {action - REEF + 1}"
    if TILE <= action < PASS:
        return f"tile {METALS[action - TILE]}"
    return _WORDS[action]


def chance_lines(setup: Setup, state: Any, viewer: int | None = None) -> list[str]:
    """Deck, roll and contest lines; the order of a deck is for the referee alone."""
    lines = []
    notes = [int(note) for note in state["notes"][: state["noted"]]]
    while notes:
        kind, size, *rest = notes
        values, notes = rest[:size], rest[size:]
        if kind == NOTE_ROLL:
            lines.append(f"chance roll {_rolled(setup, values)}")
        elif kind == NOTE_CONTEST:
            dice = ", ".join(_entered(setup.words, die) for die in values)
            lines.append(f"chance contest {dice}")
        elif viewer is None:
            cards = ", ".join(CARDS[card] for card in values)
            lines.append(f"chance deck {cards}".strip())
    return lines


def _rolled(setup: Setup, faces: list[int]) -> str:
    groups = []
    for colour in range(SLOTS):
        dice = faces[setup.players * colour : setup.players * (colour + 1)]
        numbers = (str(setup.words.number(colour, face)) for face in dice)
        groups.append(" ".join((COLOURS[colour], *numbers)))
    return ", ".join(groups)


def _entered(board: Board, die: int) -> str:
    place, face = divmod(die, FACES)
    seat, contest = divmod(place, CONTESTS)
    colour = BLUE + contest
    return f"{seat} {COLOURS[colour]} {board.number(colour, face)}"
