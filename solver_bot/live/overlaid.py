"""Marks as an overlay takes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np

from solver_bot.desktop.overlay.face import Mark, Overlay, Stamp
from solver_bot.desktop.screen import View
from solver_bot.vision import stamps
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.marks import CellMark
from solver_bot.vision.stamps import Form

_WIDE = frozenset({Form.GUESS, Form.ODDS, Form.WRONG_FLAG})
"""The forms that cover their cell up to its edges."""
_OPAQUE = 128
"""The least opacity of a mark's pixel, of 255, that an overlay draws. It knows no half tones."""


def overlaid(
    view: View, lattice: Lattice, marks: Iterable[CellMark], overlay: Overlay
) -> Iterator[Mark]:
    """Marks for an overlay. The lattice is where the cells are in the picture of the view."""
    for mark in marks:
        left, top, width, height = _box(lattice, mark)
        free = 0 if overlay.knows_windows or mark.form not in _WIDE else _edge(min(width, height))
        size = max(1, width - 2 * free), max(1, height - 2 * free)
        one = stamps.stamp(mark.form, *size, mark.percent)
        yield Mark(*view.point(left, top), flat(one, free))


def _box(lattice: Lattice, mark: CellMark) -> tuple[int, int, int, int]:
    """A mark's cell in whole pixels: left, top, width, height."""
    left, top, right, bottom = (round(edge) for edge in lattice.box(mark.cell))
    return left, top, right - left, bottom - top


def _edge(cell: int) -> int:
    """Pixels of a cell's edge that a wide mark leaves free, so that changes are seen there."""
    return max(2, cell // 10)


@lru_cache(maxsize=1024)
def flat(one: stamps.Stamp, free: int = 0) -> Stamp:
    """A stamp without half tones, with so many pixels around it on which nothing is drawn."""
    picture = np.pad(one.picture, ((free, free), (free, free), (0, 0)))
    return Stamp(picture, np.pad(one.alpha >= _OPAQUE, free))
