"""A learner that somebody interrupts."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
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
