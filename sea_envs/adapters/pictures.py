"""Rendering for every face: text, pixels or a window, through one viewer's eyes."""

import time
from typing import Any

import gymnasium

from sea_envs.core.errors import BadOption, unknown
from sea_envs.core.game import Setup

MODES = ("ansi", "rgb_array", "human")
FRAMES = ("ansi", "rgb_array")
"""The modes of faces with many games, which share no window."""
FPS = 2
"""Pictures per second in a window: a person has to see what happened."""


class Pictures:
    """Draws states of one game in one render mode."""

    def __init__(self, setup: Setup, mode: str | None, modes: tuple[str, ...] = MODES) -> None:
        """mode: one of `modes` or None; BadOption otherwise."""
        if mode is not None and mode not in modes:
            raise BadOption(unknown("render_mode", mode, modes))
        self._setup = setup
        self._mode = mode
        self._window: Any = None
        self._due = 0.0

    @property
    def live(self) -> bool:
        """Whether there is a window, in which every change is shown without being asked for."""
        return self._mode == "human"

    def draw(self, state: Any, viewer: int | None) -> Any:
        """Text for `ansi`, uint8 [height, width, 3] for `rgb_array`; a window shows it for `human`.

        Without a render mode nothing is drawn, and a warning says so.
        """
        if self._mode is None:
            gymnasium.logger.warn(
                f"nothing to render without a render mode; make the environment with one of {MODES}"
            )
            return None
        scene = self._setup.game.render.scene(self._setup, state, viewer)
        if self._mode == "ansi":
            from sea_envs.drawing.text import to_text

            return to_text(scene)
        from sea_envs.drawing.image import to_image

        picture = to_image(scene)
        if self._mode == "rgb_array":
            return picture
        self._show(picture)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def _show(self, picture: Any) -> None:
        from sea_envs.drawing.window import Window

        if self._window is None:
            self._window = Window()
        time.sleep(max(0.0, self._due - time.monotonic()))
        self._window.show(picture, self._setup.game.title)
        self._due = time.monotonic() + 1 / FPS
