"""What the nets see of a board in play, where the game itself tells of the cells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import COVERED, MINE, UNREADABLE, Possible
from solver_bot.vision.arrays import Codes, Floats, Mask, Picture, board_of
from solver_bot.vision.boards.answer import Answer, answered
from solver_bot.vision.boards.cipher import told_by_rules
from solver_bot.vision.boards.ciphered import Rules
from solver_bot.vision.boards.closer import look_closer
from solver_bot.vision.boards.opinion import SURE_NUMBER, Opinion
from solver_bot.vision.boards.reading import Reading, read_lattice
from solver_bot.vision.boards.sure import is_sure
from solver_bot.vision.digits.shown import told_by_digits
from solver_bot.vision.lattice import Lattice

_ENOUGH = 0.2
"""How likely the states that the game leaves a cell must be together, for the others to be
excluded."""
_HARDLY_COVERED = 8.0
"""How much less likely a cell is covered if it was covered and looks otherwise now, as a logarithm.
A program may draw all covered cells otherwise once the game is over."""
_NOWHERE = -1e3
"""The logarithm that stands for the likelihood of every code beyond what the nets see."""


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What a game tells of cells before anybody looks at them.

    Attributes:
        excluded: states that they can't have, shape (rows, columns, 16).
        changed: which were covered and look otherwise now, shape (rows, columns).
        asked: which are asked about, of the same shape.

    """

    excluded: Mask
    changed: Mask
    asked: Mask


class LastReading:
    """Reads boards, and keeps the reading of the last picture.

    The same picture is asked about with and without what the game tells, and again and again while
    a message stays in front of the board.
    """

    def __init__(self) -> None:
        self._picture: Picture | None = None
        self._place: Lattice | None = None
        self._reading: Reading | None = None

    def __call__(self, picture: Picture, place: Lattice) -> Reading | None:
        """The board on this lattice; None if there is none."""
        same = self._picture is not None and np.array_equal(self._picture, picture)
        if not same or self._place != place:
            self._picture, self._place = picture.copy(), place
            self._reading = read_lattice(picture, place)
        return self._reading


def opinion_on(
    picture: Picture,
    place: Lattice,
    possible: Possible,
    told: Told | None = None,
    read: LastReading | None = None,
) -> Opinion:
    """What the nets see of the board on this lattice, given what a game tells of it.

    Cells that are asked about and doubtful are looked at again.
    """
    reading = (read or LastReading())(picture, place)
    if reading is None:
        return Opinion(_unread(place), sure=False)
    if told is None:
        return _opinion(picture, place, reading, possible)
    opinion = _opinion_in_game(picture, place, reading, possible, told)
    there = np.pad(told.asked & opinion.doubted, 1)[_index(reading.lattice, place)]
    if not there.any():
        return opinion
    closer = look_closer(picture, reading, there)
    return _opinion_in_game(picture, place, closer, possible, told)


def _opinion_in_game(
    picture: Picture, place: Lattice, reading: Reading, possible: Possible, told: Told
) -> Opinion:
    """What is sure of a reading, by what the game tells, and by the signs of open cells alone.

    Cells that were covered and look otherwise now may be open as well.
    """
    opened = told.asked & (told.excluded[..., COVERED] | told.changed)
    survived = opened & told.excluded[..., MINE]
    cells, there = (np.pad(one, 1)[_index(reading.lattice, place)] for one in (opened, survived))
    likely, digits = told_by_digits(picture, reading.lattice, cells, there, reading.likely)
    seen = _told(replace(reading, likely=likely), place, told)
    opinion = _opinion(picture, place, seen, possible)
    shown = np.pad(digits, 1)[_index(place, reading.lattice)]
    surely = told.asked & told.excluded[..., COVERED]
    return _with_signs(replace(opinion, opened=surely, digits=shown), shown, possible)


def _with_signs(opinion: Opinion, digits: Mask, possible: Possible) -> Opinion:
    """The opinion with digits that cells show by their signs, where no board is surely seen.

    A lone zero may be all that is open of a game.
    """
    if opinion.sure or opinion.likely is None:
        return opinion
    found = opinion.likely.argmax(-1)
    sure = digits & (found < COVERED) & (opinion.likely.max(-1) >= np.log(SURE_NUMBER))
    codes = np.where(sure, found, opinion.codes).astype(np.uint8)
    if not possible(board_of(codes)):
        return opinion
    return replace(opinion, codes=codes, by_signs=sure)


def _opinion(picture: Picture, place: Lattice, reading: Reading, possible: Possible) -> Opinion:
    """What is sure of a reading; if no board shows it, nothing, but what is likely is told."""
    answer = told_by_rules(picture, reading, answered(reading, possible), Rules(possible))[1]
    if isinstance(answer, str):
        likely = _likely_on(place, reading.lattice, reading.likely)
        return Opinion(_unread(place), sure=False, likely=likely)
    likely, sure = _likely_on(place, answer.lattice, answer.likely), is_sure(answer)
    larger = sure and place.is_part_of(answer.lattice)
    return Opinion(_on(place, answer), sure, likely, goes_on=larger)


def _unread(place: Lattice) -> Codes:
    return np.full((place.rows, place.columns), UNREADABLE, np.uint8)


def _told(reading: Reading, place: Lattice, told: Told) -> Reading:
    """The reading without excluded states, where the nets find the others likely enough.

    Where they do not, what the game seems to tell of the cell may be wrong. Changed cells are
    hardly covered. A cell that may be open and one that is known to be closed are of different
    kinds, even if they look nearly alike.
    """
    there = _index(reading.lattice, place)
    likely = reading.likely.copy()
    likely[..., COVERED] -= _HARDLY_COVERED * np.pad(told.changed, 1)[there]
    likely -= np.logaddexp.reduce(likely, -1, keepdims=True)
    excluded = np.pad(told.excluded, ((1, 1), (1, 1), (0, 0)))[there]
    left = np.where(excluded, _NOWHERE, likely)
    whole = np.logaddexp.reduce(left, -1, keepdims=True)
    likely = np.where(whole > np.log(_ENOUGH), left - whole, likely)
    closed = told.excluded[..., :COVERED].all(-1)
    apart = 2 * reading.kinds + np.pad(closed, 1)[there]
    kinds = np.unique(apart, return_inverse=True)[1].reshape(apart.shape)
    return replace(reading, likely=likely.astype(np.float32), kinds=kinds)


def _on(place: Lattice, other: Answer) -> Codes:
    """The codes of the answer in the middles of these cells, unreadable where it has none."""
    there = _index(place, other.lattice)
    return np.asarray(np.pad(other.codes, 1, constant_values=UNREADABLE)[there])


def _likely_on(place: Lattice, other: Lattice, likely: Floats) -> Floats:
    """How likely every code is on another lattice, in the middles of these cells."""
    around = ((1, 1), (1, 1), (0, 0))
    padded = np.pad(likely, around, constant_values=_NOWHERE)
    return np.asarray(padded[_index(place, other)])


def _index(place: Lattice, other: Lattice) -> tuple[NDArray[np.intp], ...]:
    """Which cells of another lattice, with a margin of one, lie at the middles of this one's."""
    return np.ix_(
        np.searchsorted(other.ys, _middles(place.ys)), np.searchsorted(other.xs, _middles(place.xs))
    )


def _middles(edges: tuple[float, ...]) -> list[float]:
    return [(start + end) / 2 for start, end in pairwise(edges)]
