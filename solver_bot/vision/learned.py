"""Skins that were learned from what was seen: where they are kept, and how far they are believed.

A learned skin may lack states, and whoever made it may have been mistaken. So it never reads a
board alone: it names a board, and it fills in what shapes and rules leave open. What these read
is never overruled by it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from solver_bot.board import COVERED, FLAG, NUMBERS, UNREADABLE, Board
from solver_bot.vision.extract import Extraction
from solver_bot.vision.lattice import Lattice, Picture, scaled
from solver_bot.vision.skin import STATES, Skin, SkinError, Template
from solver_bot.vision.skin_files import load_skin
from solver_bot.vision.unseen.compare import apart_from
from solver_bot.vision.unseen.fresh import grids
from solver_bot.vision.unseen.glyph import SIDE, SIGNS, glyphs, likelihoods
from solver_bot.vision.unseen.kinds import ALIKE, SIZE
from solver_bot.vision.unseen.looks import Looks, fits, recognised
from solver_bot.vision.unseen.model import NAME as UNSEEN
from solver_bot.vision.unseen.reader import read_any

Possible = Callable[[Board], bool]
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
"""What a learned skin may be called: it is the name of its folder."""
SURELY = 0.97
"""How sure a shape must be of another sign for a template to be thrown out."""
_FITS = 0.5
"""The share of a board's cells that must look like a skin's for the board to be called its."""


def skins_folder() -> Path:
    """Where learned skins are kept: a folder of the user's own."""
    from platformdirs import user_data_path

    return user_data_path("solver-bot", appauthor=False) / "skins"


def missing_home(folder: Path) -> Path | None:
    """The user's home folder, where ``folder`` is to be in it and it does not exist."""
    home = Path.home()
    return home if folder.is_relative_to(home) and not home.exists() else None


def learned_skins(folder: Path | None = None) -> tuple[tuple[Skin, ...], tuple[str, ...]]:
    """The learned skins by name, and a sentence for each that can't be used."""
    places = (folder or skins_folder()).glob("*/skin.toml")
    skins, problems = [], []
    for place in sorted(path.parent for path in places if NAME.fullmatch(path.parent.name)):
        try:
            skins.append(trusted(load_skin(place)))
        except (SkinError, OSError) as error:
            problems.append(f"The skin {place.name} can't be used: {error}. It is in {place}.")
    return tuple(skins), tuple(problems)


def trusted(skin: Skin) -> Skin:
    """The skin as a learned one, without templates that can't be what they are called.

    That is where the shape drawn on one is surely another sign, or where two templates look the
    same and are called differently.

    Raises:
        SkinError: so little is left that it is of no use.

    """
    templates = [
        t
        for t, bad in zip(skin.look.templates, _mistaken(skin.look.templates), strict=True)
        if not bad
    ]
    tiles = _tiles(templates)
    codes = np.array([t.code for t in templates])
    if templates:
        alike = (apart_from(tiles, tiles) <= ALIKE) & (codes[:, None] != codes[None])
        templates = [t for t, bad in zip(templates, alike.any(axis=1), strict=True) if not bad]
    if COVERED not in {t.code for t in templates}:
        raise SkinError("it does not say what a covered cell looks like")
    return replace(skin, look=replace(skin.look, templates=tuple(templates)), learned=True)


def _mistaken(templates: Sequence[Template]) -> list[bool]:
    """Whether each template shows surely another sign than its name says."""
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


def _tiles(templates: Sequence[Template]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    brought = [scaled(t.picture, SIZE, SIZE).reshape(-1) for t in templates]
    return np.array(brought, np.float32).reshape(len(templates), SIZE * SIZE * 3)


@lru_cache(maxsize=32)
def looks_of(skin: Skin) -> Looks:
    """A skin's templates as what is known of its tiles."""
    codes = np.array([t.code for t in skin.look.templates], np.uint8)
    return Looks(_tiles(skin.look.templates), codes)


def missing_states(skin: Skin) -> list[str]:
    """The names of the states that a skin has no template of."""
    known = {t.code for t in skin.look.templates}
    return [name for name, code in STATES.items() if code not in known]


def read_everything(
    picture: Picture, skins: Sequence[Skin], possible: Possible
) -> list[Extraction]:
    """Every board in a picture in reading order: as ``read_any``, then with learned skins.

    ``skins`` may hold both kinds. Boards that learned skins only name, or complete, were read by
    their shapes; a new game of a learned skin is read too.
    """
    learned = [skin for skin in skins if skin.learned]
    found = read_any(picture, [skin for skin in skins if not skin.learned], possible)
    if not learned:
        return found
    found = [_named(picture, one, learned, possible) for one in found]
    found += fresh_boards(picture, learned, [one.lattice for one in found])
    return sorted(found, key=lambda e: (e.lattice.top, e.lattice.left))


def named(found: Extraction, skin: Skin) -> Extraction:
    """A board read by its shapes as one of this skin, as whoever looks at it says."""
    board = found.board
    if found.cut or found.skin.name != UNSEEN:
        return found
    mines = skin.program.mines(board.width, board.height)
    return replace(found, board=Board(board.width, board.height, board.cells, mines), skin=skin)


def fresh_boards(
    picture: Picture, learned: Sequence[Skin], taken: Sequence[Lattice] = ()
) -> list[Extraction]:
    """New games of learned skins: grids of just their covered cells."""
    boards = []
    for grid in grids(picture, taken):
        lattice = grid.lattice
        for skin in learned:
            codes = recognised(picture, lattice, looks_of(skin))
            if (codes == COVERED).all():
                mines = skin.program.mines(lattice.columns, lattice.rows)
                board = Board.covered(lattice.columns, lattice.rows, mines)
                boards.append(Extraction(board, lattice, skin, 1.0))
                break
    return boards


def fitting(picture: Picture, found: Extraction, learned: Collection[Skin]) -> Skin | None:
    """The learned skin that a board is drawn in: the one that knows most of its cells.

    A skin that takes a single cell for something else than its shape says is none of them.
    """
    best, most = None, _FITS * len(found.board.cells)
    seen = np.frombuffer(found.board.cells, np.uint8)
    for skin in learned:
        codes = recognised(picture, found.lattice, looks_of(skin)).ravel()
        both = (codes != UNREADABLE) & (seen != UNREADABLE)
        agreed = int((codes == seen)[both].sum())
        if agreed == both.sum() and agreed >= most:
            best, most = skin, agreed
    return best


def _named(
    picture: Picture, found: Extraction, learned: Sequence[Skin], possible: Possible
) -> Extraction:
    """A board read by its shapes, named and completed by the learned skin that fits it."""
    if found.skin.name != UNSEEN or found.cut:
        return found
    skin = fitting(picture, found, learned)
    if skin is None:
        return found
    found = named(found, skin)
    board = found.board
    cells = np.frombuffer(board.cells, np.uint8)
    codes = recognised(picture, found.lattice, looks_of(skin)).ravel()
    filled = np.where(cells == UNREADABLE, codes, cells).astype(np.uint8)
    if not fits(filled.reshape(board.height, board.width), possible):
        filled = cells
    whole = Board(board.width, board.height, filled.tobytes(), board.mines)
    return replace(found, board=whole)
