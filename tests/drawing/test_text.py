import re
from dataclasses import fields, is_dataclass, replace

import pytest

from sea_envs.drawing.scene import Card, Fan, Line, Panel, Scene, Score
from sea_envs.drawing.text import to_text
from sea_envs.drawing.words import length
from tests.drawing.demo import SCENES

NAMES = {"colour", "ground", "symbol", "mark", "size", "side"}


def words_of(thing):
    """All words that a scene says, wherever they are; not the names of colours and the like."""
    if isinstance(thing, str):
        yield from thing.split()
    elif isinstance(thing, Fan):
        yield from words_of((thing.seen, thing.label))
    elif isinstance(thing, tuple):
        for part in thing:
            yield from words_of(part)
    elif is_dataclass(thing):
        for field in fields(thing):
            if field.name not in NAMES:
                yield from words_of(getattr(thing, field.name))


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("width", [60, 100])
def test_every_word_of_a_scene_is_in_the_text(name, width):
    text = to_text(SCENES[name], colour=False, width=width)
    assert [word for word in words_of(SCENES[name]) if word not in text] == []


@pytest.mark.parametrize("name", [name for name in SCENES if "wide" not in name])
@pytest.mark.parametrize("width", [60, 100, 160])
def test_no_line_is_longer_than_the_width(name, width):
    assert (
        max(len(line) for line in to_text(SCENES[name], colour=False, width=width).split("\n"))
        <= width
    )


@pytest.mark.parametrize("name", SCENES)
def test_colour_is_only_paint(name):
    coloured, plain = to_text(SCENES[name]), to_text(SCENES[name], colour=False)
    assert "\x1b[" in coloured
    assert "\x1b" not in plain
    stripped = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in stripped.split("\n")] == plain.split("\n")


def table(**more):
    panels = tuple(
        Panel(f"seat {seat}", (Line((f"words {seat}",)),), seat=seat) for seat in range(3)
    )
    return replace(Scene(title="Game", status="round 1", panels=(panels,)), **more)


def test_the_panel_of_the_seat_to_move_is_marked_and_no_other():
    text = to_text(table(to_move=1), colour=False)
    assert "Game | > seat 1 to move | round 1" in text
    assert re.findall(r"(seat \d)  > to move", text) == ["seat 1"]
    assert text.count("╔") == 1
    assert text.index("╔") < text.index("seat 1  > to move")


def test_the_panel_of_the_viewer_is_marked_and_no_other():
    text = to_text(table(viewer=2), colour=False)
    assert "seen by seat 2" in text
    assert re.findall(r"(seat \d)  \(you\)", text) == ["seat 2"]


def test_without_a_seat_to_move_the_game_is_over():
    text = to_text(table(), colour=False)
    assert "game over" in text
    assert "to move" not in text


def test_the_score_of_the_seat_to_move_has_a_pointer():
    scores = (Score(0, 12), Score(1, 7, note="tiles 5"))
    text = to_text(table(scores=scores, to_move=1), colour=False)
    assert "points:   seat 0 12   > seat 1 7 (tiles 5)" in text


def test_panels_of_one_row_stand_side_by_side_where_there_is_room():
    assert "words 0" in next(line for line in to_text(table()).split("\n") if "words 2" in line)
    narrow = to_text(table(), width=40).split("\n")
    assert "words 0" not in next(line for line in narrow if "words 2" in line)


def test_a_panel_with_twice_the_weight_is_twice_as_wide():
    panels = (Panel("a", weight=2), Panel("b"))
    top = to_text(table(panels=(panels,)), colour=False, width=91).split("\n")[1]
    assert top.index("┌", 1) == 61


def test_panels_of_one_row_end_together():
    panels = (Panel("a", (Line(("x",)),) * 3), Panel("b"))
    lines = to_text(table(panels=(panels,)), colour=False).split("\n")
    assert sum("└" in line for line in lines) == 1
    assert lines[5].count("└") == 2


def test_a_long_note_moves_below_the_heading():
    text = to_text(table(panels=((Panel("a", note="word " * 40),),)), colour=False)
    assert text.count("word") == 40
    assert max(map(length, text.split("\n"))) <= 100


def test_face_down_cards_show_nothing():
    hidden = table(hand=Panel("hand", (Line((Card("R2", "red", face_down=True),)),)))
    assert "[##]" in to_text(hidden, colour=False)
    assert "R2" not in to_text(hidden, colour=False)


def test_events_are_listed_oldest_first():
    text = to_text(table(events=("seat 0: play R2", "seat 1: end")), colour=False)
    assert text.endswith("last events\n- seat 0: play R2\n- seat 1: end\n")
