"""Colours, and sets of colours that go together."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.looks.nothing.dice import Dice

Colour = tuple[int, int, int]
"""Red, green, blue."""
BLACK, WHITE = (0, 0, 0), (255, 255, 255)
CLASSIC: tuple[Colour, ...] = (
    (0, 0, 255),
    (0, 128, 0),
    (255, 0, 0),
    (0, 0, 128),
    (128, 0, 0),
    (0, 128, 128),
    (0, 0, 0),
    (128, 128, 128),
)
"""The colours of the numbers 1 to 8 in the best known Minesweeper."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours and fonts of one program.

    Attributes:
        ground: behind everything.
        panel: of bars, buttons and headings.
        line: between cells and around boxes.
        ink: of text.
        faint: of text that matters less.
        accent: of what is selected.
        second: of other things that stand out.
        dark: whether the ground is darker than the ink.
        font: of everything but code.
        mono: of code.
        sharp: whether text has no soft edges.

    """

    ground: Colour
    panel: Colour
    line: Colour
    ink: Colour
    faint: Colour
    accent: Colour
    second: Colour
    dark: bool
    font: Path
    mono: Path
    sharp: bool


def hsv(hue: float, saturation: float, value: float) -> Colour:
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, saturation, value)
    return round(255 * red), round(255 * green), round(255 * blue)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """The first colour with a share of the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def light_of(colour: Colour) -> float:
    """From 0 for black to 255 for white."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def lighter(colour: Colour, share: float) -> Colour:
    return mix(colour, WHITE, share)


def darker(colour: Colour, share: float) -> Colour:
    return mix(colour, BLACK, share)


def on(ground: Colour, share: float = 0.9) -> Colour:
    """A colour in which text can be read on the ground."""
    return mix(ground, BLACK if light_of(ground) > 128 else WHITE, share)


def away_from(colour: Colour, ground: Colour, least: int) -> Colour:
    """The colour, or one further from the ground if no channel differs by the least."""
    if max(abs(a - b) for a, b in zip(colour, ground, strict=True)) >= least:
        return colour
    return mix(colour, on(ground), 0.6)


def random_colour(dice: Dice) -> Colour:
    return hsv(dice.real(0, 1), dice.real(0, 1), dice.real(0.1, 1))


def palette(dice: Dice, count: int) -> tuple[Colour, ...]:
    """Colours of one family, all different."""
    hue, saturation, value = dice.real(0, 1), dice.real(0.2, 0.95), dice.real(0.45, 1)
    if dice.chance(0.2):
        bright = hsv(hue, saturation, value)
        ground = dice.pick(((255, 255, 255), (235, 237, 240), (22, 27, 34)))
        return tuple(mix(ground, bright, at / max(1, count - 1)) for at in range(count))
    return tuple(hsv(hue + at / count, saturation, value) for at in range(count))


def _grounds(dice: Dice) -> Colour:
    kind = dice.pick(("white", "white", "light", "dark", "dark", "classic", "pastel", "vivid"))
    if kind == "white":
        return dice.pick((WHITE, WHITE, (250, 250, 250), (245, 246, 248)))
    if kind == "light":
        return hsv(dice.real(0, 1), dice.real(0, 0.12), dice.real(0.8, 0.98))
    if kind == "dark":
        return hsv(dice.real(0, 1), dice.real(0, 0.4), dice.real(0.03, 0.3))
    if kind == "classic":
        return dice.pick(((192, 192, 192), (212, 208, 200), (236, 233, 216), (189, 189, 189)))
    if kind == "pastel":
        return hsv(dice.real(0, 1), dice.real(0.12, 0.35), dice.real(0.85, 1))
    return hsv(dice.real(0, 1), dice.real(0.4, 0.9), dice.real(0.3, 0.9))


def random_theme(dice: Dice, fonts: tuple[Path, ...]) -> Theme:
    ground = _grounds(dice)
    dark = light_of(ground) < 128
    ink = on(ground, dice.pick((0.75, 0.85, 0.92, 1)))
    if dice.chance(0.15):
        ink = mix(ink, random_colour(dice), 0.4)
    hue = dice.real(0, 1)
    mono = [path for path in fonts if "Mono" in path.name or path.name == "cmtt10.ttf"]
    upright = [path for path in fonts if not any(a in path.name for a in ("Ital", "Obli", "Z003"))]
    sans = [path for path in upright if "Sans" in path.name or "Gothic" in path.name]
    return Theme(
        ground=ground,
        panel=mix(ground, on(ground), dice.real(0.04, 0.16)),
        line=mix(ground, on(ground), dice.real(0.12, 0.7)),
        ink=ink,
        faint=mix(ground, ink, dice.real(0.4, 0.7)),
        accent=away_from(hsv(hue, dice.real(0.5, 0.95), dice.real(0.5, 0.95)), ground, 60),
        second=away_from(
            hsv(hue + dice.real(0.2, 0.8), dice.real(0.3, 0.95), dice.real(0.4, 0.95)), ground, 60
        ),
        dark=dark,
        font=dice.pick(dice.pick((sans or fonts,) * 3 + (upright or fonts,) * 2 + (fonts,))),
        mono=dice.pick(mono or fonts),
        sharp=dice.chance(0.15),
    )
