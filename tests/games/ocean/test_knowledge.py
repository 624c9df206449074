"""What a seat knows of others' cards: the observation tells it, re-dealing respects it."""

from collections import Counter
from typing import Any

import numpy as np

from sea_envs.core.layout import decoded
from sea_envs.core.play import Play
from sea_envs.games.ocean import GAME
from sea_envs.games.ocean.components import ANIMAL_CARDS
from sea_envs.games.ocean.observation import (
    CALL_CODES,
    CALL_FOR_ME,
    CALL_FOR_OTHER,
    CALL_NOTHING,
    CALL_SOME,
    LAY_FOR_ME,
    LAY_FOR_OTHER,
    MINE,
    MINE_SHOWN,
)
from sea_envs.games.ocean.rules.state import CENTRE, SHOWN, UNSEEN
from tests.games.ocean.position import (
    EVERY_CARD,
    at,
    begun,
    check,
    code,
    go,
    hand,
    lacks,
    set_table,
    stock,
)

LAYOUT = GAME.layout
HANDS = "Tg1 Tg3 Tg6 Tg9 Cg3 Cg4 Cg7 Cg10 Og2 Og5 Og6 Og8"


def seen(play: Play, viewer: int, slot: str) -> Any:
    cells = play.table.observe((0,), (viewer,))[0]
    view = LAYOUT.view(cells, slot)
    return decoded(LAYOUT.slot(slot), view) if LAYOUT.slot(slot).categories else view


def worlds(play: Play, seat: int, count: int = 40) -> list[Play]:
    """Games that `seat` cannot tell from this one."""
    found = []
    for number in range(count):
        world = Play(play.setup, on_illegal="raise")
        world.restore(play.sample(seat, np.random.default_rng(number)))
        check(world)
        found.append(world)
    return found


def test_a22_a_card_taken_back_after_a_skull_stays_known_until_it_is_played() -> None:
    play = set_table("crab turtle starfish", ["skull Cb8", "Co3 chest", "Tg1 Or9"], "Tr3")
    assert seen(play, 1, "cards")[code("Or9")] == 0
    go(play, "play skull", "play Cb8", "stop")
    assert seen(play, 1, "cards")[code("Or9")] == MINE_SHOWN + 1
    assert seen(play, 1, "cards")[code("Co3")] == MINE_SHOWN
    assert seen(play, 2, "shown_actions")[2].tolist() == [0, 0.25, 0]
    assert all(hand(world, 2) == Counter(["Tg1", "Or9"]) for world in worlds(play, 1))
    go(play, "play Co3", "stop", "play Or9", "stop")
    assert seen(play, 0, "cards")[code("Or9")] == 1
    assert seen(play, 0, "shown_actions")[1].tolist() == [0, 0.25, 0]


def test_r8_other_hands_and_the_stock_are_unseen_and_dealt_anew() -> None:
    play = begun("turtle crab starfish", HANDS)
    assert seen(play, 0, "cards")[code("Tg1")] == MINE
    assert seen(play, 0, "cards")[code("Cg3")] == 0
    dealt = [hand(world, 1) for world in worlds(play, 0)]
    assert all(world != dealt[0] for world in dealt[1:3])
    held = {name for world in dealt for name in world}
    assert not held & set(hand(play, 0))
    assert held & set(stock(play))
    assert held & set(hand(play, 2))


def test_r8_cards_put_under_the_stock_are_known_there_and_in_the_hand_they_are_dealt_to() -> None:
    hands = "chest chest chest chest sack sack sack Tg1 sword sword sword sword"
    play = begun("turtle crab starfish", f"{hands} skull sack Sg1 Sg5 Sg7 Sg11")
    assert seen(play, 2, "tucked").tolist() == [0.25, 0, 0, 0.5]
    for world in worlds(play, 2, 5):
        assert stock(world)[-2:] == ["skull", "sack"]
    while play.state.rounds < 7:
        texts = sorted(play.legal_texts(), key=lambda text: (text == "play skull", text))
        go(play, "stop" if "stop" in texts else texts[0])
    assert stock(play) == []
    assert play.state.seat == 0
    assert seen(play, 0, "tucked").tolist() == [0, 0, 0, 0]
    assert seen(play, 0, "skull").tolist() == [4]
    assert seen(play, 1, "shown_actions")[1].tolist() == [0.25, 0, 0]
    assert all(hand(world, 2) >= Counter(["skull", "sack"]) for world in worlds(play, 0))


def test_a9_a_hand_that_threw_a_sack_away_is_known_to_hold_only_sacks_and_chests() -> None:
    play = set_table("turtle crab", ["sack chest sack", "Cb1 sword"])
    assert seen(play, 1, "hands").tolist() == [2, 3, 0, 0]
    go(play, "play sack")
    assert seen(play, 1, "hands").tolist() == [2, 6, 0, 0]
    dealt = [hand(world, 0) for world in worlds(play, 1)]
    assert all(set(world) <= {"sack", "chest"} for world in dealt)
    assert len({tuple(sorted(world.elements())) for world in dealt}) > 1


def test_a_known_copy_leaves_the_hand_before_an_unknown_one() -> None:
    play = set_table("turtle crab", ["Oo1 Oo5", "sack sack"], "Tr3")
    play.table.states["shown_actions"][0, 1, 0] = 1
    play.table.refresh()
    go(play, "play Oo1", "stop", "play sack", "pick Tr3")
    assert seen(play, 0, "shown_actions")[1].tolist() == [0, 0, 0]
    assert seen(play, 0, "used_actions").tolist() == [0.25, 0, 0]


def test_the_centre_shows_what_its_animals_can_add_up_to() -> None:
    play = set_table("turtle crab", ["Oo1", "Cb1"], "Tr3 Cr2 Og6")
    totals = np.flatnonzero(seen(play, 0, "sums")) + 1
    assert totals.tolist() == [2, 3, 5, 6, 8, 9, 11]


def test_an_animal_in_hand_shows_what_it_can_call_and_whom_it_serves_when_laid() -> None:
    # Seat 0 lacks a red and a green crab, seat 1 an orange turtle.
    play = set_table(
        "crab turtle",
        ["So3 Co10 Cg4 To1", "Oo1"],
        "Tr3 Cr2 Oo5",
        rows={0: "Cb1 Co3", 1: "Tg1 Tb2 Tr10"},
    )
    codes = seen(play, 0, "calls")
    # Tr3 is 3; all three together are 10, with the red crab; nothing adds up to 4 or 1.
    assert {name: int(codes[code(name)]) for name in ("So3", "Co10", "Cg4", "To1", "Oo1")} == {
        "So3": CALL_SOME,
        "Co10": CALL_FOR_ME,
        "Cg4": LAY_FOR_ME,
        "To1": LAY_FOR_OTHER,
        "Oo1": 0,
    }
    assert seen(play, 1, "calls")[code("Oo1")] == CALL_NOTHING


def test_calls_are_what_a_plain_count_of_the_centre_finds() -> None:
    met: Counter[int] = Counter()
    for seats in (2, 3, 4):
        play = Play(GAME.setup(seats), on_illegal="raise")
        chance = np.random.default_rng(seats)
        for game in range(8):
            play.begin(game)
            while not play.state.over:
                for viewer in range(seats):
                    wanted = plain_calls(play, viewer)
                    assert seen(play, viewer, "calls").tolist() == wanted
                    met.update(wanted)
                play.act(int(chance.choice(play.legal())))
    assert set(met) == set(range(CALL_CODES))


def plain_calls(play: Play, viewer: int) -> list[int]:
    """The slot `calls`, from every choice of cards in the centre."""
    state = play.state
    reached: set[tuple[int, int]] = {(0, 0)}  # totals, and bits of the seats that lack one of them
    for name in at(play, CENTRE):
        card = code(name)
        who = sum(1 << seat for seat in range(play.setup.players) if lacks(state, seat, card))
        number = int(state.numbers[card])
        reached |= {
            (total + number, seats | who) for total, seats in reached if total + number <= 11
        }
    codes = []
    for card in range(ANIMAL_CARDS):
        if state.owner_seats[card] != viewer or state.place[card] not in (UNSEEN, SHOWN):
            codes.append(0)
            continue
        served = [seats for total, seats in reached if total == state.numbers[card]]
        if any(seats >> viewer & 1 for seats in served):
            codes.append(CALL_FOR_ME)
        elif any(served):
            codes.append(CALL_FOR_OTHER)
        elif served:
            codes.append(CALL_SOME)
        elif lacks(state, viewer, card):
            codes.append(LAY_FOR_ME)
        elif any(lacks(state, seat, card) for seat in range(play.setup.players)):
            codes.append(LAY_FOR_OTHER)
        else:
            codes.append(CALL_NOTHING)
    return codes


def test_rows_and_spares_show_numbers_by_colour() -> None:
    play = set_table("turtle crab", ["Oo1", "Cb1"], rows={1: "Co2"}, piles={1: "Co3 Co11 Tg1"})
    assert np.allclose(seen(play, 0, "rows")[1] * 11, [0, 2, 0, 0])
    assert np.allclose(seen(play, 0, "spares")[1] * 11, [0, 11, 0, 0])
    assert seen(play, 0, "cards")[code("Tg1")] == 7


def test_a_stacked_deck_is_no_secret_told_during_the_draft() -> None:
    play = Play(GAME.setup(2), on_illegal="raise")
    play.begin(1, deck=EVERY_CARD)
    world = Play(play.setup, on_illegal="raise")
    world.restore(play.sample(0, np.random.default_rng(1)))
    for game in (play, world):
        go(game, "choose turtle", "choose crab")
    assert hand(play, 0) == Counter(["Tg1", "Tg3", "Tg6", "Tg9"])
    assert hand(world, 0) != hand(play, 0)
