"""Rendering in every mode, through one viewer's eyes."""

import subprocess
import sys
import time
import warnings
from typing import Any

import numpy as np
import pytest

from sea_envs import load
from sea_envs.adapters import pictures
from sea_envs.adapters.pictures import FRAMES, MODES, Pictures
from sea_envs.core.errors import BadOption
from sea_envs.core.play import Play


@pytest.fixture
def play() -> Play:
    started = Play(load("snorkeling").setup(2))
    started.begin(1)
    return started


def test_text_is_text_and_depends_on_the_viewer(play: Play) -> None:
    drawn = Pictures(play.setup, "ansi")
    views = {viewer: drawn.draw(play.state, viewer) for viewer in (0, 1, None)}
    assert all(isinstance(view, str) for view in views.values())
    assert len(set(views.values())) == 3


def test_pixels_are_bytes_in_three_colours_and_always_of_one_size(play: Play) -> None:
    drawn = Pictures(play.setup, "rgb_array")
    first = drawn.draw(play.state, 0)
    assert first.dtype == np.uint8 and first.ndim == 3 and first.shape[2] == 3
    assert first.std() > 5, "something is painted"
    play.act(play.legal()[0])
    assert drawn.draw(play.state, None).shape == first.shape


def test_pixels_need_no_window() -> None:
    script = (
        "import sys, sea_envs; env = sea_envs.snorkeling_v0.raw_env(render_mode='rgb_array');"
        "env.reset(); env.render(); assert 'pygame' not in sys.modules, 'pygame'"
    )
    script = "import sea_envs.snorkeling_v0, " + script.removeprefix("import ")
    subprocess.run([sys.executable, "-c", script], check=True)


def test_drawing_changes_nothing(play: Play) -> None:
    before = play.saved().tobytes()
    for mode in FRAMES:
        Pictures(play.setup, mode).draw(play.state, 1)
    assert play.saved().tobytes() == before


def test_a_window_opens_with_the_first_picture_and_closes(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pictures, "FPS", 1000)
    drawn = Pictures(play.setup, "human")
    assert drawn.live and drawn._window is None
    assert drawn.draw(play.state, 0) is None
    assert drawn._window.is_open
    drawn.close()
    drawn.close()
    assert drawn._window is None


def test_pictures_in_a_window_follow_one_another_at_a_persons_pace(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pictures, "FPS", 20)
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    drawn = Pictures(play.setup, "human")
    for _ in range(3):
        drawn.draw(play.state, 0)
    drawn.close()
    assert slept[0] == 0, "the first one comes at once"
    assert all(0 <= pause <= 1 / 20 for pause in slept[1:]) and len(slept) == 3


def test_without_a_mode_nothing_is_drawn_and_a_warning_says_so(play: Play) -> None:
    drawn = Pictures(play.setup, None)
    assert not drawn.live
    with pytest.warns(UserWarning, match="without a render mode; .*'ansi', 'rgb_array', 'human'"):
        assert drawn.draw(play.state, 0) is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawn.close()


@pytest.mark.parametrize(("mode", "modes"), [("rgb", MODES), ("human", FRAMES), (1, MODES)])
def test_an_unknown_mode_is_refused(play: Play, mode: Any, modes: tuple[str, ...]) -> None:
    with pytest.raises(BadOption, match=f"unknown render_mode {mode!r}; .*{', '.join(modes)}$"):
        Pictures(play.setup, mode, modes)
