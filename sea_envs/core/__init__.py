"""What every game shares: records, chance, layouts, pay, the table; knows no game or RL library."""
