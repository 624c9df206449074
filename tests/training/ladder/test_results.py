"""The ladder's results file is whole or refused."""

import json

import pytest

from training.ladder.results import BadLadder, read, write

SHARES = {"a pairing": [0.5, 1 / 3, 0.0, 1.0], "another": []}


def test_shares_come_back_to_the_bit(tmp_path):
    path = tmp_path / "deep" / "ladder.json"
    write(path, SHARES)
    assert read(path) == SHARES
    assert [entry.name for entry in path.parent.iterdir()] == ["ladder.json"]


def test_without_a_file_nothing_was_played(tmp_path):
    assert read(tmp_path / "none.json") == {}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"format": 1}',
        '{"format": 2, "shares": {}}',
        '{"format": 1, "shares": {"a": [2]}}',
        '{"format": 1, "shares": {"a": ["x"]}}',
        '{"format": 1, "shares": {"a": 1}}',
        json.dumps({"format": 1, "shares": {"a": [float("nan")]}}),
    ],
)
def test_another_file_is_refused_and_stays(text, tmp_path):
    path = tmp_path / "ladder.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadLadder, match="is not the ladder's results file"):
        read(path)
    assert path.read_text(encoding="utf-8") == text


def test_where_nothing_can_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadLadder, match="cannot write results file .*file.ladder"):
        write(tmp_path / "file" / "ladder.json", SHARES)
    with pytest.raises(BadLadder, match="cannot read results file"):
        read(tmp_path)


def test_two_ladders_do_not_take_one_anothers_games(tmp_path):
    path, mine, other = tmp_path / "ladder.json", {"a": [1.0]}, {"a": [1.0, 0.0], "b": [0.5]}
    write(path, other)
    write(path, mine)
    assert read(path) == other and mine == {"a": [1.0]}
    write(path, {"a": [1.0, 0.0, 0.5]})
    assert read(path) == {"a": [1.0, 0.0, 0.5], "b": [0.5]}
