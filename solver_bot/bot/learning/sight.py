"""What is seen in pictures of one board whose skin is being learned."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from solver_bot.board import COVERED, EMPTY, UNREADABLE
from solver_bot.bot.learning.told import told_by_game
from solver_bot.solve.odds import possible
from solver_bot.vision.around import with_around
from solver_bot.vision.arrays import Codes, Floats, Mask, Picture
from solver_bot.vision.boards.answer import has_numbers
from solver_bot.vision.boards.opinion import Opinion
from solver_bot.vision.boards.played import LastReading, Told, opinion_on
from solver_bot.vision.digits.shown import show_digits
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.compare import apart_from
from solver_bot.vision.looks.drawing import WHOLE, are_plain, inner
from solver_bot.vision.looks.drawn_alike import drawn_alike
from solver_bot.vision.looks.looks import Looks, alike, recognised, tiles_at
from solver_bot.vision.looks.read_on import read_on
from solver_bot.vision.looks.veil import without_veil

_HALF = 0.5
_SAME = 1.0
"""The most grey levels by which cells that look the same differ, on average."""
_ONE_AREA, _FEWEST_IN_AREA = 2, 4
"""The count of patches if there is one, as the ground counts too; and the fewest cells in it."""


@dataclass(slots=True)
class Sight:
    """One board in pictures of one size. Codes and masks have the shape (rows, columns).

    Attributes:
        place: where the cells are in the pictures.
        looks: what cells look like, as far as is known.
        last: the last picture of a game that went on; None if there was none.
        colourful: whether covered cells have many colours. The nets do not see such cells as cells.

    """

    place: Lattice
    looks: Looks
    last: Picture | None = None
    colourful: bool = False
    _read: LastReading = field(default_factory=LastReading)

    @property
    def every(self) -> Mask:
        """All cells."""
        return np.ones((self.place.rows, self.place.columns), np.bool_)

    def known(self, picture: Picture) -> Codes:
        """What the cells show that look like known ones. All others are unreadable."""
        return recognised(picture, self.place, self.looks)

    def tiles(self, picture: Picture, cells: Mask) -> Floats:
        """How some cells look, shape (cells, values)."""
        return tiles_at(picture, self.place, cells)

    def opinion(self, picture: Picture, told: Told | None = None) -> Opinion:
        """What the nets see, given what the game has ``told``."""
        if self.colourful:
            picture = drawn_alike(picture, self.place, self.known(picture) == COVERED)
        return opinion_on(picture, self.place, possible, told, self._read)

    def told(
        self, picture: Picture, codes: Codes, before: Codes, clicked: Mask, opened: Mask
    ) -> Told:
        """What the game tells of cells. ``codes`` has what is read already by known looks."""
        return told_by_game(*self._now_and_then(picture), codes, before, clicked, opened)

    def changed(self, picture: Picture) -> Mask:
        """Which cells have changed since the game was last seen to go on."""
        now, then = self._now_and_then(picture)
        return np.asarray((now != then).any(1).reshape(self.place.rows, self.place.columns))

    def _now_and_then(self, picture: Picture) -> tuple[Floats, Floats]:
        """The tiles of all cells now, and when the game was last seen to go on."""
        now = self.tiles(picture, self.every)
        if self.last is None or self.last.shape != picture.shape:
            return now, now
        return now, self.tiles(self.last, self.every)

    def lifted(self, picture: Picture, before: Codes) -> Picture:
        """The picture without the veil that some programs lay over their board at the end."""
        if self.last is None:
            return picture
        return without_veil(picture, self.last, self.place, before < COVERED)

    def drawn_otherwise(self, picture: Picture, codes: Codes, cells: Mask) -> Mask:
        """Which of these cells show numbers that were drawn in another way before."""
        numbers = cells & (codes > EMPTY) & (codes < COVERED)
        other = np.zeros_like(numbers)
        other[numbers] = self.looks.has_other(self.tiles(picture, numbers), codes[numbers])
        return other

    def is_new(self, picture: Picture, cells: Mask) -> bool:
        """Whether any of these cells shows what no cell has shown before."""
        return bool((cells & (self.known(picture) == UNREADABLE)).any())

    def is_new_game(self, picture: Picture) -> bool:
        """Whether all cells are covered."""
        covered = np.full((self.place.rows, self.place.columns), COVERED, np.uint8)
        nothing = np.zeros(covered.shape, np.bool_)
        codes, _ = read_on(picture, self.place, self.looks, covered, nothing, _nothing_new)
        return bool((codes == COVERED).all())

    def is_open_like(self, picture: Picture, cells: Mask, codes: Codes) -> bool:
        """Whether all these cells are seen to be open.

        They are if each shows a digit. If the nets surely see a board with numbers, none may be
        covered on it. Else all must look open, and nothing around an empty one may be covered.
        """
        if not cells.any() or show_digits(picture, self.place, cells):
            return True
        opinion = self.opinion(picture)
        if opinion.sure and has_numbers(opinion.codes):
            return bool((opinion.codes[cells] != COVERED).all())
        around = with_around(cells & opinion.empty_like) & (codes == COVERED)
        return not ((cells & ~opinion.open_like) | around).any()

    def like(self, picture: Picture, cells: Mask, others: Mask) -> Mask:
        """Which of these cells look the same as one of the others, rims left out."""
        found = np.zeros_like(cells)
        if cells.any() and others.any():
            shown, known = self.tiles(picture, cells), self.tiles(picture, others)
            inside = apart_from(inner(shown), inner(known))
            middle = apart_from(shown[:, WHOLE:], known[:, WHOLE:])
            found[cells] = (np.maximum(inside, middle) <= _SAME).any(1)
        return found

    def is_odd(self, picture: Picture, cells: Mask) -> bool:
        """Whether none of these cells looks open to the nets, whatever number it might show."""
        return not self.opinion(picture).open_like[cells].any()

    def is_plain_area(self, picture: Picture, cells: Mask) -> bool:
        """Whether these cells are plain, alike and a single touching area, as mines never are."""
        count, _ = cv2.connectedComponents(cells.astype(np.uint8), connectivity=8)
        if count != _ONE_AREA or cells.sum() < _FEWEST_IN_AREA:
            return False
        plain = are_plain(self.tiles(picture, cells)).all()
        return bool(plain and alike(picture, self.place, cells))

    def are_mines(self, picture: Picture, cells: Mask) -> bool:
        """Whether cells that changed by themselves look alike, and most not open to the nets."""
        if not alike(picture, self.place, cells):
            return False
        return bool(self.opinion(picture).open_like[cells].mean() < _HALF)

    def mined(self, picture: Picture, cells: Mask) -> Mask:
        """Which of these cells show a mine rather than a number.

        The cells are unread and were guessed, and a message has followed. None shows a mine before
        it is known how empty cells look.
        """
        if not (self.looks.codes == EMPTY).any():
            return np.zeros_like(cells)
        return np.asarray(cells & self.opinion(picture).rather_mined_than_numbered)


def _nothing_new(codes: Codes, _: Mask) -> Codes:
    """Sees nothing in cells whose look is new."""
    return codes
