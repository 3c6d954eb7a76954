"""The mouse of X11, and that for programs on XWayland, tried on a plain X server as well."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from solver_bot.bot import Halted
from solver_bot.desktop.mouse import STOPPED, Button, MouseError, Stopped
from solver_bot.desktop.screen import Screen
from solver_bot.desktop.virtual_mouse import VirtualMouse
from solver_bot.desktop.xlib import quiet_xlib
from solver_bot.desktop.xtest import Server, x11_mouse, xtest_mouse
from solver_bot.live.hands import desktop_hands
from solver_bot.live.stop import Stop
from tests.desktop.conftest import Recorder
from tests.real.desktop import Desktop, wait_until

CORNERS = [(0, 0), (1919, 0), (0, 1079), (1919, 1079)]


@pytest.fixture
def display(desktop: Desktop) -> Iterator[Any]:
    with quiet_xlib():
        from Xlib.display import Display

        found = Display()
    yield found
    with suppress(Exception):  # a test may have ended it
        found.close()


@pytest.fixture(params=["x11", "xwayland"])
def mouse(request: pytest.FixtureRequest, display: Any, desktop: Desktop) -> Iterator[VirtualMouse]:
    """A mouse whose pointer is away from the recorder, before and after the test."""
    desktop.park()
    if request.param == "x11":
        yield x11_mouse(desktop.region, display)
    else:
        yield xtest_mouse(Server(display), desktop.region)
    desktop.park()


@pytest.mark.parametrize(
    ("act", "number"),
    [
        (VirtualMouse.open, 1),
        (VirtualMouse.flag, 3),
        (VirtualMouse.chord, 2),
        (lambda mouse, x, y: mouse.chord(x, y, Button.LEFT), 1),
    ],
)
def test_a_click_is_a_press_and_a_release_there(
    mouse: VirtualMouse,
    recorder: Recorder,
    act: Callable[[VirtualMouse, int, int], None],
    number: int,
) -> None:
    act(mouse, 133, 97)
    assert recorder.wait(2) == [f"press {number} 133 97", f"release {number} 133 97"]
    assert not mouse.moved()
    assert mouse.in_place()


def test_a_button_that_is_held_is_released_later(mouse: VirtualMouse, recorder: Recorder) -> None:
    with recorder.first() as first:
        mouse.open(133, 97, held=1.0)
    assert first == ["press 1 133 97"]
    assert recorder.wait(2) == ["press 1 133 97", "release 1 133 97"]


def test_many_clicks_arrive_in_order(mouse: VirtualMouse, recorder: Recorder) -> None:
    points = [(100 + 9 * n, 80 + 5 * n) for n in range(30)]
    for point in points:
        mouse.open(*point)
    notes = [f"{what} 1 {x} {y}" for x, y in points for what in ("press", "release")]
    assert recorder.wait(60) == notes


def test_keys(mouse: VirtualMouse, recorder: Recorder) -> None:
    mouse.key("Ctrl+N")
    mouse.key("f2")
    mouse.key("pagedown")
    mouse.key("-")
    names = (
        ["Control_L", "n"],
        ["n", "Control_L"],
        ["F2"],
        ["F2"],
        ["Page_Down"],
        ["Page_Down"],
        ["minus"],
        ["minus"],
    )
    notes = [
        f"{what} {name}"
        for what, keys in zip(("down", "up") * 4, names, strict=True)
        for name in keys
    ]
    assert recorder.wait(10) == notes


def test_the_pointer_is_in_place_after_every_click_and_move(
    mouse: VirtualMouse, recorder: Recorder
) -> None:
    for x in range(120, 180, 10):
        mouse.open(x, 97)
        assert mouse.in_place()
        mouse.park(700, 500)
        assert mouse.in_place()
        assert not mouse.moved()


def test_the_players_hand_is_noticed(mouse: VirtualMouse, desktop: Desktop) -> None:
    assert not mouse.moved()
    assert not mouse.in_place()
    mouse.park(600, 400)
    mouse.park(700, 500)
    assert not mouse.moved()
    assert mouse.in_place()
    desktop.run("xdotool", "mousemove", 701, 500)
    assert mouse.moved()
    assert not mouse.in_place()
    assert not mouse.behind()


def test_a_pointer_where_an_earlier_move_left_it_is_behind(
    mouse: VirtualMouse, desktop: Desktop
) -> None:
    mouse.park(600, 400)
    mouse.park(700, 500)
    desktop.run("xdotool", "mousemove", 600, 400)
    assert mouse.moved()
    assert mouse.behind()


@pytest.mark.parametrize("corner", CORNERS)
def test_the_fail_safe(
    mouse: VirtualMouse, recorder: Recorder, desktop: Desktop, corner: tuple[int, int]
) -> None:
    mouse.open(133, 97)
    desktop.run("xdotool", "mousemove", *corner)
    actions: list[Callable[[], None]] = [
        lambda: mouse.open(150, 100),
        lambda: mouse.park(700, 500),
        lambda: mouse.key("f2"),
        mouse.fail_safe,
    ]
    for act in actions:
        with pytest.raises(Stopped) as caught:
            act()
        assert str(caught.value) == STOPPED
    desktop.park()
    mouse.open(150, 100)
    assert recorder.wait(4)[2:] == ["press 1 150 100", "release 1 150 100"]


@pytest.mark.parametrize("corner", CORNERS)
def test_parking_in_a_corner_does_not_stop(mouse: VirtualMouse, corner: tuple[int, int]) -> None:
    mouse.park(*corner)
    mouse.park(700, 500)


def test_a_server_that_has_gone_is_told_at_once(mouse: VirtualMouse, display: Any) -> None:
    mouse.park(700, 500)
    display.display.socket.close()
    for _ in range(2):
        with pytest.raises(MouseError, match="can no longer be used"):
            mouse.open(133, 97)


HOLD_BACK = """
import sys, time
from Xlib import X, display
d = display.Display()
root = d.screen().root
root.grab_button(1, X.AnyModifier, False, X.ButtonPressMask, X.GrabModeSync, X.GrabModeAsync, 0, 0)
d.sync()
print("ready", flush=True)
d.next_event()
sys.stdin.readline()
d.allow_events(X.ReplayPointer, X.CurrentTime)
d.sync()
"""


def test_the_pointer_leaves_a_cell_only_when_the_window_manager_has_passed_the_click_on(
    desktop: Desktop, recorder: Recorder, display: Any
) -> None:
    desktop.park()
    manager = subprocess.Popen(
        [sys.executable, "-c", HOLD_BACK],
        env=desktop.environment() | {"XAUTHORITY": "/dev/null"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert manager.stdout
    assert "ready\n" in manager.stdout
    with Screen() as screen:
        mouse = x11_mouse(desktop.region, display)
        hands = desktop_hands(screen, desktop.region, mouse, Stop())
        hands.open(133, 97)
        assert not mouse.in_place()
        assert mouse.behind()
        threading.Timer(0.3, manager.communicate, ("go\n",)).start()
        hands.park(500, 500)
    assert recorder.wait(2) == ["press 1 133 97", "release 1 133 97"]
    assert mouse.in_place()


def test_a_hand_that_takes_the_mouse_keeps_it(
    desktop: Desktop, recorder: Recorder, display: Any
) -> None:
    desktop.park()
    with Screen() as screen:
        hands = desktop_hands(screen, desktop.region, x11_mouse(desktop.region, display), Stop())
        hands.open(133, 97)
        desktop.run("xdotool", "mousemove", 300, 300)
        with pytest.raises(Halted, match="so it is yours"):
            hands.park(500, 500)
    assert "x:300 y:300 " in desktop.run("xdotool", "getmouselocation")


@pytest.fixture
def others(desktop: Desktop) -> Iterator[Any]:
    """Another program's connection to the same server."""
    with quiet_xlib():
        from Xlib.display import Display

        found = Display()
    yield found
    found.close()


def told(mouse: VirtualMouse) -> bool:
    """Whether the mouse says that nobody has done anything."""
    mouse.fail_safe()  # asks where the pointer is
    return mouse.undisturbed()


def quiet(mouse: VirtualMouse) -> VirtualMouse:
    """The mouse, once it has told what was done before."""
    wait_until(lambda: told(mouse), "quiet", 5)
    return mouse


def window_of(display: Any) -> Any:
    """A window on the screen that no window manager touches."""
    root = display.screen().root
    window = root.create_window(300, 300, 50, 50, 0, 0, override_redirect=True)
    window.map()
    display.sync()
    return window


def test_its_own_clicks_and_keys_disturb_nobody(
    display: Any, desktop: Desktop, recorder: Recorder
) -> None:
    mouse = quiet(x11_mouse(desktop.region, display))
    mouse.open(133, 97)
    mouse.key("f2")
    assert recorder.wait(4)
    assert told(mouse)


@pytest.mark.parametrize(
    "change",
    [
        lambda window: window.configure(x=301),
        lambda window: window.configure(width=51),
        lambda window: window.unmap(),
        lambda window: window.destroy(),
    ],
    ids=["moved", "resized", "hidden", "closed"],
)
def test_a_window_that_changes_is_told_once(
    change: Callable[[Any], object], display: Any, others: Any, desktop: Desktop
) -> None:
    window = window_of(others)
    mouse = quiet(x11_mouse(desktop.region, display))
    change(window)
    others.sync()
    assert not told(mouse)
    assert told(mouse)


def test_a_window_that_appears_is_told(display: Any, others: Any, desktop: Desktop) -> None:
    mouse = quiet(x11_mouse(desktop.region, display))
    window = window_of(others)
    assert not told(mouse)
    window.destroy()
    others.sync()


def test_a_window_that_is_raised_is_told(display: Any, others: Any, desktop: Desktop) -> None:
    lower, upper = window_of(others), window_of(others)
    mouse = quiet(x11_mouse(desktop.region, display))
    lower.raise_window()
    others.sync()
    assert not told(mouse)
    for window in (lower, upper):
        window.destroy()
    others.sync()


def test_a_key_is_told_while_it_is_down_and_for_a_while_after(
    display: Any, others: Any, desktop: Desktop
) -> None:
    from Xlib import XK, X
    from Xlib.ext.xtest import fake_input

    mouse = quiet(x11_mouse(desktop.region, display))
    code = others.keysym_to_keycode(XK.string_to_keysym("F2"))
    for kind in (X.KeyPress, X.KeyRelease):
        fake_input(others, kind, code)
        others.sync()
        assert not told(mouse)
    wait_until(lambda: told(mouse), "quiet", 5)


def test_other_systems_never_say_that_nobody_did_anything(display: Any, desktop: Desktop) -> None:
    assert not told(xtest_mouse(Server(display), desktop.region))


def test_word_of_windows_does_not_pile_up(display: Any, others: Any, desktop: Desktop) -> None:
    mouse = quiet(x11_mouse(desktop.region, display))
    mouse.park(500, 500)
    window = window_of(others)
    for left in range(301, 401):
        window.configure(x=left)
    window.destroy()
    others.sync()
    mouse.in_place()
    assert display.pending_events() == 0
    assert not mouse.undisturbed()
