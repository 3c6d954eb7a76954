"""Cells told by the rules alone, where what is drawn on them looks like no sign: a cipher.

Every kind of tile stands for one state. Cells around an empty one are all open, and an open cell is
a number exactly where something covered touches it; so the kind of covered cells decides which
kinds are empty and which are numbers. Then each number's kind is given every value for which some
layout of mines fits the whole board. What all of these agree on is read, the rest is unreadable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.board import COVERED, EMPTY, FLAG, UNREADABLE, Board, Possible
from solver_bot.vision.arrays import Codes, Floats, Mask, Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.unseen.compare import (
    UNLIKE,
    apart_from,
    corners,
    middle_apart,
    middles,
    spread,
)
from solver_bot.vision.unseen.cut import SIZE, tiles_of
from solver_bot.vision.unseen.doubts import numbers_on_open_ground, several_cells
from solver_bot.vision.unseen.flags import drawn_flags, flags_on_mines
from solver_bot.vision.unseen.ground import AROUND
from solver_bot.vision.unseen.ink import by_ink
from solver_bot.vision.unseen.kinds import Group, Kinds, cells_of, is_number
from solver_bot.vision.unseen.label import Labels, plain

_COMMON = 6
"""So many of the commonest kinds may be what covered or empty cells look like."""
_FAR = 24.0
"""Grey levels that a pixel counts at most when kinds are compared."""
_FINE = 9
"""Pixels of a tile of ``SIZE``: what is as large as this is coarse."""
_CLEARLY = 0.8
"""A kind is one of those that are so much nearer."""
_MOST_QUESTIONS, _MOST_CELLS = 1000, 480_000
"""So many boards, of so many cells in all, are asked about, whether they can be, to read one
picture's kinds, and again to find flags among them."""
_MOST_KINDS = 60
_UNTOLD = 0.1
"""The share of cells that neither look covered nor open."""
_CLOSER = 0.85
"""Of the distance to covered kinds, how near to empty ones numbers are at most."""
_STRONG, _NEW = 36, 0.03
"""Grey levels, and the share of a tile that differs by them, that a sign on a cell makes."""
_FEW = 4
"""Kinds of so few cells are no field of a chessboard."""
_PLAIN = 3.0
"""Grey levels that the pixels of a plain tile differ by."""
_TWINS = 0.5
"""Of the usual distance between numbers, how near those are that may be one number."""
_EXACT = 0.5
"""Grey levels that tiles drawn by the same picture may differ by, in the mean."""
_FEWEST_NUMBERS = 8
_KINDS_OF_NUMBERS = 2
_LOOSE = 2
"""So many numbers have fewer mines than covered cells: where none has, it may be a map whose tiles
say how much water is beside them; and a game is over."""
_UNREAD = 0.3
"""The share of the cells that are not covered that may be unreadable."""
_SURE = 0.95

Counts = NDArray[np.int64]


def touching(kinds: Kinds) -> Counts:
    """How often tiles of two kinds stand side by side or corner to corner: shape (kinds, kinds)."""
    number = len(kinds.tiles)
    met = np.zeros((number + 1, number + 1), np.int64)
    of = kinds.of
    for first, second in (
        (of[:, :-1], of[:, 1:]),
        (of[:-1], of[1:]),
        (of[:-1, :-1], of[1:, 1:]),
        (of[:-1, 1:], of[1:, :-1]),
    ):
        np.add.at(met, (first.ravel(), second.ravel()), 1)
    met = met + met.T
    return met[:number, :number]


def structures(kinds: Kinds, apart: Floats) -> Iterator[Codes]:
    """Each way to call kinds covered, empty or 1 for any number that breaks no rule."""
    met = touching(kinds)
    common = np.argsort(-kinds.counts)[:_COMMON]
    seen = set()
    for covered, empty in permutations(common.tolist(), 2):
        if met[covered, empty] or not met[empty, empty] or not met[covered, covered]:
            continue
        codes = _told(kinds, met, apart, covered, empty)
        if codes is not None and codes.tobytes() not in seen:
            seen.add(codes.tobytes())
            yield codes


def fine_apart(tiles: Floats) -> Floats:
    """How far kinds are apart in what is fine in them, no pixel by more than so much.

    What is coarse may be a background that shines through.
    """
    pictures = tiles.reshape(-1, SIZE, SIZE, 3)
    coarse = [cv2.blur(one, (_FINE, _FINE), borderType=cv2.BORDER_REFLECT) for one in pictures]
    fine = (pictures - np.stack(coarse)).reshape(len(tiles), -1)
    return np.stack([np.minimum(abs(fine - one), _FAR).mean(axis=1) for one in fine])


def _told(kinds: Kinds, met: Counts, apart: Floats, covered: int, empty: int) -> Codes | None:
    """The codes of all kinds, given one that is covered and one that is empty."""
    total = len(kinds.tiles)
    hidden = np.zeros(total, bool)
    hidden[covered] = True
    empties = np.zeros(total, bool)
    empties[empty] = True
    opened = empties | (met[empties].sum(axis=0) > 0)
    if opened[covered]:
        return None
    _gather(kinds, apart, hidden, opened)
    return _by_room(kinds, met, hidden, opened)


def _gather(kinds: Kinds, apart: Floats, hidden: Mask, opened: Mask) -> None:
    """Put each kind that looks clearly more like one side's on that side, the surest first.

    But a plain tile of a colour of its own is neither: a window may be in front.
    """
    left = list(np.flatnonzero(~hidden & ~opened))
    colours = _colours(kinds)
    plain_ones = spread(kinds.tiles) < _PLAIN
    while left:
        to_hidden = apart[np.ix_(left, np.flatnonzero(hidden))].min(axis=1)
        to_opened = apart[np.ix_(left, np.flatnonzero(opened))].min(axis=1)
        sure = np.minimum(to_hidden, to_opened) / np.maximum(np.maximum(to_hidden, to_opened), 1e-3)
        first = int(sure.argmin())
        if sure[first] > _CLEARLY:
            return
        kind = int(left.pop(first))
        if plain_ones[kind] and apart_from(colours[[kind]], colours[hidden | opened]).min() > _FAR:
            continue
        if to_hidden[first] >= to_opened[first]:
            opened[kind] = True
        elif not _marked(kinds, kind, np.flatnonzero(hidden)):
            hidden[kind] = True


def _by_room(kinds: Kinds, met: Counts, hidden: Mask, opened: Mask) -> Codes | None:
    """Open kinds that nothing covered touches are empty, those that it always touches numbers.

    Where nothing is drawn in the middle stands no number; a window in front is plain.
    """
    codes = np.full(len(kinds.tiles), UNREADABLE, np.uint8)
    codes[hidden] = COVERED
    rooms = room(kinds, ~opened)
    plain_ones = spread(middles(kinds.tiles)) < _PLAIN
    for kind in np.flatnonzero(opened):
        some = rooms[kinds.of == kind] > 0
        if some.all():
            codes[kind] = UNREADABLE if plain_ones[kind] else 1
        elif not some.any():
            codes[kind] = EMPTY
        else:
            return None
    if (met[np.ix_(codes == EMPTY, ~opened)] > 0).any() or _two_colours(kinds, codes == EMPTY):
        return None
    return codes


def _two_colours(kinds: Kinds, empty: Mask) -> bool:
    """Whether some plain empty ones are of another colour than most empty ones are."""
    if not empty.any():
        return False
    plain_ones = np.flatnonzero(empty & (spread(kinds.tiles) < _PLAIN))
    usual = np.flatnonzero(empty)[[kinds.counts[empty].argmax()]]
    colours = _colours(kinds)
    return bool((apart_from(colours[plain_ones], colours[usual]) > _FAR).any())


def _colours(kinds: Kinds) -> Floats:
    """The mean colour of each kind."""
    return np.asarray(kinds.tiles.reshape(len(kinds.tiles), SIZE * SIZE, 3).mean(axis=1))


def _marked(kinds: Kinds, kind: int, covered: Group) -> bool:
    """Whether a tile differs so strongly from all covered ones that a sign may be on it.

    Covered cells may alternate between two pictures, though.
    """
    pixels = kinds.tiles.reshape(len(kinds.tiles), -1, 3)
    strong = abs(pixels[covered] - pixels[kind]).max(axis=2) > _STRONG
    if strong.mean(axis=1).min() <= _NEW:
        return False
    parity = np.indices(kinds.of.shape).sum(axis=0) % 2
    own = np.unique(parity[kinds.of == kind])
    others = np.unique(parity[np.isin(kinds.of, covered)])
    return not (len(own) == len(others) == 1 and own[0] != others[0] and kinds.counts[kind] > _FEW)


def room(kinds: Kinds, hidden: Mask) -> Counts:
    """How many neighbours of each cell are of kinds that may hide a mine."""
    cells = np.append(hidden, True)[kinds.of].astype(np.float32)
    around = cv2.filter2D(cells, -1, AROUND.astype(np.float32), borderType=cv2.BORDER_CONSTANT)
    return np.asarray(np.rint(around - cells), np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Deciphered:
    """What each kind is, and the ways its numbers may be read: a value for each number's kind."""

    codes: Codes
    answers: list[dict[int, int]]

    def settled(self) -> Codes:
        """The codes with every number that all answers agree on; others are unreadable."""
        codes = self.codes.copy()
        for kind in self.answers[0]:
            values = {answer[kind] for answer in self.answers}
            codes[kind] = values.pop() if len(values) == 1 and 0 not in values else UNREADABLE
        return codes


def decipher(picture: Picture, lattice: Lattice, kinds: Kinds, possible: Possible) -> Labels | None:
    """What the cells show by the rules; None where this is no board, or could be several."""
    if len(kinds.tiles) > _MOST_KINDS or (kinds.of < 0).any():
        return None
    apart = fine_apart(kinds.tiles)
    most = min(_MOST_QUESTIONS, _MOST_CELLS // kinds.of.size)
    asking = _Asking(possible, most)
    ways = []
    for codes in structures(kinds, apart):
        if not _looks_right(kinds, codes, apart):
            continue
        answers = _answers(kinds, codes, asking)
        if answers:
            ways.append(Deciphered(codes, answers))
    if not ways or asking.left < 0:  # else another way might be left that was never asked about
        return None
    ways.sort(key=lambda way: _unread(kinds, way.codes))
    if len(ways) > 1 and 2 * _unread(kinds, ways[0].codes) >= _unread(kinds, ways[1].codes):
        return None
    way = ways[0]
    if _drawn_exactly(picture, lattice, kinds):
        way = _without_twins(kinds, way, apart)
    way = replace(way, answers=by_ink(picture, lattice, kinds, way.answers))
    asking = _Asking(possible, most)
    settled = numbers_on_open_ground(kinds, _without_strays(kinds, way.settled(), apart))
    codes = flags_on_mines(kinds, settled, apart, asking)
    codes = codes if asking.left >= 0 else settled
    codes = drawn_flags(picture, lattice, kinds, codes)
    return _labels(kinds, codes)


def _looks_right(kinds: Kinds, codes: Codes, apart: Floats) -> bool:
    """Whether numbers look more like empty cells than like covered ones, and few kinds are left.

    They are drawn in the middle, where therefore no number looks like an empty cell.
    """
    numbers, empty = np.flatnonzero(is_number(codes)), np.flatnonzero(codes == EMPTY)
    if not len(numbers) or _unread(kinds, codes) > _UNTOLD * kinds.of.size:
        return False
    if middle_apart(kinds.tiles[numbers], kinds.tiles[empty]).min() < UNLIKE:
        return False
    if several_cells(kinds, codes):
        return False
    grounds = corners(kinds.tiles)
    apart = apart + np.stack([np.minimum(abs(grounds - one), _FAR).mean(axis=1) for one in grounds])
    weight = kinds.counts[numbers] / kinds.counts[numbers].sum()
    to_empty = weight @ apart[np.ix_(numbers, empty)].min(axis=1)
    to_covered = weight @ apart[np.ix_(numbers, np.flatnonzero(codes == COVERED))].min(axis=1)
    return bool(to_empty < _CLOSER * to_covered)


def _unread(kinds: Kinds, codes: Codes) -> int:
    return int(kinds.counts[codes == UNREADABLE].sum())


@dataclass(slots=True)
class _Asking:
    """Whether boards can be, so many times."""

    possible: Possible
    left: int

    def __call__(self, board: Board) -> bool:
        self.left -= 1
        return self.left >= 0 and self.possible(board)


def _answers(kinds: Kinds, codes: Codes, asking: _Asking) -> list[dict[int, int]]:
    """Every value for each number's kind with which a board can be; none if there are too many.

    What no covered cell touches, only what may be open too, as under a pointer, may be 0.
    """
    numbers = np.flatnonzero(is_number(codes))
    rooms = room(kinds, ~((codes == EMPTY) | is_number(codes)))
    covered = room(kinds, codes == COVERED)
    least = {int(k): int(covered[kinds.of == k].any()) for k in numbers}
    most = {int(k): int(rooms[kinds.of == k].min()) for k in numbers}
    order = sorted(most, key=lambda k: (most[k], -int(kinds.counts[k])))
    start = codes.copy()
    start[numbers] = UNREADABLE
    ways = [start]
    for kind in order:
        further = []
        for way in ways:
            for value in range(least[kind], most[kind] + 1):
                tried = way.copy()
                tried[kind] = value
                if asking(plain(cells_of(kinds, tried))):
                    further.append(tried)
        ways = further
    return [{k: int(way[k]) for k in most} for way in ways]


def _drawn_exactly(picture: Picture, lattice: Lattice, kinds: Kinds) -> bool:
    """Whether tiles of a kind are equal: where they vary, as in a JPEG, so do a number's."""
    tiles = tiles_of(picture, lattice, SIZE)
    return bool(abs(tiles - kinds.tiles[kinds.of.ravel()]).mean(axis=1).max() <= _EXACT)


def _without_twins(kinds: Kinds, way: Deciphered, apart: Floats) -> Deciphered:
    """The answers in which no two kinds show one number, where nothing is drawn in two ways.

    What is seen once may be a tile of any number with something in front of it.
    """
    for code in (COVERED, EMPTY):
        if (way.codes == code).sum() != 1:
            return way
    numbers = list(way.answers[0])
    between = apart[np.ix_(numbers, numbers)] + 1e3 * np.eye(len(numbers))
    if len(numbers) < 2 or between.min() < _TWINS * np.median(between.min(axis=1)):
        return way
    often = [kind for kind in numbers if kinds.counts[kind] > 1]
    single = [a for a in way.answers if len({a[kind] for kind in often}) == len(often)]
    return Deciphered(way.codes, single) if single else way


def _without_strays(kinds: Kinds, codes: Codes, apart: Floats) -> Codes:
    """The codes without numbers seen once that look like kinds that show another number.

    Specks make a kind of its own of a tile, and may make another sign of what is drawn on it.
    """
    numbers = np.flatnonzero(is_number(codes))
    often = numbers[kinds.counts[numbers] > 1]
    another = codes[numbers][:, None] != codes[often]
    to_another = np.where(another, apart[np.ix_(numbers, often)], np.inf)
    nearest = to_another.min(axis=1, initial=np.inf)
    usual = nearest[(kinds.counts[numbers] > 1) & np.isfinite(nearest)]
    codes = codes.copy()
    if len(usual):  # else nothing is known of how numbers differ
        once = kinds.counts[numbers] == 1
        codes[numbers[once & (nearest < _TWINS * np.median(usual))]] = UNREADABLE
    return codes


def _labels(kinds: Kinds, codes: Codes) -> Labels | None:
    cells = cells_of(kinds, codes)
    numbers = cells[is_number(cells)]
    unread = int((cells == UNREADABLE).sum())
    hidden = np.isin(codes, (COVERED, FLAG))
    loose = is_number(cells) & (cells < room(kinds, hidden))
    if (
        loose.sum() < _LOOSE
        or len(numbers) < _FEWEST_NUMBERS
        or len(np.unique(numbers)) < _KINDS_OF_NUMBERS
        or unread > _UNREAD * (cells != COVERED).sum() + 1
    ):
        return None
    return Labels(cells, codes, _SURE * (1 - unread / cells.size))
