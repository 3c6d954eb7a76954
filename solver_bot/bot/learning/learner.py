"""Reads one board in an unknown skin, and learns the skin from what clicks show."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from solver_bot.board import (
    COVERED,
    EMPTY,
    EXPLODED,
    FLAG,
    QUESTION,
    SHOWN_MINES,
    UNREADABLE,
)
from solver_bot.bot.assumption import Probable
from solver_bot.bot.learning.doubted_numbers import (
    doubtful_known,
    without_refuted_empties,
    without_rivals,
)
from solver_bot.bot.learning.drawn_anew import outcome_anew
from solver_bot.bot.learning.move import Move
from solver_bot.bot.learning.move_outcome import (
    MOST_MINES,
    MoveOutcome,
    ended,
    is_opened_area,
    judge,
    strangers,
)
from solver_bot.bot.learning.sight import Sight
from solver_bot.vision.arrays import Codes, Floats, Mask, Picture
from solver_bot.vision.boards.opinion import SURE_THOUGH_OTHERWISE, Opinion
from solver_bot.vision.looks.drawing import are_plain
from solver_bot.vision.looks.empty_areas import are_bare
from solver_bot.vision.looks.looks import Looks, seen_looks
from solver_bot.vision.looks.read_on import read_on

_HALF = 0.5
_MANY = 0.1
"""The least share of cells that are unread, or have changed and show the same, if rows grow."""


@dataclass(slots=True)
class Learner:
    """What is known of the skin of one board so far.

    Codes and masks have the shape (rows, columns).

    Attributes:
        sight: what cells look like, and what is seen of them.
        fresh: whether no click has shown yet that this is Minesweeper.
        opinion: what the nets saw when they were asked last; None if they never were.
        bare: whether the program was seen to open no numbers around empty cells.
        tried: which cells were clicked while they were covered; None before the first click.
        clashing: the numbers last seen on cells drawn in another way than known cells with them.
        veiled: whether a veil lay over the picture that was read last.
        shifted: whether many cells of that picture could not be read, or had changed and show the
            same: rows may have grown.

    """

    sight: Sight
    fresh: bool
    opinion: Opinion | None = None
    bare: bool = False
    tried: Mask | None = None
    clashing: frozenset[int] = frozenset()
    veiled: bool = False
    shifted: bool = False

    def read(self, picture: Picture, move: Move) -> tuple[MoveOutcome, Codes]:
        """How clicks ended, and what the board shows. Learns from the picture.

        If something hides the board, nothing is learned, and the board is as before. If the clicked
        cells were proved safe, only mines that the nets see show a loss.
        """
        covered = move.clicked & (move.before == COVERED)
        self.tried = covered if self.tried is None else self.tried | covered
        lifted = self.sight.lifted(picture, move.before)
        self.veiled, picture = lifted is not picture, lifted
        outcome, codes = self._read(picture, move)
        if outcome is MoveOutcome.LOST and move.is_proved:
            outcome, codes = self._read_anew(picture, move)
        if outcome is MoveOutcome.GOES_ON and self.veiled and self._wins(picture, move):
            return MoveOutcome.WON, codes  # a page with a message may not draw its last cells
        if outcome is MoveOutcome.GOES_ON:
            codes = self._without_clashing(picture, move.before, codes)
            self.shifted = self._is_shifted(picture, move.before, codes)
            self.sight.last = picture
            self.bare = self.bare or are_bare(codes)
        return outcome, codes

    def _is_shifted(self, picture: Picture, before: Codes, codes: Codes) -> bool:
        unread = (codes == UNREADABLE) & (before == COVERED)
        if not unread.any():
            return False
        as_before = self.sight.changed(picture) & (codes == before)
        return bool((as_before | unread).mean() >= _MANY)

    def see_covered(self, picture: Picture, codes: Codes) -> None:
        """Learn anew how covered cells look, now that the pointer is on none of them.

        Many programs draw the cell beneath the pointer differently, and some draw it like an empty
        cell.
        """
        covered = np.where(codes == COVERED, codes, np.uint8(UNREADABLE))
        seen = seen_looks(picture, self.sight.place, covered)
        self.sight.looks = self.sight.looks.without((COVERED,)).grown(seen.tiles, seen.codes)

    @property
    def seems_larger(self) -> bool:
        """Whether the nets saw the board go on beyond its place when they were asked last."""
        return self.opinion is not None and self.opinion.goes_on

    def is_finished(self, picture: Picture, move: Move) -> bool:
        """Whether the clicks opened all remaining safe cells, so that a message announces a win."""
        return move.finishes(self.as_seen(picture, move))

    def _wins(self, picture: Picture, move: Move) -> bool:
        return self.is_finished(picture, move) and move.is_proved

    def _without_clashing(self, picture: Picture, before: Codes, codes: Codes) -> Codes:
        """The codes without known numbers that the nets doubt now that a sign clashes with them."""
        numbers, self.clashing = self.clashing, frozenset()
        left = codes.copy()
        for number in numbers:
            doubtful = doubtful_known(codes, before, number, self.sight.opinion(picture))
            if doubtful.any():
                left[doubtful] = UNREADABLE
                new = (codes == number) & ~doubtful
                shown = np.full(int(new.sum()), number, np.uint8)
                known = self.sight.looks.without((number,))
                self.sight.looks = known.grown(self.sight.tiles(picture, new), shown)
        return left

    def _read(self, picture: Picture, move: Move) -> tuple[MoveOutcome, Codes]:
        before, clicked = move.before, move.clicked
        codes, looks = self._seen(picture, move)
        outcome = judge(before, codes, clicked)
        if outcome in {MoveOutcome.GOES_ON, MoveOutcome.OBSCURED}:
            codes, looks = self._strictly(picture, move, codes) or (codes, looks)
            outcome = judge(before, codes, clicked)
        if outcome is MoveOutcome.OBSCURED:
            codes, looks = self._doubted(picture, codes, clicked), self.sight.looks
            outcome = judge(before, codes, clicked)
            if outcome is MoveOutcome.GOES_ON and self.fresh:
                return outcome, codes
            if outcome is not MoveOutcome.LOST or not self.sight.are_mines(
                picture, strangers(before, codes, clicked)
            ):
                return self._read_anew(picture, move)
        shown = ended(before, codes, clicked, outcome)
        if outcome is MoveOutcome.LOST:
            strange = strangers(before, codes, clicked) | (clicked & (codes == UNREADABLE))
            area = is_opened_area(before, codes, clicked, strange)
            # After a later click the board may have moved or grown instead.
            if area and self.fresh and self.opinion is not None and self.opinion.sure:
                return MoveOutcome.GOES_ON, codes
            too_many = np.isin(shown, [*SHOWN_MINES]).mean() > MOST_MINES
            if area or too_many or self.sight.is_plain_area(picture, strange):
                return self._read_anew(picture, move)
        self.sight.looks = looks
        return outcome, shown

    def _strictly(self, picture: Picture, move: Move, codes: Codes) -> tuple[Codes, Looks] | None:
        """The board read anew, with no changed cell taken for covered; None if that does not help.

        This is tried if other cells have opened, but a clicked cell was taken for covered.
        """
        before, clicked = move.before, move.clicked
        shut = clicked & (codes == COVERED)
        if not shut.any() or not ((codes != COVERED) & (before == COVERED)).any():
            return None
        other, looks = self._seen(picture, move, self.sight.changed(picture))
        goes_on = judge(before, other, clicked) is MoveOutcome.GOES_ON
        return (other, looks) if goes_on and (other[shut] != UNREADABLE).all() else None

    def probable(self, codes: Codes) -> dict[int, Probable]:
        """The numbers that unread cells show more likely than all else, by cell.

        ``codes`` are those of the last reading. A number that was refused for how it is drawn makes
        no other likelier.
        """
        if self.opinion is None or self.opinion.likely is None:
            return {}
        found = {}
        numbered = self._numbered_if_the_game_goes_on(codes)
        for cell in np.flatnonzero(codes == UNREADABLE).tolist():
            likely = np.exp(self.opinion.likely.reshape(codes.size, -1)[cell])
            number = int(likely[:COVERED].argmax())
            hidden = float(likely[UNREADABLE])
            of_all = _numbers_among(likely) if numbered.flat[cell] else max(_HALF, 1 - hidden)
            if likely[number] >= _HALF * of_all:
                found[cell] = Probable(number, min(float(likely[number] / of_all), 1.0))
        return found

    def _numbered_if_the_game_goes_on(self, codes: Codes) -> Mask:
        """Which unread cells were opened and show a digit or nothing.

        A mine may be drawn like a zero, or as a mere colour. But then the game is over, and no
        guess matters.
        """
        opinion = self.opinion
        if opinion is None or opinion.opened is None or opinion.digits is None:
            return np.zeros_like(codes, np.bool_)
        opened = opinion.opened & (codes == UNREADABLE)
        numbered: Mask = opinion.digits & opened
        if self.sight.last is not None and opened.any():
            numbered[opened] |= are_plain(self.sight.tiles(self.sight.last, opened))
        return numbered

    def read_marks(self, picture: Picture, move: Move) -> Codes | None:
        """The board after right clicks; None if it looks quite different.

        Learns what the clicked cells show: a flag on a covered cell, a `?` where a flag was. No
        other cell shows anything new, and an unread cell stays unread.
        """
        before, clicked = move.before, move.clicked
        nothing = np.zeros_like(clicked)

        def as_before(codes: Codes, new: Mask) -> Codes:
            codes = self._filled(picture, codes, new, before, nothing)
            return np.where(new & ~clicked & (codes != before), np.uint8(UNREADABLE), codes)

        known = self.sight.place, self.sight.looks
        codes, looks = read_on(picture, *known, before, nothing, as_before)
        new = clicked & (codes == UNREADABLE)
        for was, shows in ((COVERED, FLAG), (FLAG, QUESTION)):
            cells = new & (before == was)
            shown = np.full(int(cells.sum()), shows, np.uint8)
            looks = looks.grown(self.sight.tiles(picture, cells), shown)
            codes[cells] = shows
        if judge(before, codes, clicked) is MoveOutcome.OBSCURED:
            return None
        self.sight.looks = looks
        return codes

    def as_seen(self, picture: Picture, move: Move) -> Codes:
        """The codes as seen now, with hidden cells as unreadable. Nothing is learned."""
        picture = self.sight.lifted(picture, move.before)
        codes, _ = self._seen(picture, move)
        codes[(move.before < COVERED) & (codes != move.before)] = UNREADABLE
        return codes

    def _read_anew(self, picture: Picture, move: Move) -> tuple[MoveOutcome, Codes]:
        """The outcome if nothing looks as before: a loss or a win, if the nets see one."""
        before, clicked = move.before, move.clicked
        if not clicked.any():
            return MoveOutcome.OBSCURED, before
        unread = np.full_like(before, UNREADABLE)
        told = self.sight.told(picture, unread, before, clicked, self._opened(before))
        opinion = self.sight.opinion(picture, told)
        begun = self.sight.is_new_game(picture)
        finished = self.is_finished(picture, move)
        return outcome_anew(move, opinion, begun, finished)

    def _seen(
        self, picture: Picture, move: Move, changed: Mask | None = None
    ) -> tuple[Codes, Looks]:
        """What the board shows, and the looks with it. No ``changed`` cell is taken for covered."""
        before, clicked = move.before, move.clicked

        def see(codes: Codes, new: Mask) -> Codes:
            return self._filled(picture, codes, new, before, clicked)

        earlier = self._opened(before)
        known = self.sight.place, self.sight.looks
        codes, looks = read_on(picture, *known, before, clicked, see, self.bare, earlier, changed)
        if np.isin(codes, (EMPTY, UNREADABLE)).all():  # empty cells end at numbers
            return np.full_like(codes, UNREADABLE), self.sight.looks
        left = without_refuted_empties(codes, before)
        return left, looks if left is codes else self.sight.looks

    def _filled(
        self, picture: Picture, codes: Codes, new: Mask, before: Codes, clicked: Mask
    ) -> Codes:
        """The codes with what the nets see of new cells.

        These may be clicked mines: some programs show no other mine after a loss. A cell that looks
        like one after whose click the game went on is no mine. A clicked cell does not stay as it
        was. If an open cell has changed, something is in front of the board, and no mine is seen.
        """
        earlier = self._opened(before)
        told = self.sight.told(picture, codes, before, clicked, earlier)
        self.opinion = opinion = self.sight.opinion(picture, told)
        begun = bool((before < COVERED).any())
        seen = new & (codes == UNREADABLE)
        codes = opinion.filled(
            codes, new, np.where(clicked | earlier, np.uint8(EMPTY), before), begun
        )
        codes = without_rivals(codes, new, opinion)
        if self.fresh:
            # A cell that looks unlike all others may be open at the start of the game.
            codes[(before == UNREADABLE) & (codes == COVERED)] = UNREADABLE
        doubtful = opinion.among_open < SURE_THOUGH_OTHERWISE
        otherwise = self.sight.drawn_otherwise(picture, codes, seen & (codes != before))
        self.clashing = frozenset(np.unique(codes[otherwise]).tolist())
        codes = np.where(otherwise & doubtful, np.uint8(UNREADABLE), codes)
        hidden = (codes != before)[before < COVERED].any()
        if not opinion.sure or hidden:
            return codes
        hit = clicked & (codes == UNREADABLE) & opinion.mined
        hit &= ~self.sight.like(picture, hit, earlier)
        return np.where(hit, np.uint8(EXPLODED), codes)

    def _opened(self, before: Codes) -> Mask:
        """Which unread cells were clicked while they were covered: they are not covered now."""
        unread = before == UNREADABLE
        return np.zeros_like(unread) if self.tried is None else unread & self.tried

    def _doubted(self, picture: Picture, codes: Codes, clicked: Mask) -> Codes:
        """The codes with clicked cells unreadable, except those whose picture was known before.

        If other cells changed by themselves, a picture read as a new number may be a mine. Or it
        may be an empty cell, which has opened those around it. So these are unreadable, too.
        """
        unknown = self.sight.known(picture) == UNREADABLE
        _, patches = cv2.connectedComponents(unknown.astype(np.uint8), connectivity=8)
        doubted = unknown & np.isin(patches, patches[unknown & clicked])
        return np.where(doubted, np.uint8(UNREADABLE), codes)


def _numbers_among(likely: Floats) -> float:
    """How likely any number is, including those refused for how they are drawn."""
    refused = max(0.0, 1 - float(likely.sum()))
    return float(likely[:COVERED].sum()) + refused
