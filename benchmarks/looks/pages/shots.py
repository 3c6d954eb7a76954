"""Labelled pictures of the pages: which ones, and how each is taken."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

from benchmarks.looks.labelled import STAGES, Labelled
from benchmarks.looks.pages.browser import Page, PageError, Sight, browser
from benchmarks.looks.pages.designs import Design
from benchmarks.looks.pages.positions import Position, make_position
from solver_bot.board import UNREADABLE, Board
from solver_bot.desktop.screen import Screen
from solver_bot.vision.lattice import Lattice
from tests.real.desktop import Desktop, on_desktop

SIGHTS = (
    Sight(),
    Sight(0.67),
    Sight(1.25),
    Sight(0.8, 1, "window", (60, 40, 1240, 840)),
    Sight(1.5),
    Sight(1, 1, "app", (210, 90, 1120, 800)),
    Sight(2, 1, "kiosk"),
    Sight(1, 1.25),
    Sight(0.9, 1, "window", (320, 70, 1180, 860)),
    Sight(1, 1.5, "app", (40, 30, 1480, 920)),
    Sight(1.1, 1, "kiosk"),
    Sight(0.67, 2),
)
"""The ways to show pages."""
CUTTING = tuple(sight for sight in SIGHTS if sight.zoom * sight.scale >= 1.5)
"""The ways in which boards become larger than the view."""
SIZES = ((30, 16), (24, 20), (20, 16), (16, 16), (18, 14), (22, 10), (12, 12), (14, 9), (9, 9))
WALLS = ("#3a6ea5", "#2e3440", "#7a8b6f", "#d8dcd6", "#5c4a72")
"""The desktop's colours."""
LEAST = (8, 8)
_READABLE = 0.25
"""How much of a cell may be hidden behind a dialog, as a share of its area."""
_WHOLE = 0.97
"""How much of a line must be in the view for its cells to count as seen."""
_PARTLY = (0.1, 0.65)
"""How much of a cell at the edge of the view may be seen. The truth has such cells apart."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture to take."""

    name: str
    design: Design
    stage: str
    sight: Sight
    seed: int
    cut: bool


def plan(designs: Sequence[Design], pictures: int, seed: int) -> list[Shot]:
    """So many pictures, spread over designs, stages and sights, ordered by sight."""
    start = Random(seed).randrange(1000)
    shots = []
    for number in range(pictures):
        turn, place = divmod(number, len(designs))
        stage = STAGES[(start + place + turn) % len(STAGES)]
        sight = SIGHTS[(start + 5 * place + turn * 7 + place // len(SIGHTS)) % len(SIGHTS)]
        design = designs[place]
        name = f"{design.name}-{number:04}-{stage}"
        cut = number % 7 == 3 and stage in {"middle", "late", "lost"}
        if cut:
            sight = CUTTING[turn % len(CUTTING)]
        shots.append(Shot(name, design, stage, sight, seed * 100_000 + number, cut))
    return sorted(shots, key=lambda shot: SIGHTS.index(shot.sight))


def take(shots: Sequence[Shot]) -> Iterator[Labelled]:
    """Take pictures on a virtual screen. One browser runs at a time.

    Raises:
        PageError: a page shows something else than Python says it must.

    """
    with tempfile.TemporaryDirectory(prefix="pages-", ignore_cleanup_errors=True) as folder:
        desktop = Desktop(Path(folder), 1600, 1000)
        try:
            with on_desktop(desktop), Screen() as screen:
                desktop.park()
                for sight in dict.fromkeys(shot.sight for shot in shots):
                    home = Path(tempfile.mkdtemp(dir=folder))
                    desktop.run("xsetroot", "-solid", WALLS[SIGHTS.index(sight) % len(WALLS)])
                    with browser(desktop, screen, home, sight) as page:
                        yield from (_take(page, s) for s in shots if s.sight == sight)
        finally:
            desktop.close()


def _take(page: Page, shot: Shot) -> Labelled:
    random = Random(shot.seed)
    position, lattice = _place_cut(page, shot, random) if shot.cut else _place(page, shot, random)
    check(page, position.shown)
    board = _without_hidden(position.shown, lattice, page.over())
    beyond = _partly_seen(board, lattice, page.view())
    board, lattice, cut = _seen(board, lattice, page.view())
    facts = {
        "program": f"web page {shot.design.name}, {page.version()}",
        "built": shot.design.built,
        "zoom": f"{shot.sight.zoom:g}",
        "scale": f"{shot.sight.scale:g}",
    }
    return Labelled(shot.name, page.picture(), board, lattice, shot.stage, cut, beyond, facts)


def check(page: Page, board: Board) -> None:
    """Compare a true board with what the page says that it shows.

    Raises:
        PageError: the two differ.

    """
    rows = page.ask("truth().rows")
    if rows != board.rows():
        told = "\n".join(rows)
        path = page.ask("location.pathname")
        raise PageError(f"{path} shows\n{told}\nbut should show\n{board}")


def _show(
    page: Page, shot: Shot, size: tuple[int, int], random: Random
) -> tuple[Position, Lattice]:
    mines = round(size[0] * size[1] * random.uniform(0.12, 0.21))
    position = make_position(shot.design, size, mines, shot.stage, shot.seed)
    page.open(shot.design.url(position.query(shot.design)))
    return position, page.lattice(*size)


def _place(page: Page, shot: Shot, random: Random) -> tuple[Position, Lattice]:
    """Show a board that fits, whole."""
    left, top, right, bottom = page.view()
    pitch = shot.design.cell * shot.sight.zoom * shot.sight.scale
    fitting = [
        size
        for size in SIZES
        if size[0] * pitch < 0.97 * (right - left) and size[1] * pitch < 0.97 * (bottom - top)
    ]
    random.shuffle(fitting)
    for size in [*fitting, (9, 8), LEAST]:
        position, lattice = _show(page, shot, size, random)
        _scroll(page, lattice, 0.5, 0.5)
        lattice = page.lattice(*size)
        if not _seen(position.shown, lattice, page.view())[2]:
            return position, lattice
    return position, lattice


def _place_cut(page: Page, shot: Shot, random: Random) -> tuple[Position, Lattice]:
    """Show a board that goes on beyond the edges of the view, if the page can be scrolled so."""
    left, top, right, bottom = page.view()
    pitch = shot.design.cell * shot.sight.zoom * shot.sight.scale
    columns, rows = math.ceil((right - left) / pitch) + 3, math.ceil((bottom - top) / pitch) + 2
    size = (min(50, columns), min(40, rows))
    position, lattice = _show(page, shot, size, random)
    for _ in range(20):
        across, down = (random.choice((-0.02, random.random(), 1.02)) for _ in range(2))
        _scroll(page, lattice, across, down)
        lattice = page.lattice(*size)
        if _is_clear(lattice, page.view()):
            break
    return position, lattice


def _scroll(page: Page, lattice: Lattice, across: float, down: float) -> None:
    """Bring the board into view. If it is larger, these shares of the excess come before it."""
    left, top, right, bottom = page.view()
    ratio = float(page.ask("devicePixelRatio"))
    x = _shift(lattice.left, lattice.right, left, right, across) / ratio
    y = _shift(lattice.top, lattice.bottom, top, bottom, down) / ratio
    page.ask(f"scrollBy({x}, {y})")


def _shift(first: float, last: float, start: float, end: float, share: float) -> float:
    """How far to scroll so that ``first`` to ``last`` can be seen from ``start`` to ``end``."""
    spare = (end - start) - (last - first)
    if spare < 0:
        return first - start - spare * share
    if first >= start and last <= end:
        return 0
    margin = min(spare / 2, 30)
    return first - start - margin if first < start else last - end + margin


def _is_clear(lattice: Lattice, view: tuple[float, float, float, float]) -> bool:
    """Whether each cell at the edge of the view is clearly in it or clearly not."""
    left, top, right, bottom = view
    seen = [
        *_parts(lattice.xs, left, right),
        *_parts(lattice.ys, top, bottom),
    ]
    return all(part < 0.01 or part > 0.99 or _PARTLY[0] < part < _PARTLY[1] for part in seen)


def _parts(edges: tuple[float, ...], start: float, end: float) -> list[float]:
    """How much of each line of cells is in the view, as a share."""
    return [max(0.0, min(b, end) - max(a, start)) / (b - a) for a, b in pairwise(edges)]


def _without_hidden(
    board: Board, lattice: Lattice, boxes: Sequence[tuple[float, float, float, float]]
) -> Board:
    """The board with ``~`` for cells behind something."""
    cells = bytearray(board.cells)
    for left, top, right, bottom in boxes:
        for cell in range(len(cells)):
            x0, y0, x1, y1 = lattice.box(cell)
            wide, high = min(x1, right) - max(x0, left), min(y1, bottom) - max(y0, top)
            if min(wide, high) > 0 and wide * high > _READABLE * (x1 - x0) * (y1 - y0):
                cells[cell] = UNREADABLE
    return Board(board.width, board.height, bytes(cells), board.mines)


def _seen(
    board: Board, lattice: Lattice, view: tuple[float, float, float, float]
) -> tuple[Board, Lattice, frozenset[str]]:
    """The part of a board whose cells are whole in the view, and the sides that are cut."""
    columns, rows = _lines_seen(lattice, view)
    sides = {
        "left": columns[0] > 0,
        "top": rows[0] > 0,
        "right": columns[-1] < board.width - 1,
        "bottom": rows[-1] < board.height - 1,
    }
    cut = frozenset(side for side, is_cut in sides.items() if is_cut)
    cells = bytes(board.cells[r * board.width + c] for r in rows for c in columns)
    part = Board(len(columns), len(rows), cells, None if cut else board.mines)
    return part, lattice.part(columns[0], rows[0], columns[-1] + 1, rows[-1] + 1), cut


def _lines_seen(
    lattice: Lattice, view: tuple[float, float, float, float]
) -> tuple[list[int], list[int]]:
    """The columns and the rows that are whole in the view."""
    left, top, right, bottom = view
    across, down = _parts(lattice.xs, left, right), _parts(lattice.ys, top, bottom)
    return (
        [i for i, part in enumerate(across) if part > _WHOLE],
        [i for i, part in enumerate(down) if part > _WHOLE],
    )


def _partly_seen(
    board: Board, lattice: Lattice, view: tuple[float, float, float, float]
) -> dict[str, str]:
    """The lines beside the part that ``_seen`` gives of which some is in the view, as text."""
    left, top, right, bottom = view
    columns, rows = _lines_seen(lattice, view)
    across, down = _parts(lattice.xs, left, right), _parts(lattice.ys, top, bottom)
    shown = board.rows()
    lines = {"left": columns[0] - 1, "right": columns[-1] + 1}
    found = {
        side: "".join(shown[row][line] for row in rows)
        for side, line in lines.items()
        if 0 <= line < board.width and across[line] > 0
    }
    lines = {"top": rows[0] - 1, "bottom": rows[-1] + 1}
    return found | {
        side: "".join(shown[line][column] for column in columns)
        for side, line in lines.items()
        if 0 <= line < board.height and down[line] > 0
    }
