"""Follows one implementation of a game with another, decision by decision, by words alone."""

import random
from collections.abc import Callable
from typing import Any

from sea_envs.core.play import Play
from sea_envs.registry import load
from tests.games.chance import Told


def chance_after(play: Play) -> list[str]:
    """The chance lines of the last decision (or of the deal)."""
    return play.setup.game.actions.chance_lines(play.setup, play.state)


def follow(
    name: str, make: Callable[..., Any], players: int, options: dict[str, Any], seed: int
) -> int:
    """Play one random game in both: legal actions, scores, turns and winners must agree.

    Each game has a taste: some actions are liked more than others, so that play reaches corners
    that uniform play does not. Returns the number of decisions.
    """
    play = Play(load(name).setup(players, **options), on_illegal="raise")
    play.begin(seed)
    reference = make(players, **options)
    told = Told(chance_after(play))
    reference.begin(told)
    assert not told.lines, f"the reference left {told.lines} at the deal"
    rng = random.Random(seed)
    taste = [rng.random() ** rng.choice((0, 1, 4)) for _ in range(play.setup.game.actions.COUNT)]
    length = 0
    while not play.over:
        where = f"{name} players={players} {options} seed={seed} decision {length}"
        assert not reference.over, f"{where}: only the reference is over"
        assert play.seat == reference.seat, f"{where}: seat {play.seat} or {reference.seat}"
        choices = {play.text(action): action for action in play.legal()}
        assert set(choices) == reference.legal(), (
            f"{where}: legal actions differ: {set(choices) ^ reference.legal()}"
        )
        assert len(choices) == len(play.legal()), f"{where}: two actions have the same words"
        weights = [taste[action] for action in choices.values()]
        text = rng.choices(list(choices), weights)[0]
        play.act(choices[text])
        told = Told(chance_after(play))
        reference.play(text, told)
        assert not told.lines, f"{where}: after {text!r} the reference left {told.lines}"
        mine, other = play.scores(), list(reference.scores())
        close = len(mine) == len(other) and all(
            abs(a - b) < 1e-6 for a, b in zip(mine, other, strict=True)
        )
        assert close, f"{where}: after {text!r} scores {mine} or {other}"
        length += 1
    assert reference.over, f"{name} players={players} {options} seed={seed}: the reference goes on"
    assert not play.state.truncated, "the cap cut a game off"
    assert play.winners() == list(reference.winners()), (
        f"winners {play.winners()}, {reference.winners()}"
    )
    return length
