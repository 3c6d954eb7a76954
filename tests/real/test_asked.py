"""``play`` asks a player at a terminal whether a grid is the game, and clicks only then."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from solver_bot.vision.arrays import Picture
from solver_bot.vision.picture import save_picture
from tests.real.desktop import PATIENCE, end_group, wait_until

PITCH, COLUMNS, ROWS = 32, 13, 11
WINDOW = """
import sys, tkinter
root = tkinter.Tk()
root.title("Pebbles")
shown = tkinter.PhotoImage(file=sys.argv[1])
label = tkinter.Label(root, image=shown, borderwidth=0)
label.pack()
label.bind("<Button-1>", lambda event: print("clicked", flush=True))
root.after(300, lambda: print("shown", flush=True))
root.mainloop()
"""


def pebbles() -> Picture:
    """Cells in tints of their own: a game may look so, and so may a wall."""
    picture = np.full((ROWS * PITCH + 80, COLUMNS * PITCH + 80, 3), (90, 70, 50), np.uint8)
    tints = np.random.default_rng(1).integers(130, 230, (ROWS, COLUMNS, 3))
    for row, column in np.ndindex(ROWS, COLUMNS):
        top, left = 40 + row * PITCH, 40 + column * PITCH
        picture[top : top + PITCH - 2, left : left + PITCH - 2] = tints[row, column]
    return picture


def played(folder: Path, answer: str) -> tuple[int, str, str]:
    """Give ``play`` this answer while a window with the picture is open.

    Returns the exit code, what was said, and the clicks that the window got.
    """
    save_picture(folder / "pebbles.png", pebbles())
    command = [sys.executable, "-c", WINDOW, str(folder / "pebbles.png")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as window:
        assert window.stdout is not None
        try:
            assert window.stdout.readline() == "shown\n"
            code, said = answered(answer)
        finally:
            end_group(window)
        return code, said, window.stdout.read()


def answered(answer: str) -> tuple[int, str]:
    """Run ``play`` at a terminal and give this answer. Returns the exit code and what was said."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "solver_bot", "play", "--max-seconds=20"],
        stdin=theirs,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    said = bytearray()

    def asks() -> bool:
        said.extend(os.read(ours, 4096))
        return b"[y/N]" in said

    try:
        wait_until(asks, "the question")
        os.write(ours, f"{answer}\n".encode())
        reader = Thread(target=_read_to_end, args=(ours, said), daemon=True)
        reader.start()  # a terminal that nobody reads blocks the program that writes to it
        code = process.wait(PATIENCE)
        reader.join(PATIENCE)
        return code, " ".join(said.decode().split())
    finally:
        end_group(process)
        os.close(ours)


def _read_to_end(terminal: int, said: bytearray) -> None:
    with suppress(OSError):  # all that was said is read
        while part := os.read(terminal, 4096):
            said.extend(part)


@pytest.mark.usefixtures("desktop")
def test_a_grid_that_the_player_refuses_is_not_clicked(tmp_path: Path) -> None:
    code, said, clicks = played(tmp_path, "n")
    assert code == 3
    assert "13x11 cells may be a new game" in said
    assert not clicks


@pytest.mark.usefixtures("desktop")
def test_a_grid_that_the_player_takes_for_the_game_is_clicked(tmp_path: Path) -> None:
    _, said, clicks = played(tmp_path, "y")
    assert clicks == "clicked\n" * 2
    assert "The first click changed nothing" in said
