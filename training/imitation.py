"""A first lesson before self-play: to do as another player does, and to foresee how its games end.

A policy that begins with nothing loses its first millions of decisions to learning what any player
of the game knows. Supervised learning from a player that is there (the heuristic costs next to
nothing to ask) takes a minute; self-play then starts where that player stands, and goes beyond it.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from sb3_contrib import MaskablePPO
from torch.nn import functional as F

from sea_envs.core.game import Setup
from sea_envs.core.learned import advised
from sea_envs.core.loops import FORFEITED
from sea_envs.core.rng import luck_rows
from sea_envs.core.table import Table, random_words
from sea_envs.players import AnyPlayer, BadPlayer, ask, player
from training.config import TrainConfig

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Lesson:
    """Decisions of the teacher in whole games, k of them, those with one legal action left out.

    observations [k, cells], masks [k, actions], actions [k]: what it saw and chose; returns [k]:
    what the game paid its seat in the end, discounted by the seat's own decisions until then.
    """

    observations: Array
    masks: Array
    actions: Array
    returns: Array


class Imitation:
    """Lessons from the player that the configuration names."""

    def __init__(self, setup: Setup, config: TrainConfig) -> None:
        """Make the teacher. Raises what making it raises."""
        self._teacher = player(config.imitation.player, setup)
        self._setup = setup
        self._config = config

    def teach(self, model: MaskablePPO, *, taken: int) -> tuple[int, dict[str, float]]:
        """Let the model learn from one lesson; how many decisions that was, and the mean losses.

        taken: decisions before this lesson. They alone tell lessons apart, so that nothing but the
        model has to be saved between two of them.
        """
        config = self._config
        seed = np.random.SeedSequence((config.seed, taken)).generate_state(1, np.uint64)[0]
        given = lesson(
            self._setup,
            self._teacher,
            rows=config.ppo.rows,
            reward=config.reward,
            gamma=config.ppo.gamma,
            seed=int(seed),
            residual=config.network.residual > 0,
        )
        left = max(0.0, 1 - taken / config.imitation.decisions)
        for group in model.policy.optimizer.param_groups:
            group["lr"] = config.imitation.learning_rate * left
        count = len(given.actions)
        order = np.random.default_rng(seed).permutation(count)
        batches = np.array_split(order, max(1, round(count / config.imitation.batch)))
        losses = np.array([self._learn(model, given, batch) for batch in batches])
        policy, value = losses.mean(axis=0)
        return count, {"imitation/policy_loss": policy, "imitation/value_loss": value}

    def _learn(self, model: MaskablePPO, given: Lesson, batch: Array) -> tuple[float, float]:
        values, logs, _ = model.policy.evaluate_actions(
            torch.from_numpy(given.observations[batch]),
            torch.from_numpy(given.actions[batch]),
            action_masks=torch.from_numpy(given.masks[batch]),
        )
        policy = -logs.mean()
        value = F.mse_loss(values.flatten(), torch.from_numpy(given.returns[batch]))
        loss = policy + self._config.ppo.value * value
        model.policy.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(model.policy.parameters(), self._config.ppo.gradient_norm)
        model.policy.optimizer.step()
        return policy.item(), value.item()


def lesson(
    setup: Setup,
    teacher: AnyPlayer,
    *,
    rows: int,
    reward: str,
    gamma: float,
    seed: int,
    residual: bool = False,
) -> Lesson:
    """What the teacher decides when it plays `rows` games to their ends, in all seats.

    residual: who learns is, and sees one cell more. Raises BadPlayer for an illegal action, or for
    what the teacher raises.
    """
    table = Table(setup, rows, reward=reward)
    table.seed([(seed << 64) + row for row in range(rows)])
    table.deal()
    teacher.reset(table.all_rows)
    words = random_words(rows, seed)
    shown: list[tuple[Array, ...]] = []
    playing = table.all_rows
    while len(playing):
        luck = luck_rows(playing, words)
        actions = ask(teacher, table, playing, luck)
        free = table.masks[playing].sum(axis=1) > 1
        rows_free = playing[free]
        seats = table.seats[rows_free]
        observations, masks = table.observations[rows_free], table.masks[rows_free]
        if residual:
            observations = advised(setup.game, observations, masks, luck[free])
        shown.append((observations, masks, actions[free], rows_free, seats.copy()))
        table.step(actions, playing)
        illegal = actions[table.ended[playing] == FORFEITED]
        if len(illegal):
            raise BadPlayer(
                f"{teacher!r} answered {illegal[0]}, which is not legal; lessons need legal ones"
            )
        playing = playing[table.ended[playing] == 0]
    observations, masks, chosen, whose, seats = (
        np.concatenate(column) for column in zip(*shown, strict=True)
    )
    ahead = _own_decisions_ahead(whose * setup.players + seats)
    returns = table.pays[whose, seats] * gamma**ahead
    return Lesson(observations, masks, chosen, returns.astype(np.float32))


def _own_decisions_ahead(chains: Array) -> Array:
    """How many more decisions [k] of the same chain follow each; chains [k] in order of play."""
    ahead = np.empty(len(chains), np.int64)
    seen = np.zeros(int(chains.max()) + 1, np.int64)
    for place in range(len(chains) - 1, -1, -1):
        ahead[place] = seen[chains[place]]
        seen[chains[place]] += 1
    return ahead
