"""One table, four faces: PettingZoo AEC, Gymnasium single and vector, Stable-Baselines3; no game is named here."""
