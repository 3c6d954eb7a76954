"""The look of a program: its faces and its signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.looks.colours import (
    Colour,
    Palette,
    Random,
    any_colour,
    distance,
    from_hsv,
    legible,
    random_palette,
)
from benchmarks.looks.faces import Face, is_rough, random_faces
from benchmarks.looks.fonts import emoji_font, has, usable_fonts
from benchmarks.looks.lettering import (
    LETTERS,
    Lettering,
    emoji_layers,
    random_lettering,
    random_tilt,
    text_mask,
    written,
)
from benchmarks.looks.shapes import cross_shape, flag_shape, mine_shape, strange_shape
from benchmarks.looks.signs import Layer, Sign, resized
from benchmarks.looks.variety import Variety
from solver_bot.board import (
    COVERED,
    EMPTY,
    EXPLODED,
    FLAG,
    MINE,
    QUESTION,
    WRONG_FLAG,
)
from solver_bot.vision.arrays import Floats

_PLATED, _ON_COVERED_GROUND = 0.05, 0.5
"""The share of looks whose numbers stand on something that open cells carry, and the share of those
whose open cells are covered ones but for that."""
_TILTED, _TILTED_ON_PLATES = 0.04, 0.5
"""The share of looks whose digits are tilted, and of those whose numbers stand on something."""
_ZEROS = 0.2
"""The share of looks whose empty cells show a 0."""
_WRITTEN, _ON_COVERED = 0.05, "??##..oO+-~:x=^%@■□▒·•◆○"
"""The share of looks whose covered cells show a character, and such characters."""
_PLAIN_FLAGS = 0.04
"""The share of looks whose flags are cells of another colour, without a sign."""
_TOLD = 75
"""Levels by which two colours differ that a person can tell apart."""
_LARGE_CELL = 24
"""Pixels of a cell in which a person sees a sign in a faint colour."""
EMOJI = {FLAG: "🚩⛳🏁", MINE: "💣💥🧨☠", QUESTION: "❓❔"}
_SYMBOLS = {FLAG: "⚑⚐", MINE: "✹☀✺●⚙", QUESTION: "?"}
_LETTERS = {FLAG: "FFFPfX!", MINE: "***MB@Xo", QUESTION: "?"}
STRANGE = "🚀😀🙂❤⭐🎉🔥✅🌸🍀👀🔒💎🌟🐱🎈💧🐞👾👻"


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """How a program draws its cells.

    Attributes:
        palette: its colours.
        covered, opened: faces of cells.
        lettering: of its digits.
        signs: of flags, mines, question marks and crosses, by code, in the size of its cells; also
            of numbers that are pictures.
        grounds: the faces below shown mines, mines that were hit, flags and wrong flags.
        tints: the ground of each number; empty if numbers stand on open cells.
        over: the colour of a number with too many flags; None if it does not change.
        shade: how dark a number's shadow is, 0 to 1.
        rim: the colour of a line around numbers; None if there is none.
        off: how far signs are off the middle, as shares of a cell: right, down.
        seam: the colour of a line between covered and open cells; None if there is none.
        plate: the colour and the seed of what open cells carry for numbers to stand on; None if
            they stand on the cells.
        plated: whether empty cells carry it too.
        overlay: of what lies over the whole board: its kind, ``grain`` or ``wash``, strength in
            levels and seed; None if nothing does.
        variety: how cells of one state differ; None if they don't.

    """

    palette: Palette
    covered: Face
    opened: Face
    lettering: Lettering
    signs: Mapping[int, Sign]
    grounds: Mapping[int, Face]
    tints: tuple[Colour, ...]
    over: Colour | None
    shade: float
    rim: Colour | None
    off: tuple[float, float]
    seam: Colour | None
    overlay: tuple[str, float, int] | None
    plate: tuple[Colour, int] | None
    plated: bool
    variety: Variety | None = None


def random_look(rng: Random, width: float, height: float, fonts: Sequence[Path] = ()) -> Look:
    """A look for cells of this size in pixels."""
    fonts = fonts or usable_fonts()
    palette = random_palette(rng)
    covered, opened = random_faces(rng, palette)
    lettering = random_lettering(rng, fonts, height)
    on_plate = _plate(rng, opened) if rng.random() < _PLATED else None
    if on_plate:
        lettering = replace(lettering, height=lettering.height * rng.uniform(0.6, 0.85))
        palette = replace(palette, digits=tuple(_upon(on_plate[0], ink) for ink in palette.digits))
        if rng.random() < _ON_COVERED_GROUND:
            opened = covered
    other = rng.spawn(1)[0]  # so that all else stays as it is
    if other.random() < (_TILTED_ON_PLATES if on_plate else _TILTED):
        lettering = replace(lettering, tilt=random_tilt(other))
    grounds = _grounds(rng, covered, opened)
    signs = _signs(rng, grounds, lettering, width, height)
    if rng.random() < _ZEROS:
        signs = {**signs, EMPTY: _zero(rng, palette, opened, lettering, height)}
    if rng.random() < _WRITTEN:
        signs = {**signs, COVERED: _written_on_covered(rng, palette, covered, lettering, height)}
    if rng.random() < _PLAIN_FLAGS:
        colour = _apart(rng, covered.colour, opened.colour)
        grounds = {**grounds, FLAG: coloured(replace(covered, mark=""), colour)}
        signs = {**signs, FLAG: []}
    return Look(
        palette=palette,
        covered=covered,
        opened=opened,
        lettering=lettering,
        signs=signs,
        grounds=grounds,
        tints=_tints(rng, palette) if rng.random() < 0.1 else (),
        over=from_hsv(rng.uniform(0.8, 1.05), 0.7, 1) if rng.random() < 0.1 else None,
        shade=rng.uniform(0.2, 0.6) if rng.random() < 0.08 else 0.0,
        rim=_rim(palette) if rng.random() < 0.05 else None,
        off=_off(rng),
        seam=any_colour(rng) if rng.random() < 0.06 else None,
        overlay=_overlay(rng) if rng.random() < 0.12 else None,
        plate=on_plate,
        plated=opened is covered or rng.random() < 0.5,
    )


def _zero(rng: Random, palette: Palette, opened: Face, lettering: Lettering, height: float) -> Sign:
    """A 0, in the colour of numbers, a faint one or any."""
    faint = legible(rng, opened.colour, 20)
    colours = palette.digits[0], faint, legible(rng, opened.colour, 45)
    return [Layer(written("0", lettering, height), colours[int(rng.integers(3))])]


def _written_on_covered(
    rng: Random, palette: Palette, covered: Face, lettering: Lettering, height: float
) -> Sign:
    """A character, in the colour of a number, a faint one or any. An empty cell never shows one."""
    text = str(rng.choice(list(_ON_COVERED)))
    own = lettering.font if has(lettering.font, text) else None
    mask = text_mask(text, own or _font_with(rng, text, lettering), height * lettering.height)
    faint, other = legible(rng, covered.colour, 20), legible(rng, covered.colour, 45)
    colours = _upon(covered.colour, palette.digits[0]), faint, other
    return [Layer(mask, colours[int(rng.integers(3))])]


def _apart(rng: Random, one: Colour, other: Colour) -> Colour:
    """A colour that a person tells from both of these."""
    colours = [legible(rng, one, _TOLD) for _ in range(20)]
    return max(colours, key=lambda colour: distance(colour, other))


def _plate(rng: Random, opened: Face) -> tuple[Colour, int]:
    return legible(rng, opened.colour, 40), int(rng.integers(2**31))


def _upon(ground: Colour, ink: Colour) -> Colour:
    """A colour that can be told from the ground: this one, black or white."""
    if distance(ink, ground) > _TOLD:
        return ink
    return np.full(3, 0 if ground.mean() > 127 else 255, np.float32)


def _overlay(rng: Random) -> tuple[str, float, int]:
    if rng.random() < 0.55:
        return "grain", float(rng.uniform(2, 10)), int(rng.integers(2**31))
    return "wash", float(rng.uniform(10, 50)), int(rng.integers(2**31))


def _off(rng: Random) -> tuple[float, float]:
    spread = 0.02 if rng.random() < 0.85 else 0.08
    return float(rng.normal(0, spread)), float(rng.normal(0, spread))


def _rim(palette: Palette) -> Colour:
    return np.full(3, 0 if palette.digits[0].mean() > 127 else 255, np.float32)


def _tints(rng: Random, palette: Palette) -> tuple[Colour, ...]:
    pale = rng.random() < 0.5
    return tuple(
        (digit * 0.3 + 255 * 0.7).astype(np.float32) if pale else any_colour(rng)
        for digit in palette.digits
    )


def _grounds(rng: Random, covered: Face, opened: Face) -> Mapping[int, Face]:
    red = from_hsv(rng.uniform(-0.05, 0.06), rng.uniform(0.6, 1), rng.uniform(0.6, 1))
    hit = coloured(opened, red if rng.random() < 0.8 else any_colour(rng))
    mine = (opened, covered, hit)[int(rng.choice(3, p=[0.65, 0.25, 0.1]))]
    if mine is hit:
        hit = coloured(hit, legible(rng, hit.colour, 40))
    flag = covered if rng.random() < 0.9 else opened
    wrong = (flag, opened, hit)[int(rng.choice(3, p=[0.6, 0.3, 0.1]))]
    return {MINE: mine, EXPLODED: hit, FLAG: flag, QUESTION: covered, WRONG_FLAG: wrong}


def coloured(face: Face, colour: Colour) -> Face:
    """The face in another colour."""
    return replace(face, colour=colour, second=colour)


def _signs(
    rng: Random, grounds: Mapping[int, Face], lettering: Lettering, width: float, height: float
) -> Mapping[int, Sign]:
    share = rng.uniform(0.4, 0.9) if rng.random() < 0.85 else rng.uniform(0.28, 0.4)
    signs = {
        code: _sign(rng, code, face.colour, lettering, width, height, share, rough=is_rough(face))
        for code in (FLAG, MINE, QUESTION)
        for face in (grounds[code],)
    }
    ground = grounds[WRONG_FLAG].colour
    side = rng.uniform(0.5, 0.95)
    cross = resized(cross_shape(rng, ground), width * side, height * side)
    base = (signs[MINE], signs[FLAG], [])[int(rng.choice(3, p=[0.5, 0.35, 0.15]))]
    exploded = signs[MINE]
    if rng.random() < 0.15:
        exploded = _sign(rng, MINE, grounds[EXPLODED].colour, lettering, width, height, share)
    return {**signs, EXPLODED: exploded, WRONG_FLAG: [*base, *cross]}


def _sign(
    rng: Random,
    code: int,
    ground: Colour,
    lettering: Lettering,
    width: float,
    height: float,
    share: float,
    *,
    rough: bool = False,
) -> Sign:
    """A flag, mine or question mark: a shape, an emoji, a symbol of a font or a letter."""
    kind = rng.random()
    emoji = emoji_font()
    if kind < 0.16 and emoji:
        marks = STRANGE if rng.random() < 0.12 else EMOJI[code]
        return emoji_layers(str(rng.choice(list(marks))), emoji, height * share)
    if kind < 0.3 or (code == QUESTION and kind < 0.95):
        mask = _letter(rng, code, lettering, height, share)
        if mask.size:
            least = 30 if height > _LARGE_CELL else 45
            return [Layer(mask, legible(rng, ground, 75 if rough else least))]
    shape = {FLAG: flag_shape, MINE: mine_shape}.get(code, strange_shape)
    if kind > 0.94:
        shape = strange_shape
    sprite = int(rng.integers(7, 17)) if rng.random() < 0.2 else 0
    wide = share * rng.uniform(0.9, 1.1)
    return resized(shape(rng, ground), width * wide, height * share, pixels=sprite)


def _letter(rng: Random, code: int, lettering: Lettering, height: float, share: float) -> Floats:
    if code == QUESTION:
        return written("?", lettering, height)
    text = str(rng.choice(list((_SYMBOLS if rng.random() < 0.6 else _LETTERS)[code])))
    return text_mask(text, _font_with(rng, text, lettering), height * share * 0.8)


def _font_with(rng: Random, text: str, lettering: Lettering) -> Path:
    """Any font that has the text; that of the digits, if none has."""
    fonts = [font for font in usable_fonts() if has(font, text)] or [lettering.font]
    return fonts[int(rng.integers(len(fonts)))]


def strange_sign(rng: Random, look: Look, width: float, height: float) -> Sign:
    """A sign that no board has: a letter, a larger number, an emoji or any shape."""
    ground = look.opened.colour
    kind, emoji = rng.random(), emoji_font()
    if kind < 0.45:
        text = str(rng.choice(list(LETTERS))) if rng.random() < 0.6 else str(rng.integers(10, 99))
        mask = text_mask(text, look.lettering.font, height * look.lettering.height)
        if mask.size:
            return [Layer(mask, legible(rng, ground, 40))]
    if kind < 0.65 and emoji:
        return emoji_layers(str(rng.choice(list(STRANGE))), emoji, height * rng.uniform(0.4, 0.9))
    return resized(strange_shape(rng, ground), width * 0.7, height * 0.7)
