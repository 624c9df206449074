"""The 53 decisions: number <-> parts <-> words."""

from typing import Any

from sea_envs.core.game import Setup
from sea_envs.games.snorkeling.components import (
    CARDS,
    COLOURS,
    KINDS,
    LANTERNFISH,
    MAX_SEATS,
    VALUES,
)

PLAY = 0
PLACE = PLAY + KINDS
END = PLACE + (MAX_SEATS - 1) * len(COLOURS)
TAKE = END + 1
DECLINE = END + 2
COUNT = END + 3

NOTE_STARTER, NOTE_DECK = 1, 2

TABLE = (
    (
        f"{PLAY}-{PLACE - 1}",
        "`play R2`",
        "put a card of that kind on the centre: 5 x colour + value",
    ),
    (
        f"{PLACE}-{END - 1}",
        "`place R2 on +1`",
        f"put a card on an opponent's pile: {PLACE} + 5 x (relative seat - 1) + colour; its "
        "value is one below that pile's",
    ),
    (f"{END}", "`end`", "stop; as the first action of a turn, pass"),
    (f"{TAKE}", "`take`", "take the top card of the own pile into the hand"),
    (f"{DECLINE}", "`decline`", "leave the pile"),
)


def text(setup: Setup, state: Any, action: int, viewer: int | None = None) -> str:
    """The words for an action of the seat to move; every action is public."""
    if PLAY <= action < PLACE:
        return f"play {CARDS[action]}"
    if PLACE <= action < END:
        step, colour = divmod(action - PLACE, len(COLOURS))
        target = (int(state["seat"]) + step + 1) % int(state["seats"])
        value = LANTERNFISH - int(state["above"][target]) - 1
        card = CARDS[VALUES * colour + value] if value >= 0 else f"{COLOURS[colour][0]}?"
        return f"place {card} on +{step + 1}"
    return {END: "end", TAKE: "take", DECLINE: "decline"}[action]


def chance_lines(setup: Setup, state: Any, viewer: int | None = None) -> list[str]:
    """Starter and deck lines; the order of a deck is for the referee alone."""
    lines = []
    notes = [int(note) for note in state["notes"][: state["noted"]]]
    while notes:
        kind, size, *rest = notes
        values, notes = rest[:size], rest[size:]
        if kind == NOTE_STARTER:
            lines.append(f"chance starter {values[0]}")
        elif viewer is None:
            lines.append("chance deck " + ", ".join(CARDS[card] for card in values))
    return lines
