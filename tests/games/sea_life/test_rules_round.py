"""A round of normal and open (rule 5): order, places, and who sees what."""

import numpy as np
import pytest

from sea_envs.core.play import Play
from sea_envs.games.sea_life import GAME
from sea_envs.games.sea_life.observation import LAYOUT
from tests.games.sea_life.position import (
    CREATURE_NAMES,
    FOOD_NAMES,
    creatures_of,
    foods_of,
    game,
    rest_of_round,
    row_of,
    tell,
)

EVERY_SEATS = pytest.mark.parametrize("players", range(2, 7))


def turns(play: Play) -> list[tuple[int, str]]:
    """Seat and sort of every card of the round, as it is played with any legal decisions."""
    found = []
    before = play.state.rounds_scored
    while play.state.rounds_scored == before:
        text = play.text(play.legal()[0])
        if text.startswith(("creature", "food")):
            found.append((play.seat, text.split()[0][0].upper()))
        play.act(play.legal()[0])
    return found


def cells(play: Play, seat: int, slot: str) -> np.ndarray:
    return LAYOUT.view(play.table.observe((0,), (seat,)), slot)[0]


def code(play: Play, seat: int, slot: str) -> list[int]:
    highest = LAYOUT.slot(slot).categories - 1
    return [int(value) for value in np.rint(cells(play, seat, slot) * highest).ravel()]


@EVERY_SEATS
def test_r5_2_r19_the_start_passes_clockwise_and_wraps_around(players: int) -> None:
    play = game(players, dealer=players - 1)
    starters = []
    while not play.over:
        starters.append(play.seat)
        rest_of_round(play)
    assert starters == [(players - 1 + number) % players for number in range(len(starters))]


def test_r15_both_creatures_come_before_the_foods_of_a_double_round() -> None:
    play = game(3, dealer=1)
    assert turns(play) == [(seat, sort) for sort in "CCFF" for seat in (1, 2, 0)]


@pytest.mark.parametrize("variant", ["normal", "open"])
def test_r15_cfcf_lets_creature_and_food_laps_alternate(variant: str) -> None:
    play = game(3, dealer=1, double_order="CFCF", variant=variant)
    assert turns(play) == [(seat, sort) for sort in "CFCF" for seat in (1, 2, 0)]


def test_r5_5_single_rounds_have_one_lap_of_each() -> None:
    for order in ("CCFF", "CFCF"):
        play = game(5, double_order=order)
        assert turns(play) == [(seat, sort) for sort in "CF" for seat in range(5)]


def test_r5_3_any_creature_of_the_hand_goes_to_the_left_end() -> None:
    play = game(2)
    assert play.legal_texts() == [f"creature {name}" for name in CREATURE_NAMES]
    tell(play, "creature Perch", "creature Shark")
    assert play.legal_texts() == [f"creature {name}" for name in CREATURE_NAMES if name != "Perch"]
    tell(play, "creature Crab")
    assert row_of(play) == [("Perch", ""), ("Shark", ""), ("Crab", "")]
    assert play.state.owner_seats[:3].tolist() == [0, 1, 0]


def test_r5_4_r25_any_food_goes_under_any_creature_without_food_own_or_foreign() -> None:
    play = game(2, ["Krill", "Krill", "Tuna"])
    tell(play, "creature Perch", "creature Shark", "creature Crab", "creature Angler")
    assert set(play.legal_texts()) == {f"food {name}" for name in foods_of(play, 0)}
    tell(play, "food Krill")
    assert play.legal_texts() == ["0", "1", "2", "3"]
    tell(play, "1")
    assert foods_of(play, 0).count("Krill") == 1
    tell(play, "food Mussel")
    assert play.legal_texts() == ["0", "2", "3"]


def test_r26_nobody_can_pass() -> None:
    for variant in ("normal", "open", "lucky", "lucky_open"):
        play = game(2, variant=variant)
        while not play.over:
            assert not any("peek" in text or "pass" in text for text in play.legal_texts())
            play.act(play.legal()[0])


def test_r5_6_all_cards_of_the_round_leave_the_game() -> None:
    play = game(2)
    tell(play, "creature Perch", "creature Shark", "creature Crab", "creature Angler")
    rest_of_round(play)
    assert row_of(play) == []
    assert "Perch" not in creatures_of(play, 0) and len(creatures_of(play, 0)) == 6
    assert [CREATURE_NAMES[kind] for kind in play.state.last_creatures[:4]] == [
        "Perch",
        "Shark",
        "Crab",
        "Angler",
    ]


def test_r5_1_a_face_down_card_is_known_to_its_seat_alone_until_it_is_scored() -> None:
    play = game(2, ["Krill"])
    tell(
        play,
        "creature Perch",
        "creature Shark",
        "creature Crab",
        "creature Angler",
        "food Krill",
        "3",
    )
    perch, crab = (2 + CREATURE_NAMES.index(name) for name in ("Perch", "Crab"))
    assert code(play, 0, "row_creature")[:4] == [perch, 1, crab, 1]
    assert code(play, 1, "row_creature")[:4] == [1, 2 + 5, 1, 2 + 7]
    assert code(play, 0, "row_food")[:4] == [0, 0, 0, 2 + FOOD_NAMES.index("Krill")]
    assert code(play, 1, "row_food")[:4] == [0, 0, 0, 1]
    assert code(play, 1, "row_owner")[:5] == [2, 1, 2, 1, 0]
    assert code(play, 1, "row_feeder")[:4] == [0, 0, 0, 2]
    rest_of_round(play)
    left = cells(play, 1, "creatures")[1]
    assert [CREATURE_NAMES[kind] for kind in np.flatnonzero(left == 0)] == ["Crab", "Perch"]


def test_r5_1_in_open_everybody_sees_every_face() -> None:
    play = game(3, ["Krill"], variant="open", double_order="CFCF")
    tell(play, "creature Perch", "creature Shark", "creature Crab", "food Krill")
    assert code(play, 2, "card") == [3 + 8 + FOOD_NAMES.index("Krill")]
    tell(play, "0")
    for seat in range(3):
        assert code(play, seat, "row_creature")[:3] == [2 + 1, 2 + 5, 2 + 0]
        assert code(play, seat, "row_food")[:3] == [2 + FOOD_NAMES.index("Krill"), 0, 0]
    assert play.events(2)[-3:] == ["seat 2: creature Crab", "seat 0: food Krill", "seat 0: 0"]


def test_r5_1_events_for_a_seat_leave_face_down_cards_open() -> None:
    play = game(2, ["Krill"])
    tell(
        play,
        "creature Perch",
        "creature Shark",
        "creature Crab",
        "creature Angler",
        "food Krill",
        "3",
    )
    assert play.events(1) == [
        "chance dealer 0",
        "seat 0: creature ?",
        "seat 1: creature Shark",
        "seat 0: creature ?",
        "seat 1: creature Angler",
        "seat 0: food ?",
        "seat 0: 3",
    ]
    assert play.events(0)[5] == "seat 0: food Krill"


def test_r5_1_a_chosen_card_is_hidden_until_its_seat_lays_it() -> None:
    play = game(2, ["Krill"], variant="lucky")
    tell(play, "creature Perch")
    assert code(play, 0, "card") == [3 + 1]
    assert code(play, 1, "card") == [1]
    assert cells(play, 1, "creatures")[1].all()
    assert not cells(play, 0, "creatures")[0][1]
    tell(play, "left", "creature Crab", "left", "food Krill")
    assert code(play, 1, "card") == [2]


def test_r24_a_seat_always_knows_the_cards_it_laid() -> None:
    play = game(2, ["Krill"])
    tell(
        play,
        "creature Perch",
        "creature Shark",
        "creature Crab",
        "creature Angler",
        "food Krill",
        "0",
    )
    told = GAME.render.describe(play.setup, play.state, 0)
    assert (
        "Column 0: Perch of seat 0 (turn 1), Krill (+2 B) from seat 0 (turn 5), counts 8." in told
    )
    assert "Column 1: an unknown creature of seat 1" in told


@pytest.mark.parametrize("variant", ["normal", "lucky", "lucky_peek"])
def test_creatures_dealt_anew_stay_with_their_owners_and_known_cards_stay_put(variant: str) -> None:
    play = game(3, variant=variant)
    chance = np.random.default_rng(1)
    shown = 0
    while not play.over:
        play.act(int(chance.choice(play.legal())))
        for seat in range(3):
            world = play.sample(seat, chance)[0]
            for other in range(3):
                assert creatures_owned(world, other) == creatures_owned(play.state, other)
            assert world.foods[seat].tolist() == play.state.foods[seat].tolist()
            shown += world.row_creatures.tolist() != play.state.row_creatures.tolist()
    assert shown


def creatures_owned(state: np.record, seat: int) -> list[int]:
    """Kinds in hand, in the row and chosen."""
    kinds = np.flatnonzero(state.creatures[seat]).tolist()
    kinds += [
        int(kind)
        for kind, owner in zip(state.row_creatures, state.owner_seats, strict=True)
        if owner == seat
    ]
    if state.seat == seat and 0 <= state.card < 8:
        kinds.append(int(state.card))
    return sorted(kinds)


def test_worlds_dealt_anew_are_uniform_over_what_is_hidden() -> None:
    play = game(2)
    tell(play, "creature Perch")
    chance = np.random.default_rng(3)
    met = [int(play.sample(1, chance)[0].row_creatures[0]) for _ in range(1600)]
    counts = np.bincount(met, minlength=8)
    assert counts.min() > 140 and counts.max() < 260
