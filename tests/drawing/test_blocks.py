import pytest

from sea_envs.drawing.blocks import (
    LINE_HEIGHT,
    Block,
    beside,
    broken,
    fitted,
    flow,
    line,
    nothing,
    padded,
    paragraph,
    placed,
    stacked,
)
from tests.drawing.recorder import Recorder, painted

PEN = Recorder()


def word(text="word", size=10.0):
    return line(PEN, text, size=size)


def places(block):
    return [(each.words, each.left, each.top) for each in painted(block).written]


def test_a_line_is_as_large_as_its_letters():
    assert (word().width, word().height) == (22.0, 10 * LINE_HEIGHT)


def test_blocks_beside_one_another_are_as_high_as_the_highest():
    row = beside([word("a"), word("b", size=20.0)], gap=4)
    assert row.height == 20 * LINE_HEIGHT
    assert places(row) == [("a", 0.0, 5 * LINE_HEIGHT), ("b", 9.5, 0.0)]
    assert row.width == 9.5 + 11


def test_stacked_blocks_are_as_wide_as_the_widest():
    column = stacked([word("ab"), word("abcd")], gap=2, align=1)
    assert column.width == 22
    assert places(column) == [("ab", 11.0, 0.0), ("abcd", 0.0, 10 * LINE_HEIGHT + 2)]


def test_nothing_beside_nothing_is_nothing():
    assert (beside([]).width, stacked([]).height) == (0, 0)


def test_flow_begins_a_new_row_where_the_width_ends():
    rows = flow([word("ab")] * 3, 30, gap=2)
    assert [(left, top) for _, left, top in places(rows)] == [
        (0.0, 0.0),
        (13.0, 0.0),
        (0.0, 10 * LINE_HEIGHT + 2),
    ]
    assert rows.width <= 30


def test_a_block_wider_than_the_flow_has_a_row_of_its_own():
    assert flow([word("abcdef"), word("a")], 20).width == 33


def test_a_margin_lies_on_all_sides():
    block = padded(word("a"), 3)
    assert (block.width, block.height) == (11.5, 10 * LINE_HEIGHT + 6)
    assert places(block) == [("a", 3.0, 3.0)]


def test_placed_blocks_move_with_the_block_around_them():
    inner = placed([(word("a"), 1, 2)], 10, 10)
    assert places(placed([(inner, 5, 5)], 20, 20)) == [("a", 6.0, 7.0)]


def test_empty_room_paints_nothing():
    assert painted(nothing(3, 4)).written == []


def test_words_are_broken_at_blanks_only():
    assert broken(PEN, "one two three", size=10, width=40) == ["one two", "three"]
    assert broken(PEN, "onetwothree", size=10, width=40) == ["onetwothree"]


def test_a_paragraph_stays_within_its_width():
    block = paragraph(PEN, "one two three", size=10, width=40)
    assert block.width <= 40
    assert block.height == 2 * 10 * LINE_HEIGHT


@pytest.mark.parametrize("words", ["R2", "Blue Whale", "Phytoplankton", "a b c d e f g"])
@pytest.mark.parametrize("align", [0.0, 0.5])
def test_fitted_words_stay_in_their_room(words, align):
    block = fitted(PEN, words, room=(40, 24), largest=20, align=align)
    assert (block.width, block.height) == (40, 24)
    for each in painted(block).written:
        assert each.left >= 0 <= each.top
        assert each.right <= 40
        assert each.bottom <= 24


def test_fitted_words_are_as_large_as_asked_for_where_there_is_room():
    (written,) = painted(fitted(PEN, "R2", room=(400, 240), largest=20)).written
    assert written.bottom - written.top == 20 * LINE_HEIGHT


def test_a_long_word_is_broken_before_it_grows_tiny():
    block = fitted(PEN, "Phytoplankton", room=(40, 24), largest=20)
    assert painted(block).words == ["Phytopl-", "ankton"]


def test_room_too_small_for_letters_stays_empty():
    assert painted(fitted(PEN, "word", room=(0, 5), largest=20)).written == []


def test_a_block_paints_where_it_is_told():
    seen = []
    Block(1, 1, lambda pen, x, y: seen.append((x, y))).paint(PEN, 3, 4)
    assert seen == [(3, 4)]
