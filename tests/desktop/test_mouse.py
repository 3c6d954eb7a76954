from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from solver_bot.desktop.mouse import STOPPED, Button, Mouse, MouseError, Stopped
from solver_bot.desktop.screen import NO_DISPLAY, WAYLAND
from solver_bot.live.hands import _is_taken
from solver_bot.live.stop import Stop
from tests.desktop.conftest import Recorder
from tests.desktop.test_screen import run_python
from tests.real.desktop import PATIENCE, Desktop, require

IMPORT = """
import sys
sys.modules["tkinter"] = None
from solver_bot.desktop.mouse import Mouse, MouseError
try:
    print(len(Mouse().position()))
except MouseError as error:
    print(error)
"""


@pytest.fixture
def mouse(desktop: Desktop) -> Iterator[Mouse]:
    """A mouse whose pointer is away from the recorder, before and after the test."""
    desktop.park()
    yield Mouse()
    desktop.park()


@pytest.mark.parametrize(
    ("act", "number"),
    [
        (Mouse.open, 1),
        (Mouse.flag, 3),
        (Mouse.chord, 2),
        (lambda mouse, x, y: mouse.chord(x, y, Button.LEFT), 1),
    ],
)
def test_a_click_is_a_press_and_a_release_there(
    mouse: Mouse, recorder: Recorder, act: Callable[[Mouse, int, int], None], number: int
) -> None:
    act(mouse, 133, 97)
    assert recorder.wait(2) == [f"press {number} 133 97", f"release {number} 133 97"]
    assert mouse.position() == (133, 97)


def test_a_button_that_is_held_is_released_later(mouse: Mouse, recorder: Recorder) -> None:
    with recorder.first() as first:
        mouse.open(133, 97, held=1.0)
    assert first == ["press 1 133 97"]
    assert recorder.wait(2) == ["press 1 133 97", "release 1 133 97"]


def test_many_clicks_arrive_in_order(mouse: Mouse, recorder: Recorder) -> None:
    points = [(100 + 9 * n, 80 + 5 * n) for n in range(30)]
    for point in points:
        mouse.open(*point)
    notes = [f"{what} 1 {x} {y}" for x, y in points for what in ("press", "release")]
    assert recorder.wait(60) == notes


def test_keys(mouse: Mouse, recorder: Recorder) -> None:
    mouse.key("Ctrl+N")
    mouse.key("f2")
    assert recorder.wait(6) == [
        "down Control_L",
        "down n",
        "up n",
        "up Control_L",
        "down F2",
        "up F2",
    ]


@pytest.mark.parametrize("combination", ["ctrl+nonsense", "", "ctrl+"])
def test_a_key_that_does_not_exist_is_an_error(
    mouse: Mouse, recorder: Recorder, combination: str
) -> None:
    with pytest.raises(MouseError, match=r"There is no key .*: write it like f2 or ctrl\+n"):
        mouse.key(combination)
    mouse.open(133, 97)
    assert len(recorder.wait(2)) == 2


def test_park_and_moved(mouse: Mouse, desktop: Desktop) -> None:
    assert not mouse.moved()
    mouse.park(700, 500)
    assert mouse.position() == (700, 500)
    assert not mouse.moved()
    desktop.run("xdotool", "mousemove", 701, 500)
    assert mouse.moved()


@pytest.mark.parametrize("corner", [(0, 0), (1919, 0), (0, 1079), (1919, 1079)])
def test_parking_in_a_corner_does_not_stop(mouse: Mouse, corner: tuple[int, int]) -> None:
    mouse.park(*corner)
    mouse.park(700, 500)


@pytest.mark.parametrize("corner", [(0, 0), (1919, 0), (0, 1079), (1919, 1079)])
def test_the_fail_safe(
    mouse: Mouse, recorder: Recorder, desktop: Desktop, corner: tuple[int, int]
) -> None:
    mouse.open(133, 97)
    desktop.run("xdotool", "mousemove", *corner)
    actions: list[Callable[[], None]] = [
        lambda: mouse.open(150, 100),
        lambda: mouse.flag(150, 100),
        lambda: mouse.chord(150, 100),
        lambda: mouse.park(700, 500),
        lambda: mouse.key("f2"),
    ]
    for act in actions:
        with pytest.raises(Stopped) as caught:
            act()
        assert str(caught.value) == STOPPED
        assert mouse.position() == corner
    assert mouse.moved()
    desktop.park()
    mouse.open(150, 100)
    assert recorder.wait(4)[2:] == ["press 1 150 100", "release 1 150 100"]


def test_a_release_that_fails_after_its_press_says_nothing_of_its_own() -> None:
    """The X server may go in the middle of a click. pytest minds what a thread leaves uncaught."""

    def fail() -> None:
        raise OSError("the server has gone")

    with pytest.raises(OSError, match="gone"):
        Mouse._press_and_release([fail], [fail])


def test_ctrl_c_never_leaves_the_button_pressed(desktop: Desktop, recorder: Recorder) -> None:
    code = """
import signal
from solver_bot.desktop.mouse import Mouse
mouse = Mouse()
from Xlib import X, display
root = display.Display().screen().root
signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
stopped = pressed = clicks = 0
for n in range(60):
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.0002 + n * 0.0002)
        while True:
            mouse.open(133, 97)
            clicks += 1
    except KeyboardInterrupt:
        stopped += 1
    pressed += bool(root.query_pointer().mask & X.Button1Mask)
print(stopped, pressed, clicks)
"""
    environment = desktop.environment() | {"XAUTHORITY": "/dev/null"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert not done.stderr, done.stderr
    stopped, pressed, clicks = map(int, done.stdout.splitlines()[-1].split())
    assert (stopped, pressed) == (60, 0)
    counts = Counter(line.split()[0] for line in recorder.wait(2 * clicks))
    assert counts["press"] == counts["release"] >= clicks > 0


HOLD_BACK = """
import time
from Xlib import X, display
d = display.Display()
root = d.screen().root
root.grab_button(1, X.AnyModifier, False, X.ButtonPressMask, X.GrabModeSync, X.GrabModeAsync, 0, 0)
d.sync()
print("ready", flush=True)
d.next_event()
time.sleep(1)
d.allow_events(X.ReplayPointer, X.CurrentTime)
d.sync()
"""


def test_moves_delayed_by_a_busy_window_manager_are_not_the_players(
    desktop: Desktop, mouse: Mouse, recorder: Recorder
) -> None:
    mouse.park(300, 400)
    manager = subprocess.Popen(
        [sys.executable, "-c", HOLD_BACK],
        env=desktop.environment() | {"XAUTHORITY": "/dev/null"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert manager.stdout
    assert "ready\n" in manager.stdout
    mouse.open(133, 97)
    mouse.park(500, 500)
    assert mouse.position() == (133, 97)
    assert not _is_taken(mouse, Stop())
    assert mouse.position() == (500, 500)
    manager.communicate(timeout=PATIENCE)
    desktop.run("xdotool", "mousemove", 501, 500)
    assert _is_taken(mouse, Stop())


def test_a_failing_press_is_released(
    mouse: Mouse, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    press = mouse._gui.mouseDown

    def press_and_fail(*place: int, **button: str) -> None:
        press(*place, **button)
        raise OSError("broken\nwire")

    monkeypatch.setattr(mouse._gui, "mouseDown", press_and_fail)
    with pytest.raises(MouseError, match=r"no longer be used \(broken wire\): see that"):
        mouse.open(133, 97)
    assert recorder.wait(2) == ["press 1 133 97", "release 1 133 97"]
    assert mouse._gui.FAILSAFE


@pytest.mark.skipif(sys.platform in {"darwin", "win32"}, reason="only X11 has a DISPLAY")
@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({}, NO_DISPLAY),
        ({"WAYLAND_DISPLAY": "wayland-0"}, WAYLAND),
        ({"DISPLAY": ":4711"}, "The X server :4711 cannot be reached: start it"),
        ({"DISPLAY": "nonsense"}, "The X server nonsense cannot be reached: start it"),
    ],
)
def test_no_mouse(environment: dict[str, str], sentence: str) -> None:
    assert run_python(IMPORT, **environment).startswith(sentence)


def test_neither_tkinter_nor_authority_is_needed(desktop: Desktop, tmp_path: Path) -> None:
    require()
    assert run_python(IMPORT, DISPLAY=desktop.display, HOME=str(tmp_path)) == "2"
    assert run_python(IMPORT, DISPLAY=desktop.display) == "2"
