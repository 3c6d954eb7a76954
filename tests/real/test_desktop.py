"""The virtual desktop works the same whatever else is installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from solver_bot.desktop.screen import Region
from tests.lacking import need_tkinter
from tests.real.desktop import XDEMINEUR, Desktop, Frame, end_group, require, wait_until

FRAMES = {
    "plain": Frame(),
    "none": Frame(0, 0, 0),
    "thick": Frame(17, 2, 3),
    "tall": Frame(1, 31, 3),
    "thick-and-tall": Frame(23, 29, 19),
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_a_window_is_placed_exactly_with_any_frame(frame: Frame, tmp_path: Path) -> None:
    require(XDEMINEUR)
    desktop = Desktop(tmp_path, frame=frame)
    try:
        game = desktop.start(["xdemineur", "-geometry", "12x9+60+60", "-m", "14"])
        window = wait_until(lambda: next(iter(desktop.windows()), None), "the window")
        size = desktop.window_region(window)
        for left, top in ((300, 200), (301, 200), (301, 201), (301, 201), (90, 120)):
            wanted = Region(left, top, size.width, size.height)
            desktop.place(window, wanted)
            assert desktop.window_region(window) == wanted
        end_group(game)
    finally:
        desktop.close()


FONTS = """
import tkinter
from tkinter import font
root = tkinter.Tk()
print(*sorted(font.families(root)), sep=",")
print(font.Font(root, "TkDefaultFont").actual("family"))
"""


def test_programs_find_only_the_fonts_of_one_package(tmp_path: Path) -> None:
    require()
    need_tkinter()
    desktop = Desktop(tmp_path)
    try:
        families, default = desktop.run(sys.executable, "-c", FONTS).splitlines()
    finally:
        desktop.close()
    assert families.split(",") == ["DejaVu Sans", "DejaVu Sans Mono", "DejaVu Serif"]
    assert default == "DejaVu Sans"
