"""What is in the box: 75 cards, six Lanternfish, and the rule options."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from sea_envs.core.errors import BadDeck, BadSeats
from sea_envs.core.game import Option, Setup

MIN_SEATS, MAX_SEATS = 2, 6

COLOURS = ("Red", "Yellow", "Green", "Blue", "Purple")
VALUES = 5
COPIES = 3
KINDS = len(COLOURS) * VALUES
CARDS = tuple(f"{colour[0]}{value}" for colour in COLOURS for value in range(VALUES))
"""Card kinds by number 5 * colour + value, as texts write them."""
DECK = tuple(card for card in CARDS for _ in range(COPIES))
DECK_SIZE = len(DECK)
NAMES = ("Beach", "Coral", "Turtle", "Reef fish", "Ray", "Lanternfish")
"""What a value shows; the Lanternfish lies under every personal pile and is never in a hand."""
BEACH = 0
LANTERNFISH = 5
HAND = 5

ROTATE, VICTIM, LEFT_OF_ENDER, FIXED, LOWEST = range(5)
MAY_TOPUP, MUST, MAY_PLAIN = range(3)
ONE, MANY = range(2)

MOST_ROUNDS = 1000
MAX_DECISIONS = 20_000

OPTIONS = (
    Option("target", 12, range(1, 61), "a round's end with this total or more ends the game"),
    Option(
        "expert", False, (False, True), "Expert Diving: one higher and same colour freely mixed"
    ),
    Option(
        "start_rule",
        "rotate",
        ("rotate", "victim", "left_of_ender", "fixed", "lowest"),
        "who starts the next round: the seat after the last starter; who got the Beach; the seat "
        "after who laid it; the first starter; the lowest total",
    ),
    Option(
        "take_rule",
        "may_topup",
        ("may_topup", "must", "may_plain"),
        "with the hand played out: take the own pile's top or draw one more; must take; take or "
        "nothing",
    ),
    Option("expert_place", "one", ("one", "many"), "cards laid on opponents in one Expert turn"),
    Option(
        "max_laps", 100, range(1, 1001), "laps of the table after which a round is scored as it is"
    ),
    Option("max_rounds", 50, range(1, MOST_ROUNDS + 1), "rounds after which the game ends"),
)

MEASURED: tuple[dict[str, Any], ...] = ({}, {"expert": True}, {"start_rule": "fixed"})
"""Options for which the spec sheet shows the heuristic's share of wins and the seats' shares."""

STACKS = {
    "deck": f"the {DECK_SIZE} cards of round 1 in the order they leave the deck, such as 'R2'",
    "starter": "the seat that starts round 1",
}


def prepare(players: int, options: Mapping[str, Any]) -> tuple[dict[str, Any], None]:
    """Beyond the options: nobody is given as the starter."""
    return {"given_starter_seat": -1}, None


def stack(setup: Setup, given: Mapping[str, Any]) -> dict[str, Any]:
    """State fields for a stacked deck and a given starter."""
    fields: dict[str, Any] = {}
    if "deck" in given:
        cards = list(given["deck"])
        wrong = [card for card in cards if card not in CARDS]
        if wrong:
            raise BadDeck(f"stacked deck: no card {wrong[0]!r}; possible: {', '.join(CARDS)}")
        missing, extra = Counter(DECK) - Counter(cards), Counter(cards) - Counter(DECK)
        if missing or extra:
            raise BadDeck(
                f"stacked deck of {len(cards)} cards: {DECK_SIZE} needed, {COPIES} of each kind; "
                f"missing {sorted(missing.elements())}, too many {sorted(extra.elements())}"
            )
        fields["deck"] = np.array([CARDS.index(card) for card in cards], np.int8)
        fields["stacked"] = 1
    if "starter" in given:
        seat = given["starter"]
        if type(seat) is not int or not 0 <= seat < setup.players:
            raise BadSeats(f"starter={seat!r}: possible: 0 to {setup.players - 1}")
        fields["given_starter_seat"] = seat
    return fields
