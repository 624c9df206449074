"""A window on the screen that shows pictures: the one door for pygame."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

SCREEN_SHARE = 0.9


def _pygame() -> Any:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            'a window needs pygame: pip install "sea-envs[render]"'
        ) from error
    return pygame


class Window:
    """Shows one picture at a time; opens with the first one.

    A person may close it: then `is_open` turns False, and nothing is shown until `close` is called.
    """

    def __init__(self) -> None:
        """Look for pygame at once, so that its absence is told before the game starts."""
        self._pygame = _pygame()
        self._surface: Any = None
        self._dismissed = False

    @property
    def is_open(self) -> bool:
        """Whether there is a window on the screen."""
        return self._surface is not None

    def show(self, array: npt.NDArray[np.uint8], caption: str) -> None:
        """Show uint8 [height, width, 3], made smaller where the screen is, and answer the system.

        ValueError for any other array.
        """
        if array.ndim != 3 or array.shape[2] != 3 or array.dtype != np.uint8:
            raise ValueError(
                f"a window shows uint8 [height, width, 3], not {array.dtype} {list(array.shape)}"
            )
        if self._dismissed:
            return
        pygame = self._pygame
        size = self._fitted((array.shape[1], array.shape[0]))
        if self._surface is None or self._surface.get_size() != size:
            self._surface = pygame.display.set_mode(size)
        pygame.display.set_caption(caption)
        picture = pygame.image.frombuffer(array.tobytes(), array.shape[1::-1], "RGB")
        if picture.get_size() != size:
            picture = pygame.transform.smoothscale(picture, size)
        self._surface.blit(picture, (0, 0))
        pygame.display.flip()
        self.pump()

    def pump(self) -> None:
        """Answer the system, so that the window stays alive; notice when a person closes it."""
        if self._surface is None:
            return
        if any(event.type == self._pygame.QUIT for event in self._pygame.event.get()):
            self.close()
            self._dismissed = True

    def close(self) -> None:
        """Take the window off the screen; the next picture opens a new one."""
        if self._surface is not None:
            self._pygame.display.quit()
            self._surface = None
        self._dismissed = False

    def _fitted(self, size: tuple[int, int]) -> tuple[int, int]:
        """Return the size in which a picture has room on the screen."""
        self._pygame.display.init()
        screen = self._pygame.display.get_desktop_sizes()[0]
        scale = min(
            1.0, *(SCREEN_SHARE * room / side for room, side in zip(screen, size, strict=True))
        )
        return max(int(size[0] * scale), 1), max(int(size[1] * scale), 1)
