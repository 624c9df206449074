"""The 102 decisions: number <-> parts <-> words. Playing and picking share the animals' numbers."""

from typing import Any

from sea_envs.core.game import Setup
from sea_envs.games.ocean.components import (
    ACTION_NAMES,
    ANIMAL_CARDS,
    ANIMALS,
    COLOURS,
    HUES,
    KINDS,
    MAX_SEATS,
    SACK,
    SKULL,
)

STOP = 0
CARD = STOP + 1
"""An animal card of the hand to play or of the centre to pick; then the action cards to play."""
PICK_ACTION = CARD + KINDS
"""An exposed sack, chest or sword (a skull is never exposed: it is the card that exposes)."""
OTHERS = MAX_SEATS - 1
STEAL = PICK_ACTION + (SKULL - SACK) * OTHERS
CHOOSE = STEAL + OTHERS * HUES
COUNT = CHOOSE + len(ANIMALS)

PHASE_CHOOSE, PHASE_PLAY, PHASE_CAPTURE, PHASE_SACK, PHASE_STEAL = range(5)

NOTE_FRIENDS, NOTE_DECK = 1, 2

TABLE = (
    (f"{STOP}", "`stop`", "lay the played card (nothing picked) or take the groups picked"),
    (
        f"{CARD}-{CARD + ANIMAL_CARDS - 1}",
        "`play Tr10`, `pick Tr10`",
        "an animal card: played from the hand; in a capture or after a sack, picked in the centre",
    ),
    (
        f"{CARD + SACK}-{CARD + SKULL}",
        "`play sack`",
        "an action card of the hand: sack, chest, sword, skull",
    ),
    (
        f"{PICK_ACTION}-{STEAL - 1}",
        "`pick chest from +1`",
        "after a sack, an action card that a skull has exposed: "
        f"{PICK_ACTION} + {OTHERS} x kind (sack, chest, sword) + owner's relative seat - 1",
    ),
    (
        f"{STEAL}-{CHOOSE - 1}",
        "`steal green from +1`",
        f"rob a row: {STEAL} + {HUES} x (relative seat - 1) + colour (green, orange, red, blue)",
    ),
    (
        f"{CHOOSE}-{COUNT - 1}",
        "`choose turtle`",
        "an animal as one's friend: turtle, crab, starfish, octopus",
    ),
)


def text(setup: Setup, state: Any, action: int, viewer: int | None = None) -> str:
    """The words for an action of the seat to move; every action is public."""
    if action == STOP:
        return "stop"
    if action < PICK_ACTION:
        verb = "play" if int(state["phase"]) == PHASE_PLAY else "pick"
        return f"{verb} {setup.words.cards[action - CARD]}"
    if action < STEAL:
        kind, step = divmod(action - PICK_ACTION, OTHERS)
        return f"pick {ACTION_NAMES[kind]} from +{step + 1}"
    if action < CHOOSE:
        step, colour = divmod(action - STEAL, HUES)
        return f"steal {COLOURS[colour]} from +{step + 1}"
    return f"choose {ANIMALS[action - CHOOSE]}"


def chance_lines(setup: Setup, state: Any, viewer: int | None = None) -> list[str]:
    """Friends and deck lines; the order of the deck is for the referee alone."""
    lines = []
    notes = [int(note) for note in state["notes"][: state["noted"]]]
    while notes:
        kind, size, *rest = notes
        values, notes = rest[:size], rest[size:]
        if kind == NOTE_FRIENDS:
            lines.append("chance friends " + ", ".join(ANIMALS[animal] for animal in values))
        elif viewer is None:
            lines.append("chance deck " + ", ".join(setup.words.cards[card] for card in values))
    return lines
