"""The ladder as Markdown: every pairing on a game's spec sheet, the essence in the README."""

from collections.abc import Mapping, Sequence

import numpy as np

from sea_envs.players import pretrained_file
from sea_envs.registry import load
from sea_envs.spec import table
from training.checkpoint import policy_of_run
from training.evaluation import Estimate, share_estimate
from training.ladder.plan import (
    PLAYERS,
    PRETRAINED,
    LadderConfig,
    Pairing,
    aim,
    half_width,
    key,
    wanted_deals,
)
from training.ladder.results import Shares

BLOCK = "ladder"
HEAD = ("players", "fair share", "player", *(f"against {name}" for name in PLAYERS[:-1]))
ESSENCE = (
    ("pretrained", "heuristic"),
    ("pretrained", "search:200"),
    ("pretrained", "search:1000"),
    ("search:1000", "heuristic"),
)
"""The pairings that the README shows."""
ESSENCE_HEAD = (
    *("game", "players", "fair share"),
    *(f"{first} against {second}" for first, second in ESSENCE),
)
WIDE = "\\*"
"""After an interval that was still too wide when the last deal was played."""

Known = Mapping[Pairing, Estimate]


def known(plan: Sequence[Pairing], shares: Shares, config: LadderConfig) -> dict[Pairing, Estimate]:
    """The pairings that are done, with what the first player won."""
    found = {}
    for pairing in plan:
        deals = shares.get(key(pairing), [])
        if len(deals) >= wanted_deals(deals, aim(pairing, config)):
            found[pairing] = share_estimate(np.array(deals))
    return found


def sheet(game: str, found: Known, config: LadderConfig) -> str:
    """The block of a game's spec sheet: a row for each number of players and player."""
    mine = {pairing: share for pairing, share in found.items() if pairing.game == game}
    lines = [
        f"`{_command(config, game)}`: what one player wins, in per cent of the games, "
        "against another that has all other seats; every deal is played from every seat. In "
        "brackets 95 % intervals over deals.",
        "",
    ]
    rows = []
    tables = sorted({pairing.players for pairing in mine})
    for players in tables:
        for first in PLAYERS[1:]:
            against = [Pairing(game, players, first, name) for name in PLAYERS[:-1]]
            if any(pairing in mine for pairing in against):
                cells = [cell(pairing, mine, config) for pairing in against]
                rows.append((str(players), f"{100 / players:.1f}", f"`{first}`", *cells))
    lines += [table(HEAD, rows), *_notes(mine, config)]
    if (horizon := load(game).horizon) is not None and tables:
        lines += ["", f"Search looks {horizon} decisions ahead (`horizon` of the game)."]
    for players in tables:
        if any(pairing.players == players and pairing.first == PRETRAINED for pairing in mine):
            lines += ["", _origin(game, players)]
    return "\n".join(lines)


def essence(games: Sequence[str], found: Known, config: LadderConfig) -> str:
    """The README's block: a row for each game and number of players."""
    lines = [
        f"`{_command(config)}`: what the first wins, in per cent of the games, when the second "
        "has all other seats; every deal from every seat, 95 % intervals over deals. The "
        "whole ladder stands on the spec sheets.",
        "",
    ]
    rows = []
    for game in games:
        for players in sorted({pairing.players for pairing in found if pairing.game == game}):
            pairs = [Pairing(game, players, *names) for names in ESSENCE]
            cells = [cell(pairing, found, config) for pairing in pairs]
            if any(cells):
                rows.append((load(game).title, str(players), f"{100 / players:.1f}", *cells))
    lines += [table(ESSENCE_HEAD, rows), *_notes(found, config), *verdict(found)]
    return "\n".join(lines)


def cell(pairing: Pairing, found: Known, config: LadderConfig) -> str:
    """A share with its interval in per cent; empty for what was not played."""
    share = found.get(pairing)
    if share is None:
        return ""
    wide = f" {WIDE}" if _wide(pairing, share, config) else ""
    return f"{100 * share.mean:.1f} [{100 * share.low:.1f}, {100 * share.high:.1f}]{wide}"


def verdict(found: Known) -> list[str]:
    """Whom `pretrained` beats where, and who is stronger or as strong as far as one knows."""
    beaten = [
        f"{load(pairing.game).title} ({pairing.players}): `{pairing.second}` {_how(pairing, share)}"
        for pairing, share in found.items()
        if pairing.first == PRETRAINED and share.low <= 1 / pairing.players
    ]
    if not any(pairing.first == PRETRAINED for pairing in found):
        return []
    if not beaten:
        return ["", "`pretrained` takes more than its fair share against everybody here."]
    text = "`pretrained` takes more than its fair share against everybody here, except: "
    return ["", f"{text}{'; '.join(beaten)}."]


def _how(pairing: Pairing, share: Estimate) -> str:
    return "is stronger" if share.high < 1 / pairing.players else "is about as strong"


def _wide(pairing: Pairing, share: Estimate, config: LadderConfig) -> bool:
    return half_width(share) > aim(pairing, config).half_width


def _notes(found: Known, config: LadderConfig) -> list[str]:
    if not any(_wide(pairing, share, config) for pairing, share in found.items()):
        return []
    points, quick = (100 * width for width in (config.half_width, config.quick_half_width))
    without = f" (without search ±{quick:g})" if quick < points else ""
    return ["", f"{WIDE} wider than ±{points:g} points{without}: not played further."]


def _command(config: LadderConfig, game: str = "") -> str:
    """What prints the block: with the fields that decide what is played, and how long.

    game: whose sheet it stands on; the README shows the same tables whatever `players` says.
    """
    deciding = {"half_width", "quick_half_width", "max_deals"} | ({"players"} if game else set())
    chosen = config.model_dump(include=deciding, exclude_defaults=True)
    words = [*([game] if game else []), *(f"{name}={value}" for name, value in chosen.items())]
    return " ".join(["python -m training ladder", *words, "--write"])


def _origin(game: str, players: int) -> str:
    """Where the weights of `pretrained` come from, in a sentence."""
    file = pretrained_file(game, players)
    facts = policy_of_run(file)[0].facts
    options = facts["config"].get("options", {})
    chosen = ", ".join(f"`{name}={value}`" for name, value in options.items())
    rules = f" under {chosen}" if chosen else ""
    return (
        f"`pretrained` with {players} players is `{file.name}`, trained on "
        f"{facts['decisions']:,} decisions at tables of {facts['players']}{rules}."
    )
