"""Small drawings for cells and buttons, as data."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from benchmarks.looks.nothing.colours import Colour, darker, lighter

Part = tuple[str, str, tuple[float, ...]]
"""The tone (main, dark, light or hole), the form (disc, box or lines) and its numbers from 0 to 1.

A disc is x, y and its radius, a box its left, top, right and bottom edge, lines are corners."""
_FINE = 4


def _lines(*numbers: float, tone: str = "main") -> Part:
    return tone, "lines", numbers


def _box(*numbers: float, tone: str = "main") -> Part:
    return tone, "box", numbers


def _disc(*numbers: float, tone: str = "main") -> Part:
    return tone, "disc", numbers


_FACE = (_disc(0.5, 0.5, 0.44, tone="dark"), _disc(0.5, 0.5, 0.41))
_EYES = (_disc(0.36, 0.4, 0.05, tone="dark"), _disc(0.64, 0.4, 0.05, tone="dark"))
SHAPES: dict[str, tuple[Part, ...]] = {
    "disc": (_disc(0.5, 0.5, 0.42),),
    "small disc": (_disc(0.5, 0.5, 0.2),),
    "ring": (_disc(0.5, 0.5, 0.42), _disc(0.5, 0.5, 0.28, tone="hole")),
    "stone": (
        _disc(0.5, 0.5, 0.46, tone="dark"),
        _disc(0.5, 0.5, 0.43),
        _disc(0.38, 0.36, 0.1, tone="light"),
    ),
    "draught": (
        _disc(0.5, 0.5, 0.42, tone="dark"),
        _disc(0.5, 0.47, 0.4),
        _disc(0.5, 0.47, 0.28, tone="dark"),
        _disc(0.5, 0.47, 0.25),
    ),
    "box": (_box(0.15, 0.15, 0.85, 0.85),),
    "frame": (_box(0.12, 0.12, 0.88, 0.88), _box(0.22, 0.22, 0.78, 0.78, tone="hole")),
    "crate": (
        _box(0.05, 0.05, 0.95, 0.95, tone="dark"),
        _box(0.14, 0.14, 0.86, 0.86),
        _lines(0.14, 0.2, 0.2, 0.14, 0.86, 0.8, 0.8, 0.86, tone="dark"),
    ),
    "diamond": (_lines(0.5, 0.06, 0.94, 0.5, 0.5, 0.94, 0.06, 0.5),),
    "gem": (
        _lines(0.25, 0.12, 0.75, 0.12, 0.95, 0.4, 0.5, 0.93, 0.05, 0.4),
        _lines(0.25, 0.12, 0.75, 0.12, 0.66, 0.4, 0.34, 0.4, tone="light"),
        _lines(0.66, 0.4, 0.95, 0.4, 0.5, 0.93, tone="dark"),
    ),
    "hexagon": (
        _lines(0.5, 0.05, 0.9, 0.27, 0.9, 0.73, 0.5, 0.95, 0.1, 0.73, 0.1, 0.27),
        _lines(0.5, 0.05, 0.9, 0.27, 0.5, 0.5, 0.1, 0.27, tone="light"),
    ),
    "triangle": (_lines(0.5, 0.1, 0.93, 0.9, 0.07, 0.9),),
    "warning": (
        _lines(0.5, 0.1, 0.93, 0.9, 0.07, 0.9),
        _box(0.46, 0.38, 0.54, 0.66, tone="dark"),
        _disc(0.5, 0.77, 0.05, tone="dark"),
    ),
    "play": (_lines(0.25, 0.12, 0.88, 0.5, 0.25, 0.88),),
    "star": (
        _lines(
            *(0.5, 0.05, 0.62, 0.38, 0.97, 0.38, 0.69, 0.59, 0.79, 0.93),
            *(0.5, 0.72, 0.21, 0.93, 0.31, 0.59, 0.03, 0.38, 0.38, 0.38),
        ),
    ),
    "heart": (
        _disc(0.3, 0.34, 0.22),
        _disc(0.7, 0.34, 0.22),
        _lines(0.1, 0.44, 0.5, 0.35, 0.9, 0.44, 0.5, 0.93),
    ),
    "spade": (
        _disc(0.3, 0.56, 0.2),
        _disc(0.7, 0.56, 0.2),
        _lines(0.5, 0.06, 0.88, 0.5, 0.5, 0.62, 0.12, 0.5),
        _lines(0.5, 0.5, 0.65, 0.94, 0.35, 0.94),
    ),
    "club": (
        _disc(0.5, 0.28, 0.19),
        _disc(0.28, 0.55, 0.19),
        _disc(0.72, 0.55, 0.19),
        _lines(0.5, 0.4, 0.65, 0.94, 0.35, 0.94),
    ),
    "cross": (
        _lines(0.1, 0.22, 0.22, 0.1, 0.9, 0.78, 0.78, 0.9),
        _lines(0.78, 0.1, 0.9, 0.22, 0.22, 0.9, 0.1, 0.78),
    ),
    "thin cross": (
        _lines(0.16, 0.2, 0.2, 0.16, 0.84, 0.8, 0.8, 0.84),
        _lines(0.8, 0.16, 0.84, 0.2, 0.2, 0.84, 0.16, 0.8),
    ),
    "plus": (_box(0.42, 0.12, 0.58, 0.88), _box(0.12, 0.42, 0.88, 0.58)),
    "minus": (_box(0.15, 0.43, 0.85, 0.57),),
    "tick": (_lines(0.1, 0.55, 0.2, 0.44, 0.4, 0.64, 0.8, 0.18, 0.9, 0.28, 0.4, 0.86),),
    "arrow": (_lines(0.5, 0.08, 0.9, 0.5, 0.65, 0.5, 0.65, 0.92, 0.35, 0.92, 0.35, 0.5, 0.1, 0.5),),
    "bolt": (_lines(0.6, 0.05, 0.2, 0.55, 0.46, 0.55, 0.36, 0.95, 0.8, 0.4, 0.52, 0.4),),
    "drop": (_disc(0.5, 0.63, 0.3), _lines(0.5, 0.06, 0.77, 0.52, 0.23, 0.52)),
    "moon": (_disc(0.5, 0.5, 0.42), _disc(0.68, 0.4, 0.34, tone="hole")),
    "tree": (
        _box(0.44, 0.7, 0.56, 0.95, tone="dark"),
        _lines(0.5, 0.05, 0.85, 0.72, 0.15, 0.72),
    ),
    "round tree": (_box(0.44, 0.6, 0.56, 0.95, tone="dark"), _disc(0.5, 0.38, 0.32)),
    "tent": (_lines(0.5, 0.12, 0.95, 0.9, 0.05, 0.9), _lines(0.5, 0.4, 0.66, 0.9, 0.34, 0.9)),
    "house": (
        _lines(0.5, 0.08, 0.95, 0.48, 0.05, 0.48, tone="dark"),
        _box(0.18, 0.48, 0.82, 0.92),
        _box(0.42, 0.62, 0.58, 0.92, tone="dark"),
    ),
    "ship": (_lines(0.05, 0.6, 0.95, 0.6, 0.78, 0.9, 0.22, 0.9), _box(0.3, 0.35, 0.62, 0.58)),
    "pawn": (
        _disc(0.5, 0.28, 0.16),
        _lines(0.42, 0.4, 0.58, 0.4, 0.66, 0.78, 0.34, 0.78),
        _box(0.24, 0.78, 0.76, 0.92),
    ),
    "rook": (
        _lines(
            *(0.24, 0.12, 0.38, 0.12, 0.38, 0.2, 0.44, 0.2, 0.44, 0.12, 0.56, 0.12),
            *(0.56, 0.2, 0.62, 0.2, 0.62, 0.12, 0.76, 0.12, 0.68, 0.4, 0.32, 0.4),
        ),
        _box(0.34, 0.4, 0.66, 0.76),
        _box(0.22, 0.78, 0.78, 0.92),
    ),
    "bishop": (
        _disc(0.5, 0.16, 0.07),
        _lines(0.5, 0.18, 0.68, 0.45, 0.6, 0.74, 0.4, 0.74, 0.32, 0.45),
        _box(0.22, 0.78, 0.78, 0.92),
    ),
    "knight": (
        _lines(0.3, 0.76, 0.36, 0.5, 0.2, 0.48, 0.22, 0.36, 0.48, 0.1, 0.72, 0.3, 0.74, 0.76),
        _box(0.22, 0.78, 0.78, 0.92),
    ),
    "crown": (
        _lines(0.1, 0.3, 0.32, 0.5, 0.5, 0.15, 0.68, 0.5, 0.9, 0.3, 0.8, 0.75, 0.2, 0.75),
        _box(0.2, 0.78, 0.8, 0.92),
    ),
    "folder": (
        _lines(0.06, 0.2, 0.4, 0.2, 0.48, 0.3, 0.94, 0.3, 0.94, 0.82, 0.06, 0.82, tone="dark"),
        _box(0.06, 0.36, 0.94, 0.82),
    ),
    "sheet": (
        _lines(0.2, 0.06, 0.62, 0.06, 0.82, 0.26, 0.82, 0.94, 0.2, 0.94, tone="light"),
        _lines(0.62, 0.06, 0.82, 0.26, 0.62, 0.26),
        _box(0.3, 0.42, 0.72, 0.47),
        _box(0.3, 0.56, 0.72, 0.61),
        _box(0.3, 0.7, 0.58, 0.75),
    ),
    "picture": (
        _box(0.06, 0.16, 0.94, 0.84, tone="light"),
        _disc(0.3, 0.36, 0.08),
        _lines(0.1, 0.8, 0.4, 0.46, 0.56, 0.62, 0.68, 0.52, 0.9, 0.8, tone="dark"),
    ),
    "person": (_disc(0.5, 0.3, 0.2), _lines(0.14, 0.94, 0.24, 0.62, 0.76, 0.62, 0.86, 0.94)),
    "bell": (
        _disc(0.5, 0.4, 0.28),
        _lines(0.22, 0.4, 0.78, 0.4, 0.9, 0.76, 0.1, 0.76),
        _disc(0.5, 0.84, 0.09),
    ),
    "lens": (
        _disc(0.42, 0.42, 0.32),
        _disc(0.42, 0.42, 0.22, tone="hole"),
        _lines(0.6, 0.7, 0.7, 0.6, 0.94, 0.84, 0.84, 0.94),
    ),
    "cup": (_box(0.16, 0.2, 0.66, 0.85), _disc(0.7, 0.45, 0.17), _disc(0.7, 0.45, 0.09)),
    "potion": (
        _box(0.42, 0.08, 0.58, 0.4, tone="light"),
        _disc(0.5, 0.64, 0.3),
        _disc(0.4, 0.56, 0.07, tone="light"),
    ),
    "sword": (
        _lines(0.86, 0.06, 0.94, 0.14, 0.4, 0.7, 0.3, 0.6, tone="light"),
        _lines(0.16, 0.52, 0.48, 0.84, 0.42, 0.9, 0.1, 0.58),
        _lines(0.22, 0.7, 0.3, 0.78, 0.14, 0.94, 0.06, 0.86, tone="dark"),
    ),
    "smile": (
        *_FACE,
        *_EYES,
        _lines(0.26, 0.58, 0.74, 0.58, 0.62, 0.74, 0.38, 0.74, tone="dark"),
    ),
    "sad": (
        *_FACE,
        *_EYES,
        _lines(0.3, 0.76, 0.5, 0.62, 0.7, 0.76, 0.7, 0.7, 0.5, 0.56, 0.3, 0.7, tone="dark"),
    ),
    "plain face": (*_FACE, *_EYES, _box(0.32, 0.64, 0.68, 0.69, tone="dark")),
    "wow": (*_FACE, *_EYES, _disc(0.5, 0.68, 0.11, tone="dark")),
    "cat": (
        _lines(0.1, 0.08, 0.45, 0.3, 0.12, 0.6),
        _lines(0.9, 0.08, 0.55, 0.3, 0.88, 0.6),
        _disc(0.5, 0.57, 0.38),
        _disc(0.36, 0.5, 0.05, tone="dark"),
        _disc(0.64, 0.5, 0.05, tone="dark"),
    ),
    "cog": (
        _box(0.42, 0.04, 0.58, 0.96),
        _box(0.04, 0.42, 0.96, 0.58),
        _lines(0.13, 0.23, 0.23, 0.13, 0.87, 0.77, 0.77, 0.87),
        _lines(0.77, 0.13, 0.87, 0.23, 0.23, 0.87, 0.13, 0.77),
        _disc(0.5, 0.5, 0.33),
        _disc(0.5, 0.5, 0.15, tone="hole"),
    ),
    "bars": (_box(0.1, 0.2, 0.9, 0.32), _box(0.1, 0.44, 0.9, 0.56), _box(0.1, 0.68, 0.9, 0.8)),
    "chart": (_box(0.1, 0.5, 0.3, 0.9), _box(0.4, 0.2, 0.6, 0.9), _box(0.7, 0.38, 0.9, 0.9)),
    "flag": (
        _box(0.26, 0.1, 0.33, 0.92, tone="dark"),
        _lines(0.33, 0.12, 0.84, 0.32, 0.33, 0.54),
    ),
    "bomb": (
        _disc(0.46, 0.58, 0.34, tone="dark"),
        _disc(0.36, 0.48, 0.08, tone="light"),
        _lines(0.66, 0.3, 0.8, 0.1, 0.88, 0.16, 0.74, 0.36),
    ),
    "slash": (_lines(0.1, 0.86, 0.86, 0.1, 0.9, 0.14, 0.14, 0.9),),
}
_ICONS = (
    "folder sheet picture person bell lens cup cog bars chart house star heart bolt play cross "
    "plus tick arrow warning drop moon ring disc tree cat smile box frame diamond flag bomb"
)
ICONS = tuple(_ICONS.split())
FACES = ("smile", "sad", "plain face", "wow", "cat", "heart", "star", "moon", "bolt", "drop")
JEWELS = ("gem", "hexagon", "stone", "diamond", "crate", "star", "triangle", "drop", "heart")


@lru_cache(maxsize=512)
def shape(name: str, size: int, colour: Colour) -> Image.Image:
    """The drawing as a square with transparency."""
    side = size * _FINE
    tones = {"main": (*colour, 255), "hole": (*colour, 0)}
    tones |= {"dark": (*darker(colour, 0.55), 255), "light": (*lighter(colour, 0.6), 255)}
    image = Image.new("RGBA", (side, side), tones["hole"])
    pen = ImageDraw.Draw(image)
    for tone, form, numbers in SHAPES[name]:
        places = [number * side for number in numbers]
        if form == "disc":
            x, y, r = places
            pen.ellipse((x - r, y - r, x + r, y + r), fill=tones[tone])
        elif form == "box":
            left, top, right, bottom = places
            pen.rectangle((left, top, right, bottom), fill=tones[tone])
        else:
            pen.polygon(places, fill=tones[tone])
    return image.reduce(_FINE)
