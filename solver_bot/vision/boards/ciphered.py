"""How likely the keys of a cipher are: each kind of a board's cells stands for one state.

A number says how many mines are around each of its cells. So it lies between the mines shown around
each of them and the mines that may be there, and some layout of mines must fit the whole board. Two
kinds keep apart only because empty cells open all cells around them. Numbers stand on the ground of
empty cells. Scores and prices are logarithms.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.board import (
    COVERED,
    EMPTY,
    EXPLODED,
    FLAG,
    MINE,
    NUMBERS,
    QUESTION,
    UNREADABLE,
    WRONG_FLAG,
    Board,
    Possible,
)
from solver_bot.vision.arrays import Codes, Floats, Kinds, Mask, board_of
from solver_bot.vision.boards.kinds import mean_of_kinds
from solver_bot.vision.boards.scored import Sides

OPEN, CLOSED, MINED, _WRONG, HIDDEN, UNTOLD = range(6)
CODES = (
    tuple(sorted(NUMBERS)),
    (COVERED, QUESTION, FLAG),
    (FLAG, MINE, EXPLODED),
    (WRONG_FLAG,),
    (UNREADABLE,),
)
"""The states of each class, by its number. Of an untold kind nothing is known."""
_MAY_BE_MINED = (CLOSED, HIDDEN, UNTOLD, -1)
_STATES = UNREADABLE + 1

_DOUBT = 0.05
"""How often the nets are taken to know nothing of a kind. So the nets alone never settle its state,
unless they see a number surely."""
_SURELY, _SURE_NUMBER = 0.998, 0.9985
"""How sure the nets are of the kinds that are covered in every key, and of those that show the same
number in every key. On KMines' pictures they were up to 99.4 % sure of a wrong number."""
_MOST_MAIN = 16
"""The most kinds that are told together, the commonest. Each of the rest is told by itself."""
NEAR = 6.0
"""Keys and states count if their score is at most this far below the best one."""
_MOST_CELLS, _MOST_KEYS = 2_400_000, 50_000
"""The most cells, in all boards that the rules are asked about for one picture, and the most keys
that are tried: about a second. Where few cells are told, the rules are not asked, and one picture
took a minute."""
IMPOSSIBLE = -1e9

_RARE = {_WRONG: 4.0, HIDDEN: 2.0}
"""The price of classes that few kinds are of. Each cell with a wrong flag costs one more."""
UNUSUAL = 3.0
"""The price of covered cells beside a kind of empty ones, and of flags that stand on no mine."""
_APART, _MOST_APART, _MANY = 0.25, 10.0, 8
"""The price of each touch that chance would give two kinds which never touch, the largest such
price, and the fewest such touches that count."""
_GROUND, _MOST_GROUND = 8.0, 8.0
"""What speaks for a key if the corners of its covered cells are e times as far from those of its
numbers as the corners of empty cells are, and the most that speaks for it."""
_EXACT, _MOST_EXACT = 0.5, 60.0
"""What each cell of a number adds to a key's score if all mines around it are shown, and the most
that each kind adds: hardly any wrong key has many such cells."""
MOST_UNTOLD = 0.15
"""The largest share of untold cells with which the rules are asked about a board. A board with half
of its cells untold took longer than 20 s."""
_MARKS = 0.7
"""The weight of what the nets say about marks on mines: no rule tells which mark it is."""
_ASKED = 0.5
"""The least probability that the nets must give a question mark for it to be read."""

Scores = NDArray[np.float64]
Classes = NDArray[np.int8]
"""The class of each kind, -1 where it is not chosen yet: shape (keys, kinds)."""
Ranges = NDArray[np.int64]
"""Numbers of mines, shape (keys, kinds)."""


@dataclass(slots=True)
class Rules:
    """Whether games can show boards, until the boards asked about have ``cells`` cells in all.

    From then on no board is possible. Nor is any once ``keys`` keys were tried.
    """

    possible: Possible
    cells: int = _MOST_CELLS
    keys: int = _MOST_KEYS

    @property
    def spent(self) -> bool:
        return min(self.cells, self.keys) < 0

    def __call__(self, board: Board) -> bool:
        self.cells -= len(board.cells)
        return not self.spent and self.possible(board)


@dataclass(frozen=True, eq=False)
class Cipher:
    """A board whose kinds are to be told.

    Attributes:
        kinds: which cells look the same, shape (rows, columns).
        said: each state's score, as the nets say, shape (kinds, 16).
        grounds: how far kinds are apart at their corners, in grey levels, shape (kinds, kinds).
        rules: tell whether a real game can show a board.
        cut: the sides beyond which the board may go on.

    """

    kinds: Kinds
    said: Scores
    grounds: Scores
    rules: Rules
    cut: Sides

    @classmethod
    def of(cls, likely: Floats, kinds: Kinds, grounds: Scores, rules: Rules, cut: Sides) -> Cipher:
        """The cipher of a board, from the logarithm of each state's probability in each cell."""
        said = mean_of_kinds(likely, kinds).astype(np.float64)
        return cls(kinds, said, grounds, rules, cut)

    @cached_property
    def scores(self) -> Scores:
        """What the nets say, with some doubt in it unless they see a number surely."""
        scores = np.log((1 - _DOUBT) * np.exp(self.said) + _DOUBT / _STATES)
        numbers = self.said[:, CODES[OPEN]]
        shown = np.array(CODES[OPEN])[numbers.argmax(-1)]
        sure = (shown > EMPTY) & (numbers.max(-1) > np.log(_SURE_NUMBER))
        others = sure[:, None] & (np.arange(_STATES) != shown[:, None])
        return np.where(others, IMPOSSIBLE, scores)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """How many cells are of each kind."""
        return np.bincount(self.kinds.ravel())

    @cached_property
    def covered(self) -> Mask:
        """The kinds that are surely covered."""
        return np.asarray(np.exp(self.said[:, COVERED]) > _SURELY)

    @cached_property
    def main(self) -> list[int]:
        """The kinds that are told together, the commonest first."""
        order = np.argsort(np.where(self.covered, 0, -self.sizes), kind="stable")
        return [int(kind) for kind in order[:_MOST_MAIN] if not self.covered[kind]]

    def shares_of(self, codes: Codes) -> Scores:
        """How likely each state of each kind is with this key, shape (kinds, 16).

        A key does not tell marks on mines apart, nor covered cells from question marks where
        several kinds are either: the nets decide. A single such kind is covered: players seldom
        question all cells. A question mark that the nets do not see is unread: it may be a wrong
        flag.
        """
        shares = np.zeros((len(codes), _STATES))
        shares[np.arange(len(codes)), codes] = 1
        unopened = np.isin(codes, [COVERED, QUESTION])
        if unopened.sum() == 1:
            shares[unopened] = np.arange(_STATES) == COVERED
        for codes_alike, said in (
            ([COVERED, QUESTION] if unopened.sum() > 1 else [], self.said),
            ([FLAG, MINE, EXPLODED], _MARKS * self.scores),
        ):
            for kind in np.flatnonzero(np.isin(codes, codes_alike)).tolist():
                own = np.exp(said[kind, codes_alike])
                shares[kind, codes_alike] = own / own.sum()
        unasked = np.exp(self.said[:, QUESTION]) < _ASKED
        shares[unasked, UNREADABLE] += shares[unasked, QUESTION]
        shares[unasked, QUESTION] = 0
        return shares

    def with_others(self, shares: Scores, codes: Codes) -> Scores:
        """The shares with this key, completed for all kinds that were not told together."""
        shares = shares.copy()
        others = ~self.covered
        others[self.main] = False
        for kind in np.flatnonzero(others).tolist():
            scores = self.scores[kind]
            shares[kind] = 0
            for code in np.flatnonzero(scores > scores.max() - NEAR).tolist():
                tried = codes.copy()
                tried[kind] = code
                shares[kind, code] = np.exp(scores[code]) * self.allows(tried)
            if not shares[kind].any():
                shares[kind, UNREADABLE] = 1
        return shares

    def allows(self, codes: Codes) -> bool:
        """Whether a real board can show these states of kinds.

        A board with many untold cells is allowed unasked: the rules may take very long.
        """
        if self.sizes[codes == UNREADABLE].sum() > MOST_UNTOLD * self.kinds.size:
            return True
        left, top, right, bottom = map(int, self.cut)
        around = (top, bottom), (left, right)
        cells = np.pad(codes[self.kinds], around, constant_values=UNREADABLE)
        return self.rules(board_of(cells))

    def class_scores(self, classes: Classes) -> Scores:
        """How likely choices of classes are, with the best values that they leave: shape (keys)."""
        least, most = self.ranges(classes)
        values = np.full(classes.shape, IMPOSSIBLE)
        for value in CODES[OPEN]:
            fits = (least <= value) & (value <= most)
            values = np.maximum(values, np.where(fits, self.scores[:, value], IMPOSSIBLE))
        total = self.exact(classes, least) + np.where(classes == OPEN, values, 0.0)
        for number in range(CLOSED, UNTOLD):
            total += np.where(classes == number, self.best_of(number), 0.0)
        total += np.where(classes < 0, self.scores.max(-1), 0.0)
        empty = (classes == OPEN) & (most == 0)
        return np.asarray(total.sum(-1) - self.apart(is_closed(classes)) - self.apart(empty))

    def best_of(self, number: int) -> Scores:
        """How likely it is that each kind is of that class, by its likeliest state."""
        rare = _RARE.get(number, 0.0) + (self.sizes if number == _WRONG else 0)
        return np.asarray(self._states_of(number).max(-1) - rare)

    def likeliest(self, number: int) -> Codes:
        """The likeliest state of each kind, if it is of that class."""
        codes = np.array(CODES[number], np.uint8)
        return np.asarray(codes[self._states_of(number).argmax(-1)])

    def _states_of(self, number: int) -> Scores:
        """How likely each kind is of the states of a class: shape (kinds, states)."""
        codes = CODES[number]
        price = [UNUSUAL * (number == CLOSED and code == FLAG) for code in codes]
        return np.asarray(self.scores[:, codes] - price)

    def ranges(self, classes: Classes) -> tuple[Ranges, Ranges]:
        """The least and the largest value that each kind can have, by what is around its cells."""
        mines = self._around(classes == MINED)
        most = mines + self._around(np.isin(classes, _MAY_BE_MINED)) + self._beyond
        least = np.maximum.reduceat(mines, self._starts, axis=1)
        return least.astype(int), np.minimum.reduceat(most, self._starts, axis=1).astype(int)

    def exact(self, classes: Classes, least: Ranges) -> Scores:
        """How much numbers speak for the mines that are shown around them: shape (keys, kinds)."""
        maybe = self._around(np.isin(classes, _MAY_BE_MINED)) + self._beyond
        cells = np.add.reduceat(maybe == 0, self._starts, axis=1, dtype=np.int64)
        spoken = np.minimum(_EXACT * np.maximum(cells - 1, 0), _MOST_EXACT)
        return np.where((classes == OPEN) & (least > 0), spoken, 0.0)

    def loose(self, codes: Codes) -> int:
        """How many numbers have fewer mines than unopened cells around them."""
        unopened = self._around(np.isin(codes, CODES[CLOSED] + CODES[MINED])[None])[0]
        shown = codes[self.kinds.ravel()[self._order]]
        return int(((shown > EMPTY) & (shown < COVERED) & (shown < unopened)).sum())

    def apart(self, alike: Mask) -> Scores:
        """The price of kinds of one sort that never touch: shape (keys)."""
        chosen = alike.astype(np.float64)
        return np.asarray(((chosen @ self._apart) * chosen).sum(-1) / 2)

    def touches(self, kind: int, others: Mask) -> bool:
        """Whether a cell of this kind touches one of the others."""
        return bool(self._met[kind, others].any())

    def by_ground(self, codes: Codes) -> float:
        """How much speaks for a key because its numbers stand on the ground of empty cells."""
        numbers = np.flatnonzero((codes > EMPTY) & (codes < COVERED))
        empty, closed = np.flatnonzero(codes == EMPTY), np.flatnonzero(codes == COVERED)
        if not (len(numbers) and len(empty) and len(closed)):
            return 0.0
        weights = np.sqrt(self.sizes[numbers])
        to_empty, to_closed = (
            weights @ self.grounds[np.ix_(numbers, others)].min(1) + 1e-3
            for others in (empty, closed)
        )
        return float(np.clip(_GROUND * np.log(to_closed / to_empty), -_MOST_GROUND, _MOST_GROUND))

    @cached_property
    def _order(self) -> NDArray[np.intp]:
        """The cells, those of each kind together."""
        return np.argsort(self.kinds.ravel(), kind="stable")

    @cached_property
    def _starts(self) -> NDArray[np.intp]:
        """Where each kind begins in ``_order``."""
        return np.searchsorted(self.kinds.ravel()[self._order], np.arange(len(self.sizes)))

    @cached_property
    def _near(self) -> Floats:
        """How many neighbours of each cell are of each kind: shape (kinds, cells), in order."""
        near = [_neighbours(self.kinds == kind).ravel() for kind in range(len(self.sizes))]
        return np.asarray(np.stack(near)[:, self._order])

    @cached_property
    def _beyond(self) -> Floats:
        """How many neighbours of each cell are beyond a side on which the board may go on."""
        left, top, right, bottom = map(int, self.cut)
        rows, columns = self.kinds.shape
        outside = np.ones((rows + top + bottom, columns + left + right), np.bool_)
        inside = slice(top, top + rows), slice(left, left + columns)
        outside[inside] = False
        return np.asarray(_neighbours(outside)[inside].ravel()[self._order])

    @cached_property
    def _met(self) -> Floats:
        """How often cells of two kinds touch: shape (kinds, kinds)."""
        return np.asarray(np.add.reduceat(self._near, self._starts, axis=1))

    @cached_property
    def _apart(self) -> Scores:
        """The price of each pair of kinds that never touch: shape (kinds, kinds)."""
        chance = self._near.sum() * np.outer(self.sizes, self.sizes) / self.kinds.size**2
        price = np.minimum(_APART * chance, _MOST_APART)
        price = np.where((self._met > 0) | (chance < _MANY), 0.0, price)
        np.fill_diagonal(price, 0.0)
        return price

    def _around(self, chosen: Mask) -> Floats:
        """How many neighbours of each cell are of the chosen kinds: shape (keys, cells)."""
        return chosen.astype(np.float32) @ self._near


def is_closed(classes: Classes) -> Mask:
    """Which kinds are told and not open."""
    return np.asarray((classes > OPEN) & (classes < UNTOLD))


def _neighbours(cells: Mask) -> Floats:
    """How many neighbours of each cell are among these."""
    near = np.ones((3, 3), np.float32)
    near[1, 1] = 0
    counts = cv2.filter2D(cells.astype(np.float32), -1, near, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(np.rint(counts), np.float32)
