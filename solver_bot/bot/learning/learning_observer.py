"""Follows one board in an unknown skin, and learns the skin while the game is played.

Every look at a still board is read with the skin as learned so far. A new picture is identified by
the nets and by the rules of the game. If they do not decide, it stays unreadable and is tried
again after the next move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from solver_bot.board import COVERED, EXPLODED, UNREADABLE, Board
from solver_bot.bot.assumption import Probable
from solver_bot.bot.click_guard import ClickGuard
from solver_bot.bot.hands import Halted, Hands
from solver_bot.bot.learning.first_click import LOST_SIGHT, FirstClick
from solver_bot.bot.learning.followed_board import FollowedBoard
from solver_bot.bot.learning.messages import Messages
from solver_bot.bot.learning.move import Move
from solver_bot.bot.learning.move_outcome import MoveOutcome
from solver_bot.bot.learning.moved_board import seen_elsewhere
from solver_bot.bot.learning.site import Site, park
from solver_bot.bot.learning.stillness import BETWEEN
from solver_bot.bot.next_game import ask_for_new_game
from solver_bot.bot.observer import idly
from solver_bot.bot.occlusion import Front
from solver_bot.vision.arrays import Picture, board_of, codes_of
from solver_bot.vision.boards.cell_colours import colours, is_of_one_colour
from solver_bot.vision.extract import Extraction
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.looks import Looks
from solver_bot.vision.skin import Skin

PATIENCE = 1.5
"""Seconds to wait for the first change after a click."""
_NEWS = 0.4
"""Seconds to wait for further changes after a click shows a picture never seen before."""
_NEW_GAME = 3.0
_REPLACED = 0.9
"""The least share of cells that are no longer seen if something else is in the board's place."""
_ALL_SAFE = "The game was not lost: the last clicks were certainly safe."
_BY_A_GUESS = "The last click was a guess, which may have hit a mine."
_LARGER = "The board has more rows or columns than the bot saw before the first click."
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
        self._size = whole.shape[:2]
        front = Front(hands, found.lattice)
        self._said_to_be = pointed_out or front.names_the_game
        codes = codes_of(found.board)
        fresh = bool(np.isin(codes, (COVERED, UNREADABLE)).all())
        colourful = fresh and not is_of_one_colour(colours(whole, found.lattice))
        site = Site.at(hands, whole, found.lattice, looks, fresh, colourful)
        self._followed = FollowedBoard(hands, site, front, codes, mines)
        self._messages = Messages(self._followed, PATIENCE)
        self._late = self._followed.nothing()
        self._batches = 0
        board_of(codes, mines)  # raises if there is no room for so many mines

    @property
    def board(self) -> Board:
        """The board as last seen."""
        return self._followed.board

    @property
    def place(self) -> Lattice:
        """Where the cells are in ``picture``."""
        return self._followed.site.cells

    @property
    def lattice(self) -> Lattice:
        """Where the cells are in the whole picture."""
        return self._followed.site.place

    @property
    def picture(self) -> Picture:
        """The board with some margin, as last seen."""
        return self._followed.picture

    @property
    def looked_at(self) -> float:
        """The time of the last look."""
        return self._followed.stillness.looked_at

    @property
    def settled_at(self) -> float:
        """The time at which the board was last found to be still."""
        return self._followed.stillness.settled_at

    @property
    def probable(self) -> Mapping[int, Probable]:
        """What unread cells probably show, by cell."""
        return self._followed.learner.probable(self._followed.codes)

    @property
    def is_fresh(self) -> bool:
        """Whether no click has shown yet that this is Minesweeper."""
        return self._followed.learner.fresh

    def look(self) -> bool:
        """Look at the board once. Returns whether any of its cells has changed.

        A clock beside the cells goes on while the bot thinks, but does not count. Neither does a
        cell that never rests.
        """
        return self._followed.stillness.look()

    def guard(self) -> ClickGuard:
        """A guard that checks, between clicks, that the board is as last seen."""
        still = self._followed.codes < COVERED
        site = self._followed.site
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
            Halted: the board is not Minesweeper, was replaced by another, can't be seen, or is a
                part of a larger one.

        """
        self._batches += bool(clicked)
        # A busy program may handle a click only after the next look.
        move = self._followed.move(clicked, self._late if hurried else None)
        self._followed.stillness.expect(move.clicked)
        redraw = self._followed.stillness.rest(PATIENCE if clicked else 0.0)
        if clicked and not hurried:
            self._read_marks(move)
            return redraw
        if self._followed.learner.sight.is_new(self.picture, move.clicked):
            # A program may show one mine before the others; alone it looks like a new number.
            self._followed.stillness.rest(_NEWS)
        self._conclude(move, self._outcome(move, bool(clicked)))
        self._late = move.clicked & (self._followed.codes == COVERED)
        return redraw

    def _outcome(self, move: Move, clicked: bool) -> MoveOutcome:
        """How clicks ended. ``clicked`` is False if there were no clicks but late ones."""
        outcome = self._followed.read(move)
        if clicked and self._messages.hides(move, outcome):
            outcome = self._messages.close(move) or outcome
        if clicked and self._may_be_elsewhere(move, outcome):
            outcome = self._outcome_elsewhere(move, outcome)
        if outcome is MoveOutcome.OBSCURED:
            outcome = self._messages.outcome(move)
        if outcome is MoveOutcome.OBSCURED and clicked:
            outcome = self._elsewhere(move)
        return outcome

    def _outcome_elsewhere(self, move: Move, outcome: MoveOutcome) -> MoveOutcome:
        """How clicks ended on a board that may be elsewhere; as ``outcome`` says if it is not.

        Once a click has shown that this is Minesweeper, a game that goes on here has not ended
        elsewhere.
        """
        followed = self._followed
        here, fresh = (followed.site, followed.codes, followed.front), followed.learner.fresh
        there = self._elsewhere(move)
        ended = there in {MoveOutcome.WON, MoveOutcome.LOST}
        if ended and outcome is MoveOutcome.GOES_ON and not fresh:
            followed.site, followed.codes, followed.front = here
            return outcome
        return outcome if there is MoveOutcome.OBSCURED else there

    def _read_marks(self, move: Move) -> None:
        """Read what right clicks have set or removed.

        Raises:
            Halted: the board looks quite different.

        """
        codes = self._followed.learner.read_marks(self.picture, move)
        if codes is None:
            raise Halted("The board looks quite different after a right click.")
        self._followed.codes = codes

    def _may_be_elsewhere(self, move: Move, outcome: MoveOutcome) -> bool:
        """Whether the board may have been moved or resized, or may never have been quite here.

        If a column at the board's side has grown, all other cells are where they were. Rows may
        grow with their first numbers: those below move and can't be read. Covered cells may be dots
        on a line: a first number shows where cells really are.
        """
        learner = self._followed.learner
        unread = (self._followed.codes[move.clicked] == UNREADABLE).any()
        strange = learner.shifted or (learner.fresh and bool(unread))
        resized = self._followed.front.was_resized
        return outcome is MoveOutcome.OBSCURED or strange or resized

    def _elsewhere(self, move: Move) -> MoveOutcome:
        """How clicks ended on a board that its program has moved or resized meanwhile.

        If the game goes on, the player may have moved the board: it is followed only if its window
        has surely stayed.
        """
        followed = self._followed
        here = followed.site, followed.codes
        whole = self._hands.capture(None)
        with self._hands.thinking():
            there = seen_elsewhere(whole, self.lattice, move.before, move.clicked)
        if there is None:
            return MoveOutcome.OBSCURED
        outcome = MoveOutcome.OBSCURED
        for known in (True, False):
            followed.site = here[0].followed(self._hands, whole, there, known)
            followed.stillness.rest(0.0)
            outcome = followed.read(move)
            if outcome is not MoveOutcome.OBSCURED:
                break
        if outcome is MoveOutcome.GOES_ON and followed.is_all_mines:
            outcome = MoveOutcome.WON
        if outcome is MoveOutcome.OBSCURED or (
            outcome is MoveOutcome.GOES_ON and not followed.front.has_stayed
        ):
            followed.site, followed.codes = here
            return MoveOutcome.OBSCURED
        followed.front = Front(self._hands, self.lattice)
        return outcome

    def read_again(self) -> bool:
        """Do nothing: ``settle`` has already withdrawn every reading that it could withdraw."""
        return False

    def begin_again(self, give_up: bool) -> None:
        """Start a new game in the way that the skin gives.

        With ``give_up`` a game is still being played. If the program asks whether to give it up,
        the bot confirms it with the skin's keys.

        Raises:
            Halted: the skin does not say how, or no new game began.

        """
        if not self.skin.program.new_game:
            raise Halted(
                "How to start a new game is not known in this skin: start one by hand and run this "
                "again, or run `solver-bot learn` with --new-game."
            )
        if self.skin.program.dismiss and self._followed.is_hidden and self._closed():
            self._followed.stillness.rest(PATIENCE)
        ask_for_new_game(self._hands, self._followed.front, self.lattice, self.skin)
        self.park()
        confirming = self.skin.program.confirm.split() if give_up else []
        end = self._hands.clock() + _NEW_GAME
        while self._hands.clock() < end:
            self._followed.stillness.rest(0.0)
            if self._followed.is_new_game:
                self._begin()
                return
            if confirming and self._followed.is_hidden:
                for keys in confirming:
                    self._hands.key(keys)
                confirming = []
            self._hands.wait(BETWEEN)
        raise Halted(
            f"No new game started after {self.skin.program.new_game!r}; start one by hand."
        )

    def _begin(self) -> None:
        """All cells are covered, and it is known that this is Minesweeper."""
        self._followed.codes = np.full(self._followed.codes.shape, COVERED, np.uint8)
        self.won = self._followed.learner.fresh = False
        self._followed.learner.tried = None

    def _closed(self) -> bool:
        """Press the key that closes a message, if one may be there. Returns whether it did."""
        if self._followed.front.is_known:
            return self._followed.front.close_dialog(self.lattice, self.skin.program.dismiss)
        self._hands.key(self.skin.program.dismiss)
        return True

    def _outcome_where_replaced(self, move: Move) -> MoveOutcome:
        """How clicks ended if the window now shows something else in the board's place.

        Nothing is in front of the window, and hardly a cell is seen. A guess that can't have won
        the game has lost it. Safe clicks that may have left nothing but mines have won it.
        """
        followed = self._followed
        if followed.learner.fresh or not followed.front.shows_all_of(self.lattice):
            return MoveOutcome.OBSCURED
        if (followed.as_seen(move) == UNREADABLE).mean() < _REPLACED:
            return MoveOutcome.OBSCURED
        if move.may_have_won:
            return MoveOutcome.WON
        lost = move.is_guess and move.clicked.sum() == 1 and not move.may_have_finished
        return MoveOutcome.LOST if lost else MoveOutcome.OBSCURED

    def _conclude(self, move: Move, outcome: MoveOutcome) -> None:
        followed, clicked = self._followed, move.clicked.any()
        if outcome is MoveOutcome.OBSCURED and clicked:
            outcome = self._outcome_where_replaced(move)
            if outcome is MoveOutcome.LOST:
                followed.codes = np.where(move.clicked, np.uint8(EXPLODED), move.before)
                return
        if outcome is MoveOutcome.OBSCURED:
            gone = followed.front.gone or _ANYTHING
            why = _BEGUN if followed.is_new_game else LOST_SIGHT.format(gone)
            if clicked:
                why = f"{why} {_BY_A_GUESS if move.is_guess else _ALL_SAFE}"
            raise Halted(why)
        self.won = outcome is MoveOutcome.WON
        followed.stillness.keep()
        if followed.learner.fresh and not clicked:
            followed.learner.see_covered(followed.stillness.calm(), followed.codes)
        if followed.learner.fresh and clicked:
            if followed.learner.seems_larger:
                raise Halted(_LARGER, unseen=True)
            first = FirstClick(move.before, followed.codes, move.clicked, self._batches > 1)
            sight, said = followed.learner.sight, self._said_to_be
            known = first.is_of_the_game(sight, followed.front, self.picture, said)
            followed.learner.fresh = not known
