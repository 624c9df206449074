"""The version of sea_envs."""

VERSION = "0.1.0"
