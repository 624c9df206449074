import math

import pytest

from sea_envs.drawing.shapes import Oval, eye, ring, wave


def test_a_ring_goes_once_around_its_centre():
    corners = ring((0.5, 0.5), 0.4, corners=6)
    assert len(corners) == 6
    assert all(math.dist(corner, (0.5, 0.5)) == pytest.approx(0.4) for corner in corners)


def test_every_second_corner_of_a_star_lies_nearer():
    tip, dent, *_ = ring((0.0, 0.0), 1.0, corners=10, inner=0.5)
    assert (math.hypot(*tip), math.hypot(*dent)) == pytest.approx((1.0, 0.5))


@pytest.mark.parametrize("end", [(1.0, 0.0), (0.0, 1.0)])
def test_a_wave_swings_sideways_and_comes_home(end):
    line = wave((0.0, 0.0), end, swing=0.1, bends=2)
    assert line[0] == (0.0, 0.0)
    assert line[-1] == pytest.approx(end)
    sideways = [point[0 if end[1] else 1] for point in line]
    assert max(sideways) == pytest.approx(0.1)


def test_a_pupil_lies_within_its_eye():
    white, pupil = eye(0.5, 0.5)
    assert isinstance(white, Oval)
    assert isinstance(pupil, Oval)
    assert pupil.radii < white.radii
