"""The ladder's games in one JSON file: of every pairing, the first player's share of each deal."""

import json
from pathlib import Path

from sea_envs.core.errors import SeaError
from sea_envs.core.files import write_text

FORMAT = 1

Shares = dict[str, list[float]]
"""By the key of a pairing: the part of the wins on deal 0, 1 ... as far as they were played."""


class BadLadder(SeaError):
    """A results file that is damaged, or a place where nothing can be written."""


def read(path: Path) -> Shares:
    """What was kept; nothing if there is no file yet."""
    try:
        whole = json.loads(path.read_text(encoding="utf-8"))
        shares = dict(whole["shares"])
        sound = whole["format"] == FORMAT and all(
            type(share) in (int, float) and 0 <= share <= 1
            for deals in shares.values()
            for share in deals
        )
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadLadder(f"cannot read results file {str(path)!r}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise BadLadder(f"{str(path)!r} is not the ladder's results file: {error!r}") from error
    if not sound:
        raise BadLadder(f"{str(path)!r} is not the ladder's results file, or of another version")
    return shares


def write(path: Path, shares: Shares) -> None:
    """Keep them all; whatever happens meanwhile, the old file or the new one is there.

    What another ladder has kept there in the meantime stays: of every pairing the most deals.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = read(path)
        whole = {
            name: max(shares.get(name, []), kept.get(name, []), key=len)
            for name in {**kept, **shares}
        }
        write_text(path, json.dumps({"format": FORMAT, "shares": whole}))
    except OSError as error:
        raise BadLadder(f"cannot write results file {str(path)!r}: {error.strerror}") from error
