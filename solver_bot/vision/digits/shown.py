"""Which digit an open cell shows, by its sign alone."""

from __future__ import annotations

import numpy as np

from solver_bot.board import EMPTY
from solver_bot.vision.arrays import Floats, Mask, Picture
from solver_bot.vision.digits.digit_net import DIGITS, read_glyphs
from solver_bot.vision.digits.glyph import glyph_of
from solver_bot.vision.lattice import Lattice

_A_DIGIT = 0.95
"""How likely a sign must be a digit for it to count as one. Pictures for numbers and dots in empty
cells are no digits."""
_MOST_AMONG_DIGITS, _MOST = 10.0, 5.0
"""The most that a sign lowers other digits, and what is no number, as logarithms."""


def told_by_digits(
    picture: Picture, lattice: Lattice, cells: Mask, survived: Mask, likely: Floats
) -> tuple[Floats, Mask]:
    """The logarithms of the probabilities of codes, given the signs of some open cells.

    Also returns which cells show a digit.

    Args:
        picture: the picture.
        lattice: where its cells are.
        cells: which are asked about, shape (rows, columns).
        survived: which of them are no mines, because the game went on after they were opened. A
            mine may be drawn like a zero, so a zero speaks against a mine only in these cells.
        likely: the same logarithms by what is seen of the board, shape (rows, columns, 16).

    """
    told, shown = likely.copy(), np.zeros_like(cells)
    for cell, line in _read(picture, lattice, cells):
        place = divmod(cell, lattice.columns)
        shown[place] = True
        may_be_mine = line.argmax() == EMPTY and not survived[place]
        told[place] = _among_digits(told[place], line) if may_be_mine else _told(told[place], line)
    return told, shown


def _told(codes: Floats, line: Floats) -> Floats:
    """The logarithms for one cell, given what the net says of its sign."""
    told = codes.copy()
    told[:DIGITS] += np.maximum(line[:DIGITS] - line.max(), -_MOST_AMONG_DIGITS)
    told[DIGITS:] += max(float(line[DIGITS] - line.max()), -_MOST)
    return np.asarray(told - np.logaddexp.reduce(told))


def _among_digits(codes: Floats, line: Floats) -> Floats:
    """The same if the sign does not tell whether the cell shows a digit at all."""
    told = _told(codes, line)
    told[DIGITS:] = codes[DIGITS:]
    told[:DIGITS] += np.logaddexp.reduce(codes[:DIGITS]) - np.logaddexp.reduce(told[:DIGITS])
    return told


def show_digits(picture: Picture, lattice: Lattice, cells: Mask) -> bool:
    """Whether each of these cells shows a digit, of whatever kind."""
    return len(_read(picture, lattice, cells)) == np.count_nonzero(cells)


def show_zeros(picture: Picture, lattice: Lattice, cells: Mask) -> Mask:
    """Which of these cells show a printed zero, shape (rows, columns)."""
    found = np.zeros_like(cells)
    for cell, line in _read(picture, lattice, cells):
        found.flat[cell] = line.argmax() == EMPTY
    return found


def _read(picture: Picture, lattice: Lattice, cells: Mask) -> list[tuple[int, Floats]]:
    """The cells, in reading order, that show a digit, with what the net says of their signs."""
    found = [(cell, glyph_of(picture, lattice, cell)) for cell in np.flatnonzero(cells).tolist()]
    signs = [(cell, glyph) for cell, glyph in found if glyph is not None]
    if not signs:
        return []
    said = read_glyphs(np.array([glyph for _, glyph in signs]))
    digits = said[:, DIGITS] <= np.log1p(-_A_DIGIT)
    return [(cell, said[at]) for at, (cell, _) in enumerate(signs) if digits[at]]
