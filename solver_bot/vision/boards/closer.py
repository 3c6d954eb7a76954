"""Look again at doubtful cells: on lattices that are moved a little, and in other colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from solver_bot.vision.arrays import Floats, Kinds, Mask, Picture
from solver_bot.vision.boards.in_front import told_by_shape
from solver_bot.vision.boards.kinds import mean_of_kinds
from solver_bot.vision.boards.nets import look_again, look_in_colours
from solver_bot.vision.boards.own_size import with_enlarged_signs
from solver_bot.vision.boards.reading import (
    Reading,
    Shown,
    of_cells,
    told_by_likeness,
)

_BESIDE = ((0.035, 0.035), (-0.035, 0.02), (0.02, -0.035))
"""By how much of a cell, to the right and down, the lattice is moved for further looks."""
_TURNED = ((1, 2, 0), (2, 0, 1))
"""Orders of the three colours for further looks."""
_MOST_DOUBTFUL = 600
"""With more doubtful looks of cells than this, no cell is looked at again. With 150, two more cells
of a noisy board were wrong."""
_MANY_KINDS = 100
"""With more looks of cells than this, it takes too long to see all of them in other colours."""
_AROUND = 1
"""Lines around the board that are seen in other colours too."""


def look_closer(picture: Picture, reading: Reading, doubtful: Mask) -> Reading:
    """The same reading with the mean evidence of several looks at doubtful cells.

    What the nets see by chance in one look, they see otherwise on a moved lattice and in other
    colours. Cells that look like doubtful ones are looked at again with them. In other colours the
    whole board is seen, with some cells of each kind standing for all; where there are many kinds,
    cells that are not in doubt are grouped by what they show instead. Where very many looks are
    doubtful, nothing is looked at again: it would take long, and this is hardly a board.

    Args:
        picture: the picture.
        reading: what was seen at first.
        doubtful: which cells, shape (rows, columns).

    """
    kinds = np.unique(reading.kinds[doubtful])
    if len(kinds) > _MOST_DOUBTFUL:
        return reading
    asked = np.isin(reading.kinds, kinds)
    shown = reading.narrow or _unchanged(picture, reading)
    looks = [reading.likely, *_beside(shown, reading, asked)]
    mean = np.mean(looks, axis=0)
    few = reading.kinds.max() < _MANY_KINDS
    by_state = reading.kinds.max() + 1 + reading.likely.argmax(-1)
    stands = np.where(asked | few, reading.kinds, by_state)
    looks += [_in_colours(shown, reading, stands, order) for order in _TURNED]
    mean = np.where((asked | few)[..., None], np.mean(looks, axis=0), mean)
    likely = mean_of_kinds(np.asarray(mean, np.float32), reading.equal)[reading.equal]
    likely = told_by_shape(reading.kinds, likely)
    return replace(reading, likely=told_by_likeness(reading.cut, likely))


def _unchanged(picture: Picture, reading: Reading) -> Shown:
    """What the reading rests on, with small signs enlarged for further looks."""
    larger = with_enlarged_signs(picture, reading.lattice, reading.equal)
    return Shown(picture if larger is None else larger, reading.area, reading.seen)


def _beside(shown: Shown, reading: Reading, asked: Mask) -> Iterator[Floats]:
    """The evidence of looks at the cells ``asked`` about, on lattices a little beside."""
    left, top, right, bottom = reading.box
    picture, area, before = shown
    alike = np.full(before.inside.shape, -1)
    alike[top:bottom, left:right][asked] = reading.kinds[asked]
    for across, down in _BESIDE:
        beside = area.moved(across * area.cell_width, down * area.cell_height)
        seen = look_again(picture, beside, before, alike)
        yield of_cells(seen.likely[top:bottom, left:right])


def _in_colours(shown: Shown, reading: Reading, stands: Kinds, order: Sequence[int]) -> Floats:
    """The evidence of a look in other colours at the board and what is around it.

    Some cells with one number in ``stands`` stand for all of these.
    """
    left, top, right, bottom = reading.box
    picture, area, seen = shown
    first = max(0, left - _AROUND), max(0, top - _AROUND)
    last = min(area.columns, right + _AROUND), min(area.rows, bottom + _AROUND)
    cut = seen.cut.part(*first, *last)
    board = (
        slice(top - first[1], bottom - first[1]),
        slice(left - first[0], right - first[0]),
    )
    alike = cut.of + int(stands.max()) + 1
    alike[board] = stands
    turned = look_in_colours(picture, area.part(*first, *last), cut, alike, order)
    return of_cells(turned.likely[board])
