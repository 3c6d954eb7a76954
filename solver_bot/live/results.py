"""A file of the results of played games, with one JSON object a line.

Each line is added in one piece when its game ends. If the program was killed while it wrote a line,
that line is ended before the next is added, and skipped when the file is read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from solver_bot.bot import Ended, Event, GameResult


class ResultsError(RuntimeError):
    """The file can't be written or read. The message is a sentence that says why."""


@contextmanager
def adding(path: Path) -> Iterator[Callable[[Event], object]]:
    """A function to call with every event. It adds each game that has ended to the file.

    Raises:
        ResultsError: the file can't be written to. The function raises it too.

    """
    try:
        file = path.open("ab", buffering=0)
    except OSError as error:
        raise ResultsError(f"{path} can't be written to: {error.strerror}.") from None

    def add(event: Event) -> None:
        if isinstance(event, Ended):
            line = json.dumps(game_facts(event.result)) + "\n"
            try:
                file.write(line.encode())
            except OSError as error:
                raise ResultsError(f"{path} can't be written: {error.strerror}.") from None

    with file:
        try:
            if not _is_whole(path):
                file.write(b"\n")
        except OSError as error:
            raise ResultsError(f"{path} can't be added to: {error.strerror}.") from None
        yield add


def game_facts(game: GameResult) -> dict[str, Any]:
    """One game as JSON: a line of a results file, and an entry of the output of ``play``."""
    figures = game.figures
    return {
        "result": str(game.result),
        "reason": game.reason,
        "seconds": round(game.seconds, 4),
        "clicks": game.clicks,
        "guesses": game.guesses,
        "wrong_certain": game.wrong_certain,
        "reaction_ms": _rounded(game.reaction_ms, 3),
        "3bv": figures.three_bv,
        "3bv_solved": figures.solved,
        "3bv_per_second": _rounded(figures.per_second, 3),
        "efficiency": _rounded(figures.efficiency, 4),
        "luck": _rounded(figures.luck, 6),
    }


def _rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits)


def load(path: Path) -> list[dict[str, Any]]:
    """Every game of a results file. Lines that are cut off or hold no game are skipped.

    Raises:
        ResultsError: the file can't be read.

    """
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise ResultsError(f"{path} can't be read: {error.strerror}.") from None
    return [facts for line in lines if (facts := _facts(line)) is not None]


def _facts(line: str) -> dict[str, Any] | None:
    try:
        facts = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return facts if isinstance(facts, dict) and "result" in facts else None


def _is_whole(path: Path) -> bool:
    """Whether the file ends with a whole line. True also of a pipe, which can't be read."""
    if not path.is_file() or not path.stat().st_size:
        return True
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"
