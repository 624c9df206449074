"""Tables of Kuna Yala set by hand, in the words of the rules page."""

from collections.abc import Mapping, Sequence
from typing import Any

from sea_envs.core.play import Play
from sea_envs.games.kuna_yala import GAME
from sea_envs.games.kuna_yala.components import (
    CARDS,
    CELLS,
    CENTRE,
    COLOURS,
    CORAL,
    EMPTY,
    FISH,
    GRID,
    NAMES,
    OCTOPUS,
    SHARK,
    SLOTS,
    shuffled,
)
from sea_envs.games.kuna_yala.rules.shoal import find_room, fish_colour, fish_count, look_around
from sea_envs.games.kuna_yala.rules.state import STOP, TOP
from sea_envs.games.kuna_yala.rules.turn import begin_turn

Place = tuple[int, int]
LONE_CORAL = {(0, 0): "coral"}
SHORT = {"C": "coral", "S": "shark", "O": "octopus", "X": "bone"}


def name_of(word: str) -> str:
    return SHORT.get(word, word)


def cell_of(place: Place) -> int:
    return (place[0] + CENTRE) * GRID + place[1] + CENTRE


def place_of(cell: int) -> Place:
    return cell // GRID - CENTRE, cell % GRID - CENTRE


def in_a_row(cards: str) -> dict[Place, str]:
    """The cards from the start cell to the right."""
    return {(0, column): name_of(card) for column, card in enumerate(cards.split())}


def set_table(
    shoals: Sequence[Mapping[Place, str]] = (LONE_CORAL, LONE_CORAL),
    *,
    shown: str = "C C C C",
    stacks: Sequence[str] = ("C", "C", "C", "C"),
    colours: str = "Red Yellow Green Blue",
    turn: int = 0,
    **options: Any,
) -> Play:
    """A seat begins its turn. Slots and stacks (from their tops) hold cards, `-` an empty slot."""
    play = Play(GAME.setup(len(shoals), **options), on_illegal="raise")
    play.begin(1)
    state = play.state
    state.colours[:] = [COLOURS.index(name) for name in colours.split()]
    for seat, shoal in enumerate(shoals):
        set_shoal(state, seat, shoal)
    set_stacks(state, shown, stacks)
    begin_turn(state, turn)
    play.table.refresh()
    return play


def set_shoal(state: Any, seat: int, shoal: Mapping[Place, str]) -> None:
    for field in ("cells", "fits", "fish", "corals", "octopuses", "sharks", "fish_cards"):
        state[field][seat] = 0
    for place, word in shoal.items():
        card = NAMES.index(name_of(word))
        state.cells[seat, cell_of(place)] = card
        state.corals[seat] += card == CORAL
        state.octopuses[seat] += card == OCTOPUS
        state.sharks[seat] += card == SHARK
        if card >= FISH:
            state.fish_cards[seat] += 1
            state.fish[seat, fish_colour(card)] += fish_count(card)
    for place in shoal:
        look_around(state, seat, cell_of(place))
    find_room(state, seat)


def set_stacks(state: Any, shown: str, stacks: Sequence[str]) -> None:
    state.cards[:] = EMPTY
    state.unseen[:] = 0
    state.shown[:SLOTS] = [EMPTY if word == "-" else CARDS[name_of(word)] for word in shown.split()]
    place = 0
    for slot, words in enumerate(stacks):
        state.stacks[TOP, slot] = place
        for word in words.split():
            card = CARDS[name_of(word)]
            state.cards[place] = card
            state.unseen[card] += 1
            place += 1
        state.stacks[STOP, slot] = place
    state.carded = place


def do(play: Play, *texts: str) -> Play:
    for text in texts:
        play.act(play.parse(text))
    return play


def may(play: Play) -> set[str]:
    """What the seat to move may choose."""
    return set(play.legal_texts())


def shoal(play: Play, seat: int) -> dict[Place, str]:
    """What lies in a shoal."""
    cells = play.state.cells[seat]
    return {place_of(cell): NAMES[cells[cell]] for cell in range(CELLS) if cells[cell] > EMPTY}


def shown(play: Play) -> str:
    return " ".join(NAMES[card] if card else "-" for card in play.state.shown[:SLOTS])


def left(play: Play) -> list[int]:
    """Face-down cards of the stacks."""
    return [int(size) for size in play.state.stacks[STOP] - play.state.stacks[TOP]]


def own_cells(shoal_at: Mapping[Place, str], card: str, **options: Any) -> set[Place]:
    """Where the card may be laid at home."""
    play = set_table((shoal_at, LONE_CORAL), shown=f"{card} C C C", **options)
    return places(do(play, "own slot 0"))


def gift_cells(shoal_at: Mapping[Place, str], card: str, **options: Any) -> set[Place]:
    """Where the card may be laid in an opponent's shoal."""
    play = set_table((LONE_CORAL, shoal_at), shown=f"{card} C C C", **options)
    do(play, "own slot 1", "own cell (0,1)", "give slot 0")
    return places(play)


def places(play: Play) -> set[Place]:
    """The cells the seat to move may choose."""
    return {place_of(action - 7) for action in play.legal()}


def given(shoal_at: Mapping[Place, str], card: str, place: Place) -> dict[Place, str]:
    """The shoal after an opponent has laid the card there."""
    play = set_table((LONE_CORAL, shoal_at), shown=f"{card} C C C")
    do(play, "own slot 1", "own cell (0,1)", "give slot 0", f"give cell ({place[0]},{place[1]})")
    return shoal(play, 1)


def deck_beginning(players: int, tops: Sequence[str], deck: str = "A") -> list[str]:
    """A whole stacked deck whose stacks begin with these cards from their tops."""
    rest = [NAMES[card] for card in shuffled(players, deck)]
    wanted = [[name_of(word) for word in words.split()] for words in tops]
    for words in wanted:
        for word in words:
            rest.remove(word)
    # Sharks and octopuses last, so that what is revealed beyond the given cards is harmless.
    rest.sort(key=lambda name: name in ("shark", "octopus"))
    sizes = [(len(rest) + sum(map(len, wanted)) + 3 - slot) // 4 for slot in range(4)]
    stacked = []
    for words, size in zip(wanted, sizes, strict=True):
        stacked += words + rest[: size - len(words)]
        del rest[: size - len(words)]
    return stacked
