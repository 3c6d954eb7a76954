"""What is drawn on a tile: the drawing apart from its ground, and which sign it looks like.

A sign is recognised by its shape alone, brought to one size: neither its scale nor its font nor
its colour matters. The classifier is a net of one hidden layer, trained on signs rendered in many
fonts and on drawn flags and mines (benchmarks/train_glyphs.py); its weights lie beside this file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from solver_bot.board import FLAG, MINE, QUESTION
from solver_bot.vision.arrays import Floats, Mask, Picture

SIDE = 32
"""Pixels a tile is brought to before its drawing is looked for."""
RIM = 2
"""Pixels at a tile's edge that are not looked at: grid lines and the outside of a bevel."""
FAINTEST = 16.0
"""Colour distance, in grey levels, below which a drawing cannot be told from its ground."""
HEIGHT, WIDTH = 16, 12
_ALONG = 0.5
"""The share of an edge that a bevel or a grid line covers, and no sign does."""
LOWEST = 8
"""Pixels of ``SIDE`` that a sign is high at least."""
OTHER = 0
SIGNS = (OTHER, 1, 2, 3, 4, 5, 6, 7, 8, QUESTION, FLAG, MINE)
"""What the net tells apart, as cell codes; ``OTHER`` is none of the signs."""
_WEIGHTS = Path(__file__).with_name("glyphs.npz")

_THICK = 4
"""Pixels at a tile's edge, inside ``RIM``, that such a line may be thick."""
_CORNER = 0.2
"""What lies so near to an edge as a whole, as a share of the side, is no part of a sign."""


@dataclass(frozen=True, slots=True, eq=False)
class Glyph:
    """The drawing of one tile.

    Attributes:
        shape: how much of each pixel is drawn, brought to one size: ``HEIGHT * WIDTH`` values
            from 0 to 1, then the drawing's width by its height and its height by the tile's.
        colour: of the drawing (blue, green, red).
        ground: the colour it is drawn on.
        contrast: how far the two are apart, in grey levels.

    """

    shape: Floats
    colour: Floats
    ground: Floats
    contrast: float


def glyph(tile: Picture | Floats) -> Glyph | None:
    """The drawing in the middle of a tile of ``SIDE`` x ``SIDE`` pixels; None if there is none."""
    return glyphs(np.asarray(tile, np.float32)[None])[0][0]


def glyphs(tiles: Picture | Floats) -> tuple[list[Glyph | None], Mask]:
    """The drawings of tiles, shape (tiles, SIDE, SIDE, 3), and on which nothing is drawn at all.

    A tile may have no drawing that could be a sign and still not be blank.
    """
    inner = tiles[:, RIM:-RIM, RIM:-RIM].astype(np.float32)
    ground = _grounds(inner)
    apart = np.sqrt(((inner - ground) ** 2).mean(axis=3))
    strongest = np.percentile(apart.reshape(len(apart), -1), 98, axis=1)
    found = [_glyph(*parts) for parts in zip(inner, ground, apart, strongest, strict=True)]
    quarter = SIDE // 4
    middle = tiles[:, quarter:-quarter, quarter:-quarter].astype(np.float32)
    flat = np.sqrt(((middle - _grounds(middle)) ** 2).mean(axis=3)).reshape(len(tiles), -1)
    plain = np.percentile(flat, 98, axis=1) < FAINTEST
    return found, plain & np.array([one is None for one in found], bool)


def _glyph(inner: Floats, ground: Floats, apart: Floats, strongest: float) -> Glyph | None:
    if strongest < FAINTEST:
        return None
    drawn = _inside(_peeled(apart > max(FAINTEST, 0.4 * strongest)))
    if not drawn.any():
        return None
    full = _quantile(apart[drawn], 0.8)
    drawn &= apart > max(FAINTEST, 0.4 * full)
    box = _box(drawn)
    if box is None or full < 1.5 * FAINTEST:
        return None
    near = cv2.dilate(drawn.astype(np.uint8), np.ones((3, 3), np.uint8))
    amount = np.clip(apart / full, 0, 1) * near
    colour = inner[drawn & (apart > 0.75 * full)]
    middle = ground[len(ground) // 2, len(ground) // 2]
    return Glyph(
        _brought(amount, box),
        np.asarray(np.mean(colour, axis=0)) if len(colour) else middle,
        middle,
        full,
    )


def drawn_shape(amount: Floats, lowest: int) -> Floats | None:
    """The shape of what is drawn, given how much of each pixel is: (SIDE, SIDE), 0 to 1."""
    drawn = amount > 0.5
    drawn[[0, -1]] = drawn[:, [0, -1]] = False
    box = _box(drawn, lowest)
    if box is None:
        return None
    near = cv2.dilate(drawn.astype(np.uint8), np.ones((3, 3), np.uint8))
    return _brought(amount * near, box)


def _quantile(values: Floats, share: float) -> float:
    return float(np.sort(values)[round(share * (len(values) - 1))])


def _grounds(inner: Floats) -> Floats:
    """What tiles would look like without their drawings: a plane of colour through most pixels."""
    count, height, width, _ = inner.shape
    pixels = inner.reshape(count, -1, 3)
    middle = np.median(pixels, axis=1)
    near = np.sqrt(((pixels - middle[:, None]) ** 2).mean(axis=2)) < 1.5 * FAINTEST
    weights = near.astype(np.float32)
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    basis = np.stack([np.ones_like(x), x, y], axis=-1).reshape(-1, 3).astype(np.float32)
    weighted = weights[:, :, None] * basis
    square = np.einsum("kpi,pj->kij", weighted, basis) + 1e-3 * np.eye(3, dtype=np.float32)
    planes = np.linalg.solve(square, np.einsum("kpi,kpc->kic", weighted, pixels))
    found = np.asarray(basis @ planes, np.float32)
    found[near.mean(axis=1) < 0.3] = middle[near.mean(axis=1) < 0.3][:, None]
    return found.reshape(inner.shape)


def _inside(drawn: Mask) -> Mask:
    """The drawing without what runs along an edge or stands beside it: bevels and grid lines."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(drawn.astype(np.uint8))
    left, top, wide, high = stats[:, :4].T
    low, far = np.array(drawn.shape) * _CORNER, np.array(drawn.shape) * (1 - _CORNER)
    kept = (left < far[1]) & (left + wide > low[1]) & (top < far[0]) & (top + high > low[0])
    kept[0] = False
    for side in (labels[0], labels[-1], labels[:, 0], labels[:, -1]):
        along = np.bincount(np.asarray(side, np.int64), minlength=count)
        kept &= along <= _ALONG * len(side)
    return np.asarray(kept[labels])


def _peeled(drawn: Mask) -> Mask:
    """The drawing without lines along the edges, which may touch a sign."""
    drawn = drawn.copy()
    for view in (drawn, drawn[::-1], drawn.T, drawn.T[::-1]):
        for line in range(_THICK):
            if view[line].mean() <= _ALONG:
                break
            view[line] = False
    return drawn


def _box(drawn: Mask, lowest: int = LOWEST) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of the drawing, specks left out; None if it is too low."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(drawn.astype(np.uint8))
    if count == 1:
        return None
    areas = stats[1:, cv2.CC_STAT_AREA]
    kept = [s for s, area in zip(stats[1:], areas, strict=True) if area >= 0.08 * areas.max()]
    left = min(int(s[0]) for s in kept)
    top = min(int(s[1]) for s in kept)
    right = max(int(s[0] + s[2]) for s in kept)
    bottom = max(int(s[1] + s[3]) for s in kept)
    return (left, top, right, bottom) if bottom - top >= lowest and right - left >= 2 else None


def _brought(amount: Floats, box: tuple[int, int, int, int]) -> Floats:
    left, top, right, bottom = box
    cut = amount[top:bottom, left:right]
    high, wide = cut.shape
    across = min(WIDTH, max(1, round(wide * HEIGHT / high)))
    brought = cv2.resize(cut.astype(np.float32), (across, HEIGHT), interpolation=cv2.INTER_AREA)
    canvas = np.zeros((HEIGHT, WIDTH), np.float32)
    start = (WIDTH - across) // 2
    canvas[:, start : start + across] = brought
    return np.append(canvas.ravel(), [wide / high, high / SIDE]).astype(np.float32)


@lru_cache(maxsize=1)
def _net() -> tuple[tuple[Floats, Floats], ...]:
    with np.load(_WEIGHTS) as file:
        layers = len(file.files) // 2
        return tuple(
            (file[f"w{i}"].astype(np.float32), file[f"b{i}"].astype(np.float32))
            for i in range(layers)
        )


def likelihoods(shapes: Floats) -> Floats:
    """How likely each shape is each of ``SIGNS``: shape (glyphs, signs), rows add up to 1."""
    values = shapes
    *hidden, (last, offset) = _net()
    for weights, bias in hidden:
        values = np.maximum(values @ weights + bias, 0)
    scores = values @ last + offset
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))
