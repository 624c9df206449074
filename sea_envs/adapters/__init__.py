"""One table, four faces: PettingZoo, Gymnasium, Gymnasium vector, Stable-Baselines3; no game."""
