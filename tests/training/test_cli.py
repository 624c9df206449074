"""The command line: a person's mistake is one line and status 2, never a traceback."""

import subprocess
import sys

import pytest

from sea_envs.core.errors import SeaError
from training import cli
from training.cli import COMMANDS, main


@pytest.fixture
def command(monkeypatch):
    """Puts a function behind the word `try`."""

    def place(function):
        monkeypatch.setattr(
            cli, "import_module", lambda name: type("Module", (), {"main": function})
        )
        monkeypatch.setitem(COMMANDS, "try", "somewhere:main")

    return place


def test_a_command_gets_the_words_after_it(command):
    command(lambda words: len(words))
    assert main(["try", "x.yaml", "a=1", "b=2"]) == 3


def test_bad_input_is_one_line_and_status_2(command, capsys):
    def refuse(words):
        raise SeaError("that is no game")

    command(refuse)
    assert main(["try"]) == 2
    assert capsys.readouterr().err == "error: that is no game\n"


def test_an_interrupt_is_status_130(command, capsys):
    def interrupted(words):
        raise KeyboardInterrupt

    command(interrupted)
    assert main(["try"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_an_unknown_command_names_the_nearest(capsys):
    assert main(["trian"]) == 2
    assert "unknown command 'trian'; Did you mean 'train'?" in capsys.readouterr().err


def test_help_and_nothing_show_the_commands(capsys):
    for words, status in ((["--help"], 0), ([], 2)):
        assert main(words) == status
        told = capsys.readouterr().out
        assert all(name in told for name in COMMANDS)


def test_no_command_loads_torch_before_it_is_wanted():
    code = "import sys; import training.cli; sys.exit('torch' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_library_that_is_missing_is_one_line(command, capsys):
    def missing(words):
        raise ModuleNotFoundError("No module named 'torch'", name="torch.nn")

    command(missing)
    assert main(["try"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: No module named 'torch'; ") and "[train]" in told


def test_a_module_of_our_own_that_is_missing_is_no_mistake_of_the_user(command):
    def missing(words):
        raise ModuleNotFoundError("No module named 'training.gone'", name="training.gone")

    command(missing)
    with pytest.raises(ModuleNotFoundError):
        main(["try"])
