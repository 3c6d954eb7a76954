"""Which cells are drawn otherwise than others that show the same.

A program draws a state in one way. Where a few cells differ from all others that were read alike by
more than those differ from each other, the few show something else: a flag among covered cells, or
a number that a pointer partly hides. So does a cell that is drawn like those of another state and
like none of its own: one of two equal numbers was read as another.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import COVERED, EMPTY, EXPLODED, FLAG, MINE, NUMBERS, QUESTION, UNREADABLE
from solver_bot.vision.arrays import Codes, Floats, Mask
from solver_bot.vision.patches import CELL, RIM, Cut, Patches

Levels = NDArray[np.uint8]
Counts = NDArray[np.intp]

_MARKS = (FLAG, QUESTION, MINE, EXPLODED)
_EDGE, _BLOCK = 4, 3
"""Pixels at a cell's edge that are left out, since neighbours throw shadows there, and the side of
a block of which the mean colour is taken."""
_FIRST = RIM + _EDGE
_LEAST, _TIMES = 16.0, 2.5
"""Two drawings are alike if no block differs by more grey levels than the first, or, if more, the
second times what nine cells in ten differ from the next one. On 345 generated boards 87 of 95 wrong
cells were drawn otherwise, and 112 of 64,734 right ones."""
_NEXT, _HALF = 0.9, 0.5
_FEWEST, _FEW, _MOST_OF_ALL = 6, 0.25, 0.6
"""The fewest cells of a state that show how it is drawn, the largest share of those drawn
otherwise, and the least share of the usual ones. On a checkerboard there are two usual ones."""
_FEWEST_TWICE = 2
"""The fewest mines that show a second way to draw mines. A single one may have been hit."""
_TIMES_OTHER, _NEARER = 1.5, 0.7
"""``_TIMES`` where a cell is compared with those of other states, and the largest distance to one
of these, as a share of that to its own state. 3 of 64,734 right cells are so near."""
_SHADOW, _FAINT = 8.0, 0.125
"""How much a mark differs at least from every covered cell: in grey levels, or, if less, as a share
of what tells numbers from empty cells. Shadows on covered graves made up to 6, small flags in wide
cells 12."""
_MOST_WAYS = 2
_MOVES = 3
"""Half pixels by which a drawing may lie to one side of where others do."""
_MOST = 800
"""With more different cells than this none is compared."""


def drawn_otherwise(cut: Cut, codes: Codes) -> Mask:
    """The cells drawn otherwise than nearly all others of their state, or like another state.

    Drawings that others join step by step are alike, as where light falls from one side. Where
    mines are drawn in two ways, one way shows flags, and nothing tells which: all count as drawn
    otherwise. ``codes`` are those of the tiles of ``cut``, shape (rows, columns).
    """
    otherwise = np.zeros(codes.shape, np.bool_)
    read = codes != UNREADABLE
    both = np.stack([cut.of[read], codes[read]])
    (tiles, states), of, counts = np.unique(both, axis=1, return_inverse=True, return_counts=True)
    dark = np.bincount(of.ravel(), (np.indices(codes.shape).sum(0) % 2)[read])
    if not len(tiles) or len(tiles) > _MOST:
        return otherwise
    drawings = drawings_of(cut.patches[tiles])
    apart = levels_apart(drawings, drawings)
    strange = _like_another(apart, states, counts)
    for state in np.unique(states):
        some = np.flatnonzero(states == state)
        own = apart[np.ix_(some, some)]
        alike = max(_LEAST, _TIMES * _usually(_to_next(own, counts[some]), counts[some]))
        odd = strange[some] | _unusual(own, counts[some], alike)
        if EMPTY < state < COVERED or (state == FLAG and COVERED in states):
            odd |= _drawn_twice(own, counts[some], dark[some], alike)
        if state == MINE:
            twice = _drawn_twice(own, counts[some], dark[some], alike)
            odd |= counts[some][twice].sum() >= _FEWEST_TWICE
        if odd.any() and not odd.all():
            moved = cut.patches[tiles[some[odd]]]
            odd[odd] = _apart_if_moved(moved, drawings[some[~odd]]) > alike
        strange[some] = odd
    otherwise[read] = strange[of.ravel()]
    return otherwise


def marked_by_nothing(cut: Cut, codes: Codes) -> Mask:
    """The marks that are drawn like covered cells: no sign is seen there.

    Signs on marks stand out from covered cells as numbers do from empty ones. What differs less is
    a shadow, or what is beside the cell. ``codes`` are those of the tiles of ``cut``.
    """
    marked = np.isin(codes, _MARKS)
    numbers, covered = np.isin(codes, tuple(NUMBERS - {EMPTY})), codes == COVERED
    if not marked.any() or not numbers.any() or not covered.any():
        return np.zeros(codes.shape, np.bool_)
    ground = codes == EMPTY if (codes == EMPTY).any() else covered
    sign = float(np.median(_to_any(cut, numbers, ground)))
    found = marked.copy()
    found[marked] = _to_any(cut, marked, covered) <= min(_SHADOW, _FAINT * sign)
    return found


def _to_any(cut: Cut, cells: Mask, others: Mask) -> Floats:
    """How far the drawing of each of these cells is from the nearest one of the others: (n,)."""
    some, tiles = np.unique(cut.of[cells], return_inverse=True)
    drawn = drawings_of(cut.patches[np.unique(cut.of[others])])
    return np.asarray(levels_apart(drawings_of(cut.patches[some]), drawn).min(1)[tiles], np.float32)


def odd_one(cut: Cut, cells: Mask) -> tuple[int, int] | None:
    """The one cell of these that is drawn unlike all others; None if none or several are.

    The others are drawn in one way, or in two as on a checkerboard. ``cells`` has the shape of
    ``cut``.
    """
    tiles, counts = np.unique(cut.of[cells], return_counts=True)
    drawings = drawings_of(cut.patches[tiles])
    apart = levels_apart(drawings, drawings)
    to_next, ways = _to_next(apart, counts), _ways(apart, counts)
    sizes = np.bincount(ways, counts)
    if (sizes == 1).sum() != 1 or len(sizes) > _MOST_WAYS + 1:
        return None
    odd = sizes[ways] == 1
    alike = max(_LEAST, _TIMES * _usually(to_next[~odd], counts[~odd]))
    if _apart_if_moved(cut.patches[tiles[odd]], drawings[~odd]).min() <= alike:
        return None
    row, column = np.argwhere(cells & (cut.of == tiles[odd]))[0].tolist()
    return row, column


def ways_drawn(cut: Cut, cells: Mask) -> NDArray[np.intp]:
    """The number of the way in which each of these cells is drawn, in reading order: shape (n,).

    Drawings that others join step by step are drawn in one way. ``cells`` has the shape of ``cut``.
    """
    tiles, of, counts = np.unique(cut.of[cells], return_inverse=True, return_counts=True)
    if len(tiles) > _MOST:
        return np.arange(len(of))
    drawings = drawings_of(cut.patches[tiles])
    return _ways(levels_apart(drawings, drawings), counts)[of]


def _ways(apart: Levels, counts: Counts) -> NDArray[np.intp]:
    """The number of the way in which each drawing is drawn."""
    return _joined(apart <= max(_LEAST, _TIMES * _usually(_to_next(apart, counts), counts, _HALF)))


def drawings_of(patches: Patches, down: int = 0, right: int = 0) -> Levels:
    """The mean colours of blocks within tiles, moved down and right: shape (tiles, values)."""
    size = (CELL - 2 * _EDGE) // _BLOCK * _BLOCK
    rows, columns = (slice(first, first + size) for first in (_FIRST + down, _FIRST + right))
    parts = patches[:, rows, columns, :3].astype(np.float32)
    blocks = parts.reshape(len(patches), size // _BLOCK, _BLOCK, size // _BLOCK, _BLOCK, 3)
    return np.asarray(np.rint(blocks.mean((2, 4))).reshape(len(patches), -1), np.uint8)


def levels_apart(some: Levels, others: Levels) -> Levels:
    """By how many grey levels drawings differ where they differ most: shape (some, others)."""
    least, most = np.minimum, np.maximum
    return np.array([(most(one, others) - least(one, others)).max(1) for one in some])


def _apart_if_moved(patches: Patches, others: Levels) -> Levels:
    """How far the nearest of the others is from each of these tiles, moved by half pixels.

    Where the pitch is no whole number, drawings lie a part of a pixel to one side, and cells are
    cut up to a pixel beside them.
    """
    pixels = range(-_MOVES // 2, -(-_MOVES // 2) + 1)
    drawn = {way: drawings_of(patches, *way).astype(np.float32) for way in product(pixels, pixels)}
    halves = [(half // 2, -(-half // 2)) for half in range(-_MOVES, _MOVES + 1)]
    apart = []
    for down, right in product(halves, halves):
        moved = np.mean([drawn[way] for way in product(down, right)], 0)
        apart.append(levels_apart(np.asarray(np.rint(moved), np.uint8), others).min(1))
    return np.asarray(np.min(apart, 0), np.uint8)


def _to_next(apart: Levels, counts: Counts) -> Floats:
    """How far the nearest other drawing is from each: 0 if cells share it, infinite if none is."""
    others = apart.astype(np.float32)
    np.fill_diagonal(others, np.inf)
    return np.where(counts > 1, 0, others.min(1))


def _usually(to_next: Floats, counts: Counts, share: float = _NEXT) -> float:
    """The most that the nearest other drawing is away, for this share of cells that have one."""
    some = np.isfinite(to_next)
    return float(np.quantile(np.repeat(to_next[some], counts[some]), share)) if some.any() else 0.0


def _like_another(apart: Levels, states: NDArray[np.intp], counts: Counts) -> Mask:
    """Which drawings are far from all others of their own state, and nearer to one of another."""
    same = states[:, None] == states
    own = _to_next(np.where(same, apart, np.inf), counts)
    alike = max(_LEAST, _TIMES_OTHER * _usually(own, counts))
    nearer = np.where(np.isfinite(own), _NEARER * own, alike)
    return np.asarray((own > alike) & (np.where(same, np.inf, apart).min(1) <= nearer))


def _unusual(apart: Levels, counts: Counts, alike: float) -> Mask:
    """Which drawings of a state only few cells have, while most others are drawn alike.

    ``counts`` are the numbers of cells with each drawing, ``alike`` the most that like ones differ.
    """
    none = np.zeros(len(apart), np.bool_)
    if counts.sum() < _FEWEST or apart.max() <= _LEAST:
        return none
    group = _joined(apart <= alike)
    share = np.bincount(group, counts) / counts.sum()
    return np.asarray((share <= _FEW)[group]) if share.max() >= _MOST_OF_ALL else none


def _drawn_twice(apart: Levels, counts: Counts, dark: NDArray[np.intp], alike: float) -> Mask:
    """Which drawings of a state are unlike its commonest ones, though no checkerboard explains it.

    In wide cells the nets see a 1 and a 2 much alike, but for their colours. A sign on covered
    cells was taken for another way to draw a flag. ``dark`` has how many cells with each drawing
    are on the dark fields of a checkerboard.
    """
    group = _joined(apart <= alike)
    cells, on_dark = np.bincount(group, counts), np.bincount(group, dark)
    usual = int(cells.argmax())
    fields = (on_dark == 0).astype(int) - (on_dark == cells)
    other_field = fields[group] * fields[usual] < 0
    return np.asarray((group != usual) & ~other_field)


def _joined(alike: Mask) -> NDArray[np.intp]:
    """The number of the group of each drawing: those that are alike, step by step."""
    group = np.full(len(alike), -1)
    for first in range(len(alike)):
        if group[first] >= 0:
            continue
        new = np.zeros(len(alike), np.bool_)
        new[first] = True
        while new.any():
            group[new] = first
            new = alike[new].any(0) & (group < 0)
    return np.unique(group, return_inverse=True)[1]
