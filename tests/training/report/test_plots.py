"""Plots: what is drawn where."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from training.evaluation import Estimate
from training.report.plots import histogram, interval_plot, matrix, ticks

ROWS = [("agent", Estimate(10.0, 0.0, 20.0)), ("<random>", Estimate(-10.0, -20.0, 0.0))]


def element(text):
    return ElementTree.fromstring(text.replace("&nbsp;", " "))


def percent(text):
    return float(text.rstrip("%"))


def test_an_interval_has_its_dot_in_the_middle_and_its_numbers_beside_it():
    plot = element(interval_plot(ROWS, digits=0, signed=True))
    row = plot.findall("svg")[0]
    line = next(part for part in row if part.get("class") == "interval")
    dot = row.find("circle")
    ends = percent(line.get("x1")), percent(line.get("x2"))
    assert percent(dot.get("cx")) == pytest.approx(sum(ends) / 2, abs=0.01)
    assert "".join(plot.findall("span")[1].itertext()) == "+10 [+0, +20]"


def test_names_are_text_and_never_markup():
    assert element(interval_plot(ROWS, digits=0)).findall("span")[2].text == "<random>"
    rows = [[0.5, 0.9], [0.1, 0.5]]
    table = element(matrix(["<a>", "b"], *[np.array(rows)] * 3))
    assert table.find(".//tbody/tr/th").text == "<a>"


def test_the_reference_lies_within_the_plot_even_beyond_all_intervals():
    plot = element(interval_plot(ROWS, digits=0, reference=100.0))
    reference = next(part for part in plot.iter() if part.get("class") == "reference")
    assert 90 < percent(reference.get("x1")) < 100


def test_a_single_exact_value_can_be_plotted():
    assert "1.00" in interval_plot([("sure", Estimate(1.0, 1.0, 1.0))], digits=2)


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-300, 500), (0.48, 0.52), (3, 3000)])
def test_ticks_are_few_round_numbers_inside(low, high):
    marks = ticks(low, high)
    assert 3 <= len(marks) <= 11
    assert all(low <= mark <= high for mark in marks)
    steps = np.diff(marks)
    assert steps == pytest.approx(steps[0])
    assert re.fullmatch(r"[125]", f"{steps[0]:.0e}"[0])


def test_a_histogram_counts_every_value():
    values = np.array([0.0] * 3 + [1.0] * 6 + [20.0])
    plot = element(histogram(values, "points", low=0, high=20, whole=True))
    bars = plot.findall(".//rect")
    counts = [int(bar.find("title").text.rpartition(" ")[2]) for bar in bars]
    assert sum(counts) == 10
    assert counts[:3] == [3, 6, 0]
    assert percent(bars[1].get("height")) == 100
    assert plot.find("figcaption").text == "points: mean 2.60"


def test_a_histogram_of_equal_values_is_one_bar():
    plot = element(histogram(np.array([5.0, 5.0]), "points", low=5, high=5, whole=True))
    counts = [int(bar.find("title").text.rpartition(" ")[2]) for bar in plot.findall(".//rect")]
    assert sum(counts) == max(counts) == 2


def test_a_matrix_is_bold_where_the_interval_leaves_out_one_half():
    shares = np.array([[0.5, 0.7], [0.3, 0.5]])
    sure = element(matrix(["a", "b"], shares, shares - 0.1, shares + 0.1))
    assert [cell.text for cell in sure.findall(".//b")] == ["0.70", "0.30"]
    open_ = element(matrix(["a", "b"], shares, shares - 0.3, shares + 0.3))
    assert open_.findall(".//b") == []
