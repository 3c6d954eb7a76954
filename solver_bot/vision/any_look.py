"""Boards in any look: those that the nets see, and those read by their shapes with learned skins.

A learned skin never reads a board alone. It names a board that was read by its shapes, and fills in
the cells that shapes and rules leave unreadable. It never overrules them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from solver_bot.board import COVERED, UNREADABLE, Board, Possible
from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.agreement import MUCH, agreed
from solver_bot.vision.boards.answer import Answer
from solver_bot.vision.boards.new_games import is_new_game
from solver_bot.vision.boards.reader import extraction, seen_in
from solver_bot.vision.boards.sure import flags_stand_apart, is_sure
from solver_bot.vision.extract import Extraction
from solver_bot.vision.lattice import Lattice, in_reading_order
from solver_bot.vision.locate import Candidates
from solver_bot.vision.skin import Skin
from solver_bot.vision.unseen.drawing import WHOLE, tile_with_middle
from solver_bot.vision.unseen.fresh import grids
from solver_bot.vision.unseen.known import is_doubtful, joined
from solver_bot.vision.unseen.known_marks import with_known_marks
from solver_bot.vision.unseen.looks import Looks, fits, recognised
from solver_bot.vision.unseen.reader import read_any, read_placed

_CLEAR = 0.02
"""The largest share of unread cells of a board that the nets read alone."""
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
    sure = [one for one in seen if is_sure(one)]
    if not (sure or settled or any(is_new_game(picture, one) for one in seen)):
        return _by_both(picture, (*shipped, *learned), possible, seen, candidates)
    boards = [_with_shapes(picture, one, possible, candidates) for one in sure]
    boards = joined(picture, known, boards, shipped)
    boards = [with_known_marks(picture, one, shipped) for one in boards]
    return _with_learned(picture, boards, learned, possible)


def _is_whole(answer: Answer) -> bool:
    return not answer.cut and float((answer.codes == UNREADABLE).mean()) <= _CLEAR


def _with_shapes(
    picture: Picture, one: Answer, possible: Possible, candidates: Candidates
) -> Extraction:
    """A board that the nets have seen, with a second opinion where it leaves something in doubt."""
    found = None if _is_whole(one) else _by_shapes(picture, one, possible, candidates)
    both = agreed(picture, found, one) if found else None
    return both if both and _is_likely(both) else extraction(picture, one)


def _by_shapes(
    picture: Picture, one: Answer, possible: Possible, candidates: Candidates
) -> Extraction | None:
    """The same board by its shapes: on its lattice or, where much is unread, wherever they see it.

    Cells drawn as pictures are read by their shapes on a lattice of their own alone.
    """
    found = read_placed(picture, one.lattice, possible, candidates)
    if found or float((one.codes == UNREADABLE).mean()) <= MUCH:
        return found
    boards = read_any(picture, (), possible, candidates)
    return next((other for other in boards if other.lattice.overlaps(one.lattice)), None)


def _by_both(
    picture: Picture,
    skins: Sequence[Skin],
    possible: Possible,
    seen: Sequence[Answer],
    candidates: Candidates,
) -> list[Extraction]:
    """The boards read by their shapes, joined with what the nets have seen."""
    found = read_everything(picture, skins, possible, candidates)
    left = (_agreed(picture, one, seen) for one in found)
    both = [one for one in left if one]
    sure = [extraction(picture, one) for one in seen if is_sure(one)]
    new = [one for one in sure if not any(k.lattice.overlaps(one.lattice) for k in both)]
    return in_reading_order(one for one in [*both, *new] if _is_likely(one))


def _agreed(picture: Picture, one: Extraction, seen: Sequence[Answer]) -> Extraction | None:
    """A board without what the nets contradict in its place; None if that is too much."""
    other = next((other for other in seen if other.lattice.overlaps(one.lattice)), None)
    return one if one.skin.known or other is None else agreed(picture, one, other)


def _is_likely(one: Extraction) -> bool:
    codes = np.frombuffer(one.board.cells, np.uint8).reshape(one.board.height, one.board.width)
    return one.skin.known or flags_stand_apart(codes)


@lru_cache(maxsize=32)
def looks_of(skin: Skin) -> Looks:
    """A skin's templates in the form that reading by shapes uses."""
    codes = np.array([t.code for t in skin.look.templates], np.uint8)
    tiles = [tile_with_middle(t.picture) for t in skin.look.templates]
    return Looks(np.array(tiles, np.float32).reshape(len(codes), 2 * WHOLE), codes)


def read_everything(
    picture: Picture,
    skins: Sequence[Skin],
    possible: Possible,
    candidates: Candidates | None = None,
) -> list[Extraction]:
    """Every board in a picture, in shipped, learned and unknown skins, in reading order.

    ``read_any`` finds and reads the boards. Learned skins name and complete the boards that it read
    by their shapes, and find new games, in which all cells are covered.
    """
    learned = [skin for skin in skins if skin.learned]
    found = read_any(picture, [skin for skin in skins if not skin.learned], possible, candidates)
    return _with_learned(picture, found, learned, possible)


def _with_learned(
    picture: Picture, found: Sequence[Extraction], learned: Sequence[Skin], possible: Possible
) -> list[Extraction]:
    """The boards, named and completed by learned skins, and new games in these."""
    boards = [_named(picture, one, learned, possible) for one in found] if learned else [*found]
    if learned:
        boards += fresh_boards(picture, learned, [one.lattice for one in boards])
    return in_reading_order(boards)


def named(found: Extraction, skin: Skin) -> Extraction:
    """A board that was read by its shapes, with this skin as its skin."""
    board = found.board
    if found.cut or found.skin.known:
        return found
    mines = skin.program.mines(board.width, board.height)
    return replace(found, board=Board(board.width, board.height, board.cells, mines), skin=skin)


def fresh_boards(
    picture: Picture, learned: Sequence[Skin], taken: Sequence[Lattice] = ()
) -> list[Extraction]:
    """New games in learned skins: uniform grids of their covered cells."""
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
    """The learned skin that a board is drawn in; None if there is none.

    It is the skin that recognises most of the board's cells. A skin that contradicts the reading by
    shapes in a single cell is excluded.
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
    """A board that was read by its shapes, named and completed by the learned skin that fits."""
    if found.skin.known or found.cut:
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
