"""The interface through which a game follows its board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from solver_bot.board import Board
from solver_bot.bot.assumption import Probable
from solver_bot.bot.click_guard import ClickGuard
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin import Skin


def idly() -> None:
    """Do nothing while a board is checked to be still."""


class Observer(Protocol):
    """Follows one board.

    ``SkinObserver`` follows a board in a known skin, ``LearningObserver`` one in an unknown skin.

    Attributes:
        skin: how the board looks and how its program behaves.
        won: whether the game is known to be won although the board does not show it.

    """

    skin: Skin
    won: bool

    @property
    def picture(self) -> Picture:
        """The board with some margin, as last seen."""

    @property
    def looked_at(self) -> float:
        """The time of the last look, by ``Hands.clock``."""

    @property
    def settled_at(self) -> float:
        """The time at which the board was last found to be still."""

    @property
    def board(self) -> Board:
        """The board as last seen."""

    @property
    def place(self) -> Lattice:
        """Where the cells are in ``picture``."""

    @property
    def lattice(self) -> Lattice:
        """Where the cells are in the whole picture."""

    @property
    def probable(self) -> Mapping[int, Probable]:
        """What unread cells probably show, by cell."""

    @property
    def is_fresh(self) -> bool:
        """Whether no click has shown yet that this is Minesweeper."""

    def look(self) -> bool:
        """Look at the board once. Returns whether any pixel of it has changed."""

    def guard(self) -> ClickGuard:
        """A guard that checks, between clicks, that the board is as last seen."""

    def settle(
        self,
        clicked: Sequence[int] = (),
        hurried: bool = True,
        ahead: Callable[[], object] = idly,
    ) -> float:
        """Look until the clicks have taken effect and the board is still.

        ``ahead`` may be called, once or more, while the observer checks that. Returns the seconds
        to the last change.
        """

    def read_again(self) -> bool:
        """Read every tile anew once the board is still. Returns whether the board is different."""
