"""Skins of the drawn styles, so that simulated windows can be played in styles nobody knows."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from solver_bot.board import EXPLODED, MINE, WRONG_FLAG, Board
from solver_bot.vision.frame import SIDES, Band
from solver_bot.vision.lattice import Picture
from solver_bot.vision.skin import STATES, Skin, Template, named_skin
from tests.vision.drawn import Style, draw


@lru_cache(maxsize=64)
def styled(style: Style, size: int) -> Skin:
    """A skin that draws cells of that many pixels in this style."""
    templates = [Template(code, "", _tile(style, code, size)) for code in STATES.values()]
    red, green, blue = bytes.fromhex((style.frame or style.around).removeprefix("#"))
    around = bytes.fromhex(style.around.removeprefix("#"))[::-1]
    bands = Band(0.1, (blue, green, red)), Band(1.0, (around[0], around[1], around[2]))
    return replace(
        named_skin("classic"),
        name=style.name,
        frame=dict.fromkeys(SIDES, bands),
        templates=tuple(templates),
    )


def _tile(style: Style, code: int, size: int) -> Picture:
    shown = MINE if code in {EXPLODED, WRONG_FLAG} else code
    picture, lattice = draw(Board(1, 1, bytes([shown])), style, (size, size))
    left, top, right, bottom = map(round, lattice.box(0))
    tile = picture[top:bottom, left:right].copy()
    if code == EXPLODED:
        tile[(tile == tile[size // 6, size // 6]).all(axis=2)] = (40, 40, 230)
    if code == WRONG_FLAG:
        tile[np.eye(size, dtype=bool)] = (40, 40, 230)
    return tile
