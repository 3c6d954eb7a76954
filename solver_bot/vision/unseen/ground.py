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

from solver_bot.board import COVERED, EMPTY, FLAG, MINE, QUESTION, UNREADABLE
from solver_bot.vision.arrays import Codes, Floats, Mask
from solver_bot.vision.unseen.compare import apart_from, clearly_nearer, shade_apart, to_ground
from solver_bot.vision.unseen.doubts import believable
from solver_bot.vision.unseen.glyph import OTHER
from solver_bot.vision.unseen.kinds import Drawings, Group, Kinds, cells_of, count, is_number

READABLE = 0.5
"""A number that is likelier than this is taken for a start; the rules may take it back."""
_TEXTURE, _BARE = 0.2, 0.4
"""The share of cells that a drawing must have to be the look of a cell, and that may be blank."""
_MOST_GROUPS = 8
AROUND = np.ones((3, 3), np.uint8)


def ground_kinds(kinds: Kinds, drawn: Drawings) -> Mask:
    """The kinds without a sign: covered and empty cells.

    Where hardly any cell is blank, a drawing that many cells have is what cells look like.
    """
    size = kinds.of.size
    if count(kinds, drawn.blank) > _BARE * size:
        return drawn.blank
    return np.asarray(drawn.blank | ((drawn.best == OTHER) & (kinds.counts >= _TEXTURE * size)))


def covered_or_empty(kinds: Kinds, drawn: Drawings, codes: Codes, ground: Mask) -> Codes | None:
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
    best = ways[0][2]
    for group in groups[_MOST_GROUPS:]:
        best[group] = UNREADABLE
    return believable(kinds, best, groups[:_MOST_GROUPS])


def _groups(kinds: Kinds, ground: Mask) -> list[Group]:
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
            one[first, second] = 1 - np.exp(-((shade_apart(some, others) / 12) ** 2))
            two[first, second] = np.exp(-((float(apart_from(some, others).min()) / 6) ** 2))
        numbers = np.flatnonzero(is_number(codes))
        apart = [to_ground(kinds.tiles, numbers, group) for group in groups]
        to_flags = [to_ground(kinds.tiles, flags, g).min() for g in groups if len(flags)]
        return cls(
            2 * one,
            2 * two,
            np.array(apart, np.float32).reshape(len(groups), len(numbers)),
            np.asarray(
                kinds.counts[numbers] / max(1, int(kinds.counts[numbers].sum())), np.float32
            ),
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
            nearer = clearly_nearer(covered.min(axis=0), empty.min(axis=0))
            odd += 3 * float((self.weight * nearer).sum())
        if self.to_flags is not None and len(covered):
            apart = float(self.to_flags[state == COVERED].min())
            odd += 2 * (1 - float(np.exp(-((apart / 12) ** 2))))
        return odd
