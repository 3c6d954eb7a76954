"""Follow one board in a skin that nobody knows, and learn it while it is played.

Every look at rest is read with what is known so far; what is new is settled by its shape and by the
rules, or stays unreadable and is asked about again after the next move. Nothing is known of how
the program draws, so a board is still only after a while without any change.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver_bot.board import COVERED, FLAG, QUESTION, UNREADABLE, Board
from solver_bot.bot.click_guard import ClickGuard
from solver_bot.bot.decision import finishes
from solver_bot.bot.hands import Halted, Hands
from solver_bot.bot.move_outcome import (
    MoveOutcome,
    ended,
    is_won_behind,
    is_won_beside,
    judge,
    strangers,
)
from solver_bot.bot.next_game import new_game
from solver_bot.bot.occlusion import Front
from solver_bot.bot.pointer import around, parking
from solver_bot.solve.explain import place_name
from solver_bot.solve.odds import Contradiction, TooWide, odds, possible
from solver_bot.vision.arrays import Codes, Mask, Picture
from solver_bot.vision.extract import Extraction
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin import Skin
from solver_bot.vision.unseen.looks import (
    Looks,
    alike,
    flag_like,
    number_like,
    read_on,
    read_pictured,
    recognised,
    tiles_at,
)

STILL = 0.15
"""Seconds without a change after which a board of an unknown program is at rest."""
PATIENCE = 1.5
"""Seconds for which the first sign of a click is waited for."""
OBSTRUCTED = 6.0
"""Seconds that something may be before the board, a message that goes by itself say."""
_MESSAGE = 0.5
"""Seconds that a message must stand still before what is seen beside it counts."""
_NEWS = 0.4
"""Seconds for which more is waited for where a click shows something never met."""
_NEVER_STILL = 10.0
_NEW_GAME = 3.0
_BETWEEN = 0.004
"""Seconds between two looks."""


class ShapeObserver:
    """Looks at one board again and again, and learns what its cells look like. See ``Observer``.

    ``pictured``: its cells are pictures, which only the rules tell apart.

    Attributes:
        looks: what is known of the skin.

    """

    def __init__(
        self,
        hands: Hands,
        whole: Picture,
        found: Extraction,
        looks: Looks,
        mines: int | None,
        pictured: bool = False,
    ) -> None:
        self.skin: Skin = found.skin
        self.looks = looks
        self.settled_at = 0.0
        self.won = False
        self._hands = hands
        self._pictured = pictured
        self._mines = mines
        self._area = around(found.lattice, whole)
        self._size = whole.shape[:2]
        self._lattice = found.lattice.moved(-self._area.left, -self._area.top)
        self._front = Front(hands, found.lattice)
        shape = found.lattice.rows, found.lattice.columns
        self._codes: Codes = np.frombuffer(found.board.cells, np.uint8).reshape(shape).copy()
        self._fresh = bool((self._codes == COVERED).all())
        self._tries = 0
        self.picture = self._view()
        Board(shape[1], shape[0], found.board.cells, mines)

    @property
    def board(self) -> Board:
        """The board as last seen."""
        rows, columns = self._codes.shape
        return Board(columns, rows, self._codes.tobytes(), self._mines)

    @property
    def place(self) -> Lattice:
        """Where the cells are in ``picture``."""
        return self._lattice

    @property
    def lattice(self) -> Lattice:
        """Where the cells are in the whole picture."""
        return self._lattice.moved(self._area.left, self._area.top)

    def look(self) -> bool:
        """Look at the board once; whether any pixel of it has changed."""
        before, self.picture = self.picture, self._view()
        return not np.array_equal(before, self.picture)

    def guard(self) -> ClickGuard:
        """The board as last seen, to be looked at before every click."""
        return ClickGuard(self._area, self.picture, self._lattice, self._codes < COVERED)

    def park(self) -> None:
        """Put the pointer where it neither covers nor highlights a cell."""
        self._hands.park(*parking(self.lattice, self._size))

    def settle(self, clicked: Sequence[int] = (), hurried: bool = True) -> float:
        """Look until what the clicks change has stopped changing, and learn from it.

        Clicks that are not ``hurried`` are right clicks, which set and take away marks.

        Raises:
            Halted: this is no Minesweeper, or not the board that it was, or it can't be seen.

        """
        pending: Mask = np.zeros(self._codes.shape, np.bool_)
        pending.flat[list(clicked)] = True
        before = self._codes
        redraw = self._rest(PATIENCE if clicked else 0.0)
        if clicked and not hurried:
            self._marked(before, pending)
            return redraw
        known = recognised(self.picture, self._lattice, self.looks)
        if (pending & (known == UNREADABLE)).any():
            # A mine may be shown before the others are, and then look like a number never met.
            self._rest(_NEWS)
        outcome = self._read(before, pending)
        if outcome is MoveOutcome.OBSCURED:
            outcome = self._waited(before, pending)
        self._conclude(before, pending, outcome)
        return redraw

    def _marked(self, before: Codes, clicked: Mask) -> None:
        """Learn what right clicks show: flags on covered cells, where one was perhaps a `?`."""
        codes, looks = read_on(
            self.picture, self._lattice, self.looks, before, self._nothing(), possible
        )
        new = clicked & (codes == UNREADABLE)
        for was, shows in ((COVERED, FLAG), (FLAG, QUESTION)):
            cells = new & (before == was)
            looks = looks.grown(
                tiles_at(self.picture, self._lattice, cells),
                np.full(int(cells.sum()), shows, np.uint8),
            )
            codes[cells] = shows
        if judge(before, codes, clicked) is MoveOutcome.OBSCURED:
            raise Halted("The board looks quite different after a right click.")
        self.looks, self._codes = looks, codes

    def _waited(self, before: Codes, clicked: Mask) -> MoveOutcome:
        """What it is once what hides the board is gone; won, if that is seen behind it."""
        began = self._hands.clock()
        while (now := self._hands.clock()) < began + OBSTRUCTED:
            self._hands.check()
            self._hands.wait(10 * _BETWEEN)
            if self.look():
                self._rest(0.0)
                outcome = self._read(before, clicked)
                if outcome is not MoveOutcome.OBSCURED:
                    return outcome
            elif now > began + _MESSAGE:
                codes = self._as_seen(before, clicked)
                flags = flag_like(self.picture, self._lattice, codes == UNREADABLE)
                if is_won_behind(
                    before, codes, clicked, flags, self._is_proved(clicked)
                ) or self._is_won_beside(before, codes, clicked):
                    self._codes = codes
                    return MoveOutcome.WON
        if not self._is_last_batch(clicked):
            return MoveOutcome.OBSCURED
        self._codes = self._as_seen(before, clicked)
        return MoveOutcome.WON

    def _is_won_beside(self, before: Codes, codes: Codes, clicked: Mask) -> bool:
        mines: Mask = np.zeros(before.shape, np.bool_)
        mines.flat[list(self._certain()[1])] = True
        return self._is_proved(clicked) and is_won_beside(before, codes, clicked, mines)

    def _as_seen(self, before: Codes, clicked: Mask) -> Codes:
        """The cells as they are seen now, whatever hides them unreadable."""
        if self._pictured:
            codes = recognised(self.picture, self._lattice, self.looks)
        else:
            codes, _ = read_on(self.picture, self._lattice, self.looks, before, clicked, possible)
        codes[(before < COVERED) & (codes != before)] = UNREADABLE
        return codes

    def read_again(self) -> bool:
        """A board that contradicts itself stays so: all that could be taken back was."""
        return False

    def begin_again(self, give_up: bool) -> None:
        """Start a new game the way the skin says.

        Raises:
            Halted: it does not say how, or none came.

        """
        if not self.skin.program.new_game:
            raise Halted(
                "How a new game is started is not known in this skin: start one and run this "
                "again, or let `solver-bot learn` know the skin (--new-game)."
            )
        if self.skin.program.dismiss and self._is_hidden() and self._closed():
            self._rest(PATIENCE)
        keys, (across, down) = new_game(self.skin)
        lattice = self.lattice
        if keys:
            self._front.press(lattice, keys)
        else:
            x = lattice.left + across * (lattice.right - lattice.left)
            self._hands.open(x, lattice.top + down * lattice.cell_height)
        self.park()
        fresh = np.full(self._codes.shape, COVERED, np.uint8)
        end = self._hands.clock() + _NEW_GAME
        while self._hands.clock() < end:
            self._rest(0.0)
            codes, _ = read_on(
                self.picture, self._lattice, self.looks, fresh, self._nothing(), possible
            )
            if (codes == COVERED).all():
                self._codes, self.won, self._fresh = codes, False, False
                return
            self._hands.wait(_BETWEEN)
        raise Halted(
            f"No new game started after {self.skin.program.new_game!r}; start one by hand."
        )

    def _closed(self) -> bool:
        """Press the key that closes a message, where there may be one to get it; whether it was."""
        if self._front.is_known:
            return self._front.close_dialog(self.lattice, self.skin.program.dismiss)
        self._hands.key(self.skin.program.dismiss)
        return True

    def _is_hidden(self) -> bool:
        """Whether something stands in front of the board."""
        if (self._codes == UNREADABLE).any():
            return True
        codes = self._as_seen(self._codes, self._nothing())
        return bool((codes == UNREADABLE).any())

    def _nothing(self) -> Mask:
        return np.zeros(self._codes.shape, np.bool_)

    def _view(self) -> Picture:
        return self._hands.capture(self._area)

    def _cells(self) -> Picture:
        left, top, right, bottom = (
            round(edge)
            for edge in (
                self._lattice.left,
                self._lattice.top,
                self._lattice.right,
                self._lattice.bottom,
            )
        )
        return self.picture[top:bottom, left:right]

    def _rest(self, patience: float) -> float:
        """Look until the cells are still; the seconds to the last change.

        For the first change ``patience`` seconds are waited.
        """
        began = changed = self._hands.clock()
        seen = parked = False
        last = self._cells()
        while True:
            self.look()
            now = self._hands.clock()
            if not np.array_equal(last, self._cells()):
                last, changed, seen = self._cells(), now, True
            elif now - changed > (STILL if seen or parked else max(STILL, patience)):
                if parked:
                    self.settled_at = self._hands.clock()
                    return changed - began
                self.park()
                parked, changed = True, now
            if now - began > _NEVER_STILL:
                raise Halted("The board does not stop changing, so it can't be read.")
            self._hands.check()
            self._hands.wait(_BETWEEN)

    def _read(self, before: Codes, clicked: Mask) -> MoveOutcome:
        """Read the board and learn from it, unless it is not to be seen or at its end."""
        with self._hands.thinking():
            codes, looks = self._seen(before, clicked)
        if self._pictured and self._fresh and (clicked & (codes == UNREADABLE)).any():
            self._codes = codes
            return MoveOutcome.GOES_ON
        outcome = judge(before, codes, clicked)
        if outcome is MoveOutcome.OBSCURED:
            codes, looks = self._doubted(codes, clicked), self.looks
            outcome = judge(before, codes, clicked)
            mines = strangers(before, codes, clicked)
            if outcome is not MoveOutcome.LOST or not alike(self.picture, self._lattice, mines):
                return MoveOutcome.OBSCURED
        self.looks = looks
        self._codes = ended(before, codes, clicked, outcome)
        return outcome

    def _seen(self, before: Codes, clicked: Mask) -> tuple[Codes, Looks]:
        if not self._pictured:
            return read_on(self.picture, self._lattice, self.looks, before, clicked, possible)
        codes = recognised(self.picture, self._lattice, self.looks)
        if strangers(before, codes, clicked).any() and not self._fresh:
            return codes, self.looks  # an end: mines and flags are no ciphers
        return read_pictured(self.picture, self._lattice, self.looks, possible)

    def _doubted(self, codes: Codes, clicked: Mask) -> Codes:
        """The codes with what was clicked unreadable, unless its look was known before.

        Where other cells change by themselves, a number that nobody has met may be a mine.
        """
        known = recognised(self.picture, self._lattice, self.looks)
        return np.where(clicked & (known == UNREADABLE), np.uint8(UNREADABLE), codes)

    def _conclude(self, before: Codes, clicked: Mask, outcome: MoveOutcome) -> None:
        if outcome is MoveOutcome.OBSCURED:
            raise Halted(
                "Something stands in front of the board, or it was moved or closed, so how the "
                "game goes on can't be seen."
            )
        self.won = outcome is MoveOutcome.WON
        if self._fresh and clicked.any():
            self._judge_first(before, clicked)

    def _is_last_batch(self, clicked: Mask) -> bool:
        """Whether the clicks opened all that was left, so that what hides the board tells of it."""
        return finishes(self.board, np.flatnonzero(clicked).tolist())

    def _is_proved(self, clicked: Mask) -> bool:
        """Whether all these cells were proved to be safe before they were clicked."""
        return set(np.flatnonzero(clicked).tolist()) <= self._certain()[0]

    def _certain(self) -> tuple[set[int], set[int]]:
        """The certainly safe cells and the mines, as of the board before the clicks."""
        try:
            known = odds(self.board)
        except (Contradiction, TooWide):
            return set(), set()
        return set(known.safe), set(known.mines)

    def _judge_first(self, before: Codes, clicked: Mask) -> None:
        """The first click tells whether this is Minesweeper at all."""
        if (self._codes == before).all():
            raise Halted(
                "The first click changed nothing, so this is no game, or it is over. Start a new "
                "game, or say where it is with --region."
            )
        unread = clicked & (self._codes == UNREADABLE)
        if self._pictured and unread.any():
            raise Halted(
                "What the first click opened are pictures, too few to be told apart by the rules. "
                "Open some more cells by hand and run this again."
            )
        if (unread & ~number_like(self.picture, self._lattice, unread)).any():
            cell = int(np.flatnonzero(clicked)[0])
            raise Halted(
                f"The first click, on {place_name(self.board, cell)}, was not answered as "
                "Minesweeper does. Nothing more is clicked."
            )
        self._fresh = False
