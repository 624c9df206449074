"""What may be chosen about a training run: every key, its default and what it means."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from training.yaml_config import Count, Options, Share, Strict


class NetworkConfig(Strict):
    """What stands between an observation and the choice."""

    trunk: Annotated[list[Count], Field(min_length=1)] = [128, 128]
    """Widths of the layers that policy and value share."""
    wide: Annotated[int, Field(ge=0)] = 0
    """Numbers that a plain linear layer makes of the observation, past the trunk: for policy and
    value to read what needs no thinking."""
    sight: Annotated[int, Field(ge=0)] = 0
    """Numbers by which what is known of a thing, or lies on and around a cell of a board, speaks
    for or against the action that names it, in games that tell; 0 for none. Only without further
    layers."""
    residual: Annotated[float, Field(ge=0)] = 0
    """How far, in the beginning, the logit of what the game's heuristic would do stands above the
    others: the network then learns where to depart from it (residual policy learning). 0 for a
    network that is not told. Only without further layers, and for `selfplay_ppo`."""
    trust: Literal["learnt", "fixed"] = "learnt"
    """Whether learning moves that lead. It soon rises until nothing else is ever tried; fixed, what
    is learnt of the other actions has to outweigh it."""
    policy: list[Count] = []
    """Widths of further layers of the policy alone."""
    value: list[Count] = []
    """Widths of further layers of the value alone."""
    activation: Literal["relu", "tanh"] = "relu"
    """What follows every layer."""
    embedding: Count = 4
    """Numbers that stand for a category on a board, in games that have boards."""
    channels: list[Count] = []
    """Channels of convolutions over boards; without any, every cell counts for itself."""
    board: Count = 32
    """Numbers that the convolutions make of a board."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.sight or self.residual) and (self.policy or self.value):
            raise ValueError("policy: [] and value: [] where sight or residual is above 0")
        return self


class PpoLoss(Strict):
    """What an update of proximal policy optimisation goes by, whoever collects and learns."""

    gamma: Annotated[float, Field(gt=0, le=1)] = 1.0
    """What a reward is worth one own decision earlier."""
    gae_lambda: Annotated[float, Field(ge=0, le=1)] = 0.95
    """How far advantages look ahead: 0 one own decision, 1 to the end of the game."""
    clip: Annotated[float, Field(gt=0)] = 0.2
    """How far an update may move the probability of an action, as a ratio."""
    entropy: Annotated[float, Field(ge=0)] = 0.01
    """Weight of the entropy in the loss: more keeps the policy curious."""
    value: Annotated[float, Field(ge=0)] = 0.5
    """Weight of the value's error in the loss."""
    gradient_norm: Annotated[float, Field(gt=0)] = 0.5
    """Length to which longer gradients are cut."""


class PpoConfig(PpoLoss):
    """Proximal policy optimisation, in the words of the field."""

    rows: Count = 512
    """Games side by side."""
    steps: Count = 64
    """Decisions in every row between two updates."""
    batch: Annotated[int, Field(ge=2)] = 4096
    """Decisions in a minibatch."""
    epochs: Count = 2
    """Passes over the decisions of an update."""
    learning_rate: Annotated[float, Field(gt=0)] = 1e-3
    """Adam's step size at the beginning."""
    final_learning_rate: Annotated[float, Field(ge=0)] = 1e-4
    """Adam's step size at the end; it falls in a straight line."""
    target_kl: Annotated[float | None, Field(gt=0)] = None
    """An update stops early when the policy has moved this far; null for never."""


class ImitationConfig(Strict):
    """What self-play may begin with: learning to do as another player does."""

    player: str = "heuristic"
    """Who shows how it is done."""
    decisions: Annotated[int, Field(ge=0)] = 0
    """That player's decisions to learn from, before the learner's own; 0 for none."""
    batch: Annotated[int, Field(ge=2)] = 256
    """Decisions in a minibatch."""
    learning_rate: Annotated[float, Field(gt=0)] = 1e-3
    """Adam's step size at the beginning; it falls to 0 in a straight line."""


class LeagueConfig(Strict):
    """Whom the learner meets with `selfplay: league`, apart from itself."""

    mirror_share: Share = 0.5
    """Part of the games in which the learner sits in every seat; in the others it has one seat."""
    every: Count = 500_000
    """The learner's decisions between two snapshots of it that may join the pool."""
    size: Annotated[int, Field(ge=0)] = 20
    """Most snapshots in the pool, 0 for none; for a new one the oldest but the first leaves."""
    admission: Literal["always", "ahead"] = "ahead"
    """Which snapshots join: all, or only one of a learner that is ahead of those in the pool."""
    ahead_of: Share = 0.5
    """For `ahead`: the win share against the pool's snapshots, since the last time one might have
    joined, that must be exceeded; seat against seat, so that 0.5 is even at every table."""
    matchmaking: Literal["uniform", "recent", "prioritised"] = "prioritised"
    """How often a snapshot is met: all equally; the newer, the more often; or the more often, the
    less the learner wins against it."""
    fixed: list[str] = []
    """Names of players that always belong to the pool, each met equally often."""
    fixed_share: Share = 0.25
    """Part of the opponents' seats that fixed players take, once there are snapshots too."""
    manner: Literal["sample", "best"] = "sample"
    """How snapshots choose: drawing from their probabilities, or the likeliest action."""


class EvaluationConfig(Strict):
    """Matches played while training."""

    every: Count = 1_000_000
    """Decisions between two evaluations."""
    deals: Annotated[int, Field(ge=2)] = 200
    """Deals per opponent, each played from every seat."""
    opponents: list[str] = ["random", "heuristic"]
    """Names of the players met."""


class TrainConfig(Strict):
    """One training run."""

    game: str
    """The game's name."""
    players: int = 2
    """Seats at the table."""
    options: Options = {}
    """Rule options of the game that differ from its defaults."""
    reward: Literal["win", "rank", "margin"] = "win"
    """How points become pay."""
    algorithm: Literal["selfplay_ppo", "maskable_ppo"] = "selfplay_ppo"
    """selfplay_ppo: the policy meets itself and learns from every seat it has; maskable_ppo: in one
    seat, against `opponents`."""
    imitation: ImitationConfig = ImitationConfig()
    """For selfplay_ppo: a first lesson from another player."""
    selfplay: Literal["mirror", "league"] = "mirror"
    """For selfplay_ppo, mirror: the policy sits in every seat; league: also among earlier snapshots
    of itself and fixed players."""
    league: LeagueConfig = LeagueConfig()
    """For `selfplay: league`: whom the policy meets."""
    opponents: Annotated[list[str], Field(min_length=1)] = ["heuristic"]
    """For maskable_ppo: the player in all other seats, or one for each, clockwise from it."""
    decisions: Count = 10_000_000
    """The learner's decisions in all."""
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0
    """Fixes the whole run, together with the number of threads."""
    threads: Count = 1
    """Processor threads for the network's arithmetic; more help only where cores are idle."""
    run: str | None = None
    """The run's directory; by default `runs/` and the name of the configuration file."""
    checkpoint_every: Count = 1_000_000
    """Decisions between two checkpoints."""
    keep: Count = 3
    """How many of the newest checkpoints stay on disk."""
    network: NetworkConfig = NetworkConfig()
    """The policy's network."""
    ppo: PpoConfig = PpoConfig()
    """The learning rule."""
    evaluation: EvaluationConfig = EvaluationConfig()
    """Matches played while training."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.network.residual and self.algorithm != "selfplay_ppo":
            raise ValueError("network.residual: 0 where algorithm is not selfplay_ppo")
        decisions = self.ppo.rows * self.ppo.steps
        if self.algorithm == "maskable_ppo" and decisions % self.ppo.batch == 1:
            raise ValueError(
                f"another ppo.batch: of ppo.rows * ppo.steps = {decisions} decisions it leaves a "
                "single one over, of which nothing can be learnt"
            )
        return self
