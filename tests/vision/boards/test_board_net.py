"""The net that joins the descriptions of cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver_bot.vision.boards.board_net import _neighbourhoods, _normed, run, weights_in


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


def test_a_cell_hears_its_neighbours_and_nothing_beyond_the_lattice() -> None:
    values = np.arange(1, 25, dtype=np.float32).reshape(3, 4, 2)
    around = _neighbourhoods(values).reshape(3, 4, 3, 3, 2)
    assert (around[1, 1] == values[:3, :3]).all()
    assert (around[2, 3, :2, :2] == values[1:, 2:]).all()
    assert not around[2, 3, 2].any()
    assert not around[2, 3, :, 2].any()


def test_values_of_a_cell_have_one_mean_and_one_deviation() -> None:
    values = np.random.default_rng(1).normal(3, 2, (4, 5, 64)).astype(np.float32)
    normed = _normed(values, np.full(64, 2, np.float32), np.full(64, 1, np.float32))
    assert np.allclose(normed.mean(-1), 1, atol=1e-4)
    assert np.allclose(normed.std(-1), 2, atol=1e-3)


def test_what_lies_outside_the_picture_changes_nothing() -> None:
    features = np.random.default_rng(2).random((6, 7, 72), dtype=np.float32)
    inside = np.ones((6, 7), np.bool_)
    inside[:2] = False
    other = features.copy()
    other[:2] = 9
    assert (run(features, inside)[inside] == run(other, inside)[inside]).all()
    assert np.isfinite(run(features, np.zeros_like(inside))).all()
