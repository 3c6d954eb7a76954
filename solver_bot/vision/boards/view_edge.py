"""Whether the edge of a view cuts a board off within its next line of cells.

A page may show a part of a large board in a view of its own. Beside the last whole line some pixels
of the next cells are seen before the view ends.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from solver_bot.vision.arrays import Floats, Mask, Picture
from solver_bot.vision.boards.begun_line import begins_beyond
from solver_bot.vision.lattice import Lattice

_LEAST, _NARROWEST, _WIDEST = 2, 0.05, 0.25
"""The fewest pixels that are seen of the next cells, and the least and largest share of a cell. A
lattice may be a pixel off, so fewer may be the ends of the board's own cells."""
_GROUND, _PLAIN, _SAMPLED = 8, 0.97, 16
"""A line of pixels is plain if a share of ``_PLAIN`` of about ``_SAMPLED`` of them differs by at
most ``_GROUND`` grey levels from the median of these."""
_SAME = 4
"""Grey levels by which two strips that show the same part of equal cells differ at most."""
_USUAL, _MOST, _FEWEST = 0.1, 0.8, 2
"""The least mean share of strips within the board that are like a strip beyond it; the least share
of strips beyond that are like any; and the fewest of these that show covered cells."""


def cuts_off(picture: Picture, lattice: Lattice, side: int, covered: Mask) -> bool:
    """Whether cells go on beyond a side up to an edge that hides the rest of them.

    What is seen of these cells is also seen, to the pixel, where covered cells begin within the
    board, and not where open ones do: a line around the board looks like the lines before open
    cells. If the ground behind the edge follows within the board too, or if the ends of its cells
    go on, what is seen is a part of these, such as their shadow. Where all cells are covered, see
    ``begun_line``.

    Args:
        picture: the picture.
        lattice: where the board's cells are.
        side: 0 to 3: left, top, right, bottom.
        covered: which of the cells are covered, shape (rows, columns).

    """
    behind = (covered.T if side % 2 else covered)[:, :: 1 if side > 1 else -1].T[1:].ravel()
    if behind.all():
        return begins_beyond(picture, lattice, side)
    turned, xs, ys = _turned(picture, lattice, side)
    wide = _to_edge(turned, xs, ys)
    if not wide:
        return False
    beyond, within = (_strips(turned, at, ys, wide + 1) for at in (xs[-1:], xs[1:-1]))
    ground = np.median(beyond[..., -1, :], (0, 1, 2))
    strips, (own,) = beyond[0, :, :, :-1], _strips(turned, [xs[-1] - 1], ys, 1)
    shown = _differ(strips, ground) & _differ(strips, own)
    known = within.reshape(-1, *within.shape[2:])[:, :, :-1]
    hidden = _differ(within[..., -1:, :], ground).ravel()
    alike = np.array([_apart(known, strip) <= _SAME for strip in strips[shown]])
    if not alike.any():
        return False
    like = alike & hidden
    before_covered = like[:, behind].any(1) & ~alike[:, ~behind].any(1)
    return (
        int(before_covered.sum()) >= _FEWEST
        and float(like.mean()) >= _USUAL
        and float(like.any(1).mean()) >= _MOST
    )


def _turned(
    picture: Picture, lattice: Lattice, side: int
) -> tuple[Picture, Sequence[int], Sequence[int]]:
    """The picture, turned so that the side is the right one, and the edges of columns and rows."""
    xs, ys = (lattice.ys, lattice.xs) if side % 2 else (lattice.xs, lattice.ys)
    turned = picture.swapaxes(0, 1) if side % 2 else picture
    if side < 2:
        width = turned.shape[1]
        turned, xs = turned[:, ::-1], tuple(width - x for x in reversed(xs))
    across, down = ([math.floor(edge + 0.5) for edge in edges] for edges in (xs, ys))
    return turned, across, down


def _to_edge(picture: Picture, xs: Sequence[int], ys: Sequence[int]) -> int:
    """How many pixels lie between the right side and what is plain from there on; 0 if too few."""
    cell = (xs[-1] - xs[0]) / (len(xs) - 1)
    lines = picture[max(0, ys[0]) : ys[-1], xs[-1] : xs[-1] + math.ceil(_WIDEST * cell)]
    plain = [_is_plain(line) for line in lines.swapaxes(0, 1)]
    wide = max((at + 1 for at, is_plain in enumerate(plain) if not is_plain), default=0)
    return wide if max(_LEAST, _NARROWEST * cell) <= wide < len(plain) else 0


def _is_plain(line: Picture) -> bool:
    some = line[:: max(1, len(line) // _SAMPLED)]
    return bool((np.abs(line - np.median(some, 0)) <= _GROUND).all(-1).mean() >= _PLAIN)


def _strips(picture: Picture, xs: Sequence[int], ys: Sequence[int], wide: int) -> Picture:
    """What is right of every line in every row: shape (lines, rows, height, wide, channels)."""
    height = min(np.diff(ys))
    down = np.clip(np.add.outer(ys[:-1], np.arange(height)), 0, picture.shape[0] - 1)
    across = np.clip(np.add.outer(xs, np.arange(wide)), 0, picture.shape[1] - 1)
    strips = picture[down[np.newaxis, :, :, np.newaxis], across[:, np.newaxis, np.newaxis]]
    return np.asarray(strips, np.uint8)


def _differ(strips: Picture, ground: Picture) -> Mask:
    """Which strips differ from a ground somewhere. Their shape is (..., height, wide, channels)."""
    return np.asarray(np.abs(strips.astype(np.int16) - ground).max((-3, -2, -1)) > _GROUND)


def _apart(strips: Picture, strip: Picture) -> Floats:
    """By how many grey levels each strip differs from one where they differ most."""
    return np.asarray(np.abs(strips.astype(np.int16) - strip).max((1, 2, 3)), np.float32)
