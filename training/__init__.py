"""Training and measuring players: self-play, evaluation, tournaments; names no game and uses sea_envs alone."""
