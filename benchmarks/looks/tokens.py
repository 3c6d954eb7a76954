"""Boards whose cells are small pictures with the ground between them, as in a chat or on keycaps.

Numbers are keycaps: white or dark digits on a small box. Covered cells are boxes too, or emoji.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from benchmarks.looks.colours import Colour, Random, any_colour, distance, grey, legible, shifted
from benchmarks.looks.faces import Face
from benchmarks.looks.fonts import emoji_font
from benchmarks.looks.lettering import emoji_layers, text_mask
from benchmarks.looks.look import EMOJI, Look, random_look
from benchmarks.looks.shapes import flag_shape
from benchmarks.looks.signs import Layer, Sign, resized
from solver_bot.board import COVERED, EMPTY, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG
from solver_bot.vision.arrays import Floats

_SQUARES = "⬜⬛🟦🟩🟫🟪🔲🔳⬜⬜⬛🟦"
_OTHERS = "🌊🌫☁🍀🌱🔵⚪🔷❔🌿"
_OPENED = "🟨▫"
_WRONG = "❌❎🚫✖"
_FINER = 4
_LEAST_APART = 12.0
"""Levels by which boxes of covered cells and of empty ones differ."""


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A small box.

    Attributes:
        wide, high: as shares of the cell.
        round: the radius of its corners as a share of its shorter side.
        colour: of its face.
        edge: of a line around it; None if there is none.
        lit: by how many levels it is lighter above than below.

    """

    wide: float
    high: float
    round: float
    colour: Colour
    edge: Colour | None
    lit: float

    def drawn(self, width: float, height: float) -> Sign:
        """The box for a cell of this size in pixels."""
        wide, high = max(4, round(self.wide * width)), max(4, round(self.high * height))
        mask = _rounded(wide, high, self.round)
        fall = np.linspace(self.lit, -self.lit, high, dtype=np.float32)[:, None, None]
        colours = np.clip(np.broadcast_to(self.colour, (high, wide, 3)) + fall, 0, 255)
        if self.edge is not None:
            thick = max(1, round(0.05 * min(wide, high)))
            inner = np.zeros((high, wide), np.float32)
            body = _rounded(wide - 2 * thick, high - 2 * thick, self.round)
            inner[thick : high - thick, thick : wide - thick] = body
            colours = colours * inner[..., None] + self.edge * (1 - inner[..., None])
        return [Layer(mask, np.asarray(colours, np.float32))]


def token_pitch(rng: Random) -> tuple[float, float]:
    """The width and height of a cell in pixels."""
    high = float(round(np.exp(rng.uniform(math.log(13), math.log(64)))))
    wide = high * (1.0 if rng.random() < 0.4 else rng.uniform(0.8, 1.7))
    return max(10.0, float(round(wide))), high


def token_look(rng: Random, width: float, height: float, fonts: Sequence[Path]) -> Look:
    """A look for cells of this size in pixels."""
    plain = random_look(rng, width, height, fonts)
    ground = _ground(rng)
    face = replace(
        plain.covered,
        style="flat",
        colour=ground,
        second=ground,
        ruled=False,
        mark="",
        pictured=0.0,
    )
    around = ground if rng.random() < 0.85 else plain.palette.around
    palette = replace(plain.palette, opened=ground, covered=ground, around=around, line=ground)
    return replace(
        plain,
        palette=palette,
        covered=face,
        opened=face,
        signs=_signs(rng, ground, plain, width, height),
        grounds=dict.fromkeys((MINE, EXPLODED, FLAG, QUESTION, WRONG_FLAG), face),
        tints=(),
        over=None,
        seam=None,
        overlay=None,
        plate=None,
        off=(0.0, 0.0),
    )


def _ground(rng: Random) -> Colour:
    kind = rng.random()
    if kind < 0.5:
        return shifted(grey(rng.uniform(0, 70)), 0) + rng.uniform(0, 6, 3).astype(np.float32)
    return grey(rng.uniform(225, 255)) if kind < 0.85 else any_colour(rng)


def _signs(rng: Random, ground: Colour, look: Look, width: float, height: float) -> dict[int, Sign]:
    """The pictures of all cells. Some programs have boxes for all of them and others emoji."""
    small = min(width, height)
    share = rng.uniform(0.62, 1.0)
    side = share * small / width, share * small / height
    cap = _random_box(rng, ground, side)
    fills = rng.random() < 0.3
    covered_box = replace(
        _random_box(rng, ground, side),
        wide=rng.uniform(0.85, 1.0) if fills else side[0],
        high=rng.uniform(0.8, 1.0) if fills else side[1],
    )
    covered_box = replace(covered_box, colour=_hiding(rng, ground, cap.colour))
    below = covered_box if rng.random() < 0.25 else None  # opened cells may keep a paler box
    if below:
        below = replace(below, colour=_between(below.colour, ground), lit=0.0, edge=None)
    ink, font = _ink(rng, cap.colour), look.lettering.font
    tall = rng.uniform(0.5, 0.75) * cap.high * height
    caps = _caps(rng, cap)

    def key(number: int) -> Sign:
        base = below.drawn(width, height) if below else []
        box = caps[number]
        digit = text_mask(str(number), font, tall, bold=int(tall > 14))
        mark = ink if distance(ink, box.colour) > 60 else _ink(rng, box.colour)
        return [*base, *box.drawn(width, height), Layer(digit, mark)]

    signs = {number: key(number) for number in range(1, 9)}
    signs[COVERED] = _covered(rng, covered_box, ground, width, height, share)
    signs[EMPTY] = _empty(rng, key(0), below, width, height, share)
    under = signs[COVERED] if rng.random() < 0.35 else []
    for code in (FLAG, MINE, QUESTION):
        signs[code] = [*under, *_mark(rng, code, ground, look, small, share)]
    signs[EXPLODED] = _emoji(rng, "💥🔥", small * share) or signs[MINE]
    signs[WRONG_FLAG] = _emoji(rng, _WRONG, small * share) or look.signs[WRONG_FLAG]
    return signs


def _caps(rng: Random, cap: Box) -> list[Box]:
    """The box of each number: mostly of one colour."""
    if rng.random() < 0.85:
        return [cap] * 9
    return [replace(cap, colour=any_colour(rng)) for _ in range(9)]


def _covered(
    rng: Random, box: Box, ground: Colour, width: float, height: float, share: float
) -> Sign:
    """An emoji that stands out from the ground, or a box."""
    if rng.random() < 0.5:
        choice = _SQUARES if rng.random() < 0.75 else _OTHERS
        emoji = _emoji(rng, choice, min(width, height) * share)
        if emoji and distance(_mean(emoji), ground) > _LEAST_APART:
            return emoji
    return box.drawn(width, height)


def _empty(
    rng: Random, zero: Sign, below: Box | None, width: float, height: float, share: float
) -> Sign:
    """A zero as a keycap, nothing, a paler box, or an emoji."""
    kind = rng.random()
    if kind < 0.5:
        return zero
    if below or kind < 0.8:
        return below.drawn(width, height) if below else []
    return _emoji(rng, _OPENED, min(width, height) * share * 0.5)


def _mark(rng: Random, code: int, ground: Colour, look: Look, small: float, share: float) -> Sign:
    side = small * share
    own = look.signs[code] or resized(flag_shape(rng, ground), side, side)
    if rng.random() < 0.8:
        return _emoji(rng, EMOJI[code], side * rng.uniform(0.8, 1.0)) or own
    return own


def _emoji(rng: Random, choice: str, height: float) -> Sign:
    font = emoji_font()
    return emoji_layers(str(rng.choice(list(choice))), font, height) if font else []


def _mean(sign: Sign) -> Colour:
    weights = sign[0].mask[..., None]
    return np.asarray((sign[0].colour * weights).sum((0, 1)) / (weights.sum() + 1e-6), np.float32)


def _random_box(rng: Random, ground: Colour, side: tuple[float, float]) -> Box:
    blue = np.array([rng.uniform(140, 250), rng.uniform(90, 160), rng.uniform(20, 90)], np.float32)
    fits = rng.random() < 0.45 and distance(blue, ground) > 40
    colour = blue if fits else legible(rng, ground, 30)
    wide = float(min(1.0, side[0] * rng.uniform(0.9, 1.05)))
    return Box(
        wide=wide,
        high=side[1],
        round=rng.uniform(0, 0.3) if rng.random() < 0.9 else 0.5,
        colour=colour,
        edge=shifted(colour, float(rng.choice([-60, 60]))) if rng.random() < 0.3 else None,
        lit=rng.uniform(3, 30) if rng.random() < 0.3 else 0.0,
    )


def _hiding(rng: Random, ground: Colour, cap: Colour) -> Colour:
    """The colour of covered boxes: often the ground's, a little darker or lighter."""
    near = shifted(ground, rng.choice([-1, 1]) * rng.uniform(16, 45))
    if rng.random() < 0.35 and min(distance(near, ground), distance(near, cap)) > _LEAST_APART:
        return near
    colours = [legible(rng, ground, 30) for _ in range(6)]
    return max(colours, key=lambda colour: min(60.0, distance(colour, cap)))


def _between(one: Colour, other: Colour) -> Colour:
    return np.asarray(0.4 * one + 0.6 * other, np.float32)


def _ink(rng: Random, ground: Colour) -> Colour:
    """White or black, whichever can be read, and seldom another colour."""
    if rng.random() < 0.85:
        return grey(255.0 if ground.mean() < 150 else 0.0)
    return legible(rng, ground, 70)


def _rounded(wide: int, high: int, radius: float) -> Floats:
    """The mask of a box with round corners: shape (high, wide), 0 to 1."""
    wide, high = max(1, wide), max(1, high)
    image = Image.new("L", (wide * _FINER, high * _FINER))
    pixels = radius * min(image.size)
    ImageDraw.Draw(image).rounded_rectangle(
        (0, 0, image.width - 1, image.height - 1), pixels, fill=255
    )
    small = image.resize((wide, high), Image.Resampling.BOX)
    return np.asarray(np.asarray(small) / 255, np.float32)


def spaced(rng: Random, look: Look, width: float) -> Look:
    """The look with its cells as boxes apart from each other, with the window's ground between."""
    around = look.palette.around
    colours = [
        colour if distance(colour, around) > _LEAST_APART else legible(rng, around, 25)
        for colour in (look.covered.colour, look.opened.colour)
    ]
    if distance(*colours) < _LEAST_APART:
        colours[0] = legible(rng, colours[1], 25)
    style = "round" if rng.random() < 0.7 else "gap"
    gap = max(1.0, round(rng.uniform(0.04, 0.16) * min(width, 60)))
    radius = rng.uniform(0.02, 0.15)

    def boxed(face: Face, colour: Colour) -> Face:
        return replace(
            face,
            style=style,
            colour=colour,
            second=colour,
            line=around,
            gap=gap,
            radius=radius,
            ruled=False,
        )

    covered, opened = (
        boxed(face, colour)
        for face, colour in zip((look.covered, look.opened), colours, strict=True)
    )
    old = {id(look.covered): covered, id(look.opened): opened}
    grounds = {
        code: old.get(id(face), boxed(face, face.colour)) for code, face in look.grounds.items()
    }
    ink = tuple(
        digit if distance(digit, colours[1]) > 45 else legible(rng, colours[1], 60)
        for digit in look.palette.digits
    )
    palette = replace(look.palette, digits=ink, line=around)
    return replace(
        look, palette=palette, covered=covered, opened=opened, grounds=grounds, seam=None
    )
