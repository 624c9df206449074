"""The record of one game, and the words for its small numbers."""

from sea_envs.core.state import record
from sea_envs.games.ocean.components import (
    ACTION_CARDS,
    ACTION_NAMES,
    ANIMAL_CARDS,
    DECK_SIZE,
    HUES,
    MAX_SEATS,
    OPTIONS,
)

NO_SEAT = -1
NO_CARD = -1
NO_ANIMAL = -1

UNSEEN, SHOWN, CENTRE, OPEN, CLOSED, PLAYED, ROW, SPARE, GONE = range(9)
"""Places of animal cards: in the stock or a hand; in a hand, as all know; in the centre, with
the open hands in a skull turn; in the group being picked; in a finished group; played and not yet
laid or collected; in a row; in the pile of the seat whose friend it is, to replace a stolen one; in
any other pile."""

STATE = record(
    ("numbers", "i1", (ANIMAL_CARDS,)),
    ("given_friends", "i1", (MAX_SEATS,)),
    ("friends", "i1", (MAX_SEATS,)),
    ("place", "i1", (ANIMAL_CARDS,)),
    ("owner_seats", "i1", (ANIMAL_CARDS,)),  # whose hand, row or pile a card belongs to
    ("hand_actions", "i1", (MAX_SEATS, len(ACTION_NAMES))),
    ("shown_actions", "i1", (MAX_SEATS, len(ACTION_NAMES))),  # of these, known to everybody
    ("piled_actions", "i1", (MAX_SEATS, len(ACTION_NAMES))),
    ("held", "i1", (MAX_SEATS,)),  # cards in hand, animals and actions
    ("hidden", "i1", (MAX_SEATS,)),  # cards to be dealt anew; 0 but during `reshuffle_unseen`
    ("wasteful", "i1", (MAX_SEATS,)),  # 1: everybody knows the hand to be sacks and chests only
    ("rows", "i1", (MAX_SEATS, HUES)),  # the number of the friend shown in a colour, 0 for none
    (
        "spares",
        "i1",
        (MAX_SEATS, HUES),
    ),  # the highest number among the spares of a colour, 0 for none
    # Animals on the table in ascending order: the centre, open hands, groups, the card played.
    ("centre", "i1", (ANIMAL_CARDS,)),
    ("lying", "i1"),
    # Every observation needs the next three, so they are kept up to date.
    ("sums", "i2"),  # bit s: some animals of the centre add up to s
    ("sums_lacked", "i2", (MAX_SEATS,)),  # the same with one among them that the seat's row lacks
    ("lacking_seats", "i1", (ANIMAL_CARDS,)),  # the seat whose row has a gap for the card
    ("deck", "i1", (DECK_SIZE + ACTION_CARDS,)),  # the stock is deck[drawn:stocked]
    ("drawn", "i1"),
    ("stocked", "i1"),
    ("tucked", "i1"),  # cards put under the stock at set-up and not yet dealt
    ("stacked", "i1"),
    ("rounds", "i1"),
    ("phase", "i1"),
    ("played", "i1"),
    ("wanted", "i1"),  # what the open group still has to add up to
    ("after", "i1"),  # only cards after this one may be picked
    ("group_first", "i1"),
    ("closed", "i1"),  # groups finished
    ("victim_seat", "i1"),
    ("skull_seat", "i1"),
    ("starter_seat", "i1"),
    ("first_seat", "i1"),
    options=[option.name for option in OPTIONS if option.stored],
    notes=DECK_SIZE + MAX_SEATS + 4,
)
