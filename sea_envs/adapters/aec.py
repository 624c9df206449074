"""The PettingZoo face: an AEC environment over a table of one."""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from sea_envs.adapters.pictures import FPS, MODES, Pictures
from sea_envs.adapters.saving import from_bytes, to_bytes
from sea_envs.adapters.spaces import action_space, observation_space, shown
from sea_envs.adapters.stacking import stacks
from sea_envs.core.errors import BadSeats, GameOver, unknown
from sea_envs.core.loops import NOTHING
from sea_envs.core.play import Play
from sea_envs.registry import load

Array = npt.NDArray[Any]


def make_raw(game: str, players: int = 2, **settings: Any) -> "RawEnv":
    """The bare environment of a game; settings as in `RawEnv`."""
    return RawEnv(game, players, **settings)


def make(game: str, players: int = 2, **settings: Any) -> "OrderEnforced":
    """The environment of a game in PettingZoo's OrderEnforcingWrapper, and nothing else."""
    return OrderEnforced(RawEnv(game, players, **settings))


class RawEnv(AECEnv[str, Any, int]):  # type: ignore[misc]  # PettingZoo has no types
    """Any game of sea_envs as `player_0`, `player_1`, ... in PettingZoo's agent-environment cycle.

    Observations are float32 [cells] in [0, 1], the observer's own facts first, with an int8 action
    mask that is zero for everybody but the agent to move. Rewards come with the last decision, for
    every agent.
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        reward: str = "win",
        on_illegal: str = "lose",
        flat: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Set up a game by name; options are the game's rule options.

        reward: "win", "rank" or "margin". on_illegal: "lose" (the agent gets the worst reward and
        the game ends) or "raise". flat: observations are the plain array, the mask is in the info.
        Raises UnknownGame, BadSeats, UnknownOption or BadOption.
        """
        super().__init__()
        bundle = load(game)
        self.game = bundle
        self._play = Play(bundle.setup(players, **options), reward=reward, on_illegal=on_illegal)
        self._flat = flat
        self.render_mode = render_mode
        self._pictures = Pictures(self._play.setup, render_mode)
        self.metadata = {
            "name": f"{bundle.name}_v{bundle.version}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": FPS,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: observation_space(bundle, flat=flat) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(bundle) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object at every call, as PettingZoo asks."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object at every call, as PettingZoo asks."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game. seed fixes all of it; without one the last game's chance goes on.

        options: a stacked deck, such as {"deck": ["R2", ...]}; BadDeck if it does not fit the box.
        """
        self._play.begin(seed, **stacks(self.game, options))
        self._renew()
        if self._pictures.live:
            self.render()

    def step(self, action: int | None) -> None:
        """Play an action of `agent_selection`; None for an agent whose game is over.

        Raises GameOver after the last agent has left and, with on_illegal="raise", IllegalAction;
        neither changes anything.
        """
        if not self.agents:
            raise GameOver("the game is over and every agent has left; call reset before step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play = self._play
        play.act(NOTHING if action is None else action)
        if play.table.ended[0]:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[play.table.seats[0]]
            if self._flat:
                self._show_masks()
        if self._pictures.live:
            self.render()

    def observe(self, agent: str) -> Any:
        """What that agent sees: fresh arrays, the caller's to keep."""
        table = self._play.table
        seat = self._seat(agent)
        if seat == table.seats[0]:
            return shown(table.observations[0].copy(), table.masks[0].copy(), flat=self._flat)
        observation = table.observe((0,), (seat,))[0]
        return shown(observation, np.zeros(table.masks.shape[1], np.int8), flat=self._flat)

    def render(self, viewer: str | None = None) -> Any:
        """The table as `viewer` sees it: by default the agent to move; "all" is the referee."""
        if viewer == "all":
            return self._pictures.draw(self._play.state, None)
        return self._pictures.draw(self._play.state, self._seat(viewer or self.agent_selection))

    def close(self) -> None:
        """Close the window, if one is open."""
        self._pictures.close()

    # What follows goes beyond PettingZoo: words, records and information sets.

    def describe(self, agent: str) -> str:
        """Everything that agent knows, in words."""
        play = self._play
        return self.game.render.describe(play.setup, play.state, self._seat(agent))

    def action_text(self, action: int) -> str:
        """The words for an action of the agent to move."""
        return self._play.text(action)

    def parse_action(self, text: str) -> int:
        """The legal action with these words; IllegalAction names what is possible."""
        return self._play.parse(text)

    def legal_texts(self) -> list[str]:
        """The legal actions of the agent to move, in words."""
        return self._play.legal_texts()

    def events(self, viewer: str | None = None) -> list[str]:
        """Everything since `reset`, chance included, one line each, as far as `viewer` may know."""
        return self._play.events(None if viewer is None else self._seat(viewer))

    def scores(self) -> list[float]:
        """Points per seat as the rules count them now: the referee's view."""
        return self._play.scores()

    def winners(self) -> list[str]:
        """The agents in the best place as the rules rank them now."""
        return [self.possible_agents[seat] for seat in self._play.winners()]

    def get_state(self) -> Any:
        """A copy of the game's record, for `set_state` of any environment with the same options."""
        return self._play.saved()[0]

    def set_state(self, state: Any) -> None:
        """Continue from a record of `get_state` or `sample_state`; events start anew there.

        Raises BadRecord for a record of another game, number of players or options.
        """
        self._play.restore(state)
        self._renew()

    def to_bytes(self) -> bytes:
        """The game as bytes: its record and what it belongs to."""
        return to_bytes(self._play.setup, self._play.saved())

    def from_bytes(self, data: bytes) -> None:
        """Continue from `to_bytes`; BadRecord for damaged bytes and another game or options."""
        self.set_state(from_bytes(self._play.setup, data))

    def sample_state(self, agent: str, rng: np.random.Generator) -> Any:
        """A record that `agent` cannot tell from the real one, with fresh chance."""
        return self._play.sample(self._seat(agent), rng)[0]

    def _seat(self, agent: str) -> int:
        if agent not in self._seats:
            raise BadSeats(unknown("agent", agent, self.possible_agents))
        return self._seats[agent]

    def _renew(self) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"illegal_action": 0} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._play.seat]
        self._skip_agent_selection = None
        if self._play.over:
            self._finish()
        elif self._flat:
            self._show_masks()

    def _finish(self) -> None:
        """Pay everybody and mark the end."""
        pays = self._play.table.pays[0]
        self.rewards = {agent: float(pays[seat]) for agent, seat in self._seats.items()}
        self._accumulate_rewards()
        self._end()
        if self._flat:
            self._show_masks()
        self._deads_step_first()

    def _end(self) -> None:
        state = self._play.state
        flags = self.truncations if state.truncated else self.terminations
        for agent in self.agents:
            flags[agent] = True
        if state.illegal:
            self.infos[self.possible_agents[self._play.seat]]["illegal_action"] = 1

    def _show_masks(self) -> None:
        for agent, info in self.infos.items():
            mine = self._seats[agent] == self._play.seat
            mask = self._play.table.masks[0]
            info["action_mask"] = mask.copy() if mine else np.zeros_like(mask)


class OrderEnforced(OrderEnforcingWrapper[str, Any, int]):  # type: ignore[misc]
    """PettingZoo's wrapper, with shorter ways for what a loop asks for at every step.

    The wrapper hands on every attribute by a detour; that takes longer than all the rest of a step.
    """

    @property
    def agents(self) -> list[str]:
        """The agents that have not left."""
        return self._asked("agents").agents

    @property
    def agent_selection(self) -> str:
        """The agent to move, or to be told of the end."""
        return self._asked("agent_selection").agent_selection

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What `RawEnv.last` tells."""
        told: tuple[Any, float, bool, bool, dict[str, Any]] = self._asked("last").last(observe)
        return told

    def __str__(self) -> str:
        """The name of the environment, as if it were not wrapped."""
        return str(self.env)

    def _asked(self, name: str) -> RawEnv:
        if not self._has_reset:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raw: RawEnv = self.env
        return raw
