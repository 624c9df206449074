"""The bar of a tournament: games, speed, leader."""

import io

from rich.console import Console

from training.progress import Leader, shown
from training.results import SCORED, Game


def game(deal, shares, seating=(0, 1)):
    return Game(
        deal=deal,
        number=0,
        seating=seating,
        points=shares,
        pay=shares,
        shares=shares,
        decisions=1,
        ending=SCORED,
    )


def test_nobody_leads_before_there_is_an_interval():
    leader = Leader(["tortoise", "hare"], [[], []])
    assert leader.words() == ""
    leader.add([game(0, (1.0, 0.0))])
    assert leader.words() == ""


def test_the_leader_has_the_largest_share_of_wins_over_deals():
    leader = Leader(["tortoise", "hare"], [[], []])
    leader.add([game(deal, (1.0, 0.0)) for deal in range(3)])
    leader.add([game(3, (1.0, 0.0), seating=(1, 0))])
    assert leader.words().startswith("tortoise 0.750 [")


def test_a_tournament_that_goes_on_knows_who_led():
    leader = Leader(["tortoise", "hare"], [[0.0, 0.5, 0.5], [1.0, 0.5, 0.5]])
    assert leader.words().startswith("hare 0.667 [")


def test_the_bar_counts_games_and_goes_on_where_it_was():
    page = io.StringIO()
    console = Console(file=page, width=120, force_terminal=True)
    with shown(console, total=10, done=4, leader=Leader(["a", "b"], [[], []])) as count:
        count([game(0, (1.0, 0.0)), game(1, (1.0, 0.0))])
    assert "6/10" in page.getvalue()
