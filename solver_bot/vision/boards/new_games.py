"""New games: grids that a program may have drawn as nothing but covered cells."""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace

import numpy as np

from solver_bot.board import COVERED, UNREADABLE, Possible
from solver_bot.vision.arrays import Floats, Mask, Picture, Points
from solver_bot.vision.boards.answer import Answer
from solver_bot.vision.boards.cell_colours import EQUAL, are_alike, colours, is_of_one_colour
from solver_bot.vision.boards.missing_frame import side_without_frame
from solver_bot.vision.boards.reader import seen_in
from solver_bot.vision.lattice import Lattice

_WINDOWS = (8, 8), (9, 9), (16, 16), (30, 16)
_GOOGLE = (10, 8), (18, 14), (24, 20)
_OTHERS = (10, 10), (20, 20)
USUAL_SIZES = frozenset(
    size for wide, high in (*_WINDOWS, *_GOOGLE, *_OTHERS) for size in ((wide, high), (high, wide))
)
"""Columns and rows of the levels of Windows' Minesweeper and of Google's, and two sizes that many
programs have; either way round."""
_WEIGHTS = 3.30, 1.26, 0.68, -0.17
_BIAS = -6.90
"""What each of the ``Signs`` of a new game adds to the logarithm of its odds, and the odds with
none: fitted by ``benchmarks.reading_net.new_games``."""
_LEAST, _LEAST_NAMED, _LEAST_POINTED_OUT = 2.0, 3.0, -1.0
"""The least logarithm of the odds that a grid is a new game, for it to be clicked: unasked, in a
window with the game's name, and where the player has pointed it out. The name counts as a usual
size does, so the second is higher: other lattices on the game had up to 5."""
_FEWEST_LINES, _MOST_CELLS, _MOST_NAMED = 5, 720, 1200
"""A new game of an unusual size, not pointed out: its fewest lines each way, outside windows with
the game's name, and its most cells outside and inside such windows. Windows' largest game has 30 x
24, ace-minesweeper's 32 x 32. Four columns of tiles beside a window were taken for a game, and so
were a window with 33 x 32 dots, and quarters of the cells of a game."""
_FEWEST_LEFT = 4
"""The fewest lines of a new game, each way, once unread ones are left out."""
_UNREAD, _UNREAD_POINTED_OUT = 0.1, 0.25
"""The largest share of unread cells that nothing hides. Where cells are plates of steel, each
scratched differently, the nets left 12 % of a game unread."""
_HIDDEN = 0.35
"""The largest share of cells that a window or a message in front may hide."""
_POINTED_AT = 4
"""The most cells that may be unread on every board: those that meet beneath the pointer."""
_MARGIN = 0.5
"""The fewest cells between a new game and the picture's edge. One game was seen without a column of
which a third was seen."""
_LINE, _PLAIN, _OTHER_COLOUR = 3, 4.0, 20.0
"""Pixels of a line around a board, and of the narrowest strip beside it that tells something; the
most grey levels by which pixels of one plain colour differ, and the fewest by which other colours
do."""
_OTHER_END, _TIMES_OTHER_END = 9.0, 2.5
"""How much a strip beside a board differs from the ends of its cells at least, on average, to be no
part of one: in grey levels, and in multiples of how much these differ. Of 280 generated new games
parts of cells differed by up to 1.3 times that, and nearly all other strips by 13 and more."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What tells a new game from another grid.

    Attributes:
        usual: whether programs have a level of this size. A title with the game's name, or a
            player who points it out, tells as much.
        equal: whether its cells are drawn equal.
        surest: the logarithm of the odds that the surest of its cells is one.
        beyond: the same of the tile around it that looks most like a cell.

    """

    usual: bool
    equal: bool
    surest: float
    beyond: float

    @property
    def odds(self) -> float:
        """The logarithm of the odds that this is a new game."""
        return float(np.dot(_WEIGHTS, np.array(astuple(self), float)) + _BIAS)


def signs(answer: Answer, cells: Floats) -> Signs:
    """What tells whether this is a new game; ``cells`` are from ``cell_colours.colours``."""
    return Signs(
        is_of_usual_size(answer.lattice),
        are_alike(cells, EQUAL),
        answer.surest,
        answer.beyond,
    )


def new_games_in(picture: Picture, possible: Possible, pointed_out: bool = False) -> list[Lattice]:
    """Where new games are seen whole, all cells being covered: see ``is_new_game``."""
    seen = seen_in(picture, possible)
    return [one.lattice for one in seen if is_new_game(picture, one, pointed_out)]


def without_unread_sides(answer: Answer) -> Answer:
    """The answer without outermost lines of which no cell is read: a frame may be as wide as cells.

    Use it only where a player has pointed a game out: elsewhere something may hide these cells.
    """
    unread = answer.codes == UNREADABLE
    rows, columns = (np.flatnonzero(~unread.all(axis)) for axis in (1, 0))
    if not (len(rows) and len(columns)):
        return answer
    if min(rows[-1] - rows[0], columns[-1] - columns[0]) + 1 < _FEWEST_LEFT:
        return answer
    left, top, right, bottom = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    return replace(
        answer,
        lattice=answer.lattice.part(int(left), int(top), int(right), int(bottom)),
        codes=answer.codes[top:bottom, left:right],
        likely=answer.likely[top:bottom, left:right],
    )


def is_new_game(
    picture: Picture, answer: Answer, pointed_out: bool = False, named: bool = False
) -> bool:
    """Whether a board that is seen whole has nothing but covered cells, for sure."""
    return not against_new(picture, answer, pointed_out, named)


def against_new(
    picture: Picture, answer: Answer, pointed_out: bool = False, named: bool = False
) -> str:
    """Why what was seen is not taken for a new game; empty if it is.

    Any even grid looks like a new game. If its window is not ``named`` like the game and the player
    has not ``pointed_out`` the place, a grid must be far more likely a new game, and its cells must
    have one colour. Unless pointed out, it must not be so close to the picture's edge that cells
    may lie beyond.
    """
    unread = answer.codes == UNREADABLE
    if named or pointed_out:
        unread &= ~_in_covered_sides(answer)
    if against := _against_place(picture, answer, named, pointed_out):
        return against
    if not np.isin(answer.codes, (COVERED, UNREADABLE)).all():
        return "not all cells are covered"
    if against := _against_unread(unread, _UNREAD_POINTED_OUT if pointed_out else _UNREAD):
        return against
    cells = colours(picture, answer.lattice)
    if not (pointed_out or named or is_of_one_colour(cells)):
        return "its cells have several colours"
    seen = signs(answer, cells)
    told = pointed_out or (named and not seen.usual)
    least = _LEAST_POINTED_OUT if pointed_out else _LEAST_NAMED if told else _LEAST
    return _unlikely(replace(seen, usual=seen.usual or told), least)


def _unlikely(seen: Signs, least: float) -> str:
    """What to say of a grid that is unlikely to be a new game; empty if it is likely enough."""
    if seen.odds >= least:
        return ""
    but = "" if seen.usual else ", of a size that is no usual level's"
    return f"it must be {_share(least):.1%} likely a new game, and is {_share(seen.odds):.1%}{but}"


def _share(odds: float) -> float:
    """The probability, from the logarithm of the odds."""
    return float(1 / (1 + np.exp(-odds)))


def _against_place(picture: Picture, answer: Answer, named: bool, pointed_out: bool) -> str:
    """Why a grid of this size and place is not taken for a new game; empty if it may be."""
    if answer.cut:
        return "it may go on beyond a side"
    if not pointed_out and is_at_edge(picture, answer.lattice):
        return "the picture ends so close to it that it may go on beyond"
    if not pointed_out and (side := side_without_frame(picture, answer.lattice)):
        return f"it may go on beyond its {side} side, where its frame is missing"
    if pointed_out or is_of_usual_size(answer.lattice):
        return ""
    if min(answer.codes.shape) < _FEWEST_LINES and not named:
        return f"its size is not usual: fewer than {_FEWEST_LINES} lines"
    most = _MOST_NAMED if named else _MOST_CELLS
    return f"its size is not usual: over {most} cells" if answer.codes.size > most else ""


def is_of_usual_size(lattice: Lattice) -> bool:
    """Whether programs have a level of this size."""
    return (lattice.columns, lattice.rows) in USUAL_SIZES


def _against_unread(unread: Mask, share: float) -> str:
    """What to say of cells too many of which are unread; empty if they are few enough."""
    hidden = behind_something(unread)
    most = max(share, _POINTED_AT / unread.size)
    if (unread & ~hidden).mean() > most:
        return f"at most {most:.0%} of its cells may be unread where nothing hides them"
    if hidden.mean() > _HIDDEN or _has_unread_side(unread):
        return f"at most {_HIDDEN:.0%} of its cells may be hidden, and no whole outermost line"
    return ""


def behind_something(unread: Mask) -> Mask:
    """Which unread cells something in front hides: those of squares of four unread cells."""
    squares = np.pad(unread[1:] & unread[:-1], ((1, 1), (0, 0)))
    squares = np.pad(squares[:, 1:] & squares[:, :-1], ((0, 0), (1, 1)))
    covering = squares[1:] | squares[:-1]
    return np.asarray(covering[:, 1:] | covering[:, :-1])


def _in_covered_sides(answer: Answer) -> Mask:
    """The cells of outermost lines that are wholly unread, though each cell is likeliest covered.

    A window may cut a few pixels off its last line of cells, so that these seem half hidden.
    """
    covered = (answer.likely.argmax(-1) == COVERED) & (answer.codes == UNREADABLE)
    sides: Mask = np.zeros(covered.shape, np.bool_)
    for cells, lines in ((sides, covered), (sides.T, covered.T)):
        cells[0] |= lines[0].all()
        cells[-1] |= lines[-1].all()
    return sides


def _has_unread_side(unread: Mask) -> bool:
    """Whether nothing is read in an outermost line, so that the grid may end before."""
    return any(line.all() for line in (unread[0], unread[-1], unread[:, 0], unread[:, -1]))


def is_at_edge(picture: Picture, lattice: Lattice) -> bool:
    """Whether the picture ends so close beyond some side that it may cut off cells.

    It cuts off none where the strip between looks otherwise than the ends of the board's cells, or
    is plain and of another colour than the cells.
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
    """Whether a strip beside a board looks otherwise than the ends of all columns of cells.

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
