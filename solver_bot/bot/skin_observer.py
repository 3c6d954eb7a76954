"""Follows one board in a known skin: looks until it is still, then checks what happened to it.

The observer waits until the tiles have stopped changing, not for a fixed time. A program that fades
its tiles may draw nothing new during many looks. A tile therefore counts as at rest only if it is
as much like its template as such tiles were when the board had been still for long. If a click had
no effect, its cell is still covered and still safe at the next look, so the bot clicks it again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from solver_bot.board import COVERED, UNREADABLE, Board
from solver_bot.bot import change
from solver_bot.bot.assumption import Probable
from solver_bot.bot.board_choice import has_numbers
from solver_bot.bot.click_guard import ClickGuard
from solver_bot.bot.decision import finishes
from solver_bot.bot.hands import Area, Halted, Hands
from solver_bot.bot.observer import idly
from solver_bot.bot.occlusion import Front, middle
from solver_bot.bot.pointer import around, parking
from solver_bot.bot.settling import Patience, Rest
from solver_bot.vision.arrays import Codes, Mask, Picture, board_of
from solver_bot.vision.extract import Extraction, read
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin import Skin
from solver_bot.vision.track import Track

PASSING = 0.3
"""Seconds that an animation may take."""
OBSTRUCTED = 5.0
"""Seconds that something may hide the board, for example a message that closes by itself."""
_SHORT, _LONG, _EAGER = 0.0003, 0.002, 0.02
"""Seconds between two looks: at first ``_SHORT``, and ``_LONG`` after ``_EAGER`` seconds."""
_GLANCE, _GLANCES = 0.0001, 0.002
"""Seconds between two glances at a single cell, and for which there are only glances."""
_BLINKING = 1.0
"""Seconds after which changes of what hides the board are not waited for: a cursor may blink."""
_NEVER_STILL = 10.0
"""Seconds of continuous change after which the observer gives up."""


class SkinObserver:
    """Follows one board and keeps the pointer off it. See ``Observer``.

    Attributes:
        skin: how the board looks and how its program behaves.
        mines: the mine total; None if it is not known.
        picture: the board with some margin, as last seen.
        looked_at: the time of the last look, by ``Hands.clock``.
        settled_at: the time at which the board was last found to be still.
        won: whether the game was found to be won behind the program's own message.
        has_read_numbers: whether any number on the board was read in this skin.
        front: the window of the board, and which windows are in front of it.

    Raises:
        BoardError: ``mines`` is more than the board can hold.

    """

    def __init__(
        self, hands: Hands, whole: Picture, found: Extraction, skin: Skin, mines: int | None
    ) -> None:
        self.skin = skin
        self.mines = mines
        self.looked_at = self.settled_at = 0.0
        self.won = self.has_read_numbers = False
        self._hands = hands
        self._area = around(found.lattice, whole)
        self._size = whole.shape[:2]
        self._track = Track(found.lattice.moved(-self._area.left, -self._area.top), skin)
        self._known: Codes | None = None
        self._left: Codes | None = None
        self._sound: ClickGuard | None = None
        self._patience = Patience(skin.program.patience)
        self._rest = Rest(skin.program.settle)
        self._parked = self._captures_fast = False
        self._message_until = 0.0
        self._track.board(mines)
        self.front = Front(hands, found.lattice)

    @property
    def board(self) -> Board:
        """The board as last seen."""
        return self._track.board(self.mines)

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
        return self._track.lattice.moved(self._area.left, self._area.top)

    @property
    def resting_place(self) -> tuple[float, float]:
        """A place for the pointer where it neither covers nor highlights a cell."""
        return parking(self.lattice, self._size)

    @property
    def left(self) -> Codes:
        """The cells at the end of the game. Hidden cells are as they were when last visible."""
        return self.codes.copy() if self._left is None else self._left.copy()

    @property
    def probable(self) -> Mapping[int, Probable]:
        """Nothing: what a known skin's templates do not show is hidden."""
        return {}

    @property
    def is_fresh(self) -> bool:
        """Never: the skin's templates show what it is."""
        return False

    def look(self) -> bool:
        """Look at the board once. Returns whether any pixel of it has changed."""
        self.looked_at = self._hands.clock()
        self.picture = self._hands.capture(self._area)
        self._captures_fast = self._hands.clock() - self.looked_at < _GLANCES
        return self._track.look(self.picture)

    def guard(self) -> ClickGuard:
        """A guard that checks, between clicks, that the board is as last seen."""
        lattice = self._track.lattice
        return ClickGuard(self._area, self.picture, lattice, self.codes < COVERED)

    def park(self) -> None:
        """Move the pointer to its resting place."""
        self._hands.park(*self.resting_place)
        self._parked = True

    def settle(
        self,
        clicked: Sequence[int] = (),
        hurried: bool = True,
        ahead: Callable[[], object] = idly,
    ) -> float:
        """Look until the clicks have taken effect and the board is still, then check the board.

        ``clicked`` has the cells in the order in which they were clicked. If not ``hurried``, the
        observer waits for each click as long as the skin says. That is for right clicks: one
        repeated too early would undo the first, while a repeated left click does no harm. ``ahead``
        is called when the board is as expected, while it is seen whether it is still. Returns the
        seconds to the last change.

        Raises:
            Halted: the board is gone, hidden, or replaced by another.

        """
        before = self._track.codes.copy()
        pending: Mask = np.zeros(before.shape, np.bool_)
        pending.flat[list(clicked)] = True
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
                ripe = self._is_ripe(before, pending, now - changed, ahead)
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
        self._make_sure(pending)
        return changed - began

    def _is_ripe(
        self, before: Codes, pending: Mask, still: float, ahead: Callable[[], object]
    ) -> bool:
        """Whether the clicks have taken effect and no tile is in the middle of an animation.

        While it is seen whether the board stays as it is, the next decision may be made.
        """
        if not self._is_complete(before, pending):
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
        """Look at a single cell until it changes, for so many seconds at most."""
        left, top, right, bottom = map(round, self._track.lattice.box(cell))
        seen = self.picture[top:bottom, left:right]
        x, y = self._area.left, self._area.top
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

    def is_sound(self) -> bool:
        """Whether every tile can be read and every cell that was open shows the same."""
        if UNREADABLE in self.codes:
            return False
        known = self._known
        if known is None:
            return True
        return not change.opens_more(known, self.codes) and change.is_same_game(known, self.codes)

    def forget(self) -> None:
        """Forget the cells, so that any board may come next. Only its frame must be the same."""
        self._known = self._left = None
        self._sound = self._sound and self._sound.frame()

    def expect_message(self, seconds: float) -> None:
        """Expect the program's message after a win to appear over the board within ``seconds``."""
        self._message_until = self._hands.clock() + seconds

    def read_again(self) -> bool:
        """Read every tile anew once the board is still. Returns whether the board is different."""
        before = self.board.cells
        self.forget()
        self.waited(self.is_sound, PASSING)
        self._hands.pause(PASSING)
        self._track.forget()
        self.settle()
        return self.board.cells != before

    def _is_at_rest(self, still: float) -> bool:
        return self._rest.is_reached(self._track.codes, self._track.certainty, still)

    def _is_complete(self, before: Codes, pending: Mask) -> bool:
        if UNREADABLE in self.codes:
            return self._is_won_behind(pending)
        return change.is_complete(before, self.codes, pending)

    def _is_won_behind(self, pending: Mask) -> bool:
        known = self._known
        return known is not None and change.is_won_behind(known, self.codes, pending, self.mines)

    def _may_be_won(self, clicked: Mask) -> bool:
        known = self._known
        return known is not None and change.may_be_won(known, self.codes, clicked, self.mines)

    def _may_be_over(self, clicked: Mask) -> bool:
        return change.is_lost(self.codes) or self._may_be_won(clicked)

    def _enough(self, before: Codes, clicked: Sequence[int], hurried: bool) -> float:
        if not hurried:
            return self.skin.program.patience
        last = clicked[-1] if clicked else None
        shows = last is not None and self.codes.flat[last] != before.flat[last]
        return self._patience.seconds(bool(shows))

    def _make_sure(self, clicked: Mask) -> None:
        self.has_read_numbers |= has_numbers(self.board)
        if not self._is_going_on(clicked):
            self._recover(clicked)
        self._keep(clicked)
        if not self.won:
            self._sound = self.guard()

    def _keep(self, clicked: Mask) -> None:
        """Remember the visible cells. Hidden cells stay as they were when last visible."""
        if self._known is None or not self.won:
            self._known = self._left = self.codes.copy()
            return
        self._left = change.as_left(self._known, self.codes, clicked)
        self._known = np.where(self.codes == UNREADABLE, self._known, self.codes)

    def _is_in_place(self) -> bool:
        """Whether the board is still in its place, so that a key press reaches its program."""
        hidden = self.codes == UNREADABLE
        return self._sound is not None and self._sound.is_in_place(self._hands.capture, hidden)

    def _is_going_on(self, clicked: Mask) -> bool:
        """Whether the board is sound, or its game won behind the program's message."""
        self.won = UNREADABLE in self.codes and self._is_won_behind(clicked)
        return self.won or self.is_sound()

    def _recover(self, clicked: Mask) -> None:
        """Get the board back: wait, close the program's own message, or measure its place anew.

        Raises:
            Halted: none of this helped, and the game is not known to be won.

        """

        def is_going_on() -> bool:
            return self._is_going_on(clicked)

        late_message = self._hands.clock() < self._message_until
        if self.waited(is_going_on, PASSING):
            return
        expected = late_message or self._known is None or self._may_be_over(clicked)
        if expected and self.close_dialog() and self.waited(is_going_on, OBSTRUCTED):
            return
        over = late_message or self._is_finished(clicked)
        if over and self._closed_blindly() and self.waited(is_going_on, PASSING):
            return
        if self.relocate() or self.waited(is_going_on, OBSTRUCTED):
            return
        over = self._may_be_over(clicked)
        closed = (over or self._known is None) and self.close_dialog()
        closed = closed or (over and self._closed_blindly())
        if closed and self.waited(is_going_on, OBSTRUCTED):
            return
        self.won = self._is_finished(clicked)
        if not self.won:
            raise Halted(self._what_happened(), unseen=True)

    def close_dialog(self) -> bool:
        """Close the program's dialog over the board. Returns whether there was one."""
        return self.front.close_dialog(self.lattice, self.skin.program.dismiss)

    def _closed_blindly(self) -> bool:
        """Press the key that closes a message, if what hides the board can only be a message.

        Where the desktop tells which windows there are, a message in another window is none of it.
        Returns whether it was pressed.
        """
        if not self.skin.program.dismiss or not self._is_in_place():
            return False
        if self.front.is_known and not self.front.is_own(*middle(self.lattice)):
            return False
        self._hands.key(self.skin.program.dismiss)
        return True

    def _is_finished(self, clicked: Mask) -> bool:
        """Whether the clicks opened all remaining safe cells and no visible cell denies it."""
        known, now = self._known, self.codes
        if known is None or change.is_lost(now) or self.front.is_other(*middle(self.lattice)):
            return False
        seen = now != UNREADABLE
        if ((known != now) & (known < COVERED) & seen).any() or seen.all():
            return False
        opened = clicked & seen & (now < COVERED)  # such a click needs no proof, if it was a guess
        before = board_of(np.where(opened, now, known), self.mines)
        return finishes(
            before, np.flatnonzero(clicked).tolist(), scan_only=not self._hands.can_count()
        )

    def relocate(self) -> bool:
        """Measure the board's place anew. Returns whether it was another and all is well there.

        Among covered cells only, the place may have been a bit off. Some programs also move their
        board a bit between the end of a game and the next one, to make room for a message.
        """
        lattice = self._track.lattice
        for other in read(self._hands.capture(self._area), (self.skin,)):
            place = other.lattice
            if (place.columns, place.rows) != (lattice.columns, lattice.rows) or other.cut:
                continue
            off = max(abs(place.left - lattice.left), abs(place.right - lattice.right))
            off = max(off, abs(place.top - lattice.top), abs(place.bottom - lattice.bottom))
            if off < lattice.cell_width and place != lattice:
                self._track = Track(place, self.skin)
                self.park()
                return self.waited(self.is_sound, PASSING)
        return False

    def _what_happened(self) -> str:
        """Look at the whole screen and say what happened to the board."""
        lattice = self.lattice
        for other in read(self._hands.capture(None), (self.skin,)):
            place = other.lattice
            same_size = (place.columns, place.rows) == (lattice.columns, lattice.rows)
            moved = max(abs(place.left - lattice.left), abs(place.top - lattice.top)) > 2
            scaled = abs(place.cell_width - lattice.cell_width) > 0.5
            if same_size and (moved or scaled):
                return "The window was moved or resized. Leave it where it is while the bot plays."
            if same_size and not other.board.has_unreadable:
                return "The board is not the one it was: did somebody else play, or start a game?"
        return "The board can't be seen any more: its window was covered, moved or closed."
