"""Files that are whole or not there."""

import pytest

from training.files import write_text


def test_a_text_is_written_whole_and_leaves_nothing_else_behind(tmp_path):
    write_text(tmp_path / "table.txt", "one\ntwo\n")
    write_text(tmp_path / "table.txt", "three\n")
    assert (tmp_path / "table.txt").read_bytes() == b"three\n"
    assert [path.name for path in tmp_path.iterdir()] == ["table.txt"]


def test_a_text_that_cannot_be_written_leaves_the_old_one(tmp_path):
    write_text(tmp_path / "table.txt", "old\n")
    with pytest.raises(UnicodeEncodeError):
        write_text(tmp_path / "table.txt", "\udcff")
    assert (tmp_path / "table.txt").read_text() == "old\n"
    assert len(list(tmp_path.iterdir())) == 1
