"""What a board's cells are where the nets hardly know its signs, but see which cells are alike.

The board is a cipher: each kind of cell stands for one state, and the rules leave few keys
(``keys``). The nets say how likely each state of each kind is, and so how likely each key is.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solver_bot.board import COVERED, UNREADABLE
from solver_bot.vision.arrays import Floats, Kinds, Mask, Picture
from solver_bot.vision.boards.answer import Answer, answered, suspected_sides
from solver_bot.vision.boards.ciphered import Cipher, Rules, Scores
from solver_bot.vision.boards.keys import is_of_a_game, keys_of
from solver_bot.vision.boards.reading import Reading, within
from solver_bot.vision.boards.scored import Sides
from solver_bot.vision.frame import SIDES
from solver_bot.vision.looks.compare import corners
from solver_bot.vision.looks.kinds import sort_tiles

_EVIDENCE, _KNOWN, _MUCH, _FEWEST = 3.5, 0.93, 0.3, 2
"""The least evidence that the cells are cells; how sure the nets are of cells that they know; and,
of the cells that are not surely covered, the least share and number that the nets do not know in a
cipher."""
_RIM = 2
"""Pixels around a tile of 20 that are left out: the lattice may be a little off."""
_LIKE = 0.9
"""The least share of a line's cells that look like cells of the board, for the line to be the
board's."""
_ALIKE = 0.5
"""The least share of a fence's posts that look the same."""
_FAR = 24.0
"""The most grey levels that a pixel counts when grounds are compared."""
_MOST_KINDS = 60
_LEAST_SCORE = -20.0
"""The least score of the best key. Of 58 right keys 57 had -14 and more. On a lattice that was off
the best key had -33."""
_LEAST = 1e-4
"""The least probability of a state of a kind."""


def told_by_rules(
    picture: Picture, reading: Reading, answer: Answer | str, rules: Rules
) -> tuple[Reading, Answer | str]:
    """The reading and its answer, or those that the rules give if they leave fewer cells unread.

    The ``rules`` are asked where the nets hardly know what the cells show, until the rules are
    spent.
    """
    if rules.spent or not _is_cipher(reading):
        return reading, answer
    told = _deciphered(picture, completed(picture, reading), rules)
    other = answered(told, rules.possible) if told else ""
    return (told, other) if told and _unread(other) < _unread(answer) else (reading, answer)


def _is_cipher(reading: Reading) -> bool:
    """Whether these surely are cells, and the nets do not know what many of them show."""
    known = np.exp(reading.likely.max(-1)) >= _KNOWN
    covered = known & (reading.likely.argmax(-1) == COVERED)
    others = np.count_nonzero(~covered)
    unknown = np.count_nonzero(~known)
    return bool(reading.evidence >= _EVIDENCE and unknown >= max(_FEWEST, _MUCH * others))


def _unread(answer: Answer | str) -> float:
    """The share of unread cells, 1 without a board."""
    return 1.0 if isinstance(answer, str) else float((answer.codes == UNREADABLE).mean())


def completed(picture: Picture, reading: Reading) -> Reading:
    """The reading with the line beyond each side whose cells look like those of the board.

    A line of one look is left out: it may lie around the board.
    """
    left, top, right, bottom = reading.box
    height, width = picture.shape[:2]
    area = reading.area
    there = (
        left > 0 and area.xs[left - 1] >= 0,
        top > 0 and area.ys[top - 1] >= 0,
        right < area.columns and area.xs[right + 1] <= width,
        bottom < area.rows and area.ys[bottom + 1] <= height,
    )
    if not any(there):
        return reading
    before, above, after, below = map(int, there)
    larger = area.part(left - before, top - above, right + after, bottom + below)
    of = sort_tiles(picture, larger, _RIM).of
    rows, columns = reading.kinds.shape
    across, down = slice(before, before + columns), slice(above, above + rows)
    lines = of[down, 0], of[0, across], of[down, -1], of[-1, across]
    known = of[down, across]
    more = [
        int(is_there and _is_like(line, known)) for is_there, line in zip(there, lines, strict=True)
    ]
    return within(picture, reading, (-more[0], -more[1], columns + more[2], rows + more[3]))


def _is_like(line: Kinds, board: Kinds) -> bool:
    """Whether a line shows several kinds of a board, and hardly any others."""
    several = len(np.unique(line)) > 1
    return several and bool((np.isin(line, board) & (line >= 0)).mean() >= _LIKE)


def _alien_lines(board: Kinds) -> Mask:
    """The outermost lines that show mainly one look, and no look that other lines have.

    They may be a fence, whose posts stand one cell apart.
    """
    alien = np.zeros(board.shape, np.bool_)
    first, last, every = slice(0, 1), slice(-1, None), slice(None)
    for line in ((every, first), (first, every), (every, last), (last, every)):
        rest = np.ones(board.shape, np.bool_)
        rest[line] = False
        looks, counts = np.unique(board[line], return_counts=True)
        one_look = counts.max() >= _ALIKE * board[line].size
        alien[line] |= one_look and not np.isin(looks, board[rest]).any()
    return alien


def _deciphered(picture: Picture, reading: Reading, rules: Rules) -> Reading | None:
    """The reading with what the rules tell of its kinds; None where they tell nothing."""
    kinds = sort_tiles(picture, reading.lattice, _RIM)
    if (kinds.of < 0).any():
        return None
    suspected = suspected_sides(reading.ends)
    left, top, right, bottom = (side in suspected for side in SIDES)
    sides = left, top, right, bottom
    likely = deciphered(reading.likely, kinds.of, _grounds(kinds.tiles), rules, sides)
    if likely is None:
        return None
    unread = np.where(np.arange(likely.shape[-1]) == UNREADABLE, 0, np.log(_LEAST))
    likely = np.where(_alien_lines(kinds.of)[..., None], unread, likely).astype(np.float32)
    return replace(reading, likely=likely, kinds=kinds.of)


def _grounds(tiles: Floats) -> Scores:
    """How far tiles are apart at their corners: shape (tiles, tiles), in grey levels."""
    seen = corners(tiles)
    return np.stack([np.minimum(abs(seen - one), _FAR).mean(axis=1) for one in seen]).astype(float)


def deciphered(
    likely: Floats, kinds: Kinds, grounds: Scores, rules: Rules, cut: Sides
) -> Floats | None:
    """The logarithm of every state's probability once the rules are asked, shaped like ``likely``.

    None if there are too many kinds, no key, or more keys than can be tried, or if the likeliest
    key is unlikely or is not that of a game (``is_of_a_game``).

    Args:
        likely: the logarithm of each state's probability, shape (rows, columns, 16).
        kinds: which cells look the same, shape (rows, columns).
        grounds: how far kinds are apart at their corners, in grey levels, shape (kinds, kinds).
        rules: tell whether a real game can show a board.
        cut: the sides beyond which the board may go on.

    """
    if kinds.max() >= _MOST_KINDS:
        return None
    cipher = Cipher.of(likely, kinds, grounds, rules, cut)
    keys = keys_of(cipher)
    if not keys:
        return None
    best, codes = max(keys, key=lambda key: key[0])
    if best < _LEAST_SCORE or not is_of_a_game(cipher, codes):
        return None
    weights = sum(np.exp(score - best) * cipher.shares_of(key) for score, key in keys)
    shares = cipher.with_others(np.asarray(weights), codes)
    shares = np.maximum(shares / shares.sum(-1, keepdims=True), _LEAST)
    return np.asarray(np.log(shares / shares.sum(-1, keepdims=True))[kinds], np.float32)
