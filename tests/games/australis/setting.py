"""Sets the table by hand: stacked cards and dice, and the last die of a round."""

from collections import Counter
from typing import Any

import numpy as np

from sea_envs.core.play import Play
from sea_envs.games.australis import GAME
from sea_envs.games.australis.actions import TAKE_RED, die_text
from sea_envs.games.australis.components import CARDS, COLOURS, CONTEST_COLOURS, KINDS

FIRST_ROLL = {
    2: "chance roll white 2 5, yellow 3 6, blue 2 5, purple 1 4",
    3: "chance roll white 1 2 6, yellow 1 3 4, blue 4 5 7, purple 1 4 6",
    4: "chance roll white 1 1 2 6, yellow 1 3 4 6, blue 2 4 5 7, purple 1 2 4 6",
}


def stacked_deck(setup: Any, display: tuple[str, ...] = ()) -> list[str]:
    """A whole deck that begins with these cards."""
    names = Counter(CARDS[card] for card in setup.words.cards(setup.players))
    return [*display, *sorted((names - Counter(display)).elements())]


def set_table(
    players: int = 2,
    *,
    display: tuple[str, ...] = (),
    rolls: tuple[str, ...] = (),
    **options: Any,
) -> Play:
    """Round 1, its dice FIRST_ROLL, the display as given; `rolls` are the lines after the first."""
    setup = GAME.setup(players, **options)
    table = Play(setup, on_illegal="raise")
    deck = stacked_deck(setup, display)
    table.begin(1, deck=deck, rolls=[FIRST_ROLL[players], *rolls])
    return table


def play(table: Play, *texts: str) -> list[str]:
    """Play decisions by their words; the chance lines of the last one."""
    for text in texts:
        table.act(table.parse(text))
    return GAME.actions.chance_lines(table.setup, table.state)


def die(table: Play, text: str) -> int:
    """The number of a die such as `blue 5`."""
    names = [die_text(table.setup.words, number) for number in range(TAKE_RED + 1)]
    return names.index(text)


def put_turtles(table: Play, *spaces: int) -> None:
    """Put the turtles on these spaces; those on the last one came there in the order of seats."""
    last = [seat for seat, space in enumerate(spaces) if space == table.state.last]
    table.state.spaces[: len(spaces)] = spaces
    for seat in last:
        table.state.arrived[seat] = last.index(seat) + 1


def put_cards(table: Play, seat: int, *cards: str) -> None:
    """Put cards such as `blue-FISH` or `red-CONTEST` on a seat's board."""
    for card in cards:
        colour, kind = card.split("-")
        if kind == "CONTEST":
            table.state.strips[seat] |= 1 << CONTEST_COLOURS.index(colour)
        else:
            table.state.slots[seat, COLOURS.index(colour)] |= 1 << KINDS.index(kind)
    table.table.refresh()


def put_corals(table: Play, seat: int, **corals: int) -> None:
    """Put corals on reefs: reef_5=2."""
    for name, count in corals.items():
        table.state.reefs[seat, int(name[-1]) - 1] = count
        table.state.supply[seat] -= count


def put_pool(table: Play, *dice: str) -> None:
    """Let these dice, and no others, lie in the pool."""
    table.state.pool[:] = 0
    for text in dice:
        table.state.pool[die(table, text)] += 1
    table.table.refresh()


def leave_one_turn(table: Play, taken: tuple[str, ...], pool: tuple[str, str]) -> None:
    """Leave one turn of the round, the last seat's. taken: each seat's contest dice."""
    for seat, dice in enumerate(taken):
        for colour in dice.split():
            table.state.taken[seat, CONTEST_COLOURS.index(colour)] += 1
    table.state.turn = 4 * table.setup.players - 1
    table.state.seat = table.setup.players - 1
    put_pool(table, *pool)


def held(table: Play, seat: int) -> set[str]:
    """The cards on a seat's board."""
    state = table.state
    slots = {
        f"{COLOURS[colour]}-{kind}"
        for colour in range(4)
        for bit, kind in enumerate(KINDS)
        if state.slots[seat, colour] >> bit & 1
    }
    strip = {
        f"{colour}-CONTEST"
        for bit, colour in enumerate(CONTEST_COLOURS)
        if state.strips[seat] >> bit & 1
    }
    return slots | strip


def shown(table: Play) -> list[str]:
    """The display, `` for an empty place."""
    return [CARDS[card] if card >= 0 else "" for card in table.state.display]


def winner(table: Play) -> np.ndarray[Any, Any]:
    """The standings, seat by seat."""
    return table.table.scores()[1][0, : table.setup.players]
