"""Known skins on a display that scales what programs draw, which blurs their edges.

Brought back to the size it was drawn at, a board looks nearly as it was drawn, its frame too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from solver_bot.vision.arrays import Picture
from solver_bot.vision.extract import Extraction, read
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin import Skin

SCALES = (1.25, 1.5, 1.75, 2.0, 3.0)
_SMALLEST = 64


def read_blurred(picture: Picture, skins: Sequence[Skin]) -> list[Extraction]:
    """The boards of known skins whose whole frame is seen at one of the usual display scales."""
    best: list[Extraction] = []
    height, width = picture.shape[:2]
    for scale in SCALES:
        size = round(width / scale), round(height / scale)
        if min(size) < _SMALLEST:
            break
        soft = [_softened(skin, scale) for skin in skins]
        whole = [e for e in read(_reduced(picture, *size), soft) if not e.cut]
        found = [_enlarged(e, width / size[0], height / size[1]) for e in whole]
        if _worth(found) > _worth(best):
            best = found
    return best


@lru_cache(maxsize=64)
def _softened(skin: Skin, scale: float) -> Skin:
    """The skin as it looks enlarged so many times by a display, and brought back."""
    templates = tuple(
        replace(template, picture=_there_and_back(template.picture, scale))
        for template in skin.look.templates
    )
    return replace(skin, look=replace(skin.look, templates=templates))


def _there_and_back(tile: Picture, scale: float) -> Picture:
    height, width = tile.shape[:2]
    size = round(width * scale), round(height * scale)
    enlarged = np.asarray(cv2.resize(tile, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    return _reduced(enlarged, width, height)


def _reduced(picture: Picture, width: int, height: int) -> Picture:
    """The picture made smaller; by little, its edges are sharpened rather than blurred again."""
    method = cv2.INTER_AREA if picture.shape[1] >= 2 * width else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, (width, height), interpolation=method), np.uint8)


def _worth(found: Sequence[Extraction]) -> float:
    return sum(e.confidence * len(e.board.cells) for e in found)


def _enlarged(found: Extraction, across: float, down: float) -> Extraction:
    lattice = Lattice(
        tuple(x * across for x in found.lattice.xs), tuple(y * down for y in found.lattice.ys)
    )
    return replace(found, lattice=lattice)
