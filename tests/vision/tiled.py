"""Pictures of repeating tiles that are not Minesweeper: maps, walls, mosaics, icons, gems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Picture
from tests.vision.textured import Pixels, Texture, bricks, dome, noise, stripes, tufts

Layout = NDArray[np.int64]
"""The number of the tile in each place, shape (rows, columns)."""


def _laid(layout: Layout, tiles: Sequence[Texture], size: int, around: str = "#40454c") -> Picture:
    """Tiles laid out on a window of one colour."""
    drawn = [np.clip(tile(size, size), 0, 255) for tile in tiles]
    rows = [np.hstack([drawn[name] for name in row]) for row in layout.tolist()]
    board = np.vstack(rows).astype(np.uint8)
    colour = noise(around, 0, 0)(1, 1)[0, 0].tolist()
    return np.asarray(
        cv2.copyMakeBorder(board, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=colour), np.uint8
    )


def _marked(ground: Texture, colour: tuple[int, int, int], shape: int) -> Texture:
    """A texture with a shape on it: disc, square, diamond, triangle, ring or cross."""

    def paint(width: int, height: int) -> Pixels:
        tile = ground(width, height).copy()
        x, y, r = width // 2, height // 2, width // 3
        corners = [
            [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)],
            [(x, y - r), (x + r, y), (x, y + r), (x - r, y)],
            [(x, y - r), (x + r, y + r), (x - r, y + r)],
        ]
        if shape in (0, 4):
            cv2.circle(tile, (x, y), r, colour, -1 if shape == 0 else max(2, r // 3), cv2.LINE_AA)
        elif shape <= len(corners):
            cv2.fillPoly(tile, [np.array(corners[shape - 1])], colour, cv2.LINE_AA)
        else:
            cv2.line(tile, (x - r, y - r), (x + r, y + r), colour, max(2, r // 3), cv2.LINE_AA)
            cv2.line(tile, (x - r, y + r), (x + r, y - r), colour, max(2, r // 3), cv2.LINE_AA)
        return tile

    return paint


_GRASS, _WATER = tufts("#6fae3c", "#4f8a28", 4), stripes("#3f77c0", "#5d93d8", 2, 0.3)
_COLOURS = ((60, 60, 220), (60, 200, 60), (230, 120, 40), (40, 200, 230), (200, 60, 200))


def _islands(seed: int, shape: tuple[int, int], share: float) -> NDArray[np.bool_]:
    """A mask of water in soft patches."""
    field = np.random.default_rng(seed).normal(size=shape).astype(np.float32)
    soft = cv2.GaussianBlur(field, (0, 0), 1.6)
    return np.asarray(soft > np.quantile(soft, 1 - share))


def _around(water: NDArray[np.bool_]) -> Layout:
    """How many of each cell's neighbours are water."""
    cells = water.astype(np.float32)
    sums = cv2.filter2D(cells, -1, np.ones((3, 3)), borderType=cv2.BORDER_CONSTANT) - cells
    return np.asarray(np.rint(sums), np.int64)


def _map(seed: int, share: float, tiles: Callable[[int], Texture], size: int) -> Picture:
    """A map of land and water, with a different shore tile for each number of water neighbours."""
    water = _islands(seed, (14, 20), share)
    layout = np.where(water, 9, _around(water))
    return _laid(layout, [tiles(name) for name in range(10)], size)


def _shore(name: int) -> Texture:
    if name in (0, 9):
        return _GRASS if name == 0 else _WATER
    return _marked(_GRASS, (60 + 18 * name, 150, 190), name % 6)


def _one_shore(name: int) -> Texture:
    if name in (0, 9):
        return _GRASS if name == 0 else _WATER
    return stripes("#d9c38a", "#c9ae70", 2)


def pictures() -> Iterator[tuple[str, Picture]]:
    """All pictures, with a name for each."""
    random = np.random.default_rng(8)

    def any_of(count: int) -> Layout:
        return np.asarray(random.integers(0, count, (12, 18)))

    for name, tile in (
        ("wall", bricks("#a5482f", "#d9c9b8")),
        ("parquet", stripes("#8a5a2b", "#a8743c", 3, 0.2)),
        ("knitted", stripes("#b03050", "#702038", 4, 2.0)),
        ("buttons that shine", dome("#9fd0ff", "#2f6fb0")),
        ("stones", noise("#7d7f84", 14, 2, 2)),
    ):
        yield name, _laid(np.zeros((12, 18), np.int64), [tile], 30)
    grounds = (noise("#202830", 4, 1), tufts("#e0e4e8", "#b0b8c0", 2), dome("#ffffff", "#c8d0d8"))
    for size, ground in zip((26, 36, 48), grounds, strict=True):
        gems = [_marked(ground, colour, shape) for shape, colour in enumerate(_COLOURS)]
        yield f"gems of {size} pixels", _laid(any_of(5), gems, size)
        few = np.where(random.random((12, 18)) < 0.3, any_of(4) + 1, 0)
        yield f"icons of {size} pixels", _laid(few, [ground, *gems[:4]], size)
    wood = stripes("#c89858", "#b88848", 2, 0.1)
    stones = [wood, _marked(wood, (20, 20, 20), 0), _marked(wood, (240, 240, 240), 0)]
    yield "go", _laid(any_of(3), stones, 28)
    yield (
        "checkers of wood",
        _laid(
            np.indices((8, 8)).sum(axis=0) % 2, [wood, stripes("#6a4020", "#7a5030", 2, 0.1)], 50
        ),
    )
    photos = [partial(_photo, seed) for seed in range(40)]
    yield "photo mosaic", _laid(np.arange(216).reshape(12, 18) % 40, photos, 32)
    yield "photos of one kind", _laid(any_of(6), photos[:6], 40)
    for seed, share in enumerate((0.15, 0.3, 0.5)):
        yield f"map with painted shores {seed}", _map(seed, share, _shore, 32)
        yield f"map with one shore {seed}", _map(seed, share, _one_shore, 24)
    life = (random.random((16, 24)) < 0.3).astype(np.int64)
    yield "life", _laid(life, [noise("#182028", 4, 1), dome("#80ff80", "#208020")], 24)
    battle = np.where(random.random((10, 10)) < 0.4, any_of(12)[:10, :10] % 2 + 1, 0)
    shots = [_WATER, _marked(_WATER, (240, 240, 240), 0), _marked(_WATER, (40, 40, 230), 5)]
    yield "battleships", _laid(battle, shots, 36)


def _photo(seed: int, width: int, height: int) -> Pixels:
    """A blurred scene."""
    random = np.random.default_rng(seed)
    scene = random.uniform(20, 235, (5, 5, 3)).astype(np.float32)
    return np.asarray(cv2.resize(scene, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
