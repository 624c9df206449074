"""Players that are objects, for tests of whatever asks players."""

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


class Lucky:
    """Any legal action, by the chance of each decision; remembers what it was told."""

    def __init__(self) -> None:
        self.begun: list[list[int]] = []
        self.asked: list[tuple[int, int, float]] = []

    def reset(self, rows: Array) -> None:
        self.begun.append(rows.tolist())

    def choose(
        self, observations: Array, masks: Array, *, seats: Array, chance: Array, rows: Array
    ) -> Array:
        self.asked += zip(rows.tolist(), seats.tolist(), chance.tolist(), strict=True)
        pairs = zip(masks, chance, strict=True)
        return np.array([np.flatnonzero(m)[int(luck * m.sum())] for m, luck in pairs])


class Fixed:
    """Answers every question with the same."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def reset(self, rows: Array) -> None:
        pass

    def choose(
        self, observations: Array, masks: Array, *, seats: Array, chance: Array, rows: Array
    ) -> Any:
        return self.answer


class Peeping:
    """Asked for in worlds: takes the lowest legal action and remembers the states it was shown."""

    def __init__(self) -> None:
        self.shown: list[Any] = []

    def reset(self, rows: Array) -> None:
        pass

    def choose_worlds(self, states: Array, *, seats: Array, chance: Array, rows: Array) -> Array:
        self.shown.append(states)
        hands = states["hands"][np.arange(len(seats)), seats]
        states["over"] = 1  # what it does to its copies must not matter
        return np.argmax(hands > 0, axis=1)
