"""N games side by side, stepped in one compiled pass: apply, pay, deal anew if over, mask, observe."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core import pay
from sea_envs.core.errors import BadOption, GameOver, IllegalAction, unknown
from sea_envs.core.game import Game, Setup
from sea_envs.core.jit import bind, kernel
from sea_envs.core.pay import forfeit, settle
from sea_envs.core.rng import WORDS, below_from, seed_words
from sea_envs.core.state import blank

Array = npt.NDArray[Any]
Rows = Sequence[int] | npt.NDArray[np.int64]

ON_ILLEGAL = ("lose", "raise")

_FINE, _FINISHED, _ILLEGAL = 0, 1, 2


# The game's functions; `bind` gives every game a copy of the loops below in which these names are its own.
deal: Callable[..., Any]
legal: Callable[..., Any]
apply: Callable[..., Any]
scores: Callable[..., Any]
standing: Callable[..., Any]
observe: Callable[..., Any]
choose: Callable[..., Any]


def begin_row(states: Any, row: int, template: Any) -> None:
    state = states[row]
    a, b, c, d = state.rng[0], state.rng[1], state.rng[2], state.rng[3]
    states[row] = template[0]
    state.rng[0], state.rng[1], state.rng[2], state.rng[3] = a, b, c, d
    deal(state)


def show_row(states: Any, row: int, masks: Any, observations: Any, seats: Any) -> None:
    state = states[row]
    masks[row, :] = 0
    observations[row, :] = 0
    seats[row] = state.seat
    if not state.over:
        legal(state, masks[row])
    observe(state, state.seat, observations[row])


def deal_rows(
    states: Any, rows: Any, template: Any, masks: Any, observations: Any, seats: Any
) -> None:
    for row in rows:
        begin_row(states, row, template)
        show_row(states, row, masks, observations, seats)


def settle_row(
    states: Any, row: int, pays: Any, ended: Any, work: Any, scheme: int, span: float
) -> None:
    state = states[row]
    pays[row, :] = 0
    ended[row] = 0
    if state.over:
        ended[row] = 1 + state.truncated + 2 * state.illegal
        if state.illegal:
            forfeit(scheme, state.seats, state.seat, span, pays[row])
        else:
            work[:] = 0
            scores(state, work[0])
            standing(state, work[1])
            settle(scheme, state.seats, work[0], work[1], pays[row])


def refresh_rows(
    states: Any,
    rows: Any,
    masks: Any,
    observations: Any,
    seats: Any,
    pays: Any,
    ended: Any,
    work: Any,
    scheme: int,
    span: float,
) -> None:
    for row in rows:
        settle_row(states, row, pays, ended, work, scheme, span)
        show_row(states, row, masks, observations, seats)


def observe_rows(states: Any, rows: Any, viewers: Any, out: Any) -> None:
    for place in range(rows.shape[0]):
        out[place, :] = 0
        observe(states[rows[place]], viewers[place], out[place])


def score_rows(states: Any, rows: Any, points: Any, places: Any) -> None:
    for place in range(rows.shape[0]):
        points[place, :] = 0
        places[place, :] = 0
        scores(states[rows[place]], points[place])
        standing(states[rows[place]], places[place])


def step_rows(
    states: Any,
    rows: Any,
    actions: Any,
    template: Any,
    masks: Any,
    observations: Any,
    seats: Any,
    pays: Any,
    ended: Any,
    work: Any,
    scheme: int,
    span: float,
    redeal: bool,
) -> None:
    for place in range(rows.shape[0]):
        row = rows[place]
        action = actions[place]
        state = states[row]
        state.noted = 0
        if 0 <= action < masks.shape[1] and masks[row, action]:
            apply(state, action)
            state.decisions += 1
            if not state.over and state.decisions >= state.max_decisions:
                state.over = 1
                state.truncated = 1
        else:
            state.illegal = 1
            state.over = 1
        settle_row(states, row, pays, ended, work, scheme, span)
        if redeal and ended[row]:
            begin_row(states, row, template)
        show_row(states, row, masks, observations, seats)


def choose_rows(rows: Any, observations: Any, masks: Any, luck: Any, actions: Any) -> None:
    for place in range(rows.shape[0]):
        row = rows[place]
        actions[place] = choose(observations[row], masks[row], luck[place])


@kernel
def first_trouble(states: Any, rows: Any, actions: Any, masks: Any, strict: bool) -> tuple[int, int]:
    """The first place whose game is over, or (strict) whose action is illegal, and which of the two."""
    for place in range(rows.shape[0]):
        row = rows[place]
        action = actions[place]
        if states[row].over:
            return place, _FINISHED
        if strict and not (0 <= action < masks.shape[1] and masks[row, action]):
            return place, _ILLEGAL
    return 0, _FINE


@kernel
def random_rows(rows: Any, masks: Any, words: Any, actions: Any) -> None:
    """A uniformly random legal action in every row; words: [all rows, 4], each row's own chance."""
    for place in range(rows.shape[0]):
        row = rows[place]
        mask = masks[row]
        count = 0
        for action in range(mask.shape[0]):
            count += mask[action]
        left = below_from(words[row], count)
        action = 0
        while left >= 0:
            left -= mask[action]
            action += 1
        actions[place] = action - 1


@dataclass(frozen=True)
class Loops:
    """A game's compiled loops."""

    deal_rows: Callable[..., None]
    refresh_rows: Callable[..., None]
    observe_rows: Callable[..., None]
    score_rows: Callable[..., None]
    step_rows: Callable[..., None]
    choose_rows: Callable[..., None]


@cache
def loops(game: Game) -> Loops:
    """The loops of a game; compiled once, then loaded from disk."""
    rules, home = game.rules, game.rules.deal
    row_parts = {"deal": rules.deal, "legal": rules.legal, "observe": game.observation.observe}
    begin = bind(begin_row, game.name, home, **row_parts)
    show = bind(show_row, game.name, home, **row_parts)
    score_parts = {"scores": rules.scores, "standing": rules.standing}
    parts = {
        **row_parts,
        **score_parts,
        "apply": rules.apply,
        "choose": game.heuristics.choose,
        "begin_row": begin,
        "show_row": show,
        "settle_row": bind(settle_row, game.name, home, **score_parts),
    }
    functions = (deal_rows, refresh_rows, observe_rows, score_rows, step_rows, choose_rows)
    return Loops(*(bind(function, game.name, home, **parts) for function in functions))


class Table:
    """`rows` games of one kind. Every array is the table's own and changes with the next step; copy what you keep.

    states [rows] records; masks [rows, actions] int8; observations [rows, cells] float32 of the seat to move;
    seats [rows] who moves; pays [rows, max seats] of the last decision; ended [rows]: 0, or 1 for a game that
    this decision ended, 2 for one cut off by the cap, 3 for one lost by an illegal action.
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
        """Allocate; nothing is dealt yet. redeal: a row whose game ended is dealt anew in the same step."""
        if reward not in pay.SCHEMES:
            raise BadOption(unknown("reward scheme", reward, pay.SCHEMES))
        if on_illegal not in ON_ILLEGAL:
            raise BadOption(unknown("on_illegal", on_illegal, ON_ILLEGAL))
        if type(rows) is not int or rows < 1:
            raise BadOption(f"rows={rows!r}: possible: a whole number from 1")
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
        """Set the chance of rows: a list of seeds, or one seed s for s, s + 1, ...; None for entropy."""
        places = self.all_rows if rows is None else np.asarray(rows)
        if seeds is None:
            each: Sequence[int | None] = [None] * len(places)
        elif isinstance(seeds, int | np.integer):
            each = [int(seeds) + place for place in range(len(places))]
        else:
            each = seeds
        for row, seed in zip(places, each, strict=True):
            self.states["rng"][row] = seed_words(seed)

    def deal(self, rows: Rows | None = None, template: Array | None = None) -> None:
        """Begin new games in rows (all of them by default); template: from `Setup.stacked`, for a stacked deck."""
        self._loops.deal_rows(
            self.states,
            self.all_rows if rows is None else np.asarray(rows, np.int64),
            self.setup.template if template is None else template,
            self.masks,
            self.observations,
            self.seats,
        )

    def step(self, actions: Array, rows: Rows | None = None) -> None:
        """Play one decision in every given row. actions: [len(rows)] whole numbers.

        Raises GameOver for a finished row and, with on_illegal="raise", IllegalAction; nothing has then changed.
        """
        places = self.all_rows if rows is None else np.asarray(rows, np.int64)
        if len(actions) != len(places):
            raise ValueError(f"{len(actions)} actions for {len(places)} rows")
        place, trouble = first_trouble(self.states, places, actions, self.masks, self._strict)
        if trouble:
            self._refuse(int(places[place]), int(actions[place]), trouble)
        self._loops.step_rows(
            self.states,
            places,
            actions,
            self.setup.template,
            self.masks,
            self.observations,
            self.seats,
            self.pays,
            self.ended,
            self._work,
            self._scheme,
            self.game.span,
            self.redeal,
        )

    def refresh(self, rows: Rows | None = None) -> None:
        """Renew masks, observations, seats, pays and ended after states were written from outside."""
        self._loops.refresh_rows(
            self.states,
            self.all_rows if rows is None else np.asarray(rows, np.int64),
            self.masks,
            self.observations,
            self.seats,
            self.pays,
            self.ended,
            self._work,
            self._scheme,
            self.game.span,
        )

    def observe(self, rows: Rows, viewers: Rows, out: Array | None = None) -> Array:
        """What seats `viewers` [k] see of rows [k]: float32 [k, cells]."""
        places = np.asarray(rows, np.int64)
        if out is None:
            out = np.zeros((len(places), self.game.layout.size), np.float32)
        self._loops.observe_rows(self.states, places, np.asarray(viewers, np.int64), out)
        return out

    def scores(self, rows: Rows | None = None) -> tuple[Array, Array]:
        """Points and standings of rows [k]: two float64 arrays [k, max seats]."""
        places = self.all_rows if rows is None else np.asarray(rows, np.int64)
        points = np.zeros((len(places), self.game.max_seats))
        standings = np.zeros_like(points)
        self._loops.score_rows(self.states, places, points, standings)
        return points, standings

    def random_actions(self, words: Array, rows: Rows | None = None) -> Array:
        """A random legal action per row; words: uint32 [all rows, 4], each row's own chance, moves on."""
        places = self.all_rows if rows is None else np.asarray(rows, np.int64)
        actions = np.empty(len(places), np.int64)
        random_rows(places, self.masks, words, actions)
        return actions

    def heuristic_actions(self, luck: Array, rows: Rows | None = None) -> Array:
        """The heuristic's action per row; luck: [len(rows)] floats in [0, 1) that break ties."""
        places = self.all_rows if rows is None else np.asarray(rows, np.int64)
        actions = np.empty(len(places), np.int64)
        self._loops.choose_rows(places, self.observations, self.masks, luck, actions)
        return actions

    def _refuse(self, row: int, action: int, trouble: int) -> None:
        if trouble == _FINISHED:
            raise GameOver(f"the game in row {row} is over; deal or reset before action {action}")
        state = self.states[row]
        choices = np.flatnonzero(self.masks[row])
        named = ", ".join(f"{a} ({self.game.actions.text(self.setup, state, a)})" for a in choices)
        raise IllegalAction(
            f"seat {state.seat} chose action {action}, which is not legal now; possible: {named}"
        )


def random_words(rows: int, seed: int | None = None) -> Array:
    """Chance for `Table.random_actions`: uint32 [rows, 4]."""
    return np.random.SeedSequence(seed).generate_state(rows * WORDS, np.uint32).reshape(rows, WORDS)
