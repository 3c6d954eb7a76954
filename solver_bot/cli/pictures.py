"""Pictures as arguments: the files that they name, and the boards in each file."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver_bot.board import Board
from solver_bot.cli.report import Report, report_boards

if TYPE_CHECKING:
    from solver_bot.vision.arrays import Picture
    from solver_bot.vision.extract import Extraction
    from solver_bot.vision.reader import SkinChoice

PICTURES = click.argument(
    "pictures",
    nargs=-1,
    # An unreadable file is reported in its turn, so that the other files are still processed.
    type=click.Path(path_type=Path, readable=False, allow_dash=True),
    metavar="PICTURE...",
)
STANDARD = Path("-")
"""Standard input, or standard output."""
MOST_BYTES = 400_000_000
"""The most bytes taken from standard input. The largest picture that can be read has fewer."""


def picture_files(pictures: Iterable[Path], report: Report) -> Iterator[Path]:
    """Every named picture file once, and every picture file in the named folders.

    Folders that can't be opened or hold no pictures are reported.
    """
    seen: set[Path] = set()
    for path in pictures:
        try:
            files = _inside(path) if path != STANDARD and path.is_dir() else [path]
        except OSError as error:
            report.unread(path, f"{path} can't be opened: {error.strerror}.")
            continue
        if not files:
            report.unread(path, f"The folder {path} holds no pictures.")
        for file in files:
            place = file if file == STANDARD else true_place(file)
            if place not in seen:
                seen.add(place)
                yield file


def _inside(folder: Path) -> list[Path]:
    """The picture files in a folder, without the pictures that ``annotate`` has marked."""
    from solver_bot.vision.picture import SUFFIXES

    return [
        file
        for file in sorted(folder.iterdir())
        if file.suffix.lower() in SUFFIXES and not file.stem.endswith(".marked") and file.is_file()
    ]


def true_place(path: Path) -> Path:
    """The file that a path leads to. Unlike ``Path.resolve``, it accepts circular links."""
    return Path(os.path.realpath(path))


def read_file(
    path: Path, skins: SkinChoice, report: Report
) -> tuple[Picture | None, list[Extraction]]:
    """The picture in a file and the boards in it. Problems are added to the report."""
    from solver_bot.vision.picture import PictureError, load_picture

    try:
        picture = _picture_piped() if path == STANDARD else load_picture(path)
    except PictureError as error:
        report.unread(path, str(error))
        return None, []
    return picture, read_picture(picture, place_of(path), skins, report)


def read_picture(
    picture: Picture, place: str, skins: SkinChoice, report: Report
) -> list[Extraction]:
    """The boards in a picture. Problems are added to the report; ``place`` is the picture there."""
    found = boards_in(picture, skins)
    report_boards(found, place, skins, report)
    return found


def place_of(path: Path) -> str:
    """Where a board was found, in words."""
    return "on standard input" if path == STANDARD else f"in {path}"


def _picture_piped() -> Picture:
    from solver_bot.vision.picture import PictureError, decode_picture

    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    if not data:
        raise PictureError("There is no picture on standard input.")
    if len(data) > MOST_BYTES:
        raise PictureError("Standard input is larger than any picture that can be read.")
    return decode_picture(data, "Standard input")


def boards_in(picture: Picture, skins: SkinChoice) -> list[Extraction]:
    """The boards in a picture."""
    from solver_bot.vision.reader import read_picture

    return read_picture(picture, skins, can_be)


def can_be(board: Board) -> bool:
    """Whether a real game can show a board."""
    return _solver()(board)


@lru_cache(maxsize=1)
def _solver() -> Callable[[Board], bool]:
    """The function that tells whether a board is possible. Loaded when a board first needs it."""
    from solver_bot.solve.odds import possible

    return possible
