"""The windows of a real X server, and giving them the keyboard without a click."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from solver_bot.desktop import windows as windows_module
from solver_bot.desktop.windows import TopLevel, desktop_windows
from tests.real.desktop import Desktop, on_desktop, require, wait_until

ANSWERING = """
import sys, tkinter
name, place = sys.argv[1:]
root = tkinter.Tk(className=name)
root.geometry(place)
root.bind("<Button>", lambda event: print("click", flush=True))
root.bind("<Key>", lambda event: print(event.keysym, flush=True))
root.mainloop()
"""
"""A window that prints the clicks and the keys that it receives."""


class Bare(Desktop):
    """A desktop without a window manager."""

    def _start_manager(self) -> None:
        """Start no window manager."""


@pytest.fixture(params=[Desktop, Bare])
def desktop(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desktop]:
    """A desktop with a window manager, and one without."""
    require()
    bare = request.param(tmp_path)
    with on_desktop(bare):
        yield bare
    bare.close()


@contextmanager
def answering(desktop: Desktop, name: str, place: str) -> Iterator[Callable[[], list[str]]]:
    """Open a window. The function returned ends it and returns what the window received."""
    process = subprocess.Popen(
        [sys.executable, "-c", ANSWERING, name, place],
        env=desktop.environment(),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )

    def heard() -> list[str]:
        process.terminate()
        return process.communicate(timeout=10)[0].split()

    try:
        yield heard
    finally:
        process.kill()
        process.communicate()


def shown_windows() -> Sequence[TopLevel]:
    windows = desktop_windows()
    return (windows.seen() if windows else None) or ()


def given_keyboard(x: int, y: int) -> bool:
    windows = desktop_windows()
    return bool(windows and windows.focus(x, y))


def test_a_window_gets_the_keyboard_and_no_window_is_clicked(desktop: Desktop) -> None:
    with ExitStack() as windows:
        left = windows.enter_context(answering(desktop, "left", "200x200+100+100"))
        right = windows.enter_context(answering(desktop, "right", "200x200+500+100"))

        def places() -> dict[str, tuple[int, int]]:
            shown = [one for one in shown_windows() if one.region.width == 200]
            return {one.name: (one.region.left + 9, one.region.top + 9) for one in shown}

        wait_until(lambda: {"left", "right"} <= places().keys(), "both windows")
        for name in ("left", "right", "right", "left"):
            assert given_keyboard(*places()[name])
            desktop.run("xdotool", "key", "F2" if name == "left" else "F3")
        assert (left(), right()) == (["F2", "F2"], ["F3", "F3"])


def test_a_dialog_is_known_to_belong_to_its_window(desktop: Desktop) -> None:
    source = """
import tkinter
root = tkinter.Tk(className="game")
root.geometry("300x300+100+100")
dialog = tkinter.Toplevel(root)
dialog.geometry("100x100+150+150")
dialog.transient(root)
root.mainloop()
"""
    process = subprocess.Popen(
        [sys.executable, "-c", source], env=desktop.environment(), start_new_session=True
    )
    try:

        def named() -> list[TopLevel]:
            return [one for one in shown_windows() if one.region.width in {100, 300}]

        wait_until(lambda: len(named()) == 2, "both windows")
        dialog, main = named()
        assert (dialog.region.width, main.region.width, main.name) == (100, 300, "game")
        assert dialog.main == main.main == main.id != dialog.id
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("title", ["Minesweeper", "Minröj 扫雷"])
def test_a_window_has_the_title_that_its_title_bar_shows(desktop: Desktop, title: str) -> None:
    source = f"""
import tkinter
root = tkinter.Tk()
root.title({title!r})
root.geometry("310x310+100+100")
root.mainloop()
"""
    process = subprocess.Popen(
        [sys.executable, "-c", source], env=desktop.environment(), start_new_session=True
    )
    try:
        wait_until(lambda: any(one.region.width == 310 for one in shown_windows()), "the window")
        assert title in {one.title for one in shown_windows()}
    finally:
        process.kill()
        process.wait()


def test_a_point_without_a_window_gives_nobody_the_keyboard(desktop: Desktop) -> None:
    shown_windows()
    assert not given_keyboard(5, 5)


def test_a_desktop_that_has_gone_has_no_windows(desktop: Desktop) -> None:
    wait_until(lambda: (windows := desktop_windows()) and windows.seen() is not None, "an answer")
    windows = desktop_windows()
    assert windows
    desktop.close()
    assert windows.seen() is None
    assert not windows.focus(5, 5)


NAMED = """
import sys
from Xlib import Xatom, display
d = display.Display()
window = d.screen().root.create_window(50, 60, 200, 100, 0, d.screen().root_depth)
kind, name = sys.argv[1:]
value = (name + "\\0" + name + "\\0").encode("latin-1")
window.change_property(Xatom.WM_CLASS, d.intern_atom(kind), 8, value)
window.map()
d.sync()
print("ready", flush=True)
sys.stdin.read()
"""


def programs() -> list[str]:
    windows = desktop_windows()
    return [one.name for one in (windows.seen() if windows else None) or ()]


@pytest.mark.parametrize(
    ("kind", "name"),
    [("STRING", "démineur"), ("UTF8_STRING", "odd")],
    ids=["Latin-1, as of xdemineur", "another type, as of compositors on XWayland"],
)
def test_a_program_with_an_unusual_name_is_known(desktop: Desktop, kind: str, name: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", NAMED, kind, name],
        env=desktop.environment() | {"XAUTHORITY": "/dev/null"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        wait_until(lambda: name in programs(), "the window", 20)
    finally:
        process.communicate("", timeout=10)


def test_a_connection_that_is_forgotten_is_closed(desktop: Desktop) -> None:
    windows_module._connected.cache_clear()
    windows = desktop_windows()
    assert windows
    connection = windows._display.display.socket
    windows_module._connected.cache_clear()
    assert connection.fileno() >= 0
    del windows
    gc.collect()
    assert connection.fileno() == -1
