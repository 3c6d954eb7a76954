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
from solver_bot.cli.pictures import PICTURES, boards_in, picture_files, read_file
from solver_bot.cli.report import Report, report_boards
from solver_bot.cli.streams import is_heard

if TYPE_CHECKING:
    from solver_bot.vision.extract import Extraction
    from solver_bot.vision.reader import SkinChoice


@click.command()
@PICTURES
@click.option("--screen", is_flag=True, help="Read the screen instead of pictures.")
@MONITOR
@REGION
@BACKEND
@SKIN
@JSON
def read(
    pictures: tuple[Path, ...],
    screen: bool,
    monitor: int | None,
    region: tuple[int, int, int, int] | None,
    backend: str | None,
    skin_name: str | None,
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
    report = Report()
    skins = chosen_skins(skin_name)
    files = [Path("the screen")] if screen else list(picture_files(pictures, report))
    boards: list[dict[str, Any]] = []
    for path in files:
        if not is_heard():
            break
        if screen:
            found = _read_screen(monitor, region, backend, skins, report)
        else:
            _, found = read_file(path, skins, report)
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
) -> list[Extraction]:
    """The boards on the screen. Problems are added to the report."""
    with screen_part(monitor, region, backend) as (desktop, wanted):
        found = boards_in(desktop.screen.grab(wanted), skins)
    report_boards(found, "on the screen", skins, report)
    return found
