"""The mouse for programs on XWayland, tried on a plain X server: both do the same with XTest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from solver_bot.desktop.mouse import STOPPED, Button, MouseError, Stopped
from solver_bot.desktop.region import Region
from solver_bot.desktop.virtual_mouse import VirtualMouse
from solver_bot.desktop.xlib import quiet_xlib
from solver_bot.desktop.xtest import Server, xtest_mouse
from tests.desktop.conftest import Recorder
from tests.real.desktop import Desktop

CORNERS = [(0, 0), (1919, 0), (0, 1079), (1919, 1079)]


@pytest.fixture
def display(desktop: Desktop) -> Iterator[Any]:
    with quiet_xlib():
        from Xlib.display import Display

        found = Display()
    yield found
    with suppress(Exception):  # a test may have ended it
        found.close()


@pytest.fixture
def mouse(display: Any, desktop: Desktop) -> Iterator[VirtualMouse]:
    """A mouse whose pointer is away from the recorder, before and after the test."""
    desktop.park()
    yield xtest_mouse(Server(display), Region(0, 0, 1920, 1080))
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
    names = ["Control_L", "n"], ["n", "Control_L"], ["F2"], ["F2"], ["Page_Down"], ["Page_Down"]
    notes = [
        f"{what} {name}"
        for what, keys in zip(("down", "up") * 3, names, strict=True)
        for name in keys
    ]
    assert recorder.wait(8) == notes


def test_the_players_hand_is_noticed(mouse: VirtualMouse, desktop: Desktop) -> None:
    assert not mouse.moved()
    mouse.park(600, 400)
    mouse.park(700, 500)
    assert not mouse.moved()
    desktop.run("xdotool", "mousemove", 701, 500)
    assert mouse.moved()
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
