"""What a training run with RLlib is: its configuration."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from training.config import EvaluationConfig, NetworkConfig, PpoLoss
from training.yaml_config import Count, Options, Strict


class RllibPpoConfig(PpoLoss):
    """RLlib's proximal policy optimisation, in the words of our own."""

    decisions: Count = 16_384
    """Decisions between two updates, by all processes together."""
    batch: Annotated[int, Field(ge=2)] = 2048
    """Decisions in a minibatch."""
    epochs: Count = 4
    """Passes over the decisions of an update."""
    learning_rate: Annotated[float, Field(gt=0)] = 1e-3
    """Adam's step size."""


class RllibConfig(Strict):
    """One training run with RLlib: the policy sits in every seat and learns from all."""

    game: str
    """The game's name."""
    players: int = 2
    """Seats at the table."""
    options: Options = {}
    """Rule options of the game that differ from its defaults."""
    reward: Literal["win", "rank", "margin"] = "win"
    """How points become pay."""
    decisions: Count = 2_000_000
    """The learner's decisions in all."""
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0
    """Begins every random generator; who finishes first on a cluster still makes a difference."""
    cluster: str = "local"
    """The Ray cluster's address; `auto` finds one, `local` starts one here."""
    runners: Count = 2
    """Processes that play, with a processor core each."""
    rows: Count = 32
    """Games side by side in each of them."""
    learners: Annotated[int, Field(ge=0)] = 0
    """Processes that learn, with a processor core each; 0: the command's own process learns."""
    run: str | None = None
    """The run's directory; by default `runs/rllib/` and the name of the configuration file."""
    checkpoint_every: Count = 200_000
    """Decisions between two checkpoints."""
    keep: Count = 3
    """How many of the newest checkpoints stay on disk."""
    network: NetworkConfig = NetworkConfig()
    """The policy's network."""
    ppo: RllibPpoConfig = RllibPpoConfig()
    """The learning rule."""
    evaluation: EvaluationConfig = EvaluationConfig(every=200_000)
    """Matches played while training, on this machine."""

    @property
    def learner_decisions(self) -> int:
        """Decisions between two updates for each process that learns."""
        return max(1, self.ppo.decisions // max(1, self.learners))

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.network.residual:
            raise ValueError("network.residual: 0, since RLlib's processes ask no heuristic")
        if self.ppo.batch > self.learner_decisions:
            raise ValueError(
                f"ppo.batch up to {self.learner_decisions}: ppo.decisions shared among the learners"
            )
        return self
