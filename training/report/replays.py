"""Games of a tournament to step through: pictures as numbered shapes, decisions as texts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from sea_envs.core.play import Play
from sea_envs.drawing.svg import to_vectors
from training.evaluation import deal_seed
from training.results import FORFEITED, Game
from training.schedule import Event

WIDTH = 640.0  # pixels: wide enough for two panels, narrow enough for a phone


@dataclass(frozen=True)
class Replay:
    """One game, from the deal to its end.

    title: who played and how it ended. shapes: SVG elements; frames: for every position the numbers
    of those that draw it, in order; texts: for every position what led to it.
    """

    title: str
    width: float
    height: float
    shapes: list[str]
    frames: list[list[int]]
    texts: list[str]

    def as_json(self) -> dict[str, Any]:
        """For the page's script."""
        return {
            "title": self.title,
            "size": [self.width, round(self.height, 1)],
            "shapes": self.shapes,
            "frames": self.frames,
            "texts": self.texts,
        }


def chosen(
    recorded: Iterable[tuple[Event, Game]], order: Sequence[int], most: int
) -> tuple[list[tuple[Event, Game]], set[tuple[int, int]]]:
    """At most so many games, one for each pair of players, the best first; and the pairs without.

    order: player numbers, best first. Games that somebody forfeited are taken if there is no other.
    """
    games = sorted(recorded, key=lambda found: found[1].ending == FORFEITED)
    place = {player: rank for rank, player in enumerate(order)}
    pairs = sorted(combinations(order, 2), key=lambda pair: sum(place[player] for player in pair))
    missing = {(min(pair), max(pair)) for pair in pairs}
    taken: list[tuple[Event, Game]] = []
    for pair in pairs:
        key = min(pair), max(pair)
        if key not in missing:
            continue
        found = next((each for each in games if set(pair) <= set(each[1].seating)), None)
        if found is not None and len(taken) < most:
            taken.append(found)
            missing -= {
                (min(both), max(both)) for both in combinations(sorted(set(found[1].seating)), 2)
            }
    return taken, missing


def replay(event: Event, game: Game, names: Sequence[str]) -> Replay:
    """Play a recorded game again and draw every position, all cards seen."""
    seats = [f"seat {seat} ({names[player]})" for seat, player in enumerate(game.seating)]
    again = Play(event.setup)
    again.begin(deal_seed(event.seed, game.deal))
    numbers: dict[str, int] = {}
    frames, height = [], 0.0
    for action in (*(game.actions or ()), None):
        picture = to_vectors(
            event.setup.game.render.scene(event.setup, again.state, None), width=WIDTH
        )
        height = max(height, picture.height)
        frames.append([numbers.setdefault(shape, len(numbers)) for shape in picture.shapes])
        if action is not None:
            again.act(action)
    return Replay(
        title=_title(event, game, names),
        width=WIDTH,
        height=height,
        shapes=list(numbers),
        frames=frames,
        texts=_texts(game.lines or (), seats),
    )


def _title(event: Event, game: Game, names: Sequence[str]) -> str:
    results = ", ".join(
        f"{names[player]} {points:g}"
        for player, points in zip(game.seating, game.points, strict=True)
    )
    ending = "" if game.forfeiter is None else f" ({names[game.forfeiter]} forfeits: {game.reason})"
    return f"{event.title}, deal {game.deal}: {results}{ending}"


def _texts(lines: Sequence[str], seats: Sequence[str]) -> list[str]:
    """For every position the decision that led to it, and what chance did then."""
    texts = [""]
    for line in lines:
        who, _, what = line.partition(": ")
        if line.startswith("seat "):
            texts.append(f"{seats[int(who.removeprefix('seat '))]}: {what}")
        else:
            texts[-1] = f"{texts[-1]}\n{line}".strip()
    return texts
