"""Among the lattices proposed is the one that the board lies on."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.proposals import _pitch, proposals
from solver_bot.vision.lattice import Lattice
from tests.vision.drawn import draw, position
from tests.vision.styles import HELD_BACK, STYLES, Style

NEAR = 0.25
"""Shares of a cell by which a proposal may be off: the nets place it exactly."""
SAME = 0.1
"""Shares of a cell by which two proposals may differ and be one."""


def _is_near(edges: tuple[float, ...], true: tuple[float, ...], near: float = NEAR) -> bool:
    """Whether lines of this pitch and place fall on the true lines, from the first to the last."""
    pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
    width = (true[-1] - true[0]) / (len(true) - 1)
    places = (np.array([true[0], true[-1]]) - edges[0]) / pitch
    return abs(pitch - width) < 0.04 * width and bool(np.all(abs(places - np.rint(places)) < near))


def is_proposed(picture: Picture, true: Lattice) -> bool:
    """Whether a lattice of the true pitch and place is among the proposals."""
    return any(
        _is_near(one.lattice.xs, true.xs) and _is_near(one.lattice.ys, true.ys)
        for proposed in proposals(picture)
        for one in proposed
    )


@pytest.mark.parametrize("style", STYLES + HELD_BACK, ids=lambda style: style.name)
@pytest.mark.parametrize("share", [0.0, 0.45, 0.88], ids=["early", "middle", "late"])
def test_the_lattice_of_a_drawn_board_is_proposed(style: Style, share: float) -> None:
    picture, lattice = draw(position(16, 16, 40, share, 5), style, (24, 24))
    assert is_proposed(picture, lattice)


@pytest.mark.parametrize("style", STYLES + HELD_BACK, ids=lambda style: style.name)
@pytest.mark.parametrize("cell", [(150, 60), (60, 140)], ids=["wide", "high"])
def test_the_lattice_of_a_board_with_stretched_cells_is_proposed(
    style: Style, cell: tuple[int, int]
) -> None:
    assert is_proposed(*draw(position(6, 9, 8, 0.3, 5), style, cell))


def test_a_picture_of_one_colour_has_none() -> None:
    plain = np.full((300, 400, 3), 120, np.uint8)
    assert not [one for proposed in proposals(plain) for one in proposed]


def test_signs_that_overlap_lie_on_no_lattice() -> None:
    assert _pitch(np.arange(0.0, 190.0, 19.0), np.zeros(10), size=20) is None


def test_each_lattice_is_proposed_once() -> None:
    picture, lattice = draw(position(16, 16, 40, 0.45, 5), STYLES[0], (24, 24))
    near = [
        one
        for proposed in proposals(picture)
        for one in proposed
        if _is_near(one.lattice.xs, lattice.xs, SAME) and _is_near(one.lattice.ys, lattice.ys, SAME)
    ]
    assert len(near) == 1


def with_signs(picture: Picture, text: str, place: Lattice, share: float = 1.0) -> Picture:
    """The picture with this text in blue in the middle of some cells."""
    rng = np.random.default_rng(3)
    for x in place.xs[:-1]:
        for y in place.ys[:-1]:
            if rng.random() < share:
                middle = round(x + place.cell_width / 2 - 4), round(y + place.cell_height / 2 + 5)
                cv2.putText(picture, text, middle, cv2.FONT_HERSHEY_PLAIN, 1, (200, 0, 0), 1)
    return picture


def test_small_signs_far_apart_show_the_lattice() -> None:
    place = Lattice.even(40, 30, 43.125, 43.125, 12, 10)
    assert is_proposed(with_signs(np.full((500, 600, 3), 255, np.uint8), ".", place), place)


def test_wide_low_signs_show_the_lattice() -> None:
    place = Lattice.even(40, 30, 20, 36, 12, 10)
    assert is_proposed(with_signs(np.full((450, 400, 3), 255, np.uint8), "-", place), place)


def test_signs_of_one_colour_show_the_lattice_beside_a_text_of_their_height() -> None:
    picture = np.full((460, 900, 3), 255, np.uint8)
    rng = np.random.default_rng(4)
    for y in range(20, 460, 13):
        for x in range(5, 480, 9):
            letter = chr(rng.integers(48, 123))
            cv2.putText(picture, letter, (x, y), cv2.FONT_HERSHEY_PLAIN, 1, (0, 0, 0), 1)
    place = Lattice.even(490, 30, 24, 24, 16, 16)
    assert is_proposed(with_signs(picture, "1", place, 0.12), place)


def test_signs_as_dark_as_the_ground_show_the_lattice_by_their_colour() -> None:
    """A 1 in blue on a grey as bright, in noise that hides all faint edges."""
    place = Lattice.even(40, 30, 62, 62, 12, 10)
    picture = with_signs(np.full((700, 850, 3), 70, np.uint8), "1", place, 0.2)
    picture[picture[..., 1] == 0] = 200, 60, 40
    noise = np.random.default_rng(5).integers(-14, 15, picture.shape)
    assert is_proposed((picture + noise).clip(0, 255).astype(np.uint8), place)


def test_lines_between_rough_cells_show_the_lattice() -> None:
    picture = np.random.default_rng(2).integers(225, 245, (500, 600, 3)).astype(np.uint8)
    place = Lattice.even(40, 30, 43, 43, 12, 10)
    for x in place.xs:
        picture[30:461, int(x)] = 40
    for y in place.ys:
        picture[int(y), 40:557] = 40
    assert is_proposed(picture, place)


def test_characters_as_far_apart_as_large_cells_show_the_lattice() -> None:
    place = Lattice.even(40, 30, 98, 36, 8, 8)
    assert is_proposed(with_signs(np.full((350, 860, 3), 255, np.uint8), ".", place), place)


def written(rows: list[str], wide: int, high: int) -> Picture:
    """A page with text in characters of this width, as in a terminal."""
    picture = np.full((high * (len(rows) + 4), wide * (len(rows[0]) + 4), 3), 255, np.uint8)
    for line, row in enumerate(rows):
        for number, character in enumerate(row):
            place = 2 * wide + wide * number, 2 * high + high * (line + 1) - 5
            cv2.putText(picture, character, place, cv2.FONT_HERSHEY_PLAIN, 1, (0, 0, 0), 1)
    return picture


def test_cells_of_several_characters_are_no_cells_of_one() -> None:
    rows = ["".join(f"[{' 1 2'[(x * y) % 4]}]" for x in range(10)) for y in range(10)]
    place = Lattice.even(2 * 12, 2 * 20, 3 * 12, 20, 10, 10)
    assert is_proposed(written(rows, 12, 20), place)


def test_a_sign_may_be_the_first_of_its_cell() -> None:
    rows = ["#   " * 10 for _ in range(10)]
    place = Lattice.even(2 * 12, 2 * 20, 4 * 12, 20, 10, 10)
    assert is_proposed(written(rows, 12, 20), place)
