"""The board: cell codes, the frozen ``Board``, neighbour tables and the text notation.

Legend
    cell    one square, as a number in the 1-D grid: ``cell = row * width + column``
    code    what a cell shows, an int: 0-8 are the numbers, the rest are the names below
    symbol  the one character that stands for a code in the text notation: ``SYMBOLS[code]``
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator
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
"""What a player sees as not yet opened. A flag is the player's opinion, so it is among them."""
SHOWN_MINES = frozenset({MINE, EXPLODED})
_UNOPENED_AS_MINES = bytes(MINE if code in UNOPENED else code for code in range(256))
POSSIBLE_MINES = UNOPENED | {UNREADABLE}
"""Where a mine may still be: a tile that could not be read hides one as well as a covered cell."""


MOST_CELLS, _MOST_DIGITS = 250_000, 9
"""A text's largest board, so that no text takes more memory than there is."""


class BoardError(ValueError):
    """A board, or its text, that breaks the notation."""


@lru_cache(maxsize=64)
def neighbours(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """For every cell of a ``width`` x ``height`` board, its up to eight neighbours, ascending."""
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
    """The kinds of rule break that ``Board.status`` reports."""

    TOO_MANY_MINES = "more mines around it than it says"
    TOO_FEW_PLACES = "fewer places for mines around it than it says"
    TOTAL_EXCEEDED = "more mines shown than the board has"
    TOTAL_UNREACHABLE = "fewer places for mines than the board has mines"
    TOO_MANY_FLAGS = "more flags around it than it says"
    TOTAL_OVERFLAGGED = "more flags than the board has mines"

    @property
    def by_player(self) -> bool:
        """True where only the player's flags are at fault; the board itself is possible."""
        return self in {Break.TOO_MANY_FLAGS, Break.TOTAL_OVERFLAGGED}


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: its kind and the number it is about (None: the mine total)."""

    kind: Break
    cell: int | None


class StartRule(enum.StrEnum):
    """What a game promises of its first click."""

    SAFE = "safe"
    """It is no mine."""
    ZERO = "zero"
    """It opens an empty area, as far as there is room for the mines elsewhere."""
    NONE = "none"


class Outcome(enum.StrEnum):
    """How the game stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Board:
    """What a player sees: ``width * height`` cell codes in reading order, and the mine total.

    ``mines`` is None where the total is not known.

    Raises:
        BoardError: a size below one cell, a wrong number of cells, an unknown code, or a mine
            total that does not fit on the board.

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
                f"{self.width} x {self.height} cells were promised, {len(self.cells)} are there"
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
        """Every rule break that can be seen: numbers first, in reading order, then the total."""
        return (*_number_problems(self), *_total_problems(self))

    def outcome(self) -> Outcome:
        """Whether the game goes on. Without a mine total, only an all-open board counts as won.

        A board whose numbers or mine total contradict what is shown is not won.
        """
        if self.count({EXPLODED, WRONG_FLAG}):
            return Outcome.LOST
        if self._is_cleared() and self.can_be_all_mines():
            return Outcome.WON
        shown_at_the_end = self.count({MINE}) and self.count({COVERED, QUESTION})
        return Outcome.LOST if shown_at_the_end else Outcome.PLAYING

    def _is_cleared(self) -> bool:
        """Whether every cell that is not open seems to be a mine."""
        unopened = self.count(UNOPENED | {MINE})
        if unopened == (self.mines or 0) and not self.has_unreadable:
            return True
        return bool(self.count({MINE})) and not self.count({COVERED, QUESTION})

    def can_be_all_mines(self) -> bool:
        """Whether numbers and total are right with a mine in every cell that is not open."""
        bare = Board(self.width, self.height, self.cells.translate(_UNOPENED_AS_MINES), self.mines)
        return not bare.status()


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
        BoardError: an unknown symbol, rows of different lengths, no rows, several boards, or a
            mine total that is no number or does not fit.

    """
    boards = parse_boards(text)
    if len(boards) != 1:
        raise BoardError(f"the text holds {len(boards)} boards where one was expected")
    return boards[0]


def boards_text(boards: Iterable[Board]) -> str:
    """Several boards in one text, each under its ``; board N``. The inverse of ``parse_boards``.

    One board alone gets no such header.
    """
    texts = [board_text(board) for board in boards]
    if len(texts) == 1:
        return texts[0]
    return "\n".join(f"; board {n}\n{text}" for n, text in enumerate(texts, 1))


def parse_boards(text: str) -> list[Board]:
    """Read every board of a text. Boards are told apart by their ``; board N`` header lines.

    Raises:
        BoardError: as for ``parse_board``; no board at all.

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
                f"line {number} has {len(row)} cells, the rows before it have {len(rows[0])}"
            )
        rows.append(row)
    if not rows:
        raise BoardError("there is no board in the text")
    if len(rows) * len(rows[0]) > MOST_CELLS:
        raise BoardError(f"a board of more than {MOST_CELLS} cells is not read")
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
