"""Ctrl-C during long work: put off to a good moment, or raised at once and never lost."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def interruptible() -> Iterator[list[int]]:
    """Collects interrupts instead of raising them; the second one in a row raises after all."""
    asked: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def heard() -> Iterator[Callable[[], None]]:
    """Interrupts are raised as ever, and by the function it gives once more if one got lost.

    Python drops what is raised in a callback of its own, as of a weak reference; then hours of
    work would go on as if nobody had pressed Ctrl-C. Whoever works calls the function now and then.
    """
    interrupts: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        interrupts.append(number)
        raise KeyboardInterrupt

    def again() -> None:
        if interrupts:
            raise KeyboardInterrupt

    if current_thread() is not main_thread():  # no other may listen
        yield again
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield again
    finally:
        signal.signal(signal.SIGINT, before)
