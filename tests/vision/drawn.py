"""Draws Minesweeper in many styles, as other programs and web pages do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

import matplotlib as mpl
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from solver_bot.board import COVERED, FLAG, MINE, NUMBERS, QUESTION, UNREADABLE, Board, StartRule
from solver_bot.game.engine import Game
from solver_bot.game.layout import GameId
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice

Colour = tuple[int, int, int]
"""Red, green, blue."""

CLASSIC = ("#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080", "#000000", "#808080")
GOOGLE = ("#1976d2", "#388e3c", "#d32f2f", "#7b1fa2", "#ff8f00", "#0097a7", "#424242", "#9e9e9e")
NEON = ("#4fc3f7", "#81c784", "#e57373", "#ba68c8", "#ffb74d", "#4dd0e1", "#f06292", "#cfd8dc")
ODD = ("#7a0099", "#aa5500", "#005f6b", "#c2185b", "#2e7d32", "#5d4037", "#283593", "#000000")
MONO = ("#222222",) * 8


@dataclass(frozen=True, slots=True)
class Style:
    """How a program draws its cells.

    Attributes:
        covered, opened: one shade of covered and of open cells, or two that alternate.
        relief: "flat", "bevel", "gradient" or "rounded".
        line: the colour of grid lines around open and flat covered cells; empty for none.
        gap: the space between cells, as a share of a cell.
        around: the colour of the window, which is visible in the gaps.
        font: "default", a font file of matplotlib, or "dots".
        height: the height of a digit, as a share of a cell.

    """

    name: str
    covered: tuple[str, ...]
    opened: tuple[str, ...]
    relief: str = "flat"
    line: str = ""
    gap: float = 0.0
    around: str = "#dddddd"
    digits: Sequence[str] = CLASSIC
    font: str = "default"
    height: float = 0.62
    frame: str = ""
    flag: str = "#d50000"


STYLES = (
    Style("bevel", ("#c0c0c0",), ("#bdbdbd",), "bevel", "#7b7b7b", font="dots", frame="#808080"),
    Style(
        "google",
        ("#aad751", "#a2d149"),
        ("#e5c29f", "#d7b899"),
        digits=GOOGLE,
        around="#4a752c",
        font="DejaVuSans-Bold.ttf",
    ),
    Style("dark", ("#3c4043",), ("#202124",), "flat", "", 0.08, "#121212", NEON),
    Style(
        "rounded", ("#8fb3d9",), ("#eef3f8",), "rounded", "", 0.1, "#ffffff", ODD, "DejaVuSans.ttf"
    ),
    Style(
        "gradient",
        ("#3f6fd0", "#7fa8ee"),
        ("#dfe6f5",),
        "gradient",
        "#8899bb",
        0.0,
        "#5a7bb5",
        font="DejaVuSans-Bold.ttf",
        frame="#203050",
    ),
    Style(
        "mono",
        ("#9a9a9a",),
        ("#ececec",),
        "flat",
        "#bbbbbb",
        0.0,
        "#f7f7f7",
        MONO,
        "DejaVuSansMono.ttf",
        frame="#444444",
    ),
)
"""The styles with which the reader was developed."""

HELD_BACK = (
    Style(
        "xp",
        ("#c0c0c0",),
        ("#c0c0c0",),
        "bevel",
        "#808080",
        font="cmb10.ttf",
        height=0.7,
        frame="#808080",
        around="#c0c0c0",
    ),
    Style(
        "windows7",
        ("#4b7bd8", "#86aef5"),
        ("#c9d6ee",),
        "gradient",
        "#9aa9c8",
        0.04,
        "#2d4a86",
        font="STIXGeneralBol.ttf",
        height=0.7,
    ),
    Style(
        "google-blue",
        ("#7cb9e8", "#72b0e0"),
        ("#f4e1c1", "#ead6b4"),
        digits=ODD,
        around="#22577a",
        font="cmss10.ttf",
        height=0.66,
    ),
    Style(
        "night",
        ("#4c5a67",),
        ("#2a3139",),
        "bevel",
        "#39424b",
        0.0,
        "#1b2127",
        NEON,
        "DejaVuSans-Bold.ttf",
        frame="#111417",
    ),
    Style(
        "amber",
        ("#5b4a1f",),
        ("#181408",),
        "flat",
        "",
        0.06,
        "#000000",
        ("#ffb000",) * 8,
        "DejaVuSansMono-Bold.ttf",
        flag="#ffe0a0",
    ),
    Style(
        "paper",
        ("#f3e9d2",),
        ("#fffdf7",),
        "flat",
        "#c9b98f",
        0.0,
        "#fbf6ea",
        MONO,
        "STIXGeneral.ttf",
        0.7,
        "#8a7a50",
    ),
    Style(
        "pastel",
        ("#f7a8b8",),
        ("#fff3f6",),
        "rounded",
        "",
        0.14,
        "#ffe3ea",
        ("#8e24aa", "#3949ab", "#00897b", "#e53935", "#fb8c00", "#6d4c41", "#1e88e5", "#546e7a"),
        "default",
        0.55,
    ),
    Style(
        "contrast",
        ("#ffffff",),
        ("#000000",),
        "flat",
        "#808080",
        0.0,
        "#000000",
        ("#ffff00", "#00ffff", "#ff00ff", "#00ff00", "#ff8800", "#ffffff", "#ff4444", "#8888ff"),
        "DejaVuSans-Bold.ttf",
        frame="#ffffff",
    ),
    Style(
        "inverted",
        ("#e8e8e8",),
        ("#8d99a6",),
        "flat",
        "#7b8794",
        0.0,
        "#ffffff",
        ("#0d2b6b", "#0b4d1a", "#7a0c0c", "#2b0b4d", "#4d2600", "#00393d", "#000000", "#333333"),
        "cmtt10.ttf",
        0.68,
        "#556270",
    ),
    Style(
        "chess",
        ("#b0bec5", "#90a4ae"),
        ("#fafafa", "#eceff1"),
        digits=GOOGLE,
        around="#37474f",
        font="default",
        height=0.6,
    ),
    Style(
        "thin",
        ("#d6d6d6",),
        ("#ffffff",),
        "flat",
        "#e0e0e0",
        0.03,
        "#ffffff",
        ODD,
        "DejaVuSans.ttf",
        0.5,
    ),
    Style(
        "orange",
        ("#ff9800",),
        ("#fff3e0",),
        "bevel",
        "#ffcc80",
        0.0,
        "#e65100",
        CLASSIC,
        "DejaVuSerif-Bold.ttf",
        0.64,
        "#bf360c",
    ),
)
"""Styles held back: nothing was tuned on them."""

_FINE = 4
"""Signs are drawn this many times larger and then scaled down."""
_DOTS = {
    1: ("..11..", ".111..", "1111..", "..11..", "..11..", "..11..", "111111"),
    2: (".1111.", "11..11", "....11", "..111.", ".11...", "11....", "111111"),
    3: ("11111.", "....11", "....11", "..111.", "....11", "....11", "11111."),
    4: ("...111", "..1111", ".11.11", "11..11", "111111", "....11", "....11"),
    5: ("111111", "11....", "11....", "11111.", "....11", "....11", "11111."),
    6: (".1111.", "11....", "11....", "11111.", "11..11", "11..11", ".1111."),
    7: ("111111", "....11", "....11", "...11.", "...11.", "..11..", "..11.."),
    8: (".1111.", "11..11", "11..11", ".1111.", "11..11", "11..11", ".1111."),
}


def position(width: int, height: int, mines: int, share: float, seed: int) -> Board:
    """A position of a game, with about ``share`` of it open. Late ones have some flags."""
    game = Game(GameId(width, height, mines, StartRule.ZERO, seed))
    random = Random(seed)
    game.uncover(height // 2 * width + width // 2)
    while True:
        view = game.view()
        opened = view.count(NUMBERS)
        if opened >= share * (width * height - mines):
            break
        table, hidden = view.neighbours(), game.mines()
        edge = [
            cell
            for cell in view.where({COVERED})
            if cell not in hidden and any(view.cells[n] in NUMBERS for n in table[cell])
        ]
        inner = [cell for cell in view.where({COVERED}) if cell not in hidden]
        game.uncover(random.choice(edge or inner))
    if share > 0.7:
        for cell in sorted(game.mines())[: mines // 3]:
            game.flag(cell)
    return game.view()


def draw(
    board: Board, style: Style, cell: tuple[float, float], margin: int = 40
) -> tuple[Picture, Lattice]:
    """The board in a window of that style, with cells of this size, and where its cells are."""
    wide, high = cell
    lattice = Lattice.even(margin, margin, wide, high, board.width, board.height)
    size = round(lattice.right) + margin, round(lattice.bottom) + margin
    image = Image.new("RGB", size, style.around)
    pen = ImageDraw.Draw(image)
    if style.frame:
        box = [round(v) for v in (lattice.left, lattice.top, lattice.right, lattice.bottom)]
        thick = max(2, round(wide * 0.1))
        outer = (box[0] - thick, box[1] - thick, box[2] + thick - 1, box[3] + thick - 1)
        pen.rectangle(outer, fill=style.frame)
        pen.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=style.around)
    for number, code in enumerate(board.cells):
        left, top, right, bottom = (round(edge) for edge in lattice.box(number))
        shade = sum(divmod(number, board.width)) % 2
        tile = _tile(code, style, right - left, bottom - top, shade)
        image.paste(tile, (left, top))
    return np.ascontiguousarray(np.asarray(image)[:, :, ::-1]), lattice


@lru_cache(maxsize=4096)
def _tile(code: int, style: Style, width: int, height: int, shade: int) -> Image.Image:
    unopened = code in (COVERED, FLAG, QUESTION)
    shades = style.covered if unopened else style.opened
    tile = Image.new("RGB", (width, height), style.around)
    pen = ImageDraw.Draw(tile)
    gap = round(style.gap * width)
    box = gap // 2, gap // 2, width - 1 - (gap - gap // 2), height - 1 - (gap - gap // 2)
    colour = shades[0] if style.relief == "gradient" else shades[shade % len(shades)]
    if style.relief == "rounded":
        pen.rounded_rectangle(box, radius=max(2, width // 6), fill=colour)
    else:
        pen.rectangle(box, fill=colour)
    if style.relief == "gradient" and unopened:
        _gradient(pen, box, shades)
    if style.relief == "bevel" and unopened:
        _bevel(pen, box, colour, max(1, round(width / 9)))
    if style.line and (not unopened or style.relief == "flat"):
        pen.line((box[0], box[3], box[0], box[1], box[2], box[1]), fill=style.line)
    _sign(tile, code, style)
    return tile


def _gradient(
    pen: ImageDraw.ImageDraw, box: tuple[int, int, int, int], shades: Sequence[str]
) -> None:
    first, last = (np.array(rgb(shade), float) for shade in (shades[-1], shades[0]))
    for y in range(box[1], box[3] + 1):
        at = (y - box[1]) / max(1, box[3] - box[1])
        pen.line((box[0], y, box[2], y), fill=_whole(first + (last - first) * at))
    pen.rectangle(box, outline=_whole(last * 0.7))


def _bevel(
    pen: ImageDraw.ImageDraw, box: tuple[int, int, int, int], colour: str, thick: int
) -> None:
    own = np.array(rgb(colour), float)
    light, dark = _whole(own + (255 - own) * 0.75), _whole(own * 0.6)
    for step in range(thick):
        left, top, right, bottom = box[0] + step, box[1] + step, box[2] - step, box[3] - step
        pen.line((left, bottom, left, top, right, top), fill=light)
        pen.line((left + 1, bottom, right, bottom, right, top + 1), fill=dark)


def _sign(tile: Image.Image, code: int, style: Style) -> None:
    mask = ink(code, style, tile.width, tile.height)
    if mask is None:
        return
    place = (tile.width - mask.width) // 2, (tile.height - mask.height) // 2
    colour = style.flag if code == FLAG else style.digits[code - 1] if code <= 8 else "#000000"
    tile.paste(Image.new("RGB", mask.size, colour), place, mask)


def ink(code: int, style: Style, width: int, height: int) -> Image.Image | None:
    """The share of every pixel that a sign covers; None for cells without a sign."""
    high = max(5, round(style.height * height))
    if code == FLAG:
        return _flag(high)
    if code == MINE:
        return _mine(high)
    if not (1 <= code <= 8 or code == QUESTION):
        return None
    if style.font == "dots" and code != QUESTION:
        rows = np.array([[c == "1" for c in row] for row in _DOTS[code]], np.uint8) * 255
        return Image.fromarray(rows).resize((round(high * 6 / 7), high), Image.Resampling.NEAREST)
    large = _text("?" if code == QUESTION else str(code), style.font, high * _FINE)
    wide = max(1, min(width - 2, round(large.width / _FINE)))
    return large.resize((wide, max(1, round(large.height / _FINE))), Image.Resampling.BOX)


@lru_cache(maxsize=512)
def _text(text: str, name: str, high: int) -> Image.Image:
    """A text whose digits are ``high`` pixels high."""
    size = round(high * 1.38)
    if name in {"default", "dots"}:
        font: ImageFont.FreeTypeFont | ImageFont.ImageFont = ImageFont.load_default(size)
    else:
        font = ImageFont.truetype(str(Path(mpl.get_data_path()) / "fonts" / "ttf" / name), size)
    ink = Image.new("L", (2 * size, 2 * size))
    ImageDraw.Draw(ink).text((size // 2, size // 4), text, fill=255, font=font)
    return ink.crop(ink.getbbox())


def _flag(high: int) -> Image.Image:
    large = Image.new("L", (high * _FINE, high * _FINE))
    pen = ImageDraw.Draw(large)
    s = high * _FINE
    pen.polygon([(0.3 * s, 0.02 * s), (0.9 * s, 0.28 * s), (0.3 * s, 0.54 * s)], fill=255)
    pen.rectangle((0.26 * s, 0.02 * s, 0.36 * s, 0.95 * s), fill=255)
    pen.rectangle((0.1 * s, 0.88 * s, 0.6 * s, 0.98 * s), fill=255)
    return large.resize((high, high), Image.Resampling.BOX)


def _mine(high: int) -> Image.Image:
    s = high * _FINE
    large = Image.new("L", (s, s))
    pen = ImageDraw.Draw(large)
    pen.ellipse((0.18 * s, 0.18 * s, 0.82 * s, 0.82 * s), fill=255)
    for line in (
        (0, 0.5, 1, 0.5),
        (0.5, 0, 0.5, 1),
        (0.14, 0.14, 0.86, 0.86),
        (0.14, 0.86, 0.86, 0.14),
    ):
        pen.line([v * s for v in line], fill=255, width=max(1, round(0.08 * s)))
    return large.resize((high, high), Image.Resampling.BOX)


def rgb(colour: str) -> Colour:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def _whole(values: np.ndarray) -> Colour:
    red, green, blue = np.clip(np.rint(values), 0, 255).astype(int).tolist()
    return red, green, blue


def same_where_read(true: Board, read: Board) -> bool:
    """Whether a board was read without a wrong cell. Unreadable cells are allowed."""
    return (true.width, true.height) == (read.width, read.height) and all(
        b in (a, UNREADABLE) for a, b in zip(true.cells, read.cells, strict=True)
    )
