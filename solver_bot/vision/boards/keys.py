"""The keys of a cipher: which state each kind of a board's cells may stand for, by the rules.

They are looked for by a beam search: first a class for every kind, whether it is open, unopened, a
mine, a wrong flag or hidden, then a value for every open kind.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import COVERED, EMPTY, UNREADABLE
from solver_bot.vision.arrays import Codes
from solver_bot.vision.boards.ciphered import (
    CLOSED,
    CODES,
    IMPOSSIBLE,
    MINED,
    MOST_UNTOLD,
    NEAR,
    OPEN,
    UNTOLD,
    UNUSUAL,
    Cipher,
    is_closed,
)

_WIDTH = 256
"""So many keys are followed at a time."""
_ENOUGH = 3.0
"""How near to the best one all keys must be that are tried, where not all can be."""
_AGAIN = 0.5
"""The price of a number that two kinds show: a background may shine through."""
_LOOSE = 2
"""So many numbers have fewer mines than unopened cells around them in a game that is played."""
_SEEN, _SEEN_ALONE = 0.1, 0.5
"""How likely the nets find that shown mines are marks, and that a single kind of number is one."""
_MOST_HIDDEN = 0.05
"""The largest share of cells of kinds that are told together and hidden."""

Key = tuple[float, Codes]
"""Its score, and the state of each kind."""


def is_of_a_game(cipher: Cipher, codes: Codes) -> bool:
    """Whether a key may be that of a game, and not of a wall or a map.

    A wall has no numbers. On a map, tiles may say how much water is beside them: then no number has
    fewer mines than unopened cells around it. So it is in a game that is over, whose mines the nets
    must see as marks. Of a single kind of number the nets must see that it is one. Hardly any kind
    is hidden, for what is in front of a board has many looks.
    """
    hidden = [kind for kind in cipher.main if codes[kind] == UNREADABLE]
    if cipher.sizes[hidden].sum() > _MOST_HIDDEN * cipher.kinds.size:
        return False
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
    for classes, score in _classes(cipher):
        if score < best - NEAR:
            break
        keys = _values(cipher, classes)
        found += keys
        best = max((best, *(score for score, _ in keys)))
        if cipher.rules.spent:
            return found if score < best - _ENOUGH else []
    return found


def _classes(cipher: Cipher) -> list[tuple[NDArray[np.int8], float]]:
    """The likeliest ways to give every kind a class, the likeliest first, and their scores."""
    found = np.full((1, len(cipher.sizes)), UNTOLD, np.int8)
    found[:, cipher.covered], found[:, cipher.main] = CLOSED, -1
    scores = np.zeros(1)
    for kind in cipher.main:
        found = np.repeat(found, UNTOLD, 0)
        found[:, kind] = np.tile(np.arange(UNTOLD), len(found) // UNTOLD)
        scores = cipher.class_scores(found)
        first = np.argsort(-scores, kind="stable")[:_WIDTH]
        first = first[scores[first] > IMPOSSIBLE / 2]
        found, scores = found[first], scores[first]
    return list(zip(found, scores.tolist(), strict=True))


def _values(cipher: Cipher, classes: NDArray[np.int8]) -> list[Key]:
    """The keys with these classes."""
    least, most = (one[0] for one in cipher.ranges(classes[None]))
    closed = classes == CLOSED
    ways = [_begun(cipher, classes)]
    opened = np.flatnonzero(classes == OPEN)
    order = sorted(opened.tolist(), key=lambda k: (most[k] - least[k], -cipher.sizes[k]))
    for kind in order:
        beside = cipher.touches(kind, closed)
        further: list[Key] = []
        for score, way in ways:
            for value in range(int(least[kind]), min(8, int(most[kind])) + 1):
                price = _AGAIN * (value > 0 and bool((way[opened] == value).any()))
                price += UNUSUAL * (value == EMPTY and beside)
                tried = way.copy()
                tried[kind] = value
                further.append((score + float(cipher.scores[kind, value]) - price, tried))
        cipher.rules.keys -= len(further)
        if cipher.rules.spent:
            return []
        further.sort(key=lambda key: -key[0])
        near = [key for key in further if key[0] >= further[0][0] - 2 * NEAR]
        ways = [key for key in near[: _WIDTH // 2] if cipher.allows(key[1])][: _WIDTH // 4]
        if not ways:
            break
    return [
        (score - float(cipher.apart(way[None] == EMPTY)[0]) + cipher.by_ground(way), way)
        for score, way in ways
    ]


def _begun(cipher: Cipher, classes: NDArray[np.int8]) -> Key:
    """The key with all kinds told but open ones and the rest."""
    codes = np.full(len(classes), UNREADABLE, np.uint8)
    total = 0.0
    for kind, number in enumerate(classes.tolist()):
        if number not in {OPEN, UNTOLD}:
            codes[kind] = cipher.likeliest(number)[kind]
            total += float(cipher.best_of(number)[kind])
    least, _ = cipher.ranges(classes[None])
    total += float(cipher.exact(classes[None], least).sum())
    return total - float(cipher.apart(is_closed(classes[None]))[0]), codes
