"""Textures of one tile, such as wood, stone or cloth: on cells of boards, and on walls and floors.

What is Minesweeper and what is a floor must be told by what is around and on the tiles, so both
have the same textures.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from benchmarks.looks.ornaments import thing
from solver_bot.vision.arrays import Floats

Random = np.random.Generator
Paint = Callable[[Random, Floats, Floats], Floats]
"""Levels about from -1 to 1 at places across and down a tile, 0 to 1 each: shape (height, width).
"""


def texture(name: str, seed: int, width: int, height: int, strength: float) -> Floats:
    """Levels that this one of ``TEXTURES`` adds to a tile: shape (height, width, 1)."""
    y, x = np.mgrid[:height, :width].astype(np.float32)
    across, down = (x + 0.5) / width, (y + 0.5) / height
    levels = _PAINTS[name](np.random.default_rng(seed), across, down)
    return np.asarray(levels[..., None] * strength, np.float32)


def tiled(rng: Random, height: int, width: int, colour: Floats) -> Floats:
    """A wall of equal tiles of any texture around this colour: shape (height, width, 3)."""
    wide = int(rng.integers(10, 90))
    high = wide if rng.random() < 0.6 else int(rng.integers(10, 90))
    name, seed = str(rng.choice(TEXTURES)), int(rng.integers(2**31))
    tile = texture(name, seed, wide, high, float(rng.uniform(5, 45)))
    wall = np.tile(tile, (height // high + 2, width // wide + 2, 1))
    top, left = int(rng.integers(high)), int(rng.integers(wide))
    return np.asarray(np.clip(colour + wall[top : top + height, left : left + width], 0, 255))


def _planks(rng: Random, x: Floats, y: Floats) -> Floats:
    """Boards beside each other, with the grain along them."""
    along, across = (x, y) if rng.random() < 0.5 else (y, x)
    count = int(rng.integers(1, 6))
    shade = rng.normal(0, 0.5, count)[np.minimum((across * count).astype(int), count - 1)]
    grain = np.sin(across * rng.uniform(20, 60) + np.sin(along * rng.uniform(1, 9)) * 2) * 0.3
    seam = (across * count % 1 < 0.12) * rng.uniform(0, 1.2)
    return np.asarray(shade + grain - seam, np.float32)


def _stripes(rng: Random, x: Floats, y: Floats) -> Floats:
    """Soft or hard stripes, upright, level or slanting."""
    slope = float(rng.choice([0, 0.2, 1, -1, 2, 9]))
    waves = np.sin(2 * np.pi * int(rng.integers(1, 6)) * (x + slope * y))
    return np.asarray(np.sign(waves) if rng.random() < 0.3 else waves, np.float32)


def _specks(rng: Random, x: Floats, y: Floats) -> Floats:
    """Stone, sand or plaster: fine or coarse, grey levels without order."""
    by = int(rng.integers(1, 5))
    height, width = x.shape
    small = rng.normal(0, 0.6, (-(-height // by), -(-width // by))).astype(np.float32)
    grown = np.kron(small, np.ones((by, by), np.float32))[:height, :width]
    if rng.random() < 0.5:
        return np.asarray(cv2.GaussianBlur(grown, (0, 0), rng.uniform(0.5, 2)) * 2, np.float32)
    return np.asarray(grown, np.float32)


def _dome(rng: Random, x: Floats, y: Floats) -> Floats:
    """Light somewhere in the middle that fades to the edges, or the other way round."""
    middle = rng.uniform(0.3, 0.7, 2) if rng.random() < 0.5 else (0.5, 0.5)
    away = np.hypot(x - middle[0], y - middle[1]) / rng.uniform(0.4, 0.8)
    sense = -1 if rng.random() < 0.2 else 1
    return np.asarray(sense * (1 - 2 * np.clip(away, 0, 1)), np.float32)


def _shine(rng: Random, x: Floats, y: Floats) -> Floats:
    """A bright upper half, or a bright spot at the upper left."""
    if rng.random() < 0.5:
        edge = rng.uniform(0.3, 0.6) + rng.uniform(-0.2, 0.2) * (x - 0.5) ** 2 * 4
        return np.asarray(np.where(y < edge, 1 - y / edge * rng.uniform(0.3, 1), -0.3), np.float32)
    spot = np.exp(-((x - 0.3) ** 2 + (y - 0.25) ** 2) / rng.uniform(0.005, 0.05))
    return np.asarray(spot * 1.5 - 0.6 * (y - 0.5), np.float32)


def _slant(rng: Random, x: Floats, y: Floats) -> Floats:
    """Dark in one corner, light in the opposite one, as a convex button."""
    along = x * rng.uniform(0.3, 1) + y * rng.uniform(0.3, 1)
    return np.asarray((along - along.mean()) * rng.choice([-2, 2]), np.float32)


def _cushion(rng: Random, x: Floats, y: Floats) -> Floats:
    """A cushion with a seam around it, and mostly with a button at its corners."""
    body = np.sin(np.pi * x) * np.sin(np.pi * y)
    shade = 2 * np.clip(body, 0, 1) ** rng.uniform(0.3, 1) - 1 + 0.5 * (0.5 - y)
    corner = np.minimum(np.hypot(x % 1, y % 1), np.hypot(1 - x, y))
    corner = np.minimum(corner, np.minimum(np.hypot(x, 1 - y), np.hypot(1 - x, 1 - y)))
    return np.asarray(np.where(corner < rng.uniform(0, 0.14), -1.2, shade), np.float32)


def _knit(rng: Random, x: Floats, y: Floats) -> Floats:
    """Stitches: two slanting strokes that meet."""
    times = int(rng.integers(1, 4))
    bend = np.abs(x * times % 1 - 0.5)
    return np.asarray(np.sin(2 * np.pi * (y * times * rng.integers(1, 3) + bend)), np.float32)


def _weave(rng: Random, x: Floats, y: Floats) -> Floats:
    """Bands that go over and under each other."""
    times = int(rng.integers(1, 4))
    over = ((x * 2 * times).astype(int) + (y * 2 * times).astype(int)) % 2
    round_ = np.where(
        over, np.sin(np.pi * (x * 2 * times % 1)), np.sin(np.pi * (y * 2 * times % 1))
    )
    return np.asarray(round_ * 1.4 - 0.9 + 0.3 * over, np.float32)


def _bricks(rng: Random, x: Floats, y: Floats) -> Floats:
    """Courses of bricks with light or dark mortar, every second one moved."""
    courses, thick = int(rng.integers(1, 4)), rng.uniform(0.05, 0.16)
    course = (y * courses).astype(int)
    off = (x + 0.5 * (course % 2) * (courses > 1)) % 1
    joint = (off < thick) | (y * courses % 1 < thick * min(2, courses))
    return np.asarray(np.where(joint, rng.choice([-1.3, 1.3]), 0), np.float32)


def _stud(rng: Random, x: Floats, y: Floats) -> Floats:
    """A round knob or a hole, lit from the upper left."""
    away, radius = np.hypot(x - 0.5, y - 0.5), rng.uniform(0.2, 0.46)
    lit = (0.5 - x) + (0.5 - y)
    rim = (np.abs(away - radius) < 0.06) * lit * 3
    sense = rng.choice([-1, 1])
    return np.asarray(sense * (rim + (away < radius) * rng.uniform(0, 0.7)), np.float32)


def _tray(rng: Random, x: Floats, y: Floats) -> Floats:
    """A square within a square: a coffer, a waffle, a bar of chocolate, a panel."""
    away = np.maximum(np.abs(x - 0.5), np.abs(y - 0.5))
    inner = rng.uniform(0.2, 0.42)
    slope = np.where(np.abs(x - 0.5) > np.abs(y - 0.5), np.sign(0.5 - x), np.sign(0.5 - y))
    sense = rng.choice([-1, 1])
    return np.asarray(np.where(away > inner, slope * sense, rng.uniform(-0.4, 0.4)), np.float32)


def _tufts(rng: Random, x: Floats, y: Floats) -> Floats:
    """Short strokes, as of grass."""
    height, width = x.shape
    canvas = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(3, 12))):
        ends = rng.uniform(0.05, 0.95, 2), rng.normal(0, 0.18, 2)
        first = ends[0] * (width, height)
        last = first + ends[1] * (width, height)
        points = [tuple(np.rint(one).astype(int).tolist()) for one in (first, last)]
        cv2.line(canvas, points[0], points[1], 1.0, max(1, width // 18), cv2.LINE_AA)
    return np.asarray(canvas * rng.choice([-1, 1]), np.float32)


def _scales(rng: Random, x: Floats, y: Floats) -> Floats:
    """Scales or shingles, each over the next."""
    times = int(rng.integers(1, 3))
    row = (y * times).astype(int)
    off = (x * times + 0.5 * (row % 2)) % 1 - 0.5
    fall = y * times % 1 - np.sqrt(np.clip(0.25 - off**2, 0, 1))
    return np.asarray(np.clip(1 - 3 * np.abs(fall - 0.3), -1, 1), np.float32)


def _painted(rng: Random, x: Floats, y: Floats) -> Floats:
    """A painted tile: a small picture, mostly mirrored in both directions."""
    height, width = x.shape
    if rng.random() < 0.4:
        return thing(int(rng.integers(2**31)), width, height, 1.0)[..., 0]
    quarter = thing(int(rng.integers(2**31)), -(-width // 2), -(-height // 2), 1.0)[..., 0]
    half = np.concatenate([quarter, quarter[:, ::-1]], 1)[:, :width]
    return np.asarray(np.concatenate([half, half[::-1]], 0)[:height], np.float32)


_PAINTS: dict[str, Paint] = {
    "planks": _planks,
    "stripes": _stripes,
    "specks": _specks,
    "dome": _dome,
    "shine": _shine,
    "slant": _slant,
    "cushion": _cushion,
    "knit": _knit,
    "weave": _weave,
    "bricks": _bricks,
    "stud": _stud,
    "tray": _tray,
    "tufts": _tufts,
    "scales": _scales,
    "painted": _painted,
}
TEXTURES = tuple(_PAINTS)
