"""Whether a person can read a look: sees every sign, and takes no state for another."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import cv2
import numpy as np

from benchmarks.looks.drawing import cell_picture, face_picture
from benchmarks.looks.look import Look
from solver_bot.board import COVERED, EMPTY, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG
from solver_bot.vision.arrays import Floats

_DIGITS = range(1, 9)
_STATES = (*_DIGITS, EMPTY, COVERED, FLAG, QUESTION, MINE, EXPLODED, WRONG_FLAG)
_MAY_BE_ALIKE = (
    {MINE, EXPLODED},
    {MINE, WRONG_FLAG},
    {EXPLODED, WRONG_FLAG},
)
"""States that some programs show alike."""
_LEAST, _LEAST_OF_DIGITS, _LEAST_OF_GROUNDS = 11.0, 6.5, 7.5
"""How far apart two states must be: any two, two digits, and covered and empty cells. Chosen by
looking at 48 of the least legible of 1,200 looks: below these a person takes some flags for covered
cells."""
_ROUGH = 0.5
"""By how many deviations of a blank cell a sign must differ more: on a texture a faint one is lost.
"""
_GRAIN = 0.39
"""The lightness, in CIELAB, of a grey level."""
_SHARE, _FEWEST = 0.012, 4
"""The share of a cell's pixels that tells two states apart, and the number of them at least."""
_HUES = 0.5
"""How much hues count beside lightness: fine strokes show them less."""
_BLUR, _LEAST_BLUR = 0.035, 0.6
"""What the eye can't resolve: the deviation of a blur, as a share of the cell and in pixels."""


def is_legible(look: Look, width: float, height: float) -> bool:
    """Whether a person tells all states apart in cells of this size in pixels."""
    size = max(4, round(width)), max(4, round(height))
    all_asked = look.signs.get(QUESTION) is look.signs.get(COVERED)
    states = [state for state in _STATES if state != QUESTION or not all_asked]
    seen = {state: _as_seen(cell_picture(look, state, *size)) for state in states}
    rough = {
        state: _roughness(look, face_picture(look, state, *size)) for state in (EMPTY, COVERED)
    }
    return all(
        _apart(seen[one], seen[other]) >= _least(one, other, rough)
        for one, other in combinations(states, 2)
        if {one, other} not in _MAY_BE_ALIKE
    )


def _least(one: int, other: int, rough: Mapping[int, float]) -> float:
    if {one, other} == {EMPTY, COVERED}:
        return _LEAST_OF_GROUNDS
    if one in _DIGITS and other in _DIGITS:
        return _LEAST_OF_DIGITS
    return _LEAST + _ROUGH * max(rough.get(one, 0.0), rough.get(other, 0.0))


def _roughness(look: Look, face: Floats) -> float:
    """How much a face differs within its middle, together with what lies over the board."""
    blank = _as_seen(face)
    height, width = blank.shape[:2]
    middle = blank[height // 4 : -(height // 4), width // 4 : -(width // 4)]
    over = look.overlay[1] if look.overlay and look.overlay[0] == "grain" else 0.0
    return float(np.sqrt(middle.var((0, 1)).sum())) + _GRAIN * over


def _as_seen(cell: Floats) -> Floats:
    """The cell in CIELAB, without what the eye can't resolve."""
    lab = cv2.cvtColor((cell / 255).astype(np.float32), cv2.COLOR_BGR2LAB)
    weighted = np.asarray(lab * (1, _HUES, _HUES), np.float32)
    blur = max(_LEAST_BLUR, _BLUR * min(cell.shape[:2]))
    return np.asarray(cv2.GaussianBlur(weighted, (0, 0), blur), np.float32)


def _apart(one: Floats, other: Floats) -> float:
    """How far apart the pixels are that differ most."""
    far = np.sqrt(((one - other) ** 2).sum(-1)).ravel()
    count = max(_FEWEST, round(_SHARE * far.size))
    return float(np.partition(far, -count)[-count:].mean())
