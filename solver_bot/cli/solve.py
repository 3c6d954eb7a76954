"""The command ``solve``: prints advice for boards in the text notation."""

from __future__ import annotations

import codecs
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from solver_bot.board import Board, BoardError
from solver_bot.cli.advice import (
    ALL,
    EXPLAIN,
    Explained,
    advice_for,
    explained,
    reasons,
    summary,
    with_total,
)
from solver_bot.cli.board_text import marked_text
from solver_bot.cli.json_output import advice_facts, plain_facts
from solver_bot.cli.options import JSON
from solver_bot.cli.pictures import STANDARD
from solver_bot.cli.report import Report
from solver_bot.cli.streams import is_heard
from solver_bot.cli.waiting import wait_when_needed

if TYPE_CHECKING:
    from solver_bot.solve.advice import Advice

MOST_TEXT = 16_000_000
"""The most bytes of text that are read. The largest board takes fewer in any spelling."""


@click.command(cls=Explained)
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--mines", type=click.IntRange(min=0), help="The mine total, instead of FILE's own.")
@EXPLAIN
@JSON
def solve(file: Path, mines: int | None, explain: str | None, as_json: bool) -> None:
    """Print advice for boards in the text notation. FILE may be - for standard input.

    An empty cell may also be written as 0, and cells may be separated by blanks. Boards as
    `practice --terminal` prints them are understood too.
    """
    report = Report()
    wait_when_needed()
    facts: list[dict[str, Any]] = []
    boards = [with_total(board, mines) for board in _parsed(file, report)]
    for number, board in enumerate(boards, 1):
        which = "The board" if len(boards) == 1 else f"Board {number}"
        if not is_heard():
            break
        advice = advice_for(board, which, report)
        why = reasons(board, advice, explain == ALL) if explain else None
        facts.append(plain_facts(board) | advice_facts(advice, why))
        if not as_json:
            click.echo(f"{which}: {summary(board, advice)}")
            click.echo(marked_text(board, advice), nl=False)
            _print_advice(board, advice, explain)
    if as_json:
        click.echo(report.answer(facts))
    sys.exit(report.code)


def _print_advice(board: Board, advice: Advice, explain: str | None) -> None:
    from solver_bot.solve.explain import place_name

    if explain:
        for sentence in explained(board, advice, explain):
            click.echo(f"  {sentence}")
        return
    for what, cells in (("safe", advice.safe), ("mine", advice.mines)):
        for cell in cells:
            click.echo(f"  {what}: {place_name(board, cell)}")


def _parsed(path: Path, report: Report) -> list[Board]:
    """The boards in a text file. Problems are added to the report."""
    from solver_bot.game.text import typed_boards

    name = "Standard input" if path == STANDARD else str(path)
    try:
        return typed_boards(_text(path, name))
    except BoardError as error:
        report.unread(path, f"{name} holds no board that can be understood: {error}.")
    except FileNotFoundError:
        report.unread(path, f"There is no file {path}.")
    except OSError as error:
        report.unread(path, f"{path} can't be opened: {error.strerror}.")
    return []


def _text(path: Path, name: str) -> str:
    """The text in a file or on standard input, in UTF-8, or in UTF-16 with a byte order mark.

    Raises:
        BoardError: it is too long, or not text.
        OSError: the file can't be read.

    """
    with ExitStack() as stack:
        if path == STANDARD:
            file: BinaryIO = sys.stdin.buffer
        else:
            file = stack.enter_context(path.open("rb"))
        data = file.read(MOST_TEXT + 1)
    if len(data) > MOST_TEXT:
        raise BoardError(f"it is longer than {MOST_TEXT // 1_000_000} million characters")
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise BoardError("it is not text") from None
