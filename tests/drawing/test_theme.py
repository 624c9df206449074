from itertools import combinations

import numpy as np
import pytest

from sea_envs.drawing import theme


def test_every_colour_fits_pictures_and_terminals():
    for colour in theme.COLOURS.values():
        assert all(0 <= part <= 255 for part in colour.rgb)
        assert 16 <= colour.ansi <= 255


def test_letters_are_readable_on_every_colour():
    for name, colour in theme.COLOURS.items():
        assert theme.contrast(theme.ink(colour.rgb), colour.rgb) >= 4, name


def test_no_two_colours_look_the_same():
    for one, other in combinations(theme.COLOURS.values(), 2):
        distance = sum(abs(a - b) for a, b in zip(one.rgb, other.rgb, strict=True))
        assert distance >= 25
        assert one.ansi != other.ansi


def test_six_seats_have_six_colours():
    assert len({theme.seat_colour(seat) for seat in range(6)}) == 6


def test_a_seventh_seat_is_refused():
    with pytest.raises(ValueError, match="0 to 5"):
        theme.seat_colour(6)


def test_an_unknown_colour_is_refused_with_the_possible_ones():
    with pytest.raises(ValueError, match="'mauve'.*red.*slate"):
        theme.colour("mauve")


def test_contrast_reaches_from_1_to_21():
    white, black = (255, 255, 255), (0, 0, 0)
    assert theme.contrast(white, white) == 1
    assert theme.contrast(black, white) == pytest.approx(21)


def test_a_blend_lies_between_its_colours():
    assert theme.blend((0, 100, 200), (100, 0, 200), 0.25) == (25, 75, 200)


# How colours look to eyes without one of the three kinds of cones, on linear red, green and blue:
# Machado, Oliveira and Fernandes (2009), severity 1.
SIGHTS = {
    "all cones": np.eye(3),
    "no red": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "no green": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "no blue": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
GROUPS = (
    ("red", "yellow", "green", "blue", "purple", "orange"),
    ("red", "yellow", "green", "blue", "violet", "orange", "black"),
    ("sand", "turquoise", "violet", "night"),
    theme.SEAT_COLOURS,
)
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def seen(rgb, sight):
    """CIE L*a*b* of a colour as eyes with that sight see it."""
    parts = np.array(rgb) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    x, y, z = np.cbrt(XYZ @ np.clip(sight @ linear, 0, 1) / XYZ.sum(axis=1))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("sight", SIGHTS)
def test_colours_that_lie_together_differ_for_every_kind_of_sight(sight):
    for names in GROUPS:
        for pair in combinations(names, 2):
            one, other = (seen(theme.COLOURS[name].rgb, SIGHTS[sight]) for name in pair)
            assert np.linalg.norm(one - other) > 12, pair
