"""The ladder: how strong the players are that everybody has, in every game."""
