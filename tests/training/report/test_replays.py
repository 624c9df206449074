"""Games to step through: which are taken, and that pictures and texts keep step."""

import pytest

from sea_envs.registry import GAMES
from training.match import play_block
from training.report.replays import chosen, replay
from training.results import FORFEITED, SCORED, Game
from training.schedule import Block, TournamentConfig, events
from training.yaml_config import make_config

NAMES = ["random", "heuristic"]
CONFIG = make_config(
    TournamentConfig, {"players": NAMES, "events": [{"game": GAMES[0]}]}, source="test"
)
EVENT = events(CONFIG)[0]


def game(*seating, deal=0, ending=SCORED):
    zeros = (0.0,) * len(seating)
    return Game(
        deal=deal,
        number=0,
        seating=seating,
        points=zeros,
        pay=zeros,
        shares=zeros,
        decisions=0,
        ending=ending,
        actions=(),
        lines=(),
    )


def picked(games, order, most=10):
    taken, missing = chosen([(EVENT, each) for each in games], order, most)
    return [each.seating for _, each in taken], missing


def test_every_pair_has_a_game_and_the_best_come_first():
    games = [game(0, 1), game(0, 2), game(1, 2), game(2, 1)]
    assert picked(games, [2, 1, 0]) == ([(1, 2), (0, 2), (0, 1)], set())


def test_one_table_of_three_serves_three_pairs():
    assert picked([game(0, 1, 2), game(0, 1)], [0, 1, 2]) == ([(0, 1, 2)], set())


def test_pairs_beyond_the_most_games_are_named_as_missing():
    games = [game(0, 1), game(0, 2), game(1, 2)]
    assert picked(games, [0, 1, 2], most=1) == ([(0, 1)], {(0, 2), (1, 2)})


def test_a_forfeited_game_is_taken_only_where_there_is_no_other():
    games = [game(0, 1, ending=FORFEITED), game(1, 0), game(0, 2, ending=FORFEITED)]
    assert picked(games, [0, 1, 2])[0] == [(1, 0), (0, 2)]


@pytest.fixture(scope="module")
def shown():
    played = next(g for g in play_block(CONFIG, Block(0, 0, 1, (0, 1))) if g.actions)
    return played, replay(EVENT, played, NAMES)


def test_there_is_a_picture_and_a_text_for_every_position(shown):
    played, whole = shown
    assert len(whole.frames) == len(whole.texts) == played.decisions + 1


def test_pictures_share_their_shapes(shown):
    _, whole = shown
    assert len(set(whole.shapes)) == len(whole.shapes)
    assert {number for frame in whole.frames for number in frame} == set(range(len(whole.shapes)))
    assert len(whole.shapes) < sum(map(len, whole.frames)) / 4


def test_texts_say_who_decided_what(shown):
    played, whole = shown
    decisions = [line for line in played.lines if line.startswith("seat ")]
    name = NAMES[played.seating[int(decisions[0].split(":")[0].removeprefix("seat "))]]
    assert whole.texts[0].startswith("chance ")
    assert f"({name}): " in whole.texts[1].splitlines()[0]
    assert whole.texts[1].splitlines()[0].endswith(decisions[0].partition(": ")[2])


def test_the_title_tells_event_deal_and_points(shown):
    played, whole = shown
    first = f"{NAMES[played.seating[0]]} {played.points[0]:g}"
    assert whole.title.startswith(f"{EVENT.title}, deal 0: {first}")


def test_the_last_picture_is_the_end_of_the_game(shown):
    _, whole = shown
    last = "".join(whole.shapes[number] for number in whole.frames[-1])
    assert "game over" in last
    assert "game over" not in "".join(whole.shapes[number] for number in whole.frames[0])
