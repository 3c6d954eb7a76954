"""Pictures of regular things that are not Minesweeper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from solver_bot.vision.arrays import Picture

Pen = ImageDraw.ImageDraw
Cell = Callable[[int, int], tuple[str, str, str]]
"""Gives the background, the text and the text's colour of the cell in a row and a column."""


def _grid(
    columns: int,
    rows: int,
    cell: Cell,
    size: tuple[int, int] = (32, 32),
    *,
    gap: int = 1,
    line: str = "#888888",
    around: str = "#f0f0f0",
    height: float = 0.55,
    bevel: bool = False,
) -> Picture:
    wide, high = size
    image = Image.new("RGB", (columns * wide + 80, rows * high + 80), around)
    pen = ImageDraw.Draw(image)
    pen.rectangle((39, 39, 40 + columns * wide, 40 + rows * high), fill=line)
    font = ImageFont.load_default(round(height * min(wide, high) * 1.3))
    for row in range(rows):
        for column in range(columns):
            ground, text, colour = cell(row, column)
            left, top = 40 + column * wide, 40 + row * high
            box = (left + gap, top + gap, left + wide - 1, top + high - 1)
            pen.rectangle(box, fill=ground)
            if bevel:
                pen.line((box[0], box[3], box[0], box[1], box[2], box[1]), fill="#ffffff", width=2)
                pen.line((box[0], box[3], box[2], box[3], box[2], box[1]), fill="#707070", width=2)
            if text:
                middle = left + wide / 2, top + high / 2
                pen.text(middle, text, fill=colour, font=font, anchor="mm")
    return _picture(image)


def _picture(image: Image.Image) -> Picture:
    return np.ascontiguousarray(np.asarray(image.convert("RGB"))[:, :, ::-1])


def _plain(text: Callable[[int, int], str], ground: str = "#ffffff") -> Cell:
    return lambda row, column: (ground, text(row, column), "#202020")


def _text_page(lines: list[str], ground: str, colour: str, size: int) -> Picture:
    image = Image.new("RGB", (900, 600), ground)
    font = ImageFont.load_default(size)
    for number, line in enumerate(lines):
        y = 20 + number * round(size * 1.5)
        ImageDraw.Draw(image).text((20, y), line, fill=colour, font=font)
    return _picture(image)


def _tables(random: Random) -> Iterator[tuple[str, Picture]]:
    def sparse(share: float, most: int) -> Cell:
        cells = {
            (r, c): str(random.randint(1, most))
            for r in range(40)
            for c in range(40)
            if random.random() < share
        }
        return _plain(lambda r, c: cells.get((r, c), ""))

    yield "spreadsheet, wide cells", _grid(12, 20, sparse(0.5, 900), (64, 20))
    yield "spreadsheet, square cells", _grid(20, 16, sparse(0.3, 99))
    yield "spreadsheet of small numbers", _grid(20, 16, sparse(0.3, 8))
    yield "spreadsheet of ones", _grid(20, 16, sparse(0.25, 1))
    yield "spreadsheet, nearly empty", _grid(20, 16, sparse(0.02, 4))
    yield "empty spreadsheet", _grid(20, 16, sparse(0, 1))
    yield "full table of digits", _grid(16, 16, sparse(1, 8))
    yield "multiplication table", _grid(10, 10, _plain(lambda r, c: str((r + 1) * (c + 1))))
    yield "random digits", _grid(18, 12, sparse(1, 3))
    yield (
        "digits and blanks in two shades",
        _grid(
            16,
            16,
            lambda r, c: (
                "#dddddd" if (r * 7 + c * 3) % 4 else "#ffffff",
                sparse(0.3, 5)(r, c)[1],
                "#0000cc",
            ),
        ),
    )
    heat = [f"#{v:02x}{255 - v:02x}60" for v in range(0, 256, 32)]
    yield (
        "heat map",
        _grid(14, 14, lambda r, c: (heat[(r * c) % 8], str((r * c) % 8 + 1), "#000000")),
    )
    yield (
        "seats",
        _grid(
            20,
            10,
            lambda r, c: (random.choice(["#7cb342", "#bdbdbd", "#e53935"]), str(c + 1), "#fff"),
            gap=4,
        ),
    )


def _day(first: int, row: int, column: int) -> str:
    day = row * 7 + column + 1 - first
    return str(day) if 0 < day < 32 else ""


def _solved(row: int, column: int) -> int:
    return (row * 3 + row // 3 + column) % 9 + 1


def _calendars() -> Iterator[tuple[str, Picture]]:
    for name, first, size in (("month", 2, (40, 40)), ("small month", 5, (24, 22))):
        yield (
            name,
            _grid(
                7,
                6,
                _plain(partial(_day, first)),
                size,
            ),
        )
    yield (
        "year of squares",
        _grid(
            52,
            7,
            lambda r, c: (("#ebedf0", "#9be9a8", "#40c463", "#30a14e")[(r * c) % 4], "", ""),
            (14, 14),
            gap=3,
            line="#ffffff",
            around="#ffffff",
        ),
    )
    yield (
        "timetable",
        _grid(
            6,
            10,
            lambda r, c: (
                "#bbdefb" if (r + c) % 3 else "#fff",
                f"{r + 8}" if not c else "",
                "#000",
            ),
        ),
    )


def _games(random: Random) -> Iterator[tuple[str, Picture]]:
    two = ("#f0d9b5", "#b58863")
    pieces = "RNBQKBNR"
    yield (
        "chess",
        _grid(
            8,
            8,
            lambda r, c: (
                two[(r + c) % 2],
                pieces[c] if r in (0, 7) else "p" if r in (1, 6) else "",
                "#222",
            ),
            (56, 56),
            gap=0,
        ),
    )
    yield (
        "chess board, empty",
        _grid(8, 8, lambda r, c: (two[(r + c) % 2], "", ""), (56, 56), gap=0),
    )
    yield (
        "checkers",
        _grid(
            8,
            8,
            lambda r, c: (two[(r + c) % 2], "O" if (r + c) % 2 and r not in (3, 4) else "", "#a00"),
            (48, 48),
            gap=0,
        ),
    )
    yield "sudoku, solved", _grid(9, 9, _plain(lambda r, c: str(_solved(r, c))), (44, 44))
    holes = {(r, c) for r in range(9) for c in range(9) if random.random() < 0.6}
    yield (
        "sudoku",
        _grid(9, 9, _plain(lambda r, c: "" if (r, c) in holes else str(_solved(r, c))), (44, 44)),
    )
    yield (
        "fifteen puzzle",
        _grid(
            4,
            4,
            _plain(lambda r, c: str(r * 4 + c + 1) if r * 4 + c < 15 else "", "#d0b080"),
            (80, 80),
            gap=4,
        ),
    )
    yield (
        "eight puzzle, enlarged",
        _grid(
            4,
            4,
            _plain(lambda r, c: str((r * 4 + c) % 9) if (r * 4 + c) % 9 else "", "#d0b080"),
            (80, 80),
            gap=4,
        ),
    )
    values = ["", "2", "4", "8", "16", "32"]
    yield (
        "2048",
        _grid(
            4,
            4,
            lambda r, c: ("#eee4da", values[(r * 3 + c) % 6], "#776e65"),
            (90, 90),
            gap=8,
            line="#bbada0",
        ),
    )
    words = "THE QUICK BROWN FOX JUMPS OVER A LAZY DOG".replace(" ", "")
    yield (
        "crossword",
        _grid(
            15,
            15,
            lambda r, c: (
                "#000" if (r * c) % 5 == 3 else "#fff",
                "" if (r * c) % 5 == 3 else words[(r + 3 * c) % 33],
                "#000",
            ),
        ),
    )
    yield (
        "nonogram",
        _grid(
            15,
            15,
            lambda r, c: (
                "#333" if random.random() < 0.5 and r > 2 and c > 2 else "#fff",
                str((r + c) % 4 + 1) if r < 3 or c < 3 else "",
                "#000",
            ),
        ),
    )
    yield (
        "battleships",
        _grid(
            10,
            10,
            lambda r, c: (
                random.choice(["#90caf9", "#90caf9", "#607d8b"]),
                random.choice(["", "", "x"]),
                "#b00",
            ),
        ),
    )
    yield (
        "lights out",
        _grid(8, 8, lambda r, c: (random.choice(["#ffeb3b", "#424242"]), "", ""), (50, 50), gap=5),
    )
    yield "bingo", _grid(5, 5, _plain(lambda r, c: str(c * 15 + r * 3 + 1)), (60, 60))


def _desktop_things(random: Random) -> Iterator[tuple[str, Picture]]:
    keys = "1234567890-=QWERTYUIOP[]ASDFGHJKL;'#ZXCVBNM,./12"
    yield (
        "keyboard",
        _grid(
            12,
            4,
            lambda r, c: ("#e8e8e8", keys[r * 12 + c], "#111"),
            (52, 52),
            gap=6,
            line="#505050",
            bevel=True,
        ),
    )
    pad = "789456123 0 ,"
    yield (
        "number pad",
        _grid(
            3,
            4,
            lambda r, c: ("#dcdcdc", pad[r * 3 + c].strip(), "#111"),
            (60, 60),
            gap=4,
            bevel=True,
        ),
    )
    yield (
        "calculator",
        _grid(
            5,
            4,
            lambda r, c: ("#333", "789/C456*(123-)0.=+%"[r * 5 + c], "#fff"),
            (64, 56),
            gap=3,
            line="#222",
        ),
    )
    yield (
        "palette",
        _grid(
            16,
            8,
            lambda r, c: (f"#{r * 32:02x}{c * 16:02x}{255 - c * 16:02x}", "", ""),
            (28, 28),
            gap=2,
        ),
    )
    yield "buttons", _grid(10, 8, lambda r, c: ("#d4d0c8", "", ""), (36, 36), gap=4, bevel=True)
    yield (
        "grey buttons without a gap",
        _grid(12, 12, lambda r, c: ("#c0c0c0", "", ""), (20, 20), gap=0, bevel=True),
    )
    code = [f"{n:3d}  for i in range({n % 9}): total += values[i] * {n}" for n in range(30)]
    yield "editor, light", _text_page(code, "#ffffff", "#1a1a1a", 14)
    yield "editor, dark", _text_page(code, "#1e1e1e", "#d4d4d4", 14)
    dump = [" ".join(f"{random.randrange(256):02x}" for _ in range(16)) for _ in range(24)]
    yield "hex dump", _text_page(dump, "#ffffff", "#303030", 16)
    digits = [" ".join(random.choice("12345678") for _ in range(24)) for _ in range(16)]
    yield "rows of digits", _text_page(digits, "#ffffff", "#0000aa", 18)
    boards = ["##1  1##", "#211 12#", "#1   1##", "#2111###", "########"] * 3
    yield "a board in letters", _text_page(boards, "#ffffff", "#000000", 20)


def _wallpapers(random: Random) -> Iterator[tuple[str, Picture]]:
    rng = np.random.default_rng(random.randrange(1 << 30))
    noise = rng.integers(0, 256, (600, 800, 3), dtype=np.uint8)
    yield "noise", noise
    tile = rng.integers(80, 200, (32, 32, 3), dtype=np.uint8)
    yield "tiled noise", np.ascontiguousarray(np.tile(tile, (18, 25, 1)))
    y, x = np.mgrid[:600, :800]
    waves = 127 + 60 * np.sin(x / 6.0) + 60 * np.sin(y / 6.0)
    yield "waves", np.repeat(waves.astype(np.uint8)[:, :, None], 3, axis=2)
    checks = ((x // 24 + y // 24) % 2 * 60 + 120).astype(np.uint8)
    yield "checks", np.repeat(checks[:, :, None], 3, axis=2)
    bricks = (((x + (y // 20 % 2) * 20) % 40 < 2) | (y % 20 < 2)).astype(np.uint8) * 90 + 110
    yield "bricks", np.repeat(bricks[:, :, None], 3, axis=2)
    dots = (((x % 30 - 15) ** 2 + (y % 30 - 15) ** 2) < 60).astype(np.uint8) * 120 + 60
    yield "dots", np.repeat(dots[:, :, None], 3, axis=2)


def pictures() -> Iterator[tuple[str, Picture]]:
    """All pictures, with a name for each."""
    random = Random(6)
    yield from _tables(random)
    yield from _calendars()
    yield from _games(random)
    yield from _desktop_things(random)
    yield from _wallpapers(random)
