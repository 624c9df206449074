import subprocess
import sys

import numpy as np
import pytest

pygame = pytest.importorskip("pygame")

from sea_envs.drawing.window import SCREEN_SHARE, Window  # noqa: E402

PICTURE = np.full((60, 80, 3), (200, 30, 90), np.uint8)


@pytest.fixture
def window(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    opened = Window()
    yield opened
    opened.close()


def shown():
    return pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)


def test_a_window_opens_with_its_first_picture(window):
    assert not window.is_open
    window.show(PICTURE, "Ocean")
    assert window.is_open
    assert pygame.display.get_caption()[0] == "Ocean"
    assert np.array_equal(shown(), PICTURE)


def test_the_next_picture_takes_the_place_of_the_last(window):
    window.show(PICTURE, "Ocean")
    window.show(255 - PICTURE, "Ocean")
    assert np.array_equal(shown(), 255 - PICTURE)


def test_a_picture_of_another_size_changes_the_window(window):
    window.show(PICTURE, "Ocean")
    window.show(PICTURE[:30], "Ocean")
    assert shown().shape == (30, 80, 3)


def test_a_picture_larger_than_the_screen_is_made_smaller(window):
    window.show(np.zeros((3000, 6000, 3), np.uint8), "Ocean")
    wide, high = pygame.display.get_desktop_sizes()[0]
    height, width, _ = shown().shape
    assert width <= SCREEN_SHARE * wide
    assert height <= SCREEN_SHARE * high
    assert width == pytest.approx(2 * height, abs=2)


def test_a_person_may_close_the_window_and_nothing_opens_again(window):
    window.show(PICTURE, "Ocean")
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.pump()
    assert not window.is_open
    window.show(PICTURE, "Ocean")
    assert not window.is_open


def test_after_close_the_next_picture_opens_a_new_window(window):
    window.show(PICTURE, "Ocean")
    window.close()
    assert not window.is_open
    window.show(PICTURE, "Ocean")
    assert window.is_open


def test_closing_twice_does_no_harm(window):
    window.close()
    window.close()


def test_pumping_without_a_window_does_no_harm(window):
    window.pump()


@pytest.mark.parametrize("array", [PICTURE[0], PICTURE[:, :, :2], PICTURE.astype(float)])
def test_what_is_no_picture_is_refused(window, array):
    with pytest.raises(ValueError, match="uint8"):
        window.show(array, "Ocean")


def test_without_pygame_the_extra_is_named():
    code = (
        "import sys\n"
        "sys.modules['pygame'] = None\n"
        "from sea_envs.drawing.window import Window\n"
        "try:\n"
        "    Window()\n"
        "except ImportError as error:\n"
        "    print(error)\n"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert 'pip install "sea-envs[render]"' in told.stdout


def test_the_module_itself_needs_no_pygame():
    code = "import sys, sea_envs.drawing.window\nassert 'pygame' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
