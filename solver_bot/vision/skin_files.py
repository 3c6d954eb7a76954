"""Loads skins from folders of pictures, and finds the skins that come with the program."""

from __future__ import annotations

import math
import re
import stat
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from solver_bot.board import StartRule
from solver_bot.vision.arrays import Picture
from solver_bot.vision.frame import SIDES, Band
from solver_bot.vision.skin import (
    PATIENCE_MS,
    SETTLE_MS,
    STATES,
    Difficulty,
    Look,
    Program,
    Skin,
    SkinError,
    Template,
)

REQUIRED = frozenset(STATES) - {"question"}


_FILE_NAME = re.compile(
    rf"(?P<state>{'|'.join(STATES)})(?:-(?P<variant>[a-z]+))?(?:-(?P<size>\d+)px)?\.png"
)


_LARGEST_TEMPLATE = 256


_PNG = b"\x89PNG\r\n\x1a\n"


_MOST_TEMPLATES, _MOST_BYTES, _MOST_FACTS = 1000, 1 << 20, 1 << 18
"""The most templates of a skin, the most bytes of each, and the most bytes of skin.toml."""


_LONGEST = 60_000.0
"""The longest ``settle_ms`` and ``patience_ms`` of a skin, in milliseconds."""


def load_skin(folder: Path) -> Skin:
    """Load a skin from its folder of PNG files and skin.toml.

    A skin with ``learned = true`` may lack states and the frame.

    Raises:
        SkinError: skin.toml is missing or lacks an entry, an entry is wrong, a state is missing, or
            a picture is damaged.

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
        return tomllib.loads(_bounded_bytes(path, _MOST_FACTS).decode())
    except FileNotFoundError:
        raise SkinError(f"{folder} holds no skin.toml, so it is not a skin") from None
    except RecursionError:
        raise SkinError(f"{path} cannot be read: it is nested too deeply") from None
    except ValueError as error:  # invalid TOML, invalid UTF-8, or a number with too many digits
        raise SkinError(f"{path} cannot be read: {error}") from None


def _bounded_bytes(path: Path, most: int) -> bytes:
    """The bytes of a file. Skins may come from anywhere, so devices and huge files are refused."""
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > most:
            raise SkinError(f"{path} is not a file of at most {most} bytes")
        return path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise SkinError(f"{path} can't be opened: {error.strerror}") from None


def _skin(name: str, facts: dict[str, Any], templates: tuple[Template, ...]) -> Skin:
    try:
        learned = bool(facts.get("learned", False))
        return Skin(name, _look(facts, templates), _program(facts), learned)
    except KeyError as error:
        raise SkinError(f"skin.toml of {name} lacks the entry {error}") from None
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        raise SkinError(f"skin.toml of {name} has a wrong entry: {error}") from None


def _look(facts: dict[str, Any], templates: tuple[Template, ...]) -> Look:
    return Look(
        templates=templates,
        frame={side: tuple(map(_band, bands)) for side, bands in _frame(facts).items()},
        translucency=float(facts.get("translucency", 0)),
    )


def _program(facts: dict[str, Any]) -> Program:
    return Program(
        title=str(facts["title"]),
        source=str(facts["source"]),
        licence=str(facts["licence"]),
        start=StartRule(facts["start"]),
        new_game=str(facts["new_game"]),
        dismiss=str(facts.get("dismiss", "")),
        confirm=str(facts.get("confirm", "")),
        settle=_seconds(facts.get("settle_ms", SETTLE_MS)),
        patience=_seconds(facts.get("patience_ms", PATIENCE_MS)),
        fixed_totals=bool(facts.get("fixed_totals", True)),
        levels=tuple(_level(entry) for entry in facts["levels"]),
    )


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


def _level(entry: dict[str, Any]) -> Difficulty:
    level = Difficulty(
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
        yield Template(STATES[match["state"]], match["variant"] or "", _load_tile(path))


def _load_tile(path: Path) -> Picture:
    """The picture of a template. Its size is checked before it is decoded."""
    data = _bounded_bytes(path, _MOST_BYTES)
    sides = _png_size(data)
    if sides is None:
        raise SkinError(f"the template {path} is not a picture")
    if not 4 <= min(sides) <= max(sides) <= _LARGEST_TEMPLATE:
        raise SkinError(
            f"the template {path} is not between 4 and {_LARGEST_TEMPLATE} pixels wide and high"
        )
    tile = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if tile is None:
        raise SkinError(f"the template {path} is not a picture")
    return np.asarray(tile, dtype=np.uint8)


def _png_size(data: bytes) -> tuple[int, int] | None:
    """The width and height that the header of a PNG file gives; None if it has no such header."""
    if data[:8] != _PNG or data[12:16] != b"IHDR" or len(data) < 24:
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def templates_folder() -> Path:
    """The folder of the shipped skins, in the installed package or beside it in a checkout.

    Raises:
        SkinError: it is in neither place.

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
        SkinError: there is no such skin. The message lists all shipped skins.

    """
    skins = {skin.name: skin for skin in shipped_skins()}
    if name not in skins:
        raise SkinError(f"there is no skin {name!r}; the skins are {', '.join(skins)}")
    return skins[name]
