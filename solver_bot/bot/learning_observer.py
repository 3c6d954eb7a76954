"""Follows one board in an unknown skin, and learns the skin while the game is played.

Every look at a still board is read with the skin as learned so far. A new picture is identified by
the nets and by the rules of the game. If they do not decide, it stays unreadable and is tried
again after the next move.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np

from solver_bot.board import COVERED, EXPLODED, UNREADABLE, Board
from solver_bot.bot.assumption import Probable
from solver_bot.bot.click_guard import ClickGuard
from solver_bot.bot.decision import finishes
from solver_bot.bot.first_click import LOST_SIGHT, FirstClick
from solver_bot.bot.hands import Halted, Hands
from solver_bot.bot.learner import Learner
from solver_bot.bot.move_outcome import MoveOutcome
from solver_bot.bot.moved_board import seen_elsewhere
from solver_bot.bot.next_game import new_game
from solver_bot.bot.observer import idly
from solver_bot.bot.occlusion import Front
from solver_bot.bot.site import Site, park
from solver_bot.bot.stillness import BETWEEN, Stillness
from solver_bot.solve.odds import Contradiction, TooWide, odds
from solver_bot.vision.arrays import Codes, Mask, Picture
from solver_bot.vision.boards.cell_colours import colours, is_of_one_colour
from solver_bot.vision.extract import Extraction
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.looks import Looks
from solver_bot.vision.skin import Skin

PATIENCE = 1.5
"""Seconds to wait for the first change after a click."""
OBSTRUCTED = 6.0
"""Seconds that something may hide the board, for example a message that closes by itself."""
_MESSAGE = 0.5
"""Seconds that the visible rest of the board must show the same before it counts."""
_CLOSES = "escape"
"""The key that closes dialogs by convention. It is only given to a dialog of the board's window."""
_NEWS = 0.4
"""Seconds to wait for further changes after a click shows a picture never seen before."""
_NEW_GAME = 3.0
_ALL_SAFE = "The game was not lost: the last clicks were certainly safe."
_BY_A_GUESS = "The last click was a guess, which may have hit a mine."
_BEGUN = "A new game has begun."
_ANYTHING = "something is in front of it, or its window was moved or closed"


class LearningObserver:
    """Follows one board and learns what its cells look like. See ``Observer``."""

    def __init__(
        self,
        hands: Hands,
        whole: Picture,
        found: Extraction,
        looks: Looks,
        mines: int | None,
        pointed_out: bool = False,
    ) -> None:
        self.skin: Skin = found.skin
        self.won = False
        self._hands = hands
        self._mines = mines
        self._size = whole.shape[:2]
        self._front = Front(hands, found.lattice)
        self._said_to_be = pointed_out or self._front.names_the_game
        shape = found.lattice.rows, found.lattice.columns
        self._codes: Codes = np.frombuffer(found.board.cells, np.uint8).reshape(shape).copy()
        fresh = bool(np.isin(self._codes, (COVERED, UNREADABLE)).all())
        colourful = fresh and not is_of_one_colour(colours(whole, found.lattice))
        self._site = Site.at(hands, whole, found.lattice, looks, fresh, colourful)
        self._late = self._nothing()
        self._answered = self._nothing()
        self._batches = 0
        Board(shape[1], shape[0], found.board.cells, mines)

    @property
    def board(self) -> Board:
        """The board as last seen."""
        rows, columns = self._codes.shape
        return Board(columns, rows, self._codes.tobytes(), self._mines)

    @property
    def place(self) -> Lattice:
        """Where the cells are in ``picture``."""
        return self._site.cells

    @property
    def lattice(self) -> Lattice:
        """Where the cells are in the whole picture."""
        return self._site.place

    @property
    def picture(self) -> Picture:
        """The board with some margin, as last seen."""
        return self._stillness.picture

    @property
    def looked_at(self) -> float:
        """The time of the last look."""
        return self._stillness.looked_at

    @property
    def settled_at(self) -> float:
        """The time at which the board was last found to be still."""
        return self._stillness.settled_at

    @property
    def probable(self) -> Mapping[int, Probable]:
        """What unread cells probably show, by their numbers."""
        return self._learner.probable(self._codes)

    def look(self) -> bool:
        """Look at the board once. Returns whether any of its cells has changed.

        A clock beside them goes on while the bot thinks, and changes nothing. Nor does a cell that
        never rests.
        """
        return self._stillness.look()

    def guard(self) -> ClickGuard:
        """A guard that checks, between clicks, that the board is as last seen."""
        still = self._codes < COVERED
        site = self._site
        return ClickGuard(site.area, self.picture, site.cells, still, site.stillness.moving)

    def park(self) -> None:
        """Put the pointer where it neither covers nor highlights a cell."""
        park(self._hands, self.lattice, self._size)

    def settle(
        self,
        clicked: Sequence[int] = (),
        hurried: bool = True,
        ahead: Callable[[], object] = idly,
    ) -> float:
        """Look until the clicks have taken effect and the board is still, and learn from it.

        ``ahead`` is not called: what the board shows is learnt only once it is still. Clicks that
        are not ``hurried`` are right clicks, which set and remove marks. Returns the seconds to the
        last change.

        Raises:
            Halted: the board is not Minesweeper, was replaced by another, or can't be seen.

        """
        pending = self._mask(clicked)
        self._batches += bool(clicked)
        before = self._codes
        if hurried:  # a busy program may handle a click only after the next look
            pending |= self._late & (before == COVERED)
        self._stillness.expect(pending)
        redraw = self._stillness.rest(PATIENCE if clicked else 0.0)
        if clicked and not hurried:
            codes = self._learner.read_marks(self.picture, before, pending)
            if codes is None:
                raise Halted("The board looks quite different after a right click.")
            self._codes = codes
            return redraw
        if self._learner.is_new(self.picture, pending):
            # A program may show one mine before the others; alone it looks like a new number.
            self._stillness.rest(_NEWS)
        outcome = self._read(before, pending)
        if clicked and self._is_dimmed(before, outcome):
            outcome = self._behind_message(before, pending) or outcome
        if clicked and self._may_be_elsewhere(outcome, pending):
            there = self._elsewhere(before, pending)
            outcome = outcome if there is MoveOutcome.OBSCURED else there
        if outcome is MoveOutcome.OBSCURED:
            outcome = self._waited(before, pending)
        if outcome is MoveOutcome.OBSCURED and clicked:
            outcome = self._elsewhere(before, pending)
        self._conclude(before, pending, outcome)
        self._late = pending & (self._codes == COVERED)
        return redraw

    def _may_be_elsewhere(self, outcome: MoveOutcome, clicked: Mask) -> bool:
        """Whether the program may have moved or resized its board, or it was never quite here.

        Where a column at its side has grown, all other cells are where they were. And covered cells
        may be dots on a line, so that a first number shows where cells really are.
        """
        strange = self._learner.fresh and (self._codes[clicked] == UNREADABLE).any()
        return outcome is MoveOutcome.OBSCURED or bool(strange) or self._front.was_resized

    def _waited(self, before: Codes, clicked: Mask) -> MoveOutcome:
        """The outcome once nothing hides the board any more, or a win that is visible before.

        A dialog that the board's own window has put over it after the clicks is closed, if it stays
        and leaves too little to tell how they ended. So is a message of the page in a browser.
        """
        outcome = self._seen_around(before, clicked)
        if outcome is not MoveOutcome.OBSCURED or not clicked.any():
            return outcome
        if self._is_last_batch(before, clicked):
            self._codes = self._as_seen(before, clicked)
            return MoveOutcome.WON
        behind = self._behind_message(before, clicked)
        if behind is not MoveOutcome.OBSCURED:
            return behind or outcome
        if self._is_proved(clicked) and self._learner.is_new_game(self.picture):
            return MoveOutcome.WON  # closed, its dialog begins a new game, and no mine was hit
        return self._seen_around(before, clicked)

    def _is_dimmed(self, before: Codes, outcome: MoveOutcome) -> bool:
        """Whether the board lies under a veil, and clicks have opened none of its cells.

        A browser draws no more of a page that shows a message.
        """
        opened = (self._codes < COVERED) & (before >= COVERED)
        return outcome is MoveOutcome.GOES_ON and self._learner.veiled and not opened.any()

    def _behind_message(self, before: Codes, clicked: Mask) -> MoveOutcome | None:
        """The outcome once the message over the board is closed; None if none could be closed."""
        place = self.lattice
        closed = self._front.close_dialog(place, _CLOSES)
        if not (closed or self._front.close_page_message(place, _CLOSES)):
            return None
        self._stillness.rest(PATIENCE)
        guessed = clicked.any() and not self._is_proved(clicked)
        outcome = self._read(before, clicked)
        if outcome is MoveOutcome.GOES_ON and guessed:
            hit = self._hit_before_message(before, clicked)
            self._codes = np.where(hit, np.uint8(EXPLODED), self._codes)
            outcome = MoveOutcome.LOST if hit.any() else outcome
        return outcome

    def _hit_before_message(self, before: Codes, clicked: Mask) -> Mask:
        """The guessed cells that were mines, where a message has followed and is closed now.

        No number is shown, a new game has begun after a first click, or a second click on a cell
        that stays covered has brought up a message, too.
        """
        if self._learner.fresh and self._learner.is_new_game(self.picture):
            return clicked  # a win would have opened some cells before the message
        closed = clicked & (self._codes >= COVERED) & (before >= COVERED)
        again, self._answered = closed & self._answered, closed
        if (self._codes < COVERED)[clicked].any():
            again = self._nothing()
        unread = closed & (self._codes == UNREADABLE)
        return again | self._learner.is_mined(self.picture, unread) if unread.any() else again

    def _elsewhere(self, before: Codes, clicked: Mask) -> MoveOutcome:
        """How clicks ended on a board that its program has moved or resized meanwhile.

        A board that goes on elsewhere may have been moved by the player. It is followed only where
        its window has surely stayed.
        """
        here = self._site, self._codes
        whole = self._hands.capture(None)
        with self._hands.thinking():
            there = seen_elsewhere(whole, self.lattice, before, clicked)
        if there is None:
            return MoveOutcome.OBSCURED
        outcome = MoveOutcome.OBSCURED
        for known in (True, False):
            self._site = here[0].followed(self._hands, whole, there, known)
            self._stillness.rest(0.0)
            outcome = self._read(before, clicked)
            if outcome is not MoveOutcome.OBSCURED:
                break
        if outcome is MoveOutcome.GOES_ON and self._is_all_mines():
            outcome = MoveOutcome.WON
        if outcome is MoveOutcome.OBSCURED or (
            outcome is MoveOutcome.GOES_ON and not self._front.has_stayed
        ):
            self._site, self._codes = here
            return MoveOutcome.OBSCURED
        self._front = Front(self._hands, self.lattice)
        return outcome

    def _is_all_mines(self) -> bool:
        """Whether all cells that are left are certainly mines."""
        return self._certain()[1] == set(np.flatnonzero(self._codes >= COVERED).tolist())

    def _seen_around(self, before: Codes, clicked: Mask) -> MoveOutcome:
        """The outcome as soon as nothing hides the board, or what is seen around that shows a win.

        The message itself may go on changing, for example where a cursor blinks in it.
        """
        began = self._hands.clock()
        seen, since = self._as_seen(before, clicked), self.looked_at
        while self._hands.clock() < began + OBSTRUCTED:
            self._hands.check()
            self._hands.wait(10 * BETWEEN)
            if self._front.gone and not self._front.was_resized:
                break
            if self.look():
                self._stillness.rest(0.0)
                outcome = self._read(before, clicked)
                if outcome is not MoveOutcome.OBSCURED:
                    return outcome
                now = self._as_seen(before, clicked)
                if not np.array_equal(now, seen):
                    seen, since = now, self.looked_at
            if self.looked_at > since + _MESSAGE:
                outcome = self._told_around(before, seen, clicked)
                if outcome is not MoveOutcome.OBSCURED:
                    return outcome
        return MoveOutcome.OBSCURED

    def _told_around(self, before: Codes, seen: Codes, clicked: Mask) -> MoveOutcome:
        """How the game has ended, if what is seen around a message shows it."""
        safe, mines = (self._mask(cells) for cells in self._certain())
        outcome, codes = self._learner.told_around(self.picture, before, seen, clicked, safe, mines)
        if outcome is not MoveOutcome.OBSCURED:
            self._codes = codes
        return outcome

    def _mask(self, cells: Collection[int]) -> Mask:
        mask = self._nothing()
        mask.flat[list(cells)] = True
        return mask

    def read_again(self) -> bool:
        """Do nothing: ``settle`` has already withdrawn every reading that it could withdraw."""
        return False

    def begin_again(self, give_up: bool) -> None:
        """Start a new game in the way that the skin gives.

        Raises:
            Halted: the skin does not say how, or no new game began.

        """
        if not self.skin.program.new_game:
            raise Halted(
                "How to start a new game is not known in this skin: start one by hand and run this "
                "again, or run `solver-bot learn` with --new-game."
            )
        if self.skin.program.dismiss and self._is_hidden() and self._closed():
            self._stillness.rest(PATIENCE)
        keys, (across, down) = new_game(self.skin)
        lattice = self.lattice
        if keys:
            self._front.press(lattice, keys)
        else:
            x = lattice.left + across * (lattice.right - lattice.left)
            self._hands.open(x, lattice.top + down * lattice.cell_height)
        self.park()
        end = self._hands.clock() + _NEW_GAME
        while self._hands.clock() < end:
            self._stillness.rest(0.0)
            if self._learner.is_new_game(self.picture):
                self._codes = np.full(self._codes.shape, COVERED, np.uint8)
                self.won = self._learner.fresh = False
                self._learner.tried = None
                return
            self._hands.wait(BETWEEN)
        raise Halted(
            f"No new game started after {self.skin.program.new_game!r}; start one by hand."
        )

    def _closed(self) -> bool:
        """Press the key that closes a message, if one may be there. Returns whether it did."""
        if self._front.is_known:
            return self._front.close_dialog(self.lattice, self.skin.program.dismiss)
        self._hands.key(self.skin.program.dismiss)
        return True

    def _is_hidden(self) -> bool:
        """Whether something hides part of the board."""
        if (self._codes == UNREADABLE).any():
            return True
        codes = self._as_seen(self._codes, self._nothing())
        return bool((codes == UNREADABLE).any())

    def _nothing(self) -> Mask:
        return np.zeros(self._codes.shape, np.bool_)

    @property
    def _learner(self) -> Learner:
        return self._site.learner

    @property
    def _stillness(self) -> Stillness:
        return self._site.stillness

    def _read(self, before: Codes, clicked: Mask) -> MoveOutcome:
        """Read the board, and learn from it unless it is hidden or the game has ended."""
        with self._hands.thinking():
            outcome, self._codes = self._learner.read(
                self._stillness.calm(),
                before,
                clicked,
                lambda: self._is_proved(clicked),
                lambda: self._is_last_batch(before, clicked),
            )
        return outcome

    def _as_seen(self, before: Codes, clicked: Mask) -> Codes:
        """The codes as seen now, with hidden cells as unreadable."""
        return self._learner.as_seen(self._stillness.calm(), before, clicked)

    def _conclude(self, before: Codes, clicked: Mask, outcome: MoveOutcome) -> None:
        if outcome is MoveOutcome.OBSCURED:
            begun = self._learner.is_new_game(self.picture)
            why = _BEGUN if begun else LOST_SIGHT.format(self._front.gone or _ANYTHING)
            if clicked.any():
                why = f"{why} {_ALL_SAFE if self._is_proved(clicked) else _BY_A_GUESS}"
            raise Halted(why)
        self.won = outcome is MoveOutcome.WON
        self._stillness.keep()
        if self._learner.fresh and clicked.any():
            first = FirstClick(before, self._codes, clicked, self._batches > 1)
            said = self._said_to_be
            known = first.is_of_the_game(self._learner, self._front, self.picture, said)
            self._learner.fresh = not known

    def _is_last_batch(self, before: Codes, clicked: Mask) -> bool:
        """Whether the clicks opened all remaining safe cells, so that a message announces a win.

        Cells that are seen to be open need no proof, for example one that was guessed.
        """
        seen = self._as_seen(before, clicked)
        opened = (before >= COVERED) & (seen < COVERED)
        rows, columns = before.shape
        board = Board(columns, rows, np.where(opened, seen, before).tobytes(), self._mines)
        return finishes(board, np.flatnonzero(clicked).tolist())

    def _is_proved(self, clicked: Mask) -> bool:
        """Whether all these cells were proved safe before they were clicked."""
        return set(np.flatnonzero(clicked).tolist()) <= self._certain()[0]

    def _certain(self) -> tuple[set[int], set[int]]:
        """The certainly safe cells and the certain mines of the board before the clicks."""
        try:
            known = odds(self.board)
        except (Contradiction, TooWide):
            return set(), set()
        return set(known.safe), set(known.mines)
