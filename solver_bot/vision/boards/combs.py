"""Lattices of cell sizes at which parts of a picture agree with themselves.

The outlines in a part are compared with a moved copy of themselves (autocorrelation, by Wiener and
Khinchin), all lines together. Where a board fills much of the part, they agree best when moved by a
cell, whatever the cells show. Covered cells need not be alike for that, nor signs frequent, and
noise matters little.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np

from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.lattice import Lattice

_SMALLEST, _LARGEST = 8, 130
"""The smallest and largest cell, in pixels."""
_LONGEST = 3.5
"""The largest ratio of a cell's longer side to its shorter one."""
_DIVIDED = (1, 2, 3)
"""What the sides of the picture are divided by to give its parts, which overlap by half."""
_SHORTEST = 60
"""Pixels of the shortest side of a part."""
_FEWEST = 3
"""The fewest cells of a part, each way."""
_BLUR, _STEEPEST = 1.0, 24.0
"""The deviation of a blur against noise, and the steepest outline that counts, so that no strong
one outweighs all others."""
_LEAST, _MOST_PEAKS = 0.08, 6
"""The least agreement of a part with itself, 1 at most, and the most distances of a part that are
taken."""
_MOST, _COMPARED = 6, 24
"""The most sizes of cells that are proposed, and the most that are compared, as some are multiples
of others."""
_AS_WELL = 0.85
"""The share of a score from which another one is as good."""
_CLEARLY = 0.1
"""How much better a part of a checkerboard agrees when moved both ways than when moved one way."""
_SAME = 0.03
"""The share by which two distances may differ and count as one."""


@dataclass(frozen=True, slots=True)
class _Comb:
    """A size of cells at which a part of the picture agrees with itself.

    Attributes:
        score: how much better it agrees there than at distances between.
        wide, high: the size in pixels.
        box: the part: left, top, right, bottom.

    """

    score: float
    wide: float
    high: float
    box: tuple[int, int, int, int]

    def is_like(self, other: _Comb) -> bool:
        pairs = ((self.wide, other.wide), (self.high, other.high))
        return all(abs(one - another) <= _SAME * another for one, another in pairs)

    def is_multiple(self, other: _Comb) -> bool:
        """Whether each of its cells is several of the other's, which fit the picture as well."""
        if self.is_like(other) or other.score < _AS_WELL * self.score:
            return False
        times = self.wide / other.wide, self.high / other.high
        return all(round(t) and abs(t - round(t)) <= _SAME * t for t in times)


def combs(picture: Picture, in_colours: bool = False) -> Iterator[Lattice]:
    """Lattices of the sizes at which parts of the picture agree best with themselves.

    Outlines are those of the picture in grey, or ``in_colours`` those of any of its three colours.

    Each is given at four places, half a cell apart each way, so that one of them is off by at most
    a quarter of a cell.
    """
    outlines = _outlines(picture, in_colours)
    found = [comb for box in _parts(*outlines.shape) for comb in _combs_in(outlines, box)]
    sizes: list[_Comb] = []
    for comb in sorted(found, key=lambda one: -one.score):
        if len(sizes) < _COMPARED and not any(comb.is_like(other) for other in sizes):
            sizes.append(comb)
    # What repeats at a distance also does at its multiples. Cells may be several characters wide.
    periods = sorted(sizes, key=lambda one: any(one.is_multiple(other) for other in sizes))
    for comb in periods[:_MOST]:
        if _is_checkered(outlines, comb):
            yield from _lattices(outlines, replace(comb, wide=comb.wide / 2, high=comb.high / 2))
        yield from _lattices(outlines, comb)


def _is_checkered(outlines: Floats, comb: _Comb) -> bool:
    """Whether a part agrees with itself as well when it is moved by half a cell both ways.

    Then the true cells have half the size, and lie on a checkerboard: neighbours differ.
    """
    left, top, right, bottom = comb.box
    part = outlines[top:bottom, left:right]
    across, down = round(comb.wide / 2), round(comb.high / 2)
    beside = _agrees_moved(part, round(comb.wide), 0)
    between = max(_agrees_moved(part, across, 0), _agrees_moved(part, 0, down))
    return _agrees_moved(part, across, down) > max(_AS_WELL * beside, between + _CLEARLY)


def _agrees_moved(part: Floats, right: int, down: int) -> float:
    """How much a part agrees with itself moved to the right and down, 1 at most."""
    one = part[down:, right:].ravel()
    other = part[: len(part) - down, : part.shape[1] - right].ravel()
    return float(np.corrcoef(one, other)[0, 1])


def _outlines(picture: Picture, in_colours: bool) -> Floats:
    """How steep the picture is at every pixel: shape (height, width).

    Noise is stronger in single colours than in grey. But in grey, lines may be as dark as what they
    divide.
    """
    seen = cv2.GaussianBlur(picture, (0, 0), _BLUR)
    if not in_colours:
        seen = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY)[..., None]
    across, down = (
        np.minimum(np.abs(cv2.Sobel(seen, cv2.CV_32F, x, 1 - x, scale=0.25)), _STEEPEST)
        for x in (1, 0)
    )
    both = across + down
    return np.asarray(both.max(-1) if in_colours else both, np.float32)


def _parts(height: int, width: int) -> Iterator[tuple[int, int, int, int]]:
    """Left, top, right and bottom of the whole and of parts of a picture."""
    for divided in _DIVIDED:
        wide, high = width // divided, height // divided
        if min(wide, high) < _SHORTEST:
            return
        steps = range(2 * divided - 1)
        for right, down in product(steps, steps):
            left, top = right * wide // 2, down * high // 2
            yield left, top, left + wide, top + high


def _combs_in(outlines: Floats, box: tuple[int, int, int, int]) -> Iterator[_Comb]:
    left, top, right, bottom = box
    part = outlines[top:bottom, left:right]
    across, down = _peaks(_agreement(part)), _peaks(_agreement(np.ascontiguousarray(part.T)))
    for (score, wide), (other, high) in product(across, down):
        if max(wide, high) <= _LONGEST * min(wide, high):
            yield _Comb(score * other, wide, high, box)


def _agreement(part: Floats) -> Floats:
    """How much a part agrees with itself moved to the right by each number of pixels, 1 at most."""
    width = part.shape[1]
    most = min(_LARGEST, width // _FEWEST)
    size = 2 * cv2.getOptimalDFTSize((width + most + 1) // 2)
    lines = np.zeros((len(part), size), np.float32)
    np.subtract(part, part.mean(1, keepdims=True), out=lines[:, :width])
    total = np.fft.irfft(_power(lines))[: most + 1]
    shared = width - np.arange(most + 1)
    return np.asarray(total / max(float(total[0]), 1e-6) * width / shared, np.float32)


def _power(lines: Floats) -> Floats:
    """The power of each frequency from 0 on, in all lines together. Their length must be even.

    OpenCV transforms lines several times as fast as NumPy. It gives the first and the last
    frequency one value each, and those between a real and an imaginary part.
    """
    waves = cv2.dft(lines, flags=cv2.DFT_ROWS)
    energy = np.einsum("ij,ij->j", waves, waves)
    between = energy[1:-1:2] + energy[2:-1:2]
    return np.concatenate([energy[:1], between, energy[-1:]])


def _peaks(agreement: Floats) -> list[tuple[float, float]]:
    """Scores and distances at which the agreement is highest, the best first.

    A score is how much the agreement exceeds the lowest one from half the distance on.
    """
    inner = agreement[1:-1]
    high = (inner >= agreement[:-2]) & (inner >= agreement[2:]) & (inner > _LEAST)
    found = []
    for at in (np.flatnonzero(high) + 1).tolist():
        if at >= _SMALLEST:
            lowest = max(0.0, float(agreement[at // 2 - 1 : at].min()))
            found.append((float(agreement[at]) - lowest, _between_pixels(agreement, at)))
    return sorted(found, reverse=True)[:_MOST_PEAKS]


def _between_pixels(values: Floats, at: int) -> float:
    """The place of the peak of a parabola through three values."""
    before, here, after = values[at - 1 : at + 2].tolist()
    bend = before + after - 2 * here
    return at + (0.5 * (before - after) / bend if bend < 0 else 0.0)


def _lattices(outlines: Floats, comb: _Comb) -> Iterator[Lattice]:
    left, top, right, bottom = comb.box
    part = outlines[top:bottom, left:right]
    x = left + _first_line(part.sum(0), comb.wide)
    y = top + _first_line(part.sum(1), comb.high)
    for across, down in product((0.0, 0.5), (0.0, 0.5)):
        columns = int((right - x) / comb.wide - across)
        rows = int((bottom - y) / comb.high - down)
        if min(columns, rows) >= _FEWEST - 1:
            start = x + across * comb.wide, y + down * comb.high
            yield Lattice.even(*start, comb.wide, comb.high, columns, rows)


def _first_line(profile: Floats, pitch: float) -> float:
    """The place of the first line, where lines a pitch apart have the most outlines on them."""
    starts = np.arange(0, pitch)
    lines = np.arange(int((len(profile) - 1) / pitch) + 1)
    places = np.rint(starts[:, None] + lines * pitch).astype(int)
    inside = places < len(profile)
    values = np.where(inside, profile[np.minimum(places, len(profile) - 1)], 0).sum(1)
    return float(starts[int((values / inside.sum(1)).argmax())])
