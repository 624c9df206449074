"""A block of games: what is written down, and that nothing but the plan decides it."""

from pathlib import Path

import pytest

from sea_envs.core.errors import SeaError
from sea_envs.players import UnknownPlayer
from sea_envs.registry import GAMES
from training.evaluation import deal_seed
from training.match import check_players, play_block, replayed
from training.results import FORFEITED, SCORED
from training.schedule import Block, TournamentConfig, events
from training.yaml_config import make_config

GAME = GAMES[0]


def tournament(*players, seats=2, **keys):
    given = {"players": list(players), "events": [{"game": GAME, "seats": seats}], **keys}
    return make_config(TournamentConfig, given, source="test")


TWO = tournament("random", "heuristic")


def checked(*players):
    config = tournament(*players)
    check_players(config, events(config)[0])


def outcomes(games):
    return [(game.deal, game.number, game.seating, game.points, game.decisions) for game in games]


def test_a_block_holds_every_deal_in_every_rotation():
    games = play_block(TWO, Block(0, 4, 3, (0, 1)))
    assert [(game.deal, game.number) for game in games] == [
        (deal, number) for deal in (4, 5, 6) for number in (0, 1)
    ]
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.seating == other.seating[::-1]
    assert {game.ending for game in games} == {SCORED}


def test_games_do_not_depend_on_the_block_they_are_played_in():
    whole = play_block(TWO, Block(0, 0, 6, (0, 1)))
    parts = [game for first in (0, 3) for game in play_block(TWO, Block(0, first, 3, (0, 1)))]
    assert outcomes(whole) == outcomes(parts)


def test_games_do_not_depend_on_who_else_is_named():
    more = tournament("random", "heuristic", {"name": "clone", "player": "heuristic"})
    assert outcomes(play_block(more, Block(0, 0, 4, (0, 1)))) == outcomes(
        play_block(TWO, Block(0, 0, 4, (0, 1)))
    )


def test_a_deal_begins_alike_for_everybody_who_plays_it():
    config = tournament("random", "heuristic", {"name": "clone", "player": "random"})
    games = play_block(config, Block(0, 0, 1, (0, 1, 2)))
    recorded = [game for game in games if game.lines]
    assert len(recorded) == 3
    assert len({game.lines[:2] for game in recorded}) == 1


def test_kept_games_replay_to_the_same_end():
    config = tournament("random", "heuristic", record_every=2)
    event = events(config)[0]
    games = play_block(config, Block(0, 0, 3, (0, 1)))
    kept = [game for game in games if game.actions is not None]
    assert [game.number for game in kept] == [0, 0, 0]
    for game in kept:
        again = replayed(event.setup, deal_seed(event.seed, game.deal), game.actions)
        assert again.over
        assert tuple(again.scores()) == game.points
        assert tuple(again.events()) == game.lines


def test_only_the_first_deal_is_kept_where_nothing_else_is_wanted():
    config = tournament("random", "heuristic", record_every=0)
    games = play_block(config, Block(0, 0, 3, (0, 1)))
    assert [game.deal for game in games if game.lines] == [0]


def test_a_player_that_acts_illegally_forfeits_that_game(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    config = tournament("random", "faulty:illegal", seconds=20.0)
    games = play_block(config, Block(0, 0, 8, (0, 1)))
    lost = [game for game in games if game.ending == FORFEITED]
    assert len(lost) == 4
    for game in lost:
        assert game.forfeiter == 1
        assert game.reason == "illegal action 10000"
        assert game.pay[game.seating.index(1)] == -1
        assert game.shares[game.seating.index(1)] == 0


def test_a_player_that_raises_forfeits_with_its_own_words(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    config = tournament("random", "faulty:raising", seconds=20.0, record_every=1)
    games = play_block(config, Block(0, 0, 3, (0, 1)))
    lost = [game for game in games if game.ending == FORFEITED]
    assert len(lost) == 2
    assert lost[0].reason == "RuntimeError: no idea"
    assert lost[0].lines[-1].endswith("illegal action -1")


def test_an_unknown_player_is_refused_before_anything_is_played():
    with pytest.raises(UnknownPlayer, match="heuristc"):
        checked("random", "heuristc")
    with pytest.raises(SeaError, match="no_such_module"):
        checked("random", "no_such_module:player")


def test_a_table_of_more_seats_than_players_is_played():
    config = tournament("random", "heuristic", seats=3)
    games = play_block(config, Block(0, 0, 2, (0, 1)))
    assert len(games) == 2 * 2 * 3
    assert all(len(game.points) == 3 for game in games)
