"""Tables of Sea Life set by hand, in the words of the rules page."""

from collections.abc import Sequence
from typing import Any

from sea_envs.core.play import Play
from sea_envs.games.sea_life import GAME
from sea_envs.games.sea_life.components import CREATURES, FOODS, STANDARD
from sea_envs.games.sea_life.rules.chain import score_row
from sea_envs.games.sea_life.rules.state import NO_CARD

CREATURE_NAMES = [creature.name for creature in STANDARD.creatures]
FOOD_NAMES = [food.name for food in STANDARD.foods]
BOX = [food.name for food in STANDARD.foods for _ in range(food.copies)]


def deck_with(*hands: Sequence[str]) -> list[str]:
    """A stacked deck whose first seats get at least these foods; the rest follows as in the box."""
    rest = list(BOX)
    for food in (food for hand in hands for food in hand):
        rest.remove(food)
    deck: list[str] = []
    for hand in hands:
        filling = FOODS - len(hand)
        deck += [*hand, *rest[:filling]]
        rest = rest[filling:]
    return deck + rest


def game(players: int, *hands: Sequence[str], dealer: int = 0, **options: Any) -> Play:
    """A game just dealt: seats get at least these foods."""
    play = Play(GAME.setup(players, dealer=dealer, **options), on_illegal="raise")
    play.begin(5, deck=deck_with(*hands, *[()] * (players - len(hands))))
    return play


def tell(play: Play, *texts: str) -> Play:
    """Play decisions by their words, whoever is to move."""
    for text in texts:
        play.act(play.parse(text))
    return play


def rest_of_round(play: Play) -> None:
    """Play any legal decisions until the round is scored."""
    before = play.state.rounds_scored
    while play.state.rounds_scored == before:
        play.act(play.legal()[0])


def points_of(players: int, *row: tuple[int, str, str], **options: Any) -> list[int]:
    """Points of a row laid by hand: (seat, creature, food), from the right end."""
    play = game(players, **options)
    state = play.state
    for column, (seat, creature, food) in enumerate(row):
        state.row_creatures[column] = CREATURE_NAMES.index(creature)
        state.row_foods[column] = FOOD_NAMES.index(food)
        state.owner_seats[column] = seat
        state.columns += 1
    score_row(state)
    play.table.refresh()
    return [int(points) for points in play.scores()]


def row_of(play: Play) -> list[tuple[str, str]]:
    """Creature and food of every column from the right end; "" where there is none."""
    state = play.state
    names = []
    for column in range(state.columns):
        creature, food = int(state.row_creatures[column]), int(state.row_foods[column])
        names.append(
            (
                "" if creature == NO_CARD else CREATURE_NAMES[creature],
                "" if food == NO_CARD else FOOD_NAMES[food],
            )
        )
    return names


def foods_of(play: Play, seat: int) -> list[str]:
    """The foods in a hand, lowest first."""
    return [FOOD_NAMES[kind] for kind in play.state.foods[seat] if kind != NO_CARD]


def creatures_of(play: Play, seat: int) -> list[str]:
    """The creatures in a hand."""
    return [CREATURE_NAMES[kind] for kind in range(CREATURES) if play.state.creatures[seat, kind]]
