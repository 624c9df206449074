"""The report, read as text and in a real browser."""

import base64
import gzip
import io
import json
import re
import time

import pytest
import yaml
from rich.console import Console

from sea_envs.registry import GAMES
from tests.training.report.browser import NONE_FOUND, installed, page
from training.cli import main
from training.schedule import TournamentConfig
from training.tournament import REPORT, hold
from training.yaml_config import make_config

in_browser = pytest.mark.skipif(installed() is None, reason=NONE_FOUND)
PLAYERS = ["random", "heuristic", {"name": "<i>third</i>", "player": "random"}]


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    directory = tmp_path_factory.mktemp("cup")
    given = {
        "players": PLAYERS,
        "events": [{"game": GAMES[0], "seats": [2, 3]}],
        "deals": 12,
        "workers": 1,
    }
    config = make_config(TournamentConfig, given, source="test")
    hold(config, directory, Console(file=io.StringIO()), command="python -m training <cup>")
    return directory / REPORT


def games_of(report):
    packed = re.search(r'id="games-data">([^<]*)<', report.read_text())[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def test_the_report_is_one_file_that_asks_for_nothing_else(report):
    text = report.read_text()
    addresses = re.findall(r'(?:src|href)="([^"]*)"|url\(([^)]*)\)', text)
    assert addresses == [("data:,", "")]
    assert "http" not in text


def test_it_tells_players_command_and_configuration_as_text(report):
    text = report.read_text()
    assert "&lt;i&gt;third&lt;/i&gt;" in text
    assert "<i>third" not in text
    assert "python -m training &lt;cup&gt;" in text
    assert "deals: 12" in text
    assert text.index("All events") < text.index(", 2 seats, 12 deals")


def test_every_pair_of_players_has_a_game_in_it(report):
    titles = " ".join(game["title"] for game in games_of(report))
    assert "random" in titles
    assert "heuristic" in titles
    assert "<i>third</i>" in titles


def test_the_report_of_the_same_games_is_the_same(report, tmp_path):
    config = tmp_path / "cup.yaml"
    given = {"players": ["random", "heuristic"], "events": [{"game": GAMES[0]}], "deals": 5}
    config.write_text(yaml.safe_dump(given))
    command = ["tournament", str(config), f"run={tmp_path / 'run'}", "workers=1"]
    texts = []
    for _ in range(2):
        assert main(command) == 0
        texts.append((tmp_path / "run" / REPORT).read_text())
    assert texts[0] == texts[1]


def test_without_replays_it_says_that_no_game_was_kept(tmp_path):
    given = {"players": PLAYERS[:2], "events": [{"game": GAMES[0]}], "deals": 4, "replays": 0}
    config = make_config(TournamentConfig, {**given, "workers": 1}, source="test")
    hold(config, tmp_path, Console(file=io.StringIO()))
    assert "No game was kept." in (tmp_path / REPORT).read_text()


READY = """new Promise((done, failed) => {
  const look = setInterval(() => {
    if (document.getElementById("player")?.dataset.ready) { clearInterval(look); done(true); }
  }, 20);
  setTimeout(() => failed("never ready"), 20000);
})"""
SAID = 'document.querySelector("[data-part=said]").firstChild.textContent'
PICTURE = 'document.querySelector("[data-part=picture]").innerHTML'
CURRENT = '[...document.querySelectorAll("li[aria-current]")].map(item => item.textContent)'


@in_browser
def test_a_game_is_stepped_through_by_keyboard(report):
    game = games_of(report)[0]
    decisions = [text.splitlines()[0] for text in game["texts"]]
    with page(report.as_uri()) as browser:
        browser.run(READY)
        first = browser.run(PICTURE)
        assert browser.run(SAID) == "The deal"
        browser.press("ArrowRight")
        assert browser.run(SAID) == decisions[1]
        browser.press("ArrowRight")
        assert browser.run(SAID) == decisions[2]
        assert browser.run(CURRENT) == [f"2. {decisions[2]}"]
        assert browser.run(PICTURE) != first
        browser.press("Home")
        assert browser.run(PICTURE) == first
        browser.press("End")
        assert browser.run(SAID) == decisions[-1]
        browser.press("ArrowRight")
        assert browser.run(SAID) == decisions[-1]
        browser.press("ArrowLeft")
        assert browser.run(SAID) == decisions[-2]
        assert browser.said("Runtime.exceptionThrown") == []
        assert browser.said("Log.entryAdded") == []


@in_browser
def test_a_game_is_stepped_through_by_buttons_and_list(report):
    game = games_of(report)[0]
    with page(report.as_uri()) as browser:
        browser.run(READY)
        browser.run('document.querySelector("[data-part=next]").click()')
        assert browser.run(SAID) == game["texts"][1].splitlines()[0]
        browser.run('document.querySelectorAll("[data-part=list] li")[5].click()')
        assert browser.run(SAID) == game["texts"][5].splitlines()[0]
        browser.run('document.querySelector("[data-part=play]").click()')
        deadline = time.monotonic() + 10
        while browser.run(CURRENT)[0].startswith("5. ") and time.monotonic() < deadline:
            time.sleep(0.1)
        assert browser.run(CURRENT)[0].startswith("6. ")


@in_browser
def test_another_game_can_be_chosen(report):
    games = games_of(report)
    with page(report.as_uri()) as browser:
        browser.run(READY)
        choice = 'document.querySelector("[data-part=choice]")'
        titles = browser.run(f"[...{choice}.options].map(option => option.text)")
        assert titles == [re.sub(r"\s+", " ", game["title"]) for game in games]
        browser.run(f"{choice}.selectedIndex = 1; {choice}.dispatchEvent(new Event('change'))")
        count = browser.run('document.querySelector("[data-part=count]").textContent')
        assert count == f"0 / {len(games[1]['frames']) - 1}"


@in_browser
@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_nothing_sticks_out_of_the_page_wide_or_narrow(report, width, height):
    with page(report.as_uri(), width=width, height=height) as browser:
        browser.run(READY)
        assert browser.run("document.documentElement.scrollWidth") <= width
        sizes = browser.run(
            '[...document.querySelectorAll("section")].map(part => part.getBoundingClientRect())'
            ".map(box => [box.left, box.right])"
        )
        assert all(0 <= left < right <= width for left, right in sizes)
        assert len(base64.b64decode(browser.screenshot())) > 10_000


@in_browser
def test_it_opens_without_a_network(report):
    with page(report.as_uri()) as browser:
        browser.run(READY)
        asked = [
            event["params"]["request"]["url"] for event in browser.said("Network.requestWillBeSent")
        ]
        assert all(address.startswith(("file:", "data:")) for address in asked)
