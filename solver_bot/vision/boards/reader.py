"""Boards in any look, as two nets see them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from solver_bot.board import COVERED, EMPTY, FLAG, NUMBERS, UNREADABLE, Board, Possible
from solver_bot.vision.arrays import Codes, Floats, Picture
from solver_bot.vision.boards.answer import Answer, has_numbers
from solver_bot.vision.boards.findings import add, findings
from solver_bot.vision.extract import Extraction, going_on
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice, in_reading_order
from solver_bot.vision.locate import Candidates
from solver_bot.vision.patches import CELL, RIM, cut_patches
from solver_bot.vision.unseen.kinds import sort_tiles
from solver_bot.vision.unseen.model import seen_skin

_TOGETHER = 0.5
"""The least share of numbers that touch another open cell or a flag."""
_BESIDE_EMPTY = 0.5
"""The largest share of flags beside an empty cell."""
_MOST_UNREAD = 0.75
"""The largest share of unread cells. Beyond it some of what is read is wrong."""
_MOST_OF_PART = 0.25
"""The same of a board that goes on at three sides or four. Text was taken for such a part of a
board, with two cells in five unread."""
_SIDES_OF_PART = 3
_WINDOWS = (8, 8), (9, 9), (16, 16), (30, 16)
_GOOGLE = (10, 8), (18, 14), (24, 20)
_OTHERS = (10, 10), (20, 20)
USUAL_SIZES = frozenset(
    size for wide, high in (*_WINDOWS, *_GOOGLE, *_OTHERS) for size in ((wide, high), (high, wide))
)
"""Columns and rows of the levels of Windows' Minesweeper and of Google's, and two sizes that many
programs have; either way round."""
_NEW_OF_USUAL, _NEW_OF_EQUAL, _NEW_OF_ANY, _NEW_POINTED_OUT = 7.0, 8.0, 8.4, 5.0
"""``Answer.quartile`` of a new game of a usual size or in a window with the game's name, of another
one whose cells are drawn equal, of any other one, and of one that the player has pointed out. Of
256 generated new games that were seen whole 181 were named without the second limit, and 232 if
they are pointed out. Of 57 other grids, such as fences, walls, buttons and parts of new games, none
was named: they had up to 8.3, and plain ones of a usual size up to 6.8."""
_UNREAD_OF_USUAL, _UNREAD_OF_ANY = 0.1, 0.04
"""The largest share of their unread cells: those beneath a pointer, a cursor or a small message."""
_SURE_OF_FEW, _MOST_OF_FEW = 0.99, 0.1
"""The same of what is read of a game with few numbers, and its largest share of unread cells: a
puzzle with clues and 30 % unread cells was taken for one."""
_CLEAR, _SURE_OF_TORN, _SURE_OF_FAINT = 4.5, 0.975, 0.995
"""The least evidence for the cells beside what is in front of a board, for them to be clearly seen,
and the same of such boards and of others, if much is unread. A sudoku of 4 x 4 cells was taken for
a board at 88 %, and parts of wide cells for whole ones at 96.3 %. So was, at 99.3 %, a text of
numbers and # in letters of several widths, in which cells are hardly seen."""

_ALIKE, _EQUAL, _NEARLY_ALL = 20.0, 2.0, 0.9
"""Grey levels by which any ninth of nearly all cells of a new game may differ from the usual one,
and by which those of equal cells do.
Of 108 generated new games one had 19.3 and the others less. Coloured tiles had 30 and more, small
jewels on white cells 63. Of some 1,900 pictures of other things five have grids of equal cells with
a quartile of 6.9 to 7.7, and none a greater one; four with 8.2 and 8.3 have cells that differ by 4
and more."""
_MARGIN = 0.5
"""Cells between a new game and the edge of the picture. A column of which a third was seen was left
out of one."""
_AROUND = RIM + CELL // 8
"""Values of a patch on each side of a cell's face."""
_LIT, _EVENLY = 30.0, 8.0
"""The same where light falls from one side, and by how much nearly all may differ from an even
slope: coloured tiles had 10 and more."""


def seen_in(
    picture: Picture,
    possible: Possible,
    taken: Sequence[Lattice] = (),
    candidates: Candidates | None = None,
) -> list[Answer]:
    """All that the nets see in a picture, sure or not, in reading order, outside places taken."""
    found: list[Answer] = []
    for finding in findings(picture, possible, taken, candidates):
        if finding.answer:
            add(finding.answer, found)
    return in_reading_order(found)


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
    ``pointed_out`` the place. Unless the player has pointed it out, it must not reach so close to
    the picture's edge that some cells may lie beyond.
    """
    unread = answer.codes == UNREADABLE
    usual = named or (answer.lattice.columns, answer.lattice.rows) in USUAL_SIZES
    most = _UNREAD_OF_USUAL if usual or pointed_out else _UNREAD_OF_ANY
    if answer.cut:
        return "it may go on beyond a side"
    if not pointed_out and is_at_edge(picture, answer.lattice):
        return "the picture ends so close to it that it may go on beyond"
    if not (unread | (answer.codes == COVERED)).all():
        return "not all cells are covered"
    if unread.mean() > most:
        return f"at most {most:.0%} of its cells may be unread"
    cells = colours(picture, answer.lattice)
    least = _NEW_OF_USUAL if usual else _NEW_OF_EQUAL if are_alike(cells, _EQUAL) else _NEW_OF_ANY
    least = _NEW_POINTED_OUT if pointed_out else least
    if answer.quartile < least:
        which = "" if usual or pointed_out else " for a size that is no usual level's"
        return (
            f"the evidence of most cells must be {least:.1f}{which}, and is {answer.quartile:.1f}"
        )
    return "" if are_alike(cells) else "its cells have several colours"


def is_at_edge(picture: Picture, lattice: Lattice) -> bool:
    """Whether the picture ends within a part of a cell beyond some side."""
    height, width = picture.shape[:2]
    across, down = _MARGIN * lattice.cell_width, _MARGIN * lattice.cell_height
    inside = lattice.left >= across and lattice.top >= down
    return not (inside and lattice.right + across <= width and lattice.bottom + down <= height)


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

    Nearly all have about one colour, up to ``most`` grey levels, or two on a checkerboard, though
    light may fall from one side.
    """
    place = np.indices(cells.shape[:2])
    apart = np.empty((2, *cells.shape[:2]), np.float32)
    for parity in (0, 1):
        chosen = place.sum(0) % 2 == parity
        some = cells[chosen]
        places = np.vstack([np.ones(len(some)), place[:, chosen]]).T
        slope = places @ np.linalg.lstsq(places, some, rcond=None)[0]
        apart[0, chosen] = np.abs(some - np.median(some, 0)).max(1)
        apart[1, chosen] = np.abs(some - slope).max(1)
    usual, even = np.quantile(apart, _NEARLY_ALL, axis=(1, 2))
    return bool(usual <= most or (usual <= _LIT and even <= min(most, _EVENLY)))


def is_sure(answer: Answer) -> bool:
    """Whether a board may be reported that nothing but the nets has seen."""
    return not against(answer)


def against(answer: Answer) -> str:
    """Why a board that nothing but the nets has seen may not be reported; empty if it may.

    A new game may not: without a number any uniform grid looks like one. A table may have few
    numbers, or numbers that lie apart, so more is asked of such a board.
    """
    codes = answer.codes
    if not has_numbers(codes, 1):
        return "no number is open"
    usual = has_numbers(codes) and lies_together(codes)
    which = "" if usual else " on a board with few numbers, or with numbers apart"
    if not usual and answer.confidence < _SURE_OF_FEW:
        return f"what its cells show must be {_SURE_OF_FEW:.1%} sure{which}"
    unread = float((codes == UNREADABLE).mean())
    least = _SURE_OF_TORN if answer.clear >= _CLEAR else _SURE_OF_FAINT
    if unread > _MOST_OF_PART and answer.confidence < least:
        return f"what its cells show must be {least:.1%} sure on a board of which much is unread"
    most = _MOST_UNREAD if usual else _MOST_OF_FEW
    if len(answer.cut) >= _SIDES_OF_PART:
        most = min(most, _MOST_OF_PART)
        which = which or " on a board that goes on at three sides or four"
    if unread > most:
        return f"at most {most:.0%} of its cells may be unread{which}"
    return "" if flags_stand_apart(codes) else "most flags stand beside empty cells"


def flags_stand_apart(codes: Codes) -> bool:
    """Whether most flags are beside no empty cell. Shape (rows, columns).

    An empty cell opens all cells around it, so flags beside it show that covered cells were taken
    for empty ones. A single flag may be a mistake of the player's.
    """
    flags = codes == FLAG
    beside_empty = cv2.dilate((codes == EMPTY).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return int(flags.sum()) < 2 or bool(beside_empty[flags].mean() <= _BESIDE_EMPTY)


def lies_together(codes: Codes) -> bool:
    """Whether most numbers touch another open cell or a flag, as in a game. (rows, columns)."""
    numbers = np.isin(codes, tuple(NUMBERS - {0}))
    open_cells = np.isin(codes, (*NUMBERS, FLAG)).astype(np.uint8)
    near = np.ones((3, 3), np.uint8)
    near[1, 1] = 0
    touching = cv2.dilate(open_cells, near, borderValue=0) > 0
    return bool(touching[numbers].mean() >= _TOGETHER) if numbers.any() else False


def extraction(picture: Picture, answer: Answer) -> Extraction:
    """A board that the nets see, in a skin made of its own tiles."""
    kinds = sort_tiles(picture, answer.lattice)
    firsts = np.unique(kinds.of, return_index=True)[1]
    codes = answer.codes.ravel()[firsts].tobytes()
    skin = seen_skin(picture, answer.lattice, kinds, codes)
    rows, columns = answer.codes.shape
    board = Board(columns, rows, answer.codes.tobytes())
    whole = Extraction(board, answer.lattice, skin, answer.confidence)
    return going_on(whole, tuple(side for side in SIDES if side in answer.cut))
