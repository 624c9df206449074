import subprocess
import sys
from dataclasses import FrozenInstanceError

import pytest

from sea_envs.drawing.scene import Card, Cell, Fan, Grid, Panel, Pile, Scene, Stripe, Token


def test_a_face_down_card_forgets_its_face():
    stripe = Stripe(side="left", text="V", colour="violet")
    shark = Card(
        "Shark",
        "blue",
        ground="night",
        symbol="shark",
        caption="hunts",
        badge="2",
        stripes=(stripe,),
        owner=3,
        face_down=True,
    )
    assert shark == Card(owner=3, face_down=True)
    assert "hark" not in repr(shark)


def test_a_face_up_card_keeps_its_face():
    assert Card("R2", "red", badge="x2").badge == "x2"


def test_of_a_covered_card_only_the_text_is_seen():
    cards = (Card("R2", "red", caption="Turtle"), Card("R1", "red", caption="Coral"))
    assert Fan(cards).seen == (Card("R2", "red"), cards[1])


def test_equal_scenes_are_equal_and_have_one_hash():
    one, other = (Scene(title="t", status="s", panels=((Panel("p"),),)) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)


def test_a_scene_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Panel("p").heading = "q"  # type: ignore[misc]


@pytest.mark.parametrize("make", [lambda: Pile(-1), lambda: Token(count=-1)])
def test_counts_below_zero_are_refused(make):
    with pytest.raises(ValueError, match="-1"):
        make()


def test_a_panel_without_weight_is_refused():
    with pytest.raises(ValueError, match="not 0"):
        Panel("p", weight=0)


def test_two_cards_on_one_cell_are_refused():
    cells = tuple(Cell(Card(text), row=0, column=-1) for text in "ab")
    with pytest.raises(ValueError, match=r"\(0, -1\)"):
        Grid(cells)


def test_describing_a_table_needs_no_picture_library():
    code = (
        "import sys, sea_envs.drawing.scene, sea_envs.drawing.text, sea_envs.drawing.board\n"
        "assert not {'PIL', 'pygame'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
