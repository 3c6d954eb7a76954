"""Boards in any look, as the nets see them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver_bot.board import Possible
from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.answer import Answer
from solver_bot.vision.boards.findings import findings
from solver_bot.vision.extract import Extraction, going_on
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice, in_reading_order
from solver_bot.vision.locate import Candidates
from solver_bot.vision.looks.kinds import sort_tiles
from solver_bot.vision.looks.seen_skin import seen_skin


def seen_in(
    picture: Picture,
    possible: Possible,
    taken: Sequence[Lattice] = (),
    candidates: Candidates | None = None,
) -> list[Answer]:
    """All that the nets see in a picture, sure or not, in reading order, outside places taken."""
    found: list[Answer] = []
    for _ in findings(picture, possible, taken, candidates, found):
        pass
    return in_reading_order(found)


def extraction(picture: Picture, answer: Answer) -> Extraction:
    """A board that the nets see, in a skin made of its own tiles."""
    kinds = sort_tiles(picture, answer.lattice)
    firsts = np.unique(kinds.of, return_index=True)[1]
    codes = answer.codes.ravel()[firsts].tobytes()
    skin = seen_skin(picture, answer.lattice, kinds, codes)
    whole = Extraction(answer.board, answer.lattice, skin, answer.confidence)
    return going_on(whole, tuple(side for side in SIDES if side in answer.cut))
