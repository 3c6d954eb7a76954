"""Pictures that show no Minesweeper, each from a number alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from benchmarks.looks.fonts import usable_fonts
from benchmarks.looks.labelled import Labelled
from benchmarks.looks.nothing.colours import on, random_colour, random_theme
from benchmarks.looks.nothing.dice import Dice
from benchmarks.looks.nothing.kinds import FAR, KINDS, LIKE_A_NEW_GAME, NEAR
from benchmarks.looks.nothing.studio import Studio, fresh, pen_on, room, write
from benchmarks.looks.nothing.wear import scale_of, scaled, worn
from benchmarks.looks.nothing.windows import browser, furnish, random_frame, wallpaper, window

SEED_SPACE = 0x6E6F7468
"""Keeps these pictures apart from others that are made from the same numbers."""
LEAST, MOST = (300, 200), (1600, 1000)
"""Width and height of the smallest and of the largest picture."""
_LIKE = 0.05
"""The share of pictures with a plain grid that looks like a new game."""
Scene = Callable[[Studio, tuple[str, ...]], Image.Image]
"""Fills the room with things of the kinds named."""
_NEAR = 0.72
"""The share of things that have cells or numbers."""
_CUT = 0.3
"""The share of bare things that are cut off at a side of the picture, as on a part of a screen."""


def nothing(seed: int, fonts: Sequence[Path] | None = None) -> Labelled:
    """A picture without a board.

    The facts are the ``kind`` of the things in it, and ``like: new game`` if one is a plain grid
    of empty cells, as a new game may look.

    Args:
        seed: any number from 0 on; the same one gives the same picture.
        fonts: files of fonts to write with; by default those of this machine.

    """
    dice = Dice(np.random.default_rng([SEED_SPACE, seed]))
    chosen = tuple(usable_fonts() if fonts is None else fonts)
    width, height = _size(dice)
    method, scale = scale_of(dice)
    wide, high = max(160, round(width / scale)), max(120, round(height / scale))
    studio = Studio(dice, chosen, random_theme(dice, chosen), wide, high)
    scene, least, most = dice.pick(_SCENES)
    names = _kinds(dice, dice.whole(least, most))
    image = scene(studio, names)
    picture = np.ascontiguousarray(np.asarray(image)[:, :, ::-1])
    picture = worn(dice, scaled(picture, (width, height), method))
    facts = {"kind": ", ".join(names)}
    if LIKE_A_NEW_GAME.keys() & set(names):
        facts["like"] = "new game"
    return Labelled(f"nothing-{seed:06}", picture, facts=facts)


def draw(kind: str, studio: Studio) -> Image.Image:
    """One thing, cut to the room."""
    image = KINDS[kind](studio)
    return image.crop((0, 0, min(image.width, studio.width), min(image.height, studio.height)))


def _size(dice: Dice) -> tuple[int, int]:
    ranges = ((600, 1200),) * 7 + ((300, 600), (300, 600), (1200, 1600))
    width = dice.whole(*dice.pick(ranges))
    height = round(width / dice.real(1.05, 1.9))
    return width, min(MOST[1], max(LEAST[1], height))


def _kinds(dice: Dice, count: int) -> tuple[str, ...]:
    names = [dice.pick(tuple(NEAR if dice.chance(_NEAR) else FAR)) for _ in range(count)]
    if dice.chance(_LIKE):
        names[dice.whole(0, count - 1)] = dice.pick(tuple(LIKE_A_NEW_GAME))
    return tuple(names)


def _bare(studio: Studio, names: tuple[str, ...]) -> Image.Image:
    """One thing on a plain ground, with a margin or cut off at the edges."""
    dice, theme = studio.dice, studio.theme
    ground = dice.pick((theme.ground, theme.ground, theme.panel, random_colour(dice)))
    image = Image.new("RGB", (studio.width, studio.height), ground)
    if dice.chance(_CUT):
        large = room(studio, studio.width * 5 // 4, studio.height * 5 // 4)
        thing = draw(names[0], large)
        place = tuple(dice.whole(min(0, space), max(0, space)) for space in _spaces(image, thing))
    else:
        thing = draw(names[0], room(studio, studio.width - 24, studio.height - 24))
        place = tuple(dice.whole(0, max(0, space)) for space in _spaces(image, thing))
    image.paste(thing, (place[0], place[1]))
    if dice.chance(0.4) and place[1] > 30:
        pen = pen_on(image, theme.sharp)
        at = place[0], place[1] - 26
        write(pen, at, dice.words(1, 5).capitalize(), theme.font, 17, on(ground))
    return image


def _spaces(image: Image.Image, thing: Image.Image) -> tuple[int, int]:
    return image.width - thing.width, image.height - thing.height


def _one_window(studio: Studio, names: tuple[str, ...]) -> Image.Image:
    """One window that fills most of the picture, or all of it."""
    dice = studio.dice
    frame = random_frame(studio)
    away = dice.pick((0, 20, 60))
    wide = studio.width - away - 2 * frame.border
    high = studio.height - away - frame.high - frame.menu - frame.border
    framed = window(studio, draw(names[0], room(studio, wide, high)), frame)
    image = wallpaper(fresh(studio))
    across, down = _spaces(image, framed)
    image.paste(framed, (dice.whole(0, max(0, across)), dice.whole(0, max(0, down))))
    return image


def _many_windows(studio: Studio, names: tuple[str, ...]) -> Image.Image:
    """Windows over each other on a desktop."""
    dice = studio.dice
    image, frame = wallpaper(fresh(studio)), random_frame(studio)
    furnish(studio, image)
    for name in names:
        wide = round(studio.width * dice.real(0.35, 0.75))
        high = round(studio.height * dice.real(0.35, 0.75))
        other = fresh(room(studio, wide, high))
        framed = window(studio, draw(name, other), frame)
        across, down = _spaces(image, framed)
        image.paste(framed, (dice.whole(-20, max(0, across + 20)), dice.whole(0, max(0, down))))
    return image


def _page(studio: Studio, names: tuple[str, ...]) -> Image.Image:
    """A thing on a page of a browser."""
    thing = draw(names[0], room(studio, studio.width - 210, studio.height - 140))
    return browser(studio, thing, studio.width, studio.height)


def _side_by_side(studio: Studio, names: tuple[str, ...]) -> Image.Image:
    """Things in the columns of one picture, each with its own colours or all with the same."""
    dice = studio.dice
    image = Image.new("RGB", (studio.width, studio.height), studio.theme.ground)
    wide = studio.width // len(names)
    same = dice.chance(0.4)
    for at, name in enumerate(names):
        part = room(studio, wide - 16, studio.height - 16)
        thing = draw(name, part if same else fresh(part))
        down = max(0, image.height - thing.height)
        image.paste(thing, (at * wide + 8, dice.whole(0, down)))
    return image


_SCENES: tuple[tuple[Scene, int, int], ...] = (
    *((_bare, 1, 1),) * 3,
    *((_one_window, 1, 1),) * 3,
    *((_many_windows, 1, 4),) * 2,
    (_page, 1, 1),
    (_side_by_side, 2, 3),
)
"""A way to fill the picture, with the least and the greatest number of things; equally likely."""
