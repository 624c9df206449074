"""Ocean in the module form that PettingZoo users expect: `ocean_v0.env(players=4)`."""

from functools import partial

from sea_envs.adapters import aec

env, raw_env = partial(aec.make, "ocean"), partial(aec.make_raw, "ocean")
