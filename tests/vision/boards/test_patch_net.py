"""What the patch net says of a patch: the same as its convolutions, one after the other."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver_bot.vision.boards.patch_net import FILE, STRIDES, describe
from solver_bot.vision.patches import CHANNELS, SIDE, Patches
from tests.vision.boards.convolved import convolved


def some_patches(count: int) -> Patches:
    rng = np.random.default_rng(5)
    return rng.integers(0, 256, (count, SIDE, SIDE, CHANNELS), np.uint8)


def test_a_patch_is_described_by_the_convolutions_of_the_file() -> None:
    patch = some_patches(1)
    with np.load(FILE) as file:
        held = {name: np.asarray(values, np.float64) for name, values in file.items()}
    values = patch[0].transpose(2, 0, 1) / 127.5 - 1
    for number, stride in enumerate(STRIDES):
        kernel, bias = held[f"layers.{number}.weight"], held[f"layers.{number}.bias"]
        values = convolved(values, kernel, bias, stride)
    expected = np.maximum(held["full.weight"] @ values.ravel() + held["full.bias"], 0)
    assert np.allclose(describe(patch)[0], expected, atol=1e-3)


def test_what_is_said_of_a_patch_does_not_depend_on_the_others() -> None:
    patches = some_patches(11)
    alone = np.concatenate([describe(patches[number : number + 1]) for number in range(11)])
    assert np.allclose(describe(patches), alone, atol=1e-4)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_share_patches_and_keep_their_order(threads: int) -> None:
    patches = some_patches(130)
    before = cv2.getNumThreads()
    cv2.setNumThreads(threads)
    try:
        found = describe(patches)
    finally:
        cv2.setNumThreads(before)
    singly = np.concatenate([describe(patches[number : number + 1]) for number in range(130)])
    assert np.allclose(found, singly, atol=1e-4)


def test_no_patches_have_no_descriptions() -> None:
    assert len(describe(some_patches(0))) == 0
