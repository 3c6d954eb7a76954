"""Find every board in a picture, at any size, with nothing known beforehand.

The stages: the flat faces that edges enclose → faces of one size that repeat at one distance in
both directions → the skin and the exact place at which the tiles there look most like templates
→ the rectangle of cells around them that can be recognised.
No template slides over the picture; only a candidate's own tiles are ever compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np

from solver_bot.vision.candidates import FEWEST_FACES, Candidate, Flags, candidates_in
from solver_bot.vision.lattice import (
    Floats,
    Lattice,
    Picture,
    Points,
    cut_tiles,
    line_edges,
    scaled,
)
from solver_bot.vision.skin import References, Skin, distances, recognise

FEWEST_LINES = 4
"""A board has at least so many rows and columns."""
THIN = 0.4
"""An outer line of which fewer cells are recognised is not part of the board."""
FAR = 1.7
"""A candidate whose tiles are so many times further from the templates than a tile may be, when
first compared, is none."""
GOOD = 0.05
"""A candidate whose tiles are so near to the templates stands right to the pixel."""
COARSE = 8
"""Pixels a cell at which a candidate is first compared with all skins."""
_MOST_CANDIDATES = 24
_SEEDS, _MANY_SEEDS = 6, 24
_MOST_SKINS = 2
_MARGINS = (2, 4, 8, 16, 32, 64)
"""How many lines of cells are looked at beyond the known ones, time after time."""


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """A board that was found: its place, the skin it is drawn in, and how well that fits (0-1)."""

    lattice: Lattice
    skin: Skin
    fit: float


def locate(picture: Picture, skins: Sequence[Skin]) -> list[Located]:
    """Every board in the picture, in reading order (by top edge, then left)."""
    found: list[Located] = []
    candidates = sorted(candidates_in(picture), key=lambda c: -c.area)
    for candidate in candidates[:_MOST_CANDIDATES]:
        while rest := _uncovered(candidate, found):
            board = _board_at(picture, rest, skins)
            if not board or any(board.lattice.overlaps(other.lattice) for other in found):
                break
            found.append(board)
    return sorted(found, key=lambda board: (board.lattice.top, board.lattice.left))


def _uncovered(candidate: Candidate, found: Sequence[Located]) -> Candidate | None:
    """The candidate without the faces on boards that were found already, if enough are left."""
    left = candidate.middles
    for place in (board.lattice for board in found):
        x, y = left.T
        inside = (place.left <= x) & (x < place.right) & (place.top <= y) & (y < place.bottom)
        left = left[~inside]
    return replace(candidate, middles=left) if len(left) >= FEWEST_FACES else None


def _board_at(picture: Picture, candidate: Candidate, skins: Sequence[Skin]) -> Located | None:
    """The board whose cells the candidate's faces are part of, if any skin recognises it."""
    seeds = _spread(candidate.middles, _SEEDS)
    coarse = min(candidate.pitch) / (2 * COARSE)
    room = [
        min(2 * coarse, max(0.0, (pitch - size) / 2))
        for pitch, size in zip(candidate.pitch, candidate.size, strict=True)
    ]
    shifts = _shifts(np.zeros(2), room, coarse)
    half = np.array(candidate.pitch) / 2
    boxes = np.hstack([seeds - half, seeds + half])
    tiles = _tiles_at(picture, boxes, shifts, COARSE)
    misfits = [
        _misfits(tiles, skin.references(min(candidate.pitch), COARSE), len(shifts))
        for skin in skins
    ]
    ranked = sorted(zip(skins, misfits, strict=True), key=lambda pair: float(pair[1].min()))
    limit = min(FAR, 1.5 * float(ranked[0][1].min()) + GOOD)
    for skin, misfit in ranked[:_MOST_SKINS]:
        if misfit.min() > limit:
            break
        shift = shifts[misfit.argmin()]
        lattice, misfit_there = _best_lattice(picture, candidate, seeds, shift, skin)
        board = _extent(picture, lattice, skin) if misfit_there < 1 else None
        if board:
            return board
    return None


def _lattices(candidate: Candidate, shift: Points) -> Iterator[Lattice]:
    """Lattices the faces may stand on: of equal cells first, of cells as they seem last."""
    choices = [
        line_edges(middles, pitch)
        for middles, pitch in zip((candidate.middles + shift).T, candidate.pitch, strict=True)
    ]
    return (Lattice(xs, ys) for xs, ys in product(*choices))


def _best_lattice(
    picture: Picture, candidate: Candidate, seeds: Points, shift: Points, skin: Skin
) -> tuple[Lattice, float]:
    """The first lattice that fits well, else the best, and its misfit at the seeds."""
    reach = min(candidate.pitch) / (2 * COARSE)
    everywhere = _spread(candidate.middles, _MANY_SEEDS) + shift
    best: tuple[float, Lattice, float] | None = None
    for lattice in _lattices(candidate, shift):
        settled, misfit = _settled(picture, lattice, seeds + shift, reach, skin)
        overall = _misfit_at(picture, settled, everywhere, skin)
        if best is None or overall < 0.9 * best[0]:
            best = overall, settled, misfit
        if overall < GOOD:
            break
    assert best is not None
    return best[1:]


def _spread(points: Points, most: int) -> Points:
    return points[:: max(1, len(points) // most)][:most]


def _misfit_at(picture: Picture, lattice: Lattice, points: Points, skin: Skin) -> float:
    references = skin.references(min(lattice.cell_width, lattice.cell_height))
    tiles = _tiles_at(picture, _boxes_at(lattice, points), np.zeros((1, 2)), references.size)
    return float(_misfits(tiles, references, 1)[0])


def _boxes_at(lattice: Lattice, points: Points) -> Points:
    """The cells that the points are in: rows of left, top, right and bottom."""
    columns = np.clip(np.searchsorted(lattice.xs, points[:, 0]) - 1, 0, lattice.columns - 1)
    rows = np.clip(np.searchsorted(lattice.ys, points[:, 1]) - 1, 0, lattice.rows - 1)
    return np.array([lattice.box(cell) for cell in rows * lattice.columns + columns])


def _settled(
    picture: Picture, lattice: Lattice, points: Points, reach: float, skin: Skin
) -> tuple[Lattice, float]:
    """The lattice moved by about ``reach`` to where the cells at the points fit best.

    Returns it with the misfit there.
    """
    references = skin.references(min(lattice.cell_width, lattice.cell_height))
    boxes = _boxes_at(lattice, points)
    known: dict[tuple[float, float], float] = {}

    def look(places: Iterable[tuple[float, float]]) -> tuple[float, float, float]:
        new = [place for place in places if place not in known]
        if new:
            tiles = _tiles_at(picture, boxes, np.array(new), references.size)
            known.update(zip(new, _misfits(tiles, references, len(new)).tolist(), strict=True))
        return min((misfit, *place) for place, misfit in known.items())

    best = look([(0.0, 0.0)])
    step = max(1.0, float(round(reach)))
    while step >= 0.5 and GOOD < best[0] < 2 * FAR:
        nearest, right, down = best
        across = 0.0 if step < 1 and _whole(lattice.left + right) else step
        along = 0.0 if step < 1 and _whole(lattice.top + down) else step
        best = look(
            product((right - across, right, right + across), (down - along, down, down + along))
        )
        if best[0] == nearest:
            step = step / 2 if step <= 1 else float(round(step / 2))
    return lattice.moved(*best[1:]), best[0]


def _whole(length: float) -> bool:
    return abs(length - round(length)) < 0.1


def _shifts(middle: Points, room: Sequence[float], step: float) -> Points:
    """Every shift by whole steps, at most ``room`` away from ``middle``: shape (shifts, 2)."""
    across, down = (np.arange(-(r // step), r // step + 1) * step for r in room)
    return middle + np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)


def _tiles_at(picture: Picture, boxes: Points, shifts: Points, size: int) -> Floats:
    """What is in every box after every shift: shape (shifts * boxes, size * size * 3).

    Boxes are rows of left, top, right and bottom; what sticks out of the picture is moved in.
    """
    width, height = picture.shape[1::-1]
    edges = np.rint(boxes + np.tile(shifts, 2)[:, None]).reshape(-1, 4)
    edges[:, ::2] -= np.minimum(edges[:, :1], 0) + np.maximum(edges[:, 2:3] - width, 0)
    edges[:, 1::2] -= np.minimum(edges[:, 1:2], 0) + np.maximum(edges[:, 3:] - height, 0)
    tiles = [
        scaled(picture[top:bottom, left:right], size, size)
        for left, top, right, bottom in edges.astype(int)
    ]
    return np.stack(tiles).reshape(len(tiles), -1).astype(np.float32)


def _misfits(tiles: Floats, references: References, groups: int) -> Floats:
    """How far each of so many equal groups of tiles is from the templates: 1 is the limit."""
    apart = distances(tiles, references) / references.limits
    return np.asarray(apart.min(axis=1).reshape(groups, -1).mean(axis=1))


def _extent(picture: Picture, seed: Lattice, skin: Skin) -> Located | None:
    """The rectangle of recognised cells around the seed, grown for as long as it goes on."""
    lattice = seed.inside(picture)
    for margin in _MARGINS:
        area = lattice.grown(margin).inside(picture)
        certainty = _certainty(picture, area, skin)
        left, top, right, bottom = _largest_patch(certainty > 0)
        if min(right - left, bottom - top) < 1:
            return None
        lattice = area.part(left, top, right, bottom)
        if not _could_grow(lattice, area, picture):
            fit = float(certainty[top:bottom, left:right].mean())
            enough = min(lattice.columns, lattice.rows) >= FEWEST_LINES
            return Located(lattice, skin, fit) if enough else None
    return None


def _could_grow(lattice: Lattice, area: Lattice, picture: Picture) -> bool:
    """Whether cells beside the lattice lie in the picture but were not looked at in the area."""
    beyond = lattice.grown(1).inside(picture)
    return (
        beyond.left < area.left - 1
        or beyond.top < area.top - 1
        or beyond.right > area.right + 1
        or beyond.bottom > area.bottom + 1
    )


def _certainty(picture: Picture, area: Lattice, skin: Skin) -> Floats:
    """How surely each cell of the area is recognised: shape (rows, columns)."""
    references = skin.references(min(area.cell_width, area.cell_height))
    tiles = cut_tiles(picture, area, references.size)
    _, certainty = recognise(distances(tiles, references), references)
    return certainty.reshape(area.rows, area.columns)


def _largest_patch(known: Flags) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of the largest patch of known cells, thin outer lines trimmed."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(known.astype(np.uint8), connectivity=8)
    if len(stats) == 1:
        return 0, 0, 0, 0
    label = int(stats[1:, cv2.CC_STAT_AREA].argmax()) + 1
    left, top, width, height = map(int, stats[label][:4])
    right, bottom = left + width, top + height
    patch = labels == label
    while right > left and bottom > top:
        inner = patch[top:bottom, left:right]
        if inner[:, 0].mean() < THIN:
            left += 1
        elif inner[:, -1].mean() < THIN:
            right -= 1
        elif inner[0].mean() < THIN:
            top += 1
        elif inner[-1].mean() < THIN:
            bottom -= 1
        else:
            break
    return left, top, right, bottom
