"""Rendering for every face: text, pixels or a window, through one viewer's eyes."""

from typing import Any

from sea_envs.core.errors import BadOption, unknown
from sea_envs.core.game import Setup

MODES = ("ansi", "rgb_array", "human")


class Pictures:
    """Draws states of one game in one render mode."""

    def __init__(self, setup: Setup, mode: str | None) -> None:
        """mode: one of MODES or None; BadOption otherwise."""
        if mode is not None and mode not in MODES:
            raise BadOption(unknown("render_mode", mode, MODES))
        self._setup = setup
        self._mode = mode
        self._window: Any = None

    def draw(self, state: Any, viewer: int | None) -> Any:
        """Text for `ansi`, uint8 [height, width, 3] for `rgb_array`, None for `human` (a window opens)."""
        scene = self._setup.game.render.scene(self._setup, state, viewer)
        if self._mode == "ansi":
            from sea_envs.drawing.text import to_text

            return to_text(scene)
        from sea_envs.drawing.image import to_image

        picture = to_image(scene)
        if self._mode == "rgb_array":
            return picture
        from sea_envs.drawing.window import Window

        if self._window is None:
            self._window = Window()
        self._window.show(picture, self._setup.game.title)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None
