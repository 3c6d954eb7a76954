"""What the cells of a board are: the likeliest states that a real board can show together.

The nets say for every cell how likely each state is. Cells that look the same are of one state, so
their evidence is joined. A state that no real board can show with the others is excluded. A cell is
left unread where two states remain that both are likely enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import UNREADABLE, Board
from solver_bot.vision.arrays import Codes, Floats

Possible = Callable[[Codes], bool]
"""Whether a real board can show these codes, shape (rows, columns)."""
Kinds = NDArray[np.intp]
"""The kind of every cell, shape (rows, columns): cells that look the same are of one kind."""

DOUBT = 7.0
"""How much less likely a state must be than the likeliest one to be excluded, as a logarithm."""
_WEAK = 4.0
"""The least such distance for a cell to be read although rules excluded its other states."""
_HIDDEN = 2.0
"""How much less likely it must be that a cell is hidden for it to be read."""
_JOINED = 0.5
"""The share of the evidence of further cells of a kind that counts: they are not independent."""
_MOST_SINGLE, _MOST_PAIRED = 24, 9
"""Other states that are tried alone, and in pairs, where the likeliest ones are impossible."""
_LOWEST = -12.0


@dataclass(frozen=True, slots=True)
class Option:
    """Another state that a kind may have.

    Attributes:
        kind: its number.
        code: the state.
        price: how much less likely it is than the likeliest state, as a logarithm.

    """

    kind: int
    code: int
    price: float


@dataclass(frozen=True, slots=True, eq=False)
class Inference:
    """What the cells are, and what remains in doubt.

    Attributes:
        codes: the states, ``UNREADABLE`` where in doubt.
        doubts: the states that could not be excluded.
        possible: whether a real board can show the codes.

    """

    codes: Codes
    doubts: tuple[Option, ...]
    possible: bool


def infer(likely: Floats, kinds: Kinds, possible: Possible) -> Inference:
    """The states of all cells.

    Args:
        likely: the logarithm of each state's probability, shape (rows, columns, 16).
        kinds: which cells look the same.
        possible: tells whether a real board can show some codes.

    """
    kinds = _agreeing(likely, kinds)
    scores = _joined(likely, kinds)
    best = scores.argmax(-1).astype(np.uint8)
    options = sorted(_options(scores, best), key=lambda option: option.price)
    mended = _mended(best, options, kinds, possible)
    if mended is None:
        codes = _unread(best, options, kinds, possible)
        return Inference(codes, tuple(options), possible(codes))
    best, paid = mended
    doubts = tuple(_doubts(best, paid, options, kinds, possible))
    codes = best.copy()
    codes[[option.kind for option in doubts]] = UNREADABLE
    return Inference(codes[kinds], doubts, True)


def _agreeing(likely: Floats, kinds: Kinds) -> Kinds:
    """The kinds, with cells apart that are surely of another state than most of their kind."""
    best = likely.argmax(-1)
    total = np.zeros((kinds.max() + 1, likely.shape[-1]))
    np.add.at(total, kinds, np.maximum(likely, _LOWEST))
    common = total.argmax(-1)[kinds]
    against = np.take_along_axis(likely, common[..., None], -1)[..., 0]
    apart = (best != common) & (likely.max(-1) - against > _WEAK)
    names = np.where(apart, kinds.size + np.arange(kinds.size).reshape(kinds.shape), kinds)
    return np.unique(names, return_inverse=True)[1].reshape(kinds.shape)


def _joined(likely: Floats, kinds: Kinds) -> Floats:
    """The evidence of every kind, shape (kinds, 16), as logarithms of probabilities."""
    total = np.zeros((kinds.max() + 1, likely.shape[-1]))
    np.add.at(total, kinds, np.maximum(likely, _LOWEST))
    count = np.bincount(kinds.ravel())[:, None]
    scores = total / count * (1 + _JOINED * (count - 1))
    return np.asarray(scores - np.logaddexp.reduce(scores, -1, keepdims=True), np.float32)


def _options(scores: Floats, best: Codes) -> Iterator[Option]:
    top = scores.max(-1)
    for kind, code in zip(*np.nonzero(top[:, None] - scores < DOUBT), strict=True):
        if code != best[kind]:
            yield Option(int(kind), int(code), float(top[kind] - scores[kind, code]))


def _mended(
    best: Codes, options: list[Option], kinds: Kinds, possible: Possible
) -> tuple[Codes, float] | None:
    """The likeliest states that are possible together and their price; None if not found."""
    if possible(best[kinds]):
        return best, 0.0
    single = [(option,) for option in options[:_MOST_SINGLE]]
    paired = combinations(options[:_MOST_PAIRED], 2)
    pairs = [pair for pair in paired if pair[0].kind != pair[1].kind]
    for changes in sorted([*single, *pairs], key=_price):
        codes = _changed(best, changes)
        if possible(codes[kinds]):
            return codes, _price(changes)
    return None


def _price(changes: tuple[Option, ...]) -> float:
    return sum(option.price for option in changes)


def _changed(best: Codes, changes: tuple[Option, ...]) -> Codes:
    codes = best.copy()
    for option in changes:
        codes[option.kind] = option.code
    return codes


def _doubts(
    best: Codes, paid: float, options: list[Option], kinds: Kinds, possible: Possible
) -> Iterator[Option]:
    """The other states that are possible and likely enough.

    Where states had to be changed for the board to be possible, it is in doubt which, so the price
    that was paid comes on top of what is asked for.
    """
    for option in options:
        if option.code == best[option.kind]:
            continue
        if option.code == UNREADABLE:
            if option.price < _HIDDEN:
                yield option
        elif option.price < paid or possible(_changed(best, (option,))[kinds]):
            yield option


def _unread(best: Codes, options: list[Option], kinds: Kinds, possible: Possible) -> Codes:
    """The states with the most doubtful kinds unread, one after the other, until possible."""
    codes = best.copy()
    for option in options:
        codes[option.kind] = UNREADABLE
        if option.price > _WEAK and possible(codes[kinds]):
            break
    return codes[kinds]


def with_unread_lines(codes: Codes, left: bool, top: bool, right: bool, bottom: bool) -> Board:
    """The board with a line of unreadable cells beyond each of these sides."""
    whole = np.pad(codes, ((top, bottom), (left, right)), constant_values=UNREADABLE)
    return Board(whole.shape[1], whole.shape[0], whole.tobytes())
