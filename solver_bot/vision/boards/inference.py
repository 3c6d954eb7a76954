"""What the cells of a board are: the likeliest states that a real board can show together.

The nets say for every cell how likely each state is. Cells that look the same are of one state, so
their evidence is joined: by its mean, since what the nets can't tell of one cell they can't tell of
its likes (``benchmarks.reading_net.calibrate``). What few boards show costs something: see
``oddity``. A state that no real board can show with the others is excluded. A cell is left unread
where two states remain that are likely enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from solver_bot.board import (
    COVERED,
    EMPTY,
    EXPLODED,
    FLAG,
    MINE,
    NUMBERS,
    QUESTION,
    UNOPENED,
    UNREADABLE,
    Board,
)
from solver_bot.vision.arrays import Codes, Floats, Kinds, Mask
from solver_bot.vision.boards import oddity
from solver_bot.vision.boards.kinds import mean_of_kinds

Possible = Callable[[Board], bool]
"""Whether a board is one that a real game can show."""
Sides = tuple[bool, bool, bool, bool]
"""Left, top, right, bottom."""
CLOSED: Sides = (False, False, False, False)
"""No side beyond which the board may go on."""

DOUBT = 6.0
"""How much less likely a state must be than the likeliest one to be excluded, as a logarithm."""
_SETTLED = np.full(UNREADABLE + 1, DOUBT)
_SETTLED[sorted((NUMBERS - {EMPTY}) | {MINE, EXPLODED})] = 4.6
"""The same by the likeliest code, where a real board can show all that is likeliest."""
_UNOPENED = 4.0
"""The same where both states are unopened: whether a cell is flagged changes no advice."""
_SETTLED_ODDS = 12.0
"""Odds, as a logarithm, from which on a mine has exploded for sure."""
_LONE, _ALIKE_MINES = 3.0, 3
"""How much likelier, as a logarithm, a mine has exploded that alone looks otherwise than the others
do, and how many of these look alike at least. Nine generated programs of ten that mark such a mine
draw it otherwise; what else marks a single cell seldom stands on a mine."""
_HIDDEN = 2.0
"""How much less likely it must be that a cell is hidden for it to be read."""
_APART = 4.0
"""A cell contradicts its look if another state than that of most of its kind is likelier by so
much."""
_TORN = 0.25
"""The share of cells that contradict their look from which no cell of that look is read."""
_IMPOSSIBLE = -20.0
_MOST_BETTER = 8
_MOST_SINGLE, _MOST_PAIRED, _MOST_ASKED = 16, 6, 30
"""Other states that are tried alone, and in pairs, where the likeliest ones are impossible; and
those of which it is asked whether they are possible."""
_AT_ONCE = 256
"""Changes whose oddity is asked for together."""
_RIVAL = 4.0
"""How much likelier one way to make states possible must be than the next to be believed."""
_TOO_DOUBTFUL = 0.9
"""With a greater share of doubtful cells the rules are not asked: it would take long for little."""
_ONLY_QUESTIONS = 3.0
"""How much less likely question marks are, as a logarithm, on a board without a flag."""
_OWN_LOOKS = 0.6
"""The share of covered and empty cells with a look of their own from which no doubt is shared."""
_LEAST_OWN = 0.03
"""The share of a cell's doubt that is its own at least, where others have the same."""
_MAY_BE_A_MINE = np.isin(
    np.arange(UNREADABLE + 1), (COVERED, FLAG, QUESTION, MINE, EXPLODED, UNREADABLE)
)
"""By code."""


@dataclass(frozen=True, slots=True)
class Option:
    """Another state that a kind may have.

    Attributes:
        kind: its number.
        code: the state.
        price: how much less likely it is than the likeliest state, as a logarithm.

    """

    kind: int
    code: int
    price: float


Changes = tuple[Option, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Inference:
    """What the cells are, and what remains in doubt.

    Attributes:
        codes: the states, ``UNREADABLE`` where in doubt.
        doubts: the states that could not be excluded.
        possible: whether a real board can show the codes.
        alone: the logarithm of the probability of each cell's likeliest state, once covered and
            empty cells are told apart by the rules: shape (rows, columns).
        sure: the same without states that no real board can show with the others.

    """

    codes: Codes
    doubts: tuple[Option, ...]
    possible: bool
    alone: Floats
    sure: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _Board:
    """The kinds of a board, how likely each of their states is, and what the board may show."""

    kinds: Kinds
    scores: Floats
    possible: Possible
    cut: Sides

    def oddity(self, codes: Codes) -> float:
        """The price of what only few boards show."""
        return oddity.price(_with_unread_lines(codes[self.kinds], self.cut))

    def oddities(self, best: Codes, changes: Sequence[Option]) -> Iterator[float]:
        """The same of the states with each of these changes alone."""
        for start in range(0, len(changes), _AT_ONCE):
            some = changes[start : start + _AT_ONCE]
            codes = np.repeat(best[None], len(some), 0)
            codes[np.arange(len(some)), [one.kind for one in some]] = [one.code for one in some]
            cells = codes[:, self.kinds]
            yield from oddity.prices(_with_unread_lines(cells, self.cut)).tolist()

    def allows(self, codes: Codes) -> bool:
        """Whether a real board can show these states of kinds. Without any mine it is none."""
        cells = codes[self.kinds]
        if not _MAY_BE_A_MINE[cells].any():
            return False
        whole = _with_unread_lines(cells, self.cut)
        return self.possible(Board(whole.shape[1], whole.shape[0], whole.tobytes()))


def infer(likely: Floats, kinds: Kinds, possible: Possible, cut: Sides = CLOSED) -> Inference:
    """The states of all cells.

    Args:
        likely: the logarithm of each state's probability, shape (rows, columns, 16).
        kinds: which cells look the same.
        possible: tells whether a real game can show a board.
        cut: the sides beyond which the board may go on.

    """
    kinds, likely = _agreeing(likely, kinds)
    board = _Board(kinds, mean_of_kinds(likely, kinds), possible, cut)
    board = _told_apart(_with_usual_marks(_with_one_exploded(board)))
    alone = _sure(board, board.scores.argmax(-1).astype(np.uint8), ())
    best, options = _likeliest(board)
    if _doubtful(kinds, options) > _TOO_DOUBTFUL:
        codes = _with_unread(best, options)
        return Inference(codes[kinds], tuple(options), board.allows(codes), alone, alone)
    changes: list[Changes] = [()]
    if board.allows(best):
        options = [one for one in options if one.price < _settled(one, best)]
    else:
        changes = _mending(board, best, options)
        if not changes:
            codes = _unread(board, best, options)
            return Inference(codes[kinds], tuple(options), board.allows(codes), alone, alone)
        best = _changed(best, changes[0])
        options = _options(board, best)
    rivals = [option for one in changes for option in one] if len(changes) > 1 else []
    found = list(_doubts(board, best, options))
    doubts = (*rivals, *found)
    asked = [option for option in options if option not in found]
    sure = _sure(board, best, asked)
    return Inference(_with_unread(best, doubts)[kinds], doubts, True, alone, sure)


def _sure(board: _Board, states: Codes, excluded: Sequence[Option]) -> Floats:
    """The logarithm of the probability of each cell's state, where others are excluded."""
    scores = board.scores.copy()
    for option in excluded:
        scores[option.kind, option.code] = _IMPOSSIBLE
    chosen = scores[np.arange(len(states)), states]
    return np.asarray((chosen - np.logaddexp.reduce(scores, -1))[board.kinds])


def _settled(option: Option, best: Codes) -> float:
    """From which price on another state is excluded where the likeliest ones are possible."""
    if option.code == UNREADABLE:
        return _HIDDEN
    code = int(best[option.kind])
    return _UNOPENED if {code, option.code} <= UNOPENED else float(_SETTLED[code])


def _agreeing(likely: Floats, kinds: Kinds) -> tuple[Kinds, Floats]:
    """The kinds and the evidence, without cells whose own evidence contradicts their looks.

    Such a cell stands where cells of its look hardly stand. Which of the two is right is not known,
    so it can't be read, nor can the other cells of its look if it is not alone. A cell that may be
    hidden can't be read either: what hides it may have the look of a cell.
    """
    kinds = _numbered(kinds)
    usual = mean_of_kinds(likely, kinds).argmax(-1)[kinds]
    against = np.take_along_axis(likely, usual[..., None], -1)[..., 0]
    torn = (likely.argmax(-1) != usual) & (likely.max(-1) - against > _APART)
    share = np.bincount(kinds.ravel(), torn.ravel()) / np.bincount(kinds.ravel())
    torn |= (share > _TORN)[kinds] | (likely[..., UNREADABLE] > likely.max(-1) - _HIDDEN)
    unread = np.where(np.arange(likely.shape[-1]) == UNREADABLE, 0, _IMPOSSIBLE)
    evidence = np.where(torn[..., None], unread, likely).astype(np.float32)
    return _numbered(np.where(torn, kinds.size, kinds)), evidence


def _numbered(names: Kinds) -> Kinds:
    """The same kinds, numbered from 0 without gaps."""
    return np.unique(names, return_inverse=True)[1].reshape(names.shape)


def _told_apart(board: _Board) -> _Board:
    """The board with covered and empty cells told apart once for all.

    The doubt that such cells share is that about which look is that of which state. Rules and
    prices can settle it: if the two can't be exchanged, only what a cell is more doubtful than
    others remains. Cells that may be neither have no say in the prices. In a noisy picture, where
    most cells have a look of their own, doubts are not shared.
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
    scores = scores.copy()
    if against < 0 and board.allows(other):
        scores[either, EMPTY], scores[either, COVERED] = (
            board.scores[either, COVERED],
            board.scores[either, EMPTY],
        )
        best, other, against = other, best, -against
    looks, cells = np.count_nonzero(either), np.count_nonzero(either[board.kinds])
    if looks > _OWN_LOOKS * cells:
        return replace(board, scores=scores)
    if against >= DOUBT or not board.allows(other):
        rows = np.flatnonzero(either)
        alone = 1 / (1 + np.exp(apart[rows]))
        left = np.maximum(alone - 1 / (1 + np.exp(shared)), _LEAST_OWN * alone)
        scores[rows, other[rows]] += np.log(left / alone)
    return replace(board, scores=scores)


def _with_one_exploded(board: _Board) -> _Board:
    """The board with so much doubt about the mine that exploded as one mine can give.

    The nets look at every shown mine alone, and many may be a little like an exploded one. As at
    most one is, each is the less likely to be it the likelier others are.
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


def _lone_mine(board: _Board) -> list[int]:
    """The kind of the one mine that looks otherwise than others that look alike; empty if none."""
    mined = np.logaddexp(board.scores[:, MINE], board.scores[:, EXPLODED]) > np.log(0.5)
    counts = np.bincount(board.kinds.ravel())
    alone = np.flatnonzero(mined & (counts == 1)).tolist()
    return alone if len(alone) == 1 and counts[mined].max() >= _ALIKE_MINES else []


def _with_usual_marks(board: _Board) -> _Board:
    """The board on which a look that seems to be the only one of flags is hardly a question mark.

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
    """How much less likely the next state of each kind is; of the two only the likelier counts."""
    rest = scores.copy()
    for code in (EMPTY, COVERED):
        rest[either, code] = -np.inf
    ranked = np.sort(rest, -1)
    return np.where(either, scores.max(-1) - ranked[:, -1], ranked[:, -1] - ranked[:, -2])


def _likeliest(board: _Board) -> tuple[Codes, list[Option]]:
    """The likeliest states of kinds, and the other states that they may have."""
    best = board.scores.argmax(-1).astype(np.uint8)
    options = _options(board, best)
    for _ in range(_MOST_BETTER):
        if not options or options[0].price >= 0:
            break
        best = _changed(best, options[:1])
        options = _options(board, best)
    return best, options


def _options(board: _Board, best: Codes) -> list[Option]:
    """The other states of kinds that are not too unlikely, the likeliest first."""
    odd = board.oddity(best)
    chosen = board.scores[np.arange(len(best)), best]
    near = chosen[:, None] - board.scores < DOUBT + odd
    near[np.arange(len(best)), best] = False
    others = [
        Option(kind, code, float(chosen[kind] - board.scores[kind, code]))
        for kind, code in zip(*map(np.ndarray.tolist, np.nonzero(near)), strict=True)
    ]
    # What hides a cell explains nothing that is odd around it.
    shown = [one for one in others if one.code != UNREADABLE]
    hidden = [one for one in others if one.code == UNREADABLE and one.price < _HIDDEN]
    priced = [
        Option(one.kind, one.code, one.price + other_odd - odd)
        for one, other_odd in zip(shown, board.oddities(best, shown), strict=True)
        if one.price + other_odd - odd < DOUBT
    ]
    return sorted((*hidden, *priced), key=lambda option: (option.price, option.kind, option.code))


def _mending(board: _Board, best: Codes, options: Sequence[Option]) -> list[Changes]:
    """The changes that make impossible states possible, the likeliest first.

    Others follow if they are nearly as likely: then it is in doubt which states are wrong.
    """
    single = [(option,) for option in options[:_MOST_SINGLE]]
    paired = combinations(options[:_MOST_PAIRED], 2)
    pairs = [pair for pair in paired if pair[0].kind != pair[1].kind]
    found: list[Changes] = []
    for changes in sorted([*single, *pairs], key=_price):
        if found and _price(changes) > _price(found[0]) + _RIVAL:
            break
        if board.allows(_changed(best, changes)):
            found.append(changes)
    return found


def _price(changes: Sequence[Option]) -> float:
    return sum(option.price for option in changes)


def _changed(best: Codes, changes: Sequence[Option]) -> Codes:
    codes = best.copy()
    for option in changes:
        codes[option.kind] = option.code
    return codes


def _doubts(board: _Board, best: Codes, options: Sequence[Option]) -> Iterator[Option]:
    """The other states that are possible and likely enough.

    A state may be impossible only beside other ones that are themselves in doubt, so it is asked
    with all that is in doubt unread. What that excludes leaves less in doubt, so it is asked again.
    """
    asked, rest = options[:_MOST_ASKED], options[_MOST_ASKED:]
    yield from rest
    left: list[Option] = []
    while len(asked) != len(left):
        left = list(asked)
        unsure = _with_unread(best, (*left, *rest))
        asked = [option for option in left if board.allows(_changed(unsure, (option,)))]
    yield from left


def _doubtful(kinds: Kinds, options: Sequence[Option]) -> float:
    """The share of cells that may have another state, before the rules are asked."""
    return float(np.isin(kinds, [option.kind for option in options]).mean())


def _with_unread(best: Codes, doubts: Sequence[Option]) -> Codes:
    """The states of kinds, unread where in doubt."""
    codes = best.copy()
    codes[[option.kind for option in doubts]] = UNREADABLE
    return codes


def _unread(board: _Board, best: Codes, options: Sequence[Option]) -> Codes:
    """The states with the most doubtful kinds unread, one after the other, until possible.

    Which of the states are wrong is not known, so others are unread too that may be others.
    """
    codes = best.copy()
    for number, option in enumerate(options, 1):
        codes[option.kind] = UNREADABLE
        if number % 4 == 0 and board.allows(codes):
            break
    read = [option for option in options if codes[option.kind] != UNREADABLE]
    others = [option for option in read if option.price < _settled(option, best)]
    return _with_unread(codes, list(_doubts(board, codes, others)))


def _with_unread_lines(codes: Codes, cut: Sides) -> Codes:
    """The codes, shape (..., rows, columns), with a line of unread cells beyond each such side."""
    left, top, right, bottom = map(int, cut)
    around = ((0, 0),) * (codes.ndim - 2)
    around = (*around, (top, bottom), (left, right))
    return np.pad(codes, around, constant_values=UNREADABLE) if any(cut) else codes
