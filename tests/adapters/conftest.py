"""Faces over a game small enough to be computed."""

from dataclasses import replace

import pytest

from sea_envs import registry
from sea_envs.adapters import aec, sb3, single, vector
from sea_envs.core.game import Game
from tests.core.tiny import GAME

FACES = (aec, single, vector, sb3)


@pytest.fixture
def pearls(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name under which the faces find the game of tests/core/tiny.py, beside all others."""

    def load(name: str) -> Game:
        return GAME if name == GAME.name else registry.load(name)

    for face in FACES:
        monkeypatch.setattr(face, "load", load)
    return GAME.name


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name under which the faces find that game with a cap of three decisions (it has four)."""
    for face in FACES:
        monkeypatch.setattr(face, "load", lambda name: replace(GAME, max_decisions=3))
    return GAME.name
