"""Pictures with their true boards, and folders of them.

A folder holds NAME.png and NAME.txt. The text is the board in the text notation, below comment
lines ``; KEY: VALUE``. This module knows the keys ``stage``, ``lattice`` (left, top, right and
bottom edge of the board in pixels of the picture), ``across`` and ``down`` (all edges of columns
and of rows, if cells differ in size), ``cut`` (sides beyond which the board goes on) and
``beyond left`` and so on (the line of cells beyond that side, of which a part is seen). Other keys
are kept. A picture without a board has no ``lattice`` and no rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from solver_bot.board import Board, board_text, parse_boards
from solver_bot.vision.arrays import Picture
from solver_bot.vision.frame import SIDES
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.picture import load_picture, save_picture

STAGES = ("new", "early", "middle", "late", "won", "lost")
_EVEN = 0.05
"""How far an edge may be from its place among equal cells, in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """A picture, and what is truly in it.

    Attributes:
        name: which picture this is.
        picture: shape (height, width, 3), blue, green, red.
        board: the true board; ``~`` where nobody could tell what a cell shows. None if the picture
            has no board.
        lattice: where the board's cells are; None if the picture has no board.
        stage: one of ``STAGES``; empty if the picture has no board.
        cut: the sides beyond which the board goes on, of "left", "top", "right", "bottom".
        beyond: the cells of the line beyond a side, in the text notation, if a part of it is seen:
            from top to bottom or from left to right. A reader may read this line or leave it out.
        facts: whatever else is known, such as the program and its licence.

    """

    name: str
    picture: Picture
    board: Board | None = None
    lattice: Lattice | None = None
    stage: str = ""
    cut: frozenset[str] = frozenset()
    beyond: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)


def save_labelled(folder: Path, one: Labelled) -> None:
    """Write NAME.png and NAME.txt into the folder."""
    facts = dict(one.facts)
    if one.stage:
        facts["stage"] = one.stage
    if one.lattice:
        edges = one.lattice.left, one.lattice.top, one.lattice.right, one.lattice.bottom
        facts["lattice"] = _edges(edges)
        if not _is_even(one.lattice):
            facts |= {"across": _edges(one.lattice.xs), "down": _edges(one.lattice.ys)}
    if one.cut:
        facts["cut"] = " ".join(sorted(one.cut))
    facts |= {f"beyond {side}": line for side, line in one.beyond.items()}
    lines = [f"; {key}: {value}" for key, value in facts.items()]
    lines += [board_text(one.board)] if one.board else []
    save_picture(folder / f"{one.name}.png", one.picture)
    (folder / f"{one.name}.txt").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


def _edges(edges: Iterable[float]) -> str:
    return " ".join(f"{edge:g}" for edge in edges)


def _is_even(lattice: Lattice) -> bool:
    sizes = lattice.cell_width, lattice.cell_height, lattice.columns, lattice.rows
    even = Lattice.even(lattice.left, lattice.top, *sizes)
    pairs = zip((*lattice.xs, *lattice.ys), (*even.xs, *even.ys), strict=True)
    return all(abs(edge - other) < _EVEN for edge, other in pairs)


def labelled(folder: Path) -> Iterator[Labelled]:
    """The pictures of a folder, by name."""
    for path in sorted(folder.glob("*.png")):
        yield _load(path)


def _load(path: Path) -> Labelled:
    text = path.with_suffix(".txt").read_text(encoding="utf-8")
    comments = (line[1:].split(":", 1) for line in text.splitlines() if line.startswith(";"))
    facts = {pair[0].strip(): pair[1].strip() for pair in comments if len(pair) == 2}
    boards = parse_boards(text) if "lattice" in facts else []
    board = boards[0] if boards else None
    lattice = None
    if board:
        left, top, right, bottom = map(float, facts.pop("lattice").split())
        width, height = (right - left) / board.width, (bottom - top) / board.height
        lattice = Lattice.even(left, top, width, height, board.width, board.height)
        if "across" in facts:
            xs, ys = (tuple(map(float, facts.pop(key).split())) for key in ("across", "down"))
            lattice = Lattice(xs, ys)
    stage = facts.pop("stage", "")
    cut = frozenset(facts.pop("cut", "").split())
    sides = [side for side in SIDES if f"beyond {side}" in facts]
    beyond = {side: facts.pop(f"beyond {side}") for side in sides}
    return Labelled(path.stem, load_picture(path), board, lattice, stage, cut, beyond, facts)
