"""Skins: how a game looks, as templates, and what is known about how it behaves."""

from __future__ import annotations

import io
import math
import re
import stat
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from solver_bot.board import (
    COVERED,
    EMPTY,
    EXPLODED,
    FLAG,
    MINE,
    QUESTION,
    UNREADABLE,
    WRONG_FLAG,
    StartRule,
)
from solver_bot.vision.frame import SIDES, Band, Frame
from solver_bot.vision.lattice import Floats, Picture, scaled

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

REQUIRED = frozenset(STATES) - {"question"}

_FILE_NAME = re.compile(
    rf"(?P<state>{'|'.join(STATES)})(?:-(?P<look>[a-z]+))?(?:-(?P<size>\d+)px)?\.png"
)
TILE_SIZE = 16
_ONE_THREAD = 1 << 19

LIMIT = 0.5
"""How far a tile may be from its template, as a share of the template's own contrast ..."""
LEAST_LIMIT, FARTHEST = 3.0, 30.0
"""... and in grey levels: for a flat template (twice that in a translucent skin), and for any."""
FAINT, FLAT = 15.0, 0.4
"""A template of less contrast than this, in grey levels, needs this share of it in a tile."""
CLEARLY = 0.7
"""The nearest template must be this much nearer than the nearest that shows something else."""
_BRIGHTER, _FEW_NUMBERS = 4.0, 3
"""Grey levels that numbers may be off as a whole, beside a skin's translucency, where there are so
many of them."""
_LARGEST_TEMPLATE = 256
_MOST_TEMPLATES, _MOST_BYTES, _MOST_FACTS = 1000, 1 << 20, 1 << 18
"""How many templates a skin may have, and how many bytes each and its skin.toml."""
_LONGEST = 60_000.0
"""Milliseconds that a skin may ask to be waited for."""
SETTLE_MS, PATIENCE_MS = 80.0, 1500.0
"""How long programs take to draw, where a skin does not say: longer than the slowest seen."""


class SkinError(ValueError):
    """A skin that is missing, incomplete or damaged."""


@dataclass(frozen=True, slots=True)
class Level:
    """One level of difficulty that a program offers."""

    name: str
    columns: int
    rows: int
    mines: int


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """One tile of a skin: what it shows and its picture, one cell wide and high."""

    code: int
    look: str
    picture: Picture


@dataclass(frozen=True, slots=True, eq=False)
class References:
    """A skin's templates brought to one size, ready to be compared with many tiles at once."""

    size: int
    codes: NDArray[np.uint8]
    pixels: Floats
    energies: Floats
    means: Floats
    contrasts: Floats
    limits: Floats
    translucency: float


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """A set of templates and what is known about the program that draws them.

    Attributes:
        start: what the first click promises.
        new_game: how a new game is started: ``key ctrl+n`` presses these keys, ``click 50% -1.8``
            clicks at half the board's width, 1.8 cells above its top edge.
        dismiss: the keys that close what the program puts over the board after a win; empty where
            it puts nothing there.
        confirm: the keys, one after the other, that say yes where the program asks whether to give
            up a game for a new one; empty where it does not ask.
        settle: seconds without a change after which a board has stopped changing.
        patience: seconds without a change after which a click counts as lost.
        translucency: by how many grey levels open cells may be brighter or darker as a whole.
        learned: whether it was made from what was seen of a program, so that states may be
            missing, and it is only used beside the shapes and the rules, never in place of them.

    """

    name: str
    title: str
    source: str
    licence: str
    start: StartRule
    new_game: str
    dismiss: str
    confirm: str
    settle: float
    patience: float
    translucency: float
    fixed_totals: bool
    levels: tuple[Level, ...]
    frame: Frame
    templates: tuple[Template, ...]
    learned: bool = False

    def references(self, pitch: float, size: int | None = None) -> References:
        """The templates for cells of ``pitch`` pixels, made once for every whole pitch.

        They are ``size`` pixels wide and high; by default ``TILE_SIZE``, or ``pitch`` where that
        is not much larger, since tiles that need no scaling are read fastest.
        """
        whole = max(4, round(pitch))
        return _references(self, whole, size or (whole if whole <= 1.5 * TILE_SIZE else TILE_SIZE))

    def in_grey(self) -> Skin:
        """The same skin without colour, to read grey pictures with."""
        return _in_grey(self)

    def picture(self, code: int, size: int, look: str = "") -> Picture:
        """What a cell that shows ``code`` looks like at ``size`` x ``size`` pixels.

        ``look`` is one of the skin's other looks of it, such as ``overfull`` for flags.

        Raises:
            SkinError: it has no picture of that.

        """
        fitting = [t for t in self.templates if t.code == code and t.look == look]
        if not fitting:
            named = f"cell code {code}" + (f", look {look!r}" if look else "")
            raise SkinError(f"the skin {self.name} has no picture for {named}")
        return scaled(_nearest(fitting, size).picture, size, size)

    def mines(self, columns: int, rows: int) -> int | None:
        """The mine total of the level of this size; None where the size does not tell it."""
        if not self.fixed_totals:
            return None
        totals = [v.mines for v in self.levels if (v.columns, v.rows) == (columns, rows)]
        return totals[0] if totals else None


@lru_cache(maxsize=64)
def _in_grey(skin: Skin) -> Skin:
    templates = tuple(
        replace(template, picture=_grey(template.picture)) for template in skin.templates
    )
    frame = {
        side: tuple(replace(band, colour=_grey_colour(band.colour)) for band in bands)
        for side, bands in skin.frame.items()
    }
    return replace(skin, templates=templates, frame=frame)


def _grey(picture: Picture) -> Picture:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.repeat(grey[:, :, None], 3, axis=2).astype(np.uint8)


def _grey_colour(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    grey = int(_grey(np.array([[colour]], dtype=np.uint8))[0, 0, 0])
    return grey, grey, grey


def _nearest(templates: Iterable[Template], size: int) -> Template:
    return min(templates, key=lambda t: (abs(t.picture.shape[0] - size), t.picture.shape[0]))


@lru_cache(maxsize=256)
def _references(skin: Skin, pitch: int, size: int) -> References:
    looks: dict[tuple[int, str], list[Template]] = {}
    for template in skin.templates:
        looks.setdefault((template.code, template.look), []).append(template)
    chosen = [_nearest(variants, pitch) for variants in looks.values()]
    pixels = np.stack(
        [
            scaled(scaled(t.picture, pitch, pitch), size, size).reshape(-1).astype(np.float32)
            for t in chosen
        ]
    )
    least = 2 * LEAST_LIMIT if skin.translucency else LEAST_LIMIT
    return References(
        size=size,
        codes=np.array([t.code for t in chosen], dtype=np.uint8),
        pixels=pixels,
        energies=np.einsum("ij,ij->i", pixels, pixels),
        means=pixels.mean(axis=1),
        contrasts=_contrast(pixels),
        limits=np.minimum(FARTHEST, least + LIMIT * _contrast(pixels)),
        translucency=skin.translucency,
    )


def _contrast(pixels: Floats) -> Floats:
    colours = pixels.reshape(len(pixels), pixels.shape[1] // 3, 3)
    return np.asarray(np.sqrt(colours.var(axis=1).mean(axis=1)))


def distances(tiles: Floats, references: References) -> Floats:
    """How far every tile is from every reference: shape (tiles, references), in grey levels.

    This is the root of OpenCV's ``TM_SQDIFF`` per pixel and channel, for all pairs in one matrix
    product instead of one template slid over the picture at a time. Colour takes part, and flat
    tiles are compared by their colour (normalised correlation would find them all alike).
    Where a skin's cells are translucent, a tile may be brighter or darker as a whole by so many
    grey levels at no cost.
    """
    length = tiles.shape[1]
    energies = np.einsum("ij,ij->i", tiles, tiles)[:, None] + references.energies
    squared = (energies - 2 * _products(tiles, references.pixels)) / length
    if references.translucency:
        shift = abs(tiles.mean(axis=1)[:, None] - references.means)
        free = np.minimum(shift, references.translucency)
        squared -= free * (2 * shift - free)
    return np.asarray(np.sqrt(np.maximum(squared, 0)))


def _products(tiles: Floats, pixels: Floats) -> Floats:
    """``tiles @ pixels.T``, in pieces so small that BLAS does not spread them over threads.

    Threads gain little here and wait for each other whenever the game beside us draws.
    """
    rows = max(1, _ONE_THREAD // pixels.size)
    pieces = range(0, len(tiles), rows)
    return np.concatenate([tiles[start : start + rows] @ pixels.T for start in pieces])


def recognise(tiles: Floats, references: References) -> tuple[NDArray[np.uint8], Floats]:
    """What each tile shows, ``UNREADABLE`` where that is not clear, and how surely (0 to 1).

    A tile is unreadable when it is too far from everything (the fainter a template's drawing,
    the closer a tile must be to it), when it is nearly as close to something else, when it is
    flat where the template has at least a faint drawing, or when all is brighter or darker than
    it should be and it is told by its colour alone.
    """
    apart = distances(tiles, references)
    best = apart.argmin(axis=1)
    codes = references.codes[best]
    nearest = apart[np.arange(len(apart)), best]
    others = np.where(references.codes == codes[:, None], np.inf, apart).min(axis=1)
    certainty = 1 - nearest / np.minimum(references.limits[best], CLEARLY * others)
    faint = np.flatnonzero(references.contrasts[best] < FAINT)
    certainty[faint[_contrast(tiles[faint]) < FLAT * references.contrasts[best[faint]]]] = 0
    numbers = np.flatnonzero((certainty > 0) & (codes >= 1) & (codes <= 8))
    if _colours_off(tiles[numbers], references.means[best[numbers]], references.translucency):
        certainty[(codes == EMPTY) | (codes == COVERED)] = 0
    readable = np.where(certainty > 0, codes, np.uint8(UNREADABLE))
    return readable, np.maximum(certainty, 0).astype(np.float32)


def _colours_off(numbers: Floats, means: Floats, translucency: float) -> bool:
    """Whether numbers are brighter or darker than their templates, so the picture was changed.

    Numbers are still known by their drawing then, but an empty cell may have the very colour of a
    covered one.
    """
    if len(numbers) < _FEW_NUMBERS:
        return False
    return bool(abs(np.median(numbers.mean(axis=1) - means)) > _BRIGHTER + translucency)


def load_skin(folder: Path) -> Skin:
    """Load a skin from its folder of PNG files and skin.toml.

    A skin that says ``learned = true`` may lack states, and a frame.

    Raises:
        SkinError: no skin.toml, a missing or wrong entry, a missing state, a damaged picture.

    """
    facts = _load_facts(folder)
    templates = tuple(_load_templates(folder))
    missing = {STATES[name] for name in REQUIRED} - {t.code for t in templates}
    if missing and not facts.get("learned"):
        names = ", ".join(name for name, code in STATES.items() if code in missing)
        raise SkinError(f"the skin {folder.name} lacks templates for: {names}")
    return _skin(folder.name, facts, templates)


def _load_facts(folder: Path) -> dict[str, Any]:
    path = folder / "skin.toml"
    try:
        return tomllib.loads(_whole(path, _MOST_FACTS).decode())
    except FileNotFoundError:
        raise SkinError(f"{folder} holds no skin.toml, so it is not a skin") from None
    except RecursionError:
        raise SkinError(f"{path} cannot be read: it is nested too deeply") from None
    except ValueError as error:  # wrong TOML, no UTF-8, or a number of too many digits
        raise SkinError(f"{path} cannot be read: {error}") from None


def _whole(path: Path, most: int) -> bytes:
    """What a file holds. Skins may come from anywhere: neither a device nor a huge file is read."""
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > most:
            raise SkinError(f"{path} is no file of at most {most} bytes")
        return path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise SkinError(f"{path} can't be opened: {error.strerror}") from None


def _skin(name: str, facts: dict[str, Any], templates: tuple[Template, ...]) -> Skin:
    try:
        return Skin(
            name=name,
            title=str(facts["title"]),
            source=str(facts["source"]),
            licence=str(facts["licence"]),
            start=StartRule(facts["start"]),
            new_game=str(facts["new_game"]),
            dismiss=str(facts.get("dismiss", "")),
            confirm=str(facts.get("confirm", "")),
            settle=_seconds(facts.get("settle_ms", SETTLE_MS)),
            patience=_seconds(facts.get("patience_ms", PATIENCE_MS)),
            translucency=float(facts.get("translucency", 0)),
            fixed_totals=bool(facts.get("fixed_totals", True)),
            levels=tuple(_level(entry) for entry in facts["levels"]),
            frame={side: tuple(map(_band, bands)) for side, bands in _frame(facts).items()},
            templates=templates,
            learned=bool(facts.get("learned", False)),
        )
    except KeyError as error:
        raise SkinError(f"skin.toml of {name} lacks the entry {error}") from None
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        raise SkinError(f"skin.toml of {name} has a wrong entry: {error}") from None


def _frame(facts: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    if facts.get("learned") and "frame" not in facts:
        return {}
    return {side: facts["frame"][side] for side in SIDES}


def _seconds(milliseconds: object) -> float:
    wanted = float(str(milliseconds))
    if not 0 <= wanted <= _LONGEST:
        raise ValueError(f"{wanted} ms can't be waited for")
    return wanted / 1000


def _band(entry: dict[str, Any]) -> Band:
    red, green, blue = bytes.fromhex(str(entry["colour"]).removeprefix("#"))
    depth = float(entry["depth"])
    if not 0 < depth <= 1:
        raise ValueError(f"a frame's band is {depth} cells deep")
    most = float(entry.get("most", math.inf))
    if not most >= 1:
        raise ValueError(f"a frame's band has at most {most} pixels")
    return Band(depth, (blue, green, red), most)


def _level(entry: dict[str, Any]) -> Level:
    level = Level(
        str(entry["name"]), int(entry["columns"]), int(entry["rows"]), int(entry["mines"])
    )
    if min(level.columns, level.rows) < 1 or not 0 <= level.mines < level.columns * level.rows:
        raise ValueError(f"the level {level.name!r} is not possible")
    return level


def _load_templates(folder: Path) -> Iterable[Template]:
    named = [(path, _FILE_NAME.fullmatch(path.name)) for path in sorted(folder.glob("*.png"))]
    found = [(path, match) for path, match in named if match]
    if len(found) > _MOST_TEMPLATES:
        raise SkinError(f"the skin {folder.name} has more than {_MOST_TEMPLATES} templates")
    for path, match in found:
        yield Template(STATES[match["state"]], match["look"] or "", _load_tile(path))


def _load_tile(path: Path) -> Picture:
    """A template. Its size is looked at before it is decoded."""
    data = _whole(path, _MOST_BYTES)
    try:
        with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
            sides = image.size
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise SkinError(f"the template {path} is not a picture") from None
    if not 4 <= min(sides) <= max(sides) <= _LARGEST_TEMPLATE:
        raise SkinError(f"the template {path} is not between 4 and {_LARGEST_TEMPLATE} pixels")
    tile = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if tile is None:
        raise SkinError(f"the template {path} is not a picture")
    return np.asarray(tile, dtype=np.uint8)


def templates_folder() -> Path:
    """Where the shipped skins are: in the installed package, or beside it in a checkout.

    Raises:
        SkinError: in neither place.

    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "templates", package.parent / "templates"):
        if folder.is_dir():
            return folder
    raise SkinError("the templates are missing from this installation; install solver-bot again")


@lru_cache(maxsize=1)
def shipped_skins() -> tuple[Skin, ...]:
    """Every skin that comes with the program, by name."""
    folders = sorted(path.parent for path in templates_folder().glob("*/skin.toml"))
    return tuple(map(load_skin, folders))


def named_skin(name: str) -> Skin:
    """The shipped skin of that name.

    Raises:
        SkinError: there is none; the message lists those there are.

    """
    skins = {skin.name: skin for skin in shipped_skins()}
    if name not in skins:
        raise SkinError(f"there is no skin {name!r}; there are {', '.join(skins)}")
    return skins[name]
