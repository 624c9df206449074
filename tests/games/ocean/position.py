"""Tables of Ocean set by hand, in the words of the rules page."""

from collections import Counter
from typing import Any

import numpy as np

from sea_envs.core.play import Play
from sea_envs.games.ocean import GAME
from sea_envs.games.ocean.actions import PHASE_PLAY
from sea_envs.games.ocean.components import (
    ACTION_NAMES,
    ANIMAL_CARDS,
    ANIMAL_OF,
    COLOUR_OF,
    DECK_CARDS,
    DECK_SIZE,
    KINDS,
)
from sea_envs.games.ocean.rules.centre import add_to_centre, count_sums
from sea_envs.games.ocean.rules.hand import give_card
from sea_envs.games.ocean.rules.row import mark_lacking
from sea_envs.games.ocean.rules.state import CENTRE, CLOSED, GONE, ROW, SHOWN, SPARE, UNSEEN

EVERY_CARD = [GAME.setup().words.cards[code] for code in DECK_CARDS]


def begun(friends: str, deck: str = "", **options: Any) -> Play:
    """A game of these friends just dealt; `deck` begins the stacked deck, animals follow first."""
    seats = friends.split()
    setup = GAME.setup(len(seats), friend_choice="fixed", friends=seats, **options)
    play = Play(setup, on_illegal="raise")
    stack = {"deck": stacked(deck)} if deck else {}
    play.begin(1, **stack)
    return play


def stacked(deck: str) -> list[str]:
    """A whole deck that begins with these cards; the skull comes last unless it is among them."""
    rest = Counter(EVERY_CARD) - Counter(deck.split())
    return [*deck.split(), *rest.elements()]


def set_table(
    friends: str,
    hands: list[str],
    centre: str = "",
    *,
    rows: dict[int, str] | None = None,
    piles: dict[int, str] | None = None,
    stock: str | None = None,
    starter_seat: int = 0,
    **options: Any,
) -> Play:
    """Seat 0 to play. Cards named nowhere lie in the stock, below `stock` if that is given.

    With stock="" the stock is empty, and they lie on the last seat's pile.
    """
    play = begun(friends, **options)
    chosen = play.state.friends.copy()
    play.table.states[0] = play.setup.template[0]
    state = play.table.states[0]
    state["friends"], state["rounds"], state["starter_seat"] = chosen, 1, starter_seat
    state["phase"] = PHASE_PLAY
    left = Counter(EVERY_CARD)
    for seat, hand in enumerate(hands):
        for name in hand.split():
            give_card(play.state, seat, code(name), False)
    for name in centre.split():
        add_to_centre(play.state, code(name))
    for seat, row_cards in (rows or {}).items():
        for name in row_cards.split():
            _put(play.state, seat, code(name), ROW)
    for seat, pile_cards in (piles or {}).items():
        for name in pile_cards.split():
            _pile(play.state, seat, name)
    spread = (*hands, centre, *(rows or {}).values(), *(piles or {}).values(), stock or "")
    left -= Counter(name for zone in spread for name in zone.split())
    rest = list(left.elements())
    if stock == "":
        for name in rest:
            _pile(play.state, len(hands) - 1, name)
        rest = []
    cards = [code(name) for name in (*(stock or "").split(), *rest)]
    state["stocked"] = DECK_SIZE
    state["drawn"] = DECK_SIZE - len(cards)
    state["deck"][DECK_SIZE - len(cards) : DECK_SIZE] = cards
    mark_lacking(play.state)
    count_sums(play.state)
    play.restore(play.saved())
    check(play)
    return play


def code(name: str) -> int:
    return GAME.setup().words.cards.index(name)


def _put(state: Any, seat: int, card: int, place: int) -> None:
    state.place[card], state.owner_seats[card] = place, seat
    if place == ROW:
        state.rows[seat, COLOUR_OF[card]] = state.numbers[card]
    if place == SPARE:
        best = state.spares[seat, COLOUR_OF[card]]
        state.spares[seat, COLOUR_OF[card]] = max(best, state.numbers[card])


def _pile(state: Any, seat: int, name: str) -> None:
    if name in ACTION_NAMES:
        state.piled_actions[seat, ACTION_NAMES.index(name)] += 1
        return
    card = code(name)
    _put(state, seat, card, SPARE if ANIMAL_OF[card] == state.friends[seat] else GONE)


def go(play: Play, *texts: str) -> Play:
    """Play these actions; every card stays in exactly one place."""
    for text in texts:
        play.act(play.parse(text))
        check(play)
    return play


def legal(play: Play) -> set[str]:
    return set(play.legal_texts())


def row(play: Play, seat: int) -> set[str]:
    return set(at(play, ROW, seat))


def pile(play: Play, seat: int) -> Counter[str]:
    actions = play.state.piled_actions[seat]
    return Counter([*at(play, SPARE, seat), *at(play, GONE, seat)]) + Counter(
        {name: int(count) for name, count in zip(ACTION_NAMES, actions, strict=True)}
    )


def hand(play: Play, seat: int) -> Counter[str]:
    """Cards in a hand, also while it lies open."""
    state = play.state
    animals = [name for place in (UNSEEN, SHOWN, CENTRE) for name in at(play, place, seat)]
    return Counter(animals) + Counter(
        {
            name: int(count)
            for name, count in zip(ACTION_NAMES, state.hand_actions[seat], strict=True)
        }
    )


def centre(play: Play) -> set[str]:
    return set(at(play, CENTRE))


def stock(play: Play) -> list[str]:
    cards = play.setup.words.cards
    return [cards[card] for card in play.state.deck[play.state.drawn : play.state.stocked]]


def at(play: Play, place: int, seat: int | None = None) -> list[str]:
    state = play.state
    return [
        play.setup.words.cards[card]
        for card in range(ANIMAL_CARDS)
        if state.place[card] == place and (seat is None or state.owner_seats[card] == seat)
    ]


def lacks(state: Any, seat: int, card: int) -> bool:
    gap = state.rows[seat, COLOUR_OF[card]] == 0
    return bool(gap and ANIMAL_OF[card] == state.friends[seat])


def _sums(play: Play, among: list[int] | None) -> int:
    """Bit s: some animals of the centre add up to s (0 to 11), one of them among the given."""
    found = {(0, among is None)}
    for name in at(play, CENTRE):
        card = code_of(play, name)
        number = int(play.state.numbers[card])
        found |= {(total + number, good or card in (among or ())) for total, good in found}
    return sum(1 << total for total, good in found if good and total <= 11)


def check(play: Play) -> None:
    """Every card is in exactly one place, and every count is that of its cards (section 15)."""
    state = play.state
    if not state.stocked:
        return  # nothing has been dealt
    seats = range(play.setup.players)
    zones = Counter(stock(play))
    for seat in seats:
        zones += hand(play, seat) + pile(play, seat)
        assert state.held[seat] == hand(play, seat).total()
        assert (state.shown_actions[seat] <= state.hand_actions[seat]).all()
        friends = [code_of(play, name) for name in row(play, seat)]
        assert {int(ANIMAL_OF[card]) for card in friends} <= {int(state.friends[seat])}
        shown = {int(COLOUR_OF[card]): int(state.numbers[card]) for card in friends}
        assert len(shown) == len(friends), "one friend a colour"
        assert [shown.get(colour, 0) for colour in range(4)] == state.rows[seat].tolist()
        spare = [0] * 4
        for name in at(play, SPARE, seat):
            card = code_of(play, name)
            spare[COLOUR_OF[card]] = max(spare[COLOUR_OF[card]], int(state.numbers[card]))
        assert spare == state.spares[seat].tolist()
        zones += Counter(row(play, seat))
        lacked = [code for code in range(ANIMAL_CARDS) if lacks(state, seat, code)]
        assert lacked == np.flatnonzero(state.lacking_seats == seat).tolist()
        assert _sums(play, lacked) == state.sums_lacked[seat]
    assert _sums(play, None) == state.sums
    in_zones = set(zones)
    others = [
        name
        for card, name in enumerate(play.setup.words.cards[:ANIMAL_CARDS])
        if state.place[card] >= CENTRE and name not in in_zones
    ]
    zones += Counter(others)
    whole = Counter(play.setup.words.cards[card] for card in DECK_CARDS)
    if not state.skull:
        del whole[play.setup.words.cards[KINDS - 1]]
    assert zones == whole
    lying = state.centre[: state.lying].tolist()
    assert lying == sorted(lying)
    assert (state.centre[state.lying :] == -1).all()
    numbers = [int(state.numbers[card]) for card in lying if state.place[card] == CENTRE]
    sums = {0}
    for number in numbers:
        sums |= {total + number for total in sums}
    assert int(state.sums) == sum(1 << total for total in sums if total <= 11)


def code_of(play: Play, name: str) -> int:
    return play.setup.words.cards.index(name)


def capture_sets(play: Play) -> list[frozenset[str]]:
    """Every set that some way of picking ends with, once per way; laying is the empty set."""
    found = []
    start, actions = play.history()
    for text in play.legal_texts():
        if text == "stop":
            found.append(frozenset(at(play, CLOSED)))
            continue
        further = Play(play.setup, on_illegal="raise")
        further.replay(start, actions)
        further.act(further.parse(text))
        found += capture_sets(further)
    return found


def sets(*words: str) -> set[frozenset[str]]:
    return {frozenset(word.split()) for word in words}
