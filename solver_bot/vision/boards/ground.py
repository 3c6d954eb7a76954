"""What cells stand on: numbers on another ground than covered cells, which share one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import COVERED, EMPTY, FLAG, NUMBERS
from solver_bot.vision.arrays import Codes, Floats, Mask
from solver_bot.vision.boards.ground_of_numbers import on_ground_of_numbers
from solver_bot.vision.patches import CELL, RIM, Cut

EDGE = 5
EDGES: Mask = np.pad(np.zeros((CELL - 2 * EDGE,) * 2, np.bool_), EDGE, constant_values=True)
"""The pixels along the edges of a cell, which a sign rarely reaches: shape (CELL, CELL)."""
_OUTERMOST: Mask = np.pad(np.zeros((CELL - 6,) * 2, np.bool_), 3, constant_values=True)
"""Fewer such pixels, which hardly any sign reaches: shape (CELL, CELL)."""
_ALIKE = 5.0
"""Grey levels by which two grounds of the same look differ at most on average. On 200 generated
boards and pages numbers and covered cells differed by at least 9."""
_ELSEWHERE = 10.0
"""The grey levels by which two other grounds differ at least on average."""
_CLEARLY, _MANY_PIXELS = 3.0, 0.1
"""Grey levels by which two kinds of cells differ at a pixel, beyond what cells of one kind do, and
the least share of such pixels: round corners in one colour make 0.8, and no sign reaches so
many."""
_STROKES, _PLAIN = 0.005, 15.0
"""The share of the middle of a cell that the thinnest sign fills, and the levels by which less of a
plain cell's middle differs from its edges, in any colour. Noise is no sign: a median of many cells
has none."""

_HALF = 0.5
"""The least share of what empty cells show that is seen behind numbers: signs hide some of it."""
_SAME_SHADE, _FEW, _MANY = 20.0, 3, 12
"""The most grey levels by which mean colours of covered cells of one look differ; the fewest cells
of a kind that show its ground; and the fewest covered cells that show the usual colours."""
_USUAL, _UNUSUAL = 0.6, 0.25
"""For a colour to be unusual: the least share of covered cells that have the usual colour, and the
largest share that have the unusual one. On a checkerboard two colours are usual."""
_STEP = 8
"""Grey levels that are taken together where colours are compared with each other."""
_OF_LINE, _LINES = 4, 3
"""The fewest covered cells that show the look of a line, and the fewest lines that show the look of
others."""
_SURELY, _NEARLY_ALL = -0.02, 0.9
"""The logarithm of the least probability of a covered cell whose colour counts, and the share of
such cells that must have usual colours."""
_HARDLY = 5.0
"""How much less likely a cell on the ground of numbers is covered, and a cell on another ground
empty, as a logarithm. Of 1,101 such cells of 249 boards that the nets doubted 1,096 were told
rightly."""
_ONE_DOUBT = 7.0
"""The farthest that the odds of a cell may be from the mean of all on the same kind of ground, as
logarithms, for it to share one doubt with them."""
_SELDOM = 2.0
"""How much less likely a cell is covered in a colour that covered cells usually do not have."""
_OUTER = 2
"""The most lines on each side that may stand around the board: a frame, and signs beside it."""
_OTHERWISE, _FURTHER = 9.0, 8.0
"""How far the covered cells of a strange outermost line are from all others, on average: in grey
levels, and as a multiple of how far those of any inner line are, at least."""


def strange_lines(cut: Cut, codes: Codes) -> Mask:
    """The outermost lines whose covered cells look otherwise than those of all lines within.

    A board in a terminal may have a frame of signs around it, and a line of dashes, one for each
    cell. Means of lines are free of noise. Where light falls from one side all lines differ, so
    none is strange. A line with an open cell is not strange, nor is one whose cells differ only at
    their outer ends: what is around the board, such as a thick frame, may reach into them.
    ``codes`` are those of the tiles of ``cut``.
    """
    strange = np.zeros(codes.shape, np.bool_)
    cells = cut.patches[..., RIM:-RIM, RIM:-RIM, :3]
    upright = (cut.of, cells, codes, strange)
    turned = (cut.of.T, cells.swapaxes(1, 2), codes.T, strange.T)
    for of, drawn, shown, marked in (upright, turned):
        lines = [drawn[row[line == COVERED]] for row, line in zip(of, shown, strict=True)]
        means = [line.mean(0) if len(line) >= _OF_LINE else None for line in lines]
        inner = [mean for mean in means[_OUTER:-_OUTER] if mean is not None]
        if len(inner) < _LINES:
            continue
        usual = np.mean(inner, 0)
        least = max(_OTHERWISE, _FURTHER * max(_between(mean, usual) for mean in inner))
        ends = (range(_OUTER), slice(EDGE, None)), (range(-1, -_OUTER - 1, -1), slice(-EDGE))
        for side, inside in ends:
            for line in side:
                mean = means[line]
                opened = np.isin(shown[line], tuple(NUMBERS)).any()
                if mean is None or opened:
                    break
                if min(_between(mean, usual), _between(mean[inside], usual[inside])) <= least:
                    break
                marked[line] = True
    return strange


def _between(one: Floats, other: Floats) -> float:
    return float(np.abs(one - other).mean())


def _unusual(shades: Floats, counts: NDArray[np.intp]) -> Mask:
    """Which colours only few cells have, if no colours in between join them to the usual one.

    ``shades`` has shape (n, 3), and ``counts`` how many cells have each.
    """
    steps, of = np.unique((shades // _STEP).astype(np.int64), axis=0, return_inverse=True)
    of, left = of.ravel(), np.ones(len(steps), np.bool_)
    share = np.bincount(of, counts) / counts.sum()
    unusual, most = np.zeros(len(steps), np.bool_), 0.0
    while left.any():
        joined = _joined_to(int(np.flatnonzero(left)[0]), steps)
        left &= ~joined
        together = float(share[joined].sum())
        unusual |= joined & (together <= _UNUSUAL)
        most = max(most, together)
    return np.asarray(unusual[of] & (most >= _USUAL))


def _joined_to(first: int, steps: NDArray[np.int64]) -> Mask:
    """Which colours, in steps, are joined to the ``first`` one by colours in between."""
    near = int(_SAME_SHADE // _STEP)
    joined = np.zeros(len(steps), np.bool_)
    new = [first]
    while new:
        joined[new] = True
        apart = np.abs(steps[:, None] - steps[new]).max(-1).min(1)
        new = np.flatnonzero((apart <= near) & ~joined).tolist()
    return joined


def is_opened(cut: Cut, codes: Codes) -> bool:
    """Whether numbers stand on another ground than covered cells have, as opened cells do.

    Covered cells with a sign of their own, as in a terminal, may have the ground of numbers. A
    board without numbers or covered cells passes. ``codes`` are those of the tiles of ``cut``.
    """
    numbers, covered = np.isin(codes, tuple(NUMBERS - {0})), codes == COVERED
    if not numbers.any() or not covered.any():
        return True
    cells = cut.patches[:, RIM:-RIM, RIM:-RIM, :3].astype(np.float32)
    usual = np.asarray(np.median(cells[cut.of[covered]], 0), np.float32)
    if _apart(cells[np.unique(cut.of[numbers])][:, EDGES], usual[EDGES]) >= _ALIKE:
        return True
    if _differ(*(cells[cut.of[kind]][:, _OUTERMOST] for kind in (numbers, covered))):
        return True
    empty = cells[cut.of[codes == EMPTY]]
    if len(empty) and _show_the_same(cells[cut.of[numbers]], np.median(empty, 0), usual):
        return True
    return _has_sign(usual[~EDGES], np.median(usual[EDGES], 0))


def flags_stand_elsewhere(cut: Cut, codes: Codes) -> bool:
    """Whether numbers stand on the ground of covered cells and flags do not, and no cell is empty.

    Flags stand on covered cells. So cells on the ground of numbers are rather empty ones, which a
    single wrong number can make impossible. ``codes`` are those of the tiles of ``cut``.
    """
    flags = codes == FLAG
    if not flags.any() or (codes == EMPTY).any() or is_opened(cut, codes):
        return False
    cells = cut.patches[:, RIM:-RIM, RIM:-RIM, :3].astype(np.float32)[:, EDGES]
    usual = np.asarray(np.median(cells[cut.of[codes == COVERED]], 0), np.float32)
    return _apart(cells[np.unique(cut.of[flags])], usual) >= _ELSEWHERE


def told_by_ground(cut: Cut, likely: Floats) -> Floats:
    """The evidence, with what colours tell about covered cells.

    A cell on the ground of numbers is hardly covered, and a cell on another ground hardly empty.
    All such cells share one doubt: which ground belongs to which state. A cell in another colour
    than covered cells is less likely covered. ``likely`` is the logarithm of each code's
    probability, shape (rows, columns, codes), for the tiles of ``cut``.
    """
    told = likely.copy()
    empty, covered = on_ground_of_numbers(cut, likely)
    for cells in (empty, covered):
        told = _sharing_doubt(told, cells)
    told = _parted(told, _HARDLY * (covered.astype(np.float32) - empty))
    told[_in_another_shade(cut, likely), COVERED] -= _SELDOM
    return np.asarray(told - np.logaddexp.reduce(told, -1, keepdims=True))


def _sharing_doubt(likely: Floats, cells: Mask) -> Floats:
    """The evidence, where these cells are as surely covered, or empty, as they are on average."""
    odds = likely[..., COVERED] - likely[..., EMPTY]
    mean = float(odds[cells].mean()) if cells.any() else 0.0
    shared = cells & (np.abs(odds - mean) <= _ONE_DOUBT)
    return _parted(likely, np.where(shared, mean - odds, 0))


def _parted(likely: Floats, odds: Floats) -> Floats:
    """The evidence, divided anew between covered and empty.

    ``odds``, shape (rows, columns), are added to the logarithm of the odds that a cell is covered.
    """
    parted = likely.copy()
    both = np.logaddexp(likely[..., COVERED], likely[..., EMPTY])
    odds = odds + likely[..., COVERED] - likely[..., EMPTY]
    parted[..., COVERED] = both - np.logaddexp(0, -odds)
    parted[..., EMPTY] = both - np.logaddexp(0, odds)
    return parted


def _in_another_shade(cut: Cut, likely: Floats) -> Mask:
    """The cells in another colour than nearly all surely covered cells have.

    Where light falls from one side covered cells have all colours in between.
    """
    covered = (likely.argmax(-1) == COVERED) & (likely.max(-1) > _SURELY)
    if covered.sum() < _MANY:
        return np.zeros(covered.shape, np.bool_)
    shades = cut.patches[:, RIM:-RIM, RIM:-RIM, :3].mean((1, 2))
    patches, counts = np.unique(cut.of[covered], return_counts=True)
    usual = ~_unusual(shades[patches], counts)
    if counts[usual].sum() < _NEARLY_ALL * counts.sum():
        return np.zeros(covered.shape, np.bool_)
    steps = np.unique(np.rint(shades[patches][usual] / _STEP), axis=0) * _STEP
    apart = np.abs(shades[:, None] - steps).max(-1).min(-1)
    return np.asarray((apart > _SAME_SHADE + _STEP / 2)[cut.of])


def _show_the_same(numbers: Floats, empty: Floats, covered: Floats) -> bool:
    """Whether numbers stand on what tells empty cells from covered ones, such as stones.

    ``numbers`` has shape (cells, CELL, CELL, 3), and the others that of one cell.
    """
    drawn = np.abs(empty - covered).max(-1) > _PLAIN
    if drawn.mean() < _MANY_PIXELS:
        return False
    same = np.abs(numbers - empty)[:, drawn].max(-1) <= _PLAIN
    return float(np.median(same.mean(1))) >= _HALF


def _has_sign(middle: Floats, ground: Floats) -> bool:
    """Whether pixels in the middle of a cell, shape (n, 3), show more than its ground."""
    return float(np.quantile(np.abs(middle - ground).max(-1), 1 - _STROKES)) > _PLAIN


def _differ(some: Floats, others: Floats) -> bool:
    """Whether two kinds of cells differ at some pixels by more than nearly all cells of a kind do.

    Shape (cells, pixels, 3). Both may have one colour, and only one a bevel or round corners.
    """
    if min(len(some), len(others)) < _FEW:
        return False
    middles = [np.median(cells, 0) for cells in (some, others)]
    spread = [
        np.quantile(np.abs(cells - middle).max(-1), _NEARLY_ALL, axis=0)
        for cells, middle in zip((some, others), middles, strict=True)
    ]
    beyond = np.abs(middles[0] - middles[1]).max(-1) - np.maximum(*spread)
    return bool((beyond > _CLEARLY).mean() >= _MANY_PIXELS)


def _apart(pixels: Floats, other: Floats) -> float:
    """The median, over several tiles, of the mean difference between colours."""
    return float(np.median(np.abs(pixels - other).mean((-2, -1))))
