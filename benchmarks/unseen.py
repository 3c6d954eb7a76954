"""Reads programs without their templates: counts right, unreadable and wrong cells, and the time.

Pictures of real programs come from `python -m benchmarks.looks.programs FOLDER`: all themes and
sizes, early, middle and late in a game. Others come from the package's own skin, and from drawn
styles. Known skins on scaled displays come last. Each picture is pasted on a desktop of 1920 x 1080
if it fits. The time is that of one core from the picture to the cells, which includes trying the
other programs' skins first.

Usage: python -m benchmarks.unseen [FOLDER] [--runs N]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from solver_bot.board import UNREADABLE, Board, parse_boards
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Picture
from solver_bot.vision.blurred import SCALES
from solver_bot.vision.draw_board import draw_board, framed
from solver_bot.vision.extract import read
from solver_bot.vision.picture import load_picture
from solver_bot.vision.reader import SkinChoice, read_picture
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.vision.drawn import draw, position
from tests.vision.not_minesweeper import pictures
from tests.vision.styles import HELD_BACK, STYLES, Style
from tests.vision.textured import PAINTINGS, paint
from tests.vision.tiled import pictures as tiled_pictures

CORPUS = Path(__file__).resolve().parent / "unseen"
STAGES = {"early": 0.0, "middle": 0.45, "late": 0.88}
SIZES = ((12.0, 12.0), (16.0, 16.0), (24.0, 24.0), (30.5, 29.25), (60.0, 60.0))
LEVELS = ((30, 16, 99), (16, 16, 40), (9, 9, 10))
DESKTOP = (1080, 1920)
SAMPLES = Path(__file__).resolve().parents[1] / "samples"
KNOWN_THEMES = ("gnome-mines-bgcolors", "kmines-default", "xdemineur-default")
LARGEST_CELL = 100
"""The largest cell on a scaled display, in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A picture, its true board, and the skin that may not be used for it."""

    group: str
    stage: str
    picture: Picture
    board: Board
    without: str


@dataclass(slots=True)
class Tally:
    """Counts over the pictures of one group."""

    pictures: int = 0
    found: int = 0
    cells: int = 0
    right: int = 0
    unreadable: int = 0
    wrong: int = 0
    milliseconds: list[float] = field(default_factory=list)


def real(folder: Path) -> Iterator[Sample]:
    """The pictures of going games in a folder made by ``benchmarks.looks.programs``."""
    for path in sorted(folder.glob("*.png")):
        stage = path.stem.rsplit("-", 1)[1]
        if stage not in STAGES:
            continue
        truth = path.with_suffix(".txt")
        facts = dict(
            line.lstrip("; ").split(": ", 1)
            for line in truth.read_text(encoding="utf-8").splitlines()
            if line.startswith("; ")
        )
        program = facts["program"].split()[0]
        board = parse_boards(truth.read_text(encoding="utf-8"))[0]
        yield Sample(f"{program}, {facts['theme']}", stage, load_picture(path), board, program)


def own() -> Iterator[Sample]:
    """The package's own classic skin."""
    skin = named_skin("classic")
    for seed, size in enumerate((14, 20, 32, 48)):
        for stage, share in STAGES.items():
            board = position(*LEVELS[(seed + len(stage)) % 3], share, seed)
            picture = framed(draw_board(board, skin, size), skin, size)[0]
            picture = np.pad(picture, ((40, 40), (40, 40), (0, 0)), constant_values=190)
            yield Sample("our own, classic", stage, picture, board, "classic")


def drawn(styles: Iterable[Style], name: str) -> Iterator[Sample]:
    """Boards drawn in styles, each at five sizes."""
    for style in styles:
        for number, size in enumerate(SIZES):
            for place, (stage, share) in enumerate(STAGES.items()):
                board = position(*LEVELS[(number + place) % 3], share, 10 * number + place)
                yield Sample(f"{name}: {style.name}", stage, draw(board, style, size)[0], board, "")


def painted() -> Iterator[Sample]:
    """Boards with textured cells, at four whole sizes and a fractional one."""
    for one in PAINTINGS:
        for number, size in enumerate(((18.0, 18.0), *SIZES[2:4], (32.0, 32.0), (48.0, 48.0))):
            for stage, share in STAGES.items():
                board = position(16, 16, 40, share, seed=number)
                yield Sample(f"painted: {one.name}", stage, paint(board, one, size)[0], board, "")


def scaled_displays(folder: Path) -> Iterator[Sample]:
    """Boards in known skins, scaled up as some displays do."""
    known = [(path, path.with_suffix(".txt")) for path in sorted(SAMPLES.glob("*.png"))]
    known += [
        (path, path.with_suffix(".txt"))
        for theme in KNOWN_THEMES
        for path in sorted(folder.glob(f"{theme}-*.png"))
    ]
    for path, truth in known:
        boards = parse_boards(truth.read_text(encoding="utf-8"))
        picture = load_picture(path)
        found = read(picture, shipped_skins())
        if len(boards) != 1 or len(found) != 1:
            continue
        for scale in SCALES:
            if scale * found[0].lattice.cell_width > LARGEST_CELL:
                break
            for method in (cv2.INTER_LINEAR, cv2.INTER_CUBIC):
                enlarged = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=method)
                shown = np.asarray(enlarged, np.uint8)
                yield Sample(f"display at {100 * scale:.0f} %", "", shown, boards[0], "")


def on_desktop(picture: Picture) -> Picture:
    """The picture on a plain desktop, or the picture itself if it is larger."""
    height, width = picture.shape[:2]
    if height > DESKTOP[0] or width > DESKTOP[1]:
        return picture
    desktop = np.full((*DESKTOP, 3), (90, 60, 30), np.uint8)
    top, left = (DESKTOP[0] - height) // 2, (DESKTOP[1] - width) // 3
    desktop[top : top + height, left : left + width] = picture
    return desktop


def measure(sample: Sample, runs: int, tallies: Iterable[Tally]) -> int:
    """Read a sample and count its cells in each tally. Returns how many are wrong."""
    skins = _all_but(sample.without)
    picture = on_desktop(sample.picture)
    times = []
    for _ in range(runs):
        began = time.process_time()
        found = read_picture(picture, skins, possible)
        times.append(1000 * (time.process_time() - began))
    true = sample.board
    same = [e for e in found if (e.board.width, e.board.height) == (true.width, true.height)]
    read = same[0].board.cells if same else bytes([UNREADABLE]) * len(true.cells)
    right = sum(a == b for a, b in zip(true.cells, read, strict=True))
    wrong = sum(a != b != UNREADABLE for a, b in zip(true.cells, read, strict=True))
    for tally in tallies:
        tally.milliseconds.append(statistics.median(times))
        tally.pictures += 1
        tally.cells += len(read)
        tally.found += bool(same)
        tally.right += right
        tally.wrong += wrong
        tally.unreadable += len(read) - right - wrong
    return wrong if same else _wrong_elsewhere(sample, [e.board for e in found])


def _all_but(name: str) -> SkinChoice:
    """The shipped skins without the one of this name, and boards in unknown skins."""
    return SkinChoice.of((skin for skin in shipped_skins() if skin.name != name), unknown=True)


def _wrong_elsewhere(sample: Sample, boards: list[Board]) -> int:
    """Print the boards of another size than the true one. Their cells do not count as wrong."""
    for board in boards:
        print(f"{sample.group}, {sample.stage}: a board of {board.width} x {board.height}")
    return 0


def table(samples: Iterable[Sample], runs: int) -> Table:
    """Measure all samples: a row for each group, and last rows for all."""
    tallies: dict[str, Tally] = {}
    stages: dict[str, Tally] = {}
    for sample in samples:
        both = (
            tallies.setdefault(sample.group, Tally()),
            stages.setdefault(f"all, {sample.stage}", Tally()),
        )
        if wrong := measure(sample, runs, both):
            print(f"{sample.group}, {sample.stage}: {wrong} wrong")
    shown = Table("", "boards", "found", "cells", "right %", "unreadable", "wrong", "ms", "most")
    for name, tally in {**tallies, **stages}.items():
        shown.add_row(
            name,
            str(tally.pictures),
            str(tally.found),
            str(tally.cells),
            f"{100 * tally.right / tally.cells:.2f}",
            str(tally.unreadable),
            str(tally.wrong),
            f"{statistics.median(tally.milliseconds):.0f}",
            f"{max(tally.milliseconds):.0f}",
        )
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=CORPUS)
    parser.add_argument("--runs", type=int, default=3)
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    possible(Board.covered(4, 4))  # compiles the solver
    console = Console(width=110)
    console.print(table([*real(chosen.folder), *own()], chosen.runs))
    console.print(table(scaled_displays(chosen.folder), 1))
    console.print(table(drawn(STYLES, "drawn"), 1))
    console.print(table(drawn(HELD_BACK, "held back"), 1))
    console.print(table(painted(), 1))
    empty = [*pictures(), *tiled_pictures()]
    boards = sum(len(read_picture(picture, _all_but(""), possible)) for _, picture in empty)
    print(f"{len(empty)} pictures without Minesweeper: {boards} boards reported")


if __name__ == "__main__":
    main()
