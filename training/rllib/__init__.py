"""Training on a Ray cluster with RLlib: the same games, networks and players' files."""
