"""Games as texts: what was written is played again, what was damaged is found by its line."""

from typing import Any

import numpy as np
import pytest

from sea_envs import load
from sea_envs.core.errors import BadRecord, UnknownGame
from sea_envs.core.game import Game
from sea_envs.core.play import Play
from sea_envs.core.transcript import FIRST_LINE, replayed, written
from tests.core.tiny import GAME

DECK = [7, 3, 5, 2, 1, 4, 6]


def find(name: str) -> Game:
    if name == GAME.name:
        return GAME
    raise UnknownGame(f"unknown game {name!r}; possible: {GAME.name}")


def played(decisions: int = 99, *, stacks: dict[str, Any] | None = None, **options: Any) -> Play:
    play = Play(GAME.setup(2, **options))
    play.begin(3, **(stacks or {}))
    while not play.over and decisions:
        play.act(play.legal()[0])
        decisions -= 1
    return play


def lines_of(play: Play) -> list[str]:
    return written(play).splitlines()


def refused(lines: list[str]) -> str:
    with pytest.raises(BadRecord) as caught:
        replayed("\n".join(lines) + "\n", find)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_a_transcript_reads_like_this() -> None:
    play = Play(GAME.setup(2, rounds=1))
    play.begin(3, deck=DECK)
    for text in ("lay 7", "lay 5"):
        play.act(play.parse(text))
    assert play.dealt_from is not None
    assert lines_of(play) == [
        "sea_envs transcript 1",
        "game: pearls",
        "version: 0",
        "players: 2",
        'options: {"rounds": 1}',
        f"chance: {play.dealt_from[0].tobytes().hex()}",
        'stacks: {"deck": [7, 3, 5, 2, 1, 4, 6]}',
        "",
        "chance deck 7, 3, 5, 2, 1, 4, 6",
        "seat 0: lay 7",
        "seat 1: lay 5",
        "",
        "scores: 7, 2",
        "winners: 0",
    ]


@pytest.mark.parametrize(
    "stacks", [{}, {"deck": DECK}, {"deck": tuple(DECK)}, {"deck": np.array(DECK)}]
)
@pytest.mark.parametrize("decisions", [0, 1, 3, 99])
def test_what_was_written_is_played_again(decisions: int, stacks: dict[str, Any]) -> None:
    play = played(decisions, stacks=stacks, storm=True, rounds=3)
    again = replayed(written(play), find)
    assert again.saved().tobytes() == play.saved().tobytes()
    assert written(again) == written(play)


def test_a_second_game_of_the_same_chance_has_its_own_transcript() -> None:
    play = played()
    play.begin()
    assert replayed(written(play), find).saved().tobytes() == play.saved().tobytes()


def test_a_game_lost_by_an_illegal_action_is_played_again() -> None:
    for action in (99, -1, int(played(0).table.masks[0].argmin())):
        play = played(1)
        play.act(action)
        again = replayed(written(play), find)
        assert again.saved().tobytes() == play.saved().tobytes() and again.state.illegal


def test_a_real_game_goes_round_too() -> None:
    play = Play(load("snorkeling").setup(4, expert=True, target=5))
    play.begin(8)
    chance = np.random.default_rng(1)
    while not play.over:
        play.act(int(chance.choice(play.legal())))
    assert replayed(written(play), load).saved().tobytes() == play.saved().tobytes()


def test_a_restored_game_has_no_transcript() -> None:
    play = played(1)
    other = Play(GAME.setup(2))
    other.restore(play.saved())
    with pytest.raises(BadRecord, match="only a game played from its deal"):
        written(other)


@pytest.mark.parametrize(
    ("number", "line", "message"),
    [
        (1, "sea_envs transcript 2", f"line 1: 'sea_envs transcript 2'; .* {FIRST_LINE!r}"),
        (2, "game: marbles", "line 2: unknown game 'marbles'; possible: pearls"),
        (2, "gane: pearls", "line 2: 'gane: pearls'; here stands `game: ...`"),
        (3, "version: 1", "line 3: the transcript is of pearls version 1, this is version 0"),
        (4, "players: 9", "line 4: pearls with players=9: possible: 2 to 3"),
        (4, "players: two", "line 4: .*'two'"),
        (5, 'options: {"round": 1}', "line 5: .* Did you mean 'rounds'"),
        (5, "options: [1]", "line 5: "),
        (5, "options: {", "line 5: "),
        (6, "chance: 00", "line 6: "),
        (6, "chance: 01000000", "line 6: .*possible: 4 whole numbers"),
        (6, "chance: " + "00" * 16, "line 6: .*not all 0"),
        (6, "chance: xyz", "line 6: "),
        (7, 'stacks: {"dek": []}', "line 7: .* Did you mean 'deck'"),
        (7, 'stacks: {"deck": [1]}', "line 7: stacked deck"),
        (7, "stacks: 5", "line 7: "),
        (8, "seat 0: lay 1", "line 8: the transcript says 'seat 0: lay 1', the rules say ''"),
        (9, "chance deck 1", "line 9: the transcript says 'chance deck 1', the rules say 'chance "),
        (10, "seat 1: lay 3", "line 10: .*the rules say seat 0: one of lay"),
        (10, "seat 0: lay 99", "line 10: 'lay 99' is not legal now; possible: lay"),
        (10, "seat 0: LAY 3", "line 10: .* the rules say 'seat 0: lay 3'"),
        (10, "seat 0: illegal action 2", "line 10: 'illegal action 2' is not legal now"),
        (10, "", "line 10: .*the rules say seat 0"),
        (-2, "scores: 1, 2", "the transcript says 'scores: 1, 2', the rules say 'scores: "),
        (-1, "winners: 5", "the transcript says 'winners: 5', the rules say 'winners: "),
    ],
)
def test_damage_is_found_by_its_line(number: int, line: str, message: str) -> None:
    play = Play(GAME.setup(2))
    play.begin(3, deck=[3, 7, 5, 2, 1, 4, 6])
    while not play.over:
        play.act(play.legal()[0])
    lines = lines_of(play)
    place = number - 1 if number > 0 else number
    assert lines[place] != line
    lines[place] = line
    with pytest.raises(BadRecord, match=message):
        replayed("\n".join(lines), find)
    told = refused(lines)
    assert told.startswith(f"line {place + 1 if number > 0 else len(lines) + 1 + number}: ")


@pytest.mark.parametrize("text", ["", "\n", "MZ\x90\x00", FIRST_LINE])
def test_what_is_no_transcript_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="line [12]"):
        replayed(text, find)


def test_a_transcript_cut_off_in_its_head_or_end_or_between_chance_lines_is_refused() -> None:
    lines = lines_of(played(storm=True))
    assert refused(lines[:5]) == "line 6: the transcript ends before its head does"
    assert refused(lines[:8]).startswith("line 9: the transcript ends, the rules go on with")
    assert refused(lines[:-1]).startswith(f"line {len(lines)}: the transcript ends")
    roll = next(place for place, line in enumerate(lines) if line.startswith("chance roll"))
    assert refused(lines[:roll]).startswith(f"line {roll + 1}: the transcript ends")


def test_lines_after_the_end_are_refused() -> None:
    lines = lines_of(played())
    for more in ("", "winners: 0", lines[-1]):
        assert refused([*lines, more]) == (
            f"line {len(lines) + 1}: {more!r} after the end of the game"
        )


def test_a_line_too_many_or_too_few_is_found() -> None:
    lines = lines_of(played())
    decision = next(place for place, line in enumerate(lines) if line.startswith("seat 1"))
    assert refused([*lines[:decision], *lines[decision + 1 :]]).startswith(f"line {decision + 1}: ")
    twice = [*lines[: decision + 1], *lines[decision:]]
    assert refused(twice).startswith(f"line {decision + 2}: ")
