"""Faces of cells: what a cell looks like without a sign."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from PIL import Image, ImageDraw

from benchmarks.looks.colours import (
    Colour,
    Palette,
    Random,
    any_colour,
    legible,
    perceived,
    shifted,
)
from benchmarks.looks.ornaments import MARKS, ball, disc, gloss, mark, soft, thing
from benchmarks.looks.textures import TEXTURES, texture
from solver_bot.vision.arrays import Floats

RAISED = (
    "bevel",
    "edge",
    "round",
    "pillow",
    "slope",
    "hatch",
    "texture",
    "disc",
    "soft",
    "gloss",
    "material",
)
"""Styles that make a covered cell differ from an open one of the same colour."""
PLAIN = ("flat", "line", "outline", "gap", "dotted")
_SAMPLE = 8
_MARKED = 0.14
"""The share of looks whose covered cells carry a mark."""
_PICTURED = 0.05
"""The share of looks whose open cells carry a small picture below their sign, and of those whose
covered cells carry one."""
_TOLD = 8.0
"""Levels by which covered cells differ from open ones, as the root of the mean square."""
_EDGE, _MORE_THAN_WITHIN = 3.0, 1.5
"""How far, in CIELAB, an edge must be from a cell's middle, and how much farther than what the
middle itself shows."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """How an empty cell is drawn.

    Attributes:
        style: one of ``RAISED``, ``PLAIN`` or "sunk".
        colour: of its middle.
        second: the colour of every second cell, as on a chequered board; the same if it is plain.
        light, dark: of bevels and slopes.
        line: of lines and gaps around the cell.
        border: the width of bevels, as a share of the cell.
        gap: the width of lines and gaps, in pixels or as a share of the cell if below 1.
        radius: of rounded corners, as a share of the cell.
        strength: of slopes and textures, in levels.
        seed: which texture it is.
        ruled: whether a line is drawn below and right of it.
        mark: one of ``MARKS`` that it carries; empty for none.
        ink: the colour of the mark.
        pictured: how strong a small picture is that it carries, in levels; 0 for none.

    """

    style: str
    colour: Colour
    second: Colour
    light: Colour
    dark: Colour
    line: Colour
    border: float
    gap: float
    radius: float
    strength: float
    seed: int
    ruled: bool
    mark: str
    ink: Colour
    pictured: float


def random_faces(rng: Random, palette: Palette) -> tuple[Face, Face]:
    """The faces of covered and of open cells.

    A person can tell them apart, and sees where one covered cell ends and the next begins.
    """
    raised = palette.alike or rng.random() < 0.5
    weights = [0.27, 0.05, 0.13, 0.08, 0.09, 0.03, 0.05, 0.06, 0.06, 0.06, 0.12]
    style = str(rng.choice(RAISED, p=weights) if raised else rng.choice(PLAIN))
    covered = _face(rng, style, palette.covered, palette)
    choice = [*PLAIN, "sunk", "texture", "same", "material"]
    style = str(rng.choice(choice, p=[0.2, 0.25, 0.12, 0.08, 0.08, 0.08, 0.03, 0.14, 0.02]))
    if covered.style in {"disc", "soft"} and rng.random() < 0.6:
        style = {"disc": "disc", "soft": "dented"}[covered.style]
    opened = _face(rng, style, palette.opened, palette)
    if style in {covered.style, "dented"}:
        opened = replace(covered, style=style, colour=palette.opened, second=palette.opened)
    if style == "same" and not palette.alike:
        opened = replace(covered, colour=palette.opened, second=palette.opened)
    elif style == "same":
        opened = replace(opened, style="flat")
    if rng.random() < 0.14:
        covered = replace(
            covered, second=shifted(covered.colour, rng.choice([-1, 1]) * rng.uniform(4, 18))
        )
        if rng.random() < 0.7:
            step = float(rng.choice([-1, 1]) * rng.uniform(4, 18))
            opened = replace(opened, second=shifted(opened.colour, step))
    if rng.random() < _MARKED:
        covered = _marked(rng, covered)
    covered, opened = _pictured(rng, covered), _pictured(rng, opened)
    if not differ(covered, opened):
        step = rng.uniform(16, 40) * (1 if opened.colour.mean() < 110 else -1)
        opened = replace(opened, colour=shifted(opened.colour, step))
        opened = replace(opened, second=shifted(opened.second, step))
    if not shows_edges(covered):
        covered = replace(covered, ruled=True, line=legible(rng, covered.colour, 22))
    return covered, opened


def _marked(rng: Random, face: Face) -> Face:
    name = str(rng.choice(MARKS))
    ink = legible(rng, face.colour, 25)
    if name == "glint":
        ink = shifted(face.colour, 140) if rng.random() < 0.7 else shifted(face.colour, -90)
    return replace(face, mark=name, ink=ink)


def _pictured(rng: Random, face: Face) -> Face:
    """The face, seldom with a small picture."""
    return replace(face, pictured=rng.uniform(12, 55)) if rng.random() < _PICTURED else face


def differ(covered: Face, opened: Face) -> bool:
    """Whether a person tells a covered cell from an open one."""
    side = 4 * _SAMPLE
    one, other = painted(covered, side, side), painted(opened, side, side)
    return float(np.sqrt(((one - other) ** 2).mean())) >= _TOLD


def is_rough(face: Face) -> bool:
    """Whether the face itself shows so much that a faint sign is lost on it."""
    return face.pictured > 0 or face.style in {"texture", "material", "hatch"}


def shows_edges(face: Face) -> bool:
    """Whether a person sees where such a cell ends beside and below another one."""
    side = 4 * _SAMPLE
    pair = [painted(face, side, side, second=second) for second in (False, True)]
    beside = np.concatenate(pair, axis=1).mean(0)
    below = np.concatenate(pair, axis=0).mean(1)
    return _shows_an_edge(beside) and _shows_an_edge(below)


def _shows_an_edge(profile: Floats) -> bool:
    """Whether two cells differ, or the seam between them differs from what lies beside it."""
    half = len(profile) // 2
    first, second = profile[:half], profile[half:]
    means = perceived(first.mean(0), second.mean(0))
    inner = slice(half // 4, -(half // 4))
    middle = first[inner].mean(0)
    uneven = max(perceived(one, middle) for one in first[inner])
    seam = profile[half - half // 8 : half + half // 8]
    apart = max(perceived(one, middle) for one in seam)
    return means >= _EDGE or apart >= max(_EDGE, _MORE_THAN_WITHIN * uneven)


def _face(rng: Random, style: str, colour: Colour, palette: Palette) -> Face:
    light = shifted(colour, rng.uniform(20, 120))
    dark = shifted(colour, -rng.uniform(25, 130))
    if rng.random() < 0.05:
        light, dark = dark, light
    return Face(
        style=style,
        colour=colour,
        second=colour,
        light=light,
        dark=dark,
        line=palette.line if rng.random() < 0.8 else any_colour(rng),
        border=rng.uniform(0.03, 0.17),
        gap=1.0 if rng.random() < 0.6 else rng.uniform(0.02, 0.11),
        radius=rng.uniform(0.05, 0.45),
        strength=rng.uniform(8, 45),
        seed=int(rng.integers(2**31)),
        ruled=bool(style in RAISED and style not in {"disc", "soft"} and rng.random() < 0.35),
        mark="",
        ink=colour,
        pictured=0.0,
    )


def painted(face: Face, width: int, height: int, *, second: bool = False) -> Floats:
    """The face of a cell: shape (height, width, 3), levels 0 to 255."""
    colour = face.second if second else face.colour
    canvas = np.broadcast_to(colour, (height, width, 3)).astype(np.float32).copy()
    thick = max(1, round(face.gap if face.gap >= 1 else face.gap * width))
    if face.style in {"bevel", "edge", "sunk"}:
        _bevel(canvas, face)
    elif face.style in {"round", "gap"}:
        canvas = _rounded(canvas, face, thick)
    elif face.style in {"outline", "line", "dotted"}:
        _lines(canvas, face, thick)
    elif face.style == "disc":
        canvas = _disc(canvas, face)
    elif face.style not in {"flat", "same"}:
        canvas = canvas + _shading(face, width, height)
    if face.pictured:
        canvas = canvas + thing(face.seed, width, height, face.pictured)
    if face.mark:
        shape = mark(face.mark, width, height, 0.25 + 0.6 * face.radius)
        canvas = canvas * (1 - shape) + face.ink * shape
    if face.ruled:
        canvas[-1] = canvas[:, -1] = face.line
    return np.clip(canvas, 0, 255)


def _lines(canvas: Floats, face: Face, thick: int) -> None:
    """A line around the cell, or above and left of it, in place."""
    if face.style == "dotted":
        canvas[0, ::2] = canvas[::2, 0] = face.line
        return
    canvas[:thick] = canvas[:, :thick] = face.line
    if face.style == "outline":
        canvas[-thick:] = canvas[:, -thick:] = face.line


def _disc(canvas: Floats, face: Face) -> Floats:
    """A disc, or a ball, on the colour of lines."""
    height, width = canvas.shape[:2]
    shape = disc(width, height, 0.38 + 0.12 * face.radius / 0.45)
    lit = canvas + ball(width, height, face.strength if face.seed % 2 else 0)
    return np.asarray(lit * shape + face.line * (1 - shape), np.float32)


def _bevel(canvas: Floats, face: Face) -> None:
    """Light from the upper left; one pixel wide for an edge, the other way round if sunk."""
    height, width = canvas.shape[:2]
    light, dark = (face.dark, face.light) if face.style == "sunk" else (face.light, face.dark)
    thick = max(1, round(face.border * width)) if face.style == "bevel" else 1
    for i in range(min(thick, height // 3, width // 3)):
        canvas[height - 1 - i, i : width - i] = dark
        canvas[i : height - i, width - 1 - i] = dark
        canvas[i, i : width - 1 - i] = light
        canvas[i : height - 1 - i, i] = light


def _rounded(canvas: Floats, face: Face, thick: int) -> Floats:
    height, width = canvas.shape[:2]
    radius = face.radius if face.style == "round" else 0
    times = 4
    image = Image.new("L", (width * times, height * times))
    inset = min(max(1, thick * times // 2), min(width, height) * times // 2 - 1)
    box = (inset, inset, width * times - inset - 1, height * times - inset - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, radius * width * times, fill=255)
    mask = np.asarray(image.resize((width, height), Image.Resampling.BOX), np.float32)[..., None]
    return np.asarray(canvas * (mask / 255) + face.line * (1 - mask / 255), np.float32)


def _shading(face: Face, width: int, height: int) -> Floats:
    if face.style == "material":
        name = TEXTURES[face.seed % len(TEXTURES)]
        return texture(name, face.seed, width, height, face.strength)
    return _light(face, width, height)


def _light(face: Face, width: int, height: int) -> Floats:
    """Levels of light and shade on a cell."""
    if face.style in {"soft", "dented"}:
        return soft(width, height, face.border, face.strength * (2 if face.style == "soft" else -2))
    if face.style == "gloss":
        return gloss(width, height, face.strength, 0.35 + face.radius / 2)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    down, right = y / height - 0.5, x / width - 0.5
    if face.style == "pillow":
        shade = 0.7 - np.clip(1 - (down**2 + right**2) * 2.5, 0, 1)
        return np.asarray(shade[..., None] * -2 * face.strength, np.float32)
    if face.style == "slope":
        along = (down, right, (down + right) / 2)[face.seed % 3]
        return np.asarray(along[..., None] * 2 * face.strength, np.float32)
    return _pattern(face, width, height)


def _pattern(face: Face, width: int, height: int) -> Floats:
    """Levels of strokes or of specks on a cell."""
    if face.style == "hatch":
        y, x = np.mgrid[:height, :width].astype(np.float32)
        every = 2 + face.seed % 4
        sense = x + y if face.seed % 2 else x - y
        return np.asarray(((sense % every) == 0)[..., None] * face.strength, np.float32)
    rng = np.random.default_rng(face.seed)
    noise = rng.normal(0, 1, (height, width, 1 + 2 * int(face.seed % 2))).astype(np.float32)
    smooth = cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.5, 2.5)).reshape(noise.shape)
    return np.asarray(smooth / (smooth.std() + 1e-6) * face.strength / 2, np.float32)
