"""The speed of learning, as the benchmark asks for it."""

import pytest

from training.speed import SHARES, Speed, Tutorial, _made, main, self_play_speed, tutorial_speed
from training.yaml_config import BadConfig


def test_a_rate_is_printed_as_one_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "training.speed.self_play_speed",
        lambda *given: Speed(12345.6, dict.fromkeys(SHARES, 0.125)),
    )
    assert main(["snorkeling", "players=3"]) == 0
    assert capsys.readouterr().out == "12346\n"
    assert main(["snorkeling", "--profile"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "12346" and lines[1] == "environment   12.5 %" and len(lines) == 5


def test_updates_are_timed_and_their_parts_make_up_most_of_the_time() -> None:
    found = self_play_speed("snorkeling", 2, 1, updates=1)
    assert found.decisions > 100
    assert 0.8 < sum(found.shares.values()) <= 1
    assert found.shares["environment"] < 0.15


def test_the_tutorial_is_timed_on_any_module_that_makes_a_game() -> None:
    assert tutorial_speed("sea_envs.snorkeling_v0", 3, 1, updates=1) > 10


def test_the_tutorial_moves_for_whoever_is_to_move() -> None:
    env = _made("sea_envs.snorkeling_v0", 2)
    tutorial = Tutorial(env)
    observation, _ = tutorial.reset(seed=4)
    movers, over = set(), False
    while not over:
        assert tutorial.observation_space.contains(observation)
        movers.add(env.agent_selection)
        action = int(tutorial.action_mask().argmax())
        observation, reward, ended, cut, _ = tutorial.step(action)
        over = ended or cut
    assert len(movers) == 2 and isinstance(reward, float)


def test_the_tutorial_is_printed_as_one_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = []

    def speed(*words: object) -> float:
        given.append(words)
        return 99.7

    monkeypatch.setattr("training.speed.tutorial_speed", speed)
    assert main(["tutorial=some.module", "threads=2"]) == 0
    assert capsys.readouterr().out == "100\n" and given == [("some.module", 2, 2)]


@pytest.mark.parametrize("module", ["no.such.module", "json"])
def test_a_module_that_makes_no_game_is_named(module: str) -> None:
    with pytest.raises(BadConfig, match=f"tutorial={module}: .*wanted a module with env"):
        tutorial_speed(module, 2, 1)


@pytest.mark.parametrize(
    "words",
    [
        ["a", "b"],
        ["snorkeling", "players=x"],
        ["a", "rows=3"],
        ["a", "--prof"],
        ["a", "tutorial=b"],
    ],
)
def test_bad_words_are_refused(words: list[str]) -> None:
    with pytest.raises(BadConfig, match="players=N|N from 1"):
        main(words)
