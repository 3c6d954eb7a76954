"""Skins made of drawn styles and paintings, for simulated windows in unknown skins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from solver_bot.board import EXPLODED, MINE, WRONG_FLAG, Board
from solver_bot.vision.arrays import Picture
from solver_bot.vision.frame import SIDES, Band
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin import STATES, Look, Skin, Template
from solver_bot.vision.skin_files import named_skin
from tests.vision.drawn import draw, rgb
from tests.vision.styles import Style
from tests.vision.textured import Painting, paint

Drawn = tuple[Picture, Lattice]


@lru_cache(maxsize=64)
def styled(style: Style, size: int) -> Skin:
    """A skin that draws cells of ``size`` pixels in this style."""
    colours = style.frame or style.around, style.around
    return _skin(style.name, size, lambda board: draw(board, style, (size, size)), colours)


@lru_cache(maxsize=64)
def painted(painting: Painting, size: int) -> Skin:
    """A skin that draws textured cells of ``size`` pixels in this painting."""
    colours = "#0f0f0f", painting.around
    return _skin(painting.name, size, lambda board: paint(board, painting, (size, size)), colours)


def behaving(skin: Skin, **facts: Any) -> Skin:
    """The skin with these attributes of its ``Program``."""
    return replace(skin, program=replace(skin.program, **facts))


def _skin(
    name: str, size: int, draw_board: Callable[[Board], Drawn], colours: tuple[str, str]
) -> Skin:
    bands = tuple(
        Band(depth, _bgr(colour)) for depth, colour in zip((0.1, 1.0), colours, strict=True)
    )
    templates = [Template(code, "", _tile(draw_board, code, size)) for code in STATES.values()]
    return replace(
        named_skin("classic"),
        name=name,
        look=Look(tuple(templates), dict.fromkeys(SIDES, bands)),
    )


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue = rgb(colour)
    return blue, green, red


def _tile(draw_board: Callable[[Board], Drawn], code: int, size: int) -> Picture:
    shown = MINE if code in {EXPLODED, WRONG_FLAG} else code
    picture, lattice = draw_board(Board(1, 1, bytes([shown])))
    left, top, right, bottom = map(round, lattice.box(0))
    tile = picture[top:bottom, left:right].copy()
    if code == EXPLODED:
        tile[(tile == tile[size // 6, size // 6]).all(axis=2)] = (40, 40, 230)
    if code == WRONG_FLAG:
        tile[np.eye(size, dtype=bool)] = (40, 40, 230)
    return tile
