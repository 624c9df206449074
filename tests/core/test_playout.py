from collections import Counter
from typing import Any

import numpy as np
import pytest

from sea_envs import load
from sea_envs.core.game import Game
from sea_envs.core.pay import SCHEMES
from sea_envs.core.playout import PLAYOUTS, parts, pick, room_for
from sea_envs.core.rng import next_word, seed_words
from sea_envs.core.table import Table
from tests.core import tiny

every_game = pytest.mark.parametrize("game", [tiny.GAME, load("snorkeling")], ids=lambda g: g.name)
every_playout = pytest.mark.parametrize("playouts", PLAYOUTS)


def dealt(game: Game, reward: str = "win") -> Table:
    table = Table(game.setup(3), 1, reward=reward)
    table.seed(11)
    table.deal()
    return table


def play_on(game: Game, playouts: str, world: Any, most: int) -> int:
    mask = room_for(game.actions.COUNT)
    observation = np.zeros(game.layout.size, np.float32)
    taken = parts(game, playouts)["playout_world"](world, most, mask, observation, seed_words(2))
    return int(taken)


def test_every_marked_action_is_picked_equally_often_and_no_other() -> None:
    for marks in ([0, 7, 130, 201], [201], range(3, 160)):
        mask = room_for(202)
        mask[marks] = 1
        eights, words = mask.view(np.uint64), seed_words(1)
        counts = Counter(int(pick(eights, words)) for _ in range(1000 * len(marks)))
        assert set(counts) == set(marks)
        assert min(counts.values()) > 850


def test_all_actions_may_be_marked_up_to_the_most_that_a_mask_holds() -> None:
    mask = room_for(2040)
    mask[:] = 1
    eights, words = mask.view(np.uint64), seed_words(1)
    picked = [int(pick(eights, words)) for _ in range(4000)]
    assert 980 < np.mean(picked) < 1060 and min(picked) < 10 and max(picked) > 2030
    with pytest.raises(ValueError, match="2041 actions: possible: up to 2040"):
        room_for(2041)


@every_game
@pytest.mark.parametrize("reward", SCHEMES)
def test_an_imagined_game_goes_and_pays_as_at_the_table(game: Game, reward: str) -> None:
    table = dealt(game, reward)
    table.states["max_decisions"] = 60
    world = table.states.copy()
    bound = parts(game, "random")
    words = np.ones((1, 4), np.uint32)
    while not table.ended[0]:
        actions = table.random_actions(words)
        table.step(actions)
        bound["advance"](world[0], actions[0])
        assert world.tobytes() == table.states.tobytes()
    pays = np.zeros(game.max_seats)
    bound["settle_world"](world[0], SCHEMES.index(reward), np.zeros((2, game.max_seats)), pays)
    assert pays.astype(np.float32).tobytes() == table.pays[0].tobytes()


@every_game
@every_playout
def test_a_playout_ends_with_the_game_or_after_so_many_decisions(game: Game, playouts: str) -> None:
    world = dealt(game).states
    assert play_on(game, playouts, world[0], 4) == 4
    assert world["decisions"][0] == 4 and not world["over"][0]
    rest = play_on(game, playouts, world[0], 10**6)
    assert world["over"][0] and world["decisions"][0] == 4 + rest
    assert play_on(game, playouts, world[0], 10**6) == 0


@every_game
def test_heuristic_playouts_choose_as_the_heuristic_at_the_table(game: Game) -> None:
    table = dealt(game)
    world = table.states.copy()
    words = seed_words(2)
    for _ in range(4):
        luck = np.array([next_word(words) / 2**32])
        table.step(table.heuristic_actions(luck))
    play_on(game, "heuristic", world[0], 4)
    assert world.tobytes() == table.states.tobytes()


@every_game
def test_an_imagined_world_has_chance_of_its_own_and_leaves_the_real_one_alone(game: Game) -> None:
    known = dealt(game).states
    before = known.copy()
    worlds = np.zeros(2, known.dtype)
    imagine = parts(game, "random")["imagine"]
    words = seed_words(5)
    imagine(known, worlds, words)
    first = worlds[0].copy()
    imagine(known, worlds, words)
    assert known.tobytes() == before.tobytes()
    assert len({state["rng"].tobytes() for state in (known[0], first, worlds[0])}) == 3
