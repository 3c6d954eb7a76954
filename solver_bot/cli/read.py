"""The command ``read``: prints the boards in pictures or on the screen as text."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver_bot.board import Board, board_text, boards_text
from solver_bot.cli.json_output import board_facts
from solver_bot.cli.options import (
    BACKEND,
    JSON,
    MONITOR,
    REGION,
    SKIN,
    chosen_skins,
    screen_part,
)
from solver_bot.cli.pictures import PICTURES, boards_in, can_be, picture_files, read_file
from solver_bot.cli.report import Report, report_boards
from solver_bot.cli.streams import is_heard

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
@click.option("--why", is_flag=True, help="Say what spoke for and against every board.")
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
    skins = chosen_skins(skin_name)
    files = [Path("the screen")] if screen else list(picture_files(pictures, report))
    boards: list[dict[str, Any]] = []
    for path in files:
        if not is_heard():
            break
        picture: Picture | None
        if screen:
            picture, found = _read_screen(monitor, region, backend, skins, report)
        else:
            picture, found = read_file(path, skins, report)
        if found and not as_json:
            seen = [extraction.board for extraction in found]
            several = len(files) > 1
            text = _numbered(seen, path, len(boards)) if several else boards_text(seen)
            click.echo(text, nl=False)
        if why and picture is not None:
            click.echo(_evidence(picture, found))
        boards += [board_facts(path, extraction) for extraction in found]
    if as_json:
        click.echo(report.answer(boards))
    sys.exit(report.code)


def _numbered(boards: Iterable[Board], path: Path, before: int) -> str:
    """The boards of one picture as text. ``before`` boards were printed for earlier pictures."""
    return "".join(
        f"; board {number}\n; picture: {path}\n{board_text(board)}\n"
        for number, board in enumerate(boards, before + 1)
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
