"""Samples damaged in known ways, reproducible from a seed.

Some damages change only pixels. Others also move things: ``Damaged.back`` leads from a place in the
damaged picture to the place in the sample. Swapping tiles also changes the truth, which is then the
swapped board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.board import COVERED, FLAG, Board, parse_boards
from solver_bot.vision.arrays import Picture
from solver_bot.vision.extract import read
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.picture import load_picture
from solver_bot.vision.skin_files import shipped_skins
from tests.vision.drawn import draw, position
from tests.vision.styles import HELD_BACK, STYLES

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
_MOST_DAMAGES = 3
LEVELS = (9, 9, 10), (16, 12, 28), (16, 16, 40)
_SHARES, _SIZES = (0.25, 0.5, 0.75, 0.99), (16, 20, 24, 30.5, 40)
"""The shares of a drawn board that are open, and the widths of its cells in pixels."""
_NEARLY_WON, _FLAGGED = 0.9, 0.4
_ARROW = ((0, 0), (0, 17), (4, 13), (7, 19), (9, 18), (6, 12), (11, 12))
"""The outline of a usual pointer, in pixels from its tip."""


@dataclass(frozen=True, slots=True, eq=False)
class Damaged:
    """A damaged picture, the true boards in it, and its damages.

    Attributes:
        boards: the true boards.
        lattices: where the boards are in the undamaged sample.
        back: the matrix, shape (2, 3), from a place (x, y, 1) in this picture to the sample.
        done: the names of the damages, in their order.

    """

    name: str
    picture: Picture
    boards: tuple[Board, ...]
    lattices: tuple[Lattice, ...]
    back: NDArray[np.float64]
    done: tuple[str, ...] = ()

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """The number of the board and its cell at a place in the damaged picture, if any."""
        across, down = self.back @ (x, y, 1.0)
        for number, lattice in enumerate(self.lattices):
            if lattice.left <= across < lattice.right and lattice.top <= down < lattice.bottom:
                column = int(np.searchsorted(lattice.xs, across, "right")) - 1
                row = int(np.searchsorted(lattice.ys, down, "right")) - 1
                return number, row * lattice.columns + column
        return None


Damage = Callable[[Damaged, np.random.Generator], Damaged]


def sample(path: Path) -> Damaged:
    """An undamaged sample. ``path`` is its picture; the file beside it holds the true boards.

    Raises:
        ValueError: the sample is not read correctly.

    """
    picture = load_picture(path)
    boards = tuple(parse_boards(path.with_suffix(".txt").read_text(encoding="utf-8")))
    found = read(picture, shipped_skins())
    if [e.board.rows() for e in found] != [board.rows() for board in boards]:
        raise ValueError(f"{path} is not read correctly")
    lattices = tuple(extraction.lattice for extraction in found)
    return Damaged(path.stem, picture, boards, lattices, np.eye(2, 3))


@lru_cache(maxsize=2)
def samples(desktops: bool) -> tuple[Damaged, ...]:
    """The samples, with or without those of whole desktops, which take ten times as long."""
    paths = sorted(SAMPLES.glob("*.png"))
    return tuple(sample(p) for p in paths if desktops or not p.stem.startswith("desktop"))


def numbered(seed: int, number: int) -> Damaged:
    """Damaged picture ``number`` of a seed. Only every twentieth may show a whole desktop."""
    return damaged(samples(number % 20 == 0), seed, number)


def damaged(choice: Sequence[Damaged], seed: int, number: int) -> Damaged:
    """Damaged picture ``number`` of a seed: a sample after one to three damages."""
    rng = np.random.default_rng((seed, number))
    return _damaged_by(choice[number % len(choice)], number // len(choice), _MOST_DAMAGES, rng)


def drawn(seed: int, number: int) -> Damaged:
    """A position of a game in a drawn style, after one or two damages.

    Some positions of nearly won games have a flag on every mine.
    """
    rng = np.random.default_rng((seed, number))
    styles = STYLES + HELD_BACK
    level = LEVELS[int(rng.integers(len(LEVELS)))]
    share, size = float(rng.choice(_SHARES)), float(rng.choice(_SIZES))
    board = position(*level, share, int(rng.integers(1000)))
    if rng.random() < _FLAGGED and share > _NEARLY_WON:
        board = replace(board, cells=board.cells.replace(bytes([COVERED]), bytes([FLAG])))
    style = styles[number % len(styles)]
    picture, lattice = draw(board, style, (size, size))
    it = Damaged(style.name, picture, (board,), (lattice,), np.eye(2, 3))
    return _damaged_by(it, number // len(styles), _MOST_DAMAGES - 1, rng)


def _damaged_by(it: Damaged, first: int, most: int, rng: np.random.Generator) -> Damaged:
    """The picture after the damage ``first`` and further ones, up to ``most`` in all."""
    names = list(DAMAGES)
    more = rng.choice(names, rng.integers(0, most))
    for name in (names[first % len(names)], *map(str, more)):
        changed = DAMAGES[name](it, rng)
        it = replace(changed, done=(*it.done, name))
    return it


# Damages that change only pixels


def noise(it: Damaged, rng: np.random.Generator) -> Damaged:
    """Change every channel of every pixel at random."""
    spread = rng.uniform(1, 30)
    off = rng.normal(0, spread, it.picture.shape)
    return replace(it, picture=_bytes(it.picture + off))


def specks(it: Damaged, rng: np.random.Generator) -> Damaged:
    """Set single pixels to any colour."""
    picture = it.picture.copy()
    places = rng.random(picture.shape[:2]) < rng.uniform(0.0005, 0.05)
    picture[places] = rng.integers(0, 256, (int(places.sum()), 3))
    return replace(it, picture=picture)


def jpeg(it: Damaged, rng: np.random.Generator) -> Damaged:
    """Save the picture as JPEG at low quality."""
    quality = int(rng.integers(5, 80))
    _, data = cv2.imencode(".jpg", it.picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return replace(it, picture=np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8))


def gamma(it: Damaged, rng: np.random.Generator) -> Damaged:
    """Make the middle grey levels brighter or darker."""
    power = float(np.exp(rng.uniform(-0.9, 0.9)))
    table = _bytes(255 * (np.arange(256) / 255) ** power)
    return replace(it, picture=table[it.picture])


def tint(it: Damaged, rng: np.random.Generator) -> Damaged:
    """Make every channel brighter or darker by its own factor, as a night light does."""
    return replace(it, picture=_bytes(it.picture * rng.uniform(0.6, 1.15, 3)))


def blur(it: Damaged, rng: np.random.Generator) -> Damaged:
    """Blur the picture."""
    return replace(it, picture=_picture(cv2.GaussianBlur(it.picture, (0, 0), rng.uniform(0.4, 3))))


def rectangles(it: Damaged, rng: np.random.Generator) -> Damaged:
    """Put up to five plain rectangles in front, in any colour or one from the picture."""
    picture = it.picture.copy()
    height, width = picture.shape[:2]
    for _ in range(rng.integers(1, 6)):
        colour = rng.integers(0, 256, 3)
        if rng.random() < 0.5:
            colour = it.picture[rng.integers(height), rng.integers(width)]
        wide, high = rng.integers(2, max(3, width // 3)), rng.integers(2, max(3, height // 3))
        left, top = rng.integers(-wide // 2, width), rng.integers(-high // 2, height)
        picture[max(0, top) : top + high, max(0, left) : left + wide] = colour
    return replace(it, picture=picture)


def cursors(it: Damaged, rng: np.random.Generator) -> Damaged:
    """Put up to three pointers in front."""
    picture = it.picture.copy()
    height, width = picture.shape[:2]
    for _ in range(rng.integers(1, 4)):
        size = rng.uniform(0.8, 3)
        tip = rng.integers(0, (width, height))
        outline = np.rint(np.array(_ARROW) * size + tip).astype(np.int32)
        cv2.fillPoly(picture, [outline], (255, 255, 255))
        cv2.polylines(picture, [outline], isClosed=True, color=(0, 0, 0))
    return replace(it, picture=picture)


# Damages that move things


def shifted(it: Damaged, rng: np.random.Generator) -> Damaged:
    """Move the picture by a few pixels and a fraction. Its new parts are black."""
    return _moved(it, np.array([[1, 0, rng.uniform(-40, 40)], [0, 1, rng.uniform(-40, 40)]]))


def scaled(it: Damaged, rng: np.random.Generator) -> Damaged:
    """Scale the picture up or down, by equal or nearly equal factors in both directions."""
    factor = float(np.exp(rng.uniform(np.log(0.5), np.log(1.6))))
    across, down = factor * rng.uniform(0.98, 1.02, 2) if rng.random() < 0.3 else (factor, factor)
    height, width = it.picture.shape[:2]
    size = max(1, round(width * across)), max(1, round(height * down))
    ways = (cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_NEAREST, cv2.INTER_CUBIC)
    picture = cv2.resize(it.picture, size, interpolation=int(rng.choice(ways)))
    there = np.array([[size[0] / width, 0, 0], [0, size[1] / height, 0]])
    return replace(it, picture=_picture(picture), back=_after(it.back, there))


def cropped(it: Damaged, rng: np.random.Generator) -> Damaged:
    """Cut off parts at any side."""
    height, width = it.picture.shape[:2]
    left, right = sorted(rng.integers(0, width, 2)) if rng.random() < 0.3 else (0, width)
    top, bottom = sorted(rng.integers(0, height, 2)) if rng.random() < 0.3 else (0, height)
    margin = rng.integers(0, 1 + min(width, height) // 4, 4)
    left, top = min(left + margin[0], width - 8), min(top + margin[1], height - 8)
    right, bottom = max(right - margin[2], left + 8), max(bottom - margin[3], top + 8)
    picture = np.ascontiguousarray(it.picture[top:bottom, left:right])
    there = np.array([[1, 0, -float(left)], [0, 1, -float(top)]])
    return replace(it, picture=picture, back=_after(it.back, there))


# Damages that change the truth


def swapped(it: Damaged, rng: np.random.Generator) -> Damaged:
    """Exchange up to three pairs of tiles of a board."""
    if it.done:  # tiles can be cut out to the pixel only in an undamaged picture
        return it
    which = int(rng.integers(len(it.boards)))
    lattice, cells = it.lattices[which], bytearray(it.boards[which].cells)
    picture = it.picture.copy()
    for _ in range(rng.integers(1, 4)):
        one, other = map(int, rng.integers(0, len(cells), 2))
        first, second = _box(lattice, one), _box(lattice, other)
        if picture[first].shape == picture[second].shape:
            kept = picture[first].copy()
            picture[first], picture[second] = picture[second].copy(), kept
            cells[one], cells[other] = cells[other], cells[one]
    board = replace(it.boards[which], cells=bytes(cells))
    boards = (*it.boards[:which], board, *it.boards[which + 1 :])
    return replace(it, picture=picture, boards=boards)


DAMAGES: Mapping[str, Damage] = {
    "swapped tiles": swapped,
    "noise": noise,
    "specks": specks,
    "jpeg": jpeg,
    "gamma": gamma,
    "tint": tint,
    "blur": blur,
    "shift": shifted,
    "scale": scaled,
    "crop": cropped,
    "rectangles": rectangles,
    "cursors": cursors,
}
"""Every damage by its name. Swapping can only come first."""


def _box(lattice: Lattice, cell: int) -> tuple[slice, slice]:
    row, column = divmod(cell, lattice.columns)
    rows, columns = list(pairwise(lattice.ys)), list(pairwise(lattice.xs))
    return slice(*map(round, rows[row])), slice(*map(round, columns[column]))


def _moved(it: Damaged, there: NDArray[np.float64]) -> Damaged:
    height, width = it.picture.shape[:2]
    picture = cv2.warpAffine(it.picture, there, (width, height))
    return replace(it, picture=_picture(picture), back=_after(it.back, there))


def _after(back: NDArray[np.float64], there: NDArray[np.float64]) -> NDArray[np.float64]:
    """The matrix back to the sample after one more step, which moved things by ``there``."""
    return back @ np.linalg.inv(np.vstack([there, [0, 0, 1]]))


def _bytes(values: NDArray[np.float64]) -> Picture:
    return np.clip(np.rint(values), 0, 255).astype(np.uint8)


def _picture(values: object) -> Picture:
    return np.asarray(values, np.uint8)
