"""Chooses the board to play and its observer. Nothing else decides between the two observers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from solver_bot.bot.board_choice import NoBoard, is_over_behind, search
from solver_bot.bot.events import Event, Found, Said, Wishes
from solver_bot.bot.hands import Halted, Hands
from solver_bot.bot.learning.learning_observer import LearningObserver
from solver_bot.bot.next_game import dismiss, start_new_game
from solver_bot.bot.observer import Observer
from solver_bot.bot.screen_edges import ScreenEdges
from solver_bot.bot.skin_observer import SkinObserver
from solver_bot.bot.unknown_board import UnknownBoard, find_unknown
from solver_bot.bot.window_names import names_the_game
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.reader import SkinChoice

UNKNOWN_TOTAL = (
    "The mine total of a board of this size is not known, so the bot plays without it; "
    "give it with --mines N."
)
UNKNOWN_LOOK = (
    "No board in a known skin was found. The bot looks for other boards as soon as the solver is "
    "ready."
)


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """A board that is played.

    Attributes:
        observer: follows the board.
        begin_again: starts a new game; with True, gives up the one being played.
        leave: closes the messages that the program puts over a won board.

    """

    observer: Observer
    begin_again: Callable[[bool], object]
    leave: Callable[[], object]


class Finder:
    """Finds the board to play and reports it to ``tell``. Shipped skins come before all others."""

    def __init__(
        self, hands: Hands, skins: SkinChoice, wishes: Wishes, tell: Callable[[Event], object]
    ) -> None:
        self._hands = hands
        self._skins = skins
        self._wishes = wishes
        self._tell = tell

    def find(self) -> PlayedBoard:
        """The board to play.

        Raises:
            NoBoard: there is no board, or none that can be read as a whole.
            BoardError: the wished mine total does not fit on the board.

        """
        try:
            observer = self._in_a_skin()
        except NoBoard as error:
            board = self._in_any_look(error.unreadable, error.hidden)
            if board is None:
                raise
            return self._observed_unknown(board)
        return PlayedBoard(
            observer,
            lambda give_up: start_new_game(self._hands, observer, give_up),
            lambda: dismiss(self._hands, observer),
        )

    def misjudged(self, played: PlayedBoard, halted: Halted) -> PlayedBoard | None:
        """The same board with another observer, if its skin or its size was misjudged; else None.

        The skin was misjudged if the observer halted because it could not read the board any more,
        while reading without a shipped skin finds a board in the same place. A skin in which
        numbers were read is right: another window hides a part of the board. The size was misjudged
        if a larger board is read once the first cell is open: something may have hidden a line.
        """
        observer = played.observer
        if not (halted.unseen and self._skins.unknown):
            return None
        if isinstance(observer, SkinObserver):
            return self._without_its_skin(observer)
        board = self._in_any_look(only_read=True)
        if board is None or not observer.lattice.is_part_of(board.found.lattice):
            return None
        return self._observed_unknown(board)

    def _without_its_skin(self, observer: SkinObserver) -> PlayedBoard | None:
        """The same board with an observer that learns its skin; None if its skin is right."""
        board = None if observer.has_read_numbers else self._in_any_look(only_read=True)
        if board is None or not observer.lattice.ends_like(board.found.lattice):
            return None
        skin = observer.skin.name
        self._tell(Said(f"The covered cells look like those of {skin}, but the numbers do not."))
        return self._observed_unknown(board)

    def _in_a_skin(self) -> SkinObserver:
        whole, found, chosen = search(self._hands, self._skins.shipped)
        self._tell(Found(tuple(found), chosen))
        # A board of covered cells may have been read with a grey copy of the skin: take the
        # original, which has the same name.
        skin = self._skins.shipped_as(chosen.skin.name) or chosen.skin
        mines = self._wishes.mines
        if mines is None:
            mines = skin.program.mines(chosen.board.width, chosen.board.height)
        self._warn_of_unknown(mines)
        observer = SkinObserver(self._hands, whole, chosen, skin, mines)
        if is_over_behind(chosen.board) and not self._wishes.dry_run:
            self._tell(Said("The game on the screen is over; starting a new one."))
            observer.look()
            start_new_game(self._hands, observer)
        else:
            observer.settle()
        return observer

    def _in_any_look(self, only_read: bool, hidden: Sequence[Lattice] = ()) -> UnknownBoard | None:
        if not self._skins.any_look:
            return None
        self._hands.await_solver(lambda: self._tell(Said(UNKNOWN_LOOK)))
        pointed_out = self._wishes.pointed_out
        with self._hands.thinking():
            picture = self._hands.capture(None)
            return find_unknown(
                picture,
                self._skins,
                only_read,
                pointed_out,
                hidden,
                self._is_in_named_window,
                ScreenEdges.of(picture, self._hands.windows()),
            )

    def _is_in_named_window(self, place: Lattice) -> bool:
        """Whether the window at this place is called Minesweeper, by its title or its program."""
        x, y = (place.left + place.right) / 2, (place.top + place.bottom) / 2
        window = self._hands.window_at(x, y)
        return window is not None and names_the_game(window)

    def _observed_unknown(self, board: UnknownBoard) -> PlayedBoard:
        if board.announcement:
            self._tell(Said(board.announcement))
        self._tell(Found((board.found,), board.found))
        mines = board.found.board.mines if self._wishes.mines is None else self._wishes.mines
        self._warn_of_unknown(mines)
        pointed_out = self._wishes.pointed_out
        observer = LearningObserver(
            self._hands, board.picture, board.found, board.looks, mines, pointed_out
        )
        if not self._wishes.dry_run:
            observer.settle()
        return PlayedBoard(observer, observer.begin_again, lambda: None)

    def _warn_of_unknown(self, mines: int | None) -> None:
        if mines is None:
            self._tell(Said(UNKNOWN_TOTAL))
