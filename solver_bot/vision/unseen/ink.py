"""Signs painted on a picture: one of the tile's colours is the ink.

The colours of all numbers' tiles are put into few groups, and each group in turn is taken for the
ink. An ink is believed if it shows the numbers that the rules have told already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.arrays import Floats, Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.unseen.cut import tile_of
from solver_bot.vision.unseen.glyph import SIDE, SIGNS, drawn_shape, likelihoods
from solver_bot.vision.unseen.kinds import Kinds, count

_INKS = 6
_LOWEST = 5
"""Pixels of ``SIDE`` that a painted number is high at least."""
_CLEAR, _CLEARLY = 0.15, 0.97
"""How likely a number must be by its shape, and of those that the rules allow."""

_LIKE_SOME = 0.01
"""How likely some number must be for a tile to look like one."""
_TILES_SHOWN, _KINDS_SHOWN = 0.9, 0.6
"""The shares of the tiles and of the kinds whose number is known that an ink must show."""

Answers = list[dict[int, int]]


def by_ink(picture: Picture, lattice: Lattice, kinds: Kinds, answers: Answers) -> Answers:
    """The answers that agree with what the ink shows, where some ink shows what is known.

    A kind that may be empty is left as it is: nothing may be painted on it.
    """
    if len(answers) < 2:
        return answers
    numbers = [kind for kind in answers[0] if all(answer[kind] for answer in answers)]
    if not numbers:
        return answers
    tiles = np.stack(_first_tiles(picture, lattice, kinds, numbers))
    for likely, shapes in _inks(tiles):
        chances = dict(zip(numbers, likely, strict=True))
        if _shows_known(kinds, answers, chances):
            answers = _agreeing(answers, chances)
            often = {k: s for k, s in zip(numbers, shapes, strict=True) if kinds.counts[k] > 1}
            answers = _alike(answers, often)
    return answers


def signs_on(
    picture: Picture, lattice: Lattice, kinds: Kinds, ground: int, some: NDArray[np.intp]
) -> Floats:
    """How likely each sign stands on each of some kinds: shape (kinds, signs).

    What differs from the tile of the kind ``ground`` is the sign.
    """
    likely = np.zeros((len(some), len(SIGNS)), np.float32)
    plain, *tiles = _first_tiles(picture, lattice, kinds, [ground, *some.tolist()])
    for number, tile in enumerate(tiles):
        apart = np.sqrt(((tile - plain) ** 2).mean(axis=2))
        shape = drawn_shape(np.clip(apart / max(1.0, np.percentile(apart, 95)), 0, 1), _LOWEST)
        if shape is not None:
            likely[number] = likelihoods(shape[None])[0]
    return likely


def _first_tiles(
    picture: Picture, lattice: Lattice, kinds: Kinds, some: Sequence[int]
) -> list[Floats]:
    order = kinds.of.ravel()
    places = [int((order == kind).argmax()) for kind in some]
    return [tile_of(picture, lattice, place, SIDE).astype(np.float32) for place in places]


def _inks(tiles: Floats) -> Iterator[tuple[Floats, list[Floats | None]]]:
    """For each ink, how likely each tile shows each number, shape (tiles, 8), and its shape."""
    pixels = tiles[:, 2:-2, 2:-2].reshape(-1, 3)
    stop = cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 0.5
    cv2.setRNGSeed(1)
    some = np.ascontiguousarray(pixels[:: max(1, len(pixels) // 4000)])
    start = np.zeros((len(some), 1), np.int32)
    colours = cv2.kmeans(some, _INKS, start, stop, 1, cv2.KMEANS_PP_CENTERS)[2]
    apart = np.sqrt(((tiles[..., None, :] - colours) ** 2).mean(axis=-1))
    between = np.sqrt(((colours[:, None] - colours) ** 2).mean(axis=-1)) + 1e9 * np.eye(_INKS)
    digits = [SIGNS.index(number) for number in range(1, 9)]
    for ink in range(_INKS):
        if not (nearest := between[ink].min()):  # tiles of fewer colours give an ink twice
            continue
        amount = np.clip(1.25 - apart[..., ink] / nearest, 0, 1)
        shapes = [drawn_shape(one, _LOWEST) for one in amount]
        drawn = [i for i, shape in enumerate(shapes) if shape is not None]
        likely = np.zeros((len(tiles), 8), np.float32)
        if drawn:
            known = likelihoods(np.stack([s for s in shapes if s is not None]))
            likely[drawn] = known[:, digits]
        yield likely, shapes


def _shows_known(kinds: Kinds, answers: Answers, chances: dict[int, Floats]) -> bool:
    """Whether nearly all tiles whose number all answers agree on look most like that number."""
    agreed = [k for k in chances if len({answer[k] for answer in answers}) == 1]
    right = [k for k in agreed if _shown(chances[k]) == answers[0][k]]
    return len(right) > _KINDS_SHOWN * len(agreed) and (
        count(kinds, np.array(right)) > _TILES_SHOWN * count(kinds, np.array(agreed))
    )


def _shown(likely: Floats) -> int:
    """The number that a tile looks most like; 0 where it looks like none at all."""
    return int(likely.argmax()) + 1 if likely.max() > _LIKE_SOME else 0


def _agreeing(answers: Answers, chances: dict[int, Floats]) -> Answers:
    for kind, likely in chances.items():
        allowed = sorted({answer[kind] for answer in answers})
        shares = likely[[value - 1 for value in allowed]]
        best = int(shares.argmax())
        if shares[best] > _CLEAR and shares[best] > _CLEARLY * shares.sum():
            answers = [answer for answer in answers if answer[kind] == allowed[best]]
    return answers


def _alike(answers: Answers, shapes: dict[int, Floats | None]) -> Answers:
    """The answers that give no kind a number whose drawing differs from its own as numbers do.

    What is seen once may differ for what stands in front of it, and is not among ``shapes``.
    """
    agreed = {k: answers[0][k] for k in shapes if len({a[k] for a in answers}) == 1}
    known = [(shape, agreed[k]) for k, shape in shapes.items() if k in agreed and shape is not None]
    differing = [
        _apart(one, other) for one, first in known for other, second in known if first < second
    ]
    if not differing:
        return answers
    for kind, shape in shapes.items():
        if kind in agreed or shape is None:
            continue
        for value in {number for _, number in known}:
            nearest = min(_apart(shape, other) for other, number in known if number == value)
            left = [answer for answer in answers if answer[kind] != value]
            if left and nearest >= min(differing):
                answers = left
    return answers


def _apart(shape: Floats, other: Floats) -> float:
    return float(abs(shape - other).mean())
