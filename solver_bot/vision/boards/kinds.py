"""Which cells of a board look the same, and which look like one whose state is known."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.board import UNREADABLE
from solver_bot.vision.arrays import Codes, Picture
from solver_bot.vision.boards.inference import Kinds
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.patches import RIM, SIDE, Patches, cut_patches, different

_EDGE = 1
"""Pixels at a cell's edge that are left out: neighbours shine into them."""
_INNER = SIDE - 2 * RIM - 2 * _EDGE
_ALIKE = 5
"""Grey levels by which tiles that look the same differ at most, averaged over 3 x 3 pixels."""
_MOST = 400
"""With more different tiles than this, only equal ones are of a kind."""

Appearance = NDArray[np.int16]
"""The insides of tiles, a little blurred: shape (..., values)."""


def appearance(patches: Patches) -> Appearance:
    """What the cells look like without their edges: shape (rows, columns, values)."""
    rows, columns = patches.shape[:2]
    inner = slice(RIM + _EDGE, SIDE - RIM - _EDGE)
    tiles = patches[:, :, inner, inner].reshape(rows * columns, _INNER, _INNER, 3)
    firsts, of = different(tiles)
    blurred = [cv2.blur(tile, (3, 3)).ravel() for tile in tiles[firsts]]
    return np.stack(blurred).astype(np.int16)[of].reshape(rows, columns, -1)


def kinds_of(seen: Appearance) -> Kinds:
    """The kind of every cell, numbered from 0, shape (rows, columns).

    Tiles are of one kind if they are nearly equal to the first one of that kind.
    """
    tiles = seen.reshape(-1, seen.shape[-1])
    firsts, of = different(tiles)
    if 1 < len(firsts) <= _MOST:
        of = _led(tiles[firsts])[of]
    return np.unique(of, return_inverse=True)[1].reshape(seen.shape[:2])


def _led(tiles: Appearance) -> NDArray[np.intp]:
    """For every tile the number of the first one that it is nearly equal to."""
    of = np.full(len(tiles), -1)
    for first in range(len(tiles)):
        if of[first] < 0:
            apart = np.abs(tiles - tiles[first]).max(axis=1)
            of[(of < 0) & (apart <= _ALIKE)] = first
    return of


@dataclass(frozen=True, slots=True, eq=False)
class Prototypes:
    """Tiles whose state is known.

    Attributes:
        seen: what they look like, shape (tiles, values).
        codes: what each shows, shape (tiles,).

    """

    seen: Appearance
    codes: Codes

    @classmethod
    def none(cls) -> Prototypes:
        """Nothing is known yet."""
        return cls(np.empty((0, _INNER * _INNER * 3), np.int16), np.empty(0, np.uint8))

    @classmethod
    def of(cls, picture: Picture, lattice: Lattice, codes: Codes) -> Prototypes:
        """What the cells of a board look like that was read: codes of shape (rows, columns)."""
        return cls.none().grown(appearance(cut_patches(picture, lattice)), codes)

    def grown(self, seen: Appearance, codes: Codes) -> Prototypes:
        """With more tiles. Those that look like a known one are left out, and unread ones."""
        tiles, states = seen.reshape(-1, seen.shape[-1]), codes.ravel()
        read = np.flatnonzero(states != UNREADABLE)
        grown = self
        for place in read[different(tiles[read])[0]].tolist():
            if grown.recognised(tiles[place])[0] == UNREADABLE:
                grown = Prototypes(
                    np.vstack([grown.seen, tiles[place]]), np.append(grown.codes, states[place])
                )
        return grown

    def without(self, code: int) -> Prototypes:
        """Without the tiles that show this."""
        kept = self.codes != code
        return Prototypes(self.seen[kept], self.codes[kept])

    def recognised(self, seen: Appearance) -> Codes:
        """What each tile shows, in one dimension; unreadable where none like it is known."""
        tiles = seen.reshape(-1, seen.shape[-1])
        if not len(self.seen):
            return np.full(len(tiles), UNREADABLE, np.uint8)
        firsts, of = different(tiles)
        apart = np.stack([np.abs(tiles[firsts] - one).max(axis=1) for one in self.seen])
        nearest = apart.argmin(axis=0)
        known = np.where(apart.min(axis=0) <= _ALIKE, self.codes[nearest], UNREADABLE)
        return known.astype(np.uint8)[of]
