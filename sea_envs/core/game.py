"""What a game is made of: its bundle of modules, the promises they keep, one game's choices."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from sea_envs.core.errors import BadDeck, BadOption, BadSeats, UnknownOption, unknown
from sea_envs.core.layout import Layout
from sea_envs.core.state import blank


@dataclass(frozen=True)
class Option:
    """One rule option.

    values: the words, numbers or truth values allowed; the state's field of the same name holds a
    word's place in `values`, a number or truth value itself. A `range` allows its whole numbers.
    With stored=False the state has no such field: the game's `components.prepare` turns the value
    into fields of its own, and `values` only names the usual words.
    """

    name: str
    default: Any
    values: tuple[Any, ...] | range
    meaning: str
    stored: bool = True

    def code(self, value: Any) -> int:
        """The number for a value in the state; BadOption for a value that is not allowed."""
        if isinstance(self.values, range):
            if type(value) is int and value in self.values:
                return value
            raise BadOption(f"option {self.name}={value!r}: possible: {self.spoken()}")
        for place, allowed in enumerate(self.values):
            if type(value) is type(allowed) and value == allowed:
                return place if isinstance(allowed, str) else int(allowed)
        raise BadOption(f"option {self.name}={value!r}: possible: {self.spoken()}")

    def spoken(self) -> str:
        """The allowed values in words."""
        if isinstance(self.values, range):
            return f"a whole number from {self.values[0]} to {self.values[-1]}"
        return ", ".join(repr(value) for value in self.values)


class Components(Protocol):
    """`components.py`: what is in the box."""

    __name__: str
    MIN_SEATS: int
    MAX_SEATS: int

    @property
    def OPTIONS(self) -> tuple[Option, ...]:
        """The rule options."""

    @property
    def STACKS(self) -> Mapping[str, str]:
        """What `reset(options=...)` may stack, by name, with its meaning."""

    @property
    def MEASURED(self) -> tuple[dict[str, Any], ...]:
        """Options for which the spec sheet shows measured shares; the defaults first."""

    def prepare(self, players: int, options: Mapping[str, Any]) -> tuple[dict[str, Any], Any]:
        """State fields that follow from the options; words (any object) for texts and pictures."""

    def stack(self, setup: "Setup", given: Mapping[str, Any]) -> dict[str, Any]:
        """State fields for a stacked deck; BadDeck for one that does not fit the box."""


class Actions(Protocol):
    """`actions.py`: the decisions and their words."""

    COUNT: int

    @property
    def TABLE(self) -> tuple[tuple[str, str, str], ...]:
        """Rows (numbers, text, meaning) for the spec sheet."""

    def text(self, setup: "Setup", state: Any, action: int, viewer: int | None = None) -> str:
        """The words for an action of the seat to move; what `viewer` may not know is left open."""

    def chance_lines(self, setup: "Setup", state: Any, viewer: int | None = None) -> list[str]:
        """The `chance ...` lines for the last decision's notes, as far as `viewer` may know."""


class Rules(Protocol):
    """`rules.py`: compiled functions over one record.

    What reshuffle_unseen(state, seat) leaves is a function of what `seat` knows and of `state.rng`
    alone: from any two states that the seat cannot tell apart, the same words of chance lead to the
    same bytes, the remaining words of chance included. So a search in such worlds cannot owe
    anything to what is hidden. Sort what is mixed before it is shuffled (`rng.shuffle_afresh`
    does), and leave nothing where the hidden things lay. `noted` and `notes` are the caller's to
    clear.
    """

    STATE: np.dtype[Any]

    def deal(self, state: Any, /) -> None:
        """Set up; chance only through `state.rng`; respects a stacked deck."""

    def legal(self, state: Any, mask: Any, /) -> None:
        """Mark the choices of `state.seat`; mask [actions] comes filled with zeros."""

    def apply(self, state: Any, action: int, /) -> None:
        """One decision of one seat, and everything that follows from it."""

    def scores(self, state: Any, out: Any, /) -> None:
        """Points per seat, valid at any time; out [seats or more]."""

    def standing(self, state: Any, out: Any, /) -> None:
        """Numbers in the order of the final places, ties broken; equal ones share a place."""

    def reshuffle_unseen(self, state: Any, seat: int, /) -> None:
        """Deal anew whatever `seat` cannot know."""


class Observation(Protocol):
    """`observation.py`: what a seat sees."""

    LAYOUT: Layout

    def observe(self, state: Any, seat: int, out: Any, /) -> None:
        """Write what `seat` sees into `out` [LAYOUT.size], which comes filled with zeros."""


class Heuristics(Protocol):
    """`heuristics.py`: hand-written play from an observation alone."""

    def choose(self, observation: Any, mask: Any, luck: float, /) -> int:
        """A legal action; `luck` in [0, 1) decides between equals."""


class Render(Protocol):
    """`render.py`: pictures and words for people."""

    def scene(self, setup: "Setup", state: Any, viewer: int | None) -> Any:
        """The table as `sea_envs.drawing.scene.Scene`; viewer None sees all."""

    def describe(self, setup: "Setup", state: Any, viewer: int) -> str:
        """Everything that seat knows, in sentences."""


@dataclass(frozen=True)
class Game:
    """A game as the rest of sea_envs sees it.

    span: no two seats' points ever differ by more; the pay of a forfeit under `margin`.
    max_decisions: the cap at which a game is cut off (truncated). horizon: for the players
    `search:N` and `flat:N`, decisions after which an imagined game is cut off and paid by the
    points as they then stand; None plays to the end.
    """

    name: str
    title: str
    version: int
    span: float
    max_decisions: int
    components: Components
    actions: Actions
    rules: Rules
    observation: Observation
    heuristics: Heuristics
    render: Render
    horizon: int | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled and copied by name: a game is code, and is imported, never carried about."""
        return _game_in, (self.home,)

    @property
    def home(self) -> str:
        """The package whose `GAME` this is."""
        return self.components.__name__.rpartition(".")[0]

    @property
    def min_seats(self) -> int:
        """Fewest players."""
        return self.components.MIN_SEATS

    @property
    def max_seats(self) -> int:
        """Most players."""
        return self.components.MAX_SEATS

    @property
    def layout(self) -> Layout:
        """The observation's slots."""
        return self.observation.LAYOUT

    @property
    def options(self) -> dict[str, Option]:
        """The rule options by name."""
        return {option.name: option for option in self.components.OPTIONS}

    def setup(self, players: int = 2, **given: Any) -> "Setup":
        """Fix players and options. Raises BadSeats, UnknownOption, BadOption or BadDeck."""
        fewest, most = self.min_seats, self.max_seats
        if type(players) is not int or not fewest <= players <= most:
            raise BadSeats(f"{self.name} with players={players!r}: possible: {fewest} to {most}")
        for name in given:
            if name not in self.options:
                raise UnknownOption(f"{self.name}: {unknown('option', name, self.options)}")
        chosen = {name: given.get(name, option.default) for name, option in self.options.items()}
        codes = {n: o.code(chosen[n]) for n, o in self.options.items() if o.stored}
        fields, words = self.components.prepare(players, chosen)
        template = blank(self.rules.STATE, 1)
        header = {"seats": players, "max_decisions": self.max_decisions}
        _fill(template[0], {**header, **codes, **fields})
        return Setup(self, players, chosen, words, template)


@dataclass(frozen=True)
class Setup:
    """One game with its players and options fixed. template: [1] state before the deal."""

    game: Game
    players: int
    options: Mapping[str, Any]
    words: Any
    template: npt.NDArray[Any] = field(repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled and copied by its choices."""
        return _setup_of, (self.game, self.players, dict(self.options))

    def stacked(self, **given: Any) -> npt.NDArray[Any]:
        """A template [1] whose deal follows a stacked deck; BadDeck if it does not fit."""
        for name in given:
            if name not in self.game.components.STACKS:
                names = self.game.components.STACKS
                raise BadDeck(f"{self.game.name}: {unknown('stack', name, names)}")
        template = self.template.copy()
        if given:
            _fill(template[0], self.game.components.stack(self, given))
        return template


def _game_in(home: str) -> Game:
    game: Game = import_module(home).GAME
    return game


def _setup_of(game: Game, players: int, options: dict[str, Any]) -> Setup:
    return game.setup(players, **options)


def _fill(state: Any, fields: Mapping[str, Any]) -> None:
    for name, value in fields.items():
        state[name] = value
