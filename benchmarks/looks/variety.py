"""How cells of one state differ from each other: sketched ones, stones, coloured glass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.looks.textures import TEXTURES, texture
from solver_bot.vision.arrays import Floats

Random = np.random.Generator
_OPENED = 0.25
"""The share of looks whose open cells differ as well as covered ones."""
_FEW = 0.6
"""The share of looks that have a few drawings for all cells."""
_ANY = 1 << 20
"""So many drawings that no two cells have the same."""


@dataclass(frozen=True, slots=True)
class Variety:
    """How cells of one state differ.

    Attributes:
        kind: one of ``KINDS``.
        ways: how many drawings there are. Each cell has one of them at random.
        strength: how much they differ, 0 to 1.
        seed: which ones they are.
        opened: whether open cells differ as well as covered ones.

    """

    kind: str
    ways: int
    strength: float
    seed: int
    opened: bool

    def ways_of(self, rows: int, columns: int) -> NDArray[np.int64]:
        """Which drawing each cell of a board has: shape (rows, columns)."""
        return np.random.default_rng(self.seed).integers(self.ways, size=(rows, columns))


def random_variety(rng: Random) -> Variety:
    """How the cells of a look differ."""
    few = rng.random() < _FEW
    return Variety(
        kind=str(rng.choice(KINDS)),
        ways=int(rng.integers(2, 9)) if few else _ANY,
        strength=float(rng.uniform(0.25, 1)),
        seed=int(rng.integers(2**31)),
        opened=bool(rng.random() < _OPENED),
    )


def varied(face: Floats, variety: Variety, way: int) -> Floats:
    """The face of a cell in one of its drawings: shape (height, width, 3), levels 0 to 255."""
    rng = np.random.default_rng((variety.seed, way))
    drawn = _DRAWN[variety.kind](rng, face, variety.strength)
    return np.asarray(np.clip(drawn, 0, 255), np.float32)


def _tinted(rng: Random, face: Floats, strength: float) -> Floats:
    """Another colour, as of marbles, or another brightness, as of stones."""
    colours = 3 if rng.random() < 0.5 else 1
    return face + rng.normal(0, 22 * strength, colours).astype(np.float32)


def _turned(rng: Random, face: Floats, strength: float) -> Floats:
    """Mirrored or upside down, as tiles that are laid at random."""
    down, right = rng.choice([-1, 1], 2)
    return face[::down, ::right]


def _sketched(rng: Random, face: Floats, strength: float) -> Floats:
    """Drawn by hand: every line is a little elsewhere."""
    height, width = face.shape[:2]
    coarse = rng.normal(0, 0.05 * strength * min(width, height), (4, 4, 2)).astype(np.float32)
    off = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    there = x + off[..., 0], y + off[..., 1]
    return np.asarray(
        cv2.remap(face, *there, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32
    )


def _strewn(rng: Random, face: Floats, strength: float) -> Floats:
    """Bubbles, pebbles, leaves or sparkles here and there."""
    height, width = face.shape[:2]
    canvas = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 6))):
        x, y = (int(rng.integers(1, max(2, side - 1))) for side in (width, height))
        radius = max(1, round(rng.uniform(0.02, 0.12) * min(width, height)))
        filled = -1 if rng.random() < 0.5 else 1
        cv2.circle(canvas, (x, y), radius, float(rng.choice([-1, 1])), filled, cv2.LINE_AA)
    return np.asarray(face + 90 * strength * canvas[..., None], np.float32)


def _cracked(rng: Random, face: Floats, strength: float) -> Floats:
    """Cracks or leads from one side to another, and panes of several shades between them."""
    height, width = face.shape[:2]
    levels = np.zeros((height, width), np.float32)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    dark = rng.choice([-1.0, 1.0])
    for _ in range(int(rng.integers(1, 4))):
        turn, through = rng.uniform(0, np.pi), rng.uniform(0.25, 0.75, 2)
        side = (x - through[0] * width) * np.cos(turn) + (y - through[1] * height) * np.sin(turn)
        levels += np.sign(side) * float(rng.normal(0, 12))
        levels = np.where(np.abs(side) < max(0.5, 0.02 * width), 60 * dark, levels)
    return np.asarray(face + strength * levels[..., None], np.float32)


def _grained(rng: Random, face: Floats, strength: float) -> Floats:
    """A texture of its own, such as wood or stone."""
    height, width = face.shape[:2]
    name, seed = str(rng.choice(TEXTURES)), int(rng.integers(2**31))
    return face + texture(name, seed, width, height, 30 * strength)


_DRAWN: dict[str, Callable[[Random, Floats, float], Floats]] = {
    "tinted": _tinted,
    "turned": _turned,
    "sketched": _sketched,
    "strewn": _strewn,
    "cracked": _cracked,
    "grained": _grained,
}
KINDS = tuple(_DRAWN)
