"""Whole pictures with a generated board: its window or page, what is around it and in front."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path

import cv2
import numpy as np

from benchmarks.looks.cells import LARGEST, SMALLEST, Geometry, random_cells
from benchmarks.looks.colours import Random, any_colour, legible
from benchmarks.looks.console import console_around
from benchmarks.looks.damage import stick_over, worn
from benchmarks.looks.desktop import on_desktop, put_in_front
from benchmarks.looks.drawing import draw_cells
from benchmarks.looks.fonts import fitting_fonts, usable_fonts
from benchmarks.looks.games import (
    STAGES,
    position,
    random_manner,
    random_size,
    scattered,
)
from benchmarks.looks.labelled import Labelled, save_labelled
from benchmarks.looks.look import Look
from benchmarks.looks.terminal import (
    border_of_characters,
)
from benchmarks.looks.window import window_around, write
from solver_bot.board import COVERED, QUESTION, SYMBOLS, UNREADABLE, Board
from solver_bot.vision.arrays import Codes, Floats, Mask, Picture
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice

BORDERED, NUMBERED_TERMINALS = 0.4, 0.25
"""The shares of boards in a terminal with a border of characters, and with numbered lines."""
PRINTED, REPEATED = 0.75, 0.08
"""The share of boards in a terminal whose window has text on the same grid of characters, and the
share of those below the board before the last move. The truth leaves the older board out."""
CHOSEN = 0.12
"""The share of boards with one cell that is chosen: by the keyboard, the pointer or the last click.
"""
NUMBERED = 0.05
"""The share of boards whose lines are numbered, or named by letters."""
MOST_CUT, FEWEST_LINES = 3, 5
"""Lines that a picture leaves out at a side at most, and lines that it shows at least."""
HIDDEN = 0.06
"""A cell of which more than this share is behind something can't be read."""
STAGE_SHARES = (0.08, 0.17, 0.22, 0.18, 0.1, 0.25)
"""How often each of ``STAGES`` is shown."""
DAMAGED, STUCK = 0.08, 0.5
"""The share of pictures that are damaged, and the share of those with rectangles over them."""
SCATTERED = "scattered"
"""The stage of a picture that shows all signs at random, from which signs are learned."""
FITTING = 1
"""The space of seeds from which nets learn."""


def scene(
    seed: int, stage: str = "", space: int = FITTING, cells: str = "", flood: float | None = None
) -> Labelled:
    """The picture of this seed, of any stage, kind of cells and ``Manner.flood`` or of given ones.

    Each ``space`` has other pictures; ``FITTING`` has fewer fonts.
    """
    rng = np.random.default_rng([space, seed])
    stage = stage or str(rng.choice(STAGES, p=STAGE_SHARES))
    columns, rows, mines = random_size(rng)
    if stage == SCATTERED:
        columns, rows = min(columns, 12), min(rows, 12)
        codes = scattered(rng, columns, rows)
    else:
        manner = random_manner(rng)
        manner = manner if flood is None else replace(manner, flood=flood)
        codes, mined = position(rng, columns, rows, mines, manner, stage)
        mines = int(mined.sum())
    fonts = fitting_fonts() if space == FITTING else usable_fonts()
    characters, geometry, look = random_cells(rng, columns, rows, fonts, cells)
    if look.signs.get(QUESTION) is look.signs.get(COVERED):
        codes = np.where(codes == QUESTION, COVERED, codes).astype(np.uint8)
    board = draw_cells(look, codes, geometry.xs, geometry.ys)
    if rng.random() < CHOSEN:
        _choose_a_cell(rng, board, geometry)
    printed = characters is not None and rng.random() < PRINTED
    if characters and printed:
        older = None
        if space == FITTING and stage != "new" and rng.random() < REPEATED:
            older = draw_cells(look, _before(rng, codes), geometry.xs, geometry.ys)
        window, left, top = console_around(rng, look, board, characters, older)
    else:
        window, left, top = window_around(rng, look, board, geometry.pitch[1])
    canvas, right, down = on_desktop(rng, window)
    lattice = Lattice(geometry.xs, geometry.ys).moved(left + right, top + down)
    if not printed:
        _name_lines(rng, canvas, lattice, look, text=characters is not None)
    hidden = put_in_front(rng, canvas, lattice, stage)
    damaged = rng.random() < DAMAGED
    if damaged and rng.random() < STUCK:
        stick_over(rng, canvas, lattice, hidden)
    codes = np.where(_covered_cells(hidden, lattice), UNREADABLE, codes).astype(np.uint8)
    canvas, lattice = _cropped(rng, canvas, lattice)
    canvas, lattice = _scaled(rng, canvas, lattice)
    one = _labelled(
        f"look-{seed}", worn(rng, canvas, lattice.cell_width, damaged), lattice, codes, stage
    )
    if stage == SCATTERED or one.board is None or one.cut:
        return one
    return replace(one, board=replace(one.board, mines=mines))


def scenes(first: int = 0, space: int = FITTING) -> Iterator[Labelled]:
    """The pictures of all seeds from ``first`` on."""
    return (scene(seed, space=space) for seed in count(first))


def _before(rng: Random, codes: Codes) -> Codes:
    """The board before some cells were opened."""
    covered = (rng.random(codes.shape) < 0.3) & (codes != COVERED)
    return np.where(covered, COVERED, codes).astype(np.uint8)


def _name_lines(rng: Random, canvas: Floats, lattice: Lattice, look: Look, *, text: bool) -> None:
    """Sometimes number the lines of cells, or draw a border of characters, in place."""
    if rng.random() < (NUMBERED_TERMINALS if text else NUMBERED):
        _number_lines(rng, canvas, lattice, look)
    elif text and rng.random() < BORDERED:
        border_of_characters(rng, canvas, lattice, look.palette.around)


def _choose_a_cell(rng: Random, board: Floats, geometry: Geometry) -> None:
    """Mark one cell by an outline, a tint or inverse colours, in place."""
    column, row = int(rng.integers(len(geometry.xs) - 1)), int(rng.integers(len(geometry.ys) - 1))
    left, right = (round(x) for x in geometry.xs[column : column + 2])
    top, bottom = (round(y) for y in geometry.ys[row : row + 2])
    cell = board[top:bottom, left:right]
    colour, kind = any_colour(rng), rng.random()
    if kind < 0.5:
        thick = int(rng.integers(1, max(2, round(0.1 * geometry.pitch[0]) + 1)))
        inner = cell[thick:-thick, thick:-thick].copy()
        cell[:] = colour
        cell[thick:-thick, thick:-thick] = inner
    elif kind < 0.75:
        share = rng.uniform(0.15, 0.45)
        cell[:] = cell * (1 - share) + colour * share
    else:
        cell[:] = 255 - cell


def _number_lines(rng: Random, canvas: Floats, lattice: Lattice, look: Look) -> None:
    """Write a number or a letter above every column and to the left of every row, in place."""
    around = look.palette.around
    ink = legible(rng, around, 45) if rng.random() < 0.5 else look.palette.digits[0]
    first, letters = int(rng.integers(2)), rng.random() < 0.3
    high = lattice.cell_height * rng.uniform(0.4, 0.75)
    xs, ys = (np.rint(edges).astype(int).clip(0) for edges in (lattice.xs, lattice.ys))
    left, top = (
        max(0, round(v))
        for v in (lattice.left - lattice.cell_width, lattice.top - lattice.cell_height)
    )
    canvas[top : ys[0], xs[0] : xs[-1]] = around
    canvas[ys[0] : ys[-1], left : xs[0]] = around
    for number, (start, end) in enumerate(pairwise(xs.tolist())):
        text = chr(65 + number % 26) if letters else str(first + number)
        write(canvas[top : ys[0], start:end], text, high, ink, rng)
    for number, (start, end) in enumerate(pairwise(ys.tolist())):
        write(canvas[start:end, left : xs[0]], str(first + number), high, ink, rng)


def _covered_cells(hidden: Mask, lattice: Lattice) -> Mask:
    """The cells of which something hides more than ``HIDDEN``."""
    total = np.pad(hidden.astype(np.float64).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    xs = np.rint(lattice.xs).astype(int).clip(0, hidden.shape[1])
    ys = np.rint(lattice.ys).astype(int).clip(0, hidden.shape[0])
    corner = total[np.ix_(ys, xs)]
    share = corner[1:, 1:] - corner[1:, :-1] - corner[:-1, 1:] + corner[:-1, :-1]
    return np.asarray(share > HIDDEN * lattice.cell_width * lattice.cell_height)


def _cropped(rng: Random, canvas: Floats, lattice: Lattice) -> tuple[Floats, Lattice]:
    """The picture, sometimes cut through the board or close to it."""
    if rng.random() > 0.16:
        return canvas, lattice
    height, width = canvas.shape[:2]
    box = [0, 0, width, height]
    for side in rng.choice(4, int(rng.integers(1, 4)), replace=False).tolist():
        near = (lattice.left, lattice.top, lattice.right, lattice.bottom)[side]
        pitch = lattice.cell_width if side % 2 == 0 else lattice.cell_height
        lines = lattice.columns if side % 2 == 0 else lattice.rows
        most = min(MOST_CUT, (lines - FEWEST_LINES) / 2)
        inward = rng.uniform(0, most) * pitch if rng.random() < 0.4 else -rng.uniform(0, 1) * pitch
        edge = near + inward * (1 if side < 2 else -1)
        box[side] = int(np.clip(edge, 0, (width, height)[side % 2]))
    if min(box[2] - box[0], box[3] - box[1]) < SMALLEST:
        return canvas, lattice
    return canvas[box[1] : box[3], box[0] : box[2]], lattice.moved(-box[0], -box[1])


def _scaled(rng: Random, canvas: Floats, lattice: Lattice) -> tuple[Floats, Lattice]:
    """The picture as a display or a person enlarged or reduced it, sometimes."""
    if rng.random() > 0.2:
        return canvas, lattice
    pitch = min(lattice.cell_width, lattice.cell_height)
    low, high = np.log(max(SMALLEST / pitch, 0.66)), np.log(min(LARGEST / pitch, 2.0))
    scale = float(np.exp(rng.uniform(min(low, 0), max(high, 0))))
    methods = (cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST, cv2.INTER_AREA)
    method = methods[int(rng.choice(4, p=[0.4, 0.25, 0.1, 0.25]))]
    height, width = canvas.shape[:2]
    size = round(width * scale), round(height * scale)
    grown = np.asarray(cv2.resize(canvas, size, interpolation=method), np.float32)
    across, down = size[0] / width, size[1] / height
    return grown, Lattice(
        tuple(x * across for x in lattice.xs), tuple(y * down for y in lattice.ys)
    )


def _labelled(name: str, picture: Picture, lattice: Lattice, codes: Codes, stage: str) -> Labelled:
    """The truth about the picture: cells in it, without outer lines that nothing shows."""
    height, width = picture.shape[:2]
    slack = 0.08
    shown = (
        _between(lattice.xs, width, slack)[None, :] & _between(lattice.ys, height, slack)[:, None]
    )
    whole, codes = codes, np.where(shown, codes, UNREADABLE)
    seen = codes != UNREADABLE
    if not seen.any():
        return Labelled(name, picture, None, None, "")
    rows, columns = np.flatnonzero(seen.any(1)), np.flatnonzero(seen.any(0))
    left, top, right, bottom = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    cut = {
        side
        for side, is_cut in (
            ("left", left > 0),
            ("top", top > 0),
            ("right", right < codes.shape[1]),
            ("bottom", bottom < codes.shape[0]),
        )
        if is_cut
    }
    part = np.ascontiguousarray(codes[top:bottom, left:right])
    board = Board(part.shape[1], part.shape[0], part.tobytes())
    place = lattice.part(int(left), int(top), int(right), int(bottom))
    inside = left, top, int(right), int(bottom)
    beyond = _partly_seen(picture, lattice, whole, inside)
    return Labelled(name, picture, board, place, stage, frozenset(cut), beyond)


def _partly_seen(
    picture: Picture, lattice: Lattice, codes: Codes, inside: tuple[int, int, int, int]
) -> dict[str, str]:
    """The line of cells beyond each side of which the picture shows a part, in the text notation.

    ``inside`` are the lines that are seen whole: left, top, right, bottom, the last two excluded.
    """
    left, top, right, bottom = inside
    height, width = picture.shape[:2]
    rows, columns = codes.shape
    shown = (
        left > 0 and lattice.xs[left] > 0,
        top > 0 and lattice.ys[top] > 0,
        right < columns and lattice.xs[right] < width,
        bottom < rows and lattice.ys[bottom] < height,
    )
    edges = np.pad(codes, 1, constant_values=UNREADABLE)
    across, down = slice(left + 1, right + 1), slice(top + 1, bottom + 1)
    lines = edges[down, left], edges[top, across], edges[down, right + 1], edges[bottom + 1, across]
    return {
        side: "".join(SYMBOLS[code] for code in line.tolist())
        for side, line, is_shown in zip(SIDES, lines, shown, strict=True)
        if is_shown
    }


def _between(edges: tuple[float, ...], length: int, slack: float) -> Mask:
    """Which lines of cells are in the picture, but for a share of ``slack``."""
    places = np.array(edges)
    width = np.diff(places)
    return np.asarray(
        (places[:-1] >= -slack * width) & (places[1:] <= length + slack * width), np.bool_
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first picture")
    parser.add_argument("--space", type=int, default=1, help="another number has other pictures")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(chosen.seed, chosen.seed + chosen.count):
        one = scene(seed, space=chosen.space)
        save_labelled(chosen.folder, replace(one, name=f"look-{chosen.space}-{seed}"))


if __name__ == "__main__":
    main()
