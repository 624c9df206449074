"""The command plays what is missing, keeps it, and writes tables where they belong."""

import pytest
from rich.console import Console

from sea_envs.core.errors import SeaError
from sea_envs.spec import sheet_path
from tests.training.interrupting import interrupt_that_is_dropped
from training.ladder import command, plan
from training.ladder.command import main, play_out
from training.ladder.plan import LadderConfig, Pairing, key
from training.ladder.results import BadLadder, read, write
from training.yaml_config import BadConfig

GAME = "snorkeling"
CONFIG = LadderConfig(players=2, half_width=0.1, quick_half_width=0.1, workers=1)
PLAN = [
    Pairing(GAME, 2, "heuristic", "random"),
    Pairing(GAME, 2, "random", "heuristic"),
]
EMPTY = "above\n<!-- begin:ladder -->\n<!-- end:ladder -->\nbelow\n"


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """A ladder of two rungs."""
    monkeypatch.setattr(plan, "PLAYERS", ("random", "heuristic"))


@pytest.fixture
def played(tmp_path):
    """The file of a ladder that was played without a stop."""
    path = tmp_path / "whole.json"
    play_out(PLAN, {}, path, CONFIG, Console(quiet=True))
    return path


def words(path, *more):
    widths = ("half_width=0.1", "quick_half_width=0.1")
    return [GAME, "players=2", *widths, "workers=1", f"results={path}", *more]


def test_every_pairing_is_played_until_it_is_narrow(played):
    shares = read(played)
    assert list(shares) == [key(pairing) for pairing in PLAN]
    assert all(32 <= len(deals) < 200 for deals in shares.values())
    assert sum(shares[key(PLAN[0])]) > sum(shares[key(PLAN[1])])


@pytest.mark.parametrize("spans", [1, 2])
def test_an_interrupted_ladder_goes_on_to_the_same_end(spans, played, tmp_path, monkeypatch):
    path, made = tmp_path / "ladder.json", []
    monkeypatch.setattr(command, "_SPAN_DEALS", 10)

    def interrupted(path, shares):
        write(path, shares)
        made.append(path)
        if len(made) == 1 + spans:
            raise KeyboardInterrupt

    write = command.write
    monkeypatch.setattr(command, "write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play_out(PLAN, {}, path, CONFIG, Console(quiet=True))
    assert sum(map(len, read(path).values())) == 10 * spans
    play_out(PLAN, read(path), path, CONFIG, Console(quiet=True))
    assert read(path) == read(played)


def test_an_interrupt_that_a_callback_drops_is_not_lost(tmp_path, monkeypatch):
    path, made = tmp_path / "ladder.json", []
    monkeypatch.setattr(command, "_SPAN_DEALS", 10)

    def dropping(path, shares):
        write(path, shares)
        made.append(path)
        if len(made) > 1:
            interrupt_that_is_dropped()

    write = command.write
    monkeypatch.setattr(command, "write", dropping)
    with pytest.raises(KeyboardInterrupt):
        play_out(PLAN, {}, path, CONFIG, Console(quiet=True))
    assert sum(map(len, read(path).values())) == 10


def test_what_is_done_is_not_played_again(played, monkeypatch):
    monkeypatch.setattr(command, "seconds_per_game", None)
    before = played.read_bytes()
    play_out(PLAN, read(played), played, CONFIG, Console(quiet=True))
    assert played.read_bytes() == before


def test_progress_tells_the_estimate_and_each_result(tmp_path, capsys):
    assert main(words(tmp_path / "ladder.json")) == 0
    told = capsys.readouterr()
    assert "snorkeling, 2 players: 1 pairings, about" in told.err
    assert "snorkeling, 2 players: heuristic against random: 0." in told.err
    assert "| 2 | 50.0 | `heuristic` | " in told.out


def test_tables_are_written_where_they_belong(tmp_path, monkeypatch):
    homes = {"README": tmp_path / "README.md", "sheet": tmp_path / "sheet.md"}
    for path in homes.values():
        path.write_text(EMPTY, encoding="utf-8")
    monkeypatch.setattr(command, "README", homes["README"])
    monkeypatch.setattr(command, "sheet_path", lambda game: homes["sheet"])
    assert main(words(tmp_path / "ladder.json", "--write")) == 0
    sheet, readme = (homes[name].read_text(encoding="utf-8") for name in ("sheet", "README"))
    assert "| 2 | 50.0 | `heuristic` | " in sheet and "| Snorkeling | 2 | 50.0 |" not in sheet
    assert "| game | players | fair share |" in readme
    for text in (sheet, readme):
        assert text.startswith("above\n<!-- begin:ladder -->") and text.endswith("-->\nbelow\n")


def test_what_was_played_to_the_usual_widths_stays_on_the_page(played, tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text(EMPTY, encoding="utf-8")
    monkeypatch.setattr(command, "README", page)
    monkeypatch.setattr(command, "sheet_path", lambda game: page)
    monkeypatch.setattr(command, "essence", lambda games, found, config: f"{len(found)} known")
    usual = key(Pairing("ocean", 2, "heuristic", "random"))
    shares = read(played)
    shares[usual] = [1.0] * 1000
    write(played, shares)
    assert main(words(played, "quick_half_width=0.001", "max_deals=40", "--write")) == 0
    assert "2 known" in page.read_text(encoding="utf-8")


def test_where_no_table_can_be_written_nothing_is_played(tmp_path, monkeypatch):
    path = tmp_path / "ladder.json"
    (tmp_path / "README.md").write_text("without a block", encoding="utf-8")
    monkeypatch.setattr(command, "play_out", None)
    for readme in (tmp_path / "README.md", tmp_path / "none.md"):
        monkeypatch.setattr(command, "README", readme)
        with pytest.raises(BadLadder, match="no block 'ladder' in"):
            main(words(path, "--write"))
    assert not path.exists()


def test_bad_words_are_refused_before_anything_is_played(monkeypatch):
    monkeypatch.setattr(command, "play_out", None)
    before = sheet_path(plan.load(GAME)).read_bytes()
    with pytest.raises(SeaError, match="usage: python -m training ladder"):
        main(["--wirte"])
    with pytest.raises(SeaError, match="unknown game 'snorkle'"):
        main(["snorkle"])
    with pytest.raises(BadConfig, match="unknown key 'half'"):
        main(["half=0.1"])
    assert sheet_path(plan.load(GAME)).read_bytes() == before


def test_help_is_the_usage(capsys):
    assert main(["--help"]) == 0
    assert "ladder [GAME ...]" in capsys.readouterr().out
