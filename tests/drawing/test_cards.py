import pytest

from sea_envs.drawing import theme
from sea_envs.drawing.cards import RING, card, picture, pill, ringed, tint
from sea_envs.drawing.scene import Card, Stripe
from tests.drawing.recorder import Recorder, painted

PEN = Recorder()


def full_card(*sides, caption=""):
    stripes = tuple(
        Stripe(side=side, text=f"{side[0]}{number}", colour="red")
        for side in sides
        for number in range(3)
    )
    return Card(
        "Sea Lion",
        "blue",
        ground="sand",
        symbol="seal",
        badge="+3",
        caption=caption,
        stripes=stripes,
        owner=2,
    )


CREATURE = full_card("left", "right", "bottom")
FOOD = full_card("top", caption="in oil")


@pytest.mark.parametrize("size", theme.CARD_SIZES)
@pytest.mark.parametrize("item", [CREATURE, FOOD])
def test_every_word_of_a_card_is_on_it_and_none_overlaps_another(item, size):
    block = card(PEN, item, size)
    seen = painted(block)
    words = ["Sea", "Lion", "+3", *item.caption.split(), "seat", "2"]
    assert sorted(seen.words) == sorted(words + [stripe.text for stripe in item.stripes])
    for index, one in enumerate(seen.written):
        assert one.left >= 0 <= one.top
        assert one.right <= block.width
        assert one.bottom <= block.height
        assert not [other for other in seen.written[:index] if one.overlaps(other)]


def test_a_short_text_without_a_symbol_is_written_large_too():
    assert painted(card(PEN, Card("R2", "red"))).words == ["R2", "R2"]


def test_the_back_of_a_card_tells_its_owner_only():
    assert painted(card(PEN, Card("R2", "red", owner=2, face_down=True))).words == ["seat", "2"]
    assert painted(card(PEN, Card("R2", "red", face_down=True))).words == []


def test_all_backs_without_an_owner_look_alike():
    one, other = (
        painted(card(PEN, Card(text, colour, face_down=True)))
        for text, colour in (("R2", "red"), ("B4", "blue"))
    )
    assert one == other


def test_a_highlighted_card_has_a_ring_and_the_same_size():
    plain, bright = (card(PEN, Card("R2", "red", mark=mark)) for mark in ("plain", "highlight"))
    assert (plain.width, plain.height) == (bright.width, bright.height)
    assert theme.MARK_RING in painted(bright).fills
    assert theme.MARK_RING not in painted(plain).fills


def test_a_dimmed_card_has_paler_colours():
    red = theme.colour("red").rgb
    assert red in painted(card(PEN, Card("R2", "red"))).fills
    dim = painted(card(PEN, Card("R2", "red", mark="dim"))).fills
    assert red not in dim
    assert tint("dim")(red) in dim


def test_an_unknown_colour_is_refused():
    with pytest.raises(ValueError, match="mauve"):
        card(PEN, Card("M1", "mauve"))


def test_a_picture_has_the_colour_it_is_asked_for_and_an_edge():
    fills = painted(picture("fish", 40, (200, 0, 0))).fills
    assert (200, 0, 0) in fills
    assert fills[0] not in {(200, 0, 0), None}


def test_a_pill_is_wider_than_its_words():
    assert pill(PEN, "to move", size=10, fill=theme.TURN_RING).width > PEN.text_width("to move", 10)


def test_a_ring_takes_the_same_room_whether_seen_or_not():
    inner = picture("fish", 40, (200, 0, 0))
    assert ringed(inner, "plain", radius=3).width == 40 + 2 * RING
