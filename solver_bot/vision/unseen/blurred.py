"""Known skins on a display that scales what programs draw, which blurs their edges.

Brought back to the size it was drawn at, a board looks nearly as it was drawn, its frame too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from solver_bot.vision.extract import Extraction, read
from solver_bot.vision.lattice import Lattice, Picture, scaled
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
        whole = [e for e in read(scaled(picture, *size), skins) if not e.cut]
        found = [_enlarged(e, width / size[0], height / size[1]) for e in whole]
        if _worth(found) > _worth(best):
            best = found
    return best


def _worth(found: Sequence[Extraction]) -> float:
    return sum(e.confidence * len(e.board.cells) for e in found)


def _enlarged(found: Extraction, across: float, down: float) -> Extraction:
    lattice = Lattice(
        tuple(x * across for x in found.lattice.xs), tuple(y * down for y in found.lattice.ys)
    )
    return replace(found, lattice=lattice)
