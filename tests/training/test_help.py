"""Help tells what a command does and every key that it takes."""

import pytest

from training.cli import COMMANDS, main
from training.config import TrainConfig
from training.help import helped, keys
from training.schedule import TournamentConfig


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_wherever_help_is_asked_for(command, capsys):
    for words in ([command, "--help"], [command, "something", "-h"]):
        assert main(words) == 0
        told = capsys.readouterr().out
        assert told.startswith(f"usage: python -m training {command}")
        assert len(told.splitlines()[2:]) >= 1 and max(map(len, told.splitlines())) <= 100


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - {"ladder"}))
def test_without_a_word_the_usage_is_told(command, capsys):
    assert main([command]) == 2
    assert capsys.readouterr().out.startswith(f"usage: python -m training {command}")


def test_every_key_has_its_default_and_its_sentence():
    lines = keys(TrainConfig).splitlines()
    for line in (
        *("  game  (needed)", "  players=2", "  ppo.learning_rate=0.001", "  run=null"),
        *("  network.trunk=[128, 128]", "  selfplay=mirror", "  options={}"),
    ):
        assert line in lines
    place = lines.index("  ppo.clip=0.2")
    assert lines[place + 1].strip().startswith("How far an update may move")
    assert "  ppo" not in lines


def test_keys_of_sections_in_lists_are_told_beside_the_list():
    lines = keys(TournamentConfig).splitlines()
    for line in ("  events  (needed)", "  events[].game  (needed)", "  events[].seats=2"):
        assert line in lines
    assert "  until=null" in lines and "  until.half_width  (needed)" in lines


def test_words_are_left_to_the_command(capsys):
    assert helped(["x"], "usage", "about") is None
    assert helped([], "usage", "about", alone=True) is None
    assert capsys.readouterr().out == ""
