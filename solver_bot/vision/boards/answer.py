"""From a reading to a board: whether the reading is believed, and what the rules leave of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

import numpy as np

from solver_bot.board import (
    COVERED,
    EMPTY,
    FLAG,
    NUMBERS,
    QUESTION,
    SHOWN_MINES,
    UNREADABLE,
    Board,
    Possible,
)
from solver_bot.vision.arrays import Codes, Floats, Mask, board_of
from solver_bot.vision.boards.checkerboard import off_checkerboard
from solver_bot.vision.boards.ground import strange_lines
from solver_bot.vision.boards.inference import Inference, infer
from solver_bot.vision.boards.likeness import drawn_otherwise, marked_by_nothing
from solver_bot.vision.boards.oddity import beside, left_by_area
from solver_bot.vision.boards.other_ground import on_other_ground
from solver_bot.vision.boards.reading import Reading
from solver_bot.vision.boards.unlined import unlined
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice

IMPOSSIBLE = "no real board shows this"
LEAST_EVIDENCE = 2.0
"""The least mean logarithm of the odds that the cells of a board are cells."""
_LINE_EVIDENCE = 4.0
"""The least evidence for the outermost line on a side where no real board could end. Nine such
lines that were the board's had 4.7 and more; two that were not had 2.6 and less."""
_LEAST_READ = 0.2
"""The least share of cells that are read."""
_HARDLY_READ = 0.5
"""With a greater share of unread cells, the board may go on beyond every side: fewer sides are not
tried."""
_LEAST_CONFIDENCE = 0.87
"""The least mean probability of what is read. In looks that the nets do not understand it is lower,
and some of what is read is wrong (measured on two themes of KMines whose numbers are small
pictures)."""
_USUAL, _READ_USUAL, _READ_ELSE = 0.988, 0.93, 0.982
"""The mean probability from which a board is usual, and the least probability of a cell that is
read, on a usual board and another one. Of 285 generated boards in play 19 were not usual, and half
of all wrong cells were theirs."""
_READ_OTHERWISE = 0.9985
"""The same of a cell that is drawn otherwise than nearly all others of its state, or is its only
one. Of the former in generated boards, the wrong ones were up to 99.81 % sure, and half of the
right ones surer."""
_HIDDEN, _READ_PARTLY = 0.5, 0.99
"""How surely a cell must be hidden to count, and how sure the signs beside it must be: what hides
it may cover a part of them. Half a 3 was a question mark with 97.9 %."""
_READ_FLAG = 0.985
"""The least probability of a flag where cells are left to be opened: a flag counts as a mine. On
generated boards in play 142 flags were less sure, and three of them were no flags, such as 1s in a
thin font."""
_PLAIN = (EMPTY, COVERED, UNREADABLE)
_SHOWN, _MOST_REFUTED = 4, 2
"""The fewest shown mines with which refuted cells are left unread, and the most such cells."""
_REFUSED = -12.0
"""The logarithm of the probability that a state gets in a cell whose drawing refutes it."""
_END = 0.15
"""With a lower probability of an end at a side, the board is suspected to go on there. Of 979 sides
at which generated boards end, 13 had less, and of 26 that are cut off all but two."""


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """A board that is believed.

    Attributes:
        lattice: where its cells are.
        codes: what they show, shape (rows, columns).
        cut: the sides beyond which the board may go on.
        evidence: the mean logarithm of the odds that its cells are cells.
        clear: the same without the cells that a window or a message in front hides.
        left: the share of all cells that are unread, and not behind such a thing within the board.
        surest: the logarithm of the odds that the surest cell is a cell, without an upper limit.
        beyond: the same for the tile around the board that looks most like a cell.
        confidence: the mean probability of the codes that are read.
        likely: the logarithm of the probability of every code before the rules were asked, low for
            codes that a cell's drawing refutes: shape (rows, columns, 16).

    """

    lattice: Lattice
    codes: Codes
    cut: frozenset[str]
    evidence: float
    clear: float
    left: float
    surest: float
    beyond: float
    confidence: float
    likely: Floats

    @property
    def board(self) -> Board:
        return board_of(self.codes)


def answered(reading: Reading, possible: Possible) -> Answer | str:
    """The board with all doubtful cells unread, or why the reading is no board."""
    if reading.evidence < LEAST_EVIDENCE:
        return "there is little evidence that these are cells"
    cut_off = _cut_off(reading, possible)
    if cut_off is None and (other := _without_refuted(reading)):
        reading, cut_off = other, _cut_off(other, possible)
    if cut_off is None:
        return IMPOSSIBLE
    cut, found = cut_off
    suspected = suspected_sides(reading.ends)
    codes = _without_lines(found.codes, (cut - suspected) & _faint(reading.outermost))
    if _too_few_read(codes):
        return "too few cells are read"
    confidence = float(np.exp(found.alone)[codes != UNREADABLE].mean())
    if confidence < _LEAST_CONFIDENCE:
        return "what the cells show is not sure enough"
    least = _READ_USUAL if confidence >= _USUAL else _READ_ELSE
    otherwise = drawn_otherwise(reading.cut, codes)
    hidden = np.exp(reading.likely[..., UNREADABLE]) > _HIDDEN
    partly = (beside(hidden) > 0) & ~np.isin(codes, _PLAIN)
    doubted = otherwise | _alone(codes)
    needed = np.where(doubted, _READ_OTHERWISE, np.where(partly, _READ_PARTLY, least))
    if (codes == COVERED).any():
        needed = np.where(codes == FLAG, np.maximum(needed, _READ_FLAG), needed)
    refused = marked_by_nothing(reading.cut, codes) | left_by_area(codes)
    for refusing in (off_checkerboard, on_other_ground, unlined):
        refused |= refusing(reading.cut, codes)
    unsure = (np.exp(found.sure) < needed) | strange_lines(reading.cut, codes) | refused
    likely = _without_states(reading.likely, codes, (otherwise & unsure) | refused)
    codes = np.where(unsure, UNREADABLE, codes).astype(np.uint8)
    if _too_few_read(codes):
        return "too few cells are read for sure"
    return Answer(
        reading.lattice,
        codes,
        cut,
        reading.evidence,
        reading.clear,
        float(((codes == UNREADABLE) & ~_within(reading.in_front)).mean()),
        reading.surest,
        reading.beyond,
        confidence,
        likely,
    )


def _without_refuted(reading: Reading) -> Reading | None:
    """The reading, unread at the few numbers with more shown mines around them than they say.

    xbomb opens its board once a game is lost, and leaves a number out. None if no cell is refuted,
    or too many are, or if hardly any mine is shown.
    """
    seen = reading.likely.argmax(-1)
    mines = np.isin(seen, tuple(SHOWN_MINES))
    refuted = (seen < COVERED) & (beside(mines) > seen)
    if mines.sum() < _SHOWN or not 0 < refuted.sum() <= _MOST_REFUTED:
        return None
    likely = reading.likely.copy()
    likely[refuted] = np.where(np.arange(likely.shape[-1]) == UNREADABLE, 0, _REFUSED)
    return replace(reading, likely=likely)


def _alone(codes: Codes) -> Mask:
    """The only covered cell and the only question mark: nothing shows how the program draws them.

    What hides a cell may look like a covered one, and a faint number like a question mark.
    """
    only = [code for code in (COVERED, QUESTION) if (codes == code).sum() == 1]
    return np.isin(codes, only)


def _within(in_front: Mask) -> Mask:
    """What is in front of the board, or nothing if the board may go on behind that.

    It may where that reaches the board's edge. A banner over whole lines reaches two edges anyway.
    """
    rows, columns = in_front[[0, -1]], in_front[:, [0, -1]]
    if in_front.all(1).any():
        edge = rows.any()
    elif in_front.all(0).any():
        edge = columns.any()
    else:
        edge = rows.any() or columns.any()
    return np.zeros_like(in_front) if edge else in_front


def _without_states(likely: Floats, codes: Codes, refused: Mask) -> Floats:
    """The likelihoods, lowered for states that the drawings of cells refute.

    No other reading of the board is to give the cells these states either.
    """
    likely = likely.copy()
    likely[refused, codes[refused]] = _REFUSED
    return likely


def _too_few_read(codes: Codes) -> bool:
    return bool((codes == UNREADABLE).mean() > 1 - _LEAST_READ)


def without_unseen_lines(answer: Answer, outermost: Sequence[float]) -> Answer:
    """The board without outermost lines of which nothing is read: it may go on at their sides.

    Lines in which cells are seen are kept, though none of them is read. Where only empty cells are
    read beyond an unread line, there is no board: empty cells end at numbers everywhere.

    Args:
        answer: the board with all lines.
        outermost: the evidence that its outermost lines are cells: left, top, right, bottom.

    """
    read = answer.codes != UNREADABLE
    shown = read & (answer.codes != EMPTY)
    left, right = _shown_part(read.any(0), shown.any(0), outermost[0], outermost[2])
    top, bottom = _shown_part(read.any(1), shown.any(1), outermost[1], outermost[3])
    unseen = left, top, read.shape[1] - right, read.shape[0] - bottom
    sides = {side for side, lines in zip(SIDES, unseen, strict=True) if lines}
    return replace(
        answer,
        lattice=answer.lattice.part(left, top, right, bottom),
        codes=answer.codes[top:bottom, left:right],
        cut=answer.cut | sides,
        likely=answer.likely[top:bottom, left:right],
    )


def _shown_part(read: Mask, shown: Mask, before: float, after: float) -> tuple[int, int]:
    """The first and last (excluded) line of the read parts that show more than empty cells.

    Unread lines before or after them are kept if there is evidence for cells in the outermost one.
    """
    gaps = [-1, *np.flatnonzero(~read).tolist(), len(read)]
    parts = [(one + 1, other) for one, other in pairwise(gaps) if shown[one + 1 : other].any()]
    if not parts:
        return 0, len(read)
    first, last = parts[0][0], parts[-1][1]
    if before >= LEAST_EVIDENCE and not read[:first].any():
        first = 0
    if after >= LEAST_EVIDENCE and not read[last:].any():
        last = len(read)
    return first, last


def _cut_off(reading: Reading, possible: Possible) -> tuple[frozenset[str], Inference] | None:
    """The sides beyond which the board goes on, and what its cells are; None if it is no board.

    A board that goes on may show what one that ends here cannot. Besides the suspected sides, as
    few as possible are taken to be such. ``answered`` leaves the outermost cells on these unread
    where there is less evidence for them: they may be the first of something else.
    """

    def inferred(cut: Collection[str]) -> Inference:
        left, top, right, bottom = (side in cut for side in SIDES)
        return infer(reading.likely, reading.kinds, possible, (left, top, right, bottom))

    suspected = suspected_sides(reading.ends)
    found = inferred(suspected)
    if found.possible:
        return suspected, found
    every = frozenset(SIDES)
    largest = inferred(every)
    if not largest.possible:
        return None
    if (largest.codes == UNREADABLE).mean() > _HARDLY_READ:
        return every, largest
    for cut in _more_cuts(reading.ends, suspected):
        found = inferred(cut)
        if found.possible:
            return cut, found
    return every, largest


def suspected_sides(ends: Sequence[float]) -> frozenset[str]:
    """The sides beyond which the board seems to go on."""
    return frozenset(side for end, side in zip(ends, SIDES, strict=True) if end < _END)


def _more_cuts(ends: Sequence[float], suspected: frozenset[str]) -> Iterator[frozenset[str]]:
    """The suspected sides and one more, two more, up to all but one, the likeliest first."""
    others = [side for _, side in sorted(zip(ends, SIDES, strict=True)) if side not in suspected]
    for many in range(1, len(others)):
        for more in combinations(others, many):
            yield suspected.union(more)


def _faint(evidence: Sequence[float]) -> frozenset[str]:
    """The sides on which there is little evidence for the outermost line of cells."""
    return frozenset(
        side for side, line in zip(SIDES, evidence, strict=True) if line < _LINE_EVIDENCE
    )


def _without_lines(codes: Codes, sides: Collection[str]) -> Codes:
    """The cells, with the outermost line on each of these sides unreadable."""
    left, top, right, bottom = (int(side in sides) for side in SIDES)
    rows, columns = codes.shape
    kept = np.full_like(codes, UNREADABLE)
    inner = slice(top, rows - bottom), slice(left, columns - right)
    kept[inner] = codes[inner]
    return kept


def has_numbers(codes: Codes, least: int = 3) -> bool:
    """Whether at least ``least`` numbers are open."""
    return int(np.isin(codes, tuple(NUMBERS - {0})).sum()) >= least
