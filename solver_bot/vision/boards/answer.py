"""From a reading to a board: whether it is believed, and what the rules leave of it."""

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
from solver_bot.vision.boards.reading import Reading
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice

IMPOSSIBLE = "no real board shows this"
LEAST_EVIDENCE = 2.0
"""The least mean logarithm of the odds that the cells of a board are cells."""
_LINE_EVIDENCE = 4.0
"""The least evidence for the outermost line on a side where no real board could end. Nine such
lines of boards had 4.7 and more, two beyond boards had 2.6 and less."""
_LEAST_READ = 0.2
"""The least share of cells that are read."""
_HARDLY_READ = 0.5
"""With a greater share of unread cells no fewer sides are tried beyond which a board may go on."""
_LEAST_CONFIDENCE = 0.87
"""The least mean probability of what is read. In looks that the nets do not understand it is less,
and some of it is wrong (measured on two themes of KMines whose numbers are small pictures)."""
_USUAL, _READ_USUAL, _READ_ELSE = 0.988, 0.93, 0.982
"""A board of which so much or more is sure on average is usual: what is read of it, and of another
one, is at least so sure. Of 285 generated boards in play 19 were less sure than that, and half of
all wrong cells were theirs."""
_READ_OTHERWISE = 0.9985
"""The same of a cell that is drawn otherwise than nearly all others of its state, or is the only
one. Of the former in generated boards the wrong ones were up to 99.81 % sure, and half of the right
ones surer."""
_HIDDEN, _READ_PARTLY = 0.5, 0.99
"""From how surely on a cell is hidden, and how sure the signs beside it must be: what hides it may
cover a part of them. Half a 3 was a question mark with 97.9 %."""
_READ_FLAG = 0.985
"""The same of a flag where cells are left to be opened: it counts as a mine. On generated boards in
play 142 flags were less sure, and three of them were none: ones of a thin font, for example."""
_PLAIN = (EMPTY, COVERED, UNREADABLE)
_SHOWN, _MOST_REFUTED = 4, 2
"""So many mines are shown at least on a board of which so many cells that these refute are left
unread."""
_REFUSED = -12.0
"""The logarithm of the probability of a state that a cell is refused for how it is drawn."""
_END = 0.15
"""The least probability that a board ends at a side for nothing to be suspected beyond it. Of 979
sides at which generated boards end 13 had less, and of 26 that are cut off all but two."""


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """A board that is believed.

    Attributes:
        lattice: where its cells are.
        codes: what they show, shape (rows, columns).
        cut: the sides beyond which it may go on.
        evidence: the mean logarithm of the odds that its cells are cells.
        clear: the same without the cells that a window or a message in front hides.
        left: the share of all cells that is neither read nor behind such a thing within the board.
        surest: the logarithm of the odds of the cell that is surest to be one, without a limit.
        beyond: the same of the tile around the board that looks most like a cell.
        confidence: the mean probability of the codes that are read.
        likely: the logarithm of the probability of every code before the rules were asked, low for
            those that cells are refused for how they are drawn: shape (rows, columns, 16).

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
    """The reading with all that is doubtful unread, or why it is no board."""
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
    refused |= off_checkerboard(reading.cut, codes)
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
    """The reading with the few cells unread that have more shown mines around them than they say.

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

    Something in front of a cell may look like the one, and a faint number like the other.
    """
    only = [code for code in (COVERED, QUESTION) if (codes == code).sum() == 1]
    return np.isin(codes, only)


def _within(in_front: Mask) -> Mask:
    """What is in front of the board, or nothing if the board may go on behind it.

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
    """The likelihoods with those of states that cells are refused for how they are drawn lowered.

    No other reading of the board is to give them these states either.
    """
    likely = likely.copy()
    likely[refused, codes[refused]] = _REFUSED
    return likely


def _too_few_read(codes: Codes) -> bool:
    return bool((codes == UNREADABLE).mean() > 1 - _LEAST_READ)


def without_unseen_lines(answer: Answer, outermost: Sequence[float]) -> Answer:
    """The board without outermost lines of which nothing is read, on whose side it may go on.

    Lines in which cells are seen are kept, though none of them is read. There is no board beyond an
    unread line where nothing but empty cells is read: these end at numbers everywhere.

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
    """From the first to the last (excluded) of the lines between unread ones that show more.

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

    What no board shows that ends here, one may show that goes on. Beside the suspected sides as few
    as possible are taken to be such. Where there is less evidence for the outermost cells on such a
    side, they may be the first of something else, so they are left unread.
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
    """The suspected sides and one more, two more: all but every side, the likeliest first."""
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
    """Whether at least so many numbers are open."""
    return int(np.isin(codes, tuple(NUMBERS - {0})).sum()) >= least
