"""Problems with pictures and boards, printed as they are found."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver_bot.board import UNREADABLE
from solver_bot.cli.exit_codes import BAD_BOARD, DONE, NO_BOARD, WRONG_USE

if TYPE_CHECKING:
    from solver_bot.vision.extract import Extraction
    from solver_bot.vision.reader import SkinChoice


@dataclass(slots=True)
class Report:
    """The problems found so far. Each is printed when it is added.

    Attributes:
        code: the exit code of the gravest problem, which is the highest.
        errors: the files that could not be read, for ``--json``.

    """

    code: int = DONE
    errors: list[dict[str, str]] = field(default_factory=list)

    def problem(self, code: int, sentence: str) -> None:
        self.code = max(self.code, code)
        click.echo(sentence, err=True)

    def unread(self, path: Path, sentence: str) -> None:
        """Add a file that could not be read."""
        self.errors.append({"picture": str(path), "reason": sentence})
        self.problem(WRONG_USE, sentence)

    def add(self, other: Report) -> None:
        """Add problems that were printed elsewhere."""
        self.code = max(self.code, other.code)
        self.errors += other.errors

    def answer(self, boards: Sequence[dict[str, Any]]) -> str:
        """The output of ``--json``."""
        errors = {"errors": self.errors} if self.errors else {}
        return json.dumps({"boards": boards, **errors})


def _readable(skins: SkinChoice) -> str:
    """What boards are found."""
    names = ", ".join(skins.names)
    if not skins.unknown:
        return f"Only boards in this skin were looked for: {names}."
    return (
        f"Boards in these skins can be read: {names}; in any other skin a few numbers must be open."
    )


def report_boards(
    found: Sequence[Extraction], where: str, skins: SkinChoice, report: Report
) -> None:
    if not found:
        report.problem(NO_BOARD, f"No Minesweeper board was found {where}. {_readable(skins)}")
    for number, extraction in enumerate(found, 1):
        which = f"The board {where}" if len(found) == 1 else f"Board {number} {where}"
        _report_board(extraction, which, report)
        if not extraction.skin.known:
            click.echo(
                f"{which} is in an unknown skin. It was read without templates, "
                f"{surely(extraction.confidence)} sure.",
                err=True,
            )


def surely(probability: float) -> str:
    """A probability in percent, never rounded up: what a picture shows is never quite sure."""
    return f"{min(math.floor(1000 * probability), 999) / 10:.1f}%"


def _report_board(extraction: Extraction, which: str, report: Report) -> None:
    if extraction.cut:
        report.problem(
            BAD_BOARD,
            f"{which} seems cut off at its {_sides(extraction.cut)}: the frame is not visible "
            "there. Cells that may lie beyond are shown as ~; show the whole board.",
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
