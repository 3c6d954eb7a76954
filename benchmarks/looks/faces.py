"""Faces of cells: what a cell looks like without a sign."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from PIL import Image, ImageDraw

from benchmarks.looks.colours import Colour, Palette, Random, any_colour, shifted
from solver_bot.vision.arrays import Floats

RAISED = ("bevel", "edge", "round", "pillow", "slope", "hatch", "texture")
"""Styles that make a covered cell differ from an open one of the same colour."""
PLAIN = ("flat", "line", "outline", "gap", "dotted")


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
        ruled: whether a line is drawn below and right of it in any style.

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


def random_faces(rng: Random, palette: Palette) -> tuple[Face, Face]:
    """The faces of covered and of open cells, which a person can tell apart."""
    raised = palette.alike or rng.random() < 0.5
    weights = [0.42, 0.08, 0.14, 0.1, 0.12, 0.06, 0.08]
    style = str(rng.choice(RAISED, p=weights) if raised else rng.choice(PLAIN))
    covered = _face(rng, style, palette.covered, palette)
    choice = [*PLAIN, "sunk", "texture", "same"]
    style = str(rng.choice(choice, p=[0.2, 0.26, 0.12, 0.08, 0.08, 0.08, 0.04, 0.14]))
    opened = _face(rng, style, palette.opened, palette)
    if style == "same" and not palette.alike:
        opened = replace(covered, colour=palette.opened, second=palette.opened)
    elif style == "same":
        opened = replace(opened, style="flat")
    if rng.random() < 0.14:
        covered = replace(
            covered, second=shifted(covered.colour, rng.choice([-1, 1]) * rng.uniform(4, 18))
        )
        if rng.random() < 0.7:
            step = rng.choice([-1, 1]) * rng.uniform(4, 18)
            opened = replace(opened, second=shifted(opened.colour, step))
    return covered, opened


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
        ruled=bool(rng.random() < 0.35),
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
    elif face.style == "outline":
        canvas[:thick] = canvas[-thick:] = canvas[:, :thick] = canvas[:, -thick:] = face.line
    elif face.style == "line":
        canvas[:thick] = canvas[:, :thick] = face.line
    elif face.style == "dotted":
        canvas[0, ::2] = canvas[::2, 0] = face.line
    elif face.style in {"pillow", "slope", "hatch", "texture"}:
        canvas = canvas + _shading(face, width, height)
    if face.ruled and face.style in RAISED:
        canvas[-1] = canvas[:, -1] = face.line
    return np.clip(canvas, 0, 255)


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
    inset = max(1, thick * times // 2)
    box = (inset, inset, width * times - inset - 1, height * times - inset - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, radius * width * times, fill=255)
    mask = np.asarray(image.resize((width, height), Image.Resampling.BOX), np.float32)[..., None]
    return np.asarray(canvas * (mask / 255) + face.line * (1 - mask / 255), np.float32)


def _shading(face: Face, width: int, height: int) -> Floats:
    y, x = np.mgrid[:height, :width].astype(np.float32)
    down, right = y / height - 0.5, x / width - 0.5
    if face.style == "pillow":
        shade = 0.7 - np.clip(1 - (down**2 + right**2) * 2.5, 0, 1)
        return np.asarray(shade[..., None] * -2 * face.strength, np.float32)
    if face.style == "slope":
        along = (down, right, (down + right) / 2)[face.seed % 3]
        return np.asarray(along[..., None] * 2 * face.strength, np.float32)
    if face.style == "hatch":
        every = 2 + face.seed % 4
        sense = x + y if face.seed % 2 else x - y
        return np.asarray(((sense % every) == 0)[..., None] * face.strength, np.float32)
    rng = np.random.default_rng(face.seed)
    noise = rng.normal(0, 1, (height, width, 1 + 2 * int(face.seed % 2))).astype(np.float32)
    smooth = cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.5, 2.5)).reshape(noise.shape)
    return np.asarray(smooth / (smooth.std() + 1e-6) * face.strength / 2, np.float32)
