"""The Gymnasium vector face: many games, one learning seat in each, stepped in compiled passes."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sea_envs.adapters.learner import LearnerTable
from sea_envs.adapters.opponents import Opponents
from sea_envs.adapters.pictures import FPS, FRAMES, Pictures
from sea_envs.adapters.spaces import action_space, observation_space, shown
from sea_envs.adapters.stacking import stacks
from sea_envs.core.errors import BadOption, BadRows, GameOver, unknown
from sea_envs.core.loops import CUT_OFF, GOING
from sea_envs.core.table import Table, each_seed, whole
from sea_envs.registry import load

Array = npt.NDArray[Any]


class SeaVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` games; row i with seed s is `SingleEnv` with seed s + i, byte for byte."""

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        num_envs: int = 1,
        opponents: Opponents = "random",
        learner_seat: int | str = 0,
        reward: str = "win",
        on_illegal: str = "lose",
        flat: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """As `SingleEnv`, and: autoreset_mode, by its name too.

        copy=False returns observations, masks and rewards that the next step overwrites. The
        opponents of all rows are the same players.
        """
        bundle = load(game)
        self.game = bundle
        self._setup = bundle.setup(players, **options)
        self._learner = LearnerTable(
            self._setup,
            num_envs,
            opponents=opponents,
            learner_seat=learner_seat,
            reward=reward,
            on_illegal=on_illegal,
        )
        self._mode = _mode(autoreset_mode)
        self._flat = flat
        self._copy = copy
        self._pictures = Pictures(self._setup, render_mode, FRAMES)
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(FRAMES),
            "autoreset_mode": self._mode,
            "render_fps": FPS,
        }
        self.num_envs = num_envs
        self.single_observation_space = observation_space(bundle, flat=flat)
        self.single_action_space = action_space(bundle)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._observations = np.zeros((num_envs, bundle.layout.size), np.float32)
        self._masks = np.zeros((num_envs, bundle.actions.COUNT), np.int8)
        self._rewards = np.zeros(num_envs)
        self._done = np.zeros(num_envs, bool)

    @property
    def table(self) -> Table:
        """The table under this face."""
        return self._learner.table

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Deal. seed: s for s, s + 1, ..., or one per row.

        options: `reset_mask`, bool [num_envs], picks the rows to deal; a stacked deck is dealt in
        all of them.
        """
        super().reset(seed=int(seed) if isinstance(seed, int | np.integer) else None)
        given = dict(options or {})
        rows = self._rows_of(given.pop("reset_mask", None))
        seeds = each_seed(seed, self.num_envs)
        decks = stacks(self.game, given)
        template = self._setup.stacked(**decks) if decks else None
        self._learner.deal(rows, seeds=[seeds[row] for row in rows], template=template)
        self._done[rows] = False
        self._look(rows)
        infos = self._infos(np.zeros(self.num_envs, np.int8))
        self._add_masks(infos)
        return self._shown(), infos

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """Play one learner decision in every row. actions: [num_envs].

        Same step: a row that ends is dealt anew at once; its last observation and info stand in
        `infos["final_obs"]` and `infos["final_info"]`. Next step: the step after the end deals anew
        and ignores the action. Disabled: a row that is over raises GameOver until it is reset.
        """
        learner = self._learner
        moves = whole("actions", actions)
        if len(moves) != self.num_envs:
            raise BadRows(f"{len(moves)} actions for {self.num_envs} rows")
        rows = self.table.all_rows
        fresh = np.flatnonzero(self._done)
        if fresh.size:
            if self._mode is AutoresetMode.DISABLED:
                raise GameOver(
                    f"the games of rows {fresh.tolist()} are over; reset them by options={{"
                    "'reset_mask': ...}"
                )
            rows = np.flatnonzero(~self._done)
        learner.step(moves[rows], rows)
        if fresh.size:
            learner.deal(fresh)
        self._rewards[fresh] = 0
        self._rewards[rows] = learner.rewards[rows]
        ended = self.table.ended
        truncations = ended == CUT_OFF
        terminations = (ended != GOING) & ~truncations
        infos = self._infos(learner.illegal())
        self._done = ended != GOING
        if self._mode is AutoresetMode.SAME_STEP and self._done.any():
            self._begin_anew(infos)
        self._look(self.table.all_rows)
        self._add_masks(infos)
        return self._shown(), self._kept(self._rewards), terminations, truncations, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The masks as sb3-contrib asks for them: bool [num_envs, actions]."""
        return np.asarray(self._masks, bool)

    def render(self) -> tuple[Any, ...] | None:
        """Every row's table through its learner's eyes."""
        states, seats = self.table.states, self._learner.learner_seats
        return tuple(
            self._pictures.draw(state, int(seat)) for state, seat in zip(states, seats, strict=True)
        )

    def _rows_of(self, mask: Any) -> Array:
        if mask is None:
            return self.table.all_rows
        marks = np.asarray(mask)
        if marks.shape != (self.num_envs,) or marks.dtype != bool:
            raise BadRows(
                f"reset_mask is {marks.dtype} {list(marks.shape)}: possible: bool [{self.num_envs}]"
            )
        return np.flatnonzero(marks)

    def _begin_anew(self, infos: dict[str, Any]) -> None:
        """Keep the last views of the rows that are over in the infos, and deal these rows anew."""
        over = np.flatnonzero(self._done)
        observations, masks = self._learner.views(over)
        finals = np.full(self.num_envs, None, object)
        for place, row in enumerate(over):
            finals[row] = shown(observations[place], masks[place], flat=self._flat)
        seats = infos["learner_seat"]
        infos["final_obs"], infos["_final_obs"] = finals, self._done.copy()
        infos["final_info"] = {
            "illegal_action": infos["illegal_action"],
            "_illegal_action": self._done.copy(),
            "learner_seat": np.where(self._done, seats, 0),
            "_learner_seat": self._done.copy(),
        }
        if self._flat:
            last = np.zeros_like(self._masks)
            infos["final_info"] |= {"action_mask": last, "_action_mask": self._done.copy()}
        infos["_final_info"] = self._done.copy()
        self._learner.deal(over)
        self._done = np.zeros(self.num_envs, bool)
        infos["learner_seat"] = self._learner.learner_seats.copy()
        infos["illegal_action"] = np.zeros(self.num_envs, np.int8)

    def _look(self, rows: Array) -> None:
        self._observations[rows], self._masks[rows] = self._learner.views(rows)

    def _kept(self, array: Array) -> Array:
        return array.copy() if self._copy else array

    def _shown(self) -> Any:
        return shown(self._kept(self._observations), self._kept(self._masks), flat=self._flat)

    def _infos(self, illegal: Array) -> dict[str, Any]:
        return {
            "illegal_action": illegal,
            "_illegal_action": np.ones(self.num_envs, bool),
            "learner_seat": self._learner.learner_seats.copy(),
            "_learner_seat": np.ones(self.num_envs, bool),
        }

    def _add_masks(self, infos: dict[str, Any]) -> None:
        if self._flat:
            infos["action_mask"] = self._kept(self._masks)
            infos["_action_mask"] = np.ones(self.num_envs, bool)


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    if isinstance(given, AutoresetMode):
        return given
    modes = {word: mode for mode in AutoresetMode for word in (mode.value, mode.name)}
    if given not in modes:
        raise BadOption(unknown("autoreset_mode", given, (mode.name for mode in AutoresetMode)))
    return modes[given]
