"""Lattices of columns of several widths, or rows of several heights.

Many toolkits make a column as wide as its widest cell. Where an open cell is wider than a covered
one, each column grows with its first open cell.
"""

from __future__ import annotations

import numpy as np

from solver_bot.vision.arrays import Points
from solver_bot.vision.lattice import Lattice

_FEWEST_LINES = 4
_IN_A_LINE = 3
"""The fewest faces in a line of cells."""
_WIDEST_GAP, _MOST_WIDER = 0.3, 1.6
"""The widest gap between neighbouring faces, as a share of a face, and the largest ratio of the
widest column to the narrowest."""

_UNEVEN = 2.0
"""Pixels by which the distances between neighbours differ, for lines to be uneven."""


def uneven_lattice(faces: Points) -> Lattice | None:
    """The lattice of cells around faces that lie in lines of several widths; None if none do.

    ``faces`` are boxes: rows of left, top, width, height.
    """
    columns, rows = _spans(faces, 0), _spans(faces, 1)
    for _ in range(2):  # lines of other things are dropped with the lines that cross them
        across, down = (_chain(spans) for spans in (columns, rows))
        inside = np.isin(_keys(columns), _keys(across)) & np.isin(_keys(rows), _keys(down))
        columns, rows = columns[inside], rows[inside]
    if min(len(across), len(down)) < _FEWEST_LINES or not (_is_uneven(across) or _is_uneven(down)):
        return None
    return Lattice(_edges(across), _edges(down))


def _spans(faces: Points, axis: int) -> Points:
    """Where each face begins and ends along an axis: shape (faces, 2)."""
    return np.stack([faces[:, axis], faces[:, axis] + faces[:, axis + 2]], axis=1)


def _keys(spans: Points) -> Points:
    """A number for each span, the same for equal ones."""
    return np.asarray(spans[:, 0] + 1j * spans[:, 1]) if len(spans) else np.empty(0)


def _chain(spans: Points) -> Points:
    """The neighbouring lines with the most faces, in order: shape (lines, 2)."""
    lines, counts = np.unique(spans, axis=0, return_counts=True) if len(spans) else (spans, None)
    if counts is None:
        return spans
    kept = counts >= _IN_A_LINE
    lines, weights = lines[kept], counts[kept].astype(float)
    before = np.full(len(lines), -1)
    for one, (start, end) in enumerate(lines):
        gaps = start - lines[:one, 1]
        near = (gaps >= 0) & (gaps <= _WIDEST_GAP * (end - start))
        if near.any():
            best = int(np.flatnonzero(near)[weights[:one][near].argmax()])
            before[one] = best
            weights[one] += weights[best]
    chain = [int(weights.argmax())] if len(lines) else []
    while chain and before[chain[-1]] >= 0:
        chain.append(int(before[chain[-1]]))
    return np.asarray(lines[chain[::-1]])


def _is_uneven(lines: Points) -> bool:
    """Whether the lines are not equally far apart, and none of them is far wider than another.

    The faces of open cells may be wider than those of covered ones, but have the same middles. A
    narrower outermost line does not count: it may be cut off.
    """
    widths = np.diff(lines, axis=1).ravel()
    if widths.max() > _MOST_WIDER * widths.min():
        return False
    first, last = (int(widths[end] < np.median(widths) - _UNEVEN) for end in (0, -1))
    steps = np.diff(lines[first : len(lines) - last].mean(1))
    return bool(len(steps) and np.ptp(steps) > _UNEVEN)


def _edges(lines: Points) -> tuple[float, ...]:
    """The edges of cells: halfway between faces, and as far beyond the outermost ones."""
    gaps = lines[1:, 0] - lines[:-1, 1]
    beside = float(np.median(gaps)) / 2
    inner = (lines[1:, 0] + lines[:-1, 1]) / 2
    return (float(lines[0, 0]) - beside, *inner.tolist(), float(lines[-1, 1]) + beside)
