"""How commands say something to a person."""

from rich.console import Console


def say(console: Console, text: str) -> None:
    """Print a text as it is: no markup in it, no colours, and long lines stay whole."""
    console.print(text, markup=False, highlight=False, soft_wrap=True)
