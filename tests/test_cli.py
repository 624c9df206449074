"""The command line: what it prints, writes and refuses."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sea_envs import GAMES
from sea_envs.cli import main
from sea_envs.players import names


def test_list_names_every_game_with_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in GAMES)
    assert "sea_envs/Snorkeling-v0" in out and "2-6 players" in out


def test_help_names_every_player_that_is_built_in(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("play", "watch", "transcript", "picture"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        told = " ".join(capsys.readouterr().out.split())
        assert all(name in told for name in (*names(), "module:factory")), command


def test_spec_prints_the_sheet_with_its_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["spec", "snorkeling"]) == 0
    out = capsys.readouterr().out
    assert "| `start_rule` |" in out and "`place R2 on +1`" in out


def test_a_transcript_is_written_and_verifies_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    words = ["transcript", "snorkeling", "--seed", "3", "--options", "target=3", "expert=true"]
    assert main([*words, "--to", str(file)]) == 0
    assert main(["replay", str(file)]) == 0
    assert "agree with the rules" in capsys.readouterr().out
    assert '"expert": true' in file.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_replay_says_where_a_transcript_first_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    main(["transcript", "snorkeling", "--seed", "3", "--to", str(file)])
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[20] = "seat 0: play Z9"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert main(["replay", str(file)]) == 2
    assert "line 21:" in capsys.readouterr().err


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_every_kind_is_written_down_and_played_again(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    assert main(["transcript", name, "--seed", "5", "--players", "3", "--to", str(file)]) == 0
    assert main(["replay", str(file), "--show"]) == 0
    out = capsys.readouterr().out
    assert "game over" in out and "decisions agree with the rules" in out
    assert "\x1b" not in out


def test_a_file_that_is_no_text_is_no_transcript(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(b"\xff\x00")
    assert main(["replay", str(file)]) == 2
    assert "no text, so no transcript" in capsys.readouterr().err


def test_who_reads_only_the_beginning_hears_no_complaint() -> None:
    words = [sys.executable, "-m", "sea_envs", "watch", "snorkeling", "--seed", "1"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe) as process:
        assert process.stdout and process.stderr
        process.stdout.read(10)
        process.stdout.close()
        said = process.stderr.read()
    assert process.returncode == 0 and said == b""


def test_options_are_numbers_truths_words_and_several_of_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["transcript", "ocean", "--seed", "1", "--options", "skull=false"]
    assert main([*words, "friend_choice=fixed", "friends=crab,octopus"]) == 0
    head = capsys.readouterr().out.splitlines()[4]
    assert '"skull": false' in head and '["crab", "octopus"]' in head


def test_a_picture_is_a_png(tmp_path: Path) -> None:
    file = tmp_path / "table.png"
    assert main(["picture", "snorkeling", "--seed", "1", "--to", str(file)]) == 0
    assert file.read_bytes().startswith(b"\x89PNG")


def test_watch_tells_every_decision_and_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["watch", "snorkeling", "--seed", "2", "--options", "max_rounds=1", "max_laps=2"]
    assert main([*words, "--seats", "random,heuristic"]) == 0
    out = capsys.readouterr().out
    assert "(heuristic): " in out and "The game is over." in out


def test_bench_prints_figures_and_writes_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sea_envs.bench.SECONDS", 0.01)
    monkeypatch.setattr("sea_envs.bench.rate", lambda loop: float(loop()))
    monkeypatch.setattr("sea_envs.bench.start_seconds", lambda game, cold: 1.0)
    monkeypatch.setattr("sea_envs.bench.learning", lambda game, players: [])
    file = tmp_path / "figures.json"
    readme = tmp_path / "README.md"
    monkeypatch.setattr("sea_envs.spec.README", readme)
    words = ["bench", "snorkeling", "--json", str(file), "--write"]
    assert main(words) == 2
    assert "no block 'figures'" in capsys.readouterr().err
    assert not file.exists(), "said before anything is measured"
    readme.write_text("before\n<!-- begin:figures -->\nold\n<!-- end:figures -->\nafter\n")
    assert main(words) == 0
    page = readme.read_text()
    assert "`sea-envs bench snorkeling --write`" in page and "| snorkeling (6) |" in page
    assert page.startswith("before\n") and page.endswith("after\n") and "old" not in page
    assert "batched random play" in capsys.readouterr().out
    found = json.loads(file.read_text(encoding="utf-8"))
    assert {"processor", "cores"} <= set(found["machine"])
    assert {"name", "game", "players", "value", "unit"} <= set(found["figures"][0])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["spec", "snorkelling"], "Did you mean 'snorkeling'"),
        (["watch", "snorkeling", "--players", "9"], "players=9: possible: 2 to 6"),
        (["watch", "snorkeling", "--options", "target"], "NAME=VALUE"),
        (["watch", "snorkeling", "--options", "targte=3"], "Did you mean 'target'"),
        (["watch", "snorkeling", "--options", "target=²"], "target='²'"),
        (["watch", "snorkeling", "--options", "target=--5"], "target='--5'"),
        (["watch", "snorkeling", "--seats", "randm"], "randm"),
        (["watch", "snorkeling", "--seats", "random,random,random"], "possible: 1 or 2"),
        (["replay", "/nowhere/at/all"], "/nowhere/at/all"),
        (["transcript", "snorkeling", "--to", "/nowhere/at/all"], "/nowhere/at"),
    ],
)
def test_bad_input_is_one_clear_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
