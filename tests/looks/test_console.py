"""The window of a terminal leaves its board as it is, and writes on the grid of its characters."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.looks.console import Characters, console_around
from benchmarks.looks.fonts import usable_fonts
from benchmarks.looks.terminal import lines_of, terminal_look, terminal_pitch
from solver_bot.vision.arrays import Floats

COLUMNS, ROWS = 6, 4


def in_a_window(seed: int, shade: float, older: float | None = None) -> tuple[Floats, float, float]:
    """A plain board of this shade in a window, and where it begins."""
    rng = np.random.default_rng(seed)
    width, height, across = terminal_pitch(rng)
    look = terminal_look(rng, width, height, across, usable_fonts())
    lines = lines_of(width, height, across)
    characters = Characters(look.lettering.font, width / across, height / lines, across, lines)
    size = round(ROWS * height), round(COLUMNS * width), 3
    board = np.full(size, shade, np.float32)
    before = None if older is None else np.full(size, older, np.float32)
    return console_around(rng, look, board, characters, before)


def places_of(window: Floats, shade: float) -> tuple[int, int]:
    """The first row and column of pixels of exactly this shade."""
    rows, columns = np.nonzero((window == shade).all(2))
    return int(rows.min()), int(columns.min())


@pytest.mark.parametrize("seed", range(12))
def test_the_board_is_where_it_is_said_to_be_and_nothing_is_written_on_it(seed: int) -> None:
    window, left, top = in_a_window(seed, 300.0)
    assert places_of(window, 300.0) == (top, left)
    rows, columns = np.nonzero((window == 300.0).all(2))
    assert len(rows) == (np.ptp(rows) + 1) * (np.ptp(columns) + 1)


@pytest.mark.parametrize("seed", range(12))
def test_an_older_board_stands_apart_above_the_last_one(seed: int) -> None:
    window, left, top = in_a_window(seed, 300.0, older=400.0)
    above = places_of(window, 400.0)
    assert above[1] == left
    bottom = int(np.nonzero((window == 400.0).all(2))[0].max())
    assert above[0] < bottom < top - 1


def test_text_stands_around_most_boards() -> None:
    written = 0
    for seed in range(12):
        window, _, _ = in_a_window(seed, 300.0)
        written += len(np.unique(window.reshape(-1, 3), axis=0)) > len(("ground", "board"))
    assert written > 6
