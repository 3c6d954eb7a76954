"""How well boards are found and read, against the truth."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from benchmarks.looks.labelled import Labelled
from solver_bot.board import CODES, SHOWN_MINES, UNREADABLE, Board, BoardError, Outcome
from solver_bot.vision.arrays import Codes, Mask, Picture
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice

OUTCOMES = {"won": Outcome.WON, "lost": Outcome.LOST}
"""The outcomes of stages that are not in play."""

NARROW = 0.1
"""Where less than this share of a cell is seen beyond the board, nobody can say that it ends."""

_COUNTS = (
    "pictures",
    "found",
    "cells",
    "right",
    "unread",
    "wrong",
    "false",
    "telling",
    "told",
)

Found = tuple[Lattice, Codes, frozenset[str]]
"""A board that was read: where, what its cells show, and the sides beyond which it may go on."""
Reader = Callable[[Picture], list[Found]]


@dataclass(slots=True)
class Tally:
    """Counts over pictures.

    Attributes:
        pictures: with a board, or without one.
        found: boards found whole: the true rows and columns at the true place, and cut off on the
            same sides, but for those at which the picture ends with the board.
        right, unread, wrong: cells.
        false: boards reported where there is none.
        telling: boards of which the truth itself tells the outcome. A board that is cut off or
            partly hidden may not, nor a lost one that is all open with no mine marked.
        told: those of them whose outcome was told rightly, with the true mine total if that is
            known.
        bad: the names of pictures with a wrong cell, a false board, or a board not found whole.

    """

    pictures: int = 0
    found: int = 0
    cells: int = 0
    right: int = 0
    unread: int = 0
    wrong: int = 0
    false: int = 0
    telling: int = 0
    told: int = 0
    milliseconds: list[float] = field(default_factory=list)
    bad: dict[str, str] = field(default_factory=dict)


def merged(tallies: Sequence[Tally]) -> Tally:
    """The sum of tallies."""
    whole = Tally()
    for one in tallies:
        for name in _COUNTS:
            setattr(whole, name, getattr(whole, name) + getattr(one, name))
        whole.milliseconds += one.milliseconds
        whole.bad |= one.bad
    return whole


def measure(pictures: Iterable[Labelled], reader: Reader) -> dict[str, Tally]:
    """Read all pictures. Gives a tally for each stage; "" is that of pictures without a board."""
    tallies: dict[str, Tally] = {}
    for one in pictures:
        began = time.perf_counter()
        found = reader(one.picture)
        took = 1000 * (time.perf_counter() - began)
        tally = tallies.setdefault(one.stage, Tally())
        tally.milliseconds.append(took)
        _compare(one, found, tally)
    return tallies


def _compare(one: Labelled, found: list[Found], tally: Tally) -> None:
    tally.pictures += 1
    if one.lattice is None or one.board is None:
        tally.false += len(found)
        if found:
            tally.bad[one.name] = "false"
        return
    truth = np.frombuffer(one.board.cells, np.uint8).reshape(one.board.height, one.board.width)
    stage = OUTCOMES.get(one.stage, Outcome.PLAYING)
    telling = one.board.outcome() is stage
    tally.telling += telling
    tally.cells += int((truth != UNREADABLE).sum())
    there = [board for board in found if board[0].overlaps(one.lattice)]
    tally.false += len(found) - len(there)
    problems = ["false"] if len(there) < len(found) else []
    if not there:
        tally.unread += int((truth != UNREADABLE).sum())
        tally.bad[one.name] = "not found"
        return
    lattice, codes, cut = max(there, key=lambda board: board[1].size)
    seen = _at_true_cells(one.lattice, lattice, codes)
    known = truth != UNREADABLE
    right, unread = known & _same(truth, seen), known & (seen == UNREADABLE)
    wrong = known & ~right & ~unread
    tally.right += int(right.sum())
    tally.unread += int(unread.sum())
    extra = codes.size - int((seen != UNREADABLE).sum()) - int((codes == UNREADABLE).sum())
    extra -= _right_beyond(one, one.lattice, lattice, codes)
    tally.wrong += int(wrong.sum()) + max(0, extra)
    if wrong.any() or extra > 0:
        problems.append(f"{int(wrong.sum())} wrong, {max(0, extra)} beyond")
    placed = any(_is_at(lattice, true) for true in _with_lines_beyond(one.lattice, one.beyond))
    whole = placed and cut - _at_edges(one) == one.cut - _at_edges(one)
    tally.found += whole
    tally.told += telling and _outcome(codes, one) is stage
    if not whole:
        size = f"{lattice.columns}x{lattice.rows} of {one.lattice.columns}x{one.lattice.rows}"
        problems.append(f"{size}, cut {sorted(cut)} of {sorted(one.cut)}")
    if problems:
        tally.bad[one.name] = "; ".join(problems)


def _same(truth: Codes, seen: Codes) -> Mask:
    """Which cells show what they should.

    The only mine that is shown is the one that was hit, and nothing tells whether the program would
    draw others otherwise.
    """
    mine = np.isin(truth, list(SHOWN_MINES))
    either = mine & np.isin(seen, list(SHOWN_MINES)) & (mine.sum() == 1)
    return np.asarray((seen == truth) | either)


def _right_beyond(one: Labelled, true: Lattice, lattice: Lattice, codes: Codes) -> int:
    """How many cells of the lines of which a part is seen beyond the board were read rightly."""
    right = 0
    for side, line in one.beyond.items():
        truth = np.array([CODES[symbol] for symbol in line], np.uint8)
        seen = _at_true_cells(_line_beyond(true, side), lattice, codes).ravel()
        right += int(((seen == truth) & (truth != UNREADABLE)).sum())
    return right


def _line_beyond(true: Lattice, side: str) -> Lattice:
    columns, rows = true.columns, true.rows
    box = {
        "left": (-1, 0, 0, rows),
        "top": (0, -1, columns, 0),
        "right": (columns, 0, columns + 1, rows),
        "bottom": (0, rows, columns, rows + 1),
    }
    return true.part(*box[side])


def _with_lines_beyond(true: Lattice, beyond: Collection[str]) -> Iterator[Lattice]:
    """The lattice, and with every choice of the lines beyond it of which a part is seen."""
    for chosen in product(*[(0, 1) if side in beyond else (0,) for side in SIDES]):
        left, top, right, bottom = chosen
        yield true.part(-left, -top, true.columns + right, true.rows + bottom)


def _at_edges(one: Labelled) -> frozenset[str]:
    """The sides at which the picture ends with the board: nothing shows whether it goes on."""
    place = one.lattice
    if place is None:
        return frozenset()
    height, width = one.picture.shape[:2]
    margins = {
        "left": place.left / place.cell_width,
        "top": place.top / place.cell_height,
        "right": (width - place.right) / place.cell_width,
        "bottom": (height - place.bottom) / place.cell_height,
    }
    return frozenset(side for side, margin in margins.items() if margin < NARROW)


def is_seen_whole(one: Labelled) -> bool:
    """Whether the picture shows that its board ends on every side."""
    return not one.cut and not _at_edges(one)


def _outcome(codes: Codes, one: Labelled) -> Outcome:
    rows, columns = codes.shape
    mines = one.board.mines if one.board else None
    try:
        return Board(columns, rows, codes.tobytes(), mines).outcome()
    except BoardError:
        return Outcome.PLAYING


def _at_true_cells(true: Lattice, lattice: Lattice, codes: Codes) -> Codes:
    """What was read in the middle of every true cell."""
    x = (np.array(true.xs[:-1]) + true.xs[1:]) / 2
    y = (np.array(true.ys[:-1]) + true.ys[1:]) / 2
    column, row = np.searchsorted(lattice.xs, x) - 1, np.searchsorted(lattice.ys, y) - 1
    wide = np.pad(codes, 1, constant_values=UNREADABLE)
    columns = np.clip(column, -1, lattice.columns) + 1
    rows = np.clip(row, -1, lattice.rows) + 1
    return wide[np.ix_(rows, columns)]


def _is_at(lattice: Lattice, true: Lattice) -> bool:
    if (lattice.columns, lattice.rows) != (true.columns, true.rows):
        return False
    apart = (
        abs(lattice.left - true.left) / true.cell_width,
        abs(lattice.right - true.right) / true.cell_width,
        abs(lattice.top - true.top) / true.cell_height,
        abs(lattice.bottom - true.bottom) / true.cell_height,
    )
    return max(apart) < 0.25
