"""Like cells tell by where they lie in their tiles whether a lattice is too wide or too narrow."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.drift import drift, turned
from solver_bot.vision.boards.reading import read_lattice
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import cut_patches
from tests.vision.drawn import draw, position
from tests.vision.styles import STYLES

COLUMNS, ROWS, ZOOM = 16, 12, 1.07


def zoomed() -> tuple[Picture, Lattice]:
    """A drawn game as a browser shows it at 107 %, and where its cells are."""
    picture, place = draw(position(COLUMNS, ROWS, 30, 0.5, 3), STYLES[0], (24, 24))
    larger = cv2.resize(picture, None, fx=ZOOM, fy=ZOOM, interpolation=cv2.INTER_LINEAR)
    xs, ys = ([edge * ZOOM for edge in edges] for edges in (place.xs, place.ys))
    return np.asarray(larger, np.uint8), Lattice(tuple(xs), tuple(ys))


def wider(place: Lattice, by: float) -> Lattice:
    """Cells that are wider by a share, around the same middle."""
    width = place.cell_width * (1 + by)
    left = (place.left + place.right) / 2 - width * place.columns / 2
    return Lattice.even(left, place.top, width, place.cell_height, place.columns, place.rows)


def test_cells_of_the_right_width_do_not_drift() -> None:
    picture, place = zoomed()
    assert drift(cut_patches(picture, place)) == 0
    assert drift(turned(cut_patches(picture, place))) == 0


@pytest.mark.parametrize("by", [-0.015, -0.005, 0.005, 0.015])
def test_cells_that_are_too_wide_drift_by_as_much(by: float) -> None:
    picture, place = zoomed()
    cut = cut_patches(picture, wider(place, by))
    assert drift(cut) == pytest.approx(-by, abs=0.001)
    assert drift(turned(cut)) == 0


def test_rows_drift_as_columns_do() -> None:
    picture, place = zoomed()
    on_its_side = Lattice(place.ys, place.xs)
    cut = cut_patches(np.ascontiguousarray(picture.transpose(1, 0, 2)), wider(on_its_side, 0.01))
    upright = cut_patches(picture, Lattice(place.xs, wider(on_its_side, 0.01).xs))
    assert drift(turned(upright)) == pytest.approx(drift(cut), abs=0.001)
    assert drift(turned(upright)) == pytest.approx(-0.01, abs=0.001)


def test_plain_cells_tell_nothing() -> None:
    place = Lattice.even(10, 10, 24.3, 24.3, COLUMNS, ROWS)
    assert drift(cut_patches(np.full((330, 420, 3), 200, np.uint8), place)) == 0


def test_a_board_is_read_whole_from_a_lattice_of_which_the_cells_are_too_wide() -> None:
    picture, place = zoomed()
    found = read_lattice(picture, wider(place, 0.02))
    assert found is not None
    assert (found.lattice.columns, found.lattice.rows) == (COLUMNS, ROWS)
    assert found.lattice.left == pytest.approx(place.left, abs=0.02 * place.cell_width)
    assert found.lattice.right == pytest.approx(place.right, abs=0.02 * place.cell_width)
