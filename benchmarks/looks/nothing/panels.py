"""Parts of programs: an editor with its files, counters and faces, best times, keys."""

from __future__ import annotations

from PIL import Image

from benchmarks.looks.nothing.colours import BLACK, WHITE, darker, lighter, mix, on
from benchmarks.looks.nothing.devices import digit
from benchmarks.looks.nothing.grid import Cell, style, tile
from benchmarks.looks.nothing.pages import code
from benchmarks.looks.nothing.patterns import button_wall
from benchmarks.looks.nothing.studio import Kind, Studio, pen_on, room, sheet, stamp, write


def editor(studio: Studio) -> Image.Image:
    """A tree of files at the left, tabs above, a program, and the same program very small."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio)
    left, top = dice.whole(90, 180), 28
    program = code(room(studio, studio.width - left, studio.height - top - 18))
    image.paste(program, (left, top))
    pen.rectangle((0, 0, left, studio.height), fill=theme.panel)
    for at, y in enumerate(range(10, studio.height - 20, 19)):
        indent = 8 + 14 * (at * 5 % 3)
        stamp(image, "folder" if at % 3 == 0 else "sheet", (indent, y), 14, theme.accent)
        write(pen, (indent + 18, y), dice.words(1, 1) + ".py", theme.font, 12, theme.ink)
    for x in range(left, studio.width, 120):
        pen.rectangle((x, 0, x + 118, top - 2), fill=mix(theme.panel, theme.ink, 0.1))
        write(pen, (x + 8, 6), dice.words(1, 1) + ".py", theme.font, 12, theme.ink)
    small = program.resize((60, max(1, studio.height // 3)), Image.Resampling.BOX)
    image.paste(small, (studio.width - 60, top))
    pen.rectangle((0, studio.height - 18, studio.width, studio.height), fill=theme.accent)
    return image


def counters(studio: Studio) -> Image.Image:
    """Two counters with a face between them, as above a board, but above something else."""
    dice, theme = studio.dice, studio.theme
    ground = dice.pick(((192, 192, 192), theme.panel))
    image, pen = sheet(studio, ground)
    high = dice.whole(20, 44)
    lit, wide = (255, 0, 0), high // 2
    for left in (10, max(20, studio.width - 3 * wide - 16)):
        pen.rectangle((left - 2, 6, left + 3 * wide, 10 + high), fill=BLACK)
        for at in range(3):
            digit(pen, (left + at * wide, 8), high, dice.whole(0, 9), (lit, (70, 0, 0)))
    middle = (studio.width - high) // 2
    pen.rectangle((middle - 2, 6, middle + high + 1, high + 9), outline=darker(ground, 0.5))
    stamp(image, dice.pick(("smile", "sad", "wow")), (middle, 8), high, (255, 220, 0))
    top = high + 20
    for y in range(top, studio.height - 16, 20):
        text = f"{dice.words(2, 6).capitalize()}  {dice.whole(1, 999)}"
        write(pen, (12, y), text[: studio.width // 8], theme.font, 13, on(ground))
    return image


def best_times(studio: Studio) -> Image.Image:
    """Levels, names and seconds, and buttons below."""
    dice, theme = studio.dice, studio.theme
    image, pen = sheet(studio, theme.panel)
    size, ink = dice.whole(11, 20), on(theme.panel)
    levels = ("Beginner 9x9, 10 mines", "Intermediate 16x16, 40 mines", "Expert 30x16, 99 mines")
    for at, y in enumerate(range(14, studio.height - 40, size * 2)):
        write(pen, (14, y), levels[at % 3][: studio.width // 12], theme.font, size, ink)
        seconds = f"{dice.scale(1, 999):.{dice.whole(0, 3)}f} s"
        write(pen, (studio.width - 12, y), seconds, theme.font, size, ink, "ra")
    for x in (14, 104):
        box = (x, studio.height - 32, x + 80, studio.height - 8)
        pen.rectangle(box, lighter(theme.panel, 0.4), darker(theme.panel, 0.5))
        write(
            pen,
            (x + 40, studio.height - 20),
            dice.pick(("OK", "Reset")),
            theme.font,
            12,
            BLACK,
            "mm",
        )
    return image


def blank_buttons(studio: Studio) -> Image.Image:
    """A wall of buttons without signs, and labels beside it."""
    dice, theme = studio.dice, studio.theme
    wall = button_wall(room(studio, studio.width * 2 // 3, studio.height - 10))
    image, pen = sheet(studio)
    image.paste(wall, (4, 4))
    for y in range(8, studio.height - 14, 24):
        text = dice.title()[: (studio.width - wall.width) // 9]
        write(pen, (wall.width + 14, y), text, theme.font, 13, theme.ink)
    return image


def number_keys(studio: Studio) -> Image.Image:
    """The digits from 1 to 8 as buttons in one row, to choose from; a form below."""
    dice, theme = studio.dice, studio.theme
    from_one = dice.chance(0.7)
    image, pen = sheet(studio)
    how = style(room(studio, studio.width - 8, 60), 10, 1, bevels=0.8)
    for at in range(9):
        cell = Cell(theme.panel, str(at + 1 if from_one else 9 - at), on(theme.panel))
        image.paste(tile(cell, how, theme.ground), (4 + at * how.wide, 8))
    for y in range(how.high + 24, studio.height - 20, 30):
        write(pen, (8, y), dice.words(1, 3).capitalize(), theme.font, 13, theme.ink)
        pen.rectangle((140, y - 3, 140 + dice.whole(20, 200), y + 18), WHITE, theme.line)
    pen_on(image).line((0, 4, studio.width, 4), fill=theme.line)
    return image


KINDS: dict[str, Kind] = {
    "editor": editor,
    "counters": counters,
    "best times": best_times,
    "number keys": number_keys,
}
LIKE_A_NEW_GAME: dict[str, Kind] = {"blank buttons": blank_buttons}
