"""RLlib's face of a game: all seats learn, and only the one to move is asked."""

from collections.abc import Mapping
from typing import Any

from ray.rllib.env.multi_agent_env import MultiAgentEnv

from sea_envs.adapters.aec import make_raw

Shown = dict[str, Any]


class Face(MultiAgentEnv):  # type: ignore[misc]  # RLlib is not checked for types
    """Any game for RLlib, over the PettingZoo face.

    Only who is to move has an observation, and so acts. The last decision of a game shows everybody
    the end and pays everybody; RLlib credits what is paid to that seat's own last decision.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        """given: `game`, `players`, `reward` and `options`."""
        super().__init__()
        # A policy that obeys its mask takes no illegal action: one would be a fault of ours.
        self._raw = make_raw(
            given["game"],
            given["players"],
            reward=given["reward"],
            on_illegal="raise",
            **given["options"],
        )
        self.possible_agents = list(self._raw.possible_agents)
        self.agents = list(self._raw.possible_agents)
        self.observation_spaces = self._raw.observation_spaces
        self.action_spaces = self._raw.action_spaces

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Shown, Shown]:
        """Deal; what the one to move sees, and no infos."""
        self._raw.reset(seed=seed, options=options)
        return self._shown([self._raw.agent_selection]), {}

    def step(self, actions: Mapping[str, int]) -> tuple[Shown, Shown, Shown, Shown, Shown]:
        """Play the action of the one to move; observations, rewards, two kinds of end, no infos."""
        raw = self._raw
        raw.step(actions[raw.agent_selection])
        over, cut = any(raw.terminations.values()), any(raw.truncations.values())
        if not over and not cut:
            seen = self._shown([raw.agent_selection])
            return seen, dict(raw.rewards), {"__all__": False}, {"__all__": False}, {}
        ended, stopped = {**raw.terminations, "__all__": over}, {**raw.truncations, "__all__": cut}
        return self._shown(self.agents), dict(raw.rewards), ended, stopped, {}

    def _shown(self, viewers: list[str]) -> Shown:
        return {viewer: self._raw.observe(viewer) for viewer in viewers}
