# ruff: noqa: F821
"""The compiled loops under a table: for many rows in one pass apply, pay, deal, mask, observe."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from sea_envs.core.game import Game
from sea_envs.core.jit import bind, kernel
from sea_envs.core.pay import forfeit, settle
from sea_envs.core.rng import below_from

DEAL, STEP, STEP_AND_DEAL, REFRESH = range(4)
"""What `play_rows` does: begin new games; one decision each; the same, and games that end begin
anew; or only what follows every task, pay the finished games and show every seat to move its
view."""
FINE, OUTSIDE, UNDEALT, FINISHED, ILLEGAL = range(5)
"""What `play_rows` answers: all was done, or why nothing was."""

GOING, ENDED, CUT_OFF, FORFEITED = range(4)
"""How a row stands in `ended`: its game goes on, came to its end, was cut off by the cap on
decisions, or was lost by an illegal action."""

NOTHING = -1
"""The action of a row in which nothing is legal, because its game is over."""


# The game's functions; `bind` gives every game a copy of the loops below in which these names
# are its own. (That is why F821 is off in this file: nothing is assigned to them here.)
deal: Callable[..., Any]
legal: Callable[..., Any]
apply: Callable[..., Any]
scores: Callable[..., Any]
standing: Callable[..., Any]
observe: Callable[..., Any]
choose: Callable[..., Any]


def play_rows(
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
    task: int,
    strict: bool,
) -> tuple[int, int]:
    """Do one of the tasks above in rows [k], or nothing at all: answers as `first_trouble`.

    actions: [k], looked at by STEP and STEP_AND_DEAL. work: [2, max seats], to count in.
    """
    # One loop for all tasks, and its parts written out in it: the machine code of a game's rules is
    # made once, which is most of the first start, and a table of one pays for one call a step.
    steps = STEP <= task <= STEP_AND_DEAL
    if steps:
        place, trouble = first_trouble(states, rows, actions, masks, strict)
        if trouble != FINE:
            return place, trouble
    for place in range(rows.shape[0]):
        row = rows[place]
        state = states[row]
        if steps:
            action = actions[place]
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
        begins = task == DEAL
        pays[row, :] = 0
        ended[row] = GOING
        if state.over and not begins:
            ended[row] = CUT_OFF if state.truncated else ENDED
            if state.illegal:
                ended[row] = FORFEITED
                forfeit(scheme, state.seats, state.seat, span, pays[row])
            else:
                work[:] = 0
                scores(state, work[0])
                standing(state, work[1])
                settle(scheme, state.seats, work[0], work[1], pays[row])
            begins = task == STEP_AND_DEAL
        if begins:
            a, b, c, d = state.rng[0], state.rng[1], state.rng[2], state.rng[3]
            states[row] = template[0]
            state.rng[0], state.rng[1], state.rng[2], state.rng[3] = a, b, c, d
            deal(state)
        masks[row, :] = 0
        observations[row, :] = 0
        seats[row] = state.seat
        if not state.over:
            legal(state, masks[row])
        observe(state, state.seat, observations[row])
    return 0, FINE


def observe_rows(states: Any, rows: Any, viewers: Any, out: Any) -> None:
    """What seats `viewers` [k] see of rows [k]; out: [k, cells]."""
    for place in range(rows.shape[0]):
        out[place, :] = 0
        observe(states[rows[place]], viewers[place], out[place])


def score_rows(states: Any, rows: Any, points: Any, places: Any) -> None:
    """Points and standings of rows [k]; points, places: [k, max seats]."""
    for place in range(rows.shape[0]):
        points[place, :] = 0
        places[place, :] = 0
        scores(states[rows[place]], points[place])
        standing(states[rows[place]], places[place])


def choose_rows(rows: Any, observations: Any, masks: Any, luck: Any, actions: Any) -> None:
    """The heuristic's action in every row; luck, actions: [len(rows)]."""
    for place in range(rows.shape[0]):
        row = rows[place]
        actions[place] = NOTHING
        if count_legal(masks[row]):
            actions[place] = choose(observations[row], masks[row], luck[place])


@kernel
def count_legal(mask: Any) -> int:
    """How many actions are marked."""
    count = 0
    for action in range(mask.shape[0]):
        count += mask[action]
    return count


@kernel
def nth_legal(mask: Any, place: int) -> int:
    """The marked action after `place` other marked ones."""
    action = 0
    while place >= 0:
        place -= mask[action]
        action += 1
    return action - 1


@kernel
def first_outside(numbers: Any, stop: int) -> int:
    """The first place whose number is not in 0..stop-1; -1 if there is none."""
    for place in range(numbers.shape[0]):
        if not 0 <= numbers[place] < stop:
            return place
    return -1


@kernel
def first_trouble(
    states: Any, rows: Any, actions: Any, masks: Any, strict: bool
) -> tuple[int, int]:
    """The first place whose row cannot be stepped, or (strict) whose action is illegal, and why."""
    for place in range(rows.shape[0]):
        row = rows[place]
        if not 0 <= row < states.shape[0]:
            return place, OUTSIDE
        state = states[row]
        if state.seats == 0:
            return place, UNDEALT
        if state.over:
            return place, FINISHED
        action = actions[place]
        if strict and not (0 <= action < masks.shape[1] and masks[row, action]):
            return place, ILLEGAL
    return 0, FINE


@kernel
def random_rows(rows: Any, masks: Any, words: Any, actions: Any) -> None:
    """A random legal action in every row; words: [all rows, 4], each row's own chance."""
    for place in range(rows.shape[0]):
        row = rows[place]
        actions[place] = NOTHING
        count = count_legal(masks[row])
        if count:
            actions[place] = nth_legal(masks[row], below_from(words[row], count))


@kernel
def lucky_rows(rows: Any, masks: Any, luck: Any, actions: Any) -> None:
    """A legal action in every row, chosen by a number in [0, 1); luck, actions: [len(rows)]."""
    for place in range(rows.shape[0]):
        mask = masks[rows[place]]
        actions[place] = NOTHING
        count = count_legal(mask)
        if count:
            actions[place] = nth_legal(mask, int(luck[place] * count))


@dataclass(frozen=True)
class Loops:
    """A game's compiled loops."""

    play_rows: Callable[..., tuple[int, int]]
    observe_rows: Callable[..., None]
    score_rows: Callable[..., None]
    choose_rows: Callable[..., None]


@cache
def loops(game: Game) -> Loops:
    """The loops of a game; compiled once, then loaded from disk."""
    rules, home = game.rules, game.rules.deal
    seen = {"observe": game.observation.observe}
    counted = {"scores": rules.scores, "standing": rules.standing}
    played = {"deal": rules.deal, "legal": rules.legal, "apply": rules.apply}
    chosen = {"choose": game.heuristics.choose}
    return Loops(
        play_rows=bind(play_rows, game.name, home, **played, **seen, **counted),
        observe_rows=bind(observe_rows, game.name, home, **seen),
        score_rows=bind(score_rows, game.name, home, **counted),
        choose_rows=bind(choose_rows, game.name, home, **chosen),
    )
