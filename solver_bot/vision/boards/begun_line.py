"""A line of cells of which only the first pixels are seen, as where a window has to be scrolled."""

from __future__ import annotations

import numpy as np

from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.boards.turned import turned
from solver_bot.vision.lattice import Lattice

_HALF = 0.5 + 1e-6
"""What is added before a place is rounded down, so that halves are rounded alike."""
_MOST = 0.9
"""The largest share of a cell that is compared. Lines of which more is seen are read as cells."""
_FEWEST = 2
"""The fewest rows of pixels, beyond the first, that show where cells begin and end."""
_STANDS_OUT = 3.0
"""Grey levels by which pixels of a row differ from its median where cells of two colours, or gaps
between cells, are seen."""
_SAME, _OTHER = 0.25, 12.0
"""How much a row beyond the board may differ from those within: as a share of what stands out in
them, to show their gaps; and in grey levels, to be a row of cells at all."""


def begins_beyond(picture: Picture, lattice: Lattice, side: int) -> bool:
    """Whether another line of cells begins beyond a side of a board of equal cells.

    The rows of pixels beyond the side look like those at which the board's lines begin, and show
    the same gaps or edges between cells. The last of these rows does so too: behind shadows of the
    board's own cells, and behind a dotted line around them, plain ground follows.

    Args:
        picture: the picture.
        lattice: where the board's cells are.
        side: 0 to 3: left, top, right, bottom.

    """
    return _rows_begun(*turned(picture, lattice, side)) >= _FEWEST


def _rows_begun(picture: Picture, ys: Floats, xs: Floats) -> int:
    """How many rows of pixels beyond the lower side show the beginning of cells.

    The outer halves of the outermost cells don't count: a frame may touch them. The rows are
    compared with every second line of the board: on a checkerboard the next one differs. Where the
    pitch is no whole number, lines lie up to a pixel beside their places.
    """
    left, right = max(0, round((xs[0] + xs[1]) / 2)), round((xs[-2] + xs[-1]) / 2)
    *firsts, end = np.floor(ys + _HALF).astype(int).tolist()
    firsts = firsts[-2::-2]
    deep = round(_MOST * (ys[-1] - ys[0]) / (len(ys) - 1))
    whole = [first for first in firsts if 0 <= first <= len(picture) - deep]
    if not whole:
        return 0
    lines = np.array([picture[first : first + deep, left:right] for first in whole])
    usual = np.median(lines, 0).astype(np.float32)
    beyond = [picture[max(0, end + off) :, left:right][:deep] for off in (-1, 0, 1)]
    return max(_alike(usual, rows.astype(np.float32)) for rows in beyond)


def _alike(usual: Floats, rows: Floats) -> int:
    """How many rows show gaps like the usual ones, down to the first that looks otherwise."""
    begun, ends_in_gaps = 0, False
    for down, (cells, row) in enumerate(zip(usual, rows, strict=False)):
        stands_out, apart = _spread(cells - np.median(cells, 0)), _spread(row - cells)
        if apart > max(_OTHER, _SAME * stands_out):
            break
        ends_in_gaps = stands_out > _STANDS_OUT and apart <= _SAME * stands_out
        begun += down > 0 and ends_in_gaps
    return begun if ends_in_gaps else 0


def _spread(differences: Floats) -> float:
    """The root of the mean square."""
    return float(np.sqrt((differences**2).mean()))
