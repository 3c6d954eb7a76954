"""The command ``read``: prints the boards in pictures or on the screen as text."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver_bot.board import Board, board_text, boards_text
from solver_bot.cli.json_output import board_facts
from solver_bot.cli.many import each, is_many
from solver_bot.cli.options import (
    BACKEND,
    JSON,
    MONITOR,
    REGION,
    SKIN,
    chosen_skins,
    screen_part,
    skins_in_use,
)
from solver_bot.cli.pictures import PICTURES, STANDARD, boards_in, can_be, picture_files, read_file
from solver_bot.cli.report import Report, report_boards
from solver_bot.cli.streams import is_heard
from solver_bot.cli.waiting import solver, wait_for, wait_when_needed

if TYPE_CHECKING:
    from solver_bot.vision.arrays import Picture
    from solver_bot.vision.extract import Extraction
    from solver_bot.vision.reader import SkinChoice


@click.command()
@PICTURES
@click.option("--screen", is_flag=True, help="Read the screen instead of pictures.")
@MONITOR
@REGION
@BACKEND
@SKIN
@click.option("--why", is_flag=True, help="Also print why each board was reported or not.")
@JSON
def read(
    pictures: tuple[Path, ...],
    screen: bool,
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    backend: str | None,
    skin_name: str | None,
    why: bool,
    as_json: bool,
) -> None:
    """Print the boards found in pictures, or on the screen, as text.

    PICTURE is a file, a folder of pictures, or - for standard input. Each character is a cell: . is
    empty, 1 to 8 a number, # covered, F a flag, ? a question mark, * a mine, ! the mine that
    exploded, x a wrong flag, and ~ a cell that can't be read.
    """
    if screen == bool(pictures):
        raise click.UsageError("Name the pictures to read, or use --screen.")
    if (monitor or region or backend) and not screen:
        raise click.UsageError("--monitor, --region and --backend go with --screen.")
    if why and as_json:
        raise click.UsageError("--why prints text, so it does not go with --json.")
    report = Report()
    boards: list[dict[str, Any]] = []
    before = 0
    for one in _read_each(pictures, screen, monitor, region, backend, skin_name, why, report):
        if one.boards and not as_json:
            text = _numbered(one, before) if one.several else boards_text(one.boards)
            click.echo(text, nl=False)
        if one.why:
            click.echo(one.why)
        before += len(one.boards)
        if as_json:  # else they would be kept for nothing
            boards += one.facts
        if not is_heard():
            break
    if as_json:
        click.echo(report.answer(boards))
    sys.exit(report.code)


@dataclass(frozen=True, slots=True)
class Told:
    """What a picture shows.

    Attributes:
        facts: the boards as plain values for JSON.
        why: what spoke for and against every board, if that was asked.
        several: whether it is one of several pictures.

    """

    path: Path
    boards: list[Board]
    facts: list[dict[str, Any]]
    why: str
    several: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """Reads one picture file. It can be sent to another process."""

    skin_name: str | None
    why: bool
    several: bool

    def __call__(self, path: Path, report: Report) -> Told:
        picture, found = read_file(path, skins_in_use(self.skin_name), report)
        return _told(path, picture, found, self.why, self.several)


def _read_each(
    pictures: Sequence[Path],
    screen: bool,
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    backend: str | None,
    skin_name: str | None,
    why: bool,
    report: Report,
) -> Iterator[Told]:
    """What every picture shows, or the screen. Problems are added to the report."""
    wait_when_needed(guesses=False)
    if screen:
        skins = chosen_skins(skin_name)
        picture, found = _read_screen(monitor, region, backend, skins, report)
        yield _told(Path("the screen"), picture, found, why, several=False)
        return
    files = list(picture_files(pictures, report))
    skins_in_use(skin_name)  # an unknown name is said before any picture is opened
    apart = is_many(files) and STANDARD not in files
    if apart:  # else every process would compile it
        from solver_bot.solve.compiling import ODDS

        wait_for(solver(ODDS), ODDS)
    yield from each(files, Reading(skin_name, why, len(files) > 1), report, apart=apart)


def _told(
    path: Path,
    picture: Picture | None,
    found: Sequence[Extraction],
    why: bool,
    several: bool,
) -> Told:
    boards = [extraction.board for extraction in found]
    facts = [board_facts(path, extraction) for extraction in found]
    evidence = _evidence(picture, found) if why and picture is not None else ""
    return Told(path, boards, facts, evidence, several)


def _numbered(one: Told, before: int) -> str:
    """The boards of one picture as text. ``before`` boards were printed for earlier pictures."""
    return "".join(
        f"; board {number}\n; picture: {one.path}\n{board_text(board)}\n"
        for number, board in enumerate(one.boards, before + 1)
    )


def _read_screen(
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    backend: str | None,
    skins: SkinChoice,
    report: Report,
) -> tuple[Picture, list[Extraction]]:
    """The screen and the boards on it. Problems are added to the report."""
    with screen_part(monitor, region, backend) as (desktop, wanted):
        picture = desktop.screen.grab(wanted)
    found = boards_in(picture, skins)
    report_boards(found, "on the screen", skins, report)
    return picture, found


def _evidence(picture: Picture, found: Iterable[Extraction]) -> str:
    """What spoke for and against every board, as comments of the text notation."""
    from solver_bot.vision.boards.why import why

    known = [one for one in found if one.skin.known]
    rows = [
        (f"{one.board.width}x{one.board.height} cells", f"skin {one.skin.name}", "a board")
        for one in known
    ]
    rows += why(picture, can_be, [one.lattice for one in known])
    if not rows:
        return "; Nothing looks like the cells of a board."
    first, second = (max(len(row[part]) for row in rows) for part in (0, 1))
    return "\n".join(f"; {a:<{first}}  {b:<{second}}  {c}" for a, b, c in rows)
