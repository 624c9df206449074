"""What is in the box: about a hundred shoal cards, four big-fish tiles, and the rule options."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from sea_envs.core.errors import BadDeck, BadSeats, unknown
from sea_envs.core.game import Option, Setup

MIN_SEATS, MAX_SEATS = 2, 4

COLOURS = ("Red", "Yellow", "Green", "Blue")
FLOORS = ("sand", "turquoise", "violet", "night")
HUES, GROUNDS = len(COLOURS), len(FLOORS)
PAIRS = HUES * GROUNDS

FREE = -1
"""An empty cell beside a card: a coral may be laid there. It looks as empty as any other."""
EMPTY, CORAL, OCTOPUS, SHARK, BONE, FISH = range(6)
"""What lies on a cell. Fish cards are FISH + 8 * colour + 2 * floor, + 1 with two fish."""
NAMES = (
    "empty",
    "coral",
    "octopus",
    "shark",
    "bone",
    *(
        f"{colour[0]}{number}/{floor[0]}"
        for colour in COLOURS
        for floor in FLOORS
        for number in ("", "2")
    ),
)
"""What lies on a cell, by its code, as texts write it."""
KINDS = len(NAMES)
CARDS = {name: code for code, name in enumerate(NAMES) if code not in (EMPTY, BONE)}

GRID = 17
CELLS = GRID * GRID
CENTRE = GRID // 2
START = CENTRE * GRID + CENTRE
SMALL_GRID = 13

SLOTS = 4
CORALS, SHARKS, OCTOPUSES = 20, 10, 6


@dataclass(frozen=True)
class Box:
    """How many cards of each fish colour and floor a deck has, with one fish and with two."""

    floors: int
    singles: int
    doubles: int

    def cards(self) -> list[int]:
        """All shoal cards, as codes."""
        cards = [CORAL] * CORALS + [OCTOPUS] * OCTOPUSES + [SHARK] * SHARKS
        for pair in range(PAIRS):
            if pair % GROUNDS < self.floors:
                cards += [FISH + 2 * pair] * self.singles + [FISH + 2 * pair + 1] * self.doubles
        return cards

    def fish(self) -> int:
        """Fish of one colour."""
        return self.floors * (self.singles + 2 * self.doubles)


DECKS = {
    "A": Box(floors=4, singles=3, doubles=1),
    "floors3": Box(floors=3, singles=4, doubles=1),
    "doubles2": Box(floors=4, singles=2, doubles=2),
}
MOST_CARDS = max(len(box.cards()) for box in DECKS.values()) - MIN_SEATS
MOST_FISH = max(box.fish() for box in DECKS.values())
MOST_COPIES = tuple(max(box.cards().count(code) for box in DECKS.values()) for code in range(KINDS))
"""Copies of each kind in the box that has the most of it."""
MOST_STACK = -(-MOST_CARDS // SLOTS)

MAJORITY_POINTS, SHARK_POINTS = 3, 2
MOST_POINTS = MOST_FISH + MAJORITY_POINTS + OCTOPUSES + SHARK_POINTS

MAX_DECISIONS = 231
"""Never reached unless the game ends there: 45 turns of five decisions, and six octopuses."""

STRICT, TIED_OK, ABSOLUTE = range(3)

OPTIONS = (
    Option(
        "deck",
        "A",
        tuple(DECKS),
        "the shoal cards: A has 3 single and 1 double card of each fish colour and floor; floors3 "
        "has three floors, 4 + 1; doubles2 has 2 + 2",
    ),
    Option("first", "seat0", ("seat0", "random"), "who begins"),
    Option(
        "fish_adjacency",
        "all",
        ("all", "any"),
        "must a fish card fit all cards it touches, or is one enough (a bone always forbids it)",
    ),
    Option(
        "coral_count",
        "visible",
        ("visible", "all"),
        "corals that count for an octopus: those in sight, or also those under octopuses",
    ),
    Option(
        "end",
        "stack_empty",
        ("stack_empty", "slot_empty"),
        "a stack is used up when no face-down card is left, or when its slot is empty too",
    ),
    Option(
        "end_round",
        "immediate",
        ("immediate", "finish_round"),
        "stop after the turn that used up the third stack, or after the last seat's turn",
    ),
    Option(
        "majority",
        "strict",
        ("strict", "tied_ok", "absolute"),
        "for the 3 points the own colour must have more fish at home than any other; at least as "
        "many (and one); more than half",
    ),
    Option(
        "shark_zero",
        "none",
        ("none", "all"),
        "who gets the 2 points for sharks when no shark lies anywhere",
    ),
    Option(
        "octopus_choice",
        "player",
        ("player", "auto"),
        "the receiver chooses the coral, or the first one from the top left is covered",
    ),
    Option("grid", GRID, (GRID, SMALL_GRID), "rows and columns of each shoal's walled board"),
)

STACKS = {
    "deck": "the shuffled cards stack by stack, each from its top, such as 'R2/s'",
    "colours": "the secret colour of each seat, such as 'Red'",
    "first": "the seat that begins, where that is left to chance",
}

MEASURED: tuple[dict[str, Any], ...] = ({}, {"grid": SMALL_GRID})
"""Options for which the spec sheet shows measured play."""


def prepare(players: int, options: Mapping[str, Any]) -> tuple[dict[str, Any], None]:
    """The cards to be shuffled, the tiles, and nobody given as the one who begins."""
    cards = shuffled(players, options["deck"])
    fields = {
        "cards": _padded(cards),
        "carded": len(cards),
        "colours": np.arange(HUES, dtype=np.int8),
        "given_first_seat": -1,
    }
    return fields, None


def shuffled(players: int, deck: str) -> list[int]:
    """The cards that go into the stacks: the box without everybody's first coral, as codes."""
    return DECKS[deck].cards()[players:]


def stack(setup: Setup, given: Mapping[str, Any]) -> dict[str, Any]:
    """State fields for stacked cards, secret colours and the seat that begins."""
    fields: dict[str, Any] = {}
    if "deck" in given:
        fields["cards"] = _padded(_stacked_cards(setup, list(given["deck"])))
        fields["stacked"] = 1
    if "colours" in given:
        fields["colours"] = _stacked_colours(setup, list(given["colours"]))
        fields["coloured"] = 1
    if "first" in given:
        fields["given_first_seat"] = _stacked_first(setup, given["first"])
    return fields


def _padded(cards: list[int]) -> Any:
    return np.array(cards + [EMPTY] * (MOST_CARDS - len(cards)), np.int8)


def _stacked_cards(setup: Setup, names: list[Any]) -> list[int]:
    for name in names:
        if name not in CARDS:
            raise BadDeck(f"stacked deck: {unknown('card', name, CARDS)}")
    wanted = Counter(NAMES[code] for code in shuffled(setup.players, setup.options["deck"]))
    missing, extra = wanted - Counter(names), Counter(names) - wanted
    if missing or extra:
        raise BadDeck(
            f"stacked deck of {len(names)} cards: {wanted.total()} needed for {setup.players} "
            f"players with deck={setup.options['deck']!r}; missing {sorted(missing.elements())}, "
            f"too many {sorted(extra.elements())}"
        )
    return [CARDS[name] for name in names]


def _stacked_colours(setup: Setup, names: list[Any]) -> Any:
    for name in names:
        if name not in COLOURS:
            raise BadDeck(f"stacked colours: {unknown('colour', name, COLOURS)}")
    if len(names) != setup.players or len(set(names)) != len(names):
        raise BadDeck(
            f"stacked colours {names}: possible: {setup.players} different ones, one per seat"
        )
    rest = [name for name in COLOURS if name not in names]
    return np.array([COLOURS.index(name) for name in names + rest], np.int8)


def _stacked_first(setup: Setup, seat: Any) -> int:
    possible = range(setup.players) if setup.options["first"] == "random" else range(1)
    if type(seat) is not int or seat not in possible:
        raise BadSeats(
            f"first={seat!r} with first={setup.options['first']!r}: possible: 0 to {possible[-1]}"
        )
    return seat
