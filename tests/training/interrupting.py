"""Somebody interrupts."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from unittest.mock import patch


@contextmanager
def interrupting(learner: Any, *, after: int) -> Iterator[None]:
    """Send this process an interrupt when a learner of that class has updated so often."""
    update, updates = learner.update, []

    def interrupted(self: Any) -> None:
        update(self)
        updates.append(self)
        if len(updates) == after:
            os.kill(os.getpid(), signal.SIGINT)

    with patch.object(learner, "update", interrupted):
        yield


def interrupt_that_is_dropped() -> None:
    """An interrupt whose exception goes no further, as in a weak reference's callback."""
    with suppress(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
