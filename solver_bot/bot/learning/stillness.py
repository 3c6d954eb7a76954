"""Looks at a board of an unknown program until it is at rest.

How the program animates is not known. So the board counts as at rest after some time without any
change, but for cells that pulse and colours that drift. If something always moves across the board,
it is at rest once two medians of its pictures show the same.
"""

from __future__ import annotations

from collections.abc import Callable

from solver_bot.bot.click_guard import FAINT, Moving
from solver_bot.bot.hands import Halted, Hands
from solver_bot.bot.learning.temporal_median import APART, PASSED, TemporalMedian
from solver_bot.bot.learning.unrest import Unrest
from solver_bot.vision.arrays import Mask, Picture
from solver_bot.vision.lattice import Lattice

BETWEEN = 0.004
"""Seconds between two looks."""
_STILL = 0.15
"""Seconds without a change after which a board is at rest."""
_LIVELY, _RESTS = 3.0, 3
"""Something always moves if changes last longer than ``_LIVELY`` seconds, or if the board has come
to rest more than ``_RESTS`` times, and longer than that after a click. Few animations take as
long."""
_NEVER_STILL = 10.0


class Stillness:
    """Looks at one board.

    ``view`` captures it, and ``park`` puts the pointer where it neither covers nor highlights a
    cell.

    Attributes:
        picture: the board as last seen.
        looked_at: the time of the last look, by ``Hands.clock``.
        settled_at: the time at which the board was last found to be at rest.

    """

    def __init__(
        self,
        hands: Hands,
        lattice: Lattice,
        view: Callable[[], Picture],
        park: Callable[[], None],
    ) -> None:
        self.looked_at = self.settled_at = 0.0
        self.picture = self._kept = view()
        self._hands = hands
        self._lattice = lattice
        self._view = view
        self._park = park
        self._unrest = Unrest(lattice)
        self._median: TemporalMedian | None = None
        self._clicked_at, self._rests = hands.clock(), 0

    @property
    def moving(self) -> Moving:
        """What moves all the time, and so tells nothing."""
        if self._median:
            return Moving(faint=self._median.faint, passed=PASSED)
        return Moving(self._unrest.restless, FAINT if self._unrest.drifts else 0)

    def expect(self, clicked: Mask) -> None:
        """Take the next changes of these cells for the effect of clicks."""
        self._unrest.expect(clicked)
        self._clicked_at, self._rests = self._hands.clock(), 0

    def look(self) -> bool:
        """Look once. Returns whether any cell has changed that is not restless."""
        self.looked_at = self._hands.clock()
        seen = self._view()
        if self._median:
            return self._median.differs(seen)
        self.picture = seen
        return self._unrest.look(seen, self.looked_at)

    def rest(self, patience: float) -> float:
        """Look until the cells are still. Returns the seconds to the last change.

        The first change may take ``patience`` seconds to come.

        Raises:
            Halted: the cells are never still.

        """
        if self._median:
            return self._rest_on_the_whole(self._median)
        began = changed = self._hands.clock()
        seen = parked = False
        while True:
            differs = self.look()
            now = self._hands.clock()
            if differs:
                changed, seen = now, True
            elif now - changed > (_STILL if seen or parked else max(_STILL, patience)):
                if parked:
                    break
                self._park()
                parked, changed = True, now
            if now - began > _LIVELY + patience:
                return now - began + self._enliven()
            self._hands.check()
            self._hands.wait(BETWEEN)
        self._rests += 1
        if self._rests > _RESTS and now - self._clicked_at > _LIVELY:
            return now - began + self._enliven()
        self.settled_at = self._hands.clock()
        return changed - began

    def calm(self) -> Picture:
        """The picture without what never rests."""
        return self.picture if self._median else self._unrest.calmed(self.picture, self._kept)

    def keep(self) -> None:
        """Remember what is seen now as what the board showed before the next clicks."""
        self._kept = self.calm()

    def _enliven(self) -> float:
        """Treat the board as one that never rests, and look until it rests on the whole."""
        self._median = TemporalMedian(self._lattice, self._kept)
        return self._rest_on_the_whole(self._median)

    def _rest_on_the_whole(self, median: TemporalMedian) -> float:
        """Look until two medians show the same. Returns the seconds that this took."""
        self._park()
        median.begin()
        began = now = self._hands.clock()
        while not median.add(self._view()):
            self._hands.check()
            self._hands.wait(APART)
            now = self._hands.clock()
            if now - began > _NEVER_STILL:
                raise Halted("The board does not stop changing, so it can't be read.")
        self.picture = median.picture
        self.looked_at = self.settled_at = self._hands.clock()
        return now - began
