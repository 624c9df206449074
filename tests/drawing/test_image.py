import subprocess
import sys
from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from sea_envs.drawing import theme
from sea_envs.drawing.image import Brush, printable, to_image, to_png
from sea_envs.drawing.scene import Card, Line, Panel, Scene
from tests.drawing.demo import SCENES


def scene(*cards, **more):
    panels = ((Panel("seat 0", (Line(cards),), seat=0), Panel("seat 1", seat=1)),)
    return replace(Scene(title="Game", status="round 1", panels=panels), **more)


@pytest.mark.parametrize("name", SCENES)
def test_all_pictures_have_one_size(name):
    picture = to_image(SCENES[name])
    assert picture.shape == (theme.PICTURE_HEIGHT, theme.PICTURE_WIDTH, 3)
    assert picture.dtype == np.uint8
    assert picture.flags.writeable


@pytest.mark.parametrize(("width", "height"), [(640, 480), (300, 700), (90, 60), (1, 1)])
def test_a_picture_has_the_size_asked_for(width, height):
    assert to_image(SCENES["ocean 4"], width=width, height=height).shape == (height, width, 3)


def test_a_picture_of_free_height_is_as_high_as_its_contents():
    short = to_image(SCENES["ocean 2"], height=None)
    tall = to_image(SCENES["ocean 4"], height=None)
    assert short.shape[1] == tall.shape[1] == theme.PICTURE_WIDTH
    assert short.shape[0] < tall.shape[0]


@pytest.mark.parametrize("size", [{"width": 0}, {"height": 0}])
def test_a_picture_without_pixels_is_refused(size):
    with pytest.raises(ValueError, match="1 pixel or more"):
        to_image(scene(), **size)


def test_equal_scenes_have_equal_pictures():
    one, other = (to_image(scene(Card("R2", "red"))) for _ in range(2))
    assert np.array_equal(one, other)


@pytest.mark.parametrize(
    "change",
    [
        {"text": "R3"},
        {"colour": "blue"},
        {"ground": "sand"},
        {"symbol": "fish"},
        {"caption": "Turtle"},
        {"badge": "x2"},
        {"owner": 1},
        {"face_down": True},
        {"mark": "highlight"},
        {"mark": "dim"},
    ],
)
def test_a_picture_differs_where_a_card_differs(change):
    card = Card("R2", "red")
    one, other = (to_image(scene(each), height=None) for each in (card, replace(card, **change)))
    rows, columns = np.nonzero((one != other).any(axis=2))
    assert rows.size
    assert columns.max() < 0.25 * theme.PICTURE_WIDTH


def test_face_down_cards_look_alike():
    one, other = (to_image(scene(Card(text, "red", face_down=True))) for text in ("R2", "R3"))
    assert np.array_equal(one, other)


def test_the_panel_of_the_seat_to_move_has_a_bright_frame():
    def frame(mover):
        half = theme.PICTURE_WIDTH // 2
        bright = (to_image(scene(to_move=mover)) == theme.TURN_RING).all(axis=2)
        banner = np.argmax(bright.any(axis=1)) + 80
        return bright[banner:, :half].sum(), bright[banner:, half:].sum()

    left, right = frame(0)
    assert left > 1000 > right
    left, right = frame(1)
    assert right > 1000 > left


def test_a_card_shows_its_colour():
    picture = to_image(scene(Card("R2", "red")))
    assert (picture == theme.colour("red").rgb).all(axis=2).sum() > 500


def test_letters_that_the_font_lacks_are_spelled_with_those_it_has():
    assert printable("Seelöwe 2×3 – “x”") == "Seelowe 2x3 - ?x?"


def test_a_brush_measures_what_it_writes():
    from PIL import Image, ImageDraw

    canvas = Image.new("RGB", (400, 60), "white")
    brush = Brush(ImageDraw.Draw(canvas), 2.0)
    brush.write((5, 3), "Wave Rider 24", size=16, bold=True)
    columns = np.nonzero((np.asarray(canvas) < 255).any(axis=(0, 2)))[0]
    assert columns.min() >= 10
    assert columns.max() <= 10 + 2 * brush.text_width("Wave Rider 24", 16, bold=True)


def test_without_pillow_the_extra_is_named():
    code = (
        "import sys\n"
        "sys.modules['PIL'] = None\n"
        "try:\n"
        "    import sea_envs.drawing.image\n"
        "except ImportError as error:\n"
        "    print(error)\n"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert 'pip install "sea-envs[render]"' in told.stdout


def test_a_png_holds_the_picture_as_high_as_its_contents():
    scene = SCENES["ocean 2"]
    shown = np.array(Image.open(BytesIO(to_png(scene, width=900))))
    assert (shown == to_image(scene, width=900, height=None)).all()
