"""What the nets see of a board whose place is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver_bot.board import COVERED, EMPTY, EXPLODED, FLAG, MINE, QUESTION, UNREADABLE
from solver_bot.vision.arrays import Codes, Floats, Mask

_UNOPENED = (COVERED, FLAG, QUESTION)
_MINES = (MINE, EXPLODED)
_SURELY_MINED = 0.99
"""How likely a cell must show a mine, of either sort, to count as one where its code is not
sure."""
_RATHER_MINED = 9.0
"""How many times likelier a mine must be than all that open cells show."""
SURE_NUMBER = 0.9985
"""The least probability of a number among what open cells show, before the rules are asked, for a
game to rest on it. Fours in two odd fonts were taken for threes, with 94 and 99.4 %."""
SURE_THOUGH_OTHERWISE = 0.9998
"""The same for a number that was drawn otherwise before."""
_LIKE_OPEN, _LIKE_A_FLAG = 0.9, 0.4
"""How likely a cell must be open, or show a flag, to look so."""
_SAME = 1e-3
"""The most by which the logarithms differ that the nets give equal tiles."""


@dataclass(frozen=True, slots=True, eq=False)
class Opinion:
    """What the nets see of a board whose place is known.

    Attributes:
        codes: shape (rows, columns), unreadable where they see nothing for sure.
        sure: whether a game may rest on their codes.
        likely: how likely they find every code, as logarithms: shape (rows, columns, 16); None if
            they see nothing.
        by_signs: which codes are digits that open cells show by their signs alone, so that a game
            may rest on them though the board is not sure; None if none are.
        opened: which unread cells are open or show a mine, as the game tells; None if it was not
            asked.
        digits: which of these show a digit by their signs alone; None likewise.
        goes_on: whether the board is seen to go on beyond its place.

    """

    codes: Codes
    sure: bool
    likely: Floats | None = None
    by_signs: Mask | None = None
    opened: Mask | None = None
    digits: Mask | None = None
    goes_on: bool = False

    @property
    def mined(self) -> Mask:
        """Which cells surely show a mine, exploded or not."""
        return self._any_of(_MINES) > _SURELY_MINED

    @property
    def rather_mined(self) -> Mask:
        """Which cells show a mine rather than what open cells show, if they were opened."""
        return self._any_of(_MINES) > _RATHER_MINED * self._any_of(range(COVERED))

    @property
    def rather_mined_than_numbered(self) -> Mask:
        """The same of cells that are not empty."""
        numbers = self._any_of(range(EMPTY + 1, COVERED))
        return self._any_of(_MINES) > _RATHER_MINED * numbers

    @property
    def doubted(self) -> Mask:
        """Which cells are unread, or show a number on which no game may rest."""
        numbers = (self.codes > EMPTY) & (self.codes < COVERED)
        return np.asarray((self.codes == UNREADABLE) | (numbers & ~self._surely_opened))

    @property
    def open_like(self) -> Mask:
        """Which cells look open, even if it is not sure what they show."""
        return self._any_of(range(COVERED)) > _LIKE_OPEN

    @property
    def empty_like(self) -> Mask:
        """Which cells look more like an empty cell than a number."""
        return self._any_of((EMPTY,)) > self._any_of(range(EMPTY + 1, COVERED))

    @property
    def flag_like(self) -> Mask:
        """Which cells look like a flag, even if not surely."""
        return self._any_of((FLAG,)) > _LIKE_A_FLAG

    def filled(self, codes: Codes, asked: Mask, before: Codes, begun: bool) -> Codes:
        """The codes, with unread ``asked`` cells filled by what the nets see.

        These are empty cells, numbers that are sure before rules are asked, unopened cells that are
        as ``before``, and covered cells that were never read. Before the game has ``begun``,
        numbers need not be so sure if empty cells open. If none do, a number may be a printed zero.
        """
        theirs = self.codes
        kept = np.isin(theirs, _UNOPENED) & (theirs == before)
        kept |= (theirs == COVERED) & (before == UNREADABLE)
        opened = theirs < COVERED
        # The first area that opens would be taken for mines if it stayed unread.
        if begun or not (asked & (theirs == EMPTY)).any():
            opened = self._surely_opened
        taken = asked & (codes == UNREADABLE) & (kept | opened)
        if not self.sure:
            taken &= False if self.by_signs is None else self.by_signs
        return np.where(taken, theirs, codes).astype(np.uint8)

    @property
    def _surely_opened(self) -> Mask:
        """Which cells show nothing or a number so surely that a game may rest on it."""
        opened = self.codes < COVERED
        return np.asarray(opened & ((self.codes == EMPTY) | (self.among_open >= SURE_NUMBER)))

    def seen_as(self, cell: tuple[int, int]) -> Mask:
        """The cells about which the nets say the same as about this one, as about equal tiles."""
        if self.likely is None:
            return np.asarray(self.codes == self.codes[cell])
        return np.asarray(np.abs(self.likely - self.likely[cell]).max(-1) < _SAME)

    def rivals(self, cell: tuple[int, int]) -> list[int]:
        """The other numbers that a cell with a number may show, in the nets' eyes."""
        if self.likely is None:
            return []
        shown = self.likely[cell][:COVERED]
        likely = np.exp(shown - np.logaddexp.reduce(shown))
        others = np.flatnonzero(likely > 1 - SURE_NUMBER).tolist()
        return [number for number in others if number != self.codes[cell]]

    @property
    def among_open(self) -> Floats:
        """How likely each cell's code is, given that the cell is open: shape (rows, columns)."""
        return self.how_likely_open(self.codes)

    def how_likely_open(self, codes: Codes) -> Floats:
        """How likely each of these codes is, given that the cell is open: shape (rows, columns)."""
        if self.likely is None:
            return np.ones(self.codes.shape, np.float32)
        chosen = np.take_along_axis(self.likely, codes[..., None].astype(np.intp), -1)[..., 0]
        opened = np.logaddexp.reduce(self.likely[..., :COVERED], -1)
        return np.asarray(np.exp(np.minimum(chosen - opened, 0)), np.float32)

    def _any_of(self, codes: Sequence[int]) -> Floats:
        """How likely each cell shows one of these codes, 0 to 1: shape (rows, columns)."""
        if self.likely is None:
            return np.zeros(self.codes.shape, np.float32)
        return np.asarray(np.exp(self.likely[..., codes]).sum(-1), np.float32)
