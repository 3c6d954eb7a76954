"""Records every decision of the bot with its picture and board, and plays the record back.

A record is a folder. Its ``decisions.jsonl`` has one JSON object a line for each decision. Each
names its picture, which shows the board with some margin. Reading the picture gives the same board,
so a board that was misread in the field becomes a test sample by copying two files.
"""

from __future__ import annotations

import json
import os
import queue
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TextIO

from solver_bot.board import Board, board_text, parse_board
from solver_bot.bot import Decided, Event
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.picture import PictureError, load_picture, save_picture

LIST = "decisions.jsonl"
_MOST_WAITING = 64
_MOST_BYTES = 256 * 2**20
_NAME = re.compile(r"[0-9]{1,12}\.png")


class RecordError(RuntimeError):
    """The record can't be written or read. The message is a sentence that says why."""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One decision: the picture's file, the board as it was read, and what was decided.

    Attributes:
        path: the picture's file.
        kind: the decision's ``Action``, as text.
        place: where the cells are in the picture; None in records of earlier versions.

    """

    path: Path
    skin: str
    board: Board
    kind: str
    cells: tuple[int, ...]
    odds: float | None
    game: int
    place: Lattice | None = None

    def picture(self) -> Picture:
        """The picture that the decision is about.

        Raises:
            PictureError: it can't be loaded.

        """
        return load_picture(self.path)


class Recorder:
    """Writes a record. A thread of its own writes the pictures, so that the game does not wait.

    If the folder already holds a record, it is continued.

    Raises:
        RecordError: the folder can't be made or written to. ``note`` and ``close`` raise it too.

    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._problem: str | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._list = _opened(folder / LIST)
        except OSError as error:
            raise RecordError(f"{folder} can't be written to: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise RecordError(f"{folder / LIST} is damaged: it is not text.") from None
        self._number = max((int(p.stem) for p in folder.glob("*.png") if _is_ours(p)), default=0)
        self._waiting: queue.Queue[tuple[Path, Picture, dict[str, Any]] | None] = queue.Queue(
            _MOST_WAITING
        )
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._writer.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def note(self, event: Event) -> None:
        """Record a decision. Other events are ignored."""
        if self._problem:
            raise RecordError(self._problem)
        if not isinstance(event, Decided):
            return
        self._number += 1
        path = self._folder / f"{self._number:05}.png"
        self._waiting.put((path, event.picture, _facts(path, event)))

    def close(self) -> None:
        """Write everything that is still waiting, and close the record."""
        if self._writer.is_alive():
            self._waiting.put(None)
            self._writer.join()
        self._list.close()
        if self._problem:
            raise RecordError(self._problem)

    def _write(self) -> None:
        while item := self._waiting.get():
            path, picture, facts = item
            if self._problem:
                continue
            try:
                if path.is_symlink():
                    raise PictureError(f"{path} is a link, which may lead out of the folder.")
                save_picture(path, picture)
                self._list.write(json.dumps(facts) + "\n")
                self._list.flush()
            except (OSError, PictureError) as error:
                self._problem = f"The record can't be written: {error}"


def _is_ours(path: Path) -> bool:
    return bool(_NAME.fullmatch(path.name))


def _opened(path: Path) -> TextIO:
    """Open the list of decisions to add to it, without a last line that was cut off.

    A line is cut off when the program is killed while it writes. A link is not followed, because it
    may lead out of the folder.
    """
    if path.is_symlink():
        raise RecordError(f"{path} is a link; a record is written into its own folder only.")
    if path.exists():
        whole = _text(path)
        kept = whole[: whole.rfind("\n") + 1]
        if kept != whole:
            os.truncate(path, len(kept.encode()))
    return path.open("a", encoding="utf-8")


def _facts(path: Path, event: Decided) -> dict[str, Any]:
    decision = event.decision
    return {
        "picture": path.name,
        "skin": event.skin.name,
        "game": event.game,
        "board": board_text(event.board),
        "kind": str(decision.action),
        "cells": list(decision.cells),
        "odds": decision.odds,
        "outcome": str(decision.outcome),
        "xs": [round(x, 3) for x in event.place.xs],
        "ys": [round(y, 3) for y in event.place.ys],
    }


def replay(folder: Path) -> Iterator[Entry]:
    """Every decision of a record, in the order in which they were made.

    Raises:
        RecordError: the folder holds no record, or the record is damaged.

    """
    try:
        text = _text(folder / LIST)
    except OSError as error:
        raise RecordError(f"{folder} holds no record: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise RecordError(f"{folder / LIST} is damaged: it is not text.") from None
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        try:
            yield _entry(folder, json.loads(line))
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            if number == len(lines) and not text.endswith("\n"):
                return  # the program was killed while it wrote this line
            raise RecordError(f"Line {number} of {folder / LIST} is damaged: {error}.") from None


def _text(path: Path) -> str:
    size = path.stat().st_size
    if size > _MOST_BYTES:
        raise RecordError(f"{path} has {size} bytes; at most {_MOST_BYTES} are read.")
    return path.read_text(encoding="utf-8")


def _inside(folder: Path, name: str) -> Path:
    """The path of a record's picture, which must be in the record's own folder.

    Raises:
        ValueError: it is not.

    """
    path = folder / name
    if not _NAME.fullmatch(name) or path.is_symlink():
        raise ValueError(f"{name!r} is not a picture of this record")
    return path


def _entry(folder: Path, facts: dict[str, Any]) -> Entry:
    return Entry(
        _inside(folder, facts["picture"]),
        facts["skin"],
        parse_board(facts["board"]),
        facts["kind"],
        tuple(facts["cells"]),
        facts["odds"],
        facts["game"],
        Lattice(tuple(facts["xs"]), tuple(facts["ys"])) if "xs" in facts else None,
    )
