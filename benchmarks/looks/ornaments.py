"""What cells wear besides an edge: discs, soft shadows, gloss, marks and small pictures."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from PIL import Image, ImageDraw

from solver_bot.vision.arrays import Floats, Points

MARKS = ("dot", "glint", "corner", "ring", "diamond", "cross", "bars")
"""Marks that every covered cell of a look may carry."""
_FINER = 4


def disc(width: int, height: int, radius: float) -> Floats:
    """The mask of an ellipse in the middle; its radius is a share of the cell."""

    def draw(pen: ImageDraw.ImageDraw, wide: int, high: int) -> None:
        x, y = wide * (0.5 - radius), high * (0.5 - radius)
        pen.ellipse((x, y, wide - x - 1, high - y - 1), fill=255)

    return _mask(width, height, draw)


def ball(width: int, height: int, strength: float) -> Floats:
    """Levels that light from the upper left adds: shape (height, width, 1)."""
    y, x = np.mgrid[:height, :width].astype(np.float32)
    down, right = y / height - 0.35, x / width - 0.35
    return np.asarray(((0.12 - down**2 - right**2) * 4 * strength)[..., None], np.float32)


def soft(width: int, height: int, border: float, strength: float) -> Floats:
    """Levels of blurred light and shadow around a body: shape (height, width, 1).

    Light comes from the upper left. With a strength below 0 the body is sunk.
    """
    inset = max(2, round(border * width))
    body = np.zeros((height, width), np.float32)
    body[inset : height - inset, inset : width - inset] = 1
    blurred = np.asarray(cv2.GaussianBlur(body, (0, 0), max(0.6, inset / 3)), np.float32)
    step = max(1, inset // 2)
    light = np.roll(blurred, (-step, -step), (0, 1)) - np.roll(blurred, (step, step), (0, 1))
    return np.asarray(light[..., None] * strength, np.float32)


def gloss(width: int, height: int, strength: float, share: float) -> Floats:
    """Levels of a shine over the upper part: shape (height, width, 1)."""
    y = np.arange(height, dtype=np.float32) / height
    shine = np.where(y < share, 1 - 0.6 * y / share, -0.3)
    levels = np.broadcast_to((shine * strength)[:, None, None], (height, width, 1))
    return np.asarray(levels, np.float32)


def mark(name: str, width: int, height: int, size: float) -> Floats:
    """The mask of a mark, at most ``size`` of the cell: shape (height, width, 1)."""
    if name == "glint":
        y, x = np.mgrid[:height, :width].astype(np.float32)
        away = (y / height - 0.28) ** 2 + (x / width - 0.28) ** 2
        return np.asarray(np.exp(-away / (size / 3) ** 2)[..., None] * 0.85, np.float32)
    return _mask(width, height, lambda pen, wide, high: _draw_mark(pen, name, wide, high, size))


def _draw_mark(pen: ImageDraw.ImageDraw, name: str, wide: int, high: int, size: float) -> None:
    half = size * min(wide, high) / 2
    x, y = wide / 2, high / 2
    box = x - half, y - half, x + half, y + half
    thick = max(_FINER, round(half / 3))
    if name == "dot":
        pen.ellipse((x - half / 2, y - half / 2, x + half / 2, y + half / 2), fill=255)
    elif name == "ring":
        pen.ellipse(box, outline=255, width=thick)
    elif name == "diamond":
        pen.polygon([(x, box[1]), (box[2], y), (x, box[3]), (box[0], y)], fill=255)
    elif name == "corner":
        far = wide * 0.12, high * 0.12
        pen.polygon([far, (far[0] + half, far[1]), (far[0], far[1] + half)], fill=255)
    elif name == "cross":
        pen.line((box[0], y, box[2], y), fill=255, width=thick)
        pen.line((x, box[1], x, box[3]), fill=255, width=thick)
    else:
        for at in (box[1], y, box[3]):
            pen.line((box[0], at, box[2], at), fill=255, width=thick)


def thing(seed: int, width: int, height: int, strength: float) -> Floats:
    """Levels of a small picture that cells carry, such as a post or a stone: (height, width, 1).

    It has a few parts, each lighter or darker than the cell, one above the other.
    """
    rng = np.random.default_rng(seed)
    levels = np.zeros((height, width, 1), np.float32)
    middle = rng.uniform(0.35, 0.65, 2)
    for _ in range(int(rng.integers(2, 7))):
        x, y = middle + rng.normal(0, 0.12, 2)
        half = rng.uniform(0.04, 0.3), rng.uniform(0.04, 0.3)
        corners = rng.uniform(0, 2 * np.pi, int(rng.integers(3, 8)))
        corners.sort()
        part = _part(width, height, x, y, half, corners if rng.random() < 0.6 else None)
        levels = levels * (1 - part) + part * rng.choice([-1, 1]) * rng.uniform(0.4, 1) * strength
    return np.asarray(levels, np.float32)


def plate(seed: int, width: int, height: int) -> tuple[Floats, Floats]:
    """A board of wood, a stone or the like that open cells carry, for a number to stand on.

    Returns its mask and the levels of its shading: shapes (height, width, 1).
    """
    rng = np.random.default_rng(seed)
    half = rng.uniform(0.26, 0.46), rng.uniform(0.24, 0.44)
    count = int(rng.integers(5, 9))
    corners = (np.arange(count) + rng.uniform(-0.3, 0.3, count)) * 2 * np.pi / count
    square = np.pi * np.array([0.25, 0.75, 1.25, 1.75]) + rng.normal(0, 0.1, 4)
    outline = (None, square, square, corners)[int(rng.integers(4))]
    grown = (half[0] * 1.3, half[1] * 1.3) if outline is square else half
    mask = _part(width, height, 0.5, 0.5, grown, outline)
    if rng.random() < 0.5:
        post = _part(width, height, 0.5, 0.75, (0.06, 0.22), None)
        mask = np.maximum(mask, post)
    levels = grain(rng, height, width, float(rng.uniform(0, 14)))
    edge = mask - cv2.erode(mask, np.ones((2, 2), np.float32))[..., None]
    return mask, np.asarray(levels - edge * rng.uniform(0, 80), np.float32)


def _part(
    width: int, height: int, x: float, y: float, half: tuple[float, float], corners: Points | None
) -> Floats:
    """The mask of an ellipse around a place, or of a polygon with corners on it."""

    def draw(pen: ImageDraw.ImageDraw, wide: int, high: int) -> None:
        if corners is None:
            box = (x - half[0]) * wide, (y - half[1]) * high, (x + half[0]) * wide
            pen.ellipse((*box, (y + half[1]) * high), fill=255)
        else:
            across = (x + half[0] * np.cos(corners)) * wide
            down = (y + half[1] * np.sin(corners)) * high
            places = np.stack([across, down], -1).tolist()
            pen.polygon([(left, top) for left, top in places], fill=255)

    return _mask(width, height, draw)


def _mask(width: int, height: int, draw: Callable[[ImageDraw.ImageDraw, int, int], None]) -> Floats:
    """A drawing, four times finer, reduced to a mask: shape (height, width, 1), 0 to 1."""
    image = Image.new("L", (width * _FINER, height * _FINER))
    draw(ImageDraw.Draw(image), width * _FINER, height * _FINER)
    small = image.resize((width, height), Image.Resampling.BOX)
    return np.asarray(np.asarray(small)[..., None] / 255, np.float32)


def grain(rng: np.random.Generator, height: int, width: int, strength: float) -> Floats:
    """Levels of a picture that lies over a whole board, as of wood or stone: (height, width, 1)."""
    coarse = max(2, height // int(rng.integers(3, 40))), max(2, width // int(rng.integers(3, 40)))
    noise = rng.normal(0, 1, coarse).astype(np.float32)
    grown = cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(grown[..., None] * strength, np.float32)


def wash(rng: np.random.Generator, height: int, width: int, strength: float) -> Floats:
    """Levels of a gradient over a whole board: shape (height, width, 1)."""
    y, x = np.mgrid[:height, :width].astype(np.float32)
    turn = rng.uniform(0, 2 * np.pi)
    along = (y / height - 0.5) * np.sin(turn) + (x / width - 0.5) * np.cos(turn)
    return np.asarray(along[..., None] * strength, np.float32)
