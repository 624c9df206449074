"""Checks that a game keeps hidden what is hidden; for any game, registered or not."""

from typing import Any

import numpy as np

from sea_envs.core.game import Game
from sea_envs.core.play import Play


def assert_canonical(play: Play, seat: int, seed: int) -> bool:
    """Worlds dealt for `seat` depend on what it knows and on given chance, not on what lies hidden.

    Takes the real state and a twin that differs in everything the seat cannot know (hidden things,
    chance to come, notes of chance that was): both must be re-dealt to the same bytes. Returns
    whether they differed.
    """
    game, real, twin = play.setup.game, play.saved(), disguised(play, seat, seed)
    differed = real.tobytes() != twin.tobytes()
    for state in (real, twin):
        state["rng"][0] = (seed & 0xFFFF, 2, 3, 4)
        state["noted"] = 0
        state["notes"] = 0
        game.rules.reshuffle_unseen(state[0], seat)
    unlike = differences(game, real[0], twin[0])
    assert not unlike, f"{game.name}, seat {seat}: worlds from the same chance differ in {unlike}"
    return differed


def disguised(play: Play, seat: int, seed: int) -> Any:
    """A state [1] that `seat` cannot tell from the real one: other hidden things, chance, notes."""
    chance = np.random.default_rng(seed)
    twin = play.sample(seat, chance)
    twin["notes"] = chance.integers(0, 20, twin["notes"].shape)
    twin["noted"] = twin["notes"].shape[1]
    return twin


def differences(game: Game, one: Any, other: Any) -> list[str]:
    """The fields in which two records differ."""
    return [
        name for name in game.rules.STATE.names or () if not np.array_equal(one[name], other[name])
    ]
