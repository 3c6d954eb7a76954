"""Boards whose cells are painted things on one ground: grass and posts, leaves and crosses, stones.

Opened and covered cells stand on the same ground, which may be a picture over the whole board. Only
what stands on it differs, and an empty cell may have a thing of its own, as numbers have.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from benchmarks.looks.colours import Colour, Random, any_colour, distance, from_hsv, legible
from benchmarks.looks.faces import Face
from benchmarks.looks.lettering import written
from benchmarks.looks.look import Look, random_look
from benchmarks.looks.signs import Layer, Sign
from solver_bot.board import COVERED, EMPTY, EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG
from solver_bot.vision.arrays import Floats

_FINER = 4
_TOLD = 45
"""Levels by which a thing differs from its ground at least."""
_OUTLINED, _SHADED = 0.35, 0.6
"""The shares of things with a dark line around, and with light from above."""
_PICTURED_GROUND = 0.5
"""The share of boards over which a picture or a gradient lies."""


def sprite_look(rng: Random, width: float, height: float, fonts: Sequence[Path]) -> Look:
    """A look for cells of this size in pixels."""
    plain = random_look(rng, width, height, fonts)
    ground = _ground(rng, plain.covered)
    over = ("wash" if rng.random() < 0.5 else "grain", float(rng.uniform(8, 45)), _even_seed(rng))
    palette = replace(plain.palette, opened=ground.colour, covered=ground.colour, alike=True)
    return replace(
        plain,
        palette=palette,
        covered=ground,
        opened=ground,
        signs=_signs(rng, plain, ground.colour, width, height),
        grounds=dict.fromkeys((MINE, EXPLODED, FLAG, QUESTION, WRONG_FLAG), ground),
        tints=(),
        over=None,
        seam=None,
        overlay=over if rng.random() < _PICTURED_GROUND else None,
        plate=None,
    )


def _even_seed(rng: Random) -> int:
    """A seed of a picture that lies over all cells, not over covered ones alone."""
    return 3 * int(rng.integers(2**29))


def _ground(rng: Random, face: Face) -> Face:
    """What all cells stand on: a plain colour, or a texture that may repeat in every cell."""
    style = str(rng.choice(["flat", "texture", "material", "slope"], p=[0.5, 0.15, 0.25, 0.1]))
    colour = any_colour(rng)
    return replace(
        face,
        style=style,
        colour=colour,
        second=colour,
        strength=float(rng.uniform(5, 30)),
        ruled=bool(rng.random() < 0.1),
        mark="",
        pictured=0.0,
    )


def _signs(rng: Random, look: Look, ground: Colour, width: float, height: float) -> dict[int, Sign]:
    holder = painted_thing(rng, ground, width, height)
    cover = painted_thing(rng, ground, width, height)
    empty = (holder, [], painted_thing(rng, ground, width, height))[int(rng.integers(3))]
    if empty and rng.random() < 0.3:
        cover = []
    signs: dict[int, Sign] = {COVERED: cover, EMPTY: empty}
    colour = _middle(holder)
    share = look.lettering.height * rng.uniform(0.55, 0.9)
    lettering = replace(look.lettering, height=share)
    one = legible(rng, colour, 90) if rng.random() < 0.5 else None
    for number, ink in enumerate(look.palette.digits, 1):
        chosen = one if one is not None else ink
        shown = chosen if distance(chosen, colour) > 70 else legible(rng, colour, 90)
        signs[number] = [*holder, Layer(written(str(number), lettering, height), shown)]
    under = cover if rng.random() < 0.6 else []
    for code in (FLAG, QUESTION):
        signs[code] = [*under, *_own(rng, look, code, ground, width, height)]
    mine = _own(rng, look, MINE, ground, width, height)
    signs[MINE] = signs[EXPLODED] = mine
    if rng.random() < 0.5:
        signs[EXPLODED] = [*mine, *painted_thing(rng, ground, width, height, small=True)]
    signs[WRONG_FLAG] = look.signs[WRONG_FLAG]
    return signs


def _own(rng: Random, look: Look, code: int, ground: Colour, width: float, height: float) -> Sign:
    """The usual sign of a state, or a painted thing."""
    if code == QUESTION or rng.random() < 0.6:
        return look.signs[code] or painted_thing(rng, ground, width, height)
    return painted_thing(rng, ground, width, height)


def painted_thing(
    rng: Random, ground: Colour, width: float, height: float, *, small: bool = False
) -> Sign:
    """Some shapes in colours of one kind, one above the other, as a cell's layer."""
    wide, high = max(6, round(width)), max(6, round(height))
    size = high * _FINER, wide * _FINER
    colours: Floats = np.zeros((*size, 3), np.float32)
    mask: Floats = np.zeros(size, np.float32)
    base = _base(rng, ground)
    most = rng.uniform(0.15, 0.3) if small else rng.uniform(0.28, 0.5)
    for number in range(int(rng.integers(2, 9))):
        part = _shape(rng, size, most if number == 0 else most * rng.uniform(0.2, 0.8), number == 0)
        own = np.clip(base + rng.normal(0, 26) + rng.normal(0, 9, 3), 0, 255)
        colours[part > 0] = any_colour(rng) if rng.random() < 0.12 else own
        mask = np.maximum(mask, part)
    if rng.random() < _SHADED:
        fall = np.linspace(1, -1, size[0], dtype=np.float32)[:, None, None]
        colours = np.clip(colours + fall * rng.uniform(5, 40), 0, 255)
    if rng.random() < _OUTLINED:
        thick = max(1, round(_FINER * max(1.0, 0.04 * min(wide, high))))
        inner = cv2.erode(mask, np.ones((thick, thick), np.uint8))
        colours[(mask > 0) & (inner == 0)] = np.clip(base - rng.uniform(60, 160), 0, 255)
    return [_reduced(colours, mask, wide, high)]


def _base(rng: Random, ground: Colour) -> Colour:
    """Brown, green, grey or any colour that stands out from the ground."""
    kinds = (
        from_hsv(rng.uniform(0.05, 0.12), rng.uniform(0.3, 0.8), rng.uniform(0.25, 0.8)),
        from_hsv(rng.uniform(0.2, 0.42), rng.uniform(0.3, 0.9), rng.uniform(0.25, 0.9)),
        from_hsv(0, 0, rng.uniform(0.1, 0.95)),
    )
    one = kinds[int(rng.integers(3))]
    return one if distance(one, ground) > _TOLD else legible(rng, ground, _TOLD)


def _shape(rng: Random, size: tuple[int, int], most: float, first: bool) -> Floats:
    """The mask of an ellipse, a polygon, a post or a few strokes: 0 or 1, shape ``size``."""
    high, wide = size
    mask = np.zeros(size, np.float32)
    spread = 0.04 if first else 0.14
    x, y = (0.5 + rng.normal(0, spread)) * wide, (0.5 + rng.normal(0, spread)) * high
    half = most * wide * rng.uniform(0.7, 1.1), most * high * rng.uniform(0.6, 1.1)
    kind = rng.random()
    middle = round(x), round(y)
    if kind < 0.35:
        axes = max(1, round(half[0])), max(1, round(half[1]))
        cv2.ellipse(mask, middle, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    elif kind < 0.75:
        corners = np.sort(rng.uniform(0, 2 * math.pi, int(rng.integers(3, 9))))
        reach = rng.uniform(0.7, 1.1, len(corners))
        points = np.stack(
            [x + half[0] * reach * np.cos(corners), y + half[1] * reach * np.sin(corners)], -1
        )
        cv2.fillPoly(mask, [np.rint(points).astype(np.int32)], 1.0)
    elif kind < 0.9:
        thin = rng.uniform(0.12, 0.4), 1.0
        if rng.random() < 0.5:
            thin = thin[::-1]
        corner = round(x - half[0] * thin[0]), round(y - half[1] * thin[1])
        other = round(x + half[0] * thin[0]), round(y + half[1] * thin[1])
        cv2.rectangle(mask, corner, other, 1.0, -1)
    else:
        for _ in range(int(rng.integers(3, 9))):
            start = round(x + rng.normal(0, half[0] / 2)), round(y + half[1] * rng.uniform(0.3, 1))
            end = round(start[0] + rng.normal(0, half[0] / 2)), round(y - half[1] * rng.random())
            cv2.line(mask, start, end, 1.0, max(1, round(0.03 * wide)))
    return mask


def _reduced(colours: Floats, mask: Floats, wide: int, high: int) -> Layer:
    """The layer in a cell's size. No colour from outside the mask bleeds in."""
    small = cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA)
    weighted = cv2.resize(colours * mask[..., None], (wide, high), interpolation=cv2.INTER_AREA)
    own = weighted / np.maximum(small, 1e-3)[..., None]
    return Layer(np.asarray(small, np.float32), np.asarray(own, np.float32))


def _middle(sign: Sign) -> Colour:
    """The colour in the middle of a thing, where a number stands."""
    layer = sign[0]
    high, wide = layer.mask.shape
    part = slice(high // 4, -(high // 4)), slice(wide // 4, -(wide // 4))
    weights = layer.mask[part][..., None] + 1e-6
    return np.asarray((layer.colour[part] * weights).sum((0, 1)) / weights.sum(), np.float32)
