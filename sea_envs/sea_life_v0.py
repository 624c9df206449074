"""Sea Life in the module form that PettingZoo users expect: `sea_life_v0.env(players=4)`."""

from functools import partial

from sea_envs.adapters import aec

env, raw_env = partial(aec.make, "sea_life"), partial(aec.make_raw, "sea_life")
