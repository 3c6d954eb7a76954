"""What the nets learn from: patches on a lattice that may be a little or wholly off, and the truth.

Usage: python -m benchmarks.reading_net.samples FOLDER --first SEED --count N [options]
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from itertools import chain, count, islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.looks.cells import KINDS as CELLS
from benchmarks.looks.games import FIRST
from benchmarks.looks.labelled import STAGES, Labelled
from benchmarks.looks.nothing import nothing
from benchmarks.looks.scene import SCATTERED, scene
from solver_bot.board import COVERED, EMPTY, UNREADABLE
from solver_bot.vision.arrays import Codes, Mask, Picture
from solver_bot.vision.boards.kinds import equal_tiles
from solver_bot.vision.boards.nets import cells_inside
from solver_bot.vision.boards.own_size import with_enlarged_signs
from solver_bot.vision.boards.proposals import proposals
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import cut_patches

OUTSIDE = 16
"""The class of a tile that is no cell of the board. The others are the codes of cells."""
CELL = 254
"""A cell of the board of which it is not asked what it shows."""
UNKNOWN = 255
"""A cell from which nothing is learned."""
KINDS = ("all", "nothing", *STAGES, FIRST)
"""All pictures, pictures without a board alone, or games of one stage alone."""
MOST = 24
"""Lines of a sample. Of larger boards a part is taken."""
MARGIN, WIDE_MARGIN, WIDE = 4, 11, 0.3
"""The most lines beyond a side of the board, the same of wide margins, and the share of sides with
these. A reader's lattice reaches 3 lines beyond the board at least and 11 at most."""
ENLARGED = 0.7
"""How often small signs are enlarged as the reader does it."""
NEAR, FAR = 0.1, 0.32
"""Shares of a cell: a lattice less far off must be read, one farther off is none."""

Random = np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A lattice in a picture, and the truth.

    Attributes:
        tiles: the different patches, shape (n, SIDE, SIDE, CHANNELS).
        index: the patch of every cell, shape (rows, columns).
        inside: which cells lie in the picture.
        classes: the truth: a code, ``OUTSIDE``, ``CELL`` or ``UNKNOWN``.
        off: how far the lattice is off, to the right and down, in cells; NaN if it is none.

    """

    tiles: NDArray[np.uint8]
    index: NDArray[np.int32]
    inside: Mask
    classes: Codes
    off: tuple[float, float]


def sample_of(rng: Random, one: Labelled) -> Sample:
    """A sample of a labelled picture, on a lattice that is off at random."""
    if one.lattice is None or one.board is None or rng.random() < 0.1:
        return _of_nothing(rng, one)
    left, top, right, bottom = (_margin(rng) for _ in range(4))
    true = one.lattice
    area = true.part(-left, -top, true.columns + right, true.rows + bottom)
    classes = np.full((area.rows, area.columns), OUTSIDE, np.uint8)
    codes = np.frombuffer(one.board.cells, np.uint8).reshape(true.rows, true.columns)
    if one.stage == SCATTERED:  # without the rules nobody can tell blank cells apart
        codes = np.where(np.isin(codes, (EMPTY, COVERED)), CELL, codes)
    classes[top : top + true.rows, left : left + true.columns] = codes
    _mark_cut(classes, one.cut, (left, top, left + true.columns, top + true.rows))
    area, classes = _part(rng, area, classes)
    off = _misplacement(rng)
    far = max(map(abs, off))
    moved = area.moved(off[0] * area.cell_width, off[1] * area.cell_height)
    picture = _as_read(rng, one.picture, moved, classes)
    if far > FAR:
        classes = np.full_like(classes, OUTSIDE)
        off = (np.nan, np.nan)
    elif far > NEAR:
        classes = np.where(classes < OUTSIDE, CELL, classes).astype(np.uint8)
    return _sample(picture, moved, classes, off)


def _as_read(rng: Random, picture: Picture, area: Lattice, classes: Codes) -> Picture:
    """The picture as a reader shows it to the nets: the board's small signs mostly enlarged."""
    lines = np.nonzero(np.isin(classes, (OUTSIDE, UNKNOWN), invert=True))
    if not len(lines[0]) or rng.random() > ENLARGED:
        return picture
    (top, left), (bottom, right) = (min(one) for one in lines), (max(one) + 1 for one in lines)
    board = area.part(int(left), int(top), int(right), int(bottom))
    larger = with_enlarged_signs(picture, board, equal_tiles(cut_patches(picture, board)))
    return picture if larger is None else larger


def _margin(rng: Random) -> int:
    """How many lines beyond a side of the board belong to a sample."""
    return int(rng.integers(1, 1 + (WIDE_MARGIN if rng.random() < WIDE else MARGIN)))


def _mark_cut(classes: Codes, cut: frozenset[str], box: tuple[int, int, int, int]) -> None:
    """Cells beyond a side where the board goes on are there, but can't be seen."""
    left, top, right, bottom = box
    parts = {
        "left": (slice(top, bottom), slice(0, left)),
        "right": (slice(top, bottom), slice(right, None)),
        "top": (slice(0, top), slice(left, right)),
        "bottom": (slice(bottom, None), slice(left, right)),
    }
    for side in cut:
        rows, columns = parts[side]
        classes[rows, columns] = UNKNOWN
    near = {
        "left": (slice(top, bottom), slice(left - 1, left)),
        "right": (slice(top, bottom), slice(right, right + 1)),
        "top": (slice(top - 1, top), slice(left, right)),
        "bottom": (slice(bottom, bottom + 1), slice(left, right)),
    }
    for side in cut:
        classes[near[side]] = UNREADABLE


def _part(rng: Random, area: Lattice, classes: Codes) -> tuple[Lattice, Codes]:
    """At most ``MOST`` lines of it, in each direction."""
    rows, columns = classes.shape
    top = int(rng.integers(max(0, rows - MOST) + 1))
    left = int(rng.integers(max(0, columns - MOST) + 1))
    bottom, right = min(rows, top + MOST), min(columns, left + MOST)
    return area.part(left, top, right, bottom), classes[top:bottom, left:right].copy()


def _misplacement(rng: Random) -> tuple[float, float]:
    kind = rng.random()
    if kind < 0.6:
        return float(rng.normal(0, 0.012)), float(rng.normal(0, 0.012))
    if kind < 0.92:
        return float(rng.uniform(-0.25, 0.25)), float(rng.uniform(-0.25, 0.25))
    off = rng.uniform(0.34, 0.5, 2) * rng.choice([-1, 1], 2)
    off[int(rng.integers(2))] *= 1 if rng.random() < 0.5 else 0
    return float(off[0]), float(off[1])


def _of_nothing(rng: Random, one: Labelled) -> Sample:
    """A lattice that is no board's: a proposal, any, or one of another pitch on a board."""
    height, width = one.picture.shape[:2]
    if one.lattice is not None:
        times = float(rng.choice([0.5, 0.667, 0.75, 1.25, 1.333, 1.5, 2.0]))
        pitch = one.lattice.cell_width * times, one.lattice.cell_height * times
        pitch = max(8.0, pitch[0]), max(8.0, pitch[1])
        corner = one.lattice.left, one.lattice.top
    elif proposed := list(islice(chain.from_iterable(proposals(one.picture)), 6)):
        lattice = proposed[int(rng.integers(len(proposed)))].lattice.grown(1)
        none = np.full((lattice.rows, lattice.columns), OUTSIDE, np.uint8)
        return _sample(one.picture, *_part(rng, lattice, none), (np.nan, np.nan))
    else:
        wide = float(np.exp(rng.uniform(np.log(9), np.log(90))))
        pitch = wide, wide * float(np.exp(rng.uniform(-0.3, 0.3)))
        corner = rng.uniform(0, max(1, width - 4 * wide)), rng.uniform(0, max(1, height - 4 * wide))
    columns = int(np.clip((width - corner[0]) // pitch[0], 4, MOST))
    rows = int(np.clip((height - corner[1]) // pitch[1], 4, MOST))
    lattice = Lattice.even(*corner, *pitch, columns, rows)
    classes = np.full((rows, columns), OUTSIDE, np.uint8)
    return _sample(one.picture, lattice, classes, (np.nan, np.nan))


def _sample(picture: Picture, lattice: Lattice, classes: Codes, off: tuple[float, float]) -> Sample:
    tiles, index = cut_patches(picture, lattice)
    inside = cells_inside(picture, lattice)
    return Sample(tiles, index.astype(np.int32), inside, classes, off)


def picture_of(
    seed: int, space: int, kind: str = "all", cells: str = "", flood: float | None = None
) -> Labelled:
    """A picture of one of ``KINDS``, with cells of a kind and a ``Manner.flood``, or of any.

    With "all", of five seeds three are of games, one of scattered signs, one without a board.
    """
    if kind in (*STAGES, FIRST):
        return scene(seed, kind, space, cells, flood)
    if kind == "all" and seed % 5 < 4:
        return scene(seed, SCATTERED if seed % 5 == 1 else "", space, cells, flood)
    for number in count(seed * 100 + space):
        one = nothing(number)
        if "like" not in one.facts:
            return one
    raise AssertionError


def save_samples(path: Path, samples: list[Sample]) -> None:
    """Write samples into one file."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for number, one in enumerate(samples):
        arrays[f"t{number}"] = one.tiles
        arrays[f"i{number}"] = one.index
        arrays[f"m{number}"] = one.inside
        arrays[f"c{number}"] = one.classes
        arrays[f"o{number}"] = np.array(one.off, np.float32)
    np.savez(path, allow_pickle=False, **arrays)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--space", type=int, default=1)
    parser.add_argument("--of", choices=KINDS, default="all", help="which pictures")
    parser.add_argument("--cells", choices=CELLS, default="", help="what their cells are")
    parser.add_argument("--flood", type=float, help="the chance of what is around empty cells")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    alone = "alone" if chosen.flood == 0 else ""
    name = "-".join(filter(None, (chosen.of, chosen.cells, alone, str(chosen.space))))
    last = chosen.first + chosen.count
    for start in range(chosen.first, last, 100):
        path = chosen.folder / f"{name}-{start:07}.npz"
        if path.exists():
            continue
        samples = []
        for seed in range(start, min(start + 100, last)):
            rng = np.random.default_rng([77, chosen.space, seed])
            one = picture_of(seed, chosen.space, chosen.of, chosen.cells, chosen.flood)
            samples.append(sample_of(rng, one))
        save_samples(path, samples)


if __name__ == "__main__":
    main()
