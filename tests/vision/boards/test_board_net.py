"""The net that joins the descriptions of cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.boards.board_net import weights_in


def test_weights_that_are_bytes_have_a_scale_for_each_row() -> None:
    held: dict[str, NDArray[np.generic]] = {
        "near.weight": np.array([[-127, 50], [127, 0]], np.int8),
        "near.weight.scale": np.array([0.5, 2.0], np.float32),
        "out.bias": np.array([1.5], np.float16),
    }
    weights = weights_in(held)
    assert weights.keys() == {"near.weight", "out.bias"}
    assert weights["near.weight"].tolist() == [[-63.5, 25.0], [254.0, 0.0]]
    assert weights["out.bias"].tolist() == [1.5]
