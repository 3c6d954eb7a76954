"""Where a board may be whose cells have no flat faces: pictures that repeat one cell apart.

Steps between neighbouring pixels, half as fine as the picture, are compared with themselves moved
(autocorrelation). Distances at which bands of the picture agree with themselves are tried across
and down; where both agree over some cells there is a patch, and where the agreement ends are its
sides. Slow changes of brightness make no steps, so a background may shine through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Floats
from solver_bot.vision.candidates import STRETCH
from solver_bot.vision.lattice import Lattice

SMALLEST, LARGEST = 16, 100
"""Pixels from one cell to the next."""
_BAND = 40
"""Lines, half as fine as the picture's, that are compared together."""
_STEEPEST = 24.0
"""Grey levels beyond which a step counts no more, so that no outline outweighs all textures."""
_AGREES = 0.3
"""How much of a band must agree with itself, of 1."""
_PATCH = 0.4
"""How much a cell and its neighbours must agree."""
_FAINTEST = 1.0
"""Grey levels of the steps in a patch, root mean square."""
_MOST_DISTANCES = 4
_FEWEST = 4
"""Cells along each side of a patch, at least."""
_COARSE = 4
"""So many steps are put together to see where they agree."""
_WHOLE = 2.0
"""Pixels that a patch may be off in the end for its cells to be a whole number of them."""
_SOME = 0.3
_UNLIKE = 0.5
_ALIEN = 0.25
_COMPARED = 4
"""So many cells further in, something is like what is at a side."""
_SAME = 6
"""Grey levels that two pixels may differ to be alike."""
_LIKE = 0.75
"""The share of a line of pixels that must be like others."""

_EVERY = 2
"""Of so many lines one is looked at."""
_FARTHEST = 1200
"""Pixels beyond which no agreement is looked for."""

Grey = NDArray[np.uint8]
"""Shape (height, width)."""


@dataclass(frozen=True, slots=True)
class Patch:
    """An area in which pictures repeat, and how far apart they are, in pixels."""

    left: int
    top: int
    right: int
    bottom: int
    across: float
    down: float

    @property
    def columns(self) -> float:
        return (self.right - self.left) / self.across

    def touches(self, place: Lattice) -> bool:
        """Whether the patch and a board share any area."""
        return (
            self.left < place.right
            and place.left < self.right
            and self.top < place.bottom
            and place.top < self.bottom
        )

    @property
    def rows(self) -> float:
        return (self.bottom - self.top) / self.down


def patches(grey: Grey) -> list[Patch]:
    """Areas of a grey picture that repeat in both directions, those with most cells first."""
    if min(grey.shape) < _FEWEST * SMALLEST:
        return []
    half = grey.shape[1] // 2, grey.shape[0] // 2
    steps = _steps(np.asarray(cv2.resize(grey, half, interpolation=cv2.INTER_AREA), np.uint8))
    turned = [np.ascontiguousarray(one.T) for one in steps]
    found = _patches(steps, _distances(steps), _distances(turned))
    return sorted(found, key=lambda patch: -patch.columns * patch.rows)


def _steps(grey: Grey) -> list[Floats]:
    """Steps from pixel to pixel, across and down: two of shape (height, width)."""
    values = grey.astype(np.float32)
    both = [np.zeros(values.shape, np.float32) for _ in range(2)]
    cv2.subtract(values[:, 1:], values[:, :-1], dst=both[0][:, 1:])
    cv2.subtract(values[1:], values[:-1], dst=both[1][1:])
    return [np.clip(one, -_STEEPEST, _STEEPEST, out=one) for one in both]


def _distances(steps: Sequence[Floats]) -> list[int]:
    """Distances across at which bands of lines agree with themselves, the commonest first."""
    votes: dict[int, float] = {}
    for band in _agreements(steps, _BAND // 2, _EVERY):
        if band[0] >= _FAINTEST**2 * _BAND * LARGEST / _EVERY:
            for distance in _peaks(band[: LARGEST // 2 + 2] / band[0]):
                votes[distance] = votes.get(distance, 0) + float(band[distance] / band[0])
    return sorted(votes, key=lambda d: -votes[d])[:_MOST_DISTANCES]


def _agreements(steps: Sequence[Floats], lines: int, every: int) -> Floats:
    """How much bands of so many lines agree with themselves moved to the right.

    Every so many lines are looked at. Shape (bands, distances), by Wiener and Khinchin.
    """
    width = steps[0].shape[1]
    size = cv2.getOptimalDFTSize(width + min(width, _FARTHEST))
    total = np.zeros((0, 0), np.float32)
    for one in steps:
        some = np.zeros((len(one[::every]), size), np.float32)
        some[:, :width] = one[::every]
        waves = cv2.dft(some, flags=cv2.DFT_ROWS)
        power = cv2.mulSpectrums(waves, waves, cv2.DFT_ROWS, conjB=True)
        total = np.asarray(power + total if total.size else power, np.float32)
    starts = np.arange(0, len(total), max(1, lines // every))
    bands = np.add.reduceat(total, starts, axis=0)
    return np.asarray(cv2.idft(bands, flags=cv2.DFT_ROWS | cv2.DFT_SCALE))


def _peaks(agreement: Floats) -> list[int]:
    inner = agreement[1:-1]
    high = (inner >= agreement[:-2]) & (inner >= agreement[2:]) & (inner > _AGREES)
    return [int(d) for d in np.flatnonzero(high) + 1 if d >= SMALLEST // 2][:2]


def _patches(
    steps: Sequence[Floats], across: Sequence[int], down: Sequence[int]
) -> Iterator[Patch]:
    """Areas in which steps agree with those one cell to the right and one cell below."""
    energy = _sum_of_products(steps, steps)
    height, width = (length // (_FEWEST - 1) for length in energy.shape)
    across, down = [x for x in across if x <= width], [y for y in down if y <= height]
    right = {distance: _again(steps, energy, distance, 0) for distance in across}
    below = {distance: _again(steps, energy, 0, distance) for distance in down}
    for x, y in product(across, down):
        if max(x, y) <= STRETCH * min(x, y):
            window = 2 * x // _COARSE + 1, 2 * y // _COARSE + 1
            agrees = (_share(right[x], window) > _PATCH) & (_share(below[y], window) > _PATCH)
            yield from _areas(agrees, x, y)


def _areas(agrees: NDArray[np.bool_], x: int, y: int) -> Iterator[Patch]:
    found = cv2.connectedComponentsWithStats(agrees.astype(np.uint8))[2][1:]
    for left, top, wide, high, _ in (found * _COARSE).tolist():
        patch = Patch(2 * left, 2 * top, 2 * (left + wide + x), 2 * (top + high + y), 2 * x, 2 * y)
        if min(patch.columns, patch.rows) >= _FEWEST - 1:
            yield patch


def _again(
    steps: Sequence[Floats], energy: Floats, right: int, below: int
) -> tuple[Floats, Floats]:
    """What of the steps comes again so far away, and what there is, put together."""
    height, width = energy.shape[0] - below, energy.shape[1] - right
    again = _sum_of_products(
        [one[:height, :width] for one in steps], [one[below:, right:] for one in steps]
    )
    both = cv2.addWeighted(energy[:height, :width], 0.5, energy[below:, right:], 0.5, 0)
    whole = np.asarray(both, np.float32)
    return _coarse(again, energy.shape), _coarse(whole, energy.shape)


def _sum_of_products(some: Sequence[Floats], others: Sequence[Floats]) -> Floats:
    first, second = (cv2.multiply(a, b) for a, b in zip(some, others, strict=True))
    return np.asarray(cv2.add(first, second), np.float32)


def _coarse(values: Floats, shape: tuple[int, ...]) -> Floats:
    """The means of squares of values, as many as a picture of that shape has."""
    height, width = (length // _COARSE for length in values.shape)
    means = np.zeros([length // _COARSE for length in shape], np.float32)
    means[:height, :width] = cv2.resize(
        values[: height * _COARSE, : width * _COARSE],
        (width, height),
        interpolation=cv2.INTER_AREA,
    )
    return means


def _share(again: tuple[Floats, Floats], window: tuple[int, int]) -> Floats:
    some, whole = (cv2.boxFilter(values, -1, window) for values in again)
    return np.where(whole > _FAINTEST**2, some / np.maximum(whole, 1e-3), 0)


def lattice_of(grey: Grey, patch: Patch) -> Lattice | None:
    """The cells of a patch, at the full size of the picture."""
    xs = _lines(grey, patch)
    turned = Patch(patch.top, patch.left, patch.bottom, patch.right, patch.down, patch.across)
    ys = _lines(np.ascontiguousarray(grey.T), turned)
    if xs is None or ys is None:
        return None
    return Lattice(xs, ys)


def _lines(grey: Grey, patch: Patch) -> tuple[float, ...] | None:
    """The edges of the columns of a patch."""
    strip = grey[patch.top : patch.bottom]
    pitch = _pitch(_steps(strip[:, patch.left : patch.right]), patch.across)
    if pitch * (_FEWEST - 1) > patch.right - patch.left:
        return None
    middle = (patch.left + patch.right) // 2
    last = _end(strip, middle, pitch)
    first = strip.shape[1] - _end(strip[:, ::-1], strip.shape[1] - middle, pitch)
    count = round((last - first) / pitch)
    if count < _FEWEST:
        return None
    start = (first + last - count * pitch) / 2
    return tuple(start + pitch * i for i in range(count + 1))


def _end(strip: Grey, middle: int, pitch: float) -> int:
    """How far to the right of the middle a strip goes on being like what is some cells before."""
    back = round(_COMPARED * pitch)
    window = max(2, round(_SOME * pitch))
    if middle < back or middle + window >= strip.shape[1]:
        return int(strip.shape[1])
    beyond = strip[:, middle:]
    least = np.full(beyond.shape, 255, np.uint8)
    for cells in range(1, _COMPARED + 1):
        before = strip[:, middle - round(cells * pitch) :][:, : beyond.shape[1]]
        least = np.minimum(least, cv2.absdiff(beyond, before))
    like = (least <= _SAME).mean(axis=0)
    ahead = np.convolve(like, np.ones(window) / window)[window - 1 :]
    ends = np.flatnonzero((ahead < _UNLIKE) | (like[: len(ahead)] < _ALIEN))
    end = int(ends[0]) if len(ends) else len(like)
    unlike = np.flatnonzero(like[end : end + window] < _LIKE)
    return int(middle) + end + (int(unlike[0]) if len(unlike) else 0)


def _pitch(steps: Sequence[Floats], about: float) -> float:
    """The distance from one cell to the next, from how far the same comes again and again."""
    width = steps[0].shape[1]
    agreement = _agreements(steps, len(steps[0]), 2 * _EVERY)[0]
    pitch, slack = about, 1.5
    times = 1
    while times * pitch + 4 < min(width, _FARTHEST) * 0.8:
        low, high = round(times * pitch - slack), round(times * pitch + slack)
        best = low + int(agreement[low : high + 1].argmax())
        before, here, after = agreement[best - 1 : best + 2]
        bend = before + after - 2 * here
        shift = 0.5 * (before - after) / bend if bend < 0 else 0.0
        pitch, slack = (best + float(np.clip(shift, -0.5, 0.5))) / times, 1.5
        times *= 2
    whole = round(pitch)
    return float(whole) if abs(pitch - whole) * width / pitch < _WHOLE else pitch
