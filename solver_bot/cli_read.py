"""``read``: pictures and the screen to boards, and what is wrong with them in words."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver_bot.board import UNREADABLE, Board, board_text, boards_text
from solver_bot.cli_options import (
    BAD_BOARD,
    DONE,
    JSON,
    MONITOR,
    NO_BOARD,
    REGION,
    SKIN,
    WRONG_USE,
    known_skins,
    screen_part,
    solver,
    wait_for,
)
from solver_bot.cli_streams import heard
from solver_bot.facts import board_facts

if TYPE_CHECKING:
    from solver_bot.vision.extract import Extraction
    from solver_bot.vision.lattice import Picture
    from solver_bot.vision.skin import Skin

PICTURES = click.argument(
    "pictures",
    nargs=-1,
    # What can't be read is reported when its turn comes, so that the others are still done.
    type=click.Path(path_type=Path, readable=False, allow_dash=True),
    metavar="PICTURE...",
)
STANDARD = Path("-")
"""Standard input, or standard output."""
MOST_BYTES = 400_000_000
"""More than the largest picture takes that is read; so much is taken from standard input."""


@dataclass(slots=True)
class Report:
    """What went wrong so far, said as it happens; the exit code is the gravest of it."""

    code: int = DONE
    errors: list[dict[str, str]] = field(default_factory=list)

    def problem(self, code: int, sentence: str) -> None:
        self.code = max(self.code, code)
        click.echo(sentence, err=True)

    def unread(self, path: Path, sentence: str) -> None:
        """A file that could not be read."""
        self.errors.append({"picture": str(path), "reason": sentence})
        self.problem(WRONG_USE, sentence)

    def answer(self, boards: Sequence[dict[str, Any]]) -> str:
        """What ``--json`` prints."""
        errors = {"errors": self.errors} if self.errors else {}
        return json.dumps({"boards": boards, **errors})


@click.command()
@PICTURES
@click.option("--screen", is_flag=True, help="Read the screen instead of pictures.")
@MONITOR
@REGION
@SKIN
@JSON
def read(
    pictures: tuple[Path, ...],
    screen: bool,
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    skin_name: str | None,
    as_json: bool,
) -> None:
    """Print the boards found in pictures, or on the screen, as text.

    PICTURES are files or folders of them, or - for standard input; the text notation is described
    in the README.
    """
    if screen == bool(pictures):
        raise click.UsageError("Name the pictures to read, or use --screen.")
    if (monitor or region) and not screen:
        raise click.UsageError("--monitor and --region go with --screen.")
    report = Report()
    skins = known_skins(skin_name)
    files = [Path("the screen")] if screen else list(picture_files(pictures, report))
    boards: list[dict[str, Any]] = []
    for path in files:
        if not heard():
            break
        if screen:
            found = _read_screen(monitor, region, skins, report, any_skin=skin_name is None)
        else:
            _, found = read_file(path, skins, report, any_skin=skin_name is None)
        if found and not as_json:
            seen = [extraction.board for extraction in found]
            several = len(files) > 1
            text = _numbered(seen, path, len(boards)) if several else boards_text(seen)
            click.echo(text, nl=False)
        boards += [board_facts(path, extraction) for extraction in found]
    if as_json:
        click.echo(report.answer(boards))
    sys.exit(report.code)


def _numbered(boards: Iterable[Board], path: Path, before: int) -> str:
    """The boards of one picture among several, numbered on from those of the pictures before."""
    return "".join(
        f"; board {number}\n; picture: {path}\n{board_text(board)}\n"
        for number, board in enumerate(boards, before + 1)
    )


def picture_files(pictures: Iterable[Path], report: Report) -> Iterator[Path]:
    """Every picture file named, once, folders opened; what can't be opened is reported."""
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
    """The picture files of a folder; marked pictures are passed over."""
    from solver_bot.vision.picture import SUFFIXES

    return [
        file
        for file in sorted(folder.iterdir())
        if file.suffix.lower() in SUFFIXES and not file.stem.endswith(".marked") and file.is_file()
    ]


def true_place(path: Path) -> Path:
    """The file that a path leads to. Unlike ``Path.resolve``, bears links that lead in a circle."""
    return Path(os.path.realpath(path))


def read_file(
    path: Path, skins: Sequence[Skin], report: Report, any_skin: bool
) -> tuple[Picture | None, list[Extraction]]:
    """A picture file and the boards in it; whatever is wrong with it goes into the report."""
    from solver_bot.vision.picture import PictureError, load_picture

    try:
        picture = _picture_piped() if path == STANDARD else load_picture(path)
    except PictureError as error:
        report.unread(path, str(error))
        return None, []
    found = _read_boards(picture, skins, any_skin)
    _judge_all(found, place_of(path), skins, report)
    return picture, found


def place_of(path: Path) -> str:
    """Where a board was found, in words."""
    return "on standard input" if path == STANDARD else f"in {path}"


def _picture_piped() -> Picture:
    from solver_bot.vision.picture import PictureError, decode_picture

    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    if not data:
        raise PictureError("There is no picture on standard input.")
    if len(data) > MOST_BYTES:
        raise PictureError("Standard input is larger than any picture that is read.")
    return decode_picture(data, "Standard input")


def _read_screen(
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    skins: Sequence[Skin],
    report: Report,
    any_skin: bool,
) -> list[Extraction]:
    """The boards on the screen; whatever is wrong with them goes into the report."""
    with screen_part(monitor, region) as (screen, wanted):
        found = _read_boards(screen.grab(wanted), skins, any_skin)
    _judge_all(found, "on the screen", skins, report)
    return found


def _read_boards(picture: Picture, skins: Sequence[Skin], any_skin: bool) -> list[Extraction]:
    """The boards in a picture: in these skins, and where any will do, in one never seen before."""
    from solver_bot.vision.learned import named, read_everything

    if not any_skin:
        from solver_bot.vision.extract import read as read_known

        if not skins[0].learned:
            return read_known(picture, skins)
        return [named(found, skins[0]) for found in read_everything(picture, skins, _can_be)]
    return read_everything(picture, skins, _can_be)


def _can_be(board: Board) -> bool:
    return _solver()(board)


@lru_cache(maxsize=1)
def _solver() -> Callable[[Board], bool]:
    """What says whether a board can be; loaded once a picture asks for it."""
    from solver_bot.solve.compiling import ODDS
    from solver_bot.solve.odds import possible

    wait_for(solver(ODDS), ODDS)
    return possible


def _judge_all(
    found: Sequence[Extraction], where: str, skins: Sequence[Skin], report: Report
) -> None:
    if not found:
        names = ", ".join(skin.name for skin in skins)
        report.problem(
            NO_BOARD,
            f"No Minesweeper board was found {where}. It is read in these skins: {names}; in "
            "any other once a few numbers are open and nothing is in front of it.",
        )
    for number, extraction in enumerate(found, 1):
        which = f"The board {where}" if len(found) == 1 else f"Board {number} {where}"
        _judge(extraction, which, report)
        if extraction.skin.name == "unseen":
            click.echo(
                f"{which} is drawn in a skin that is not known; it was read by its shapes, "
                f"{extraction.confidence:.0%} sure.",
                err=True,
            )


def _judge(extraction: Extraction, which: str, report: Report) -> None:
    if extraction.cut:
        report.problem(
            BAD_BOARD,
            f"{which} seems cut off at its {_sides(extraction.cut)}: the frame is not seen there. "
            "What may lie beyond is shown as ~; show the whole board.",
        )
        return
    unread = extraction.board.count({UNREADABLE})
    if unread:
        cells = "1 cell" if unread == 1 else f"{unread} cells"
        report.problem(
            BAD_BOARD,
            f"{which} has {cells} that can't be read, shown as ~. Is something in front of it?",
        )


def _sides(cut: Sequence[str]) -> str:
    if len(cut) == 1:
        return f"{cut[0]} side"
    return f"{', '.join(cut[:-1])} and {cut[-1]} sides"
