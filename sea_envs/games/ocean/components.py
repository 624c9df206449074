"""What is in the box: 72 animal cards with their numbers, 13 action cards, and the rule options."""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from sea_envs.core.errors import BadDeck, BadOption, unknown
from sea_envs.core.game import Option, Setup

MIN_SEATS, MAX_SEATS = 2, 4

ANIMALS = ("turtle", "crab", "starfish", "octopus")
COLOURS = ("green", "orange", "red", "blue")
HUES = len(COLOURS)
CELL_SIZES = ((5, 4, 5, 4), (4, 5, 4, 5), (4, 5, 4, 5), (5, 4, 5, 4))
"""Cards of each animal (row) in each colour (column)."""
_CELLS = [
    (animal, colour)
    for animal, sizes in enumerate(CELL_SIZES)
    for colour, size in enumerate(sizes)
    for _ in range(size)
]
ANIMAL_OF = np.array([animal for animal, _ in _CELLS], np.int8)
COLOUR_OF = np.array([colour for _, colour in _CELLS], np.int8)
"""Animal and colour of each animal card, by card; numbers ascend within an animal's colour."""
ANIMAL_CARDS = len(_CELLS)
CELL_STARTS = np.array([0, *accumulate(size for sizes in CELL_SIZES for size in sizes)], np.int8)
"""First card of an animal's colour, at HUES * animal + colour; a last entry ends the last."""
MOST_NUMBER = 11

ACTION_NAMES = ("sack", "chest", "sword", "skull")
ACTION_COPIES = (4, 4, 4, 1)
SACK, CHEST, SWORD, SKULL = range(ANIMAL_CARDS, ANIMAL_CARDS + len(ACTION_NAMES))
"""Action cards follow the animals; copies are alike and share one code."""
KINDS = ANIMAL_CARDS + len(ACTION_NAMES)
ACTION_CARDS = sum(ACTION_COPIES)
DECK_CARDS = np.array(
    [
        *range(ANIMAL_CARDS),
        *(SACK + kind for kind, copies in enumerate(ACTION_COPIES) for _ in range(copies)),
    ],
    np.int8,
)
"""Every card once; the skull is the last, so that a deck without it is one shorter."""
DECK_SIZE = len(DECK_CARDS)
HAND = 4
OPENING = 4

DRAFT, RANDOM, FIXED = range(3)
FREE, ALL = range(2)
FIRST_STAYS, BEST_STAYS = range(2)
EACH, ONE = range(2)
SAME, ROTATE, CONTINUE = range(3)
EQUAL_PART, FULL_ONLY = range(2)
SHARED, LATEST_SEAT = range(2)
BASIC, GOLD = range(2)

TIE_POINTS = 0.001
MOST_POINTS = HUES * MOST_NUMBER + TIE_POINTS
MAX_DECISIONS = 256

DECKS = {
    "balanced": (
        "1 3 6 9 11, 1 4 8 11, 3 4 6 7 10, 2 5 8 9",
        "3 4 7 10, 2 3 4 10 11, 2 5 6 11, 1 5 7 8 9",
        "1 5 7 11, 3 5 6 7 9, 3 4 8 9, 1 2 6 10 11",
        "2 5 6 8 9, 1 5 8 10, 1 2 7 9 11, 3 4 7 10",
    ),
    "low": (
        "1 3 5 6 7, 2 3 4 9, 1 4 6 8 11, 2 5 7 10",
        "1 3 7 11, 1 4 5 6 10, 2 4 5 9, 2 3 6 7 8",
        "3 4 6 8, 1 2 3 5 7, 1 6 9 10, 2 4 5 7 11",
        "1 2 5 6 7, 2 3 4 10, 1 5 6 7 9, 3 4 8 11",
    ),
    "mid": (
        "4 5 8 9 10, 3 6 7 9, 2 4 5 6 8, 1 3 7 11",
        "1 4 6 11, 2 4 8 9 10, 3 5 6 7, 3 5 7 8 9",
        "1 3 5 9, 2 6 7 9 11, 4 5 8 10, 3 4 6 7 8",
        "2 3 6 7 11, 4 5 8 9, 3 5 6 8 10, 1 4 7 9",
    ),
    "high": (
        "4 5 6 7 11, 3 5 8 10, 2 6 7 9 11, 1 8 9 10",
        "1 5 6 10, 2 7 8 10 11, 3 6 9 11, 4 5 7 8 9",
        "3 5 8 11, 2 6 7 9 11, 1 5 9 10, 4 6 7 8 10",
        "1 6 8 10 11, 4 5 8 9, 2 6 7 9 11, 3 5 7 10",
    ),
}
"""The number tables: a line for each animal, a part for each colour."""

OPTIONS = (
    Option(
        "deck",
        "balanced",
        tuple(DECKS),
        "the numbers on the animal cards: a table that ships with the game, or a YAML or TOML file",
        stored=False,
    ),
    Option("skull", True, (True, False), "the skull is in the deck: 85 cards, without it 84"),
    Option(
        "friend_choice",
        "draft",
        ("draft", "random", "fixed"),
        "how seats come to their animals: chosen in seat order, dealt, or as `friends` says",
    ),
    Option(
        "friends",
        (),
        ((),),
        "with friend_choice='fixed' one animal a seat, seat 0 first; () for the order of the box",
        stored=False,
    ),
    Option(
        "capture_rule",
        "free",
        ("free", "all"),
        "a capture takes any disjoint groups, or goes on until no further group is left",
    ),
    Option("capture_mandatory", False, (False, True), "a card that can capture may not be laid"),
    Option(
        "dup_policy",
        "first_stays",
        ("first_stays", "best_stays"),
        "the row keeps the first friend of a colour, or always shows the highest collected",
    ),
    Option("sword", "each", ("each", "one"), "a sword robs every other row, or a single one"),
    Option(
        "starter",
        "same",
        ("same", "rotate", "continue"),
        "who starts the next round: the last starter; the seat after that one; the seat after the "
        "one that played last",
    ),
    Option(
        "last_deal",
        "equal_part",
        ("equal_part", "full_only"),
        "too few cards for four each: equal smaller hands, or the end of the game",
    ),
    Option(
        "final_tie",
        "shared",
        ("shared", "latest_seat"),
        "a full tie is shared, or won by the highest seat in it",
    ),
    Option(
        "variant",
        "basic",
        ("basic", "gold"),
        "gold: four colours only end the game; the highest sum of the row wins",
    ),
)

STACKS = {
    "deck": "all cards in the order they leave the stock, such as 'Tr10' or 'sack': the hands of "
    "seat 0, 1, ..., the centre with its replacements, the later rounds",
    "friends": "with friend_choice='random': the animals dealt, seat 0 first",
}

MEASURED: tuple[dict[str, Any], ...] = ({}, {"starter": "rotate"})
"""Options for which the spec sheet shows the heuristic's and the seats' shares."""


@dataclass(frozen=True)
class Words:
    """A deck in words. cards: names by code; numbers: those of the animal cards."""

    cards: tuple[str, ...]
    numbers: tuple[int, ...]


def prepare(players: int, options: Mapping[str, Any]) -> tuple[dict[str, Any], Words]:
    """The numbers of the deck, fixed friends, and nobody or no card where there is none yet."""
    numbers = _numbers(options["deck"])
    names = [
        f"{ANIMALS[a][0].upper()}{COLOURS[c][0]}{number}"
        for (a, c), number in zip(_CELLS, numbers, strict=True)
    ]
    fields: dict[str, Any] = dict.fromkeys(
        ("friends", "given_friends", "owner_seats", "centre", "deck", "played", "after"), -1
    )
    fields |= {"victim_seat": -1, "skull_seat": -1, "sums": 1}
    fields["numbers"] = np.array(numbers, np.int8)
    fixed = options["friend_choice"] == "fixed"
    if options["friends"] and not fixed:
        raise BadOption("option friends: only friend_choice='fixed' takes it")
    if fixed:
        named = options["friends"] or ANIMALS[:players]
        fields["given_friends"] = _friends(players, named, BadOption)
    return fields, Words((*names, *ACTION_NAMES), tuple(numbers))


def stack(setup: Setup, given: Mapping[str, Any]) -> dict[str, Any]:
    """State fields for a stacked deck and given random friends."""
    fields: dict[str, Any] = {}
    if "deck" in given:
        fields["deck"] = _stacked(setup, list(given["deck"]))
        fields["stacked"] = 1
    if "friends" in given:
        if setup.options["friend_choice"] != "random":
            raise BadDeck("stacked friends: only friend_choice='random' deals them")
        fields["given_friends"] = _friends(setup.players, given["friends"], BadDeck)
    return fields


def _stacked(setup: Setup, names: list[str]) -> Any:
    cards = setup.words.cards
    for name in names:
        if name not in cards:
            raise BadDeck(f"stacked deck: {unknown('card', name, cards)}")
    whole = Counter(cards[code] for code in DECK_CARDS)
    if not setup.options["skull"]:
        del whole[cards[SKULL]]
    given = Counter(names)
    missing, extra = whole - given, given - whole
    if missing or extra:
        raise BadDeck(
            f"stacked deck of {len(names)} cards: {whole.total()} needed; "
            f"missing {sorted(missing.elements())}, too many {sorted(extra.elements())}"
        )
    codes = np.full(DECK_SIZE + ACTION_CARDS, -1, np.int8)
    codes[: len(names)] = [cards.index(name) for name in names]
    return codes


def _friends(players: int, names: Sequence[str], error: type[BadOption] | type[BadDeck]) -> Any:
    animals = [names] if isinstance(names, str) else list(names)
    for name in animals:
        if name not in ANIMALS:
            raise error(f"friends: {unknown('animal', name, ANIMALS)}")
    if len(animals) != players or len(set(animals)) != players:
        raise error(f"friends={animals!r}: possible: {players} different of {', '.join(ANIMALS)}")
    friends = np.full(MAX_SEATS, -1, np.int8)
    friends[:players] = [ANIMALS.index(name) for name in animals]
    return friends


def _numbers(deck: Any) -> list[int]:
    """The number of every animal card, for a table's name, a file, or a table already read."""
    if isinstance(deck, str) and deck in DECKS:
        return [int(number) for line in DECKS[deck] for number in line.replace(",", " ").split()]
    if isinstance(deck, Mapping):
        return _checked(deck, "deck")
    if isinstance(deck, str | PathLike) and Path(deck).suffix in (".toml", ".yaml", ".yml"):
        return _checked(_read(Path(deck)), f"deck {Path(deck).name}")
    raise BadOption(
        f"option deck={deck!r}: possible: {', '.join(DECKS)}, or a file that ends in .yaml or .toml"
    )


def _read(path: Path) -> Any:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"option deck={str(path)!r}: the file cannot be read ({error})") from error
    if path.suffix == ".toml":
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadDeck(f"deck {path.name}: not TOML ({error})") from error
    try:
        import yaml
    except ImportError as error:
        raise BadOption(
            f"deck {path.name}: YAML needs PyYAML (pip install 'sea-envs[files]'); TOML does not"
        ) from error
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise BadDeck(f"deck {path.name}: not YAML ({' '.join(str(error).split())})") from error


def _checked(table: Any, name: str) -> list[int]:
    """The numbers of a table animal -> colour -> numbers, card by card; BadDeck names the flaw."""
    numbers: list[int] = []
    _check_names(table, ANIMALS, name)
    for animal, sizes in zip(ANIMALS, CELL_SIZES, strict=True):
        _check_names(table[animal], COLOURS, f"{name}: {animal}")
        for colour, size in zip(COLOURS, sizes, strict=True):
            cell = table[animal][colour]
            wanted = f"{size} different whole numbers from 1 to {MOST_NUMBER}"
            fits = (
                isinstance(cell, list | tuple)
                and all(type(number) is int and 1 <= number <= MOST_NUMBER for number in cell)
                and len(set(cell)) == len(cell) == size
            )
            if not fits:
                raise BadDeck(f"{name}: {animal} {colour} is {cell!r}; possible: {wanted}")
            numbers += sorted(cell)
    return numbers


def _check_names(table: Any, names: tuple[str, ...], where: str) -> None:
    if not isinstance(table, Mapping):
        raise BadDeck(f"{where} is {table!r}; possible: a table with {', '.join(names)}")
    for name in table:
        if name not in names:
            raise BadDeck(f"{where}: {unknown('entry', name, names)}")
    for name in names:
        if name not in table:
            raise BadDeck(f"{where}: {name} is missing; needed: {', '.join(names)}")
