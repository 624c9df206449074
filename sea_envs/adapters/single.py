"""The Gymnasium face: one game, one learning seat, opponents inside."""

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from sea_envs.adapters.learner import LearnerTable
from sea_envs.adapters.opponents import Opponents
from sea_envs.adapters.pictures import FPS, MODES, Pictures
from sea_envs.adapters.spaces import action_space, observation_space, shown
from sea_envs.adapters.stacking import stacks
from sea_envs.core.loops import CUT_OFF
from sea_envs.core.table import Table
from sea_envs.registry import load


class SingleEnv(gymnasium.Env[Any, Any]):
    """A game for a single agent; `reset` and `step` return at the learner's decisions."""

    metadata = {"render_modes": list(MODES), "render_fps": FPS}

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        opponents: Opponents = "random",
        learner_seat: int | str = 0,
        reward: str = "win",
        on_illegal: str = "lose",
        flat: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Set up a game by name; options are the game's rule options.

        opponents: the name of a player (as in `sea_envs.players`, such as "random" or "heuristic"),
        a player, or a list of these. learner_seat: a number or "random". flat: observations are the
        plain array, the mask is in the info. Raises UnknownGame, BadSeats, UnknownOption, BadOption
        or UnknownPlayer.
        """
        bundle = load(game)
        self.game = bundle
        self._setup = bundle.setup(players, **options)
        self._learner = LearnerTable(
            self._setup,
            opponents=opponents,
            learner_seat=learner_seat,
            reward=reward,
            on_illegal=on_illegal,
        )
        self._flat = flat
        self._pictures = Pictures(self._setup, render_mode)
        self.render_mode = render_mode
        self.observation_space = observation_space(bundle, flat=flat)
        self.action_space = action_space(bundle)

    @property
    def table(self) -> Table:
        """The table of one under this face."""
        return self._learner.table

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a game and play on to the learner's first decision.

        seed fixes the game, the opponents' chance and a random seat; without one the last game's
        chance goes on. options: a stacked deck; BadDeck if it does not fit the box.
        """
        super().reset(seed=seed)
        given = stacks(self.game, options)
        template = self._setup.stacked(**given) if given else None
        self._learner.deal(seeds=[seed], template=template)
        return self._view()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the learner's action and the others' after it.

        Raises GameOver when the game has ended and, with on_illegal="raise", IllegalAction.
        """
        self._learner.step(np.reshape(action, 1))
        ended = self.table.ended[0]
        observation, info = self._view()
        reward = float(self._learner.rewards[0])
        return observation, reward, ended not in (0, CUT_OFF), bool(ended == CUT_OFF), info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask as sb3-contrib asks for it: bool [actions]."""
        return np.asarray(self._learner.views()[1][0], bool)

    def render(self) -> Any:
        """The table through the learner's eyes."""
        return self._pictures.draw(self.table.states[0], int(self._learner.learner_seats[0]))

    def close(self) -> None:
        """Close the window, if one is open."""
        self._pictures.close()

    def _view(self) -> tuple[Any, dict[str, Any]]:
        if self._pictures.live:
            self.render()
        observations, masks = self._learner.views()
        info: dict[str, Any] = {
            "illegal_action": int(self._learner.illegal()[0]),
            "learner_seat": int(self._learner.learner_seats[0]),
        }
        if self._flat:
            info["action_mask"] = masks[0]
        return shown(observations[0], masks[0], flat=self._flat), info
