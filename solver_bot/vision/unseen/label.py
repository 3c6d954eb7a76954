"""From kinds of tiles to cells: which kinds are covered, which empty, and what the signs are.

Three things decide together. The rules: an empty cell opens all its neighbours, so kinds without a
drawing that touch are covered together or empty together; a number has room for its mines; and the
whole must be a board that can be. The shapes of what is drawn. And likeness: numbers stand on the
ground of empty cells, flags on that of covered ones. What two labellings leave open is unreadable.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations, pairwise, product

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.board import COVERED, EMPTY, EXPLODED, FLAG, MINE, QUESTION, UNREADABLE, Board
from solver_bot.vision.lattice import Floats
from solver_bot.vision.unseen.glyph import OTHER, SIGNS
from solver_bot.vision.unseen.kinds import Drawings, Kinds

SURE = 0.97
"""How likely a sign must be to be taken where the rules would allow another too."""
THINKABLE = 0.004
"""A sign that is likelier than this is asked about."""
READABLE = 0.5
"""A number that is likelier than this is taken for a start; the rules may take it back."""
_MAYBE = 0.2
FEWEST_NUMBERS = 3
MOST_UNREAD = 0.12
"""The share of the cells that are not covered that may be unreadable."""
NEARER = 0.6
"""A ground is told from another where it is so much nearer."""
_TEXTURE, _BARE = 0.2, 0.4
"""The share of cells that a drawing must have to be the look of a cell, and that may be blank."""
_MOST_GROUPS = 8
_MOST_QUESTIONS = 60
_AROUND = np.ones((3, 3), np.uint8)

Codes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Group = NDArray[np.intp]
Possible = Callable[[Board], bool]
"""Whether a board can be: the solver's answer, handed in."""


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """What every cell shows (rows, columns), what every kind shows, and how sure all that is."""

    codes: Codes
    of_kinds: Codes
    confidence: float


def label(kinds: Kinds, drawn: Drawings, possible: Possible) -> Labels | None:
    """What the cells show; None where this is no board, or could be one in several ways."""
    codes = _numbers(drawn)
    ground = _ground(kinds, drawn)
    maybe = drawn.likely[:, [1 <= sign <= 8 for sign in SIGNS]].sum(axis=1) > _MAYBE
    if not ground.any() or _count(kinds, maybe) < FEWEST_NUMBERS:
        return None
    grounded = _covered_or_empty(kinds, drawn, codes, ground)
    if grounded is None:
        return None
    likely = _by_ground(kinds, drawn, grounded)
    settled = _settled(kinds, grounded, likely, _Referee(kinds, possible))
    if settled is None:
        return None
    settled = _exploded(kinds, drawn, _same_flags(drawn, settled, likely))
    cells = _cells(kinds, settled)
    if not _convincing(cells):
        return None
    sure = np.where(settled == UNREADABLE, 0, likely.max(axis=1))
    return Labels(cells, settled, float((sure * kinds.counts).sum() / kinds.of.size))


def _is_number(codes: Codes) -> Flags:
    return np.asarray((codes >= 1) & (codes <= 8))


def _count(kinds: Kinds, chosen: Flags) -> int:
    return int(kinds.counts[chosen].sum())


def _cells(kinds: Kinds, codes: Codes) -> Codes:
    return np.append(codes, np.uint8(UNREADABLE))[kinds.of]


def _numbers(drawn: Drawings) -> Codes:
    """Every kind that is most likely a number, as that; everything else unreadable."""
    clear = _is_number(drawn.best) & (drawn.likely.max(axis=1) > READABLE)
    return np.where(clear, drawn.best, UNREADABLE).astype(np.uint8)


def _ground(kinds: Kinds, drawn: Drawings) -> Flags:
    """The kinds without a sign: covered and empty cells.

    Where hardly any cell is blank, a drawing that many cells have is what cells look like.
    """
    size = kinds.of.size
    if _count(kinds, drawn.blank) > _BARE * size:
        return drawn.blank
    return np.asarray(drawn.blank | ((drawn.best == OTHER) & (kinds.counts >= _TEXTURE * size)))


def _covered_or_empty(kinds: Kinds, drawn: Drawings, codes: Codes, ground: Flags) -> Codes | None:
    """The codes with each ground kind covered or empty, in the one way that the rules allow."""
    groups = _groups(kinds, ground)
    flags = np.flatnonzero((drawn.best == FLAG) & (drawn.likely.max(axis=1) > READABLE))
    ways = []
    for choice in product((COVERED, EMPTY), repeat=min(len(groups), _MOST_GROUPS)):
        if COVERED in choice or len(flags):
            tried = codes.copy()
            for group, code in zip(groups, choice, strict=False):
                tried[group] = code
            ways.append(
                (_broken(_cells(kinds, tried)), _oddity(kinds, tried, groups, flags), tried)
            )
    ways.sort(key=lambda way: way[:2])
    if ways[0][0] > 0.03 * _count(kinds, _is_number(codes)):
        return None
    if len(ways) > 1 and ways[1][0] <= ways[0][0] and ways[1][1] < ways[0][1] + 1:
        return None
    return _without_strangers(kinds, ways[0][2], groups)


def _groups(kinds: Kinds, ground: Flags) -> list[Group]:
    """Ground kinds that touch each other, the largest groups first."""
    patch = np.append(ground, False)[kinds.of].astype(np.uint8)
    _, patches = cv2.connectedComponents(patch, connectivity=8)
    parent = {int(name): int(name) for name in np.flatnonzero(ground)}

    def root(name: int) -> int:
        while parent[name] != name:
            name = parent[name]
        return name

    pairs = np.unique(np.stack([patches[patch > 0], kinds.of[patch > 0]]), axis=1).T
    for (number, name), (other_number, other) in pairwise(pairs):
        if number == other_number:
            parent[root(int(other))] = root(int(name))
    groups: dict[int, list[int]] = {}
    for name in parent:
        groups.setdefault(root(name), []).append(name)
    found = [np.array(members) for members in groups.values()]
    return sorted(found, key=lambda members: -int(kinds.counts[members].sum()))


def _broken(cells: Codes) -> int:
    """How many rules are broken: numbers without room for their mines, empty beside covered."""
    hidden = np.isin(cells, (COVERED, FLAG, QUESTION, MINE, UNREADABLE)).astype(np.float32)
    room = cv2.filter2D(hidden, -1, np.ones((3, 3)), borderType=cv2.BORDER_CONSTANT) - hidden
    closed = np.isin(cells, (COVERED, FLAG, QUESTION, MINE)).astype(np.uint8)
    touched = (cv2.dilate(closed, _AROUND) == 1) & (cells == EMPTY)
    return int((_is_number(cells) & (room < cells)).sum() + touched.sum())


def _oddity(kinds: Kinds, codes: Codes, groups: list[Group], flags: Group) -> float:
    """How odd this would look; one point is a clear oddity.

    Odd are groups of one state that look nothing like each other, groups of two states that look
    the same, numbers on the ground of covered cells where empty ones have another, and flags on
    any other ground than that of covered cells.
    """
    odd = 0.0
    for first, second in combinations(groups[:_MOST_GROUPS], 2):
        apart = float(_apart(kinds.tiles[first], kinds.tiles[second]).min())
        if codes[first[0]] == codes[second[0]]:
            shade = _shade_apart(kinds.tiles[first], kinds.tiles[second])
            odd += 2 * (1 - float(np.exp(-((shade / 12) ** 2))))
        else:
            odd += 2 * float(np.exp(-((apart / 6) ** 2)))
    numbers = np.flatnonzero(_is_number(codes))
    empty, covered = np.flatnonzero(codes == EMPTY), np.flatnonzero(codes == COVERED)
    if len(empty) and len(covered) and len(numbers):
        weight = kinds.counts[numbers] / kinds.counts[numbers].sum()
        nearer = _nearer(kinds.tiles, numbers, covered, empty)
        odd += 3 * float((weight * nearer).sum())
    if len(covered) and len(flags):
        apart = float(_apart(_corners(kinds.tiles[flags]), _corners(kinds.tiles[covered])).min())
        odd += 2 * (1 - float(np.exp(-((apart / 12) ** 2))))
    return odd


def _shade_apart(some: Floats, others: Floats) -> float:
    """How far the nearest two are apart where some shade between them costs nothing."""
    mean, other_mean = some.mean(axis=1), others.mean(axis=1)
    texture = _apart(some - mean[:, None], others - other_mean[:, None])
    shift = np.maximum(0, abs(mean[:, None] - other_mean) - _SHADE)
    return float(np.hypot(texture, shift).min())


_SHADE = 15.0
"""Grey levels by which open cells may differ where a background shines through."""


def _nearer(tiles: Floats, some: Group, first: Group, second: Group) -> NDArray[np.int64]:
    """1 where a tile's corners are clearly nearer to the first's, -1 to the second's, else 0."""
    to_first = _apart(_corners(tiles[some]), _corners(tiles[first])).min(axis=1)
    to_second = _apart(_corners(tiles[some]), _corners(tiles[second])).min(axis=1)
    nearer = (to_first < NEARER * to_second).astype(np.int64)
    return np.asarray(nearer - (to_second < NEARER * to_first))


def _apart(some: Floats, others: Floats) -> Floats:
    squared = (
        np.einsum("ij,ij->i", some, some)[:, None]
        + np.einsum("ij,ij->i", others, others)
        - 2 * some @ others.T
    )
    return np.asarray(np.sqrt(np.maximum(squared, 0) / some.shape[1]))


def _corners(tiles: Floats) -> Floats:
    """The corners of tiles, which signs leave free: shape (tiles, pixels)."""
    side = int(np.sqrt(tiles.shape[1] // 3))
    edge = np.ones(side, bool)
    edge[side // 4 : -side // 4] = False
    corners = edge[:, None] & edge
    return np.asarray(tiles.reshape(-1, side, side, 3)[:, corners].reshape(len(tiles), -1))


def _without_strangers(kinds: Kinds, codes: Codes, groups: list[Group]) -> Codes:
    """Rare kinds that look unlike all common ones of their group are not taken for its state."""
    codes = codes.copy()
    for group in groups[_MOST_GROUPS:]:
        codes[group] = UNREADABLE
    for group in groups[:_MOST_GROUPS]:
        counts = kinds.counts[group]
        common = group[counts >= 0.1 * counts.max()]
        rare = group[counts < 0.1 * counts.max()]
        if len(rare):
            apart = _middle_apart(kinds.tiles[rare], kinds.tiles[common]).min(axis=1)
            codes[rare[apart > _STRANGE]] = UNREADABLE
    return codes


_STRANGE = 16.0
"""Grey levels that the middle of a tile may be from that of others of its state."""


def _middle_apart(some: Floats, others: Floats) -> Floats:
    side = int(np.sqrt(some.shape[1] // 3))
    middle = (slice(None), slice(side // 4, -side // 4), slice(side // 4, -side // 4))

    def cut(tiles: Floats) -> Floats:
        return np.asarray(tiles.reshape(-1, side, side, 3)[middle].reshape(len(tiles), -1))

    return _apart(cut(some), cut(others))


def _by_ground(kinds: Kinds, drawn: Drawings, codes: Codes) -> Floats:
    """How likely every kind is each sign, knowing what stands on which ground."""
    likely = drawn.likely.copy()
    drawn_on = np.flatnonzero(codes == UNREADABLE)
    drawn_on = np.array([k for k in drawn_on if drawn.glyphs[k] is not None], np.intp)
    open_ones = np.flatnonzero((codes == EMPTY) | _is_number(codes))
    if len(drawn_on) and len(open_ones):
        covered = np.flatnonzero(codes == COVERED)
        if not len(covered):
            return likely
        side = _nearer(kinds.tiles, drawn_on, covered, open_ones)
        on_open = np.array([1 <= s <= 8 or s in (MINE, OTHER) for s in SIGNS])
        on_covered = np.array([s in (FLAG, QUESTION, OTHER) for s in SIGNS])
        for kind, where in zip(drawn_on, side, strict=True):
            if where:
                likely[kind] *= on_covered if where > 0 else on_open
            if where > 0:  # there is little else than flags on covered cells
                likely[kind, SIGNS.index(FLAG)] *= 3
        apart = _apart(_corners(kinds.tiles[drawn_on]), _corners(kinds.tiles[covered])).min(axis=1)
        elsewhere = drawn_on[apart > _NOT_COVERED]  # nothing but numbers and mines on open cells
        likely[np.ix_(elsewhere, [SIGNS.index(s) for s in (OTHER, FLAG, QUESTION)])] *= 0.1
    return np.asarray(likely / np.maximum(likely.sum(axis=1, keepdims=True), 1e-9))


_NOT_COVERED = 12.0
"""Grey levels from the corners of all covered tiles at which a tile is none of them."""


@dataclass(slots=True)
class _Referee:
    """Says whether a labelling can be, so many times and no more."""

    kinds: Kinds
    possible: Possible
    asked: int = 0
    known: dict[bytes, bool] = field(default_factory=dict)

    def fits(self, codes: Codes) -> bool:
        cells = _cells(self.kinds, codes)
        key = cells.tobytes()
        if key not in self.known:
            self.asked += 1
            self.known[key] = _broken(cells) == 0 and self.possible(_plain(cells))
        return self.known[key]

    @property
    def tired(self) -> bool:
        return self.asked >= _MOST_QUESTIONS


def _settled(kinds: Kinds, codes: Codes, likely: Floats, referee: _Referee) -> Codes | None:
    """The codes with every sign decided that shape and rules together decide."""
    surest = likely.max(axis=1)
    numbers = [k for k in np.argsort(surest).tolist() if 1 <= codes[k] <= 8]
    codes = codes.copy()
    codes[[k for k in numbers if surest[k] < SURE]] = UNREADABLE
    numbers = [k for k in numbers if codes[k] != UNREADABLE]
    while not referee.fits(codes):
        if not numbers or surest[numbers[0]] > 0.9999 or referee.tired:
            return None
        codes[numbers.pop(0)] = UNREADABLE
    unread = np.flatnonzero((codes == UNREADABLE) & (surest > 0))
    for kind in sorted(unread.tolist(), key=lambda k: (-surest[k], -kinds.counts[k])):
        codes[kind] = _decided(kind, codes, likely, referee)
    return codes


def _decided(kind: int, codes: Codes, likely: Floats, referee: _Referee) -> int:
    """What one kind shows: the only number its shape and the rules allow, or a clear sign."""
    chances = {code: float(p) for code, p in zip(SIGNS, likely[kind], strict=True)}
    best = max(chances, key=lambda code: chances[code])
    if best in (QUESTION, MINE) and chances[best] >= _CLEAR_SIGN:
        return best
    if chances[OTHER] + chances[FLAG] > _CLEAR_SIGN and chances[FLAG] > _LIKE_A_FLAG:
        return FLAG
    if sum(chances[n] for n in range(1, 9)) < READABLE:
        return UNREADABLE
    left = []
    for number in range(1, 9):
        if chances[number] >= THINKABLE and not referee.tired:
            tried = codes.copy()
            tried[kind] = number
            if referee.fits(tried):
                left.append(number)
    if len(left) != 1 or referee.tired or chances[left[0]] < _SEEN:
        return UNREADABLE
    return left[0]


_SEEN = 0.05
"""How likely a number must be by its shape when the rules leave no other."""
_CLEAR_SIGN = 0.85
_LIKE_A_FLAG = 0.4
"""Flags are drawn in more ways than there are; they need not look much like one."""


def _plain(cells: Codes) -> Board:
    """For the rules alone: flags are a player's opinion and count as covered."""
    codes = np.where(np.isin(cells, (FLAG, QUESTION)), COVERED, cells).astype(np.uint8)
    return Board(cells.shape[1], cells.shape[0], codes.tobytes())


def _same_flags(drawn: Drawings, codes: Codes, likely: Floats) -> Codes:
    """Flags of one board are drawn alike: others, such as crossed ones, are none for sure."""
    flags = np.flatnonzero(codes == FLAG)
    if not len(flags):
        return codes
    chance = likely[flags, SIGNS.index(FLAG)]
    surest = drawn.glyphs[flags[chance.argmax()]]
    codes = codes.copy()
    for flag, sure in zip(flags, chance, strict=True):
        one = drawn.glyphs[flag]
        limit = _UNLIKE if sure > _CLEAR_SIGN else _ALIKE
        if one is None or surest is None or abs(one.shape - surest.shape).mean() > limit:
            codes[flag] = UNREADABLE
    return codes


_UNLIKE, _ALIKE = 0.08, 0.05
"""How far the shapes of flags may be apart, of 1, and of such as might be something else."""


def _exploded(kinds: Kinds, drawn: Drawings, codes: Codes) -> Codes:
    """Of several kinds of mines, the single one on a ground of its own is the one that exploded."""
    mines = np.flatnonzero(codes == MINE)
    if len(mines) < 2:
        return codes
    codes = codes.copy()
    usual = drawn.glyphs[mines[kinds.counts[mines].argmax()]]
    for mine in mines[kinds.counts[mines] == 1]:
        one = drawn.glyphs[mine]
        if one and usual and np.abs(one.ground - usual.ground).max() > _OTHER_GROUND:
            codes[mine] = EXPLODED
    return codes


_OTHER_GROUND = 60


_PATCHES = 0.12
"""Patches of open cells for every number that is open: a game opens few."""
_KINDS_OF_NUMBERS = 2
"""A board on which no empty cell is open shows more numbers than so many."""


def _convincing(cells: Codes) -> bool:
    """Whether this looks like a game somebody plays, not like numbers in any table."""
    number = _is_number(cells)
    opened = (cells <= 8).astype(np.uint8)
    beside = cv2.filter2D(opened, -1, _AROUND, borderType=cv2.BORDER_CONSTANT) - opened
    sociable = (number & (beside > 0)).sum()
    odd = (cells == UNREADABLE).sum()
    patches = cv2.connectedComponents(opened, connectivity=8)[0] - 1
    return bool(
        number.sum() >= FEWEST_NUMBERS
        and sociable >= 0.7 * number.sum()
        and patches <= 1 + _PATCHES * number.sum()
        and ((cells == EMPTY).any() or len(np.unique(cells[number])) > _KINDS_OF_NUMBERS)
        and odd <= MOST_UNREAD * (cells != COVERED).sum() + 1
    )
