"""Setting up (rule 4), stacked decks, options, the end of the game (rule 7)."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sea_envs.core.errors import BadDeck, BadOption, BadSeats
from sea_envs.core.play import Play
from sea_envs.games.sea_life import GAME
from sea_envs.games.sea_life.components import COLUMNS, STANDARD
from sea_envs.games.sea_life.rules.state import NO_CARD
from tests.games.sea_life.options import draw
from tests.games.sea_life.position import (
    BOX,
    CREATURE_NAMES,
    deck_with,
    foods_of,
    game,
    rest_of_round,
)

EVERY_SEATS = pytest.mark.parametrize("players", range(2, 7))


@EVERY_SEATS
def test_r4_1_two_to_six_seats_play_and_the_first_dealer_is_drawn_by_lot(players: int) -> None:
    dealers = set()
    for seed in range(60):
        play = Play(GAME.setup(players))
        play.begin(seed)
        dealers.add(play.seat)
    assert dealers == set(range(players))
    for wrong in (1, 7):
        with pytest.raises(BadSeats, match="possible: 2 to 6"):
            GAME.setup(wrong)


def test_r20_a_given_dealer_starts_and_is_told_as_chance() -> None:
    play = game(4, dealer=2)
    assert play.seat == 2
    assert play.events()[0] == "chance dealer 2"
    assert play.events(1) == ["chance dealer 2"]


@EVERY_SEATS
def test_r4_2_every_seat_owns_a_complete_set_of_creatures(players: int) -> None:
    play = game(players)
    assert play.state.creatures[:players].all()
    assert not play.state.creatures[players:].any()


@EVERY_SEATS
def test_r4_3_eight_foods_each_and_the_rest_stays_undealt(players: int) -> None:
    play = game(players)
    deck = deck_with(*[()] * players)
    for seat in range(players):
        assert Counter(foods_of(play, seat)) == Counter(deck[8 * seat : 8 * seat + 8])
    left = [kind for kind in play.state.deck if kind != NO_CARD]
    assert len(left) == 48 - 8 * players == (32, 24, 16, 8, 0)[players - 2]


def test_r4_4_all_points_start_at_0() -> None:
    assert game(3).scores() == [0, 0, 0]


@pytest.mark.parametrize(
    ("players", "double_max", "per_round", "rounds"),
    [
        (2, 4, 2, 4),
        (3, 4, 2, 4),
        (4, 4, 2, 4),
        (5, 4, 1, 8),
        (6, 4, 1, 8),
        (3, 3, 2, 4),
        (4, 3, 1, 8),
    ],
)
def test_r4_5_rounds_are_double_up_to_double_max_seats(
    players: int, double_max: int, per_round: int, rounds: int
) -> None:
    play = game(players, double_max=double_max)
    assert (play.state.per_round, play.state.last_round) == (per_round, rounds)
    columns = 0
    while not play.over:
        play.act(play.legal()[0])
        columns = max(columns, int(play.state.columns))
        assert columns <= players * per_round <= COLUMNS
    assert play.state.rounds_scored == rounds
    assert len(play.actions) == 24 * players


@pytest.mark.parametrize(("rounds", "played"), [("all", 4), (1, 1), (3, 3), (4, 4), (8, 4)])
def test_r7_r8_4_fewer_rounds_leave_the_rest_of_the_hands_unplayed(
    rounds: Any, played: int
) -> None:
    play = game(2, rounds=rounds)
    for _ in range(played):
        assert not play.over
        rest_of_round(play)
    assert play.over and not play.legal()
    assert len(foods_of(play, 0)) == 8 - 2 * played


def test_r21_all_seats_with_the_highest_total_win_together() -> None:
    play = game(3, rounds=1)
    rest_of_round(play)
    play.state.points[:3] = 5, 7, 7
    play.table.refresh()
    assert play.winners() == [1, 2]
    assert play.table.pays[0, :3].tolist() == [-0.5, 0.25, 0.25]


def test_r23_creatures_are_owned_sets_and_never_change_hands() -> None:
    play = game(3)
    while not play.over:
        owned = [Counter(np.flatnonzero(play.state.creatures[seat]).tolist()) for seat in range(3)]
        for column in range(play.state.columns):
            owned[play.state.owner_seats[column]][int(play.state.row_creatures[column])] += 1
        assert all(max(kinds.values(), default=0) == 1 for kinds in owned)
        play.act(play.legal()[-1])


@EVERY_SEATS
def test_every_food_is_in_exactly_one_place_at_every_step(players: int) -> None:
    for seed in range(8):
        options = draw(random.Random(seed), players) if seed else {}
        play = Play(GAME.setup(players, **options), on_illegal="raise")
        play.begin(seed)
        copies = [food.copies for food in play.setup.words.foods]
        taste = random.Random(seed)
        turned_up: Counter[int] = Counter()
        rounds = 0
        while not play.over:
            play.act(taste.choice(play.legal()))
            state = play.state
            if state.rounds_scored > rounds:
                rounds += 1
                turned_up += Counter(state.last_foods[: state.last_columns].tolist())
            cards = Counter(state.foods.ravel().tolist()) + Counter(state.deck.tolist()) + turned_up
            cards += Counter(state.row_foods.tolist())
            if state.card >= 8:
                cards[int(state.card) - 8] += 1
            assert [cards[kind] for kind in range(len(copies))] == copies
            left = [count - turned_up[kind] for kind, count in enumerate(copies)]
            assert state.foods_left[: len(copies)].tolist() == left


def test_the_standard_box_is_that_of_the_page() -> None:
    assert CREATURE_NAMES == [
        "Crab",
        "Perch",
        "Octopus",
        "Barracuda",
        "Sea Lion",
        "Shark",
        "Blue Whale",
        "Angler",
    ]
    assert len(STANDARD.foods) == 27 and len(BOX) == 48
    positive = [food for food in STANDARD.foods if food.value > 0]
    assert sum(food.copies for food in positive) == 36
    assert sum(food.copies * food.value for food in positive) == 94
    assert sum(food.copies * food.value for food in STANDARD.foods if food.value < 0) == -36
    assert sum(food.copies for food in STANDARD.foods if len(food.top) == 2) == 12
    for colour in "BGOYRV":
        assert sum(food.copies for food in STANDARD.foods if colour in food.top) == 10


def test_the_sheet_tells_the_cards_as_they_are() -> None:
    sheet = (Path(GAME.rules.__file__).parents[1] / "README.md").read_text()
    for number, creature in enumerate(STANDARD.creatures):
        bottom = [f"{s} x{n}" if n > 1 else s for s, n in creature.bottom.items()]
        edges = f"{' '.join(creature.left)} | {' '.join(creature.right)} | {', '.join(bottom)}"
        assert f"| {number} | {creature.name} | {creature.value} | {edges} |" in sheet
    foods = [f"{f.name} ({f.value:+d} {''.join(f.top)}, {f.copies})" for f in STANDARD.foods]
    assert [food in sheet for food in foods] == [True] * len(foods)


def test_a_stacked_deck_that_does_not_fit_the_box_is_refused() -> None:
    play = Play(GAME.setup(2))
    deck = deck_with((), ())
    with pytest.raises(BadDeck, match="unknown food 'Kril'; Did you mean 'Krill'"):
        play.begin(1, deck=[*deck[:-1], "Kril"])
    with pytest.raises(BadDeck, match=r"47 foods.*missing \['Ghost Net'\], too many \[\]"):
        play.begin(1, deck=deck[:-1])
    with pytest.raises(BadDeck, match=r"missing \['Ghost Net'\], too many \['Krill'\]"):
        play.begin(1, deck=[*deck[:-1], "Krill"])
    with pytest.raises(BadDeck, match="unknown stack 'cards'"):
        play.begin(1, cards=deck)
    with pytest.raises(BadOption, match="dealer=2: possible: 0 to 1"):
        play.begin(1, dealer=2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"variant": "closed"}, "option variant='closed': possible: 'normal', 'open', 'lucky'"),
        ({"unfed": "none"}, "option unfed='none': possible: 'printed', 'zero'"),
        ({"double_max": 2}, "option double_max=2: possible: 3, 4"),
        ({"double_order": "CFFC"}, "option double_order='CFFC': possible: 'CCFF', 'CFCF'"),
        ({"rounds": 9}, "option rounds=9: possible: 'all', 1, 2"),
        ({"rounds": True}, "option rounds=True: possible"),
        ({"dealer": 3}, "option dealer=3: possible: 0 to 2, 'random'"),
        ({"dealer": "me"}, "option dealer='me': possible: 0 to 2, 'random'"),
        ({"cards": 3}, "option cards=3: possible: 'standard', the path of a .toml or .yaml file"),
        ({"cards": "cards.json"}, "option cards='cards.json': possible: 'standard', a .toml file"),
    ],
)
def test_bad_options_name_what_is_possible(options: dict, message: str) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.setup(3, **options)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
