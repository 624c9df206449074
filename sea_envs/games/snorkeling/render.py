"""Pictures and words for people."""

from typing import Any

from sea_envs.core.game import Setup
from sea_envs.drawing.scene import Card, Fan, Line, Panel, Pile, Scene, Score
from sea_envs.games.snorkeling.components import (
    CARDS,
    COLOURS,
    KINDS,
    LANTERNFISH,
    NAMES,
    VALUES,
)
from sea_envs.games.snorkeling.rules import MODE_COLOUR, MODE_SINGLE, PHASE_PLACED, PHASE_TAKE

SYMBOLS = ("beach", "coral", "turtle", "fish", "ray", "lanternfish")


def scene(setup: Setup, state: Any, viewer: int | None) -> Scene:
    """The table: centre, deck, everybody's pile, the viewer's hand (all hands for the referee)."""
    seats = range(setup.players)
    areas = [_seat_panel(state, seat, open_hand=viewer is None) for seat in seats]
    wide = 2 if setup.players == 4 else 3
    rows = [tuple(areas[start : start + wide]) for start in range(0, len(areas), wide)]
    hand = None
    if viewer is not None:
        hand = Panel("Your hand", (_cards(_hand(state, viewer)),), seat=viewer)
    over = bool(state.over)
    return Scene(
        title="Snorkeling" + (" (Expert Diving)" if state.expert else ""),
        status=f"round {state.rounds}, to {state.target} points" if over else _status(state),
        panels=((_centre_panel(state),), *rows),
        hand=hand,
        scores=tuple(Score(seat, int(state.points[seat])) for seat in seats),
        to_move=None if over else int(state.seat),
        viewer=viewer,
    )


def describe(setup: Setup, state: Any, viewer: int) -> str:
    """Everything that seat knows: table, own hand, and the cards it could have kept track of."""
    lines = [
        f"Snorkeling for {setup.players}, to {state.target} points"
        + (", Expert Diving." if state.expert else "."),
        f"You are seat {viewer}. {_status(state)}; seat {state.starter_seat} began the round."
        if not state.over
        else f"You are seat {viewer}. The game is over.",
        f"Your hand: {_list(_hand(state, viewer))}.",
        f"Centre: {CARDS[state.top]} on top; under it {_counted(state.below_top)}.",
        f"Deck: {state.decked - state.drawn} cards.",
    ]
    for seat in range(setup.players):
        who = "You" if seat == viewer else f"Seat {seat}"
        pile = _pile(state, seat)
        known = [CARDS[kind] for kind in range(KINDS) for _ in range(state.known[seat, kind])]
        held = int(state.hands[seat].sum())
        lines.append(
            f"{who}: {state.points[seat]} points, {held} cards in hand"
            + (f" ({_list(known)} seen by all)" if known else "")
            + f", pile worth {LANTERNFISH - state.above[seat]}"
            + (f" ({_list(pile)} above the Lanternfish)." if pile else " (the bare Lanternfish).")
        )
    return "\n".join(lines)


def _status(state: Any) -> str:
    if state.phase == PHASE_TAKE:
        doing = "hand played out: take the pile's top card or decline"
    elif state.phase == PHASE_PLACED:
        doing = "place another card or end"
    elif state.played == 0:
        doing = f"needs a {(state.top + 1) % VALUES} or {COLOURS[state.top // VALUES].lower()}"
    elif state.expert:
        doing = "play on, place a card or end"
    elif state.mode == MODE_COLOUR:
        doing = f"more {COLOURS[state.hue].lower()}, place a card or end"
    else:
        doing = "place a card or end"
    when = f"Round {state.rounds}, turn {state.turns + 1}, to {state.target} points"
    return f"{when}: seat {state.seat} {doing}"


def _centre_panel(state: Any) -> Panel:
    centre = Pile(int(state.below_held) + 1, _card(int(state.top)), label="centre")
    deck = Pile(int(state.decked - state.drawn), label="deck")
    played = ""
    if state.played:
        kind = "one higher" if state.mode == MODE_SINGLE else "by colour"
        played = f"{state.played} played this turn, the first {kind}"
    return Panel("Centre", (Line((centre, deck)),), note=played)


def _seat_panel(state: Any, seat: int, *, open_hand: bool) -> Panel:
    lantern = Card(
        str(LANTERNFISH), "gold", symbol=SYMBOLS[LANTERNFISH], caption=NAMES[LANTERNFISH]
    )
    worth = f"pile worth {LANTERNFISH - state.above[seat]}"
    pile = Fan((lantern, *(_card(CARDS.index(name)) for name in _pile(state, seat))), worth)
    hand = Pile(int(state.hands[seat].sum()), label="hand")
    lines = [Line((hand, pile))]
    known = [CARDS[kind] for kind in range(KINDS) for _ in range(state.known[seat, kind])]
    if open_hand:
        lines.append(_cards(_hand(state, seat)))
    elif known:
        lines.append(Line((_list(known),), "known in hand"))
    return Panel(f"seat {seat}", tuple(lines), note=f"{state.points[seat]} points", seat=seat)


def _cards(names: list[str]) -> Line:
    return Line(tuple(_card(CARDS.index(name)) for name in names) or ("no cards",))


def _card(kind: int) -> Card:
    hue, value = divmod(kind, VALUES)
    return Card(CARDS[kind], COLOURS[hue].lower(), symbol=SYMBOLS[value], caption=NAMES[value])


def _hand(state: Any, seat: int) -> list[str]:
    return [CARDS[kind] for kind in range(KINDS) for _ in range(state.hands[seat, kind])]


def _pile(state: Any, seat: int) -> list[str]:
    """The cards above the Lanternfish, lowest in the pile first."""
    values = range(VALUES - 1, VALUES - 1 - int(state.above[seat]), -1)
    return [CARDS[VALUES * (state.pile_colours[seat, value] - 1) + value] for value in values]


def _counted(counts: Any) -> str:
    return _list([CARDS[kind] + (f" x{n}" if n > 1 else "") for kind, n in enumerate(counts) if n])


def _list(words: list[str]) -> str:
    return ", ".join(words) or "nothing"
