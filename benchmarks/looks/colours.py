"""Colours as vectors of blue, green and red, 0 to 255, and palettes of boards."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import cv2
import numpy as np

from solver_bot.vision.arrays import Floats

Random = np.random.Generator
Colour = Floats
"""Shape (3,): blue, green, red, 0 to 255."""

CLASSIC = ("0000ff", "008000", "ff0000", "000080", "800000", "008080", "000000", "808080")
"""The digits' colours that most programs took over, as red, green, blue in hexadecimal."""

_TO_THE_EYE = 0.45
"""Steps in CIELAB for a level that colours must be apart."""


def grey(value: float) -> Colour:
    """A grey."""
    return np.full(3, value, np.float32)


def from_hex(text: str) -> Colour:
    """A colour written as RRGGBB."""
    return np.array([int(text[i : i + 2], 16) for i in (4, 2, 0)], np.float32)


def from_hsv(hue: float, saturation: float, value: float) -> Colour:
    """A colour of a hue, saturation and value, 0 to 1 each."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, saturation, value)
    return np.array([blue, green, red], np.float32) * 255


def distance(one: Colour, other: Colour) -> float:
    """How far two colours are apart: the root of the mean square, in levels."""
    return float(np.sqrt(((one - other) ** 2).mean()))


def perceived(one: Colour, other: Colour) -> float:
    """How far two colours are apart to the eye: in CIELAB, where fine strokes show hues less."""
    pair = np.stack([one, other]).reshape(1, 2, 3) / 255
    lab = cv2.cvtColor(pair.astype(np.float32), cv2.COLOR_BGR2LAB)[0]
    return float(np.sqrt(((lab[0] - lab[1]) ** 2 * (1, 0.25, 0.25)).sum()))


def stands_out(colour: Colour, ground: Colour, least: float) -> bool:
    """Whether a person sees a sign of this colour: it must be so many levels from the ground."""
    return distance(colour, ground) >= least and perceived(colour, ground) >= _TO_THE_EYE * least


def any_colour(rng: Random) -> Colour:
    """A colour at random."""
    if rng.random() < 0.2:
        return grey(rng.uniform(0, 255))
    return from_hsv(rng.random(), rng.uniform(0.1, 1), rng.uniform(0.1, 1))


def shifted(colour: Colour, levels: float) -> Colour:
    """The colour, lighter or darker by so many levels."""
    return np.asarray(np.clip(colour + levels, 0, 255), np.float32)


def legible(rng: Random, ground: Colour, least: float) -> Colour:
    """A colour that is at least so far from the ground."""
    for _ in range(12):
        colour = any_colour(rng)
        if stands_out(colour, ground, least):
            return colour
    return grey(0 if ground.mean() > 127 else 255)


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """The colours of a board.

    Attributes:
        opened, covered: the faces of cells.
        line: between cells.
        around: of the window around the board.
        digits: of the numbers 1 to 8.
        alike: whether covered and open cells have nearly the same colour.

    """

    opened: Colour
    covered: Colour
    line: Colour
    around: Colour
    digits: tuple[Colour, ...]
    alike: bool


def random_palette(rng: Random) -> Palette:
    """Colours of one of several moods, in which numbers are legible."""
    mood = str(rng.choice(["light", "dark", "pastel", "vivid", "classic", "grey"]))
    opened = _opened(rng, mood)
    alike = bool(rng.random() < (0.7 if mood == "classic" else 0.12))
    covered = _covered(rng, opened, alike)
    line = shifted(opened, rng.uniform(-110, -12) if opened.mean() > 90 else rng.uniform(12, 110))
    if rng.random() < 0.25:
        line = any_colour(rng)
    around = (opened, covered, shifted(covered, rng.uniform(-30, 30)), any_colour(rng))
    chosen = around[int(rng.choice(4, p=[0.15, 0.2, 0.25, 0.4]))]
    return Palette(opened, covered, line, chosen, _digits(rng, opened), alike)


def _opened(rng: Random, mood: str) -> Colour:
    hue = rng.random()
    if mood == "light":
        return from_hsv(hue, rng.uniform(0, 0.12), rng.uniform(0.82, 1))
    if mood == "dark":
        return from_hsv(hue, rng.uniform(0, 0.4), rng.uniform(0.03, 0.35))
    if mood == "pastel":
        return from_hsv(hue, rng.uniform(0.08, 0.35), rng.uniform(0.8, 1))
    if mood == "classic":
        return grey(rng.uniform(170, 215))
    if mood == "grey":
        return grey(rng.uniform(0, 255))
    return any_colour(rng)


def _covered(rng: Random, opened: Colour, alike: bool) -> Colour:
    if alike:
        return np.clip(opened + rng.normal(0, 4, 3), 0, 255).astype(np.float32)
    if rng.random() < 0.5:
        step = rng.uniform(14, 100) * (1 if opened.mean() < 60 or rng.random() < 0.3 else -1)
        covered = np.clip(opened + step + rng.normal(0, 8, 3), 0, 255).astype(np.float32)
        if distance(covered, opened) >= 10:
            return covered
    return legible(rng, opened, 14)


def _digits(rng: Random, opened: Colour) -> tuple[Colour, ...]:
    manner = rng.random()
    one = legible(rng, opened, 45)
    least = 40 if rng.random() < 0.9 else 28

    def digit(number: int) -> Colour:
        if manner < 0.42:
            worn = from_hex(CLASSIC[number]) * rng.uniform(0.85, 1) + rng.normal(0, 8, 3)
            colour = np.clip(worn, 0, 255).astype(np.float32)
        elif manner < 0.6:
            colour = one
        elif manner < 0.85:
            value = rng.uniform(0.2, 0.75) if opened.mean() > 110 else rng.uniform(0.65, 1)
            colour = from_hsv(number / 8 + rng.normal(0, 0.05), rng.uniform(0.4, 1), value)
        else:
            colour = any_colour(rng)
        return colour if stands_out(colour, opened, least) else legible(rng, opened, least + 12)

    return tuple(digit(number) for number in range(8))
