"""Which templates of a learned skin are trusted.

A learned skin may lack states, and its templates may have been given wrong names. A template that
can't show the state in its name is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from solver_bot.board import COVERED, FLAG, NUMBERS
from solver_bot.vision.lattice import scaled
from solver_bot.vision.skin import Skin, SkinError, Template
from solver_bot.vision.unseen.compare import apart_from
from solver_bot.vision.unseen.cut import SIZE
from solver_bot.vision.unseen.glyph import SIDE, SIGNS, glyphs, likelihoods
from solver_bot.vision.unseen.kinds import ALIKE

SURELY = 0.97
"""How probable another number must be, by its shape, for a template to be left out."""


def trusted(skin: Skin) -> Skin:
    """The skin as a learned one, without templates that can't show the state in their name.

    A template is left out if its shape is surely another number, or if a template of another state
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
    """Whether each template surely shows something else than its name says."""
    if not templates:
        return []
    drawn, _ = glyphs(np.stack([scaled(t.picture, SIDE, SIDE) for t in templates]))
    mistaken = []
    for template, glyph in zip(templates, drawn, strict=True):
        if glyph is None:
            mistaken.append(template.code in NUMBERS - {0} or template.code == FLAG)
            continue
        likely = likelihoods(glyph.shape[None])[0]
        sign = SIGNS[int(likely.argmax())]
        number = 1 <= sign <= 8 and float(likely.max()) >= SURELY
        mistaken.append(number and sign != template.code)
    return mistaken


def template_tiles(
    templates: Sequence[Template],
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    brought = [scaled(t.picture, SIZE, SIZE).reshape(-1) for t in templates]
    return np.array(brought, np.float32).reshape(len(templates), SIZE * SIZE * 3)
