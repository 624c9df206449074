"""The rules of Ocean, numbered as in README.md, as compiled functions over one record."""

from sea_envs.games.ocean.rules.row import scores
from sea_envs.games.ocean.rules.state import STATE
from sea_envs.games.ocean.rules.stock import reshuffle_unseen
from sea_envs.games.ocean.rules.turn import apply, deal, legal

standing = scores

__all__ = ["STATE", "apply", "deal", "legal", "reshuffle_unseen", "scores", "standing"]
