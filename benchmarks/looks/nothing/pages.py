"""Text: documents, code, terminals, logs and pages."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from benchmarks.looks.nothing.colours import CLASSIC, Colour, darker, mix, on, palette
from benchmarks.looks.nothing.desktop import photo
from benchmarks.looks.nothing.dice import Dice
from benchmarks.looks.nothing.studio import Kind, Studio, pen_on, sheet, stamp, write

Line = Callable[[Dice, int], str]


def _rows(studio: Studio, line: Line, share: float = 1.35) -> Image.Image:
    """Lines of text in a font of which all characters are equally wide."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio)
    size = dice.whole(8, 22)
    colours = (theme.ink, theme.ink, theme.ink, theme.accent, theme.faint)
    for number, top in enumerate(range(6, studio.height - size, round(size * share))):
        text = line(dice, number)[: round(studio.width / (0.58 * size))]
        write(pen, (8, top), text, theme.mono, size, dice.pick(colours))
    return image


def _code_line(dice: Dice, number: int) -> str:
    indent = "    " * (number % 7 % dice.whole(1, 4))
    name, other = dice.words(1, 1), dice.words(1, 1)
    text = dice.pick(
        (
            f"for {name} in range({dice.whole(1, 99)}):",
            f"{name}[{dice.whole(0, 8)}] = {other}({dice.whole(0, 999)}, {dice.whole(0, 9)})",
            f"if {name} == {dice.whole(0, 9)}:",
            f"return {name} + {other}",
            f"# {dice.words(3, 8)}",
            "",
            f"def {name}_{other}(self):",
        )
    )
    return f"{number + 1:4d}  {indent}{text}"


def code(studio: Studio) -> Image.Image:
    """A program with the numbers of its lines."""
    return _rows(studio, _code_line)


def hex_dump(studio: Studio) -> Image.Image:
    """Addresses and bytes."""
    zero = studio.dice.real(0, 0.5)

    def line(dice: Dice, number: int) -> str:
        values = [0 if dice.chance(zero) else dice.whole(0, 255) for _ in range(16)]
        letters = "".join(chr(v) if 32 < v < 127 else "." for v in values)
        return f"{number * 16:08x}  {' '.join(f'{v:02x}' for v in values)}  |{letters}|"

    return _rows(studio, line)


def terminal(studio: Studio) -> Image.Image:
    """Files, permissions, times and a prompt."""

    def line(dice: Dice, number: int) -> str:
        if number % 9 == 0:
            return f"user@host:~/{dice.words(1, 1)}$ {dice.words(1, 3)}"
        size, day = dice.whole(1, 99999), dice.whole(1, 28)
        return f"-rw-r--r-- {dice.whole(1, 9)} user {size:6d} Mar {day:2d} {dice.words(1, 1)}.txt"

    return _rows(studio, line)


def log(studio: Studio) -> Image.Image:
    """Times, levels and messages."""

    def line(dice: Dice, number: int) -> str:
        level = dice.pick(("INFO ", "DEBUG", "WARN ", "ERROR"))
        return f"12:{number // 60 % 60:02}:{number % 60:02} {level} {dice.words(3, 9)}"

    return _rows(studio, line)


def digit_rows(studio: Studio) -> Image.Image:
    """Digits side by side without lines, in one colour or a colour each."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio)
    size = dice.whole(8, 40)
    wide, high = round(size * dice.real(0.7, 2)), round(size * dice.real(1, 1.8))
    names = dice.pick(("0123456789", "123456789", "01", "0123456789ABCDEF", "12345678. "))
    coloured = dice.chance(0.3)
    for top in range(6, studio.height - size, high):
        for left in range(6, studio.width - size, wide):
            text = dice.pick(names)
            known = coloured and text in "12345678"
            ink = CLASSIC[int(text) - 1] if known and not theme.dark else theme.ink
            write(pen, (left, top), text, theme.mono, size, ink)
    return image


def dungeon(studio: Studio) -> Image.Image:
    """Rooms and corridors drawn with characters."""
    columns = studio.dice.whole(30, 90)

    def line(dice: Dice, number: int) -> str:
        if number % 6 == 0:
            return "#" * columns
        wall = "#" if number % 3 else "+"
        floor = [dice.pick("........... $!123@") for _ in range(columns - 2)]
        inside = "".join(wall if at % 13 == 0 else floor[at] for at in range(columns - 2))
        return f"#{inside}#"

    return _rows(studio, line, 1.05)


def _paragraph(
    studio: Studio, image: Image.Image, box: tuple[int, int, int, int], size: int
) -> None:
    dice, theme, pen = studio.dice, studio.theme, pen_on(image, studio.theme.sharp)
    left, top, right, bottom = box
    long = max(4, round((right - left) / (size * 0.52)))
    y = top
    while y < bottom - size:
        if dice.chance(0.08):
            y += size
            continue
        text = dice.words(12, 16)[: long if dice.chance(0.85) else long // 2]
        write(pen, (left, y), text, theme.font, size, theme.ink)
        y += round(size * 1.5)


def document(studio: Studio) -> Image.Image:
    """A heading, paragraphs, and sometimes pictures."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio)
    size, margin = dice.whole(9, 18), dice.whole(10, max(11, studio.width // 6))
    write(pen, (margin, 12), dice.title(), theme.font, size * 2, theme.ink)
    top = 20 + size * 3
    _paragraph(studio, image, (margin, top, studio.width - margin, studio.height), size)
    if dice.chance(0.4):
        wide, high = studio.width // 3, studio.height // 4
        image.paste(photo(studio, wide, high), (studio.width - margin - wide, top))
    return image


def columns(studio: Studio) -> Image.Image:
    """Several columns of small text, as in a newspaper."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio)
    count, size = dice.whole(2, 5), dice.whole(8, 13)
    wide = studio.width // count
    for at in range(count):
        left = at * wide + 8
        write(pen, (left, 8), dice.title()[: wide // 12], theme.font, size * 1.6, theme.ink)
        _paragraph(studio, image, (left, 36, left + wide - 16, studio.height), size)
    return image


def chat(studio: Studio) -> Image.Image:
    """Messages in bubbles from two sides."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio)
    size, top = dice.whole(10, 16), 10
    while top < studio.height - 40:
        text = dice.words(2, 9)
        wide = max(20, min(studio.width - 60, round(len(text) * size * 0.6) + 20))
        mine = dice.chance(0.5)
        left = studio.width - wide - 10 if mine else 44
        fill = theme.accent if mine else theme.panel
        pen.rounded_rectangle((left, top, left + wide, top + size * 2), size // 2, fill=fill)
        write(pen, (left + 10, top + size * 0.4), text, theme.font, size, on(fill))
        if not mine:
            stamp(image, "person", (8, top), 26, theme.second)
        top += size * 2 + dice.whole(8, 20)
    return image


def inbox(studio: Studio) -> Image.Image:
    """A list of messages with stars, names, subjects and times."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio)
    high = dice.whole(20, 44)
    for top in range(0, studio.height, high):
        pen.line((0, top, studio.width, top), fill=theme.panel)
        middle, size = top + high / 2, high * 0.42
        tint = theme.accent if dice.chance(0.2) else theme.faint
        pen.rectangle((8, top + 6, high - 6, top + high - 8), outline=theme.faint)
        stamp(image, "star", (high + 2, top + 4), high - 10, tint)
        name = dice.title()[:14]
        write(pen, (2 * high + 4, middle), name, theme.font, size, theme.ink, "lm")
        subject = dice.words(4, 12)[: max(0, (studio.width - 300) // 7)]
        write(pen, (2 * high + 150, middle), subject, theme.font, size, theme.faint, "lm")
        time = f"{dice.whole(0, 23)}:{dice.whole(0, 59):02}"
        write(pen, (studio.width - 8, middle), time, theme.font, size, theme.ink, "rm")
    return image


def changes(studio: Studio) -> Image.Image:
    """Lines of code taken away and put in, on red and green."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio)
    size = dice.whole(9, 18)
    high = round(size * 1.4)
    colours: dict[str, Colour] = {"+": (60, 180, 90), "-": (220, 70, 70), " ": theme.ground}
    for number, top in enumerate(range(0, studio.height, high)):
        sign = dice.pick("  +- ")
        ground = mix(theme.ground, colours[sign], 0.25)
        pen.rectangle((0, top, studio.width, top + high), fill=ground)
        text = f"{sign} {_code_line(dice, number)}"
        write(pen, (4, top + 1), text, theme.mono, size, on(ground, 0.85))
    return image


def help_page(studio: Studio) -> Image.Image:
    """Text about numbers on tiles, with single tiles between the lines."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio)
    side, top = dice.whole(16, 40), 10
    tints = CLASSIC if not theme.dark else palette(dice, 8)
    while top < studio.height - side:
        tile_ground = dice.pick(((192, 192, 192), theme.panel))
        pen.rectangle((10, top, 10 + side, top + side), tile_ground, darker(tile_ground, 0.5))
        number = dice.whole(1, 8)
        middle = 10 + side / 2, top + side / 2
        write(pen, middle, str(number), theme.font, side * 0.6, tints[number - 1], "mm")
        place = 24 + side, top + side / 2
        write(pen, place, dice.words(5, 11), theme.font, side * 0.45, theme.ink, "lm")
        top += side + dice.whole(10, 60)
    return image


KINDS: dict[str, Kind] = {
    "code": code,
    "hex dump": hex_dump,
    "terminal": terminal,
    "log": log,
    "digit rows": digit_rows,
    "dungeon": dungeon,
    "document": document,
    "columns": columns,
    "chat": chat,
    "inbox": inbox,
    "changes": changes,
    "help page": help_page,
}
