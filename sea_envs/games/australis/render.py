"""Pictures and words for people."""

from typing import Any

from sea_envs.core.game import Setup
from sea_envs.drawing.scene import (
    Card,
    Column,
    Columns,
    Die,
    Fan,
    Item,
    Line,
    Panel,
    Pile,
    Place,
    Scene,
    Score,
    Space,
    Stretch,
    Token,
    Track,
)
from sea_envs.games.australis.actions import TAKE_RED, die_text
from sea_envs.games.australis.components import (
    BAND,
    BLUE,
    CARDS,
    COLOURS,
    CONTEST_COLOURS,
    CONTESTS,
    FACES,
    GOLD,
    KINDS,
    METALS,
    PICKS,
    RED,
    REEFS,
    ROUNDS,
    SILVER,
    SLOT_CARDS,
    SLOTS,
    WHITE,
    YELLOW,
    Board,
)
from sea_envs.games.australis.rules.round import fed
from sea_envs.games.australis.rules.state import (
    NO_CARD,
    NO_SEAT,
    PHASE_HOW,
    PHASE_PICK,
    PHASE_REEF_CARD,
    PHASE_REEF_DIE,
    PHASE_TAKE,
    PHASE_TILE,
)

SYMBOLS = ("star", "fish", "turtle", "coral", "sword")
SECTOR_COLOURS = ("turquoise", "sky")
SEATS_IN_A_ROW = 2


def scene(setup: Setup, state: Any, viewer: int | None) -> Scene:
    """The whole table; all eyes see the same, as only the deck's order is hidden."""
    seats = range(setup.players)
    areas = [_seat_panel(setup, state, seat) for seat in seats]
    rows = [
        tuple(areas[start : start + SEATS_IN_A_ROW])
        for start in range(0, len(areas), SEATS_IN_A_ROW)
    ]
    over = bool(state.over)
    return Scene(
        title="Australis",
        status="" if over else _status(setup, state),
        panels=(
            (Panel("Current", (_current(setup, state),), note="below each space: points a round"),),
            (_dice_panel(setup, state), _display_panel(state)),
            (_reef_panel(setup, state), _tile_panel(setup, state)),
            *rows,
        ),
        scores=tuple(
            Score(seat, int(state.points[seat]), note="" if over else _to_come(state, seat))
            for seat in seats
        ),
        to_move=None if over else int(state.seat),
        viewer=viewer,
    )


def describe(setup: Setup, state: Any, viewer: int) -> str:
    """Everything that seat knows, which is all but the deck's order."""
    board: Board = setup.words
    lines = [f"Australis for {setup.players}. You are seat {viewer}."]
    lines.append("The game is over." if state.over else f"{_status(setup, state)}.")
    if not state.over:
        lines.append(f"Dice in the pool: {_list(_pool(setup, state))}.")
    lines += [
        f"Display: {_list(CARDS[card] if card != NO_CARD else 'empty' for card in state.display)}.",
        f"Deck: {_counted(_undrawn(state))}, in an order that nobody knows.",
        f"Discards: {_counted({CARDS[c]: int(n) for c, n in enumerate(state.discards) if n})}.",
        f"Start tile, {board.start_tile} at the end: {_who(state.start_tile_seat, viewer)}.",
        f"Tiles to come: {_list(_tile_text(board, number) for number in _tiles_to_come(state))}.",
    ]
    for seat in range(setup.players):
        lines += _describe_seat(setup, state, seat, viewer)
    return "\n".join(lines)


def _describe_seat(setup: Setup, state: Any, seat: int, viewer: int) -> list[str]:
    board: Board = setup.words
    space = int(state.spaces[seat])
    here = f"space {space} (sector {state.sectors[space]}, {state.values[space]} points a round)"
    if state.arrived[seat]:
        here += f", there as number {state.arrived[seat]}"
    stones = [str(at) for at in board.food_at if at > space]
    corals = [f"{n} on reef {r + 1}" for r, n in enumerate(state.reefs[seat]) if n]
    filled = [colour for colour in range(SLOTS) if state.slots[seat, colour]]
    slots = [f"{COLOURS[colour]} {_list(_kinds(state, seat, colour))}" for colour in filled]
    taken = [f"{n} {CONTEST_COLOURS[c]}" for c, n in enumerate(state.taken[seat]) if n]
    return [
        f"{_who(seat, viewer).capitalize()}: {state.points[seat]} points, and tiles worth "
        f"{state.tile_points[seat]} at the end.",
        f"  Turtle: {here}; own food still on space {_list(stones)}.",
        f"  Fish: {state.fish[seat]}, with {state.food[seat]} food {fed(state, seat)} of them fed "
        f"({state.school[fed(state, seat)]} points a round).",
        f"  Corals: {_list(corals)}; {state.supply[seat]} left.",
        f"  Cards: {_list(slots)}; contest cards {_list(_strip(state, seat))}.",
        f"  Dice for the contest: {_list(taken)}.",
    ]


def _status(setup: Setup, state: Any) -> str:
    lap = min(int(state.turn) // setup.players + 1, PICKS)
    when = f"Round {state.rounds} of {ROUNDS}, lap {lap} of {PICKS}"
    return f"{when}: seat {state.seat} {_doing(setup, state)}"


def _doing(setup: Setup, state: Any) -> str:
    if state.phase == PHASE_TAKE:
        return "takes a die"
    if state.phase == PHASE_TILE:
        second = int(state.second_seat)
        if second == NO_SEAT:
            rest = "leaves the game"
        elif second == state.seat:
            rest = "comes to the same seat"
        else:
            rest = f"goes to seat {second}"
        return f"won the contest and takes a tile; the other {rest}"
    die = die_text(setup.words, int(state.die) - 1)
    if state.phase == PHASE_PICK:
        return f"took {die} and picks a card ({state.symbols} to pick)"
    if state.phase == PHASE_HOW:
        return f"took {die}, picked {CARDS[state.card]}, and keeps or uses it"
    reasons = {PHASE_REEF_CARD: "a card in its slot", PHASE_REEF_DIE: "the die"}
    why = reasons.get(int(state.phase), "a used card")
    return f"took {die} and places a coral for {why} on reef 1 to {state.limit}"


def _current(setup: Setup, state: Any) -> Track:
    board: Board = setup.words
    stops = (*board.sector_starts[1:], board.last + 1)
    return Track(
        tuple(
            Stretch(
                f"sector {number + 1}",
                tuple(_space(setup, state, at) for at in range(start, stop)),
                colour=SECTOR_COLOURS[number % len(SECTOR_COLOURS)],
            )
            for number, (start, stop) in enumerate(zip(board.sector_starts, stops, strict=True))
        )
    )


def _space(setup: Setup, state: Any, at: int) -> Space:
    seats = range(setup.players)
    here = [seat for seat in seats if state.spaces[seat] == at]
    here.sort(key=lambda seat: int(state.arrived[seat]))
    stones = [seat for seat in seats if at in setup.words.food_at and state.spaces[seat] < at]
    return Space(
        str(at),
        figures=tuple(Token(text="turtle", symbol="turtle", owner=seat) for seat in here),
        stones=tuple(Token(text="food", owner=seat) for seat in stones),
        note=str(setup.words.band[at // BAND]),
    )


def _dice_panel(setup: Setup, state: Any) -> Panel:
    dice = [_die(setup.words, die) for die in range(TAKE_RED + 1) for _ in range(state.pool[die])]
    contents = [Line(tuple(dice), "to take") if dice else Line(("no dice",))]
    if state.die:
        die = _die(setup.words, int(state.die) - 1, mark="highlight")
        contents.append(Line((die,), "being resolved"))
    return Panel("Dice", tuple(contents), note="cards or fish, + points", weight=4)


def _die(board: Board, die: int, **more: Any) -> Die:
    if die == TAKE_RED:
        return Die("", COLOURS[RED], **more)
    colour, face = divmod(die, FACES)
    if colour in (WHITE, YELLOW):
        gain, points = (board.white, board.yellow)[colour][face]
        what = "fish" if colour == YELLOW else "card" if gain == 1 else "cards"
        caption = f"{gain} {what}" + (f" +{points}" if points else "")
        return Die(str(face + 1), COLOURS[colour], caption=caption, **more)
    return Die(str(board.number(colour, face)), COLOURS[colour], **more)


def _display_panel(state: Any) -> Panel:
    shown: list[Item] = [
        Place(str(place + 1)) if card == NO_CARD else _card(int(card), badge=str(place + 1))
        for place, card in enumerate(state.display)
    ]
    contents = [Line((*shown, Pile(int(state.decked - state.drawn), label="deck")), size="small")]
    if state.card != NO_CARD:
        contents.append(Line((_card(int(state.card), mark="highlight"),), "picked", size="small"))
    return Panel("Cards", tuple(contents), note=f"{int(state.discards.sum())} discarded", weight=5)


def _card(card: int, **more: Any) -> Card:
    colour, kind = CARDS[card].split("-")
    symbol = SYMBOLS[card % len(KINDS)] if card < SLOT_CARDS else SYMBOLS[-1]
    return Card(kind, colour, symbol=symbol, caption=colour, **more)


def _reef_panel(setup: Setup, state: Any) -> Panel:
    board: Board = setup.words
    columns = []
    for reef in range(REEFS):
        corals = tuple(
            Token(text="corals", symbol="coral", owner=seat, count=int(state.reefs[seat, reef]))
            for seat in range(setup.players)
            if state.reefs[seat, reef]
        )
        second = f", {board.reef_second[reef]}" if board.reef_second[reef] else ""
        note = f"pays {board.reef_first[reef]}{second}"
        columns.append(Column(corals or ("-",), heading=f"reef {reef + 1}", note=note))
    return Panel("Reefs", (Columns(tuple(columns)),), note="first, second place", weight=5)


def _tile_panel(setup: Setup, state: Any) -> Panel:
    board: Board = setup.words
    tiles = [
        _tile(board, metal, tile) for metal in (GOLD, SILVER) for tile in _tiles_to_come(state)
    ]
    return Panel(
        "Tiles", (Line(tuple(tiles) or ("none",), size="small"),), note="R: round", weight=6
    )


def _tile(board: Board, metal: int, tile: int) -> Card:
    points = (board.gold, board.silver)[metal][tile]
    food = metal == SILVER and board.silver_food[tile]
    caption = "+food" if food else METALS[metal]
    return Card(str(points), METALS[metal], symbol="star", caption=caption, badge=f"R{tile + 1}")


def _tiles_to_come(state: Any) -> range:
    return range(ROUNDS if state.over else int(state.rounds) - 1, ROUNDS)


def _tile_text(board: Board, tile: int) -> str:
    food = " with food" if board.silver_food[tile] else ""
    return f"gold {board.gold[tile]} and silver {board.silver[tile]}{food}"


def _seat_panel(setup: Setup, state: Any, seat: int) -> Panel:
    slots = tuple(
        Fan(tuple(_card(card) for card in _slot_cards(state, seat, colour)), COLOURS[colour])
        for colour in range(SLOTS)
    )
    pays = int(state.school[fed(state, seat)])
    goods = Line(
        (
            f"fish {state.fish[seat]}, fed {fed(state, seat)}: {pays} a round",
            Token(text="food", owner=seat, count=int(state.food[seat])),
            Token(text="corals left", symbol="coral", owner=seat, count=int(state.supply[seat])),
        )
    )
    contest = [
        Die("", CONTEST_COLOURS[colour])
        for colour in range(CONTESTS)
        for _ in range(state.taken[seat, colour])
    ]
    strip = [_card(SLOT_CARDS + CONTEST_COLOURS.index(colour)) for colour in _strip(state, seat)]
    holds_tile = state.start_tile_seat == seat
    note = f"start tile: {setup.words.start_tile} at the end" if holds_tile else ""
    rows = (
        Line(slots, size="small"),
        goods,
        Line((*contest, *strip) or ("nothing yet",), "contest", size="small"),
    )
    return Panel(f"seat {seat}", rows, note=note, seat=seat)


def _slot_cards(state: Any, seat: int, colour: int) -> list[int]:
    cards = int(state.slots[seat, colour])
    return [len(KINDS) * colour + kind for kind in range(len(KINDS)) if cards >> kind & 1]


def _kinds(state: Any, seat: int, colour: int) -> list[str]:
    return [KINDS[card % len(KINDS)] for card in _slot_cards(state, seat, colour)]


def _strip(state: Any, seat: int) -> list[str]:
    cards = int(state.strips[seat])
    return [name for colour, name in enumerate(CONTEST_COLOURS) if cards >> colour & 1]


def _to_come(state: Any, seat: int) -> str:
    """Points that the end of the game will add as things stand."""
    corals = int(state.corals - state.supply[seat])
    return f"+{int(state.tile_points[seat]) + corals} tiles and corals"


def _pool(setup: Setup, state: Any) -> list[str]:
    dice = [die for die in range(TAKE_RED + 1) for _ in range(state.pool[die])]
    return [_die_words(setup.words, die) for die in dice]


def _die_words(board: Board, die: int) -> str:
    if die >= BLUE * FACES:
        return die_text(board, die)
    return f"{die_text(board, die)} ({_die(board, die).caption})"


def _undrawn(state: Any) -> dict[str, int]:
    cards = [int(card) for card in state.deck[int(state.drawn) : int(state.decked)]]
    return {CARDS[card]: cards.count(card) for card in sorted(set(cards))}


def _who(seat: int, viewer: int) -> str:
    return "you" if seat == viewer else f"seat {seat}"


def _counted(counts: dict[str, int]) -> str:
    return _list(name + (f" x{n}" if n > 1 else "") for name, n in counts.items())


def _list(words: Any) -> str:
    return ", ".join(words) or "none"
