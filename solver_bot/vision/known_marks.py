"""What the marks of a board are, told by a known skin on a display that enlarges its program.

A sign alone does not tell what it marks. GNOME Mines draws a question mark as a flag with a small
sign beside it, and a wrong flag as one in another colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from solver_bot.board import COVERED, FLAG, QUESTION, UNREADABLE, WRONG_FLAG
from solver_bot.vision.arrays import Codes, Floats, Picture, codes_of
from solver_bot.vision.blurred import read_blurred
from solver_bot.vision.extract import Extraction
from solver_bot.vision.skin import Skin

_MARKS = (FLAG, QUESTION, WRONG_FLAG)
_AROUND = 1.5
"""How much around a board is looked at too, in cells."""
_SAME_COLOUR = 6.0
"""Grey levels by which covered cells may differ from the skin's. Those of other programs differ by
13 and more, but for grey ones."""
_MOST, _ALIKE = 0.75, 0.97
"""The shares of cells that the skin reads at least, and of numbers that it reads alike."""
_SOME = 32
"""Covered cells of which the colour is taken."""


def with_known_marks(picture: Picture, one: Extraction, skins: Sequence[Skin]) -> Extraction:
    """The board in a known skin, if it has marks and one of these skins reads it as well.

    What the skin leaves unread is taken from the board, but no mark if the skin reads other marks
    otherwise. Other cells that are read in two ways are left unread.
    """
    if one.skin.known or not one.board.count(_MARKS):
        return one
    alike = [skin for skin in skins if _is_coloured_like(picture, one, skin)]
    around = one.lattice.pitch * _AROUND
    left, top = (max(0, int(edge - around)) for edge in (one.lattice.left, one.lattice.top))
    right, bottom = (int(edge + around) for edge in (one.lattice.right, one.lattice.bottom))
    for known in read_blurred(picture[top:bottom, left:right], alike) if alike else ():
        if _is_the_same(one, known):
            cells = _joined(codes_of(one.board), codes_of(known.board)).tobytes()
            board = replace(known.board, cells=cells)
            return replace(known, board=board, lattice=known.lattice.moved(left, top))
    return one


def _is_the_same(one: Extraction, known: Extraction) -> bool:
    """Whether the skin reads most of the same board, and nearly all numbers alike."""
    if (one.board.width, one.board.height) != (known.board.width, known.board.height):
        return False
    seen, codes = codes_of(one.board), codes_of(known.board)
    numbers = (seen < COVERED) & (codes != UNREADABLE)
    most = (codes != UNREADABLE).mean() >= _MOST
    return bool(most and numbers.any() and (seen == codes)[numbers].mean() >= _ALIKE)


def _joined(seen: Codes, known: Codes) -> Codes:
    """Two readings of the cells, the second in a known skin."""
    marked = np.isin(seen, _MARKS)
    apart = (seen != known) & (seen != UNREADABLE) & (known != UNREADABLE)
    cells = np.where(known == UNREADABLE, seen, known)
    if (apart & marked).any():
        cells[(known == UNREADABLE) & marked] = UNREADABLE
    cells[apart & ~(marked & np.isin(known, (*_MARKS, COVERED)))] = UNREADABLE
    return cells


def _is_coloured_like(picture: Picture, one: Extraction, skin: Skin) -> bool:
    """Whether covered cells have the colour of the skin's."""
    drawn = next(t.picture for t in skin.look.templates if t.code == COVERED)
    colours = []
    for cell in list(one.board.where({COVERED}))[:_SOME]:
        left, top, right, bottom = map(round, one.lattice.box(cell))
        colours.append(_colour(picture[max(0, top) : bottom, max(0, left) : right]))
    if not colours:
        return False
    return bool(np.abs(np.median(colours, 0) - _colour(drawn)).max() <= _SAME_COLOUR)


def _colour(tile: Picture) -> Floats:
    """The mean colour of the middle of a tile."""
    height, width = tile.shape[:2]
    middle = tile[height // 4 : height - height // 4, width // 4 : width - width // 4]
    return np.asarray(middle.reshape(-1, 3).mean(0), np.float32)
