"""Results of played games, added to a file as they end: one JSON object a line.

Lines are only ever added, each in one piece. A line that was cut off when the program was killed
is ended before the next is written, and passed over when the file is read.
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
    """What is to be told every event: games that have ended go into the file.

    Raises:
        ResultsError: the file can't be written to; also later, when a game ends.

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
        if not _is_whole(path):
            file.write(b"\n")
        yield add


def game_facts(game: GameResult) -> dict[str, Any]:
    """One game of it, also a line of a file of results."""
    reaction = game.reaction_ms
    return {
        "result": str(game.result),
        "reason": game.reason,
        "seconds": round(game.seconds, 4),
        "clicks": game.clicks,
        "guesses": game.guesses,
        "wrong_certain": game.wrong_certain,
        "reaction_ms": None if reaction is None else round(reaction, 3),
    }


def load(path: Path) -> list[dict[str, Any]]:
    """Every whole game of a file.

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
    """Whether the file ends with a whole line; so does one that can't be read, such as a pipe."""
    if not path.is_file() or not path.stat().st_size:
        return True
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"
