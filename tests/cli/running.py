"""Runs commands in tests, checks what holds for every run, and makes pictures as inputs."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from click.testing import CliRunner
from PIL import Image

from solver_bot.board import Board, parse_board, parse_boards
from solver_bot.cli.main import commands
from solver_bot.vision.arrays import Picture
from solver_bot.vision.draw_board import draw_board, framed
from solver_bot.vision.picture import load_picture
from solver_bot.vision.skin_files import named_skin
from tests.lacking import leave_out

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
SMALL = SAMPLES / "kmines-easy-early.png"
TWO_BOARDS = SAMPLES / "desktop-two-boards.png"
WIDE = ["gnome-mines-30x16-small", "kmines-hard-small", "xdemineur-30x16-late"]
DAMAGED = ["gnome-mines-16x16-middle", "kmines-medium-middle", "xdemineur-16x16-middle"]
DONE, WRONG_USE, NO_BOARD, BAD_BOARD = 0, 2, 3, 4

READ_KEYS = {
    "picture", "skin", "left", "top", "cell_width", "cell_height",
    "columns", "rows", "mines", "cells", "confidence",
}  # fmt: skip
ADVICE_KEYS = {"safe", "mine", "guess", "odds", "outcome"}
SOLVE_KEYS = {"columns", "rows", "mines", "cells"} | ADVICE_KEYS


CONTRADICTION = parse_board("""
    .........
    .........
    ..111....
    ..181....
    ..111....
    .........
    .....111.
    .....1#1.
    .....111.
""")
CLASH = parse_board("""
    .........
    .........
    ..1121...
    ..1##1...
    ..1221...
    .........
    .....111.
    .....1#1.
    .....111.
""")
TOO_FEW_FOR_TEN_MINES = parse_board("""
    .........
    .........
    .........
    .........
    .........
    .........
    .......11
    .......1#
    .......11
""")


@dataclass(frozen=True, slots=True)
class Run:
    code: int
    out: str
    err: str

    @property
    def boards(self) -> list[dict[str, Any]]:
        """The boards of a run with --json. Checks that standard output is one JSON object."""
        answer = json.loads(self.out)
        assert list(answer) in (["boards"], ["boards", "errors"])
        return list(answer["boards"])

    @property
    def errors(self) -> list[dict[str, str]]:
        """The files that could not be read. Checks that an empty list has no key in the output."""
        errors: list[dict[str, str]] = json.loads(self.out).get("errors", [])
        assert errors or "errors" not in json.loads(self.out)
        return errors


def run(*args: str | Path, text: str | None = None) -> Run:
    """Run a command in this process. A traceback fails the test."""
    result = CliRunner().invoke(
        commands, [str(arg) for arg in args], input=text, catch_exceptions=False
    )
    assert_plain(result.stderr)
    return Run(result.exit_code, result.stdout, result.stderr)


def run_process(
    *args: str | Path, before: tuple[str, ...] = (), stdout: int = subprocess.PIPE, text: str = ""
) -> Run:
    """Run a command as its own process."""
    result = subprocess.run(
        [*before, sys.executable, "-m", "solver_bot", *map(str, args)],
        stdout=stdout,
        stderr=subprocess.PIPE,
        input=text,
        encoding="utf-8",
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        timeout=120,
        check=False,
    )
    assert_plain(result.stderr)
    return Run(result.returncode, result.stdout or "", result.stderr)


def assert_plain(err: str) -> None:
    """Check that every line on standard error is one or two sentences in words."""
    assert "Traceback" not in err
    assert "Errno" not in err
    for line in err.splitlines():
        if line and not line.startswith(("Usage: ", "Try ", "Error: Invalid value for ")):
            assert 1 <= len(re.findall(r"[.?](?=\s|$)", line)) <= 2, line
            assert line.endswith((".", "?")), line


def drops_privileges() -> tuple[str, ...]:
    """A command prefix that makes file permissions effective even if the tests run as root."""
    if os.geteuid() != 0:
        return ()
    before = ("setpriv", "--inh-caps=-all", "--bounding-set=-all")
    if not shutil.which("setpriv") or subprocess.run([*before, "true"], check=False).returncode:
        leave_out("The tests run as root, and setpriv can't take root's privileges away.")
    return before


def save(path: Path, picture: Picture) -> Path:
    Image.fromarray(picture[:, :, ::-1]).save(path, compress_level=1)
    return path


def sample(name: str) -> Picture:
    return load_picture(SAMPLES / f"{name}.png").copy()


def cells_of(text: str) -> list[list[str]]:
    """The rows of every board in a text."""
    return [board.rows() for board in parse_boards(text)]


def sample_board(name: str) -> Board:
    return parse_board((SAMPLES / f"{name}.txt").read_text())


def on_grey(board: Board, skin: str = "classic", size: int = 24) -> Picture:
    """The board drawn in its frame on a grey background."""
    cells = draw_board(board, named_skin(skin), size)
    window, _, _ = framed(cells, named_skin(skin), size)
    height, width = window.shape[:2]
    picture = np.full((height + 90, width + 70, 3), 150, dtype=np.uint8)
    picture[50 : 50 + height, 30 : 30 + width] = window
    return picture
