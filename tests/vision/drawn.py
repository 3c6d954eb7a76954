"""Draws Minesweeper in many styles, as other programs and web pages do."""

from __future__ import annotations

from collections.abc import Sequence
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
from tests.vision.styles import Style

Colour = tuple[int, int, int]
"""Red, green, blue."""

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


def shaded(picture: Picture, place: Lattice) -> Picture:
    """The picture with every second cell or so, at random, a little darker."""
    darker = picture.copy()
    cells = place.columns * place.rows
    for cell in np.flatnonzero(np.random.default_rng(1).random(cells) < 0.5).tolist():
        left, top, right, bottom = map(round, place.box(cell))
        darker[top:bottom, left:right] = np.maximum(darker[top:bottom, left:right], 12) - 12
    return darker


def same_where_read(true: Board, read: Board) -> bool:
    """Whether a board was read without a wrong cell. Unreadable cells are allowed."""
    return (true.width, true.height) == (read.width, read.height) and all(
        b in (a, UNREADABLE) for a, b in zip(true.cells, read.cells, strict=True)
    )
