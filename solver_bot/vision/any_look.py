"""Boards in any look: those that the nets see, named and completed by learned skins.

A learned skin never reads a board alone. It names a board that the nets read, and fills in the
cells that these leave unreadable. It never overrules them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product

import numpy as np

from solver_bot.board import COVERED, UNREADABLE, Board, Possible
from solver_bot.vision.arrays import Picture, board_of, codes_of
from solver_bot.vision.boards.new_games import is_new_game
from solver_bot.vision.boards.reader import extraction, seen_in
from solver_bot.vision.boards.sure import is_sure
from solver_bot.vision.extract import Extraction
from solver_bot.vision.known import is_doubtful, joined
from solver_bot.vision.known_marks import with_known_marks
from solver_bot.vision.lattice import Lattice, in_reading_order
from solver_bot.vision.locate import Candidates
from solver_bot.vision.looks.drawing import WHOLE, tile_with_middle, tiles_with_middles
from solver_bot.vision.looks.looks import Looks, fits, recognised
from solver_bot.vision.skin import Skin

_MOVES = (0.0, -0.5, 0.5, -1.0, 1.0)
"""Pixels by which cells are moved to be compared with a learned skin's covered ones."""
_FARTHER, _CLOSER = (-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0), (0.0, -0.5, 0.5)
"""Pixels by which a board is moved that the nets placed otherwise when its skin was learned, and
then those to find the place to half a pixel. Where cells are round, a begun game was up to 2.5
pixels off its place when it was new."""
_SAME = 1.0
"""Grey levels by which cells differ, on average, that need not be compared at other places."""
_PART = 6
"""Lines of the part of a board that is compared at each of these places."""
_FITS = 0.5
"""The least share of a board's cells that a learned skin must recognise to name the board."""


def read_beside(
    picture: Picture,
    known: Sequence[Extraction],
    shipped: Sequence[Skin],
    learned: Sequence[Skin],
    possible: Possible,
    candidates: Candidates,
) -> list[Extraction]:
    """Every board in a picture, in reading order, if those in known skins are not all of it."""
    settled = [one.lattice for one in known if not is_doubtful(one)]
    seen = seen_in(picture, possible, settled, candidates)
    boards = [extraction(picture, one) for one in seen if is_sure(one)]
    boards = joined(picture, known, boards, shipped)
    boards = [with_known_marks(picture, one, shipped) for one in boards]
    if learned:
        boards = [_named(picture, one, learned, possible) for one in boards]
        taken = [one.lattice for one in boards]
        others = [one for one in seen if not any(map(one.lattice.overlaps, taken))]
        new = [one.lattice for one in others if is_new_game(picture, one, named=True)]
        boards += _new_games_at(picture, learned, new)
    return in_reading_order(boards)


@lru_cache(maxsize=32)
def looks_of(skin: Skin) -> Looks:
    """A skin's templates in the form in which tiles are compared."""
    codes = np.array([t.code for t in skin.look.templates], np.uint8)
    tiles = [tile_with_middle(t.picture) for t in skin.look.templates]
    return Looks(np.array(tiles, np.float32).reshape(len(codes), 2 * WHOLE), codes)


def named(found: Extraction, skin: Skin) -> Extraction:
    """A board in an unknown skin, with this skin as its skin."""
    board = found.board
    if found.cut or found.skin.known:
        return found
    mines = skin.program.mines(board.width, board.height)
    return replace(found, board=Board(board.width, board.height, board.cells, mines), skin=skin)


def _new_games_at(
    picture: Picture, learned: Sequence[Skin], places: Iterable[Lattice]
) -> list[Extraction]:
    """New games in learned skins: places where all cells are their covered ones."""
    boards = []
    for place in places:
        for skin in learned:
            if (there := _covered_at(picture, place, looks_of(skin))) is not None:
                mines = skin.program.mines(place.columns, place.rows)
                board = Board.covered(place.columns, place.rows, mines)
                boards.append(Extraction(board, there, skin, 1.0))
                break
    return boards


def _covered_at(picture: Picture, place: Lattice, looks: Looks) -> Lattice | None:
    """Where all cells are covered ones of these looks; None if they are not.

    The nets place a lattice to a fraction of a pixel, and templates are compared to the pixel.
    """
    for right, down in product(_MOVES, repeat=2):
        moved = place.moved(right, down)
        if moved.is_inside(picture) and (recognised(picture, moved, looks) == COVERED).all():
            return moved
    return None


def fitting(picture: Picture, found: Extraction, learned: Collection[Skin]) -> Skin | None:
    """The learned skin that a board is drawn in; None if there is none.

    It is the skin that recognises most of the board's cells. A skin that contradicts what the nets
    read in a single cell is excluded.
    """
    best, most = None, _FITS * len(found.board.cells)
    seen = codes_of(found.board)
    for skin in learned:
        codes = recognised(picture, found.lattice, looks_of(skin))
        both = (codes != UNREADABLE) & (seen != UNREADABLE)
        agreed = int((codes == seen)[both].sum())
        if agreed == both.sum() and agreed >= most:
            best, most = skin, agreed
    return best


def _best_fitting(picture: Picture, found: Extraction, learned: Sequence[Skin]) -> Lattice:
    """The board's lattice, moved to where some of its cells look most like a learned skin's."""
    columns, rows = found.board.width, found.board.height
    left, top = max(0, columns - _PART) // 2, max(0, rows - _PART) // 2
    seen = codes_of(found.board)
    there = seen[top : top + _PART, left : left + _PART]

    def apart(lattice: Lattice) -> float:
        part = lattice.part(left, top, left + there.shape[1], top + there.shape[0])
        if not part.is_inside(picture):
            return float("inf")
        tiles = tiles_with_middles(picture, part)
        return min(looks_of(skin).apart(tiles, there.ravel()) for skin in learned)

    best = found.lattice
    for steps in (_FARTHER, _CLOSER):
        if apart(best) > _SAME:
            best = min((best.moved(*move) for move in product(steps, repeat=2)), key=apart)
    return best


def _named(
    picture: Picture, found: Extraction, learned: Sequence[Skin], possible: Possible
) -> Extraction:
    """A board in an unknown skin, named and completed by the learned skin that fits."""
    if found.skin.known or found.cut:
        return found
    found = replace(found, lattice=_best_fitting(picture, found, learned))
    skin = fitting(picture, found, learned)
    if skin is None:
        return found
    found = named(found, skin)
    cells = codes_of(found.board)
    codes = recognised(picture, found.lattice, looks_of(skin))
    filled = np.where(cells == UNREADABLE, codes, cells).astype(np.uint8)
    if not fits(filled, possible):
        filled = cells
    return replace(found, board=board_of(filled, found.board.mines))
