"""What is in the box: six sets of eight creatures, 48 foods, and the rule options."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sea_envs.core.errors import BadDeck, BadOption, unknown
from sea_envs.core.game import Option, Setup

MIN_SEATS, MAX_SEATS = 2, 6

CREATURES = 8
"""Creatures in a set; every seat owns one set."""
FOODS = 8
"""Foods dealt to a seat."""
DECK_SIZE = 48
FOOD_KINDS = 48
"""Room for kinds of food; the standard cards use 27."""
COLUMNS = 8
"""The longest row: two cards of each of four seats."""
MOST_TURNS = 2 * COLUMNS
MOST_ROUNDS = CREATURES
MAX_DECISIONS = 3 * (CREATURES + FOODS) * MAX_SEATS
"""No game is longer: a look, a card and its place for every card of every seat."""

NORMAL, OPEN, LUCKY, LUCKY_PEEK, LUCKY_OPEN = range(5)
VARIANTS = ("normal", "open", "lucky", "lucky_peek", "lucky_open")
CCFF, CFCF = range(2)
PRINTED, ZERO = range(2)
ALONE, EATS, RUINS = range(3)
"""What a creature does to its right-hand neighbour (rule 6.2)."""

MOST_VALUE = 99
MOST_FACTOR = 9
MOST_COUNT = 100
"""The most, either way, that a creature with its food may count; other cards must keep to it."""
SPAN = MOST_COUNT * CREATURES * MAX_SEATS

STRIPES = {
    "B": "blue",
    "G": "green",
    "O": "orange",
    "Y": "yellow",
    "R": "red",
    "V": "violet",
    "K": "black",
}


@dataclass(frozen=True)
class Creature:
    """A creature; hunts by its right stripes, is eaten by its left, takes food by bottom ones."""

    name: str
    value: int
    left: tuple[str, ...]
    right: tuple[str, ...]
    bottom: Mapping[str, int]


@dataclass(frozen=True)
class Food:
    """A kind of food."""

    name: str
    value: int
    top: tuple[str, ...]
    copies: int


@dataclass(frozen=True)
class Box:
    """The cards of a game; `Setup.words` of Sea Life."""

    creatures: tuple[Creature, ...]
    foods: tuple[Food, ...]
    zero_stripe: str = "K"

    def link(self, left: Creature, right: Creature) -> int:
        """What `left` does to the creature on its right (rule 6.2)."""
        common = set(left.right) & set(right.left)
        return RUINS if self.zero_stripe in common else EATS if common else ALONE


def factor(creature: Creature, food: Food) -> int:
    """The largest factor among the fitting stripes, 0 if none fits (rule 6.1)."""
    return max(
        (creature.bottom[stripe] for stripe in food.top if stripe in creature.bottom), default=0
    )


def counted(creature: Creature, food: Food, unfed: int) -> int:
    """What a creature with this food counts by itself (rule 6.1)."""
    times = factor(creature, food)
    return 0 if unfed == ZERO and not times else creature.value + times * food.value


STANDARD = Box(
    (
        Creature("Crab", 6, ("G", "Y"), ("V", "B"), {"B": 1, "G": 1, "V": 2}),
        Creature("Perch", 6, ("Y", "O"), ("G",), {"B": 1, "G": 1, "O": 1}),
        Creature("Octopus", 5, ("G", "R"), ("Y", "V"), {"G": 2, "O": 1}),
        Creature("Barracuda", 4, ("O", "R"), ("G", "Y"), {"O": 2, "Y": 1}),
        Creature("Sea Lion", 3, ("R",), ("O", "G"), {"Y": 2, "R": 1}),
        Creature("Shark", 2, ("V",), ("R", "B", "K"), {"R": 2, "V": 1}),
        Creature("Blue Whale", 4, ("B",), ("Y",), {"B": 3}),
        Creature("Angler", 1, ("K",), ("O", "R"), {"Y": 1, "R": 1, "V": 1}),
    ),
    (
        Food("Phytoplankton", 1, ("B",), 3),
        Food("Krill", 2, ("B",), 2),
        Food("Fish Larvae", 1, ("B", "G"), 1),
        Food("Mussel", 2, ("G",), 3),
        Food("Lobster", 4, ("G",), 2),
        Food("Shrimp", 2, ("G", "O"), 1),
        Food("Clownfish", 2, ("O",), 3),
        Food("Parrotfish", 4, ("O",), 2),
        Food("Flying Fish", 2, ("O", "Y"), 1),
        Food("Sardine", 2, ("Y",), 3),
        Food("Herring", 4, ("Y",), 2),
        Food("Mackerel", 3, ("Y", "R"), 1),
        Food("Squid", 3, ("R",), 3),
        Food("Tuna", 5, ("R",), 2),
        Food("Ray", 3, ("R", "V"), 1),
        Food("Jellyfish", 2, ("V",), 3),
        Food("Carcass", 4, ("V",), 2),
        Food("Marine Snow", 1, ("V", "B"), 1),
        Food("Chemical Foam", -2, ("B",), 1),
        Food("Sewage", -3, ("G",), 1),
        Food("Fish Hook", -3, ("O",), 1),
        Food("Tin Can", -3, ("Y",), 1),
        Food("Mercury Tuna", -4, ("R",), 1),
        Food("Plastic Bag", -3, ("V",), 1),
        Food("Oil Slick", -2, ("B", "V"), 2),
        Food("Toxic Barrel", -4, ("G", "R"), 2),
        Food("Ghost Net", -3, ("O", "Y"), 2),
    ),
)

OPTIONS = (
    Option(
        "variant",
        "normal",
        VARIANTS,
        "normal: creatures first, face down; open: face up; lucky: either card, either end; "
        "lucky_peek: lucky with a look before each turn; lucky_open: lucky face up",
    ),
    Option(
        "unfed", "printed", ("printed", "zero"), "what a creature counts whose food does not fit"
    ),
    Option("double_max", 4, (3, 4), "most players who lay two creatures and two foods per round"),
    Option(
        "double_order",
        "CCFF",
        ("CCFF", "CFCF"),
        "double rounds of normal and open: both creatures first, or creature and food in turn",
    ),
    Option(
        "rounds",
        "all",
        ("all", *range(1, MOST_ROUNDS + 1)),
        "rounds played; the rest of the hands is void",
    ),
    Option(
        "dealer",
        "random",
        (*range(MAX_SEATS), "random"),
        "the seat that starts round 1",
        stored=False,
    ),
    Option(
        "cards",
        "standard",
        ("standard",),
        "the printed numbers: standard, or the path of a TOML or YAML file (or its parsed table) "
        "with those of your own cards",
        stored=False,
    ),
)

STACKS = {
    "deck": f"the {DECK_SIZE} foods as they are dealt: seat 0's eight, seat 1's eight, ..., "
    "the undealt rest",
    "dealer": "the seat that starts round 1",
}

MEASURED: tuple[dict[str, Any], ...] = (
    {},
    *({"variant": variant} for variant in VARIANTS[1:]),
    {"variant": "open", "unfed": "zero"},
)
"""Options for which the spec sheet shows measured play."""


def prepare(players: int, options: Mapping[str, Any]) -> tuple[dict[str, Any], Box]:
    """The card tables, as the kernels read them, and the box, as texts and pictures do."""
    box = _box(options["cards"])
    unfed = PRINTED if options["unfed"] == "printed" else ZERO
    counts = np.zeros((FOOD_KINDS, CREATURES), np.int8)
    for kind, food in enumerate(box.foods):
        counts[kind] = [counted(creature, food, unfed) for creature in box.creatures]
    values = [creature.value for creature in box.creatures]
    strongest = _strongest(box)
    best = max(sum(strongest), 1)
    copies = np.zeros(FOOD_KINDS, np.int8)
    copies[: len(box.foods)] = [food.copies for food in box.foods]
    fields = {
        "given_dealer_seat": _dealer(players, options["dealer"]),
        "deck": np.repeat(np.arange(FOOD_KINDS), copies),
        "foods_left": copies,
        "shares": [1 / max(int(count), 1) for count in copies],
        "values": values,
        "counts": counts.ravel(),
        "web": [box.link(left, right) for left in box.creatures for right in box.creatures],
        "count_scale": 0.5 / max(*strongest, 1),
        "points_scale": 1 / (3 * best),
        "points_least": -best,
    }
    return fields, box


def stack(setup: Setup, given: Mapping[str, Any]) -> dict[str, Any]:
    """State fields for a stacked deck and a given dealer."""
    fields: dict[str, Any] = {}
    if "deck" in given:
        names = [food.name for food in setup.words.foods]
        whole = Counter({food.name: food.copies for food in setup.words.foods})
        deck = list(given["deck"])
        for name in deck:
            if name not in names:
                raise BadDeck(f"stacked deck: {unknown('food', name, names)}")
        missing, extra = whole - Counter(deck), Counter(deck) - whole
        if missing or extra:
            raise BadDeck(
                f"stacked deck of {len(deck)} foods: the {DECK_SIZE} of the box needed; "
                f"missing {sorted(missing.elements())}, too many {sorted(extra.elements())}"
            )
        fields["deck"] = [names.index(name) for name in deck]
        fields["stacked"] = 1
    if "dealer" in given:
        fields["given_dealer_seat"] = _dealer(setup.players, given["dealer"])
    return fields


def _dealer(players: int, dealer: Any) -> int:
    if dealer == "random":
        return -1
    if type(dealer) is not int or not 0 <= dealer < players:
        raise BadOption(f"option dealer={dealer!r}: possible: 0 to {players - 1}, 'random'")
    return dealer


def _box(cards: Any) -> Box:
    if cards == "standard":
        return STANDARD
    if isinstance(cards, Mapping):
        return _checked("cards", cards)
    if isinstance(cards, str | Path):
        return _checked(f"cards {str(cards)!r}", _table(Path(cards)))
    raise BadOption(
        f"option cards={cards!r}: possible: 'standard', the path of a .toml or .yaml file, "
        "its parsed table"
    )


def _table(path: Path) -> Any:
    """The parsed content of a card file."""
    if path.suffix not in (".toml", ".yaml", ".yml"):
        raise BadOption(
            f"option cards={str(path)!r}: possible: 'standard', a .toml file, a .yaml file"
        )
    try:
        content = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as trouble:
        raise BadDeck(f"cards {str(path)!r}: cannot be read ({trouble})") from None
    if path.suffix == ".toml":
        import tomllib

        try:
            return tomllib.loads(content)
        except tomllib.TOMLDecodeError as trouble:
            raise BadDeck(f"cards {str(path)!r}: not TOML ({trouble})") from None
    try:
        import yaml
    except ImportError:
        raise BadDeck(
            f"cards {str(path)!r}: YAML needs PyYAML; pip install 'sea-envs[files]', "
            "or write it as TOML"
        ) from None
    try:
        return yaml.safe_load(content)
    except yaml.YAMLError as trouble:
        raise BadDeck(f"cards {str(path)!r}: not YAML ({' '.join(str(trouble).split())})") from None


_CREATURE_KEYS = ("name", "value", "left", "right", "bottom")
_FOOD_KEYS = ("name", "value", "top", "copies")


def _checked(where: str, table: Any) -> Box:
    """The box that a parsed table describes; BadDeck names the entry that does not fit."""
    if not isinstance(table, Mapping):
        raise BadDeck(
            f"{where}: a table with 'creatures' and 'foods' needed, given {type(table).__name__}"
        )
    for key in table:
        if key not in ("creatures", "foods", "zero_stripe"):
            raise BadDeck(f"{where}: {unknown('key', key, ('creatures', 'foods', 'zero_stripe'))}")
    creatures = _entries(where, table, "creatures", _CREATURE_KEYS)
    foods = _entries(where, table, "foods", _FOOD_KEYS)
    if len(creatures) != CREATURES:
        raise BadDeck(f"{where}: {len(creatures)} creatures given, {CREATURES} needed")
    if not 1 <= len(foods) <= FOOD_KINDS:
        raise BadDeck(f"{where}: {len(foods)} kinds of food given, 1 to {FOOD_KINDS} possible")
    box = Box(
        tuple(
            Creature(
                entry["name"],
                _whole(at, "value", entry["value"], -MOST_VALUE, MOST_VALUE),
                _stripes(at, "left", entry["left"]),
                _stripes(at, "right", entry["right"]),
                _factors(at, entry["bottom"]),
            )
            for at, entry in creatures
        ),
        tuple(
            Food(
                entry["name"],
                _whole(at, "value", entry["value"], -MOST_VALUE, MOST_VALUE),
                _stripes(at, "top", entry["top"]),
                _whole(at, "copies", entry["copies"], 1, DECK_SIZE),
            )
            for at, entry in foods
        ),
        _stripes(where, "zero_stripe", [table.get("zero_stripe", STANDARD.zero_stripe)])[0],
    )
    copies = sum(food.copies for food in box.foods)
    if copies != DECK_SIZE:
        raise BadDeck(f"{where}: the foods' copies add up to {copies}, {DECK_SIZE} needed")
    most = max(_strongest(box))
    if most > MOST_COUNT:
        raise BadDeck(
            f"{where}: a creature with its food counts {most}, at most {MOST_COUNT} possible; "
            "divide all values"
        )
    return box


def _entries(
    where: str, table: Mapping[str, Any], sort: str, keys: Sequence[str]
) -> list[tuple[str, Mapping[str, Any]]]:
    """The entries of one sort, each with its address for messages; keys and names are checked."""
    entries = table.get(sort)
    if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries):
        raise BadDeck(f"{where}: '{sort}' must be a list of tables ([[{sort}]] in TOML)")
    found: list[tuple[str, Mapping[str, Any]]] = []
    names: set[str] = set()
    for place, entry in enumerate(entries):
        at = f"{where}: {sort}[{place}]"
        name = entry.get("name")
        if not isinstance(name, str) or name != " ".join(name.split()) or not name or "," in name:
            raise BadDeck(f"{at}: name={name!r}: possible: words without a comma")
        at = f"{at} {name!r}"
        for key in (*entry, *keys):
            if key not in (*keys, "id"):
                raise BadDeck(f"{at}: {unknown('key', key, keys)}")
            if key not in entry:
                raise BadDeck(f"{at}: key {key!r} is missing; needed: {', '.join(keys)}")
        if entry.get("id", place) != place:
            raise BadDeck(f"{at}: id={entry['id']!r}: its place in the list, {place}, needed")
        if name.casefold() in names:
            raise BadDeck(f"{at}: the name is given twice")
        names.add(name.casefold())
        found.append((at, entry))
    return found


def _whole(at: str, key: str, value: Any, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BadDeck(f"{at}: {key}={value!r}: possible: a whole number from {least} to {most}")
    return value


def _stripes(at: str, key: str, stripes: Any) -> tuple[str, ...]:
    words = isinstance(stripes, list | tuple) and all(
        isinstance(stripe, str) and stripe.strip() for stripe in stripes
    )
    if not words or len(set(stripes)) < len(stripes):
        raise BadDeck(
            f"{at}: {key}={stripes!r}: possible: a list of different stripes such as ['B', 'G']"
        )
    return tuple(stripes)


def _factors(at: str, bottom: Any) -> dict[str, int]:
    if not isinstance(bottom, Mapping):
        raise BadDeck(
            f"{at}: bottom={bottom!r}: possible: a table of stripes with factors such as {{B = 2}}"
        )
    stripes = _stripes(at, "bottom", list(bottom))
    return {
        stripe: _whole(at, f"bottom {stripe}", bottom[stripe], 1, MOST_FACTOR) for stripe in stripes
    }


def _strongest(box: Box) -> list[int]:
    """The most, either way, that each creature of a set can count, with food or without."""
    return [
        max(abs(creature.value), *(abs(counted(creature, food, PRINTED)) for food in box.foods))
        for creature in box.creatures
    ]
