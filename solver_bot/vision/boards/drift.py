"""Whether a lattice's cells are a little too wide or too narrow, by the cells themselves.

Cells that look alike are compared across the board. On a lattice of the right pitch they lie alike
in their tiles. On another one, the later of two lies the farther off, the more lines are between
them. The nets say how far a lattice is off as a whole, not that it drifts.
"""

from __future__ import annotations

import numpy as np

from solver_bot.vision.arrays import Floats
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import CELL, RIM, SIDE, Cut

_MOST_ROWS = 8
"""The most rows of cells that are compared, evenly spread."""
_PARTS = 4
"""Parts of a cell's height. Only the mean of each is compared, which saves time and loses
little."""
_APART = 4
"""How many distances between two cells are compared, in lines, from a quarter of the board on."""
_LEAST_CONTRAST, _FIT = 4.0, 0.35
"""Two cells are alike if at the best shift they differ less than usually by more grey levels than
this, and if a smaller share than this of the usual difference is left."""
_MANY_EQUAL = 0.5
"""With more pairs that are equal to the pixel, as a share of the cells, nothing drifts."""
_TINY = 1e-6
_FEWEST = 10
"""The fewest pairs of like cells."""
_LEAST = 0.05
"""The least drift that is corrected, in cells from a board's first line to its last."""


def without_drift(lattice: Lattice, cut: Cut) -> Lattice | None:
    """The lattice with cells a little wider or narrower; None if nothing says that they are.

    ``cut`` has the tiles of the lattice.
    """
    wider, higher = drift(cut), drift(turned(cut))
    if not wider and not higher:
        return None
    return Lattice(_stretched(lattice.xs, wider), _stretched(lattice.ys, higher))


def _stretched(edges: tuple[float, ...], by: float) -> tuple[float, ...]:
    """Edges of equal cells, wider by a share around the same middle; ``edges`` if it is 0."""
    if not by:
        return edges
    count = len(edges) - 1
    pitch = (edges[-1] - edges[0]) / count * (1 + by)
    first = (edges[0] + edges[-1] - count * pitch) / 2
    return tuple(first + pitch * i for i in range(count + 1))


def drift(cut: Cut) -> float:
    """The share by which the columns of a lattice are too narrow; 0 if nothing tells.

    For rows see ``turned``.
    """
    rows, columns = cut.of.shape
    of = cut.of[np.unique(np.linspace(0, rows - 1, min(rows, _MOST_ROWS)).astype(int))]
    distances = _distances(columns)
    pairs = [(of[:, :-apart], of[:, apart:]) for apart in distances]
    if sum(int((one == other).sum()) for one, other in pairs) >= _MANY_EQUAL * of.size:
        return 0.0
    profiles = _profiles(cut)
    found = [
        _shifts(profiles[one], profiles[other], apart)
        for (one, other), apart in zip(pairs, distances, strict=True)
    ]
    shifts, weights = (np.concatenate(values) for values in zip(*found, strict=True))
    if len(shifts) < _FEWEST:
        return 0.0
    by = _weighted_median(shifts, weights)
    return by if abs(by) * columns >= _LEAST else 0.0


def turned(cut: Cut) -> Cut:
    """The tiles with rows and columns exchanged."""
    return Cut(cut.patches.transpose(0, 2, 1, 3), cut.of.T)


def _distances(lines: int) -> list[int]:
    first = max(2, lines // 4)
    return sorted({int(k) for k in np.linspace(first, max(first, lines - 1), _APART)})


def _profiles(cut: Cut) -> Floats:
    """The brightness of every patch from left to right, at some heights: (n, _PARTS, SIDE)."""
    blue, green, red = np.moveaxis(cut.patches[:, RIM:-RIM, :, :3].astype(np.float32), -1, 0)
    inner = (blue + green + red) / 3
    return np.asarray(inner.reshape(-1, _PARTS, CELL // _PARTS, SIDE).mean(2))


def _shifts(before: Floats, behind: Floats, apart: int) -> tuple[Floats, Floats]:
    """How far like cells are off each other, per column between them.

    Args:
        before: profiles of cells, shape (rows, columns, _PARTS, SIDE).
        behind: those of the cells ``apart`` columns further on.
        apart: the number of columns.

    Returns:
        Shifts in cells, and how much each counts.

    """
    one, other = before[..., RIM:-RIM], behind
    costs = np.array(
        [np.abs(one - other[..., at : at + CELL]).mean((-1, -2)) for at in range(2 * RIM + 1)]
    )
    usual = np.median(costs, 0)
    best = np.clip(costs.argmin(0), 1, 2 * RIM - 1)
    left, least, right = (np.take_along_axis(costs, best[None] + step, 0)[0] for step in (-1, 0, 1))
    alike = (least <= left) & (least <= right)
    alike &= (usual - least > _LEAST_CONTRAST) & (least < _FIT * usual)
    between = (left - right) / (2 * np.maximum(left + right - 2 * least, _TINY))
    # Where nothing differs, the best shift lies at no fraction of a step.
    most = least / np.maximum(np.minimum(left, right), _TINY)
    at = best - RIM + np.clip(between, -most, most)
    return at[alike] / CELL / apart, ((usual - least) * apart)[alike]


def _weighted_median(values: Floats, weights: Floats) -> float:
    order = np.argsort(values)
    sums = weights[order].cumsum()
    return float(values[order][np.searchsorted(sums, sums[-1] / 2)])
