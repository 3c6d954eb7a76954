"""What of covered and empty cells is not to be believed, for it does not look like its state."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver_bot.board import COVERED, EMPTY, FLAG, UNREADABLE
from solver_bot.vision.arrays import Codes, Mask
from solver_bot.vision.unseen.compare import (
    NEARER,
    UNLIKE,
    changes,
    corner_by_corner,
    middle_apart,
    middles,
    mostly_to_ground,
    nearer,
    shade_apart,
    to_ground,
)
from solver_bot.vision.unseen.kinds import Group, Kinds, cells_of, count, is_number

_AS_NEAR, _OTHER_GROUND, _FEW_CELLS = 0.75, 12.0, 3
"""How near is as near as the farthest where no cell is empty; how far another ground is, in
grey levels; and of how many tiles it is told."""
_SHADED = 3.0
"""Grey levels that one ground may differ by."""
_SAME, _CHANGED = 0.6, 1.0
"""What a tile changes by at most that is several cells, and at least one that surely is a cell."""
_COMMON = 0.1
"""The share of the commonest that a kind has at least to be common."""
_STRANGE = 16.0
"""Grey levels that the middle of a tile may be from that of others of its state."""


def believable(kinds: Kinds, codes: Codes, groups: Sequence[Group]) -> Codes | None:
    """The codes without what may be something else; None if that may be most.

    ``groups`` are the kinds called covered or empty, those that touch each other together.
    """
    told = _on_one_ground(kinds, _without_strangers(kinds, codes, groups))
    told = None if told is None else _alike(kinds, told)
    return None if told is None else numbers_on_open_ground(kinds, told)


def _without_strangers(kinds: Kinds, codes: Codes, groups: Sequence[Group]) -> Codes:
    """Rare kinds that look unlike all common ones of their state are not taken for it.

    Common ones are those of their own group and of the state's largest.
    """
    told = codes.copy()
    largest: dict[int, Group] = {}
    for group in groups:
        counts = kinds.counts[group]
        common = group[counts >= _COMMON * counts.max()]
        rare = group[counts < _COMMON * counts.max()]
        if len(rare):
            apart = middle_apart(kinds.tiles[rare], kinds.tiles[common]).min(axis=1)
            told[rare[apart > _STRANGE]] = UNREADABLE
        first = largest.setdefault(int(codes[group[0]]), common)
        if shade_apart(middles(kinds.tiles[common]), middles(kinds.tiles[first])) > _STRANGE:
            told[group] = UNREADABLE
    return told


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
    near = apart < min(share * float(apart.max()), 2 * _OTHER_GROUND)
    if apart.max() <= _OTHER_GROUND or not near.any():
        return codes
    if count(kinds, covered[near]) >= _FEW_CELLS or count(kinds, covered[~near]) < _FEW_CELLS:
        return None
    codes = codes.copy()
    codes[covered[near]] = UNREADABLE
    return codes


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


def numbers_on_open_ground(kinds: Kinds, codes: Codes) -> Codes:
    """The codes without numbers on the ground of covered cells: a question mark looks like a 2."""
    numbers, covered = np.flatnonzero(is_number(codes)), np.flatnonzero(codes == COVERED)
    opened = np.flatnonzero(is_number(codes) | (codes == EMPTY))
    if not len(numbers) or not len(covered) or len(opened) < 2:
        return codes
    apart = corner_by_corner(kinds.tiles, numbers, opened)[:, :, 1]
    apart[numbers[:, None] == opened] = np.inf
    to_open, to_covered = apart.min(axis=1), mostly_to_ground(kinds.tiles, numbers, covered)
    codes = codes.copy()
    on_covered = (to_covered < NEARER * to_open) & (to_covered < _OTHER_GROUND)
    codes[numbers[on_covered]] = UNREADABLE
    return codes


def marks_elsewhere(kinds: Kinds, codes: Codes) -> bool:
    """Whether marks stand on another ground than covered cells: these may be something else.

    So it is in a won game where one tile is out of its place, an empty cell touches a flag and all
    empty ones are called covered; and where nothing is, but what lies over a few cells looks so.
    """
    covered = np.flatnonzero(codes == COVERED)
    opened = np.flatnonzero(is_number(codes) | (codes == EMPTY))
    if not len(covered) or not len(opened):
        return False
    flags, unread = np.flatnonzero(codes == FLAG), np.flatnonzero(codes == UNREADABLE)
    off = mostly_to_ground(kinds.tiles, unread, covered) > _OTHER_GROUND
    if count(kinds, covered) >= _FEW_CELLS:
        off &= mostly_to_ground(kinds.tiles, unread, opened) > _OTHER_GROUND / 2
    if count(kinds, unread[off]) > count(kinds, covered):
        return True
    return bool(len(flags)) and _on_open_ground(kinds, covered, flags, opened)


def _on_open_ground(kinds: Kinds, covered: Group, flags: Group, opened: Group) -> bool:
    """Whether all flags are on another ground than covered cells, on which open ones are rather."""
    apart = float(mostly_to_ground(kinds.tiles, flags, covered).min())
    to_open = float(np.median(mostly_to_ground(kinds.tiles, opened, covered)))
    return apart > _OTHER_GROUND or (apart > _SHADED and to_open < NEARER * apart)


def _unlike_covered(kinds: Kinds, hidden: Mask) -> list[int]:
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


def several_cells(kinds: Kinds, codes: Codes) -> bool:
    """Whether what most covered or most empty ones look like is several cells each.

    A covered wall of bricks looks so too, where empty cells are no wall and not plain.
    """
    covered, empty = (_change_of_most(kinds, codes == state) for state in (COVERED, EMPTY))
    whole = empty >= _CHANGED  # not so where it isn't known
    return empty < _SAME or (covered < _SAME and not whole)


def _change_of_most(kinds: Kinds, some: Mask) -> float:
    """How much the commonest of some kinds changes by a move by half of it; nan without any."""
    if not some.any():
        return np.nan
    usual = np.flatnonzero(some)[[kinds.counts[some].argmax()]]
    return float(changes(kinds.tiles[usual])[0])
