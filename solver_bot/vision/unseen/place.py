"""Where a board is whose skin nobody knows: the lattice its faces stand on, and how far it goes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.board import NUMBERS
from solver_bot.vision.arrays import Floats, Mask, Picture
from solver_bot.vision.candidates import UNEVEN, Candidate
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice, line_edges
from solver_bot.vision.locate import FEWEST_LINES, largest_patch
from solver_bot.vision.unseen.compare import spread
from solver_bot.vision.unseen.cut import SIZE, Bytes, tiles_of
from solver_bot.vision.unseen.kinds import ALIKE, Drawings, Kinds, sort_tiles

_MARGINS = (1, 2, 4, 8, 16)
_FEW_KINDS, _MANY_KINDS = 16, 0.4
"""More kinds of tiles than this, and so many per cell, are no board's."""
_ENOUGH = 14
_FLAT = 2.0
"""Grey levels that the pixels of a flat tile differ by."""
MOST_LINES = 130
"""A grid of more lines than this is a pattern, not a board."""
_LIKE_INSIDE = 0.1
"""The share of cells beside a side that may look like the beginning of more cells."""
_STRIP = 5
"""How much of a tile of ``SIZE`` pixels is looked at beyond a side."""
_GAP = 2
"""How much of that may be a gap between cells."""
_STRIP_SHAPES = {
    "left": (SIZE, _STRIP, 3),
    "top": (_STRIP, SIZE, 3),
    "right": (SIZE, _STRIP, 3),
    "bottom": (_STRIP, SIZE, 3),
}
_RATHER_ALIKE = 7.0
"""Grey levels that blurred tiles may be apart to be cells of one board."""
_OFF = 0.15
"""The share of a cell that its signs may be off the middle of its face."""
_NARROW = 2.5
"""Pixels of a picture that must be seen beyond a side for anything to be said of it."""

_AS_OTHERS, _ONE_COLOUR = 2, 0.7
"""So many other sides must have a frame's line, and so much of it be of one colour."""


def board_at(picture: Picture, candidate: Candidate) -> tuple[Lattice, Kinds] | None:
    """The rectangle of cells that a candidate's faces are part of, with its tiles sorted."""
    seed = _seed(picture, candidate)
    return extent(picture, seed) if seed else None


def centred(picture: Picture, lattice: Lattice, kinds: Kinds, drawn: Drawings) -> Lattice | None:
    """The lattice moved so that what differs between drawn tiles is in their middle.

    A face need not be in the middle of its cell, but signs about are. Grid lines and bevels are on
    all tiles alike, so only the signs differ. None where there is nothing to move.
    """
    tiles = kinds.tiles[~drawn.blank & (kinds.counts > 0)]
    if len(tiles) < 2:
        return None
    tiles = tiles - np.median(tiles.reshape(len(tiles), -1, 3), axis=1).repeat(
        SIZE * SIZE, 0
    ).reshape(len(tiles), -1)
    differs = tiles.std(axis=0).reshape(SIZE, SIZE, 3).mean(axis=2)
    shifts = []
    for profile, pitch in zip(
        (differs.mean(axis=0), differs.mean(axis=1)),
        (lattice.cell_width, lattice.cell_height),
        strict=True,
    ):
        angles = 2 * np.pi * (np.arange(SIZE) + 0.5) / SIZE
        turn = np.angle(np.sum(profile * np.exp(1j * angles)))
        middle = (turn % (2 * np.pi)) / (2 * np.pi) - 0.5
        shifts.append(round(float(np.clip(middle, -_OFF, _OFF)) * pitch))
    if not any(shifts):
        return None
    return lattice.moved(*shifts).inside(picture)


def _seed(picture: Picture, candidate: Candidate) -> Lattice | None:
    """The lattice through the faces whose tiles are of the fewest kinds."""
    choices = [
        line_edges(middles, pitch)
        for middles, pitch in zip(candidate.middles.T, candidate.pitch, strict=True)
    ]
    cropped = [Lattice(xs, ys).inside(picture) for xs, ys in product(*choices)]
    lattices = [one for one in cropped if one and min(one.columns, one.rows) > 1]
    if len(lattices) < 2:
        return lattices[0] if lattices else None
    return min(lattices, key=lambda one: len(sort_tiles(picture, _middle(one)).tiles))


def _middle(lattice: Lattice) -> Lattice:
    """At most so many cells from the middle as tell what the whole is like."""
    left, top = max(0, lattice.columns - _ENOUGH) // 2, max(0, lattice.rows - _ENOUGH) // 2
    right, bottom = min(lattice.columns, left + _ENOUGH), min(lattice.rows, top + _ENOUGH)
    return lattice.part(left, top, right, bottom)


def extent(picture: Picture, seed: Lattice) -> tuple[Lattice, Kinds] | None:
    """The cells around the seed that look like those in it."""
    lattice = seed
    inside = seed
    if _motley(sort_tiles(picture, _middle(seed))):
        return None
    for margin in _MARGINS:
        area = lattice.grown(margin).inside(picture) or lattice
        if max(area.columns, area.rows) > MOST_LINES:
            return None
        kinds = sort_tiles(picture, area)
        good = _like(kinds, _slices(area, inside))
        left, top, right, bottom = largest_patch(good)
        if min(right - left, bottom - top) < 2:
            return None
        left, top, right, bottom = _without_ground(kinds, (left, top, right, bottom))
        lattice = area.part(left, top, right, bottom)
        edges = (left, top, area.columns - right, area.rows - bottom)
        beyond = lattice.grown(1).inside(picture) or lattice
        stuck = (
            beyond.left == lattice.left,
            beyond.top == lattice.top,
            beyond.right == lattice.right,
            beyond.bottom == lattice.bottom,
        )
        if all(edge > 0 or end for edge, end in zip(edges, stuck, strict=True)):
            if min(lattice.columns, lattice.rows) < FEWEST_LINES:
                return None
            return lattice, _part(kinds, (left, top, right, bottom))
        inside = lattice
    return None


def _motley(kinds: Kinds) -> bool:
    """Whether there are more kinds of tiles than any board has."""
    return len(kinds.tiles) > _FEW_KINDS + _MANY_KINDS * kinds.of.size


def _slices(area: Lattice, inside: Lattice) -> tuple[slice, slice]:
    def span(outer: tuple[float, ...], inner: tuple[float, ...]) -> slice:
        first = int(np.abs(np.array(outer) - inner[0]).argmin())
        last = int(np.abs(np.array(outer) - inner[-1]).argmin())
        return slice(first, max(last, first + 1))

    return span(area.ys, inside.ys), span(area.xs, inside.xs)


def _like(kinds: Kinds, inside: tuple[slice, slice]) -> Mask:
    """Which cells are of a kind that is found inside."""
    known = np.unique(kinds.of[inside])
    return np.isin(kinds.of, known[known >= 0])


def _without_ground(kinds: Kinds, box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The box without outer lines that are of one flat kind, as is what lies beyond them."""
    flat = np.append(spread(kinds.tiles) < _FLAT, False)
    left, top, right, bottom = box

    def ground(line: NDArray[np.int64]) -> bool:
        return bool((line == line[0]).all() and flat[line[0]])

    while right - left > 2 and bottom - top > 2:
        inner = kinds.of[top:bottom, left:right]
        if ground(inner[0]):
            top += 1
        elif ground(inner[-1]):
            bottom -= 1
        elif ground(inner[:, 0]):
            left += 1
        elif ground(inner[:, -1]):
            right -= 1
        else:
            break
    return left, top, right, bottom


def _part(kinds: Kinds, box: tuple[int, int, int, int]) -> Kinds:
    left, top, right, bottom = box
    of = kinds.of[top:bottom, left:right]
    kept = np.unique(of[of >= 0])
    number = np.full(len(kinds.tiles) + 1, -1)
    number[kept] = np.arange(len(kept))
    of = number[of]
    return Kinds(of, kinds.tiles[kept], np.bincount(of[of >= 0], minlength=len(kept)))


def cut_sides(
    picture: Picture,
    lattice: Lattice,
    kinds: Kinds,
    codes: NDArray[np.uint8],
    framed: Sequence[str] = (),
) -> tuple[str, ...]:
    """The sides beyond which more cells seem to begin, or may be hidden, or where the picture ends.

    What lies around a board is its program's, so around a corner it looks the same on both sides.
    Where a side differs at both its corners, a window may stand in front of it, exactly along a
    line of cells. ``codes`` says what each kind shows, ``framed`` which sides have their frame.
    """
    rims = {side: _rim(picture, lattice, side) for side in SIDES}
    return tuple(
        side
        for side in SIDES
        if _goes_on(picture, lattice, kinds, codes, side)
        or not (side in framed or _meets_another(rims, side))
    )


def ends_straight(picture: Picture, lattice: Lattice) -> bool:
    """Whether what lies right beyond each side is the same all along it, as a frame or a margin."""
    for side in SIDES:
        beyond = _strips(picture, lattice, side)
        if float(np.sqrt(((beyond - beyond.mean(axis=0)) ** 2).mean())) > ALIKE:
            return False
    return True


def framed_sides(picture: Picture, lattice: Lattice) -> tuple[str, ...]:
    """The sides along which the same line runs as along two others, as no line does inside.

    For cells whose sides are known to the pixel.
    """
    lines = {side: _line(picture, lattice, side) for side in SIDES}
    inside = [_between(picture, lattice, upright) for upright in (True, False)]
    alike = {
        side: sum(_close(lines[side], lines[other]) for other in SIDES if other != side)
        for side in SIDES
    }
    return tuple(
        side
        for side in SIDES
        if alike[side] >= _AS_OTHERS and not any(_close(lines[side], one) for one in inside)
    )


def _line(picture: Picture, lattice: Lattice, side: str) -> Floats:
    """The colour of the line of pixels right beyond a side; nan where it has none."""
    return _colour(
        {
            "left": picture[_span(lattice.ys), max(0, round(lattice.left) - 1)],
            "right": picture[_span(lattice.ys), min(picture.shape[1] - 1, round(lattice.right))],
            "top": picture[max(0, round(lattice.top) - 1), _span(lattice.xs)],
            "bottom": picture[min(picture.shape[0] - 1, round(lattice.bottom)), _span(lattice.xs)],
        }[side]
    )


def _between(picture: Picture, lattice: Lattice, upright: bool) -> Floats:
    """The colour of the line between two cells in the middle of a board."""
    if upright:
        return _colour(picture[_span(lattice.ys), round(lattice.xs[lattice.columns // 2])])
    return _colour(picture[round(lattice.ys[lattice.rows // 2]), _span(lattice.xs)])


def _span(edges: tuple[float, ...]) -> slice:
    return slice(max(0, round(edges[0])), round(edges[-1]))


def _colour(pixels: Picture) -> Floats:
    colour = np.median(pixels, axis=0)
    near = abs(pixels - colour).max(axis=1) <= 3 * ALIKE
    return colour if near.mean() > _ONE_COLOUR else np.full(3, np.nan)


def _close(some: Floats, other: Floats) -> bool:
    return bool(np.sqrt(((some - other) ** 2).mean()) < 1.5 * ALIKE)


def _goes_on(
    picture: Picture, lattice: Lattice, kinds: Kinds, codes: NDArray[np.uint8], side: str
) -> bool:
    room = _room(picture, lattice)[SIDES.index(side)]
    if room < max(_NARROW, _STRIP / SIZE * lattice.cell_width / 2):
        return True
    beyond = _strips(picture, lattice, side)
    tiles = kinds.tiles.reshape(-1, SIZE, SIZE, 3)
    starts = _side_strip(tiles, side).reshape(len(tiles), -1)
    uniform = float(np.sqrt(((beyond - beyond.mean(axis=0)) ** 2).mean())) < ALIKE
    if uniform:  # the window's ground may be that of open cells
        starts = starts[codes > max(NUMBERS)]
    if not len(starts):
        return False
    apart = np.sqrt(((beyond[:, None] - starts[None]) ** 2).mean(axis=2)).min(axis=1)
    return float((apart < 1.5 * ALIKE).mean()) > _LIKE_INSIDE


def _rim(picture: Picture, lattice: Lattice, side: str) -> Floats:
    """What lies beyond the first and the last cell of a side: shape (2, distances, colours).

    Not right beside them, since the lattice may be off by the gap between two cells; nor far
    out, since a margin may be narrow.
    """
    strips = _strips(picture, lattice, side)[[0, -1]].reshape(-1, *_STRIP_SHAPES[side])
    if side in ("top", "bottom"):
        strips = strips.swapaxes(1, 2)
    rim = np.median(strips, axis=1)
    return (rim[:, ::-1] if side in ("left", "top") else rim)[:, _GAP:]


def _meets_another(rims: dict[str, Floats], side: str) -> bool:
    """Whether a side's rim goes on around a corner."""
    upright = side in ("left", "right")
    across = ("top", "bottom") if upright else ("left", "right")
    here = int(side in ("right", "bottom"))
    return any(
        np.sqrt(((rims[side][end] - rims[other][here]) ** 2).mean(axis=1)).min() < 1.5 * ALIKE
        for end, other in enumerate(across)
    )


def _room(picture: Picture, lattice: Lattice) -> tuple[float, float, float, float]:
    height, width = picture.shape[:2]
    return lattice.left, lattice.top, width - lattice.right, height - lattice.bottom


def _side_strip(tiles: Floats | Bytes, side: str) -> Floats | Bytes:
    """Of tiles beyond a side, the pixels next to it."""
    return {
        "left": tiles[:, :, -_STRIP:],
        "top": tiles[:, -_STRIP:],
        "right": tiles[:, :, :_STRIP],
        "bottom": tiles[:, :_STRIP],
    }[side]


def _strips(picture: Picture, lattice: Lattice, side: str) -> Floats:
    """What lies right beyond every cell of a side: shape (cells, pixels of the strip)."""
    tiles = _beyond(picture, lattice, side).reshape(-1, SIZE, SIZE, 3)
    return _side_strip(tiles, side).reshape(len(tiles), -1).astype(np.float32)


def _beyond(picture: Picture, lattice: Lattice, side: str) -> Bytes:
    """The tiles where one more line of cells would be, as in ``tiles_of``."""
    left, top, right, bottom = (int(side == name) for name in SIDES)
    more = lattice.part(-left, -top, lattice.columns + right, lattice.rows + bottom)
    pads = [max(0, int(np.ceil(-edge))) for edge in (more.left, more.top)]
    ends = [
        max(0, int(np.ceil(more.right - picture.shape[1]))),
        max(0, int(np.ceil(more.bottom - picture.shape[0]))),
    ]
    padded = picture
    if any(pads) or any(ends):
        padded = np.asarray(
            cv2.copyMakeBorder(picture, pads[1], ends[1], pads[0], ends[0], cv2.BORDER_REPLICATE),
            np.uint8,
        )
    line = {
        "left": more.part(0, 0, 1, more.rows),
        "top": more.part(0, 0, more.columns, 1),
        "right": more.part(more.columns - 1, 0, more.columns, more.rows),
        "bottom": more.part(0, more.rows - 1, more.columns, more.rows),
    }[side]
    return tiles_of(padded, line.moved(pads[0], pads[1]), SIZE)


def going_on_sides(picture: Picture, lattice: Lattice, kinds: Kinds) -> tuple[str, ...]:
    """The sides beyond which some tiles look like those inside, be they off by a pixel or two."""
    inside = _soft(kinds.tiles)
    found = []
    for side in SIDES:
        beyond = _soft(_beyond(picture, lattice, side).astype(np.float32))
        apart = np.sqrt(((beyond[:, None] - inside) ** 2).mean(axis=2)).min(axis=1)
        if (apart < _RATHER_ALIKE).mean() > _LIKE_INSIDE:
            found.append(side)
    return tuple(found)


def faces_beyond(candidates: Sequence[Candidate], lattice: Lattice) -> tuple[str, ...]:
    """The sides right beyond which more faces of such cells stand than by chance.

    Cells that are unevenly wide may be off the lattice further out, and yet be cells.
    """
    across, down = lattice.cell_width, lattice.cell_height
    alike = [
        one.middles
        for one in candidates
        if abs(np.divide(one.pitch, (across, down)) - 1).max() <= UNEVEN
    ]
    if not alike:
        return ()
    x, y = np.concatenate(alike).T
    beside_rows = (lattice.top < y) & (y < lattice.bottom)
    beside_columns = (lattice.left < x) & (x < lattice.right)
    beyond = {
        "left": beside_rows & (abs(lattice.left - x - across / 2) < across / 2),
        "top": beside_columns & (abs(lattice.top - y - down / 2) < down / 2),
        "right": beside_rows & (abs(x - lattice.right - across / 2) < across / 2),
        "bottom": beside_columns & (abs(y - lattice.bottom - down / 2) < down / 2),
    }
    lines = {"left": lattice.rows, "right": lattice.rows}
    return tuple(
        side
        for side in SIDES
        if beyond[side].sum() > max(1, _LIKE_INSIDE * lines.get(side, lattice.columns))
    )


def _soft(tiles: Floats) -> Floats:
    soft: list[Floats] = [
        np.asarray(cv2.blur(one, (3, 3)), np.float32) for one in tiles.reshape(-1, SIZE, SIZE, 3)
    ]
    return np.stack(soft).reshape(len(tiles), -1)
