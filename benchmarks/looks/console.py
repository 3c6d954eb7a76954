"""The window of a terminal around a board: its text stands on the same grid of characters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from benchmarks.looks.colours import Colour, Random, legible
from benchmarks.looks.fonts import has
from benchmarks.looks.look import Look
from benchmarks.looks.window import WORDS
from solver_bot.vision.arrays import Floats

_SAYINGS = (
    *("Enter row and column: ", "Your move (x y): ", "> ", "Mines left: 9", "Flags: 3", "Time: 42"),
    *(
        "q quit  f flag  o open",
        "Invalid input, try again",
        "Action [o/f]: ",
        "Row: 4",
        "Column: 7",
    ),
    *("Use the arrow keys to move", "$ python minesweeper.py", "Width? 9", "Height? 9", "BOOM!"),
    *("Welcome to Minesweeper", "You opened (3, 5)", "Press any key", "Score 120", "--------"),
)
_PLAIN = 0.5
"""The share of windows whose text has the usual colour of the terminal."""
_NAMED, _BORDERED = 0.5, 0.45
"""The shares of boards whose lines are named, and with a border of characters."""
Block = tuple[int, int, int, int]
"""Left, top, width and height in characters."""
_BORDERS = ("-|++++", "-|----", "=|====", "─│┌┐└┘", "═║╔╗╚╝", "######", "-|    ", "_|    ")
"""Characters of borders: across, down, and the corners: two above, two below."""
_BELOW = 0.1
"""The share of numbered boards whose columns are named below the board, too."""


@dataclass(frozen=True, slots=True)
class Characters:
    """The characters of a terminal.

    Attributes:
        font: the file of the font.
        wide, high: pixels of a character.
        columns, lines: characters of a cell, across and down.

    """

    font: Path
    wide: float
    high: float
    columns: int
    lines: int


@dataclass(frozen=True, slots=True)
class _Names:
    """How lines of cells are named: the first number, which are letters, what stands after a row's
    name, and whether columns are named below the board, too.
    """

    first: int
    letters_across: bool
    letters_down: bool
    after: str
    below: bool

    def column(self, number: int) -> str:
        return _letter(number) if self.letters_across else str(self.first + number)

    def row(self, number: int) -> str:
        return (_letter(number) if self.letters_down else str(self.first + number)) + self.after


class _Paper:
    """A window's ground, on which characters are written at columns and lines of a grid."""

    def __init__(self, characters: Characters, columns: int, lines: int, ground: Colour) -> None:
        self.characters = characters
        self.columns, self.lines = columns, lines
        size = round(lines * characters.high), round(columns * characters.wide)
        self.pixels = np.empty((*size, 3), np.float32)
        self.pixels[:] = ground
        self._font = ImageFont.truetype(str(characters.font), max(6, round(characters.high / 1.25)))

    def write(self, column: int, line: int, text: str, colour: Colour) -> None:
        """Write a text that begins at this place. What does not fit is left out."""
        if not 0 <= line < self.lines:
            return
        characters = self.characters
        top, bottom = round(line * characters.high), round((line + 1) * characters.high)
        strip = Image.new("L", (self.pixels.shape[1], bottom - top))
        draw = ImageDraw.Draw(strip)
        for place, one in enumerate(text, column):
            if one != " " and 0 <= place < self.columns and has(characters.font, one):
                middle = (place + 0.5) * characters.wide
                draw.text(
                    (middle, 0.78 * (bottom - top)), one, fill=255, font=self._font, anchor="ms"
                )
        mask = np.asarray(strip, np.float32)[..., None] / 255
        self.pixels[top:bottom] = self.pixels[top:bottom] * (1 - mask) + colour * mask


def console_around(
    rng: Random, look: Look, board: Floats, characters: Characters, older: Floats | None = None
) -> tuple[Floats, float, float]:
    """The board in the window of a terminal. Returns that and where the board begins, in pixels.

    Args:
        rng: draws everything.
        look: the look of the board.
        board: its picture, shape (height, width, 3).
        characters: of the terminal.
        older: a picture of the board before the last move, which stands above; None without.

    """
    across = round(board.shape[1] / characters.wide)
    down = round(board.shape[0] / characters.high)
    named, bordered = rng.random() < _NAMED, rng.random() < _BORDERED
    left = 5 + int(rng.integers(0, 30) if rng.random() < 0.4 else rng.integers(0, 4))
    top = 3 + int(rng.integers(0, 10))
    again = 0 if older is None else round(older.shape[0] / characters.high) + 4
    right, below = int(rng.integers(2, 40)), int(rng.integers(1, 12))
    ground = look.opened.colour
    paper = _Paper(characters, left + across + right, top + again + down + below, ground)
    usual = legible(rng, ground, 90)
    ink = look.palette.digits[0] if rng.random() < _PLAIN else usual
    free = [*range(top - 3), *range(top + again + down + 3, paper.lines)]
    _sayings(rng, paper, free, ink)
    names, border = _names(rng), _border(rng, characters.font)
    for start, picture in ((top, older), (top + again, board)):
        if picture is None:
            continue
        y, x = round(start * characters.high), round(left * characters.wide)
        paper.pixels[y : y + picture.shape[0], x : x + picture.shape[1]] = picture
        if bordered:
            _draw_border(paper, border, (left, start, across, down), ink)
        if named:
            _write_names(paper, names, (left, start, across, down), int(bordered), ink)
    return paper.pixels, round(left * characters.wide), round((top + again) * characters.high)


def _sayings(rng: Random, paper: _Paper, lines: Sequence[int], ink: Colour) -> None:
    """Write into some of these lines what a game says or asks."""
    density = rng.uniform(0.1, 0.9)
    for line in lines:
        if rng.random() < density:
            said = str(rng.choice(_SAYINGS if rng.random() < 0.7 else WORDS))
            said += str(rng.integers(0, 99)) if rng.random() < 0.2 else ""
            paper.write(int(rng.integers(0, 6)) if rng.random() < 0.3 else 0, line, said, ink)


def _letter(number: int) -> str:
    return chr(ord("A") + number % 26)


def _names(rng: Random) -> _Names:
    after = str(rng.choice(["", "", " ", "|", ":", "."]))
    across, down = rng.random(2) < (0.3, 0.2)
    return _Names(
        int(rng.integers(2)), bool(across), bool(down), after, bool(rng.random() < _BELOW)
    )


def _write_names(paper: _Paper, names: _Names, board: Block, gap: int, ink: Colour) -> None:
    """Name the columns above the board and the rows at its left, ``gap`` characters off."""
    left, top, across, down = board
    wide, high = paper.characters.columns, paper.characters.lines
    room = max(1, wide - 1)
    for number, column in enumerate(range(left, left + across, wide)):
        name, at = names.column(number)[-room:], column + (wide - 1) // 2
        paper.write(at, top - 1 - gap, name, ink)
        if names.below:
            paper.write(at, top + down + gap, name, ink)
    for number, line in enumerate(range(top, top + down, high)):
        name = names.row(number)
        before = left - gap - len(name) - (not names.after)
        paper.write(before, line + (high - 1) // 2, name, ink)


def _border(rng: Random, font: Path) -> str:
    """The characters of a border that the font has."""
    known = [one for one in _BORDERS if has(font, one.replace(" ", ""))]
    return str(rng.choice(known)) if known else _BORDERS[0]


def _draw_border(paper: _Paper, border: str, board: Block, ink: Colour) -> None:
    left, top, across, down = board
    flat, upright = border[0], border[1]
    paper.write(left - 1, top - 1, border[2] + flat * across + border[3], ink)
    paper.write(left - 1, top + down, border[4] + flat * across + border[5], ink)
    for line in range(top, top + down):
        paper.write(left - 1, line, upright, ink)
        paper.write(left + across, line, upright, ink)
