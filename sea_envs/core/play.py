"""One game with its history: words, events, and worlds that a seat cannot tell apart."""

from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.errors import BadRecord, IllegalAction
from sea_envs.core.game import Setup
from sea_envs.core.rng import WORDS, words_from
from sea_envs.core.table import Table


class Play:
    """A table of one that remembers how its game began and what was chosen since."""

    def __init__(self, setup: Setup, *, reward: str = "win", on_illegal: str = "lose") -> None:
        """Allocate; `begin` deals."""
        self.setup = setup
        self.table = Table(setup, 1, reward=reward, on_illegal=on_illegal)
        self.actions: list[int] = []
        self.dealt_from: tuple[npt.NDArray[np.uint32], dict[str, Any]] | None = None
        self._start = self.table.states.copy()
        self._chosen = np.zeros(1, np.int64)

    @property
    def state(self) -> Any:
        """The record itself, not a copy."""
        return self.table.states[0]

    @property
    def seat(self) -> int:
        """Whose decision it is."""
        return int(self.table.seats[0])

    @property
    def over(self) -> bool:
        """The game has ended."""
        return bool(self.state.over)

    def begin(self, seed: int | None = None, **stacks: Any) -> None:
        """Deal a new game: from this seed, or going on with the chance of the last game.

        stacks: a stacked deck and whatever else the game lets one stack. Raises BadDeck; nothing
        has then changed.
        """
        template = self.setup.stacked(**stacks) if stacks else None
        if seed is not None or not self.table.states["rng"].any():
            self.table.seed([seed])
        words = self.table.states["rng"][0].copy()
        self.table.deal(template=template)
        self._remember()
        self.dealt_from = words, stacks

    def begin_from(self, words: npt.NDArray[np.uint32], stacks: dict[str, Any]) -> None:
        """Deal the game that `dealt_from` tells of: the words of chance [4] and the stacks.

        Raises BadRecord for what cannot be words of chance, and BadDeck.
        """
        if words.shape != (WORDS,) or not words.any():
            raise BadRecord(f"chance {words.tolist()}: possible: {WORDS} whole numbers, not all 0")
        self.table.states["rng"][0] = words
        self.begin(**stacks)

    def act(self, action: int) -> None:
        """Play one decision of the seat to move. Raises as `Table.step` does."""
        try:
            self._chosen[0] = index(action)
        except (TypeError, OverflowError) as error:
            raise IllegalAction(f"action {action!r}: possible: a whole number") from error
        self.table.step(self._chosen)
        self.actions.append(int(self._chosen[0]))

    def legal(self) -> list[int]:
        """The legal actions of the seat to move; none when the game is over."""
        return [int(action) for action in np.flatnonzero(self.table.masks[0])]

    def text(self, action: int, viewer: int | None = None) -> str:
        """The words for an action of the seat to move, as far as `viewer` may know."""
        return self.setup.game.actions.text(self.setup, self.state, int(action), viewer)

    def legal_texts(self) -> list[str]:
        """The words for every legal action."""
        return [self.text(action) for action in self.legal()]

    def parse(self, text: str) -> int:
        """The legal action with these words; IllegalAction names what is possible."""
        wanted = " ".join(text.split()).casefold()
        for action in self.legal():
            if self.text(action).casefold() == wanted:
                return action
        raise IllegalAction(f"{text!r} is not legal now; possible: {', '.join(self.legal_texts())}")

    def scores(self) -> list[float]:
        """Points per seat, as the rules count them now."""
        return [float(value) for value in self.table.scores()[0][0, : self.setup.players]]

    def winners(self) -> list[int]:
        """The seats in the best place; after an illegal action everybody but its seat."""
        if self.state.illegal:
            return [seat for seat in range(self.setup.players) if seat != self.seat]
        places = self.table.scores()[1][0, : self.setup.players]
        return [int(seat) for seat in np.flatnonzero(places == places.max())]

    def events(self, viewer: int | None = None) -> list[str]:
        """Everything since the deal, one line each with chance, as far as `viewer` may know."""
        words = self.setup.game.actions
        again = Play(self.setup, on_illegal="lose")
        again.restore(self._start)
        # In a state from the middle of a game the notes tell of a decision before the history.
        dealt = again.state.decisions == 0
        lines = words.chance_lines(self.setup, again.state, viewer) if dealt else []
        for action in self.actions:
            seat = again.seat
            legal = 0 <= action < words.COUNT and again.table.masks[0, action]
            told = again.text(action, viewer) if legal else f"illegal action {action}"
            lines.append(f"seat {seat}: {told}")
            again.act(action)
            if legal:
                lines += words.chance_lines(self.setup, again.state, viewer)
        return lines

    def saved(self) -> npt.NDArray[Any]:
        """A copy of the state [1]."""
        return self.table.states.copy()

    def restore(self, states: npt.NDArray[Any]) -> None:
        """Go on from a state [1] or record; the history starts anew there.

        Raises BadRecord for a state of another game, number of players or options.
        """
        given = states if np.ndim(states) == 0 else states[0]
        self._check(given)
        self.table.states[0] = given
        self.table.refresh()
        self._remember()

    def history(self) -> tuple[npt.NDArray[Any], list[int]]:
        """How the game began, and the actions since: enough to play it again."""
        return self._start.copy(), list(self.actions)

    def replay(self, start: npt.NDArray[Any], actions: list[int]) -> None:
        """Go to where this history leads."""
        self.restore(start)
        for action in actions:
            self.act(action)

    def sample(self, seat: int, chance: np.random.Generator) -> npt.NDArray[Any]:
        """A state [1] that `seat` cannot tell from the real one; its chance is fresh."""
        world = self.table.states.copy()
        world["rng"][0] = words_from(chance)
        world["noted"][0] = 0
        world["notes"][0] = 0
        self.setup.game.rules.reshuffle_unseen(world[0], seat)
        return world

    def _check(self, state: Any) -> None:
        # Numpy copies a record of other fields without a word, by their order.
        game, own = self.setup.game, self.setup.template[0]
        if state.dtype != own.dtype:
            raise BadRecord(f"a state with other fields than {game.name} has")
        fixed = ["seats", "max_decisions", *(n for n, o in game.options.items() if o.stored)]
        for name in fixed:
            if state[name] != own[name]:
                raise BadRecord(f"a state with {name} {state[name]}: possible: {own[name]}")
        if not 0 <= state["seat"] < self.setup.players:
            raise BadRecord(f"a state in which seat {state['seat']} is to move")

    def _remember(self) -> None:
        self._start = self.table.states.copy()
        self.actions = []
        self.dealt_from = None
