"""Plays a block of a tournament and says how every game went."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.metadata import entry_points
from typing import Any

import numpy as np
import numpy.typing as npt

from sea_envs.core.game import Setup
from sea_envs.core.play import Play
from sea_envs.players import BUILT_IN, ENTRY_POINTS, AnyPlayer, player
from training.evaluation import FORFEIT, Games, deal_seed, play
from training.foreign import Foreign
from training.guard import GuardedPlayer, GuardedSearcher, guarded
from training.identity import other_rules
from training.results import CUT_OFF, FORFEITED, SCORED, Game
from training.schedule import Block, Event, TournamentConfig, events, seatings, specification

Array = npt.NDArray[Any]

_CUT_OFF = 2  # in `Games.ended`, as `Table.ended` counts


class Diary:
    """The last decision of every game, and all of them where they are kept."""

    def __init__(self, games: int, kept: Sequence[int]) -> None:
        """kept: numbers of the games to write down whole."""
        self.last = np.full(games, -1)
        self.whole: dict[int, list[int]] = {game: [] for game in kept}
        self._kept = np.zeros(games, bool)
        self._kept[list(kept)] = True

    def watch(self, games: Array, actions: Array) -> None:
        """Called after every decision, as `evaluation.play` does."""
        self.last[games] = actions
        for place in np.flatnonzero(self._kept[games]):
            self.whole[int(games[place])].append(int(actions[place]))


def play_block(config: TournamentConfig, block: Block) -> list[Game]:
    """The games of a block. They follow from the arguments alone, whatever process plays them."""
    event, players = _seated(config.model_dump_json(), block.event)
    seats = event.setup.players
    each = [seatings(event, block.first + deal, block.entrants) for deal in range(block.count)]
    sizes = [len(part) for part in each]
    deals = np.repeat(np.arange(block.first, block.first + block.count), sizes)
    numbers = np.concatenate([np.arange(size) for size in sizes])
    seating = np.concatenate(each)
    diary = Diary(len(deals), _kept(config, deals, numbers, seats))
    games = play(
        event.setup,
        players,
        np.searchsorted(event.entrants, seating),
        deals=deals,
        seed=event.seed,
        reward=config.reward,
        watch=diary.watch,
    )
    faults = {
        entrant: someone.care.faults
        for entrant, someone in zip(event.entrants, players, strict=True)
        if isinstance(someone, GuardedPlayer | GuardedSearcher)
    }
    return [
        _game(event, games, seating, (row, int(deals[row]), int(numbers[row])), faults, diary)
        for row in range(len(deals))
    ]


def event_lines(setup: Setup, seed: int, actions: Sequence[int]) -> list[str]:
    """The event lines of the game that began with this seed."""
    return replayed(setup, seed, actions).events()


def replayed(setup: Setup, seed: int, actions: Sequence[int]) -> Play:
    """The game that began with this seed, played again."""
    again = Play(setup)
    again.begin(seed)
    for action in actions:
        again.act(action)
    return again


def check_players(config: TournamentConfig, event: Event) -> list[str]:
    """Make every player of an event once. Raises what stands in the way of one.

    Tells in sentences who learnt by other rules than those that are played.
    """
    warnings = []
    for entrant in event.entrants:
        someone = _player(specification(config.entrants[entrant], event), event, config)
        if isinstance(someone, Foreign):
            someone.start()
            someone.stop()
        elif rules := other_rules(someone, event.setup):
            name = config.entrants[entrant].name
            warnings.append(f"{name} learnt {event.setup.game.title} with {rules}")
    return warnings


@lru_cache(maxsize=8)
def _seated(config: str, number: int) -> tuple[Event, list[AnyPlayer]]:
    """An event and its players, made once per process; keyed by text, for a model has no hash."""
    whole = TournamentConfig.model_validate_json(config)
    event = events(whole)[number]
    specs = [specification(whole.entrants[entrant], event) for entrant in event.entrants]
    return event, [guarded(_player(spec, event, whole), whole.retire_after) for spec in specs]


def _player(spec: str, event: Event, config: TournamentConfig) -> AnyPlayer:
    registered = {point.name for point in entry_points(group=ENTRY_POINTS)}
    if spec.partition(":")[0] in BUILT_IN or (":" not in spec and spec not in registered):
        return player(spec, event.setup)
    return Foreign(spec, event.setup, seconds=config.seconds, memory=config.memory)


def _kept(config: TournamentConfig, deals: Array, numbers: Array, seats: int) -> list[int]:
    """Which games are written down whole: one of each group's on the first deal, and some later."""
    kept = (deals == 0) & (numbers % seats == 0)
    if config.record_every:
        kept |= (deals * (1 + numbers.max()) + numbers) % config.record_every == 0
    return [int(game) for game in np.flatnonzero(kept)]


def _game(
    event: Event,
    games: Games,
    seating: Array,
    place: tuple[int, int, int],
    faults: Mapping[int, Mapping[int, str]],
    diary: Diary,
) -> Game:
    row, deal, number = place
    ending, forfeiter, reason = SCORED, None, None
    if games.ended[row] == _CUT_OFF:
        ending = CUT_OFF
    elif games.ended[row] == FORFEIT:
        ending = FORFEITED
        forfeiter = int(seating[row, games.pays[row].argmin()])
        illegal = f"illegal action {diary.last[row]}"
        reason = faults.get(forfeiter, {}).get(row, illegal)
    actions = diary.whole.get(row)
    lines = None
    if actions is not None:
        lines = tuple(event_lines(event.setup, deal_seed(event.seed, deal), actions))
    return Game(
        deal=deal,
        number=number,
        seating=tuple(map(int, seating[row])),
        points=tuple(map(float, games.points[row])),
        pay=tuple(map(float, games.pays[row])),
        shares=tuple(map(float, games.shares[row])),
        decisions=int(games.decisions[row]),
        ending=ending,
        forfeiter=forfeiter,
        reason=reason,
        actions=None if actions is None else tuple(actions),
        lines=lines,
    )
