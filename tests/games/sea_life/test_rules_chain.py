"""Scoring a row (rule 6): the worked examples of the page, and the rulings on food and chains."""

import pytest

from sea_envs.games.sea_life.components import ALONE, EATS, RUINS, STANDARD
from tests.games.sea_life.position import (
    CREATURE_NAMES,
    FOOD_NAMES,
    game,
    points_of,
    rest_of_round,
    tell,
)


def test_e1_food_that_fits_and_food_that_does_not_without_any_link() -> None:
    row = (0, "Perch", "Squid"), (1, "Shark", "Tuna"), (2, "Perch", "Ghost Net")
    assert points_of(3, *row) == [6, 12, 3]


E2 = (
    (0, "Crab", "Mussel"),
    (1, "Perch", "Clownfish"),
    (2, "Sea Lion", "Herring"),
    (3, "Blue Whale", "Sardine"),
)


def test_e2_a_chain_of_three_and_then_a_break() -> None:
    assert points_of(4, *E2) == [0, 0, 27, 4]


E3 = (0, "Octopus", "Lobster"), (1, "Barracuda", "Tuna"), (2, "Shark", "Plastic Bag")


def test_e3_a_food_that_does_not_fit_leaves_the_chain_whole() -> None:
    assert points_of(3, *E3) == [0, 0, 16]


def test_e3_with_unfed_zero_the_barracuda_adds_nothing() -> None:
    assert points_of(3, *E3, unfed="zero") == [0, 0, 12]


E4 = (
    (0, "Barracuda", "Parrotfish"),
    (1, "Angler", "Sardine"),
    (2, "Shark", "Squid"),
    (3, "Octopus", "Shrimp"),
)


def test_e4_the_shark_ruins_the_angler_on_its_right() -> None:
    assert points_of(4, *E4) == [0, 0, 0, 17]


E5 = (
    (0, "Blue Whale", "Oil Slick"),
    (1, "Crab", "Oil Slick"),
    (2, "Shark", "Mercury Tuna"),
    (3, "Octopus", "Fish Hook"),
    (4, "Angler", "Jellyfish"),
)


def test_e5_negative_food_with_factors_and_a_forced_negative_meal() -> None:
    assert points_of(5, *E5) == [0, 0, 0, 0, -1]


E6 = (
    (0, "Sea Lion", "Mackerel"),
    (1, "Angler", "Squid"),
    (0, "Barracuda", "Flying Fish"),
    (1, "Shark", "Carcass"),
)


def test_e6_a_double_round_of_two() -> None:
    assert points_of(2, *E6) == [0, 27]


def test_e7_a_zero_wipes_a_negative_total_and_an_own_creature_may_be_eaten() -> None:
    row = (
        (0, "Angler", "Tin Can"),
        (1, "Shark", "Phytoplankton"),
        (1, "Crab", "Jellyfish"),
        (0, "Blue Whale", "Krill"),
    )
    assert points_of(2, *row) == [22, 0]


def test_e8_the_shark_must_be_the_direct_neighbour() -> None:
    row = (0, "Angler", "Ray"), (1, "Crab", "Toxic Barrel"), (2, "Shark", "Marine Snow")
    assert points_of(3, *row) == [4, 2, 3]


@pytest.mark.parametrize(
    ("players", "row", "points"),
    [(4, E2, [0, 0, 27, 4]), (4, E4, [0, 0, 0, 17]), (5, E5, [0, 0, 0, 0, -1])],
)
def test_examples_of_single_rounds_give_the_same_when_played(
    players: int, row: tuple, points: list
) -> None:
    play = game(players, *[[food] for _, _, food in row], double_max=3, rounds=1)
    tell(play, *(f"creature {creature}" for _, creature, _ in row))
    for column, (_, _, food) in enumerate(row):
        tell(play, f"food {food}", f"{column}")
    assert play.over and play.scores() == points


def test_e6_gives_the_same_when_played() -> None:
    play = game(2, ["Mackerel", "Flying Fish"], ["Squid", "Carcass"])
    tell(play, *(f"creature {creature}" for _, creature, _ in E6))
    for column, (_, _, food) in enumerate(E6):
        tell(play, f"food {food}", f"{column}")
    assert play.scores() == [0, 27]


def test_e7_gives_the_same_when_played_as_a_lucky_row() -> None:
    play = game(2, ["Tin Can", "Krill"], ["Phytoplankton", "Jellyfish"], variant="lucky")
    tell(play, "creature Angler", "left", "creature Shark", "left", "food Tin Can", "0")
    tell(play, "creature Crab", "left", "creature Blue Whale", "left", "food Jellyfish", "2")
    tell(play, "food Krill", "3", "food Phytoplankton", "1")
    assert play.scores() == [22, 0]


WEB = {  # the page's table: predator on the left, its prey on the right
    "Crab": "Shark, Blue Whale",
    "Perch": "Crab, Octopus",
    "Octopus": "Crab, Perch, Shark",
    "Barracuda": "Crab, Perch, Octopus",
    "Sea Lion": "Crab, Perch, Octopus, Barracuda",
    "Shark": "Octopus, Barracuda, Sea Lion, Blue Whale",
    "Blue Whale": "Crab, Perch",
    "Angler": "Perch, Octopus, Barracuda, Sea Lion",
}


def test_r6_2_the_food_web_is_that_of_the_page() -> None:
    links = []
    for left in STANDARD.creatures:
        for right in STANDARD.creatures:
            expected = EATS if right.name in WEB[left.name].split(", ") else ALONE
            if (left.name, right.name) == ("Shark", "Angler"):
                expected = RUINS
            assert STANDARD.link(left, right) == expected
            links.append(expected)
    assert (links.count(EATS), links.count(RUINS)) == (24, 1)


def test_r6_2_the_compiled_web_stands_the_right_way_round() -> None:
    state = game(2).state
    shark, angler, whale = (
        CREATURE_NAMES.index(name) for name in ("Shark", "Angler", "Blue Whale")
    )
    assert state.web[8 * shark + angler] == RUINS
    assert state.web[8 * angler + shark] == ALONE
    assert state.web[8 * shark + whale] == EATS


@pytest.mark.parametrize(
    ("food", "takers"),
    [
        ("Krill", {"Crab": 2, "Perch": 2, "Blue Whale": 6}),
        ("Flying Fish", {"Perch": 2, "Octopus": 2, "Barracuda": 4, "Sea Lion": 4, "Angler": 2}),
        ("Ray", {"Crab": 6, "Sea Lion": 3, "Shark": 6, "Angler": 3}),
        ("Oil Slick", {"Crab": -4, "Perch": -2, "Shark": -2, "Blue Whale": -6, "Angler": -2}),
        (
            "Toxic Barrel",
            {"Crab": -4, "Perch": -4, "Octopus": -8, "Sea Lion": -4, "Shark": -8, "Angler": -4},
        ),
    ],
)
def test_r6_1_a_food_adds_its_value_times_the_largest_fitting_factor(
    food: str, takers: dict
) -> None:
    state = game(2).state
    for kind, creature in enumerate(STANDARD.creatures):
        count = state.counts[8 * FOOD_NAMES.index(food) + kind]
        assert count == creature.value + takers.get(creature.name, 0)


def test_r1_a_creature_whose_food_does_not_fit_counts_its_printed_value() -> None:
    assert points_of(2, (0, "Perch", "Squid")) == [6, 0]
    assert points_of(2, (0, "Perch", "Squid"), unfed="zero") == [0, 0]
    assert points_of(2, (0, "Perch", "Ghost Net"), unfed="zero") == [3, 0]


def test_r2_r3_the_eater_takes_all_that_was_collected_and_adds_its_own() -> None:
    row = (0, "Crab", "Squid"), (1, "Perch", "Squid"), (0, "Sea Lion", "Sewage")
    assert points_of(2, *row) == [6 + 6 + 3, 0]


def test_r4_eating_is_automatic_with_a_negative_total_too() -> None:
    assert points_of(2, (0, "Shark", "Mercury Tuna"), (1, "Crab", "Squid")) == [0, 0]


def test_r5_r9_food_has_no_influence_on_links() -> None:
    assert points_of(2, (0, "Crab", "Squid"), (1, "Perch", "Squid")) == [0, 12]
    assert points_of(2, (0, "Crab", "Krill"), (1, "Barracuda", "Sewage"), unfed="zero") == [0, 8]


def test_r6_one_common_stripe_suffices_and_the_largest_factor_counts() -> None:
    assert points_of(2, (0, "Crab", "Marine Snow")) == [6 + 2 * 1, 0]


def test_r7_r8_the_factor_multiplies_food_alone_and_negative_food_too() -> None:
    assert points_of(2, (0, "Blue Whale", "Chemical Foam")) == [4 - 3 * 2, 0]
    row = (0, "Barracuda", "Squid"), (1, "Shark", "Squid")
    assert points_of(2, *row) == [0, 4 + 2 + 2 * 3]


def test_r10_r11_only_the_chain_of_the_angler_is_wiped_and_nobody_gets_it() -> None:
    row = (
        (1, "Crab", "Squid"),
        (0, "Sea Lion", "Tuna"),
        (1, "Angler", "Jellyfish"),
        (0, "Shark", "Krill"),
    )
    assert points_of(2, *row) == [2, 0]
    row = (1, "Blue Whale", "Krill"), (1, "Angler", "Jellyfish"), (0, "Shark", "Krill")
    assert points_of(2, *row) == [2, 10]


def test_r12_a_negative_angler_becomes_zero() -> None:
    assert points_of(2, (0, "Angler", "Mercury Tuna")) == [-3, 0]
    assert points_of(2, (0, "Angler", "Mercury Tuna"), (1, "Shark", "Krill")) == [0, 2]


def test_r13_an_angler_left_of_a_shark_does_nothing() -> None:
    assert points_of(2, (0, "Shark", "Krill"), (1, "Angler", "Krill")) == [2, 1]


def test_r14_nobody_eats_the_angler() -> None:
    angler = STANDARD.creatures[CREATURE_NAMES.index("Angler")]
    assert all(STANDARD.link(other, angler) != EATS for other in STANDARD.creatures)


def test_r29_nobody_eats_its_own_kind() -> None:
    assert all(STANDARD.link(creature, creature) == ALONE for creature in STANDARD.creatures)
    assert points_of(2, (0, "Crab", "Squid"), (1, "Crab", "Squid")) == [6, 6]


def test_r28_r6_3_the_left_end_of_the_row_keeps_its_chain() -> None:
    assert points_of(2, (0, "Blue Whale", "Krill"), (1, "Crab", "Krill")) == [0, 18]
    assert points_of(2, (0, "Crab", "Krill"), (1, "Blue Whale", "Krill")) == [0, 18]
    assert points_of(2, (0, "Crab", "Krill"), (1, "Angler", "Krill")) == [8, 1]


def test_r30_bottom_stripes_are_never_compared_with_side_stripes() -> None:
    # A Sea Lion takes red food below and is eaten via red on its left: two different things.
    assert points_of(2, (0, "Sea Lion", "Squid"), (1, "Crab", "Carcass")) == [6, 14]


def test_r5_6_points_add_up_over_the_rounds() -> None:
    play = game(2)
    rest_of_round(play)
    first = play.scores()
    assert sum(play.state.foods_left) == 44
    rest_of_round(play)
    assert sum(play.state.foods_left) == 40
    assert play.scores() != first
