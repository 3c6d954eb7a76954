"""Times reading a screen against the plain way, in one run, and checks every sample's cells.

The plain way does what most bots do: twelve grey templates of one skin at one known size, each slid
over the picture with ``cv2.matchTemplate``, a threshold, and the matches merged into a grid. It is
given the program and the cell size of each board, and runs once for each. solver-bot is given
nothing.

Usage: python -m benchmarks.read [--runs N]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial
from itertools import cycle
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from solver_bot.board import EMPTY, FLAG, MINE, UNREADABLE, parse_boards
from solver_bot.vision.arrays import Picture
from solver_bot.vision.extract import extract, read
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.picture import load_picture
from solver_bot.vision.skin import Skin
from solver_bot.vision.skin_files import shipped_skins
from solver_bot.vision.track import Track

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
PLAIN_CODES = (EMPTY, 1, 2, 3, 4, 5, 6, 7, 8, 9, FLAG, MINE)
THRESHOLD = 0.9
KNOWN_PLACE = "480 cells, place known"
CHANGED_CELL = "the same, one cell changed"
Pair = dict[str, Callable[[], object]]
"""Two ways to do the same, by their names."""


def plain_way(picture: Picture, skin: Skin, size: int) -> dict[tuple[int, int], int]:
    """Slide every template over the picture. The best match in each place counts."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    best: dict[tuple[int, int], tuple[float, int]] = {}
    for code in PLAIN_CODES:
        template = cv2.cvtColor(skin.look.picture(code, size), cv2.COLOR_BGR2GRAY)
        scores = cv2.matchTemplate(grey, template, cv2.TM_CCOEFF_NORMED)
        rows, columns = np.nonzero(scores >= THRESHOLD)
        for y, x, score in zip(rows, columns, scores[rows, columns], strict=True):
            place = round(y / size), round(x / size)
            if score > best.get(place, (0.0, 0))[0]:
                best[place] = float(score), code
    return {place: code for place, (_, code) in best.items()}


def plain_ways(picture: Picture, boards: list[tuple[Skin, int]]) -> None:
    """Run the plain way once for each board's skin and cell size."""
    for skin, size in boards:
        plain_way(picture, skin, size)


def milliseconds(pairs: Pair, runs: int) -> dict[str, list[float]]:
    """Time the calls in turns, A B A B ..., so that all have the same conditions."""
    times: dict[str, list[float]] = {name: [] for name in pairs}
    for call in pairs.values():
        call()
    for _ in range(runs):
        for name, call in pairs.items():
            start = time.perf_counter()
            call()
            times[name].append((time.perf_counter() - start) * 1000)
    return times


def desktop_pair(name: str) -> tuple[str, Pair]:
    """The case of a sample desktop, and both ways to read it."""
    skins = shipped_skins()
    picture = load_picture(SAMPLES / f"{name}.png")
    boards = [(e.skin, round(e.lattice.cell_width)) for e in read(picture, skins)]
    return f"{name}, {len(boards)} unknown", {
        "ours": partial(read, picture, skins),
        "plain": partial(plain_ways, picture, boards),
    }


def known_pairs() -> dict[str, Pair]:
    """Both ways to read an expert board whose place is known, and one of which a cell changes."""
    picture = load_picture(SAMPLES / "xdemineur-30x16-late.png")
    (board,) = read(picture, shipped_skins())
    place = board.lattice
    cut = np.ascontiguousarray(_part(picture, (place.left, place.top, place.right, place.bottom)))
    track, pictures = Track(place, board.skin), cycle((_changed(picture, place), picture))

    def plain() -> object:
        return plain_way(cut, board.skin, 21)

    return {
        KNOWN_PLACE: {"ours": lambda: extract(picture, place, board.skin), "plain": plain},
        CHANGED_CELL: {"ours": lambda: track.look(next(pictures)), "plain": plain},
    }


def _part(picture: Picture, box: tuple[float, float, float, float]) -> Picture:
    left, top, right, bottom = map(round, box)
    return picture[top:bottom, left:right]


def _changed(picture: Picture, place: Lattice) -> Picture:
    """The picture with one cell that looks like its first one."""
    other = picture.copy()
    _part(other, place.box(200))[:] = _part(picture, place.box(0))
    return other


def timed_rows(runs: int) -> list[tuple[str, str, str, str]]:
    """Rows of: the case, solver-bot's median, the plain way's median, the median of the ratios."""
    names = ("desktop-busy", "desktop-two-boards", "desktop-three-boards")
    cases = dict(map(desktop_pair, names)) | known_pairs()
    return [_row(name, milliseconds(pair, runs)) for name, pair in cases.items()]


def _row(name: str, times: dict[str, list[float]]) -> tuple[str, str, str, str]:
    ours, plain = (statistics.median(times[way]) for way in ("ours", "plain"))
    return name, f"{ours:.2f}", f"{plain:.1f}", f"{times_faster(times):.0f}"


def times_faster(times: dict[str, list[float]]) -> float:
    """How many times longer the plain way takes: the median over the turns."""
    pairs = zip(times["ours"], times["plain"], strict=True)
    return statistics.median(plain / ours for ours, plain in pairs)


def sample_counts() -> tuple[int, int, int, int]:
    """The numbers of samples, of their cells, of correctly read cells and of unreadable cells."""
    samples = cells = right = unread = 0
    for path in sorted(SAMPLES.glob("*.txt")):
        truth = parse_boards(path.read_text())
        found = read(load_picture(path.with_suffix(".png")), shipped_skins())
        samples += 1
        for board, extraction in zip(truth, found, strict=True):
            got = extraction.board
            cells += len(board.cells)
            right += sum(a == b for a, b in zip(board.cells, got.cells, strict=True))
            unread += got.count({UNREADABLE})
    return samples, cells, right, unread


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    console = Console(width=100)
    table = Table("What", "Ours, ms", "Plain way, ms", "Times faster", title="Medians of one run")
    for row in timed_rows(runs):
        table.add_row(*row)
    console.print(table)
    samples, cells, right, unread = sample_counts()
    console.print(f"{samples} samples, {cells} cells: {right} right, {unread} unreadable")


if __name__ == "__main__":
    main()
