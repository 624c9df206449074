"""Every match of a league stands in a readable ledger, and in one picture."""

import json

import pytest

from training.ledger import Match, from_jsonl, picture, to_jsonl

MATCHES = [
    Match(30_000, "heuristic", None, 10, 2, 1, 0.25, -3.5),
    Match(30_000, "ab" * 32, 1, 3, 2, 0, 0.6667, 1.0),
    Match(60_000, "heuristic", None, 150, 75, 0, 0.5, 0.0),
    Match(60_000, "cd" * 32, 2, 1, 0, 1, 0.5, 0.0),
]


def drawn(monkeypatch, matches):
    """What a picture shows: the shares as an image, and the labels of both sides."""
    from matplotlib.axes import Axes

    shown = {}
    image, secondary = Axes.imshow, Axes.secondary_yaxis

    def imshow(self, shares, **how):
        shown.update(shares=shares, axes=self)
        return image(self, shares, **how)

    def right(self, place):
        shown["right"] = secondary(self, place)
        return shown["right"]

    monkeypatch.setattr(Axes, "imshow", imshow)
    monkeypatch.setattr(Axes, "secondary_yaxis", right)
    assert picture(matches, "a title").startswith(b"\x89PNG")
    labels = [
        [label.get_text() for label in axes.get_yticklabels()]
        for axes in (shown["axes"], shown["right"])
    ]
    return shown["shares"], *labels


def test_the_ledger_comes_back_as_it_was_written():
    assert from_jsonl(to_jsonl(MATCHES)) == MATCHES
    assert to_jsonl(from_jsonl(to_jsonl(MATCHES))) == to_jsonl(MATCHES)


def test_a_match_is_a_line_of_json():
    lines = to_jsonl(MATCHES).splitlines()
    assert len(lines) == len(MATCHES)
    assert json.loads(lines[0]) == {
        "decisions": 30_000,
        "member": "heuristic",
        "generation": None,
        "games": 10,
        "wins": 2,
        "ties": 1,
        "share": 0.25,
        "lead": -3.5,
    }


def test_the_picture_has_a_row_for_every_member_and_says_how_it_stands_now(monkeypatch):
    shares, left, right = drawn(monkeypatch, MATCHES)
    assert left == ["heuristic", "1: ababab", "2: cdcdcd"]
    assert right == ["0.50", "0.67", "0.50"]  # of heuristic only the last games count
    assert shares[0, shares.shape[1] // 2 - 1] == pytest.approx(0.25)
    assert shares[0, -1] == 0.5 and shares[2, -1] == 0.5
    assert (shares[1:, 0] != shares[1:, 0]).all()  # nan where nothing was played


def test_many_generations_are_labelled_in_part(monkeypatch):
    many = [Match(n, f"{n:064x}", n, 5, 3, 0, 0.6, 1.0) for n in range(1, 101)]
    shares, left, right = drawn(monkeypatch, many)
    assert len(shares) == 100 and len(left) == len(right) <= 40


def test_before_the_first_match_there_is_a_picture_too():
    assert picture([], "nothing yet").startswith(b"\x89PNG")
