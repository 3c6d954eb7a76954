"""Marks that are drawn alike are all flags or all mines."""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.board import CODES, COVERED, FLAG, MINE
from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.boards.signs import told_by_signs
from solver_bot.vision.patches import cut_patches
from tests.vision.boards.tables import PLACE, noisy, table

MARKS = [(1, 1), (4, 6), (7, 2), (8, 9), (10, 5), (11, 0)]
DISC, BAR = "disc", "bar"


def marked(signs: list[str]) -> Picture:
    """A noisy table with these signs in ``MARKS``."""
    picture = table()
    for (row, column), sign in zip(MARKS, signs, strict=True):
        left, top = int(PLACE.xs[column]), int(PLACE.ys[row])
        if sign == DISC:
            cv2.circle(picture, (left + 15, top + 12), 7, (20, 20, 20), -1)
        else:
            picture[top + 4 : top + 20, left + 6 : left + 12] = (60, 60, 220)
    return noisy(picture)


def likely(flags: list[float]) -> Floats:
    """What is seen: covered cells, and marks that are so likely flags."""
    chances = np.full((PLACE.rows, PLACE.columns, len(CODES)), 1e-6)
    chances[..., COVERED] = 1
    for cell, flag in zip(MARKS, flags, strict=True):
        chances[cell] = 1e-6
        chances[(*cell, FLAG)], chances[(*cell, MINE)] = flag, 1 - flag
    return np.asarray(np.log(chances), np.float32)


def told(signs: list[str], flags: list[float]) -> list[float]:
    """How likely each mark is a flag."""
    found = told_by_signs(cut_patches(marked(signs), PLACE), likely(flags))
    return [float(np.exp(found[(*cell, FLAG)])) for cell in MARKS]


def test_marks_drawn_alike_are_as_surely_flags_as_all_are_on_average() -> None:
    found = told([DISC] * 6, [0.9, 0.1, 0.8, 0.2, 0.6, 0.4])
    assert np.allclose(found, 0.5, atol=0.02)


def test_marks_with_another_sign_have_another_doubt() -> None:
    found = told([DISC, BAR] * 3, [0.1, 0.9, 0.2, 0.95, 0.3, 0.8])
    assert max(found[::2]) < 0.3
    assert min(found[1::2]) > 0.8


def test_a_mark_that_contradicts_its_sign_keeps_what_is_seen_of_it() -> None:
    found = told([DISC] * 6, [0.001, 0.001, 0.001, 0.001, 0.001, 0.999])
    assert found[-1] > 0.99


def test_a_sign_that_is_mostly_in_no_doubt_is_not_told_by_its_likes() -> None:
    chances = [0.99, 0.97, 0.98, 0.99, 0.7, 0.96]
    assert np.allclose(told([DISC] * 6, chances), chances, atol=1e-3)


def test_without_marks_nothing_is_told() -> None:
    seen = likely([0.5] * 6)
    seen[..., [FLAG, MINE]] = -14
    assert (told_by_signs(cut_patches(marked([DISC] * 6), PLACE), seen) == seen).all()


def test_a_sign_in_doubt_is_hardly_a_flag_beside_another_that_surely_is() -> None:
    found = told([DISC, BAR] * 3, [0.7, 0.999, 0.6, 0.995, 0.65, 0.999])
    assert max(found[::2]) < 0.2
    assert min(found[1::2]) > 0.98


def test_a_sign_in_doubt_keeps_its_doubt_beside_another_in_doubt() -> None:
    found = told([DISC, BAR] * 3, [0.7, 0.9, 0.6, 0.95, 0.65, 0.9])
    assert min(found[::2]) > 0.6
