"""Which templates of a learned skin are trusted.

A learned skin may lack states, and its templates may have been given wrong names. A template that
can't show the state in its name is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, sqrt

import numpy as np

from solver_bot.board import COVERED, EMPTY, FLAG, NUMBERS
from solver_bot.vision.arrays import Floats
from solver_bot.vision.boards.nets import look
from solver_bot.vision.lattice import Lattice, scaled
from solver_bot.vision.looks.compare import apart_from
from solver_bot.vision.looks.cut import SIZE
from solver_bot.vision.looks.kinds import ALIKE
from solver_bot.vision.skin import Skin, SkinError, Template

SURELY = 0.97
"""How probable another number must be for a template to be left out."""
_SIDE = 24
"""Pixels of a cell at which templates are shown to the nets."""


def trusted(skin: Skin) -> Skin:
    """The skin as a learned one, without templates that can't show the state in their name.

    A template is left out if the nets surely see another number, or if a template of another state
    looks the same.

    Raises:
        SkinError: no template of a covered cell is left.

    """
    templates = [
        t
        for t, bad in zip(skin.look.templates, _mistaken(skin.look.templates), strict=True)
        if not bad
    ]
    tiles = template_tiles(templates)
    codes = np.array([t.code for t in templates])
    if templates:
        alike = (apart_from(tiles, tiles) <= ALIKE) & (codes[:, None] != codes[None])
        templates = [t for t, bad in zip(templates, alike.any(axis=1), strict=True) if not bad]
    if COVERED not in {t.code for t in templates}:
        raise SkinError("it does not say what a covered cell looks like")
    return replace(skin, look=replace(skin.look, templates=tuple(templates)), learned=True)


def _mistaken(templates: Sequence[Template]) -> list[bool]:
    """Whether each template surely shows something else than its name says.

    The nets see cells among others, so each template is shown with covered cells around it.
    """
    covered = next((t.picture for t in templates if t.code == COVERED), None)
    if covered is None:
        return [False] * len(templates)
    across = ceil(sqrt(len(templates)))
    cells = np.full((2 * across + 1, 2 * across + 1), -1)
    places = [divmod(number, across) for number in range(len(templates))]
    for number, (row, column) in enumerate(places):
        cells[2 * row + 1, 2 * column + 1] = number
    pictures = [
        *(scaled(t.picture, _SIDE, _SIDE) for t in templates),
        scaled(covered, _SIDE, _SIDE),
    ]
    board = np.vstack([np.hstack([pictures[cell] for cell in line]) for line in cells.tolist()])
    picture = np.pad(board, ((_SIDE, _SIDE), (_SIDE, _SIDE), (0, 0)), mode="edge")
    seen = look(picture, Lattice.even(_SIDE, _SIDE, _SIDE, _SIDE, *cells.shape))
    if seen is None:
        return [False] * len(templates)
    likely = np.exp(seen.likely)[1::2, 1::2].reshape(across * across, -1)
    return [_shows_another(t.code, one) for t, one in zip(templates, likely, strict=False)]


def _shows_another(code: int, likely: Floats) -> bool:
    """Whether a template of that code surely shows another number, or no sign where it is one."""
    signed = code in NUMBERS - {EMPTY} or code == FLAG
    if signed and likely[[EMPTY, COVERED]].sum() >= SURELY:
        return True
    numbers = likely[EMPTY + 1 : COVERED]
    return bool(numbers.max() >= SURELY and numbers.argmax() + EMPTY + 1 != code)


def template_tiles(
    templates: Sequence[Template],
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    brought = [scaled(t.picture, SIZE, SIZE).reshape(-1) for t in templates]
    return np.array(brought, np.float32).reshape(len(templates), SIZE * SIZE * 3)
