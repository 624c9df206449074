import pytest

from sea_envs.drawing.scene import (
    Card,
    Cell,
    Column,
    Columns,
    Die,
    Fan,
    Grid,
    Line,
    Pile,
    Place,
    Space,
    Stretch,
    Stripe,
    Token,
    Track,
)
from sea_envs.drawing.words import Crayon, content_lines, flow, length, pad

PLAIN = Crayon(False)


def written(*items, label="", width=80):
    return content_lines(Line(items, label), PLAIN, width)


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (Card("R2", "red"), "[R2]"),
        (Card("R2", "red", badge="x3", caption="Turtle"), "[R2 x3 Turtle]"),
        (Card("R2", "red", mark="highlight"), "*[R2]"),
        (Card("R2", "red", mark="dim"), "~[R2]"),
        (Card("R2", "red", owner=4), "[R2 seat 4]"),
        (Card("R2", "red", face_down=True), "[##]"),
        (Card("R2", "red", owner=4, face_down=True), "[## seat 4]"),
        (Place(), "[__]"),
        (Place("food"), "[__ food]"),
        (Place("", "green"), "[__ green]"),
        (Pile(3), "[##] x3"),
        (Pile(3, Card("R2", "red"), label="centre"), "centre [R2] x3"),
        (Pile(0, label="deck"), "deck [__] x0"),
        (Fan((Card("5"), Card("P4", caption="Ray")), "pile"), "pile [5 | P4 Ray]"),
        (Fan((), "pile"), "pile [__]"),
        (Die("5", "blue"), "<blue 5>"),
        (Die("", "red"), "<red ?>"),
        (Die("5", "blue", caption="left over", mark="dim"), "~<blue 5 left over>"),
        (Token("lime"), "(lime)"),
        (Token("lime", "food", count=3), "(food) x3"),
        (Token("lime", "food", count=0), "(food) x0"),
        (Token(text="turtle", owner=1), "(turtle seat 1)"),
        ("fish 11", "fish 11"),
    ],
)
def test_an_item_is_written_as(item, words):
    assert written(item) == [words]


def test_the_stripes_of_a_card_are_written_edge_by_edge():
    stripes = tuple(
        Stripe(side=side, text=text, colour="red")
        for side, text in (("bottom", "Bx3"), ("left", "G"), ("left", "Y"), ("top", "R"))
    )
    assert written(Card("Crab", stripes=stripes)) == ["[Crab left G Y top R bottom Bx3]"]


def test_a_long_line_goes_on_indented_below_its_label():
    items = tuple(Card(f"R{number}") for number in range(4))
    assert written(*items, label="hand", width=18) == ["hand:  [R0]  [R1]", "  [R2]  [R3]"]


def test_colour_changes_no_letter():
    line = Line((Card("R2", "red"), Die("5", "blue"), Token("lime")), "hand")
    (coloured,) = content_lines(line, Crayon(True), 80)
    (plain,) = content_lines(line, PLAIN, 80)
    assert "\x1b[" in coloured
    assert length(coloured) == len(plain)


def test_escape_codes_have_no_length():
    assert length("\x1b[1mab\x1b[0m") == 2
    assert length(pad("\x1b[1mab\x1b[0m", 5)) == 5


def test_flow_keeps_words_together_with_one_blank_and_groups_apart():
    assert flow([["a", "b"], ["c"]], 20) == ["a b  c"]
    assert flow([["a", "b"], ["c"]], 3) == ["a b", "c"]
    assert flow([], 3) == []


def test_a_word_wider_than_the_line_is_not_cut():
    assert flow([["abcdef", "g"]], 3) == ["abcdef", "g"]


def test_columns_stand_side_by_side_and_break_where_the_width_ends():
    column = Column((Card("Crab"), Place("food")), heading="0", note="+7")
    one = ["0", "[Crab]", "[__ food]", "+7"]
    assert [line.rstrip() for line in content_lines(Columns((column,)), PLAIN, 80)] == one
    two = content_lines(Columns((column, column), "row"), PLAIN, 80)
    assert [line.split() for line in two][:3] == [["row:"], ["0", "0"], ["[Crab]", "[Crab]"]]
    assert len(content_lines(Columns((column, column)), PLAIN, 12)) == 2 * len(one)


def test_a_grid_is_cropped_and_carries_its_coordinates():
    grid = Grid((Cell(Card("R/s"), row=-1, column=2), Cell(Card("coral"), row=0, column=4)))
    lines = content_lines(grid, PLAIN, 80)
    assert [line.split() for line in lines] == [
        ["2", "3", "4"],
        ["-1", "R/s", ".", "."],
        ["0", ".", ".", "coral"],
    ]
    assert lines[2].index("coral") == lines[0].index("4")


def test_an_empty_grid_has_no_lines():
    assert content_lines(Grid(()), PLAIN, 80) == []


def test_a_track_tells_what_every_space_is_worth_and_who_stands_where():
    spaces = (
        Space("11", note="2"),
        Space("12", figures=(Token(text="turtle", owner=1),), stones=(Token("lime"),), note="3"),
    )
    lines = content_lines(Track((Stretch("Sector 2", spaces),), "current"), PLAIN, 80)
    assert [line.rstrip() for line in lines] == [
        "current:",
        "Sector 2",
        "11 12",
        "2  3",
        "at 12: (turtle seat 1)",
        "  (lime)",
    ]
