"""Errors say what was given and what was possible."""

import inspect

from sea_envs.core import errors
from sea_envs.core.errors import SeaError, UnknownGame, reason, unknown


def test_the_nearest_word_is_offered() -> None:
    message = unknown("game", "snorkling", ("ocean", "snorkeling"))
    assert message == (
        "unknown game 'snorkling'; Did you mean 'snorkeling'? possible: ocean, snorkeling"
    )


def test_a_word_unlike_all_others_gets_no_guess() -> None:
    assert unknown("game", "xyzzy", ("ocean",)) == "unknown game 'xyzzy'; possible: ocean"


def test_what_was_given_need_not_be_a_word() -> None:
    assert unknown("seat", 7, (0, 1)) == "unknown seat 7; possible: 0, 1"


def test_every_error_is_a_sea_error_and_so_a_value_error() -> None:
    members = inspect.getmembers(errors, inspect.isclass)
    classes = [found for _, found in members if found.__module__ == errors.__name__]
    assert len(classes) > 5
    assert all(issubclass(found, SeaError) for found in classes)
    assert issubclass(SeaError, ValueError)


def test_a_reason_is_one_line_and_our_own_errors_speak_for_themselves() -> None:
    assert reason(KeyError("a\nb")) == "KeyError: 'a\\nb'"
    assert reason(RuntimeError("no idea\n  at all")) == "RuntimeError: no idea at all"
    assert reason(RuntimeError()) == "RuntimeError"
    assert reason(UnknownGame("no such\ngame")) == "no such game"
