"""Trains and measures players: self-play, evaluation, tournaments; no game is named here."""
