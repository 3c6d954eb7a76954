"""Follows one board in a known skin: looks until it is still, then checks what happened to it.

If a click had no effect, its cell is still covered and still safe at the next look, so the bot
clicks it again.
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
from solver_bot.bot.hands import Halted, Hands
from solver_bot.bot.observer import idly
from solver_bot.bot.occlusion import Front, middle
from solver_bot.bot.watched_board import WatchedBoard
from solver_bot.bot.whereabouts import moved_slightly, what_happened
from solver_bot.vision.arrays import Codes, Mask, Picture, board_of
from solver_bot.vision.extract import Extraction
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin import Skin

PASSING = 0.3
"""Seconds that an animation may take."""
OBSTRUCTED = 5.0
"""Seconds that something may hide the board, for example a message that closes by itself."""


class SkinObserver:
    """Follows one board and keeps the pointer off it. See ``Observer``.

    Attributes:
        skin: how the board looks and how its program behaves.
        mines: the mine total; None if it is not known.
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
        self.won = self.has_read_numbers = False
        self.front = Front(hands, found.lattice)
        self._hands = hands
        self._watched = WatchedBoard(hands, whole, found.lattice, skin)
        self._known: Codes | None = None
        self._left: Codes | None = None
        self._sound: ClickGuard | None = None
        self._message_until = 0.0
        self._watched.board(mines)  # raises if there is no room for so many mines

    @property
    def picture(self) -> Picture:
        """The board with some margin, as last seen."""
        return self._watched.picture

    @property
    def looked_at(self) -> float:
        """The time of the last look, by ``Hands.clock``."""
        return self._watched.looked_at

    @property
    def settled_at(self) -> float:
        """The time at which the board was last found to be still."""
        return self._watched.settled_at

    @property
    def board(self) -> Board:
        """The board as last seen."""
        return self._watched.board(self.mines)

    @property
    def codes(self) -> Codes:
        """The cells as last seen. Not a copy."""
        return self._watched.codes

    @property
    def place(self) -> Lattice:
        """Where the cells are in ``picture``."""
        return self._watched.place

    @property
    def lattice(self) -> Lattice:
        """Where the cells are in the whole picture."""
        return self._watched.lattice

    @property
    def left(self) -> Codes:
        """The cells at the end of the game. Hidden cells are as they were when last visible."""
        return self.codes.copy() if self._left is None else self._left.copy()

    @property
    def probable(self) -> Mapping[int, Probable]:
        """Nothing: a cell that no template of a known skin matches is hidden."""
        return {}

    @property
    def is_fresh(self) -> bool:
        """Never: the templates show that this is Minesweeper."""
        return False

    def look(self) -> bool:
        """Look at the board once. Returns whether any pixel of it has changed."""
        return self._watched.look()

    def guard(self) -> ClickGuard:
        """A guard that checks, between clicks, that the board is as last seen."""
        return ClickGuard(self._watched.area, self.picture, self.place, self.codes < COVERED)

    def park(self) -> None:
        """Move the pointer to its resting place."""
        self._watched.park()

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
        is called when the board is as expected, but not yet known to be still. Returns the seconds
        to the last change.

        Raises:
            Halted: the board is gone, hidden, or replaced by another.

        """
        before = self.codes.copy()
        pending: Mask = np.zeros(before.shape, np.bool_)
        pending.flat[list(clicked)] = True
        redraw = self._watched.rest(
            clicked, hurried, lambda: self._is_complete(before, pending), ahead
        )
        self._make_sure(pending)
        return redraw

    def waited(self, ask: Callable[[], bool], seconds: float, still: float = 0.0) -> bool:
        """Look until ``ask`` is true and the board is at rest, unchanged for ``still`` seconds.

        Returns whether that came in time.
        """
        return self._watched.waited(ask, seconds, still)

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
        self._watched.forget()
        self.settle()
        return self.board.cells != before

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
            whole = self._hands.capture(None)
            raise Halted(what_happened(whole, self.lattice, self.skin), unseen=True)

    def close_dialog(self) -> bool:
        """Close the program's dialog over the board. Returns whether there was one."""
        return self.front.close_dialog(self.lattice, self.skin.program.dismiss)

    def _closed_blindly(self) -> bool:
        """Press the key that closes a message, if what hides the board can only be a message.

        If the desktop tells which windows there are, only a message in the board's own window
        counts. Returns whether the key was pressed.
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
        opened = clicked & seen & (now < COVERED)  # an open cell needs no proof that it is safe
        before = board_of(np.where(opened, now, known), self.mines)
        return finishes(
            before, np.flatnonzero(clicked).tolist(), scan_only=not self._hands.can_count()
        )

    def relocate(self) -> bool:
        """Measure the board's place anew. Returns whether it had moved and is sound there."""
        there = moved_slightly(self._hands.capture(self._watched.area), self.place, self.skin)
        if there is None:
            return False
        self._watched.follow(there)
        self.park()
        return self.waited(self.is_sound, PASSING)
