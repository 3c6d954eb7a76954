"""Makes skins from boards that were read: their tiles become templates.

A skin gets a folder of its own, in the format of the shipped skins. More templates can be added to
it later. Tiles that look the same are kept once. Of each state, the commonest pictures are kept.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from solver_bot.board import UNREADABLE, Board, StartRule
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice, scaled
from solver_bot.vision.learned import SKIN_NAME
from solver_bot.vision.looks.compare import apart_from
from solver_bot.vision.looks.cut import SIZE, tile_of
from solver_bot.vision.looks.kinds import ALIKE
from solver_bot.vision.looks.seen_skin import NAME as UNKNOWN_SKIN
from solver_bot.vision.picture import PictureError, save_picture
from solver_bot.vision.skin import STATES, Difficulty
from solver_bot.vision.skin_files import load_skin

MOST_LOOKS = 12
"""The most pictures that are kept of a state at one size."""
_LARGEST = 128


class LearnError(ValueError):
    """The skin can't be made or written. The message is a sentence that says why."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A board to learn from: its picture, where its cells are, and what they show."""

    picture: Picture
    lattice: Lattice
    board: Board


@dataclass(frozen=True, slots=True)
class Facts:
    """How a skin's program behaves. None keeps the value that the skin already has, if any."""

    title: str | None = None
    source: str | None = None
    start: StartRule | None = None
    new_game: str | None = None
    dismiss: str | None = None
    levels: tuple[Difficulty, ...] | None = None


@dataclass(slots=True)
class _Look:
    """Tiles of one state that look the same: the first of them, and their number.

    Attributes:
        picture: the first tile.
        brought: the first tile, scaled for comparison.
        count: how many tiles looked like it.

    """

    picture: Picture
    brought: np.ndarray[tuple[int, ...], np.dtype[np.float32]]
    count: int = 1


@dataclass(slots=True)
class _Album:
    """The different pictures of every state at every size."""

    looks: dict[tuple[int, int], list[_Look]] = field(default_factory=dict)

    def add(self, code: int, tile: Picture, count: int = 1) -> None:
        size = tile.shape[0]
        brought = scaled(tile, SIZE, SIZE).reshape(-1).astype(np.float32)
        known = self.looks.setdefault((code, size), [])
        for look in known:
            if float(apart_from(brought[None], look.brought[None])[0, 0]) <= ALIKE / 2:
                look.count += count
                return
        known.append(_Look(tile, brought, count))


def check_name(name: str, shipped: Iterable[str]) -> None:
    """Check that a learned skin may have this name.

    Raises:
        LearnError: a shipped skin has this name, or it can't be the name of a folder.

    """
    if not SKIN_NAME.fullmatch(name):
        raise LearnError(
            f"{name!r} can't be the name of a skin: use up to 40 lower-case letters, digits, - "
            "and _."
        )
    if name in {*shipped, UNKNOWN_SKIN}:
        raise LearnError(f"{name!r} is the name of a skin that comes with the program.")


def write_skin(folder: Path, sightings: Sequence[Sighting], facts: Facts, add: bool) -> None:
    """Write a skin into ``folder``. With ``add``, the skin that is there keeps its templates.

    The skin is first written to a folder beside it, which then replaces ``folder``. If anything
    fails, an existing skin is left as it was.

    Raises:
        LearnError: the folder can't be written.
        SkinError: the skin to add to can't be read.

    """
    album = _Album()
    known = load_skin(folder) if add else None
    for template in known.look.templates if known else ():
        album.add(template.code, template.picture, count=1000)
    for sighting in sightings:
        _collect(album, sighting)
    if known:
        facts = Facts(
            facts.title or known.program.title,
            facts.source or known.program.source,
            facts.start or known.program.start,
            known.program.new_game if facts.new_game is None else facts.new_game,
            known.program.dismiss if facts.dismiss is None else facts.dismiss,
            known.program.levels if facts.levels is None else facts.levels,
        )
    beside = folder.with_name(f".{folder.name}.new")
    try:
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir(parents=True)
        for name, tile in _files(album):
            save_picture(beside / name, tile)
        (beside / "skin.toml").write_text(_toml(folder.name, facts), encoding="utf-8")
        load_skin(beside)
        _put_in_place(beside, folder)
    except OSError as error:
        raise LearnError(f"The skin can't be written to {folder}: {error}.") from None
    except PictureError as error:
        raise LearnError(f"The skin can't be written to {folder}. {error}") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _put_in_place(new: Path, folder: Path) -> None:
    """Rename a folder to one that may exist, whose old content stays if that fails."""
    old = folder.with_name(f".{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        if old.exists():
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _collect(album: _Album, sighting: Sighting) -> None:
    lattice = sighting.lattice
    size = min(_LARGEST, max(4, round(min(lattice.cell_width, lattice.cell_height))))
    different: Counter[tuple[int, bytes]] = Counter()
    for cell, code in enumerate(sighting.board.cells):
        if code != UNREADABLE:
            different[code, tile_of(sighting.picture, lattice, cell, size).tobytes()] += 1
    for (code, pixels), count in different.items():
        tile = np.frombuffer(pixels, np.uint8).reshape(size, size, 3)
        album.add(code, tile, count)


def _files(album: _Album) -> Iterable[tuple[str, Picture]]:
    names = {code: name for name, code in STATES.items()}
    for (code, size), looks in sorted(album.looks.items(), key=lambda item: item[0]):
        best = sorted(looks, key=lambda look: -look.count)[:MOST_LOOKS]
        for number, look in enumerate(best):
            letter = f"-{chr(ord('a') + number)}" if number else ""
            yield f"{names[code]}{letter}-{size}px.png", look.picture


def _quoted(text: str) -> str:
    """The text as a TOML string, which has the same syntax as a JSON string."""
    return json.dumps(text, ensure_ascii=False)


def _toml(name: str, facts: Facts) -> str:
    levels = facts.levels or ()
    lines = [
        f"title = {_quoted(facts.title or name)}",
        f"source = {_quoted(facts.source or 'seen on the screen')}",
        'licence = "its program\'s; learned for the use on this machine"',
        "# A learned skin: states may be missing, and it only adds to what nets and rules read.",
        "learned = true",
        f'start = "{facts.start or StartRule.NONE}"',
        f"new_game = {_quoted(facts.new_game or '')}",
        f"dismiss = {_quoted(facts.dismiss or '')}",
        f"fixed_totals = {str(bool(levels)).lower()}",
    ]
    if not levels:
        lines.append("levels = []")
    for level in levels:
        lines += [
            "",
            "[[levels]]",
            f"name = {_quoted(level.name)}",
            f"columns = {level.columns}",
            f"rows = {level.rows}",
            f"mines = {level.mines}",
        ]
    return "\n".join(lines) + "\n"
