"""Mask among kinds that the rules leave open: they stand on mines alone, or look like flags."""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.board import COVERED, EMPTY, FLAG, MINE, UNREADABLE, Possible
from solver_bot.vision.arrays import Codes, Floats, Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.unseen.compare import on_first
from solver_bot.vision.unseen.glyph import SIGNS
from solver_bot.vision.unseen.ground import AROUND
from solver_bot.vision.unseen.ink import signs_on
from solver_bot.vision.unseen.kinds import Kinds, cells_of, is_number
from solver_bot.vision.unseen.label import plain

_FEWEST_FLAGS = 2
_A_FLAG = 0.8
"""How likely a drawing must be a flag by its shape."""
_UNLIKE = 4.0
"""Grey levels, in what is fine, from covered cells at least that a flag is apart."""
_LIKE_FLAGS = 0.5
"""Of the distance to all else, how near to flags others are that are flags too."""


def flags_on_mines(kinds: Kinds, codes: Codes, apart: Floats, possible: Possible) -> Codes:
    """The codes with kinds called flags that stand on mines alone, while more are hidden."""
    codes = codes.copy()
    covered = np.flatnonzero(codes == COVERED)
    for kind in np.flatnonzero(codes == UNREADABLE):
        if kinds.counts[kind] < _FEWEST_FLAGS or apart[kind, covered].min() < _UNLIKE:
            continue
        cells = cells_of(kinds, codes)
        places = np.argwhere(kinds.of == kind)
        if _could_be_number(kinds, codes, int(kind), possible):
            continue
        if all(_is_mine(cells, int(r), int(c), possible) for r, c in places) and not _over(
            kinds, codes, int(kind)
        ):
            codes[kind] = FLAG
    return _more_flags(codes, apart)


def drawn_flags(picture: Picture, lattice: Lattice, kinds: Kinds, codes: Codes) -> Codes:
    """The codes with kinds called flags that are covered cells with the shape of one on them."""
    covered = np.flatnonzero(codes == COVERED)
    opened = np.flatnonzero((codes == EMPTY) | is_number(codes))
    left = np.flatnonzero(codes == UNREADABLE)
    left = left[on_first(kinds.tiles, left, covered, opened)]
    core = int(covered[kinds.counts[covered].argmax()])
    likely = signs_on(picture, lattice, kinds, core, left)
    codes = codes.copy()
    codes[left[likely[:, SIGNS.index(FLAG)] > _A_FLAG]] = FLAG
    return codes


def _more_flags(codes: Codes, apart: Floats) -> Codes:
    """The codes with those called flags too that look much more like one than like all else."""
    flags, others = codes == FLAG, (codes != FLAG) & (codes != UNREADABLE)
    if flags.any():
        left = np.flatnonzero(codes == UNREADABLE)
        near = apart[np.ix_(left, np.flatnonzero(flags))].min(axis=1)
        far = apart[np.ix_(left, np.flatnonzero(others))].min(axis=1)
        codes[left[near < _LIKE_FLAGS * far]] = FLAG
    return codes


def _could_be_number(kinds: Kinds, codes: Codes, kind: int, possible: Possible) -> bool:
    for value in range(9):
        tried = codes.copy()
        tried[kind] = value
        if possible(plain(cells_of(kinds, tried))):
            return True
    return False


def _is_mine(cells: Codes, row: int, column: int, possible: Possible) -> bool:
    """Whether no board can be on which this cell is open."""
    for value in range(9):
        tried = cells.copy()
        tried[row, column] = value
        if possible(plain(tried)):
            return False
    return True


def _over(kinds: Kinds, codes: Codes, kind: int) -> bool:
    """Whether these could be the mines that a lost game shows: then they are all there are."""
    tried = codes.copy()
    tried[kind] = MINE
    cells = cells_of(kinds, tried)
    mines = (cells == MINE).astype(np.float32)
    around = cv2.filter2D(mines, -1, AROUND.astype(np.float32), borderType=cv2.BORDER_CONSTANT)
    return bool((around[is_number(cells)] >= cells[is_number(cells)]).all())
