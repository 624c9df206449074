"""Where a plain reference takes its chance from: the lines of another game, or fresh dice.

`line(kind, make)` answers what stands behind `chance KIND ` in an event line. `make(rng)` writes
such a text from a `random.Random`; it is asked only where no game is being followed.
"""

import random
from collections.abc import Callable, Iterable


class Told:
    """Chance as another implementation wrote it down: its `chance ...` lines, in order."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = list(lines)

    def line(self, kind: str, make: Callable[[random.Random], str]) -> str:
        assert self.lines, f"the reference wants `chance {kind}`, but no chance line is left"
        head, _, rest = self.lines.pop(0).removeprefix("chance ").partition(" ")
        assert head == kind, f"the reference wants `chance {kind}`, the line says `chance {head}`"
        return rest


class Fresh:
    """Chance made on the spot, and the lines it would have written."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.lines: list[str] = []

    def line(self, kind: str, make: Callable[[random.Random], str]) -> str:
        text = make(self.rng)
        self.lines.append(f"chance {kind} {text}")
        return text
