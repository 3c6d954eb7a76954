"""What is read in a picture in any look, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from solver_bot.solve.odds import possible
from solver_bot.vision.arrays import Picture
from solver_bot.vision.extract import Extraction
from solver_bot.vision.reader import SkinChoice, read_picture
from solver_bot.vision.skin import Skin


def boards_in(picture: Picture, skins: Sequence[Skin] = ()) -> list[Extraction]:
    """All boards, in these skins and in unknown ones."""
    return read_picture(picture, SkinChoice.of(skins, unknown=True), possible)
