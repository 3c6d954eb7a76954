"""Damaged samples: every cell called certain truly is, or the damage is reported.

This is a short form of ``benchmarks/trust_pictures.py``, which reads 20,000 pictures.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solver_bot.vision.skin_files import shipped_skins
from tests.fuzz.damage import DAMAGES, Damaged, damaged, drawn, numbered, samples
from tests.fuzz.verdict import Verdict, judged

SKINS = shipped_skins()
SMALL = "xdemineur-small-early", "kmines-hard-small", "gnome-mines-8x8-early"
ONCE_WRONG = [
    7,
    13,
    456,
    310,
    443,
    762,
    838,
    665,
    309,
    13820,
    1011,
    1117,
    1147,
    2059,
    2217,
    2332,
    2908,
    3534,
    3952,
    4296,
    5048,
    849,
    5105,
    5106,
    5605,
    11406,
    14026,
    14896,
    14902,
    17162,
    18158,
    19483,
    30,
    771,
]
"""Pictures of seed 1 in which earlier versions called a wrong cell certain, or failed."""
ONCE_WRONG_DRAWN = [
    634,
    828,
    1918,
    2044,
    2059,
    3574,
    4287,
    4529,
    4658,
    4904,
    5096,
    6250,
    6942,
    7553,
]
"""The same for boards in drawn styles, seed 99."""


def small(name: str) -> Damaged:
    return next(one for one in samples(False) if one.name == name)


@pytest.mark.parametrize("name", SMALL)
def test_an_undamaged_sample_gets_the_oracles_advice(name: str) -> None:
    assert judged(small(name), SKINS).verdict is Verdict.SAME


@pytest.mark.parametrize("number", range(len(DAMAGES)), ids=list(DAMAGES))
@pytest.mark.parametrize("name", SMALL)
def test_every_certain_cell_of_a_damaged_picture_is_true(name: str, number: int) -> None:
    finding = judged(damaged([small(name)], 2, number), SKINS)
    assert finding.wrong == ()


@pytest.mark.parametrize("any_skin", [False, True])
@pytest.mark.parametrize("number", ONCE_WRONG)
def test_pictures_that_were_once_wrong_are_right_now(number: int, any_skin: bool) -> None:
    finding = judged(numbered(1, number), SKINS, any_skin)
    assert finding.wrong == ()


def test_noise_makes_no_empty_cell_covered() -> None:
    assert judged(numbered(6600, 36), SKINS, any_skin=True).wrong == ()


def test_a_strip_too_low_for_a_whole_cell_has_no_board() -> None:
    """The lattice of what is seen of its cells lies above the picture."""
    assert judged(numbered(2026, 1316), SKINS, any_skin=False).verdict is Verdict.REPORTED


def test_specks_make_no_empty_cell_covered_where_each_number_has_its_ground() -> None:
    assert judged(numbered(6708, 360), SKINS, any_skin=True).wrong == ()


def test_a_board_goes_on_where_a_part_of_its_next_line_is_seen() -> None:
    assert judged(drawn(6709, 170), ()).wrong == ()


def test_a_window_in_the_colour_of_covered_cells_hides_the_lines_between_them() -> None:
    assert judged(drawn(6720, 196), ()).wrong == ()


def test_a_number_lost_in_noise_is_no_covered_cell_if_it_stands_on_the_ground_of_numbers() -> None:
    assert judged(numbered(6720, 30), SKINS, any_skin=True).wrong == ()
    assert judged(drawn(6721, 372), ()).wrong == ()


def test_a_flag_out_of_place_makes_no_empty_cells_covered() -> None:
    """Every mine has a flag, and swapped tiles make the board impossible."""
    assert judged(drawn(6720, 14), ()).wrong == ()


def test_many_damaged_pictures_in_known_skins() -> None:
    wrong = {n: judged(numbered(3, n), SKINS, any_skin=False).wrong for n in range(1, 200, 2)}
    assert not any(wrong.values())


@pytest.mark.parametrize("number", ONCE_WRONG_DRAWN)
def test_drawn_boards_that_were_once_wrong_are_right_now(number: int) -> None:
    assert judged(drawn(99, number), ()).wrong == ()


def test_many_damaged_boards_in_drawn_styles() -> None:
    wrong = {number: judged(drawn(1, number), ()).wrong for number in range(0, 216, 8)}
    assert not any(wrong.values())


def test_the_judge_notices_wrong_advice() -> None:
    """Advice for another board than the true one is judged wrong."""
    it = small("xdemineur-small-early")
    cells = np.frombuffer(it.boards[0].cells, np.uint8)[::-1].tobytes()
    upside_down = replace(it, boards=(replace(it.boards[0], cells=cells),))
    assert judged(upside_down, SKINS).verdict is Verdict.WRONG
