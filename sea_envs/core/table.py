"""N games side by side, stepped in one compiled pass."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core import pay
from sea_envs.core.errors import BadOption, BadRows, GameOver, IllegalAction, unknown
from sea_envs.core.game import Setup
from sea_envs.core.loops import (
    DEAL,
    FINE,
    FINISHED,
    OUTSIDE,
    REFRESH,
    STEP,
    STEP_AND_DEAL,
    UNDEALT,
    first_outside,
    loops,
    lucky_rows,
    random_rows,
)
from sea_envs.core.rng import WORDS, seed_words
from sea_envs.core.state import blank

Array = npt.NDArray[Any]
Rows = Sequence[int] | npt.NDArray[np.int64]

ON_ILLEGAL = ("lose", "raise")


def random_words(rows: int, seed: int | None = None) -> Array:
    """Chance for `Table.random_actions`: uint32 [rows, 4]."""
    return np.random.SeedSequence(seed).generate_state(rows * WORDS, np.uint32).reshape(rows, WORDS)


def each_seed(seeds: Sequence[int | None] | int | None, rows: int) -> Sequence[int | None]:
    """One seed per row out of a list, out of one seed s for s, s + 1, ..., or None for entropy."""
    if seeds is None:
        return [None] * rows
    if isinstance(seeds, int | np.integer):
        return [int(seeds) + row for row in range(rows)]
    if len(seeds) != rows:
        raise BadRows(f"{len(seeds)} seeds for {rows} rows")
    return seeds


def whole(name: str, given: Any) -> Array:
    """Whole numbers as int64 [k], in the one form of memory for which the loops are compiled.

    Raises BadRows for anything else; truth values too, which are easily meant as a selection of
    rows.
    """
    if (
        type(given) is np.ndarray
        and given.dtype == np.int64
        and given.ndim == 1
        and given.flags.carray
    ):
        return given
    array = np.asarray(given)
    if array.ndim != 1 or (array.dtype.kind not in "iu" and array.size):
        raise BadRows(f"{name} are {array.dtype} {list(array.shape)}: possible: whole numbers [k]")
    return np.array(array, np.int64)


def _numbers(name: str, given: Any, count: int) -> Array:
    """Numbers as float64 [count], in the one form of memory for which the loops are compiled."""
    array = np.require(given, np.float64, ["C", "W"])
    if array.shape != (count,):
        raise BadRows(f"{name} is {list(array.shape)}: possible: [{count}]")
    return array


class Table:
    """`rows` games of one kind. Every array is the table's own and changes with the next step; copy
    what you keep.

    states [rows] records; masks [rows, actions] int8; observations [rows, cells] float32 of the
    seat to move; seats [rows] who moves; pays [rows, max seats] of the last decision; ended [rows]
    int8: whether that decision ended the game, and how: GOING, ENDED, CUT_OFF or FORFEITED of
    `loops`.
    """

    def __init__(
        self,
        setup: Setup,
        rows: int = 1,
        *,
        reward: str = "win",
        on_illegal: str = "lose",
        redeal: bool = False,
    ) -> None:
        """Allocate; `deal` deals. redeal: a row whose game ended is dealt anew in the same step."""
        if reward not in pay.SCHEMES:
            raise BadOption(unknown("reward scheme", reward, pay.SCHEMES))
        if on_illegal not in ON_ILLEGAL:
            raise BadOption(unknown("on_illegal", on_illegal, ON_ILLEGAL))
        if type(rows) is not int or rows < 1:
            raise BadOption(f"{rows!r} rows: possible: a whole number from 1")
        game = setup.game
        self.setup = setup
        self.game = game
        self.rows = rows
        self.reward = reward
        self.on_illegal = on_illegal
        self.redeal = redeal
        self.states = blank(game.rules.STATE, rows)
        self.masks = np.zeros((rows, game.actions.COUNT), np.int8)
        self.observations = np.zeros((rows, game.layout.size), np.float32)
        self.seats = np.zeros(rows, np.int64)
        self.pays = np.zeros((rows, game.max_seats), np.float32)
        self.ended = np.zeros(rows, np.int8)
        self.all_rows = np.arange(rows)
        self._work = np.zeros((2, game.max_seats))
        self._loops = loops(game)
        self._scheme = pay.SCHEMES.index(reward)
        self._strict = on_illegal == "raise"

    def __getstate__(self) -> dict[str, Any]:
        """All but the compiled loops, which the receiving process has of its own."""
        return {name: value for name, value in vars(self).items() if name != "_loops"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take up a pickled or copied table."""
        vars(self).update(state, _loops=loops(state["game"]))

    def seed(self, seeds: Sequence[int | None] | int | None, rows: Rows | None = None) -> None:
        """Set the chance of rows: a list of seeds, or one for s, s + 1, ..., None for entropy."""
        places = self._places(rows)
        each = each_seed(seeds, len(places))
        # All words before the first is written: a bad seed changes nothing.
        self.states["rng"][places] = np.array([seed_words(seed) for seed in each], np.uint32)

    def deal(self, rows: Rows | None = None, template: Array | None = None) -> None:
        """Begin new games in rows; template: what `Setup.stacked` makes of a stacked deck."""
        places = self._places(rows)
        self._play(DEAL, places, places, self.setup.template if template is None else template)

    def step(self, actions: Any, rows: Rows | None = None) -> None:
        """Play one decision in every given row; no row twice. actions: [len(rows)] whole numbers.

        Raises GameOver for a row that is finished or not dealt, with on_illegal="raise"
        IllegalAction, and BadRows for what does not fit the table; nothing has then changed.
        """
        places = self.all_rows if rows is None else whole("rows", rows)
        chosen = whole("actions", actions)
        if len(chosen) != len(places):
            raise BadRows(f"{len(chosen)} actions for {len(places)} rows")
        task = STEP_AND_DEAL if self.redeal else STEP
        place, trouble = self._play(task, places, chosen, self.setup.template)
        if trouble != FINE:
            self._refuse(int(places[place]), int(chosen[place]), trouble)

    def refresh(self, rows: Rows | None = None) -> None:
        """Renew all other arrays after states were written from outside."""
        places = self._places(rows)
        self._play(REFRESH, places, places, self.setup.template)

    def _play(self, task: int, rows: Array, actions: Array, template: Array) -> tuple[int, int]:
        return self._loops.play_rows(
            self.states,
            rows,
            actions,
            template,
            self.masks,
            self.observations,
            self.seats,
            self.pays,
            self.ended,
            self._work,
            self._scheme,
            self.game.span,
            task,
            self._strict,
        )

    def observe(self, rows: Rows, viewers: Rows, out: Array | None = None) -> Array:
        """What seats `viewers` [k] see of rows [k]: float32 [k, cells]."""
        places, seats = self._places(rows), whole("viewers", viewers)
        wrong = first_outside(seats, self.setup.players)
        if len(seats) != len(places) or wrong >= 0:
            raise BadRows(
                f"viewers {seats.tolist()} for {len(places)} rows: possible: for each row one of "
                f"0 to {self.setup.players - 1}"
            )
        if out is None:
            out = np.zeros((len(places), self.game.layout.size), np.float32)
        elif out.shape != (len(places), self.game.layout.size) or out.dtype != np.float32:
            raise BadRows(
                f"out is {out.dtype} {list(out.shape)}: possible: float32 "
                f"{[len(places), self.game.layout.size]}"
            )
        self._loops.observe_rows(self.states, places, seats, out)
        return out

    def scores(self, rows: Rows | None = None) -> tuple[Array, Array]:
        """Points and standings of rows [k]: two float64 arrays [k, max seats]."""
        places = self._places(rows)
        points = np.zeros((len(places), self.game.max_seats))
        standings = np.zeros_like(points)
        self._loops.score_rows(self.states, places, points, standings)
        return points, standings

    def random_actions(self, words: Array, rows: Rows | None = None) -> Array:
        """A random legal action per row; words: uint32 [all rows, 4], a row's chance, move on."""
        places = self._places(rows)
        if words.shape != (self.rows, WORDS) or words.dtype != np.uint32:
            raise BadRows(
                f"words are {words.dtype} {list(words.shape)}: possible: uint32 "
                f"{[self.rows, WORDS]}"
            )
        actions = np.empty(len(places), np.int64)
        random_rows(places, self.masks, words, actions)
        return actions

    def lucky_actions(self, luck: Array, rows: Rows | None = None) -> Array:
        """A random legal action per row; luck: [len(rows)] in [0, 1), one random number each."""
        places = self._places(rows)
        actions = np.empty(len(places), np.int64)
        lucky_rows(places, self.masks, _numbers("luck", luck, len(places)), actions)
        return actions

    def heuristic_actions(self, luck: Array, rows: Rows | None = None) -> Array:
        """The heuristic's action per row; luck: [len(rows)] in [0, 1), which breaks ties."""
        places = self._places(rows)
        actions = np.empty(len(places), np.int64)
        numbers = _numbers("luck", luck, len(places))
        self._loops.choose_rows(places, self.observations, self.masks, numbers, actions)
        return actions

    def _places(self, rows: Rows | None) -> Array:
        """Rows as the loops take them, each of them one of the table's."""
        if rows is None:
            return self.all_rows
        places = whole("rows", rows)
        wrong = first_outside(places, self.rows)
        if wrong >= 0:
            raise BadRows(self._outside(int(places[wrong])))
        return places

    def _outside(self, row: int) -> str:
        return f"row {row}: possible: 0 to {self.rows - 1}"

    def _refuse(self, row: int, action: int, trouble: int) -> None:
        if trouble == OUTSIDE:
            raise BadRows(self._outside(row))
        if trouble == UNDEALT:
            raise GameOver(f"no game in row {row} yet; deal or reset before action {action}")
        if trouble == FINISHED:
            raise GameOver(f"the game in row {row} is over; deal or reset before action {action}")
        state = self.states[row]
        choices = np.flatnonzero(self.masks[row])
        words = self.game.actions
        named = ", ".join(f"{a} ({words.text(self.setup, state, int(a))})" for a in choices)
        raise IllegalAction(
            f"seat {state.seat} chose action {action}, which is not legal now; possible: {named}"
        )
