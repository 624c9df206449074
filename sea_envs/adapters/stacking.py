"""What `reset(options=...)` may hold."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from sea_envs.core.errors import BadDeck, unknown
from sea_envs.core.game import Game


def stacks(game: Game, options: Mapping[str, Any] | None) -> dict[str, Any]:
    """The stacked decks among reset's options.

    PettingZoo's and Gymnasium's checkers and wrappers pass keys of their own, which are let by; a
    key that looks like a misspelt stack is a BadDeck.
    """
    given = dict(options or {})
    known = game.components.STACKS
    for name in given:
        if name not in known and get_close_matches(str(name), known, n=1, cutoff=0.6):
            raise BadDeck(f"{game.name}: {unknown('reset option', name, known)}")
    return {name: value for name, value in given.items() if name in known}
