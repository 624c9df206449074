"""Words know their room: at the table sit seats, in PettingZoo act agents, in training players.

One word per idea; an exception has its reason, and goes when nobody needs it any more.
"""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.architecture.sources import identifiers, sources

SHORT = {"obs", "cnt", "ptr", "idx", "tmp", "cfg", "msg", "num", "pid"}
"""Cut words, nowhere."""

ROOMS: tuple[tuple[str, set[str]], ...] = (
    (
        "sea_envs/[cgd]*/*",
        {"player", "agent", "env", "reward", "done", "observer", "feature", "plane", "reset"},
    ),
    ("sea_envs/*.py", {"policy"}),
    ("training/*", {"agent", "env"}),
)
"""Which words (their plurals too) a room does without."""

NUMBER_OF_PLAYERS = "the number of players is called so on the box and in every face"
SCHEME = "the faces' setting, handed through under the name that the user gave it"
PLAYER = "it makes or is a player, and has what the protocol of players asks for"
THEIRS = "a word of the library that is spoken to: Gymnasium, Stable-Baselines3 or torch"
NETWORK = "of a network's layers, not of an observation"
PROCESS = "a process's number, as the operating system calls it"

EXCEPTIONS: dict[tuple[str, str], str] = {
    ("sea_envs/*", "players"): NUMBER_OF_PLAYERS,
    ("sea_envs/games/*", "_per_players"): NUMBER_OF_PLAYERS,
    ("sea_envs/games/*", "_PER_PLAYERS"): NUMBER_OF_PLAYERS,
    ("sea_envs/core/*", "reward"): SCHEME,
    ("sea_envs/core/search.py", "player"): PLAYER,
    ("sea_envs/core/search.py", "reset"): PLAYER,
    ("sea_envs/core/learned.py", "load_player"): PLAYER,
    ("sea_envs/core/learned.py", "reset"): PLAYER,
    ("sea_envs/core/layers.py", "planes"): NETWORK,
    ("sea_envs/core/layers.py", "features"): NETWORK,
    ("sea_envs/core/forward.py", "plane"): NETWORK,
    ("sea_envs/core/forward.py", "planes"): NETWORK,
    ("sea_envs/*", "num_envs"): THEIRS,
    ("training/*", "SeaVecEnv"): THEIRS,
    ("training/*", "env"): THEIRS,
    ("training/speed.py", "Env"): THEIRS,
    ("training/*", "_env"): THEIRS,
    ("training/*", "n_envs"): THEIRS,
    ("training/*", "set_num_threads"): THEIRS,
    ("training/engine.py", "num_cpus"): THEIRS,
    ("training/rllib/face.py", "MultiAgentEnv"): THEIRS,
    ("training/rllib/face.py", "agent_selection"): THEIRS,
    ("training/rllib/face.py", "agents"): THEIRS,
    ("training/rllib/face.py", "possible_agents"): THEIRS,
    ("training/rllib/module.py", "OBS"): THEIRS,
    ("training/rllib/trainer.py", "ENV_RUNNER_RESULTS"): THEIRS,
    ("training/rllib/trainer.py", "NUM_ENV_STEPS_SAMPLED_LIFETIME"): THEIRS,
    ("training/rllib/trainer.py", "disable_env_checking"): THEIRS,
    ("training/rllib/trainer.py", "env_config"): THEIRS,
    ("training/rllib/trainer.py", "env_runner_group"): THEIRS,
    ("training/rllib/trainer.py", "env_runners"): THEIRS,
    ("training/rllib/trainer.py", "multi_agent"): THEIRS,
    ("training/rllib/trainer.py", "num_env_runners"): THEIRS,
    ("training/rllib/trainer.py", "num_envs_per_env_runner"): THEIRS,
    ("training/rllib/trainer.py", "num_epochs"): THEIRS,
    ("training/rllib/trainer.py", "num_learners"): THEIRS,
    ("training/rllib/trainer.py", "restart_failed_env_runners"): THEIRS,
    ("training/engine.py", "num_returns"): THEIRS,
    ("training/foreign.py", "pid"): PROCESS,
}


def split(identifier: str) -> list[str]:
    """The words of an identifier, in small letters and the singular."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", identifier)
    return [part.lower() for part in parts] + [part.lower().removesuffix("s") for part in parts]


def shunned(path: Path) -> set[str]:
    rows = [row for pattern, row in ROOMS if fnmatch(path.as_posix(), pattern)]
    return SHORT.union(*rows[:1])


def exceptions(path: Path, identifier: str) -> list[tuple[str, str]]:
    return [key for key in EXCEPTIONS if key[1] == identifier and fnmatch(path.as_posix(), key[0])]


def strangers() -> list[tuple[Path, str, int]]:
    return [
        (path, identifier, line)
        for path in sources()
        for identifier, line in identifiers(path)
        if shunned(path) & set(split(identifier))
    ]


@pytest.mark.parametrize("path", sources(), ids=str)
def test_a_file_speaks_the_language_of_its_room(path: Path) -> None:
    wrong = sorted(
        f"{identifier} (line {line})"
        for identifier, line in set(identifiers(path))
        if shunned(path) & set(split(identifier)) and not exceptions(path, identifier)
    )
    assert not wrong, f"{path}: {wrong}; here one does not say {sorted(shunned(path))}"


def test_every_exception_is_needed() -> None:
    used = {key for path, identifier, _ in strangers() for key in exceptions(path, identifier)}
    assert used == set(EXCEPTIONS)


@pytest.mark.parametrize(
    ("identifier", "words"),
    [
        ("next_agent", {"next", "agent"}),
        ("VecEnv", {"vec", "env"}),
        ("REWARDS", {"rewards", "reward"}),
        ("_obs2", {"obs2"}),
    ],
)
def test_identifiers_fall_into_words(identifier: str, words: set[str]) -> None:
    assert words <= set(split(identifier))
