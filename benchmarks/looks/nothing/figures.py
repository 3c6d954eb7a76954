"""Tables of numbers that mean something by their place or colour."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from benchmarks.looks.nothing.colours import Colour, lighter, mix, on, palette
from benchmarks.looks.nothing.grid import Cell, counts, grid, style
from benchmarks.looks.nothing.studio import Kind, Studio, pen_on


def multiplication(studio: Studio) -> Image.Image:
    """Products, with factors above and at the left; sometimes with squares marked."""
    dice, theme = studio.dice, studio.theme
    size = dice.whole(8, 16)
    marked = dice.chance(0.5)
    sums = dice.chance(0.3)

    def at(row: int, column: int) -> Cell:
        if not row or not column:
            text = str(row + column) if row or column else "+" if sums else "×"
            return Cell(theme.accent, text, on(theme.accent))
        ground = theme.panel if marked and row == column else theme.ground
        return Cell(ground, str(row + column if sums else row * column), theme.ink)

    return grid(studio, size, size, at, style(studio, size, size))


def matrix(studio: Studio) -> Image.Image:
    """Numbers between square brackets, as in a book."""
    dice, theme = studio.dice, studio.theme
    columns, rows = dice.whole(3, 10), dice.whole(3, 10)
    most = dice.pick((1, 9, 9, 99))
    identity = dice.chance(0.3)

    def at(row: int, column: int) -> Cell:
        value = int(row == column) if identity else dice.whole(-most // 3, most)
        return Cell(theme.ground, str(value), theme.ink)

    how = style(studio, columns + 1, rows + 1, bevels=0, plain_first=True)
    inside = grid(studio, columns, rows, at, replace(how, around=0, line=theme.ground))
    margin = how.wide // 2
    size = inside.width + 2 * margin, inside.height + 8
    image = Image.new("RGB", size, theme.ground)
    image.paste(inside, (margin, 4))
    pen = pen_on(image)
    for x, foot in ((2, margin // 2), (size[0] - 3, size[0] - margin // 2)):
        pen.line((foot, 1, x, 1, x, size[1] - 2, foot, size[1] - 2), fill=theme.ink, width=2)
    return image


def _shade(value: float, low: Colour, high: Colour) -> Colour:
    return mix(low, high, min(1.0, max(0.0, value)))


def heat_map(studio: Studio) -> Image.Image:
    """Numbers on colours that say the same."""
    dice = studio.dice
    columns, rows = counts(studio, 5, 24)
    low, high = palette(dice, 2)
    low = lighter(low, dice.pick((0, 0.6, 0.95)))
    shown = dice.pick(("digits", "share", "percent", ""))
    smooth = dice.chance(0.5)

    def at(row: int, column: int) -> Cell:
        value = dice.real(0, 1)
        if smooth:
            value = 0.3 * value + 0.35 * (row / rows + column / columns)
        ground = _shade(value, low, high)
        text = {"digits": str(int(10 * value)), "share": f"{value:.2f}"[1:], "": ""}
        return Cell(ground, text.get(shown, str(int(100 * value))), on(ground))

    return grid(studio, columns, rows, at, style(studio, columns, rows, bevels=0))


def confusion(studio: Studio) -> Image.Image:
    """How often each class was taken for each, with names at the left and above."""
    dice, theme = studio.dice, studio.theme
    size = dice.whole(3, 12)
    names = [dice.pick((dice.words(1, 1), str(at), dice.letter())) for at in range(size)]
    high = palette(dice, 1)[0]

    def at(row: int, column: int) -> Cell:
        if not row or not column:
            return Cell(theme.ground, names[row + column - 1] if row or column else "", theme.ink)
        value = dice.whole(60, 99) if row == column else dice.pick((0, 0, 0, 1, 2, 3, 5, 8, 11))
        ground = _shade(value / 99, lighter(high, 0.9), high)
        return Cell(ground, str(value), on(ground))

    return grid(studio, size + 1, size + 1, at, style(studio, size + 1, size + 1, bevels=0))


_ELEMENTS = (
    "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se "
    "Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Hf Ta W Re Os Ir Pt Au "
    "Hg Tl Pb Bi Po At Rn"
)


def periodic(studio: Studio) -> Image.Image:
    """The periodic table: names with numbers, and gaps."""
    theme = studio.theme
    names = _ELEMENTS.split()
    blank = {(0, c) for c in range(1, 17)} | {(r, c) for r in (1, 2) for c in range(2, 12)}
    places = [(r, c) for r in range(6) for c in range(18) if (r, c) not in blank]
    numbers = {place: at for at, place in enumerate(places)}
    colours = palette(studio.dice, 9)

    def at(row: int, column: int) -> Cell:
        number = numbers.get((row, column))
        if number is None:
            return Cell(theme.ground, bevel="")
        ground = colours[(column + (row > 2)) % 9]
        return Cell(ground, names[number], on(ground), corner=str(number + 1))

    how = replace(style(studio, 18, 6), line=theme.ground, around=0)
    return grid(studio, 18, 6, at, how)


KINDS: dict[str, Kind] = {
    "multiplication": multiplication,
    "matrix": matrix,
    "heat map": heat_map,
    "confusion matrix": confusion,
    "periodic table": periodic,
}
