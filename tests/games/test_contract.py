"""What every game promises, once for every game of the registry and every number of players."""

import copy
import pickle
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test

from sea_envs import GAMES, load, make_table
from sea_envs.adapters import aec
from sea_envs.core.play import Play
from sea_envs.core.rng import words_from
from sea_envs.core.state import rotated
from sea_envs.core.table import random_words
from tests.games.play import options_for, play_out, tasted

EVERY = [
    (name, seats)
    for name in GAMES
    for seats in range(load(name).min_seats, load(name).max_seats + 1)
]
every_game = pytest.mark.parametrize("name", GAMES)
every_table = pytest.mark.parametrize(("name", "seats"), EVERY)
few = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))

EXPECTED = (  # what api_test says of every Dict observation that is not PettingZoo's own
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
)


@every_table
def test_it_speaks_aec(name: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in EXPECTED:
            warnings.filterwarnings("ignore", message)
        api_test(aec.make(name, seats), num_cycles=60)
        seed_test(lambda: aec.make(name, seats), num_cycles=60)


@every_table
def test_a_row_of_a_batch_is_a_single_game_byte_for_byte(name: str, seats: int) -> None:
    table = make_table(name, 6, players=seats)
    table.seed(40)
    table.deal()
    single = make_table(name, 1, players=seats)
    single.seed([44])
    single.deal()
    words = random_words(6, 3)
    rows = np.arange(6)
    for _ in range(200):
        actions = table.random_actions(words, rows)
        mine = actions[rows == 4]
        table.step(actions, rows)
        single.step(mine)
        assert single.states[0].tobytes() == table.states[4].tobytes()
        assert (single.masks[0] == table.masks[4]).all()
        assert single.observations[0].tobytes() == table.observations[4].tobytes()
        rows = rows[table.ended[rows] == 0]
        if 4 not in rows:
            break


@every_table
@few
@given(data=st.data())
def test_every_legal_action_leads_on_until_the_game_ends_within_its_cap(
    name: str, seats: int, data: st.DataObject
) -> None:
    play = tasted(name, seats, data.draw(st.integers(0, 2**32)))
    taste = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    weights = taste.random(play.setup.game.actions.COUNT) ** 4 + 1e-9
    for _ in play_out(play, taste, weights):
        mask, cells = play.table.masks[0], play.table.observations[0]
        assert mask.any(), "the seat to move has a choice"
        assert set(np.unique(mask)) <= {0, 1}
        assert cells.min() >= 0 and cells.max() <= 1
        assert 0 <= play.seat < seats
    assert play.over and not play.state.truncated
    assert not play.table.masks[0].any()
    assert abs(play.table.pays[0].sum()) < 1e-5, "pays sum to zero"


@every_game
def test_every_cell_is_reached(name: str) -> None:
    game = load(name)
    reached = np.zeros(game.layout.size, bool)
    for seed in range(1, 4001):
        seats = game.min_seats + seed % (game.max_seats - game.min_seats + 1)
        play = tasted(name, seats, seed)
        taste = np.random.default_rng(seed)
        weights = taste.random(game.actions.COUNT) ** 4 + 1e-9
        for count, _ in enumerate(play_out(play, taste, weights)):
            reached |= play.table.observations[0] > 0
            if count % 8 == 0:  # cells that say who moves differ for those who wait
                waiting = (play.seat + 1) % seats
                reached |= play.table.observe((0,), (waiting,))[0] > 0
        _forgive_far_squares(game, reached)
        if reached.all():
            return
    missing = [
        f"{slot.name}[{cell - game.layout.start(slot.name)}]"
        for slot in game.layout
        for cell in range(game.layout.start(slot.name), game.layout.stop(slot.name))
        if not reached[cell]
    ]
    pytest.fail(f"cells that are always zero: {missing}")


def _forgive_far_squares(game: Any, reached: Any) -> None:
    """Random play does not walk to the corners of a board: one square of each has to do.

    A game with boards proves in tests of its own that every square can be reached.
    """
    for slot in game.layout:
        if slot.grid:
            boards = game.layout.view(reached, slot.name)
            boards |= boards.any(axis=(-2, -1), keepdims=True)


def worlds(play: Play, seat: int, seed: int) -> Any:
    return play.sample(seat, np.random.default_rng(seed))


def shows(play: Play, states: Any, seat: int) -> tuple[bytes, bytes]:
    table = copy.copy(play.table)
    table.states = states.copy()
    cells = table.observe((0,), (seat,))[0].tobytes()
    mask = np.zeros_like(play.table.masks[0])
    if states["seat"][0] == seat and not states["over"][0]:
        play.setup.game.rules.legal(table.states[0], mask)
    return cells, mask.tobytes()


@every_table
def test_nobody_sees_what_is_hidden(name: str, seats: int) -> None:
    changed = 0
    for seed in range(6):
        play = tasted(name, seats, seed)
        taste = np.random.default_rng(seed)
        for count, _ in enumerate(play_out(play, taste)):
            if count % 7 == 0:
                for seat in range(seats):
                    world = worlds(play, seat, count)
                    assert shows(play, world, seat) == shows(play, play.saved(), seat)
                    for field in ("rng", "noted", "notes"):
                        world[field] = play.state[field]
                    changed += world.tobytes() != play.saved().tobytes()
    assert changed, "re-dealing the unseen changed nothing, ever"


@every_table
def test_a_sampled_world_depends_on_what_the_seat_knows_and_on_nothing_else(
    name: str, seats: int
) -> None:
    """Two games that a seat cannot tell apart give it the same worlds from the same chance."""
    for seed in range(4):
        play = tasted(name, seats, seed)
        taste = np.random.default_rng(seed)
        for count, _ in enumerate(play_out(play, taste)):
            if count % 11 == 0:
                for seat in range(seats):
                    twin = play.saved()
                    twin[0] = worlds(play, seat, 1000 + count)[0]
                    again = twin.copy()
                    again["rng"][0] = words_from(np.random.default_rng(count))
                    play.setup.game.rules.reshuffle_unseen(again[0], seat)
                    assert again.tobytes() == worlds(play, seat, count).tobytes()


@every_table
def test_a_sampled_world_can_be_played_to_the_end(name: str, seats: int) -> None:
    for seed in range(4):
        play = tasted(name, seats, seed)
        taste = np.random.default_rng(seed)
        for count, _ in enumerate(play_out(play, taste)):
            if count % 25 == 3:
                world = Play(play.setup, on_illegal="raise")
                world.restore(worlds(play, play.seat, count))
                for _ in play_out(world, taste):
                    pass
                assert world.over


@every_table
def test_seats_are_symmetric(name: str, seats: int) -> None:
    most = load(name).max_seats
    for seed in range(3):
        play = tasted(name, seats, seed)
        taste = np.random.default_rng(seed)
        for count, _ in enumerate(play_out(play, taste)):
            if count % 9 == 0:
                for steps in range(1, seats):
                    turned = play.saved()
                    turned[0] = rotated(play.state, steps, most)
                    for seat in range(seats):
                        mine = shows(play, play.saved(), seat)
                        assert shows(play, turned, (seat + steps) % seats) == mine


@every_table
def test_clones_pickles_bytes_and_records_continue_identically(name: str, seats: int) -> None:
    rng = np.random.default_rng(5)
    env = aec.make_raw(name, seats, **options_for(name, seats, 5))
    env.reset(seed=8)
    for _ in range(9):
        if not any(env.terminations.values()):
            env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    other = aec.make_raw(name, seats, **options_for(name, seats, 5))
    other.reset(seed=0)
    other.from_bytes(env.to_bytes())
    third = aec.make_raw(name, seats, **options_for(name, seats, 5))
    third.reset(seed=1)
    third.set_state(env.get_state())
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), other, third):
        first, second = copy.deepcopy(env), twin
        moves = np.random.default_rng(1)
        while first.agents:
            observation, reward, ended, cut, _ = first.last()
            again = second.last()
            assert observation["observation"].tobytes() == again[0]["observation"].tobytes()
            assert (reward, ended, cut) == again[1:4]
            choices = np.flatnonzero(observation["action_mask"])
            action = None if ended or cut else int(moves.choice(choices))
            first.step(action)
            second.step(action)
        assert first.get_state().tobytes() == second.get_state().tobytes()


@every_table
def test_words_and_numbers_name_the_same_actions(name: str, seats: int) -> None:
    for seed in range(5):
        play = tasted(name, seats, seed)
        for _ in play_out(play, np.random.default_rng(seed)):
            texts = play.legal_texts()
            assert len(set(texts)) == len(texts)
            assert [play.parse(text) for text in texts] == play.legal()


@every_table
def test_events_told_to_a_seat_are_part_of_all_events(name: str, seats: int) -> None:
    play = tasted(name, seats, 2)
    for _ in play_out(play, np.random.default_rng(2)):
        pass
    everything = play.events()
    for seat in range(seats):
        told = play.events(seat)
        assert len(told) <= len(everything)
        assert not any(line.startswith("chance deck") for line in told)


@every_game
def test_no_global_chance_is_touched(name: str) -> None:
    before = np.random.get_state()[1].tobytes()  # type: ignore[union-attr]
    play = tasted(name, 2, 3)
    for _ in play_out(play, np.random.default_rng(3)):
        play.sample(play.seat, np.random.default_rng(1))
    assert np.random.get_state()[1].tobytes() == before  # type: ignore[union-attr]


@every_game
def test_compiled_and_uncompiled_give_the_same_bytes(name: str, tmp_path: Any) -> None:
    script = "import sys; from tests.games.play import digest; print(digest(sys.argv[1]))"
    run = [sys.executable, "-W", "error::RuntimeWarning", "-c", script, name]
    plain = subprocess.run(
        run,
        env=_environment({"NUMBA_DISABLE_JIT": "1"}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert plain.returncode == 0, plain.stderr
    from tests.games.play import digest

    assert plain.stdout.strip() == digest(name)


def _environment(extra: dict[str, str]) -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": ".", **extra}


@every_table
def test_the_heuristic_beats_random_over_duplicate_deals(name: str, seats: int) -> None:
    from tests.games.play import heuristic_share

    share, error = heuristic_share(name, seats, deals=400)
    assert share - 2 * error > 1 / seats


@every_table
def test_pictures_and_words_hide_what_the_viewer_may_not_know(name: str, seats: int) -> None:
    game = load(name)
    play = tasted(name, seats, 4)
    for count, _ in enumerate(play_out(play, np.random.default_rng(4))):
        if count % 20 == 5:
            for seat in range(seats):
                world = worlds(play, seat, count)
                mine = game.render.scene(play.setup, play.state, seat)
                assert game.render.scene(play.setup, world[0], seat) == mine
                words = game.render.describe(play.setup, play.state, seat)
                assert game.render.describe(play.setup, world[0], seat) == words
                assert words.strip()
