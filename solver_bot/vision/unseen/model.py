"""A skin made from what was seen of it: it knows the cell states met so far, and can grow."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solver_bot.board import UNREADABLE, StartRule
from solver_bot.vision.lattice import Lattice, Picture
from solver_bot.vision.skin import PATIENCE_MS, SETTLE_MS, Skin, Template
from solver_bot.vision.unseen.kinds import Kinds, tile_of

NAME = "unseen"
_LARGEST = 128


def seen_skin(picture: Picture, lattice: Lattice, kinds: Kinds, codes: bytes) -> Skin:
    """A skin whose templates are the kinds of tiles found, each under the code it was read as.

    ``codes`` has one code for each kind; unreadable kinds give no template.
    """
    return Skin(
        name=NAME,
        title="A skin never seen before",
        source="the picture itself",
        licence="",
        start=StartRule.NONE,
        new_game="",
        dismiss="",
        confirm="",
        settle=SETTLE_MS / 1000,
        patience=PATIENCE_MS / 1000,
        translucency=0.0,
        fixed_totals=False,
        levels=(),
        frame={},
        templates=tuple(_templates(picture, lattice, kinds, codes)),
    )


def grown(skin: Skin, other: Skin) -> Skin:
    """The skin with what another look at the same board showed besides."""
    looks = {(t.code, t.picture.tobytes()) for t in skin.templates}
    new = [t for t in other.templates if (t.code, t.picture.tobytes()) not in looks]
    known = {t.code for t in skin.templates}
    first = [replace(t, look=t.look if t.code in known else "") for t in new]
    return replace(skin, templates=(*skin.templates, *first))


def _templates(picture: Picture, lattice: Lattice, kinds: Kinds, codes: bytes) -> list[Template]:
    """The commonest kind of each code as its plain look, the others as further looks."""
    size = min(_LARGEST, max(4, round(min(lattice.cell_width, lattice.cell_height))))
    order = kinds.of.ravel()
    seen: dict[int, int] = {}
    templates = []
    for kind in np.argsort(-kinds.counts, kind="stable").tolist():
        code = codes[kind]
        if code == UNREADABLE:
            continue
        look = _letters(seen.get(code, 0))
        seen[code] = seen.get(code, 0) + 1
        cell = int((order == kind).argmax())
        templates.append(Template(code, look, tile_of(picture, lattice, cell, size)))
    return templates


def _letters(number: int) -> str:
    """A name for the number-th look of a state: none for the first, then b, c, ..., z, ba, ..."""
    name = ""
    while number:
        number, letter = divmod(number, 26)
        name = chr(ord("a") + letter) + name
    return name
