"""A new game of an unusual size, in a window that nothing is known of but its title."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2

from solver_bot.board import Board
from tests.real.desktop import Desktop, end_group, require, wait_until
from tests.vision.drawn import draw, shaded
from tests.vision.styles import STYLES

LOOK = STYLES[3]
SOURCE = """
import sys, tkinter
root = tkinter.Tk()
root.title(sys.argv[2])
root.geometry("+140+90")
picture = tkinter.PhotoImage(file=sys.argv[1])
tkinter.Label(root, image=picture, bd=0).pack(padx=40, pady=40)
root.mainloop()
"""


@contextmanager
def shown(desktop: Desktop, title: str, folder: Path) -> Iterator[None]:
    """A window with a grid of covered cells."""
    picture, place = draw(Board.covered(11, 5), LOOK, (28, 28))
    file = folder / "board.png"
    cv2.imwrite(str(file), shaded(picture, place))
    process = desktop.start([sys.executable, "-c", SOURCE, str(file), title], folder)
    try:
        wait_until(lambda: title in desktop.windows().values(), "the window")
        yield
    finally:
        end_group(process)


def dry_run(*options: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "solver_bot", "play", "--dry-run", *options]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_the_error_names_the_region_that_plays_it(desktop: Desktop, tmp_path: Path) -> None:
    require()
    with shown(desktop, "Untitled", tmp_path):
        refused = dry_run()
        assert refused.returncode == 3
        assert "A grid of 11x5 cells may be a new game" in refused.stderr
        (region,) = re.findall(r"--region ([\d,]+)\.", refused.stderr)
        played = dry_run("--region", region)
        assert played.returncode == 0, played.stderr
        assert played.stdout.startswith("It would open row ")


def test_it_is_played_where_the_title_is_the_games_name(desktop: Desktop, tmp_path: Path) -> None:
    require()
    with shown(desktop, "Buscaminas", tmp_path):
        played = dry_run()
        assert played.returncode == 0, played.stderr
        assert "There is a grid of 11x5 equal cells" in " ".join(played.stderr.split())
