"""Find every board in a picture, at any size, with nothing known beforehand.

The stages: the flat faces that edges enclose → faces of one size that repeat at one distance in
both directions → the skin and the exact place at which the tiles there look most like templates
→ the rectangle of cells around them that can be recognised.
No template slides over the picture; only a candidate's own tiles are ever compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.lattice import Floats, Lattice, Picture, cut_tiles, edges_around, scaled
from solver_bot.vision.skin import References, Skin, distances, recognise

EDGE = 7
"""Grey levels between two neighbouring pixels that make an edge."""
SMALLEST_FACE, LARGEST_FACE = 5, 110
FEWEST_FACES = 4
FEWEST_LINES = 4
"""A board has at least so many rows and columns."""
THIN = 0.4
"""An outer line of which fewer cells are recognised is not part of the board."""
UNEVEN = 0.12
"""How far, in cells, a line may be from where equal cells would have it."""
EVEN = 0.4
"""How far, in pixels, lines may be from equal cells to be taken for equal."""
FAR = 2.5
"""A candidate whose tiles are so many times further from the templates than a tile may be, when
first compared, is none."""
COARSE = 8
"""Pixels a cell at which a candidate is first compared with all skins."""
WHOLE = 0.03
"""How far a cell's size, in pixels, may be from a whole number to be taken for whole."""
STRETCH = 1.5
"""How much wider than high cells may be, or higher than wide."""
DENSE = 0.15
"""The share of cells that must show a face of one size for a lattice to be tried."""
_MOST_SIZES = 24
_MOST_PITCHES = 3
_MOST_CANDIDATES = 24
_SEEDS = 4
_MOST_SKINS = 2
_MOST_GROWTHS = 12

Points = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """A board that was found: its place, the skin it is drawn in, and how well that fits (0-1)."""

    lattice: Lattice
    skin: Skin
    fit: float


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """Middles of faces that stand on one lattice: shape (faces, 2); lengths as (x, y)."""

    middles: Points
    pitch: tuple[float, float]
    size: tuple[int, int]

    @property
    def area(self) -> int:
        return len(self.middles) * self.size[0] * self.size[1]


def locate(picture: Picture, skins: Sequence[Skin]) -> list[Located]:
    """Every board in the picture, in reading order (by top edge, then left)."""
    found: list[Located] = []
    candidates = sorted(_candidates(_faces(picture)), key=lambda c: -c.area)
    for candidate in candidates[:_MOST_CANDIDATES]:
        if _covered(candidate.middles, found).any():
            continue
        board = _board_at(picture, candidate, skins)
        if board and not any(board.lattice.overlaps(other.lattice) for other in found):
            found.append(board)
    return sorted(found, key=lambda board: (board.lattice.top, board.lattice.left))


def _covered(points: Points, found: Sequence[Located]) -> Flags:
    """Which points lie on a board that was found already."""
    covered = np.zeros(len(points), dtype=np.bool_)
    x, y = points.T
    for place in (board.lattice for board in found):
        covered |= (place.left <= x) & (x < place.right) & (place.top <= y) & (y < place.bottom)
    return covered


def _faces(picture: Picture) -> Points:
    """Bounding boxes of the flat regions that edges enclose: rows of (left, top, width, height)."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    across = cv2.absdiff(grey[:-1, 1:], grey[:-1, :-1])
    down = cv2.absdiff(grey[1:, :-1], grey[:-1, :-1])
    flat = cv2.threshold(cv2.max(across, down), EDGE, 255, cv2.THRESH_BINARY_INV)[1]
    flat = cv2.morphologyEx(flat, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    outlines, family = cv2.findContours(flat, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    outer = [] if family is None else np.flatnonzero(family[0, :, 3] < 0)
    boxes = np.array([cv2.boundingRect(outlines[i]) for i in outer], dtype=np.float64)
    boxes = boxes.reshape(-1, 4)
    short, long = boxes[:, 2:].min(axis=1), boxes[:, 2:].max(axis=1)
    return boxes[(short >= SMALLEST_FACE) & (long <= LARGEST_FACE) & (long <= 2 * short)]


def _candidates(faces: Points) -> Iterator[Candidate]:
    """Faces of about one size that repeat in both directions."""
    for width, height in _commonest_sizes(faces):
        alike = (abs(faces[:, 2:] - (width, height)) <= 1).all(axis=1)
        middles = faces[alike, :2] + faces[alike, 2:] / 2
        for _ in range(_MOST_PITCHES):
            across, down = _pitch(middles, width, 0), _pitch(middles, height, 1)
            if not across or not down or max(across, down) > STRETCH * min(across, down):
                break
            pitch = np.array((across, down))
            chosen = _aligned(middles, pitch)
            for patch in _patches(middles[chosen], pitch):
                yield Candidate(patch, (across, down), (width, height))
            middles = middles[~chosen]


def _commonest_sizes(faces: Points) -> Iterator[tuple[int, int]]:
    """Widths and heights that many faces have, give or take a pixel; by the area these fill."""
    counts = np.zeros((LARGEST_FACE + 2, LARGEST_FACE + 2))
    np.add.at(counts, tuple(faces[:, 2:].astype(int).T), 1)
    alike = cv2.boxFilter(counts, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    sides = np.arange(len(counts))
    area = alike * (counts > 0) * np.outer(sides, sides)
    area[alike < FEWEST_FACES] = 0
    for _ in range(_MOST_SIZES):
        width, height = divmod(int(area.argmax()), len(counts))
        if not area[width, height]:
            return
        yield width, height
        area[width - 1 : width + 2, height - 1 : height + 2] = 0


def _pitch(middles: Points, size: int, axis: int) -> float | None:
    """The distance of which most gaps between neighbours along one axis are whole multiples."""
    lanes = np.rint(middles[:, 1 - axis] / 2)
    order = np.lexsort((middles[:, axis], lanes))
    steps = np.diff(middles[order, axis])[np.diff(lanes[order]) == 0]
    gaps, counts = np.unique(steps[(steps > size) & (steps < 12 * size)], return_counts=True)
    if not len(gaps):
        return None
    tries = np.arange(size, 1.8 * size + 4, 0.1)[:, None]
    times = np.rint(gaps / tries)
    fits = (abs(gaps - times * tries) < 0.8) * counts
    by_chance = 1.6 / tries[:, 0] * counts.sum()
    best = int((fits.sum(axis=1) - by_chance).argmax())
    total = fits[best] @ times[best]
    return float(fits[best] @ gaps / total) if total else None


def _aligned(middles: Points, pitch: Points) -> Flags:
    """Which points stand on the lattice that most of them share, give or take its unevenness."""
    apart = (middles[:, None] - middles[None, :: max(1, len(middles) // 48)]) % pitch
    near = (np.minimum(apart, pitch - apart) <= np.maximum(1.5, UNEVEN * pitch)).all(axis=2)
    return np.asarray(near[:, near.sum(axis=0).argmax()], dtype=np.bool_)


def _patches(middles: Points, pitch: Points) -> Iterator[Points]:
    """The points in dense patches, between which nothing stands for several cells."""
    index = np.rint((middles - middles.min(axis=0)) / pitch).astype(np.int64)
    cells = np.zeros(index.max(axis=0)[::-1] + 1, dtype=np.uint8)
    cells[index[:, 1], index[:, 0]] = 1
    joined = cv2.morphologyEx(np.pad(cells, 4), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    label = labels[index[:, 1] + 4, index[:, 0] + 4]
    for name, (_, _, width, height, _) in enumerate(stats):
        patch = middles[label == name]
        if min(width, height) > 1 and len(patch) >= max(FEWEST_FACES, DENSE * width * height):
            yield patch


def _board_at(picture: Picture, candidate: Candidate, skins: Sequence[Skin]) -> Located | None:
    """The board whose cells the candidate's faces are part of, if any skin recognises it."""
    seeds = candidate.middles[:: max(1, len(candidate.middles) // _SEEDS)][:_SEEDS]
    coarse = min(candidate.pitch) / (2 * COARSE)
    room = [
        min(2 * coarse, max(0.0, (pitch - size) / 2))
        for pitch, size in zip(candidate.pitch, candidate.size, strict=True)
    ]
    shifts = _shifts(np.zeros(2), room, coarse)
    tiles = _tiles_at(picture, seeds, candidate.pitch, shifts, COARSE)
    misfits = [_misfits(tiles, skin.references(min(candidate.pitch), COARSE), len(shifts)) for skin in skins]
    ranked = sorted(zip(skins, misfits, strict=True), key=lambda pair: float(pair[1].min()))
    for skin, misfit in ranked[:_MOST_SKINS]:
        if misfit.min() > FAR:
            break
        shift = shifts[misfit.argmin()]
        lattice = Lattice(
            _edges(candidate.middles[:, 0] + shift[0], candidate.pitch[0]),
            _edges(candidate.middles[:, 1] + shift[1], candidate.pitch[1]),
        )
        lattice, misfit_there = _settled(picture, lattice, seeds + shift, coarse, skin)
        board = _extent(picture, lattice, skin) if misfit_there < 1 else None
        if board:
            return board
    return None


def _settled(
    picture: Picture, lattice: Lattice, points: Points, reach: float, skin: Skin
) -> tuple[Lattice, float]:
    """The lattice moved by at most twice ``reach`` to where the cells at the points fit best.

    Returns it with the misfit there.
    """
    references = skin.references(min(lattice.cell_width, lattice.cell_height))
    columns = np.searchsorted(lattice.xs, points[:, 0]) - 1
    rows = np.searchsorted(lattice.ys, points[:, 1]) - 1
    cells = [lattice.part(c, r, c + 1, r + 1) for c, r in zip(columns, rows, strict=True)]

    def misfit(x: float, y: float) -> float:
        moved = [cut_tiles(picture, cell.moved(x, y), references.size) for cell in cells]
        return float(_misfits(np.concatenate(moved), references, 1)[0])

    best = (misfit(0, 0), 0.0, 0.0)
    step = max(1.0, float(round(reach)))
    while step >= 0.5 and best[0] < FAR:
        for x, y in ((step, 0), (0, step)):
            _, right, down = best
            if step < 1 and _whole(lattice.left + right if x else lattice.top + down):
                continue
            tries = [(right - x, down - y), (right + x, down + y)]
            best = min(best, *((misfit(*place), *place) for place in tries))
        step = step / 2 if step <= 1 else float(round(step / 2))
    return lattice.moved(*best[1:]), best[0]


def _whole(length: float) -> bool:
    return abs(length - round(length)) < 0.1


def _shifts(middle: Points, room: Sequence[float], step: float) -> Points:
    """Every shift by whole steps, at most ``room`` away from ``middle``: shape (shifts, 2)."""
    across, down = (np.arange(-(r // step), r // step + 1) * step for r in room)
    return middle + np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)


def _tiles_at(
    picture: Picture, middles: Points, pitch: tuple[float, float], shifts: Points, size: int
) -> Floats:
    """Tiles of one cell around every middle after every shift: (shifts * middles, pixels)."""
    width, height = round(pitch[0]), round(pitch[1])
    corners = (shifts[:, None] + middles - np.array(pitch) / 2).reshape(-1, 2)
    limit = np.array(picture.shape[1::-1]) - (width, height)
    tiles = [
        scaled(picture[y : y + height, x : x + width], size, size)
        for x, y in np.clip(np.rint(corners), 0, limit).astype(int)
    ]
    return np.stack(tiles).reshape(len(tiles), -1).astype(np.float32)


def _misfits(tiles: Floats, references: References, groups: int) -> Floats:
    """How far each of so many equal groups of tiles is from the templates: 1 is the limit."""
    apart = distances(tiles, references) / references.limits
    return apart.min(axis=1).reshape(groups, -1).mean(axis=1)


def _edges(middles: Points, pitch: float) -> tuple[float, ...]:
    """The edges of the lines of cells with these middles, missing lines filled in.

    Equal lines where that fits, else each line where its own cells are.
    """
    ordered = np.sort(middles)
    lines = np.split(ordered, np.flatnonzero(np.diff(ordered) > pitch / 2) + 1)
    places = np.array([np.median(line) for line in lines])
    index = np.concatenate(([0], np.cumsum(np.maximum(1, np.rint(np.diff(places) / pitch)))))
    every = np.arange(index[-1] + 1)
    if len(places) == 1:
        return float(places[0] - pitch / 2), float(places[0] + pitch / 2)
    slope, start = np.polyfit(index, places, 1)
    if abs(start + slope * index - places).max() > EVEN:
        return edges_around([float(place) for place in np.interp(every, index, places)])
    if abs(slope - round(slope)) < WHOLE:
        slope = round(slope)
        start = round(float(np.median(places - slope * index)) - slope / 2) + slope / 2
    return tuple(float(start + slope * (i - 0.5)) for i in range(len(every) + 1))


def _extent(picture: Picture, seed: Lattice, skin: Skin) -> Located | None:
    """The rectangle of recognised cells around the seed, grown for as long as it goes on."""
    lattice = seed.inside(picture)
    for _ in range(_MOST_GROWTHS):
        margin = max(lattice.columns, lattice.rows) // 2 + 1
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
