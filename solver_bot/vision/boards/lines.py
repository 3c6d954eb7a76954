"""Where the lines between cells are in a picture, to the pixel.

Toolkits draw cells at whole pixels. Where the board's size is no multiple of its lines, some cells
are a pixel wider than others: the first of them, or every second, as the toolkit likes. A lattice
of equal cells is then off by up to half a cell, and no two cells are cut out alike.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.boards.kinds import looks_of
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import cut_faces

_STRONGEST = 48
"""Grey levels: a stronger edge counts no more, since signs have strong edges too."""
_REACH = 0.45
"""How far a line may be from its place among equal cells, in cells."""
_UNSURE = 0.1
"""Pixels by which the mean width of cells may be wrong."""
_STRETCHED = 2.0
"""Pixels by which a lattice is stretched at most to make its cells a whole number of pixels."""
_WHOLE = 1e-6
_OUTERMOST = 4
"""How many cells on each side tell how far apart lines beyond it are: one may be a pixel wider than
the next, and a toolkit may draw the first cells wider than the last."""
_COMPARED = 8
"""The most lines of the corners in which looks are counted."""
_COMPARED_LINES = 200
"""About how many lines of pixels, evenly spread, tell where the edges are."""
_MOVE = 0.02
"""The price of a pixel off the place among equal cells, as a share of the strongest edge."""
_CLEARER, _NOISE = 1.3, 1e-3
"""How many times as strong as the mean edge those at the lines must be; what is added to the
mean."""

Places = NDArray[np.intp]


def at_pixels(picture: Picture, lattice: Lattice) -> Lattice:
    """The lattice with its lines where the picture has them, or unchanged if no more cells agree.

    Args:
        picture: the picture.
        lattice: equal cells, right to less than half a cell. It may reach beyond the picture.

    """
    followed = Lattice(
        _followed(_edges(picture, lattice.ys), lattice.xs),
        _followed(_edges(picture.transpose(1, 0, 2), lattice.xs), lattice.ys),
    )
    equal = Lattice(_whole(lattice.xs), _whole(lattice.ys))
    choices = tuple(dict.fromkeys((lattice, equal, followed)))
    if len(choices) == 1:
        return lattice
    return min(choices, key=lambda choice: _looks(picture, choice))


def continued(lattice: Lattice, more: tuple[int, int, int, int]) -> Lattice:
    """The lattice with ``more`` lines beyond it: left, top, right, bottom.

    They are as far apart as the outermost lines on average, and at whole pixels if all lines are.
    """
    left, top, right, bottom = more
    return Lattice(_continued(lattice.xs, left, right), _continued(lattice.ys, top, bottom))


def _continued(lines: tuple[float, ...], before: int, after: int) -> tuple[float, ...]:
    some = min(_OUTERMOST, len(lines) - 1)
    first, last = (lines[some] - lines[0]) / some, (lines[-1] - lines[-1 - some]) / some
    to_pixels = has_whole_pixels(lines)

    def step(by: float) -> float:
        return float(round(by)) if to_pixels else by

    return (
        *(lines[0] - step(first * i) for i in range(before, 0, -1)),
        *lines,
        *(lines[-1] + step(last * i) for i in range(1, after + 1)),
    )


def has_whole_pixels(lines: tuple[float, ...]) -> bool:
    """Whether all lines are at whole pixels, or all equally far beside them."""
    return all(abs(step - round(step)) < _WHOLE for step in np.diff(lines).tolist())


def _whole(lines: tuple[float, ...]) -> tuple[float, ...]:
    """The lines equally many whole pixels apart, if that moves them little; ``lines`` otherwise."""
    count = len(lines) - 1
    pitch = (lines[-1] - lines[0]) / count
    if abs(pitch - round(pitch)) * count > _STRETCHED:
        return lines
    first = round((lines[0] + lines[-1] - count * round(pitch)) / 2)
    return tuple(float(first + round(pitch) * i) for i in range(count + 1))


def _edges(picture: Picture, across: tuple[float, ...]) -> Floats:
    """How much lighter and how much darker every column is than the one before, from 0 to 1.

    Shape (2, columns + 1), the mean along the lattice. The two sides of a line between cells are
    told apart by this.
    """
    first = min(max(0, round(across[0])), picture.shape[0] - 1)
    last = max(first + 1, min(round(across[-1]), picture.shape[0]))
    part = np.ascontiguousarray(picture[first : last : -(-(last - first) // _COMPARED_LINES)])
    before, after = part[:, :-1], part[:, 1:]
    both = _mean_step(after, before), _mean_step(before, after)
    return np.pad(np.asarray(both), ((0, 0), (1, 1)))


def _mean_step(after: Picture, before: Picture) -> Floats:
    """How much lighter columns are, in the colour that changes most, from 0 to 1."""
    blue, green, red = cv2.split(cv2.subtract(after, before))
    largest = np.minimum(cv2.max(cv2.max(blue, green), red), np.uint8(_STRONGEST))
    return np.asarray(cv2.reduce(largest, 0, cv2.REDUCE_AVG, dtype=cv2.CV_32F)[0] / _STRONGEST)


def _followed(edges: Floats, lines: tuple[float, ...]) -> tuple[float, ...]:
    """The places of lines along the strongest edges; ``lines`` if none are clear.

    The constant by which edges lie beside the lines, because cells have rims, is taken off.
    """
    chains = [_best_chain(values, lines) for values in edges]
    clearness = [_clearness(values, found) for values, found in zip(edges, chains, strict=True)]
    best = int(np.argmax(clearness))
    if clearness[best] < _CLEARER:
        return lines
    beside = round(float(np.median(chains[best] - np.array(lines))))
    return tuple((chains[best] - beside).astype(float).tolist())


def _clearness(edges: Floats, places: Places) -> float:
    """How much stronger the edges at these places are than the mean."""
    within = places[(places >= 0) & (places < len(edges))]
    return float(edges[within].mean() / (edges.mean() + _NOISE)) if len(within) else 0.0


def _best_chain(edges: Floats, lines: tuple[float, ...]) -> Places:
    """The whole pixels near ``lines`` with the strongest edges, all about equally far apart.

    They are found line after line: for every place of a line, the best place of the line before.
    Where the distances between ``lines`` differ so much that there are none, the lines are rounded.
    """
    count = len(lines) - 1
    pitch = (lines[-1] - lines[0]) / count
    reach = math.floor(_REACH * pitch)
    steps = range(math.floor(pitch - _UNSURE), math.ceil(pitch + _UNSURE) + 1)
    base = np.rint(lines).astype(np.intp)
    offsets = np.arange(-reach, reach + 1)
    places = base[:, None] + offsets
    inside = (places >= 0) & (places < len(edges))
    values = np.where(inside, edges[np.clip(places, 0, len(edges) - 1)], 0)
    values = values - _MOVE * np.abs(offsets)
    best, came = values[0], []
    for number, moved in enumerate(np.diff(base).tolist(), 1):
        reached = np.stack([_shifted(best, step - moved) for step in steps])
        came.append(reached.argmax(0))
        best = reached.max(0) + values[number]
    if not np.isfinite(best).any():
        return base
    chain = [int(best.argmax())]
    for moved, choice in zip(np.diff(base)[::-1].tolist(), came[::-1], strict=True):
        chain.append(chain[-1] - steps[int(choice[chain[-1]])] + moved)
    return np.asarray(base + offsets[chain[::-1]])


def _shifted(best: Floats, by: int) -> Floats:
    """The values moved to the right by this many places; -inf comes in."""
    moved = np.full(len(best), -np.inf)
    if by >= 0:
        moved[by:] = best[: len(best) - by]
    else:
        moved[:by] = best[-by:]
    return moved


def _looks(picture: Picture, lattice: Lattice) -> int:
    """How many different looks the cells of two corners have."""
    columns, rows = min(_COMPARED, lattice.columns), min(_COMPARED, lattice.rows)
    first = lattice.part(0, 0, columns, rows)
    last = lattice.part(
        lattice.columns - columns, lattice.rows - rows, lattice.columns, lattice.rows
    )
    return looks_of(np.concatenate([cut_faces(picture, corner) for corner in (first, last)]))
