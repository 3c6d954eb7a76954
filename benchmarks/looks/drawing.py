"""Boards drawn in a look."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from benchmarks.looks.colours import (
    Colour,
    distance,
)
from benchmarks.looks.faces import Face, is_rough, painted
from benchmarks.looks.lettering import written
from benchmarks.looks.look import Look, coloured
from benchmarks.looks.ornaments import grain, plate, wash
from benchmarks.looks.signs import Layer
from benchmarks.looks.variety import varied
from solver_bot.board import (
    COVERED,
    EMPTY,
    FLAG,
    neighbours,
)
from solver_bot.vision.arrays import Codes, Floats, Mask

_LARGE = 10
"""Pixels of a digit from which a person reads it in a faint colour."""


def draw_cells(look: Look, codes: Codes, xs: Sequence[float], ys: Sequence[float]) -> Floats:
    """A board whose cells have these edges in pixels; edges are rounded to whole pixels.

    Returns the picture from the first edges to the last, shape (height, width, 3).
    """
    columns, rows = [round(x - xs[0]) for x in xs], [round(y - ys[0]) for y in ys]
    canvas = np.empty((rows[-1], columns[-1], 3), np.float32)
    over = _overflagged(codes) if look.over is not None else np.zeros(codes.shape, bool)
    ways = look.variety.ways_of(*codes.shape) if look.variety else np.zeros(codes.shape, int)
    cells: dict[tuple[int, bool, bool, int, int, int], Floats] = {}
    for (row, column), code in np.ndenumerate(codes):
        width, height = columns[column + 1] - columns[column], rows[row + 1] - rows[row]
        second, way = (row + column) % 2 == 1, int(ways[row, column])
        key = int(code), bool(over[row, column]), second, width, height, way
        if key not in cells:
            cells[key] = _cell(look, *key)
        top, left = rows[row], columns[column]
        canvas[top : top + height, left : left + width] = cells[key]
    if look.seam is not None:
        _draw_seam(canvas, codes, columns, rows, look.seam)
    if look.overlay is not None:
        canvas = _overlaid(canvas, codes, columns, rows, look.overlay)
    return canvas


def _overlaid(
    canvas: Floats,
    codes: Codes,
    columns: Sequence[int],
    rows: Sequence[int],
    overlay: tuple[str, float, int],
) -> Floats:
    """The board with a gradient over it, or with a grain on its covered cells or on all."""
    name, strength, seed = overlay
    rng = np.random.default_rng(seed)
    high, wide = canvas.shape[:2]
    levels = (wash if name == "wash" else grain)(rng, high, wide, strength)
    if name == "grain" and seed % 3:
        shown = np.repeat(np.repeat(codes >= COVERED, np.diff(rows), 0), np.diff(columns), 1)
        levels = levels * shown[..., None]
    return np.asarray(np.clip(canvas + levels, 0, 255), np.float32)


def _overflagged(codes: Codes) -> Mask:
    height, width = codes.shape
    table = neighbours(width, height)
    flat = codes.ravel()
    flags = np.array([sum(flat[n] == FLAG for n in near) for near in table])
    return np.asarray(((flat >= 1) & (flat <= 8) & (flags > flat)).reshape(codes.shape))


def _face(look: Look, code: int) -> Face:
    if code == COVERED:
        return look.covered
    if 1 <= code <= 8 and look.tints:
        return coloured(look.opened, look.tints[code - 1])
    return look.grounds.get(code, look.opened)


def cell_picture(look: Look, code: int, width: int, height: int) -> Floats:
    """A cell of this state and size in pixels: shape (height, width, 3)."""
    return _cell(look, code, over=False, second=False, width=width, height=height)


def face_picture(look: Look, code: int, width: int, height: int) -> Floats:
    """The same without its sign."""
    return _varied_face(look, _face(look, code), second=False, width=width, height=height)


def _varied_face(
    look: Look, face: Face, second: bool, width: int, height: int, way: int = 0
) -> Floats:
    canvas = painted(face, width, height, second=second)
    if look.variety and (look.variety.opened or face is look.covered):
        return varied(canvas, look.variety, way)
    return canvas


def _cell(
    look: Look, code: int, over: bool, second: bool, width: int, height: int, way: int = 0
) -> Floats:
    face = _face(look, code)
    canvas = _varied_face(look, face, second, width, height, way)
    if look.plate and (1 <= code <= 8 or (code == EMPTY and look.plated)):
        mask, levels = plate(look.plate[1], width, height)
        canvas = canvas * (1 - mask) + np.clip(look.plate[0] + levels, 0, 255) * mask
    if 1 <= code <= 8 and code not in look.signs:
        mask = written(str(code), look.lettering, height)
        colour = look.palette.digits[code - 1]
        if over and look.over is not None:
            colour = look.over
        large = look.lettering.height * height >= _LARGE
        least = 25 if large and not is_rough(face) else 60
        if not look.plate and distance(colour, face.colour) < least:
            colour = np.full(3, 0 if face.colour.mean() > 127 else 255, np.float32)
        return _with_number(look, canvas, mask, colour)
    for layer in look.signs.get(code, ()):
        place_layer(canvas, layer, look.off)
    return canvas


def _with_number(look: Look, canvas: Floats, mask: Floats, colour: Colour) -> Floats:
    if look.shade:
        moved = (look.off[0] + 1 / canvas.shape[1], look.off[1] + 1 / canvas.shape[0])
        place_layer(canvas, Layer(mask * look.shade, np.zeros(3, np.float32)), moved)
    if look.rim is not None and mask.size:
        wide = np.pad(mask, 1)
        place_layer(
            canvas, Layer(np.asarray(cv2.dilate(wide, np.ones((3, 3)))), look.rim), look.off
        )
    place_layer(canvas, Layer(mask, colour), look.off)
    return canvas


def place_layer(canvas: Floats, layer: Layer, off: tuple[float, float]) -> None:
    """Paint a layer over the middle of a cell, in place."""
    if not layer.mask.size:
        return
    height, width = canvas.shape[:2]
    high, wide = layer.mask.shape
    left = round((width - wide) / 2 + off[0] * width)
    top = round((height - high) / 2 + off[1] * height)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(width, left + wide), min(height, top + high)
    if x0 >= x1 or y0 >= y1:
        return
    part = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    mask = layer.mask[part][..., None]
    colour = layer.colour if layer.colour.ndim == 1 else layer.colour[part]
    canvas[y0:y1, x0:x1] = canvas[y0:y1, x0:x1] * (1 - mask) + colour * mask


def _draw_seam(
    canvas: Floats, codes: Codes, columns: Sequence[int], rows: Sequence[int], colour: Colour
) -> None:
    thick = max(1, round(columns[1] * 0.05))
    closed = codes >= COVERED
    for row, column in np.argwhere(closed[:, 1:] != closed[:, :-1]):
        x = columns[column + 1]
        canvas[rows[row] : rows[row + 1], x - thick // 2 : x - thick // 2 + thick] = colour
    for row, column in np.argwhere(closed[1:] != closed[:-1]):
        y = rows[row + 1]
        canvas[y - thick // 2 : y - thick // 2 + thick, columns[column] : columns[column + 1]] = (
            colour
        )
