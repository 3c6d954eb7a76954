"""What is known of a skin: tiles whose state was settled."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver_bot.board import EMPTY, UNREADABLE
from solver_bot.vision.arrays import Codes, Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.cut import SIZE, tiles_of
from solver_bot.vision.looks.drawing import WHOLE
from solver_bot.vision.looks.kinds import sort_tiles
from solver_bot.vision.looks.looks import Looks, recognised, seen_looks, tiles_at
from tests.vision.read_on_drawn import codes, drawn

# Tiles


def tile(grey: float) -> np.ndarray:
    """A plain tile, with its middle."""
    return np.full((1, 2 * WHOLE), grey, np.float32)


def looks(*tiles: tuple[float, int]) -> Looks:
    known = Looks.none()
    for grey, code in tiles:
        known = known.grown(tile(grey), np.array([code], np.uint8))
    return known


@pytest.mark.parametrize(
    ("grey", "shows"), [(100, 1), (102, 1), (103, UNREADABLE), (104, 2), (112, UNREADABLE)]
)
def test_a_tile_is_known_if_it_is_like_one_state_and_much_less_like_any_other(
    grey: float, shows: int
) -> None:
    assert looks((100, 1), (106, 2)).recognise(tile(grey)) == [shows]


@pytest.mark.parametrize(("ink", "shows"), [(10, 1), (20, UNREADABLE)])
def test_a_number_in_faint_strokes_is_not_taken_for_another_one(ink: int, shows: int) -> None:
    """Both have a stroke in the middle, and one of them has a serif."""
    known, other = (tile(200)[:, :WHOLE].reshape(SIZE, SIZE, 3) for _ in range(2))
    known[3:13, 7:9] = other[3:13, 7:9] = 200 - 27
    other[3:5, 5:7] = 200 - ink
    both = [np.hstack([one.reshape(1, -1), tile(200)[:, WHOLE:]]) for one in (known, other)]
    faint = Looks.none().grown(both[0], np.array([1], np.uint8))
    assert faint.recognise(both[1]) == [shows]


def test_a_look_that_differs_little_from_that_of_another_state_is_kept() -> None:
    known = looks((100, 1), (101, 2))
    assert known.recognise(tile(101)) == [2]
    assert known.recognise(tile(100)) == [1]


def signs(rows: str) -> tuple[np.ndarray, Codes]:
    """The tiles of a drawn board, and what they show."""
    picture, place = drawn(rows)
    return tiles_at(picture, place, np.ones(codes(rows).shape, np.bool_)), codes(rows).ravel()


def known_one() -> Looks:
    return Looks.none().grown(*signs("1"))


@pytest.mark.parametrize("number", [2, 3, 4, 7])
def test_a_number_that_is_drawn_as_another_was_is_not_drawn_as_before(number: int) -> None:
    tiles, _ = signs(str(number))
    assert known_one().has_other(tiles, np.array([1], np.uint8))


def test_a_number_is_drawn_as_before_though_it_is_darker_and_a_pixel_off() -> None:
    tiles, shown = signs("1")
    moved = np.roll(tiles.reshape(2, SIZE, SIZE, 3), (1, 1), (1, 2)).reshape(tiles.shape)
    assert not known_one().has_other(moved - 20, shown)


def test_a_number_that_was_not_drawn_before_is_not_drawn_otherwise() -> None:
    tiles, shown = signs("2")
    assert not known_one().has_other(tiles, shown)


# Small signs

SMALL = Lattice.even(0, 0, 45, 45, 8, 1)


def small_signs(numbers: str) -> Picture:
    """A line of large cells with small grey numbers."""
    picture = np.full((45, 360, 3), 238, np.uint8)
    for column, number in enumerate(numbers):
        at = 45 * column + 18, 27
        cv2.putText(picture, number, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (160, 160, 160), 1, 16)
    return picture


@pytest.mark.parametrize("other", "13456789")
def test_a_small_number_in_a_large_cell_is_not_taken_for_another_one(other: str) -> None:
    """A game was lost by a 3 that was taken for a 2."""
    seen = np.full((1, 8), 2, np.uint8)
    known = seen_looks(small_signs("22222222"), SMALL, seen)
    read = recognised(small_signs("2222" + 4 * other), SMALL, known)
    assert read.tolist() == [4 * [2] + 4 * [UNREADABLE]]


@pytest.mark.parametrize("other", "12345678")
def test_a_small_number_is_not_taken_for_a_zero_that_is_shown(other: str) -> None:
    """A game called Desistir prints its zeros. A 4 was taken for one."""
    known = seen_looks(small_signs("00000000"), SMALL, np.zeros((1, 8), np.uint8))
    read = recognised(small_signs("0000" + 4 * other), SMALL, known)
    assert read.tolist() == [4 * [EMPTY] + 4 * [UNREADABLE]]


def test_a_small_number_on_a_texture_is_not_taken_for_another_one() -> None:
    """A game was lost by a 3 on waves that was taken for a 2."""
    waves = np.random.default_rng(4).integers(-25, 25, (6, 6, 3)).astype(np.float32)
    texture = np.tile(cv2.resize(waves, (45, 45), interpolation=cv2.INTER_CUBIC), (1, 8, 1))

    def on_waves(numbers: str) -> Picture:
        return np.asarray(np.clip(small_signs(numbers) + texture, 0, 255), np.uint8)

    known = seen_looks(on_waves("22222222"), SMALL, np.full((1, 8), 2, np.uint8))
    read = recognised(on_waves("22223333"), SMALL, known)
    assert read.tolist() == [4 * [2] + 4 * [UNREADABLE]]


def test_a_line_around_the_board_changes_no_number_beside_it() -> None:
    picture = small_signs("22222223")
    known = seen_looks(picture, SMALL, np.array([[2] * 7 + [3]], np.uint8))
    picture[-3:], picture[:, -3:] = 90, 90
    assert recognised(picture, SMALL, known).tolist() == [[2] * 7 + [3]]


def test_small_numbers_in_large_cells_are_of_kinds_of_their_own() -> None:
    kinds = sort_tiles(small_signs("12345678"), SMALL)
    assert len(kinds.tiles) == len(np.unique(kinds.of)) == 8


def test_cells_at_halves_of_pixels_look_the_same_wherever_their_picture_begins() -> None:
    """The first column of a PyQt game began a pixel earlier once the screen was cut to its window.

    Its left edge was at 545.4999999999999 pixels.
    """
    noise = np.random.default_rng(1).integers(0, 255, (80, 720, 3)).astype(np.uint8)
    place = Lattice((545.4999999999999, 571.5, 597.5, 623.5), (20.5, 46.5, 72.5))
    whole = tiles_of(noise, place, SIZE)
    for left in range(500, 540):
        part = tiles_of(noise[:, left:], place.moved(-left, 0), SIZE)
        assert np.array_equal(part, whole)
