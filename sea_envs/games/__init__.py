"""The games, one folder each; they do not know one another."""
