"""All games of a session."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from solver_bot.bot.decision import Kind, think
from solver_bot.bot.events import (
    USUAL,
    Ended,
    Event,
    Found,
    GameResult,
    Result,
    Said,
    Session,
    Wishes,
)
from solver_bot.bot.game import Game, Tally
from solver_bot.bot.hands import Halted, Hands
from solver_bot.bot.next_game import dismiss, start_new_game
from solver_bot.bot.observer import Sight
from solver_bot.bot.search import NoBoard, over_behind, search
from solver_bot.bot.shape_observer import Newcomer
from solver_bot.bot.shape_search import Unfamiliar, unfamiliar
from solver_bot.bot.skin_observer import Eyes
from solver_bot.solve.odds import Contradiction
from solver_bot.vision.skin import Skin

UNKNOWN_TOTAL = (
    "How many mines there are is not known for a board of this size, so nothing is claimed that "
    "needs it; --mines N tells it."
)

UNKNOWN_LOOK = (
    "No board of a known skin is seen. Another look is read by the rules, and that waits for the "
    "solver."
)


@dataclass(frozen=True, slots=True)
class _Seat:
    """Where the bot sits down: who looks at the board, and how its program is dealt with.

    Attributes:
        begin_again: starts a new game; True gives one up.
        leave: closes what the program puts over a board that was won.

    """

    sight: Sight
    begin_again: Callable[[bool], object]
    leave: Callable[[], object]


class Bot:
    """Plays the game it finds on the screen.

    ``tell`` is called with everything that happens, see ``Event``. With ``any_skin``, where there
    is no board of the skins given, it plays one in a skin nobody knows.
    """

    def __init__(
        self,
        hands: Hands,
        skins: Sequence[Skin],
        wishes: Wishes = USUAL,
        tell: Callable[[Event], object] = lambda _: None,
        any_skin: bool = False,
    ) -> None:
        self._any_skin = any_skin
        self._hands = hands.limited(wishes.max_seconds)
        self._skins = [skin for skin in skins if not skin.learned]
        self._learned = [skin for skin in skins if skin.learned]
        self._wishes = wishes
        self._tell = tell
        self._results: list[GameResult] = []

    def play(self) -> Session:
        """Find the board and play as many games as wished.

        Raises:
            NoBoard: there is none, or none that can be read as a whole.
            BoardError: the wished mine total does not fit on the board.

        """
        began = self._hands.clock()
        self._results.clear()
        try:
            seat = self._find()
            if not self._wishes.dry_run:
                self._skip_finished(seat)
            for number in range(1, self._games + 1):
                if self._results:
                    self._hands.pause(self._wishes.between)
                    seat.begin_again(self._results[-1].result is Result.STOPPED)
                seat = self._play_game(seat, number)
            if self._results[-1].result is Result.WON:
                seat.leave()
        except Halted as halted:
            if not self._results:
                self._note(Tally(began).stopped(str(halted), self._hands.clock()))
            return Session(tuple(self._results), str(halted), halted.impossible)
        return Session(tuple(self._results))

    @property
    def _games(self) -> int:
        return 1 if self._wishes.dry_run else self._wishes.games

    def _find(self) -> _Seat:
        """Find a board on the screen, in a known skin before any other."""
        try:
            eyes = self._known()
        except NoBoard as error:
            other = self._unfamiliar(error.unreadable)
            if other is None:
                raise
            return self._beside(self._newcomer(other))
        return _Seat(
            eyes,
            lambda give_up: start_new_game(self._hands, eyes, give_up),
            lambda: dismiss(self._hands, eyes),
        )

    def _unfamiliar(self, only_read: bool) -> Unfamiliar | None:
        if not (self._any_skin or self._learned):
            return None
        self._hands.await_solver(lambda: self._tell(Said(UNKNOWN_LOOK)))
        pictured = self._wishes.pointed_out
        with self._hands.thinking():
            return unfamiliar(self._hands, self._learned, self._any_skin, only_read, pictured)

    def _newcomer(self, other: Unfamiliar) -> Newcomer:
        """Sit down before a board in a skin nobody knows."""
        if other.announcement:
            self._tell(Said(other.announcement))
        self._tell(Found((other.found,), other.found))
        mines = other.found.board.mines if self._wishes.mines is None else self._wishes.mines
        if mines is None:
            self._tell(Said(UNKNOWN_TOTAL))
        newcomer = Newcomer(
            self._hands, other.picture, other.found, other.looks, mines, other.pictured
        )
        if not self._wishes.dry_run:
            newcomer.settle()
        return newcomer

    @staticmethod
    def _beside(newcomer: Newcomer) -> _Seat:
        return _Seat(newcomer, newcomer.begin_again, lambda: None)

    def _known(self) -> Eyes:
        """Find the boards in known skins and settle on one."""
        whole, found, chosen = search(self._hands, self._skins)
        self._tell(Found(tuple(found), chosen))
        # By its name: a board of covered cells is grey, and so may be the skin it was read with.
        skin = next(skin for skin in self._skins if skin.name == chosen.skin.name)
        mines = self._wishes.mines
        if mines is None:
            mines = skin.program.mines(chosen.board.width, chosen.board.height)
        if mines is None:
            self._tell(Said(UNKNOWN_TOTAL))
        eyes = Eyes(self._hands, whole, chosen, skin, mines)
        if over_behind(chosen.board) and not self._wishes.dry_run:
            self._tell(Said("The game on the screen is over; starting a new one."))
            eyes.look()
            start_new_game(self._hands, eyes)
        else:
            eyes.settle()
        return eyes

    def _skip_finished(self, seat: _Seat) -> None:
        """Start a new game if the one on the screen is over."""
        sight = seat.sight
        try:
            start = self._wishes.start or sight.skin.program.start
            decision = think(sight.board, start, scan_only=not self._hands.can_count())
        except Contradiction:
            return
        if decision.kind is Kind.OVER:
            self._tell(Said(f"The game on the screen is {decision.outcome}; starting a new one."))
            seat.begin_again(False)

    def _play_game(self, seat: _Seat, number: int) -> _Seat:
        """Play one game; at another seat where the skin was not the one that it looked like."""
        game = Game(self._hands, seat.sight, self._wishes, self._tell, number)
        try:
            result = game.play()
        except Halted as halted:
            other = self._misjudged(seat, halted)
            if other is None:
                self._note(game.stopped(str(halted)))
                raise
            return self._play_game(other, number)
        if self._was_over(result):
            self._tell(Said(f"The game on the screen is {result.result}; starting a new one."))
            seat.begin_again(False)
            return self._play_game(seat, number)
        self._note(result)
        return seat

    def _was_over(self, result: GameResult) -> bool:
        """Whether that was no game of ours: a message hid that it was over when it was found."""
        ended = result.result in {Result.WON, Result.LOST}
        return ended and not result.clicks and not self._wishes.dry_run

    def _misjudged(self, seat: _Seat, halted: Halted) -> _Seat | None:
        """A seat before the same board, if it is read by its shapes where its skin's tiles fail."""
        known = seat.sight
        if not (halted.unseen and self._any_skin and isinstance(known, Eyes)):
            return None
        other = self._unfamiliar(only_read=True)
        if other is None or not other.found.lattice.overlaps(known.lattice):
            return None
        self._tell(Said(f"Its covered cells look like {known.skin.name}'s, its numbers don't."))
        return self._beside(self._newcomer(other))

    def _note(self, result: GameResult) -> None:
        self._results.append(result)
        self._tell(Ended(len(self._results), result))
