"""Windows, pages of a browser and desktops around the things."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from benchmarks.looks.nothing import patterns
from benchmarks.looks.nothing.colours import (
    WHITE,
    Colour,
    darker,
    hsv,
    lighter,
    mix,
    on,
    random_colour,
)
from benchmarks.looks.nothing.shapes import ICONS
from benchmarks.looks.nothing.studio import Pen, Studio, pen_on, stamp, write


@dataclass(frozen=True, slots=True)
class Frame:
    """How windows look.

    Attributes:
        bar: the colour of the bar with the title.
        high: pixels of that bar.
        border: pixels at the other sides.
        edge: the colour of the border.
        knobs: "discs" at the left, "boxes" or "signs" at the right.
        menu: pixels of a row with menus below the bar; 0 is none.

    """

    bar: Colour
    high: int
    border: int
    edge: Colour
    knobs: str
    menu: int


def random_frame(studio: Studio) -> Frame:
    dice, theme = studio.dice, studio.theme
    bar = dice.pick(
        (
            WHITE,
            (10, 36, 106),
            (0, 84, 227),
            (32, 32, 36),
            (230, 230, 232),
            theme.panel,
            theme.accent,
        )
    )
    return Frame(
        bar=bar,
        high=dice.whole(18, 38),
        border=dice.pick((0, 1, 1, 3, 4)),
        edge=dice.pick((darker(bar, 0.3), (212, 208, 200), theme.line)),
        knobs=dice.pick(("discs", "boxes", "signs")),
        menu=dice.pick((0, 0, 18, 22)),
    )


def window(studio: Studio, inside: Image.Image, frame: Frame) -> Image.Image:
    """The thing in a window with a title."""
    top = frame.high + frame.menu
    size = inside.width + 2 * frame.border, inside.height + top + frame.border
    image = Image.new("RGB", size, frame.edge)
    pen = pen_on(image, studio.theme.sharp)
    pen.rectangle((0, 0, size[0], frame.high - 1), fill=frame.bar)
    if studio.dice.chance(0.2):
        for y in range(frame.high):
            colour = lighter(frame.bar, 0.4 * (1 - y / frame.high))
            pen.line((0, y, size[0], y), fill=colour)
    image.paste(inside, (frame.border, top))
    _title(studio, image, pen, frame)
    if frame.menu:
        box = (frame.border, frame.high, size[0] - frame.border - 1, top - 1)
        pen.rectangle(box, fill=studio.theme.panel)
        text = "   ".join(("File", "Edit", "View", "Game", "Tools", "Help"))
        place = (frame.border + 8, frame.high + 3)
        write(pen, place, text[: size[0] // 8], studio.theme.font, 12, on(studio.theme.panel))
    pen.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=darker(frame.edge, 0.3))
    return image


def _title(studio: Studio, image: Image.Image, pen: Pen, frame: Frame) -> None:
    dice, middle, ink = studio.dice, frame.high / 2, on(frame.bar)
    size, wide = round(frame.high * 0.45), image.width
    if frame.knobs == "discs":
        for at, colour in enumerate(((237, 106, 94), (244, 191, 79), (97, 197, 84))):
            left = 8 + at * round(frame.high * 0.7)
            stamp(image, "disc", (left, round(middle - size / 2)), size, colour)
        title = dice.title()[: max(0, round((wide - 6 * size) / (0.6 * size)))]
        write(pen, (wide / 2, middle), title, studio.theme.font, size, ink, "mm")
        return
    title = dice.title()[: max(0, round((wide - 3 * size - 40) / (0.6 * size)))]
    write(pen, (8, middle), title, studio.theme.font, size, ink, "lm")
    for at, sign in enumerate(("thin cross", "frame", "minus")):
        left = wide - (at + 1) * (size + 10)
        top = round(middle - size / 2)
        if frame.knobs == "boxes":
            ground = mix(frame.bar, studio.theme.panel, 0.7)
            box = (left - 2, top - 2, left + size + 2, top + size + 2)
            pen.rectangle(box, fill=ground, outline=darker(ground, 0.4))
            stamp(image, sign, (left, top), size, on(ground))
        else:
            stamp(image, sign, (left, top), size, ink)


def browser(studio: Studio, inside: Image.Image, width: int, height: int) -> Image.Image:
    """The thing on a page with a row of tabs, an address, a heading and links at a side."""
    dice, theme = studio.dice, studio.theme
    image = Image.new("RGB", (width, height), theme.ground)
    pen = pen_on(image, theme.sharp)
    bar = dice.pick(((222, 225, 230), (53, 54, 58), theme.panel))
    pen.rectangle((0, 0, width, 64), fill=bar)
    for at in range(dice.whole(1, 5)):
        box = (8 + at * 150, 5, 150 + at * 150, 33)
        tint = mix(bar, on(bar), 0.05 if at else 0.15)
        pen.rounded_rectangle(box, 6, fill=tint)
        write(pen, (box[0] + 10, 11), dice.title()[:16], theme.font, 12, on(bar))
    pen.rounded_rectangle((90, 36, width - 60, 60), 11, fill=lighter(bar, 0.5))
    address = f"https://www.{dice.words(1, 1)}.org/{dice.words(1, 1)}"
    write(pen, (104, 41), address, theme.font, 12, on(lighter(bar, 0.5)))
    side = dice.pick((0, 0, 120, 180))
    for top in range(100, height - 20, 24):
        if side:
            write(pen, (12, top), dice.words(1, 2)[: side // 8], theme.font, 12, theme.accent)
    write(pen, (side + 16, 72), dice.title(), theme.font, 22, theme.ink)
    image.paste(inside, (side + 16, 104))
    under = 104 + inside.height + 10
    for top in range(under, height, 19):
        line = dice.words(8, 16)[: (width - side) // 8]
        write(pen, (side + 16, top), line, theme.font, 12, theme.ink)
    return image


def wallpaper(studio: Studio) -> Image.Image:
    """What is behind the windows: as large as the room."""
    dice = studio.dice
    kind = dice.pick(("plain", "plain", "gradient", "landscape", "waves", "motifs", "dots"))
    if kind == "plain":
        colour = hsv(dice.real(0, 1), dice.real(0, 0.7), dice.real(0.1, 0.9))
        return Image.new("RGB", (studio.width, studio.height), colour)
    return patterns.KINDS[kind](studio)


def furnish(studio: Studio, image: Image.Image) -> None:
    """Put icons on a desktop, and a bar at its lower or upper edge."""
    dice = studio.dice
    pen = pen_on(image, studio.theme.sharp)
    for top in range(40, dice.whole(40, image.height), 76):
        stamp(image, dice.pick(ICONS), (18, top), 40, random_colour(dice))
        write(pen, (38, top + 50), dice.words(1, 1), studio.theme.font, 11, WHITE, "mm")
    high = dice.pick((24, 30, 40, 48))
    top = dice.pick((0, image.height - high))
    bar = dice.pick(((20, 22, 28), (192, 192, 192), studio.theme.panel))
    pen.rectangle((0, top, image.width, top + high), fill=bar)
    for at in range(dice.whole(3, 10)):
        place = (10 + at * (high + 4), top + 4)
        stamp(image, dice.pick(ICONS), place, high - 8, random_colour(dice))
    clock = f"{dice.whole(0, 23)}:{dice.whole(0, 59):02}"
    place_of_clock = (image.width - 8, top + high / 2)
    write(pen, place_of_clock, clock, studio.theme.font, high * 0.4, on(bar), "rm")
