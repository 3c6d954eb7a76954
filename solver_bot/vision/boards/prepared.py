"""The evidence of kinds of cells, before the rules are asked: what their looks say together.

Cells that look the same are of one state, so their evidence is joined by its mean: what the nets
can't tell of one cell, they can't tell of cells like it (``benchmarks.reading_net.calibrate``).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solver_bot.board import COVERED, EMPTY, EXPLODED, FLAG, MINE, QUESTION, UNREADABLE, Possible
from solver_bot.vision.arrays import Codes, Floats, Kinds, Mask
from solver_bot.vision.boards.kinds import mean_of_kinds
from solver_bot.vision.boards.marks import marks_told_apart
from solver_bot.vision.boards.scored import IMPOSSIBLE, ScoredBoard, Sides

DOUBT = 6.0
"""How much less likely a state must be than the likeliest one to be excluded, as a logarithm."""
_SETTLED_ODDS = 12.0
"""Odds, as a logarithm, from which on a mine has exploded for sure."""
_LONE, _ALIKE_MINES = 3.0, 3
"""How much likelier, as a logarithm, a mine has exploded if it alone looks otherwise than the
others, and the fewest others that must look alike. Nine in ten generated programs that mark such a
mine draw it otherwise; a cell that is marked alone for another reason seldom has a mine."""
HIDDEN = 2.0
"""How much less likely than not a cell must be hidden to be read, as a logarithm."""
_APART = 4.0
"""A cell contradicts its look if another state than its kind's is likelier by this, as a
logarithm."""
_TORN = 0.25
"""With a greater share of cells that contradict their look, no cell of that look is read."""
_ONLY_QUESTIONS = 3.0
"""How much less likely question marks are, as a logarithm, on a board without a flag."""
_OWN_LOOKS = 0.6
"""With more looks than this share of the covered and empty cells, no doubt is shared."""
_MOST_DIVIDED = 12
"""The most ways that are tried to divide looks into empty and covered ones, where all seem to be of
one state."""
_LEAST_OWN = 0.03
"""The least share of a cell's doubt that is its own, where others have the same doubt."""


def prepared(likely: Floats, kinds: Kinds, possible: Possible, cut: Sides) -> ScoredBoard:
    """The board with the evidence of every kind of cells.

    Args:
        likely: the logarithm of each state's probability, shape (rows, columns, 16).
        kinds: which cells look the same.
        possible: tells whether a real game can show a board.
        cut: the sides beyond which the board may go on.

    """
    kinds, likely = _agreeing(likely, kinds)
    board = ScoredBoard(kinds, mean_of_kinds(likely, kinds), possible, cut)
    return marks_told_apart(_told_apart(_divided(_with_usual_marks(_with_one_exploded(board)))))


def _agreeing(likely: Floats, kinds: Kinds) -> tuple[Kinds, Floats]:
    """The kinds and the evidence, without cells whose own evidence contradicts their looks.

    Such a cell stands where cells of its look hardly stand. Whether its evidence or its look is
    right is not known, so it is unread, and so are all cells of its look if many contradict it. A
    cell that may be hidden is unread too: what hides it may have the look of a cell.
    """
    kinds = _numbered(kinds)
    usual = mean_of_kinds(likely, kinds).argmax(-1)[kinds]
    against = np.take_along_axis(likely, usual[..., None], -1)[..., 0]
    torn = (likely.argmax(-1) != usual) & (likely.max(-1) - against > _APART)
    share = np.bincount(kinds.ravel(), torn.ravel()) / np.bincount(kinds.ravel())
    torn |= (share > _TORN)[kinds] | (likely[..., UNREADABLE] > likely.max(-1) - HIDDEN)
    unread = np.where(np.arange(likely.shape[-1]) == UNREADABLE, 0, IMPOSSIBLE)
    evidence = np.where(torn[..., None], unread, likely).astype(np.float32)
    return _numbered(np.where(torn, kinds.size, kinds)), evidence


def _numbered(names: Kinds) -> Kinds:
    """The same kinds, numbered from 0 without gaps."""
    return np.unique(names, return_inverse=True)[1].reshape(names.shape)


def _divided(board: ScoredBoard) -> ScoredBoard:
    """The board with some looks exchanged where all seem to be empty, or all covered.

    All such cells share one doubt, so the looks of which the nets are least sure are the first to
    get the other state. Prices decide how many of them do.
    """
    scores = board.scores
    best = scores.argmax(-1).astype(np.uint8)
    either = np.isin(best, (EMPTY, COVERED))
    if len(np.unique(best[either])) != 1:
        return board
    apart = np.abs(scores[:, EMPTY] - scores[:, COVERED])
    odd = board.oddity(best)
    least, chosen = 0.0, np.zeros_like(either)
    for most in np.unique(apart[either])[:-1][:_MOST_DIVIDED].tolist():
        some = either & (apart <= most)
        other = np.where(some, EMPTY + COVERED - best, best).astype(np.uint8)
        price = most + board.oddity(other) - odd
        if price < least and board.allows(other):
            least, chosen = price, some
    return _exchanged(board, chosen)


def _exchanged(board: ScoredBoard, kinds: Mask) -> ScoredBoard:
    """The board on which these kinds are as likely empty as they were covered, and the reverse."""
    scores = board.scores.copy()
    scores[kinds, EMPTY], scores[kinds, COVERED] = (
        board.scores[kinds, COVERED],
        board.scores[kinds, EMPTY],
    )
    return replace(board, scores=scores)


def _told_apart(board: ScoredBoard) -> ScoredBoard:
    """The board with covered and empty cells told apart, for all of them at once.

    Such cells share the doubt about which look has which state. Rules and prices can settle it: if
    the two states can't be exchanged, a cell keeps only what doubt it has beyond the shared one.
    Cells that may be neither have no say in the prices. In a noisy picture, where most cells have a
    look of their own, doubts are not shared.
    """
    scores = board.scores
    best = scores.argmax(-1).astype(np.uint8)
    either = np.isin(best, (EMPTY, COVERED))
    if not either.any():
        return board
    apart = np.abs(scores[:, EMPTY] - scores[:, COVERED])
    shared = float(np.median(apart[board.kinds][either[board.kinds]]))
    other = np.where(either, EMPTY + COVERED - best, best).astype(np.uint8)
    unsure = _second(scores, either) < DOUBT
    odd, other_odd = (board.oddity(_without(codes, unsure)) for codes in (best, other))
    against = shared + other_odd - odd
    if against < 0 and board.allows(other):
        board = _exchanged(board, either)
        best, other, against = other, best, -against
    scores = board.scores.copy()
    looks, cells = np.count_nonzero(either), np.count_nonzero(either[board.kinds])
    if looks > _OWN_LOOKS * cells:
        return replace(board, scores=scores)
    if against >= DOUBT or not board.allows(other):
        rows = np.flatnonzero(either)
        alone = 1 / (1 + np.exp(apart[rows]))
        left = np.maximum(alone - 1 / (1 + np.exp(shared)), _LEAST_OWN * alone)
        scores[rows, other[rows]] += np.log(left / alone)
    return replace(board, scores=scores)


def _with_one_exploded(board: ScoredBoard) -> ScoredBoard:
    """The board with exploded mines made as unlikely as they are if at most one exploded.

    The nets look at every shown mine alone, and many may look a little like an exploded one. As at
    most one is, each is the less likely, the likelier others are.
    """
    exploded = board.scores[:, EXPLODED].astype(float)
    odds = np.exp(
        np.minimum(exploded - np.log(np.maximum(-np.expm1(exploded), 1e-6)), _SETTLED_ODDS)
    )
    counts = np.bincount(board.kinds.ravel())
    rivals = float((counts * odds).sum()) - odds
    scores = board.scores.copy()
    scores[:, EXPLODED] -= np.log1p(rivals / (1 + odds)).astype(np.float32)
    scores[_lone_mine(board), EXPLODED] += _LONE
    return replace(board, scores=scores)


def _lone_mine(board: ScoredBoard) -> list[int]:
    """The kind of the one mine that looks otherwise, if others look alike; empty if none."""
    mined = np.logaddexp(board.scores[:, MINE], board.scores[:, EXPLODED]) > np.log(0.5)
    counts = np.bincount(board.kinds.ravel())
    alone = np.flatnonzero(mined & (counts == 1)).tolist()
    return alone if len(alone) == 1 and counts[mined].max() >= _ALIKE_MINES else []


def _with_usual_marks(board: ScoredBoard) -> ScoredBoard:
    """The board, where a look that seems to be the only one of flags is hardly a question mark.

    Players set flags often, and question marks alone seldom.
    """
    flags = np.flatnonzero(board.scores.argmax(-1) == FLAG)
    if len(flags) != 1:
        return board
    scores = board.scores.copy()
    scores[flags, QUESTION] -= _ONLY_QUESTIONS
    return replace(board, scores=scores)


def _without(codes: Codes, unsure: Mask) -> Codes:
    """The codes, unreadable where unsure."""
    return np.where(unsure, UNREADABLE, codes).astype(np.uint8)


def _second(scores: Floats, either: Mask) -> Floats:
    """How much less likely each kind's second state is. Empty and covered count as one state."""
    rest = scores.copy()
    for code in (EMPTY, COVERED):
        rest[either, code] = -np.inf
    ranked = np.sort(rest, -1)
    return np.where(either, scores.max(-1) - ranked[:, -1], ranked[:, -1] - ranked[:, -2])
