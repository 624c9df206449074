"""Pictures and words for people."""

from typing import Any

import numpy as np

from sea_envs.core.game import Setup
from sea_envs.drawing.scene import Card, Cell, Grid, Line, Mark, Panel, Pile, Place, Scene, Score
from sea_envs.games.kuna_yala.actions import (
    CELL,
    COUNT,
    DISCARD,
    GIVE_CELL,
    GIVE_SLOT,
    GIVE_TO,
    OCTOPUS_CELL,
    OWN_CELL,
    OWN_SLOT,
    SLOT,
    cell_text,
)
from sea_envs.games.kuna_yala.components import (
    CELLS,
    CENTRE,
    COLOURS,
    EMPTY,
    FISH,
    FLOORS,
    GRID,
    GROUNDS,
    MAX_SEATS,
    NAMES,
    SLOTS,
)
from sea_envs.games.kuna_yala.rules import legal, scores
from sea_envs.games.kuna_yala.rules.state import NO_SLOT, STOP, TOP

LOOKS = {"coral": "coral", "octopus": "purple", "shark": "grey", "bone": "white"}
DOING = {
    OWN_SLOT: "choose a card for your own shoal",
    OWN_CELL: "choose a cell in your own shoal",
    GIVE_SLOT: "choose a card to give away",
    GIVE_TO: "choose who gets it",
    GIVE_CELL: "choose a cell in the other shoal",
    OCTOPUS_CELL: "choose the coral for the octopus",
    DISCARD: "discard a card",
}


def scene(setup: Setup, state: Any, viewer: int | None) -> Scene:
    """Slots and stacks, the viewer's big fish, every shoal with the cells that may be chosen."""
    seats = range(setup.players)
    choices = _choices(state)
    shoals = [_shoal_panel(state, seat, viewer, choices) for seat in seats]
    rows = [tuple(shoals[start : start + 2]) for start in range(0, len(shoals), 2)]
    over = bool(state.over)
    top = [_slot_panel(state, slot, choices) for slot in range(SLOTS)]
    if viewer is not None:
        alive = int(state.fish[: setup.players, state.colours[viewer]].sum())
        fish = Line((_big_fish(state, viewer), f"{alive} alive"))
        top.append(Panel("Your big fish", (fish,), seat=viewer))
    points = _points(state)
    open_to = [seat for seat in seats if over or viewer in (None, seat)]
    return Scene(
        title="Kuna Yala",
        status=_doing(state),
        panels=(tuple(top), *rows),
        scores=tuple(Score(s, points[s], note="" if over else "so far") for s in open_to),
        to_move=None if over else int(state.seat),
        viewer=viewer,
    )


def describe(setup: Setup, state: Any, viewer: int) -> str:
    """Everything that seat knows: its colour, shoals and slots, and what the stacks must hold."""
    lines = [
        f"Kuna Yala for {setup.players} on boards of {state.grid} x {state.grid}; "
        f"{_rules_told(setup)}.",
        f"You are seat {viewer}, secretly {_colour(state, viewer)}: "
        f"{_worth_to(setup, state, viewer)}.",
        f"Seat {state.first_seat} began. {_status(state)}.",
        _slots_told(state),
    ]
    for seat in range(setup.players):
        lines += _shoal_told(state, seat, viewer)
    unseen = {NAMES[card]: int(count) for card, count in enumerate(state.unseen) if count}
    lines.append(f"Still in the stacks: {_counted(unseen)}.")
    if state.over:
        points = _points(state)
        told = [f"seat {s} ({_colour(state, s)}) {points[s]}" for s in range(setup.players)]
        lines.append(f"Points: {', '.join(told)}.")
    else:
        lines.append(f"If the game ended now, you would have {_points(state)[viewer]} points.")
    return "\n".join(lines)


def _choices(state: Any) -> set[int]:
    mask = np.zeros(COUNT, np.int8)
    if not state.over:
        legal(state, mask)
    return {int(action) for action in np.flatnonzero(mask)}


def _status(state: Any) -> str:
    if state.over:
        return "The game is over"
    turn = "" if state.seat == state.turn_seat else f" in the turn of seat {state.turn_seat}"
    return f"Seat {state.seat}{turn}: {_doing(state)}"


def _doing(state: Any) -> str:
    if state.over:
        return "three stacks are used up"
    told = DOING[int(state.phase)]
    if state.slot != NO_SLOT and state.phase != OCTOPUS_CELL:
        told += f" ({NAMES[state.shown[state.slot]]} of slot {state.slot})"
    if state.phase == GIVE_CELL:
        told += f" for seat {state.target_seat}"
    return told


def _points(state: Any) -> list[int]:
    points = np.zeros(MAX_SEATS)
    scores(state, points)
    return [int(value) for value in points]


def _slot_panel(state: Any, slot: int, choices: set[int]) -> Panel:
    asked = int(state.phase) in (OWN_SLOT, GIVE_SLOT, DISCARD) and SLOT + slot in choices
    mark: Mark = "highlight" if asked or state.slot == slot else "plain"
    shown = int(state.shown[slot])
    pile = Pile(_stacked(state, slot), label="stack")
    card = Place("empty", mark=mark) if shown == EMPTY else _card(shown, mark)
    return Panel(f"slot {slot}", (Line((card, pile)),))


def _stacked(state: Any, slot: int) -> int:
    return int(state.stacks[STOP, slot] - state.stacks[TOP, slot])


def _shoal_panel(state: Any, seat: int, viewer: int | None, choices: set[int]) -> Panel:
    chosen = {action - CELL for action in choices if action >= CELL}
    if seat != (state.target_seat if state.phase == GIVE_CELL else state.seat):
        chosen = set()
    cells = []
    for cell in range(CELLS):
        lying = int(state.cells[seat, cell])
        mark: Mark = "highlight" if cell in chosen else "plain"
        row, column = cell // GRID - CENTRE, cell % GRID - CENTRE
        if lying > EMPTY:
            cells.append(Cell(_card(lying, mark), row=row, column=column))
        elif cell in chosen:
            cells.append(Cell(Place(mark=mark), row=row, column=column))
    heading = f"shoal of seat {seat}"
    if viewer is None or state.over:
        heading += f", {_colour(state, seat)}"
    return Panel(heading, (Grid(tuple(cells)),), note=_holdings(state, seat), seat=seat)


def _holdings(state: Any, seat: int) -> str:
    parts = {
        "coral": state.corals[seat],
        "octopus": state.octopuses[seat],
        "shark": state.sharks[seat],
    }
    told = [f"{name} {count}" for name, count in parts.items()]
    alive = [f"{COLOURS[hue][0]}{count}" for hue, count in enumerate(state.fish[seat]) if count]
    return ", ".join([*told, "fish " + " ".join(alive) if alive else "no fish"])


def _card(card: int, mark: Mark = "plain") -> Card:
    name = NAMES[card]
    if card < FISH:
        return Card(name, LOOKS[name], symbol=name, mark=mark)
    hue, floor = divmod((card - FISH) // 2, GROUNDS)
    symbol = "two fish" if "2" in name else "fish"
    return Card(name, COLOURS[hue].lower(), ground=FLOORS[floor], symbol=symbol, mark=mark)


def _big_fish(state: Any, seat: int) -> Card:
    colour = _colour(state, seat)
    return Card(colour, colour.lower(), symbol="fish")


def _colour(state: Any, seat: int) -> str:
    return COLOURS[state.colours[seat]]


def _worth_to(setup: Setup, state: Any, seat: int) -> str:
    hue = int(state.colours[seat])
    fish = int(state.fish[: setup.players, hue].sum())
    return f"{fish} {COLOURS[hue].lower()} fish live, {state.fish[seat, hue]} of them at home"


def _rules_told(setup: Setup) -> str:
    changed = [
        f"{name} {setup.options[name]}"
        for name, option in setup.game.options.items()
        if setup.options[name] != option.default and name != "grid"
    ]
    return ", ".join(changed) if changed else "the usual rules"


def _slots_told(state: Any) -> str:
    slots = [
        f"slot {slot} {NAMES[state.shown[slot]]} (stack of {_stacked(state, slot)}"
        + (", taken from this turn)" if (state.emptied >> slot) & 1 else ")")
        for slot in range(SLOTS)
    ]
    return f"Face up: {'; '.join(slots)}."


def _shoal_told(state: Any, seat: int, viewer: int) -> list[str]:
    whose = "Your shoal" if seat == viewer else f"Shoal of seat {seat}"
    cells = [
        f"{NAMES[state.cells[seat, cell]]} {cell_text(cell)}"
        for cell in range(CELLS)
        if state.cells[seat, cell] > EMPTY
    ]
    laid = {COLOURS[hue].lower(): int(n) for hue, n in enumerate(state.laid[seat]) if n}
    ruined = {COLOURS[hue].lower(): int(n) for hue, n in enumerate(state.ruined[seat]) if n}
    who = "You have" if seat == viewer else "It has"
    return [
        f"{whose} ({_holdings(state, seat)}): {', '.join(cells)}.",
        f"  {who} laid fish: {_counted(laid)}; had eaten or flipped: {_counted(ruined)}.",
    ]


def _counted(counts: dict[str, int]) -> str:
    told = [f"{name} x{count}" if count > 1 else name for name, count in counts.items()]
    return ", ".join(told) or "none"
