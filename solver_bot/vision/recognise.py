"""Compares tiles with the templates of a look: tells each tile's state and its certainty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import (
    COVERED,
    EMPTY,
    UNREADABLE,
)
from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.lattice import Lattice, median, scaled
from solver_bot.vision.skin import TILE_SIZE, Look, Template, nearest
from solver_bot.vision.tiles import cut_tiles

_ONE_THREAD = 1 << 19


LIMIT = 0.5
"""How far a tile may be from its template, as a share of the template's contrast. ``LEAST_LIMIT``
is added to it."""


LEAST_LIMIT, FARTHEST = 3.0, 30.0
"""The greatest distance in grey levels: from a flat template (twice that in a translucent skin),
and from any template."""


FAINT, FLAT = 15.0, 0.4
"""If a template's contrast is below ``FAINT`` grey levels, a tile must have at least this share of
the contrast."""


CLEARLY = 0.7
"""The greatest ratio of the distance to the nearest template to that to the nearest template of
another state."""


_MIDDLE_GREY = np.float32(128)
"""What is taken from pixels before they are squared, so that few digits are lost."""


_BRIGHTER, _FEW_NUMBERS = 4.0, 3
"""How many grey levels numbers may be brighter or darker than their templates, in addition to the
skin's translucency; and the least number of numbers to judge it by."""


@dataclass(frozen=True, slots=True, eq=False)
class References:
    """A look's templates at one size, prepared for comparison with many tiles at once.

    All but ``size`` and ``pixels`` have one value for each template.
    """

    size: int
    codes: NDArray[np.uint8]
    pixels: Floats
    energies: Floats
    means: Floats
    contrasts: Floats
    limits: Floats
    translucency: Floats


def references_for(look: Look, pitch: float, size: int | None = None) -> References:
    """The templates for cells of ``pitch`` pixels. They are made once for every whole pitch.

    They are ``size`` pixels wide and high. The default is ``pitch`` up to 1.5 ``TILE_SIZE``,
    because tiles that need no scaling are read fastest, and ``TILE_SIZE`` for larger cells.
    """
    whole = max(4, round(pitch))
    return _references(look, whole, size or (whole if whole <= 1.5 * TILE_SIZE else TILE_SIZE))


@lru_cache(maxsize=256)
def _references(look: Look, pitch: int, size: int) -> References:
    variants: dict[tuple[int, str], list[Template]] = {}
    for template in look.templates:
        variants.setdefault((template.code, template.variant), []).append(template)
    chosen = [nearest(several, pitch) for several in variants.values()]
    pixels = np.stack(
        [
            scaled(scaled(t.picture, pitch, pitch), size, size).reshape(-1).astype(np.float32)
            for t in chosen
        ]
    )
    least = 2 * LEAST_LIMIT if look.translucency else LEAST_LIMIT
    return References(
        size=size,
        codes=np.array([t.code for t in chosen], dtype=np.uint8),
        pixels=pixels,
        energies=np.einsum("ij,ij->i", pixels, pixels),
        means=_means(pixels),
        contrasts=_contrast(pixels),
        limits=np.minimum(FARTHEST, least + LIMIT * _contrast(pixels)),
        translucency=np.full(len(chosen), look.translucency, np.float32),
    )


def joined(several: Sequence[References]) -> References:
    """The templates of several looks at one size, in this order."""
    return References(
        several[0].size,
        *(
            np.concatenate([getattr(references, part.name) for references in several])
            for part in fields(References)[1:]
        ),
    )


def _contrast(pixels: Floats) -> Floats:
    """How far pixels are from their tile's mean colour, as a root mean square: shape (tiles,)."""
    length = pixels.shape[1]
    about = pixels - _MIDDLE_GREY
    means = about @ _channels(length)
    squared = np.einsum("ij,ij->i", about, about) / length - (means**2).mean(axis=1)
    return np.asarray(np.sqrt(np.maximum(squared, 0)))


@lru_cache(maxsize=64)
def _channels(length: int) -> Floats:
    """What tiles of ``length`` values are multiplied with for their mean blue, green and red."""
    return np.tile(np.eye(3, dtype=np.float32), (length // 3, 1)) / np.float32(length // 3)


def distances(pixels: Floats, references: References) -> Floats:
    """The distance of every tile from every reference: shape (tiles, references), in grey levels.

    The distance is the root mean square difference over pixels and channels, the root of OpenCV's
    ``TM_SQDIFF`` per value. One matrix product gives it for all pairs. Colour counts, so that flat
    tiles are told apart by it; normalised correlation could not do that. If a skin's cells are
    translucent, a tile may be uniformly brighter or darker by that many grey levels at no cost.
    """
    length = pixels.shape[1]
    # Tiles lie along the last axis meanwhile: NumPy compares long rows at once, short ones slowly.
    energies = np.einsum("ij,ij->i", pixels, pixels) + references.energies[:, None]
    products = _products(references.pixels, pixels)
    squared = (energies - 2 * products) / length
    if references.translucency.any():
        shift = abs(_means(pixels) - references.means[:, None])
        free = np.minimum(shift, references.translucency[:, None])
        squared -= free * (2 * shift - free)
    return np.asarray(np.sqrt(np.maximum(squared, 0)).T)


def _means(pixels: Floats) -> Floats:
    """The mean value of every tile."""
    return pixels @ np.ones(pixels.shape[1], np.float32) / np.float32(pixels.shape[1])


def _products(pixels: Floats, tiles: Floats) -> Floats:
    """``pixels @ tiles.T``, in pieces that are too small for BLAS to spread over threads.

    Threads gain little here, and they wait for each other whenever the game's process draws.
    """
    count = max(1, _ONE_THREAD // pixels.size)
    if len(tiles) <= count:
        return pixels @ tiles.T
    pieces = range(0, len(tiles), count)
    return np.concatenate([pixels @ tiles[start : start + count].T for start in pieces], axis=1)


class Judged(NamedTuple):
    """What tiles look like, each by itself.

    Attributes:
        codes: the state of the most similar template.
        certainty: how clear that is; 0 or less if the tile is unreadable.
        brighter: how much brighter than that template it is, in grey levels.

    """

    codes: NDArray[np.uint8]
    certainty: Floats
    brighter: Floats

    def of(self, numbers: NDArray[np.intp]) -> Judged:
        """The same for the tiles with these numbers."""
        return Judged(self.codes[numbers], self.certainty[numbers], self.brighter[numbers])


def look_at(picture: Picture, lattice: Lattice, look: Look) -> Judged:
    """What every cell of a lattice looks like by itself, in reading order."""
    references = references_for(look, lattice.pitch)
    tiles = cut_tiles(picture, lattice, references.size)
    return judged(tiles.pixels, references).of(tiles.of)


def judged(pixels: NDArray[np.uint8], references: References) -> Judged:
    """What each tile looks like by itself. ``pixels`` has shape (tiles, values)."""
    values = pixels.astype(np.float32)
    apart = distances(values, references)
    best = apart.argmin(axis=1)
    codes = references.codes[best]
    nearest = apart.min(axis=1)
    np.putmask(apart.T, references.codes[:, None] == codes, np.inf)
    certainty = 1 - nearest / np.minimum(references.limits[best], CLEARLY * apart.min(axis=1))
    faint = np.flatnonzero(references.contrasts[best] < FAINT)
    if len(faint):
        flat = _contrast(values[faint]) < FLAT * references.contrasts[best[faint]]
        certainty[faint[flat]] = 0
    return Judged(codes, certainty, _means(values) - references.means[best])


def recognised(seen: Judged, look: Look) -> tuple[NDArray[np.uint8], Floats]:
    """The code of each cell, or ``UNREADABLE``, and its certainty, 0 to 1.

    The cells are seen in one picture. A tile is unreadable in four cases. It is too far from every
    template; the limit is smaller for templates of less contrast. It is nearly as close to a
    template of another state. It is flat while its template is not. Or it is an empty or a covered
    cell, which are told apart by colour only, while the numbers show that the whole picture is
    brighter or darker than the templates.
    """
    codes, certainty, _ = seen
    certainty = np.maximum(certainty, 0)
    if _has_shifted_colours(seen, look.translucency):
        certainty[(codes == EMPTY) | (codes == COVERED)] = 0
    return np.where(certainty > 0, codes, np.uint8(UNREADABLE)), certainty


def _has_shifted_colours(seen: Judged, translucency: float) -> bool:
    """Whether numbers are brighter or darker than their templates, as in an altered picture.

    Numbers are still recognised by their drawing then, but an empty cell may have exactly the
    colour of a covered one.
    """
    numbers = (seen.certainty > 0) & (seen.codes >= 1) & (seen.codes <= 8)
    if np.count_nonzero(numbers) < _FEW_NUMBERS:
        return False
    return bool(abs(median(seen.brighter[numbers])) > _BRIGHTER + translucency)
