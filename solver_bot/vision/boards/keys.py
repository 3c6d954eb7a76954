"""The keys of a cipher: which state each kind of a board's cells may stand for, by the rules.

A beam search gives every kind a class: whether it is open, unopened, a mine, a wrong flag or
hidden. Then a best-first search gives every open kind a value. So the rules, which take long, are
asked only about keys that may be near to the best one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from itertools import count

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import COVERED, EMPTY, UNREADABLE
from solver_bot.vision.arrays import Codes, Mask
from solver_bot.vision.boards.ciphered import (
    CLOSED,
    CODES,
    HIDDEN,
    IMPOSSIBLE,
    MINED,
    MOST_UNTOLD,
    NEAR,
    OPEN,
    UNTOLD,
    UNUSUAL,
    Cipher,
)

_WIDTH = 256
"""The most choices of classes followed at a time."""
_ENOUGH = 3.0
"""Where not all keys can be tried, all within this distance of the best one must have been."""
_AGAIN = 0.5
"""The price of a number that two kinds show: a background may shine through."""
_LOOSE = 2
"""The fewest numbers with fewer mines than unopened cells around them in a game that is played."""
_SEEN, _SEEN_ALONE = 0.1, 0.5
"""How likely the nets must find that shown mines are marks, and that a single kind of number is a
number."""
_ANY_NUMBER = 1
"""Stands for a number that is not told yet: all of them stand on one ground."""
_MOST_HIDDEN = 0.05
"""The largest share of cells in hidden kinds, of the kinds that are told together."""

Key = tuple[float, Codes]
"""Its score, and the state of each kind."""


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """A key of which some open kinds are told.

    Attributes:
        score: its score, with the likeliest values of the kinds that are not told, which count as
            numbers unless they can only be empty.
        ground: the part of the score that the ground of numbers gives.
        classes: the class of each kind.
        codes: the state of each kind; open kinds that are not told are unreadable.
        order: the open kinds, in the order in which they are told.
        values: the values that each of these may have by what is around its cells.
        forced: the kinds that can only be empty.
        told: how many open kinds are told.

    """

    score: float
    ground: float
    classes: NDArray[np.int8]
    codes: Codes
    order: tuple[int, ...]
    values: tuple[range, ...]
    forced: Mask
    told: int = 0

    @property
    def is_whole(self) -> bool:
        return self.told == len(self.order)

    def with_ground(self, cipher: Cipher) -> _Way:
        """The way, scored by the ground on which its numbers stand."""
        codes = self.codes.copy()
        untold = np.array(self.order[self.told :], np.intp)
        codes[untold] = np.where(self.forced[untold], EMPTY, _ANY_NUMBER)
        ground = cipher.by_ground(codes)
        return replace(self, score=self.score + ground - self.ground, ground=ground)


def is_of_a_game(cipher: Cipher, codes: Codes) -> bool:
    """Whether a key may be that of a game, and not of a wall or a map.

    A wall has no numbers. On a map, tiles may say how much water is beside them: then no number has
    fewer mines than unopened cells around it. The same holds in a game that is over, so the nets
    must see its mines as marks. A single kind of number must look like a number to the nets.
    """
    if cipher.sizes[codes == UNREADABLE].sum() > MOST_UNTOLD * cipher.kinds.size:
        return False
    said = np.exp(cipher.said)
    numbers = np.flatnonzero((codes > EMPTY) & (codes < COVERED))
    mined = np.isin(codes, CODES[MINED])
    marks = said[:, CODES[MINED]].sum(-1)
    seen = bool(mined.any() and np.average(marks[mined], weights=cipher.sizes[mined]) >= _SEEN)
    if len(numbers) == 1 and said[numbers[0], EMPTY + 1 : COVERED].sum() < _SEEN_ALONE:
        return False
    return len(numbers) > 0 and (seen or cipher.loose(codes) >= _LOOSE)


def keys_of(cipher: Cipher) -> list[Key]:
    """The keys that no rule excludes; empty if there is none, or there are too many to try."""
    found: list[Key] = []
    best = -np.inf
    waiting = [(-way.score, number, way) for number, way in enumerate(_begun(cipher))]
    heapify(waiting)
    numbers = count(len(waiting))
    while waiting and waiting[0][-1].score >= best - NEAR:
        if cipher.rules.spent:
            found = found if waiting[0][-1].score < best - _ENOUGH else []
            break
        way = heappop(waiting)[-1]
        if way.told and not cipher.allows(way.codes):
            continue
        if way.is_whole:
            found.append((way.score, way.codes))
            best = max(best, way.score)
        for further in _further(cipher, way):
            heappush(waiting, (-further.score, next(numbers), further))
    return [key for key in found if key[0] >= best - NEAR]


def _classes(cipher: Cipher) -> list[tuple[NDArray[np.int8], float]]:
    """The likeliest ways to give every kind a class, the likeliest first, and their scores.

    Hardly any kind is hidden, because what is in front of a board has many looks.
    """
    found = np.full((1, len(cipher.sizes)), UNTOLD, np.int8)
    found[:, cipher.covered], found[:, cipher.main] = CLOSED, -1
    scores = np.zeros(1)
    for kind in cipher.main:
        found = np.repeat(found, UNTOLD, 0)
        found[:, kind] = np.tile(np.arange(UNTOLD), len(found) // UNTOLD)
        found = found[(found == HIDDEN) @ cipher.sizes <= _MOST_HIDDEN * cipher.kinds.size]
        scores = cipher.class_scores(found)
        first = np.argsort(-scores, kind="stable")[:_WIDTH]
        first = first[scores[first] > IMPOSSIBLE / 2]
        found, scores = found[first], scores[first]
    return list(zip(found, scores.tolist(), strict=True))


def _further(cipher: Cipher, way: _Way) -> list[_Way]:
    """The way with each value that its next open kind may have; none if all are told."""
    if way.is_whole:
        return []
    kind, said = way.order[way.told], cipher.scores[way.order[way.told]]
    likeliest = said[list(way.values[way.told])].max()
    beside = cipher.touches(kind, way.classes == CLOSED)
    others = way.codes[list(way.order[: way.told])]
    ways = []
    for value in way.values[way.told]:
        price = _AGAIN * (value > 0 and bool((others == value).any()))
        price += UNUSUAL * (value == EMPTY and beside)
        codes = way.codes.copy()
        codes[kind] = value
        score = way.score + float(said[value] - likeliest) - price
        further = replace(way, score=score, codes=codes, told=way.told + 1)
        if value == EMPTY and not way.forced[kind]:
            further = further.with_ground(cipher)
        ways.append(_finished(cipher, further) if further.is_whole else further)
    cipher.rules.keys -= len(ways)
    return ways


def _finished(cipher: Cipher, way: _Way) -> _Way:
    """A whole key, with the price of all its kinds of empty cells that never touch."""
    apart = cipher.apart(np.stack([way.codes == EMPTY, way.forced]))
    return replace(way, score=way.score + float(apart[1] - apart[0]))


def _begun(cipher: Cipher) -> Iterator[_Way]:
    """The keys of which the classes are chosen, and no value of an open kind is told."""
    for classes, score in _classes(cipher):
        codes = np.full(len(classes), UNREADABLE, np.uint8)
        for number in range(CLOSED, UNTOLD):
            codes[classes == number] = cipher.likeliest(number)[classes == number]
        least, most = (one[0] for one in cipher.ranges(classes[None]))
        opened = np.flatnonzero(classes == OPEN).tolist()
        order = sorted(opened, key=lambda k: (most[k] - least[k], -cipher.sizes[k]))
        values = tuple(range(int(least[k]), min(8, int(most[k])) + 1) for k in order)
        forced = (classes == OPEN) & (most == 0)
        yield _Way(score, 0.0, classes, codes, tuple(order), values, forced).with_ground(cipher)
