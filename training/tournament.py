"""`python -m training tournament CONFIG.yaml`: plays or continues a tournament and rates it."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

import numpy as np
from rich.console import Console

from sea_envs.core.files import write_text
from training.console import say
from training.engine import ENGINES, Work
from training.evaluation import share_estimate
from training.help import helped
from training.identity import weights_digest
from training.interrupts import heard
from training.match import check_players
from training.progress import Leader, Watch, shown
from training.report.page import Report, page
from training.report.replays import chosen, replay
from training.results import Record, Results, opened
from training.schedule import (
    BadPlan,
    Block,
    Event,
    TournamentConfig,
    blocks,
    events,
    seatings,
    specification,
    stages,
)
from training.standing import Standing, by_deal, standing
from training.tables import as_csv, as_json, as_text, pairs_as_csv, show
from training.yaml_config import load_config, to_yaml

RESULTS = "results.sqlite"
REPORT = "report.html"
TABLE, CSV, PAIRS, JSON, CONFIG = "table.txt", "table.csv", "pairs.csv", "table.json", "config.yaml"
ELSEWHERE = {"engine", "cluster", "workers", "run"}
"""Keys that change where a tournament is played and kept, and nothing about it."""
LATER = {"deals", "until", "samples", "record_every", "replays"}
"""Keys that may change when a tournament goes on: how long it lasts and how it is looked at."""

USAGE = "usage: python -m training tournament CONFIG.yaml [key=value ...]"
ABOUT = (
    "Lets players meet on duplicate deals and rates them, into runs/tournament/CONFIG by "
    "default: report.html, table.txt, table.csv, pairs.csv, table.json and every game "
    "(results.sqlite). What was stopped goes on by the same command. Configurations are in "
    "configs/tournament."
)


@dataclass(frozen=True)
class Outcome:
    """A finished tournament. retired: numbers of players; ends: each event's deals."""

    standings: tuple[Standing, ...]
    records: tuple[Record, ...]
    retired: tuple[int, ...]
    ends: tuple[int, ...]


def main(words: Sequence[str]) -> int:
    """Run the command; 0 when the tournament is complete. Raises SeaError for bad input."""
    if (status := helped(words, USAGE, ABOUT, TournamentConfig)) is not None:
        return status
    path = Path(words[0])
    config = load_config(TournamentConfig, path, words[1:])
    directory = Path(config.run or Path("runs", "tournament", path.stem))
    console = Console(stderr=True)
    command = " ".join(("python -m training tournament", *map(quote, words)))
    outcome = hold(config, directory, console, command=command)
    names = [entrant.name for entrant in config.entrants]
    show(outcome.standings, names, outcome.retired, Console())
    say(console, f"the report is {directory / REPORT}")
    return 0


def hold(
    config: TournamentConfig, directory: Path, console: Console, *, command: str = ""
) -> Outcome:
    """Play what is still to be played of a tournament; write tables and report into the directory.

    command: how it was begun, for the report.
    """
    planned = events(config)
    for event in planned:
        for warning in check_players(config, event):  # who cannot play says so before anybody does
            say(console, f"warning: {warning}")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with opened(directory / RESULTS) as results:
            _recognise(config, planned, results, directory)
            write_text(directory / CONFIG, to_yaml(config))
            ends, retired = _play_out(config, planned, results, console)
            outcome = _outcome(config, planned, results, ends=ends, retired=retired)
            _write_tables(config, outcome, directory)
            with console.status("drawing games for the report"):
                text = page(_report(config, planned, results, outcome, command))
            write_text(directory / REPORT, text)
    except OSError as error:
        raise BadPlan(f"cannot write into {str(directory)!r}: {error.strerror}") from error
    return outcome


def facts(config: TournamentConfig, planned: Sequence[Event]) -> dict[str, str]:
    """What must not change while a tournament goes on, as JSON by key."""
    whole = config.model_dump(mode="json", exclude=ELSEWHERE | LATER)
    games = {event.setup.game.name: event.setup.game.version for event in planned}
    shipped: dict[str, str | None] = {}
    checkpoints: dict[str, str | None] = {}
    for event in planned:
        for entrant in event.entrants:
            spec = specification(config.entrants[entrant], event)
            kind = spec.partition(":")[0]
            if kind == "checkpoint":
                checkpoints[spec] = weights_digest(spec, event.setup)
            elif kind == "pretrained":
                table = f"{event.setup.game.name} for {event.setup.players}"
                shipped[table] = weights_digest(spec, event.setup)
    whole |= {
        "game versions": games,
        "checkpoint files": checkpoints,
        "pretrained files": shipped,
    }
    return {key: json.dumps(value, sort_keys=True) for key, value in whole.items()}


def _recognise(
    config: TournamentConfig, planned: Sequence[Event], results: Results, directory: Path
) -> None:
    """Go on only with the tournament that was begun in this directory."""
    new, old = facts(config, planned), results.about()
    if not old:
        results.describe(new)
        return
    for key in new:
        if old.get(key) != new[key]:
            raise BadPlan(
                f"{str(directory)!r} holds a tournament with {key}={old.get(key)}, not {new[key]};"
                " possible: run=ANOTHER_DIRECTORY, or remove that one"
            )


def _play_out(
    config: TournamentConfig, planned: Sequence[Event], results: Results, console: Console
) -> tuple[list[int], set[int]]:
    """Play stage after stage. Each event's number of deals, and who was retired."""
    sizes = [len(seatings(event, 0, event.entrants)) for event in planned]
    done = [len(results.deals(event.number)) for event in planned]
    bar = shown(
        console,
        total=config.most_deals * sum(sizes),
        done=sum(size * count for size, count in zip(sizes, done, strict=True)),
        leader=_leader(config, planned, results),
    )
    plans = {event.number: stages(config, event) for event in planned}
    ends, gone = [0] * len(planned), set[int]()
    with ENGINES[config.engine](config) as work, bar as watch:
        while plans:
            gone = _retired(config, results, ends)
            todo: list[Block] = []
            for event in [planned[number] for number in plans]:
                first, end = next(plans[event.number])
                entrants = [player for player in event.entrants if player not in gone]
                record = results.record(event.number, seats=event.setup.players, end=first)
                if first == end or len(entrants) < 2 or _narrow(config, record, entrants):
                    del plans[event.number]
                    continue
                missing = sorted(set(range(first, end)) - results.deals(event.number))
                todo += blocks(config, event, missing, entrants)
                ends[event.number] = end
            _play_blocks(todo, work, results, watch)
    return ends, gone


def _leader(config: TournamentConfig, planned: Sequence[Event], results: Results) -> Leader:
    """Who led when the tournament was left off."""
    names = [entrant.name for entrant in config.entrants]
    records = [
        results.record(event.number, seats=event.setup.players, end=config.most_deals)
        for event in planned
    ]
    shares = by_deal(records, np.arange(len(names)), "shares")
    return Leader(names, [column[~np.isnan(column)].tolist() for column in shares.T])


def _play_blocks(todo: Sequence[Block], work: Work, results: Results, watch: Watch) -> None:
    with heard() as interrupted:
        for block, games in work(todo):
            results.add(block.event, games)
            watch(games)
            interrupted()


def _retired(config: TournamentConfig, results: Results, ends: Sequence[int]) -> set[int]:
    """Who forfeited too many games on the deals of the stages that are over."""
    forfeits = Counter[int]()
    for event, end in enumerate(ends):
        for player, _, count in results.forfeits(event, end=end):
            forfeits[player] += count
    return {player for player, count in forfeits.items() if count >= config.retire_after}


def _narrow(config: TournamentConfig, record: Record, entrants: Sequence[int]) -> bool:
    """Whether the win share of each of these players is known as exactly as was asked."""
    if config.until is None or len(np.unique(record.deals)) < 2:
        return False
    shares = by_deal([record], np.arange(len(config.players)), "shares")[:, entrants]
    estimates = [share_estimate(column[~np.isnan(column)]) for column in shares.T]
    return max(known.high - known.low for known in estimates) <= 2 * config.until.half_width


def _outcome(
    config: TournamentConfig,
    planned: Sequence[Event],
    results: Results,
    *,
    ends: Sequence[int],
    retired: set[int],
) -> Outcome:
    records = [
        results.record(event.number, seats=event.setup.players, end=end)
        for event, end in zip(planned, ends, strict=True)
    ]
    parts = [
        (f"{event.title}, {end} deals", [record])
        for event, record, end in zip(planned, records, ends, strict=True)
    ]
    if len(parts) > 1:
        parts.append(("All events", records))
    standings = tuple(
        standing(title, part, reward=config.reward, samples=config.samples) for title, part in parts
    )
    return Outcome(standings, tuple(records), tuple(sorted(retired)), tuple(ends))


def _write_tables(config: TournamentConfig, outcome: Outcome, directory: Path) -> None:
    names = [entrant.name for entrant in config.entrants]
    plain = config.model_dump(mode="json", exclude=ELSEWHERE)
    tables = outcome.standings, names, outcome.retired
    write_text(directory / TABLE, as_text(*tables))
    write_text(directory / CSV, as_csv(*tables))
    write_text(directory / PAIRS, pairs_as_csv(outcome.standings, names))
    write_text(directory / JSON, as_json(*tables, plain))


def _report(
    config: TournamentConfig,
    planned: Sequence[Event],
    results: Results,
    outcome: Outcome,
    command: str,
) -> Report:
    names = [entrant.name for entrant in config.entrants]
    spans = list(zip(planned, outcome.ends, strict=True))
    recorded = (
        (event, game) for event, end in spans for game in results.recorded(event.number, end=end)
    )
    order = [line.player for line in outcome.standings[-1].lines]
    shown_games, missing = chosen(recorded, order, config.replays)
    forfeits = Counter[tuple[int, str]]()
    for event, end in spans:
        for player, reason, count in results.forfeits(event.number, end=end):
            forfeits[player, reason] += count
    return Report(
        title=f"Tournament: {', '.join(dict.fromkeys(e.setup.game.title for e in planned))}",
        command=command,
        config=to_yaml(config),
        names=names,
        retired=outcome.retired,
        standings=outcome.standings,
        events=planned,
        records=outcome.records,
        forfeits=[(*who, count) for who, count in sorted(forfeits.items())],
        replays=[replay(event, game, names) for event, game in shown_games],
        missing=len(missing),
    )
