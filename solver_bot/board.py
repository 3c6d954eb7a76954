"""The board: cell codes, the frozen ``Board``, neighbour tables and the text notation.

Legend
    cell    one square, as a number in the 1-D grid: ``cell = row * width + column``
    code    what a cell shows, an int: 0-8 are the numbers, the rest are the names below
    symbol  the one character that stands for a code in the text notation: ``SYMBOLS[code]``
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

EMPTY = 0
COVERED = 9
FLAG = 10
QUESTION = 11
MINE = 12
EXPLODED = 13
WRONG_FLAG = 14
UNREADABLE = 15

SYMBOLS = ".12345678#F?*!x~"
CODES = {symbol: code for code, symbol in enumerate(SYMBOLS)}
_KNOWN = bytes(CODES.values())

NUMBERS = frozenset(range(9))
UNOPENED = frozenset({COVERED, FLAG, QUESTION})
"""Codes of cells not yet opened. A flag is only the player's opinion: a flagged cell is covered."""
SHOWN_MINES = frozenset({MINE, EXPLODED})
_UNOPENED_AS_MINES = bytes(MINE if code in UNOPENED else code for code in range(256))
POSSIBLE_MINES = UNOPENED | {UNREADABLE}
"""Codes of cells that may hold a mine. A tile that could not be read may hide one too."""


MOST_CELLS, _MOST_DIGITS = 250_000, 9
"""The most cells of a board in a text, and digits of its mine total; they limit the memory used."""


class BoardError(ValueError):
    """A board that cannot exist, or a text that breaks the text notation."""


@lru_cache(maxsize=64)
def neighbours(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """The neighbours of each cell of a ``width`` x ``height`` board: up to eight, ascending."""
    return tuple(
        tuple(
            r * width + c
            for r in range(max(row - 1, 0), min(row + 2, height))
            for c in range(max(column - 1, 0), min(column + 2, width))
            if (r, c) != (row, column)
        )
        for row in range(height)
        for column in range(width)
    )


class Break(enum.Enum):
    """The ways to break the rules that ``Board.status`` reports."""

    TOO_MANY_MINES = "more mines around it than it says"
    TOO_FEW_PLACES = "fewer places for mines around it than it says"
    TOTAL_EXCEEDED = "more mines shown than the board has"
    TOTAL_UNREACHABLE = "fewer places for mines than the board has mines"
    TOO_MANY_FLAGS = "more flags around it than it says"
    TOTAL_OVERFLAGGED = "more flags than the board has mines"

    @property
    def by_player(self) -> bool:
        """Whether only the player's flags are at fault. The board itself is possible then."""
        return self in {Break.TOO_MANY_FLAGS, Break.TOTAL_OVERFLAGGED}


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule. ``cell`` is the number that breaks it, or None for the mine total."""

    rule: Break
    cell: int | None


class StartRule(enum.StrEnum):
    """What a game promises about the first click."""

    SAFE = "safe"
    """The first cell is not a mine."""
    ZERO = "zero"
    """The first cell opens an empty area, as far as the mines fit elsewhere."""
    NONE = "none"
    """Nothing: the first cell may be a mine."""


class Outcome(enum.StrEnum):
    """How the game stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Board:
    """What a player sees: the cells of a board and its mine total.

    Attributes:
        width: cells in a row.
        height: rows.
        cells: ``width * height`` cell codes in reading order.
        mines: the mine total; None if it is not known.

    Raises:
        BoardError: the board has no cell, the number of cells is wrong, a code is unknown, or
            the mine total does not fit on the board.

    """

    width: int
    height: int
    cells: bytes
    mines: int | None = None

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise BoardError(f"a board of {self.width} x {self.height} cells is not possible")
        if len(self.cells) != self.width * self.height:
            raise BoardError(
                f"{self.width} x {self.height} cells are needed, but {len(self.cells)} were given"
            )
        unknown = self.cells.translate(None, _KNOWN)
        if unknown:
            raise BoardError(f"cell code {max(unknown)} is unknown")
        if self.mines is not None and not 0 <= self.mines <= len(self.cells):
            raise BoardError(f"{self.mines} mines do not fit on {len(self.cells)} cells")

    @classmethod
    def covered(cls, width: int, height: int, mines: int | None = None) -> Board:
        """A board with every cell covered."""
        return cls(width, height, bytes([COVERED]) * (width * height), mines)

    def __str__(self) -> str:
        return board_text(self)

    def __repr__(self) -> str:
        total = "" if self.mines is None else f", mines={self.mines}"
        return "\n".join([f"<Board {self.width}x{self.height}{total}", *self.rows()]) + ">"

    def rows(self) -> list[str]:
        """The rows in the text notation, without a header."""
        text = "".join(SYMBOLS[code] for code in self.cells)
        return [text[i : i + self.width] for i in range(0, len(text), self.width)]

    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbour table of this board's size."""
        return neighbours(self.width, self.height)

    def place(self, cell: int) -> tuple[int, int]:
        """Row and column of ``cell``, both from 0."""
        return divmod(cell, self.width)

    @property
    def has_unreadable(self) -> bool:
        """Whether any tile could not be read."""
        return UNREADABLE in self.cells

    def is_shown_mine(self, cell: int) -> bool:
        """Whether a mine is shown in ``cell``."""
        return self.cells[cell] in SHOWN_MINES

    def where(self, codes: Iterable[int]) -> Iterator[int]:
        """The cells that show one of ``codes``, ascending."""
        wanted = frozenset(codes)
        return (cell for cell, code in enumerate(self.cells) if code in wanted)

    def count(self, codes: Iterable[int]) -> int:
        """How many cells show one of ``codes``."""
        return sum(map(self.cells.count, codes))

    def status(self) -> tuple[Problem, ...]:
        """Every broken rule that can be seen: by number, in reading order, then the mine total."""
        return (*_number_problems(self), *_total_problems(self))

    def outcome(self) -> Outcome:
        """Whether the game goes on, is won or is lost.

        Without a mine total, a game is won only if every cell is open, or if mines are shown and
        every other unopened cell is flagged. A board that contradicts its numbers or its mine total
        is not won, nor is one with an unreadable cell: that may show the mine that was hit.
        """
        if self.count({EXPLODED, WRONG_FLAG}):
            return Outcome.LOST
        if not self.has_unreadable and self._is_cleared() and self.can_be_all_mines():
            return Outcome.WON
        shown_at_the_end = self.count({MINE}) and self.count({COVERED, QUESTION})
        return Outcome.LOST if shown_at_the_end else Outcome.PLAYING

    def _is_cleared(self) -> bool:
        """Whether only mines seem to be unopened.

        That is so if as many cells are unopened as there are mines, or if mines are shown and no
        other cell is covered without a flag.
        """
        if self.count(UNOPENED | {MINE}) == (self.mines or 0):
            return True
        return bool(self.count({MINE})) and not self.count({COVERED, QUESTION})

    def can_be_all_mines(self) -> bool:
        """Whether the numbers and the mine total hold if every unopened cell is a mine."""
        bare = Board(self.width, self.height, self.cells.translate(_UNOPENED_AS_MINES), self.mines)
        return not bare.status()


Possible = Callable[[Board], bool]
"""Whether a board is one that a real game can show."""


def _number_problems(board: Board) -> Iterator[Problem]:
    table = board.neighbours()
    for cell in board.where(NUMBERS):
        number = board.cells[cell]
        around = [board.cells[n] for n in table[cell]]
        shown = sum(code in SHOWN_MINES for code in around)
        if shown > number:
            yield Problem(Break.TOO_MANY_MINES, cell)
        elif shown + sum(code in POSSIBLE_MINES for code in around) < number:
            yield Problem(Break.TOO_FEW_PLACES, cell)
        elif shown + around.count(FLAG) > number:
            yield Problem(Break.TOO_MANY_FLAGS, cell)


def _total_problems(board: Board) -> Iterator[Problem]:
    if board.mines is None:
        return
    shown = board.count(SHOWN_MINES)
    if shown > board.mines:
        yield Problem(Break.TOTAL_EXCEEDED, None)
    elif shown + board.count(POSSIBLE_MINES) < board.mines:
        yield Problem(Break.TOTAL_UNREACHABLE, None)
    elif shown + board.count({FLAG}) > board.mines:
        yield Problem(Break.TOTAL_OVERFLAGGED, None)


def board_text(board: Board) -> str:
    """The board in the text notation, ending in a newline. The inverse of ``parse_board``."""
    header = [] if board.mines is None else [f"; mines: {board.mines}"]
    return "\n".join([*header, *board.rows()]) + "\n"


def parse_board(text: str) -> Board:
    """Read one board in the text notation.

    Raises:
        BoardError: the text has an unknown symbol, rows of different lengths, no rows, several
            boards, or a mine total that is not a number or does not fit.

    """
    boards = parse_boards(text)
    if len(boards) != 1:
        raise BoardError(f"the text holds {len(boards)} boards, but one was expected")
    return boards[0]


def boards_text(boards: Iterable[Board]) -> str:
    """Several boards in one text. The inverse of ``parse_boards``.

    Each board begins with a header line ``; board N``. A single board gets no header line.
    """
    texts = [board_text(board) for board in boards]
    if len(texts) == 1:
        return texts[0]
    return "\n".join(f"; board {n}\n{text}" for n, text in enumerate(texts, 1))


def parse_boards(text: str) -> list[Board]:
    """Read every board of a text. A header line ``; board N`` begins a new board.

    Raises:
        BoardError: the text holds no board, or one of its boards is wrong as in ``parse_board``.

    """
    blocks: list[list[tuple[int, str]]] = [[]]
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if re.fullmatch(r";\s*board\s+\d+", line):
            blocks.append([])
        elif line:
            blocks[-1].append((number, line))
    first, *rest = blocks
    boards = [_parse_block(block) for block in rest]
    if not rest or any(not line.startswith(";") for _, line in first):
        boards.insert(0, _parse_block(first))
    return boards


def _header(line: str) -> tuple[str, str]:
    name, _, value = line.lstrip("; \t").partition(":")
    return name.strip().lower(), value.strip()


def _parse_block(block: list[tuple[int, str]]) -> Board:
    mines: int | None = None
    rows: list[bytes] = []
    for number, line in block:
        if line.startswith(";"):
            name, value = _header(line)
            if name == "mines":
                mines = _parse_total(number, value)
            continue
        row = _parse_row(number, line)
        if rows and len(row) != len(rows[0]):
            raise BoardError(
                f"line {number} has {len(row)} cells, but the rows before it have {len(rows[0])}"
            )
        rows.append(row)
    if not rows:
        raise BoardError("there is no board in the text")
    if len(rows) * len(rows[0]) > MOST_CELLS:
        raise BoardError(f"a board may not have more than {MOST_CELLS} cells")
    return Board(len(rows[0]), len(rows), b"".join(rows), mines)


def _parse_row(number: int, line: str) -> bytes:
    try:
        return bytes(CODES[symbol] for symbol in line)
    except KeyError as error:
        raise BoardError(
            f"line {number}: {error.args[0]!r} is not a cell; cells are written {SYMBOLS}"
        ) from None


def _parse_total(number: int, value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS):
        raise BoardError(f"line {number}: the mine total {value!r} is not a whole number")
    return int(value)
