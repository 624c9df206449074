"""Files are whole or not there."""

import os
from pathlib import Path

import pytest

from sea_envs.core.files import write_bytes, write_text


def test_a_file_holds_what_was_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_text(tmp_path / "game.txt", "Zürich\n")
    write_bytes(tmp_path / "game.txt", b"\x00\xff")
    assert (tmp_path / "game.txt").read_bytes() == b"\x00\xff"
    write_text(tmp_path / "game.txt", "Zürich\n")
    assert (tmp_path / "game.txt").read_text(encoding="utf-8") == "Zürich\n"
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


@pytest.mark.parametrize("stopped", [OSError("no space left"), KeyboardInterrupt()])
def test_whatever_stops_the_writing_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopped: BaseException
) -> None:
    write_text(tmp_path / "game.txt", "old")

    def stop(number: int) -> None:
        raise stopped

    monkeypatch.setattr(os, "fsync", stop)
    with pytest.raises(type(stopped)):
        write_text(tmp_path / "game.txt", "new")
    assert (tmp_path / "game.txt").read_text(encoding="utf-8") == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_is_not_there_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        write_text(tmp_path / "nowhere" / "game.txt", "new")
