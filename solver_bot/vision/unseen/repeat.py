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

from solver_bot.vision.candidates import STRETCH
from solver_bot.vision.lattice import Floats, Lattice, Picture

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
_MOST_DISTANCES = 5
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

Steps = NDArray[np.float32]
"""Shape (2, height, width): steps across and down."""


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

    @property
    def rows(self) -> float:
        return (self.bottom - self.top) / self.down


def repeating(picture: Picture) -> Iterator[Lattice]:
    """Lattices of what repeats in both directions, those with most cells first."""
    if min(picture.shape[:2]) < _FEWEST * SMALLEST:
        return
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    steps = _steps(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    across, down = _distances(steps), _distances(steps.swapaxes(1, 2))
    patches = sorted(_patches(steps, across, down), key=lambda p: -p.columns * p.rows)
    for patch in patches:
        lattice = _lattice(grey, patch)
        if lattice:
            yield lattice


def _steps(grey: Picture) -> Steps:
    small = grey.astype(np.float32)
    both = np.zeros((2, *small.shape), np.float32)
    both[0, :, 1:] = small[:, 1:] - small[:, :-1]
    both[1, 1:] = small[1:] - small[:-1]
    return np.clip(both, -_STEEPEST, _STEEPEST)


def _distances(steps: Steps) -> list[int]:
    """Distances across at which bands of lines agree with themselves, the commonest first."""
    _, height, width = steps.shape
    votes: dict[int, float] = {}
    size = cv2.getOptimalDFTSize(width + LARGEST // 2)
    power = np.abs(np.fft.rfft(steps, size, axis=2)) ** 2
    lines = power.sum(axis=0)
    for top in range(0, height - _BAND // 2, _BAND):
        band = lines[top : top + _BAND].sum(axis=0)
        agreement = np.fft.irfft(band, size)[: LARGEST // 2 + 2]
        if agreement[0] < _FAINTEST**2 * _BAND * LARGEST:
            continue
        agreement = agreement / agreement[0]
        for distance in _peaks(agreement):
            votes[distance] = votes.get(distance, 0) + float(agreement[distance])
    merged = sorted(votes, key=lambda d: -votes[d])
    return merged[:_MOST_DISTANCES]


def _peaks(agreement: Floats) -> list[int]:
    inner = agreement[1:-1]
    high = (inner >= agreement[:-2]) & (inner >= agreement[2:]) & (inner > _AGREES)
    found = [int(d) for d in np.flatnonzero(high) + 1 if d >= SMALLEST // 2]
    return found[:2]


def _patches(steps: Steps, across: Sequence[int], down: Sequence[int]) -> Iterator[Patch]:
    """Areas in which steps agree with those one cell to the right and one cell below."""
    energy = (steps**2).sum(axis=0)
    right = {distance: _agreements(steps, energy, distance, 0) for distance in across}
    below = {distance: _agreements(steps, energy, 0, distance) for distance in down}
    for x, y in product(across, down):
        if max(x, y) > STRETCH * min(x, y):
            continue
        window = 2 * x // _COARSE + 1, 2 * y // _COARSE + 1
        agrees = (_share(right[x], window) > _PATCH) & (_share(below[y], window) > _PATCH)
        for left, top, wide, high, _ in cv2.connectedComponentsWithStats(agrees.astype(np.uint8))[2][1:]:
            far, low = (left + wide) * _COARSE + x, (top + high) * _COARSE + y
            patch = Patch(*(2 * int(v) for v in (left * _COARSE, top * _COARSE, far, low)), 2.0 * x, 2.0 * y)
            if min(patch.columns, patch.rows) >= _FEWEST - 1:
                yield patch


def _agreements(steps: Steps, energy: Floats, right: int, below: int) -> tuple[Floats, Floats]:
    """What of the steps comes again so far away, and what there is: coarse, shape (height, width)."""
    height, width = energy.shape[0] - below, energy.shape[1] - right
    again = np.einsum("cij,cij->ij", steps[:, :height, :width], steps[:, below:, right:])
    whole = energy[:height, :width] + energy[below:, right:]
    size = max(1, width // _COARSE), max(1, height // _COARSE)
    size_of = energy.shape[1] // _COARSE, energy.shape[0] // _COARSE
    out = []
    for values in (again, whole):
        small = cv2.resize(values, size, interpolation=cv2.INTER_AREA)
        out.append(np.pad(small, ((0, size_of[1] - size[1]), (0, size_of[0] - size[0]))))
    return out[0], out[1] / 2


def _share(agreements: tuple[Floats, Floats], window: tuple[int, int]) -> Floats:
    again, whole = (cv2.boxFilter(values, -1, window) for values in agreements)
    return np.where(whole > _FAINTEST**2, again / np.maximum(whole, 1e-3), 0)


def _lattice(grey: Picture, patch: Patch) -> Lattice | None:
    """The cells of a patch, at the full size of the picture."""
    xs = _lines(grey, patch)
    turned = Patch(patch.top, patch.left, patch.bottom, patch.right, patch.down, patch.across)
    ys = _lines(np.ascontiguousarray(grey.T), turned)
    if xs is None or ys is None:
        return None
    return Lattice(xs, ys)


def _lines(grey: Picture, patch: Patch) -> tuple[float, ...] | None:
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


def _end(strip: Picture, middle: int, pitch: float) -> int:
    """How far to the right of the middle a strip goes on being like what is some cells before."""
    part = strip[:, max(0, middle - round(_COMPARED * pitch)) :]
    least = np.full(part[:, round(_COMPARED * pitch) :].shape, 255, np.uint8)
    for cells in range(1, _COMPARED + 1):
        before = part[:, round(_COMPARED * pitch) - round(cells * pitch) :][:, : least.shape[1]]
        least = np.minimum(least, cv2.absdiff(part[:, round(_COMPARED * pitch) :], before))
    like = (least <= _SAME).mean(axis=0)
    window = max(2, round(_SOME * pitch))
    ahead = np.convolve(like, np.ones(window) / window)[window - 1 :]
    ends = np.flatnonzero((ahead < _UNLIKE) | (like[: len(ahead)] < _ALIEN))
    end = int(ends[0]) if len(ends) else len(like)
    unlike = np.flatnonzero(like[end : end + window] < _LIKE)
    return middle + end + (int(unlike[0]) if len(unlike) else 0)


def _pitch(steps: Steps, about: float) -> float:
    """The distance from one cell to the next, from how far the same comes again and again."""
    size = cv2.getOptimalDFTSize(2 * steps.shape[2])
    power = (np.abs(np.fft.rfft(steps, size, axis=2)) ** 2).sum(axis=(0, 1))
    agreement = np.fft.irfft(power, size)
    pitch, slack = about, 1.5
    times = 1
    while times * pitch + 4 < steps.shape[2] * 0.8:
        low, high = round(times * pitch - slack), round(times * pitch + slack)
        best = low + int(agreement[low : high + 1].argmax())
        before, here, after = agreement[best - 1 : best + 2]
        bend = before + after - 2 * here
        shift = 0.5 * (before - after) / bend if bend < 0 else 0.0
        pitch, slack = (best + float(np.clip(shift, -0.5, 0.5))) / times, 1.5
        times *= 2
    whole = round(pitch)
    return float(whole) if abs(pitch - whole) * steps.shape[2] / pitch < _WHOLE else pitch
