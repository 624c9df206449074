"""What `reset(options=...)` may hold."""

from typing import Any

import pytest

from sea_envs.adapters.stacking import stacks
from sea_envs.core.errors import BadDeck
from tests.core.tiny import GAME


def test_stacks_are_taken_and_keys_of_other_libraries_let_by() -> None:
    assert stacks(GAME, {"deck": [1, 2], "options": 1, "render": True}) == {"deck": [1, 2]}


@pytest.mark.parametrize("options", [None, {}, {"options": 1}])
def test_without_stacks_nothing_is_stacked(options: Any) -> None:
    assert stacks(GAME, options) == {}


@pytest.mark.parametrize("name", ["dek", "decks", "Deck"])
def test_a_misspelt_stack_is_not_let_by(name: str) -> None:
    with pytest.raises(BadDeck) as caught:
        stacks(GAME, {name: [1]})
    assert str(caught.value) == (
        f"pearls: unknown reset option {name!r}; Did you mean 'deck'? possible: deck"
    )


def test_what_was_given_is_not_changed() -> None:
    given = {"deck": [1], "options": 1}
    stacks(GAME, given)
    assert given == {"deck": [1], "options": 1}
