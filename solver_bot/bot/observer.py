"""What a game needs of whoever looks at its board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from solver_bot.board import Board
from solver_bot.bot.click_guard import ClickGuard
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin import Skin


class Observer(Protocol):
    """Follows one board.

    ``SkinObserver`` does it in a skin that is known, ``ShapeObserver`` in one that is not.

    Attributes:
        skin: how the board looks and its program behaves.
        picture: the board with some margin, as last seen.
        settled_at: when the board was last found to be still.
        won: whether the game was seen to be won though the board does not show it.

    """

    skin: Skin
    picture: Picture
    settled_at: float
    won: bool

    @property
    def board(self) -> Board:
        """The board as last seen."""

    @property
    def place(self) -> Lattice:
        """Where the cells are in ``picture``."""

    @property
    def lattice(self) -> Lattice:
        """Where the cells are in the whole picture."""

    def look(self) -> bool:
        """Look at the board once; whether any pixel of it has changed."""

    def guard(self) -> ClickGuard:
        """The board as last seen, to be looked at before every click."""

    def settle(self, clicked: Sequence[int] = (), hurried: bool = True) -> float:
        """Look until what the clicks change has stopped changing; the seconds that took."""

    def read_again(self) -> bool:
        """Read every tile anew once all is still; whether that gives another board."""
