"""Cells that look nearly the same are of one kind, unless they surely show two states."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from solver_bot.board import COVERED, EMPTY, UNREADABLE
from solver_bot.vision.arrays import Floats
from solver_bot.vision.boards.kinds import appearance, edges_of, kinds_of, parted
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import cut_patches

PLACE = Lattice.even(10, 10, 20, 20, 8, 6)
LEFT = np.arange(8) < 4
"""The columns whose cells are empty."""


def kinds(levels: int, noise: float = 0.0, empty: int = 24, outline: int = 0) -> int:
    """How many kinds there are of 24 covered cells and of others that are so much brighter.

    So many of the others are surely empty, and the rest surely covered. These have an ``outline``
    that is so much darker.
    """
    picture = np.full((140, 180, 3), 120, np.float32)
    picture[10:130, 10:90] += levels
    for left, top in product(range(90, 170, 20), range(10, 130, 20)):
        picture[[top, top + 19], left : left + 20] -= outline
        picture[top : top + 20, [left, left + 19]] -= outline
    picture += np.random.default_rng(1).normal(0, noise, picture.shape)
    cut = cut_patches(np.clip(picture, 0, 255).astype(np.uint8), PLACE)
    shown = np.full((6, 8), COVERED)
    shown[:, LEFT] = np.where(np.arange(24) < empty, EMPTY, COVERED).reshape(6, 4)
    likely: Floats = np.full((6, 8, UNREADABLE + 1), np.log(1e-4), np.float32)
    np.put_along_axis(likely, shown[..., None], np.log(0.998), -1)
    seen = appearance(cut)
    found = kinds_of(seen)
    assert not found.any()
    return len(np.unique(parted(found, (seen, edges_of(cut)), likely)))


@pytest.mark.parametrize(("levels", "count"), [(0, 1), (4, 2)])
def test_cells_a_little_apart_are_two_kinds_if_they_surely_show_two_states(
    levels: int, count: int
) -> None:
    assert kinds(levels) == count


def test_outlines_alone_part_a_kind_that_surely_shows_two_states() -> None:
    """Buttons that are switched off have a paler outline (js1024-minesweeper)."""
    assert kinds(0, outline=20) == 2
    assert kinds(0, outline=20, empty=0) == 1


def test_a_few_cells_that_are_seen_otherwise_are_of_the_same_kind() -> None:
    assert kinds(4, empty=3) == 1


def test_noise_parts_no_kind() -> None:
    assert kinds(0, noise=1) == 1
