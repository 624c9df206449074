"""Errors that say what was given and what was possible."""

from collections.abc import Iterable
from difflib import get_close_matches


class SeaError(ValueError):
    """Anything sea_envs refuses; the message is one line, fit for a person."""


def reason(error: BaseException) -> str:
    """Why something failed, in one line; our own errors speak for themselves."""
    said = " ".join(str(error).split())
    if not isinstance(error, SeaError):
        said = f"{type(error).__name__}: {said}"
    return said.removesuffix(": ")


class UnknownGame(SeaError):
    """A game that neither ships with sea_envs nor is registered by another package."""


class UnknownOption(SeaError):
    """An option that the game does not have."""


class BadOption(SeaError):
    """An option's value that the game does not allow."""


class BadSeats(SeaError):
    """A number of players, or a seat, that the game does not have."""


class BadRows(SeaError):
    """Rows that a table does not have, or arrays that do not fit its rows."""


class BadDeck(SeaError):
    """A stacked deck, roll or data file that does not fit what is in the box."""


class IllegalAction(SeaError):
    """An action that the rules do not allow now."""


class GameOver(SeaError):
    """A decision for a game that has ended."""


class BadRecord(SeaError):
    """Bytes or a transcript that are not a game of this kind and version."""


def unknown(kind: str, given: object, possible: Iterable[str]) -> str:
    """The message for a word that is not on the list, with the nearest word that is."""
    words = [str(word) for word in possible]
    near = get_close_matches(str(given), words, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"unknown {kind} {given!r};{hint} possible: {', '.join(words)}"
