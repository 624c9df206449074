"""What is said stands there as it was said."""

import io

from rich.console import Console

from training.console import say


def test_a_text_is_printed_as_it_is():
    room, text = io.StringIO(), "[bold] 0.5 [0.4, 0.6] " + "long " * 40
    say(Console(file=room, width=20, force_terminal=True), text)
    assert room.getvalue() == text + "\n"
