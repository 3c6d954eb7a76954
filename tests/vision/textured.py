"""Draws Minesweeper with textured cells: textures, gradients, signs on badges, backgrounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.board import COVERED, EMPTY, FLAG, QUESTION, Board
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice
from tests.vision.drawn import ink, rgb
from tests.vision.styles import CLASSIC, NEON, STYLES, Style

Pixels = NDArray[np.float32]
"""Shape (height, width, 3), BGR, 0 to 255."""
Texture = Callable[[int, int], Pixels]
"""Draws a texture of the size (width, height), in pixels."""


@dataclass(frozen=True, slots=True)
class Painting:
    """How a program draws textured cells.

    Attributes:
        covered, opened: the texture of covered and of open cells, or two that alternate.
        digits: eight colours of red, green and blue.
        badge: the colour of a disc behind the numbers; empty for none.
        solid: the opacity of cells over the background, 0 to 1.
        around: the colour of the frame and of the window.

    """

    name: str
    covered: tuple[Texture, ...]
    opened: tuple[Texture, ...]
    digits: tuple[str, ...] = CLASSIC
    badge: str = ""
    solid: float = 1.0
    around: str = "#303030"


def noise(colour: str, strength: float, seed: int, grain: int = 1) -> Texture:
    """Speckles around a colour, each ``grain`` pixels wide."""

    def paint(width: int, height: int) -> Pixels:
        random = np.random.default_rng(seed)
        small = random.normal(0, strength, (-(-height // grain), -(-width // grain), 1))
        grains = np.kron(small, np.ones((grain, grain, 1)))[:height, :width]
        return np.asarray(_bgr(colour) + grains, np.float32)

    return paint


def stripes(colour: str, other: str, times: float, slope: float = 1.0) -> Texture:
    """Soft stripes of two colours across a cell."""

    def paint(width: int, height: int) -> Pixels:
        y, x = np.mgrid[0:height, 0:width] + 0.5
        share = 0.5 + 0.5 * np.sin(2 * np.pi * times * (x / width + slope * y / height))
        return _mixed(colour, other, share)

    return paint


def dome(colour: str, other: str) -> Texture:
    """Light in the middle that fades to the edges."""

    def paint(width: int, height: int) -> Pixels:
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
        return _mixed(colour, other, np.clip(np.hypot(x, y), 0, 1))

    return paint


def bricks(colour: str, mortar: str) -> Texture:
    """Two courses of bricks in a cell."""

    def paint(width: int, height: int) -> Pixels:
        y, x = np.mgrid[0:height, 0:width]
        thick = max(1, height // 12)
        course = y * 2 // height
        off = (x + course * width // 2) % width
        lines = (off < thick) | (y % (height // 2) < thick)
        return _mixed(colour, mortar, lines.astype(float))

    return paint


def tufts(colour: str, other: str, seed: int) -> Texture:
    """Strokes of another shade."""

    def paint(width: int, height: int) -> Pixels:
        random = np.random.default_rng(seed)
        canvas = np.zeros((height, width), np.uint8)
        for x, y, dx, dy in random.uniform(0.1, 0.9, (6, 4)) * [width, height, width, height]:
            end = int((x + dx) / 2), int((y + dy) / 2)
            cv2.line(canvas, (int(x), int(y)), end, 255, max(1, width // 18), cv2.LINE_AA)
        return _mixed(colour, other, canvas / 255.0)

    return paint


PAINTINGS = (
    Painting("wood", (stripes("#8a5a2b", "#a8743c", 3, 0.2),), (noise("#e8d8b0", 5, 1),)),
    Painting(
        "stone",
        (noise("#7d7f84", 14, 2, 2),),
        (noise("#b9bab5", 6, 3, 2),),
        around="#4a4a4f",
    ),
    Painting(
        "lawn",
        (tufts("#6fae3c", "#4f8a28", 4), tufts("#7bbb46", "#5a9a30", 5)),
        (noise("#c9a26a", 5, 6),),
        around="#345518",
    ),
    Painting(
        "domes", (dome("#9fd0ff", "#2f6fb0"),), (dome("#ffffff", "#d5dde6"),), badge="#3b3f58"
    ),
    Painting("wall", (bricks("#a5482f", "#d9c9b8"),), (noise("#ded6c6", 4, 7),)),
    Painting(
        "glass",
        (stripes("#7aa8c8", "#a9cfe8", 1, 0.0),),
        (noise("#20303c", 3, 8),),
        digits=NEON,
        solid=0.75,
        around="#101820",
    ),
    Painting(
        "badges",
        (tufts("#3a3350", "#5d5280", 9),),
        (noise("#1d1a26", 5, 10, 2),),
        digits=("#ffffff",) * 8,
        badge="#7a3fb0",
        around="#0c0a10",
    ),
)


def paint(
    board: Board, painting: Painting, cell: tuple[float, float], margin: int = 40
) -> tuple[Picture, Lattice]:
    """The board in this painting, with cells of this size, and where its cells are."""
    lattice = Lattice.even(margin, margin, *cell, board.width, board.height)
    width, height = round(lattice.right) + margin, round(lattice.bottom) + margin
    picture = _background(width, height, painting.around)
    box = [round(v) for v in (lattice.left, lattice.top, lattice.right, lattice.bottom)]
    cv2.rectangle(picture, (box[0] - 3, box[1] - 3), (box[2] + 2, box[3] + 2), (15, 15, 15), -1)
    behind = _background(width, height, painting.around)
    for number, code in enumerate(board.cells):
        left, top, right, bottom = (round(edge) for edge in lattice.box(number))
        shade = sum(divmod(number, board.width))
        tile = _tile(code, painting, right - left, bottom - top, shade)
        seen = behind[top:bottom, left:right] * (1 - painting.solid) + tile * painting.solid
        picture[top:bottom, left:right] = seen
    return np.clip(np.rint(picture), 0, 255).astype(np.uint8), lattice


def _tile(code: int, painting: Painting, width: int, height: int, shade: int) -> Pixels:
    unopened = code in (COVERED, FLAG, QUESTION)
    textures = painting.covered if unopened else painting.opened
    tile = textures[shade % len(textures)](width, height)
    if unopened:
        tile[0], tile[:, 0] = tile[0] * 1.15, tile[:, 0] * 1.15
        tile[-1], tile[:, -1] = tile[-1] * 0.75, tile[:, -1] * 0.75
    else:
        tile[0], tile[:, 0] = tile[0] * 0.85, tile[:, 0] * 0.85
    if 1 <= code <= 8 and painting.badge:
        centre = width // 2, height // 2
        cv2.circle(tile, centre, round(0.44 * height), _tuple(painting.badge), -1, cv2.LINE_AA)
    sign = None if code in (COVERED, EMPTY) else ink(code, _SIGNS, width, height)
    if sign is not None:
        amount = np.asarray(sign, np.float32)[..., None] / 255
        top, left = (height - amount.shape[0]) // 2, (width - amount.shape[1]) // 2
        part = tile[top : top + amount.shape[0], left : left + amount.shape[1]]
        colour = _bgr(painting.digits[code - 1] if code <= 8 else "#e01010")
        part[:] = part * (1 - amount) + colour * amount
    return tile


_SIGNS: Style = STYLES[1]


def _background(width: int, height: int, colour: str) -> Pixels:
    """Soft hills of light, as behind many games."""
    y, x = np.mgrid[0:height, 0:width]
    light = 14 * np.sin(x / 97 + 1) + 14 * np.cos(y / 83) + 10 * np.sin((x + y) / 151)
    return np.asarray(_bgr(colour) + light[..., None], np.float32)


def _mixed(colour: str, other: str, share: NDArray[np.float64]) -> Pixels:
    amount = np.asarray(share, np.float32)[..., None]
    return np.asarray(_bgr(colour) * (1 - amount) + _bgr(other) * amount, np.float32)


def _bgr(colour: str) -> Pixels:
    return np.array(rgb(colour)[::-1], np.float32)


def _tuple(colour: str) -> tuple[float, float, float]:
    red, green, blue = rgb(colour)
    return float(blue), float(green), float(red)
