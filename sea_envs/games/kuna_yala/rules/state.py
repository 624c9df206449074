"""Everything on the table, as one record."""

from sea_envs.core.state import record
from sea_envs.games.kuna_yala.components import (
    CELLS,
    HUES,
    KINDS,
    MAX_SEATS,
    MOST_CARDS,
    OPTIONS,
    SLOTS,
)

TOP, STOP = range(2)
HAND = SLOTS
NO_SLOT = -1
NO_SEAT = -1
ALL_SLOTS = (1 << SLOTS) - 1

FLOWING, NO_PAIR, NO_HOME, NO_PLACE = range(4)
"""How a turn is stuck (rule 4.6): not at all, and the three cases in their order."""

STATE = record(
    ("cells", "i1", (MAX_SEATS, CELLS)),  # what lies where in each shoal
    # One bit per fish colour and floor that may be laid on a cell. It only repeats what the cells
    # say, so that a legal fish is found without looking at neighbours.
    ("fits", "u2", (MAX_SEATS, CELLS)),
    ("room", "u2", (MAX_SEATS,)),  # the bits that any cell of the shoal has
    ("colours", "i1", (MAX_SEATS,)),  # secret; those of absent seats are the tiles nobody has
    ("corals", "i1", (MAX_SEATS,)),  # in sight
    ("octopuses", "i1", (MAX_SEATS,)),
    ("sharks", "i1", (MAX_SEATS,)),
    ("fish", "i1", (MAX_SEATS, HUES)),  # living fish of each colour in that shoal
    ("fish_cards", "i1", (MAX_SEATS,)),  # living
    ("laid", "i1", (MAX_SEATS, HUES)),  # fish of each colour that seat has laid, in any shoal
    ("ruined", "i1", (MAX_SEATS, HUES)),  # fish that its cards have eaten or flipped
    ("cards", "i1", (MOST_CARDS,)),  # the stacks one behind the other, each from its top
    ("carded", "i1"),
    ("stacks", "i1", (2, SLOTS)),  # places of each stack's top card and of its end in `cards`
    ("unseen", "i1", (KINDS,)),  # cards of each kind in the stacks
    ("shown", "i1", (SLOTS + 1,)),  # face-up cards; last the octopus whose receiver is being asked
    ("emptied", "i1"),  # one bit per slot that this turn took a card from
    ("stacked", "i1"),
    ("coloured", "i1"),
    ("given_first_seat", "i1"),
    ("first_seat", "i1"),
    ("turn_seat", "i1"),
    ("phase", "i1"),
    ("stuck", "i1"),
    ("slot", "i1"),  # chosen, or being filled with the octopus in `shown`
    ("target_seat", "i1"),  # who gets the card to be given
    options=[option.name for option in OPTIONS],
    notes=MOST_CARDS + MAX_SEATS + 8,
)
