"""From repeating flat faces to cells: finds their skin and their place to the pixel.

Faces tell how far apart the cells are, but not where in its cell each face is. To find that, the
tiles around a few faces are compared with every skin's templates. The first comparison is coarse:
few pixels a cell, at shifts of a sixteenth of a cell. Hill climbing then finds the best place to
half a pixel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.lib.stride_tricks import as_strided

from solver_bot.vision.arrays import Floats, Picture, Points
from solver_bot.vision.candidates import Candidate
from solver_bot.vision.lattice import Lattice, line_edges, scaled
from solver_bot.vision.recognise import References, distances, joined, references_for
from solver_bot.vision.skin import Look, Skin
from solver_bot.vision.tiles import Boxes, Tiles, tiles_at

FAR = 1.6
"""The greatest misfit of a candidate in the first, coarse comparison. A misfit is the mean distance
of tiles from the templates, relative to the limit for a tile."""
HOPELESS = 1.7
"""The misfit at a lattice's best place beyond which no other lattice through the same faces is
tried."""
GOOD = 0.05
"""The misfit below which a lattice's place is right to the pixel."""
COARSE = 8
"""Pixels a cell in the first comparison of a candidate with all skins."""
_FINE, _REACH = 2 * COARSE, COARSE // 4
"""Pixels a cell in the areas from which these cells are cut, and the farthest shift in them."""
_SIDE = _FINE + 2 * _REACH
_SHIFTS = np.array(list(product(range(-_REACH, _REACH + 1), repeat=2)))[:, ::-1]
_FEW_SEEDS, _SEEDS, _MANY_SEEDS = 4, 6, 24
_MOST_SKINS = 2


def anchored(
    picture: Picture, candidate: Candidate, skins: Sequence[Skin]
) -> Iterator[tuple[Lattice, Skin]]:
    """The skins that fit a candidate, best first, and where its cells are, to the pixel."""
    seeds = _spread(candidate.middles, _SEEDS)
    few = _spread(candidate.middles, _FEW_SEEDS)
    shifts, tiles = _shifted_tiles(picture, few, np.array(candidate.pitch))
    looks = tuple(skin.look for skin in skins)
    misfits = _coarse_misfits(tiles, _coarse(looks, round(min(candidate.pitch))), len(shifts))
    ranked = sorted(zip(skins, misfits, strict=True), key=lambda pair: float(pair[1].min()))
    limit = min(FAR, 1.5 * float(ranked[0][1].min()) + GOOD)
    for skin, misfit in ranked[:_MOST_SKINS]:
        if misfit.min() > limit:
            return
        shift = shifts[misfit.argmin()]
        lattice, misfit_there = _best_lattice(picture, candidate, seeds, shift, skin)
        if misfit_there < 1:
            yield lattice, skin


def _best_lattice(
    picture: Picture, candidate: Candidate, seeds: Points, shift: Points, skin: Skin
) -> tuple[Lattice, float]:
    """The first lattice through the faces that fits well, else the best, with its misfit.

    Columns are chosen before rows. The misfit is measured at the seeds.
    """
    xs, ys = (
        line_edges(middles, pitch)
        for middles, pitch in zip((candidate.middles + shift).T, candidate.pitch, strict=True)
    )
    reach = min(candidate.pitch) / (4 * COARSE)
    everywhere = _spread(candidate.middles, _MANY_SEEDS) + shift
    tried: dict[References, _Misfits] = {}

    def settled(lattice: Lattice) -> tuple[float, Lattice, float]:
        references = references_for(skin.look, lattice.pitch)
        misfits = tried.setdefault(references, _Misfits(picture, references))
        there, misfit = _settled(misfits, lattice, seeds + shift, reach)
        return misfits.at(_boxes_at(there, everywhere), [(0.0, 0.0)])[0], there, misfit

    first = Lattice(xs[0], ys[0])
    best = settled(first)
    right, down = best[1].left - first.left, best[1].top - first.top
    others = [("xs", edges, right) for edges in xs[1:]] + [("ys", edges, down) for edges in ys[1:]]
    for axis, edges, by in others:
        # Equal lines may be right in a part of the board only. Lines of seen widths are not.
        enough = GOOD if _is_even(getattr(first, axis)) else 2 * GOOD
        if best[0] < enough or best[2] > HOPELESS:
            continue
        other = settled(replace(best[1], **{axis: tuple(edge + by for edge in edges)}))
        if other[0] < 0.9 * best[0]:
            best = other
    return best[1:]


def _is_even(edges: tuple[float, ...]) -> bool:
    return bool(np.ptp(np.diff(edges)) < 0.5)


def _spread(points: Points, most: int) -> Points:
    return points[:: max(1, len(points) // most)][:most]


def _boxes_at(lattice: Lattice, points: Points) -> Points:
    """The cells that contain the points: rows of left, top, right and bottom."""
    columns = np.clip(np.searchsorted(lattice.xs, points[:, 0]) - 1, 0, lattice.columns - 1)
    rows = np.clip(np.searchsorted(lattice.ys, points[:, 1]) - 1, 0, lattice.rows - 1)
    xs, ys = np.array(lattice.xs), np.array(lattice.ys)
    return np.stack([xs[columns], ys[rows], xs[columns + 1], ys[rows + 1]], axis=1)


def _settled(
    misfits: _Misfits, lattice: Lattice, points: Points, reach: float
) -> tuple[Lattice, float]:
    """The lattice moved to where the cells at the points fit best, with the misfit there.

    Hill climbing begins with steps of ``reach`` pixels.
    """
    boxes = _boxes_at(lattice, points)
    known: dict[tuple[float, float], float] = {}

    def look(places: Iterable[tuple[float, float]]) -> tuple[float, float, float]:
        new = [place for place in places if place not in known]
        if new:
            known.update(zip(new, misfits.at(boxes, new), strict=True))
        return min((misfit, *place) for place, misfit in known.items())

    best = look([(0.0, 0.0)])
    step = max(1.0, float(round(reach)))
    while step >= 0.5 and GOOD < best[0] < 2 * FAR:
        nearest, right, down = best
        across = 0.0 if step < 1 and _is_whole(lattice.left + right) else step
        along = 0.0 if step < 1 and _is_whole(lattice.top + down) else step
        best = look(
            product((right - across, right, right + across), (down - along, down, down + along))
        )
        if best[0] == nearest:
            step = step / 2 if step <= 1 else float(round(step / 2))
    return lattice.moved(*best[1:]), best[0]


class _Misfits:
    """The misfits of cells of one picture. No box is compared with the templates twice."""

    def __init__(self, picture: Picture, references: References) -> None:
        self._picture = picture
        self._references = references
        self._known: dict[tuple[int, ...], float] = {}

    def at(self, boxes: Points, shifts: Sequence[tuple[float, float]]) -> list[float]:
        """The mean misfit of all boxes at each shift; 1 is the limit for a single tile."""
        every = list(map(tuple, _moved_boxes(self._picture, boxes, np.array(shifts)).tolist()))
        new = [box for box in dict.fromkeys(every) if box not in self._known]
        if new:
            tiles = tiles_at(self._picture, np.array(new, np.intp), self._references.size)
            self._known.update(zip(new, _misfits(tiles, self._references), strict=True))
        misfits = np.array([self._known[box] for box in every])
        means: list[float] = misfits.reshape(len(shifts), -1).mean(axis=1).tolist()
        return means


def _is_whole(length: float) -> bool:
    return abs(length - round(length)) < 0.1


def _shifted_tiles(picture: Picture, middles: Points, pitch: Points) -> tuple[Points, Floats]:
    """Coarse tiles around the middles, at all shifts of up to an eighth of a cell.

    Returns the shifts in pixels, shape (shifts, 2), and the tiles, ordered by shift.
    """
    half = pitch * _SIDE / _FINE / 2
    boxes = _moved_boxes(picture, np.hstack([middles - half, middles + half]), np.zeros((1, 2)))
    areas = np.stack(
        [
            scaled(picture[top:bottom, left:right], _SIDE, _SIDE)
            for left, top, right, bottom in boxes.tolist()
        ]
    ).astype(np.float32)
    # Every second pixel of an area averaged over 2 x 2 pixels gives the area at half its size.
    upper, lower = areas[:, :-1], areas[:, 1:]
    beside = upper + lower
    smooth = np.asarray((beside[:, :, :-1] + beside[:, :, 1:]) / 4, np.float32)
    area, down, right, channel = smooth.strides
    tiles = as_strided(
        smooth,
        (2 * _REACH + 1, 2 * _REACH + 1, len(smooth), COARSE, COARSE, 3),
        (down, right, area, 2 * down, 2 * right, channel),
        writeable=False,
    )
    return _SHIFTS * pitch / _FINE, tiles.reshape(-1, COARSE * COARSE * 3)


def _moved_boxes(picture: Picture, boxes: Points, shifts: Points) -> Boxes:
    """Every box at every shift, in whole pixels: shape (shifts * boxes, 4).

    Boxes are rows of left, top, right and bottom. A box that reaches out of the picture is moved
    into it.
    """
    width, height = picture.shape[1::-1]
    edges = np.rint(boxes + np.concatenate((shifts, shifts), axis=1)[:, None]).reshape(-1, 4)
    edges[:, ::2] -= np.minimum(edges[:, :1], 0) + np.maximum(edges[:, 2:3] - width, 0)
    edges[:, 1::2] -= np.minimum(edges[:, 1:2], 0) + np.maximum(edges[:, 3:] - height, 0)
    return edges.astype(np.intp)


def _misfits(tiles: Tiles, references: References) -> list[float]:
    """The misfit of every cell."""
    apart = distances(tiles.pixels.astype(np.float32), references) / references.limits
    nearest: list[float] = apart.min(axis=1)[tiles.of].tolist()
    return nearest


@lru_cache(maxsize=64)
def _coarse(looks: tuple[Look, ...], pitch: int) -> tuple[References, tuple[int, ...]]:
    """The coarse templates of all looks for cells of ``pitch`` pixels, and where each look's begin.

    They are one table, because many small products take longer than one.
    """
    every = [references_for(look, pitch, COARSE) for look in looks]
    ends = np.cumsum([len(references.codes) for references in every])
    return joined(every), (0, *ends[:-1].tolist())


def _coarse_misfits(
    tiles: Floats, coarse: tuple[References, tuple[int, ...]], groups: int
) -> Floats:
    """The mean misfits of equal groups of tiles: shape (looks, groups)."""
    references, starts = coarse
    apart = distances(tiles, references).T / references.limits[:, None]
    nearest = np.minimum.reduceat(apart, starts, axis=0)
    return np.asarray(nearest.reshape(len(starts), groups, -1).mean(axis=2))
