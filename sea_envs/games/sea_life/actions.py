"""The 83 decisions: number <-> parts <-> words. A card is chosen first, then its place."""

from typing import Any

from sea_envs.core.game import Setup
from sea_envs.games.sea_life.components import COLUMNS, CREATURES, FOOD_KINDS, LUCKY_OPEN, OPEN

CREATURE = 0
FOOD = CREATURE + CREATURES
LEFT = FOOD + FOOD_KINDS
RIGHT = LEFT + 1
COLUMN = RIGHT + 1
PEEK_CREATURE = COLUMN + COLUMNS
PEEK_FOOD = PEEK_CREATURE + COLUMNS
NO_PEEK = PEEK_FOOD + COLUMNS
COUNT = NO_PEEK + 1

TABLE = (
    (f"{CREATURE}-{FOOD - 1}", "`creature Perch`", "choose a creature of the hand, by its number"),
    (f"{FOOD}-{LEFT - 1}", "`food Krill`", f"choose a food of the hand: {FOOD} + its number"),
    (f"{LEFT}", "`left`", "lay the chosen card at the left end of the row"),
    (f"{RIGHT}", "`right`", "lay it at the right end"),
    (
        f"{COLUMN}-{PEEK_CREATURE - 1}",
        "`3`, `gap 3`",
        f"lay a food under column 3, a creature into the gap of column 3: {COLUMN} + column",
    ),
    (
        f"{PEEK_CREATURE}-{PEEK_FOOD - 1}",
        "`peek creature 2`",
        f"look at the creature of a column: {PEEK_CREATURE} + column",
    ),
    (
        f"{PEEK_FOOD}-{NO_PEEK - 1}",
        "`peek food 2`",
        f"look at the food of a column: {PEEK_FOOD} + column",
    ),
    (f"{NO_PEEK}", "`no peek`", "look at nothing this turn"),
)


def text(setup: Setup, state: Any, action: int, viewer: int | None = None) -> str:
    """The words for an action of the seat to move; a face-down card is told to its seat alone."""
    faces = viewer in (None, int(state["seat"])) or state["variant"] in (OPEN, LUCKY_OPEN)
    if action < FOOD:
        return f"creature {setup.words.creatures[action].name if faces else '?'}"
    if action < LEFT:
        kind = action - FOOD
        known = faces and kind < len(setup.words.foods)
        return f"food {setup.words.foods[kind].name if known else '?'}"
    if action < COLUMN:
        return "left" if action == LEFT else "right"
    if action < PEEK_CREATURE:
        column = action - COLUMN
        return f"{column}" if state["card"] >= FOOD else f"gap {column}"
    if action < PEEK_FOOD:
        return f"peek creature {action - PEEK_CREATURE}"
    if action < NO_PEEK:
        return f"peek food {action - PEEK_FOOD}"
    return "no peek"


def chance_lines(setup: Setup, state: Any, viewer: int | None = None) -> list[str]:
    """Dealer and deck lines after the deal; the deck is for the referee alone."""
    if not state["noted"]:
        return []
    dealer, *deck = (int(note) for note in state["notes"][: state["noted"]])
    lines = [f"chance dealer {dealer}"]
    if viewer is None:
        lines.append("chance deck " + ", ".join(setup.words.foods[kind].name for kind in deck))
    return lines
