"""Ratios, JSON and the README's tables hold what was measured."""

import json

from sea_envs import peers
from sea_envs.bench import PART, Figure
from sea_envs.bench_tables import BLOCK, Ratio, as_json, as_markdown, machine, ratios
from sea_envs.registry import GAMES, load
from sea_envs.spec import README, missing

FOUND = [
    Figure("PettingZoo connect_four_v3", "connect_four", 2, 1000.0, "decisions/s", 5),
    Figure("AEC loop", "ocean", 2, 12_345.6, "decisions/s", 5),
    Figure("AEC loop", "ocean", 4, 9_000.0, "decisions/s", 5),
    Figure("clone", "ocean", 2, 901.2, "ns", 5),
    Figure("self-play PPO", "ocean", 2, 40_000.0, "decisions/s", 1),
    Figure("environment", "ocean", 2, 0.44, PART, 1),
    Figure(peers.OWN_TUTORIAL, "ocean", 2, 1600.0, "decisions/s", 1),
    Figure("warm start", "ocean", 2, 0.62, "s", 3),
]


def rows(page: str) -> list[list[str]]:
    return [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in page.splitlines()
        if line.startswith("| ")
    ]


def test_ratios_compare_loops_of_the_same_kind_only() -> None:
    found = [
        Figure("PettingZoo connect_four_v3", "connect_four", 2, 10.0, "decisions/s", 1),
        Figure("AEC loop", "snorkeling", 2, 50.0, "decisions/s", 1),
        Figure("search", "snorkeling", 2, 70.0, "decisions/s", 1),
    ]
    loop = "AEC loop / PettingZoo connect_four_v3"
    assert ratios(found) == [Ratio("snorkeling (2)", loop, 5.0)]
    written = json.loads(as_json(found))
    assert written["ratios"] == [{"name": f"snorkeling (2) {loop}", "value": 5.0, "unit": "times"}]
    assert written["figures"][1]["unit"] == "decisions/s"


def test_a_tutorial_on_a_game_of_ours_is_compared_with_that_game_only() -> None:
    def learning(name: str, game: str, value: float) -> Figure:
        return Figure(name, game, 2, value, "decisions/s", 1)

    found = [
        learning(peers.TUTORIAL, "connect_four", 10.0),
        learning("self-play PPO", "ocean", 300.0),
        learning(peers.OWN_TUTORIAL, "ocean", 15.0),
        learning("self-play PPO", "snorkeling", 500.0),
        learning(peers.OWN_TUTORIAL, "snorkeling", 5.0),
    ]
    assert ratios(found) == [
        Ratio("ocean (2)", f"self-play PPO / {peers.TUTORIAL}", 30.0),
        Ratio("snorkeling (2)", f"self-play PPO / {peers.TUTORIAL}", 50.0),
        Ratio("ocean (2)", f"self-play PPO / {peers.OWN_TUTORIAL}", 20.0),
        Ratio("snorkeling (2)", f"self-play PPO / {peers.OWN_TUTORIAL}", 100.0),
    ]


def test_every_figure_stands_under_its_head_in_the_row_of_its_table() -> None:
    assert rows(as_markdown("cmd", FOUND)) == [
        ["game (players)", "AEC loop", "clone, ns", "self-play PPO", "warm start, s"],
        ["ocean (2)", "12,346", "901", "40,000", "0.6"],
        ["ocean (4)", "9,000", "", "", ""],
        ["game (players)", "environment"],
        ["ocean (2)", "0.4 %"],
        ["library", "game (players)", "decisions/s"],
        ["PettingZoo connect_four_v3", "connect_four (2)", "1,000"],
        [peers.OWN_TUTORIAL, "ocean (2)", "1,600"],
        [
            "game (players)",
            "AEC loop / PettingZoo connect_four_v3",
            f"self-play PPO / {peers.OWN_TUTORIAL}",
        ],
        ["ocean (2)", "12.3", "25.0"],
        ["ocean (4)", "9.0", ""],
    ]


def test_what_was_not_measured_has_no_table() -> None:
    page = as_markdown("sea-envs bench ocean", FOUND[1:4])
    assert page.startswith("`sea-envs bench ocean`: medians") and str(machine()["numpy"]) in page
    assert [row[0] for row in rows(page)] == ["game (players)", "ocean (2)", "ocean (4)"]
    assert "librar" not in page and "%" not in page


def test_the_readme_shows_every_game_and_every_peer_in_the_shape_of_the_command() -> None:
    text = README.read_text(encoding="utf-8")
    assert missing(text, (BLOCK,)) == []
    page = text.partition(f"<!-- begin:{BLOCK} -->\n")[2].partition(f"<!-- end:{BLOCK} -->")[0]
    assert page.startswith("`sea-envs bench --peers --write`: medians")
    tables: dict[str, list[str]] = {}
    for row in rows(page):
        tables.setdefault(row[0], []).extend(row[1:])
    sizes = {name: (load(name).min_seats, load(name).max_seats) for name in GAMES}
    ours = {f"{name} ({count})" for name in GAMES for count in sizes[name]}
    assert ours | set(peers.LIKE) <= set(tables)
    assert {"self-play PPO", "environment", "update"} <= set(tables["game (players)"])
