"""A new game whose last line is cut off by a few pixels, as by a window that has to be scrolled."""

from __future__ import annotations

import numpy as np

from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.boards.turned import turned
from solver_bot.vision.lattice import Lattice

_NEAR, _FAR, _FARTHEST = 0.04, 0.12, 4
"""Where the strip that is looked at beyond a side begins and ends, in cells, and its least end in
pixels."""
_EDGE, _LEAST_EDGE = 0.08, 2
"""The share of a cell at its edge that may be cut off, and its least width in pixels."""
_SAME, _OTHER = 6.0, 20.0
"""The most grey levels by which a frame of one colour varies, and the fewest by which others differ
from it."""
_MOSTLY = 0.8
"""The share of a frame's pixels that have its colour."""
_CUT = 10.0
"""Grey levels by which the edges of cut cells differ from those of the others."""
_LIT = 2.0
"""How many times as much as any others the edges of cut cells must differ."""
_SIDES = {0: "left", 2: "right", 3: "bottom"}
"""The sides at which a frame may be missing. Above a board a title bar may lie."""


def side_without_frame(picture: Picture, lattice: Lattice) -> str:
    """The side at which equal cells are cut off and the frame of all other sides is missing.

    Empty if none. Of 174 new games in programs and on pages none that was seen whole had such a
    side (2026-11-30).
    """
    beyond = [_beyond(*turned(picture, lattice, side)) for side in range(4)]
    for side, name in _SIDES.items():
        others = [one for number, one in enumerate(beyond) if number != side]
        missing = _is_one_frame(others) and _is_another(beyond[side], others[0])
        if missing and _edge_apart(*turned(picture, lattice, side)) > _CUT:
            return name
    return ""


def _beyond(picture: Picture, ys: Floats, xs: Floats) -> tuple[Floats, float] | None:
    """The usual colour of the strip below a board and its share; None beyond the picture."""
    pitch = (ys[-1] - ys[0]) / (len(ys) - 1)
    begin = round(ys[-1]) + round(_NEAR * pitch)
    end = round(ys[-1]) + max(_FARTHEST, round(_FAR * pitch))
    strip = picture[begin:end, max(0, round(xs[0])) : round(xs[-1])].reshape(-1, 3)
    if not strip.size:
        return None
    colour = np.median(strip, 0)
    return colour, float((np.abs(strip - colour).max(1) <= _SAME).mean())


def _is_one_frame(strips: list[tuple[Floats, float] | None]) -> bool:
    """Whether all these strips are plain and of one colour."""
    if any(one is None or one[1] < _MOSTLY for one in strips):
        return False
    colours = np.array([one[0] for one in strips if one])
    return bool(np.ptp(colours, axis=0).max() <= _SAME)


def _is_another(strip: tuple[Floats, float] | None, frame: tuple[Floats, float] | None) -> bool:
    """Whether a strip is plain, too, and clearly not the frame."""
    if strip is None or frame is None or strip[1] < _MOSTLY:
        return False
    return bool(np.abs(strip[0] - frame[0]).mean() > _OTHER)


def _edge_apart(picture: Picture, ys: Floats, xs: Floats) -> float:
    """By how much the lower edges of the last cells differ from those of the others.

    A gap or line between cells does not count: there may be none around the board. Nor do
    differences that grow from line to line, as light makes them.
    """
    depth = max(_LEAST_EDGE, round(_EDGE * (ys[-1] - ys[0]) / (len(ys) - 1)))
    quarter = np.diff(xs) / 4
    middles = [
        np.arange(round(begin), max(round(end), round(begin) + 1))
        for begin, end in zip(xs[:-1] + quarter, xs[1:] - quarter, strict=True)
    ]
    across = np.concatenate(middles).clip(0, picture.shape[1] - 1)
    down = [np.arange(round(y) - depth, round(y)).clip(0, len(picture) - 1) for y in ys[1:]]
    edges = np.array([picture[np.ix_(rows, across)].mean(1) for rows in down])
    usual = np.median(edges[:-1], 0)
    cells = np.abs(usual - usual[-1]).mean(-1) > _SAME
    inside = int(np.flatnonzero(cells)[-1]) + 1 if cells.any() else 0
    apart = np.abs(edges - usual)[:, :inside].mean(-1).max(1, initial=0.0)
    return float(apart[-1]) if apart[-1] > _LIT * apart[:-1].max() else 0.0
