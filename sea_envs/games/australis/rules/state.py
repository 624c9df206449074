"""The record of a game: what lies on the table, and the board's numbers beside it."""

from sea_envs.core.state import record
from sea_envs.games.australis.actions import TAKE_RED
from sea_envs.games.australis.components import (
    CONTESTS,
    DECK_ROOM,
    DICE_IN_CONTEST,
    DISPLAY,
    FACES,
    MAX_SEATS,
    MOST_CONTEST_LINES,
    MOST_FED,
    MOST_FOOD,
    OPTIONS,
    REEFS,
    ROLLS_ROOM,
    ROUNDS,
    SLOT_CARDS,
    SLOTS,
    SPACES,
)

NO_SEAT = -1
NO_CARD = -1

PHASES = 7
(
    PHASE_TAKE,
    PHASE_REEF_CARD,
    PHASE_REEF_DIE,
    PHASE_PICK,
    PHASE_HOW,
    PHASE_REEF_USED,
    PHASE_TILE,
) = range(PHASES)

# In at most 8 rolls of a contest a die drops. Rolls of equal numbers are not bounded, but the
# chance of one is 1/6 at most; there is room for twenty even after all that can be stacked.
CONTEST_NOTES = (DICE_IN_CONTEST + 2) * (MOST_CONTEST_LINES + 12)
NOTES = (DECK_ROOM + 2) + (SLOTS * MAX_SEATS + 2) + CONTEST_NOTES

STATE = record(
    ("points", "i2", (MAX_SEATS,)),
    ("spaces", "i1", (MAX_SEATS,)),  # of the turtles
    ("arrived", "i1", (MAX_SEATS,)),  # on the last space as the first, second, ...; 0 not there
    ("food", "i1", (MAX_SEATS,)),
    ("fish", "i2", (MAX_SEATS,)),
    ("reefs", "i1", (MAX_SEATS, REEFS)),
    ("supply", "i1", (MAX_SEATS,)),
    ("slots", "i1", (MAX_SEATS, SLOTS)),  # bit k: a card of kind k
    ("strips", "i1", (MAX_SEATS,)),  # bit c: the contest card of contest colour c
    ("taken", "i1", (MAX_SEATS, CONTESTS)),  # blue, purple and red dice of this round
    ("tile_points", "i2", (MAX_SEATS,)),
    ("start_tile_seat", "i1"),
    ("pool", "i1", (TAKE_RED + 1,)),  # dice not taken yet, by colour and face
    ("display", "i1", (DISPLAY,)),
    ("discards", "i1", (SLOT_CARDS,)),
    ("deck", "i1", (DECK_ROOM,)),
    ("drawn", "i2"),
    ("decked", "i2"),
    ("stacked", "i1"),
    ("rounds", "i1"),  # begun
    ("turn", "i1"),
    ("phase", "i1"),
    ("die", "i1"),  # 1 + the die whose turn it is; 0 none
    ("symbols", "i1"),  # cards that the white die still gives
    ("card", "i1"),  # the card just picked
    ("limit", "i1"),  # the highest reef that the coral may go to
    ("contest", "i1", (DICE_IN_CONTEST,)),  # dice still in: (3 x seat + colour) x 6 + face
    ("second_seat", "i1"),
    ("rolls", "i1", (ROLLS_ROOM,)),
    ("rolls_left", "i2"),
    ("rolls_used", "i2"),
    # The board's numbers, set when the game is set up.
    ("slot_max", "i1"),
    ("corals", "i1"),
    ("white_cards", "i1", (FACES,)),
    ("white_points", "i1", (FACES,)),
    ("yellow_fish", "i1", (FACES,)),
    ("yellow_points", "i1", (FACES,)),
    ("contest_faces", "i1", (CONTESTS, FACES)),
    ("last", "i1"),
    ("values", "i1", (SPACES,)),
    ("sectors", "i1", (SPACES,)),
    ("food_at", "i1", (MOST_FOOD - 1 - 3,)),
    ("reef_first", "i1", (REEFS,)),
    ("reef_second", "i1", (REEFS,)),
    ("capacity", "i1", (MOST_FOOD + 1,)),
    ("school", "i1", (MOST_FED + 1,)),
    ("tiles", "i1", (2, ROUNDS)),
    ("silver_food", "i1", (ROUNDS,)),
    ("start_tile", "i1"),
    ("slot_copies", "i1"),
    ("contest_copies", "i1"),
    ("most_points", "i2"),
    ("most_tile_points", "i2"),
    options=[option.name for option in OPTIONS if option.stored],
    notes=NOTES,
)
