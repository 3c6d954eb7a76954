from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from solver_bot.desktop.screen import (
    NO_DISPLAY,
    WAYLAND,
    Region,
    Screen,
    ScreenError,
    View,
    missing_display,
)
from tests.desktop.conftest import Recorder
from tests.real.desktop import PATIENCE, Desktop, require

BLUE = (0xC0, 0x60, 0x30)


class FakeCapture:
    """Replaces ``mss.MSS``, with the given monitors and ``ratio`` pixels per point."""

    def __init__(self, monitors: list[Any], ratio: float, shade: int = 7) -> None:
        self.monitors, self.ratio, self.shade = monitors, ratio, shade
        self.asked: list[tuple[int, int, int, int]] = []
        self.closed = False

    def grab(self, box: tuple[int, int, int, int]) -> np.ndarray[Any, np.dtype[np.uint8]]:
        self.asked.append(box)
        left, top, right, bottom = box
        size = (round((bottom - top) * self.ratio), round((right - left) * self.ratio), 4)
        return np.full(size, self.shade, np.uint8)

    def close(self) -> None:
        self.closed = True


def entry(left: int, top: int, width: int, height: int) -> dict[str, int]:
    return {"left": left, "top": top, "width": width, "height": height}


TWO = [entry(-1280, -100, 3200, 1180), entry(0, 0, 1920, 1080), entry(-1280, -100, 1280, 1024)]


def fake(monkeypatch: pytest.MonkeyPatch, capture: FakeCapture) -> FakeCapture:
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("XDG_SESSION_TYPE", raising=False)
    monkeypatch.setattr("mss.MSS", lambda: capture)
    return capture


def run_python(code: str, **environment: str) -> str:
    """The output of ``code``, run in a process with only this environment."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert not done.stderr
    return done.stdout.strip()


OPEN = """
from solver_bot.desktop.screen import Screen, ScreenError
try:
    print(Screen().desktop)
except ScreenError as error:
    print(error)
"""


def test_grab_captures_what_is_on_the_screen(desktop: Desktop, recorder: Recorder) -> None:
    inner = Region(recorder.region.left + 5, recorder.region.top + 5, 64, 32)
    with Screen() as screen:
        whole, part = screen.grab(), screen.grab(inner)
    assert whole.shape == (1080, 1920, 3)
    assert part.shape == (32, 64, 3)
    assert part.dtype == np.uint8
    assert part.flags.c_contiguous
    assert (part == BLUE).all()
    assert np.array_equal(whole[85:117, 105:169], part)
    assert (whole[0, 0] == 0).all()


def test_desktop_and_monitors(desktop: Desktop) -> None:
    with Screen() as screen:
        assert screen.desktop == Region(0, 0, 1920, 1080)
        assert screen.monitors() == (screen.desktop,)
        assert screen.monitor(1) == screen.desktop
        assert screen.view() == View(screen.desktop, 1.0, 1.0)


@pytest.mark.parametrize("number", [-1, 0, 2])
def test_a_missing_monitor_is_an_error(desktop: Desktop, number: int) -> None:
    with Screen() as screen, pytest.raises(ScreenError, match=f"no monitor {number}: choose one"):
        screen.monitor(number)


@pytest.mark.parametrize(
    "region",
    [Region(1900, 0, 21, 5), Region(-1, 0, 5, 5), Region(0, 1079, 5, 2), Region(5000, 0, 1, 1)],
)
def test_a_region_off_the_desktop_is_an_error(desktop: Desktop, region: Region) -> None:
    with Screen() as screen, pytest.raises(ScreenError, match="is not on the desktop, which is"):
        screen.grab(region)


@pytest.mark.parametrize(("width", "height"), [(0, 5), (5, 0), (-3, 5)])
def test_an_empty_region_is_an_error(width: int, height: int) -> None:
    with pytest.raises(ScreenError, match="at least 1"):
        Region(0, 0, width, height)


def test_closing_twice_does_no_harm(desktop: Desktop) -> None:
    with Screen() as screen:
        screen.close()
    with pytest.raises(ScreenError, match="no longer"):
        screen.grab()


def test_monitors_as_mappings_and_as_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    for monitors in (TWO, [SimpleNamespace(**monitor) for monitor in TWO]):
        capture = fake(monkeypatch, FakeCapture(monitors, 1))
        with Screen() as screen:
            assert screen.desktop == Region(-1280, -100, 3200, 1180)
            assert screen.monitor(2) == Region(-1280, -100, 1280, 1024)
            screen.grab(screen.monitor(2))
        assert capture.asked == [(-1280, -100, 0, 924)]
        assert capture.closed


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0, 3.0])
def test_the_ratio_is_measured(monkeypatch: pytest.MonkeyPatch, ratio: float) -> None:
    fake(monkeypatch, FakeCapture(TWO, ratio))
    with Screen() as screen:
        view = screen.view(screen.monitor(2))
    assert (view.across, view.down) == (ratio, ratio)
    assert view.point(0, 0) == (-1280, -100)
    assert view.point(400 * ratio, 200 * ratio) == (-880, 100)
    assert view.pixel(-880, 100) == (round(400 * ratio), round(200 * ratio))


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_a_part_shows_at_least_its_pixels(ratio: float) -> None:
    view = View(Region(-50, 30, 800, 600), ratio, ratio)
    for left, top, width, height in [(0, 0, 1, 1), (13, 27, 101, 55), (400, 3, 2, 7)]:
        part = view.part(left, top, width, height)
        first = (part.left + 50) * ratio, (part.top - 30) * ratio
        beyond = (part.right + 50) * ratio, (part.bottom - 30) * ratio
        assert view.region.holds(part)
        assert left - ratio < first[0] <= left < left + width <= beyond[0]
        assert top - ratio < first[1] <= top < top + height <= beyond[1]
    assert View(view.region, 1, 1).part(13, 27, 101, 55) == Region(-37, 57, 101, 55)


def test_every_point_of_a_cell_is_in_the_cell() -> None:
    view = View(Region(-7, 11, 400, 300), 1.5, 1.5)
    for pixel in range(24, 48):
        x, _ = view.point(pixel, 0)
        assert -7 + 24 / 1.5 <= x < -7 + 48 / 1.5


def test_a_black_capture_on_wayland_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = fake(monkeypatch, FakeCapture(TWO, 1, shade=0))
    monkeypatch.setenv("XDG_SESSION_TYPE", "wayland")
    with pytest.raises(ScreenError) as caught:
        Screen()
    assert str(caught.value) == WAYLAND
    assert capture.closed


def test_a_black_capture_of_waylands_x_server_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    fake(monkeypatch, FakeCapture([TWO[0], TWO[1] | {"output": "XWAYLAND0"}], 1, shade=0))
    with pytest.raises(ScreenError, match="Wayland"):
        Screen()


def test_a_black_capture_elsewhere_is_not_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    fake(monkeypatch, FakeCapture(TWO, 1, shade=0))
    with Screen() as screen:
        assert not screen.grab().any()


def test_a_capture_on_wayland_that_is_not_black_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    fake(monkeypatch, FakeCapture(TWO, 1))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    with Screen() as screen:
        assert screen.grab().any()


@pytest.mark.skipif(sys.platform in {"darwin", "win32"}, reason="only X11 has a DISPLAY")
def test_missing_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    assert missing_display() == NO_DISPLAY
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert missing_display() == WAYLAND
    monkeypatch.setenv("DISPLAY", ":0")
    assert missing_display() is None


@pytest.mark.skipif(sys.platform in {"darwin", "win32"}, reason="only X11 has a DISPLAY")
@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({}, NO_DISPLAY),
        ({"DISPLAY": ""}, NO_DISPLAY),
        ({"WAYLAND_DISPLAY": "wayland-0"}, WAYLAND),
        ({"DISPLAY": ":4711"}, "The X server :4711 cannot be reached: start it"),
        ({"DISPLAY": "nonsense"}, "The X server nonsense cannot be reached: start it"),
    ],
)
def test_no_screen(environment: dict[str, str], sentence: str) -> None:
    assert run_python(OPEN, **environment).startswith(sentence)


def test_importing_loads_nothing_and_needs_no_display() -> None:
    code = (
        "import sys, solver_bot.desktop.screen, solver_bot.desktop.mouse\n"
        "print({'mss', 'cv2', 'pyautogui', 'tkinter', 'Xlib'} & set(sys.modules))"
    )
    assert run_python(code) == "set()"


def test_a_server_that_dies_is_reported(tmp_path: Path) -> None:
    require()
    code = """
import sys
from solver_bot.desktop.mouse import Mouse, MouseError
from solver_bot.desktop.screen import Screen, ScreenError
screen, mouse = Screen(), Mouse()
screen.grab()
print("ready", flush=True)
sys.stdin.readline()
for act in (screen.grab, screen.grab, mouse.position, lambda: mouse.open(5, 5), screen.close):
    try:
        act()
    except (ScreenError, MouseError) as error:
        print(error)
"""
    doomed = Desktop(tmp_path, 640, 480)
    try:
        child = subprocess.Popen(
            [sys.executable, "-c", code],
            env=doomed.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    finally:
        doomed.close()
    try:
        out, err = child.communicate("go\n", timeout=PATIENCE)
    finally:
        child.kill()
    assert not err
    assert child.returncode == 0
    screen, again, *mouse = out.splitlines()
    assert screen.startswith("The screen can no longer be captured")
    assert again.startswith("The screen can no longer be captured")
    assert len(mouse) == 2
    assert all(line.startswith("The mouse can no longer be used") for line in mouse)
