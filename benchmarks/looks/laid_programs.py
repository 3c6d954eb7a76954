"""Programs whose mines are known because we lay them.

- sgt-mines: the game ID on its command line says where the mines are, "u" and one bit a cell.
- xbomb and ace-minesweeper: a small library, compiled when it is needed and preloaded, has
  ``rand()`` return given numbers. xbomb draws a column and a row for each mine after the first
  click, of each number without its last 8 bits, and again if the cell is taken or beside the first
  one. ace-minesweeper numbers the cells column by
  column and shuffles them, from the last one on, each with the cell that is drawn.
  The cells whose number is then below that of the mines have one. It does so at its start, at
  its hardest level, and again when a key chooses a level. Both were read in the programs'
  machine code.
- practice: our own window, whose game ID says everything.

What each click shows follows from the mines. It is not taken from the picture, but ``Looks`` checks
every picture with it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks.looks.shots import new_lattice, repeated_area
from solver_bot.board import COVERED, FLAG, MINE, UNREADABLE, WRONG_FLAG, Board, Outcome, StartRule
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice
from tests.real.desktop import Level

Sizes = tuple[tuple[Level, tuple[int, int] | None], ...]
"""Levels, each with the size of its window's inside; None for the size at its start."""
HERE = Path(__file__).resolve().parents[2]
BLACK = 60
"""Channels of xbomb's lines are below this value."""
LIBRARY = """
#include <stdlib.h>
static char *next;
void srand(unsigned seed) { (void) seed; }
int rand(void) {
    if (!next) next = getenv("GIVEN_NUMBERS");
    return next ? (int) strtol(next, &next, 10) : 0;
}
"""


@dataclass(frozen=True, slots=True)
class Launch:
    """What a program is started with.

    Attributes:
        level: the level.
        mines: the cells with mines.
        game_id: the ID of the same game in our own program.
        home: its home folder.

    """

    level: Level
    mines: frozenset[int]
    game_id: str
    home: Path


def _plain_lattice(picture: Picture, level: Level) -> Lattice | None:
    return new_lattice(picture, level.columns, level.rows)


@dataclass(frozen=True, slots=True)
class LaidProgram:
    """A program whose mines we lay.

    Attributes:
        name: its name.
        package: its Debian package; empty for our own.
        licence: its licence.
        setups: the levels and window sizes to use.
        command: the command that starts it.
        ended: what it shows of a game that is over, from what our own program shows and from
            the board with every cell open.
        lattice: finds the cells of a new board in a picture of its window.
        start: what it promises of the first click.
        keys: the key that chooses each level, by the level's name.
        flag_all: whether a win needs a flag on every mine.
        questions: whether the second click with the right button makes a question mark.

    """

    name: str
    package: str
    licence: str
    setups: Sizes
    command: Callable[[Launch], list[str]]
    ended: Callable[[Board, Board], Board]
    lattice: Callable[[Picture, Level], Lattice | None] = _plain_lattice
    start: StartRule = StartRule.SAFE
    keys: Mapping[str, str] = field(default_factory=dict)
    flag_all: bool = False
    questions: bool = False


def _replaced(board: Board, codes: Mapping[int, int]) -> Board:
    cells = bytes(codes.get(code, code) for code in board.cells)
    return Board(board.width, board.height, cells, board.mines)


def _sgt_command(launch: Launch) -> list[str]:
    level = launch.level
    cells = level.columns * level.rows
    digits = -(-cells // 4)
    bits = sum(1 << (4 * digits - 1 - cell) for cell in launch.mines)
    return ["sgt-mines", f"{level.columns}x{level.rows}:u{bits:0{digits}x}"]


def _sgt_ended(shown: Board, _: Board) -> Board:
    """A win flags every mine. A loss shows the one mine that was opened, and no wrong flag."""
    if shown.outcome() is Outcome.WON:
        return _replaced(shown, {COVERED: FLAG})
    return _replaced(shown, {MINE: COVERED, WRONG_FLAG: FLAG})


def _sgt_lattice(picture: Picture, level: Level) -> Lattice | None:
    """The cells of sgt-mines: its board is in the middle, and its frame covers a part of its edge.

    The frame is the same on the left and at the top, and so is the mistake about the edge.
    """
    found = repeated_area(picture, level.columns, level.rows, 0.96)
    if not found:
        return None
    pitch, ((top, near),) = found
    border = pitch * 3 // 2
    left = (picture.shape[1] - level.columns * pitch - 2 * border) // 2 + border
    top += left - near
    return Lattice.even(left, int(top), pitch, pitch, level.columns, level.rows)


def _given(numbers: Sequence[int], home: Path) -> list[str]:
    """The beginning of a command in which ``rand()`` returns these numbers."""
    library = home / "given_numbers.so"
    if not library.exists():
        source = library.with_suffix(".c")
        source.write_text(LIBRARY, encoding="utf-8")
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source], check=True)
    return ["env", f"LD_PRELOAD={library}", f"GIVEN_NUMBERS={' '.join(map(str, numbers))}"]


def _xbomb_command(launch: Launch) -> list[str]:
    # A copy, because nothing is preloaded into a program that runs with its group's rights. Its
    # high scores go nowhere.
    copy = launch.home / "xbomb"
    if not copy.exists():
        shutil.copy(shutil.which("xbomb", path="/usr/games:/usr/bin") or "xbomb", copy)
        copy.write_bytes(copy.read_bytes().replace(b"/var/games/xbomb/", b"/no/such/folders/"))
    places = (divmod(cell, launch.level.columns) for cell in sorted(launch.mines))
    numbers = [part << 8 for row, column in places for part in (column, row)]
    return [*_given(numbers, launch.home), str(copy), "-square", f"-{launch.level.name}"]


def _xbomb_lattice(picture: Picture, level: Level) -> Lattice | None:
    """The cells between black lines. Their grey is a pattern of points that fits no cell size."""
    return new_lattice(
        np.where(picture < BLACK, np.uint8(0), np.uint8(255)), level.columns, level.rows
    )


def _xbomb_ended(shown: Board, full: Board) -> Board:
    """A loss opens the whole board, but a wrong flag leaves an empty cell without a number."""
    if shown.outcome() is Outcome.WON:
        return shown
    pairs = zip(shown.cells, full.cells, strict=True)
    cells = bytes(UNREADABLE if code == WRONG_FLAG else open_ for code, open_ in pairs)
    return Board(full.width, full.height, cells, full.mines)


def _ace_command(launch: Launch) -> list[str]:
    hardest = ACE_LEVELS[-1]
    at_start = [0] * (hardest.columns * hardest.rows)
    return [*_given(at_start + ace_shuffle(launch), launch.home), "ace-minesweeper"]


def ace_shuffle(launch: Launch) -> list[int]:
    """The numbers with which the shuffle gives the mines the lowest numbers."""
    columns, rows = launch.level.columns, launch.level.rows
    cells = list(range(columns * rows))
    mines = {column * rows + row for row, column in (divmod(m, columns) for m in launch.mines)}
    wanted = sorted(cells, key=lambda cell: cell not in mines)
    ranks = {cell: rank for rank, cell in enumerate(wanted)}
    numbers = []
    for last in reversed(range(len(cells))):
        other = cells.index(ranks[last])
        cells[last], cells[other] = cells[other], cells[last]
        numbers.append(other)
    return numbers


def _unchanged(shown: Board, _: Board) -> Board:
    return shown


def _practice_command(launch: Launch) -> list[str]:
    game = [sys.executable, "-m", "solver_bot", "practice", "--game", launch.game_id]
    return ["env", f"PYTHONPATH={HERE}", *game]


def _sizes(levels: Sequence[Level], *larger: tuple[int, int]) -> Sizes:
    """Every level at the size of its start, then each at another size."""
    return (
        *((level, None) for level in levels),
        *((level, size) for level, size in zip(levels, larger, strict=False)),
    )


USUAL_LEVELS = (
    Level("beginner", 9, 9, 10),
    Level("intermediate", 16, 16, 40),
    Level("expert", 30, 16, 99),
)
XBOMB_LEVELS = (Level("1", 8, 8, 10), Level("2", 16, 16, 40), Level("3", 30, 16, 99))
ACE_LEVELS = (
    Level("8x8", 8, 8, 6),
    Level("11x11", 11, 11, 20),
    Level("16x16", 16, 16, 45),
    Level("32x32", 32, 32, 200),
)
LAID = (
    LaidProgram(
        "sgt-mines",
        "sgt-puzzles",
        "MIT",
        _sizes(USUAL_LEVELS, (420, 500), (700, 800), (1200, 760)),
        _sgt_command,
        _sgt_ended,
        _sgt_lattice,
    ),
    LaidProgram(
        "xbomb",
        "xbomb",
        "GPL-2.0-or-later",
        _sizes(XBOMB_LEVELS, (700, 760), (760, 800), (1290, 740)),
        _xbomb_command,
        _xbomb_ended,
        _xbomb_lattice,
        start=StartRule.ZERO,
    ),
    LaidProgram(
        "ace-minesweeper",
        "ace-of-penguins",
        "GPL-2.0-or-later",
        _sizes(ACE_LEVELS),
        _ace_command,
        _unchanged,
        keys={level.name: str(number) for number, level in enumerate(ACE_LEVELS, 1)},
        flag_all=True,
        questions=True,
    ),
    LaidProgram(
        "practice",
        "",
        "MIT",
        _sizes(USUAL_LEVELS, (520, 560), (900, 960), (1500, 900)),
        _practice_command,
        _unchanged,
    ),
)
