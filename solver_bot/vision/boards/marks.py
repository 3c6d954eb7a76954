"""Flags or mines: what all marks of a board tell together.

One look draws a flag as another draws a mine. Whether a sign is a flag or a mine is one doubt about
all cells that show it, and where these stand tells. A player flags what the numbers prove, and
seldom all of it. A program that shows mines shows all that are not flagged, also far from any open
cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from solver_bot.board import COVERED, EXPLODED, FLAG, MINE, QUESTION, UNREADABLE
from solver_bot.vision.arrays import Codes, Floats, Mask
from solver_bot.vision.boards.oddity import beside
from solver_bot.vision.boards.scored import ScoredBoard

_A_MARK = 0.8
"""How surely a mark is a flag or a mine, one or the other."""
_IN_DOUBT = 8.0
"""How much likelier one of the two must be, as a logarithm, for the mark to be in no doubt."""
_SURE = 12.0
"""A mark shares no doubt of others if one of the two is this much likelier, as a logarithm."""
_TORN = 1.0
"""How much likelier one of the two must be for the mark to lean towards it. One sign may lean
towards mines and another one towards neither, so each has a doubt of its own."""
_NO_QUESTION = 2.5
"""How much likelier a flag than a question mark must be, as a logarithm, to be no question mark."""
_MOST_FLAGS_FAR = 0.25
"""The largest share of marks without an open cell beside them for the marks to be flags: players
flag what numbers prove, and may put question marks anywhere."""
_FEWEST, _MOSTLY = 2, 0.5
"""The fewest marks in doubt, and their least share of all marks, for them to be told. A single one
tells nothing, and many others show how the game stands."""
_MOST_LOOKS, _SAME_DOUBT = 6, 1.0
"""The most looks of marks that are told apart: where noise makes more, none is a sign of its own.
And by how much, as a logarithm, the doubts about two looks of one sign differ at most."""
_FAR, _FARTHER, _MOST_FLAGGED = 1.7, 1.0, 5.0
"""The price of a flag without an open cell next to it, of each further one, and of all at most. Of
538 positions in play with flags 15 have such a flag and 3 have more than two. Of 370 lost games
that show mines 291 have such a mine and 229 more than two (generated and real programs)."""
_ALL_FLAGGED = 2.0
"""What such flags cost besides, where every number has all its mines flagged and at most one mine
is shown. So it is in 1.4 % of these positions, and in 63 % of the lost games with the mines.
"""
_NO_MINE = 1.8
"""The price of a mine that was hit, with flags but no other mine shown. Of generated lost games
9 % show no other mine, and 59 % no flag."""
_NO_HIT = 1.4
"""The price of mines none of which is drawn as the one that was hit. So are the mines of 18 of 57
generated lost games, and of 13 of 75 in programs."""
_EACH_FAR, _MOST_FAR = 0.13, 6.0
"""The price of each closed cell without an open one next to it, and of all at most, if no shown
mine is so far off: about one cell in eight is a mine."""
_LACKING = 3.0
"""The price of shown mines where numbers have too few marks, if a single cell explains all these
numbers: it may be misread. Otherwise the price is twice as high, and more for each further
number."""
_EACH_LACKING, _MOST_LACKING = 0.5, 12.0
_ONE_MINE = 3.0
"""The largest price of a single mine: it may be misread."""
_CONTRADICTED = 1.0
"""The price of mines that no real board can show. So are those of 18 % of the positions in play,
if flags are taken for mines, and of 5 % of the lost games, whose wrong flags are not marked; and a
number may be misread."""
_CLOSED = (COVERED, QUESTION)
_MARKS = (FLAG, MINE, EXPLODED)
_WAYS = (FLAG, MINE)
_MINES = (MINE, EXPLODED)


def marks_told_apart(board: ScoredBoard) -> ScoredBoard:
    """The board with flags and mines told apart as far as all marks together tell them.

    Marks in doubt share one doubt with those that lean to the same side, unless their looks show
    that they are another sign. What speaks against flags makes each such mark less likely a flag.
    What speaks for flags makes each less likely a mine. A mark that may be a question mark becomes
    no surer a flag: a mine may be all that left it in doubt.
    """
    scores = board.scores
    gap = scores[:, FLAG] - np.logaddexp.reduce(scores[:, _MINES], -1)
    marked = np.logaddexp.reduce(scores[:, _MARKS], -1) > np.log(_A_MARK)
    doubted = marked & (np.abs(gap) < _IN_DOUBT)
    marks, doubts = (np.count_nonzero(some[board.kinds]) for some in (marked, doubted))
    if doubts < max(_FEWEST, _MOSTLY * marks):
        return board
    leanings = gap > _TORN, np.abs(gap) <= _TORN, gap < -_TORN
    sides = [_sharing(board, marked & lean, doubted, gap) for lean in leanings]
    groups = [sign for side in sides if side.any() for sign in _signs(board, side, gap)]
    asked_not = scores[:, FLAG] - scores[:, QUESTION] > _NO_QUESTION
    opened = (scores.argmax(-1) < COVERED)[board.kinds]
    far = beside(opened) == 0
    told = scores.copy()
    for group, shift in zip(groups, _shifts(board, groups, gap), strict=True):
        told[group, FLAG] += min(shift, 0)
        if shift > 0 and far[group[board.kinds]].mean() <= _MOST_FLAGS_FAR:
            told[group] = np.where(
                asked_not[group, None],
                _less_mined(scores[group], shift),
                _doubted(scores[group], shift),
            )
    return replace(board, scores=told - np.logaddexp.reduce(told, -1, keepdims=True))


def _less_mined(scores: Floats, shift: float) -> Floats:
    """The scores of marks, made less likely mines by ``shift``, as a logarithm."""
    told = scores.copy()
    told[:, _MINES] -= shift
    return np.asarray(told - np.logaddexp.reduce(told, -1, keepdims=True))


def _doubted(scores: Floats, shift: float) -> Floats:
    """The same, but no other state becomes likelier instead: what mines lose is unread."""
    mine, less = (
        np.exp(np.logaddexp.reduce(some[:, _MINES], -1))
        for some in (scores, _less_mined(scores, shift))
    )
    told = scores.copy()
    told[:, _MINES] += np.log(less / mine)[:, None]
    lost = np.log(np.maximum(mine - less, np.finfo(np.float32).tiny))
    told[:, UNREADABLE] = np.logaddexp(told[:, UNREADABLE], lost)
    return told


def _signs(board: ScoredBoard, side: Mask, gap: Floats) -> list[Mask]:
    """The marks of one side by their signs; all together where looks tell no signs apart.

    If several cells have each of a few looks, each look is a sign; looks in the same doubt are one.
    """
    counts = np.bincount(board.kinds.ravel(), minlength=len(side)) * side
    several = np.flatnonzero(counts >= _FEWEST)
    if not 1 < len(several) <= _MOST_LOOKS:
        return [side]
    several = several[np.argsort(gap[several])]
    parts = np.split(several, np.flatnonzero(np.diff(gap[several]) > _SAME_DOUBT) + 1)
    if len(parts) == 1:
        return [side]
    rest = side & (counts < _FEWEST)
    signs = [np.isin(np.arange(len(side)), part) for part in parts]
    return [*signs, rest] if rest.any() else signs


def _sharing(board: ScoredBoard, side: Mask, doubted: Mask, gap: Floats) -> Mask:
    """The marks of one side that share a doubt: those in doubt, or all if most of them are."""
    counts = [np.count_nonzero(some[board.kinds]) for some in (side & doubted, side)]
    within = side & (np.abs(gap) < _SURE)
    return within if counts[0] >= _MOSTLY * counts[1] else side & doubted


def _shifts(board: ScoredBoard, groups: Sequence[Mask], gap: Floats) -> list[float]:
    """How much likelier each group's marks are flags, given where all stand, as logarithms.

    Doubtful marks of no group say nothing of how the game stands, so they count as unread.
    """
    best = board.scores.argmax(-1).astype(np.uint8)
    best[np.isin(best, _MARKS) & (np.abs(gap) < _IN_DOUBT)] = UNREADABLE
    hit = board.scores[:, EXPLODED] > board.scores[:, MINE]
    states = {FLAG: np.full(len(hit), FLAG), MINE: np.where(hit, EXPLODED, MINE)}
    means = [float(gap[board.kinds][group[board.kinds]].mean()) for group in groups]
    ways = list(product(_WAYS, repeat=len(groups)))
    weights = np.empty(len(ways))
    for number, way in enumerate(ways):
        codes = best.copy()
        for group, code in zip(groups, way, strict=True):
            codes[group] = states[code][group]
        towards = np.where(np.array(way) == FLAG, means, -np.array(means))
        weights[number] = -np.logaddexp(0, -towards).sum() - _price(board, codes)
    flags = np.array(ways) == FLAG
    both = [[np.logaddexp.reduce(weights[is_way]) for is_way in (flag, ~flag)] for flag in flags.T]
    return [float(flag - mine) - mean for (flag, mine), mean in zip(both, means, strict=True)]


def _price(board: ScoredBoard, codes: Codes) -> float:
    """How much the places of flags and mines speak against a board, as a logarithm."""
    cells = codes[board.kinds]
    flags, mines, hit = (cells == code for code in (FLAG, MINE, EXPLODED))
    closed = np.isin(cells, _CLOSED)
    price = _NO_MINE if hit.any() and flags.any() and not mines.any() else 0.0
    if not closed.any():
        return price
    far, lacking = beside(cells < COVERED) == 0, _lacking(cells)
    if many := int((flags & far).sum()):
        price += min(_FAR + _FARTHER * (many - 1), _MOST_FLAGGED)
        if (mines | hit).sum() <= 1 and not lacking.any():
            price += _ALL_FLAGGED
    if mines.any():
        at_most = _ONE_MINE if (mines | hit).sum() == 1 else np.inf
        price += min(at_most, _price_of_mines(board, codes, far, lacking))
    return price


def _price_of_mines(board: ScoredBoard, codes: Codes, far: Mask, lacking: Mask) -> float:
    """The price of mines being shown: a program shows them once a game is lost, and then all.

    Args:
        board: the board.
        codes: what each kind of cells shows.
        far: the cells that no open one is next to.
        lacking: the numbers that have too few marks.

    """
    cells = codes[board.kinds]
    mines, hit = cells == MINE, cells == EXPLODED
    price = 0.0 if hit.any() else _NO_HIT
    if lacking.any():
        one_cell = (beside(lacking) == lacking.sum())[cells >= COVERED].any()
        more = 2 * _LACKING + _EACH_LACKING * (int(lacking.sum()) - 2)
        price += _LACKING if one_cell else min(_MOST_LACKING, more)
    if not (far & (mines | hit)).any():
        price += min(_MOST_FAR, _EACH_FAR * int((far & np.isin(cells, _CLOSED)).sum()))
    return price if board.allows(codes) else price + _CONTRADICTED


def _lacking(cells: Codes) -> Mask:
    """The numbers that have fewer marks around them than they say, as far as all is seen."""
    numbers = (cells < COVERED) & (beside(cells == UNREADABLE) == 0)
    return np.asarray(numbers & (cells > beside(np.isin(cells, _MARKS))))
