"""Scenes as vector shapes."""

import subprocess
import sys
from xml.etree import ElementTree

import pytest

from sea_envs.drawing.svg import Quill, colour, to_svg, to_vectors
from tests.drawing.demo import SCENES
from tests.drawing.test_text import words_of


def texts(vectors):
    found = [ElementTree.fromstring(shape) for shape in vectors.shapes]
    return [shape for shape in found if shape.tag == "text"]


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("width", [620.0, 900.0])
def test_every_word_of_a_scene_is_in_the_picture(name, width):
    written = "".join(text.text for text in texts(to_vectors(SCENES[name], width=width)))
    pieces_of_tracks = {"turtle", "food"}
    words = set(words_of(SCENES[name])) - pieces_of_tracks
    plain = written.replace("-", "")
    assert [word for word in words if word.replace("-", "") not in plain] == []


@pytest.mark.parametrize("name", SCENES)
def test_the_picture_is_a_document_of_its_own(name):
    document = ElementTree.fromstring(to_svg(SCENES[name]))
    assert document.tag.endswith("svg")
    assert len(document) > 20
    assert "http" not in to_svg(SCENES[name]).replace("http://www.w3.org/2000/svg", "")


def test_equal_scenes_are_equal_pictures_and_others_are_not():
    first, second = (SCENES[name] for name in list(SCENES)[:2])
    assert to_vectors(first) == to_vectors(first)
    assert to_vectors(first) != to_vectors(second)


def test_letters_get_the_room_that_was_measured():
    pen = Quill()
    pen.write((10, 20), "Ray & <Coral>", size=10, bold=True)
    text = ElementTree.fromstring(pen.shapes[0])
    assert text.text == "Ray & <Coral>"
    assert float(text.get("textLength")) == pytest.approx(
        pen.text_width("Ray & <Coral>", 10, bold=True), abs=0.1
    )
    assert pen.text_width("MMM", 10) > pen.text_width("iii", 10)
    assert pen.text_width("Ray", 20) == pytest.approx(2 * pen.text_width("Ray", 10))


def test_an_outline_lies_inside_its_rectangle():
    pen = Quill()
    pen.rectangle((0, 0), (20, 10), outline=(255, 0, 16), line=2)
    shape = ElementTree.fromstring(pen.shapes[0])
    assert [float(shape.get(key)) for key in ("x", "y", "width", "height")] == [1, 1, 18, 8]
    assert shape.get("stroke") == colour((255, 0, 16)) == "#ff0010"
    assert shape.get("fill") == "none"


def test_a_rectangle_of_no_size_is_nothing():
    pen = Quill()
    pen.rectangle((0, 0), (0, 10), fill=(1, 2, 3))
    assert pen.shapes == []


def test_vectors_need_no_pillow():
    command = "import sys, sea_envs.drawing.svg; sys.exit('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", command]).returncode == 0
