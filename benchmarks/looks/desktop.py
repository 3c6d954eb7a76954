"""What is around a window on a desktop, and what is in front of a board."""

from __future__ import annotations

import cv2
import numpy as np

from benchmarks.looks.colours import Random, any_colour, legible
from benchmarks.looks.games import ENDED
from benchmarks.looks.textures import tiled
from benchmarks.looks.window import WORDS, Box, write
from solver_bot.vision.arrays import Floats, Mask
from solver_bot.vision.lattice import Lattice


def on_desktop(rng: Random, window: Floats) -> tuple[Floats, int, int]:
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


def put_in_front(rng: Random, canvas: Floats, lattice: Lattice, stage: str) -> Mask:
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
