"""On a display that enlarges a known program, its skin tells what the marks are."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from solver_bot.board import QUESTION, UNREADABLE, WRONG_FLAG, Board, parse_boards
from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Picture
from solver_bot.vision.picture import load_picture
from solver_bot.vision.reader import SkinChoice, read_picture
from solver_bot.vision.skin_files import shipped_skins

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
QUESTIONS, LOST = "gnome-mines-16x16-questions", "gnome-mines-30x16-lost"


def enlarged(name: str, scale: float) -> tuple[Picture, Board]:
    """A sample as a display shows it that enlarges it, and its true board."""
    picture = load_picture(SAMPLES / f"{name}.png")
    shown = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    truth = (SAMPLES / f"{name}.txt").read_text(encoding="utf-8")
    return np.asarray(shown, np.uint8), parse_boards(truth)[0]


def read(picture: Picture) -> Board:
    (found,) = read_picture(picture, SkinChoice.of(shipped_skins(), unknown=True), possible)
    assert found.skin.name == "gnome-mines"
    return found.board


@pytest.mark.parametrize("scale", [1.5, 2.0])
@pytest.mark.parametrize(("name", "code"), [(QUESTIONS, QUESTION), (LOST, WRONG_FLAG)])
def test_no_mark_is_taken_for_a_flag_that_the_skin_draws_otherwise(
    name: str, code: int, scale: float
) -> None:
    picture, truth = enlarged(name, scale)
    pairs = list(zip(truth.cells, read(picture).cells, strict=True))
    assert all(seen in {true, UNREADABLE} for true, seen in pairs)
    assert any(seen == code for true, seen in pairs if true == code)


def test_the_mine_total_is_known_as_in_the_skin() -> None:
    assert read(enlarged(QUESTIONS, 1.5)[0]).mines == 40
