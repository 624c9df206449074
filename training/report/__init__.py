"""The report of a tournament: one HTML file that needs nothing else, not even a network."""
