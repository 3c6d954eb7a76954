"""The part of a picture of the desktop that shows the games found in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver_bot.desktop.backends import OpenDesktop
    from solver_bot.desktop.region import Region, View
    from solver_bot.desktop.windows import Windows
    from solver_bot.vision.arrays import Picture
    from solver_bot.vision.extract import Extraction
    from solver_bot.vision.lattice import Lattice

_BESIDE_WINDOW = 16
"""How much of the desktop is left around a window, in points."""
_BESIDE_BOARD = 3
"""How much is left around a board whose window is not known, in cells."""


def games_part(
    desktop: OpenDesktop, view: View, picture: Picture, found: Sequence[Extraction]
) -> tuple[slice, slice]:
    """The rows and columns of ``picture``, seen by ``view``, with the windows of all these boards.

    Where a window is not known, its board is there with a margin.
    """
    from solver_bot.desktop.region import Region, around

    height, width = picture.shape[:2]
    windows = desktop.windows()
    shown = around([_game(view, one.lattice, windows) for one in found]).common(
        Region(0, 0, width, height)
    )
    if shown is None:  # windows and pictures don't fit together
        return slice(0, height), slice(0, width)
    return slice(shown.top, shown.bottom), slice(shown.left, shown.right)


def _game(view: View, lattice: Lattice, windows: Windows | None) -> Region:
    """The window around a board, or else its surroundings, in pixels of the picture."""
    from solver_bot.desktop.region import Region

    left, top = math.floor(lattice.left), math.floor(lattice.top)
    board = Region(left, top, math.ceil(lattice.right) - left, math.ceil(lattice.bottom) - top)
    place = view.part(board.left, board.top, board.width, board.height)
    if windows and (frame := windows.around(place)):
        frame = frame.grown(_BESIDE_WINDOW, _BESIDE_WINDOW)
        x, y = view.pixel(frame.left, frame.top)
        right, bottom = view.pixel(frame.right, frame.bottom)
        return Region(x, y, right - x, bottom - y)
    margin = math.ceil(_BESIDE_BOARD * lattice.cell_width)
    return board.grown(margin, margin)
