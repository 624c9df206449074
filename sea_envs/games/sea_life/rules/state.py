"""What lies on the table, as one record."""

from sea_envs.core.state import record
from sea_envs.games.sea_life.components import (
    COLUMNS,
    CREATURES,
    DECK_SIZE,
    FOOD_KINDS,
    FOODS,
    MAX_SEATS,
    OPTIONS,
)

NO_CARD = -1
NO_SEAT = -1

PHASE_PEEK, PHASE_CARD, PHASE_PLACE = range(3)

STATE = record(
    ("creatures", "i1", (MAX_SEATS, CREATURES)),  # 1 in the hand, 0 laid
    ("foods", "i1", (MAX_SEATS, FOODS)),  # kinds in the hand, lowest first, then NO_CARD
    ("points", "i2", (MAX_SEATS,)),
    ("creatures_laid", "i1", (MAX_SEATS,)),  # in this round
    ("foods_laid", "i1", (MAX_SEATS,)),
    ("peeked_creatures", "i2", (MAX_SEATS,)),  # bit c: looked at the creature of column c
    ("peeked_foods", "i2", (MAX_SEATS,)),
    ("columns", "i1"),  # the row; column 0 is its right end
    ("row_creatures", "i1", (COLUMNS,)),  # NO_CARD in a gap
    ("row_foods", "i1", (COLUMNS,)),
    ("owner_seats", "i1", (COLUMNS,)),
    ("feeder_seats", "i1", (COLUMNS,)),
    ("creature_turns", "i1", (COLUMNS,)),  # the turn of the round that laid it, 1 first
    ("food_turns", "i1", (COLUMNS,)),
    ("gaps", "i1"),  # columns without a creature
    ("hungry", "i1"),  # columns without a food
    ("last_columns", "i1"),  # the row scored last, for all to see
    ("last_creatures", "i1", (COLUMNS,)),
    ("last_foods", "i1", (COLUMNS,)),
    ("last_seats", "i1", (COLUMNS,)),
    ("foods_left", "i1", (FOOD_KINDS,)),  # copies not turned up yet, wherever they are
    ("deck", "i1", (DECK_SIZE,)),  # NO_CARD where dealt
    ("stacked", "i1"),
    ("given_dealer_seat", "i1"),
    ("starter_seat", "i1"),
    ("per_round", "i1"),  # creatures, and foods, that a seat lays in a round
    ("last_round", "i1"),
    ("rounds_scored", "i1"),
    ("lap", "i1"),  # times round the table in this round
    ("turn", "i1"),  # of the round, 0 first
    ("phase", "i1"),
    ("card", "i1"),  # the action that chose the card in hand, NO_CARD before
    ("values", "i1", (CREATURES,)),
    # 8 x food + creature: what both count together
    ("counts", "i1", (FOOD_KINDS * CREATURES,)),
    ("web", "i1", (CREATURES * CREATURES,)),  # 8 x left + right: ALONE, EATS or RUINS
    ("shares", "f4", (FOOD_KINDS,)),  # 1 / copies
    ("count_scale", "f4"),  # so that 0.5 + count x scale stays in [0, 1]
    ("points_scale", "f4"),
    ("points_least", "i2"),
    options=[option.name for option in OPTIONS if option.stored],
    notes=1 + DECK_SIZE,
)
