"""The Gymnasium vector face: many games, one learning seat in each, stepped in compiled passes."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sea_envs.adapters.learner import LearnerTable
from sea_envs.adapters.opponents import Opponents
from sea_envs.adapters.pictures import MODES, Pictures
from sea_envs.adapters.spaces import action_space, observation_space, shown
from sea_envs.adapters.stacking import stacks
from sea_envs.core.errors import BadOption, GameOver, unknown
from sea_envs.core.table import Table
from sea_envs.registry import load

Array = npt.NDArray[Any]


class SeaVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` games of one kind; row i with seed s is the single environment with seed s, byte for byte."""

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
        """As `SingleEnv`, and: autoreset_mode, with its value's name allowed; copy=False returns arrays that
        the next step overwrites."""
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
        self._pictures = Pictures(self._setup, render_mode)
        self.render_mode = render_mode
        self.metadata = {"render_modes": list(MODES), "autoreset_mode": self._mode, "render_fps": 2}
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
        """Deal. seed: s for s, s + 1, ..., or one per row. options: `reset_mask` [num_envs] bool picks rows; a
        stacked deck is dealt in every row."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        chosen = dict(options or {}).pop("reset_mask", None)
        rows = self.table.all_rows if chosen is None else np.flatnonzero(chosen)
        seeds: list[int | None] = [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            seeds = [int(seed) + row for row in range(self.num_envs)]
        elif seed is not None:
            seeds = list(seed)
        given = stacks(self.game, {k: v for k, v in (options or {}).items() if k != "reset_mask"})
        template = self._setup.stacked(**given) if given else None
        self._learner.deal(rows, seeds=[seeds[row] for row in rows], template=template)
        self._done[rows] = False
        self._look(rows)
        return self._shown(), self._infos(np.zeros(self.num_envs, np.int8))

    def step(self, actions: Array) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """Play one learner decision in every row. actions: [num_envs].

        Same step: a row that ends is dealt anew at once; its last observation and info stand in
        `infos["final_obs"]` and `infos["final_info"]`. Next step: the step after the end deals anew and ignores
        the action. Disabled: reset the row with `reset_mask`; stepping it raises GameOver.
        """
        learner = self._learner
        rows = self.table.all_rows
        fresh = np.flatnonzero(self._done)
        if fresh.size:
            if self._mode is AutoresetMode.DISABLED:
                raise GameOver(f"rows {fresh.tolist()} are over; reset them with options={{'reset_mask': ...}}")
            rows = np.flatnonzero(~self._done)
        moves = np.asarray(actions, np.int64)
        learner.step(moves[rows], rows)
        if fresh.size:
            learner.deal(fresh)
        self._rewards[:] = 0
        self._rewards[rows] = learner.rewards[rows]
        ended = self.table.ended
        terminations, truncations = (ended == 1) | (ended == 3), ended == 2
        illegal = learner.illegal()
        infos = self._infos(illegal)
        self._done = ended > 0
        if self._mode is AutoresetMode.SAME_STEP and self._done.any():
            over = np.flatnonzero(self._done)
            self._add_finals(infos, over, illegal)
            learner.deal(over)
            self._done = np.zeros(self.num_envs, bool)
            infos["learner_seat"] = learner.learner_seats.copy()
            infos["illegal_action"][over] = 0
        self._look(self.table.all_rows)
        rewards = self._rewards.copy() if self._copy else self._rewards
        return self._shown(), rewards, terminations, truncations, infos

    def action_masks(self) -> Array:
        """The masks as sb3-contrib asks for them: bool [num_envs, actions]."""
        return self._masks.astype(bool)

    def render(self) -> tuple[Any, ...] | None:
        """Every row's table through its learner's eyes."""
        seats = self._learner.learner_seats
        return tuple(
            self._pictures.draw(self.table.states[row], int(seats[row])) for row in range(self.num_envs)
        )

    def close_extras(self, **kwargs: Any) -> None:
        """Close the window, if one is open."""
        self._pictures.close()

    def _look(self, rows: Array) -> None:
        self._observations[rows], self._masks[rows] = self._learner.views(rows)

    def _shown(self) -> Any:
        if self._copy:
            return shown(self._observations.copy(), self._masks.copy(), flat=self._flat)
        return shown(self._observations, self._masks, flat=self._flat)

    def _infos(self, illegal: Array) -> dict[str, Any]:
        every = np.ones(self.num_envs, bool)
        infos: dict[str, Any] = {
            "illegal_action": illegal,
            "_illegal_action": every,
            "learner_seat": self._learner.learner_seats.copy(),
            "_learner_seat": every,
        }
        if self._flat:
            infos["action_mask"] = self._masks.copy() if self._copy else self._masks
            infos["_action_mask"] = every
        return infos

    def _add_finals(self, infos: dict[str, Any], over: Array, illegal: Array) -> None:
        observations, masks = self._learner.views(over)
        finals = np.full(self.num_envs, None, object)
        for place, row in enumerate(over):
            finals[row] = shown(observations[place], masks[place], flat=self._flat)
        mask = self._done.copy()
        infos["final_obs"], infos["_final_obs"] = finals, mask
        infos["final_info"] = {
            "illegal_action": illegal * mask,
            "_illegal_action": mask,
            "learner_seat": self._learner.learner_seats * mask,
            "_learner_seat": mask,
        }
        infos["_final_info"] = mask


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    if isinstance(given, AutoresetMode):
        return given
    modes = {mode.value: mode for mode in AutoresetMode} | {mode.name: mode for mode in AutoresetMode}
    if given not in modes:
        raise BadOption(unknown("autoreset_mode", given, (mode.name for mode in AutoresetMode)))
    return modes[given]
