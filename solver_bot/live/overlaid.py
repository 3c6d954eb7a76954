"""Marks as an overlay takes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from solver_bot.desktop.overlay.face import Mark, Stamp
from solver_bot.desktop.screen import View
from solver_bot.vision import stamps
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.marks import CellMark, placed

_OPAQUE = 128
"""The least opacity of a mark's pixel, of 255, that an overlay draws. It knows no half tones."""


def overlaid(view: View, lattice: Lattice, marks: Iterable[CellMark]) -> Iterator[Mark]:
    """Marks for an overlay. The lattice is where the cells are in the picture of the view."""
    for left, top, one in placed(lattice, marks):
        yield Mark(*view.point(left, top), flat(one))


@lru_cache(maxsize=1024)
def flat(one: stamps.Stamp) -> Stamp:
    """A stamp without half tones."""
    return Stamp(one.picture, one.alpha >= _OPAQUE)
