"""Games as bytes: whole and of the same game, or refused."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sea_envs import load
from sea_envs.adapters.saving import from_bytes, to_bytes
from sea_envs.core.errors import BadRecord
from sea_envs.core.play import Play
from tests.core.tiny import GAME


def saved(game: Any = GAME, players: int = 2, **options: Any) -> bytes:
    play = Play(game.setup(players, **options))
    play.begin(1)
    return to_bytes(play.setup, play.saved())


SAVED = saved()
HEAD = json.loads(SAVED.split(b"\n")[0])


def test_what_was_saved_comes_back_byte_for_byte_and_can_be_written_to() -> None:
    play = Play(GAME.setup(3, storm=True))
    play.begin(4)
    states = from_bytes(GAME.setup(3, storm=True), to_bytes(play.setup, play.saved()))
    assert states.tobytes() == play.saved().tobytes() and states.shape == (1,)
    states["seat"] = 1


def test_the_first_line_says_what_the_bytes_belong_to() -> None:
    assert HEAD["game"] == "pearls" and HEAD["version"] == 0 and HEAD["players"] == 2
    assert HEAD["options"] == {"rounds": "2", "storm": "False"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (saved(load("snorkeling")), "has game 'snorkeling', this environment 'pearls'"),
        (saved(players=3), "has players 3, this environment 2"),
        (saved(storm=True), "has options .*'storm': 'True'.*, this environment .*'False'"),
        (saved(rounds=3), "has options .*'rounds': '3'"),
        (SAVED.replace(b'"version": 0', b'"version": 1'), "has version 1, this environment 0"),
        (SAVED[:-1], "damaged: "),
        (SAVED + b"x", "damaged: "),
        (SAVED + SAVED, "damaged: "),
        (SAVED.split(b"\n")[0], "damaged: 0 bytes"),
        (b"", "do not begin with the line of a saved game"),
        (b"[1]\n", "do not begin with"),
        (b"5\n", "do not begin with"),
        (b"null\n", "do not begin with"),
        (b"{}\n", "has game None"),
        (b"\xff\xfe\n" + SAVED, "do not begin with"),
    ],
)
def test_other_bytes_are_refused_with_the_reason(data: bytes, message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        from_bytes(GAME.setup(2), data)


@given(place=st.integers(0, len(SAVED) - 1), bit=st.integers(0, 7))
def test_a_single_bit_that_fell_over_is_noticed(place: int, bit: int) -> None:
    damaged = bytearray(SAVED)
    damaged[place] ^= 1 << bit
    try:
        states = from_bytes(GAME.setup(2), bytes(damaged))
    except BadRecord:
        return
    assert states.tobytes() == from_bytes(GAME.setup(2), SAVED).tobytes(), "only the words differ"
