"""Which kinds of tiles are covered cells, and which empty ones.

Three things decide together. The rules: an empty cell opens all its neighbours, so kinds without a
drawing that touch are covered together or empty together; and a number has room for its mines.
And likeness: numbers stand on the ground of empty cells, flags on that of covered ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.board import COVERED, EMPTY, FLAG, MINE, QUESTION, UNREADABLE
from solver_bot.vision.lattice import Floats
from solver_bot.vision.unseen.glyph import OTHER
from solver_bot.vision.unseen.kinds import Drawings, Kinds, middles, repeats

READABLE = 0.5
"""A number that is likelier than this is taken for a start; the rules may take it back."""
NEARER = 0.6
"""A ground is told from another where it is so much nearer."""
_TEXTURE, _BARE = 0.2, 0.4
"""The share of cells that a drawing must have to be the look of a cell, and that may be blank."""
_MOST_GROUPS = 8
AROUND = np.ones((3, 3), np.uint8)

Codes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Group = NDArray[np.intp]


def is_number(codes: Codes) -> Flags:
    return np.asarray((codes >= 1) & (codes <= 8))


def count(kinds: Kinds, chosen: Flags | Group) -> int:
    return int(kinds.counts[chosen].sum())


def cells_of(kinds: Kinds, codes: Codes) -> Codes:
    return np.append(codes, np.uint8(UNREADABLE))[kinds.of]


def ground_kinds(kinds: Kinds, drawn: Drawings) -> Flags:
    """The kinds without a sign: covered and empty cells.

    Where hardly any cell is blank, a drawing that many cells have is what cells look like.
    """
    size = kinds.of.size
    if count(kinds, drawn.blank) > _BARE * size:
        return drawn.blank
    return np.asarray(drawn.blank | ((drawn.best == OTHER) & (kinds.counts >= _TEXTURE * size)))


def covered_or_empty(kinds: Kinds, drawn: Drawings, codes: Codes, ground: Flags) -> Codes | None:
    """The codes with each ground kind covered or empty, in the one way that the rules allow."""
    groups = _groups(kinds, ground)
    flags = np.flatnonzero((drawn.best == FLAG) & (drawn.likely.max(axis=1) > READABLE))
    looks = _Looks.of(kinds, codes, groups[:_MOST_GROUPS], flags)
    ways = []
    for choice in product((COVERED, EMPTY), repeat=min(len(groups), _MOST_GROUPS)):
        if COVERED in choice or len(flags):
            tried = codes.copy()
            for group, code in zip(groups, choice, strict=False):
                tried[group] = code
            ways.append((broken_rules(cells_of(kinds, tried)), looks.oddity(choice), tried))
    ways.sort(key=lambda way: way[:2])
    if ways[0][0] > 0.03 * count(kinds, is_number(codes)):
        return None
    if len(ways) > 1 and ways[1][0] <= ways[0][0] and ways[1][1] < ways[0][1] + 1:
        return None
    told = _on_one_ground(kinds, _without_strangers(kinds, ways[0][2], groups))
    return None if told is None else _alike(kinds, told)


def _on_one_ground(kinds: Kinds, codes: Codes) -> Codes | None:
    """The codes without covered kinds on the ground of numbers; None if there are many.

    So they are where one tile is out of its place: then empty and covered cells touch, which hides
    that they are two groups.
    """
    numbers, covered = np.flatnonzero(is_number(codes)), np.flatnonzero(codes == COVERED)
    if not len(numbers) or not len(covered):
        return codes
    apart = to_ground(kinds.tiles, covered, numbers)
    share = NEARER if EMPTY in codes else _AS_NEAR
    near = apart < min(share * apart.max(), 2 * _OTHER_GROUND)
    if apart.max() <= _OTHER_GROUND or not near.any():
        return codes
    if count(kinds, covered[near]) >= _FEW_CELLS or count(kinds, covered[~near]) < _FEW_CELLS:
        return None
    codes = codes.copy()
    codes[covered[near]] = UNREADABLE
    return codes


_AS_NEAR, _OTHER_GROUND, _FEW_CELLS = 0.75, 12.0, 3
"""How near is as near as the farthest where no cell is empty; how far another ground is, in
grey levels; and of how many tiles it is told."""


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


def broken_rules(cells: Codes) -> int:
    """How many rules are broken: numbers without room for their mines, empty beside covered."""
    hidden = np.isin(cells, (COVERED, FLAG, QUESTION, MINE, UNREADABLE)).astype(np.float32)
    room = cv2.filter2D(hidden, -1, np.ones((3, 3)), borderType=cv2.BORDER_CONSTANT) - hidden
    closed = np.isin(cells, (COVERED, FLAG, QUESTION, MINE)).astype(np.uint8)
    touched = (cv2.dilate(closed, AROUND) == 1) & (cells == EMPTY)
    return int((is_number(cells) & (room < cells)).sum() + touched.sum())


@dataclass(frozen=True, slots=True, eq=False)
class _Looks:
    """How groups of ground kinds look beside each other, beside numbers and beside flags.

    Attributes:
        one_state: how odd two groups would be as one state, shape (groups, groups).
        two_states: how odd they would be as two.
        to_numbers: how far each number's ground is from the groups', shape (groups, numbers).
        weight: each number's share of all numbers.
        to_flags: how far the nearest flag's ground is from each group's; None without flags.

    """

    one_state: Floats
    two_states: Floats
    to_numbers: Floats
    weight: Floats
    to_flags: Floats | None

    @classmethod
    def of(cls, kinds: Kinds, codes: Codes, groups: Sequence[Group], flags: Group) -> _Looks:
        """Compare all groups once, however many ways there are to call them."""
        one, two = np.zeros((2, len(groups), len(groups)), np.float32)
        for first, second in combinations(range(len(groups)), 2):
            some, others = kinds.tiles[groups[first]], kinds.tiles[groups[second]]
            one[first, second] = 1 - np.exp(-((_shade_apart(some, others) / 12) ** 2))
            two[first, second] = np.exp(-((float(apart_from(some, others).min()) / 6) ** 2))
        numbers = np.flatnonzero(is_number(codes))
        apart = [to_ground(kinds.tiles, numbers, group) for group in groups]
        to_flags = [to_ground(kinds.tiles, flags, g).min() for g in groups if len(flags)]
        return cls(
            2 * one,
            2 * two,
            np.array(apart, np.float32).reshape(len(groups), len(numbers)),
            np.asarray(kinds.counts[numbers] / max(1, kinds.counts[numbers].sum()), np.float32),
            np.array(to_flags) if to_flags else None,
        )

    def oddity(self, choice: Sequence[int]) -> float:
        """How odd this would look; one point is a clear oddity.

        Odd are groups of one state that look nothing like each other, groups of two states that
        look the same, numbers on the ground of covered cells where empty ones have another, and
        flags on any other ground than that of covered cells. ``choice`` has a state a group.
        """
        state = np.array(choice)
        same = state[:, None] == state
        odd = float(np.where(same, self.one_state, self.two_states).sum())
        covered, empty = self.to_numbers[state == COVERED], self.to_numbers[state == EMPTY]
        if len(covered) and len(empty):
            nearer = _nearer(covered.min(axis=0), empty.min(axis=0))
            odd += 3 * float((self.weight * nearer).sum())
        if self.to_flags is not None and len(covered):
            apart = float(self.to_flags[state == COVERED].min())
            odd += 2 * (1 - float(np.exp(-((apart / 12) ** 2))))
        return odd


def _shade_apart(some: Floats, others: Floats) -> float:
    """How far the nearest two are apart where some shade between them costs nothing."""
    mean, other_mean = some.mean(axis=1), others.mean(axis=1)
    texture = apart_from(some - mean[:, None], others - other_mean[:, None])
    shift = np.maximum(0, abs(mean[:, None] - other_mean) - _SHADE)
    return float(np.hypot(texture, shift).min())


_SHADE = 15.0
"""Grey levels by which open cells may differ where a background shines through."""


def nearer(tiles: Floats, some: Group, first: Group, second: Group) -> NDArray[np.int64]:
    """1 where a tile's corners are clearly nearer to the first's, -1 to the second's, else 0."""
    return _nearer(to_ground(tiles, some, first), to_ground(tiles, some, second))


def on_first(tiles: Floats, some: Group, first: Group, second: Group) -> Flags:
    """Where a tile's corners are nearer to the first's than to the second's."""
    return np.asarray(to_ground(tiles, some, first) < to_ground(tiles, some, second))


def to_ground(tiles: Floats, some: Group, others: Group) -> Floats:
    """How far each tile's corners are from those of the nearest of the others, in grey levels."""
    grounds = corners(tiles)
    return np.asarray(apart_from(grounds[some], grounds[others]).min(axis=1))


def _nearer(to_first: Floats, to_second: Floats) -> NDArray[np.int64]:
    closer = (to_first < NEARER * to_second).astype(np.int64)
    return np.asarray(closer - (to_second < NEARER * to_first))


def apart_from(some: Floats, others: Floats) -> Floats:
    squared = (
        np.einsum("ij,ij->i", some, some)[:, None]
        + np.einsum("ij,ij->i", others, others)
        - 2 * some @ others.T
    )
    return np.asarray(np.sqrt(np.maximum(squared, 0) / some.shape[1]))


def corners(tiles: Floats) -> Floats:
    """The corners of tiles, which signs leave free: shape (tiles, pixels)."""
    side = int(np.sqrt(tiles.shape[1] // 3))
    edge = np.ones(side, bool)
    edge[side // 4 : -side // 4] = False
    corners = edge[:, None] & edge
    return np.asarray(tiles.reshape(-1, side, side, 3)[:, corners].reshape(len(tiles), -1))


def _without_strangers(kinds: Kinds, codes: Codes, groups: list[Group]) -> Codes:
    """Rare kinds that look unlike all common ones of their state are not taken for it.

    Common ones are those of their own group and of the state's largest.
    """
    told = codes.copy()
    for group in groups[_MOST_GROUPS:]:
        told[group] = UNREADABLE
    largest: dict[int, Group] = {}
    for group in groups[:_MOST_GROUPS]:
        counts = kinds.counts[group]
        common = group[counts >= _COMMON * counts.max()]
        rare = group[counts < _COMMON * counts.max()]
        if len(rare):
            apart = middle_apart(kinds.tiles[rare], kinds.tiles[common]).min(axis=1)
            told[rare[apart > _STRANGE]] = UNREADABLE
        first = largest.setdefault(int(codes[group[0]]), common)
        if _shade_apart(middles(kinds.tiles[common]), middles(kinds.tiles[first])) > _STRANGE:
            told[group] = UNREADABLE
    return told


_COMMON = 0.1
"""The share of the commonest that a kind has at least to be common."""
_STRANGE = 16.0
"""Grey levels that the middle of a tile may be from that of others of its state."""


def _alike(kinds: Kinds, codes: Codes) -> Codes | None:
    """The codes without covered kinds that look unlike most; None if these may be the empty ones.

    All covered cells are drawn alike, or as the fields of a chessboard. But where one tile is out
    of its place, empty and covered ones touch and are one group. Nor are cells empty that stand on
    the ground of covered ones.
    """
    others = _unlike_covered(kinds, cells_of(kinds, codes) == COVERED)
    if (others and EMPTY not in codes) or several_cells(kinds, codes):
        return None
    codes = codes.copy()
    codes[others] = UNREADABLE
    empty, covered = np.flatnonzero(codes == EMPTY), np.flatnonzero(codes == COVERED)
    if len(empty) and len(covered):
        usual = empty[[kinds.counts[empty].argmax()]]
        codes[empty[nearer(kinds.tiles, empty, covered, usual) > 0]] = UNREADABLE
    return codes


def several_cells(kinds: Kinds, codes: Codes) -> bool:
    """Whether what most covered or most empty ones look like is several cells each."""
    usual = [
        int(members[kinds.counts[members].argmax()])
        for members in (np.flatnonzero(codes == state) for state in (COVERED, EMPTY))
        if len(members)
    ]
    return bool(repeats(kinds.tiles[usual]).any())


def _unlike_covered(kinds: Kinds, hidden: Flags) -> list[int]:
    """Kinds of covered cells whose middle differs from that of most on fields of their colour."""
    fields = np.indices(kinds.of.shape).sum(axis=0) % 2
    others: set[int] = set()
    for field in (0, 1):
        here = np.bincount(kinds.of[hidden & (fields == field)], minlength=len(kinds.tiles))
        covered = np.flatnonzero(here)
        if len(covered):
            apart = middle_apart(kinds.tiles[covered], kinds.tiles[[here.argmax()]])[:, 0]
            others.update(covered[apart > UNLIKE].tolist())
    return sorted(others)


UNLIKE = 8.0
"""Grey levels from which the middles of two tiles differ by more than how they are shown."""


def middle_apart(some: Floats, others: Floats) -> Floats:
    return apart_from(middles(some), middles(others))
