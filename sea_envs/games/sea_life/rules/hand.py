"""Cards in hands: creatures by kind, foods in order of their kinds."""

from typing import Any

from sea_envs.core.jit import kernel
from sea_envs.games.sea_life.components import FOODS
from sea_envs.games.sea_life.rules.state import NO_CARD


@kernel
def take_food(state: Any, seat: int, kind: int) -> None:
    """Put a food into a hand that has room, behind the lower kinds."""
    place = FOODS - 1
    while place > 0 and (
        state.foods[seat, place - 1] == NO_CARD or state.foods[seat, place - 1] > kind
    ):
        state.foods[seat, place] = state.foods[seat, place - 1]
        place -= 1
    state.foods[seat, place] = kind


@kernel
def leave_food(state: Any, seat: int, kind: int) -> None:
    """Take one food of this kind out of a hand."""
    place = 0
    while state.foods[seat, place] != kind:
        place += 1
    while place < FOODS - 1:
        state.foods[seat, place] = state.foods[seat, place + 1]
        place += 1
    state.foods[seat, place] = NO_CARD
