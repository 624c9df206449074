"""Pictures and words for people."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from sea_envs.core.game import Setup
from sea_envs.drawing.scene import (
    Card,
    Column,
    Columns,
    Line,
    Mark,
    Panel,
    Place,
    Scene,
    Score,
    Stripe,
)
from sea_envs.games.sea_life.actions import FOOD
from sea_envs.games.sea_life.components import (
    ALONE,
    COLUMNS,
    CREATURES,
    EATS,
    FOODS,
    LUCKY,
    LUCKY_PEEK,
    RUINS,
    STRIPES,
    VARIANTS,
    Box,
    Creature,
    Food,
    counted,
)
from sea_envs.games.sea_life.rules.row import faces_up, knows_creature, knows_food
from sea_envs.games.sea_life.rules.state import NO_CARD, NO_SEAT, PHASE_PEEK, PHASE_PLACE

CREATURE_SYMBOLS = {
    "Crab": "crab",
    "Perch": "fish",
    "Octopus": "octopus",
    "Barracuda": "two fish",
    "Sea Lion": "seal",
    "Shark": "shark",
    "Blue Whale": "whale",
    "Angler": "angler",
}
FOOD_SYMBOLS = {
    "Phytoplankton": "coral",
    "Krill": "two fish",
    "Fish Larvae": "two fish",
    "Mussel": "shell",
    "Lobster": "crab",
    "Shrimp": "crab",
    "Squid": "octopus",
    "Ray": "ray",
    "Jellyfish": "octopus",
    "Carcass": "bone",
    "Marine Snow": "star",
    "Fish Hook": "angler",
    "Plastic Bag": "sack",
    "Tin Can": "chest",
    "Mercury Tuna": "skull",
    "Toxic Barrel": "skull",
}
LINKS = {ALONE: "", EATS: "eats >", RUINS: "ruins >"}


def scene(setup: Setup, state: Any, viewer: int | None) -> Scene:
    """The row, the row scored last, what every seat may still hold, and the viewer's hand."""
    box: Box = setup.words
    seats = range(setup.players)
    rows = [_row_panel(box, state, viewer)]
    if state.last_columns:
        rows.append(_last_panel(box, state))
    panels: list[tuple[Panel, ...]] = [tuple(rows)]
    areas = [_seat_panel(box, state, seat, viewer) for seat in seats if seat != viewer]
    wide = 3 if len(areas) > 2 else 2
    panels += [tuple(areas[start : start + wide]) for start in range(0, len(areas), wide)]
    hand = None
    if viewer is not None:
        lines = [_creature_line(box, state, viewer), _food_line(box, state, viewer)]
        hand = Panel("Your hand", (*lines, *_chosen_line(box, state, viewer)), seat=viewer)
    over = bool(state.over)
    return Scene(
        title=f"Sea Life, {VARIANTS[state.variant]}",
        status="all rounds scored" if over else _status(setup, state, viewer),
        panels=tuple(panels),
        hand=hand,
        scores=tuple(Score(seat, int(state.points[seat])) for seat in seats),
        to_move=None if over else int(state.seat),
        viewer=viewer,
    )


def describe(setup: Setup, state: Any, viewer: int) -> str:
    """Everything that seat knows: rules in force, row, hand, all it could have kept track of."""
    box: Box = setup.words
    lines = [
        _rules_told(setup, state),
        f"You are seat {viewer}. {_turn_told(setup, state, viewer)}",
    ]
    lines += _row_told(box, state, viewer)
    creatures = [
        box.creatures[kind].name for kind in range(CREATURES) if state.creatures[viewer, kind]
    ]
    lines.append(f"Your creatures: {_list(creatures)}.")
    lines.append(f"Your foods: {_list(_foods_told(box, _hand_foods(state, viewer)))}.")
    for seat in range(setup.players):
        if seat == viewer:
            lines.append(f"You have {_counted(int(state.points[seat]), 'point')}.")
            continue
        holds = [box.creatures[kind].name for kind in _possible(state, seat, viewer)]
        lines.append(
            f"Seat {seat}: {_counted(int(state.points[seat]), 'point')}; "
            f"{_counted(int(state.creatures[seat].sum()), 'creature')} and "
            f"{_counted(len(_hand_foods(state, seat)), 'food')} in hand; "
            f"not seen by you: {_list(holds)}."
        )
    lines.append(f"Foods not seen by you: {_list(_foods_told(box, _unseen(state, viewer)))}.")
    if state.last_columns:
        lines.append(
            "The row scored last, from the right end: " + "; ".join(_last_told(box, state)) + "."
        )
    return "\n".join(lines)


def _rules_told(setup: Setup, state: Any) -> str:
    told = f"Sea Life, {VARIANTS[state.variant]}, for {setup.players}; {state.last_round} rounds"
    told += f" of {_counted(int(state.per_round), 'creature')} and as many foods each"
    if state.variant < LUCKY and state.per_round == 2:
        order = "both creatures before the foods" if state.double_order == 0 else "in turn"
        told += f", {order}"
    if state.unfed:
        told += "; a creature whose food does not fit counts nothing"
    return told + "."


def _turn_told(setup: Setup, state: Any, viewer: int | None) -> str:
    if state.over:
        return "The game is over."
    return f"{_status(setup, state, viewer)}; seat {state.starter_seat} began the round."


def _status(setup: Setup, state: Any, viewer: int | None) -> str:
    box: Box = setup.words
    turns = 2 * int(state.per_round) * setup.players
    told = (
        f"Round {state.rounds_scored + 1} of {state.last_round}, turn {state.turn + 1} of {turns}: "
    )
    told += f"seat {state.seat} "
    if state.phase == PHASE_PEEK:
        return told + "may look at a card"
    if state.phase != PHASE_PLACE:
        return told + "chooses a card"
    sort = "a creature" if state.card < FOOD else "a food"
    if viewer in (None, int(state.seat)) or faces_up(state):
        card = int(state.card)
        sort = box.creatures[card].name if card < FOOD else box.foods[card - FOOD].name
    return told + f"chooses a place for {sort}"


def _seen(state: Any, viewer: int | None, column: int) -> tuple[bool, bool]:
    """Whether the viewer knows the creature, and the food, of a column."""
    creature = state.row_creatures[column] != NO_CARD
    food = state.row_foods[column] != NO_CARD
    if viewer is None:
        return bool(creature), bool(food)
    return (
        bool(creature and knows_creature(state, viewer, column)),
        bool(food and knows_food(state, viewer, column)),
    )


def _count_of(box: Box, state: Any, column: int) -> int:
    creature = box.creatures[state.row_creatures[column]]
    return counted(creature, box.foods[state.row_foods[column]], int(state.unfed))


def _row_panel(box: Box, state: Any, viewer: int | None) -> Panel:
    columns = []
    for column in reversed(range(int(state.columns))):
        creature_seen, food_seen = _seen(state, viewer, column)
        notes = []
        if creature_seen and food_seen:
            notes.append(f"= {_count_of(box, state, column)}")
        if creature_seen and column and _seen(state, viewer, column - 1)[0]:
            left = box.creatures[state.row_creatures[column]]
            right = box.creatures[state.row_creatures[column - 1]]
            notes.append(LINKS[box.link(left, right)])
        creature: Card | Place = Place("gap")
        if state.row_creatures[column] != NO_CARD:
            owner = int(state.owner_seats[column])
            creature = Card(face_down=True, owner=owner)
            if creature_seen:
                kind = int(state.row_creatures[column])
                creature = _creature_card(box.creatures[kind], owner=owner)
        food: Card | Place = Place("no food")
        if state.row_foods[column] != NO_CARD:
            feeder = int(state.feeder_seats[column])
            food = Card(face_down=True, owner=feeder)
            if food_seen:
                food = _food_card(box.foods[state.row_foods[column]], owner=feeder)
        note = "  ".join(note for note in notes if note)
        columns.append(Column((creature, food), heading=f"column {column}", note=note))
    content: Line | Columns = Columns(tuple(columns)) if columns else Line(("no card yet",))
    return Panel("Row, scored from the right end", (content,))


def _last_panel(box: Box, state: Any) -> Panel:
    columns = []
    credits = _last_credits(box, state)
    for column in reversed(range(int(state.last_columns))):
        creature, food = _last_cards(box, state, column)
        owner = int(state.last_seats[column])
        cards = (_creature_card(creature, owner=owner), _food_card(food))
        columns.append(Column(cards, note=credits[column]))
    return Panel("Row scored last", (Columns(tuple(columns), size="small"),))


def _last_cards(box: Box, state: Any, column: int) -> tuple[Creature, Food]:
    return box.creatures[state.last_creatures[column]], box.foods[state.last_foods[column]]


def _last_credits(box: Box, state: Any) -> list[str]:
    """What became of every column of the row scored last, right end first."""
    credits: list[str] = []
    total = 0
    for column in range(int(state.last_columns)):
        creature, food = _last_cards(box, state, column)
        if column:
            link = box.link(creature, _last_cards(box, state, column - 1)[0])
            if link == ALONE:
                credits[-1] = f"{total} points"
            elif link != EATS:
                credits[-1] = "ruined"
            total = total if link == EATS else 0
        total += counted(creature, food, int(state.unfed))
        credits.append("eaten")
    credits[-1] = f"{total} points"
    return credits


def _last_told(box: Box, state: Any) -> list[str]:
    told = []
    for column, credit in enumerate(_last_credits(box, state)):
        creature, food = _last_cards(box, state, column)
        told.append(
            f"{creature.name} of seat {state.last_seats[column]} with {food.name}, {credit}"
        )
    return told


def _row_told(box: Box, state: Any, viewer: int) -> list[str]:
    if not state.columns:
        return ["The row is empty."]
    lines = []
    for column in range(int(state.columns)):
        creature_seen, food_seen = _seen(state, viewer, column)
        told = f"Column {column}: "
        if state.row_creatures[column] == NO_CARD:
            told += "a gap"
        else:
            kind = int(state.row_creatures[column])
            told += box.creatures[kind].name if creature_seen else "an unknown creature"
            told += f" of seat {state.owner_seats[column]} (turn {state.creature_turns[column]})"
        if state.row_foods[column] == NO_CARD:
            told += ", no food yet"
        else:
            kind = int(state.row_foods[column])
            told += f", {_food_told(box.foods[kind]) if food_seen else 'unknown food'}"
            told += f" from seat {state.feeder_seats[column]} (turn {state.food_turns[column]})"
        if creature_seen and food_seen:
            told += f", counts {_count_of(box, state, column)}"
        if creature_seen and column and _seen(state, viewer, column - 1)[0]:
            left = box.creatures[state.row_creatures[column]]
            link = box.link(left, box.creatures[state.row_creatures[column - 1]])
            told += {ALONE: "", EATS: ", eats the next", RUINS: ", ruins the next"}[link]
        lines.append(told + _lookers_told(state, viewer, column) + ".")
    return lines


def _lookers_told(state: Any, viewer: int, column: int) -> str:
    if state.variant != LUCKY_PEEK:
        return ""
    told = []
    for sort, peeked in (("creature", state.peeked_creatures), ("food", state.peeked_foods)):
        seats = [seat for seat in range(int(state.seats)) if (int(peeked[seat]) >> column) & 1]
        names = ["you" if seat == viewer else f"seat {seat}" for seat in seats]
        if names:
            told.append(f"{sort} looked at by {_list(names)}")
    return f" ({'; '.join(told)})" if told else ""


def _possible(state: Any, seat: int, viewer: int | None) -> list[int]:
    """The creatures of a seat that the viewer has not seen this round or before."""
    kinds = [kind for kind in range(CREATURES) if state.creatures[seat, kind]]
    for column in range(COLUMNS):
        hidden = viewer is not None and state.owner_seats[column] == seat != NO_SEAT
        if hidden and not _seen(state, viewer, column)[0]:
            kinds.append(int(state.row_creatures[column]))
    chosen = state.card != NO_CARD and state.card < FOOD and state.seat == seat
    if chosen and viewer is not None and not faces_up(state):
        kinds.append(int(state.card))
    return sorted(kinds)


def _unseen(state: Any, viewer: int) -> Iterable[int]:
    """Foods that the viewer has not seen: in other hands, face down, or not dealt."""
    left = Counter({kind: int(count) for kind, count in enumerate(state.foods_left) if count})
    left.subtract(_hand_foods(state, viewer))
    for column in range(int(state.columns)):
        if _seen(state, viewer, column)[1]:
            left[int(state.row_foods[column])] -= 1
    if state.card >= FOOD and (state.seat == viewer or faces_up(state)):
        left[int(state.card) - FOOD] -= 1
    return sorted(left.elements())


def _hand_foods(state: Any, seat: int) -> list[int]:
    return [
        int(state.foods[seat, place])
        for place in range(FOODS)
        if state.foods[seat, place] != NO_CARD
    ]


def _seat_panel(box: Box, state: Any, seat: int, viewer: int | None) -> Panel:
    foods = _hand_foods(state, seat)
    lines: list[Line]
    if viewer is None:
        names = _foods_told(box, foods)
        lines = [_creature_line(box, state, seat), Line((_list(names),), "foods")]
        lines += _chosen_line(box, state, seat)
    else:
        names = [box.creatures[kind].name for kind in _possible(state, seat, viewer)]
        held = int(state.creatures[seat].sum())
        label = f"{_counted(held, 'creature')} in hand"
        lines = [
            Line((_list(names),), "unseen" if held < len(names) else label),
            Line((_counted(len(foods), "food"),), "in hand"),
        ]
        if held < len(names):
            lines.insert(1, Line((f"{held} of them",), "in hand"))
    note = f"{state.points[seat]} points"
    if seat == state.starter_seat and not state.over:
        note += ", began the round"
    return Panel(f"seat {seat}", tuple(lines), note=note, seat=seat)


def _creature_line(box: Box, state: Any, seat: int) -> Line:
    kinds = [kind for kind in range(CREATURES) if state.creatures[seat, kind]]
    cards = tuple(_creature_card(box.creatures[kind]) for kind in kinds)
    return Line(cards or ("no creatures",))


def _food_line(box: Box, state: Any, seat: int) -> Line:
    cards = tuple(_food_card(box.foods[kind]) for kind in _hand_foods(state, seat))
    return Line(cards or ("no foods",))


def _chosen_line(box: Box, state: Any, seat: int) -> list[Line]:
    """The card that the seat has chosen and not laid yet."""
    card = int(state.card)
    if card == NO_CARD or state.seat != seat:
        return []
    if card < FOOD:
        return [Line((_creature_card(box.creatures[card], mark="highlight"),), "to lay")]
    return [Line((_food_card(box.foods[card - FOOD], mark="highlight"),), "to lay")]


def _creature_card(creature: Creature, *, owner: int | None = None, mark: Mark = "plain") -> Card:
    stripes = [
        *(_stripe("left", stripe) for stripe in creature.left),
        *(_stripe("right", stripe) for stripe in creature.right),
        *(_stripe("bottom", stripe, times) for stripe, times in creature.bottom.items()),
    ]
    return Card(
        creature.name,
        "turquoise",
        badge=str(creature.value),
        symbol=CREATURE_SYMBOLS.get(creature.name, "fish"),
        stripes=tuple(stripes),
        owner=owner,
        mark=mark,
    )


def _food_card(food: Food, *, owner: int | None = None, mark: Mark = "plain") -> Card:
    usual = "spill" if food.value < 0 else "fish"
    return Card(
        food.name,
        "sand" if food.value >= 0 else "grey",
        badge=f"{food.value:+d}",
        symbol=FOOD_SYMBOLS.get(food.name, usual),
        stripes=tuple(_stripe("top", stripe) for stripe in food.top),
        owner=owner,
        mark=mark,
    )


def _stripe(side: Any, stripe: str, times: int = 1) -> Stripe:
    text = stripe if times == 1 else f"{stripe}x{times}"
    return Stripe(side=side, text=text, colour=STRIPES.get(stripe, "paper"))


def _food_told(food: Food) -> str:
    return f"{food.name} ({food.value:+d} {''.join(food.top)})"


def _foods_told(box: Box, kinds: Iterable[int]) -> list[str]:
    counts = Counter(kinds)
    return [
        _food_told(box.foods[kind]) + (f" x{count}" if count > 1 else "")
        for kind, count in sorted(counts.items())
    ]


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" + ("" if count == 1 else "s")


def _list(words: Iterable[str]) -> str:
    return ", ".join(words) or "none"
