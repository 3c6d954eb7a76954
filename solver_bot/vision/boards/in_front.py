"""What is in front of a board is a rectangle, as windows and messages are; all else is cells."""

from __future__ import annotations

import cv2
import numpy as np

from solver_bot.board import COVERED, EMPTY, FLAG, QUESTION, SHOWN_MINES, UNREADABLE
from solver_bot.vision.arrays import Floats, Kinds, Mask
from solver_bot.vision.boards.oddity import beside

_FEWEST = 8
"""The fewest like cells side by side whose shape tells something."""
_FILLED = 0.7
"""The least share of its bounding box that a rectangle fills, a corner of it hidden or not."""
_LESS = 5.0
"""How much less likely cells that fill less than that are in front of the board, as a logarithm."""
_MAYBE = -4.0
"""How likely a cell must be hidden for the shape of its kind to matter, as a logarithm."""
_CLOSED = (COVERED, FLAG, QUESTION, *SHOWN_MINES)


def told_by_shape(kinds: Kinds, likely: Floats) -> Floats:
    """The logarithms of the probabilities of codes, where the shape of like cells tells.

    Empty cells may show nothing but the ground of the window, as a panel in front would. But a
    panel is a rectangle, while empty cells form any shape and have no closed cell beside them.

    Args:
        kinds: which cells look the same, shape (rows, columns).
        likely: the logarithms, shape (rows, columns, 16).

    """
    seen = likely.argmax(-1)
    beside_closed = beside(np.isin(seen, _CLOSED)) > 0
    plain = np.isin(seen, (EMPTY, UNREADABLE)) & (likely[..., UNREADABLE] > _MAYBE)
    often = np.bincount(kinds.ravel()) >= _FEWEST
    for kind in np.unique(kinds[often[kinds] & plain]).tolist():
        cells = kinds == kind
        if _is_no_rectangle(cells) and not (cells & beside_closed).any():
            likely = likely.copy()
            likely[cells, UNREADABLE] -= _LESS
            likely[cells] -= np.logaddexp.reduce(likely[cells], -1, keepdims=True)
    return likely


def _is_no_rectangle(cells: Mask) -> bool:
    """Whether the largest patch of these cells leaves much of its bounding box unfilled."""
    _, _, patches, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8), connectivity=4)
    _, _, wide, high, count = max(patches[1:].tolist(), key=lambda patch: patch[-1])
    return bool(count >= _FEWEST and count < _FILLED * wide * high)
