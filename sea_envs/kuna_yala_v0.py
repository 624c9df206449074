"""Kuna Yala in the module form that PettingZoo users expect: `kuna_yala_v0.env(players=4)`."""

from functools import partial

from sea_envs.adapters import aec

env, raw_env = partial(aec.make, "kuna_yala"), partial(aec.make_raw, "kuna_yala")
