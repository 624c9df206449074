"""The league's pool: snapshots of the learner, known by their content, and fixed players."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.game import Setup
from sea_envs.core.learned import Learned, Policy, policy_from
from sea_envs.players import AnyPlayer, player
from training import runs
from training.checkpoint import policy_bytes
from training.config import LeagueConfig

Array = npt.NDArray[Any]

FADE = 0.95
"""What games count for one collection later, where it is judged how hard a snapshot is to beat."""
DOUBT = 10.0
"""Drawn games that every snapshot is taken to have had: so that none is ever given up."""


@dataclass(frozen=True)
class Member:
    """A player of the pool.

    name: the SHA-256 of a snapshot's file, or a fixed player's name; generation: a snapshot's
    number, counted from 1; content: a snapshot's file. The latter two are None for a fixed player.
    """

    name: str
    generation: int | None
    player: AnyPlayer
    content: bytes | None


class Pool:
    """Fixed players and the snapshots that may be met.

    members: everybody in it by number, and who has left it but may still sit in some game. Fixed
    players have the numbers from 0; the snapshots those after, one after another.

    A new snapshot for which there is no room takes the place of the oldest but the first: what the
    learner could first do remains a measure. (A pool of one keeps the newest.)
    """

    def __init__(self, setup: Setup, config: LeagueConfig) -> None:
        """Begin with the fixed players alone. Raises what making one of them raises."""
        self.members = {
            number: Member(name, None, player(name, setup), None)
            for number, name in enumerate(config.fixed)
        }
        self._setup = setup
        self._config = config
        self._fixed = len(config.fixed)
        self._generations = 0
        self._within: list[int] = []
        self._lately: dict[int, tuple[float, float]] = {}
        self._since = (0.0, 0.0)

    def draw(self, size: tuple[int, int], chance: np.random.Generator) -> Array | None:
        """Numbers of members, drawn by the matchmaking; None while the pool is empty."""
        if not self._fixed and not self._within:
            return None
        numbers = [*range(self._fixed), *self._within]
        return chance.choice(numbers, size, p=self._odds())

    def note(self, results: Mapping[int, tuple[float, float]]) -> None:
        """What a collection brought: games, and wins with half of the ties, by member's number."""
        for number in self._within:
            games, won = self._lately.get(number, (0.0, 0.0))
            more, more_won = results.get(number, (0.0, 0.0))
            self._lately[number] = (games * FADE + more, won * FADE + more_won)
            self._since = (self._since[0] + more, self._since[1] + more_won)

    def consider(self, policy: Policy) -> bool:
        """Let a snapshot of the learner join if the admission rule lets it."""
        (games, won), self._since = self._since, (0.0, 0.0)
        ahead = not games or won > self._config.ahead_of * games
        if not self._config.size or (self._config.admission == "ahead" and not ahead):
            return False
        self._generations += 1
        number = self._fixed + self._generations - 1
        # What may change while a run goes on is no part of what a snapshot is.
        facts = {**policy.facts, "config": runs.lasting(policy.facts["config"])}
        self.members[number] = self._snapshot(
            policy_bytes(Policy(facts, policy.weights)), self._generations
        )
        if len(self._within) == self._config.size:
            self._lately.pop(self._within.pop(min(1, self._config.size - 1)), None)
        self._within.append(number)
        return True

    def release(self, seated: Collection[int]) -> None:
        """Forget who is neither in the pool nor in `seated`, the numbers of those in games."""
        kept = {*range(self._fixed), *self._within, *seated}
        self.members = {number: one for number, one in self.members.items() if number in kept}

    def saved(self) -> dict[str, Any]:
        """All but the snapshots' files, in JSON's terms."""
        return {
            "generations": self._generations,
            "snapshots": [
                [number, one.name] for number, one in self.members.items() if one.generation
            ],
            "within": self._within,
            "lately": [[number, *result] for number, result in self._lately.items()],
            "since": self._since,
        }

    def files(self) -> dict[str, bytes]:
        """The snapshots' files, as they are called in a run directory; also of those that have left
        and are not yet released.
        """
        return {
            runs.snapshot_file(one.name): one.content
            for one in self.members.values()
            if one.content is not None
        }

    def restore(self, saved: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
        """Go on from what `saved` and `files` gave."""
        self.members = {number: self.members[number] for number in range(self._fixed)}
        for number, name in saved["snapshots"]:
            content = files[runs.snapshot_file(name)]
            self.members[number] = self._snapshot(content, number - self._fixed + 1)
        self._generations = saved["generations"]
        self._within = list(saved["within"])
        self._lately = {number: (games, won) for number, games, won in saved["lately"]}
        self._since = (saved["since"][0], saved["since"][1])

    def _snapshot(self, content: bytes, generation: int) -> Member:
        name = hashlib.sha256(content).hexdigest()
        policy = policy_from(content, self._setup.game, source=runs.snapshot_file(name))
        best = self._config.manner == "best"
        return Member(name, generation, Learned(policy, self._setup, best=best), content)

    def _odds(self) -> Array:
        """How likely each fixed player and each snapshot takes a seat."""
        fixed = self._config.fixed_share if self._within else 1.0
        weights = self._weights()
        if not self._fixed:
            return weights
        return np.concatenate([np.full(self._fixed, fixed / self._fixed), (1 - fixed) * weights])

    def _weights(self) -> Array:
        """How likely each snapshot is met among snapshots."""
        count = len(self._within)
        weights = np.ones(count)
        if self._config.matchmaking == "recent":
            weights = np.arange(1.0, count + 1)
        elif self._config.matchmaking == "prioritised":
            lately = [self._lately.get(number, (0.0, 0.0)) for number in self._within]
            lost = [1 - (won + DOUBT / 2) / (games + DOUBT) for games, won in lately]
            weights = np.square(lost)
        odds: Array = weights / weights.sum()
        return odds
