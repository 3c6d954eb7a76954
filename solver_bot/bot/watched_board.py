"""Watches one board in a known skin: captures it, reads it, and waits until it is still.

The tiles are waited for until they have stopped changing, not for a fixed time. A program that
fades its tiles may draw nothing new during many looks. A tile therefore counts as at rest only if
it is as much like its template as such tiles were when the board had been still for long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from solver_bot.board import UNREADABLE, Board
from solver_bot.bot.hands import Area, Halted, Hands
from solver_bot.bot.pointer import around, parking
from solver_bot.bot.settling import Patience, Rest
from solver_bot.vision.arrays import Codes, Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin import Skin
from solver_bot.vision.track import Track

_SHORT, _LONG, _EAGER = 0.0003, 0.002, 0.02
"""Seconds between two looks: at first ``_SHORT``, and ``_LONG`` after ``_EAGER`` seconds."""
_GLANCE, _GLANCES = 0.0001, 0.002
"""Seconds between two glances at a single cell, and for which there are only glances."""
_BLINKING = 1.0
"""Seconds without a new code after which a hidden board counts as still: a cursor may blink."""
_NEVER_STILL = 10.0
"""Seconds of continuous change after which the board is given up."""


class WatchedBoard:
    """One board on the screen. Codes have the shape (rows, columns).

    Attributes:
        skin: how the board looks and how its program behaves.
        area: the part of the screen that is captured: the board with some margin.
        picture: this part as last seen.
        looked_at: the time of the last look, by ``Hands.clock``.
        settled_at: the time at which the board was last found to be still.

    """

    def __init__(self, hands: Hands, whole: Picture, lattice: Lattice, skin: Skin) -> None:
        self.skin = skin
        self.area = around(lattice, whole)
        self.looked_at = self.settled_at = 0.0
        self._hands = hands
        self._size = whole.shape[:2]
        self._track = Track(lattice.moved(-self.area.left, -self.area.top), skin)
        self._patience = Patience(skin.program.patience)
        self._rest = Rest(skin.program.settle)
        self._parked = self._captures_fast = False

    @property
    def codes(self) -> Codes:
        """The cells as last seen. Not a copy."""
        return self._track.codes

    @property
    def place(self) -> Lattice:
        """Where the cells are in ``picture``."""
        return self._track.lattice

    @property
    def lattice(self) -> Lattice:
        """Where the cells are in the whole picture."""
        return self.place.moved(self.area.left, self.area.top)

    @property
    def resting_place(self) -> tuple[float, float]:
        """A place for the pointer where it neither covers nor highlights a cell."""
        return parking(self.lattice, self._size)

    def board(self, mines: int | None) -> Board:
        """The board as last seen.

        Raises:
            BoardError: ``mines`` is more than the board can hold.

        """
        return self._track.board(mines)

    def look(self) -> bool:
        """Look at the board once. Returns whether any pixel of it has changed."""
        self.looked_at = self._hands.clock()
        self.picture = self._hands.capture(self.area)
        self._captures_fast = self._hands.clock() - self.looked_at < _GLANCES
        return self._track.look(self.picture)

    def forget(self) -> None:
        """Read every tile anew at the next look."""
        self._track.forget()

    def follow(self, place: Lattice) -> None:
        """Watch the board at another ``place`` of ``picture``."""
        self._track = Track(place, self.skin)

    def park(self) -> None:
        """Move the pointer to its resting place."""
        self._hands.park(*self.resting_place)
        self._parked = True

    def rest(
        self,
        clicked: Sequence[int],
        hurried: bool,
        is_complete: Callable[[], bool],
        ahead: Callable[[], object],
    ) -> float:
        """Look until the clicks have taken effect and the board is still.

        ``clicked`` has the cells in the order in which they were clicked. If not ``hurried``, each
        click is waited for as long as the skin says. ``is_complete`` tells whether all clicks have
        taken effect. ``ahead`` is called when they have, before the board is known to be still.
        Returns the seconds to the last change.

        Raises:
            Halted: the board does not stop changing.

        """
        before = self.codes.copy()
        began = changed = read_anew = self._hands.clock()
        ripe = False
        if clicked:
            self.park()  # the program draws meanwhile
        while True:
            seen = self.codes.copy()
            anew = self.look()
            now = self._hands.clock()
            if anew:
                changed = now
                read_anew = now if (self.codes != seen).any() else read_anew
            if anew or not ripe:
                ripe = self._is_ripe(is_complete, now - changed, ahead)
            hidden = UNREADABLE in self.codes and now - read_anew > _BLINKING
            still = not anew and now - changed > self._enough(before, clicked, hurried)
            if hidden or still or (ripe and not anew):
                self._patience.ended(ripe)
                if self._parked:
                    break
                self.park()
            if now - began > _NEVER_STILL:
                raise Halted("The board does not stop changing, so it can't be read.")
            self._hands.check()
            if not ripe:
                self._between_looks(before, clicked, now - began)
        if changed > began:
            self._patience.took(changed - began)
        self.settled_at = now
        return changed - began

    def _is_ripe(
        self, is_complete: Callable[[], bool], still: float, ahead: Callable[[], object]
    ) -> bool:
        """Whether the clicks have taken effect and no tile is in the middle of an animation.

        Calls ``ahead``, which may decide the next move, before the board is known to be still.
        """
        if not is_complete():
            return False
        at_rest = self._is_at_rest(still)
        if at_rest or still:
            ahead()
        return at_rest

    def _between_looks(self, before: Codes, clicked: Sequence[int], passed: float) -> None:
        """Wait between two looks. Return early if the last cell that was clicked changes.

        A glance at one cell takes less from the server, which draws for the program meanwhile. On
        Wayland it would take as long as a whole look: until the next frame.
        """
        if passed >= _EAGER:
            self._hands.wait(_LONG)
        elif clicked and self._captures_fast and self._shows(clicked[-1], before):
            self._await_change(clicked[-1], _GLANCES)
        else:
            self._hands.wait(max(0.0, self.looked_at + _SHORT - self._hands.clock()))

    def _shows(self, cell: int, before: Codes) -> bool:
        """Whether a cell still shows what it did before."""
        return bool(self.codes.flat[cell] == before.flat[cell])

    def _await_change(self, cell: int, seconds: float) -> None:
        """Look at a single cell until it changes, or until ``seconds`` have passed."""
        left, top, right, bottom = map(round, self.place.box(cell))
        seen = self.picture[top:bottom, left:right]
        x, y = self.area.left, self.area.top
        there = Area(left + x, top + y, right + x, bottom + y)
        end = self._hands.clock() + seconds
        while self._hands.clock() < end:
            self._hands.wait(_GLANCE)
            if not np.array_equal(self._hands.capture(there), seen):
                return

    def waited(self, ask: Callable[[], bool], seconds: float, still: float = 0.0) -> bool:
        """Look until ``ask`` is true and the board is at rest, unchanged for ``still`` seconds.

        Returns whether that came in time.
        """
        changed = self._hands.clock()
        end = changed + seconds
        self._track.forget()
        while (now := self._hands.clock()) < end:
            self._hands.wait(_LONG)
            if self.look():
                changed = now
            elif ask() and now - changed >= still and self._is_at_rest(now - changed):
                self.settled_at = self._hands.clock()
                return True
            self._hands.check()
        return False

    def _is_at_rest(self, still: float) -> bool:
        return self._rest.is_reached(self.codes, self._track.certainty, still)

    def _enough(self, before: Codes, clicked: Sequence[int], hurried: bool) -> float:
        if not hurried:
            return self.skin.program.patience
        last = clicked[-1] if clicked else None
        shows = last is not None and self.codes.flat[last] != before.flat[last]
        return self._patience.seconds(bool(shows))
