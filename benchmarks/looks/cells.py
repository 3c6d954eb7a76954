"""Where the cells of a generated board are, and what they look like."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.looks.colours import Random
from benchmarks.looks.console import Characters
from benchmarks.looks.legibility import is_legible
from benchmarks.looks.look import Look, random_look
from benchmarks.looks.sprites import sprite_look
from benchmarks.looks.terminal import lines_of, terminal_look, terminal_pitch
from benchmarks.looks.tokens import spaced, token_look, token_pitch
from benchmarks.looks.variety import random_variety

SMALLEST, LARGEST = 10, 100
"""Pixels of a cell."""
MOST_WIDE, MOST_HIGH = 1600, 1000
"""Pixels of a board."""
TERMINALS = 0.2
"""The share of games in a terminal."""
TOKENS = 0.07
"""The share of games whose cells are small pictures apart from each other."""
SPRITES = 0.05
"""The share of games whose cells are painted things on one ground."""
WIDE, TALL = 0.05, 0.03
"""The shares of games whose cells are wide buttons, and are higher than wide."""
SPACED = 0.06
"""The share of other games whose cells are boxes with the window's ground between."""
VARIED = 0.08
"""The share of games whose cells of one state differ."""
KINDS = ("terminal", "tokens", "sprites", "wide", "tall", "spaced", "varied", "usual")
_MOST_TRIES = 40
FEW_COLUMNS = 12
"""The most columns of wide buttons."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """Where the cells are on their canvas: edges in pixels, possibly fractions."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]

    @property
    def pitch(self) -> tuple[float, float]:
        return (
            (self.xs[-1] - self.xs[0]) / (len(self.xs) - 1),
            (self.ys[-1] - self.ys[0]) / (len(self.ys) - 1),
        )


def random_cells(
    rng: Random, columns: int, rows: int, fonts: tuple[Path, ...], kind: str = ""
) -> tuple[Characters | None, Geometry, Look]:
    """The characters of a terminal, if it is one, where the cells are, and what they look like.

    A look that a person could not read is drawn again. ``kind`` is one of ``KINDS``, or any.
    """
    kind = kind or _kind_of_cells(rng, columns)
    for _ in range(_MOST_TRIES):
        characters, geometry, look = _cells_of(rng, kind, columns, rows, fonts)
        if is_legible(look, *geometry.pitch):
            break
    return characters, geometry, look


def _cells_of(
    rng: Random, kind: str, columns: int, rows: int, fonts: tuple[Path, ...]
) -> tuple[Characters | None, Geometry, Look]:
    if kind == "terminal":
        wide, high, across = terminal_pitch(rng)
        geometry = _even(columns, rows, wide, high)
        look = terminal_look(rng, wide, high, across, fonts)
        lines = lines_of(wide, high, across)
        size = wide / across, high / lines
        return Characters(look.lettering.font, *size, across, lines), geometry, look
    if kind == "tokens":
        geometry = _even(columns, rows, *token_pitch(rng))
        return None, geometry, token_look(rng, *geometry.pitch, fonts)
    geometry = _stretched(rng, kind, _geometry(rng, columns, rows))
    if kind == "sprites":
        return None, geometry, sprite_look(rng, *geometry.pitch, fonts)
    look = random_look(rng, *geometry.pitch, fonts)
    if kind == "varied":
        look = replace(look, variety=random_variety(rng))
    if kind == "spaced" or (kind == "wide" and rng.random() < 0.6):
        look = spaced(rng, look, geometry.pitch[0])
    return None, geometry, look


def _kind_of_cells(rng: Random, columns: int) -> str:
    """What cells are: one of ``KINDS``."""
    shares = {
        "terminal": TERMINALS,
        "tokens": TOKENS,
        "tall": TALL,
        "spaced": SPACED,
        "sprites": SPRITES,
        "wide": 2 * WIDE if columns <= FEW_COLUMNS else 0.0,
        "varied": VARIED,
    }
    draw = rng.random()
    for kind, share in shares.items():
        draw -= share
        if draw < 0:
            return kind
    return "usual"


def _stretched(rng: Random, kind: str, geometry: Geometry) -> Geometry:
    """Cells much wider than high, or much higher than wide, where the kind asks for them."""
    if kind not in {"wide", "tall"}:
        return geometry
    wide, high = geometry.pitch
    columns, rows = len(geometry.xs) - 1, len(geometry.ys) - 1
    if kind == "wide":
        wide = min(high * rng.uniform(1.4, 2.7), MOST_WIDE / columns)
    else:
        high = min(wide * rng.uniform(1.3, 2.0), MOST_HIGH / rows)
    return _even(columns, rows, float(round(wide)), float(round(high)))


def _geometry(rng: Random, columns: int, rows: int) -> Geometry:
    wide = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
    wide = max(SMALLEST, min(wide, MOST_WIDE / columns, MOST_HIGH / rows))
    high = wide
    if rng.random() < 0.2:
        high = float(np.clip(wide * np.exp(rng.uniform(-0.47, 0.47)), SMALLEST, LARGEST))
        high = max(SMALLEST, min(high, MOST_HIGH / rows))
    if rng.random() < 0.75:
        wide, high = float(round(wide)), float(round(high))
    return _even(columns, rows, wide, high)


def _even(columns: int, rows: int, wide: float, high: float) -> Geometry:
    return Geometry(
        tuple(wide * i for i in range(columns + 1)), tuple(high * i for i in range(rows + 1))
    )
