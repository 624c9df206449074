"""Pictures and words for people."""

from typing import Any

from sea_envs.core.game import Setup
from sea_envs.drawing.scene import Card, Line, Panel, Pile, Place, Scene, Score
from sea_envs.games.ocean.actions import (
    PHASE_CAPTURE,
    PHASE_CHOOSE,
    PHASE_SACK,
    PHASE_STEAL,
)
from sea_envs.games.ocean.components import (
    ACTION_NAMES,
    ANIMAL_CARDS,
    ANIMAL_OF,
    ANIMALS,
    COLOUR_OF,
    COLOURS,
    GOLD,
    HUES,
    SACK,
)
from sea_envs.games.ocean.rules.state import (
    CENTRE,
    CLOSED,
    GONE,
    NO_ANIMAL,
    NO_SEAT,
    OPEN,
    ROW,
    SHOWN,
    SPARE,
    UNSEEN,
)

ACTION_COLOURS = ("sand", "brown", "silver", "black")


def scene(setup: Setup, state: Any, viewer: int | None) -> Scene:
    """Centre, stock, every seat's row, and the viewer's hand (all hands for the referee)."""
    seats = range(setup.players)
    areas = [_seat_panel(setup, state, seat, viewer) for seat in seats]
    rows = [tuple(areas[start : start + 2]) for start in range(0, len(areas), 2)]
    hand = None
    if viewer is not None:
        cards = _line(setup, _hand(state, viewer), size="large")
        hand = Panel("Your hand", (cards,), seat=viewer)
    return Scene(
        title="Ocean",
        status=_status(setup, state),
        panels=((_centre_panel(setup, state), _stock_panel(state)), *rows),
        hand=hand,
        scores=tuple(_score(state, seat) for seat in seats),
        to_move=None if state.over else int(state.seat),
        viewer=viewer,
    )


def describe(setup: Setup, state: Any, viewer: int) -> str:
    """Everything that seat knows: its hand, the table, every card a perfect memory can place."""
    names = setup.words.cards
    lying = [*_names(setup, _centre(state)), *_open_actions(state)]
    lines = [
        f"Ocean for {setup.players}. You are seat {viewer}. {_status(setup, state)}.",
        f"Rules other than the usual: {_list(_unusual(setup))}.",
        f"Your hand: {_list(_names(setup, _hand(state, viewer)))}.",
        f"Centre: {_list(lying)}.",
    ]
    if state.played >= 0:
        lines.append(f"Played: {names[state.played]}; taken: {_list(_taken(setup, state))}.")
    tucked = f"; {_tucked(state)}" if state.tucked else ""
    lines.append(f"Stock: {state.stocked - state.drawn} cards{tucked}.")
    lines += [_seat_line(setup, state, seat, viewer) for seat in range(setup.players)]
    gone = _names(setup, _at(state, GONE))
    used = state.piled_actions.sum(axis=0)
    gone += [
        _times(name, int(count)) for name, count in zip(ACTION_NAMES, used, strict=True) if count
    ]
    unseen = [card for card in _at(state, UNSEEN) if state.owner_seats[card] != viewer]
    lines.append(f"Out of play in piles: {_list(gone)}.")
    lines.append(
        f"Animals in the stock or in hands you cannot see: {_list(_names(setup, unseen))}."
    )
    return "\n".join(lines)


def _status(setup: Setup, state: Any) -> str:
    if state.over:
        return f"the game is over after round {state.rounds}"
    seat = int(state.seat)
    if state.phase == PHASE_CHOOSE:
        return f"seat {seat} chooses a friend"
    doing = "plays a card"
    if state.phase == PHASE_CAPTURE:
        played = setup.words.cards[state.played]
        begun = int(state.wanted) != int(state.numbers[state.played])
        doing = f"calls with {played}" + (f", {state.wanted} still to add" if begun else "")
    elif state.phase == PHASE_SACK:
        doing = "buys a card of the centre with a sack"
    elif state.phase == PHASE_STEAL:
        robbed = "a row" if state.victim_seat == NO_SEAT else f"the row of seat {state.victim_seat}"
        doing = f"robs {robbed} with a sword"
    turn = "; skull turn, all other hands lie open" if state.skull_seat != NO_SEAT else ""
    return f"round {state.rounds}, begun by seat {state.starter_seat}: seat {seat} {doing}{turn}"


# ---- panels


def _centre_panel(setup: Setup, state: Any) -> Panel:
    lying = [
        *(_card(setup, card, owner=_owner(state, card)) for card in _centre(state)),
        *_open_cards(setup, state),
    ]
    lines = [Line(tuple(lying) or ("nothing lies here",), "centre")]
    if state.played >= 0:
        calling = [
            _card(setup, int(state.played), mark="highlight"),
            *(_card(setup, card) for card in _at(state, CLOSED)),
            *(_card(setup, card, badge="+") for card in _at(state, OPEN)),
        ]
        lines.append(Line(tuple(calling), "called"))
    return Panel("Centre", tuple(lines), weight=5)


def _stock_panel(state: Any) -> Panel:
    lines = [Line((Pile(int(state.stocked - state.drawn)),))]
    if state.tucked:
        lines.append(Line((_tucked(state),)))
    return Panel("Stock", tuple(lines))


def _seat_panel(setup: Setup, state: Any, seat: int, viewer: int | None) -> Panel:
    friend = int(state.friends[seat])
    if friend == NO_ANIMAL:
        return Panel(f"seat {seat}", (Line(("no friend yet",)),), seat=seat)
    row = {int(COLOUR_OF[card]): card for card in _at(state, ROW, seat)}
    places = tuple(
        _card(setup, row[colour]) if colour in row else Place(COLOURS[colour], COLOURS[colour])
        for colour in range(HUES)
    )
    spares = _at(state, SPARE, seat)
    piles: list[Any] = [Pile(_piled(state, seat), label="pile")]
    piles += [_card(setup, card, mark="dim") for card in spares]
    lines = [Line(places, "friends"), Line(tuple(piles), "pile and spares", size="small")]
    known = [_card(setup, card) for card in _known(state, seat)]
    backs = [Card(face_down=True) for _ in range(int(state.held[seat]) - len(known))]
    if viewer is None:
        lines.append(_line(setup, _hand(state, seat), "hand", size="small"))
    elif viewer != seat:
        lines.append(Line((*known, *backs) or ("no cards",), "hand", size="small"))
    elif known:
        lines.append(Line(tuple(known), "known to all", size="small"))
    note = "sacks and chests only" if state.wasteful[seat] and state.held[seat] else ""
    return Panel(f"seat {seat}: {ANIMALS[friend]}", tuple(lines), note=note, seat=seat)


def _line(setup: Setup, cards: list[int], label: str = "", *, size: Any = "normal") -> Line:
    return Line(tuple(_card(setup, card) for card in cards) or ("no cards",), label, size=size)


def _card(
    setup: Setup, card: int, *, owner: int | None = None, badge: str = "", mark: Any = "plain"
) -> Card:
    name = setup.words.cards[card]
    if card >= ANIMAL_CARDS:
        kind = card - SACK
        return Card(name, ACTION_COLOURS[kind], symbol=ACTION_NAMES[kind], owner=owner, mark=mark)
    animal = ANIMALS[ANIMAL_OF[card]]
    colour = COLOURS[COLOUR_OF[card]]
    return Card(name, colour, symbol=animal, caption=animal, owner=owner, badge=badge, mark=mark)


def _score(state: Any, seat: int) -> Score:
    row = [int(number) for number in state.rows[seat] if number]
    if state.variant == GOLD:
        return Score(seat, sum(row), note=f"{len(row)} friends")
    return Score(seat, len(row), note=f"sum {sum(row)}")


# ---- words


def _seat_line(setup: Setup, state: Any, seat: int, viewer: int) -> str:
    who = "You" if seat == viewer else f"Seat {seat}"
    friend = int(state.friends[seat])
    if friend == NO_ANIMAL:
        return f"{who}: no friend yet."
    lacks = [COLOURS[colour] for colour in range(HUES) if not state.rows[seat, colour]]
    parts = [
        f"{who}: {ANIMALS[friend]}, row {_list(_names(setup, _at(state, ROW, seat)))}",
        f"lacks {_list(lacks)}",
        f"spares {_list(_names(setup, _at(state, SPARE, seat)))}",
        f"{_piled(state, seat)} cards in the pile",
        f"{state.held[seat]} in hand",
    ]
    known = _names(setup, _known(state, seat))
    if known:
        parts.append(f"known to all in that hand: {_list(known)}")
    if state.wasteful[seat] and state.held[seat]:
        parts.append("that hand holds sacks and chests only")
    return "; ".join(parts) + "."


def _unusual(setup: Setup) -> list[str]:
    usual = setup.game.options
    return [
        f"{name} {value if isinstance(value, str | bool) else 'given'}"
        for name, value in setup.options.items()
        if value != usual[name].default
    ]


def _tucked(state: Any) -> str:
    bottom = [
        ACTION_NAMES[int(card) - SACK]
        for card in state.deck[state.stocked - state.tucked : state.stocked]
    ]
    return f"at its bottom, in this order: {_list(bottom)}"


def _taken(setup: Setup, state: Any) -> list[str]:
    return _names(setup, [*_at(state, CLOSED), *_at(state, OPEN)])


def _names(setup: Setup, cards: list[int]) -> list[str]:
    return [setup.words.cards[card] for card in cards]


def _times(name: str, count: int) -> str:
    return name if count == 1 else f"{name} x{count}"


def _list(words: list[str]) -> str:
    return ", ".join(words) or "nothing"


# ---- where cards are


def _at(state: Any, place: int, seat: int | None = None) -> list[int]:
    """Animal cards in a place, of one seat or of all."""
    return [
        card
        for card in range(ANIMAL_CARDS)
        if state.place[card] == place and (seat is None or state.owner_seats[card] == seat)
    ]


def _centre(state: Any) -> list[int]:
    return _at(state, CENTRE)


def _owner(state: Any, card: int) -> int | None:
    owner = int(state.owner_seats[card])
    return None if owner == NO_SEAT else owner


def _hand(state: Any, seat: int) -> list[int]:
    animals = [*_at(state, UNSEEN, seat), *_at(state, SHOWN, seat), *_at(state, CENTRE, seat)]
    actions = [SACK + k for k, count in enumerate(state.hand_actions[seat]) for _ in range(count)]
    return sorted(animals) + actions


def _known(state: Any, seat: int) -> list[int]:
    """Cards of a hand that everybody knows."""
    actions = [SACK + k for k, count in enumerate(state.shown_actions[seat]) for _ in range(count)]
    return sorted([*_at(state, SHOWN, seat), *_at(state, CENTRE, seat)]) + actions


def _open_cards(setup: Setup, state: Any) -> list[Card]:
    """Action cards that a skull turn has laid open."""
    return [_card(setup, SACK + kind, owner=seat) for seat, kind in _open_kinds(state)]


def _open_actions(state: Any) -> list[str]:
    return [f"{ACTION_NAMES[kind]} of seat {seat}" for seat, kind in _open_kinds(state)]


def _open_kinds(state: Any) -> list[tuple[int, int]]:
    if state.skull_seat == NO_SEAT:
        return []
    return [
        (seat, kind)
        for seat in range(state.seats)
        if seat != state.skull_seat
        for kind, count in enumerate(state.hand_actions[seat])
        for _ in range(count)
    ]


def _piled(state: Any, seat: int) -> int:
    animals = len(_at(state, SPARE, seat)) + len(_at(state, GONE, seat))
    return animals + int(state.piled_actions[seat].sum())
