"""Partly visible boards: every mark is proved by the whole board."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest

from solver_bot.board import parse_board
from solver_bot.vision.arrays import Picture
from tests.cli.damage import Whole, advise, assert_told, unproved, whole
from tests.cli.running import BAD_BOARD, DAMAGED, NO_BOARD, WIDE, run, sample, sample_board, save


@pytest.mark.parametrize("name", DAMAGED)
@pytest.mark.parametrize("side", ["left", "top", "right", "bottom"])
@pytest.mark.parametrize("cells", [3, 3.5, 5.15, 5.9])
def test_a_board_cut_off_by_the_pictures_edge_is_reported(
    name: str, side: str, cells: float, tmp_path: Path
) -> None:
    true = whole(name)
    height, width = true.picture.shape[:2]
    left = true.x(cells) if side == "left" else 0
    top = true.y(cells) if side == "top" else 0
    right = true.x(true.facts["columns"] - cells) if side == "right" else width
    bottom = true.y(true.facts["rows"] - cells) if side == "bottom" else height
    told = advise(np.ascontiguousarray(true.picture[top:bottom, left:right]), tmp_path)
    assert_told(told, true, left, top)
    assert side in told.err or told.code == NO_BOARD


@pytest.mark.parametrize("name", DAMAGED)
def test_a_board_cut_off_within_a_cell_is_never_taken_for_whole(name: str, tmp_path: Path) -> None:
    true = whole(name)
    first, last = true.x(11), true.x(12)
    for right in {*range(first, first + 4), *range(first + 4, last, 5), last - 1, last}:
        told = advise(np.ascontiguousarray(true.picture[:, :right]), tmp_path)
        assert_told(told, true)


def flat(colour: int) -> Callable[[int, int], Picture]:
    return lambda height, width: np.full((height, width, 3), colour, dtype=np.uint8)


def textured(height: int, width: int) -> Picture:
    return np.random.default_rng(5).integers(0, 256, (height, width, 3), dtype=np.uint8)


def other_window(height: int, width: int) -> Picture:
    desktop = sample("desktop-busy")
    return desktop[-height:, -width:]


COVERS: dict[str, Callable[[int, int], Picture]] = {
    "white": flat(255),
    "grey": flat(128),
    "dark": flat(20),
    "textured": textured,
    "other window": other_window,
}
PLACES = {
    "corner": (9, 9, 30, 30),
    "right half": (8, -3, 30, 30),
    "lower half": (-3, 8, 30, 30),
    "middle": (5, 5, 10, 11),
    "strip across": (-3, 6, 30, 9),
    "strip down": (6, -3, 9, 30),
    "half cells": (7.5, 4.5, 12.5, 9.5),
    "few pixels of a column": (8.1, -3, 30, 30),
    "most of a column": (8.85, -3, 30, 30),
}


def cover(true: Whole, cover_with: str, box: tuple[float, float, float, float]) -> Picture:
    """The sample with a window over the box (left, top, right, bottom), in cells."""
    picture = true.picture.copy()
    height, width = picture.shape[:2]
    left, right = max(0, true.x(box[0])), min(width, true.x(box[2]))
    top, bottom = max(0, true.y(box[1])), min(height, true.y(box[3]))
    picture[top:bottom, left:right] = COVERS[cover_with](bottom - top, right - left)
    return picture


@pytest.mark.parametrize(
    ("name", "cover_with", "place"),
    [*zip(cycle(DAMAGED), cycle(COVERS), [*PLACES, *PLACES], strict=False)],
)
def test_a_board_half_under_another_window_is_reported(
    name: str, cover_with: str, place: str, tmp_path: Path
) -> None:
    true = whole(name)
    assert_told(advise(cover(true, cover_with, PLACES[place]), tmp_path), true)


@pytest.mark.parametrize(
    ("name", "cover_with"), [*zip(WIDE, ["white", "grey", "textured"], strict=True)]
)
@pytest.mark.parametrize("hidden", ["left", "right", "both"])
def test_sixteen_columns_left_of_an_expert_board_are_not_a_whole_board(
    name: str, cover_with: str, hidden: str, tmp_path: Path
) -> None:
    true = whole(name)
    parts = {"left": [(-9, 14)], "right": [(16, 60)], "both": [(-9, 6), (22, 60)]}[hidden]
    picture = true.picture
    for left, right in parts:
        damaged = cover(true, cover_with, (left, -99, right, 99))
        picture = np.where(damaged != true.picture, damaged, picture)
    assert_told(advise(picture, tmp_path), true)


@pytest.mark.parametrize("name", WIDE)
@pytest.mark.parametrize("first", [0, 6, 14])
def test_sixteen_columns_cut_out_of_an_expert_board_are_not_a_whole_board(
    name: str, first: int, tmp_path: Path
) -> None:
    true = whole(name)
    left = true.x(first) if first else 0
    right = true.x(first + 16) if first < 14 else true.picture.shape[1]
    told = advise(np.ascontiguousarray(true.picture[:, left:right]), tmp_path)
    assert_told(told, true, left)


@pytest.mark.parametrize("grey", [150, 175, 200, 225])
@pytest.mark.parametrize("name", ["kmines-hard-small", "gnome-mines-30x16-small"])
def test_a_small_window_in_the_colour_of_empty_cells_proves_nothing(
    name: str, grey: int, tmp_path: Path
) -> None:
    true = whole(name)
    wrong = []
    for column, row in [(2, 2), (6, 5), (9, 9), (3, 10), (10, 2)]:
        picture = true.picture.copy()
        picture[true.y(row) : true.y(row + 4), true.x(column) : true.x(column + 5)] = grey
        wrong += unproved(advise(picture, tmp_path).boards, true)
    assert wrong == []


def test_a_large_window_in_the_colour_of_empty_cells_proves_nothing(tmp_path: Path) -> None:
    true = whole("kmines-medium-questions")
    picture = true.picture.copy()
    picture[:, true.x(3) :] = 175
    assert_told(advise(picture, tmp_path), true)


def test_a_board_trimmed_to_its_cells_may_go_on_beyond_every_edge(tmp_path: Path) -> None:
    true = whole("kmines-medium-middle")
    trimmed = true.picture[true.y(0) : true.y(16), true.x(0) : true.x(16)]
    told = run("read", save(tmp_path / "trimmed.png", np.ascontiguousarray(trimmed)))
    assert told.code == BAD_BOARD
    assert "cut off" in told.err
    inner = [row[1:-1] for row in parse_board(told.out).rows()[1:-1]]
    assert inner == sample_board("kmines-medium-middle").rows()
