"""Australis in the module form that PettingZoo users expect: `australis_v0.env(players=4)`."""

from functools import partial

from sea_envs.adapters import aec

env, raw_env = partial(aec.make, "australis"), partial(aec.make_raw, "australis")
