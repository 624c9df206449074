"""Records of games, made by hand for tests."""

import numpy as np

from training.results import Record
from training.standing import standing


def record(*games, seats=2, forfeiters=()):
    """A record of games (deal, seating, points): pay is the points less the mean of the others'."""
    deals, seating, points = (np.array(column) for column in zip(*games, strict=True))
    points = points.astype(float)
    best = points == points.max(axis=1, keepdims=True)
    pay = points - (points.sum(axis=1, keepdims=True) - points) / (seats - 1)
    lost = np.full(len(games), -1)
    for game, player in forfeiters:
        lost[game] = player
    return Record(
        deals=deals,
        numbers=np.arange(len(games)),
        seating=seating,
        points=points,
        pay=pay,
        shares=best / best.sum(axis=1, keepdims=True),
        decisions=np.full(len(games), 9),
        endings=np.zeros(len(games), int),
        forfeiters=lost,
    )


def table(*records, reward="win"):
    return standing("a table", records, reward=reward, samples=200)
