"""What a run tells of itself."""

import io

import numpy as np
from rich.console import Console
from stable_baselines3.common.logger import Logger
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from training.evaluation import Estimate, Evaluation
from training.monitor import Milestone, bar, curve, from_csv, milestone, show_in_tensorboard, to_csv

HISTORY = [
    Milestone(0, "random", 40, 0.5, 0.4, 0.6, 9.0, -0.25),
    Milestone(0, "search:20", 40, 0.1, 0.05, 0.2, 4.0, -7.0),
    Milestone(1_000_000, "random", 40, 1.0, 0.9, 1.0, 12.5, 1 / 3),
]


def test_the_history_comes_back_as_it_was_written():
    assert from_csv(to_csv(HISTORY)) == HISTORY
    assert to_csv(HISTORY).splitlines()[0] == (
        "decisions,opponent,games,win_share,low,high,points,lead"
    )


def test_an_evaluation_becomes_a_milestone():
    share, points, lead = Estimate(0.6, 0.5, 0.7), Estimate(9, 8, 10), Estimate(1, 0, 2)
    found = Evaluation(20, 40, share, points, lead, 99.0, np.zeros(20), np.zeros(20))
    assert milestone(7, "random", found) == Milestone(7, "random", 40, 0.6, 0.5, 0.7, 9, 1)


def test_the_curve_is_a_picture():
    picture = curve(HISTORY, 0.5, "Some game, 2 players")
    assert picture.startswith(b"\x89PNG") and len(picture) > 5000
    assert curve([], 0.5, "Nothing yet").startswith(b"\x89PNG")


def test_the_curve_shows_where_something_happens(monkeypatch):
    from matplotlib.axes import Axes

    limits = []
    set_ylim = Axes.set_ylim

    def noted(axes, *given, **more):
        limits.append(given)
        return set_ylim(axes, *given, **more)

    monkeypatch.setattr(Axes, "set_ylim", noted)
    history = [Milestone(at, "heuristic", 9, 0.18, 0.17, 0.19, 9, 1) for at in (0, 10)]
    curve(history, 0.25, "Some game, 4 players")
    curve(HISTORY, 0.5, "Some game, 2 players")
    (low, high), (lower, higher) = (given for given in limits if len(given) == 2)
    assert 0.1 < low < 0.17 and 0.25 < high < 0.3
    assert lower < min(entry.low for entry in HISTORY) < max(e.high for e in HISTORY) < higher


def test_scalars_arrive_under_their_names(tmp_path):
    logger = Logger(None, [])
    show_in_tensorboard(logger, tmp_path)
    logger.record("eval/win_share_vs_random", 0.75)
    logger.dump(1234)
    logger.close()
    events = EventAccumulator(str(tmp_path))
    events.Reload()
    (scalar,) = events.Scalars("eval/win_share_vs_random")
    assert (scalar.step, scalar.value) == (1234, 0.75)


def test_lines_stay_above_the_bar_and_are_not_broken():
    out = io.StringIO()
    with bar(Console(file=out, width=40), total=100, done=20) as shown:
        shown.move(60, 12345.6)
        shown.say("a line " * 20)
    assert ("a line " * 20).strip() in out.getvalue()
    assert "60 of 100 decisions" in " ".join(out.getvalue().split())
