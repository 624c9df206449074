"""What is in the box: dice, cards, reefs, tiles, the current, and the rule options."""

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from sea_envs.core.errors import BadDeck, BadOption, unknown
from sea_envs.core.game import Option, Setup

MIN_SEATS, MAX_SEATS = 2, 4

COLOURS = ("white", "yellow", "blue", "purple", "red")
WHITE, YELLOW, BLUE, PURPLE, RED = range(5)
FACES = 6
SLOTS = 4
"""White, yellow, blue and purple have a slot for cards; the red die has none."""
KINDS = ("POINT", "FISH", "MOVE", "CORAL")
POINT, FISH, MOVE, CORAL = range(4)
CONTEST_COLOURS = COLOURS[BLUE:]
CONTESTS = len(CONTEST_COLOURS)
SLOT_CARDS = SLOTS * len(KINDS)
CARDS = (
    *(f"{colour}-{kind}" for colour in COLOURS[:SLOTS] for kind in KINDS),
    *(f"{colour}-CONTEST" for colour in CONTEST_COLOURS),
)
"""Card kinds by number: 4 * colour + kind for the slots, then the contest cards."""

GOLD, SILVER = range(2)
METALS = ("gold", "silver")
REEFS = 6
SPACES = 52
BAND = 4
"""Spaces of one value lie side by side in bands of this length."""
MOST_FED = 24
MOST_FOOD = 7
START_FOOD = 1
MOST_CARDS = 6
"""Card symbols on a face of a white die of any board: as many cards as are on display."""
MOST_COPIES = 6
DECK_ROOM = MOST_COPIES * len(CARDS)
ROLLS_ROOM = 512
MOST_CONTEST_LINES = 20
"""Stacked lines for one contest."""
DICE_IN_CONTEST = 2 * MAX_SEATS + 1


@dataclass(frozen=True)
class Board:
    """The numbers printed on board, dice and tiles; those that stand here are the standard ones."""

    rounds: int = 5
    picks: int = 4
    display: int = 6
    slot_max: int = 3
    corals: int = 16
    white: tuple[tuple[int, int], ...] = ((1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1))
    yellow: tuple[tuple[int, int], ...] = ((2, 2), (2, 3), (3, 1), (3, 2), (4, 1), (6, 0))
    blue: tuple[int, ...] = (2, 3, 4, 5, 6, 7)
    purple: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    red: tuple[int, ...] = (3, 4, 5, 6, 7, 8)
    last: int = SPACES - 1
    band: tuple[int, ...] = (1, 2, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 10)
    sector_starts: tuple[int, ...] = (0, 12, 20, 28, 36, 44)
    food_at: tuple[int, ...] = (12, 20, 28)
    reef_first: tuple[int, ...] = (2, 2, 3, 3, 4, 5)
    reef_second: tuple[int, ...] = (0, 0, 1, 1, 2, 3)
    capacity: tuple[int, ...] = (0, 6, 9, 12, 15, 18, 21, 24)
    # fmt: off
    school: tuple[int, ...] = (
        0, 1, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 10, 10, 11, 12, 12, 13, 14, 15, 15, 16,
    )
    # fmt: on
    gold: tuple[int, ...] = (5, 6, 7, 8, 9)
    silver: tuple[int, ...] = (3, 4, 5, 6, 7)
    silver_food: tuple[int, ...] = (1, 1, 1, 0, 0)
    start_tile: int = 4
    slot_copies: tuple[int, ...] = (2, 2, 3)
    contest_copies: tuple[int, ...] = (1, 2, 2)
    start_space: str = "seat"
    start_score: str = "seat"

    def cards(self, players: int) -> list[int]:
        """The deck for that many players, card by card."""
        place = players - MIN_SEATS
        slot = [card for card in range(SLOT_CARDS) for _ in range(self.slot_copies[place])]
        contests = range(SLOT_CARDS, len(CARDS))
        return slot + [card for card in contests for _ in range(self.contest_copies[place])]

    def number(self, colour: int, face: int) -> int:
        """What a die is called by: the number it shows, or its face where it shows none."""
        shown = {BLUE: self.blue, PURPLE: self.purple, RED: self.red}
        return shown[colour][face] if colour in shown else face + 1

    def most_points(self) -> int:
        """No seat can ever have more points than this."""
        cards = max(cards + points for cards, points in self.white)
        dice = 1 + max(cards, *(points for _, points in self.yellow))
        scoring = sum(map(max, self.reef_first, self.reef_second)) + self.band[-1] + self.school[-1]
        rest = MAX_SEATS - 1 + self.most_tile_points() + self.start_tile + self.corals + MOST_FED
        return self.rounds * (self.picks * dice + scoring) + rest

    def most_tile_points(self) -> int:
        """The points of all tiles together."""
        return sum(self.gold) + sum(self.silver)


STANDARD = Board()
ROUNDS = STANDARD.rounds
PICKS = STANDARD.picks
DISPLAY = STANDARD.display
MAX_DECISIONS = ROUNDS * (MAX_SEATS * (2 * PICKS + 1 + 3 * MOST_CARDS) + 1)
"""Each die and its slot's coral, each purple coral, three for each card symbol, and the tile."""

NEXT_FREE, LEAPFROG = range(2)
TURN_END, IMMEDIATE = range(2)
SECOND_TURTLE, SECOND_NONE = range(2)
DISCARD, WINNER_TAKES_BOTH = range(2)
KEEP_TILE, PASS_LEFT = range(2)
FINAL_TURTLE, SHARED = range(2)
NO_END_FISH, ONE_PER_FED_FISH = range(2)
MOVE_FIRST, CORAL_FIRST = range(2)

OPTIONS = (
    Option(
        "refill",
        "turn_end",
        ("turn_end", "immediate"),
        "when the display is filled up: at the end of a turn; also as soon as a card is picked",
    ),
    Option(
        "landing",
        "next_free",
        ("next_free", "leapfrog"),
        "occupied spaces: count, and who would end on one goes on to the next free; do not count",
    ),
    Option(
        "second_tie",
        "turtle",
        ("turtle", "none"),
        "a tie for second in the contest: to the turtle ahead; nobody is second",
    ),
    Option(
        "no_second",
        "discard",
        ("discard", "winner_takes_both"),
        "one seat alone in the contest, the other tile: leaves the game; is the winner's too",
    ),
    Option(
        "red_untaken",
        "keep",
        ("keep", "pass_left"),
        "if nobody took red, the start tile: stays; goes to the next seat",
    ),
    Option(
        "final_tie",
        "turtle",
        ("turtle", "shared"),
        "equal points at the end: the turtle ahead wins; the win is shared",
    ),
    Option(
        "end_fish",
        "no",
        ("no", "one_per_fed_fish"),
        "at the end of the game the fish bring: nothing; one point for each that can be fed",
    ),
    Option(
        "coral_order",
        "move_first",
        ("move_first", "coral_first"),
        "cards of a slot: POINT, FISH, MOVE, CORAL; CORAL, POINT, FISH, MOVE",
    ),
    Option(
        "board",
        "standard",
        ("standard",),
        "the numbers on board, dice and tiles: the standard ones, or those of a TOML file",
        stored=False,
    ),
)

STACKS = {
    "deck": "all cards such as 'blue-FISH' in the order they are drawn; six are displayed",
    "rolls": "lines `chance roll ...` and `chance contest ...`, used in order before fresh dice",
}

MEASURED: tuple[dict[str, Any], ...] = (
    {},
    {"landing": "leapfrog"},
    {"end_fish": "one_per_fed_fish"},
)
"""Options for which the spec sheet shows win shares."""


def prepare(players: int, options: Mapping[str, Any]) -> tuple[dict[str, Any], Board]:
    """The board's numbers as state fields, and the board itself for texts and pictures."""
    board = read_board(options["board"])
    place = players - MIN_SEATS
    spaces = [min(space, board.last) for space in range(SPACES)]
    return {
        "slot_max": board.slot_max,
        "corals": board.corals,
        "white_cards": [cards for cards, _ in board.white],
        "white_points": [points for _, points in board.white],
        "yellow_fish": [fish for fish, _ in board.yellow],
        "yellow_points": [points for _, points in board.yellow],
        "contest_faces": [board.blue, board.purple, board.red],
        "last": board.last,
        "values": [board.band[space // BAND] for space in spaces],
        "sectors": [sum(start <= space for start in board.sector_starts) for space in spaces],
        "food_at": board.food_at,
        "reef_first": board.reef_first,
        "reef_second": board.reef_second,
        "capacity": board.capacity,
        "school": board.school,
        "tiles": [board.gold, board.silver],
        "silver_food": board.silver_food,
        "start_tile": board.start_tile,
        "slot_copies": board.slot_copies[place],
        "contest_copies": board.contest_copies[place],
        "most_points": board.most_points(),
        "most_tile_points": max(1, board.most_tile_points()),
    }, board


def stack(setup: Setup, given: Mapping[str, Any]) -> dict[str, Any]:
    """State fields for a stacked deck and stacked dice."""
    stacked: dict[str, Any] = {}
    if "deck" in given:
        cards = _cards(setup, list(given["deck"]))
        stacked["deck"] = np.array(cards + [-1] * (DECK_ROOM - len(cards)), np.int8)
        stacked["stacked"] = 1
    if "rolls" in given:
        codes = _rolls(setup, list(given["rolls"]))
        stacked["rolls"] = np.array(codes + [0] * (ROLLS_ROOM - len(codes)), np.int8)
        stacked["rolls_left"] = len(codes)
    return stacked


def _cards(setup: Setup, names: list[Any]) -> list[int]:
    for name in names:
        if name not in CARDS:
            raise BadDeck(f"stacked deck: {unknown('card', name, CARDS)}")
    cards = [CARDS.index(name) for name in names]
    box = Counter(setup.words.cards(setup.players))
    missing, extra = box - Counter(cards), Counter(cards) - box
    if missing or extra:
        raise BadDeck(
            f"stacked deck of {len(cards)} cards: {box.total()} needed; "
            f"missing {[CARDS[card] for card in sorted(missing.elements())]}, "
            f"too many {[CARDS[card] for card in sorted(extra.elements())]}"
        )
    return cards


def _rolls(setup: Setup, lines: list[Any]) -> list[int]:
    """The cells of `rolls`: 0 and faces for a roll, the number of dice and codes for a contest."""
    codes: list[int] = []
    contests = MOST_CONTEST_LINES
    for place, line in enumerate(lines):
        words = line.split() if isinstance(line, str) else []
        rest = " ".join(words[2:])
        if words[:2] == ["chance", "roll"]:
            codes += [0, *_rolled(setup, rest, line)]
            contests = 0
        elif words[:2] == ["chance", "contest"]:
            if contests == MOST_CONTEST_LINES:
                raise BadDeck(
                    f"stacked rolls: {line!r} in place {place}: possible: `chance roll` first, and "
                    f"at most {MOST_CONTEST_LINES} contest lines after each"
                )
            dice = _entered(setup, rest, line)
            codes += [len(dice), *dice]
            contests += 1
        else:
            raise BadDeck(
                f"stacked rolls: {line!r}: possible: `chance roll ...`, `chance contest ...`"
            )
    if len(codes) > ROLLS_ROOM:
        raise BadDeck(f"stacked rolls: {len(lines)} lines need {len(codes)} of {ROLLS_ROOM} cells")
    return codes


def _rolled(setup: Setup, text: str, line: str) -> list[int]:
    faces: list[int] = []
    groups = [group.split() for group in text.split(",")]
    if [group[:1] for group in groups] != [[colour] for colour in COLOURS[:SLOTS]]:
        names = ", ".join(COLOURS[:SLOTS])
        raise BadDeck(f"stacked rolls: {line!r}: possible: {names}, in this order")
    for colour, group in enumerate(groups):
        if len(group) != 1 + setup.players:
            raise BadDeck(f"stacked rolls: {line!r}: possible: {setup.players} dice of each colour")
        faces += [_face(setup.words, colour, number, line) for number in group[1:]]
    return faces


def _entered(setup: Setup, text: str, line: str) -> list[int]:
    dice: list[int] = []
    seats = [str(seat) for seat in range(setup.players)]
    for group in text.split(","):
        match group.split():
            case [seat, name, number] if seat in seats and name in CONTEST_COLOURS:
                colour = COLOURS.index(name)
                face = _face(setup.words, colour, number, line)
                dice.append((int(seat) * CONTESTS + colour - BLUE) * FACES + face)
            case _:
                raise BadDeck(
                    f"stacked rolls: {group.strip()!r} in {line!r}: possible: a seat (0 to "
                    f"{setup.players - 1}), {', '.join(CONTEST_COLOURS)}, and a number"
                )
    if not 2 <= len(dice) <= 2 * setup.players + 1:
        raise BadDeck(f"stacked rolls: {line!r}: possible: 2 to {2 * setup.players + 1} dice")
    return sorted(dice)


def _face(board: Board, colour: int, number: str, line: str) -> int:
    numbers = [str(board.number(colour, face)) for face in range(FACES)]
    if number not in numbers:
        raise BadDeck(
            f"stacked rolls: {COLOURS[colour]} {number} in {line!r}: possible: {', '.join(numbers)}"
        )
    return numbers.index(number)


def read_board(given: Any) -> Board:
    """The board that the option `board` asks for; BadOption names the entry that does not fit."""
    if given == "standard":
        return STANDARD
    if isinstance(given, Mapping):
        return _checked("board", given)
    source = f"board {str(given)!r}"
    try:
        with open(given, "rb") as file:
            entries = tomllib.load(file)
    except (OSError, TypeError) as error:
        raise BadOption(f"{source}: possible: 'standard' or a TOML file ({error})") from error
    except ValueError as error:
        raise BadOption(f"{source}: not a TOML file: {error}") from error
    return _checked(source, entries)


_FIXED = ("rounds", "picks", "display", "start_space", "start_score")
_PER_PLAYERS = ("slot_copies", "contest_copies")
_RISING: dict[str, Callable[[int, int], bool]] = {
    **dict.fromkeys(("blue", "purple", "sector_starts", "food_at"), int.__lt__),
    **dict.fromkeys(("band", "capacity", "school"), int.__le__),
}
_MOST = 99
"""Bounds the numbers for which no rule sets a bound, so that sums fit the state's fields."""
_BOUNDS = {
    "capacity": (0, MOST_FED),
    "purple": (1, REEFS),
    "last": (4, SPACES - 1),
    "food_at": (4, SPACES - 1),
    "silver_food": (0, 1),
    "slot_copies": (0, MOST_COPIES),
    "contest_copies": (0, MOST_COPIES),
}


def _checked(source: str, entries: Mapping[str, Any]) -> Board:
    names = [field.name for field in fields(Board)]
    changes: dict[str, Any] = {}
    for name, value in entries.items():
        if name not in names:
            raise BadOption(f"{source}: {unknown('entry', name, names)}")
        usual = getattr(STANDARD, name)
        if name in _FIXED:
            if type(value) is not type(usual) or value != usual:
                raise BadOption(f"{source}: {name} = {value!r}: possible: only {usual!r}")
        elif name in _PER_PLAYERS:
            changes[name] = _per_players(source, name, value)
        elif isinstance(usual, int):
            changes[name] = _number(source, name, value, _BOUNDS.get(name, (0, _MOST)))
        else:
            changes[name] = _numbers(source, name, value, usual)
    board = replace(STANDARD, **changes)
    _check_together(source, board)
    return board


def _per_players(source: str, name: str, value: Any) -> tuple[int, ...]:
    keys = [str(players) for players in range(MIN_SEATS, MAX_SEATS + 1)]
    if not isinstance(value, Mapping) or sorted(value) != keys:
        raise BadOption(f"{source}: {name} = {value!r}: possible: a table with {', '.join(keys)}")
    return tuple(_number(source, f"{name}.{key}", value[key], _BOUNDS[name]) for key in keys)


def _numbers(source: str, name: str, value: Any, usual: tuple[Any, ...]) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple) or len(value) != len(usual):
        raise BadOption(f"{source}: {name} = {value!r}: possible: a list of {len(usual)}")
    if isinstance(usual[0], tuple):
        return tuple(
            _numbers(source, f"{name}[{place}]", pair, usual[0]) for place, pair in enumerate(value)
        )
    bounds = _BOUNDS.get(name, (0, _MOST))
    numbers = tuple(
        _number(source, f"{name}[{place}]", number, bounds) for place, number in enumerate(value)
    )
    rises = _RISING.get(name)
    for place in range(1, len(numbers)):
        if rises and not rises(numbers[place - 1], numbers[place]):
            how = "rise" if rises is int.__lt__ else "never fall"
            raise BadOption(f"{source}: {name} = {value!r}: possible: numbers that {how}")
    return numbers


def _number(source: str, name: str, value: Any, bounds: tuple[int, int]) -> int:
    low, high = bounds
    if type(value) is not int or not low <= value <= high:
        raise BadOption(
            f"{source}: {name} = {value!r}: possible: a whole number from {low} to {high}"
        )
    return value


def _check_together(source: str, board: Board) -> None:
    for face, (cards, _) in enumerate(board.white):
        _number(source, f"white[{face}][0]", cards, (0, MOST_CARDS))
    if sum(board.silver_food) > MOST_FOOD - START_FOOD - len(board.food_at):
        raise BadOption(
            f"{source}: silver_food = {list(board.silver_food)}: possible: food on at most "
            f"{MOST_FOOD - START_FOOD - len(board.food_at)} tiles"
        )
    if board.sector_starts[0]:
        raise BadOption(f"{source}: sector_starts[0] = {board.sector_starts[0]}: possible: 0")
    for name in ("sector_starts", "food_at"):
        highest = getattr(board, name)[-1]
        if highest > board.last:
            raise BadOption(
                f"{source}: {name} reaches {highest}: possible: up to the last space {board.last}"
            )
