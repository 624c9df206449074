"""The ladder's tables, and their shape where they are printed."""

import re

import pytest

from sea_envs import players
from sea_envs.registry import GAMES, load
from sea_envs.spec import README, missing, sheet_path
from tests.weights import shipped
from training.evaluation import Estimate
from training.ladder.plan import PLAYERS, LadderConfig, Pairing, key
from training.ladder.tables import (
    BLOCK,
    ESSENCE_HEAD,
    HEAD,
    WIDE,
    cell,
    essence,
    known,
    sheet,
    verdict,
)

CONFIG = LadderConfig()
EVEN = LadderConfig(quick_half_width=0.025)
NARROW, BROAD = Estimate(0.62, 0.6, 0.64), Estimate(0.62, 0.5, 0.74)
CELL = re.compile(r"\d+\.\d \[-?\d+\.\d, \d+\.\d\]( \\\*)?")


def rows(text):
    """The cells of a table's rows, its head first."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[part.strip() for part in line.strip("|").split("|")] for line in lines]


def printed(path):
    text = path.read_text(encoding="utf-8")
    assert missing(text, (BLOCK,)) == []
    start, end = f"<!-- begin:{BLOCK} -->\n", f"<!-- end:{BLOCK} -->"
    return text.partition(start)[2].partition(end)[0]


@pytest.fixture
def chest(tmp_path, monkeypatch):
    monkeypatch.setattr(players, "PRETRAINED", tmp_path)
    return tmp_path


def test_a_share_is_shown_with_its_interval():
    slow, quick, none = (
        Pairing("ocean", 2, first, second)
        for first, second in (("search:200", "random"), ("heuristic", "random"), ("a", "b"))
    )
    for share, text in ((NARROW, "62.0 [60.0, 64.0]"), (BROAD, "62.0 [50.0, 74.0]")):
        found = {slow: share, quick: share}
        assert cell(slow, found, CONFIG) == text + (f" {WIDE}" if share is BROAD else "")
        assert cell(quick, found, CONFIG) == f"{text} {WIDE}", "wider than 1 point"
        assert cell(none, found, CONFIG) == ""


def test_only_pairings_that_are_done_are_known():
    done, begun = (Pairing("snorkeling", 2, name, "random") for name in ("heuristic", "search:200"))
    shares = {key(done): [1.0] * 400, key(begun): [1.0] * 3}
    assert known([done, begun], shares, CONFIG).keys() == {done}


def test_a_sheet_has_a_row_for_every_player_and_table(chest):
    shipped(chest, "snorkeling", 2)
    found = {
        Pairing("snorkeling", count, first, second): NARROW
        for count in (2, 6)
        for place, first in enumerate(PLAYERS)
        for second in PLAYERS[:place]
    }
    block = sheet("snorkeling", found, EVEN)
    head, *lines = rows(block)
    assert tuple(head) == HEAD and len(lines) == 2 * 4
    assert lines[0] == ["2", "50.0", "`heuristic`", "62.0 [60.0, 64.0]", "", "", ""]
    assert lines[7][:3] == ["6", "16.7", "`pretrained`"] and "" not in lines[7]
    assert "with 6 players is `snorkeling_2.safetensors`, trained on 1,234 decisions" in block
    assert WIDE not in block
    assert f"Search looks {load('snorkeling').horizon} decisions ahead" in block


def test_it_is_said_under_which_other_rules_weights_were_trained(chest):
    shipped(chest, "ocean", 2, options={"starter": "rotate"})
    block = sheet("ocean", {Pairing("ocean", 2, "pretrained", "random"): NARROW}, EVEN)
    assert "trained on 1,234 decisions at tables of 2 under `starter=rotate`." in block


def test_what_was_cut_off_at_the_most_deals_is_marked_and_explained():
    found = {Pairing("snorkeling", 2, "heuristic", "random"): BROAD}
    for block in (sheet("snorkeling", found, CONFIG), sheet("ocean", found, CONFIG)):
        assert (WIDE in block) == ("`heuristic`" in block)
    note = f"{WIDE} wider than ±2.5 points (without search ±1): not played further."
    assert note in sheet("snorkeling", found, CONFIG)
    assert note.replace(" (without search ±1)", "") in sheet("snorkeling", found, EVEN)


def test_a_block_names_the_command_that_prints_it():
    found = {Pairing("snorkeling", 2, "heuristic", "random"): BROAD}
    shorter = LadderConfig(max_deals=40, players=2, workers=1)
    assert sheet("snorkeling", found, CONFIG).startswith(
        "`python -m training ladder snorkeling --write`: what"
    )
    assert sheet("snorkeling", found, LadderConfig(players="all")).startswith(
        "`python -m training ladder snorkeling players=all --write`: what"
    )
    assert essence(GAMES, found, shorter).startswith(
        "`python -m training ladder max_deals=40 --write`: what"
    )


def test_the_readme_shows_every_game_that_was_played():
    found = {
        Pairing("ocean", 2, "search:1000", "heuristic"): NARROW,
        Pairing("ocean", 4, "pretrained", "heuristic"): BROAD,
        Pairing("ocean", 3, "heuristic", "random"): BROAD,
    }
    head, *lines = rows(essence(GAMES, found, CONFIG))
    assert tuple(head) == ESSENCE_HEAD
    assert lines[0][:3] == ["Ocean", "2", "50.0"] and lines[0][6] == "62.0 [60.0, 64.0]"
    assert lines[1][:4] == ["Ocean", "4", "25.0", f"62.0 [50.0, 74.0] {WIDE}"] and len(lines) == 2


def test_it_is_said_where_somebody_is_still_stronger():
    found = {
        Pairing("ocean", 4, "pretrained", "heuristic"): Estimate(0.5, 0.48, 0.52),
        Pairing("ocean", 4, "pretrained", "search:200"): Estimate(0.24, 0.22, 0.26),
        Pairing("ocean", 4, "pretrained", "search:1000"): Estimate(0.2, 0.18, 0.22),
        Pairing("ocean", 4, "search:1000", "heuristic"): Estimate(0.1, 0.1, 0.1),
    }
    (_, text) = verdict(found)
    assert text.endswith(
        "except: Ocean (4): `search:200` is about as strong; Ocean (4): `search:1000` is stronger."
    )
    del found[Pairing("ocean", 4, "pretrained", "search:200")]
    del found[Pairing("ocean", 4, "pretrained", "search:1000")]
    assert verdict(found)[1].endswith("against everybody here.")
    assert verdict({}) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_block_of_a_sheet_has_the_shape_that_the_command_prints(name):
    head, *lines = rows(printed(sheet_path(load(name)))) or [HEAD]
    assert tuple(head) == HEAD
    for table, fair, player, *cells in lines:
        assert load(name).min_seats <= int(table) <= load(name).max_seats
        assert fair == f"{100 / int(table):.1f}" and player.strip("`") in PLAYERS[1:]
        assert len(cells) == len(PLAYERS) - 1
        assert all(not part or CELL.fullmatch(part) for part in cells)


def test_the_block_of_the_readme_has_the_shape_that_the_command_prints():
    head, *lines = rows(printed(README)) or [ESSENCE_HEAD]
    assert tuple(head) == ESSENCE_HEAD
    titles = {load(name).title for name in GAMES}
    for title, table, fair, *cells in lines:
        assert title in titles and fair == f"{100 / int(table):.1f}"
        assert all(not part or CELL.fullmatch(part) for part in cells)
