"""The end of a game, played out exactly: the greatest chance to win, and the cell that has it.

If few layouts are left, all of them are listed and the tree of the game is searched. A state is a
set of layouts. A move opens a cell: it loses the layouts with a mine there, and splits the others
by the number that the cell shows. The chance to win is the share of layouts that the best moves
win.

What keeps the tree small
    A cell that is safe in every layout is opened at once, because nothing can be lost by it. If it
    shows the same number in every layout as well, it tells nothing and is left out.
    A cell is *dead* if it shows the same number in every layout in which it is safe. Whatever is
    won by opening a dead cell now can be won by opening it last, so dead cells are tried only if no
    other cell is left.
    A move cannot win more layouts than it leaves alive. Moves are sorted by the layouts that they
    lose, so the search of a state ends at the first move that cannot beat the best one so far.
    Solved states are stored by their set of layouts, because the moves that led there do not
    matter.

Only ``solver_bot.solve.guess`` calls this module. Importing it loads numba.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import SHOWN_MINES

from .frontier import MINED, Frontier, read_frontier
from .jit import Bytes, Codes, Ints, compiled, inlined, inner, lean
from .layouts import layouts_of, ordered
from .ordering import stable_order

MINE_HERE = 9
"""The entry of a table of numbers for a cell that is a mine in the layout."""
_IS_SHOWN = np.array([code in SHOWN_MINES for code in range(16)])


Words = NDArray[np.uint64]
START, END, KEPT, MOVES, MOVE, NUMBER, HOPE, BEST, CELL, FIRST = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
"""Columns of ``Path.frames``. ``START`` and ``END``: where the state's layouts begin and end in its
row. ``KEPT`` and ``MOVES``: how many cells and moves it has. ``MOVE`` and ``NUMBER``: the move that
is tried and the number it shows. ``HOPE``: how many layouts that move may still win. ``BEST`` and
``CELL``: the most layouts won so far, and by which cell. From ``FIRST`` on: where the layouts of
each number shown begin."""


class Tree(NamedTuple):
    """What the search works with.

    Attributes:
        numbers: (layouts, cells) the number that each cell shows, or ``MINE_HERE``.
        marks: (layouts,) a random word for each layout. The sum of its words identifies a set.
        keys: (2**n,) a hash table of the sums of solved sets; 0 marks a free slot.
        wins: (2**n,) how many layouts of each solved set can be won.
        nodes: (1,) how many more states may be visited.

    """

    numbers: NDArray[np.uint8]
    marks: Words
    keys: Words
    wins: Ints
    nodes: Ints


class Path(NamedTuple):
    """The stack of states, from the first state to the one being searched. Each has one row.

    Attributes:
        frames: (cells + 2, 19) see ``START``, ``END`` and the other columns.
        layouts: (cells + 2, layouts) the layouts of a state lie in a stretch of its row.
        kept: (cells + 2, cells) the cells that may still matter.
        moves: (cells + 2, cells) the cells to try.
        lost: (cells + 2, cells) how many layouts each of these moves loses.
        keys: (cells + 2,) the sum of the state's marks, see ``Tree.marks``.

    """

    frames: Ints
    layouts: Ints
    kept: Ints
    moves: Ints
    lost: Ints
    keys: Words


@lean
def _count_in(numbers: NDArray[np.uint8], cell: int, other: int, layouts: Bytes) -> None:
    """Add to the numbers of a cell the layouts' mines in another cell."""
    for k in range(layouts.shape[0]):
        numbers[k, cell] += layouts[k, other]


@inlined
def _numbers(
    codes: Codes, width: int, parts: Frontier, cells: Ints, layouts: Bytes
) -> NDArray[np.uint8]:
    """(layouts, cells) the number that each cell shows in each layout, or ``MINE_HERE``."""
    place = np.full(codes.size, -1, np.int64)
    place[cells] = np.arange(cells.size)
    height = codes.size // width
    numbers = np.zeros(layouts.shape, np.uint8)
    for i in range(cells.size):
        row = cells[i] // width
        column = cells[i] % width
        for y in range(max(0, row - 1), min(height, row + 2)):
            for x in range(max(0, column - 1), min(width, column + 2)):
                other = y * width + x
                if _IS_SHOWN[codes[other]] or parts.classes[other] == MINED:
                    numbers[:, i] += np.uint8(1)
                elif place[other] >= 0:
                    _count_in(numbers, i, place[other], layouts)
    for k in range(layouts.shape[0]):
        for i in range(cells.size):
            if layouts[k, i]:
                numbers[k, i] = MINE_HERE
    return numbers


@lean
def _key(tree: Tree, alive: Ints) -> np.uint64:
    """The sum of the marks of these layouts, which identifies the set."""
    key = np.uint64(0)
    for k in alive:
        key += tree.marks[k]
    return key


@lean
def _slot(tree: Tree, key: np.uint64) -> int:
    """The slot of ``Tree.keys`` that holds a state or may take it.

    Four slots are tried: the first that holds the state or is free is taken, else the last.
    """
    last = np.uint64(tree.keys.size - 1)
    slot = int(key & last)
    for step in range(4):
        slot = int((key + np.uint64(step)) & last)
        if tree.keys[slot] == key or tree.keys[slot] == 0:
            break
    return slot


@inner
def _survey(tree: Tree, alive: Ints, cells: Ints, lost: Ints, dead: Bytes) -> tuple[Ints, int]:
    """Find the cells that may matter; write how many layouts each loses, and which are dead.

    Returns the cells, and the index among them of a cell that is safe in every layout, -1 for none.
    The search ends at a safe cell, and cells after it are left out.
    """
    numbers = tree.numbers  # a field that is read in a loop counts its uses there
    kept = np.empty(cells.size, np.int64)
    count = 0
    for cell in cells:
        mines = 0
        shown = -1
        several = False
        for k in alive:
            number = numbers[k, cell]
            if number == MINE_HERE:
                mines += 1
            elif shown < 0:
                shown = number
            elif shown != number:
                several = True
        if mines == alive.size or (mines == 0 and not several):
            continue
        kept[count] = cell
        lost[count] = mines
        dead[count] = not several
        count += 1
        if mines == 0:
            return kept[:count], count - 1
    return kept[:count], -1


@inner
def _part(tree: Tree, alive: Ints, cell: int, first: Ints) -> Ints:
    """The layouts in which the cell is safe, sorted by the number that it shows.

    ``first`` (10,) is filled in: the layouts of number n begin at ``first[n]``.
    """
    numbers = tree.numbers
    first[:] = 0
    for k in alive:
        number = numbers[k, cell]
        if number != MINE_HERE:
            first[number + 1] += 1
    for number in range(9):
        first[number + 1] += first[number]
    at = first.copy()
    parted = np.empty(first[9], np.int64)
    for k in alive:
        number = numbers[k, cell]
        if number != MINE_HERE:
            parted[at[number]] = k
            at[number] += 1
    return parted


@inner
def _moves(tree: Tree, alive: Ints, cells: Ints) -> tuple[Ints, Ints, Ints]:
    """The cells to try, the safest first; how many layouts each loses; the cells to keep for later.

    A cell that is safe in every layout is the only one to try. Dead cells count as losing every
    layout unless all cells are dead.
    """
    lost = np.empty(cells.size, np.int64)
    dead = np.empty(cells.size, np.int8)
    kept, safe = _survey(tree, alive, cells, lost, dead)
    if safe >= 0:
        return kept[safe : safe + 1], lost[safe : safe + 1], cells
    lost = lost[: kept.size]
    alone = True
    for i in range(kept.size):
        alone = alone and dead[i] == 1
    for i in range(kept.size):
        if dead[i] and not alone:
            lost[i] = alive.size
    order = stable_order(lost)
    return kept[order], lost[order], kept


@inner
def _enter(tree: Tree, path: Path, depth: int, start: int, end: int, wanted: int) -> None:
    """Begin to search a state. ``wanted`` is the number of layouts that it has to beat.

    Its layouts are ``path.layouts[depth, start:end]``.
    """
    alive = path.layouts[depth, start:end]
    above = max(0, depth - 1)
    moves, lost, kept = _moves(tree, alive, path.kept[above, : path.frames[above, KEPT]])
    frame = path.frames[depth]
    frame[START] = start
    frame[END] = end
    frame[KEPT] = kept.size
    frame[MOVES] = moves.size
    frame[MOVE] = -1
    frame[NUMBER] = 9
    frame[HOPE] = wanted
    frame[BEST] = wanted
    frame[CELL] = -1
    for i in range(kept.size):
        path.kept[depth, i] = kept[i]
    for i in range(moves.size):
        path.moves[depth, i] = moves[i]
        path.lost[depth, i] = lost[i]
    path.keys[depth] = _key(tree, alive)


@inner
def _next_part(tree: Tree, path: Path, depth: int) -> bool:
    """Advance to the next number of the move being tried, or else to the next move.

    Returns False if none is left. Numbers with a single layout are skipped: it is won.
    """
    frame = path.frames[depth]
    while tree.nodes[0] >= 0:
        frame[NUMBER] += 1
        if frame[HOPE] <= frame[BEST] or frame[NUMBER] > 8:
            if frame[HOPE] > frame[BEST]:
                frame[BEST] = frame[HOPE]
                frame[CELL] = path.moves[depth, frame[MOVE]]
            frame[MOVE] += 1
            frame[NUMBER] = -1
            if frame[MOVE] == frame[MOVES]:
                return False
            alive = path.layouts[depth, frame[START] : frame[END]]
            frame[HOPE] = alive.size - path.lost[depth, frame[MOVE]]
            if frame[HOPE] <= frame[BEST]:
                return False
            parted = _part(tree, alive, path.moves[depth, frame[MOVE]], frame[FIRST:])
            path.layouts[depth + 1, : parted.size] = parted
        elif frame[FIRST + frame[NUMBER] + 1] - frame[FIRST + frame[NUMBER]] > 1:
            return True
    return False


@inlined
def _most_wins(tree: Tree, path: Path, count: int) -> tuple[int, int]:
    """How many of all layouts can be won, and the index of the cell to open first.

    If the nodes run out, the result is the best found so far and ``tree.nodes`` is negative. The
    value of an inner state is exact if it beats what was wanted of it. If not, the state is known
    only to be no better than that. The search keeps its own stack, because numba cannot cache
    functions that call themselves.
    """
    _enter(tree, path, 0, 0, count, -1)
    depth = 0
    while True:
        frame = path.frames[depth]
        if _next_part(tree, path, depth):
            start = frame[FIRST + frame[NUMBER]]
            end = frame[FIRST + frame[NUMBER] + 1]
            key = _key(tree, path.layouts[depth + 1, start:end])
            slot = _slot(tree, key)
            if tree.keys[slot] == key:
                frame[HOPE] -= end - start - tree.wins[slot]
            else:
                tree.nodes[0] -= 1
                depth += 1
                _enter(tree, path, depth, start, end, frame[BEST] - (frame[HOPE] - (end - start)))
            continue
        if depth == 0:
            return int(frame[BEST]), int(frame[CELL])
        if frame[CELL] >= 0 and tree.nodes[0] >= 0:
            slot = _slot(tree, path.keys[depth])
            tree.keys[slot] = path.keys[depth]
            tree.wins[slot] = frame[BEST]
        depth -= 1
        path.frames[depth, HOPE] -= frame[END] - frame[START] - frame[BEST]


@inlined
def _new_tree(numbers: NDArray[np.uint8], nodes: int) -> Tree:
    marks = np.empty(numbers.shape[0], np.uint64)
    state = np.uint64(0)
    for k in range(marks.size):  # splitmix64, by S. Vigna
        state += np.uint64(0x9E3779B97F4A7C15)
        z = state
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        marks[k] = z ^ (z >> np.uint64(31))
    size = 256
    while size < min(4 * nodes, 64 * numbers.shape[0]):
        size *= 2
    return Tree(
        numbers,
        marks,
        np.zeros(size, np.uint64),
        np.empty(size, np.int64),
        np.full(1, nodes, np.int64),
    )


@inlined
def _new_path(layouts: int, cells: int) -> Path:
    rows = cells + 2
    path = Path(
        np.empty((rows, FIRST + 10), np.int64),
        np.empty((rows, layouts), np.int64),
        np.empty((rows, cells), np.int64),
        np.empty((rows, cells), np.int64),
        np.empty((rows, cells), np.int64),
        np.empty(rows, np.uint64),
    )
    path.layouts[0] = np.arange(layouts)
    path.kept[0] = np.arange(cells)
    path.frames[0, KEPT] = cells
    return path


@compiled
def play_out(
    codes: Codes, width: int, mines: int, most: int, nodes: int
) -> tuple[int, int, int, bool, int]:
    """The cell with the greatest chance to win on a board that has no safe cell.

    Args:
        codes: (height * width,) cell codes, all readable.
        width: cells in a row.
        mines: the mine total.
        most: the most layouts to list.
        nodes: the most states to visit.

    Returns:
        The cell, or -1; how many layouts it wins; how many layouts there are, 0 if too many;
        whether this is proved to be the best; how many states were visited.

    """
    possible, parts = read_frontier(codes, width)
    cells = ordered(parts)
    layouts = layouts_of(parts, cells, mines, most)
    if not possible or layouts.shape[0] == 0:
        return -1, 0, 0, False, 0
    tree = _new_tree(_numbers(codes, width, parts, cells, layouts), nodes)
    count = layouts.shape[0]
    wins, best = _most_wins(tree, _new_path(count, cells.size), count)
    cell = int(cells[best]) if best >= 0 else -1
    done = tree.nodes[0] >= 0
    return cell, wins, count, bool(done), nodes - int(tree.nodes[0])
