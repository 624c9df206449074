"""What every game shares: records, chance, layouts, pay and the table; knows no game and no RL library."""
