import pytest

from sea_envs.drawing import theme
from sea_envs.drawing.cards import card
from sea_envs.drawing.pieces import die, fan, figure, pile, place, tile, token
from sea_envs.drawing.scene import Card, Die, Fan, Pile, Place, Token
from tests.drawing.recorder import Recorder, painted

PEN = Recorder()
RED = Card("R2", "red", symbol="turtle")


def test_an_empty_place_has_the_size_of_a_card_and_its_caption():
    empty = place(PEN, Place("food"))
    assert (empty.width, empty.height) == (card(PEN, RED).width, card(PEN, RED).height)
    assert painted(empty).words == ["food"]


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (Pile(12, RED, label="centre"), ["R2", "centre", "x12"]),
        (Pile(12), ["x12"]),
        (Pile(0, RED, label="deck"), ["empty", "deck", "x0"]),
    ],
)
def test_a_pile_shows_its_top_card_if_any_and_its_count(item, words):
    assert painted(pile(PEN, item)).words == words


def test_a_pile_is_thicker_than_one_card():
    one, many = (len(painted(pile(PEN, Pile(count))).rectangles) for count in (1, 20))
    assert many > one


def test_of_covered_cards_the_text_stays_uncovered():
    cards = tuple(Card(text, "red", symbol="fish", caption="Fish") for text in ("R4", "R3", "R2"))
    seen = painted(fan(PEN, Fan(cards, "pile worth 2")))
    assert seen.words == ["R4", "R3", "R2", "Fish", "pile", "worth", "2"]
    fourth, third, second = seen.written[:3]
    assert fourth.right <= third.left
    assert third.right <= second.left


def test_no_cards_make_an_empty_fan():
    assert painted(fan(PEN, Fan((), "blue"))).words == ["empty", "blue"]


def test_a_die_tells_number_colour_and_caption():
    assert painted(die(PEN, Die("5", "blue", caption="left"))).words == ["5", "blue", "left"]


def test_a_die_not_yet_rolled_shows_a_question_mark():
    assert painted(die(PEN, Die("", "red"))).words == ["?", "red"]


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (Token("lime"), ["l", "lime"]),
        (Token("lime", "food", count=3), ["f", "food", "x3"]),
        (Token(text="turtle", symbol="turtle", owner=1), ["1", "turtle"]),
        (Token(owner=1), ["1"]),
        (Token("coral", "corals", symbol="coral"), ["corals"]),
    ],
)
def test_a_token_tells_in_words_what_it_is(item, words):
    assert painted(token(PEN, item)).words == words


def test_a_figure_has_its_owners_colour_and_fills_its_square():
    block = figure(PEN, Token("red", owner=1), 20)
    assert (block.width, block.height) == (20, 20)
    assert theme.seat_colour(1).rgb in painted(block).fills


@pytest.mark.parametrize("side", [10.0, 25.0, 52.0])
@pytest.mark.parametrize("item", [Card("R2/s", "red", ground="sand", symbol="fish"), Place("x")])
def test_the_words_of_a_tile_stay_on_it(side, item):
    block = tile(PEN, item, side)
    (written,) = painted(block).written
    assert (block.width, block.height) == (side, side)
    assert written.left >= 0 <= written.top
    assert written.right <= side
    assert written.bottom <= side


def test_a_tile_shows_both_its_colours():
    fills = painted(tile(PEN, Card("R2/s", "red", ground="sand", symbol="fish"), 52)).fills
    assert {theme.colour("red").rgb, theme.colour("sand").rgb} <= set(fills)


def test_a_face_down_tile_tells_its_owner_only():
    assert painted(tile(PEN, Card("R2/s", "red", face_down=True), 52)).words == []
    assert painted(tile(PEN, Card("R2/s", "red", owner=3, face_down=True), 52)).words == ["3"]


def test_a_highlighted_tile_keeps_its_size():
    block = tile(PEN, Card("R2/s", "red", mark="highlight"), 52)
    assert block.width == 52
    assert theme.MARK_RING in painted(block).fills
