"""solver-bot: a Minesweeper bot that reads the screen, marks what is certain and says why.

Three functions are for other programs: ``read``, ``advise`` and ``annotate``. Everything else may
change from version to version. Importing this package loads nothing outside the standard library;
each function loads what it needs when it is called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver_bot.board import Board
    from solver_bot.solve.advice import Advice
    from solver_bot.vision.arrays import Picture
    from solver_bot.vision.extract import Extraction
    from solver_bot.vision.source import Source

__version__ = "0.1.0"
__all__ = ["advise", "annotate", "read"]


def read(picture: Source, mines: int | None = None) -> list[Extraction]:
    """The Minesweeper boards in a picture, in reading order.

    Args:
        picture: a file's path, a Pillow image, or pixels of the shape (height, width, 3) in the
            order blue, green, red, as OpenCV has them.
        mines: the mine total, if it is known. Without it, the total is known where the program's
            levels fix it.

    Returns:
        For each board: ``board``, with its cells in ``board.cells`` and as text in ``str(board)``;
        ``lattice``, which says where its cells are; ``skin``; ``confidence``, 0 to 1; and ``cut``,
        the sides where it may go on unseen. Cells that can't be read are ``~`` in the text.

    Raises:
        PictureError: the picture can't be read.
        BoardError: a board can't hold so many mines.

    """
    from dataclasses import replace

    from solver_bot.solve.odds import possible
    from solver_bot.vision.learned import learned_skins
    from solver_bot.vision.reader import SkinChoice, read_picture
    from solver_bot.vision.skin_files import shipped_skins
    from solver_bot.vision.source import pixels

    skins = SkinChoice.of((*shipped_skins(), *learned_skins()[0]), unknown=True)
    found = read_picture(pixels(picture), skins, possible)
    if mines is None:
        return found
    return [replace(one, board=replace(one.board, mines=mines)) for one in found]


def advise(board: Board | str, mines: int | None = None) -> Advice:
    """What is known about a board: the certain cells and, if none of them is safe, the best guess.

    Args:
        board: a board from ``read``, or a text in the text notation.
        mines: the mine total, instead of the board's own.

    Returns:
        ``safe`` and ``mines``, tuples of cells, counted from 0 row by row; ``guess``, with ``cell``
        and ``odds``, or None; ``odds`` of every cell, 0 to 1, None where they are not known;
        ``outcome``; and ``contradiction``, which is None if the board is possible.

    Raises:
        BoardError: the text is no board, or the board can't hold so many mines.

    """
    from dataclasses import replace

    from solver_bot.board import parse_board
    from solver_bot.solve.advice import advise as advice_for

    known = parse_board(board) if isinstance(board, str) else board
    return advice_for(known if mines is None else replace(known, mines=mines))


def annotate(picture: Source, odds: bool = False, mines: int | None = None) -> Picture:
    """A copy of a picture with the advice for every board in it, as ``solver-bot annotate`` draws.

    The copy is larger than the picture by a legend, and by the numbers of rows and columns where
    there is no room for them. Without a board or a mark it is just a copy.

    Args:
        picture: as in ``read``.
        odds: also write the odds of every cell that is not certain.
        mines: as in ``read``.

    Returns:
        Pixels of the shape (height, width, 3) in the order blue, green, red.

    Raises:
        PictureError: the picture can't be read.
        BoardError: a board can't hold so many mines.

    """
    from solver_bot.marking import Advised, annotated
    from solver_bot.solve.advice import advise as advice_for
    from solver_bot.vision.source import pixels

    shown = pixels(picture)
    boards = [
        Advised(one.board, one.lattice, advice_for(one.board, start=one.skin.program.start))
        for one in read(shown, mines)
    ]
    return annotated(shown, boards, odds)
