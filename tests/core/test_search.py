import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from os import environ
from typing import Any

import numpy as np
import pytest

from sea_envs import load
from sea_envs.core import search
from sea_envs.core.errors import BadOption, BadRecord, BadSeats, GameOver
from sea_envs.core.play import Play
from sea_envs.core.rng import seed_words
from sea_envs.core.search import Plan, Searcher, Thought
from tests.core import tiny
from tests.core.tiny import BONUS, PEARLS
from tests.games.information import assert_canonical, disguised

WORLD = range(1, PEARLS + 1)
SNORKELING = load("snorkeling")
METHODS = pytest.mark.parametrize("method", search.METHODS)


def pearls(hand: tuple[int, ...], *laid: int, players: int = 2, **options: Any) -> Play:
    """One round in which the seat to move holds `hand` and the seats before it have laid `laid`."""
    play = Play(tiny.GAME.setup(players, rounds=1, **options))
    spare = [pearl for pearl in WORLD if pearl not in (*hand, *laid)]
    deck = [pearl for first in laid for pearl in (first, spare.pop())]
    play.begin(7, deck=[*deck, *hand, *spare])
    for first in laid:
        play.act(first - 1)
    return play


def think(play: Play, seed: int = 1, *, reward: str = "win", **plan: Any) -> Thought:
    searcher = Searcher(play.setup, Plan(**plan), reward=reward)
    return searcher.think(play.state, play.seat, seed_words(seed))


def values(thought: Thought) -> dict[int, float]:
    """The mean pay by the worth of the pearl laid."""
    return {int(a) + 1: float(v) for a, v in zip(thought.actions, thought.values, strict=True)}


def same(one: Thought, other: Thought) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("actions", "visits", "values", "best", "simulations", "decisions")
    )


# The same game by hand: what a round pays, and what follows from perfect play of the last seat.


def round_points(kept: tuple[int, ...], laid: tuple[int, ...], storm: bool) -> list[list[float]]:
    """The points of every seat, for each side of the die (one side without a storm)."""
    outcomes = []
    for side in (1, 2, 3) if storm else (1,):
        points = [float(pearl) for pearl in kept]
        wanted = min(laid) if side == 3 else max(laid)
        points[laid.index(wanted)] += BONUS
        outcomes.append(points)
    return outcomes


def lead(hand: tuple[int, int], storm: bool, reply: str) -> dict[int, float]:
    """Seat 0 of two: its mean margin by the pearl it lays, if seat 1 replies best or at random."""
    worth = {}
    for laid in hand:
        margins = []
        for held in combinations([pearl for pearl in WORLD if pearl not in hand], 2):
            replies = []
            for answer in held:
                kept = (sum(hand) - laid, sum(held) - answer)
                outcomes = round_points(kept, (laid, answer), storm)
                replies.append(float(np.mean([mine - theirs for mine, theirs in outcomes])))
            margins.append(min(replies) if reply == "best" else float(np.mean(replies)))
        worth[laid] = float(np.mean(margins))
    return worth


def second(
    hand: tuple[int, int], laid: int, start: tuple[int, ...], reply: str
) -> dict[int, float]:
    """Seat 1 of three: its mean pay under `rank` by the pearl it lays.

    Seat 2 replies for its own (where it does not care, against seat 1) or only to hurt seat 1.
    """
    worth = {}
    unseen = [pearl for pearl in WORLD if pearl not in (laid, *hand)]
    for mine in hand:
        pays = []
        for kept in unseen:
            for held in combinations([pearl for pearl in unseen if pearl != kept], 2):
                replies = []
                for answer in held:
                    keeps = (kept, sum(hand) - mine, sum(held) - answer)
                    (points,) = round_points(keeps, (laid, mine, answer), storm=False)
                    replies.append(ranks(np.add(points, start)))
                wanted = max(pay[2] for pay in replies) if reply == "own" else -1.0
                pays.append(min(pay[1] for pay in replies if pay[2] >= wanted))
        worth[mine] = float(np.mean(pays))
    return worth


def ranks(points: Any) -> list[float]:
    """The pay of three seats under `rank`: a half for each seat behind, less one for each ahead."""
    return [float(np.sign(mine - points).sum()) / 2 for mine in points]


def clear(worth: dict[int, float], by: float) -> bool:
    return max(worth.values()) - min(worth.values()) >= by


@pytest.mark.parametrize("storm", [False, True])
def test_it_finds_the_computed_move_for_every_hand_where_one_is_clearly_better(storm: bool) -> None:
    tried = 0
    for hand in combinations(WORLD, 2):
        worth = lead(hand, storm, "best")
        if clear(worth, 0.75):
            thought = think(pearls(hand, storm=storm), reward="margin", simulations=2000)
            assert thought.best + 1 == max(worth, key=worth.__getitem__), (hand, worth)
            tried += 1
    assert tried >= 10


def test_chance_after_the_decision_turns_the_best_move_around() -> None:
    assert think(pearls((2, 7)), reward="margin").best + 1 == 7
    assert think(pearls((2, 7), storm=True), reward="margin").best + 1 == 2


def test_every_seat_is_taken_to_play_for_itself_not_against_the_searcher() -> None:
    start = (0, 0, 1)
    own, hostile = (second((2, 7), 3, start, reply) for reply in ("own", "hostile"))
    assert own[2] > own[7] + 0.25 and hostile[7] > hostile[2] + 0.25
    play = pearls((2, 7), 3, players=3)
    play.state["points"][:3] = start
    assert think(play, reward="rank", simulations=3000).best + 1 == 2


def test_flat_values_are_those_of_random_replies() -> None:
    play = pearls((3, 6))
    thought = think(play, reward="margin", method="flat", simulations=10_000)
    assert values(thought) == pytest.approx(lead((3, 6), False, "random"), abs=0.15)
    assert list(thought.visits) == [5000, 5000]


def test_heuristic_playouts_reply_as_the_heuristic_does() -> None:
    hand = (3, 6)
    mean = {}
    for laid in hand:
        margins = []
        for held in combinations([pearl for pearl in WORLD if pearl not in hand], 2):
            ((mine, theirs),) = round_points(
                (sum(hand) - laid, min(held)), (laid, max(held)), False
            )
            margins.append(mine - theirs)
        mean[laid] = float(np.mean(margins))
    thought = think(
        pearls(hand), reward="margin", method="flat", simulations=10_000, playouts="heuristic"
    )
    assert values(thought) == pytest.approx(mean, abs=0.15)


def snorkelers(seats: int) -> Iterator[Play]:
    """Copies of a game of Snorkeling, taken now and then where there is something to choose."""
    play = Play(SNORKELING.setup(seats))
    play.begin(seats)
    chance = np.random.default_rng(seats)
    for count in range(200):
        if play.over:
            return
        if count % 20 == 5 and len(play.legal()) > 2:
            stopped = Play(play.setup)
            stopped.restore(play.saved())
            yield stopped
        play.act(int(chance.choice(play.legal())))


@METHODS
@pytest.mark.parametrize("playouts", ["random", "heuristic"])
def test_nothing_that_the_seat_cannot_know_changes_what_it_thinks(
    method: str, playouts: str
) -> None:
    plan = {"method": method, "playouts": playouts, "simulations": 100}
    if playouts == "heuristic":
        plan["horizon"] = 40
    hidden = 0
    for play in (*snorkelers(2), *snorkelers(4), pearls((3, 6)), pearls((3, 6), 2, players=3)):
        real = think(play, 3, **plan)
        for seed in range(3):
            other = Play(play.setup)
            other.restore(disguised(play, play.seat, seed))
            hidden += other.saved().tobytes() != play.saved().tobytes()
            assert same(real, think(other, 3, **plan))
    assert hidden > 20


def test_worlds_of_the_tiny_game_are_canonical() -> None:
    differed = 0
    for players in (2, 3):
        for seed in range(20):
            play = Play(tiny.GAME.setup(players, storm=bool(seed % 2)))
            play.begin(seed)
            while not play.over:
                for seat in range(players):
                    differed += assert_canonical(play, seat, seed)
                play.act(play.legal()[seed % len(play.legal())])
    assert differed > 100


@METHODS
def test_the_same_chance_gives_the_same_thought_and_other_chance_another(method: str) -> None:
    play = next(snorkelers(3))
    assert same(think(play, 1, method=method), think(play, 1, method=method))
    assert not same(think(play, 1, method=method), think(play, 2, method=method))


def test_one_searcher_thinks_alike_before_and_after_other_decisions() -> None:
    first, second = pearls((2, 7)), pearls((5, 6))
    searcher = Searcher(first.setup)
    before = searcher.think(first.state, 0, seed_words(1))
    searcher.think(second.state, 0, seed_words(2))
    assert same(before, searcher.think(first.state, 0, seed_words(1)))


def test_a_choice_depends_on_its_own_row_alone() -> None:
    plays = list(snorkelers(2))
    states = np.concatenate([play.saved() for play in plays])
    seats = np.array([play.seat for play in plays])
    chance = np.linspace(0.1, 0.9, len(plays))
    rows = np.arange(len(plays))
    searcher = search.player(plays[0].setup, "search", 60)
    before = states.copy()
    together = searcher.choose_worlds(states, seats=seats, chance=chance, rows=rows)
    assert states.tobytes() == before.tobytes(), "the games are not touched"
    assert together.dtype == np.int64
    for row in rows[::-1]:
        alone = searcher.choose_worlds(
            states[[row]], seats=seats[[row]], chance=chance[[row]], rows=rows[[row]]
        )
        assert alone[0] == together[row]
        assert alone[0] in plays[row].legal()


def test_a_choice_that_is_settled_early_is_the_one_of_the_whole_search() -> None:
    made: list[int] = []
    whole = 0
    for play in snorkelers(2):
        searcher = search.player(play.setup, "search", 200)
        for chance in (0.1, 0.5, 0.9):
            thought = searcher.think(play.state, play.seat, seed_words(int(chance * 2**53)))
            whole += thought.simulations
            with counting(searcher, made):
                (action,) = searcher.choose_worlds(
                    play.saved(),
                    seats=np.array([play.seat]),
                    chance=np.array([chance]),
                    rows=np.zeros(1, np.int64),
                )
            assert action == thought.best
    assert whole / 2 < sum(made) < whole, "the less, the clearer; but never settled at half"


@contextmanager
def counting(searcher: Searcher, made: list[int]) -> Iterator[None]:
    """Note how many worlds are played through the searcher's tree."""
    loops = searcher._loops

    def grow(*given: Any) -> int:
        made.append(given[-1])
        return loops.grow(*given)

    searcher._loops = replace(loops, grow=grow)
    yield
    searcher._loops = loops


def test_visits_simulations_and_decisions_add_up() -> None:
    thought = think(pearls((3, 6)), simulations=500)
    assert thought.simulations == thought.visits.sum() == 500
    assert thought.decisions == 2 * 500, "two decisions finish the round"
    flat = think(pearls((3, 6)), method="flat", simulations=501)
    assert list(flat.visits) == [250, 250]
    assert (flat.simulations, flat.decisions) == (500, 1000)


def test_flat_tries_every_action_even_when_told_to_simulate_less() -> None:
    thought = think(next(snorkelers(2)), method="flat", simulations=1)
    assert set(thought.visits) == {1}


def test_the_only_legal_action_needs_no_thought() -> None:
    play = Play(SNORKELING.setup(2))
    play.begin(1)
    while len(play.legal()) > 1:
        play.act(play.legal()[-1])
    thought = think(play)
    assert [thought.best] == play.legal()
    assert (thought.simulations, thought.decisions) == (0, 0)


def test_the_choice_is_the_most_visited_action_not_the_luckiest() -> None:
    play = pearls((1, 4))
    luckier = 0
    for seed in range(100):
        thought = think(play, seed, reward="margin", simulations=15)
        at = list(thought.actions).index(thought.best)
        assert thought.visits[at] == thought.visits.max()
        luckier += thought.values[at] < thought.values.max()
    assert luckier, "of two moves as good as each other, the less visited is often ahead"


def test_a_full_tree_is_used_but_grows_no_more() -> None:
    play = next(snorkelers(2))
    searcher = Searcher(play.setup, Plan(simulations=2000, nodes=2))
    thought = searcher.think(play.state, play.seat, seed_words(1))
    most = SNORKELING.actions.COUNT + 1
    assert searcher.nodes_held == most, "as many nodes as there are actions, and the root"
    assert (thought.visits > 0).all() and thought.visits.sum() == 2000
    roomy = Searcher(play.setup, Plan(simulations=2000))
    roomy.think(play.state, play.seat, seed_words(1))
    assert most < roomy.nodes_held <= 2001


def test_playouts_stop_at_the_horizon_and_pay_what_the_points_then_are() -> None:
    play = Play(tiny.GAME.setup(2, rounds=5))
    play.begin(1)
    play.state["points"][:2] = (9, 3)
    thought = think(play, reward="margin", method="flat", horizon=0)
    assert list(thought.values) == [6.0, 6.0], "after one decision no round has been scored"
    assert thought.decisions == thought.simulations
    longer = think(play, reward="margin", method="flat", horizon=3)
    assert longer.decisions == 4 * longer.simulations


def test_the_cap_on_decisions_ends_imagined_games_too() -> None:
    play = Play(tiny.GAME.setup(2, rounds=5))
    play.begin(1)
    play.state["max_decisions"] = 3
    thought = think(play)
    assert thought.decisions == 3 * thought.simulations


def test_a_budget_in_seconds_is_spent_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(100))
    monkeypatch.setattr(search, "perf_counter", lambda: float(next(ticks)))
    thought = think(pearls((3, 6)), seconds=4.5)
    assert next(ticks) == 6, "asked at 0, then at 1, 2, 3 and 4 with time left, and at 5 without"
    assert thought.simulations == 4 * search.CHUNK


def test_the_pay_scheme_decides_what_is_sought() -> None:
    """Far ahead, `win` no longer cares; `margin` still wants every point."""
    play = pearls((2, 7))
    play.state["points"][0] = 30
    assert set(think(play, reward="win").values) == {1.0}
    assert think(play, reward="margin").best + 1 == 7


def test_the_named_searchers_look_as_far_ahead_as_their_game_says() -> None:
    each = {}
    for horizon in (None, 3):
        play = Play(replace(tiny.GAME, horizon=horizon).setup(2, rounds=5))
        play.begin(1)
        for method in search.METHODS:
            thought = search.player(play.setup, method, 200).think(
                play.state, play.seat, seed_words(1)
            )
            each[method, horizon] = thought.decisions / thought.simulations
    assert each["flat", 3] == 1 + 3
    assert each["flat", None] == each["search", None] == 2 * 5
    assert 3 < each["search", 3] < 2 * 5


def test_a_searcher_can_be_pickled() -> None:
    play = pearls((3, 6), storm=True)
    searcher = Searcher(play.setup, Plan(simulations=200), reward="rank")
    again = pickle.loads(pickle.dumps(searcher))
    assert same(
        searcher.think(play.state, 0, seed_words(1)), again.think(play.state, 0, seed_words(1))
    )


def test_what_cannot_be_searched_is_refused() -> None:
    play = pearls((3, 6))
    searcher = Searcher(play.setup)
    with pytest.raises(BadSeats, match="search for seat 1: possible: 0, the seat to move"):
        searcher.think(play.state, 1, seed_words(1))
    with pytest.raises(BadRecord, match="other fields than pearls has"):
        searcher.think(next(snorkelers(2)).state, 0, seed_words(1))
    play.act(2)
    play.act(play.legal()[0])
    with pytest.raises(GameOver, match="the game is over"):
        searcher.think(play.state, play.seat, seed_words(1))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"method": "serach"}, "unknown method 'serach'; Did you mean 'search'"),
        ({"playouts": "clever"}, "unknown playouts 'clever'"),
        ({"simulations": 0}, "simulations=0: possible: a whole number from 1"),
        ({"simulations": 2.5}, "simulations=2.5"),
        ({"simulations": 2**31}, "simulations=2147483648"),
        ({"horizon": -1}, "horizon=-1: possible: a whole number from 0"),
        ({"nodes": 1}, "nodes=1: possible: a whole number from 2"),
        ({"seconds": 0}, "seconds=0: possible: a number above 0"),
        ({"seconds": float("nan")}, "seconds=nan"),
        ({"exploration": -0.1}, "exploration=-0.1: possible: a number from 0"),
    ],
)
def test_a_plan_says_what_is_possible(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        Plan(**given)
    with pytest.raises(BadOption, match="unknown reward scheme 'most'"):
        Searcher(tiny.GAME.setup(2), reward="most")


def digest() -> str:
    """What searches of the tiny game find, to the last bit."""
    lines = []
    for method in search.METHODS:
        for playouts in ("random", "heuristic"):
            play = Play(tiny.GAME.setup(3, storm=True))
            play.begin(4)
            play.act(play.legal()[0])
            thought = think(play, method=method, playouts=playouts, simulations=120)
            lines.append(
                f"{thought.best} {thought.visits.tolist()} {thought.values.tobytes().hex()}"
            )
    return "; ".join(lines)


def test_compiled_and_uncompiled_find_the_same() -> None:
    script = "from tests.core.test_search import digest; print(digest())"
    plain = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", script],
        env={**environ, "PYTHONPATH": ".", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert plain.returncode == 0, plain.stderr
    assert plain.stdout.strip() == digest()
