"""The Stable-Baselines3 face: a VecEnv over one table; the one door to stable_baselines3 in sea_envs."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        'stable_baselines3 is not installed; `pip install "sea-envs[train]"` brings it'
    ) from error

from sea_envs.adapters.learner import LearnerTable
from sea_envs.adapters.opponents import Opponents
from sea_envs.adapters.pictures import Pictures
from sea_envs.adapters.spaces import action_space, observation_space, shown
from sea_envs.core.table import Table
from sea_envs.registry import load

Array = npt.NDArray[Any]
Indices = None | int | Sequence[int]


class SeaVecEnv(VecEnv):
    """`num_envs` games with one learning seat in each; sb3-contrib's MaskablePPO finds the masks by itself.

    flat=True (the default) gives plain arrays for `MlpPolicy`; flat=False gives Dicts for `MultiInputPolicy`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        *,
        opponents: Opponents = "random",
        learner_seat: int | str = 0,
        reward: str = "win",
        on_illegal: str = "lose",
        flat: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """As `SingleEnv`, for num_envs games."""
        bundle = load(game)
        setup = bundle.setup(players, **options)
        self._learner = LearnerTable(
            setup,
            num_envs,
            opponents=opponents,
            learner_seat=learner_seat,
            reward=reward,
            on_illegal=on_illegal,
        )
        self._flat = flat
        self._pictures = Pictures(setup, render_mode)
        self._actions = np.zeros(num_envs, np.int64)
        self._mode = render_mode
        self._masks = np.zeros((num_envs, bundle.actions.COUNT), np.int8)
        super().__init__(num_envs, observation_space(bundle, flat=flat), action_space(bundle))

    @property
    def table(self) -> Table:
        """The table under this face."""
        return self._learner.table

    def action_masks(self) -> Array:
        """bool [num_envs, actions]."""
        return self._masks.astype(bool)

    def reset(self) -> Any:
        """Deal in every row, with the seeds of `seed` if they were just given."""
        self._learner.deal(seeds=self._seeds)
        self._reset_seeds()
        self._reset_options()
        observations, self._masks = self._learner.views()
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return shown(observations, self._masks.copy(), flat=self._flat)

    def step_async(self, actions: Array) -> None:
        """Keep the learner's actions [num_envs] for `step_wait`."""
        self._actions = np.asarray(actions, np.int64)

    def step_wait(self) -> Any:
        """Play; a row that ends is dealt anew, its last observation stands in its info."""
        learner = self._learner
        learner.step(self._actions)
        rewards = learner.rewards.copy()
        ended = self.table.ended.copy()
        illegal = learner.illegal()
        infos: list[dict[str, Any]] = [{"illegal_action": int(mark)} for mark in illegal]
        over = np.flatnonzero(ended)
        if over.size:
            observations, masks = learner.views(over)
            for place, row in enumerate(over):
                infos[row]["terminal_observation"] = shown(
                    observations[place], masks[place], flat=self._flat
                )
                infos[row]["TimeLimit.truncated"] = bool(ended[row] == 2)
            learner.deal(over)
        observations, self._masks = learner.views()
        return shown(observations, self._masks.copy(), flat=self._flat), rewards, ended > 0, infos

    def close(self) -> None:
        """Close the window, if one is open."""
        self._pictures.close()

    def get_images(self) -> list[Any]:
        """Every row's table through its learner's eyes."""
        seats = self._learner.learner_seats
        return [self._pictures.draw(self.table.states[row], int(seats[row])) for row in range(self.num_envs)]

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """The attribute, once per row; `action_masks` is what MaskablePPO looks for."""
        rows = list(self._get_indices(indices))
        if attr_name == "render_mode":
            return [self._mode] * len(rows)
        return [getattr(self, attr_name)] * len(rows)

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Rows share one table and have no attributes of their own."""
        raise AttributeError(f"cannot set {attr_name!r}: the rows share one table and its settings")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """`action_masks` per row; the rows have no other methods of their own."""
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[row] for row in self._get_indices(indices)]
        raise AttributeError(f"the rows have no method {method_name!r}; possible: action_masks")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        """No row is wrapped."""
        return [False for _ in self._get_indices(indices)]
