"""Lines of a lattice that are not the board's.

Around a board lie more cells of a sheet, or nothing at all. Between its columns stand brackets or
spaces, where a cell is written with several characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from solver_bot.board import COVERED, EMPTY, FLAG, NUMBERS, UNREADABLE
from solver_bot.vision.arrays import Codes, Floats, Mask
from solver_bot.vision.boards.ground import EDGE, EDGES
from solver_bot.vision.boards.oddity import beside
from solver_bot.vision.patches import RIM, Cut, Patches

Box = tuple[int, int, int, int]
"""Lines of a lattice: left, top, right, bottom, the last two excluded."""

_SURELY = -0.02
"""The logarithm of the least probability of a state that counts."""
_FEWEST = 3
"""The fewest covered or flagged cells among the numbers that show what such cells stand on."""
_APART, _NEARLY_ALL, _STEP, _SELDOM = 24.0, 0.9, 4.0, 0.02
"""The most grey levels by which grounds of covered cells differ; the share of a line's covered
cells with other grounds from which it is not the board's; levels that are taken together; and the
share of covered cells up to which a ground does not count: a cell may be misread."""
_SMALLEST = 4
"""The fewest lines of a board."""
_PLAIN, _SAME_GROUND = 16.0, 8.0
"""Grey levels by which the pixels of a cell that shows nothing differ at most, and two such cells
beside each other: colours may change slowly behind the cells."""
_CHARACTERS = (2, 3, 4)
"""How many characters a cell is written with, if there are brackets."""
_COLUMNS_OF_BRACKETS = 3
_WIDEST_CHARACTER = 0.8
"""The largest width of a character in a terminal, as a share of a line's height."""
_NUMBERS, _COLUMNS_OF_NUMBERS = 12, 5
"""The fewest numbers, and columns with one, that show where numbers stand. 12 cells opened one at a
time are all in columns at such distances once in 2,000 boards."""
_OTHER_SIGN, _FAR = 3.0, 3.0
"""How much brackets differ from covered cells on average: in grey levels, and as a multiple of how
much they differ from each other. On 166 boards, covered cells that fill such columns differ by at
most 2.3, and 0.4 times; in a dim terminal, brackets differed by 6.4, and 11 times."""


def has_brackets(cut: Cut, codes: Codes, width: float) -> bool:
    """Whether every second, third or fourth column shows the same sign in all its cells.

    Brackets do, where cells are written with several characters. In no game do marks fill such
    columns. Covered cells may, but they look there as elsewhere. Cells too wide for characters need
    not: a game may have covered cells in several colours.

    Args:
        cut: the tiles of the board.
        codes: what they show, shape (rows, columns).
        width: of a cell, as a share of its height.

    """
    columns = codes.shape[1]
    return any(
        _is_marked(cut, codes, slice(first, None, characters), width <= _WIDEST_CHARACTER)
        for characters in _CHARACTERS
        for first in range(min(characters, columns - (_COLUMNS_OF_BRACKETS - 1) * characters))
    )


def has_spaces(codes: Codes) -> bool:
    """Whether numbers stand only in every second, third or fourth column. Shape (rows, columns).

    They do where cells are written with several characters.
    """
    columns = np.nonzero(np.isin(codes, tuple(NUMBERS - {EMPTY})))[1]
    if len(columns) < _NUMBERS or len(np.unique(columns)) < _COLUMNS_OF_NUMBERS:
        return False
    return any(len(np.unique(columns % characters)) == 1 for characters in _CHARACTERS)


def _is_marked(cut: Cut, codes: Codes, columns: slice, characters: bool) -> bool:
    """Whether all cells of these columns show one sign, except unread ones, fewer than half.

    ``characters`` tells whether cells are narrow enough to be characters.
    """
    some = codes[:, columns]
    read = some[some != UNREADABLE]
    if read.size <= some.size / 2 or read.min() < COVERED or (read != read.flat[0]).any():
        return False
    if int(read[0]) > COVERED:
        return True
    return characters and _look_otherwise(cut, codes == COVERED, columns)


def _look_otherwise(cut: Cut, covered: Mask, columns: slice) -> bool:
    """Whether covered cells of these columns are alike, and unlike those of the others."""
    inside = np.zeros_like(covered)
    inside[:, columns] = True
    cells = cut.patches[:, RIM:-RIM, RIM:-RIM, :3].astype(np.float32)
    ours, others = (cells[cut.of[covered & where]] for where in (inside, ~inside))
    if len(others) < _FEWEST:
        return False
    apart = float(np.abs(ours.mean(0) - others.mean(0)).mean())
    within = float(np.abs(ours - ours.mean(0)).mean())
    return apart > max(_OTHER_SIGN, _FAR * within)


def shown_lines(likely: Floats) -> Box | None:
    """The lines up to the outermost ones that show more than empty cells; None without such.

    ``likely`` is the logarithm of each code's probability, shape (rows, columns, codes).
    """
    return _around(likely.argmax(-1) != EMPTY)


def lines_of_something(cut: Cut, box: Box, codes: Codes) -> Box:
    """The lines of a board without outermost ones that show nothing at all.

    Where empty cells show nothing, what is around the board looks like more of them. A line of the
    surroundings is plain, looks like what is beyond, and has a covered cell beside it. An empty
    cell would have opened that, in a program that opens areas.

    Args:
        cut: the tiles of the board and of lines around it.
        box: the board among them.
        codes: those of the board, shape (rows, columns).

    """
    left, top, right, bottom = box
    lines = [0, 0, right - left, bottom - top]
    for side, turns in enumerate((1, 0, 3, 2)):
        turned, of = np.rot90(codes, -turns), np.rot90(cut.of, -turns)
        around = np.rot90(mask_of(box, cut.of.shape), -turns)
        inner = int(np.flatnonzero(around.any(1))[0])
        across = np.flatnonzero(around.any(0))
        while len(turned) > _SMALLEST and inner > 0 and _is_of_nothing(turned):
            if not _is_one_ground(cut.patches[of[inner - 1 : inner + 1, across]]):
                break
            turned, inner = turned[1:], inner + 1
            lines[side] += 1 if side < 2 else -1
    return lines[0], lines[1], lines[2], lines[3]


def mask_of(box: Box, shape: tuple[int, ...]) -> Mask:
    """Which tiles of an array of this shape are in the rectangle."""
    inside = np.zeros(shape, np.bool_)
    inside[box[1] : box[3], box[0] : box[2]] = True
    return inside


def _is_one_ground(patches: Patches) -> bool:
    """Whether the second line of tiles is plain and looks like the first, beside it.

    ``patches`` has shape (2, cells, side, side, channels).
    """
    beyond, line = patches[:, :, RIM:-RIM, RIM:-RIM, :3].astype(np.float32)
    same = np.abs(line.mean((1, 2)) - beyond.mean((1, 2))) <= _SAME_GROUND
    return bool(same.all() and (np.ptp(line, axis=(1, 2)) <= _PLAIN).all())


def _is_of_nothing(codes: Codes) -> bool:
    """Whether the first line shows nothing but empty cells, and cannot be a line of them."""
    if not np.isin(codes[0], (EMPTY, UNREADABLE)).all():
        return False
    closed = np.isin(codes, (COVERED, FLAG))
    left_closed = (codes[1:] == EMPTY) & (beside(closed[1:]) > 0)
    return bool(beside(closed)[0].any() and not left_closed.any())


def lines_on_ground(cut: Cut, likely: Floats) -> Box:
    """The lines up to the first ones whose covered cells have an unusual ground.

    The cells of a sheet go on around a board that is drawn in it. The usual grounds are those of
    covered and flagged cells between the outermost numbers, or beside them early in a game.
    Outwards from there, the first line of seemingly covered cells of which nearly none has such a
    ground is not the board's. The grounds of lines before it are added, so that light may fall from
    one side. A frame may reach into the outermost cells, so a line must differ without its outer
    edges too. ``likely`` is the logarithm of each code's probability, shape (rows, columns, codes),
    for the tiles of ``cut``.
    """
    shown = likely.argmax(-1)
    rows, columns = shown.shape
    core = _around(np.isin(shown, tuple(NUMBERS - {EMPTY})) & (likely.max(-1) > _SURELY))
    if core is None:
        return 0, 0, columns, rows
    left, top, right, bottom = core
    across, down = _wide_enough(left, right, columns), _wide_enough(top, bottom, rows)
    unopened = np.isin(shown, (COVERED, FLAG))
    surely = unopened & (likely.max(-1) > _SURELY)
    usual = _with_usual_ground(cut, surely, core)
    if usual is None:
        return 0, 0, columns, rows

    every, *without = _grounds(cut)[:, cut.of]

    def lines(side: int, numbers: Sequence[int]) -> int:
        upright = side % 2 == 0
        parts = [(down, line) if upright else (line, across) for line in numbers]
        return max(
            _added(grounds[usual], (_of_covered(grounds[p], unopened[p]) for p in parts))
            for grounds in (every, without[side])
        )

    return (
        left - lines(0, range(left - 1, -1, -1)),
        top - lines(1, range(top - 1, -1, -1)),
        right + lines(2, range(right, columns)),
        bottom + lines(3, range(bottom, rows)),
    )


def _with_usual_ground(cut: Cut, surely: Mask, core: Box) -> Mask | None:
    """The cells that show what covered ones stand on: those among the numbers, or beside them.

    None where there are too few, or those beside the numbers have several colours.
    """
    left, top, right, bottom = core
    within = np.zeros_like(surely)
    within[top:bottom, left:right] = True
    if (surely & within).sum() >= _FEWEST:
        return surely & within
    near = np.zeros_like(surely)
    near[max(0, top - 1) : bottom + 1, max(0, left - 1) : right + 1] = True
    near &= surely
    is_plain = _are_of_one_colour(_grounds(cut)[0, cut.of][near])
    return near if is_plain and near.sum() >= _FEWEST else None


def _wide_enough(first: int, last: int, count: int) -> slice:
    """Lines ``first`` to ``last``, the last excluded, with more beside them if these are few.

    A single cell may be selected, and so look otherwise than all others.
    """
    more = -(-max(0, _FEWEST - (last - first)) // 2)
    return slice(max(0, first - more), min(count, last + more))


def _are_of_one_colour(grounds: Floats) -> bool:
    """Whether grounds, shape (n, 3), have one colour, as on a sheet, on which no light falls."""
    return len(grounds) > 0 and float(np.ptp(grounds, 0).max()) <= _STEP


def _of_covered(grounds: Floats, unopened: Mask) -> Floats | None:
    """The grounds of the covered cells of a line, shape (n, 3); None if most cells are others."""
    return grounds[unopened] if unopened.mean() > 0.5 else None


def _added(usual: Floats, lines: Iterable[Floats | None]) -> int:
    """How many of the next lines are the board's, by the grounds of their covered cells."""
    count = 0
    for count, grounds in enumerate(lines, 1):
        if grounds is None:
            continue
        known, counts = np.unique(np.rint(usual / _STEP) * _STEP, axis=0, return_counts=True)
        often = counts > _SELDOM * len(usual)
        known = known[often] if often.any() else known
        other = np.abs(grounds[:, None] - known).max(-1).min(-1) > _APART
        if other.mean() >= _NEARLY_ALL:
            return count - 1
        usual = np.concatenate([usual, grounds[~other]])
    return count


def _grounds(cut: Cut) -> Floats:
    """The mean colours along the edges of every patch's cell: shape (5, n, 3).

    Along all edges, and without the left, the top, the right and the bottom one.
    """
    cells = cut.patches[:, RIM:-RIM, RIM:-RIM, :3].reshape(len(cut.patches), -1, 3)
    return np.asarray(np.matmul(_EDGES, cells.astype(np.float32)).swapaxes(0, 1))


def _edge_weights() -> Floats:
    """What the pixels of a cell are multiplied with for these means: shape (5, pixels)."""
    masks = np.repeat(EDGES[None].astype(np.float32), 5, 0)
    for outer, mask in enumerate(masks[1:]):
        np.rot90(mask, outer)[:, :EDGE] = 0
    flat = masks.reshape(5, -1)
    return np.asarray(flat / flat.sum(1, keepdims=True))


_EDGES = _edge_weights()


def _around(cells: Mask) -> Box | None:
    rows, columns = np.flatnonzero(cells.any(1)), np.flatnonzero(cells.any(0))
    if not len(rows):
        return None
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
