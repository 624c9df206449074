from dataclasses import replace

import pytest

from sea_envs.drawing import theme
from sea_envs.drawing.board import table
from sea_envs.drawing.scene import (
    Card,
    Cell,
    Grid,
    Line,
    Panel,
    Pile,
    Place,
    Scene,
    Score,
    Space,
    Stretch,
    Token,
    Track,
)
from tests.drawing.demo import SCENES
from tests.drawing.recorder import Recorder, painted
from tests.drawing.test_text import words_of

PEN = Recorder()
WIDTH = 1280.0


def shown(scene, width=WIDTH):
    return painted(table(PEN, scene, width))


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("width", [1000.0, 2000.0])
def test_every_word_of_a_scene_is_in_the_picture(name, width):
    written = "".join(each.words for each in shown(SCENES[name], width).written).replace("-", "")
    pieces_of_tracks = {"turtle", "food"}
    words = set(words_of(SCENES[name])) - pieces_of_tracks
    assert [word for word in words if word.replace("-", "") not in written] == []


@pytest.mark.parametrize("name", [name for name in SCENES if "wide" not in name])
@pytest.mark.parametrize("width", [1000.0, 1280.0, 2000.0])
def test_words_neither_leave_the_table_nor_overlap(name, width):
    block = table(PEN, SCENES[name], width)
    assert block.width <= width + 0.01
    written = painted(block).written
    for index, one in enumerate(written):
        assert one.left >= 0 <= one.top
        assert one.right <= block.width
        assert one.bottom <= block.height
        assert not [(one, other) for other in written[:index] if one.overlaps(other)]


def scene(*contents, **more):
    panels = ((Panel("left", contents), Panel("right", seat=1)),)
    return replace(Scene(title="Game", status="round 1", panels=panels), **more)


def test_the_panel_of_the_seat_to_move_is_marked():
    words = [each.words for each in shown(scene(to_move=1)).written]
    assert "seat 1 to move" in words
    assert words[words.index("right") + 1] == "to move"
    assert "to move" not in [each.words for each in shown(scene(to_move=0)).written]


def test_the_panel_of_the_viewer_is_marked():
    words = [each.words for each in shown(scene(viewer=1)).written]
    assert words[words.index("right") + 1] == "(you)"


def test_a_finished_game_says_so():
    assert "game over" in [each.words for each in shown(scene()).written]


def test_the_score_of_the_seat_to_move_has_a_ring():
    scores = (Score(0, 3), Score(1, 4))
    rings = [
        shown(scene(scores=scores, to_move=mover)).fills.count(theme.TURN_RING)
        for mover in (0, None)
    ]
    assert rings[0] == rings[1] + 2


def test_panels_share_the_width_by_weight_and_have_one_height():
    panels = ((Panel("a", (Line((Card("R2"),)),), weight=3), Panel("b")),)
    sizes = [size for _, size in shown(scene(panels=panels)).rectangles]
    free = WIDTH - 3 * theme.GAP
    (wide, high), (narrow, low) = [size for size in sizes if size[0] in (free * 0.75, free * 0.25)]
    assert wide == 3 * narrow
    assert high == low


def test_the_tops_of_cards_and_piles_are_in_line():
    line = Line((Card("R2", symbol="fish"), Pile(3, Card("B4", symbol="fish")), Place("free")))
    written = {each.words: each for each in shown(scene(line)).written}
    assert written["R2"].top == written["B4"].top


def test_a_grid_stands_in_rows_and_columns_with_coordinates():
    cells = (
        Cell(Card("R/s", symbol="fish"), row=-1, column=0),
        Cell(Card("B/t", symbol="fish"), row=1, column=2),
    )
    written = [each for each in shown(scene(Grid(cells))).written if each.words != "right"]
    assert [each.words for each in written][-8:-2] == ["0", "1", "2", "-1", "0", "1"]
    *across, top, _, bottom, red, blue = written[-8:]
    assert abs(across[0].left - red.left) < theme.TILE_SIDE / 2
    assert abs(across[2].left - blue.left) < theme.TILE_SIDE / 2
    assert abs(top.top - red.top) < theme.TILE_SIDE / 2
    assert abs(bottom.top - blue.top) < theme.TILE_SIDE / 2


def test_a_wide_grid_has_smaller_tiles():
    cells = tuple(Cell(Card("R/s"), row=0, column=column) for column in range(40))
    block = table(PEN, scene(Grid(cells)), WIDTH)
    assert block.width <= WIDTH


def test_an_empty_grid_takes_no_room():
    empty, bare = (table(PEN, scene(*contents), WIDTH) for contents in ((Grid(()),), ()))
    assert empty.height - bare.height <= theme.GAP


def test_all_spaces_of_a_track_have_one_height():
    def spaces(figures):
        return tuple(
            Space(str(number), figures=(Token(owner=1),) * (figures if number == 2 else 0))
            for number in range(4)
        )

    low, high = (
        {
            size[1]
            for _, size in shown(scene(Track((Stretch("s", spaces(count)),)))).rectangles
            if size[0] == 46.0
        }
        for count in (1, 4)
    )
    assert len(low) == len(high) == 1
    assert low < high or min(low) < min(high)
