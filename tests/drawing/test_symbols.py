import pytest

from sea_envs.drawing.shapes import Oval, Stroke
from sea_envs.drawing.symbols import SYMBOLS, symbol


def corners(shape):
    if isinstance(shape, Oval):
        (x, y), (wide, tall) = shape.centre, shape.radii
        return [(x - wide, y - tall), (x + wide, y + tall)]
    half = shape.width / 2 if isinstance(shape, Stroke) else 0.0
    return [(x + side * half, y + side * half) for x, y in shape.points for side in (-1, 1)]


@pytest.mark.parametrize("name", SYMBOLS)
def test_a_symbol_stays_in_its_square(name):
    for shape in symbol(name):
        for point in corners(shape):
            assert -0.02 <= min(point) <= max(point) <= 1.02, shape


def test_no_two_symbols_are_alike():
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)


def test_an_unknown_symbol_is_refused_with_the_possible_ones():
    with pytest.raises(ValueError, match="'kraken'.*fish.*skull"):
        symbol("kraken")
