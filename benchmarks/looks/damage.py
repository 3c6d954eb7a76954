"""What wears or hides a picture: blur, noise, specks, compression, and rectangles over it."""

from __future__ import annotations

import cv2
import numpy as np

from benchmarks.looks.colours import Random, any_colour
from solver_bot.vision.arrays import Floats, Mask, Picture
from solver_bot.vision.lattice import Lattice


def worn(rng: Random, canvas: Floats, pitch: float, damaged: bool) -> Picture:
    """The picture with some blur, noise or compression, mostly with none unless it is damaged."""
    often, strong = (0.3, 25.0) if damaged else (0.06, 5.0)
    seen: Floats = canvas
    if rng.random() < often:
        blur = rng.uniform(0.3, max(0.4, (0.08 if damaged else 0.03) * pitch))
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), blur), np.float32)
    if rng.random() < often:
        noise = rng.normal(0, rng.uniform(0.5, strong), seen.shape)
        seen = np.asarray(seen + noise, np.float32)
    picture = np.clip(seen, 0, 255).astype(np.uint8)
    if damaged and rng.random() < often:
        specks = rng.random(picture.shape[:2]) < rng.uniform(0.0005, 0.04)
        picture[specks] = rng.integers(0, 256, (int(specks.sum()), 3))
    if rng.random() < (often if damaged else 0.08):
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(12 if damaged else 45, 96))]
        packed = cv2.imencode(".jpg", picture, quality)[1]
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return np.ascontiguousarray(picture)


def stick_over(rng: Random, canvas: Floats, lattice: Lattice, hidden: Mask) -> None:
    """Draw plain rectangles over the picture, in place; some hide whole cells exactly."""
    height, width = canvas.shape[:2]
    for _ in range(int(rng.integers(1, 5))):
        colour = any_colour(rng)
        if rng.random() < 0.5:
            colour = canvas[int(rng.integers(height)), int(rng.integers(width))].copy()
        if rng.random() < 0.4:
            xs = sorted(rng.integers(0, lattice.columns + 1, 2).tolist())
            ys = sorted(rng.integers(0, lattice.rows + 1, 2).tolist())
            xs[1], ys[1] = min(xs[1], xs[0] + 3), min(ys[1], ys[0] + 6)
            x0, x1 = (round(lattice.xs[x]) for x in xs)
            y0, y1 = (round(lattice.ys[y]) for y in ys)
        else:
            x0, y0 = int(rng.integers(width)), int(rng.integers(height))
            x1 = x0 + int(rng.integers(2, max(3, width // 4)))
            y1 = y0 + int(rng.integers(2, max(3, height // 4)))
        part = slice(max(0, y0), max(0, y1)), slice(max(0, x0), max(0, x1))
        canvas[part] = colour
        hidden[part] = True
