"""Numbers that are painted on textures are told by their inks."""

from __future__ import annotations

import numpy as np

from solver_bot.vision.unseen.glyph import SIDE
from solver_bot.vision.unseen.ink import _inks


def test_tiles_of_few_colours_have_few_inks() -> None:
    tiles = np.full((3, SIDE, SIDE, 3), 200, np.float32)
    tiles[1, 8:16, 8:16] = 20
    assert len(list(_inks(tiles))) < 3
