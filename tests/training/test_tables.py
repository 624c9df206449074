"""Standings as text, CSV and JSON."""

import csv
import io
import json

from tests.training.records import record, table
from training.tables import WIDTH, as_csv, as_json, as_text, notes, pairs_as_csv

NAMES = ["random", "heuristic", "agent"]
ONE = table(
    record(
        *[(deal, (2, 0), (5, 1)) for deal in range(20)],
        *[(deal, (2, 1), (5, 1 + 8 * (deal % 3 == 0))) for deal in range(20)],
        *[(deal, (1, 0), (5, 9 * (deal % 5 == 0))) for deal in range(20)],
        forfeiters=[(3, 0)],
    )
)


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_the_text_names_every_player_with_share_and_rating_in_one_line():
    lines = as_text([ONE], NAMES, retired=[0]).splitlines()
    assert max(map(len, lines)) <= WIDTH
    first = next(line for line in lines if "agent" in line)
    assert "0.825 [" in first
    assert next(line for line in lines if "random" in line).endswith("1, retired")


def test_below_the_table_stands_what_its_order_is_worth():
    said = notes(ONE, NAMES)
    assert said[0].startswith("agent is better than heuristic with probability 0.")
    assert "heuristic is better than random with probability" in said[1]
    assert said[2].startswith("cycles among 1 threes of players: 0.000 [")
    assert said[3] == "Nash average: agent 1.00"


def test_two_players_that_are_level_are_said_to_be():
    level = table(record(*[(deal, (0, 1), (1, 1)) for deal in range(5)]))
    assert notes(level, NAMES)[0].endswith("; they are level")


def test_players_close_together_are_told_how_many_deals_would_separate_them():
    close = table(record(*[(deal, (0, 1), (deal % 9 > 3, deal % 9 <= 3)) for deal in range(45)]))
    assert "more deals would separate them" in notes(close, NAMES)[0]


def test_the_csv_has_a_line_per_player_that_agrees_with_the_table():
    lines = rows(as_csv([ONE], NAMES, retired=[0]))
    assert [line["player"] for line in lines] == ["agent", "heuristic", "random"]
    assert [line["rank"] for line in lines] == ["1", "2", "3"]
    assert float(lines[0]["win_share"]) == 0.825
    assert float(lines[0]["win_share_low"]) < 0.825 < float(lines[0]["win_share_high"])
    assert (lines[0]["behind"], lines[2]["forfeits"], lines[2]["retired"]) == ("", "1", "1")


def test_every_pair_is_compared_in_both_directions():
    pairs = rows(pairs_as_csv([ONE], NAMES))
    assert len(pairs) == 6
    there = next(p for p in pairs if (p["player"], p["opponent"]) == ("agent", "random"))
    back = next(p for p in pairs if (p["player"], p["opponent"]) == ("random", "agent"))
    assert float(there["ahead"]) + float(back["ahead"]) == 1
    assert float(there["better"]) + float(back["better"]) == 1
    assert there["meetings"] == "20"


def test_the_json_holds_the_configuration_and_the_tables():
    whole = json.loads(as_json([ONE], NAMES, [0], {"seed": 0}))
    assert whole["config"] == {"seed": 0}
    assert whole["tables"][0]["players"][0]["player"] == "agent"
    assert whole["tables"][0]["nash"] == {"agent": 1.0, "heuristic": 0.0, "random": 0.0}
