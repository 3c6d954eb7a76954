"""Whole pictures with a generated board: its window or page, what is around it and in front."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count, pairwise
from pathlib import Path

import cv2
import numpy as np

from benchmarks.looks.colours import Random, any_colour, legible
from benchmarks.looks.console import Characters, console_around
from benchmarks.looks.damage import stick_over, worn
from benchmarks.looks.fonts import fitting_fonts, usable_fonts
from benchmarks.looks.games import (
    ENDED,
    STAGES,
    position,
    random_manner,
    random_size,
    scattered,
)
from benchmarks.looks.labelled import Labelled, save_labelled
from benchmarks.looks.look import Look, draw_cells, random_look
from benchmarks.looks.terminal import (
    border_of_characters,
    lines_of,
    terminal_look,
    terminal_pitch,
)
from benchmarks.looks.textures import tiled
from benchmarks.looks.tokens import spaced, token_look, token_pitch
from benchmarks.looks.window import WORDS, Box, window_around, write
from solver_bot.board import COVERED, QUESTION, UNREADABLE, Board
from solver_bot.vision.arrays import Codes, Floats, Mask, Picture
from solver_bot.vision.lattice import Lattice

SMALLEST, LARGEST = 10, 100
"""Pixels of a cell."""
MOST_WIDE, MOST_HIGH = 1600, 1000
"""Pixels of a board."""
TERMINALS = 0.2
"""The share of games in a terminal."""
TOKENS = 0.07
"""The share of games whose cells are small pictures apart from each other."""
WIDE, TALL = 0.05, 0.03
"""The shares of games whose cells are wide buttons, and are higher than wide."""
SPACED = 0.06
"""The share of other games whose cells are boxes with the window's ground between."""
BORDERED, NUMBERED_TERMINALS = 0.4, 0.25
"""The shares of boards in a terminal with a border of characters, and with numbered lines."""
PRINTED, REPEATED = 0.75, 0.08
"""The share of boards in a terminal whose window has text on the same grid of characters, and the
share of those below the board before the last move. The truth leaves the older board out."""
FEW_COLUMNS = 12
"""The most columns of wide buttons."""
CHOSEN = 0.12
"""The share of boards with one cell that is chosen: by the keyboard, the pointer or the last click.
"""
NUMBERED = 0.05
"""The share of boards whose lines are numbered, or named by letters."""
HIDDEN = 0.06
"""A cell of which more than this share is behind something can't be read."""
STAGE_SHARES = (0.08, 0.17, 0.22, 0.18, 0.1, 0.25)
"""How often each of ``STAGES`` is shown."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """Where the cells are on their canvas: edges in pixels, possibly fractions."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]

    @property
    def pitch(self) -> tuple[float, float]:
        return (
            (self.xs[-1] - self.xs[0]) / (len(self.xs) - 1),
            (self.ys[-1] - self.ys[0]) / (len(self.ys) - 1),
        )


DAMAGED, STUCK = 0.08, 0.5
"""The share of pictures that are damaged, and the share of those with rectangles over them."""
SCATTERED = "scattered"
"""The stage of a picture that shows all signs at random, from which signs are learned."""
FITTING = 1
"""The space of seeds from which nets learn."""


def scene(seed: int, stage: str = "", space: int = FITTING) -> Labelled:
    """The picture of this seed. Each ``space`` has other pictures; ``FITTING`` has fewer fonts."""
    rng = np.random.default_rng([space, seed])
    stage = stage or str(rng.choice(STAGES, p=STAGE_SHARES))
    columns, rows, mines = random_size(rng)
    if stage == SCATTERED:
        columns, rows = min(columns, 12), min(rows, 12)
        codes = scattered(rng, columns, rows)
    else:
        codes, mined = position(rng, columns, rows, mines, random_manner(rng), stage)
        mines = int(mined.sum())
    fonts = fitting_fonts() if space == FITTING else usable_fonts()
    characters, geometry, look = _drawn_with(rng, columns, rows, fonts)
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
    canvas, right, down = _desktop(rng, window)
    lattice = Lattice(geometry.xs, geometry.ys).moved(left + right, top + down)
    if not printed:
        _name_lines(rng, canvas, lattice, look, text=characters is not None)
    hidden = _in_front(rng, canvas, lattice, stage)
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


def _kind_of_cells(rng: Random, columns: int) -> str:
    """What cells are: "terminal", "tokens", "wide", "tall", "spaced" or "usual"."""
    shares = {"terminal": TERMINALS, "tokens": TOKENS, "tall": TALL, "spaced": SPACED}
    if columns <= FEW_COLUMNS:
        shares["wide"] = 2 * WIDE
    draw = rng.random()
    for kind, share in shares.items():
        draw -= share
        if draw < 0:
            return kind
    return "usual"


def _drawn_with(
    rng: Random, columns: int, rows: int, fonts: tuple[Path, ...]
) -> tuple[Characters | None, Geometry, Look]:
    """The characters of a terminal, if it is one, where the cells are, and what they look like."""
    kind = _kind_of_cells(rng, columns)
    if kind == "terminal":
        wide, high, across = terminal_pitch(rng)
        geometry = _even(columns, rows, wide, high)
        look = terminal_look(rng, wide, high, across, fonts)
        lines = lines_of(wide, high, across)
        size = wide / across, high / lines
        return Characters(look.lettering.font, *size, across, lines), geometry, look
    if kind == "tokens":
        geometry = _even(columns, rows, *token_pitch(rng))
        return None, geometry, token_look(rng, *geometry.pitch, fonts)
    geometry = _stretched(rng, kind, _geometry(rng, columns, rows))
    look = random_look(rng, *geometry.pitch, fonts)
    if kind == "spaced" or (kind == "wide" and rng.random() < 0.6):
        look = spaced(rng, look, geometry.pitch[0])
    return None, geometry, look


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


def _stretched(rng: Random, kind: str, geometry: Geometry) -> Geometry:
    """Cells much wider than high, or much higher than wide, where the kind asks for them."""
    if kind not in {"wide", "tall"}:
        return geometry
    wide, high = geometry.pitch
    columns, rows = len(geometry.xs) - 1, len(geometry.ys) - 1
    if kind == "wide":
        wide = min(high * rng.uniform(1.4, 2.7), MOST_WIDE / columns)
    else:
        high = min(wide * rng.uniform(1.3, 2.0), MOST_HIGH / rows)
    return _even(columns, rows, float(round(wide)), float(round(high)))


def _geometry(rng: Random, columns: int, rows: int) -> Geometry:
    wide = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
    wide = max(SMALLEST, min(wide, MOST_WIDE / columns, MOST_HIGH / rows))
    high = wide
    if rng.random() < 0.2:
        high = float(np.clip(wide * np.exp(rng.uniform(-0.47, 0.47)), SMALLEST, LARGEST))
        high = max(SMALLEST, min(high, MOST_HIGH / rows))
    if rng.random() < 0.75:
        wide, high = float(round(wide)), float(round(high))
    return _even(columns, rows, wide, high)


def _even(columns: int, rows: int, wide: float, high: float) -> Geometry:
    return Geometry(
        tuple(wide * i for i in range(columns + 1)), tuple(high * i for i in range(rows + 1))
    )


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


def _desktop(rng: Random, window: Floats) -> tuple[Floats, int, int]:
    """The window somewhere on a desktop. Returns the picture and the window's place."""
    if rng.random() < 0.12:
        return window, 0, 0
    height, width = window.shape[:2]
    right = int(rng.integers(0, 60) if rng.random() < 0.5 else rng.integers(20, 420))
    down = int(rng.integers(0, 50) if rng.random() < 0.5 else rng.integers(20, 260))
    canvas = _wallpaper(rng, width + right + int(rng.integers(0, 300)), height + down + 60)
    for _ in range(int(rng.choice([0, 0, 1, 2, 4]))):
        _other_window(rng, canvas)
    canvas[down : down + height, right : right + width] = window
    return canvas, right, down


def _wallpaper(rng: Random, width: int, height: int) -> Floats:
    first, second = any_colour(rng), any_colour(rng)
    kind = rng.random()
    canvas = np.empty((height, width, 3), np.float32)
    canvas[:] = first
    if kind < 0.42:
        return canvas
    if kind < 0.52:
        return tiled(rng, height, width, first)
    if kind < 0.65:
        along = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
        return np.asarray(canvas * (1 - along) + second * along, np.float32)
    if kind < 0.85:
        coarse = rng.uniform(0, 255, (int(rng.integers(2, 30)), int(rng.integers(2, 30)), 3))
        how = cv2.INTER_CUBIC if rng.random() < 0.7 else cv2.INTER_NEAREST
        grown = cv2.resize(coarse.astype(np.float32), (width, height), interpolation=how)
        return np.asarray(np.clip(grown, 0, 255), np.float32)
    y, x = np.mgrid[:height, :width]
    period = int(rng.integers(4, 60))
    odd = (x // period + (y // period if rng.random() < 0.6 else 0)) % 2
    canvas[odd == 1] = second
    return canvas


def _other_window(rng: Random, canvas: Floats) -> Box:
    """Draw a window with some text, in place. Returns where."""
    height, width = canvas.shape[:2]
    wide, high = (int(rng.uniform(0.1, 0.5) * size) + 8 for size in (width, height))
    x, y = int(rng.integers(-wide // 3, width - 4)), int(rng.integers(-high // 3, height - 4))
    box = max(0, x), max(0, y), min(width, x + wide), min(height, y + high)
    part = canvas[box[1] : box[3], box[0] : box[2]]
    ground = any_colour(rng)
    part[:] = ground
    if rng.random() < 0.2:
        part[:] = tiled(rng, part.shape[0], part.shape[1], ground)
    bar = min(int(rng.integers(0, 30)), part.shape[0])
    part[:bar] = any_colour(rng)
    line, ink = int(rng.integers(12, 30)), legible(rng, ground, 50)
    for top in range(bar, part.shape[0] - line, line):
        if rng.random() < 0.6:
            words = " ".join(rng.choice(WORDS, int(rng.integers(1, 6))).tolist())
            write(part[top : top + line], words, line * 0.6, ink, rng)
    if rng.random() < 0.5:
        part[0] = part[-1] = part[:, 0] = part[:, -1] = legible(rng, ground, 30)
    return box


def _in_front(rng: Random, canvas: Floats, lattice: Lattice, stage: str) -> Mask:
    """Draw what is in front of the board, in place. Returns where that is."""
    hidden = np.zeros(canvas.shape[:2], bool)
    if rng.random() < 0.08:
        x0, y0, x1, y1 = _other_window(rng, canvas)
        hidden[y0:y1, x0:x1] = True
    if stage in ENDED and rng.random() < 0.2:
        _message(rng, canvas, lattice, hidden)
    if rng.random() < 0.12:
        _pointer(rng, canvas, lattice, hidden)
    return hidden


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


def _message(rng: Random, canvas: Floats, lattice: Lattice, hidden: Mask) -> None:
    """A message over the middle of the board."""
    high = max(20, int((lattice.bottom - lattice.top) * rng.uniform(0.15, 0.6)))
    wide = max(60, int((lattice.right - lattice.left) * rng.uniform(0.3, 0.9)))
    x = max(0, int((lattice.left + lattice.right - wide) / 2))
    y = max(0, int((lattice.top + lattice.bottom - high) / 2))
    part = canvas[y : y + high, x : x + wide]
    ground = any_colour(rng)
    part[:] = ground
    text = str(rng.choice(["Game over", "You win!", "Boom!", "Congratulations", "Play again?"]))
    write(part, text, min(high * 0.4, 40), legible(rng, ground, 70), rng)
    hidden[y : y + high, x : x + wide] = True


def _pointer(rng: Random, canvas: Floats, lattice: Lattice, hidden: Mask) -> None:
    """An arrow."""
    size = int(rng.integers(12, 26))
    tip = (
        int(rng.uniform(lattice.left, lattice.right)),
        int(rng.uniform(lattice.top, lattice.bottom)),
    )
    shape = np.array([(0, 0), (0, 16), (4, 13), (7, 19), (9, 18), (6, 12), (11, 12)], float)
    points = np.rint(shape * size / 19 + tip).astype(np.int32)
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillPoly(mask, [points], 1)
    dark = rng.random() < 0.6
    canvas[mask == 1] = 0 if dark else 255
    cv2.polylines(canvas, [points], True, (255, 255, 255) if dark else (0, 0, 0))
    hidden |= mask == 1


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
        inward = rng.uniform(0, 3) * pitch if rng.random() < 0.4 else -rng.uniform(0, 1) * pitch
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
    codes = np.where(shown, codes, UNREADABLE)
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
    return Labelled(name, picture, board, place, stage, frozenset(cut))


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
