"""What the cells of a board are: the likeliest states that a real board can show together.

The nets say for every cell how likely each state is (``prepared``). What few boards show has a
price (``oddity``). A state that no real board can show with the others is excluded. A cell is left
unread where two states remain that are likely enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from solver_bot.board import EMPTY, EXPLODED, MINE, NUMBERS, UNOPENED, UNREADABLE, Possible
from solver_bot.vision.arrays import Codes, Floats, Kinds
from solver_bot.vision.boards.prepared import DOUBT, HIDDEN, prepared
from solver_bot.vision.boards.scored import (
    CLOSED,
    IMPOSSIBLE,
    Option,
    ScoredBoard,
    Sides,
)

Changes = tuple[Option, ...]

_SETTLED = np.full(UNREADABLE + 1, 4.0)
_SETTLED[sorted((NUMBERS - {EMPTY}) | {MINE, EXPLODED})] = 3.5
"""The price from which another state is excluded, by the likeliest code, where a real board can
show all likeliest codes together."""
_UNOPENED = 3.0
"""The same where both states are unopened: whether a cell is flagged changes no advice."""
_MOST_BETTER = 8
_MOST_SINGLE, _MOST_PAIRED, _MOST_ASKED = 16, 6, 30
"""The most other states that are tried alone, and in pairs, where the likeliest ones are impossible
together; and the most about which the rules are asked."""
_RIVAL = 4.0
"""How much likelier the best way to make states possible must be than the next, to be believed."""
_TOO_DOUBTFUL = 0.9
"""With a greater share of doubtful cells, the rules are not asked about single states: that would
take long for little."""


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


def infer(likely: Floats, kinds: Kinds, possible: Possible, cut: Sides = CLOSED) -> Inference:
    """The states of all cells.

    Args:
        likely: the logarithm of each state's probability, shape (rows, columns, 16).
        kinds: which cells look the same.
        possible: tells whether a real game can show a board.
        cut: the sides beyond which the board may go on.

    """
    board = prepared(likely, kinds, possible, cut)
    kinds = board.kinds
    alone = _sure(board, board.scores.argmax(-1).astype(np.uint8), ())
    best, priced = _likeliest(board)
    options = _doubted(priced)
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
        priced = _priced(board, best)
        options = _doubted(priced)
    rivals = [option for one in changes for option in one] if len(changes) > 1 else []
    found = list(_doubts(board, best, options))
    found += _unsupported(board, best, priced, (*rivals, *found))
    doubts = (*rivals, *found)
    excluded = [option for option in options if option not in found]
    sure = _sure(board, best, priced, excluded)
    return Inference(_with_unread(best, doubts)[kinds], doubts, True, alone, sure)


def _sure(
    board: ScoredBoard,
    states: Codes,
    priced: Sequence[Option],
    excluded: Sequence[Option] = (),
) -> Floats:
    """The logarithm of the probability of each cell's state.

    Other states are as unlikely as their prices say, if they have any. Excluded ones do not count.
    """
    chosen = board.scores[np.arange(len(states)), states]
    others = board.scores - chosen[:, None]
    for option in priced:
        others[option.kind, option.code] = -option.price
    for option in excluded:
        others[option.kind, option.code] = IMPOSSIBLE
    return np.asarray(-np.logaddexp.reduce(others, -1)[board.kinds])


def _settled(option: Option, best: Codes) -> float:
    """The price from which another state is excluded, where the likeliest ones are possible."""
    if option.code == UNREADABLE:
        return HIDDEN
    code = int(best[option.kind])
    return _UNOPENED if {code, option.code} <= UNOPENED else float(_SETTLED[code])


def _likeliest(board: ScoredBoard) -> tuple[Codes, list[Option]]:
    """The likeliest states of kinds, and the other states with their prices."""
    best = board.scores.argmax(-1).astype(np.uint8)
    options = _priced(board, best)
    for _ in range(_MOST_BETTER):
        if not options or options[0].price >= 0:
            break
        best = _changed(best, options[:1])
        options = _priced(board, best)
    return best, options


def _doubted(options: Sequence[Option]) -> list[Option]:
    """The states that are not too unlikely."""
    return [option for option in options if option.price < DOUBT]


def _priced(board: ScoredBoard, best: Codes) -> list[Option]:
    """The prices of other states of kinds that are not too unlikely alone, the likeliest first."""
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
    hidden = [one for one in others if one.code == UNREADABLE and one.price < HIDDEN]
    priced = [
        Option(one.kind, one.code, one.price + other_odd - odd)
        for one, other_odd in zip(shown, board.oddities(best, shown), strict=True)
    ]
    return sorted((*hidden, *priced), key=lambda option: (option.price, option.kind, option.code))


def _mending(board: ScoredBoard, best: Codes, options: Sequence[Option]) -> list[Changes]:
    """The changes that make impossible states possible, the likeliest first.

    If others are nearly as likely, they follow: then it is in doubt which states are wrong.
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


def _doubts(board: ScoredBoard, best: Codes, options: Sequence[Option]) -> Iterator[Option]:
    """The other states that are possible and likely enough.

    A state may be impossible only beside others that are themselves in doubt. So the rules are
    asked about it with all doubtful kinds unread. Each exclusion leaves less in doubt, so they are
    asked again.
    """
    asked, rest = options[:_MOST_ASKED], options[_MOST_ASKED:]
    yield from rest
    left: list[Option] = []
    while len(asked) != len(left):
        left = list(asked)
        unsure = _with_unread(best, (*left, *rest))
        asked = [option for option in left if board.allows(_changed(unsure, (option,)))]
    yield from left


def _unsupported(
    board: ScoredBoard, best: Codes, priced: Sequence[Option], doubts: Sequence[Option]
) -> list[Option]:
    """The states excluded only by prices that rest on cells which are themselves in doubt."""
    found: list[Option] = []
    alone = board.scores[np.arange(len(best)), best]
    likely = {one: float(alone[one.kind] - board.scores[one.kind, one.code]) for one in priced}
    excluded = [one for one in priced if likely[one] < _settled(one, best) <= one.price]
    more = [one for one in excluded if one not in doubts]
    while more:
        unsure = _with_unread(best, (*doubts, *found))
        odd = board.oddity(unsure)
        prices = zip(more, board.oddities(unsure, more), strict=True)
        new = [one for one, other in prices if likely[one] + other - odd < _settled(one, best)]
        new = [one for one in new if board.allows(_changed(unsure, (one,)))]
        if not new:
            break
        found += new
        more = [one for one in more if one not in new]
    return found


def _doubtful(kinds: Kinds, options: Sequence[Option]) -> float:
    """The share of cells that may have another state, before the rules are asked."""
    return float(np.isin(kinds, [option.kind for option in options]).mean())


def _with_unread(best: Codes, doubts: Sequence[Option]) -> Codes:
    """The states of kinds, unread where in doubt."""
    codes = best.copy()
    codes[[option.kind for option in doubts]] = UNREADABLE
    return codes


def _unread(board: ScoredBoard, best: Codes, options: Sequence[Option]) -> Codes:
    """The states, with the most doubtful kinds made unread one after the other until possible.

    Which states are wrong is not known, so other kinds that may be others are unread too.
    """
    codes = best.copy()
    for number, option in enumerate(options, 1):
        codes[option.kind] = UNREADABLE
        if number % 4 == 0 and board.allows(codes):
            break
    read = [option for option in options if codes[option.kind] != UNREADABLE]
    others = [option for option in read if option.price < _settled(option, best)]
    return _with_unread(codes, list(_doubts(board, codes, others)))
