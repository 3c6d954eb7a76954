"""The net that describes a patch by some numbers. Many patches are shared among threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from threading import Lock

import cv2
import numpy as np

from solver_bot.vision.arrays import Floats
from solver_bot.vision.convolutions import Convolutions, Shown, weights_in
from solver_bot.vision.patches import SIDE, Patches

FILE = Path(__file__).with_name("weights") / "patch.npz"
STRIDES = (2, 2, 1, 2, 1)
"""By how many values the kernel of each layer moves on."""
_GREY = 127.5
"""The value of a patch that the net sees as 0, and the distance from it that the net sees as 1."""
_MOST_THREADS, _FEWEST_EACH = 4, 32
"""The most threads, and the fewest patches that each of several threads describes."""
_lock = Lock()


def describe(patches: Patches) -> Floats:
    """The descriptions of patches: shape (n, values).

    They are made in as many threads as OpenCV may use, so that whoever runs a process on every core
    limits OpenCV only.
    """
    count = min(_MOST_THREADS, cv2.getNumThreads(), len(patches) // _FEWEST_EACH)
    with _lock:
        if count < 2:
            return _described(_patch_nets()[0], patches)
        parts = np.array_split(patches, count)
        return np.concatenate(list(_pool().map(_described, _patch_nets(), parts)))


def _described(net: Convolutions, patches: Patches) -> Floats:
    found = net.run(patches)
    return np.maximum(found, 0, out=found)


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_MOST_THREADS, "patch net")


@lru_cache(maxsize=1)
def _patch_nets() -> tuple[Convolutions, ...]:
    """The same net for every thread, which works in memory of its own."""
    shown = Shown(SIDE, _GREY, _GREY)
    net = Convolutions.of(weights_in(FILE), STRIDES, shown)
    return net, *(net.again(shown) for _ in range(1, _MOST_THREADS))
