"""New games: grids that a program may have drawn as nothing but covered cells."""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.board import COVERED, UNREADABLE, Possible
from solver_bot.vision.arrays import Floats, Mask, Picture, Points
from solver_bot.vision.boards.answer import Answer
from solver_bot.vision.boards.reader import seen_in
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import CELL, RIM, cut_patches

_WINDOWS = (8, 8), (9, 9), (16, 16), (30, 16)
_GOOGLE = (10, 8), (18, 14), (24, 20)
_OTHERS = (10, 10), (20, 20)
USUAL_SIZES = frozenset(
    size for wide, high in (*_WINDOWS, *_GOOGLE, *_OTHERS) for size in ((wide, high), (high, wide))
)
"""Columns and rows of the levels of Windows' Minesweeper and of Google's, and two sizes that many
programs have; either way round."""
_NEW_OF_USUAL, _NEW_OF_EQUAL, _NEW_OF_ANY, _NEW_POINTED_OUT = 6.6, 8.0, 9.2, 5.0
"""``Answer.quartile`` of a new game of a usual size or in a window with the game's name, of another
one whose cells are drawn equal, of any other one, and of one that the player has pointed out. In
some 230 pictures of other things grids of one colour, such as fences, walls, buttons and parts of
new games, had up to 7.9 if their cells are equal, and others up to 9.1; none was of a usual size.
An empty spreadsheet has 8.25, and grey buttons without a gap 8.8: nobody could tell these apart.
New games of 53 programs that others wrote had 6.6 and more in a usual size, and 7.7 and more if
their cells are equal."""
_FEWEST_LINES, _MOST_CELLS = 6, 720
"""Lines of a new game of an unusual size at least, each way, and its cells at most, unless it is
pointed out or in a window with the game's name. Windows' largest game has 30 x 24. Four columns of
tiles beside a window were taken for a game, and so was a window with 33 x 32 dots."""
_LONGEST = 2.5
"""How many times as long as wide a grid of equal cells is at most, for less to be asked of it. A
calendar of 19 x 6 cells has 8.6. Of 53 programs that others wrote no board was longer than 2."""
_UNREAD_OF_USUAL, _UNREAD_OF_ANY, _UNREAD_POINTED_OUT = 0.1, 0.04, 0.25
"""The largest share of their unread cells: those beneath a pointer, a cursor or a small message.
Where cells are plates of steel, each with other scratches, the nets left 12 % of a game unread."""
_POINTED_AT = 4
"""So many cells may be unread on every board: those that meet beneath the pointer."""
_ALIKE, _EQUAL, _NEARLY_ALL = 20.0, 2.0, 0.9
"""Grey levels by which any ninth of nearly all cells of a new game may differ from the usual one,
and by which those of equal cells do.
Of 108 generated new games one had 19.3 and the others less. Coloured tiles had 30 and more, small
jewels on white cells 63."""
_MARGIN = 0.5
"""Cells between a new game and the edge of the picture. A column of which a third was seen was left
out of one."""
_LINE, _PLAIN, _OTHER_COLOUR = 3, 4.0, 20.0
"""Pixels of a line around a board, and of a strip beside it that tells something; grey levels by
which pixels of one plain colour differ at most, and those of other colours at least."""
_OTHER_END, _TIMES_OTHER_END = 9.0, 2.5
"""Grey levels by which a strip beside a board differs at least, on average, from what its cells end
with, to be no part of a cell, and how many times as far as these differ. Of 280 generated new games
parts of cells differed by up to 1.3 times that, and nearly all other strips by 13 and more."""
_AROUND = RIM + CELL // 8
"""Values of a patch on each side of a cell's face."""
_LIT, _OF_ONE_LIGHT, _EVENLY = 80.0, 24.0, 6.5
"""The same where light falls on the cells from one side; by how much nearly all may be off one line
of colours, and off the middle of cells on opposite sides. Lit games had up to 56, 17 and 5.6; tiles
of several colours are off the middle by 7.8 and more, and a palette is off any line by 49."""
_OPPOSITE = (1, 1), (1, -1), (0, 2), (2, 0)
"""Steps to cells of which another one is in the middle."""


def new_games_in(picture: Picture, possible: Possible, pointed_out: bool = False) -> list[Lattice]:
    """Where new games are seen whole, all cells being covered: see ``is_new_game``."""
    seen = seen_in(picture, possible)
    return [one.lattice for one in seen if is_new_game(picture, one, pointed_out)]


def is_new_game(
    picture: Picture, answer: Answer, pointed_out: bool = False, named: bool = False
) -> bool:
    """Whether a board that is seen whole has nothing but covered cells, for sure."""
    return not against_new(picture, answer, pointed_out, named)


def against_new(
    picture: Picture, answer: Answer, pointed_out: bool = False, named: bool = False
) -> str:
    """Why what was seen is not taken for a new game; empty if it is.

    Any even grid looks like one, so a grid must be seen far more surely if neither has a program a
    level of its size nor is its window ``named`` as the game is, and less so where the player has
    ``pointed_out`` the place. Unless the player has pointed it out, its cells must have one colour,
    and it must not reach so close to the picture's edge that some may lie beyond.
    """
    unread = answer.codes == UNREADABLE
    usual = named or (answer.lattice.columns, answer.lattice.rows) in USUAL_SIZES
    most = _UNREAD_OF_USUAL if usual else _UNREAD_OF_ANY
    most = max(_UNREAD_POINTED_OUT if pointed_out else most, _POINTED_AT / unread.size)
    if against := _against_place(picture, answer, usual, pointed_out):
        return against
    if not (unread | (answer.codes == COVERED)).all():
        return "not all cells are covered"
    if unread.mean() > most or _has_unread_side(unread):
        return f"at most {most:.0%} of its cells may be unread, and no whole outermost line"
    cells = colours(picture, answer.lattice)
    equal = are_alike(cells, _EQUAL) and not _is_long(answer.lattice)
    least = _NEW_OF_USUAL if usual else _NEW_OF_EQUAL if equal else _NEW_OF_ANY
    least = _NEW_POINTED_OUT if pointed_out else least
    if answer.quartile < least:
        which = "" if usual or pointed_out else " for a size that is no usual level's"
        return f"the evidence of most cells must be {least:g}{which}, and is {answer.quartile:.2f}"
    same = pointed_out or are_alike(cells) or are_lit(cells)
    return "" if same else "its cells have several colours"


def _against_place(picture: Picture, answer: Answer, usual: bool, pointed_out: bool) -> str:
    """Why nothing that is seen at this place is taken for a new game; empty if it may be."""
    if answer.cut:
        return "it may go on beyond a side"
    if not pointed_out and is_at_edge(picture, answer.lattice):
        return "the picture ends so close to it that it may go on beyond"
    few = min(answer.codes.shape) < _FEWEST_LINES
    if not (usual or pointed_out) and (few or answer.codes.size > _MOST_CELLS):
        return (
            f"its size is not usual: fewer than {_FEWEST_LINES} lines, or over {_MOST_CELLS} cells"
        )
    return ""


def _has_unread_side(unread: Mask) -> bool:
    """Whether nothing is read in an outermost line, so that the grid may end before."""
    return any(line.all() for line in (unread[0], unread[-1], unread[:, 0], unread[:, -1]))


def _is_long(lattice: Lattice) -> bool:
    """Whether a grid is longer than boards are."""
    sides = lattice.columns, lattice.rows
    return max(sides) > _LONGEST * min(sides)


def is_at_edge(picture: Picture, lattice: Lattice) -> bool:
    """Whether the picture ends within a part of a cell beyond some side, and may cut off cells.

    It does not where what lies between looks otherwise than the ends of the board's cells, or is
    plain and of another colour than these.
    """
    height, width = picture.shape[:2]
    turned = picture.swapaxes(0, 1)
    xs, ys = np.array(lattice.xs), np.array(lattice.ys)
    cells = colours(picture, lattice).reshape(-1, 3)
    sides = (
        (picture, xs, ys),
        (turned, ys, xs),
        (picture[:, ::-1], (width - xs)[::-1], ys),
        (turned[:, ::-1], (height - ys)[::-1], xs),
    )
    return any(_may_go_on(side, across, down, cells) for side, across, down in sides)


def _may_go_on(picture: Picture, xs: Points, ys: Points, cells: Floats) -> bool:
    """Whether the picture's left edge may cut off cells. ``xs`` are the edges of the columns."""
    if xs[0] >= _MARGIN * (xs[-1] - xs[0]) / (len(xs) - 1):
        return False
    wide = max(0, round(float(xs[0])))
    lines = picture[max(0, round(float(ys[0]))) : round(float(ys[-1]))].astype(np.float32)
    strip = lines[:, :wide]
    return not (wide and _ends_otherwise(lines, strip, xs)) and not _is_bare(strip, cells)


def _ends_otherwise(lines: Floats, strip: Floats, xs: Points) -> bool:
    """Whether a strip beside a board looks otherwise than all columns of cells end.

    The columns may differ among themselves, and may be drawn up to a pixel beside their lines.
    """

    def nearest(one: Floats, columns: Points) -> float:
        ends = [round(float(x)) + off for x in columns for off in (-1, 0, 1)]
        fitting = [end for end in ends if one.shape[1] <= end <= lines.shape[1]]
        return min(float(np.abs(one - lines[:, x - one.shape[1] : x]).mean()) for x in fitting)

    wide = strip.shape[1]
    first = round(float(xs[1]))
    among = nearest(lines[:, first - wide : first], xs[2:])
    return nearest(strip, xs[1:]) > max(_OTHER_END, _TIMES_OTHER_END * among)


def _is_bare(strip: Floats, cells: Floats) -> bool:
    """Whether what lies between the picture's edge, on the left, and a board shows no cells.

    The outermost pixels of the board may be a line around it.
    """
    outer = strip[:, : strip.shape[1] - _LINE]
    if outer.shape[1] < _LINE:
        return False
    ground = np.median(outer, (0, 1))
    off = np.abs(outer - ground).max()
    return bool(off <= _PLAIN and np.abs(cells - ground).max(-1).min() > _OTHER_COLOUR)


def colours(picture: Picture, lattice: Lattice) -> Floats:
    """The mean colours of nine parts of every cell's face, shape (rows, columns, 27).

    The line around a face is left out: it falls on the next cell where the lattice is a pixel off.
    """
    patches, index = cut_patches(picture, lattice)
    inner = patches[:, _AROUND:-_AROUND, _AROUND:-_AROUND, :3]
    parts = [cv2.resize(one, (3, 3), interpolation=cv2.INTER_AREA).ravel() for one in inner]
    return np.asarray(np.array(parts, np.float32)[index])


def are_alike(cells: Floats, most: float = _ALIKE) -> bool:
    """Whether cells of these colours, shape (rows, columns, n), can be those of a new game.

    Nearly all have about one colour, up to ``most`` grey levels, or two on a checkerboard.
    """
    return _nearly_all(_off_usual(cells)) <= most


def are_lit(cells: Floats) -> bool:
    """Whether cells of these colours, shape (rows, columns, n), may be equal but for the light.

    It makes cells brighter or darker along one line of colours, and more so from cell to cell.
    """
    off = _off_usual(cells)
    if _nearly_all(off) > _LIT or _nearly_all(_unevenness(cells)) > _EVENLY:
        return False
    off = off.reshape(-1, off.shape[-1])
    line = np.linalg.svd(off, full_matrices=False)[2][0]
    return _nearly_all(off - np.outer(off @ line, line)) <= _OF_ONE_LIGHT


def _nearly_all(off: Floats) -> float:
    """By how much nearly all cells are off at most, in any of the last axis."""
    return float(np.nanquantile(np.abs(off).max(-1), _NEARLY_ALL))


def _off_usual(cells: Floats) -> Floats:
    """By how much the colours of every cell differ from the usual ones of its half of the board.

    The halves are those of a checkerboard.
    """
    off = cells.copy()
    for parity in (0, 1):
        chosen = np.indices(cells.shape[:2]).sum(0) % 2 == parity
        off[chosen] -= np.median(cells[chosen], 0)
    return off


def _unevenness(cells: Floats) -> Floats:
    """By how much the colours of every cell are off those on opposite sides of it.

    It is not a number where no two such cells are. Those of the other colour of a checkerboard do
    not count.
    """
    rows, columns = cells.shape[:2]
    around = np.pad(cells, ((2, 2), (2, 2), (0, 0)), constant_values=np.nan)

    def moved(down: int, right: int) -> Floats:
        return np.asarray(around[2 + down : 2 + down + rows, 2 + right : 2 + right + columns])

    between = [(moved(*step) + moved(*np.negative(step))) / 2 for step in _OPPOSITE]
    known = ~np.isnan(between)
    mean = np.where(known, between, 0).sum(0) / np.maximum(known.sum(0), 1)
    somewhere: Mask = np.asarray(known.any((0, -1)))
    return np.where(somewhere[..., None], cells - mean, np.nan)
