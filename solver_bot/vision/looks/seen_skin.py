"""A skin made from what was seen of it: it knows the cell states met so far, and can grow."""

from __future__ import annotations

import numpy as np

from solver_bot.board import UNREADABLE
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.cut import tile_of
from solver_bot.vision.looks.kinds import Kinds
from solver_bot.vision.skin import Look, Program, Skin, Template

NAME = "unseen"
NOBODY_KNOWS = Program(title="A skin never seen before", source="the picture itself")
_LARGEST = 128


def seen_skin(picture: Picture, lattice: Lattice, kinds: Kinds, codes: bytes) -> Skin:
    """A skin whose templates are the kinds of tiles found, each under the code it was read as.

    ``codes`` has one code for each kind; unreadable kinds give no template.
    """
    look = Look(templates=tuple(_templates(picture, lattice, kinds, codes)), frame={})
    return Skin(NAME, look, NOBODY_KNOWS, known=False)


def _templates(picture: Picture, lattice: Lattice, kinds: Kinds, codes: bytes) -> list[Template]:
    """The commonest kind of each code as its usual variant, the others as further ones."""
    size = min(_LARGEST, max(4, round(min(lattice.cell_width, lattice.cell_height))))
    order = kinds.of.ravel()
    seen: dict[int, int] = {}
    templates = []
    for kind in np.argsort(-kinds.counts, kind="stable").tolist():
        code = codes[kind]
        if code == UNREADABLE:
            continue
        variant = _letters(seen.get(code, 0))
        seen[code] = seen.get(code, 0) + 1
        cell = int((order == kind).argmax())
        templates.append(Template(code, variant, tile_of(picture, lattice, cell, size)))
    return templates


def _letters(number: int) -> str:
    """A name for the number-th look of a state: none for the first, then b, c, ..., z, ba, ..."""
    name = ""
    while number:
        number, letter = divmod(number, 26)
        name = chr(ord("a") + letter) + name
    return name
