"""The measured block of the spec sheets."""

import pytest

from sea_envs.core.errors import SeaError
from sea_envs.registry import load
from training.measure import main, measured


def test_a_row_for_every_option_set_and_number_of_players() -> None:
    game = load("snorkeling")
    rows = [
        line
        for line in measured(game, deals=4).splitlines()
        if line.startswith("| ") and not line.startswith("| options")
    ]
    assert len(rows) == len(game.components.MEASURED) * 5
    assert rows[0].startswith("| default | 2 | ") and "| 50.0 % |" in rows[0]


def test_the_heuristic_is_measured_against_random_players() -> None:
    row = measured(load("snorkeling"), deals=60).splitlines()[4]
    assert float(row.split(" | ")[2].split()[0]) > 70


def test_seat_shares_add_up_to_one() -> None:
    row = measured(load("snorkeling"), deals=10).splitlines()[6]
    shares = [float(part.split()[0]) for part in row.split(" | ")[4].split(" / ")]
    assert len(shares) == 4 and abs(sum(shares) - 100) < 0.3


def test_unknown_words_are_refused() -> None:
    with pytest.raises(SeaError, match="measure GAME"):
        main(["snorkeling", "--wirte"])
