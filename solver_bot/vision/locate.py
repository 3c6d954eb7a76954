"""Finds every board in a picture, at any size and any place.

The stages: find flat faces enclosed by edges → group faces of one size that repeat at one pitch in
both directions → find the skin and the exact place at which the tiles there look most like
templates → take the rectangle of recognised cells around them.
No template slides over the picture. Only the tiles of candidates are compared with templates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from solver_bot.vision.anchor import anchored
from solver_bot.vision.arrays import Mask, Picture, Points
from solver_bot.vision.candidates import (
    FEWEST_FACES,
    Candidate,
    faces_in,
    nearly_square,
    stretched,
)
from solver_bot.vision.frame import SIDES, is_closed
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.recognise import Judged, look_at, recognised
from solver_bot.vision.skin import Look, Skin

EDGES = (7, 3)
"""Least differences between neighbouring pixels at an edge, in grey levels, tried in turn."""
FEWEST_LINES = 4
"""The least number of rows and of columns of a board."""
THIN = 0.4
"""The least share of recognised cells in an outer line of a board."""
_MOST_CANDIDATES = 24
_MARGINS = (2, 4, 8, 16, 32, 64)
"""How many lines of cells beyond the recognised ones are examined, in successive steps."""


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """A board that was found.

    Attributes:
        lattice: where its cells are.
        skin: the skin it is drawn in.
        fit: the mean certainty of its cells, 0 to 1.
        known: the share of cells that are recognised.
        cut: the sides ("left", ...) whose frame is not visible, so that the board may go on there.
        seen: what its tiles look like, in reading order; None if they have to be cut out again.

    """

    lattice: Lattice
    skin: Skin
    fit: float
    known: float
    cut: tuple[str, ...]
    seen: Judged | None = None

    @property
    def cells(self) -> float:
        """The number of recognised cells."""
        return self.known * self.lattice.columns * self.lattice.rows

    @property
    def is_doubtful(self) -> bool:
        """Whether a cell or a side is missing that another candidate might include."""
        return self.known < 1 or bool(self.cut)


class Candidates:
    """The candidates of a picture, largest first. They are computed once."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self._faces: dict[int, Points] = {}
        self._known: dict[int, list[Candidate]] = {}

    def at(self, edge: int) -> list[Candidate]:
        """Those of nearly square cells, for an edge of ``edge`` grey levels."""
        if edge not in self._known:
            self._known[edge] = _largest_first(nearly_square(self.faces_at(edge)))
        return self._known[edge]

    def stretched_at(self, edge: int) -> list[Candidate]:
        """Those of cells much wider than high, or much higher than wide."""
        return _largest_first(stretched(self.faces_at(edge)))

    def faces_at(self, edge: int) -> Points:
        """Boxes of all faces, for the same: rows of left, top, width, height."""
        if edge not in self._faces:
            self._faces[edge] = faces_in(self.picture, edge)
        return self._faces[edge]


def _largest_first(candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda one: -one.area)


def locate(
    picture: Picture,
    skins: Sequence[Skin],
    candidates: Candidates | None = None,
    edges: Sequence[int] = EDGES,
) -> list[Located]:
    """Every board in the picture, in reading order (by top edge, then left).

    If no board is found, fainter edges are tried.
    """
    candidates = candidates or Candidates(picture)
    for edge in edges:
        found: list[Located] = []
        for candidate in candidates.at(edge)[:_MOST_CANDIDATES]:
            _take(picture, candidate, skins, found)
        if found:
            return sorted(found, key=lambda board: (board.lattice.top, board.lattice.left))
    return []


def _take(
    picture: Picture, candidate: Candidate, skins: Sequence[Skin], found: list[Located]
) -> None:
    """Add the candidate's boards to those found. A better board replaces a doubtful one."""
    doubtful = [board for board in found if board.is_doubtful]
    while rest := _uncovered(candidate, [board for board in found if board not in doubtful]):
        board = _board_at(picture, rest, skins)
        if not board:
            return
        rivals = [other for other in found if board.lattice.overlaps(other.lattice)]
        if any(not other.is_doubtful or other.cells >= board.cells for other in rivals):
            return
        found[:] = [other for other in found if other not in rivals] + [board]
        doubtful = []


def _uncovered(candidate: Candidate, found: Sequence[Located]) -> Candidate | None:
    """The candidate without faces on boards that are already found; None if too few are left."""
    left = candidate.middles
    for place in (board.lattice for board in found):
        x, y = left.T
        inside = (place.left <= x) & (x < place.right) & (place.top <= y) & (y < place.bottom)
        left = left[~inside]
    return replace(candidate, middles=left) if len(left) >= FEWEST_FACES else None


def _board_at(picture: Picture, candidate: Candidate, skins: Sequence[Skin]) -> Located | None:
    """The board that the candidate's faces belong to; None if no skin recognises it."""
    for lattice, skin in anchored(picture, candidate, skins):
        if board := _extent(picture, lattice, skin):
            return board
    return None


def _extent(picture: Picture, seed: Lattice, skin: Skin) -> Located | None:
    """The rectangle of recognised cells around the seed, extended as far as it goes."""
    lattice = seed.inside(picture)
    if lattice is None:
        return None
    for margin in _MARGINS:
        area, seen = _look_around(picture, lattice, margin, skin.look)
        certainty = recognised(seen, skin.look)[1].reshape(area.rows, area.columns)
        left, top, right, bottom = largest_patch(certainty > 0)
        if min(right - left, bottom - top) < 1:
            return None
        lattice = area.part(left, top, right, bottom)
        if not _may_grow(lattice, area, picture):
            if min(lattice.columns, lattice.rows) < FEWEST_LINES:
                return None
            lattice, cut = _bounded(picture, lattice, skin)
            patch = certainty[top:bottom, left:right]
            fit, known = float(patch.mean()), float((patch > 0).mean())
            return Located(lattice, skin, fit, known, cut, _within(seen, area, lattice))
    return None


def _look_around(
    picture: Picture, lattice: Lattice, margin: int, look: Look
) -> tuple[Lattice, Judged]:
    """What the cells of a lattice and of ``margin`` lines around it look like, and where they are.

    It is one line around it if no cell of that is recognised: cells further out are none of the
    same patch.
    """
    near = lattice.grown(1).inside(picture) or lattice
    seen = look_at(picture, near, look)
    around = seen.certainty.reshape(near.rows, near.columns) > 0
    left, top = int(near.left < lattice.left), int(near.top < lattice.top)
    around[top : top + lattice.rows, left : left + lattice.columns] = False
    if not around.any():
        return near, seen
    area = lattice.grown(margin).inside(picture) or lattice
    return area, look_at(picture, area, look)


def _within(seen: Judged, area: Lattice, lattice: Lattice) -> Judged | None:
    """What the tiles of a lattice within the area look like.

    None if they were not cut out for that exactly as they would be for the lattice alone.
    """
    if not area.is_whole or round(area.pitch) != round(lattice.pitch):
        return None
    if lattice.left not in area.xs or lattice.top not in area.ys:
        return None
    left, top = area.xs.index(lattice.left), area.ys.index(lattice.top)
    right, bottom = left + lattice.columns, top + lattice.rows
    if area.part(left, top, right, bottom) != lattice:
        return None
    numbers = np.arange(area.columns * area.rows).reshape(area.rows, area.columns)
    return seen.of(numbers[top:bottom, left:right].ravel())


def _may_grow(lattice: Lattice, area: Lattice, picture: Picture) -> bool:
    """Whether the picture has cells beside the lattice that are outside the examined area."""
    beyond = lattice.grown(1).inside(picture) or lattice
    return (
        beyond.left < area.left - 1
        or beyond.top < area.top - 1
        or beyond.right > area.right + 1
        or beyond.bottom > area.bottom + 1
    )


def largest_patch(known: Mask) -> tuple[int, int, int, int]:
    """The left, top, right and bottom of the largest patch, without thin outer lines."""
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


def _bounded(picture: Picture, lattice: Lattice, skin: Skin) -> tuple[Lattice, tuple[str, ...]]:
    """The lattice with every side at its frame, and the sides where no frame is visible.

    Something may hide the outermost line of the board, so the frame is also looked for one line
    further out.
    """
    unseen = []
    for side in SIDES:
        for more in (0, 1):
            moved = _with_lines(lattice, side, more)
            if moved.is_inside(picture) and is_closed(picture, moved, side, skin.look.frame):
                lattice = moved
                break
        else:
            unseen.append(side)
    return lattice, tuple(unseen)


def _with_lines(lattice: Lattice, side: str, more: int) -> Lattice:
    left, top, right, bottom = (more * (side == name) for name in SIDES)
    return lattice.part(-left, -top, lattice.columns + right, lattice.rows + bottom)
