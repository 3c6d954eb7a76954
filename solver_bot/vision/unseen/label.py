"""From kinds of tiles to cells: which kinds are covered, which empty, and which numbers can be.

Three things decide, in this order. The rules: an empty cell opens all its neighbours, so kinds
that touch without a drawing are covered together or empty together; and a number has at least so
many unopened neighbours. The shapes of what is drawn. And likeness: numbers stand on the ground
of empty cells, not on that of covered ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, product

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.board import (
    COVERED,
    EMPTY,
    EXPLODED,
    FLAG,
    MINE,
    NUMBERS,
    QUESTION,
    UNREADABLE,
    Board,
)
from solver_bot.vision.lattice import Floats
from solver_bot.vision.unseen.glyph import OTHER, SIGNS
from solver_bot.vision.unseen.kinds import Drawings, Kinds

SURE = 0.97
"""How likely a sign must be to be taken where the rules would allow another too."""
THINKABLE = 0.004
"""A sign that is likelier than this is asked about."""
READABLE = 0.5
FEWEST_NUMBERS = 3
MOST_UNREAD = 0.12
"""The share of open or odd cells that may be unreadable for the whole to be a board."""
_TEXTURE = 0.15
"""The share of cells that a kind with a drawing that is no sign must have to be a cell's look."""
_MOST_GROUPS = 8
_AROUND = np.ones((3, 3), np.uint8)

Codes = NDArray[np.uint8]
Possible = Callable[[Board], bool]
"""Whether a board contradicts itself: the solver's answer, handed in."""


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """What every cell shows (rows, columns), what every kind shows, and how sure all that is."""

    codes: Codes
    of_kinds: Codes
    confidence: float


def label(kinds: Kinds, drawn: Drawings, possible: Possible) -> Labels | None:
    """What the cells show; None where this is no board, or could be one in several ways."""
    codes = _signs(drawn)
    ground = _ground(kinds, drawn, codes)
    if not ground.any() or _numbers(kinds, codes) < FEWEST_NUMBERS:
        return None
    best = _covered_or_empty(kinds, drawn, codes, ground)
    if best is None:
        return None
    codes = _grounded(kinds, drawn, best)
    settled = _settled(kinds, drawn, codes, possible)
    if settled is None:
        return None
    cells = _cells(kinds, settled)
    if not _convincing(cells):
        return None
    return Labels(cells, settled, _confidence(kinds, drawn, settled))


def _signs(drawn: Drawings) -> Codes:
    """The likeliest sign of every kind; what is none, or not clear, is unreadable."""
    likely = drawn.likely.max(axis=1)
    codes = np.where((drawn.best == OTHER) | (likely < READABLE), UNREADABLE, drawn.best)
    return codes.astype(np.uint8)


def _ground(kinds: Kinds, drawn: Drawings, codes: Codes) -> NDArray[np.bool_]:
    """The kinds without a sign: covered and empty cells."""
    texture = (codes == UNREADABLE) & (kinds.counts >= _TEXTURE * kinds.of.size)
    return np.asarray(drawn.blank | texture)


def _numbers(kinds: Kinds, codes: Codes) -> int:
    return int(kinds.counts[np.isin(codes, list(NUMBERS - {EMPTY}))].sum())


def _cells(kinds: Kinds, codes: Codes) -> Codes:
    return np.append(codes, np.uint8(UNREADABLE))[kinds.of]


def _covered_or_empty(
    kinds: Kinds, drawn: Drawings, codes: Codes, ground: NDArray[np.bool_]
) -> Codes | None:
    """The kinds' codes with each ground kind covered or empty, as the rules allow it."""
    groups = _groups(kinds, ground)
    ways = []
    for choice in product((COVERED, EMPTY), repeat=min(len(groups), _MOST_GROUPS)):
        if COVERED not in choice:
            continue
        tried = codes.copy()
        for group, code in zip(groups, choice, strict=False):
            tried[group] = code
        for group in groups[_MOST_GROUPS:]:
            tried[group] = UNREADABLE
        broken = _broken(_cells(kinds, tried))
        ways.append((broken, _unlikely(kinds, drawn, tried, groups), tried))
    ways.sort(key=lambda way: way[:2])
    if not ways or ways[0][0] > 0.03 * _numbers(kinds, codes):
        return None
    if len(ways) > 1 and ways[1][0] <= ways[0][0] and ways[1][1] < ways[0][1] + 1:
        return None
    return ways[0][2]


def _groups(kinds: Kinds, ground: NDArray[np.bool_]) -> list[NDArray[np.intp]]:
    """Ground kinds that touch each other, the largest groups first."""
    names = np.flatnonzero(ground)
    patch = np.isin(kinds.of, names).astype(np.uint8)
    count, patches = cv2.connectedComponents(patch, connectivity=8)
    parent = {int(name): int(name) for name in names}

    def root(name: int) -> int:
        while parent[name] != name:
            name = parent[name]
        return name

    for number in range(1, count):
        first, *others = np.unique(kinds.of[patches == number]).tolist()
        for other in others:
            parent[root(other)] = root(first)
    groups: dict[int, list[int]] = {}
    for name in parent:
        groups.setdefault(root(name), []).append(name)
    return sorted(
        (np.array(members) for members in groups.values()), key=lambda m: -kinds.counts[m].sum()
    )


def _broken(cells: Codes) -> int:
    """How many rules are broken: numbers without room for their mines."""
    unopened = np.isin(cells, (COVERED, FLAG, QUESTION, MINE, UNREADABLE)).astype(np.float32)
    room = cv2.filter2D(unopened, -1, np.ones((3, 3)), borderType=cv2.BORDER_CONSTANT) - unopened
    number = (cells >= 1) & (cells <= 8)
    closed = np.isin(cells, (COVERED, FLAG, QUESTION, MINE)).astype(np.uint8)
    touched = (cv2.dilate(closed, _AROUND) == 1) & (cells == EMPTY)
    return int((number & (room < cells)).sum() + touched.sum())


def _unlikely(kinds: Kinds, drawn: Drawings, codes: Codes, groups: list[NDArray[np.intp]]) -> float:
    """How odd the kinds would look: kinds that are alike in different states, and numbers on the
    ground of covered cells. One point is a clear oddity."""
    tiles = kinds.tiles
    odd = _mixed(kinds, codes, groups)
    covered, empty = np.flatnonzero(codes == COVERED), np.flatnonzero(codes == EMPTY)
    if len(covered) and len(empty):
        apart = _apart(tiles[covered], tiles[empty])
        odd += 2 * float(np.exp(-((apart.min() / 6) ** 2)))
    signs = np.flatnonzero((codes >= 1) & (codes <= 8))
    if len(signs) and len(empty):
        to_covered = _ground_apart(drawn, tiles, signs, covered)
        to_empty = _ground_apart(drawn, tiles, signs, empty)
        wrong = to_covered < 0.7 * to_empty
        right = to_empty < 0.7 * to_covered
        weight = kinds.counts[signs]
        odd += 3 * float((weight * wrong).sum() - (weight * right).sum()) / float(weight.sum())
    return odd


def _mixed(kinds: Kinds, codes: Codes, groups: list[NDArray[np.intp]]) -> float:
    """Groups of one state that look nothing like each other, however far apart they lie."""
    odd = 0.0
    for first, second in combinations(groups[:_MOST_GROUPS], 2):
        if codes[first[0]] == codes[second[0]] != UNREADABLE:
            apart = float(_apart(kinds.tiles[first], kinds.tiles[second]).min())
            odd += 2 * (1 - float(np.exp(-((apart / 12) ** 2))))
    return odd


def _apart(some: Floats, others: Floats) -> Floats:
    squared = (
        np.einsum("ij,ij->i", some, some)[:, None]
        + np.einsum("ij,ij->i", others, others)
        - 2 * some @ others.T
    )
    return np.asarray(np.sqrt(np.maximum(squared, 0) / some.shape[1]))


def _ground_apart(
    drawn: Drawings, tiles: Floats, signs: NDArray[np.intp], others: NDArray[np.intp]
) -> Floats:
    """How far each sign's rim is from the nearest of the others', in grey levels."""
    return _apart(_rims(tiles[signs]), _rims(tiles[others])).min(axis=1)


def _rims(tiles: Floats) -> Floats:
    side = int(np.sqrt(tiles.shape[1] // 3))
    pixels = tiles.reshape(-1, side, side, 3)
    rim = np.ones((side, side), bool)
    rim[3:-3, 3:-3] = False
    return np.asarray(pixels[:, rim].reshape(len(tiles), -1))


def _grounded(kinds: Kinds, drawn: Drawings, codes: Codes) -> Codes:
    """Flags and question marks stand on covered cells; numbers and mines of a lost game do not."""
    covered, empty = np.flatnonzero(codes == COVERED), np.flatnonzero(codes == EMPTY)
    codes = codes.copy()
    signs = np.flatnonzero(np.isin(codes, (FLAG, QUESTION, MINE)))
    if not len(signs):
        return codes
    likely = drawn.likely.max(axis=1)
    to_covered = _ground_apart(drawn, kinds.tiles, signs, covered)
    numbers = np.flatnonzero((codes >= 1) & (codes <= 8))
    opened = np.concatenate([empty, numbers])
    to_open = _ground_apart(drawn, kinds.tiles, signs, opened)
    for sign, near, far in zip(signs, to_covered, to_open, strict=True):
        code = codes[sign]
        if code in (FLAG, QUESTION) and (near > far or likely[sign] < 0.8):
            codes[sign] = UNREADABLE
        if code == MINE and likely[sign] < 0.9:
            codes[sign] = UNREADABLE
    return _exploded(kinds, drawn, codes)


def _exploded(kinds: Kinds, drawn: Drawings, codes: Codes) -> Codes:
    """Of several kinds of mines, the single one on a ground of its own is the one that exploded."""
    mines = np.flatnonzero(codes == MINE)
    if len(mines) < 2:
        return codes
    usual = mines[kinds.counts[mines].argmax()]
    for mine in mines:
        one, other = drawn.glyphs[mine], drawn.glyphs[usual]
        if one is None or other is None or mine == usual:
            continue
        if kinds.counts[mine] == 1 and np.abs(one.ground - other.ground).max() > 60:
            codes[mine] = EXPLODED
    return codes


def _settled(
    kinds: Kinds, drawn: Drawings, codes: Codes, possible: Possible
) -> Codes | None:
    """The codes with every sign asked about that could be another by its shape."""

    def fits(tried: Codes) -> bool:
        cells = _cells(kinds, tried)
        return _broken(cells) == 0 and possible(_board(cells))

    likely = drawn.likely.max(axis=1)
    numbers = [k for k in np.argsort(likely).tolist() if 1 <= codes[k] <= 8]
    while not fits(codes):
        doubtful = [k for k in numbers if codes[k] != UNREADABLE and likely[k] < 0.9999]
        if not doubtful:
            return None
        codes[doubtful[0]] = UNREADABLE
    for kind in numbers:
        codes = _asked(kind, drawn, codes, fits)
    return codes


def _asked(kind: int, drawn: Drawings, codes: Codes, fits: Callable[[Codes], bool]) -> Codes:
    """One kind's sign, or unreadable where the rules leave another that its shape allows."""
    ranked = [(float(p), code) for p, code in zip(drawn.likely[kind], SIGNS, strict=True)]
    ranked = sorted((pair for pair in ranked if pair[1] != OTHER), reverse=True)
    if ranked[0][0] >= SURE and codes[kind] != UNREADABLE:
        return codes
    left = []
    for chance, code in ranked:
        if chance < THINKABLE or not 1 <= code <= 8:
            continue
        tried = codes.copy()
        tried[kind] = code
        if fits(tried):
            left.append(code)
    codes = codes.copy()
    codes[kind] = left[0] if len(left) == 1 else UNREADABLE
    return codes


def _board(cells: Codes) -> Board:
    """For the rules alone: flags are a player's opinion and count as covered."""
    plain = np.where(np.isin(cells, (FLAG, QUESTION)), COVERED, cells).astype(np.uint8)
    return Board(cells.shape[1], cells.shape[0], plain.tobytes())


def _convincing(cells: Codes) -> bool:
    """Whether this looks like a game somebody plays, not like numbers in any table."""
    number = (cells >= 1) & (cells <= 8)
    opened = (cells <= 8).astype(np.uint8)
    beside = cv2.filter2D(opened, -1, _AROUND, borderType=cv2.BORDER_CONSTANT) - opened
    sociable = (number & (beside > 0)).sum()
    odd = (cells == UNREADABLE).sum()
    drawn = (cells != COVERED).sum()
    return bool(
        number.sum() >= FEWEST_NUMBERS
        and sociable >= 0.7 * number.sum()
        and odd <= MOST_UNREAD * drawn + 1
    )


def _confidence(kinds: Kinds, drawn: Drawings, codes: Codes) -> float:
    sure = np.where(codes == UNREADABLE, 0, drawn.likely.max(axis=1))
    return float((sure * kinds.counts).sum() / kinds.of.size)


def thinkable(drawn: Drawings, kind: int) -> Iterator[int]:
    """The signs that a kind's shape allows, as cell codes."""
    for chance, code in zip(drawn.likely[kind].tolist(), SIGNS, strict=True):
        if chance >= THINKABLE:
            yield code
