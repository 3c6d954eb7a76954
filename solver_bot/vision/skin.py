"""Skins: how cells look, and how the program that draws them behaves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from solver_bot.board import (
    COVERED,
    EMPTY,
    EXPLODED,
    FLAG,
    MINE,
    QUESTION,
    WRONG_FLAG,
    StartRule,
)
from solver_bot.vision.arrays import Picture
from solver_bot.vision.frame import Frame
from solver_bot.vision.lattice import scaled

STATES: Mapping[str, int] = {
    "empty": EMPTY,
    **{str(n): n for n in range(1, 9)},
    "covered": COVERED,
    "flag": FLAG,
    "question": QUESTION,
    "mine": MINE,
    "exploded": EXPLODED,
    "wrong-flag": WRONG_FLAG,
}
"""The names of cell states in templates' file names."""


TILE_SIZE = 16


SETTLE_MS, PATIENCE_MS = 80.0, 1500.0
"""A program's ``settle`` and ``patience`` if its skin does not give them, in milliseconds. Both are
longer than those of the slowest program measured."""


class SkinError(ValueError):
    """A skin that is missing, incomplete or damaged."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """A level of difficulty that a program offers."""

    name: str
    columns: int
    rows: int
    mines: int


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """A picture of one cell state, one cell wide and high.

    Attributes:
        code: the cell code of the state.
        variant: which of several pictures of the state it is, for example ``hover``; empty for the
            usual one.

    """

    code: int
    variant: str
    picture: Picture


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """How cells and the frame around them look.

    Attributes:
        translucency: how many grey levels a cell may be uniformly brighter or darker.

    """

    templates: tuple[Template, ...]
    frame: Frame
    translucency: float = 0.0

    def picture(self, code: int, size: int, variant: str = "") -> Picture:
        """The picture of a cell that shows ``code``, at ``size`` x ``size`` pixels.

        Raises:
            SkinError: there is no such picture.

        """
        fitting = [t for t in self.templates if t.code == code and t.variant == variant]
        if not fitting:
            named = f"cell code {code}" + (f", variant {variant!r}" if variant else "")
            raise SkinError(f"this look has no picture for {named}")
        return scaled(nearest(fitting, size).picture, size, size)

    def in_grey(self) -> Look:
        """The same look without colour, to read grey pictures with."""
        return _in_grey(self)


@dataclass(frozen=True, slots=True)
class Program:
    """How a program behaves, as far as it is known.

    Attributes:
        title: the program's name and theme.
        source: where its pictures come from.
        licence: the licence of its pictures.
        start: what the program promises of the first click.
        new_game: how to start a new game. ``key ctrl+n`` presses these keys; ``click 50% -1.8``
            clicks at half the board's width, 1.8 cells above its top edge. Empty if not known.
        dismiss: the keys that close the program's message after a win; empty if it has none.
        confirm: the keys, pressed one after the other, that confirm giving up a game for a new one;
            empty if the program does not ask.
        settle: seconds without a change after which a board has stopped changing.
        patience: seconds without a change after which a click counts as lost.
        fixed_totals: whether a board's size tells its mine total.
        levels: the levels that the program offers.

    """

    title: str
    source: str
    licence: str = ""
    start: StartRule = StartRule.NONE
    new_game: str = ""
    dismiss: str = ""
    confirm: str = ""
    settle: float = SETTLE_MS / 1000
    patience: float = PATIENCE_MS / 1000
    fixed_totals: bool = False
    levels: tuple[Difficulty, ...] = ()

    def mines(self, columns: int, rows: int) -> int | None:
        """The mine total of the level of this size; None if the size does not tell it."""
        if not self.fixed_totals:
            return None
        totals = [v.mines for v in self.levels if (v.columns, v.rows) == (columns, rows)]
        return totals[0] if totals else None


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """How a game looks and how its program behaves.

    Attributes:
        learned: whether it was learned from pictures of a program. States may be missing then, and
            the skin only adds to what the nets read.
        known: whether it was known before the picture was read.

    """

    name: str
    look: Look
    program: Program
    learned: bool = False
    known: bool = True

    def in_grey(self) -> Skin:
        """The same skin without colour, to read grey pictures with."""
        return _skin_in_grey(self)


@lru_cache(maxsize=64)
def _skin_in_grey(skin: Skin) -> Skin:
    return replace(skin, look=skin.look.in_grey())


@lru_cache(maxsize=64)
def _in_grey(look: Look) -> Look:
    templates = tuple(
        replace(template, picture=_grey(template.picture)) for template in look.templates
    )
    frame = {
        side: tuple(replace(band, colour=_grey_colour(band.colour)) for band in bands)
        for side, bands in look.frame.items()
    }
    return replace(look, templates=templates, frame=frame)


def _grey(picture: Picture) -> Picture:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.repeat(grey[:, :, None], 3, axis=2).astype(np.uint8)


def _grey_colour(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    grey = int(_grey(np.array([[colour]], dtype=np.uint8))[0, 0, 0])
    return grey, grey, grey


def nearest(templates: Iterable[Template], size: int) -> Template:
    """The template whose size is nearest to ``size``."""
    return min(templates, key=lambda t: (abs(t.picture.shape[0] - size), t.picture.shape[0]))
