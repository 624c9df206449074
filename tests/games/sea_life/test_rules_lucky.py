"""The lucky variants (rule 8): ends, gaps, orphans, peeks."""

import numpy as np
import pytest

from sea_envs.core.play import Play
from sea_envs.games.sea_life import GAME
from sea_envs.games.sea_life.observation import LAYOUT
from sea_envs.games.sea_life.rules.state import NO_CARD
from tests.games.sea_life.position import CREATURE_NAMES, FOOD_NAMES, game, row_of, tell

EVERY_SEATS = pytest.mark.parametrize("players", range(2, 7))
LUCKY = ("lucky", "lucky_peek", "lucky_open")


def sorts(play: Play) -> set[str]:
    return {text.split()[0] for text in play.legal_texts()}


def test_r8_1_the_first_card_is_a_creature_and_left_is_its_only_place() -> None:
    play = game(2, variant="lucky")
    assert sorts(play) == {"creature"}
    tell(play, "creature Perch")
    assert play.legal_texts() == ["left"]


def test_r8_1_later_creatures_go_to_either_end() -> None:
    play = game(2, variant="lucky")
    tell(play, "creature Perch", "left", "creature Crab")
    assert play.legal_texts() == ["left", "right"]
    tell(play, "right", "creature Shark", "left")
    assert row_of(play) == [("Crab", ""), ("Perch", ""), ("Shark", "")]
    assert play.state.owner_seats[:3].tolist() == [1, 0, 0]
    assert play.state.creature_turns[:3].tolist() == [2, 1, 3]


def test_r8_1_a_food_goes_under_any_creature_without_food() -> None:
    play = game(2, ["Krill"], ["Tuna"], variant="lucky")
    tell(play, "creature Perch", "left")
    assert sorts(play) == {"creature", "food"}
    tell(play, "food Tuna")
    assert play.legal_texts() == ["0"]
    tell(play, "0")
    assert row_of(play) == [("Perch", "Tuna")]


def test_r8_1_no_food_while_no_creature_waits_and_own_creatures_are_left() -> None:
    play = game(2, ["Krill"], ["Tuna"], variant="lucky")
    tell(
        play, "creature Perch", "left", "creature Crab", "left", "food Krill", "0", "food Tuna", "1"
    )
    assert sorts(play) == {"creature"}


def test_r16_every_seat_lays_two_creatures_and_two_foods_in_a_double_round() -> None:
    play = game(2, variant="lucky")
    tell(play, "creature Perch", "left", "creature Crab", "left", "creature Shark", "left")
    tell(play, "creature Octopus", "left")
    assert sorts(play) == {"food"}
    tell(play, "food Phytoplankton", "0")
    assert sorts(play) == {"food"}


def test_r8_1_the_short_example_of_the_page() -> None:
    play = game(2, ["Krill", "Tuna"], ["Squid", "Lobster"], variant="lucky")
    tell(
        play,
        "creature Perch",
        "left",
        "food Squid",
        "0",
        "creature Crab",
        "left",
        "food Lobster",
        "1",
    )
    assert sorts(play) == {"food"}  # seat 0 has laid both creatures, and no creature waits
    tell(play, "food Krill")
    assert play.legal_texts() == ["left", "right"]
    tell(play, "right")
    assert row_of(play) == [("", "Krill"), ("Perch", "Squid"), ("Crab", "Lobster")]
    assert sorts(play) == {"creature"}
    tell(play, "creature Shark")
    assert play.legal_texts() == ["gap 0"]
    tell(play, "gap 0", "food Tuna", "left", "creature Angler", "gap 3")
    assert play.state.rounds_scored == 1
    assert [CREATURE_NAMES[kind] for kind in play.state.last_creatures[:4]] == [
        "Shark",
        "Perch",
        "Crab",
        "Angler",
    ]


def test_r17_an_orphan_is_laid_only_with_all_own_creatures_placed_and_none_waiting() -> None:
    play = game(
        5, ["Krill"], ["Tuna"], ["Squid"], ["Mussel"], variant="lucky"
    )  # one card of each sort
    tell(play, "creature Perch", "left", "food Tuna", "0")
    assert sorts(play) == {"creature"}  # seat 2 has not placed its creature
    tell(play, "creature Crab", "left", "food Mussel")
    assert play.legal_texts() == ["1"]  # the Crab waits
    tell(play, "1", "creature Shark", "left", "food Krill")
    assert play.legal_texts() == ["2"]  # seat 0 may not orphan its food: the Shark waits
    tell(play, "2", "creature Octopus", "right", "food Squid")
    assert play.legal_texts() == ["0"]


def test_r18_a_creature_goes_into_a_gap_while_there_is_one() -> None:
    play = game(2, ["Krill", "Krill"], ["Squid", "Lobster"], variant="lucky")
    tell(
        play,
        "creature Perch",
        "left",
        "food Squid",
        "0",
        "creature Crab",
        "left",
        "food Lobster",
        "1",
    )
    tell(play, "food Krill", "left")
    assert row_of(play) == [("Perch", "Squid"), ("Crab", "Lobster"), ("", "Krill")]
    assert sorts(play) == {"creature"}
    tell(play, "creature Shark")
    assert play.legal_texts() == ["gap 2"]
    tell(play, "gap 2")
    assert row_of(play)[2] == ("Shark", "Krill")
    assert play.state.owner_seats[2] == 1 and play.state.feeder_seats[2] == 0


@EVERY_SEATS
@pytest.mark.parametrize("variant", LUCKY)
def test_r8_1_there_is_never_a_dead_end_and_gaps_never_meet_hungry_creatures(
    players: int, variant: str
) -> None:
    chance = np.random.default_rng(players)
    orphans = most_gaps = rounds = 0
    for seed in range(25):
        play = Play(GAME.setup(players, variant=variant), on_illegal="raise")
        play.begin(seed)
        while not play.over:
            legal = play.legal()
            assert legal
            state = play.state
            row = [
                (int(c), int(f)) for c, f in zip(state.row_creatures, state.row_foods, strict=True)
            ]
            row = row[: state.columns]
            gaps = sum(creature == NO_CARD for creature, _ in row)
            hungry = sum(food == NO_CARD for _, food in row)
            assert (gaps, hungry) == (state.gaps, state.hungry)
            assert not gaps or not hungry
            orphans += gaps > most_gaps
            most_gaps = max(most_gaps, gaps)
            before = state.rounds_scored
            play.act(int(chance.choice(legal)))
            if play.state.rounds_scored > before:
                rounds += 1
                whole = play.state.last_columns
                assert whole == players * play.state.per_round
                assert (play.state.last_creatures[:whole] >= 0).all()
                assert (play.state.last_foods[:whole] >= 0).all()
    assert orphans, f"no orphan in {rounds} rounds"


def test_r8_2_a_look_is_asked_before_every_turn_of_lucky_peek() -> None:
    play = game(2, variant="lucky_peek")
    assert play.legal_texts() == ["no peek"]
    tell(play, "no peek", "creature Perch", "left")
    assert play.legal_texts() == ["peek creature 0", "no peek"]
    tell(play, "no peek", "creature Crab", "right")
    assert play.legal_texts() == ["peek creature 0", "no peek"]


def test_r27_one_look_a_turn_at_a_face_down_card_that_the_seat_does_not_know() -> None:
    play = game(2, ["Krill"], variant="lucky_peek")
    tell(play, "no peek", "creature Perch", "left", "peek creature 0")
    assert "peek creature 0" not in play.legal_texts()
    tell(play, "creature Crab", "left", "no peek", "food Krill", "1")
    assert play.legal_texts() == [
        "peek food 1",
        "no peek",
    ]  # the Perch it has seen, the Crab is its own
    tell(play, "peek food 1", *play.legal_texts()[:0])
    assert sorts(play) == {"creature", "food"}


def test_r8_2_an_orphan_may_be_looked_at() -> None:
    play = game(2, ["Krill", "Tuna"], ["Squid", "Lobster"], variant="lucky_peek")
    tell(play, "no peek", "creature Perch", "left", "no peek", "food Squid", "0")
    tell(play, "no peek", "creature Crab", "left", "no peek", "food Lobster", "1")
    tell(play, "no peek", "food Krill", "right")
    assert "peek food 0" in play.legal_texts()
    assert "peek creature 0" not in play.legal_texts()


def test_r8_2_what_was_seen_stays_known_and_moves_with_its_column() -> None:
    play = game(2, variant="lucky_peek")
    tell(play, "no peek", "creature Perch", "left", "peek creature 0", "creature Crab", "right")
    cells = LAYOUT.view(play.table.observe((0,), (1,)), "row_creature")[0]
    assert [round(float(cell) * 9) for cell in cells[:2]] == [2 + 0, 2 + 1]
    other = LAYOUT.view(play.table.observe((0,), (0,)), "row_creature")[0]
    assert [round(float(cell) * 9) for cell in other[:2]] == [1, 2 + 1]


def test_r8_2_others_see_which_card_was_looked_at_but_not_its_face() -> None:
    play = game(3, variant="lucky_peek")
    tell(play, "no peek", "creature Perch", "left", "peek creature 0", "creature Crab", "left")
    assert "seat 1: peek creature 0" in play.events(2)
    peeked = LAYOUT.view(play.table.observe((0,), (2,)), "peeked")[0]
    assert peeked[1, 0] == np.float32(1 / 3) and peeked.sum() == np.float32(1 / 3)
    cells = LAYOUT.view(play.table.observe((0,), (2,)), "row_creature")[0]
    assert [round(float(cell) * 9) for cell in cells[:2]] == [1, 1]
    assert "(creature looked at by seat 1)" in GAME.render.describe(play.setup, play.state, 2)


def test_r8_2_worlds_dealt_anew_keep_what_the_seat_has_looked_at() -> None:
    play = game(2, ["Krill"], variant="lucky_peek")
    tell(play, "no peek", "creature Perch", "left", "peek creature 0", "creature Crab", "left")
    tell(play, "no peek", "food Krill", "1", "peek food 1")
    chance = np.random.default_rng(2)
    for _ in range(50):
        world = play.sample(1, chance)[0]
        assert world.row_creatures[:2].tolist() == [1, 0]
        assert world.row_foods[1] == FOOD_NAMES.index("Krill")
    met = {int(play.sample(0, chance)[0].row_creatures[1]) for _ in range(200)}
    assert met == set(range(8))


def test_r8_3_an_orphan_of_lucky_open_is_seen_by_whoever_fills_its_gap() -> None:
    play = game(2, ["Krill", "Tuna"], ["Squid", "Lobster"], variant="lucky_open")
    tell(
        play,
        "creature Perch",
        "left",
        "food Squid",
        "0",
        "creature Crab",
        "left",
        "food Lobster",
        "1",
    )
    tell(play, "food Krill", "right")
    foods = LAYOUT.view(play.table.observe((0,), (1,)), "row_food")[0]
    assert round(float(foods[0]) * 49) == 2 + FOOD_NAMES.index("Krill")
    assert play.events(1)[-2:] == ["seat 0: food Krill", "seat 0: right"]
