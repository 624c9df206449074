"""Players: whatever chooses for seats, many games at once; found by a word such as `search:200`.

Every decision brings its own number of chance, so that a game comes out the same whatever other
games are played beside it, in whatever order and in however many processes.

An agent that is asked for one decision at a time, as in PettingZoo, will do as well: see Agent.

A player of one's own, here in a file `mine.py`, is called `mine:Stubborn` wherever one is named:

    class Stubborn:
        "Repeats its last action where it may; otherwise any legal action."

        def __init__(self, setup):
            self.last = {}

        def reset(self, rows):
            for row in rows.tolist():
                self.last.pop(row, None)

        def choose(self, observations, masks, *, seats, chance, rows):
            actions = []
            for mask, seat, luck, row in zip(masks, seats, chance, rows.tolist()):
                legal = mask.nonzero()[0]
                action = self.last.get(row, {}).get(seat, -1)
                if action not in legal:
                    action = int(legal[int(luck * len(legal))])
                self.last.setdefault(row, {})[seat] = action
                actions.append(action)
            return actions
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import entry_points
from operator import index
from pathlib import Path
from typing import Any, Protocol, TypeGuard, runtime_checkable

import numpy as np
import numpy.typing as npt

from sea_envs.core.errors import SeaError, reason, unknown
from sea_envs.core.game import Setup
from sea_envs.core.loops import loops, lucky_rows
from sea_envs.core.table import Table

Array = npt.NDArray[Any]

ENTRY_POINTS = "sea_envs.players"
"""Entry-point group in which other packages register a factory `(setup) -> Player`."""

PRETRAINED = Path(__file__).parent / "pretrained"
"""Where the weights lie that ship with sea_envs: `<game>_<players>.safetensors`."""


class UnknownPlayer(SeaError):
    """A player that is neither built in, registered, nor importable."""


class BadPlayer(SeaError):
    """A player that cannot be made, or that answers with something else than actions."""


class Player(Protocol):
    """Something that chooses for the seats it is asked about.

    It is told only what those seats see. `rows` names the games, for players that remember: all
    decisions of one game come under one number until `reset` says that this number is a new game.
    """

    def reset(self, rows: Array) -> None:
        """Forget rows [k]: new games begin there."""

    def choose(
        self, observations: Array, masks: Array, *, seats: Array, chance: Array, rows: Array
    ) -> Array:
        """One legal action for each of k decisions: int64 [k].

        observations [k, cells] float32; masks [k, actions] int8; seats [k]; chance [k] in [0, 1),
        each decision's own; rows [k]. The arrays are the caller's: not to be written to, nor kept.
        """


@runtime_checkable
class Searcher(Protocol):
    """A player that thinks in worlds its seat cannot tell apart; asked thus instead of `choose`."""

    def reset(self, rows: Array) -> None:
        """Forget rows [k]: new games begin there."""

    def choose_worlds(self, states: Array, *, seats: Array, chance: Array, rows: Array) -> Array:
        """One legal action for each of k decisions: int64 [k].

        states [k]: copies of the games, hidden facts included. An honest searcher first deals anew
        what the seat cannot know (`reshuffle_unseen`) and looks at nothing else; a tournament does
        not rely on that and gives a searcher that is not built in one such world per decision.
        chance [k] in [0, 1) has 32 random bits: enough to seed a generator for each decision.
        """


class Agent(Protocol):
    """Something that is asked for one decision at a time, as agents in PettingZoo are.

    One agent plays many games side by side, and several seats of a game.
    """

    def act(self, observation: dict[str, Array], info: dict[str, Any]) -> int:
        """The number of a legal action.

        observation: `observation` [cells] float32 and `action_mask` [actions] int8, as the
        environments give them. info: `game`, its number; `seat`, whose decision it is; `first`,
        1 at that seat's first decision in a game; `chance` in [0, 1), the decision's own.
        """


AnyPlayer = Player | Searcher
Factory = Callable[[Setup], AnyPlayer | Agent]


@dataclass(frozen=True)
class Random:
    """Every legal action equally likely."""

    def reset(self, rows: Array) -> None:
        """Remembers nothing."""

    def choose(
        self, observations: Array, masks: Array, *, seats: Array, chance: Array, rows: Array
    ) -> Array:
        """See Player."""
        actions = np.empty(len(masks), np.int64)
        lucky_rows(np.arange(len(masks)), masks, chance, actions)
        return actions


@dataclass(frozen=True)
class Heuristic:
    """The game's own hand-written player."""

    setup: Setup

    def reset(self, rows: Array) -> None:
        """Remembers nothing."""

    def choose(
        self, observations: Array, masks: Array, *, seats: Array, chance: Array, rows: Array
    ) -> Array:
        """See Player."""
        actions = np.empty(len(masks), np.int64)
        places = np.arange(len(masks))
        loops(self.setup.game).choose_rows(places, observations, masks, chance, actions)
        return actions


@dataclass(frozen=True)
class OneByOne:
    """A player made of an Agent."""

    agent: Agent
    _met: set[tuple[int, int]] = field(default_factory=set)

    def reset(self, rows: Array) -> None:
        """See Player."""
        new = set(rows.tolist())
        self._met.difference_update([met for met in self._met if met[0] in new])

    def choose(
        self, observations: Array, masks: Array, *, seats: Array, chance: Array, rows: Array
    ) -> Array:
        """See Player; raises BadPlayer for an answer that is no whole number."""
        games = list(zip(rows.tolist(), seats.tolist(), strict=True))
        actions = np.empty(len(games), np.int64)
        # Copies: an agent may keep what it is shown.
        for place, (cells, mask) in enumerate(zip(observations.copy(), masks.copy(), strict=True)):
            game, seat = games[place]
            first = int((game, seat) not in self._met)
            info = {"game": game, "seat": seat, "first": first, "chance": float(chance[place])}
            answer = self.agent.act({"observation": cells, "action_mask": mask}, info)
            try:
                actions[place] = index(answer)
            except (TypeError, OverflowError) as error:
                wanted = "the number of an action"
                raise BadPlayer(f"{self.agent!r} answered {answer!r}; wanted {wanted}") from error
        self._met.update(games)
        return actions


def player(spec: str, setup: Setup) -> AnyPlayer:
    """The player of that name for this game.

    `random`, `heuristic`; `pretrained`, which ships with sea_envs, and `checkpoint:PATH` (they play
    their policy's likeliest action; `pretrained:sample` and `checkpoint:PATH:sample` draw from its
    probabilities); `search:N`, `flat:N`; a name registered in the entry-point group;
    `module:factory`, where factory(setup) makes the player, or an Agent, which becomes one. Raises
    UnknownPlayer, BadPlayer, or what a checkpoint's loading raises.
    """
    name, _, argument = spec.partition(":")
    if name in BUILT_IN:
        return BUILT_IN[name](setup, argument)
    registered = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    if spec in registered:
        return _made(spec, _loaded(spec, registered[spec].load), setup)
    if argument:
        return _made(spec, _loaded(spec, lambda: _imported(name, argument)), setup)
    raise UnknownPlayer(unknown("player", spec, (*names(), *registered, "module:factory")))


def is_player(someone: object) -> TypeGuard[AnyPlayer]:
    """Whether it has what a Player or a Searcher has."""
    return hasattr(someone, "reset") and any(
        hasattr(someone, way) for way in ("choose", "choose_worlds")
    )


def names() -> tuple[str, ...]:
    """How the built-in players are called."""
    return tuple(f"{name}{ARGUMENTS.get(name, '')}" for name in BUILT_IN)


def path_and_manner(argument: str) -> tuple[Path, str]:
    """What stands after `checkpoint:`: a path, and one of MANNERS after another colon or not."""
    path, _, manner = argument.rpartition(":")
    return (Path(path), manner) if path and manner in MANNERS else (Path(argument), MANNERS[0])


def pretrained_file(game: str, players: int) -> Path:
    """The weights that `pretrained` plays at a table of so many players.

    Those trained for that table, else for the next larger one, else for the largest there is.
    Raises BadPlayer for a game without any.
    """
    shipped = pretrained_files()
    tables = [(count, path) for (name, count), path in shipped.items() if name == game]
    if not tables:
        possible = ", ".join(dict.fromkeys(name for name, _ in shipped)) or "none"
        raise BadPlayer(f"no pretrained player for {game}; games that have one: {possible}")
    enough = [(count, path) for count, path in tables if count >= players]
    return min(enough)[1] if enough else max(tables)[1]


def pretrained_files() -> dict[tuple[str, int], Path]:
    """All weights that ship, by game and the number of players that they were trained for."""
    found = {}
    for path in sorted(PRETRAINED.glob("*_*.safetensors")):
        game, _, players = path.stem.rpartition("_")
        if players.isdecimal():
            found[game, int(players)] = path
    return found


def ask(someone: AnyPlayer, table: Table, rows: Array, chance: Array) -> Array:
    """What a player chooses for the seats to move in rows [k] of a table: actions int64 [k].

    chance: [k] in [0, 1), one number each. Raises BadPlayer for an answer that is not whole numbers
    [k], and from whatever a player raises.
    """
    # These two look at the table where it lies; the others get copies.
    if isinstance(someone, Random):
        return table.lucky_actions(chance, rows)
    if isinstance(someone, Heuristic):
        return table.heuristic_actions(chance, rows)
    seats = table.seats[rows]
    try:
        if isinstance(someone, Searcher):
            given = someone.choose_worlds(
                table.states[rows].copy(), seats=seats, chance=chance, rows=rows
            )
        else:
            given = someone.choose(
                table.observations[rows], table.masks[rows], seats=seats, chance=chance, rows=rows
            )
    except SeaError:
        raise
    except Exception as error:  # a foreign player may raise anything
        raise BadPlayer(f"{someone!r} failed: {reason(error)}") from error
    actions = np.asarray(given)
    if actions.shape != rows.shape or not np.issubdtype(actions.dtype, np.integer):
        raise BadPlayer(
            f"{someone!r} answered {len(rows)} decisions with {actions.dtype} "
            f"{list(actions.shape)}; wanted whole numbers [{len(rows)}]"
        )
    return actions.astype(np.int64, copy=False)


def _random(setup: Setup, argument: str) -> AnyPlayer:
    _no_argument("random", argument)
    return Random()


def _heuristic(setup: Setup, argument: str) -> AnyPlayer:
    _no_argument("heuristic", argument)
    return Heuristic(setup)


def _pretrained(setup: Setup, argument: str) -> AnyPlayer:
    if argument not in ("", *MANNERS):
        possible = ", ".join(("pretrained", *(f"pretrained:{manner}" for manner in MANNERS)))
        raise BadPlayer(f"pretrained:{argument}: possible: {possible}")
    file = pretrained_file(setup.game.name, setup.players)
    return _learned(file, setup, argument or MANNERS[0])


def _checkpoint(setup: Setup, argument: str) -> AnyPlayer:
    if not argument:
        raise BadPlayer("checkpoint: without a path; wanted checkpoint:PATH")
    path, manner = path_and_manner(argument)
    return _learned(path, setup, manner)


def _learned(path: Path, setup: Setup, manner: str) -> AnyPlayer:
    from sea_envs.core.learned import load_player

    return load_player(path, setup, best=manner == "best")


def _search(setup: Setup, argument: str) -> AnyPlayer:
    return _thinker("search", setup, argument)


def _flat(setup: Setup, argument: str) -> AnyPlayer:
    return _thinker("flat", setup, argument)


def _thinker(kind: str, setup: Setup, argument: str) -> AnyPlayer:
    if not argument.isascii() or not argument.isdigit() or int(argument) < 1:
        given = f"{kind}:{argument}".removesuffix(":")
        raise BadPlayer(f"{given}: possible: {kind}:N with N simulations, from 1")
    search = import_module("sea_envs.core.search")
    made: AnyPlayer = search.player(setup, kind, int(argument))
    return made


BUILT_IN: dict[str, Callable[[Setup, str], AnyPlayer]] = {
    "random": _random,
    "heuristic": _heuristic,
    "pretrained": _pretrained,
    "checkpoint": _checkpoint,
    "search": _search,
    "flat": _flat,
}
MANNERS = ("best", "sample")
"""How a learned player chooses: its likeliest action, or a draw from its probabilities."""
ARGUMENTS = {"checkpoint": ":PATH", "search": ":N", "flat": ":N"}


def _no_argument(name: str, argument: str) -> None:
    if argument:
        raise BadPlayer(f"{name}:{argument}: {name} takes nothing after the colon")


def _imported(module: str, name: str) -> Any:
    if "" not in sys.path:  # a player's file in the working folder, as under `python -m`
        sys.path.insert(0, "")
    return getattr(import_module(module), name)


def _loaded(spec: str, load: Callable[[], Any]) -> Factory:
    try:
        found: Factory = load()
    except Exception as error:  # a foreign module may raise anything
        raise UnknownPlayer(
            f"player {spec!r}: {reason(error)}; possible: {', '.join(names())}, module:factory"
        ) from error
    return found


def _made(spec: str, factory: Factory, setup: Setup) -> AnyPlayer:
    try:
        made: Any = factory(setup)
    except Exception as error:  # whatever a foreign factory raises is one line for who named it
        raise BadPlayer(f"player {spec!r} could not be made: {error!r}") from error
    if is_player(made):
        return made
    if hasattr(made, "act"):
        return OneByOne(made)
    raise BadPlayer(f"player {spec!r}: {made!r} has neither `reset` and `choose` nor `act`")
