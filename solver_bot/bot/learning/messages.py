"""Messages in front of a board: closes them, and tells how the game ended behind them."""

from __future__ import annotations

import numpy as np

from solver_bot.board import COVERED, EXPLODED, UNREADABLE
from solver_bot.bot.learning.around_message import told_around
from solver_bot.bot.learning.followed_board import FollowedBoard
from solver_bot.bot.learning.move import Move
from solver_bot.bot.learning.move_outcome import MoveOutcome
from solver_bot.bot.learning.stillness import BETWEEN
from solver_bot.bot.occlusion import middle
from solver_bot.vision.arrays import Codes, Mask

OBSTRUCTED = 6.0
"""Seconds that something may hide the board, for example a message that closes by itself."""
_STAYS = 0.5
"""Seconds that the visible rest of the board must show the same before it counts."""
_CLOSES = "escape"
"""The key that closes dialogs by convention. It is only given to a dialog of the board's window, or
to a browser that shows a message of its page."""


class Messages:
    """The messages in front of one board.

    ``patience`` are the seconds to wait for the board's first change once a message is closed.
    """

    def __init__(self, followed: FollowedBoard, patience: float) -> None:
        self._followed = followed
        self._patience = patience
        self._answered = followed.nothing()

    def hides(self, move: Move, outcome: MoveOutcome) -> bool:
        """Whether the board lies under a veil, and clicks have opened none of its cells.

        A browser stops drawing a page that shows a message.
        """
        opened = (self._followed.codes < COVERED) & (move.before >= COVERED)
        veiled = self._followed.learner.veiled
        return outcome is MoveOutcome.GOES_ON and veiled and not opened.any()

    def close(self, move: Move) -> MoveOutcome | None:
        """The outcome once the message over the board is closed; None if none could be closed."""
        followed = self._followed
        place, front = followed.site.place, followed.front
        closed = front.close_dialog(place, _CLOSES) or front.close_page_message(place, _CLOSES)
        if not closed:
            return None
        followed.stillness.rest(self._patience)
        outcome = followed.read(move)
        if outcome is MoveOutcome.GOES_ON and move.is_guess:
            hit = self._hit(move)
            followed.codes = np.where(hit, np.uint8(EXPLODED), followed.codes)
            outcome = MoveOutcome.LOST if hit.any() else outcome
        return outcome

    def outcome(self, move: Move) -> MoveOutcome:
        """The outcome once nothing hides the board any more, or as soon as an end is visible.

        A dialog that the board's own window has put over it after the clicks is closed, if it stays
        and hides how they ended. So is a message of the page in a browser.
        """
        followed = self._followed
        outcome = self._seen_around(move)
        if outcome is not MoveOutcome.OBSCURED or not move.clicked.any():
            return outcome
        seen = followed.as_seen(move)
        if move.finishes(seen):
            followed.codes = seen
            return MoveOutcome.WON
        behind = self.close(move)
        if behind is not MoveOutcome.OBSCURED:
            return behind or outcome
        if move.may_have_won and followed.is_new_game:
            return MoveOutcome.WON  # closing the dialog has begun a new game, and no mine was hit
        return self._seen_around(move)

    def _hit(self, move: Move) -> Mask:
        """The guessed cells that were mines, if a message followed the click and is closed now.

        Such a cell shows a mine, a new game has begun after the first click, or a second click on a
        cell that stays covered has brought up a message, too.
        """
        followed = self._followed
        if followed.learner.fresh and followed.is_new_game:
            return move.clicked  # a win would have opened some cells before the message
        closed = move.clicked & (followed.codes >= COVERED) & (move.before >= COVERED)
        again, self._answered = closed & self._answered, closed
        if (followed.codes < COVERED)[move.clicked].any():
            again = followed.nothing()
        unread = closed & (followed.codes == UNREADABLE)
        if not unread.any():
            return again
        return again | followed.learner.sight.mined(followed.picture, unread)

    def _seen_around(self, move: Move) -> MoveOutcome:
        """The outcome, once nothing hides the board or what is seen around a message tells it.

        The message itself may go on changing, for example where a cursor blinks in it.
        """
        followed, hands, front = self._followed, self._followed.hands, self._followed.front
        stillness = followed.stillness
        began = hands.clock()
        seen, since = followed.as_seen(move), stillness.looked_at
        while hands.clock() < began + OBSTRUCTED:
            hands.check()
            hands.wait(10 * BETWEEN)
            if front.gone and not front.was_resized:
                break
            if stillness.look():
                stillness.rest(0.0)
                outcome = followed.read(move)
                if outcome is not MoveOutcome.OBSCURED:
                    return outcome
                if move.may_have_won and followed.is_new_game:
                    return MoveOutcome.WON  # the program has begun its next game by itself
                now = followed.as_seen(move)
                if not np.array_equal(now, seen):
                    seen, since = now, stillness.looked_at
            if stillness.looked_at > since + _STAYS:
                sight = followed.learner.sight
                outcome, codes = told_around(sight, followed.picture, seen, move)
                if outcome is not MoveOutcome.OBSCURED:
                    followed.codes = codes
                    return outcome
                if self._hit_beside(move, seen):
                    followed.codes = np.where(move.clicked, np.uint8(EXPLODED), move.before)
                    return MoveOutcome.LOST
        return MoveOutcome.OBSCURED

    def _hit_beside(self, move: Move, seen: Codes) -> bool:
        """Whether a guessed cell shows no number beside a window that came up after its click.

        Programs show windows at the end of a game, and the guess can't have won this one.
        """
        followed, front, place = self._followed, self._followed.front, self._followed.site.place
        hit = move.clicked & (seen == UNREADABLE)
        if not front.is_other(*middle(place)) or move.clicked.sum() != 1 or not hit.any():
            return False
        if not front.is_own(*place.centre(int(hit.argmax()))):
            return False
        if not move.is_guess or move.may_have_finished:
            return False
        return bool(followed.learner.sight.mined(followed.picture, hit).any())
