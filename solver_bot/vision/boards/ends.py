"""Whether a board ends at its sides, by what is seen beyond them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from solver_bot.board import COVERED, UNREADABLE
from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.boards.nets import LEAST_INSIDE, OUTSIDE, Sight
from solver_bot.vision.boards.view_edge import cuts_off
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import CELL, RIM, SIDE, Cut

BySide = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_NARROW, _WHOLE = 0.06, 0.9
"""How much must be seen beyond a side, in cells, for a picture to show at all that the board ends
there, and for the nets alone to say what the next line is."""
_SETTLED = 0.98
"""The probability of an end from which a partly seen line beyond it is not asked whether cells go
on there. Of 223 such sides of 500 generated boards 41 were cut off. The nets alone took 4 of these
for ends, with up to 0.95; both together took none, and one end for none."""
_ALIKE = 8.0
"""Grey levels by which two strips of the same look differ at most on average."""
_MOST_LINES, _SOME_LINES = 0.8, 0.2
"""The share of lines that look as if they went on from which the board goes on, and the share from
which a narrow strip does not show that it ends. One of 33 strips beyond ends of 250 generated
boards had more, besides seven that looked as if all lines went on."""
_USUAL = 0.1
"""The least share of the strips within a board that are like one beyond it, on average. On one
board, all strips beyond were like the one beside its three flags, which had no face."""
_TORN, _TORN_FROM, _MOST = 0.1, -1.0, 6.0
"""The largest probability of an end where the nets are torn, the mean logarithm of the odds for
cells from which they are, and the most that a single cell counts. An open column of a terminal had
-0.1, and 2 of 892 lines beyond ends of generated boards had more than -1."""
_SURELY = 0.9
"""The probability of an end from which the surroundings of the board surely are seen beyond it."""
_GROUND, _PLAIN = 8, 0.97
"""Grey levels by which pixels of one plain ground differ at most, and the least share of the line
beyond a side that must be plain: the border of a window in front takes more than the rest."""


def by_side(values: Iterable[float]) -> BySide:
    left, top, right, bottom = values
    return left, top, right, bottom


def endings(picture: Picture, seen: Sight, area: Lattice, box: tuple[int, int, int, int]) -> BySide:
    """The probability that a board ends at each side.

    Args:
        picture: the picture.
        seen: what the nets see on all of ``area``.
        area: the lattice of the board and of what is around it.
        box: where the board is in it: left, top, right, bottom, in cells.

    """
    left, top, right, bottom = box
    lines = (
        (slice(top, bottom), left - 1) if left else None,
        (top - 1, slice(left, right)) if top else None,
        (slice(top, bottom), right) if right < area.columns else None,
        (bottom, slice(left, right)) if bottom < area.rows else None,
    )
    hidden = np.exp(seen.likely[..., UNREADABLE]) * seen.inside
    lattice, cut = area.part(*box), seen.cut.part(*box)
    shown = _shown_beyond(picture, lattice)
    covered = seen.likely[top:bottom, left:right].argmax(-1) == COVERED
    ends = [
        0.0
        if cuts_off(picture, lattice, number, covered)
        else _ending(cut, number, shown[number], hidden[line] if line else None)
        for number, line in enumerate(lines)
    ]
    grounds = [_plain(picture, lattice, side) for side in range(4)]
    return by_side(
        min(end, _TORN) if line and _is_torn(seen.likely[line][seen.inside[line]]) else end
        for end, line in zip(_as_the_surroundings(ends, grounds), lines, strict=True)
    )


def _is_torn(likely: Floats) -> bool:
    """Whether the nets cannot rule out cells on a line beyond a side.

    ``likely`` is the logarithm of each state's probability for its tiles, shape (tiles, states).
    """
    outside = likely[:, OUTSIDE]
    cells = np.logaddexp.reduce(likely[:, :UNREADABLE], -1)
    return len(likely) > 0 and float(np.clip(cells - outside, -_MOST, _MOST).mean()) > _TORN_FROM


def _as_the_surroundings(ends: Sequence[float], grounds: Sequence[Floats | None]) -> BySide:
    """The probabilities of ends, raised at sides with the same plain ground as beyond a sure end.

    That ground is what is around the board, and no window in front of it.
    """
    sure = [
        (end, ground)
        for end, ground in zip(ends, grounds, strict=True)
        if ground is not None and end >= _SURELY
    ]
    return by_side(
        max([end, *(other for other, around in sure if _is_one_ground(ground, around))])
        for end, ground in zip(ends, grounds, strict=True)
    )


def _is_one_ground(one: Floats | None, other: Floats) -> bool:
    return one is not None and bool(np.abs(one - other).max() <= _GROUND)


def _plain(picture: Picture, lattice: Lattice, side: int) -> Floats | None:
    """The colour of the line of cells beyond a side, if it is plain and wholly in the picture."""
    columns, rows = lattice.columns, lattice.rows
    line = (
        lattice.part(-1, 0, 0, rows),
        lattice.part(0, -1, columns, 0),
        lattice.part(columns, 0, columns + 1, rows),
        lattice.part(0, rows, columns, rows + 1),
    )[side]
    left, top, right, bottom = (
        round(edge) for edge in (line.left, line.top, line.right, line.bottom)
    )
    height, width = picture.shape[:2]
    if left < 0 or top < 0 or right > width or bottom > height:
        return None
    pixels = picture[top:bottom, left:right]
    colour = np.array([_median(pixels[..., channel]) for channel in range(pixels.shape[-1])])
    near = cv2.inRange(pixels, np.ceil(colour - _GROUND), np.floor(colour + _GROUND)) > 0
    return np.asarray(colour, np.float32) if near.mean() >= _PLAIN else None


def _median(levels: Picture) -> float:
    """The median of grey levels. NumPy's own sorts them, which takes longer."""
    counts = np.cumsum(np.bincount(levels.ravel(), minlength=256))
    middle = (levels.size + 1) // 2, levels.size // 2 + 1
    return float(np.searchsorted(counts, middle).mean())


def _ending(cut: Cut, side: int, shown: float, hidden: Floats | None) -> float:
    """The probability that the board ends at a side, given how hidden the cells beyond it are.

    ``shown`` is how much of the picture is seen beyond, in cells.
    """
    if hidden is None or shown < _NARROW:
        return 0.0
    if shown < LEAST_INSIDE:
        return 0.0 if goes_on(cut, side, shown, _SOME_LINES) else 1.0
    end = 1 - float(hidden.mean())
    unsettled = shown < _WHOLE and end < _SETTLED
    return 0.0 if unsettled and goes_on(cut, side, RIM / CELL) else end


def _shown_beyond(picture: Picture, lattice: Lattice) -> BySide:
    """How much of the picture is seen beyond each side, in cells."""
    height, width = picture.shape[:2]
    return (
        lattice.left / lattice.cell_width,
        lattice.top / lattice.cell_height,
        (width - lattice.right) / lattice.cell_width,
        (height - lattice.bottom) / lattice.cell_height,
    )


def goes_on(cut: Cut, side: int, shown: float, lines: float = _MOST_LINES) -> bool:
    """Whether the narrow strip beyond a side looks as if cells went on there.

    Args:
        cut: the board's tiles.
        side: 0 to 3: left, top, right, bottom.
        shown: how much of the next line is in the picture, in cells, less than the rim of a patch.
        lines: the share of the board's lines that must look so.

    """
    turns = (2, 3, 0, 1)[side]  # so that the side is the right one
    index = np.rot90(cut.of, turns)
    wide = max(1, int(shown * CELL))
    rims = np.rot90(cut.patches[..., :3], turns, (1, 2))
    strips = rims[:, RIM:-RIM, SIDE - RIM : SIDE - RIM + wide].astype(np.int16)
    tiles, counts = np.unique(index[:, :-1], return_counts=True)
    share = counts / counts.sum()
    alike = [
        share[np.abs(strips[tiles] - strips[number]).mean((1, 2, 3)) <= _ALIKE].sum()
        for number in index[:, -1]
    ]
    usual = np.mean(alike) >= _USUAL
    return bool(usual and np.mean(np.array(alike) > 0) >= lines)
