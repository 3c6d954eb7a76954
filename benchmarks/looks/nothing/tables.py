"""Spreadsheets and other tables of numbers and words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PIL import Image

from benchmarks.looks.nothing.colours import CLASSIC, WHITE, lighter, mix, on, palette
from benchmarks.looks.nothing.grid import Cell, Style, counts, grid, style
from benchmarks.looks.nothing.numbers import Texts, scattered
from benchmarks.looks.nothing.studio import Kind, Studio, pen_on, write


def _column_name(column: int) -> str:
    return ("" if column < 26 else chr(64 + column // 26)) + chr(65 + column % 26)


def _values(studio: Studio, columns: int, rows: int) -> Texts:
    dice = studio.dice
    share = dice.pick((0.03, 0.1, 0.3, 0.5, 0.8, 1))
    kind = dice.pick(("digits", "small", "large", "money", "mixed"))
    if kind == "digits":
        return scattered(dice, columns, rows, share, dice.whole(1, 8))
    makers: dict[str, Callable[[], str]] = {
        "small": lambda: str(dice.whole(0, 99)),
        "large": lambda: str(round(dice.scale(1, 99999))),
        "money": lambda: f"{dice.scale(1, 999):.2f}",
        "mixed": lambda: dice.pick((str(dice.whole(0, 9)), dice.words(1, 1))),
    }
    return {place: makers[kind]() for place in sorted(dice.spread(rows, columns, share))}


def spreadsheet(studio: Studio) -> Image.Image:
    """With letters above, numbers at the left, and one cell selected."""
    dice, theme = studio.dice, studio.theme
    columns, rows = counts(studio)
    texts = _values(studio, columns, rows)
    shades = {place: lighter(theme.accent, 0.6) for place in dice.spread(rows, columns, 0.02)}
    here = dice.whole(1, rows), dice.whole(1, columns)

    def at(row: int, column: int) -> Cell:
        if not row or not column:
            text = _column_name(column - 1) if column else str(row) if row else ""
            marked = row == here[0] if not column else column == here[1]
            ground = mix(theme.panel, theme.accent, 0.3) if marked else theme.panel
            return Cell(ground, text, theme.faint)
        place = row - 1, column - 1
        ground = shades.get(place, theme.ground)
        return Cell(ground, texts.get(place, ""), on(ground, 0.85))

    how = style(studio, columns + 1, rows + 1, square=0.4, bevels=0, plain_first=True)
    how = replace(how, gap=1, line=theme.line, side=dice.pick("mmlr"))
    image = grid(studio, columns + 1, rows + 1, at, how)
    left, top = here[1] * how.wide, here[0] * how.high
    pen_on(image).rectangle((left, top, left + how.wide, top + how.high), outline=theme.accent)
    return image


def number_table(studio: Studio) -> Image.Image:
    """Digits in cells without headings, such that no position shows them."""
    dice, theme = studio.dice, studio.theme
    columns, rows = counts(studio)
    share, most = dice.pick((0.15, 0.3, 0.5, 0.7, 1)), dice.whole(3, 8)
    texts = scattered(dice, columns, rows, share, most)
    shade = mix(theme.ground, theme.ink, dice.real(0.05, 0.2)) if dice.chance(0.3) else None
    shaded = dice.spread(rows, columns, 0.3) if shade else set()

    def at(row: int, column: int) -> Cell:
        ground = shade if shade and (row, column) in shaded else theme.ground
        return Cell(ground, texts.get((row, column), ""), theme.ink)

    how = style(studio, columns, rows, bevels=0.1)
    return grid(studio, columns, rows, at, how)


def coloured_numbers(studio: Studio) -> Image.Image:
    """A plain table whose digits have the colours that Minesweeper gives them."""
    dice, theme = studio.dice, studio.theme
    columns, rows = counts(studio)
    ground = dice.pick((WHITE, (192, 192, 192), lighter(theme.ground, 0.5)))
    colours = list(CLASSIC) if dice.chance(0.7) else list(palette(dice, 8))
    texts = scattered(dice, columns, rows, dice.pick((0.4, 0.6, 0.8, 1)), dice.whole(5, 8))

    def at(row: int, column: int) -> Cell:
        text = texts.get((row, column), "")
        return Cell(ground, text, colours[int(text) - 1] if text in list("12345678") else (0, 0, 0))

    return grid(studio, columns, rows, at, style(studio, columns, rows, bevels=0))


def _filled(studio: Studio, letters: str, bevels: float = 0.15) -> Image.Image:
    dice, theme = studio.dice, studio.theme
    columns, rows = counts(studio)
    colours = palette(dice, 3) if dice.chance(0.2) else (theme.ink,)

    def at(row: int, column: int) -> Cell:
        return Cell(theme.ground, dice.pick(letters), dice.pick(colours))

    return grid(studio, columns, rows, at, style(studio, columns, rows, bevels=bevels))


def digits_0_to_9(studio: Studio) -> Image.Image:
    return _filled(studio, "0123456789")


def letters(studio: Studio) -> Image.Image:
    return _filled(studio, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def letters_and_digits(studio: Studio) -> Image.Image:
    return _filled(studio, "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789")


def zebra_log(studio: Studio) -> Image.Image:
    """A table with a heading whose rows have two shades in turn."""
    dice, theme = studio.dice, studio.theme
    height = dice.whole(14, 36)
    widths = [dice.whole(30, 160)]
    while sum(widths) < studio.width - 160:
        widths.append(dice.whole(24, 160))
    width, rows = min(sum(widths), studio.width), studio.height // height
    image = Image.new("RGB", (width, rows * height), theme.ground)
    pen = pen_on(image, theme.sharp)
    makers: tuple[Callable[[], str], ...] = (
        lambda: str(dice.whole(1, 9)),
        lambda: str(dice.whole(0, 5000)),
        lambda: dice.words(1, 3),
        lambda: f"{dice.whole(0, 23):02}:{dice.whole(0, 59):02}",
        lambda: dice.pick(("OK", "INFO", "WARN", "ERROR")),
    )
    chosen = [dice.pick(makers) for _ in widths]
    for row in range(rows):
        top = row * height
        ground = theme.accent if not row else theme.panel if row % 2 else theme.ground
        pen.rectangle((0, top, width, top + height - 1), fill=ground)
        left = 0
        for column, wide in enumerate(widths):
            text = chosen[column]() if row else dice.words(1, 1).title()
            place = left + 5, top + height / 2
            write(pen, place, text[: wide // 6], theme.font, height * 0.55, on(ground), "lm")
            left += wide
    if dice.chance(0.5):
        for at in range(1, len(widths)):
            x = sum(widths[:at])
            pen.line((x, 0, x, image.height), fill=theme.line)
    return image


def league(studio: Studio) -> Image.Image:
    """Results of a season: names, then columns of small numbers."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(5, 12), dice.whole(6, 20)
    high = max(10, min(40, studio.height // (rows + 1)))
    wide = max(10, min(50, (studio.width - 140) // columns))
    names = Style(130, high, 1, theme.line, "", 0, theme.font, 0.55, "l", sharp=theme.sharp)
    left = grid(
        studio, 1, rows, lambda _r, _c: Cell(theme.ground, dice.title()[:14], theme.ink), names
    )
    digits = replace(names, wide=wide, side="m")
    most = dice.pick((8, 9, 40))
    texts = {(r, c): str(dice.whole(0, most)) for r in range(rows) for c in range(columns)}
    right = grid(
        studio, columns, rows, lambda r, c: Cell(theme.ground, texts[r, c], theme.ink), digits
    )
    image = Image.new("RGB", (left.width + right.width, left.height), theme.ground)
    image.paste(left, (0, 0))
    image.paste(right, (left.width, 0))
    return image


KINDS: dict[str, Kind] = {
    "spreadsheet": spreadsheet,
    "number table": number_table,
    "coloured numbers": coloured_numbers,
    "digits 0 to 9": digits_0_to_9,
    "letters": letters,
    "letters and digits": letters_and_digits,
    "zebra log": zebra_log,
    "league": league,
}
