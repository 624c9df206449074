"""The Stable-Baselines3 face: a VecEnv over one table, and sea_envs' one door to that library."""

from typing import Any

import numpy as np
import numpy.typing as npt

try:
    from stable_baselines3.common.vec_env import VecEnv
    from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        'stable_baselines3 is not installed; `pip install "sea-envs[train]"` brings it'
    ) from error

from sea_envs.adapters.learner import LearnerTable
from sea_envs.adapters.opponents import Opponents
from sea_envs.adapters.pictures import Pictures
from sea_envs.adapters.spaces import action_space, observation_space, shown
from sea_envs.adapters.stacking import stacks
from sea_envs.core.loops import CUT_OFF
from sea_envs.core.table import Table
from sea_envs.registry import load

Array = npt.NDArray[Any]


class SeaVecEnv(VecEnv):
    """`num_envs` games with one learning seat in each; MaskablePPO finds the masks by itself.

    flat=True (the default) gives plain arrays for `MlpPolicy`; flat=False gives Dicts for
    `MultiInputPolicy`.
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
        """As `SingleEnv`, for num_envs games; render_mode: "rgb_array", all rows in one picture."""
        bundle = load(game)
        self._setup = bundle.setup(players, **options)
        self._learner = LearnerTable(
            self._setup,
            num_envs,
            opponents=opponents,
            learner_seat=learner_seat,
            reward=reward,
            on_illegal=on_illegal,
        )
        self._flat = flat
        self._pictures = Pictures(self._setup, render_mode, ("rgb_array",))
        self._actions = np.zeros(num_envs, np.int64)
        self._masks = np.zeros((num_envs, bundle.actions.COUNT), np.int8)
        self.render_mode = render_mode
        super().__init__(num_envs, observation_space(bundle, flat=flat), action_space(bundle))

    @property
    def table(self) -> Table:
        """The table under this face."""
        return self._learner.table

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal: bool [num_envs, actions]."""
        return np.asarray(self._masks, bool)

    def reset(self) -> Any:
        """Deal in every row, with seeds and options given to `seed` and `set_options` before."""
        decks = [stacks(self._setup.game, options) for options in self._options]
        templates = [self._setup.stacked(**deck) if deck else None for deck in decks]
        if any(deck for deck in decks):
            for row, template in enumerate(templates):
                self._learner.deal([row], seeds=[self._seeds[row]], template=template)
        else:
            self._learner.deal(seeds=self._seeds)
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return self._shown()

    def step_async(self, actions: Array) -> None:
        """Keep the learner's actions [num_envs] for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Play; a row that ends is dealt anew, its last observation stands in its info."""
        learner = self._learner
        learner.step(self._actions)
        rewards = learner.rewards.copy()
        ended = self.table.ended.copy()
        infos: list[dict[str, Any]] = [{"illegal_action": int(mark)} for mark in learner.illegal()]
        over = np.flatnonzero(ended)
        if over.size:
            observations, masks = learner.views(over)
            for place, row in enumerate(over):
                last = shown(observations[place], masks[place], flat=self._flat)
                infos[row]["terminal_observation"] = last
                infos[row]["TimeLimit.truncated"] = bool(ended[row] == CUT_OFF)
            learner.deal(over)
        return self._shown(), rewards, ended > 0, infos

    def close(self) -> None:
        """Close nothing: there is no window."""

    def get_images(self) -> list[Any]:
        """Every row's table through its learner's eyes."""
        states, seats = self.table.states, self._learner.learner_seats
        return [self._pictures.draw(s, int(seat)) for s, seat in zip(states, seats, strict=True)]

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """The attribute, once per row; `action_masks` is what MaskablePPO looks for."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Rows share one table and have no attributes of their own: AttributeError."""
        raise AttributeError(f"cannot set {attr_name!r}: the rows share one table and its settings")

    def env_method(
        self, method_name: str, *args: Any, indices: VecEnvIndices = None, **kwargs: Any
    ) -> list[Any]:
        """`action_masks` per row; the rows have no other methods of their own: AttributeError."""
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[row] for row in self._get_indices(indices)]
        raise AttributeError(f"the rows have no method {method_name!r}; possible: action_masks")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: VecEnvIndices = None) -> list[bool]:
        """No row is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def _shown(self) -> Any:
        observations, self._masks = self._learner.views()
        return shown(observations, self._masks.copy(), flat=self._flat)
