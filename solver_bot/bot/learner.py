"""Reads one board in an unknown skin, and learns the skin from what clicks show."""

from __future__ import annotations

from collections.abc import Callable
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
from solver_bot.bot.drawn_anew import is_won_anew, outcome_anew
from solver_bot.bot.move_outcome import (
    MOST_MINES,
    MoveOutcome,
    ended,
    hit_behind,
    is_won_behind,
    is_won_beside,
    judge,
    strangers,
)
from solver_bot.bot.told import told_by_game
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Codes, Floats, Mask, Picture
from solver_bot.vision.boards.answer import has_numbers
from solver_bot.vision.boards.opinion import SURE_THOUGH_OTHERWISE, Opinion, Told, opinion_on
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.drawing import are_plain, inner
from solver_bot.vision.looks.drawn_alike import drawn_alike
from solver_bot.vision.looks.looks import (
    Looks,
    alike,
    are_bare,
    fits,
    read_on,
    recognised,
    tiles_at,
)
from solver_bot.vision.looks.veil import without_veil

_HALF = 0.5
_SURE_AMONG_OTHERS = 0.97
"""How likely known numbers must be among what open cells show, by the median, for them to stand
though another sign is seen as the same number. Printed zeros were 1s with 90 %."""


_ONE_AREA, _FEWEST_IN_AREA = 2, 4
"""The patches that are counted where there is one, with all around it; and its cells at least."""


def _nothing_new(codes: Codes, _: Mask) -> Codes:
    """Sees nothing in cells whose look is new."""
    return codes


def _and_around(cells: Mask) -> Mask:
    """These cells and all around them."""
    return np.asarray(cv2.dilate(cells.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)


def _with(codes: Codes, cells: Mask, number: int) -> Codes:
    """The codes with this number on these cells."""
    return np.where(cells, np.uint8(number), codes)


def _without_rivals(codes: Codes, new: Mask, opinion: Opinion) -> Codes:
    """The codes with numbers that the nets see and doubt, where the rules refute all other ones.

    They refute nothing on a board that contradicts itself, so the number itself must be possible.
    """
    numbers = (opinion.codes > EMPTY) & (opinion.codes < COVERED)
    asked = new & (codes == UNREADABLE) & numbers & opinion.sure
    told = codes.copy()
    while asked.any():
        cell = tuple(np.argwhere(asked)[0].tolist())
        alike = asked & opinion.seen_as(cell)
        own, rivals = opinion.codes[cell], opinion.rivals(cell)
        allowed = [n for n in (own, *rivals) if fits(_with(codes, alike, n), possible)]
        if rivals and allowed == [own]:
            told[alike] = own
        asked &= ~alike
    return told


@dataclass(slots=True)
class Learner:
    """What is known of the skin of one board so far.

    Codes and masks have the shape (rows, columns).

    Attributes:
        place: where the cells are in the pictures.
        looks: what cells look like.
        fresh: whether no click has shown yet that this is Minesweeper.
        last: the last picture of a game that went on; None if there was none.
        colourful: whether covered cells have many colours: the nets take such cells for none.
        opinion: what the nets saw when they were asked last; None if they never were.
        bare: whether the program was seen to open no numbers around empty cells.
        tried: which cells were clicked while they were covered; None before the first click.
        clashing: the numbers that were seen last on cells that are drawn otherwise than known ones.
        veiled: whether a veil lay over the picture that was read last.

    """

    place: Lattice
    looks: Looks
    fresh: bool
    last: Picture | None = None
    colourful: bool = False
    opinion: Opinion | None = None
    bare: bool = False
    tried: Mask | None = None
    clashing: frozenset[int] = frozenset()
    veiled: bool = False

    def is_new(self, picture: Picture, cells: Mask) -> bool:
        """Whether any of these cells shows what no cell has shown before."""
        return bool((cells & (self._known(picture) == UNREADABLE)).any())

    def is_open_like(self, picture: Picture, cells: Mask, codes: Codes) -> bool:
        """Whether all these cells look open, and nothing around an empty one is covered.

        Or the nets surely see a board with some numbers, on which these cells are not covered.
        """
        if not cells.any():
            return True
        opinion = self._opinion(picture)
        if opinion.sure and has_numbers(opinion.codes):
            return bool((opinion.codes[cells] != COVERED).all())
        around = _and_around(cells & opinion.empty_like) & (codes == COVERED)
        return not ((cells & ~opinion.open_like) | around).any()

    def read(
        self,
        picture: Picture,
        before: Codes,
        clicked: Mask,
        proved: Callable[[], bool] = lambda: False,
        finished: Callable[[], bool] = lambda: False,
    ) -> tuple[MoveOutcome, Codes]:
        """How clicks on a board ended, and what it shows; learns from it.

        Nothing is learned, and the board is as ``before``, if something hides it. ``proved`` says
        whether the clicked cells were proved safe: then only mines that the nets see show a loss.
        ``finished`` says whether nothing but mines was left besides: see ``shows_loss``.
        """
        covered = clicked & (before == COVERED)
        self.tried = covered if self.tried is None else self.tried | covered
        lifted = self._lifted(picture, before)
        self.veiled, picture = lifted is not picture, lifted
        outcome, codes = self._read(picture, before, clicked, proved, finished)
        if outcome is MoveOutcome.LOST and proved():
            outcome, codes = self._read_anew(picture, before, clicked, proved, finished)
        if outcome is MoveOutcome.GOES_ON and self.veiled and finished() and proved():
            return MoveOutcome.WON, codes  # a page with a message may not draw its last cells
        if outcome is MoveOutcome.GOES_ON:
            codes = self._without_clashing(picture, before, codes)
            self.last = picture
            self.bare = self.bare or are_bare(codes)
        return outcome, codes

    def is_mined(self, picture: Picture, cells: Mask) -> Mask:
        """Which of these cells, that were guessed and are unread, show a mine rather than a number.

        A message has followed the guess. Nothing is told before it is known how empty cells look.
        """
        if not (self.looks.codes == EMPTY).any():
            return np.zeros_like(cells)
        return np.asarray(cells & self._opinion(picture).rather_mined_than_numbered)

    def _without_clashing(self, picture: Picture, before: Codes, codes: Codes) -> Codes:
        """The codes without known numbers that the nets doubt now that a sign clashes with them.

        A program draws a number in one way. A printed 0 was taken for a 1 until a real 1 was open.
        """
        numbers, self.clashing = self.clashing, frozenset()
        if not numbers:
            return codes
        likely = self._opinion(picture).how_likely_open(codes)
        left = codes.copy()
        for number in numbers:
            known = (codes == number) & (before == number)
            if known.any() and np.median(likely[known]) < _SURE_AMONG_OTHERS:
                left[known] = UNREADABLE
                new = (codes == number) & ~known
                shown = np.full(int(new.sum()), number, np.uint8)
                tiles = tiles_at(picture, self.place, new)
                self.looks = self.looks.without((number,)).grown(tiles, shown)
        return left

    def _read(
        self,
        picture: Picture,
        before: Codes,
        clicked: Mask,
        proved: Callable[[], bool],
        finished: Callable[[], bool],
    ) -> tuple[MoveOutcome, Codes]:
        codes, looks = self._seen(picture, before, clicked)
        outcome = judge(before, codes, clicked)
        if outcome is MoveOutcome.OBSCURED:
            codes, looks = self._doubted(picture, codes, clicked), self.looks
            outcome = judge(before, codes, clicked)
            if outcome is MoveOutcome.GOES_ON and self.fresh:
                return outcome, codes
            if outcome is not MoveOutcome.LOST or not self._are_mines(
                picture, strangers(before, codes, clicked)
            ):
                return self._read_anew(picture, before, clicked, proved, finished)
        strange = strangers(before, codes, clicked) | (clicked & (codes == UNREADABLE))
        if outcome is MoveOutcome.LOST and self._is_plain_area(picture, strange):
            return MoveOutcome.OBSCURED, before
        shown = ended(before, codes, clicked, outcome)
        if outcome is MoveOutcome.LOST and np.isin(shown, [*SHOWN_MINES]).mean() > MOST_MINES:
            return self._read_anew(picture, before, clicked, proved, finished)
        self.looks = looks
        return outcome, shown

    def probable(self, codes: Codes) -> dict[int, Probable]:
        """The numbers that unread cells rather show than anything else, by cell.

        ``codes`` are those of the last reading. A number that was refused for how it is drawn makes
        no other one likely.
        """
        if self.opinion is None or self.opinion.likely is None:
            return {}
        found = {}
        for cell in np.flatnonzero(codes == UNREADABLE).tolist():
            likely = np.exp(self.opinion.likely.reshape(codes.size, -1)[cell])
            number = int(likely[:COVERED].argmax())
            share = float(likely[number]) / max(_HALF, 1 - float(likely[UNREADABLE]))
            if share >= _HALF:
                found[cell] = Probable(number, min(share, 1.0))
        return found

    def is_odd(self, picture: Picture, cells: Mask) -> bool:
        """Whether none of these cells looks open, be it not sure what an open one shows."""
        return not self._opinion(picture).open_like[cells].any()

    def _is_plain_area(self, picture: Picture, cells: Mask) -> bool:
        """Whether some cells are plain and alike, and each touches others: no mines do that."""
        count, _ = cv2.connectedComponents(cells.astype(np.uint8), connectivity=8)
        if count != _ONE_AREA or cells.sum() < _FEWEST_IN_AREA:
            return False
        tiles = tiles_at(picture, self.place, cells)
        return bool(are_plain(tiles).all() and alike(picture, self.place, cells))

    def _are_mines(self, picture: Picture, cells: Mask) -> bool:
        """Whether cells that have changed by themselves look alike, and not open to the nets."""
        if not alike(picture, self.place, cells):
            return False
        return bool(self._opinion(picture).open_like[cells].mean() < _HALF)

    def read_marks(self, picture: Picture, before: Codes, clicked: Mask) -> Codes | None:
        """The board after right clicks; None if it looks quite different.

        Learns what they show: a flag on a covered cell, a `?` where a flag was. No other cell shows
        anything new, and one that was left unread stays so.
        """
        nothing = np.zeros_like(clicked)

        def as_before(codes: Codes, new: Mask) -> Codes:
            codes = self._filled(picture, codes, new, before, nothing)
            return np.where(new & ~clicked & (codes != before), np.uint8(UNREADABLE), codes)

        codes, looks = read_on(picture, self.place, self.looks, before, nothing, as_before)
        new = clicked & (codes == UNREADABLE)
        for was, shows in ((COVERED, FLAG), (FLAG, QUESTION)):
            cells = new & (before == was)
            shown = np.full(int(cells.sum()), shows, np.uint8)
            looks = looks.grown(tiles_at(picture, self.place, cells), shown)
            codes[cells] = shows
        if judge(before, codes, clicked) is MoveOutcome.OBSCURED:
            return None
        self.looks = looks
        return codes

    def as_seen(self, picture: Picture, before: Codes, clicked: Mask) -> Codes:
        """The codes as seen now, with hidden cells as unreadable. Nothing is learned."""
        picture = self._lifted(picture, before)
        codes, _ = self._seen(picture, before, clicked)
        codes[(before < COVERED) & (codes != before)] = UNREADABLE
        return codes

    def told_around(
        self,
        picture: Picture,
        before: Codes,
        seen: Codes,
        clicked: Mask,
        safe: Mask,
        mines: Mask,
    ) -> tuple[MoveOutcome, Codes]:
        """How the game has ended, and what the board shows, if what is seen around a message says.

        ``seen`` are the codes with hidden cells as unreadable. ``safe`` and ``mines`` are the cells
        that were certainly so before the clicks. Of a board on which nothing was open yet, nothing
        is told.
        """
        if not (before < COVERED).any():
            return MoveOutcome.OBSCURED, before
        lifted = self._lifted(picture, before)
        flags = (seen == UNREADABLE) & self._opinion(lifted).flag_like
        proved = bool(safe[clicked].all())
        if (
            is_won_behind(before, seen, clicked, flags, proved)
            or (proved and is_won_beside(before, seen, clicked, mines))
            or (proved and self._is_won_anew(picture, before, clicked, mines))
        ):
            return MoveOutcome.WON, seen
        hit = hit_behind(before, seen, clicked, flags)
        if proved or not hit.any():
            return MoveOutcome.OBSCURED, before
        return MoveOutcome.LOST, np.where(hit, np.uint8(EXPLODED), before)

    def _is_won_anew(self, picture: Picture, before: Codes, clicked: Mask, mines: Mask) -> bool:
        """Whether the board looks quite different and shows these mines: see ``drawn_anew``."""
        every = np.ones(before.shape, np.bool_)
        tiles = inner(tiles_at(picture, self.place, every))
        changed = self._changed(picture)
        return is_won_anew(tiles, before < COVERED, clicked, mines, changed)

    def is_new_game(self, picture: Picture) -> bool:
        """Whether all cells are covered."""
        covered = np.full((self.place.rows, self.place.columns), COVERED, np.uint8)
        nothing = np.zeros(covered.shape, np.bool_)
        codes, _ = read_on(picture, self.place, self.looks, covered, nothing, _nothing_new)
        return bool((codes == COVERED).all())

    def _lifted(self, picture: Picture, before: Codes) -> Picture:
        """The picture without the veil that some programs lay over their board at the end."""
        if self.last is None:
            return picture
        return without_veil(picture, self.last, self.place, before < COVERED)

    def _known(self, picture: Picture) -> Codes:
        return recognised(picture, self.place, self.looks)

    def _read_anew(
        self,
        picture: Picture,
        before: Codes,
        clicked: Mask,
        proved: Callable[[], bool],
        finished: Callable[[], bool],
    ) -> tuple[MoveOutcome, Codes]:
        """The outcome where nothing looks as before: a loss or a win, if the nets see one."""
        if not clicked.any():
            return MoveOutcome.OBSCURED, before
        unread = np.full_like(before, UNREADABLE)
        opinion = self._opinion(picture, self._told(picture, unread, before, clicked))
        begun = self.is_new_game(picture)
        return outcome_anew(before, opinion, clicked, begun, proved(), finished())

    def _seen(self, picture: Picture, before: Codes, clicked: Mask) -> tuple[Codes, Looks]:
        def see(codes: Codes, new: Mask) -> Codes:
            return self._filled(picture, codes, new, before, clicked)

        earlier = self._opened(before)
        known = self.place, self.looks
        codes, looks = read_on(picture, *known, before, clicked, see, self.bare, earlier)
        if np.isin(codes, (EMPTY, UNREADABLE)).all():  # empty cells end at numbers
            return np.full_like(codes, UNREADABLE), self.looks
        return codes, looks

    def _filled(
        self, picture: Picture, codes: Codes, new: Mask, before: Codes, clicked: Mask
    ) -> Codes:
        """The codes with what the nets see of new cells.

        They may see mines that were clicked: some programs show no other mine after a loss. A
        clicked cell does not stay as it was. Where an open cell has changed, something is in front
        of the board.
        """
        opinion = self._opinion(picture, self._told(picture, codes, before, clicked))
        self.opinion = opinion
        begun = bool((before < COVERED).any())
        seen = new & (codes == UNREADABLE)
        was = np.where(clicked | self._opened(before), np.uint8(EMPTY), before)
        codes = opinion.filled(codes, new, was, begun)
        codes = _without_rivals(codes, new, opinion)
        if self.fresh:
            # One cell looks unlike all others: it may be open at the start of the game.
            codes[(before == UNREADABLE) & (codes == COVERED)] = UNREADABLE
        doubtful = opinion.among_open < SURE_THOUGH_OTHERWISE
        otherwise = self._drawn_otherwise(picture, codes, seen & (codes != before))
        self.clashing = frozenset(np.unique(codes[otherwise]).tolist())
        codes = np.where(otherwise & doubtful, np.uint8(UNREADABLE), codes)
        hidden = (codes != before)[before < COVERED].any()
        if not opinion.sure or hidden:
            return codes
        hit = clicked & (codes == UNREADABLE) & opinion.mined
        return np.where(hit, np.uint8(EXPLODED), codes)

    def _opened(self, before: Codes) -> Mask:
        """Which unread cells were clicked while they were covered: they are not covered now."""
        unread = before == UNREADABLE
        return np.zeros_like(unread) if self.tried is None else unread & self.tried

    def _opinion(self, picture: Picture, told: Told | None = None) -> Opinion:
        if self.colourful:
            picture = drawn_alike(picture, self.place, self._known(picture) == COVERED)
        return opinion_on(picture, self.place, possible, told)

    def _told(self, picture: Picture, codes: Codes, before: Codes, clicked: Mask) -> Told:
        """What the game tells of cells. Those that look like known ones are read, as ``codes``."""
        tiles = self._tiles_now_and_then(picture)
        return told_by_game(*tiles, codes, before, clicked, self._opened(before))

    def _changed(self, picture: Picture) -> Mask:
        """Which cells have changed since the game was last seen to go on."""
        now, then = self._tiles_now_and_then(picture)
        return np.asarray((now != then).any(1).reshape(self.place.rows, self.place.columns))

    def _tiles_now_and_then(self, picture: Picture) -> tuple[Floats, Floats]:
        """The tiles of all cells now, and when the game was last seen to go on."""
        every = np.ones((self.place.rows, self.place.columns), np.bool_)
        now = tiles_at(picture, self.place, every)
        if self.last is None or self.last.shape != picture.shape:
            return now, now
        return now, tiles_at(self.last, self.place, every)

    def _drawn_otherwise(self, picture: Picture, codes: Codes, seen: Mask) -> Mask:
        """Which of the cells that were ``seen`` show numbers that were drawn otherwise before."""
        numbers = seen & (codes > EMPTY) & (codes < COVERED)
        other = np.zeros_like(numbers)
        other[numbers] = self.looks.has_other(
            tiles_at(picture, self.place, numbers), codes[numbers]
        )
        return other

    def _doubted(self, picture: Picture, codes: Codes, clicked: Mask) -> Codes:
        """The codes with clicked cells unreadable, except those whose picture was known before.

        If other cells changed by themselves, a picture read as a new number may be a mine. Or it
        may be that of an empty cell, which has opened those around it: they are unreadable, too.
        """
        unknown = self._known(picture) == UNREADABLE
        _, patches = cv2.connectedComponents(unknown.astype(np.uint8), connectivity=8)
        doubted = unknown & np.isin(patches, patches[unknown & clicked])
        return np.where(doubted, np.uint8(UNREADABLE), codes)
