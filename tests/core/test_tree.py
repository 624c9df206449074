from typing import Any

import numpy as np
import pytest

from sea_envs.core.tree import NO_NODE, NODE, ROOT, add_node, back_up, weigh


class Grown:
    """A tree with room for ten nodes."""

    def __init__(self) -> None:
        self.nodes = np.zeros(10, NODE)
        self.held = np.ones(1, np.int64)
        self.extremes = np.array([np.inf, -np.inf])

    def add(self, parent: int, seat: int, action: int) -> int:
        return int(add_node(self.nodes, self.held, parent, seat, action))

    def pay(self, node: int, *pays: float) -> None:
        back_up(self.nodes, node, np.array(pays), len(pays), self.extremes)

    def weigh(self, seat: int, actions: tuple[int, ...], width: float) -> tuple[int, int, Any]:
        mask = np.zeros(6, np.int8)
        mask[list(actions)] = 1
        untried, best = weigh(self.nodes, ROOT, seat, mask, width)
        return untried, best, list(np.flatnonzero(mask))


def test_a_pay_is_credited_to_every_decision_for_the_seat_that_took_it() -> None:
    tree = Grown()
    first = tree.add(ROOT, 0, 3)
    second = tree.add(first, 2, 1)
    tree.pay(second, 1.0, 0.0, -1.0)
    tree.pay(first, 0.5, 0.5, -1.0)
    assert (tree.nodes[first].visits, tree.nodes[first].total) == (2, 1.5)
    assert (tree.nodes[second].visits, tree.nodes[second].total) == (1, -1.0)
    assert list(tree.extremes) == [-1.0, 1.0]


def test_actions_without_a_child_are_counted_and_stay_marked() -> None:
    tree = Grown()
    tree.pay(tree.add(ROOT, 0, 3), 1.0, 0.0)
    assert tree.weigh(0, (1, 3, 5), 1.0) == (2, 1, [1, 5])


def test_the_same_action_of_another_seat_is_another_child() -> None:
    tree = Grown()
    tree.pay(tree.add(ROOT, 1, 3), 1.0, 0.0)
    assert tree.weigh(0, (3,), 1.0) == (1, NO_NODE, [3])
    mine = tree.add(ROOT, 0, 3)
    tree.pay(mine, 0.0, 1.0)
    assert tree.weigh(0, (3,), 1.0) == (0, mine, [])


def test_without_exploration_the_best_mean_is_followed_among_what_is_legal_here() -> None:
    tree = Grown()
    best, good, bad = (tree.add(ROOT, 0, action) for action in (0, 1, 2))
    for node, pay in ((best, 3.0), (good, 2.0), (bad, 1.0)):
        tree.pay(node, pay, 0.0)
    assert tree.weigh(0, (0, 1, 2), 0.0)[1] == best
    assert tree.weigh(0, (1, 2), 0.0)[1] == good


def test_only_worlds_in_which_an_action_is_legal_make_it_look_neglected() -> None:
    tree = Grown()
    rare, common = tree.add(ROOT, 0, 0), tree.add(ROOT, 0, 1)
    for node in (rare, common):
        tree.pay(node, 1.0, 0.0)
    for _ in range(20):
        tree.weigh(0, (1,), 1.0)
    assert (tree.nodes[rare].available, tree.nodes[common].available) == (1, 21)
    assert tree.weigh(0, (0, 1), 1.0)[1] == common, "passed over in 21 worlds, the other in one"


@pytest.mark.parametrize("visits", [1, 5])
def test_exploration_prefers_what_was_tried_less(visits: int) -> None:
    tree = Grown()
    seldom, often = tree.add(ROOT, 0, 0), tree.add(ROOT, 0, 1)
    for _ in range(visits):
        tree.pay(seldom, 1.0, 0.0)
    for _ in range(visits + 3):
        tree.pay(often, 1.0, 0.0)
    tree.nodes["available"][[seldom, often]] = 2 * visits + 3
    assert tree.weigh(0, (0, 1), 1.0)[1] == seldom
