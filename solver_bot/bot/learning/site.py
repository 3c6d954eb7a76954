"""Where a board in an unknown skin is on the screen, with what looks at it and learns there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from solver_bot.bot.hands import Area, Hands
from solver_bot.bot.learning.learner import Learner
from solver_bot.bot.learning.moved_board import shift_to
from solver_bot.bot.learning.sight import Sight
from solver_bot.bot.learning.stillness import Stillness
from solver_bot.bot.pointer import UNSURE, around, parking
from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.answer import Answer
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.looks import Looks, seen_looks

Size = tuple[int, int]
"""The height and the width of the whole picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """The place of one board.

    Attributes:
        area: the part of the screen that is captured, the board with some margin.
        cells: where the cells are in pictures of the area.
        learner: what is known of the skin, and reads these pictures.
        stillness: looks at the area until it is at rest.

    """

    area: Area
    cells: Lattice
    learner: Learner
    stillness: Stillness

    @classmethod
    def at(
        cls,
        hands: Hands,
        whole: Picture,
        place: Lattice,
        looks: Looks,
        fresh: bool,
        colourful: bool = False,
    ) -> Site:
        """The site of a board at ``place``, which may reach a pixel beyond the whole picture."""
        place = place.clipped(*whole.shape[1::-1])
        area = around(place, whole)
        cells = place.moved(-area.left, -area.top)
        learner = Learner(Sight(cells, looks, colourful=colourful), fresh)
        return cls(area, cells, learner, _stillness(hands, area, cells, whole.shape[:2]))

    @property
    def place(self) -> Lattice:
        """Where the cells are in the whole picture."""
        return self.cells.moved(self.area.left, self.area.top)

    def followed(self, hands: Hands, whole: Picture, there: Answer, known: bool) -> Site:
        """The site of the same board once it was seen elsewhere in the whole picture.

        With ``known``, learned looks are kept if the board has its old size and is surely
        Minesweeper. A page that moves by a part of a pixel draws some cells differently.
        """
        if known and not self.learner.fresh:
            area = self._moved_to(there.lattice, whole.shape[:2])
            if area:
                stillness = _stillness(hands, area, self.cells, whole.shape[:2])
                return replace(self, area=area, stillness=stillness)
        looks = seen_looks(whole, there.lattice, there.codes)
        fresh, colourful = self.learner.fresh, self.learner.sight.colourful
        return Site.at(hands, whole, there.lattice, looks, fresh, colourful)

    def _moved_to(self, place: Lattice, size: Size) -> Area | None:
        """The area with the board at another place.

        None if the board has another size there, or if the area would leave the picture.
        """
        shift = shift_to(self.place, place)
        if shift is None:
            return None
        (right, down), area = shift, self.area
        moved = Area(area.left + right, area.top + down, area.right + right, area.bottom + down)
        inside = min(moved.left, moved.top) >= 0
        inside &= moved.right <= size[1] and moved.bottom <= size[0]
        return moved if inside else None


def park(hands: Hands, place: Lattice, size: Size) -> None:
    """Put the pointer where it neither covers nor highlights a cell of a board."""
    hands.park(*parking(place, size, UNSURE))


def _stillness(hands: Hands, area: Area, cells: Lattice, size: Size) -> Stillness:
    place = cells.moved(area.left, area.top)
    return Stillness(hands, cells, partial(hands.capture, area), partial(park, hands, place, size))
