"""The same random loop on other libraries' games, where they are installed (extra `bench`)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np

from sea_envs.core.errors import SeaError


@dataclass(frozen=True)
class Peer:
    """A loop to compare with: `loop()` makes one that plays a game and counts its decisions."""

    name: str
    game: str
    players: int
    module: str
    loop: Callable[[], Callable[[], int]]


def _connect_four() -> Callable[[], int]:
    from pettingzoo.classic import connect_four_v3

    from sea_envs.bench import aec_loop

    return aec_loop(connect_four_v3.env())


def _open_spiel(name: str) -> Callable[[], Callable[[], int]]:
    """Random play with the observation tensor and the legal actions of whoever is to move."""

    def make() -> Callable[[], int]:
        import pyspiel

        game = pyspiel.load_game(name)
        rng = np.random.default_rng(0)

        def loop() -> int:
            state, count = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
                    continue
                legal = state.legal_actions()
                state.information_state_tensor(state.current_player())
                state.apply_action(legal[int(rng.random() * len(legal))])
                count += 1
            return count

        return loop

    return make


def _open_spiel_search(name: str) -> Callable[[], Callable[[], int]]:
    """ISMCTS with random playouts from the first decision; counts every decision it simulates."""

    def make() -> Callable[[], int]:
        import pyspiel
        from open_spiel.python.algorithms import ismcts

        rng = np.random.RandomState(0)
        game = pyspiel.load_game(name)
        counter = _CountingRollouts(rng)
        bot = ismcts.ISMCTSBot(game, counter, 1.4, 200, random_state=rng)

        def loop() -> int:
            state = game.new_initial_state()
            while state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random_sample() * len(outcomes))][0])
            counter.count, counter.root = 0, state.move_number()
            bot.step(state)
            return counter.count

        return loop

    return make


class _CountingRollouts:
    """OpenSpiel's random rollout, one a leaf, counting the decisions in it and before it."""

    def __init__(self, rng: np.random.RandomState) -> None:
        self._rng = rng
        self.count = 0
        self.root = 0

    def evaluate(self, state: Any) -> Any:
        """Returns of a random game from here [players]."""
        self.count += state.move_number() - self.root
        world = state.clone()
        while not world.is_terminal():
            if world.is_chance_node():
                outcomes, odds = zip(*world.chance_outcomes(), strict=True)
                world.apply_action(self._rng.choice(outcomes, p=odds))
                continue
            world.apply_action(self._rng.choice(world.legal_actions()))
            self.count += 1
        return np.array(world.returns())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Every legal action equally likely."""
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]


def _uno() -> Callable[[], int]:
    import rlcard

    env = rlcard.make("uno")
    rng = np.random.default_rng(0)

    def loop() -> int:
        state, _ = env.reset()
        count = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(rng.random() * len(legal))])
            count += 1
        return count

    return loop


PEERS = (
    Peer("PettingZoo connect_four_v3", "connect_four", 2, "pygame", _connect_four),
    Peer("OpenSpiel hearts", "hearts", 4, "pyspiel", _open_spiel("hearts")),
    Peer("OpenSpiel leduc_poker", "leduc_poker", 2, "pyspiel", _open_spiel("leduc_poker")),
    Peer("OpenSpiel ISMCTS euchre", "euchre", 4, "pyspiel", _open_spiel_search("euchre")),
    Peer("OpenSpiel ISMCTS oh_hell", "oh_hell", 3, "pyspiel", _open_spiel_search("oh_hell")),
    Peer("RLCard uno", "uno", 2, "rlcard", _uno),
)

TUTORIAL = "SB3 tutorial, connect_four_v3"
OWN_TUTORIAL = "SB3 tutorial, this game"
"""Learning as PettingZoo's documentation joins it with MaskablePPO: on their game, and on ours."""
TUTORIAL_GAME, TUTORIAL_MODULE = "connect_four", "pettingzoo.classic.connect_four_v3"

LIKE = {
    "PettingZoo connect_four_v3": "AEC loop",
    "OpenSpiel hearts": "batched random play",
    "OpenSpiel leduc_poker": "batched random play",
    "OpenSpiel ISMCTS euchre": "search",
    "OpenSpiel ISMCTS oh_hell": "search",
    "RLCard uno": "batched random play",
    **dict.fromkeys((TUTORIAL, OWN_TUTORIAL), "self-play PPO"),
}
"""Which of our loops does the same work as a peer's."""


def installed() -> Iterable[Peer]:
    """The peers that can run here; SeaError names the extra if there is none."""
    found = [peer for peer in PEERS if find_spec(peer.module) is not None]
    if not found:
        raise SeaError('no peer is installed; `pip install "sea-envs[bench]"` brings them')
    return found
